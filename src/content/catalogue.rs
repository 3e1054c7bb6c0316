//! Everything that was loaded.

use std::sync::Arc;

use super::{ArmourDef, HelmetDef, LevelDef, MonsterDef, ShieldDef, TerrainDef, WeaponDef};
use crate::rules::{
    ArmourId, HelmetId, LevelId, MonsterId, Ruleset, ShieldId, Table, TerrainId, WeaponId,
};

/// All content of a data folder, checked.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    pub weapons: Table<WeaponId, WeaponDef>,
    pub armours: Table<ArmourId, ArmourDef>,
    pub helmets: Table<HelmetId, HelmetDef>,
    pub shields: Table<ShieldId, ShieldDef>,
    pub terrain: Table<TerrainId, TerrainDef>,
    pub monsters: Table<MonsterId, MonsterDef>,
    pub levels: Table<LevelId, LevelDef>,
    /// In the order of their ids.
    pub rulesets: Vec<Arc<Ruleset>>,
}

impl Catalogue {
    /// The ruleset of this id.
    pub fn ruleset(&self, id: &str) -> Option<&Arc<Ruleset>> {
        self.rulesets.iter().find(|r| r.id == id)
    }
}
