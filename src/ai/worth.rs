//! What actions at a combatant are worth to the combatant that could take them now, in points above
//! ending the turn.

use super::candidates::{at, manners, marks};
use super::evaluate::{self, Odds};
use super::ground::Ground;
use super::survey::Survey;
use crate::combat::contract::AttackModeView;
use crate::combat::{Choice, Forecast, Manner, Seat, Sight};
use crate::rules::{ActionId, AimsAt, Provokes, Targeting};

/// Less likely to succeed than this, it is not worth a look ahead.
const FORLORN: f64 = 0.2;

/// Points for each point of mean damage, needed or not.
const HEAVIER: f64 = 0.01;

/// What a blow at a fallen combatant is worth, who may be in the way.
const CLEARED: f64 = 1.0;

/// A choice and what it is worth.
pub type Scored = (f64, Choice);

/// Something whose worth only a look ahead tells.
pub(super) struct Prospect {
    /// The higher, the sooner it is looked at.
    pub promise: f64,
    /// What is known of its worth so far.
    pub points: f64,
    pub choice: Choice,
    pub forecast: Forecast,
}

/// Attacks, manoeuvres and help: everything aimed at one other combatant.
pub(super) fn at_target(
    battle: &Sight,
    ground: &Ground,
    action: ActionId,
    ideas: &mut Vec<Scored>,
    prospects: &mut Vec<Prospect>,
) {
    let survey = ground.survey;
    let def = &survey.rules.actions[action];
    let kind = def.offered_for();
    let own = survey.own();
    let second = own.modes.iter().any(|mode| mode.off_hand && mode.ready);
    let charge = def.charge().is_some();
    // Attacks are weighed by their odds alone; what else is done shows when looking ahead.
    let attack = def.is_plain_attack() || def.is_plain_full_attack() || def.is_hurled();
    let guarding = def.stance().is_some();
    // Guarding itself while attacking is for those who need it.
    if guarding && own.hit_points * 4 > own.max_hit_points * 3 {
        return;
    }
    let known = ideas.len();
    let hostile = matches!(kind, Some(AimsAt::Enemy | AimsAt::AnyEnemy));
    // How far it goes then stands in its entry, not with a weapon.
    let reaches = matches!(def.target, Targeting::One(_));
    for target in marks(&survey.view, survey.me, kind) {
        let area = survey.view.combatants[target.index()]
            .area
            .unwrap_or_default();
        for (index, mode) in own.modes.iter().enumerate() {
            let armed = hostile && !(reaches && def.attack().is_none());
            let close = charge || !armed || survey.strikes(mode, survey.area, area);
            if !mode.ready || !close || charge && (mode.ranged || mode.off_hand) {
                continue;
            }
            let mut possible = false;
            for manner in manners(def, second) {
                let choice = at(action, def, index as u8, target, manner);
                let plain = attack
                    && (def.provokes == Provokes::No
                        || def.provokes == Provokes::IfRanged && !mode.ranged);
                let forecast = if plain {
                    Forecast::default()
                } else if let Some(forecast) = battle.forecast_if_legal(&choice) {
                    forecast
                } else {
                    continue;
                };
                // The fallen can wait until nobody stands who can be struck at or strikes back.
                let lies = hostile && !attack && survey.enemy(target).is_none();
                let pressed =
                    || !forecast.provokes.is_empty() || ground.strike(battle, None).single > 0.0;
                if lies && pressed() {
                    continue;
                }
                let odds = if plain {
                    ground.odds(battle, index as u8, target, None)
                } else {
                    // Where a hit does more, all of it is looked at ahead.
                    let attack = forecast.attack.as_ref();
                    attack.filter(|_| !forecast.hit_does_more).map(Odds::from)
                };
                possible = true;
                let points = harm(
                    battle,
                    ground,
                    (action, mode, target, manner),
                    odds,
                    &forecast,
                );
                if attack || charge && odds.is_some() {
                    ideas.push((points, choice));
                    continue;
                }
                let chance = forecast.success.or(odds.map(|odds| odds.hit));
                let chance = chance.unwrap_or(1.0);
                if chance >= FORLORN {
                    let more = match guarding {
                        true => evaluate::peril(survey),
                        false => chance * worth(survey, target),
                    };
                    prospects.push(Prospect {
                        promise: more + points,
                        points,
                        choice,
                        forecast,
                    });
                }
            }
            // Help and manoeuvres do not depend on the mode in hand.
            if possible && !(attack || charge || guarding) {
                break;
            }
        }
    }
    let idle = ideas.len() == known && survey.view.rounds() > evaluate::LONG;
    if idle && def.is_plain_attack() {
        ideas.extend(clearing(battle, survey, action));
    }
}

/// Blows at the fallen, when the battle has long led nowhere and no other combatant can be struck: they
/// may be what bars the only way.
fn clearing(battle: &Sight, survey: &Survey, action: ActionId) -> Vec<Scored> {
    let combatants = survey.view.combatants.iter();
    let fallen = combatants.filter(|one| one.side != survey.side && !one.standing && !one.dead);
    let mut found = Vec::new();
    for (one, area) in fallen.filter_map(|one| Some((one, one.area?))) {
        for (index, mode) in survey.own().modes.iter().enumerate() {
            if !mode.ready || mode.off_hand || !survey.strikes(mode, survey.area, area) {
                continue;
            }
            let def = &survey.rules.actions[action];
            let choice = at(action, def, index as u8, one.seat, Manner::default());
            if battle.check(&choice).is_ok() {
                found.push((CLEARED, choice));
            }
        }
    }
    found
}

/// What an action at a combatant is worth by the odds of its attack, and what it risks.
fn harm(
    battle: &Sight,
    ground: &Ground,
    (action, mode, target, manner): (ActionId, &AttackModeView, Seat, Manner),
    odds: Option<Odds>,
    forecast: &Forecast,
) -> f64 {
    let (survey, profile) = (ground.survey, ground.profile);
    let life = evaluate::own_life(survey);
    let mut points = -evaluate::opportunities(&forecast.provokes, life, profile);
    if let Some(path) = &forecast.path {
        points -= survey.daring() * evaluate::opportunities(&path.opportunities, life, profile);
        points -= ground.tolls(battle, &path.squares);
    }
    let value = match (odds, survey.enemy(target)) {
        // Of equals the heavier blow.
        (Some(odds), Some(enemy)) => {
            evaluate::attack(odds, enemy.life, enemy.health, profile) + HEAVIER * odds.mean
        }
        _ => 0.0,
    };
    let def = &survey.rules.actions[action];
    points += match () {
        () if def.is_plain_full_attack() => {
            let both = f64::from(u8::from(manner.both_weapons));
            evaluate::full_attack(value, mode.attacks) + both * 0.4 * value
        }
        () if def.strikes_all() => evaluate::full_attack(value, mode.attacks),
        // It leaves the guard open, and there is no second attack.
        () if def.charge().is_some() => value + arriving(battle, ground, forecast) - 2.0,
        () => value,
    };
    points
}

/// What arriving at the end of a charge is worth beside staying.
fn arriving(battle: &Sight, ground: &Ground, forecast: &Forecast) -> f64 {
    let survey = ground.survey;
    let path = forecast.path.as_ref();
    let Some(&end) = path.and_then(|path| path.squares.last()) else {
        return 0.0;
    };
    let exposed = |anchor| evaluate::exposure(survey, survey.area_at(anchor), ground.profile);
    let here = survey.area.anchor;
    // Coming nearer is nothing to those who can shoot from here.
    let nearer = if ground.next(survey.area, ground.strike(battle, None)) > 0.0 {
        0.0
    } else {
        1.5 * f64::from(ground.steps(here).min(10))
    };
    exposed(here) - exposed(end) + nearer
}

/// How much a combatant matters: 0 to 100.
fn worth(survey: &Survey, target: Seat) -> f64 {
    let enemy = survey.enemy(target);
    enemy.map_or(60.0, |enemy| 40.0 + 60.0 * enemy.health.min(1.0))
}
