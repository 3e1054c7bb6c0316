//! The places of the dock that actions keep.

use super::pointer::Pointer;
use crate::content::draft::{Item, RulesetDraft};
use crate::content::{Code, Findings, dock};
use crate::rules::ActionDef;

/// Reports two actions of one ruleset in one place.
pub(super) fn check(draft: &RulesetDraft, findings: &mut Findings) {
    for (slot, claims) in dock::claims(draft) {
        let Some((first, others)) = claims.split_first() else {
            continue;
        };
        let message = format!(
            "place {slot} of the dock is that of \"{}\" already",
            first.id
        );
        for claim in others.iter().filter(|claim| claim.age == first.age) {
            pointer(claim.item, findings).report(&["slot"], Code::Duplicate, message.clone());
        }
    }
}

fn pointer<'a>(item: &'a Item<ActionDef>, findings: &'a mut Findings) -> Pointer<'a, ActionDef> {
    Pointer { item, findings }
}
