//! Waiting: letting the enemy come onto its weapon, striking at the combatant that uses an ability,
//! lying low.

use super::balance;
use super::evaluate::{self, Odds};
use super::ground::Ground;
use super::objective::Task;
use super::profile::Profile;
use super::survey::{Other, Survey, has_done_something, prefers_shooting, rough_chance};
use super::untargeted::guards;
use super::worth::Scored;
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, EventKind, Manner, Seat, Sight, Trigger};
use crate::rules::{ActionDef, ActionId, Flag, TurnAct};

/// Chance that an enemy comes who gets here with one move, or in a whole turn only.
const COMES: f64 = 0.8;
const COMES_FAR: f64 = 0.65;
/// Chance that an enemy comes that prefers to shoot.
const SHOOTER_COMES: f64 = 0.1;
/// Chance that an enemy comes that has more reach, or that already fights another combatant.
const RELUCTANT: f64 = 0.2;
/// What the chance is after each time that no combatant came.
const IN_VAIN: f64 = 0.4;
/// What guarding itself is worth after each turn that went into nothing else.
const GUARDED: f64 = 0.7;
/// So many of the last things that it did count, walking aside.
const REMEMBERED: usize = 6;
/// What waiting is worth under arrows.
const UNDER_FIRE: f64 = 0.3;
/// Chance that an enemy uses its abilities in its next turn, within range of who waits for that: at
/// leisure, with a blade before it, before the very blade that waits.
const USES: f64 = 0.75;
const PRESSED: f64 = 0.5;
const CORNERED: f64 = 0.25;
/// Steps of the way that an enemy spares the combatant that waits for it, at most.
const SPARED: u16 = 8;

/// Readying an attack: on the combatant that comes, or on the combatant that uses a special ability.
/// `strike` is what an attack at once is worth.
pub(super) fn ideas(battle: &Sight, ground: &Ground, action: ActionId, strike: f64) -> Vec<Scored> {
    let survey = ground.survey;
    let Some(attack) = blow_to_ready(survey) else {
        return Vec::new();
    };
    let prepare = |trigger| prepared(action, attack, trigger);
    let mut list = Vec::new();
    if strike <= 0.0 && !survey.shooter {
        let points = comers(battle, ground);
        list.push((points, prepare(Trigger::ComesInReach { who: None })));
    }
    let casters = survey.enemies.iter().filter(|enemy| {
        let known = &survey.view.combatants[enemy.seat.index()].abilities;
        strike > 0.0 && !known.is_empty()
    });
    let casters: Vec<&Other> = casters.collect();
    if !casters.is_empty() {
        let forces = battle.unit_values();
        for enemy in casters {
            let (menace, spoils) =
                balance::menace(&forces[enemy.seat.index()], &forces, ground.profile);
            let points = spoiling(battle, ground, enemy, menace * spoils);
            let who = Some(enemy.seat);
            list.push((points, prepare(Trigger::Uses { who })));
        }
    }
    list
}

/// The plain attack that can be readied.
fn blow_to_ready(survey: &Survey) -> Option<ActionId> {
    let mut all = survey.rules.actions.iter();
    let found = all.find(|(_, def)| def.readyable && def.is_plain_attack());
    found.map(|(attack, _)| attack)
}

/// Readying this attack.
fn prepared(ready: ActionId, attack: ActionId, trigger: Trigger) -> Choice {
    Choice::Act {
        action: ready,
        aim: Aim::Prepare {
            action: attack,
            trigger,
        },
        mode: None,
        manner: Manner::default(),
    }
}

/// What is better than nothing in a turn in which nothing was done, where nothing is worth doing: a blow held
/// ready for the enemy that may yet come, or its guard.
pub(super) fn bide(battle: &Sight, survey: &Survey) -> Option<Choice> {
    let waits = survey.own().readied.is_some() || survey.has(Flag::Disabled);
    if waits || survey.enemies.is_empty() || has_done_something(battle, survey.me) {
        return None;
    }
    let rules = &survey.rules;
    let known = || survey.actions.iter().map(|(action, _)| *action);
    let comes = |enemy: &Other| enemy.reach > 0 && enemy.speed > 0;
    let blow = blow_to_ready(survey).filter(|_| {
        let armed = blades(survey).next().is_some();
        armed && survey.enemies.iter().any(comes)
    });
    let ready = known().filter(|action| rules.actions[*action].turn_act() == Some(TurnAct::Ready));
    let ready = blow.into_iter().flat_map(|attack| {
        let trigger = Trigger::ComesInReach { who: None };
        ready
            .clone()
            .map(move |ready| prepared(ready, attack, trigger))
    });
    let guards = known().filter(|action| {
        let def = &rules.actions[*action];
        let stance = def.stance().filter(|_| def.is_mere_stance());
        stance.is_some_and(|condition| guards(survey, condition))
    });
    let mut all = ready.chain(guards.map(Choice::act));
    all.find(|choice| battle.check(choice).is_ok())
}

/// What an attack is worth that is readied for the moment in which an enemy uses an ability;
/// `spoilt` is what a hit would spare its own side.
fn spoiling(battle: &Sight, ground: &Ground, enemy: &Other, spoilt: f64) -> f64 {
    let survey = ground.survey;
    let modes = survey.own().modes.iter().enumerate();
    let ready = modes.filter(|(_, mode)| mode.ready && !mode.off_hand);
    let worth = |(index, mode): (usize, &AttackModeView)| {
        let uses = match () {
            // It takes a step back first, or keeps its guard up.
            () if !mode.ranged => CORNERED,
            () if enemy.engaged => PRESSED,
            () => USES,
        };
        let odds = ground.odds(battle, index as u8, enemy.seat, None)?;
        // Whom the blow kills at once should have no time for anything.
        let attack = evaluate::attack(odds, enemy.life, enemy.health, ground.profile);
        (odds.down < 0.5).then_some(uses * (attack + odds.hit * spoilt))
    };
    ready.filter_map(worth).fold(0.0, f64::max)
}

/// What a readied attack on those who come is worth.
fn comers(battle: &Sight, ground: &Ground) -> f64 {
    let survey = ground.survey;
    let best = survey.enemies.iter().map(|enemy| {
        let comes = comes(ground, enemy);
        if comes <= 0.0 {
            return 0.0;
        }
        // Who comes spares the way as well.
        let way = ground.steps(survey.area.anchor).saturating_sub(1);
        comes * (blow(survey, enemy, ground.profile) + ground.step() * f64::from(way.min(SPARED)))
    });
    let best = best.fold(0.0, f64::max);
    if best <= 0.0 {
        return 0.0;
    }
    let patience = 0.4 + 0.6 * Profile::factor(ground.profile.patience);
    // Waiting under arrows is a bad choice.
    let under_fire = survey.enemies.iter().any(|enemy| {
        let modes = &survey.view.combatants[enemy.seat.index()].modes;
        let near = survey.away(enemy.area, survey.area) <= enemy.range;
        enemy.range > 0 && near && prefers_shooting(modes)
    });
    let patience = if under_fire {
        UNDER_FIRE * patience
    } else {
        patience
    };
    let vain = waited_in_vain(battle, survey.me);
    best * patience * (0..vain).fold(1.0, |chance, _| chance * IN_VAIN)
}

/// How likely an enemy comes within reach before its next turn.
fn comes(ground: &Ground, enemy: &Other) -> f64 {
    let survey = ground.survey;
    let view = &survey.view.combatants[enemy.seat.index()];
    let away = survey.away(enemy.area, survey.area);
    let steps = u32::from(ground.steps(survey.area.anchor));
    // Round a wall it is farther than it looks.
    let far = away.max(steps.min(away + 8));
    let near = match () {
        () if enemy.reach == 0 || enemy.speed == 0 || ground.is_barred() => 0.0,
        () if far <= enemy.speed + enemy.reach => COMES,
        () if far <= 2 * enemy.speed + enemy.reach => COMES_FAR,
        () => 0.0,
    };
    let reluctant = if enemy.reach > reach(survey) || enemy.engaged {
        RELUCTANT
    } else {
        1.0
    };
    let shoots = if prefers_shooting(&view.modes) {
        SHOOTER_COMES
    } else {
        1.0
    };
    // Those who need not come do not.
    let task = if matches!(ground.task, Task::Hurry | Task::Go) {
        RELUCTANT
    } else {
        1.0
    };
    near * reluctant * shoots * task
}

fn blades(survey: &Survey) -> impl Iterator<Item = &AttackModeView> {
    let modes = survey.own().modes.iter();
    modes.filter(|mode| mode.ready && !mode.ranged && !mode.off_hand)
}

fn reach(survey: &Survey) -> u32 {
    blades(survey)
        .map(|mode| u32::from(mode.reach))
        .max()
        .unwrap_or(0)
}

/// What the best blow at an enemy would be worth if it stood in reach, roughly.
fn blow(survey: &Survey, enemy: &Other, profile: &Profile) -> f64 {
    let defence = survey.view.combatants[enemy.seat.index()].defence;
    let worth = |mode: &AttackModeView| {
        let hit = rough_chance(mode.attack, defence);
        let mean = f64::from(mode.mean_damage_x2) / 2.0;
        let down = hit * ((mean - 0.5 * enemy.life) / enemy.life).clamp(0.0, 1.0);
        let odds = Odds {
            hit,
            mean: hit * mean,
            down,
        };
        evaluate::attack(odds, enemy.life, enemy.health, profile)
    };
    blades(survey).map(worth).fold(0.0, f64::max)
}

/// How often a combatant has readied something so far that nothing set off.
fn waited_in_vain(battle: &Sight, me: Seat) -> usize {
    let lost = |kind: &EventKind| matches!(kind, EventKind::ReadiedLost { seat } if *seat == me);
    battle
        .events()
        .iter()
        .filter(|event| lost(&event.kind))
        .count()
}

/// How much it is still worth to do nothing but guard itself, by how many of the last things that a combatant
/// did were that: where both sides do so, no battle ends.
pub(super) fn still_guards(battle: &Sight, survey: &Survey) -> f64 {
    let actions = &survey.rules.actions;
    let done = battle.events().iter().rev();
    let done = done.filter_map(|event| match event.kind {
        EventKind::Acted { seat, action, .. } if seat == survey.me => actions.get(action),
        _ => None,
    });
    let lasting = done.filter(|def| !def.walks());
    let guards = |def: &&ActionDef| def.does.is_empty() && def.stance().is_some();
    let guarded = lasting.take(REMEMBERED).filter(guards);
    guarded.fold(1.0, |worth, _| worth * GUARDED)
}

/// Whether there is nothing to do but to be shot at: enemies within range, none that comes, and no
/// way to them.
pub(super) fn is_shot_at(ground: &Ground) -> bool {
    let survey = ground.survey;
    let mut enemies = survey.enemies.iter();
    let shot_at = survey
        .enemies
        .iter()
        .any(|enemy| enemy.range > 0 && survey.away(enemy.area, survey.area) <= enemy.range);
    let comes = enemies.any(|enemy| comes(ground, enemy) > SHOOTER_COMES * COMES);
    shot_at && !comes && ground.is_cut_off() && !survey.has(Flag::Prone)
}
