//! Ids of content: strings in RON, small `Copy + Ord` values once loaded.

use std::collections::BTreeMap;
use std::ops::Index;

use serde::{Deserialize, Serialize};

/// A small id that indexes a [`Table`].
pub trait Id: Copy + Ord {
    /// The id with this position in its table.
    fn from_index(index: usize) -> Self;
    /// The position in the table.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                Self(u16::try_from(index).unwrap_or(u16::MAX))
            }
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// A special ability of the ruleset's `abilities.ron`.
    AbilityId,
    /// An action of the ruleset's `actions.ron`.
    ActionId,
    /// A suit of armour.
    ArmourId,
    /// A kind of thing on the border between two squares.
    BorderId,
    /// A condition of the ruleset's `conditions.ron`.
    ConditionId,
    /// A cost of the ruleset's `costs.ron`.
    CostId,
    /// A helmet.
    HelmetId,
    /// A journey.
    JourneyId,
    /// A level.
    LevelId,
    /// A monster.
    MonsterId,
    /// A pool of the ruleset's `pools.ron`.
    PoolId,
    /// A rule of the ruleset's compendium, such as `CD-AOO-03`.
    RuleId,
    /// A shield.
    ShieldId,
    /// A kind of terrain.
    TerrainId,
    /// A trait (feat or special quality) by its neutral name.
    TraitId,
    /// A weapon, natural ones included.
    WeaponId,
}

/// Definitions in the order of their names, found by id or by name.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    names: Vec<String>,
    rows: Vec<T>,
    ids: std::marker::PhantomData<I>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            rows: Vec::new(),
            ids: std::marker::PhantomData,
        }
    }
}

impl<I: Id, T> Table<I, T> {
    /// A table of these rows; ids follow the order of the names.
    pub fn new(rows: BTreeMap<String, T>) -> Self {
        let (names, rows) = rows.into_iter().unzip();
        Self {
            names,
            rows,
            ids: std::marker::PhantomData,
        }
    }

    /// The id of this name.
    pub fn id(&self, name: &str) -> Option<I> {
        self.names
            .binary_search_by(|n| n.as_str().cmp(name))
            .ok()
            .map(I::from_index)
    }

    /// The name of this id; empty for an id of another table.
    pub fn name(&self, id: I) -> &str {
        self.names.get(id.index()).map_or("", String::as_str)
    }

    /// The row of this id, if the id belongs to this table.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    /// The row of an id, to be changed.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.rows.get_mut(id.index())
    }

    /// Adds a row, or replaces the row of this name. Ids of later names grow by one when it is new.
    pub fn insert(&mut self, name: &str, row: T) {
        match self.names.binary_search_by(|n| n.as_str().cmp(name)) {
            Ok(at) => self.rows[at] = row,
            Err(at) => {
                self.names.insert(at, name.to_owned());
                self.rows.insert(at, row);
            }
        }
    }

    /// The row of this name.
    pub fn by_name(&self, name: &str) -> Option<&T> {
        self.id(name).and_then(|id| self.get(id))
    }

    /// All rows with their ids, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(i, row)| (I::from_index(i), row))
    }

    /// All names, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Panics for an id of another table; ids come from the same catalogue, saves are checked at load.
impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_the_order_of_names() {
        let rows = [("spear".to_owned(), 8), ("axe".to_owned(), 6)].into();
        let table: Table<WeaponId, i32> = Table::new(rows);
        assert_eq!(table.id("axe"), Some(WeaponId(0)));
        assert_eq!(table[WeaponId(1)], 8);
        assert_eq!(table.name(WeaponId(1)), "spear");
        assert_eq!(table.id("bow"), None);
    }
}
