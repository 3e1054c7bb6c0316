//! The damage dice of a hit: thrown when it is resolved, weighed when it is foreseen.

use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::damage::bonus;
use crate::combat::damage::dice_sum::{DiceSum, PLAIN, constant};
use crate::combat::state::{AttackMode, AttackOrder, State};
use crate::dice::{Averages, Dice, DiceExpr, Distribution, Purpose, RollLabel};
use crate::rules::attack::Raise;
use crate::rules::{DamageKind, Source, Tally, Topic};

/// Sides of the dice of extra damage.
const EXTRA_SIDES: u32 = 6;

/// How an attack's damage is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// How many times the weapon's damage is rolled.
    pub times: u8,
    /// All dice show their maximum and are not rolled.
    pub maximal: bool,
    /// Extra d6, rolled once.
    pub sneak: u8,
}

impl Harm {
    /// The weapon's damage, rolled once, and nothing else.
    pub const ONCE: Self = Self {
        times: 1,
        maximal: false,
        sneak: 0,
    };

    /// The damage of a hit. `sneak`: extra dice against a weak spot.
    pub fn of_hit(
        state: &State,
        order: &AttackOrder,
        mode: &AttackMode,
        critical: bool,
        sneak: u8,
    ) -> Self {
        let raise = critical.then(|| state.rules().policies.attack.critical.raises());
        let (by_rolls, maximal) = match raise {
            None => (false, false),
            Some(Raise::ByRolls) => (true, false),
            Some(Raise::ToMaximum) => (false, true),
        };
        Self {
            times: times(order.times, mode.multiplier, by_rolls),
            maximal,
            sneak,
        }
    }
}

/// How many times damage is rolled: each multiplier adds what it has beyond one.
fn times(of_order: u8, multiplier: u8, critical: bool) -> u8 {
    let once_more = if critical { multiplier.max(1) - 1 } else { 0 };
    of_order.max(1).saturating_add(once_more)
}

/// Dice of one kind of damage, with the modifiers of each roll.
pub(crate) struct Throw {
    expr: DiceExpr,
    /// Dice that show this or less are thrown again.
    again: u8,
    /// Modifiers of each roll, the constant of the expression among them.
    bonus: Tally,
    /// Dice that are averaged instead of thrown, counted from the last one.
    averaged: usize,
}

impl Throw {
    /// The dice of the mode itself.
    pub(crate) fn of(state: &State, order: &AttackOrder, mode: &AttackMode) -> Self {
        let source = mode.weapon.map_or(PLAIN, Source::Weapon);
        let averaged = conditions::averaged(state, order.attacker);
        Self {
            expr: mode.damage,
            again: mode.brutal,
            bonus: bonus(state, order, mode).plus(constant(&mode.damage, source)),
            averaged: averaged.saturating_sub(dice_of(&mode.also)),
        }
    }

    /// The dice of other kinds of damage that come along with the mode's own. They are rolled last.
    pub(crate) fn also(
        state: &State,
        attacker: Seat,
        mode: &AttackMode,
    ) -> Vec<(Self, DamageKind)> {
        let averaged = conditions::averaged(state, attacker);
        let also = mode.also.iter().enumerate();
        also.map(|(index, (expr, kind))| {
            let later = dice_of(&mode.also[index + 1..]);
            let throw = Self {
                expr: *expr,
                again: 0,
                bonus: Tally::default().plus(constant(expr, PLAIN)),
                averaged: averaged.saturating_sub(later),
            };
            (throw, *kind)
        })
        .collect()
    }

    /// Throws the dice, without an event.
    pub(crate) fn thrown(self, harm: Harm, dice: &mut Dice, attacker: Seat) -> DiceSum {
        if harm.maximal {
            let most = self.most(harm);
            let mut sum = DiceSum::from_bonus(self.bonus);
            sum.add_of(Topic::CriticalDamage, most);
            return sum;
        }
        let mut averages = self.averages(harm);
        let mut sum = DiceSum::from_bonus(self.bonus.times(harm.times));
        let label = |purpose| RollLabel::new(attacker.0, purpose);
        for _ in 0..harm.times {
            let own = (&self.expr, self.again);
            sum.throw(dice, &mut averages, label(Purpose::Damage), own);
        }
        let extra = DiceExpr::dice(1, EXTRA_SIDES);
        for _ in 0..harm.sneak {
            let extra = (&extra, 0);
            sum.throw(dice, &mut averages, label(Purpose::ExtraDamage), extra);
        }
        sum.list_averages();
        sum
    }

    /// The chances of each total of the dice.
    pub(crate) fn weighed(&self, harm: Harm) -> Distribution {
        if harm.maximal {
            return Distribution::certain(self.most(harm).saturating_add(self.bonus.total));
        }
        let flat = self.bonus.total.saturating_mul(i32::from(harm.times));
        if self.averaged == 0 {
            // All dice of a term alike: quicker than one die after another.
            let once = Distribution::of_brutal(&self.expr, self.again).shift(-self.expr.bonus());
            let mut sum = once.clone();
            for _ in 1..harm.times {
                sum = sum.add(&once);
            }
            if harm.sneak > 0 {
                let extra = DiceExpr::dice(u32::from(harm.sneak), EXTRA_SIDES);
                sum = sum.add(&Distribution::of(&extra));
            }
            return sum.shift(flat);
        }
        let mut averages = self.averages(harm);
        let mut sum = Distribution::certain(flat);
        let mut weigh = |expr: &DiceExpr, again: u8| {
            let again = u32::from(again);
            expr.total(|sides, subtracted| {
                let (least, most) = match averages.next(sides, again) {
                    Some(average) => (average as i32, average as i32),
                    None => ((again + 1).min(sides) as i32, sides as i32),
                };
                let values = match subtracted {
                    true => -most..=-least,
                    false => least..=most,
                };
                sum = sum.add(&Distribution::uniform(values));
                sides
            });
        };
        for _ in 0..harm.times {
            weigh(&self.expr, self.again);
        }
        let extra = DiceExpr::dice(1, EXTRA_SIDES);
        for _ in 0..harm.sneak {
            weigh(&extra, 0);
        }
        sum
    }

    /// The most that the dice can show.
    fn most(&self, harm: Harm) -> i32 {
        let own = self.expr.max().saturating_sub(self.expr.bonus());
        own + i32::from(harm.sneak) * EXTRA_SIDES as i32
    }

    fn averages(&self, harm: Harm) -> Averages {
        let all = self.expr.count() * usize::from(harm.times) + usize::from(harm.sneak);
        Averages::of(all, self.averaged)
    }
}

/// The number of dice of other kinds of damage.
fn dice_of(also: &[(DiceExpr, DamageKind)]) -> usize {
    also.iter().map(|(expr, _)| expr.count()).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::dice::ScriptedRoll;

    /// All totals of a throw, each sequence of dice rolled out.
    fn thrown(throw: &dyn Fn() -> Throw, harm: Harm) -> BTreeMap<i32, f64> {
        let again = u32::from(throw().again);
        let mut totals = BTreeMap::new();
        let mut open = vec![(Vec::new(), 1.0)];
        while let Some((script, p)) = open.pop() {
            let mut dice = Dice::scripted(script.clone());
            let total = throw().thrown(harm, &mut dice, Seat(0)).total();
            let Some(fault) = dice.fault() else {
                *totals.entry(total).or_default() += p;
                continue;
            };
            // Dice that are thrown again leave the values above alone.
            let values = (again + 1).min(fault.sides)..=fault.sides;
            let each = p / values.clone().count() as f64;
            open.extend(values.map(|value| {
                let mut longer = script.clone();
                longer.push(ScriptedRoll::new(value));
                (longer, each)
            }));
        }
        totals
    }

    #[test]
    fn dice_are_weighed_as_they_are_thrown() {
        let dice = ["2d3+1", "1d4-1d2", "1d6-2d3-4", "3"];
        // Extra dice are never thrown again.
        let harms = [
            (1, 0, 0),
            (1, 1, 0),
            (2, 0, 0),
            (2, 1, 0),
            (1, 0, 1),
            (2, 0, 1),
        ];
        let cases = harms.into_iter();
        for ((times, sneak, again), text) in cases.flat_map(|harm| dice.map(|text| (harm, text))) {
            let expr: DiceExpr = text.parse().expect("dice");
            for (averaged, maximal) in (0..=4).flat_map(|n| [(n, false), (n, true)]) {
                let throw = || Throw {
                    expr,
                    again,
                    bonus: Tally::default().plus(constant(&expr, PLAIN)),
                    averaged,
                };
                let harm = Harm {
                    times,
                    maximal,
                    sneak,
                };
                let weighed = throw().weighed(harm);
                let thrown = thrown(&throw, harm);
                for (total, p) in &thrown {
                    let (weighed, what) = (weighed.exactly(*total), (text, averaged, harm));
                    assert!(
                        (weighed - p).abs() < 1e-9,
                        "{what:?}: {total}, {weighed} {p}"
                    );
                }
                let ends = (weighed.min(), weighed.max());
                let rolled = thrown.keys().next().zip(thrown.keys().last());
                assert_eq!(rolled, Some((&ends.0, &ends.1)), "{text} {harm:?}");
            }
        }
    }
}
