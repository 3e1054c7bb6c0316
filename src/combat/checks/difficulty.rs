//! Checks on a d20 against a number: one thing that is rolled in battle and asked for its odds before.

use crate::combat::checks;
use crate::combat::checks::Cites;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::state::{Rolling, State};
use crate::dice::Purpose;
use crate::rules::{Ability, Edge, Stat, Tally, Topic};

/// A check against a number that is not rolled yet. It succeeds with that number or more.
#[derive(Clone, Debug)]
pub struct DifficultyCheck {
    pub seat: Seat,
    /// What the die is labelled with.
    pub purpose: Purpose,
    pub bonus: RollBonus,
    pub edge: Edge,
    /// The number to reach.
    pub against: i32,
    /// Up to this natural result it fails whatever the total: that of an attack roll; 0: at none.
    pub fails_to: i32,
    /// From this natural result on it succeeds whatever the total; above 20: at none.
    pub succeeds_from: i32,
    /// What a natural 20 adds to the total.
    pub twenty_adds: i32,
}

impl DifficultyCheck {
    /// A check with this bonus, on one die.
    pub fn new(state: &State, seat: Seat, bonus: Tally, against: i32) -> Self {
        Self {
            seat,
            purpose: Purpose::Check,
            bonus: RollBonus::of(state, seat, bonus),
            edge: Edge::None,
            against,
            fails_to: 0,
            succeeds_from: i32::MAX,
            twenty_adds: 0,
        }
    }

    /// By how much this natural result beats the number, less than 0 for a failure.
    fn beats(&self, natural: i32) -> i32 {
        let luck = checks::lucky(natural, self.twenty_adds);
        let margin = (natural + self.bonus.total + luck).saturating_sub(self.against);
        if natural <= self.fails_to {
            margin.min(-1)
        } else if natural >= self.succeeds_from {
            margin.max(0)
        } else {
            margin
        }
    }

    /// A check of a stat.
    pub fn of_stat(state: &State, seat: Seat, stat: Stat, against: i32) -> Self {
        Self::new(state, seat, checks::tally(state, seat, stat, &[]), against)
    }

    /// A check of a bare ability.
    pub fn of_ability(state: &State, seat: Seat, ability: Ability, against: i32) -> Self {
        Self::new(
            state,
            seat,
            checks::bare(state, seat, ability, &[]),
            against,
        )
    }

    /// Rolls it and emits the event; by how much the check beat the DC, less than 0 for a failure.
    pub(crate) fn margin(self, battle: &mut Rolling, cites: impl Into<Cites>) -> i32 {
        let (seat, purpose, against) = (self.seat, self.purpose, self.against);
        let check = checks::d20(battle, seat, purpose, self.bonus.clone(), self.edge);
        let margin = self.beats(check.natural);
        let check = checks::with_luck(battle, check, self.twenty_adds);
        let checked = EventKind::Checked {
            seat,
            purpose,
            check,
            against,
            success: margin >= 0,
        };
        cites.into().emit(battle, checked);
        margin
    }

    /// Rolls it and emits the event; whether it succeeds.
    pub fn succeeds(self, battle: &mut Rolling, topic: Topic) -> bool {
        self.margin(battle, topic) >= 0
    }

    /// The chance that it succeeds.
    pub fn chance(&self) -> f64 {
        let naturals = checks::naturals(self.edge);
        let enough = |natural: &usize| self.beats(*natural as i32) >= 0;
        (1..=20).filter(enough).map(|n| naturals[n]).sum()
    }
}

/// Rolls a skill check that is an action of its own: looking around, knowing something, being quiet
/// on the way. It never provokes and no advantage helps it.
pub fn roll(battle: &mut Rolling, seat: Seat, stat: Stat, against: i32) -> bool {
    DifficultyCheck::of_stat(battle, seat, stat, against).succeeds(battle, Topic::SkillCheck)
}
