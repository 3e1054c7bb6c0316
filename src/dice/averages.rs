//! Dice of damage of which some are averaged instead of thrown.

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

    /// The part of the rounded sum of averages that the next die adds; `None`: the die is thrown. A die that shows
    /// `again` or less is thrown again.
    pub fn next(&mut self, sides: u32, again: u32) -> Option<u32> {
        if let Some(left) = self.thrown.checked_sub(1) {
            self.thrown = left;
            return None;
        }
        let before = self.halves;
        self.halves += again.saturating_add(1).min(sides) + sides;
        Some(self.halves / 2 - before / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn averages(count: usize, sides: u32, again: u32) -> u32 {
        let mut averages = Averages::of(count, count);
        let each = |_| averages.next(sides, again).expect("an average");
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
