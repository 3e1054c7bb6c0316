//! What actions that concern no other combatant are worth, in points above ending the turn.

use super::evaluate::{self, DOWN};
use super::ground::{Ground, LOADED};
use super::survey::{Survey, done_this_turn};
use super::worth::{Prospect, Scored};
use super::{abilities, arms, barriers, waiting};
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, Seat, Sight};
use crate::rules::{
    ActionDef, ActionId, Aspect, AttackFilter, Channel, ConditionId, CostId, Flag, Handling,
    Perceive, Primitive, Stat, TurnAct,
};

/// Points for another round of what takes several.
const BEGUN: f64 = 25.0;
const KEEP_ON: Primitive = Primitive::Channel(Channel::KeepOn);

/// Points for an enemy that one of its side does not see, and would see by a light.
const LIGHT: f64 = 12.0;

/// Points for getting free where no enemy can be struck.
const FREE: f64 = 15.0;

/// Whether a condition makes its bearer harder to hit.
pub(super) fn guards(survey: &Survey, condition: &str) -> bool {
    const DEFENCES: [Stat; 4] = [
        Stat::Defence,
        Stat::PassiveDefence,
        Stat::ActiveDefence,
        Stat::ShieldDefence,
    ];
    let rules = &survey.rules;
    rules.condition(condition).is_some_and(|id| {
        let effects = &rules.conditions[id].effects;
        effects.iter().any(|effect| match effect.on {
            Aspect::Stat(stat) => DEFENCES.contains(&stat) && effect.value > 0,
            Aspect::AttackedBy => effect.value < 0 && effect.when == AttackFilter::Any,
            _ => false,
        })
    })
}

/// Whether one of the conditions that an action would end is not one that its user is better off with.
fn rids_of_ills(survey: &Survey, def: &ActionDef) -> bool {
    let rules = &survey.rules;
    let ill = |name: &String| {
        let known = rules.condition(name).filter(|id| {
            let borne = &survey.own().conditions;
            borne.contains(id)
        });
        let def = known.and_then(|id| rules.conditions.get(id));
        def.is_some_and(|def| !rules.is_boon(def) && !def.flags.contains(&Flag::Hidden))
    };
    def.any(|what| match what {
        Primitive::Lift {
            conditions,
            ongoing,
            ..
        } => *ongoing || conditions.iter().any(ill),
        _ => false,
    })
}

/// The condition by which an action lights up the dark, if it does.
fn lit(survey: &Survey, def: &ActionDef) -> Option<ConditionId> {
    let rules = &survey.rules;
    let condition = rules.condition(def.stance()?)?;
    let sheds = |flag: &Flag| *flag == Flag::ShedsLight;
    rules.conditions[condition]
        .flags
        .iter()
        .any(sheds)
        .then_some(condition)
}

/// Worth of a light: its side sees possible targets better, and so does the enemy. With no known enemy, a light is
/// worth something in the dark.
fn lighting(battle: &Sight, survey: &Survey, def: &ActionDef) -> f64 {
    let Some(condition) = lit(survey, def) else {
        return 0.0;
    };
    if survey.enemies.is_empty() && battle.light_clears(survey.me) {
        return LIGHT;
    }
    let shown = battle.light_shows(survey.me, condition);
    let best = |observer: Seat, own: bool| {
        let of = shown.iter().filter(|one| one.observer == observer);
        // Of those whom its side knows nothing of it expects nothing.
        let known = of.filter(|one| !own || survey.enemy(one.subject).is_some());
        known.map(|one| one.clearer).fold(0.0, f64::max)
    };
    let allies = survey.allies.iter().map(|ally| ally.seat);
    let ours = allies.chain([survey.me]).map(|seat| best(seat, true));
    let theirs = survey.enemies.iter().map(|enemy| best(enemy.seat, false));
    LIGHT * (ours.sum::<f64>() - theirs.sum::<f64>())
}

/// Actions that concern no other combatant.
pub(super) fn untargeted(
    battle: &Sight,
    ground: &Ground,
    (action, cost): (ActionId, Option<CostId>),
    strike: f64,
    ideas: &mut Vec<Scored>,
    prospects: &mut Vec<Prospect>,
) {
    let (survey, profile) = (ground.survey, ground.profile);
    let def = &survey.rules.actions[action];
    let own = survey.own();
    let nearest = survey
        .enemies
        .iter()
        .map(|enemy| survey.away(enemy.area, survey.area))
        .min();
    let nearest = nearest.unwrap_or(99);
    let stuck = survey.has(Flag::NoMovement);
    let mut looked = |points: f64| {
        let choice = Choice::act(action);
        // A combatant that is held or lies comes to no enemy, however far, until it is free and up.
        let useful = nearest <= 2 * u32::from(own.speed) + 2
            || own.hit_points < own.max_hit_points
            || stuck
            || survey.has(Flag::Prone);
        let forecast = useful.then(|| battle.forecast_if_legal(&choice)).flatten();
        if let Some(forecast) = forecast {
            let life = evaluate::own_life(survey);
            let risk = evaluate::opportunities(&forecast.provokes, life, profile);
            let most = match def.is_mere_stance() {
                true => evaluate::peril(survey),
                false => DOWN,
            };
            prospects.push(Prospect {
                promise: most + points - risk,
                points: points - risk,
                choice,
                forecast,
            });
        }
    };
    // The blood that it costs the disabled fells them, and whom it fells guards and waits no more.
    let fells = survey.has(Flag::Disabled)
        && cost.is_some_and(|cost| survey.rules.costs[cost].is_strenuous());
    let found = match def.handling() {
        _ if fells && (def.stance().is_some() || def.turn_act() == Some(TurnAct::Ready)) => {
            Vec::new()
        }
        // A standing combatant can also move.
        _ if def.is_rising() => {
            looked(if ground.is_cut_off() { 0.0 } else { 4.0 });
            return;
        }
        _ if lit(survey, def).is_some() => {
            let points = lighting(battle, survey, def);
            vec![(points, Choice::act(action))]
        }
        // What does not guard is no use by itself, such as kneeling.
        _ if def
            .stance()
            .is_some_and(|condition| !guards(survey, condition)) =>
        {
            Vec::new()
        }
        // Guarding itself while attacking is for those who need it.
        _ if def.stance().is_some()
            && own.hit_points * 4 > own.max_hit_points * 3
            && ground.is_free(&Choice::act(action)) =>
        {
            Vec::new()
        }
        _ if def.stance().is_some() || def.frees() => {
            looked(0.0);
            return;
        }
        // Out of sight a combatant strikes those who do not see it coming.
        _ if def.any(|what| *what == Primitive::Perceive(Perceive::Hide)) => {
            // It takes no second try in the place of a step.
            if !done_this_turn(battle, survey.me, action) {
                looked(0.0);
            }
            return;
        }
        _ if def.sheds() && !rids_of_ills(survey, def) => Vec::new(),
        // Held with no enemy within reach, a combatant has nothing better to do.
        _ if def.sheds() => {
            looked(if stuck && strike <= 0.0 { FREE } else { 2.0 });
            return;
        }
        _ if strike <= 0.0 && (def.is_door() || def.is_strike_object()) => {
            barriers::ideas(battle, ground, action)
        }
        // It can be done once, so not for a scratch.
        _ if def.heals_user() => {
            looked(-12.0);
            return;
        }
        // Not to go on would be to have begun for nothing.
        _ if own.busy.is_some() && def.any(|what| *what == KEEP_ON) => {
            vec![(BEGUN, Choice::act(action))]
        }
        Some(Handling::Load { .. }) => loading(survey, action),
        Some(what @ (Handling::Draw | Handling::Drop | Handling::PickUp)) => {
            let mut found = arms::ideas(ground, (action, cost), what, strike);
            if strike <= 0.0 {
                found.extend(barriers::arming(battle, ground, action, what));
            }
            if *what == Handling::Draw {
                found.extend(abilities::things(battle, survey, action, 0.8));
            }
            found
        }
        Some(Handling::Retrieve) => abilities::things(battle, survey, action, 0.6),
        _ if strike <= 0.0 && def.fills().is_some() => abilities::gather(survey, action),
        _ if def.turn_act() == Some(TurnAct::Ready) => {
            waiting::ideas(battle, ground, action, strike)
        }
        // A prone combatant is harder to hit with missiles, if there is nothing better to do.
        _ if def.is_lying_down() && strike <= 0.0 && waiting::is_shot_at(ground) => {
            looked(0.0);
            return;
        }
        _ => Vec::new(),
    };
    let life = evaluate::own_life(survey);
    for (points, choice) in found {
        if points <= 0.0 {
            continue;
        }
        let provokes = battle.forecast(&choice).provokes;
        ideas.push((
            points - evaluate::opportunities(&provokes, life, profile),
            choice,
        ));
    }
}

/// Loading each weapon that shoots and is not ready, the heavier one first.
fn loading(survey: &Survey, action: ActionId) -> Vec<Scored> {
    let modes = survey.own().modes.iter();
    let modes = modes.filter(|mode| !mode.improvised && !mode.ready && mode.ranged);
    let idea = |mode: &AttackModeView| {
        let points = LOADED * arms::rough(survey, mode);
        Some((points, Choice::aimed(action, Aim::Item(mode.weapon?))))
    };
    modes.filter_map(idea).collect()
}
