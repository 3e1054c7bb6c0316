//! The ring of actions around a combatant: what could be done to it now, each with its chance.

use super::found::{Entry, Ring};
use super::state::{Plan, Target};
use super::{approach, offer};
use crate::combat::Seat;
use crate::game::intent::PlanEdit;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::words;
use crate::grid::Square;
use crate::rules::Targeting;

/// Actions that find room in the ring; every other one is in the drawers.
pub const MOST: usize = 8;

/// What the one who acts could do to a combatant now: the attack that a plain click makes first, then the
/// others in the order of the dock. `None` if it is nobody's turn to act.
pub fn around(session: &Session, shown: &Shown, plan: &Plan, seat: Seat) -> Option<Ring> {
    let me = plan.options.actor?;
    let who = shown.view.combatants.get(seat.index())?;
    let at = who.area?.anchor;
    let side = session.battle.side_of(me);
    let rules = session.rules();
    let mut entries = Vec::new();
    entries.extend(walking_up(session, shown, plan, seat));
    let first = offer::strike(session, plan);
    let mut open: Vec<_> = plan.options.actions.iter().collect();
    open.sort_by_key(|option| Some(option.action) != first);
    for option in open {
        let Some(def) = rules.actions.get(option.action) else {
            continue;
        };
        let meant = option.refusal.is_none() && option.sensible && takes_one(def.target);
        if !meant || !offer::concerns(def.target, (me, side), who) {
            continue;
        }
        let target = offer::aim_at(session, plan, option.action, def.target, seat);
        if target.refusal.is_none() {
            entries.push(Entry {
                action: option.action,
                told: chance(&target),
                does: PlanEdit::Take(option.action, at),
            });
        }
    }
    entries.truncate(MOST);
    Some(Ring { seat, entries })
}

/// The walk to a place from which the combatant can be attacked, if it is out of reach.
fn walking_up(session: &Session, shown: &Shown, plan: &Plan, seat: Seat) -> Option<Entry> {
    let target = plan.options.targets.iter().find(|one| one.seat == seat)?;
    let up = approach::to(session, shown, plan, target)?;
    let who = shown.view.combatants.get(seat.index())?;
    Some(Entry {
        action: offer::strike(session, plan)?,
        told: format!("walk, {}", words::percent(up.odds.hit)),
        does: PlanEdit::Click(who.area?.anchor),
    })
}

/// Whether an action is done to a combatant that is pointed at.
fn takes_one(targeting: Targeting) -> bool {
    !matches!(
        targeting,
        Targeting::None | Targeting::Path | Targeting::Corner | Targeting::Direction
    )
}

fn chance(target: &Target) -> String {
    let hit = target.odds.as_ref().map(|odds| odds.hit);
    hit.or(target.success)
        .map_or_else(String::new, words::percent)
}

impl Plan {
    /// The combatant on a square, those on their feet first.
    pub fn anyone_at(shown: &Shown, square: Square) -> Option<Seat> {
        let here = shown.view.combatants.iter();
        let mut here = here.filter(|who| who.area.is_some_and(|area| area.contains(square)));
        let standing = here.clone().find(|who| who.standing);
        standing.or_else(|| here.next()).map(|who| who.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    fn ring(map: &[&str], system: &str, letter: char) -> (Session, Vec<(String, Entry)>) {
        let scene = Scene::new(ruleset(system), map);
        let (session, shown) = table(&scene);
        let plan = refreshed(&session, &shown);
        let ring = around(&session, &shown, &plan, scene.seat(letter)).expect("your turn");
        let named = |entry: Entry| {
            let name = words::action(session.rules(), entry.action).to_owned();
            (name, entry)
        };
        let entries = ring.entries.into_iter().map(named).collect();
        (session, entries)
    }

    #[test]
    fn an_enemy_beside_you_can_be_struck_first_and_tripped() {
        for system in SYSTEMS {
            let (session, entries) = ring(&["Ab....", "......"], system, 'b');
            let first = &entries.first().expect("there is something to do").1;
            let def = session.rules().actions.get(first.action);
            assert!(def.is_some_and(|def| def.is_plain_attack()), "{system}");
            assert!(first.told.ends_with('%'), "{system}: {}", first.told);
            let mut known = session.rules().actions.iter();
            let can_trip = known.any(|(_, def)| def.name.starts_with("Trip"));
            let trips = entries.iter().any(|(name, _)| name.starts_with("Trip")) || !can_trip;
            assert!(trips && entries.len() <= MOST, "{system}: {entries:?}");
        }
    }

    #[test]
    fn an_enemy_out_of_reach_can_be_walked_up_to_and_charged() {
        let (_, entries) = ring(&["A....b", "......"], "classic_d20", 'b');
        let (_, up) = entries.first().expect("there is a way");
        assert!(up.told.starts_with("walk, "), "{}", up.told);
        assert!(matches!(up.does, PlanEdit::Click(_)));
        assert!(entries.iter().any(|(name, _)| name == "Charge"));
    }

    #[test]
    fn nothing_is_offered_against_a_friend_that_is_for_enemies() {
        let (session, entries) = ring(&["AB....", ".....c"], "classic_d20", 'B');
        let attacks = |entry: &Entry| {
            let def = session.rules().actions.get(entry.action);
            def.is_some_and(|def| def.is_plain_attack())
        };
        assert!(!entries.iter().any(|(_, entry)| attacks(entry)));
    }
}
