//! What movement costs: twelfths of a square, and the prices of entering one.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::distance::Diagonals;

/// A movement cost or budget in twelfths of a square, so that movement at three quarters, one
/// half, one third and one quarter stays in whole numbers. Sums saturate.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Cost(pub u32);

impl Cost {
    /// Nothing.
    pub const ZERO: Cost = Cost(0);
    /// One square of ordinary movement.
    pub const SQUARE: Cost = Cost(12);

    /// The cost of `n` squares of ordinary movement.
    pub const fn squares(n: u32) -> Self {
        Cost(n.saturating_mul(Self::SQUARE.0))
    }

    /// This cost `n` times.
    pub const fn times(self, n: u32) -> Self {
        Cost(self.0.saturating_mul(n))
    }

    /// `numerator / denominator` of this cost, rounded down; a denominator of 0 is read as 1.
    pub const fn fraction(self, numerator: u32, denominator: u32) -> Self {
        let denominator = if denominator == 0 { 1 } else { denominator };
        let scaled = self.0 as u64 * numerator as u64 / denominator as u64;
        Cost(if scaled > u32::MAX as u64 {
            u32::MAX
        } else {
            scaled as u32
        })
    }

    /// What is left of this budget after paying `spent`; never below zero.
    pub const fn less(self, spent: Cost) -> Self {
        Cost(self.0.saturating_sub(spent.0))
    }

    /// Twelfths of a square as accounts and forecasts keep them; what is dearer than they hold counts as the most.
    pub fn twelfths(self) -> u16 {
        u16::try_from(self.0).unwrap_or(u16::MAX)
    }

    /// Whole squares contained, the fraction dropped.
    pub const fn whole_squares(self) -> u32 {
        self.0 / Self::SQUARE.0
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl fmt::Display for Cost {
    /// In squares: `4`, `4½`, `4 5/12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.whole_squares(), self.0 % Self::SQUARE.0);
        let sign = match part {
            0 => "",
            2 => "⅙",
            3 => "¼",
            4 => "⅓",
            6 => "½",
            8 => "⅔",
            9 => "¾",
            10 => "⅚",
            _ => return write!(f, "{whole} {part}/12"),
        };
        match whole {
            0 if part != 0 => f.write_str(sign),
            _ => write!(f, "{whole}{sign}"),
        }
    }
}

/// Whether the diagonals already made in this move are even or odd in number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum DiagonalParity {
    /// None, two, four … made: the next one is the first, third, fifth …
    #[default]
    Even,
    /// One, three, five … made: the next one is the second, fourth …
    Odd,
}

impl DiagonalParity {
    /// The parity after one more diagonal.
    pub const fn flipped(self) -> Self {
        match self {
            DiagonalParity::Even => DiagonalParity::Odd,
            DiagonalParity::Odd => DiagonalParity::Even,
        }
    }

    /// The parity after `diagonals` more diagonals.
    pub const fn after(self, diagonals: u32) -> Self {
        if diagonals.is_multiple_of(2) {
            self
        } else {
            self.flipped()
        }
    }
}

/// What entering a square costs. Each price is at least a twelfth and at most 5,461 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntryCost {
    /// By a straight step.
    pub straight: Cost,
    /// By the first, third, fifth … diagonal step of a move.
    pub diagonal_odd: Cost,
    /// By the second, fourth … diagonal step of a move.
    pub diagonal_even: Cost,
}

impl EntryCost {
    /// `straight` for a straight step; every second diagonal costs twice that where diagonals
    /// alternate.
    pub const fn new(straight: Cost, diagonals: Diagonals) -> Self {
        Self {
            straight,
            diagonal_odd: straight,
            diagonal_even: match diagonals {
                Diagonals::AlternateOneTwo => straight.times(2),
                Diagonals::Equal => straight,
            },
        }
    }

    /// Open ground: one square.
    pub const fn open(diagonals: Diagonals) -> Self {
        Self::new(Cost::SQUARE, diagonals)
    }

    /// Every price `n` times.
    pub const fn times(self, n: u32) -> Self {
        Self {
            straight: self.straight.times(n),
            diagonal_odd: self.diagonal_odd.times(n),
            diagonal_even: self.diagonal_even.times(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_at_three_quarters_stays_in_whole_numbers() {
        assert_eq!(Cost::squares(7).fraction(3, 4), Cost(63));
        assert_eq!(Cost(63).whole_squares(), 5);
        assert_eq!(Cost::squares(6).less(Cost::squares(7)), Cost::ZERO);
    }

    #[test]
    fn costs_are_written_in_squares() {
        let written: Vec<_> = [0, 6, 12, 54, 53].map(|n| Cost(n).to_string()).into();
        assert_eq!(written, ["0", "½", "1", "4½", "4 5/12"]);
    }

    #[test]
    fn every_second_diagonal_is_dear() {
        let entry = EntryCost::open(Diagonals::AlternateOneTwo);
        assert_eq!(entry.diagonal_odd, Cost::SQUARE);
        assert_eq!(entry.diagonal_even, Cost::squares(2));
        assert_eq!(DiagonalParity::Even.after(3), DiagonalParity::Odd);
    }

    #[test]
    fn sums_stop_at_the_end_of_the_range() {
        assert_eq!(Cost(u32::MAX) + Cost::SQUARE, Cost(u32::MAX));
        assert_eq!(Cost::squares(u32::MAX), Cost(u32::MAX));
    }
}
