//! Exact odds of dice totals.

use std::ops::RangeInclusive;

use smallvec::{SmallVec, smallvec};

use super::DiceExpr;

/// The values that a distribution tells apart; beyond, everything counts as the bound.
const VALUES: RangeInclusive<i32> = -1_000_000..=1_000_000;

/// The weights of a distribution; those of one weapon's damage need no memory of their own.
type Weights = SmallVec<[f64; 16]>;

/// The probability of every value that something random can take.
///
/// The weights stand in one dense vector from the least value to the greatest, so it is meant for
/// totals of dice and damage, not for values that lie far apart. There is always at least one
/// value, both ends are possible, and the weights sum to 1 up to rounding. Probabilities are the
/// one place where the rules use fractions: they are shown and weighed, never rolled against.
///
/// ```
/// # use opportunist::dice::Distribution;
/// let hits_on_11 = Distribution::uniform(1..=20).at_least(11);
/// assert!((hits_on_11 - 0.5).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    least: i32,
    weights: Weights,
}

impl Distribution {
    /// One value that is sure to come.
    pub fn certain(value: i32) -> Self {
        Self {
            least: bounded(value),
            weights: smallvec![1.0],
        }
    }

    /// Every value of `values` alike: `uniform(1..=20)` is a d20. An empty range counts as its
    /// first value alone.
    pub fn uniform(values: RangeInclusive<i32>) -> Self {
        let least = bounded(*values.start());
        let greatest = bounded(*values.end()).max(least);
        let count = greatest.abs_diff(least) as usize + 1;
        Self {
            least,
            weights: smallvec![1.0 / count as f64; count],
        }
    }

    /// The total of an expression.
    pub fn of(expr: &DiceExpr) -> Self {
        Self::of_brutal(expr, 0)
    }

    /// The total of an expression whose dice are rolled again as long as they show so much or less.
    pub fn of_brutal(expr: &DiceExpr, again: u8) -> Self {
        let mut total: Option<Self> = None;
        for term in expr.terms() {
            let sides = i32::from(term.sides);
            let least = (i32::from(again) + 1).min(sides);
            let die = if term.count < 0 {
                Self::uniform(-sides..=-least)
            } else {
                Self::uniform(least..=sides)
            };
            for _ in 0..term.count.unsigned_abs() {
                total = Some(total.map_or_else(|| die.clone(), |total| total.add(&die)));
            }
        }
        let total = total.unwrap_or_else(|| Self::certain(0));
        total.shift(expr.bonus())
    }

    /// Something that happens with probability `p`: 1 if it does, 0 if not.
    pub fn chance(p: f64) -> Self {
        let p = p.clamp(0.0, 1.0);
        Self {
            least: 0,
            weights: smallvec![1.0 - p, p],
        }
        .trimmed()
    }

    /// The sum of this and an independent `other`.
    #[must_use]
    pub fn add(&self, other: &Distribution) -> Self {
        let mut weights = zeros(self.weights.len() + other.weights.len() - 1);
        let (sums, theirs) = (weights.as_mut_slice(), other.weights.as_slice());
        for (i, a) in self.weights.iter().enumerate() {
            for (sum, b) in sums[i..].iter_mut().zip(theirs) {
                *sum += a * b;
            }
        }
        let sum = Self {
            least: self.least + other.least,
            weights,
        };
        if VALUES.contains(&sum.least) && VALUES.contains(&sum.max()) {
            sum.trimmed()
        } else {
            sum.map(|value| value)
        }
    }

    /// Everything moved by a fixed amount.
    #[must_use]
    pub fn shift(mut self, by: i32) -> Self {
        let (least, greatest) = (self.least.saturating_add(by), self.max().saturating_add(by));
        if VALUES.contains(&least) && VALUES.contains(&greatest) {
            self.least = least;
            self
        } else {
            self.map(|value| value.saturating_add(by))
        }
    }

    /// What becomes of the values under `change`: `map(|damage| damage.max(1))`.
    #[must_use]
    pub fn map(&self, change: impl Fn(i32) -> i32) -> Self {
        let changed = |(value, p)| (bounded(change(value)), p);
        let parts: SmallVec<[(i32, f64); 16]> = self.iter().map(changed).collect();
        Self::collect(&parts)
    }

    /// The same with everything below `least` raised to it.
    #[must_use]
    pub fn at_least_everywhere(&self, least: i32) -> Self {
        if self.least >= least {
            return self.clone();
        }
        self.map(|value| value.max(least))
    }

    /// One of several distributions, each with its own probability. The probabilities are brought
    /// to a sum of 1; without any, the result is 0 for certain.
    pub fn mixture(parts: impl IntoIterator<Item = (f64, Distribution)>) -> Self {
        let possible = |share: &f64| *share > 0.0 && share.is_finite();
        let parts: SmallVec<[(f64, Distribution); 4]> = parts
            .into_iter()
            .filter(|(share, _)| possible(share))
            .collect();
        let sum: f64 = parts.iter().map(|(share, _)| share).sum();
        let least = parts.iter().map(|(_, part)| part.least).min();
        let greatest = parts.iter().map(|(_, part)| part.max()).max();
        let (Some(least), Some(greatest)) = (least, greatest) else {
            return Self::certain(0);
        };
        let mut weights = zeros(greatest.abs_diff(least) as usize + 1);
        for (share, part) in &parts {
            let from = part.least.abs_diff(least) as usize;
            for (weight, p) in weights.iter_mut().skip(from).zip(&part.weights) {
                *weight += p * share / sum;
            }
        }
        Self { least, weights }.trimmed()
    }

    /// Every value that can come, in order, with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        (self.least..)
            .zip(self.weights.iter().copied())
            .filter(|&(_, p)| p > 0.0)
    }

    /// The probability of exactly `value`.
    pub fn exactly(&self, value: i32) -> f64 {
        let index = i64::from(value) - i64::from(self.least);
        usize::try_from(index)
            .ok()
            .and_then(|i| self.weights.get(i))
            .copied()
            .unwrap_or(0.0)
    }

    /// The probability of `value` or more.
    pub fn at_least(&self, value: i32) -> f64 {
        if value <= self.least {
            return 1.0;
        }
        // The smallest weights first, which is where rounding matters.
        let above = self
            .weights
            .iter()
            .skip(value.abs_diff(self.least) as usize)
            .rev();
        above.sum::<f64>().min(1.0)
    }

    /// The probability of `value` or less.
    pub fn at_most(&self, value: i32) -> f64 {
        if value >= self.max() {
            return 1.0;
        }
        let below = i64::from(value) - i64::from(self.least) + 1;
        let below = usize::try_from(below).unwrap_or(0);
        self.weights.iter().take(below).sum::<f64>().min(1.0)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        // Around the least value, so that a large constant costs no precision.
        let above = self.weights.iter().enumerate().map(|(i, p)| i as f64 * p);
        f64::from(self.least) + above.sum::<f64>()
    }

    /// The least value that can come.
    pub fn min(&self) -> i32 {
        self.least
    }

    /// The greatest value that can come.
    pub fn max(&self) -> i32 {
        // The bounds on values keep the length far below the end of `i32`.
        self.least + (self.weights.len() as i32 - 1)
    }

    /// A distribution from values within bounds and their weights, in any order and with repeats.
    fn collect(parts: &[(i32, f64)]) -> Self {
        let values = || parts.iter().map(|&(value, _)| value);
        let (Some(least), Some(greatest)) = (values().min(), values().max()) else {
            return Self::certain(0);
        };
        let mut weights = zeros(greatest.abs_diff(least) as usize + 1);
        for &(value, p) in parts {
            if let Some(weight) = weights.get_mut(value.abs_diff(least) as usize) {
                *weight += p;
            }
        }
        Self { least, weights }.trimmed()
    }

    /// The same without impossible values at the ends.
    fn trimmed(mut self) -> Self {
        let Some(first) = self.weights.iter().position(|&p| p > 0.0) else {
            return Self::certain(self.least);
        };
        let last = self.weights.iter().rposition(|&p| p > 0.0).unwrap_or(first);
        self.weights.truncate(last + 1);
        if first > 0 {
            self.weights.drain(..first);
        }
        self.least += first as i32;
        self
    }
}

/// So many impossible values.
fn zeros(count: usize) -> Weights {
    const HERE: usize = 16;
    if count <= HERE {
        Weights::from_buf_and_len([0.0; HERE], count)
    } else {
        Weights::from_vec(vec![0.0; count])
    }
}

fn bounded(value: i32) -> i32 {
    value.clamp(*VALUES.start(), *VALUES.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Distribution {
        Distribution::of(&text.parse().unwrap())
    }

    #[track_caller]
    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    fn sum(of: &Distribution) -> f64 {
        of.iter().map(|(_, p)| p).sum()
    }

    #[test]
    fn two_dice_have_the_known_odds() {
        let dice = of("2d6");
        near(dice.exactly(7), 6.0 / 36.0);
        near(dice.exactly(2), 1.0 / 36.0);
        near(dice.exactly(13), 0.0);
        near(dice.exactly(i32::MIN), 0.0);
        near(dice.at_least(10), 6.0 / 36.0);
        near(dice.at_least(-5), 1.0);
        near(dice.at_least(13), 0.0);
        near(dice.at_most(4), 6.0 / 36.0);
        near(dice.at_most(1), 0.0);
        near(dice.mean(), 7.0);
        assert_eq!((dice.min(), dice.max()), (2, 12));
    }

    #[test]
    fn range_and_mean_agree_with_the_expression() {
        for text in ["4", "1d4-1", "2d6+3", "1d6-1d4", "10d6+2d4-3", "100d100"] {
            let expr: DiceExpr = text.parse().unwrap();
            let dist = Distribution::of(&expr);
            near(sum(&dist), 1.0);
            assert!(
                (2.0 * dist.mean() - f64::from(expr.mean_x2())).abs() < 1e-8,
                "{text}"
            );
            if text != "100d100" {
                assert_eq!((dist.min(), dist.max()), (expr.min(), expr.max()), "{text}");
            }
        }
    }

    #[test]
    fn a_floor_gathers_what_lies_below() {
        let damage = of("1d4-2").map(|damage| damage.max(1));
        near(damage.exactly(1), 0.75);
        assert_eq!((damage.min(), damage.max()), (1, 2));
    }

    #[test]
    fn a_mixture_is_weighed_and_brought_to_one() {
        let hit = Distribution::mixture([(1.0, Distribution::certain(0)), (3.0, of("1d4"))]);
        near(hit.exactly(0), 0.25);
        near(hit.exactly(4), 0.1875);
        near(hit.mean(), 0.75 * 2.5);
        let unlikely = [(0.0, Distribution::certain(900)), (f64::NAN, of("1d4"))];
        assert_eq!(Distribution::mixture(unlikely), Distribution::certain(0));
    }

    #[test]
    fn a_chance_is_zero_or_one() {
        near(Distribution::chance(0.3).mean(), 0.3);
        assert_eq!(Distribution::chance(7.0), Distribution::certain(1));
        assert_eq!(Distribution::chance(0.0), Distribution::certain(0));
    }

    #[test]
    fn absurd_values_stop_at_the_bounds() {
        assert_eq!(Distribution::certain(i32::MAX).max(), *VALUES.end());
        assert_eq!(of("1d6").shift(i32::MIN).min(), *VALUES.start());
        let far = Distribution::certain(900_000);
        assert_eq!(far.add(&far), Distribution::certain(*VALUES.end()));
        #[expect(clippy::reversed_empty_ranges)]
        let empty = Distribution::uniform(5..=1);
        assert_eq!(empty, Distribution::certain(5));
    }
}
