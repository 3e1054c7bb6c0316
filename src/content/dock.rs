//! The places of the dock, and which actions of a ruleset keep them.

use std::collections::BTreeMap;

use super::draft::{Item, RulesetDraft};
use crate::rules::ActionDef;

/// An action that wants a place.
pub(super) struct Claim<'a> {
    pub(super) id: &'a str,
    pub(super) item: &'a Item<ActionDef>,
    /// How young the ruleset is that says so; the oldest ancestor is 0.
    pub(super) age: usize,
}

/// The claims to each place, the youngest ruleset's first, then in the order of the file.
pub(super) fn claims(draft: &RulesetDraft) -> BTreeMap<u8, Vec<Claim<'_>>> {
    let mut claims: BTreeMap<u8, Vec<Claim<'_>>> = BTreeMap::new();
    for (id, item) in &draft.actions.items {
        let Some(slot) = item.def.slot else { continue };
        let said = &item.node().at(&["slot"]).span;
        let folder = item.source.origin_of(said).parent();
        let age = draft.line.iter().position(|own| folder == Some(own));
        let age = age.unwrap_or(0);
        claims
            .entry(slot)
            .or_default()
            .push(Claim { id, item, age });
    }
    for of_one in claims.values_mut() {
        of_one.sort_by_key(|claim| (usize::MAX - claim.age, claim.item.node().span.start));
    }
    claims
}

/// Takes a place from the inherited actions where an action of a younger ruleset keeps it.
pub(super) fn settle(draft: &mut RulesetDraft) {
    let claims = claims(draft);
    let older = claims.values().flat_map(|of_one| of_one.iter().skip(1));
    let older: Vec<String> = older.map(|claim| claim.id.to_owned()).collect();
    for id in older {
        if let Some(item) = draft.actions.items.get_mut(&id) {
            item.def.slot = None;
        }
    }
}
