//! The places of the dock that actions keep.

use super::pointer::Pointer;
use crate::content::draft::{Item, RulesetDraft};
use crate::content::{Code, Findings, dock};
use crate::rules::ActionDef;
use crate::rules::action::SLOTS;

/// Reports places that there are not, and two actions of one ruleset in one place.
pub(super) fn check(draft: &RulesetDraft, findings: &mut Findings) {
    for (slot, claims) in dock::claims(draft) {
        let Some((first, others)) = claims.split_first() else {
            continue;
        };
        if !(1..=SLOTS).contains(&slot) {
            let message = format!("the dock has no place {slot} to keep: it has 1 to {SLOTS}");
            for claim in &claims {
                pointer(claim.item, findings).demand(false, &["slot"], &message);
            }
            continue;
        }
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
