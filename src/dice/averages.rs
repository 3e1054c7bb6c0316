//! Dice of damage of which some are averaged instead of thrown.

use super::{Dice, Die, RollLabel};

/// Goes through dice in order: the first so many are thrown, the others averaged. What the averages add up
/// to is rounded down.
#[derive(Clone, Copy, Debug)]
pub struct Averages {
    thrown: usize,
    halves: u32,
}

impl Averages {
    /// Of so many dice the last few are averaged.
    pub fn of(all: usize, averaged: usize) -> Self {
        Self {
            thrown: all.saturating_sub(averaged),
            halves: 0,
        }
    }

    /// The next die: what it adds to the sum, and how it fell if it was thrown. What shows `again` or less
    /// is thrown again.
    pub fn next(
        &mut self,
        dice: &mut Dice,
        label: RollLabel,
        (sides, again): (u32, u32),
    ) -> (u32, Option<Die>) {
        if let Some(left) = self.thrown.checked_sub(1) {
            self.thrown = left;
            let die = dice.roll_above(label, sides, again);
            return (die.rolled, Some(die));
        }
        let before = self.halves;
        self.halves += again.saturating_add(1).min(sides) + sides;
        (self.halves / 2 - before / 2, None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Purpose;
    use super::*;

    fn averages(count: usize, sides: u32, again: u32) -> u32 {
        let label = RollLabel::new(0, Purpose::Damage);
        let (mut dice, mut averages) = (Dice::scripted(Vec::new()), Averages::of(count, count));
        let each = |_| averages.next(&mut dice, label, (sides, again)).0;
        (0..count).map(each).sum()
    }

    /// EP-DMG-05, EP-DMG-06.
    #[test]
    fn averages_are_added_before_they_are_rounded_down() {
        assert_eq!(averages(11, 6, 0), 38);
        assert_eq!(averages(12, 6, 0), 42);
        assert_eq!(averages(21, 6, 0), 73);
        assert_eq!(averages(1, 10, 1), 6);
        assert_eq!(averages(1, 10, 99), 10);
    }
}
