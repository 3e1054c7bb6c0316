//! What using an ability would do, from the code that resolves it.

use crate::combat::ability::{
    area, asking, caster, def, difficulty, effect, kind, lay, level, lob_odds, of_action, resolve,
};
use crate::combat::attack::odds;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::breath;
use crate::combat::contract::{AbilityForecast, Affected, Aim, Seat};
use crate::combat::damage::dying;
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::substance;
use crate::combat::state::{DeclaredAction, State};
use crate::combat::{checks, conditions};
use crate::content::terrain::Footing;
use crate::dice::Distribution;
use crate::grid::SquareSet;
use crate::rules::{AbilityId, Saved, SpecialEffect};

impl Affected {
    /// It has no effect.
    pub(crate) fn nothing(seat: Seat) -> Self {
        Self {
            seat,
            attack: None,
            saves: None,
            damage: Distribution::certain(0),
            down: 0.0,
            heals: 0.0,
            alters: false,
            hinders: false,
        }
    }
}

/// The forecast of an action that uses an ability; `None` for other actions.
pub fn of_declared(state: &State, declared: &DeclaredAction) -> Option<AbilityForecast> {
    let action = state.rules().actions.get(declared.action)?;
    let ability = of_action(state, action)?;
    let used = (declared.seat, ability, &declared.aim);
    let (squares, affected) = reaches(state, used);
    Some(AbilityForecast {
        squares: squares.iter().collect(),
        affected,
        concentration: concentration(state, declared, ability),
    })
}

/// Returns the squares that an ability covers when it is used like this, and its effect on each combatant, by seat.
pub(crate) fn reaches(
    state: &State,
    (seat, ability, aim): (Seat, AbilityId, &Aim),
) -> (SquareSet, Vec<Affected>) {
    let (squares, targets) = area::covers(state, seat, ability, aim);
    let one = |target| affected(state, (seat, ability, aim), target);
    let affected = lob_odds::affected(state, seat, ability, aim)
        .unwrap_or_else(|| targets.into_iter().filter_map(one).collect());
    (squares, affected)
}

fn affected(
    state: &State,
    (seat, ability, aim): (Seat, AbilityId, &Aim),
    target: Seat,
) -> Option<Affected> {
    let def = def(state, ability)?;
    let spared = def.inhaled && breath::spared(state, target).is_some();
    if spared || effect::immunity(state, def, target).is_some() {
        return Some(Affected::nothing(target));
    }
    let willing = def.target.is_touch() && !state.enemies(seat, target);
    let attack = def
        .attack
        .filter(|_| !willing)
        .and_then(|_| resolve::order(state, seat, ability, target))
        .map(|order| odds::of_attack(state, &order, None));
    let saves = def.save.map(|rule| {
        let against = difficulty(state, seat, ability);
        let shelter = resolve::shelter(state, seat, ability, aim, target, rule.stat);
        let eased = against - shelter.map_or(0, |shelter| shelter.bonus.value);
        checks::chance(state, target, rule.stat, eased, 0)
    });
    let level = level(state, seat, ability);
    let ground = lay::harm(state, (seat, ability, aim), target);
    let rules = &state.rules().policies.abilities;
    let natures = substance::of_ability(state, seat, def);
    let evades = def
        .save
        .is_some_and(|save| asking::evades(state, target, save.stat));
    let mut damage = Distribution::certain(0);
    let (mut heals, mut turned) = (0.0, false);
    for effect in &def.effects {
        match effect {
            SpecialEffect::Damage { .. } if !asking::suits(state, seat, target, def.harms) => {}
            SpecialEffect::Damage { amount, kind } => {
                let toughness =
                    Toughness::of(state, target, (*kind, natures), def.ignores_resistance);
                let rolled = Distribution::of(&crate::combat::ability::effect::dice(amount, level));
                let full = rolled.map(|n| toughness.passes(n));
                let saved = match def.save.map(|rule| rule.success) {
                    Some(Saved::Half) if evades => Distribution::certain(0),
                    Some(Saved::Half) => rolled.map(|n| toughness.passes(rules.half(n))),
                    Some(Saved::Negates) | None => Distribution::certain(0),
                };
                let chance = saves.unwrap_or(0.0);
                damage = damage.add(&Distribution::mixture([
                    (1.0 - chance, full),
                    (chance, saved),
                ]));
            }
            SpecialEffect::Turn { spares, .. } => turned = !spares,
            SpecialEffect::Heal { amount } => {
                heals +=
                    f64::from(crate::combat::ability::effect::dice(amount, level).mean_x2()) / 2.0;
            }
            SpecialEffect::TemporaryHitPoints { .. }
            | SpecialEffect::Weaken { .. }
            | SpecialEffect::Condition { .. }
            | SpecialEffect::Cures { .. }
            | SpecialEffect::Splash { .. }
            | SpecialEffect::SplashHalf
            | SpecialEffect::Ground { .. }
            | SpecialEffect::Push { .. }
            | SpecialEffect::Initiative(_)
            | SpecialEffect::Dispel { .. } => {}
        }
    }
    if turned && level < 2 * state.who(target).level {
        // Driven off at best.
        turned = false;
    }
    let harm = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Damage { .. });
    // The blow that a hit deals at least is of no attack that only weakens or hinders.
    if let Some(attack) = attack.as_ref().filter(|_| def.effects.iter().any(harm)) {
        // Critical hits and misses are in the odds of the attack already.
        damage = if def.save.is_none() {
            attack.damage.clone()
        } else {
            Distribution::mixture([
                (attack.hit, damage),
                (1.0 - attack.hit, Distribution::certain(0)),
            ])
        };
    }
    if let Some((hazard, natures)) = &ground {
        let toughness = Toughness::of(state, target, (hazard.kind, *natures), false);
        let burnt = Distribution::of(&hazard.damage).map(|n| toughness.passes(n));
        damage = damage.add(&burnt);
    }
    let through = caster::chance(state, seat, ability, (level, target));
    if through < 1.0 {
        heals *= through;
        damage =
            Distribution::mixture([(through, damage), (1.0 - through, Distribution::certain(0))]);
    }
    let struck: f64 = damage
        .iter()
        .map(|(amount, p)| p * dying::threshold::down_chance(state, target, amount, false))
        .sum();
    let down = if turned { 1.0 } else { struck };
    let alters = |effect: &&SpecialEffect| match effect {
        SpecialEffect::Ground { .. } => lay::comes_upon(state, (seat, ability, aim), target),
        effect => alters(state, target, effect),
    };
    let altering = || def.effects.iter().filter(alters);
    Some(Affected {
        seat: target,
        attack,
        saves,
        damage,
        down,
        heals,
        alters: altering().next().is_some(),
        hinders: altering().any(|effect| hinders(state, effect)),
    })
}

/// Whether an effect would change anything but hit points.
fn alters(state: &State, target: Seat, effect: &SpecialEffect) -> bool {
    let known = |name: &String| state.rules().condition(name);
    let bears = |name: &String| conditions::bears(state, target, known(name));
    match effect {
        SpecialEffect::Damage { .. }
        | SpecialEffect::Heal { .. }
        | SpecialEffect::Splash { .. }
        | SpecialEffect::SplashHalf => false,
        SpecialEffect::Condition {
            condition: name, ..
        } => known(name).is_some_and(|id| !bears(name) && !conditions::warded(state, target, id)),
        SpecialEffect::Cures { conditions } => conditions.iter().any(bears),
        SpecialEffect::TemporaryHitPoints { .. } => conditions::temporary(state, target) == 0,
        SpecialEffect::Weaken { .. }
        | SpecialEffect::Turn { .. }
        | SpecialEffect::Ground { .. }
        | SpecialEffect::Push { .. }
        | SpecialEffect::Initiative(_)
        | SpecialEffect::Dispel { .. } => true,
    }
}

/// Whether the change made by an effect is a disadvantage for the affected combatant.
fn hinders(state: &State, effect: &SpecialEffect) -> bool {
    match effect {
        SpecialEffect::Damage { .. }
        | SpecialEffect::Heal { .. }
        | SpecialEffect::Splash { .. }
        | SpecialEffect::SplashHalf
        | SpecialEffect::Cures { .. }
        | SpecialEffect::TemporaryHitPoints { .. }
        | SpecialEffect::Dispel { .. } => false,
        SpecialEffect::Condition { condition, .. } => {
            let def = state.rules().conditions.by_name(condition);
            def.is_some_and(|def| !state.rules().is_boon(def))
        }
        SpecialEffect::Ground { terrain, .. } => {
            let kinds = &state.book.catalogue.terrain;
            let kind = kinds.id(terrain).and_then(|id| kinds.get(id));
            kind.is_some_and(|kind| kind.is_dangerous() || kind.footing != Footing::Plain)
        }
        SpecialEffect::Weaken { .. } | SpecialEffect::Turn { .. } | SpecialEffect::Push { .. } => {
            true
        }
        SpecialEffect::Initiative(by) => *by < 0,
    }
}

/// The chance that going about it on the defensive, on guard or in a hold succeeds.
fn concentration(
    state: &State,
    declared: &DeclaredAction,
    ability: crate::rules::AbilityId,
) -> f64 {
    let level = level(state, declared.seat, ability);
    let guard = caster::on_guard(state, declared.seat, ability, level);
    let mut all = guard.map_or(1.0, |check| check.chance());
    let Some(rule) = kind(state, ability).and_then(|kind| kind.concentration) else {
        return all;
    };
    let spell = def(state, ability).map_or(0, |def| i32::from(def.level));
    let chance =
        |against: i32| DifficultyCheck::of_stat(state, declared.seat, rule.check, against).chance();
    if let Some(base) = rule.defensive.filter(|_| declared.manner.defensively) {
        all *= chance(base + if rule.defensive_level { spell } else { 0 });
    }
    if let Some(base) = rule.held.filter(|_| super::is_held(state, declared.seat)) {
        all *= chance(base + spell);
    }
    all
}
