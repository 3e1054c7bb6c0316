//! Dice expressions: "2d6+3" as sheets and content files write it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How many dice of one kind may be written.
const COUNTS: RangeInclusive<u32> = 1..=100;
/// How many sides a written die may have.
const SIDES: RangeInclusive<u32> = 1..=100;
/// The greatest constant that may be written.
const GREATEST_CONSTANT: u32 = 10_000;
/// How many different kinds of dice one expression holds.
const MOST_TERMS: usize = 8;

/// Some dice of one kind: the "2d6" of "2d6+3".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DiceTerm {
    /// How many dice; below zero, they are subtracted.
    pub count: i16,
    /// How many sides each of them has.
    pub sides: u16,
}

impl DiceTerm {
    fn min(self) -> i32 {
        let count = i32::from(self.count);
        if count < 0 {
            count * i32::from(self.sides)
        } else {
            count
        }
    }

    fn max(self) -> i32 {
        let count = i32::from(self.count);
        if count < 0 {
            count
        } else {
            count * i32::from(self.sides)
        }
    }
}

/// A sum of dice and a constant: "2d6+3", "1d8", "4", "1d4-1".
///
/// It is a small `Copy` value. Dice of the same kind are collected into one term, terms stay in
/// the order in which they were written, and that is the order in which they are rolled.
///
/// ```
/// # use opportunist::dice::DiceExpr;
/// let bite: DiceExpr = "1d8 + 2".parse().unwrap();
/// assert_eq!(bite.to_string(), "1d8+2");
/// assert_eq!(bite.times(2).to_string(), "2d8+4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DiceExpr {
    terms: [DiceTerm; MOST_TERMS],
    used: u8,
    constant: i32,
}

impl DiceExpr {
    /// A number without dice.
    pub const fn constant(value: i32) -> Self {
        Self {
            terms: [DiceTerm { count: 0, sides: 0 }; MOST_TERMS],
            used: 0,
            constant: value,
        }
    }

    /// `count` dice of `sides` sides, both brought into 1 to 100.
    pub fn dice(count: u32, sides: u32) -> Self {
        let mut expr = Self::default();
        let count = count.clamp(*COUNTS.start(), *COUNTS.end()) as i16;
        let sides = sides.clamp(*SIDES.start(), *SIDES.end()) as u16;
        expr.push(DiceTerm { count, sides });
        expr
    }

    /// The dice, in the order in which they are rolled.
    pub fn terms(&self) -> &[DiceTerm] {
        self.terms.get(..usize::from(self.used)).unwrap_or_default()
    }

    /// What is added to the dice.
    pub const fn bonus(&self) -> i32 {
        self.constant
    }

    /// How many dice are rolled.
    pub fn count(&self) -> usize {
        let counts = self.terms().iter().map(|term| term.count.unsigned_abs());
        counts.map(usize::from).sum()
    }

    /// The least total.
    pub fn min(&self) -> i32 {
        self.terms()
            .iter()
            .fold(self.constant, |sum, term| sum.saturating_add(term.min()))
    }

    /// The greatest total.
    pub fn max(&self) -> i32 {
        self.terms()
            .iter()
            .fold(self.constant, |sum, term| sum.saturating_add(term.max()))
    }

    /// Twice the mean total, which is always a whole number.
    pub fn mean_x2(&self) -> i32 {
        // A sum of fair dice is symmetric, so its mean is the middle of its range.
        self.min().saturating_add(self.max())
    }

    /// The same dice with `bonus` added.
    #[must_use]
    pub const fn plus(mut self, bonus: i32) -> Self {
        self.constant = self.constant.saturating_add(bonus);
        self
    }

    /// Everything rolled `factor` times over: twice "1d8+2" is "2d8+4".
    #[must_use]
    pub fn times(mut self, factor: u16) -> Self {
        if factor == 0 {
            return Self::default();
        }
        let factor = factor.min(i16::MAX as u16) as i16;
        for term in self.terms.iter_mut().take(usize::from(self.used)) {
            term.count = term.count.saturating_mul(factor);
        }
        self.constant = self.constant.saturating_mul(i32::from(factor));
        self
    }

    /// The total, asking `throw` for each die by its number of sides and whether it is subtracted, in order.
    pub fn total(&self, mut throw: impl FnMut(u32, bool) -> u32) -> i32 {
        let mut total = self.constant;
        for term in self.terms() {
            for _ in 0..term.count.unsigned_abs() {
                let subtracted = term.count < 0;
                let rolled = throw(u32::from(term.sides), subtracted);
                let rolled = i32::try_from(rolled).unwrap_or(i32::MAX);
                let signed = if subtracted { -rolled } else { rolled };
                total = total.saturating_add(signed);
            }
        }
        total
    }

    /// Adds a term; false if there is no room for another kind of dice.
    fn push(&mut self, new: DiceTerm) -> bool {
        let used = usize::from(self.used);
        // Dice that are added and dice that are subtracted never cancel: both are rolled.
        let same =
            |term: &&mut DiceTerm| term.sides == new.sides && (term.count < 0) == (new.count < 0);
        if let Some(term) = self.terms.iter_mut().take(used).find(same) {
            term.count = term.count.saturating_add(new.count);
        } else if let Some(free) = self.terms.get_mut(used) {
            *free = new;
            self.used += 1;
        } else {
            return false;
        }
        true
    }
}

impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        let mut text = String::new();
        for term in self.terms() {
            if term.count < 0 {
                text.push('-');
            } else if !text.is_empty() {
                text.push('+');
            }
            write!(text, "{}d{}", term.count.unsigned_abs(), term.sides)?;
        }
        if text.is_empty() {
            write!(text, "{}", self.constant)?;
        } else if self.constant != 0 {
            write!(text, "{:+}", self.constant)?;
        }
        f.pad(&text)
    }
}

/// Why a text is no dice expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceExprError {
    /// The text that was read.
    pub text: String,
    /// How many characters of it were understood.
    pub at: usize,
    /// What should have stood there.
    pub expected: String,
}

impl fmt::Display for DiceExprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = match self.text.chars().nth(self.at) {
            Some(found) => format!("`{found}`"),
            None => "the end".to_owned(),
        };
        write!(
            f,
            "`{}` is no dice expression like \"2d6+3\": expected {} at character {}, found {found}",
            self.text,
            self.expected,
            self.at + 1,
        )
    }
}

impl std::error::Error for DiceExprError {}

/// Reads an expression from left to right.
struct Reader<'a> {
    text: &'a str,
    /// What is left to read.
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes one of these characters, if one is next.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.rest.chars().next().filter(|c| wanted.contains(c))?;
        self.rest = self.rest.get(found.len_utf8()..).unwrap_or_default();
        Some(found)
    }

    /// Takes a number within `range`, if a digit is next.
    fn number(
        &mut self,
        range: RangeInclusive<u32>,
        of: &str,
    ) -> Result<Option<u32>, DiceExprError> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse::<u32>() {
            Ok(value) if range.contains(&value) => {
                self.rest = rest;
                Ok(Some(value))
            }
            _ => Err(self.expected(&format!("{of} from {} to {}", range.start(), range.end()))),
        }
    }

    fn expected(&self, what: &str) -> DiceExprError {
        let at = self.text.chars().count() - self.rest.chars().count();
        DiceExprError {
            text: self.text.to_owned(),
            at,
            expected: what.to_owned(),
        }
    }
}

impl FromStr for DiceExpr {
    type Err = DiceExprError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut expr = Self::default();
        let mut reader = Reader { text, rest: text };
        reader.skip_spaces();
        let mut sign = reader.take(&['+', '-']).unwrap_or('+');
        loop {
            reader.skip_spaces();
            let start = Reader {
                text,
                rest: reader.rest,
            };
            let number = reader.number(0..=GREATEST_CONSTANT, "a number")?;
            if reader.take(&['d', 'D']).is_some() {
                let count = number.unwrap_or(1);
                if !COUNTS.contains(&count) {
                    let (least, most) = (COUNTS.start(), COUNTS.end());
                    return Err(start.expected(&format!("a number of dice from {least} to {most}")));
                }
                let Some(sides) = reader.number(SIDES, "a number of sides")? else {
                    return Err(reader.expected("a number of sides"));
                };
                let count = if sign == '-' {
                    -(count as i16)
                } else {
                    count as i16
                };
                if !expr.push(DiceTerm {
                    count,
                    sides: sides as u16,
                }) {
                    return Err(start.expected("at most eight different kinds of dice"));
                }
            } else if let Some(number) = number {
                let number = number as i32;
                expr = expr.plus(if sign == '-' { -number } else { number });
            } else {
                return Err(reader.expected("a number or dice"));
            }
            reader.skip_spaces();
            if reader.rest.is_empty() {
                return Ok(expr);
            }
            sign = reader
                .take(&['+', '-'])
                .ok_or_else(|| reader.expected("`+` or `-`"))?;
        }
    }
}

impl Serialize for DiceExpr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DiceExpr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = DiceExpr;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("dice in quotes, like \"2d6+3\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<DiceExpr, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> DiceExpr {
        text.parse().unwrap()
    }

    fn message(text: &str) -> String {
        text.parse::<DiceExpr>().unwrap_err().to_string()
    }

    #[test]
    fn it_prints_what_it_reads() {
        for text in [
            "2d6+3",
            "1d8",
            "4",
            "0",
            "-2",
            "1d4-1",
            "2d6+1d4+1",
            "1d6-1d4",
            "-1d4+3",
        ] {
            assert_eq!(expr(text).to_string(), text);
        }
    }

    #[test]
    fn it_reads_generously_and_prints_one_form() {
        for (text, printed) in [
            (" 2D6 + 3 ", "2d6+3"),
            ("d20", "1d20"),
            ("+1d4", "1d4"),
            ("1d6+1d6", "2d6"),
            ("3+1d6-1", "1d6+2"),
            ("1d6-1d6", "1d6-1d6"),
        ] {
            assert_eq!(expr(text).to_string(), printed, "{text}");
        }
    }

    #[test]
    fn range_and_mean_are_exact() {
        for (text, min, max, mean_x2) in [
            ("2d6+3", 5, 15, 20),
            ("1d8", 1, 8, 9),
            ("4", 4, 4, 8),
            ("1d4-1", 0, 3, 3),
            ("1d6-1d4", -3, 5, 2),
        ] {
            let expr = expr(text);
            assert_eq!(
                (expr.min(), expr.max(), expr.mean_x2()),
                (min, max, mean_x2),
                "{text}"
            );
        }
    }

    #[test]
    fn it_says_what_was_expected_and_where() {
        assert_eq!(
            message("2d6+"),
            "`2d6+` is no dice expression like \"2d6+3\": \
             expected a number or dice at character 5, found the end"
        );
        for (text, part) in [
            ("", "a number or dice at character 1"),
            ("2d", "a number of sides at character 3"),
            ("2d0", "a number of sides from 1 to 100 at character 3"),
            ("0d6", "a number of dice from 1 to 100 at character 1"),
            ("2d6 x 3", "`+` or `-` at character 5, found `x`"),
            ("1d6+99999999999", "a number from 0 to 10000 at character 5"),
            (
                "1d2+1d3+1d4+1d5+1d6+1d7+1d8+1d9+1d10",
                "eight different kinds of dice",
            ),
            ("ä", "a number or dice at character 1, found `ä`"),
        ] {
            assert!(message(text).contains(part), "{}", message(text));
        }
    }

    #[test]
    fn dice_are_multiplied() {
        assert_eq!(expr("1d8+2").times(3).to_string(), "3d8+6");
        assert_eq!(expr("1d8+2").times(0), DiceExpr::constant(0));
    }

    #[test]
    fn dice_are_thrown_in_the_written_order() {
        let mut sides = Vec::new();
        let total = expr("2d6-1d4+3").total(|s, _| {
            sides.push(s);
            s
        });
        assert_eq!((total, sides), (6 + 6 - 4 + 3, vec![6, 6, 4]));
    }

    #[test]
    fn it_is_a_string_in_content() {
        assert_eq!(
            ron::from_str::<DiceExpr>("\"2d6+3\"").unwrap(),
            expr("2d6+3")
        );
        assert_eq!(ron::to_string(&expr("2d6+3")).unwrap(), "\"2d6+3\"");
        assert!(
            ron::from_str::<DiceExpr>("\"2x6\"")
                .unwrap_err()
                .to_string()
                .contains("`+` or")
        );
    }
}
