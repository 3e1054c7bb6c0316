//! What abilities do: amounts rolled, effects applied to one target.

use crate::combat::ability::{aim, asking, lob, turning, working};
use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Aim, EventKind, Seat};
use crate::combat::damage::dice_sum::{self, DiceSum, PLAIN};
use crate::combat::damage::{dying, resistance, substance};
use crate::combat::movement::forced;
use crate::combat::state::{
    Acting, ActiveCondition, Blow, Ending, Rolling, Stage, State, Use, Wounding,
};
use crate::combat::{conditions, damage};
use crate::dice::{Averages, Dice, DiceExpr, Purpose, RollLabel};
use crate::rules::attack::Raise;
use crate::rules::{
    AbilityDef, Amount, ConditionId, DamageKind, Duration, Flag, Flags, Force, Lasting, Modifier,
    Ruleset, SpecialEffect, Stat, Topic,
};

/// The dice of an amount at a level. The loader has read them before.
pub(crate) fn dice(amount: &Amount, level: i32) -> DiceExpr {
    let expr: DiceExpr = amount.dice.parse().unwrap_or_default();
    let (times, plus) = amount.grows.at(level);
    expr.times(u16::from(times)).plus(plus)
}

/// What an effect brings.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rolled {
    pub total: i32,
    /// Without what a critical hit adds.
    pub once: i32,
}

/// Rolls what an effect brings, once for every combatant; 0 for effects without a number.
pub(crate) fn roll(battle: &mut Rolling, used: &Use, effect: &SpecialEffect) -> Rolled {
    let (amount, purpose, harms) = match effect {
        SpecialEffect::Damage { amount, .. } => (amount, Purpose::Damage, true),
        SpecialEffect::Splash { amount, .. } => (amount, Purpose::Damage, false),
        SpecialEffect::Heal { amount } => (amount, Purpose::Healing, false),
        SpecialEffect::TemporaryHitPoints { amount, .. } | SpecialEffect::Weaken { amount, .. } => {
            (amount, Purpose::Ability, false)
        }
        SpecialEffect::Condition { .. }
        | SpecialEffect::Cures { .. }
        | SpecialEffect::SplashHalf
        | SpecialEffect::Turn { .. }
        | SpecialEffect::Ground { .. }
        | SpecialEffect::Push { .. }
        | SpecialEffect::Initiative(_)
        | SpecialEffect::Dispel { .. } => return Rolled::default(),
    };
    let expr = dice(amount, used.level);
    let raised = (harms && used.critical).then(|| battle.rules().policies.attack.critical.raises());
    let (times, maximal): (u8, bool) = match raised {
        None => (1, false),
        Some(Raise::ByRolls) => (2, false),
        Some(Raise::ToMaximum) => (1, true),
    };
    let seat = used.seat;
    let averaged = match purpose {
        Purpose::Damage => conditions::averaged(battle, seat),
        _ => 0,
    };
    let mut sum = DiceSum::default();
    let constant = dice_sum::constant(&expr, PLAIN);
    let value = constant.value * i32::from(times);
    sum.add(Modifier { value, ..constant });
    let mut once = None;
    if maximal {
        sum.add_of(Topic::CriticalDamage, expr.max() - expr.bonus());
    } else {
        let label = RollLabel::new(seat.0, purpose);
        let mut averages = Averages::of(expr.times(u16::from(times)).count(), averaged);
        let dice: &mut Dice = &mut battle.dice_mut().0;
        for _ in 0..times {
            sum.throw(dice, &mut averages, label, (&expr, 0));
            once.get_or_insert(sum.total() + constant.value - value);
        }
        sum.list_averages();
    }
    let total = sum.total();
    let once = once.unwrap_or(total);
    let ability = used.ability;
    let topics = [Topic::AbilityEffect, Topic::Averages];
    battle.emit(
        &topics[..1 + usize::from(averaged > 0)],
        EventKind::AmountRolled {
            seat,
            ability,
            dice: sum.dice,
            bonus: sum.bonus,
            total,
        },
    );
    Rolled { total, once }
}

/// The damage that an ability has rolled, if it deals any.
pub(crate) fn damage_of(state: &State, used: &Use) -> i32 {
    let effects = super::def(state, used.ability).map_or(&[][..], |def| &def.effects);
    let rolled = effects.iter().zip(&used.amounts);
    rolled
        .filter(|(effect, _)| matches!(effect, SpecialEffect::Damage { .. }))
        .map(|(_, amount)| *amount)
        .sum()
}

/// Applies one effect to one target. Damage goes on as a blow of its own.
pub(crate) fn apply(battle: &mut Acting, used: &Use, index: usize, target: Seat, halved: bool) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(effect) = rules
        .abilities
        .get(used.ability)
        .and_then(|def| def.effects.get(index))
    else {
        return;
    };
    // A save that saves from half of the damage saves from all the rest.
    if halved && !effect.deals_damage() {
        return;
    }
    let rolled = used.amounts.get(index).copied().unwrap_or(0);
    match effect {
        SpecialEffect::Damage { kind, .. } => {
            let half = rules.policies.abilities.half(rolled);
            let amount = if halved { half } else { rolled };
            harm(battle, used, target, amount, *kind);
        }
        SpecialEffect::Splash { kind, .. } => {
            let half = rules.policies.abilities.half(rolled);
            let amount = if halved { half } else { rolled };
            for other in beside(battle, used.seat, target).into_iter().rev() {
                splash(battle, used, other, amount, *kind);
            }
        }
        SpecialEffect::SplashHalf => {
            let Some(kind) = direct_kind(&rules, used) else {
                return;
            };
            let near = match used.aim {
                Aim::Part(_, at) => lob::around(battle, used.seat, at),
                _ => beside(battle, used.seat, target),
            };
            for other in near.into_iter().rev().filter(|other| *other != target) {
                splash(battle, used, other, rolled, kind);
            }
        }
        SpecialEffect::Heal { .. } => damage::heal(battle, target, rolled),
        SpecialEffect::Weaken { ability, .. } => {
            let doubles = used.critical && rules.policies.ability_loss.critical_doubles;
            let points = if doubles { rolled * 2 } else { rolled };
            dying::weaken(battle, target, *ability, points);
        }
        SpecialEffect::TemporaryHitPoints { lasts_with, .. } => {
            // They do not add up: the larger store counts.
            let known = conditions::temporary(battle, target);
            let left = known.max(rolled);
            if rolled > known {
                let lasts_with = lasts_with.as_ref().and_then(|name| rules.condition(name));
                let vitals = battle.vitals_mut(target);
                (vitals.temporary, vitals.temporary_with) = (rolled, lasts_with);
            }
            let seat = target;
            battle.emit(
                &[Topic::TemporaryHitPoints],
                EventKind::TemporaryHitPoints { seat, left },
            );
        }
        SpecialEffect::Condition {
            condition,
            lasts,
            amount,
        } => {
            let Some(condition) = rules.condition(condition) else {
                return;
            };
            let ends = ending(
                battle,
                used,
                target,
                lasts,
                rules.conditions[condition].lasts,
            );
            conditions::impose(
                battle,
                target,
                ActiveCondition {
                    condition,
                    ends,
                    by: Some(used.seat),
                    amount: *amount,
                    about: None,
                    since: 0,
                },
            );
            let maintained = *lasts == Lasting::Maintained;
            working::note(battle, used, target, condition, maintained);
        }
        SpecialEffect::Cures { conditions } => {
            for name in conditions {
                if let Some(condition) = rules.condition(name).filter(|id| !is_state(&rules, *id)) {
                    conditions::end(battle, target, condition);
                }
            }
        }
        SpecialEffect::Turn {
            condition,
            rounds,
            spares,
        } => {
            let condition = rules.condition(condition);
            turning::drive(battle, used, target, (condition, *rounds), *spares);
        }
        // It concerns squares and not those who stand on them: see `lay`.
        SpecialEffect::Ground { .. } => {}
        SpecialEffect::Push { squares } => {
            let (by, squares) = (used.seat, u32::from(*squares));
            forced::begin(battle, by, target, Force::Push, squares);
        }
        SpecialEffect::Initiative(by) => {
            let (seat, by) = (target, *by);
            battle.push(Stage::Shifted { seat, by });
        }
        SpecialEffect::Dispel { most } => working::dispel(battle, used, target, *most),
    }
}

/// Whether this is a state of being near death, which nothing cures like a condition.
fn is_state(rules: &Ruleset, id: ConditionId) -> bool {
    const STATES: Flags = Flags::of(&[Flag::Dying, Flag::Stable, Flag::Dead]);
    rules.flags(id).has_any(STATES)
}

/// Every combatant beside a combatant, by seat, but those whom the thrower has forgotten (EP-FADE-01).
fn beside(state: &State, thrower: Seat, target: Seat) -> Vec<Seat> {
    let near = |other: &Seat| {
        aim::is_beside(state, *other, target) && !perception::forgets(state, thrower, *other)
    };
    state.all().filter(near).collect()
}

/// The kind of damage that an ability deals to those whom it strikes.
fn direct_kind(rules: &Ruleset, used: &Use) -> Option<DamageKind> {
    let effects = &rules.abilities.get(used.ability)?.effects;
    let (_, kind) = effects.iter().find_map(SpecialEffect::damage)?;
    Some(kind)
}

/// Damage of an ability.
fn harm(battle: &mut Wounding, used: &Use, target: Seat, amount: i32, kind: DamageKind) {
    let def = super::def(battle, used.ability);
    if def.is_some_and(|def| !asking::suits(battle, used.seat, target, def.harms)) {
        return;
    }
    let unresisted = def.is_some_and(|def| def.ignores_resistance);
    let natures = def.map(|def| substance::of_ability(battle, used.seat, def));
    let natures = natures.unwrap_or_default();
    battle.push(Blow {
        unresisted,
        natures,
        ..Blow::of_power(used.seat, target, amount, kind)
    });
}

/// What splashes onto a combatant that the ability was not aimed at.
pub(crate) fn splash(
    battle: &mut Wounding,
    used: &Use,
    other: Seat,
    amount: i32,
    kind: DamageKind,
) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.abilities.get(used.ability) else {
        return;
    };
    if !planes::reaches(battle, used.seat, other, substance::crosses_planes(def)) {
        return;
    }
    let halves = def.effects.contains(&SpecialEffect::SplashHalf);
    if amount > 0 && halves && asking::evades(battle, other, Stat::Reflex) {
        // It has saved already, as all have whom it splashes.
        let (seat, passed) = (other, 0);
        let spared = EventKind::DamageAdjusted {
            seat,
            kind,
            amount,
            passed,
        };
        return battle.emit(&[Topic::Evasion], spared);
    }
    if amount > 0 && !shrugs_off(battle, used, def, other) {
        harm(battle, used, other, amount, kind);
    }
}

/// When a condition of an ability ends.
fn ending(
    battle: &mut Rolling,
    used: &Use,
    target: Seat,
    lasts: &Lasting,
    own: Duration,
) -> Ending {
    let duration = match lasts {
        Lasting::Own => own,
        Lasting::Rounds(rounds) => Duration::Rounds(*rounds),
        Lasting::Minutes(minutes) => Duration::Minutes(*minutes),
        Lasting::RoundsPerLevel(rounds) => {
            let level = u16::try_from(used.level.max(1)).unwrap_or(u16::MAX);
            Duration::Rounds(rounds.saturating_mul(level))
        }
        Lasting::Rolled(text) => {
            let expr: DiceExpr = text.parse().unwrap_or_default();
            let label = RollLabel::new(used.seat.0, Purpose::Ability);
            let rounds = battle.dice_mut().0.throw(label, &expr).total;
            Duration::Rounds(u16::try_from(rounds.max(1)).unwrap_or(u16::MAX))
        }
        Lasting::Maintained => Duration::UntilEnded,
        Lasting::Until(duration) => *duration,
    };
    conditions::ending(battle, target, duration)
}

/// Whether a target suffers nothing at all, because it is immune to a keyword; tells of it.
pub fn shrugs_off(battle: &mut Rolling, used: &Use, def: &AbilityDef, seat: Seat) -> bool {
    let Some(kind) = immunity(battle, def, seat) else {
        return false;
    };
    let ability = used.ability;
    battle.emit(
        &[Topic::Keyword],
        EventKind::Unaffected {
            seat,
            ability,
            kind,
        },
    );
    true
}

/// The keyword of an ability that a combatant is immune to.
pub fn immunity(state: &State, def: &AbilityDef, seat: Seat) -> Option<DamageKind> {
    let mut keywords = def.keywords.iter().copied();
    keywords.find(|kind| resistance::is_immune(state, seat, *kind))
}
