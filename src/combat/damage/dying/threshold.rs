//! How near a combatant is to being out of the fight.

use std::collections::BTreeMap;

use crate::combat::contract::Seat;
use crate::combat::damage::dying::{Body, Health};
use crate::combat::state::State;
use crate::combat::{checks, conditions};
use crate::dice::Distribution;
use crate::rules::{Ability, AtZero, Flag, Stat};

/// The chance that a wound puts a combatant out of the fight, or kills it if it is out already.
pub fn down_chance(state: &State, seat: Seat, amount: i32, nonlethal: bool) -> f64 {
    DropThreshold::of(state, seat, nonlethal).down_chance(state, amount)
}

/// How near a combatant is to being out of the fight: asked once, then for wound after wound.
pub struct DropThreshold {
    limit: Limit,
    nonlethal: bool,
}

impl DropThreshold {
    /// As things stand, for wounds of this kind.
    pub fn of(state: &State, seat: Seat, nonlethal: bool) -> Self {
        Self {
            limit: Limit::of(state, seat),
            nonlethal,
        }
    }

    /// The chance that an attack that deals so much puts it out of the fight, or kills it if it is out
    /// already.
    pub fn down_chance(&self, state: &State, amount: i32) -> f64 {
        let how = Suffering {
            nonlethal: self.nonlethal,
            by_attack: true,
        };
        self.limit.wound(state, self.limit.unhurt(), amount, how).1
    }
}

/// How damage comes.
#[derive(Clone, Copy, Debug)]
pub struct Suffering {
    pub nonlethal: bool,
    /// A single attack deals it, which may be massive.
    pub by_attack: bool,
}

/// The wounds that a combatant has, or is supposed to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wounds {
    hit_points: i32,
    nonlethal: i32,
    temporary: i32,
    /// Constitution lost by wounds that are only supposed.
    bled: i32,
}

/// Harm that a combatant can take.
struct Limit {
    seat: Seat,
    body: Body,
    is_down: bool,
    temporary: i32,
}

impl Limit {
    fn of(state: &State, seat: Seat) -> Self {
        let is_down =
            conditions::has(state, seat, Flag::Dying) || conditions::has(state, seat, Flag::Stable);
        Self {
            seat,
            body: Body::of(state, seat),
            is_down,
            temporary: conditions::temporary(state, seat),
        }
    }

    fn unhurt(&self) -> Wounds {
        Wounds {
            hit_points: self.body.vitals.hit_points,
            nonlethal: self.body.vitals.nonlethal,
            temporary: self.temporary,
            bled: 0,
        }
    }

    /// The wounds after one more, and the chance that it is the last.
    fn wound(&self, state: &State, before: Wounds, amount: i32, how: Suffering) -> (Wounds, f64) {
        let mut after = before;
        if amount <= 0 {
            return (after, 0.0);
        }
        let policies = &state.rules().policies;
        let beside = policies.damage.nonlethal.beside_temporary();
        let taken = match how.nonlethal && beside {
            true => 0,
            false => after.temporary.clamp(0, amount),
        };
        after.temporary -= taken;
        let through = amount - taken;
        let mut bled = 0;
        if how.nonlethal {
            after.nonlethal += through;
        } else if self.body.drains() {
            bled = (through - after.hit_points.max(0)).max(0);
            after.hit_points -= through - bled;
            after.bled += bled;
        } else {
            after.hit_points -= through;
        }
        let body = Body {
            beside: if beside { after.temporary } else { 0 },
            ..self.body
        };
        let lost = body.vitals.lost.of(Ability::Constitution) + after.bled;
        match body.health(after.hit_points, after.nonlethal, lost) {
            Health::Dead => return (after, 1.0),
            Health::Down | Health::Stunned if !self.is_down => return (after, 1.0),
            _ => {}
        }
        let mut stands = 1.0;
        let saves =
            |difficulty| checks::chance(state, self.seat, Stat::Fortitude, difficulty, after.bled);
        if let AtZero::DrainsConstitution { save_base } = policies.dying.at_zero
            && bled > 0
            && !self.is_down
        {
            stands *= saves(save_base + bled);
        }
        if let Some(massive) = policies.damage.massive
            && !how.nonlethal
            && how.by_attack
            && amount >= massive.threshold
        {
            stands *= saves(massive.difficulty);
        }
        (after, 1.0 - stands)
    }
}

/// How likely a combatant still stands, wound after wound.
pub struct Endurance {
    limit: Limit,
    /// The chance of each state in which it stands.
    standing: BTreeMap<Wounds, f64>,
}

impl Endurance {
    /// As things stand.
    pub fn of(state: &State, seat: Seat) -> Self {
        let limit = Limit::of(state, seat);
        let standing = BTreeMap::from([(limit.unhurt(), 1.0)]);
        Self { limit, standing }
    }

    /// The chance that it stands.
    pub fn stands(&self) -> f64 {
        self.standing.values().sum()
    }

    /// Suffers damage with these chances; returns the chance that this fells it.
    pub fn suffer(&mut self, state: &State, damage: &Distribution, how: Suffering) -> f64 {
        let mut felled = 0.0;
        for (before, chance) in std::mem::take(&mut self.standing) {
            for (amount, share) in damage.iter() {
                let (after, falls) = self.limit.wound(state, before, amount, how);
                felled += chance * share * falls;
                if falls < 1.0 {
                    *self.standing.entry(after).or_default() += chance * share * (1.0 - falls);
                }
            }
        }
        felled
    }

    /// Meets with this chance what no combatant survives; returns the chance that this fells it.
    pub fn perish(&mut self, chance: f64) -> f64 {
        let felled = self.stands() * chance;
        self.standing.values_mut().for_each(|p| *p *= 1.0 - chance);
        felled
    }
}
