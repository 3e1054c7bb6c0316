//! What is in hand, and what could be: drawing, letting go and picking up, each by what it makes of the
//! arms. What is gained one way is lost the other way, so nothing is let go of and picked up again.

use super::evaluate::{self, Odds};
use super::ground::Ground;
use super::profile::Profile;
use super::survey::{Survey, rough_chance};
use super::worth::Scored;
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice};
use crate::rules::{ActionId, CostId, Handling, WeaponId};

/// How much better than what is in hand something has to be for that to be let go.
const MUCH_BETTER: f64 = 1.7;
/// What an attack later in the turn has to gain for its weapon to come first.
const PRELUDE: f64 = 0.3;
/// An enemy no farther than this has to be met with a blade.
const NEAR: u32 = 2;

/// What blades and shots count, by how far the nearest enemy is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weights {
    blade: f64,
    shot: f64,
}

/// The arms of the one who decides.
struct Arms<'a> {
    survey: &'a Survey,
    weights: Weights,
    nearest: u32,
}

/// Weapons that could come to hand by this action and what that gains, in points above ending the turn.
/// `strike` is what an attack at once is worth.
pub(super) fn ideas(
    ground: &Ground,
    (action, cost): (ActionId, Option<CostId>),
    what: &Handling,
    strike: f64,
) -> Vec<Scored> {
    let survey = ground.survey;
    let arms = Arms::of(survey);
    let own = survey.own();
    let within = |weapon: &WeaponId| own.carried.contains(weapon);
    let slots = own.budget.purse.slots;
    let paid = survey.rules.paid(own.budget.purse, cost);
    let attacks = match what {
        // Then something else is drawn, and then there is the attack.
        Handling::Drop => slots.movement > 0 && slots.standard > 0,
        _ => ground.pays(paid).0,
    };
    let now = arms.worth(&arms.ready());
    let gain = |after: &[&AttackModeView]| {
        let follows = arms.strike(after);
        let prelude = attacks && follows > strike + PRELUDE;
        arms.worth(after) - now + if prelude { follows } else { 0.0 }
    };
    let mut list: Vec<Scored> = Vec::new();
    let mut add =
        |points: f64, weapon| list.push((points, Choice::aimed(action, Aim::Item(weapon))));
    match what {
        Handling::Draw if arms.shoots_from_afar() => {}
        Handling::Draw => {
            for weapon in arms.weapons().into_iter().filter(within) {
                add(gain(&arms.with(weapon, None)), weapon);
            }
        }
        Handling::PickUp => {
            let near = |at| survey.area.squares().any(|own| own.steps_to(at) <= 1);
            let lies = |weapon: &WeaponId| {
                let mut dropped = survey.view.dropped.iter();
                dropped.any(|(at, one)| one == weapon && near(*at))
            };
            for weapon in arms.weapons().into_iter().filter(lies) {
                add(gain(&arms.with(weapon, None)), weapon);
            }
        }
        // What is let go of makes room for what is drawn next.
        Handling::Drop if slots.movement + slots.standard > 0 => {
            for &held in &own.held {
                let drawn = arms.weapons().into_iter().filter(within);
                let better = drawn
                    .map(|weapon| arms.with(weapon, Some(held)))
                    .filter(|after| arms.worth(after) > MUCH_BETTER * now)
                    .map(|after| gain(&after));
                if let Some(points) = better.reduce(f64::max) {
                    add(points, held);
                }
            }
        }
        _ => {}
    }
    list.retain(|(points, _)| *points > 0.0);
    list
}

impl<'a> Arms<'a> {
    fn of(survey: &'a Survey) -> Self {
        let away = survey.enemies.iter();
        let away = away.map(|enemy| survey.away(enemy.area, survey.area));
        let nearest = away.min().unwrap_or(u32::MAX);
        let comes = nearest <= 2 * u32::from(survey.own().speed) + NEAR;
        let (blade, shot) = match () {
            () if nearest <= NEAR => (1.0, 0.0),
            () if comes => (0.8, 0.3),
            () => (0.5, 0.4),
        };
        Self {
            survey,
            weights: Weights { blade, shot },
            nearest,
        }
    }

    /// What can be used now.
    fn ready(&self) -> Vec<&'a AttackModeView> {
        let modes = self.survey.own().modes.iter();
        modes
            .filter(|mode| mode.ready && !mode.improvised)
            .collect()
    }

    /// Whether it has what it shoots with in hand, and time for it.
    fn shoots_from_afar(&self) -> bool {
        self.nearest > NEAR && self.ready().iter().any(|mode| mode.ranged)
    }

    /// Weapons of its modes.
    fn weapons(&self) -> Vec<WeaponId> {
        let modes = self.survey.own().modes.iter();
        let mut list: Vec<WeaponId> = modes.filter_map(|mode| mode.weapon).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// What can be used with this weapon in hand as well, and without that one.
    fn with(&self, weapon: WeaponId, without: Option<WeaponId>) -> Vec<&'a AttackModeView> {
        let mut list = self.ready();
        list.retain(|mode| without.is_none() || mode.weapon != without);
        for ranged in [false, true] {
            let modes = self.survey.own().modes.iter();
            let mut modes = modes.filter(|mode| mode.ranged == ranged && !mode.improvised);
            // The plain grip comes first.
            list.extend(modes.find(|mode| mode.weapon == Some(weapon)));
        }
        list
    }

    /// What these are worth: the best blade, or a shot and the best blade after it. What is thrown is
    /// gone.
    fn worth(&self, modes: &[&AttackModeView]) -> f64 {
        let Weights { blade, shot } = self.weights;
        let best_blade = |thrown: Option<WeaponId>| {
            let left = modes.iter().filter(|mode| !mode.ranged);
            let left = left.filter(|mode| thrown.is_none() || mode.weapon != thrown);
            left.map(|mode| rough(self.survey, mode))
                .fold(0.0, f64::max)
        };
        let shots = modes.iter().filter(|mode| mode.ranged);
        let shots =
            shots.map(|mode| shot * rough(self.survey, mode) + blade * best_blade(mode.weapon));
        shots.fold(blade * best_blade(None), f64::max)
    }

    /// What the best attack with these from here is worth, roughly.
    fn strike(&self, modes: &[&AttackModeView]) -> f64 {
        let (survey, here) = (self.survey, self.survey.area);
        let reaches = |mode: &&&AttackModeView| {
            let mut enemies = survey.enemies.iter();
            enemies.any(|enemy| survey.strikes(mode, here, enemy.area))
        };
        let reaching = modes.iter().filter(reaches);
        reaching.map(|mode| rough(survey, mode)).fold(0.0, f64::max)
    }
}

/// What a mode would do to the nearest enemy, roughly, wherever it stands.
pub(super) fn rough(survey: &Survey, mode: &AttackModeView) -> f64 {
    let nearest = survey
        .enemies
        .iter()
        .min_by_key(|enemy| survey.away(enemy.area, survey.area));
    let Some(enemy) = nearest else { return 0.0 };
    let defence = survey.view.combatants[enemy.seat.index()].defence;
    let hit = rough_chance(mode.attack, defence);
    let odds = Odds {
        hit,
        mean: hit * f64::from(mode.mean_damage_x2) / 2.0,
        down: 0.0,
    };
    evaluate::attack(odds, enemy.life, enemy.health, &Profile::BALANCED)
}
