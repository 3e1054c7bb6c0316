//! Sums of dice with everything that is added to them.

use crate::dice::{Averages, Dice, DiceExpr, Die, Handful, RollLabel};
use crate::rules::{Modifier, ModifierKind, Source, Stat, Tally, Topic};

/// A sum of thrown dice and modifiers, as its event lists them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiceSum {
    pub dice: Handful,
    pub bonus: Tally,
    /// Sum of the dice that are averaged instead of thrown.
    averaged: i32,
}

impl DiceSum {
    /// A sum that begins with these modifiers.
    pub(crate) fn from_bonus(bonus: Tally) -> Self {
        Self {
            bonus,
            ..Self::default()
        }
    }

    /// An expression, thrown.
    pub(crate) fn thrown(dice: &mut Dice, label: RollLabel, expr: &DiceExpr) -> Self {
        let thrown = dice.throw(label, expr);
        let mut sum = Self {
            dice: thrown.dice,
            ..Self::default()
        };
        sum.add(constant(expr, PLAIN));
        sum
    }

    /// The sum of all parts so far.
    pub(crate) fn total(&self) -> i32 {
        let thrown: i32 = self.dice.iter().map(Die::adds).sum();
        thrown + self.averaged + self.bonus.total
    }

    /// Throws the dice of an expression, without its constant. Dice that show `again` or less are thrown again.
    pub(crate) fn throw(
        &mut self,
        dice: &mut Dice,
        averages: &mut Averages,
        label: RollLabel,
        (expr, again): (&DiceExpr, u8),
    ) {
        let again = u32::from(again);
        expr.total(|sides, subtracted| {
            if let Some(average) = averages.next(sides, again) {
                let sign = if subtracted { -1 } else { 1 };
                self.averaged += sign * average as i32;
                return average;
            }
            let die = dice.roll_above(label, sides, again);
            self.dice.push(Die { subtracted, ..die });
            die.rolled
        });
    }

    /// Adds a modifier.
    pub(crate) fn add(&mut self, part: Modifier) {
        self.bonus = std::mem::take(&mut self.bonus).plus(part);
    }

    /// Adds a value that comes from a rule of the situation, which the event cites.
    pub(crate) fn add_of(&mut self, topic: Topic, value: i32) {
        let source = Source::Topic(topic);
        self.add(Modifier::plain(ModifierKind::Untyped, value, source));
    }

    /// Lists the averaged dice as a part. Nothing is thrown after that.
    pub(crate) fn list_averages(&mut self) {
        let averaged = std::mem::take(&mut self.averaged);
        self.add_of(Topic::Averages, averaged);
    }

    /// Brings the sum to a value, with the difference as a part.
    pub(crate) fn bring_to(&mut self, topic: Topic, value: i32) {
        self.add_of(topic, value - self.total());
    }
}

/// The constant of an expression as a part.
pub(crate) fn constant(expr: &DiceExpr, source: Source) -> Modifier {
    Modifier::plain(ModifierKind::Base, expr.bonus(), source)
}

/// Source of a constant that no weapon brings.
pub(crate) const PLAIN: Source = Source::Stat(Stat::MeleeDamage);
