//! Where to go: destinations worth a look, by what standing and striking there is worth.

use super::candidates::walk;
use super::evaluate;
use super::ground::Ground;
use super::profile::Profile;
use crate::combat::{Choice, Sight};
use crate::grid::Square;
use crate::rules::{ActionId, CostId, Flag, MoveDef};

/// Squares that are looked at closely for one way of moving.
const CLOSE_LOOK: usize = 5;
/// What a move must gain to be worth the trouble.
const TROUBLE: f64 = 0.6;
/// Points that an attack of opportunity on the way takes off a quick guess.
const INVITED: f64 = 6.0;
/// Points for getting up on the way.
const RISING: f64 = 8.0;

/// A destination and what going there gains, the dangers of the way aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destination {
    pub points: f64,
    pub action: ActionId,
    pub square: Square,
    /// Attacks of opportunity that the way invites.
    pub invites: u8,
}

/// The best destinations of moving by this action. `here` is what staying is worth; `away`: only
/// those farther from the enemies.
pub fn destinations(
    battle: &Sight,
    ground: &Ground,
    (action, cost): (ActionId, Option<CostId>),
    here: f64,
    away: bool,
) -> Vec<Destination> {
    let survey = ground.survey;
    let def = &survey.rules.actions[action];
    let near = ground.steps(survey.area.anchor);
    let held = survey.own().budget.purse;
    let mut purse = survey.rules.paid(held, cost);
    let free = purse == Some(held);
    if let Some(purse) = &mut purse {
        purse.stepped |= free && def.is_step();
    }
    let stays = ground.footing(battle, survey.area.anchor);
    let pays = ground.pays(purse);
    let strikes = pays != (false, false);
    let fear = INVITED * Profile::factor(ground.profile.caution) * survey.daring();
    // Like is compared with like: here and there by exact odds, or here and there by a guess.
    let here = match strikes {
        true => here,
        false => {
            let prospect = ground.prospect(battle, survey.area.anchor);
            ground.standing(survey.area.anchor, prospect)
        }
    };
    // Where something is in between, the nearest squares are the likeliest to lead around it.
    let blind = strikes && ground.is_blind(battle);
    let mut looks: Vec<Destination> = battle
        .reachable(action)
        .squares
        .into_iter()
        .filter(|(square, ..)| *square != survey.area.anchor)
        .filter(|(square, ..)| !away || ground.steps(*square) > near)
        .map(|(square, _, invites)| {
            // A quick guess, to find those worth a close look.
            let strike = ground.guess(survey.area_at(square));
            let standing = ground.standing(square, strike) - ground.footing(battle, square);
            let standing = standing - if blind { ground.march(square) } else { 0.0 };
            Destination {
                points: strike.paid(pays) + standing - f64::from(invites) * fear,
                action,
                square,
                invites,
            }
        })
        .collect();
    let by_points = |a: &Destination, b: &Destination| {
        b.points.total_cmp(&a.points).then(a.square.cmp(&b.square))
    };
    if looks.len() > CLOSE_LOOK {
        looks.select_nth_unstable_by(CLOSE_LOOK, by_points);
        looks.truncate(CLOSE_LOOK);
    }
    let spent = if free { 0.0 } else { TROUBLE };
    let rises = survey.has(Flag::Prone) && def.movement().is_some_and(|way| !way.while_prone);
    let rising = if rises { RISING } else { 0.0 };
    for look in &mut looks {
        // Exact odds only where they decide something in this turn.
        let strike = match strikes {
            false => ground.prospect(battle, look.square),
            true => ground.strike(battle, Some(look.square)),
        };
        let standing = ground.standing(look.square, strike) + stays;
        let standing = standing - ground.footing(battle, look.square);
        look.points = ground.now(strike, purse) + standing - here - spent + rising;
    }
    looks.retain(|look| look.points > 0.0);
    looks.sort_by(by_points);
    looks
}

/// The walk to a destination and what it is worth with the dangers of the way: the best way, or the one
/// that hurts least, whichever costs less.
pub fn way(battle: &Sight, ground: &Ground, to: &Destination) -> Option<(f64, Choice)> {
    let usual = battle.way(to.action, to.square)?;
    let harm = harm(battle, ground, to, &usual);
    let chance = chance(battle, ground, to, &usual);
    if chance < 1.0 {
        return Some((to.points * chance - harm, walk(to.action, usual)));
    }
    if harm <= 0.0 {
        return Some((to.points, walk(to.action, usual)));
    }
    let safe = battle.safe_way(to.action, to.square);
    let safe = safe.filter(|safe| *safe != usual);
    let safe = safe.map(|safe| (self::harm(battle, ground, to, &safe), safe));
    let (harm, way) = safe
        .filter(|(less, _)| *less < harm)
        .unwrap_or((harm, usual));
    Some((to.points - harm, walk(to.action, way)))
}

/// The chance that no check on the way ends it before its goal.
fn chance(battle: &Sight, ground: &Ground, to: &Destination, way: &[Square]) -> f64 {
    let def = ground.survey.rules.actions[to.action].movement();
    let tested =
        |def: &MoveDef| def.tumbles.is_some() || def.wriggles.is_some() || def.swims || def.climbs;
    if !def.is_some_and(tested) {
        return 1.0;
    }
    let path = battle.forecast(&walk(to.action, way.to_vec())).path;
    path.map_or(0.0, |path| path.passes())
}

/// What happens on the way, its end aside.
fn harm(battle: &Sight, ground: &Ground, to: &Destination, way: &[Square]) -> f64 {
    let between = way.len().saturating_sub(1);
    let ground_harm = ground.tolls(battle, &way[..between]);
    if to.invites == 0 {
        return ground_harm;
    }
    let choice = walk(to.action, way.to_vec());
    let path = battle.forecast(&choice).path;
    let opportunities = path.map_or_else(Vec::new, |path| path.opportunities);
    let life = evaluate::own_life(ground.survey);
    let danger = evaluate::opportunities(&opportunities, life, ground.profile);
    ground_harm + danger * ground.survey.daring()
}
