//! What a ruleset calls ability scores and saving throws.

use super::pointer::Pointer;
use crate::rules::{Names, Policies};

/// Whether every name is one, and of something that has a name.
pub(super) fn check(p: &mut Pointer<'_, Policies>) {
    let names = &p.def().names;
    for (ability, name) in &names.abilities {
        let at = ["names", "abilities", &ability.label().to_lowercase()];
        p.demand(!name.trim().is_empty(), &at, "a name says something");
    }
    for (stat, name) in &names.saves {
        let at = ["names", "saves", stat.name()];
        let known = Names::default().save(*stat).is_some();
        p.demand(known, &at, "a saving throw is fortitude, reflex or will");
        p.demand(!name.trim().is_empty(), &at, "a name says something");
    }
}
