//! What each action is worth to whoever could take it now, in points above ending the turn.

use super::abilities;
use super::candidates::{Whom, at, manners, marks, whom};
use super::evaluate::{self, DOWN, Odds};
use super::ground::Ground;
use super::moves::walk;
use super::profile::Profile;
use super::survey::{Survey, rough_chance};
use crate::combat::view::FormView;
use crate::combat::{Aim, Battle, Choice, Forecast, Manner, Seat, Trigger};
use crate::content::terrain::Footing;
use crate::grid::Square;
use crate::rules::action::Follow;
use crate::rules::condition::{Aspect, AttackFilter};
use crate::rules::{ActionId, Procedure, Provokes, Stat};

/// Less likely to succeed than this, it is not worth a look ahead.
const FORLORN: f64 = 0.2;

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
pub(super) fn at_somebody(
    battle: &mut Battle,
    ground: &Ground,
    action: ActionId,
    ideas: &mut Vec<Scored>,
    prospects: &mut Vec<Prospect>,
) {
    let survey = ground.survey;
    let def = &survey.rules.actions[action];
    let kind = whom(def);
    let own = survey.own();
    let second = own.forms.iter().any(|form| form.off_hand && form.ready);
    let charge = matches!(def.procedure, Procedure::Charge(_));
    // Attacks are weighed by their odds alone; what else is done shows when looking ahead.
    let attack = matches!(
        def.procedure,
        Procedure::Attack | Procedure::FullAttack | Procedure::Hurl
    );
    let guarding = matches!(def.procedure, Procedure::Assume { .. });
    // Guarding oneself while attacking is for those who need it.
    if guarding && own.hit_points * 4 > own.max_hit_points * 3 {
        return;
    }
    for target in marks(&survey.view, survey.me, kind) {
        let area = survey.view.combatants[target.index()]
            .area
            .unwrap_or_default();
        for (index, form) in own.forms.iter().enumerate() {
            let hostile = matches!(kind, Whom::Enemy | Whom::AnyEnemy);
            let close = charge || !hostile || survey.strikes(form, survey.area, area);
            if !form.ready || !close || charge && (form.ranged || form.off_hand) {
                continue;
            }
            let mut possible = false;
            for manner in manners(def, second) {
                let choice = at(action, def, index as u8, target, *manner);
                let plain = attack
                    && (def.provokes == Provokes::No
                        || def.provokes == Provokes::IfRanged && !form.ranged);
                let forecast = if plain {
                    Forecast::default()
                } else {
                    battle.forecast(&choice)
                };
                if forecast.refusal.is_some() {
                    continue;
                }
                let odds = if plain {
                    ground.odds(battle, index as u8, target, None)
                } else {
                    forecast.attack.as_ref().map(Odds::from)
                };
                possible = true;
                let points = harm(ground, action, form, target, *manner, odds, &forecast);
                if attack || charge && odds.is_some() {
                    ideas.push((points, choice));
                    continue;
                }
                let chance = forecast.success.or(odds.map(|odds| odds.hit));
                let chance = chance.unwrap_or(1.0);
                if chance >= FORLORN {
                    prospects.push(Prospect {
                        promise: chance * worth(survey, target) + points.max(0.0),
                        points,
                        choice,
                        forecast,
                    });
                }
            }
            // Help and manoeuvres do not depend on the form in hand.
            if possible && !(attack || charge || guarding) {
                break;
            }
        }
    }
}

/// What an action at somebody is worth by the odds of its attack, and what it risks.
fn harm(
    ground: &Ground,
    action: ActionId,
    form: &FormView,
    target: Seat,
    manner: Manner,
    odds: Option<Odds>,
    forecast: &Forecast,
) -> f64 {
    let (survey, profile) = (ground.survey, ground.profile);
    let life = evaluate::own_life(survey);
    let mut points = -evaluate::opportunities(&forecast.provokes, life, profile);
    if let Some(path) = &forecast.path {
        points -= evaluate::opportunities(&path.opportunities, life, profile);
    }
    let value = match (odds, survey.foe(target)) {
        (Some(odds), Some(foe)) => evaluate::attack(odds, foe.life, foe.health, profile),
        _ => 0.0,
    };
    points += match &survey.rules.actions[action].procedure {
        Procedure::FullAttack => {
            let both = f64::from(u8::from(manner.both_weapons));
            evaluate::full_attack(value, form.attacks) + both * 0.4 * value
        }
        Procedure::Assume {
            then: Follow::FullAttack,
            ..
        } => evaluate::full_attack(value, form.attacks),
        // It leaves the guard open, and there is no second attack.
        Procedure::Charge(_) => value + arriving(ground, forecast) - 2.0,
        _ => value,
    };
    points
}

/// What arriving at the end of a charge is worth beside staying.
fn arriving(ground: &Ground, forecast: &Forecast) -> f64 {
    let survey = ground.survey;
    let end = forecast
        .path
        .as_ref()
        .and_then(|path| path.squares.last().copied());
    let Some(end) = end else { return 0.0 };
    let exposed = |anchor| evaluate::exposure(survey, survey.area_at(anchor), ground.profile);
    exposed(survey.area.anchor) - exposed(end)
        + 1.5 * f64::from(ground.steps(survey.area.anchor).min(10))
}

/// How much somebody matters: 0 to 100.
fn worth(survey: &Survey, target: Seat) -> f64 {
    let foe = survey.foe(target);
    foe.map_or(60.0, |foe| 40.0 + 60.0 * foe.health.min(1.0))
}

/// Whether a condition makes its bearer harder to hit.
fn guards(survey: &Survey, condition: &str) -> bool {
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

/// A door next to somebody that stands in the way.
fn closed_doors(battle: &mut Battle, action: ActionId) -> Option<Square> {
    let squares = battle.reachable(action).squares;
    let catalogue = battle.catalogue().clone();
    let is_closed = |square: &Square| {
        let kind = battle
            .terrain_at(*square)
            .and_then(|id| catalogue.terrain.get(id));
        kind.is_some_and(|kind| kind.footing == Footing::Impassable)
    };
    squares
        .into_iter()
        .map(|(square, ..)| square)
        .find(is_closed)
}

/// Actions that concern nobody else.
pub(super) fn alone(
    battle: &mut Battle,
    ground: &Ground,
    action: ActionId,
    strike: f64,
    ideas: &mut Vec<Scored>,
    prospects: &mut Vec<Prospect>,
) {
    let (survey, profile) = (ground.survey, ground.profile);
    let def = &survey.rules.actions[action];
    let own = survey.own();
    let nearest = survey
        .foes
        .iter()
        .map(|foe| survey.away(foe.area, survey.area))
        .min();
    let nearest = nearest.unwrap_or(99);
    let mut looked = |points: f64| {
        let choice = Choice::act(action);
        let forecast = battle.forecast(&choice);
        let life = evaluate::own_life(survey);
        let risk = evaluate::opportunities(&forecast.provokes, life, profile);
        let useful = nearest <= 2 * u32::from(own.speed) + 2 || own.hit_points < own.max_hit_points;
        if useful && forecast.refusal.is_none() {
            prospects.push(Prospect {
                promise: DOWN,
                points: points - risk,
                choice,
                forecast,
            });
        }
    };
    let found = match &def.procedure {
        // On one's feet one can also go somewhere.
        Procedure::StandUp => {
            looked(4.0);
            return;
        }
        // What does not guard is no use by itself: kneeling, a torch.
        Procedure::Assume { condition, .. } if !guards(survey, condition) => Vec::new(),
        Procedure::Assume { .. } | Procedure::Escape | Procedure::Wriggle => {
            looked(0.0);
            return;
        }
        Procedure::Shed { .. } => {
            looked(2.0);
            return;
        }
        Procedure::Door if strike <= 0.0 => closed_doors(battle, action)
            .map(|square| (4.0, walk(action, vec![square])))
            .into_iter()
            .collect(),
        // It can be done once, so not for a scratch.
        Procedure::SecondWind { .. } => {
            looked(-12.0);
            return;
        }
        Procedure::Reload { .. } => {
            let worth = rough(survey, |form| !form.ready && form.ranged);
            items(survey, action, 0.6 * worth, |form| {
                !form.ready && form.ranged
            })
        }
        Procedure::Draw | Procedure::Drop => {
            // What is let go of makes room for what is drawn next.
            let drops = def.procedure == Procedure::Drop;
            let hands_full = own
                .forms
                .iter()
                .any(|form| form.ready && form.weapon.is_some());
            if drops && (!hands_full || own.budget.movement + own.budget.standard < 1) {
                return;
            }
            let melee = |ready: bool| rough(survey, move |f| f.ready == ready && !f.ranged);
            let ranged = |ready: bool| rough(survey, move |f| f.ready == ready && f.ranged);
            let far = nearest > 2 * u32::from(own.speed) + 2;
            if nearest <= 2 && melee(true) < melee(false) {
                let gain = melee(false) - f64::max(melee(true), strike);
                items(survey, action, gain, |form| {
                    if drops {
                        form.ready
                    } else {
                        !form.ready && !form.ranged
                    }
                })
            } else if far && strike <= 0.0 && ranged(true) <= 0.0 {
                items(survey, action, 0.4 * ranged(false), |form| {
                    if drops {
                        form.ready
                    } else {
                        !form.ready && form.ranged
                    }
                })
            } else if drops {
                Vec::new()
            } else {
                abilities::things(battle, survey, action, 0.8)
            }
        }
        Procedure::Retrieve => abilities::things(battle, survey, action, 0.6),
        Procedure::Gather { .. } if strike <= 0.0 => abilities::gather(survey, action),
        Procedure::PickUp => {
            let unarmed = rough(survey, |form| form.ready) < 0.6 * rough(survey, |_| true);
            items(survey, action, if unarmed { 8.0 } else { 0.0 }, |form| {
                !form.ready
            })
        }
        Procedure::Ready if strike <= 0.0 && !survey.shooter => {
            // Only if they can be here before it is the own turn again.
            let comes = survey.foes.iter().any(|foe| {
                foe.reach > 0 && survey.away(foe.area, survey.area) <= foe.speed + foe.reach
            });
            let points = if comes {
                9.0 * Profile::factor(profile.patience)
            } else {
                0.0
            };
            let attack = survey
                .rules
                .actions
                .iter()
                .find(|(_, def)| def.readyable && matches!(def.procedure, Procedure::Attack));
            attack.map_or_else(Vec::new, |(attack, _)| {
                let trigger = Trigger::ComesInReach { who: None };
                let aim = Aim::Prepare {
                    action: attack,
                    trigger,
                };
                let manner = Manner::default();
                vec![(
                    points,
                    Choice::Act {
                        action,
                        aim,
                        form: None,
                        manner,
                    },
                )]
            })
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

/// The same action with the weapon of each form of a kind.
fn items(
    survey: &Survey,
    action: ActionId,
    points: f64,
    kind: impl Fn(&FormView) -> bool,
) -> Vec<Scored> {
    if points <= 0.0 {
        return Vec::new();
    }
    let choice = |weapon| Choice::Act {
        action,
        aim: Aim::Item(weapon),
        form: None,
        manner: Manner::default(),
    };
    let forms = survey.own().forms.iter();
    let forms = forms.filter(|form| !form.improvised && kind(form));
    // Of several weapons the heavier one.
    forms
        .filter_map(|form| Some((points + 0.01 * f64::from(form.mean_damage_x2), form.weapon?)))
        .map(|(points, weapon)| (points, choice(weapon)))
        .collect()
}

/// What the best form of a kind would do to the nearest enemy, roughly, wherever it stands.
fn rough(survey: &Survey, kind: impl Fn(&FormView) -> bool) -> f64 {
    let nearest = survey
        .foes
        .iter()
        .min_by_key(|foe| survey.away(foe.area, survey.area));
    let Some(foe) = nearest else { return 0.0 };
    let defence = survey.view.combatants[foe.seat.index()].defence;
    let own = survey.own();
    own.forms
        .iter()
        .filter(|form| !form.improvised && kind(form))
        .map(|form| {
            let hit = rough_chance(form.attack, defence);
            let odds = Odds {
                hit,
                mean: hit * f64::from(form.mean_damage_x2) / 2.0,
                down: 0.0,
            };
            evaluate::attack(odds, foe.life, foe.health, &Profile::BALANCED)
        })
        .fold(0.0, f64::max)
}
