//! The dock while others act: that of the combatant whose turn it was last, where nothing can be begun.

use crate::combat::Refusal;
use crate::combat::contract::{ActionOption, Awareness};
use crate::game::plan::{Options, Plan};
use crate::game::playback::Shown;
use crate::game::session::Session;

/// What is left of a plan while it waits: the same actions, and none of them open.
pub fn after(plan: &Plan) -> Plan {
    let why = Refusal {
        rule: None,
        reason: "You have to wait until what happens now is over.".into(),
    };
    let shut = |option: &ActionOption| ActionOption {
        refusal: Some(why.clone()),
        ..option.clone()
    };
    let options = &plan.options;
    let mut kept = Plan::default();
    kept.options = Options {
        seat: options.seat,
        actor: options.actor,
        actions: options.actions.iter().map(shut).collect(),
        modes: options.modes.clone(),
        ..Options::default()
    };
    (kept.selection.mode, kept.selection.manner) = (plan.selection.mode, plan.selection.manner);
    kept
}

/// Whether those before the screen may still see what waits: it is theirs, and in the fight.
pub fn is_shown(kept: &Plan, session: &Session, shown: &Shown) -> bool {
    let who = kept.options.seat;
    let who = who.and_then(|seat| shown.view.combatants.get(seat.index()));
    let theirs = |side| session.viewer().is_none_or(|viewer| viewer == side);
    who.is_some_and(|who| {
        who.area.is_some() && !who.dead && who.known == Awareness::Seen && theirs(who.side)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::hud::dock::slot;
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    #[test]
    fn the_slots_stay_and_nothing_in_them_is_open() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A.b", "..."]));
        let plan = refreshed(&session, &shown);
        let kept = after(&plan);
        assert_eq!(slot::of(&session, &kept), slot::of(&session, &plan));
        assert!(kept.options.actions.iter().all(|one| !kept.is_open(one)));
        assert!(is_shown(&kept, &session, &shown));
    }

    #[test]
    fn what_nobody_had_is_not_shown() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A.b", "..."]));
        assert!(!is_shown(&Plan::default(), &session, &shown));
    }
}
