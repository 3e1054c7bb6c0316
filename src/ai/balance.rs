//! The balance of forces: how much better one side stands than the others, in points.
//!
//! What an action does beyond harm (a foe on the ground, a weapon out of its hand, a guard that is
//! up) shows in what everybody could do to everybody in the next round. So a new kind of action or
//! condition needs no word here: its effects speak for it.

use super::evaluate::{self, Odds};
use super::profile::Profile;
use super::survey::rough_chance;
use crate::combat::SideId;
use crate::combat::glimpse::{Fitness, Force, Strike};
use crate::grid::{Diagonals, distance};

/// What the attacks of the next round count beside one now.
const OUTLOOK: f64 = 0.5;

/// How the forces stand for a side: what its own are worth and may do, less the same of the others.
pub fn of(forces: &[Force], side: SideId, profile: &Profile, diagonals: Diagonals) -> f64 {
    let plain = Profile {
        aggression: 50,
        ..*profile
    };
    let boldness = 0.5 + 0.5 * Profile::factor(profile.aggression);
    let fear = 0.5 + 0.5 * Profile::factor(profile.caution);
    forces
        .iter()
        .map(|force| {
            let outlook = OUTLOOK * best_attack(force, forces, &plain, diagonals);
            if force.side == side {
                worth(force) + boldness * outlook
            } else {
                -worth(force) - fear * outlook
            }
        })
        .sum()
}

/// What it means that somebody is there at all.
fn worth(force: &Force) -> f64 {
    match force.fitness {
        Fitness::Fighting => {
            let health =
                f64::from(force.hit_points.max(0)) / f64::from(force.max_hit_points.max(1));
            40.0 + 60.0 * health.min(1.0)
        }
        Fitness::Down => 30.0,
        Fitness::Dying => 12.0,
        Fitness::Lost => 0.0,
    }
}

/// What the best attack that somebody could make next is worth.
fn best_attack(by: &Force, forces: &[Force], profile: &Profile, diagonals: Diagonals) -> f64 {
    if by.fitness != Fitness::Fighting || by.actions == 0 {
        return 0.0;
    }
    let foes = forces
        .iter()
        .filter(|foe| foe.side != by.side && foe.fitness == Fitness::Fighting);
    foes.flat_map(|foe| {
        let strikes = by.strikes.iter();
        strikes.map(|strike| attack(by, strike, foe, profile, diagonals))
    })
    .fold(0.0, f64::max)
}

fn attack(
    by: &Force,
    strike: &Strike,
    foe: &Force,
    profile: &Profile,
    diagonals: Diagonals,
) -> f64 {
    let (Some(from), Some(to)) = (by.area, foe.area) else {
        return 0.0;
    };
    let away = distance(from, to, diagonals);
    let speed = if by.prone { by.speed / 2 } else { by.speed };
    let near = away <= strike.reach;
    let likely = match () {
        () if near => 1.0,
        () if away <= strike.reach + speed => 0.6,
        () if away <= strike.reach + 2 * speed => 0.3,
        () if speed > 0 => 0.1,
        () => 0.0,
    };
    let open = foe.open_to[usize::from(strike.ranged)];
    let hit = rough_chance(strike.attack + open, foe.defence);
    let mean = f64::from(strike.mean_x2.max(0)) / 2.0;
    let life = f64::from(foe.life.max(1));
    let odds = Odds {
        hit,
        mean: hit * mean,
        down: hit * ((mean - 0.5 * life) / life).clamp(0.0, 1.0),
    };
    let health = f64::from(foe.hit_points.max(0)) / f64::from(foe.max_hit_points.max(1));
    let single = evaluate::attack(odds, life, health, profile);
    let whole = by.actions > 1 && near && !by.prone;
    let attacks = if whole { strike.attacks } else { 1 };
    likely * evaluate::full_attack(single, attacks)
}
