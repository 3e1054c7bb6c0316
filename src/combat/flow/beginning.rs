//! How a battle begins: the stages of the ruleset's list, one after the other.

use crate::combat::attack::hiding;
use crate::combat::conditions;
use crate::combat::contract::{EventKind, Request, Seat};
use crate::combat::damage::dying;
use crate::combat::flow::{ambush, initiative, reinforcements, surprise};
use crate::combat::state::{Boundary, Stage, Start, Turning, Wounding};
use crate::rules::{Beginning, Topic};

/// Lets the stages of the ruleset come in their order, and the first round after them.
pub fn set_out(battle: &mut Wounding) {
    battle.push(Boundary::RoundBegins);
    for at in (0..battle.rules().policies.beginning.len()).rev() {
        let stage = battle.rules().policies.beginning[at];
        battle.push(Stage::Beginning(stage));
    }
}

/// Takes the beginning one stage further.
pub fn come_to(battle: &mut Turning, start: &Start, stage: Beginning) {
    match stage {
        Beginning::Deploy => deploy(battle),
        Beginning::Announce => announce(battle),
        Beginning::Conditions => settle_conditions(battle, start),
        Beginning::Awareness => surprise::settle_awareness(battle, start),
        Beginning::FlatFooted => initiative::flat_footed(battle, start.setup.opening),
        Beginning::Initiative => initiative::roll(battle, start),
        Beginning::Ambush => ambush::settle(battle, start),
    }
}

/// Asks the first side with a member that has no place, until there is none; where an ambush has succeeded, the
/// side that waits for all (EP-AMB-09).
fn deploy(battle: &mut Turning) {
    if let Some(side) = battle.rounds.ambush {
        let absent = |seat: &Seat| {
            battle.area(*seat).is_none() && !reinforcements::is_awaited(battle, *seat)
        };
        let unplaced: Vec<Seat> = battle.all().filter(absent).collect();
        if !unplaced.is_empty() {
            let again = Stage::Beginning(Beginning::Deploy);
            battle.ask(Request::Deploy { side, unplaced }, again);
        }
        return;
    }
    for side in 0..battle.sides.list.len() {
        let unplaced: Vec<Seat> = battle
            .all()
            .filter(|seat| {
                battle.who(*seat).side.index() == side
                    && battle.area(*seat).is_none()
                    && !reinforcements::is_awaited(battle, *seat)
            })
            .collect();
        if let Some(first) = unplaced.first() {
            let side = battle.who(*first).side;
            let again = Stage::Beginning(Beginning::Deploy);
            battle.ask(Request::Deploy { side, unplaced }, again);
            return;
        }
    }
}

fn announce(battle: &mut Wounding) {
    battle.emit(&[], EventKind::BattleBegan);
    if !battle.book.opportunities && battle.rules().policies.threat.optional {
        let without = EventKind::WithoutOpportunities;
        battle.emit(&[Topic::OpportunityOption], without);
    }
}

fn settle_conditions(battle: &mut Wounding, start: &Start) {
    for (seat, condition, amount, by) in &start.conditions {
        if Some(*condition) == battle.book.known.hidden {
            hiding::start_hidden(battle, *seat, *amount);
            continue;
        }
        conditions::begin_with(battle, *seat, *condition, *by, *amount);
    }
    // After the conditions, so that a side is not told the square of an enemy that begins hidden or invisible.
    for seat in battle.all() {
        if let Some(area) = battle.area(seat) {
            let at = area.anchor;
            battle.emit(&[], EventKind::Placed { seat, at });
        }
    }
    for seat in battle.all() {
        dying::bring_losses(battle, seat);
        if dying::health(battle, seat) != dying::Health::Up {
            dying::settle(battle, seat);
        }
    }
    for (seat, combatant) in battle.all().zip(&start.setup.combatants) {
        dying::hours::pass(battle, seat, combatant.care.hours);
    }
}
