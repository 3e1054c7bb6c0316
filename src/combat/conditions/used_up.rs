//! Conditions that something uses up: an attack between two, a grapple, a check.

use crate::combat::conditions::remove;
use crate::combat::contract::Seat;
use crate::combat::state::Afflicting;
use crate::rules::{ConditionId, Source, Tally, UsedUp};

/// Ends what a combatant bears about one other and what this uses up. `ranged`: the kind of attack.
pub fn by(battle: &mut Afflicting, seat: Seat, other: Seat, what: UsedUp, ranged: bool) {
    let rules = battle.book.rules.clone();
    remove(battle, seat, |c| {
        let def = &rules.conditions[c.condition];
        c.about == Some(other) && def.used_up == Some(what) && def.against.admits(ranged)
    });
}

/// Ends what a grapple check between two uses up on either of them.
pub fn in_grapple(battle: &mut Afflicting, one: Seat, other: Seat) {
    by(battle, one, other, UsedUp::ByGrapple, false);
    by(battle, other, one, UsedUp::ByGrapple, false);
}

/// Ends what a check with this bonus uses up on the combatant that has rolled it.
pub fn by_check(battle: &mut Afflicting, seat: Seat, bonus: &Tally) {
    let rules = battle.book.rules.clone();
    let counts = |id: ConditionId| {
        let mut parts = bonus.parts.iter();
        parts.any(|part| part.modifier.source == Source::Condition(id))
    };
    remove(battle, seat, |c| {
        let by = rules.conditions[c.condition].used_up;
        by == Some(UsedUp::ByCheck) && counts(c.condition)
    });
}
