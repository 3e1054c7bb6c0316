//! First aid: stabilising the dying, binding wounds.

use crate::combat::arena::Arena;
use crate::combat::attack::refusal;
use crate::combat::condition;
use crate::combat::damage;
use crate::combat::dying;
use crate::combat::event::EventKind;
use crate::combat::request::Refusal;
use crate::combat::save;
use crate::combat::seat::Seat;
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::rules::check::Edge;
use crate::rules::{Flag, Stat, Topic};

const TOPIC: Topic = Topic::FirstAid;

/// The patient is an adjacent friend who needs it.
pub(super) fn legal(arena: &Arena, seat: Seat, patient: Seat, heals: bool) -> Result<(), Refusal> {
    super::adjacent(arena, seat, patient, TOPIC)?;
    if arena.enemies(seat, patient) {
        return Err(refusal(arena, TOPIC, "First aid is for friends."));
    }
    let vitals = arena.get(patient).vitals;
    let dying = condition::has(arena, patient, Flag::Dying);
    if dying || heals && (vitals.hit_points < vitals.max || suffers(arena, patient)) {
        return Ok(());
    }
    let reason = if heals {
        "Nothing ails the patient."
    } else {
        "The patient is not dying."
    };
    Err(refusal(arena, TOPIC, reason))
}

fn suffers(arena: &Arena, seat: Seat) -> bool {
    condition::in_force(arena, seat).any(|(_, def)| def.ongoing.is_some())
}

/// Treats a patient: a check against a fixed number decides everything.
pub(super) fn treat(
    arena: &mut Arena,
    seat: Seat,
    patient: Seat,
    difficulty: i32,
    heals: Option<&str>,
    adds_skill: bool,
) {
    let purpose = Purpose::Check;
    let bonus = save::tally(arena, seat, Stat::Medicine, &[]);
    let skill = bonus.total;
    let check = save::d20(arena, seat, purpose, bonus, Edge::None);
    let success = check.total() >= difficulty;
    let checked = EventKind::Checked {
        seat,
        purpose,
        check,
        against: difficulty,
        success,
    };
    arena.emit(&[TOPIC], checked);
    if !success {
        return;
    }
    if condition::has(arena, patient, Flag::Dying) {
        dying::stabilise(arena, patient);
    }
    let ongoing: Vec<_> = condition::in_force(arena, patient)
        .filter(|(_, def)| def.ongoing.is_some())
        .map(|(id, _)| id)
        .collect();
    for id in ongoing {
        condition::end(arena, patient, id);
    }
    let Some(expr) = heals.and_then(|text| text.parse::<DiceExpr>().ok()) else {
        return;
    };
    let thrown = arena
        .dice
        .0
        .throw(RollLabel::new(seat.0, Purpose::Healing), &expr);
    let amount = thrown.total + if adds_skill { skill } else { 0 };
    damage::heal(arena, patient, amount.max(1));
}

/// The chance that the check succeeds.
pub(super) fn chance(arena: &Arena, seat: Seat, difficulty: i32) -> f64 {
    let bonus = save::tally(arena, seat, Stat::Medicine, &[]).total;
    let successes = (1..=20).filter(|natural| natural + bonus >= difficulty);
    successes.count() as f64 / 20.0
}
