//! The turn: everything that could be done now, in points above ending the turn.

use super::abilities;
use super::ahead::gain;
use super::ground::Ground;
use super::jitter::Jitter;
use super::moves::{Destination, destinations, way};
use super::objective::Task;
use super::profile::Profile;
use super::survey::Survey;
use super::untargeted::untargeted;
use super::waiting::{bide, still_guards};
use super::worth::{Prospect, Scored, at_target};
use crate::combat::{Ahead, Aim, Choice, Sight};
use crate::rules::{ActionId, CostId, Exempt, Flag, MoveDef};

/// Points that something must be worth to be done at all.
const ENOUGH: f64 = 0.05;

/// Actions that are looked ahead at in one decision, and so many times the same one.
const LOOKS_AHEAD: usize = 9;
const ALIKE: usize = 2;

/// Something that could be done, in points above ending the turn.
enum Idea {
    /// Ready to be submitted.
    Do(Scored),
    /// A place to go to; the way is looked for only if nothing else is better.
    Go(Destination),
}

impl Idea {
    /// What it does to whom, with whatever weapon.
    fn deed(&self) -> Option<(ActionId, Aim)> {
        match self {
            Self::Do((_, Choice::Act { action, aim, .. })) => Some((*action, aim.clone())),
            Self::Do(_) | Self::Go(_) => None,
        }
    }

    fn worth(&self) -> f64 {
        match self {
            Self::Do((points, _)) => *points,
            Self::Go(to) => to.points,
        }
    }

    fn points(&mut self) -> &mut f64 {
        match self {
            Self::Do((points, _)) => points,
            Self::Go(to) => &mut to.points,
        }
    }
}

/// The best legal things to do in a turn, the best first and `most` of them; nothing if something is done and
/// nothing is better than ending it.
pub(super) fn think(
    battle: &Sight,
    ahead: &mut Ahead,
    survey: &Survey,
    profile: &Profile,
    jitter: &mut Jitter,
    most: usize,
) -> Vec<Scored> {
    let mut found = Vec::new();
    if survey.own().budget.postpones {
        // Nothing may come between it and the end of the turn.
        return found;
    }
    let ground = Ground::of(battle, survey, profile);
    let mut ideas = ideas(battle, ahead, &ground);
    if profile.randomness > 0 {
        keep_best_ways(&mut ideas);
        // A beginner does not see everything that could be done.
        ideas.retain(|_| !jitter.percent(profile.randomness.min(100) / 2));
        for idea in &mut ideas {
            *idea.points() *= 1.0 - jitter.part() * f64::from(profile.randomness.min(100)) / 150.0;
        }
    }
    while found.len() < most {
        let mut best = None;
        for (i, idea) in ideas.iter_mut().enumerate() {
            let points = *idea.points();
            // Of equals the first on the dock.
            if points > ENOUGH && best.is_none_or(|(_, most)| points > most) {
                best = Some((i, points));
            }
        }
        let Some((best, _)) = best else {
            break;
        };
        match ideas.swap_remove(best) {
            Idea::Do(scored) if battle.check(&scored.1).is_ok() => found.push(scored),
            Idea::Do(_) => {}
            Idea::Go(to) => ideas.extend(way(battle, &ground, &to).map(Idea::Do)),
        }
    }
    // A beginner stands about.
    if found.is_empty() && profile.randomness == 0 {
        found.extend(bide(battle, survey).map(|choice| (0.0, choice)));
    }
    found
}

/// Leaves of each action at each aim the best way to do it: a beginner overlooks an enemy, not the sword in its own
/// hand.
fn keep_best_ways(ideas: &mut Vec<Idea>) {
    let deeds: Vec<_> = ideas.iter().map(Idea::deed).collect();
    let better = |i: usize, j: usize| {
        let (one, other) = (ideas[i].worth(), ideas[j].worth());
        one > other || one == other && i < j
    };
    let is_best = |i: usize| {
        deeds[i].is_none()
            || (0..deeds.len()).all(|j| deeds[j] != deeds[i] || i == j || better(i, j))
    };
    let best: Vec<_> = (0..deeds.len()).map(is_best).collect();
    let mut best = best.into_iter();
    ideas.retain(|_| best.next().unwrap_or(true));
}

/// Looks ahead at the most promising of these, and adds what they gain: not at those that promise less than what is
/// known already.
fn look_ahead(
    battle: &Sight,
    ahead: &mut Ahead,
    ground: &Ground,
    mut prospects: Vec<Prospect>,
    ideas: &mut Vec<Scored>,
) {
    prospects.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    let points = ideas.iter().map(|(points, _)| *points);
    let mut best = points.fold(0.0, f64::max);
    let mut looked: Vec<ActionId> = Vec::with_capacity(LOOKS_AHEAD);
    for prospect in prospects {
        let Choice::Act { action, .. } = prospect.choice else {
            continue;
        };
        if looked.len() == LOOKS_AHEAD || prospect.promise <= best {
            break;
        }
        if looked.iter().filter(|one| **one == action).count() == ALIKE {
            continue;
        }
        looked.push(action);
        let gain = gain(battle, ahead, ground, &prospect.choice, &prospect.forecast);
        let def = &ground.survey.rules.actions[action];
        let gain = match def.is_mere_stance() {
            true => gain * still_guards(battle, ground.survey),
            false => gain,
        };
        let points = prospect.points + gain;
        best = best.max(points);
        ideas.push((points, prospect.choice));
    }
}

/// What the last strength is worth, and that of the last who stands.
const BLOOD: [f64; 2] = [30.0, 90.0];

/// Whom anything strenuous fells does it only for something that is worth it.
fn spare_blood(survey: &Survey, ideas: &mut [Idea]) {
    if !survey.has(Flag::Disabled) {
        return;
    }
    let strains = |wanted: ActionId| {
        let costs = survey
            .actions
            .iter()
            .filter(|(action, _)| *action == wanted);
        let mut costs = costs.filter_map(|(_, cost)| *cost);
        costs.any(|cost| survey.rules.costs[cost].is_strenuous())
    };
    let price = BLOOD[usize::from(survey.allies.is_empty())];
    for idea in ideas {
        let action = match idea {
            Idea::Do((_, Choice::Act { action, .. })) => Some(*action),
            Idea::Do(_) => None,
            Idea::Go(to) => Some(to.action),
        };
        if action.is_some_and(strains) {
            *idea.points() -= price;
        }
    }
}

/// Everything worth a thought.
fn ideas(battle: &Sight, ahead: &mut Ahead, ground: &Ground) -> Vec<Idea> {
    let survey = ground.survey;
    let strike = ground.strike(battle, None);
    let here = ground.standing(survey.area.anchor, strike);
    let mut ideas: Vec<Idea> = Vec::with_capacity(32);
    let mut list: Vec<Scored> = Vec::new();
    let mut prospects: Vec<Prospect> = Vec::new();
    let mut far: Vec<(ActionId, Option<CostId>)> = Vec::new();
    let waits = survey.own().readied.is_some();
    let slots = survey.own().budget.purse.slots;
    let fresh = slots.standard > 0 || slots.movement > 0;
    for &(action, cost) in &survey.actions {
        let def = &survey.rules.actions[action];
        let long = |way: &MoveDef| way.factor > 1 || way.straight;
        match () {
            // A combatant that lies in wait stays where it is.
            () if def.walks() && waits => {}
            // No attack is given up for a step as long as there is an enemy to strike, or another way to go.
            () if def.is_bonus_step() && (strike.single > 0.0 || fresh) => {}
            () if def.movement().is_some_and(long) => far.push((action, cost)),
            () if def.walks() => {
                ideas.extend(
                    destinations(battle, ground, (action, cost), here, false)
                        .into_iter()
                        .map(Idea::Go),
                );
            }
            () if def.ability().is_some() => abilities::ideas(battle, ground, action, &mut list),
            () if def.offered_for().is_some() => {
                at_target(battle, ground, action, &mut list, &mut prospects);
            }
            () => untargeted(
                battle,
                ground,
                (action, cost),
                strike.single,
                &mut list,
                &mut prospects,
            ),
        }
    }
    look_ahead(battle, ahead, ground, prospects, &mut list);
    ideas.extend(list.into_iter().map(Idea::Do));
    let best = ideas
        .iter_mut()
        .map(|idea| *idea.points())
        .fold(0.0, f64::max);
    // A whole turn of walking is for those who cannot fight, for those who should not: away, and for those
    // whom getting there wins the battle.
    let own = survey.own();
    let bound = ground.task == Task::Go;
    let away = ground.flees() || !bound && own.hit_points * 4 < own.max_hit_points;
    if away || bound || strike.single <= 0.0 && best < 15.0 {
        for (action, cost) in far {
            // Who comes nearer does not withdraw: two moves lead as far.
            let way = survey.rules.actions[action].movement();
            let leaves = way.is_some_and(|way| way.exempt != Exempt::Nothing);
            ideas.extend(
                destinations(battle, ground, (action, cost), here, away || leaves)
                    .into_iter()
                    .map(Idea::Go),
            );
        }
    }
    spare_blood(survey, &mut ideas);
    ideas
}
