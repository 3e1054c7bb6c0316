//! How near a combatant is to being out of the fight.

use crate::combat::contract::Seat;
use crate::combat::damage::dying::{Body, Health};
use crate::combat::state::State;
use crate::combat::{checks, conditions};
use crate::rules::{Ability, AtZero, Flag, Stat};

/// The chance that a wound puts a combatant out of the fight, or kills it if it is out already.
pub fn down_chance(state: &State, seat: Seat, amount: i32, nonlethal: bool) -> f64 {
    DropThreshold::of(state, seat, nonlethal).down_chance(state, amount)
}

/// How near a combatant is to being out of the fight: asked once, then for wound after wound.
pub struct DropThreshold {
    seat: Seat,
    body: Body,
    is_down: bool,
    nonlethal: bool,
}

impl DropThreshold {
    /// As things stand, for wounds of this kind.
    pub fn of(state: &State, seat: Seat, nonlethal: bool) -> Self {
        let is_down =
            conditions::has(state, seat, Flag::Dying) || conditions::has(state, seat, Flag::Stable);
        Self {
            seat,
            body: Body::of(state, seat),
            is_down,
            nonlethal,
        }
    }

    /// The chance that a wound of so much puts it out of the fight, or kills it if it is out
    /// already.
    pub fn down_chance(&self, state: &State, amount: i32) -> f64 {
        if amount <= 0 {
            return 0.0;
        }
        let Self { body, is_down, .. } = self;
        let vitals = body.vitals;
        let policies = &state.rules().policies;
        let (mut hit_points, mut bruises, mut bled) = (vitals.hit_points, vitals.nonlethal, 0);
        if self.nonlethal {
            bruises += amount;
        } else if body.drains() {
            bled = (amount - hit_points.max(0)).max(0);
            hit_points -= amount - bled;
        } else {
            hit_points -= amount;
        }
        let lost = vitals.lost.of(Ability::Constitution) + bled;
        match body.health(hit_points, bruises, lost) {
            Health::Dead => return 1.0,
            Health::Down | Health::Stunned if !is_down => return 1.0,
            _ => {}
        }
        let mut stands = 1.0;
        let saves =
            |difficulty| checks::chance(state, self.seat, Stat::Fortitude, difficulty, bled);
        if let AtZero::DrainsConstitution { save_base } = policies.dying.at_zero
            && bled > 0
            && !is_down
        {
            stands *= saves(save_base + bled);
        }
        if let Some(massive) = policies.damage.massive
            && !self.nonlethal
            && amount >= massive.threshold
        {
            stands *= saves(massive.difficulty);
        }
        1.0 - stands
    }
}
