//! Content that was read but not yet checked: definitions with the places they came from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::source::Source;
use super::syntax::Node;
use super::{
    ArmourDef, BorderDef, Finding, HelmetDef, JourneyDef, LevelDef, MonsterDef, ShieldDef,
    SubjectDef, TerrainDef, WeaponDef,
};
use crate::rules::{
    AbilityDef, ActionDef, ConditionDef, CostDef, Policies, PoolDef, Rule, SkillDef, SkillId,
    Topic, TraitDef,
};

/// A definition and where it stands.
#[derive(Clone, Debug)]
pub struct Item<T> {
    pub def: T,
    pub source: Arc<Source>,
    /// Its entry, if the file is a table; otherwise the whole file.
    pub entry: Option<usize>,
    /// The skills that it names.
    pub skills: BTreeSet<SkillId>,
    /// Nothing had to be left out. Otherwise only its names are worth checking.
    pub whole: bool,
}

impl<T> Item<T> {
    /// The definition as written.
    pub fn node(&self) -> &Node {
        let root = &self.source.root;
        match self.entry {
            Some(index) => match root.entries().get(index) {
                Some(entry) => &entry.value,
                None => root.items().get(index).unwrap_or(root),
            },
            None => root,
        }
    }
}

/// Definitions of one kind by id.
#[derive(Clone, Debug)]
pub struct Shelf<T> {
    pub items: BTreeMap<String, Item<T>>,
    /// All ids, also of definitions with mistakes: referring to one is no second mistake.
    pub names: BTreeSet<String>,
    /// A file of them could not be read, so that not all ids are known.
    pub broken: bool,
    /// Ids of the definitions that were left out because of a mistake.
    pub left_out: BTreeSet<String>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self {
            items: BTreeMap::new(),
            names: BTreeSet::new(),
            broken: false,
            left_out: BTreeSet::new(),
        }
    }
}

impl<T> Shelf<T> {
    /// The definition of this id.
    pub fn get(&self, id: &str) -> Option<&T> {
        self.items.get(id).map(|item| &item.def)
    }

    /// All ids.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The definitions without their places.
    pub fn rows(self) -> BTreeMap<String, T> {
        self.items
            .into_iter()
            .map(|(id, item)| (id, item.def))
            .collect()
    }
}

/// A ruleset's files.
#[derive(Clone, Debug, Default)]
pub struct RulesetDraft {
    pub folder: PathBuf,
    /// The folders that it is made of: the oldest ancestor's first, its own last.
    pub line: Vec<PathBuf>,
    pub policies: Option<Item<Policies>>,
    pub costs: Shelf<CostDef>,
    pub skills: Shelf<SkillDef>,
    pub actions: Shelf<ActionDef>,
    pub abilities: Shelf<AbilityDef>,
    pub conditions: Shelf<ConditionDef>,
    pub pools: Shelf<PoolDef>,
    pub traits: Shelf<TraitDef>,
    pub compendium: Shelf<Rule>,
    pub cites: BTreeMap<Topic, Item<Vec<String>>>,
    /// Its rules by subject.
    pub subjects: BTreeMap<String, Item<Vec<String>>>,
    /// Whether an ancestor was not found or cannot be read.
    pub orphan: bool,
    /// Where it says what it inherits from.
    pub heir: Option<Finding>,
    /// It inherits behaviour but no words: where it says so.
    pub own_words: Option<Finding>,
    /// Topics that its parent cites a rule for and it does not.
    pub uncited: Vec<String>,
}

/// Everything that was read.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub weapons: Shelf<WeaponDef>,
    pub armours: Shelf<ArmourDef>,
    pub helmets: Shelf<HelmetDef>,
    pub shields: Shelf<ShieldDef>,
    pub terrain: Shelf<TerrainDef>,
    pub borders: Shelf<BorderDef>,
    pub monsters: Shelf<MonsterDef>,
    pub levels: Shelf<LevelDef>,
    pub journeys: Shelf<JourneyDef>,
    pub subjects: Shelf<SubjectDef>,
    pub rulesets: BTreeMap<String, RulesetDraft>,
    /// The rulesets that were left out because of a mistake. Monsters and levels may go on naming them.
    pub lost_rulesets: BTreeMap<String, RulesetDraft>,
}

impl Draft {
    /// All rulesets, with those that were left out.
    pub fn known_rulesets(&self) -> impl Iterator<Item = (&str, &RulesetDraft)> {
        let all = self.rulesets.iter().chain(&self.lost_rulesets);
        all.map(|(id, ruleset)| (id.as_str(), ruleset))
    }
}
