//! What things are worth, in points: an enemy put out of the fight is about 100.
//!
//! Only additions, multiplications and divisions, so that every machine gets the same numbers.

use super::profile::Profile;
use super::survey::{Other, Survey};
use crate::combat::{AttackForecast, OpportunityForecast, Toll};
use crate::grid::Area;

/// Points for an enemy out of the fight.
pub const DOWN: f64 = 100.0;

/// The gist of an attack's odds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    pub hit: f64,
    /// Mean damage, misses included.
    pub mean: f64,
    /// Chance that the target is out of the fight afterwards.
    pub down: f64,
}

impl From<&AttackForecast> for Odds {
    fn from(forecast: &AttackForecast) -> Self {
        Self {
            hit: forecast.hit,
            mean: forecast.damage.mean(),
            down: forecast.down,
        }
    }
}

/// The part of a combatant's worth that an attack with these odds takes, from 0 to 1.
pub fn harm(odds: Odds, life: f64) -> f64 {
    let wears = (odds.mean / life).min(1.0);
    odds.down + (1.0 - odds.down) * 0.6 * wears
}

/// What an attack with these odds on a combatant with so much life is worth. `health` is the part of
/// its life that it still has.
pub fn attack(odds: Odds, life: f64, health: f64, profile: &Profile) -> f64 {
    let harm = harm(odds, life);
    // A combatant that is half dead already is half the work for a whole enemy less.
    let focus = 1.0 + 0.5 * Profile::factor(profile.focus) * (1.0 - health);
    DOWN * harm * focus * (0.5 + 0.5 * Profile::factor(profile.aggression))
}

/// What a full attack is worth beside a single one: later attacks hit less often, and on the dead
/// none is needed.
pub fn full_attack(single: f64, attacks: u8) -> f64 {
    single * (1.0 + 0.7 * f64::from(attacks.saturating_sub(1)))
}

/// What attacks of opportunity of these odds cost a combatant with so much life.
pub fn opportunities(list: &[OpportunityForecast], life: f64, profile: &Profile) -> f64 {
    let damage: f64 = list.iter().map(|one| one.mean_damage).sum();
    let hits: f64 = list.iter().map(|one| one.hit).sum();
    loss(damage, life, profile) + hits * 2.0 * Profile::factor(profile.caution)
}

/// What it costs to lose so much of its life.
pub fn loss(damage: f64, life: f64, profile: &Profile) -> f64 {
    let part = damage / life.max(1.0);
    // The last of it counts more than the first.
    DOWN * 0.6
        * (part.min(1.0) + if part >= 1.0 { 0.5 } else { 0.0 })
        * (0.3 + 0.7 * Profile::factor(profile.caution))
}

/// What it costs to come upon ground that does this.
pub fn toll(toll: Toll, life: f64, profile: &Profile) -> f64 {
    let damage = if toll.deadly {
        10.0 * life
    } else {
        toll.damage
    };
    let held = if toll.holds { HELD } else { 0.0 };
    loss(damage, life, profile) * if toll.deadly { 10.0 } else { 1.0 } + held
}

/// What it costs to sink into ground that holds.
const HELD: f64 = 25.0;

/// What it costs to fall before the next turn.
const DREAD: f64 = 30.0;

/// What may be suffered before the next turn when standing there, in points.
pub fn exposure(survey: &Survey, at: Area, profile: &Profile) -> f64 {
    let life = own_life(survey);
    let (mut part, mut survives, mut comers) = (0.0, 1.0, 0);
    let near = company(survey, at);
    let own = survey.own();
    let sound = own.hit_points * 2 > own.max_hit_points;
    for enemy in &survey.enemies {
        let mut likely = likelihood(survey, enemy, at);
        // An enemy that has to come first comes to one of those who are near, to the hurt rather than
        // the sound.
        if sound && survey.away(enemy.area, at) > enemy.reach + 1 {
            likely *= (2.0 / f64::from(1 + near)).min(1.0);
        }
        comers += u32::from(likely > 0.0 && enemy.reach > 0);
        part += likely * (enemy.punch / life).min(1.0);
        survives *= 1.0 - likely * enemy.kill;
    }
    let weight = if survey.shooter {
        0.2 + 0.4 * Profile::factor(profile.keeps_distance)
    } else {
        0.25
    };
    let weight = weight + ALONE * loneliness(survey, near, comers);
    let dread = DREAD * (1.0 - survives) * (0.3 + 0.7 * Profile::factor(profile.caution));
    (loss(part * life, life, profile) * weight + dread) * patience(survey.view.rounds())
}

/// Of what those may do who could come before the next turn so much can be spared in the balance of forces.
const SPARED: f64 = 0.75;

/// What a guard is worth at most: it spares what those who could come before the next turn would do here.
pub fn peril(survey: &Survey) -> f64 {
    let life = own_life(survey);
    let comes = |enemy: &&Other| likelihood(survey, enemy, survey.area) > 0.0;
    let dreaded = survey.enemies.iter().filter(comes);
    let dreaded = dreaded.map(|enemy| enemy.kill + 0.6 * (enemy.punch / life).min(1.0));
    SPARED * DOWN * dreaded.sum::<f64>()
}

/// What may be suffered counts so much more for a combatant that is quite alone.
const ALONE: f64 = 0.75;

/// How many of its side are within a move of there, itself counted.
fn company(survey: &Survey, at: Area) -> u32 {
    let near = |ally: &&Other| survey.away(ally.area, at) <= ally.speed + 1;
    1 + survey.allies.iter().filter(near).count() as u32
}

/// How far a combatant is left alone by its allies with enemies that may come, 0 to 1: `near` are there.
/// Where no ally is left, none is missed.
fn loneliness(survey: &Survey, near: u32, comers: u32) -> f64 {
    if comers < 2 || survey.allies.is_empty() {
        return 0.0;
    }
    if near >= comers {
        return 0.0;
    }
    let all = 1 + survey.allies.len() as u32;
    (1.0 - f64::from(near) / f64::from(all)) * (1.0 - f64::from(near) / f64::from(comers))
}

/// Rounds after which keeping out of harm's way begins to matter less.
pub const LONG: u16 = 20;

/// How much danger still counts: running never wins a battle.
pub fn patience(round: u16) -> f64 {
    f64::from(LONG) / f64::from(round.max(LONG))
}

/// How likely an enemy attacks a combatant that stands there, from where it is now.
fn likelihood(survey: &Survey, enemy: &Other, at: Area) -> f64 {
    let away = survey.away(enemy.area, at);
    if enemy.reach > 0 && away <= enemy.reach {
        return 0.7;
    }
    // A step after a combatant is soon taken.
    let step = if enemy.reach > 0 && enemy.speed > 0 && away <= enemy.reach + 1 {
        0.5
    } else {
        0.0
    };
    let shot = if enemy.range > 0 && away <= enemy.range {
        0.35
    } else {
        0.0
    };
    // A combatant that is followed does not get far.
    let roams = if enemy.engaged { 0.4 } else { 1.0 };
    let walk = if enemy.reach > 0 && away <= enemy.reach + enemy.speed {
        0.4
    } else {
        0.0
    };
    let charge = if enemy.reach > 0 && away <= enemy.reach + 2 * enemy.speed {
        0.2
    } else {
        0.0
    };
    f64::max(f64::max(shot, step), roams * f64::max(walk, charge))
}

/// Damage that takes the one who decides out of the fight.
pub fn own_life(survey: &Survey) -> f64 {
    let own = survey.own();
    f64::from((own.hit_points - own.nonlethal).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::{Cause, Seat};
    use crate::grid::Square;

    fn odds(hit: f64, mean: f64, down: f64) -> Odds {
        Odds { hit, mean, down }
    }

    #[test]
    fn finishing_the_wounded_beats_scratching_the_fresh() {
        let profile = Profile::BALANCED;
        let finish = attack(odds(0.5, 3.0, 0.5), 3.0, 0.2, &profile);
        let scratch = attack(odds(0.6, 3.6, 0.0), 20.0, 1.0, &profile);
        assert!(finish > 3.0 * scratch, "{finish} {scratch}");
    }

    #[test]
    fn focus_prefers_the_wounded() {
        let same = odds(0.5, 3.0, 0.0);
        let keen = Profile {
            focus: 100,
            ..Profile::BALANCED
        };
        let blind = Profile {
            focus: 0,
            ..Profile::BALANCED
        };
        assert!(attack(same, 10.0, 0.5, &keen) > attack(same, 10.0, 1.0, &keen));
        assert_eq!(
            attack(same, 10.0, 0.5, &blind),
            attack(same, 10.0, 1.0, &blind)
        );
    }

    #[test]
    fn the_cautious_pay_more_for_opportunity_attacks() {
        let one = OpportunityForecast {
            by: Seat(1),
            cause: Cause::Leaving(Square::new(0, 0)),
            at: Square::new(0, 0),
            hit: 0.5,
            mean_damage: 3.0,
        };
        let list = [one];
        let cost = |profile: &Profile| opportunities(&list, 12.0, profile);
        assert!(cost(&Profile::SKIRMISHER) > cost(&Profile::BALANCED));
        assert!(cost(&Profile::BALANCED) > cost(&Profile::BERSERKER));
        assert_eq!(opportunities(&[], 12.0, &Profile::BALANCED), 0.0);
    }

    #[test]
    fn a_second_attack_is_worth_less_than_the_first() {
        assert_eq!(full_attack(10.0, 1), 10.0);
        assert_eq!(full_attack(10.0, 2), 17.0);
    }
}
