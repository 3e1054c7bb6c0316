//! Hit points that come back, and what their coming back ends.

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::damage::dying::{Health, back_to_nothing, health, is_down, rise, settle, tend};
use crate::combat::state::{State, Wounding};
use crate::rules::{Ability, Topic};

/// Restores hit points up to the maximum; the combatant that was dying wakes if that is enough.
pub fn heal(battle: &mut Wounding, seat: Seat, amount: i32) {
    if amount <= 0 || !conditions::present(battle, seat) {
        return;
    }
    let from_zero = battle.rules().policies.dying.helped_from_zero;
    let lies = Lies::of(battle, seat);
    let was_down = lies.down;
    let vitals = battle.vitals_mut(seat);
    let below = vitals.hit_points < 0;
    if from_zero && was_down && below {
        back_to_nothing(battle, seat);
    }
    let vitals = battle.vitals_mut(seat);
    let before = vitals.hit_points;
    vitals.hit_points = before
        .saturating_add(amount)
        .min(vitals.ceiling().max(before));
    vitals.nonlethal = (vitals.nonlethal - amount).max(0);
    let hit_points = vitals.hit_points;
    // The next wound undoes the waking all the same.
    vitals.awake_from = vitals.awake_from.map(|_| hit_points);
    let amount = hit_points - before;
    let topics = cited(was_down, hit_points);
    battle.emit(
        &topics,
        EventKind::Healed {
            seat,
            amount,
            hit_points,
        },
    );
    if hit_points < 0 {
        // Awake or not, it has had help (SP-DYING-22).
        battle.vitals_mut(seat).tended = true;
    }
    match health(battle, seat) {
        // Still below: what remains of the danger is over.
        Health::Down => tend(battle, seat),
        _ => lies.waken(battle, seat),
    }
}

/// The topics of healing: for a combatant that was down also what it wakes to (SP-DYING-17, SP-DYING-18).
fn cited(was_down: bool, hit_points: i32) -> Vec<Topic> {
    let wakes = match hit_points {
        0 => Some(Topic::HealedToZero),
        1.. => Some(Topic::HealedAwake),
        _ => None,
    };
    let wakes = wakes.filter(|_| was_down);
    std::iter::once(Topic::Healing).chain(wakes).collect()
}

/// Whether something is left of each of a combatant's scores.
pub(super) fn is_whole(state: &State, seat: Seat) -> bool {
    let mut all = Ability::ALL.into_iter();
    all.all(|ability| state.left_of(seat, ability) > 0)
}

/// How a combatant lies before its hit points rise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lies {
    /// It is dying, or would be if it were not stable.
    down: bool,
    health: Health,
}

impl Lies {
    pub(super) fn of(state: &State, seat: Seat) -> Self {
        Self {
            down: is_down(state, seat),
            health: health(state, seat),
        }
    }

    /// Settles a combatant's state after its hit points changed: what more of them ends, ends.
    pub(super) fn waken(self, battle: &mut Wounding, seat: Seat) {
        let now = health(battle, seat);
        if now == Health::Disabled && self.down {
            rise(battle, seat);
        }
        if self.health == Health::Stunned && now != Health::Stunned && is_whole(battle, seat) {
            let unconscious = battle.book.known.unconscious;
            conditions::end_known(battle, seat, unconscious);
        }
        settle(battle, seat);
    }
}
