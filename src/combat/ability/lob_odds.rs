//! What a throw that bursts would do, from the functions that resolve it: every square on which it
//! may come down, with its chance.

use crate::combat::ability::lob::{DIRECTIONS, Lob};
use crate::combat::ability::{aim, asking, def, effect, lob, resolve};
use crate::combat::attack::odds;
use crate::combat::conditions;
use crate::combat::conditions::planes;
use crate::combat::contract::{Affected, Aim, AttackForecast, Seat};
use crate::combat::damage::dying;
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::substance;
use crate::combat::state::State;
use crate::dice::Distribution;
use crate::grid::Square;
use crate::rules::{AbilityDef, AbilityId, SpecialEffect};

/// Every combatant that a throw may harm, by seat. `None`: the ability is not thrown.
pub(crate) fn affected(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    aim: &Aim,
) -> Option<Vec<Affected>> {
    let def = def(state, ability)?;
    let lob = lob::lob(def)?;
    let goal = lob::goal(state, seat, aim)?;
    let struck = match aim {
        Aim::At(target) | Aim::Part(target, _) => Some(*target),
        _ => None,
    };
    let attack = struck
        .and_then(|target| resolve::order(state, seat, ability, target))
        .map(|order| odds::of_attack(state, &order, None));
    let hit = attack.as_ref().map_or_else(
        || on_square(state, seat, ability, (lob, goal)),
        |attack| attack.hit,
    );
    let misses = misses(state, seat, goal, lob);
    let meets = |at: Square, one| {
        lob::bursts(state, lob, at) && lob::around(state, seat, at).contains(&one)
    };
    let level = super::level(state, seat, ability);
    let present = state.all().filter(|one| conditions::present(state, *one));
    let of_one = |one: Seat| {
        let splash = splash(state, (seat, def), level, one);
        let part = |splashed: bool| {
            if splashed {
                splash.clone()
            } else {
                Distribution::certain(0)
            }
        };
        let direct = attack.as_ref().filter(|_| struck == Some(one));
        let mut parts = match (direct, struck) {
            (Some(attack), _) => landed(attack),
            (None, Some(_)) if matches!(aim, Aim::Part(..)) => {
                vec![(hit, part(lob::around(state, seat, goal).contains(&one)))]
            }
            // The splash reaches around the whole space of a struck combatant.
            (None, Some(target)) => vec![(hit, part(aim::is_beside(state, one, target)))],
            (None, None) => vec![(hit, part(meets(goal, one)))],
        };
        let each = (1.0 - hit) / misses.len().max(1) as f64;
        let missed = misses.iter();
        parts.extend(missed.map(|at| (each, part(meets(*at, one)))));
        let damage = match asking::suits(state, seat, one, def.harms) {
            true => Distribution::mixture(parts),
            false => Distribution::certain(0),
        };
        let down = damage
            .iter()
            .map(|(amount, p)| p * dying::threshold::down_chance(state, one, amount, false))
            .sum();
        Affected {
            seat: one,
            attack: direct.cloned(),
            damage,
            down,
            ..Affected::nothing(one)
        }
    };
    let harmed = |one: &Affected| one.damage.max() > 0 || one.attack.is_some();
    Some(present.map(of_one).filter(harmed).collect())
}

/// The damage of an attack that hits; its misses do no damage here.
fn landed(attack: &AttackForecast) -> Vec<(f64, Distribution)> {
    let missed = 1.0 - attack.hit;
    let outcomes = attack.damage.iter();
    let hits = outcomes.map(|(amount, p)| {
        let p = if amount == 0 {
            (p - missed).max(0.0)
        } else {
            p
        };
        (p, Distribution::certain(amount))
    });
    hits.collect()
}

/// The chance that a throw at a square comes down in it.
fn on_square(state: &State, seat: Seat, ability: AbilityId, lob: (Lob, Square)) -> f64 {
    let check = lob::check(state, seat, ability, lob);
    lob::bands(state, &check).chance(check.edge)
}

/// Where the misses lead, each as likely as the others.
fn misses(state: &State, seat: Seat, goal: Square, lob: Lob) -> Vec<Square> {
    let from = state.area(seat);
    let turns = (0..DIRECTIONS).zip(std::iter::repeat(from));
    turns
        .filter_map(|(turn, from)| Some(lob::strayed(state, from?, goal, lob, turn)))
        .collect()
}

/// What splashing does to a combatant.
fn splash(
    state: &State,
    (thrower, def): (Seat, &AbilityDef),
    level: i32,
    seat: Seat,
) -> Distribution {
    let mut sum = Distribution::certain(0);
    let reaches = planes::reaches(state, thrower, seat, substance::crosses_planes(def));
    if !reaches || effect::immunity(state, def, seat).is_some() {
        return sum;
    }
    let natures = substance::of_ability(state, thrower, def);
    let halved = def.effects.contains(&SpecialEffect::SplashHalf);
    for special in &def.effects {
        let (whole, half) = (special.splash(), special.damage().filter(|_| halved));
        let Some((amount, kind)) = whole.or(half) else {
            continue;
        };
        let toughness = Toughness::of(state, seat, (kind, natures), def.ignores_resistance);
        let full = Distribution::of(&effect::dice(amount, level));
        let abilities = &state.rules().policies.abilities;
        let part = |n| match half.is_some() {
            true => abilities.half(n),
            false => n,
        };
        sum = sum.add(&full.map(|n| toughness.passes(part(n))));
    }
    sum
}
