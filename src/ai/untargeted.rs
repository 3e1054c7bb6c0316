//! What actions that concern no other combatant are worth, in points above ending the turn.

use super::evaluate::{self, DOWN, Odds};
use super::ground::Ground;
use super::profile::Profile;
use super::survey::{Survey, rough_chance};
use super::worth::{Prospect, Scored};
use super::{abilities, barriers, waiting};
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, Sight};
use crate::rules::{ActionId, Aspect, AttackFilter, Handling, Stat, TurnAct};

/// How much better than what is in hand something has to be for that to be dropped.
const MUCH_BETTER: f64 = 1.7;

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

/// Actions that concern no other combatant.
pub(super) fn untargeted(
    battle: &Sight,
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
        .enemies
        .iter()
        .map(|enemy| survey.away(enemy.area, survey.area))
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
    let found = match def.handling() {
        // A standing combatant can also move.
        _ if def.is_rising() => {
            looked(if ground.is_cut_off() { 0.0 } else { 4.0 });
            return;
        }
        // What does not guard is no use by itself: kneeling, a torch.
        _ if def
            .stance()
            .is_some_and(|condition| !guards(survey, condition)) =>
        {
            Vec::new()
        }
        _ if def.stance().is_some() || def.frees() => {
            looked(0.0);
            return;
        }
        _ if def.sheds() => {
            looked(2.0);
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
        Some(Handling::Load { .. }) => {
            let worth = rough(survey, |mode| !mode.ready && mode.ranged);
            items(survey, action, 0.6 * worth, |mode| {
                !mode.ready && mode.ranged
            })
        }
        Some(what @ (Handling::Draw | Handling::Drop)) => {
            // What is let go of makes room for what is drawn next.
            let drops = *what == Handling::Drop;
            let hands_full = own
                .modes
                .iter()
                .any(|mode| mode.ready && mode.weapon.is_some());
            let slots = own.budget.purse.slots;
            if drops && (!hands_full || slots.movement + slots.standard < 1) {
                return;
            }
            let melee = |ready: bool| rough(survey, move |f| f.ready == ready && !f.ranged);
            let ranged = |ready: bool| rough(survey, move |f| f.ready == ready && f.ranged);
            let far = nearest > 2 * u32::from(own.speed) + 2;
            // What is in hand is let go only for something much better.
            let enough = if drops { MUCH_BETTER } else { 1.0 };
            if nearest <= 2 && melee(true) * enough < melee(false) {
                let gain = melee(false) - f64::max(melee(true), strike);
                items(survey, action, gain, |mode| {
                    if drops {
                        mode.ready
                    } else {
                        !mode.ready && !mode.ranged
                    }
                })
            } else if far && strike <= 0.0 && ranged(true) <= 0.0 {
                items(survey, action, 0.4 * ranged(false), |mode| {
                    if drops {
                        mode.ready
                    } else {
                        !mode.ready && mode.ranged
                    }
                })
            } else if drops {
                Vec::new()
            } else {
                abilities::things(battle, survey, action, 0.8)
            }
        }
        Some(Handling::Retrieve) => abilities::things(battle, survey, action, 0.6),
        _ if strike <= 0.0 && def.fills().is_some() => abilities::gather(survey, action),
        Some(Handling::PickUp) => {
            let unarmed = rough(survey, |mode| mode.ready) < 0.6 * rough(survey, |_| true);
            items(survey, action, if unarmed { 8.0 } else { 0.0 }, |mode| {
                !mode.ready
            })
        }
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

/// The same action with the weapon of each mode of a kind.
fn items(
    survey: &Survey,
    action: ActionId,
    points: f64,
    kind: impl Fn(&AttackModeView) -> bool,
) -> Vec<Scored> {
    if points <= 0.0 {
        return Vec::new();
    }
    let choice = |weapon| Choice::aimed(action, Aim::Item(weapon));
    let modes = survey.own().modes.iter();
    let modes = modes.filter(|mode| !mode.improvised && kind(mode));
    // Of several weapons the heavier one.
    modes
        .filter_map(|mode| Some((points + 0.01 * f64::from(mode.mean_damage_x2), mode.weapon?)))
        .map(|(points, weapon)| (points, choice(weapon)))
        .collect()
}

/// What the best mode of a kind would do to the nearest enemy, roughly, wherever it stands.
fn rough(survey: &Survey, kind: impl Fn(&AttackModeView) -> bool) -> f64 {
    let nearest = survey
        .enemies
        .iter()
        .min_by_key(|enemy| survey.away(enemy.area, survey.area));
    let Some(enemy) = nearest else { return 0.0 };
    let defence = survey.view.combatants[enemy.seat.index()].defence;
    let own = survey.own();
    own.modes
        .iter()
        .filter(|mode| !mode.improvised && kind(mode))
        .map(|mode| {
            let hit = rough_chance(mode.attack, defence);
            let odds = Odds {
                hit,
                mean: hit * f64::from(mode.mean_damage_x2) / 2.0,
                down: 0.0,
            };
            evaluate::attack(odds, enemy.life, enemy.health, &Profile::BALANCED)
        })
        .fold(0.0, f64::max)
}
