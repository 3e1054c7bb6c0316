//! Falls: before one ends, the combatant that falls may answer it (SP-SWIFT-06).

use crate::combat::conditions;
use crate::combat::contract::{HurtBy, Seat};
use crate::combat::damage::dying;
use crate::combat::damage::wound::{self, Harmful};
use crate::combat::movement::{mode, speed};
use crate::combat::state::{Fall, State, Wounding};
use crate::content::terrain::Hazard;
use crate::rules::{Capability, Flag, Occasion, Topic};

/// Whether falls do a combatant no harm.
pub(crate) fn falls_softly(state: &State, seat: Seat) -> bool {
    let weightless = conditions::is_capable(state, seat, Capability::Weightless);
    weightless || conditions::has(state, seat, Flag::FallsSoftly) || stays_up(state, seat)
}

/// Whether a combatant has wings to spread as the ground gives way: it can fly, and nothing keeps it from that.
pub(super) fn stays_up(state: &State, seat: Seat) -> bool {
    speed::in_air(state, seat) > 0
        && conditions::able(state, seat)
        && !conditions::has(state, seat, Flag::Prone)
        && mode::held_fast(state, seat).is_ok()
}

/// Lets a combatant fall, after its answer if it has one. `lies`: whether it lies on the ground afterwards.
pub(crate) fn begin(battle: &mut Wounding, seat: Seat, hazard: Hazard, lies: bool) {
    let fall = Fall {
        seat,
        hazard,
        lies,
        cause: battle.log.cause,
    };
    if stays_up(battle, seat) {
        return;
    }
    if !battle.on.asks.can_answer(battle, seat, Occasion::Falls) {
        return land(battle, &fall);
    }
    battle.push(fall);
    (battle.on.may_answer)(battle, seat, seat, Occasion::Falls);
}

/// The fall ends.
pub fn advance(battle: &mut Wounding, fall: &Fall) {
    land(battle, fall);
}

/// What the ground does to a combatant that comes down, unless it falls softly.
fn land(battle: &mut Wounding, fall: &Fall) {
    let seat = fall.seat;
    if !conditions::present(battle, seat) || falls_softly(battle, seat) {
        return;
    }
    let cause = battle.driver(seat);
    let before = battle.blame(cause);
    strike(battle, fall);
    battle.blame(before);
}

fn strike(battle: &mut Wounding, fall: &Fall) {
    let (seat, hazard) = (fall.seat, &fall.hazard);
    if hazard.deadly {
        return dying::kill(battle, seat, Topic::Fall);
    }
    if hazard.damage.max() > 0 {
        let what = Harmful::plain((hazard.kind, hazard.nonlethal)).from(HurtBy::Fall);
        wound::roll_harm(battle, seat, &hazard.damage, what, Topic::Fall);
    }
    if fall.lies && conditions::present(battle, seat) {
        let prone = battle.book.known.prone;
        conditions::begin_known(battle, seat, prone, None);
    }
}
