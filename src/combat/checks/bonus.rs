//! What is added to a d20.

use std::ops::Deref;

use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::{Aspect, Modifiers, Tally};

/// What is added to a d20, with what conditions add to every roll of the one that makes it. No die is rolled
/// with anything else, and odds are worked out with the same, so that no roll can leave it out (EP-DEF-01).
#[derive(Clone, Debug, Default)]
pub struct RollBonus(Tally);

impl RollBonus {
    /// That of any roll but a saving throw. `own`: what it has by itself.
    pub fn of(state: &State, seat: Seat, own: Tally) -> Self {
        let mut added = Modifiers::new();
        conditions::effects(state, seat, Aspect::Rolls, None, &mut added);
        Self(own.with(added, &state.rules().policies.stacking))
    }

    /// That of a saving throw, which has an aspect of its own.
    pub fn of_save(own: Tally) -> Self {
        Self(own)
    }

    /// That of an earlier roll, rolled with once more.
    pub fn again(rolled: Tally) -> Self {
        Self(rolled)
    }
}

impl Deref for RollBonus {
    type Target = Tally;

    fn deref(&self) -> &Tally {
        &self.0
    }
}

impl From<RollBonus> for Tally {
    fn from(bonus: RollBonus) -> Self {
        bonus.0
    }
}
