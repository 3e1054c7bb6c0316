//! Kinds of movement.

use crate::rules::{ActionDef, ActionId, MoveDef, Ruleset};

/// The movement of an action, if it is one.
pub fn definition(rules: &Ruleset, action: ActionId) -> Option<&MoveDef> {
    rules.actions.get(action)?.movement()
}

/// Whether an action is a flight.
pub fn flies(rules: &Ruleset, action: ActionId) -> bool {
    let def = rules.actions.get(action);
    let charge = def.and_then(ActionDef::charge);
    definition(rules, action).is_some_and(|def| def.flies) || charge.is_some_and(|def| def.flies)
}

/// Whether a movement of this kind is a run.
pub fn runs(def: &MoveDef) -> bool {
    def.straight || def.factor > 2
}
