//! What a choice would do, before it is made: exact odds from the code that resolves it.

use crate::combat::contract::request::{Cause, Refusal};
use crate::combat::contract::seat::Seat;
use crate::dice::Distribution;
use crate::grid::Square;
use crate::rules::{Stat, Tally, TerrainId, Topic};

/// The odds of one attack.
#[derive(Clone, Debug)]
pub struct AttackForecast {
    pub attacker: Seat,
    pub target: Seat,
    /// Bonus of the attack, part by part.
    pub attack: Tally,
    /// The number to reach, part by part.
    pub defence: Tally,
    /// Lowest natural roll that hits, if it is a fixed number (2 to 20).
    pub needs: Option<i32>,
    /// Chances from 0 to 1.
    pub hit: f64,
    pub critical: f64,
    /// Chance that the target is out of the fight afterwards.
    pub down: f64,
    /// Damage that reaches the target over all outcomes, misses included as 0.
    pub damage: Distribution,
    /// Damage if it hits: smallest and largest.
    pub damage_range: (i32, i32),
    /// What matters here: flanking, cover, shooting into melee …
    pub notes: Vec<Topic>,
}

/// One attack of opportunity that a choice gives away.
#[derive(Clone, Debug)]
pub struct OpportunityForecast {
    pub by: Seat,
    pub cause: Cause,
    /// Where the mover is then.
    pub at: Square,
    pub hit: f64,
    pub mean_damage: f64,
}

/// Effect of the terrain in one square of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundForecast {
    /// The mover, or its mount.
    pub seat: Seat,
    pub terrain: TerrainId,
    /// Squares of the way that are walked by then.
    pub after: usize,
    /// Chance from 0 to 1 that it harms or holds.
    pub chance: f64,
    /// Damage over all outcomes.
    pub damage: Distribution,
    pub nonlethal: bool,
    /// No combatant survives it.
    pub deadly: bool,
    /// Holds the mover or casts it out: the path ends there.
    pub holds: bool,
}

/// What a movement would cost.
#[derive(Clone, Debug, Default)]
pub struct PathForecast {
    /// Squares walked, the starting one not included.
    pub squares: Vec<Square>,
    /// Twelfths of a square, step by step, summed so far.
    pub costs: Vec<u16>,
    /// What an enemy strikes with only if a check fails counts that much less.
    pub opportunities: Vec<OpportunityForecast>,
    /// The checks that the way takes, in their order.
    pub checks: Vec<WayCheck>,
    /// Effects of the terrain along the path, square by square.
    pub ground: Vec<GroundForecast>,
    /// Effects of the terrain at the start of the next turn, for a mover that stays at the end.
    pub stays: Vec<GroundForecast>,
    /// Chance that the ground on the way fells the mover or its mount, weakened by what strikes before.
    pub ground_fells: f64,
    /// Chance that the mover and its mount are still standing at the end.
    pub survives: f64,
    /// Chance to arrive still able to act.
    pub arrives: f64,
    /// It is a step of one square and all the movement of the turn (CD-AOO-06).
    pub closes: bool,
}

/// A check that a movement takes on its way.
#[derive(Clone, Copy, Debug)]
pub struct WayCheck {
    pub stat: Stat,
    /// The enemy to be got past, if it is one.
    pub against: Option<Seat>,
    pub difficulty: i32,
    /// Chance from 0 to 1 that it succeeds.
    pub chance: f64,
    /// Whether the way ends there if it fails.
    pub stops: bool,
}

/// Chance below which a way takes a second click for what strikes on it.
const SAFE: f64 = 0.9;

impl PathForecast {
    /// Whether the way may be the last: the ground may fell the mover, or what strikes on it is likely enough to.
    pub fn is_reckless(&self) -> bool {
        self.ground_fells > 0.0 || self.survives < SAFE
    }

    /// Chance that no failed check ends the way.
    pub fn passes(&self) -> f64 {
        let stops = self.checks.iter().filter(|check| check.stops);
        stops.map(|check| check.chance).product()
    }

    /// Chance that all checks of the way succeed, if there are any.
    pub fn succeeds(&self) -> Option<f64> {
        let all = self.checks.iter().map(|check| check.chance);
        all.reduce(|sum, chance| sum * chance)
    }
}

/// Everything that can be said about a choice beforehand.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    pub refusal: Option<Refusal>,
    pub path: Option<PathForecast>,
    /// Attacks of opportunity against the act itself.
    pub provokes: Vec<OpportunityForecast>,
    pub attack: Option<AttackForecast>,
    /// A hit of that attack does more than its damage.
    pub hit_does_more: bool,
    /// What an ability would do to whom.
    pub ability: Option<AbilityForecast>,
    /// Chance that an opposed check or save of the act succeeds.
    pub success: Option<f64>,
}

/// Whom a light would show more clearly, and to whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse {
    pub observer: Seat,
    pub subject: Seat,
    /// How much less hides it, 0 to 1.
    pub clearer: f64,
}

/// What using an ability would do.
#[derive(Clone, Debug, Default)]
pub struct AbilityForecast {
    /// Squares that it covers.
    pub squares: Vec<Square>,
    /// Everyone affected, by seat, allies included.
    pub affected: Vec<Affected>,
    /// Chance that concentration holds, interruptions aside.
    pub concentration: f64,
}

/// What it would do to one combatant.
#[derive(Clone, Debug)]
pub struct Affected {
    pub seat: Seat,
    /// The attack roll, if it takes one.
    pub attack: Option<AttackForecast>,
    /// Chance that it saves, if it may.
    pub saves: Option<f64>,
    /// Damage over all outcomes.
    pub damage: Distribution,
    /// Chance that it is out of the fight afterwards.
    pub down: f64,
    /// Mean of the hit points that it regains.
    pub heals: f64,
    /// Something else about it would change: a condition, its place.
    pub alters: bool,
    /// Something of that is to its disadvantage.
    pub hinders: bool,
}

impl Affected {
    /// Whether it would be worse off.
    pub fn is_harmed(&self) -> bool {
        self.damage.max() > 0 || self.hinders
    }

    /// Whether it would be better off.
    pub fn is_helped(&self) -> bool {
        !self.is_harmed() && (self.heals > 0.0 || self.alters)
    }
}
