//! Kinds of movement.

use crate::rules::{ActionId, MoveDef, Ruleset};

/// The movement of an action, if it is one.
pub fn definition(rules: &Ruleset, action: ActionId) -> Option<&MoveDef> {
    rules.actions.get(action)?.movement()
}

/// Whether an action is a flight.
pub fn flies(rules: &Ruleset, action: ActionId) -> bool {
    definition(rules, action).is_some_and(|def| def.flies)
}

/// Whether a movement of this kind is a run.
pub fn runs(def: &MoveDef) -> bool {
    def.straight || def.factor > 2
}
