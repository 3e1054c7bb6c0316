//! The balance of forces: how much better one side stands than the others, in points.
//!
//! What an action does beyond harm (an enemy on the ground, a weapon out of its hand, a guard that is
//! up) shows in what every combatant could do to every combatant in the next round. So a new kind of
//! action or condition needs no word here: its effects speak for it.

use super::evaluate::{self, Odds};
use super::profile::Profile;
use super::survey::rough_chance;
use crate::combat::SideId;
use crate::combat::battle::assessment::{AttackOption, Fitness, Strike, UnitValue};
use crate::combat::contract::BestAbility;
use crate::grid::{Diagonals, distance};

/// What the attacks of the next round count beside one now.
const POTENTIAL: f64 = 0.5;
/// What it is worth to put an enemy into a bad state by a special ability.
const STATE: f64 = 15.0;

/// How the forces stand for a side: what its own are worth and may do, less the same of the others.
pub fn of(forces: &[UnitValue], side: SideId, profile: &Profile, diagonals: Diagonals) -> f64 {
    let plain = Profile {
        aggression: 50,
        ..*profile
    };
    let boldness = 0.5 + 0.5 * Profile::factor(profile.aggression);
    let fear = 0.5 + 0.5 * Profile::factor(profile.caution);
    forces
        .iter()
        .map(|force| {
            let potential = POTENTIAL * best_attack(force, forces, &plain, diagonals);
            if force.side == side {
                worth(force) + boldness * potential
            } else {
                -left(force) - fear * potential
            }
        })
        .sum()
}

/// What it means that a combatant is there at all.
fn worth(force: &UnitValue) -> f64 {
    match force.fitness {
        Fitness::Fighting => 40.0 + 60.0 * health(force).min(1.0),
        Fitness::Down => 30.0,
        Fitness::Dying => 12.0,
        Fitness::Lost => 0.0,
    }
}

/// What is left of an enemy. One that lies fights no more unless it is helped: to kill it is worth less than any
/// blow at one that stands.
fn left(force: &UnitValue) -> f64 {
    match force.fitness {
        Fitness::Fighting | Fitness::Lost => worth(force),
        Fitness::Down => 20.0,
        Fitness::Dying => 5.0,
    }
}

/// What the best attack, or the best use of a special ability, that a combatant could make next is
/// worth.
fn best_attack(
    by: &UnitValue,
    forces: &[UnitValue],
    profile: &Profile,
    diagonals: Diagonals,
) -> f64 {
    if by.fitness != Fitness::Fighting || by.actions == 0 {
        return 0.0;
    }
    let enemies = forces
        .iter()
        .filter(|enemy| enemy.side != by.side && enemy.fitness == Fitness::Fighting);
    enemies
        .map(|enemy| {
            let duels = by.duels.iter().filter(|duel| duel.target == enemy.seat);
            let settled = duels.map(|duel| duel_attack(by, duel, enemy, profile));
            // Exact odds of the very two stand above a rough guess.
            let attack = settled.reduce(f64::max).unwrap_or_else(|| {
                let strikes = by.strikes.iter();
                strikes
                    .map(|strike| attack(by, strike, enemy, profile, diagonals))
                    .fold(0.0, f64::max)
            });
            let spell = by.spell.map_or(0.0, |spell| magic(spell, enemy, profile));
            f64::max(attack, spell)
        })
        .fold(0.0, f64::max)
}

/// An attack whose odds are known.
fn duel_attack(by: &UnitValue, duel: &AttackOption, enemy: &UnitValue, profile: &Profile) -> f64 {
    let single = opening(duel, enemy, profile);
    let whole = by.actions > 1 && !by.prone;
    evaluate::full_attack(single, if whole { duel.attacks } else { 1 })
}

/// What one attack with known odds is worth.
fn opening(opening: &AttackOption, enemy: &UnitValue, profile: &Profile) -> f64 {
    let odds = Odds {
        hit: opening.hit,
        mean: opening.mean,
        down: opening.down,
    };
    evaluate::attack(odds, f64::from(enemy.life.max(1)), health(enemy), profile)
}

/// What the best of these attacks is worth, further ones in a row included.
pub fn follow_up(attack_options: &[AttackOption], forces: &[UnitValue], profile: &Profile) -> f64 {
    let worth = |one: &AttackOption| {
        let enemy = forces.get(one.target.index())?;
        Some(evaluate::full_attack(
            opening(one, enemy, profile),
            one.attacks,
        ))
    };
    attack_options.iter().filter_map(worth).fold(0.0, f64::max)
}

/// The worst that the special abilities of a combatant could do to these, and the chance that a wound
/// spoils it.
pub fn menace(by: &UnitValue, forces: &[UnitValue], profile: &Profile) -> (f64, f64) {
    let Some(spell) = by.spell else {
        return (0.0, 0.0);
    };
    let enemies = forces
        .iter()
        .filter(|enemy| enemy.side != by.side && enemy.fitness == Fitness::Fighting);
    let worst = enemies
        .map(|enemy| magic(spell, enemy, profile))
        .fold(0.0, f64::max);
    (worst, f64::from(spell.spoils) / 100.0)
}

/// What the use of a special ability on a combatant is worth.
fn magic(spell: BestAbility, enemy: &UnitValue, profile: &Profile) -> f64 {
    let mean = f64::from(spell.mean_x2) / 2.0;
    let life = f64::from(enemy.life.max(1));
    let odds = Odds {
        hit: 1.0,
        mean,
        down: ((mean - 0.5 * life) / life).clamp(0.0, 1.0),
    };
    let state = if spell.hinders { STATE } else { 0.0 };
    let holds = f64::from(spell.holds) / 100.0;
    holds * (evaluate::attack(odds, life, health(enemy), profile) + state)
}

fn health(force: &UnitValue) -> f64 {
    f64::from(force.hit_points.max(0)) / f64::from(force.max_hit_points.max(1))
}

fn attack(
    by: &UnitValue,
    strike: &Strike,
    enemy: &UnitValue,
    profile: &Profile,
    diagonals: Diagonals,
) -> f64 {
    let (Some(from), Some(to)) = (by.area, enemy.area) else {
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
    let open = enemy.open_to[usize::from(strike.ranged)];
    let hit = rough_chance(strike.attack + open, enemy.defence);
    let mean = f64::from(strike.mean_x2.max(0)) / 2.0;
    let life = f64::from(enemy.life.max(1));
    let odds = Odds {
        hit,
        mean: hit * mean,
        down: hit * ((mean - 0.5 * life) / life).clamp(0.0, 1.0),
    };
    let single = evaluate::attack(odds, life, health(enemy), profile);
    let whole = by.actions > 1 && near && !by.prone;
    let attacks = if whole { strike.attacks } else { 1 };
    likely * evaluate::full_attack(single, attacks)
}
