//! What happens out of the sight of a side.

use crate::combat::conditions::knowledge;
use crate::combat::contract::{EventKind, Seat, SideId};
use crate::combat::state::State;
use crate::dice::Purpose;
use crate::rules::{ConditionId, Flag};

/// The sides that may see an event; `None`: all. What a combatant does that a side knows nothing of is not told to
/// that side, and who is hidden from whom or found by whom only to the side that hides or has found.
pub(crate) fn seen_by(state: &State, kind: &EventKind) -> Option<Vec<SideId>> {
    use EventKind as E;
    let own = |seat: Seat| Some(vec![state.who(seat).side]);
    match kind {
        E::Moved { seat, .. }
        | E::Placed { seat, .. }
        | E::Acted { seat, .. }
        | E::TurnBegan { seat }
        | E::TurnEnded { seat }
        | E::Delayed { seat, .. }
        | E::Readied { seat, .. }
        | E::ReadiedLost { seat, .. } => {
            let all = (0..state.sides.list.len()).filter_map(|side| u8::try_from(side).ok());
            let (unknowing, knowing): (Vec<SideId>, Vec<SideId>) = all
                .map(SideId)
                .partition(|side| knowledge::is_unknown(state, *side, *seat));
            (!unknowing.is_empty()).then_some(knowing)
        }
        E::Checked {
            seat,
            purpose: Purpose::Hide | Purpose::Spot,
            ..
        } if state.book.known.hidden.is_some() => own(*seat),
        E::Located { observer, .. } => own(*observer),
        E::ConditionBegan { seat, condition } | E::ConditionEnded { seat, condition } => {
            if bears(state, *condition, Flag::Hidden) {
                own(*seat)
            } else if bears(state, *condition, Flag::Located) {
                let side = state.who(*seat).side;
                let all = state.all().map(|one| state.who(one).side);
                let mut others: Vec<SideId> = all.filter(|other| *other != side).collect();
                others.sort_unstable();
                others.dedup();
                Some(others)
            } else {
                None
            }
        }
        _ => None,
    }
}

fn bears(state: &State, condition: ConditionId, flag: Flag) -> bool {
    let def = state.rules().conditions.get(condition);
    def.is_some_and(|def| def.flags.contains(&flag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Battle;
    use crate::combat::contract::{Awareness, Choice, Event};
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::grid::Square;

    /// A has gone down by a square.
    fn walked(scene: &Scene) -> Battle {
        let mut battle = scene.scripted(&[]);
        let walk = battle.rules().actions.id("move").unwrap();
        let way = vec![Square::new(0, 1)];
        battle.submit(Choice::walk(walk, way)).unwrap();
        battle
    }

    fn last(battle: &Battle, wanted: fn(&EventKind) -> bool) -> &Event {
        let mut events = battle.events().iter().rev();
        events.find(|event| wanted(&event.kind)).unwrap()
    }

    #[test]
    fn a_side_is_not_told_where_an_enemy_goes_that_it_does_not_see() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a", "...."]);
        let scene = scene.change('A', |c| c.conditions.push("invisible".into()));
        let battle = walked(&scene);
        let event = last(&battle, |kind| matches!(kind, EventKind::Moved { .. }));
        assert!(event.is_seen_by(SideId(0)) && !event.is_seen_by(SideId(1)));
        let known = |side| {
            let view = battle.view_of(SideId(side));
            (view.combatants[0].known, view.combatants[0].area.is_some())
        };
        assert_eq!(known(0), (Awareness::Seen, true));
        assert_eq!(known(1), (Awareness::Unknown, false));
    }

    #[test]
    fn the_blind_are_not_told_where_others_go() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a", "...."]);
        let scene = scene.change('a', |c| c.conditions.push("blind".into()));
        let mut battle = walked(&scene);
        let event = last(&battle, |kind| matches!(kind, EventKind::Moved { .. }));
        assert!(!event.is_seen_by(SideId(1)));
        battle.submit(Choice::EndTurn).unwrap();
        let ended = last(&battle, |kind| matches!(kind, EventKind::TurnEnded { .. }));
        assert!(!ended.is_seen_by(SideId(1)));
        // It does not hide from them, though.
        assert!(!battle.is_secret(SideId(1), scene.seat('A')));
    }

    #[test]
    fn what_all_can_see_is_told_to_all() {
        let battle = walked(&Scene::new(ruleset("epic_path"), &["A..a", "...."]));
        assert!(battle.events().iter().all(|event| event.seen_by.is_none()));
    }
}
