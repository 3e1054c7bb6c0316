//! Ranges of numbers and texts: each number of a content file, scenario or save has one, and is checked against
//! it when it is read.
//!
//! The table ([`table::RANGES`]) lists the fields by kind of number. A test of the architecture fails
//! for a numeric field that is missing there. Within the ranges no sum or product of the rules
//! overflows; another test plays battles with numbers at their ends.

mod reader;
mod table;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::LazyLock;

use serde::de::Error;

use super::excerpt;

pub use reader::{Checked, read};
pub use table::RANGES;

/// One kind of number: its range and the fields that it is for.
#[derive(Debug)]
pub struct Range {
    /// Noun with its article: "a modifier".
    pub name: &'static str,
    pub least: i128,
    pub most: i128,
    /// Fields with blanks between, each as `Type.field`, `Type.variant` or `Type.variant.field`; an
    /// item of a tuple has its number behind these.
    fields: &'static str,
}

impl Range {
    /// The fields that it is for.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.fields.split_whitespace()
    }
}

impl fmt::Display for Range {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} from {} to {}", self.name, self.least, self.most)
    }
}

/// Place of a number: the type that declares it, with variant and field where it has those.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spot {
    owner: &'static str,
    variant: &'static str,
    field: &'static str,
    item: Option<usize>,
}

impl Spot {
    /// Name in the table, without the number of an item.
    fn name(self) -> String {
        let mut name = self.owner.to_owned();
        for part in [self.variant, self.field] {
            if !part.is_empty() {
                name.push('.');
                name.push_str(part);
            }
        }
        name
    }
}

/// The ranges by field.
static BY_FIELD: LazyLock<BTreeMap<&'static str, &'static Range>> = LazyLock::new(|| {
    let of = |range: &'static Range| range.fields().map(move |field| (field, range));
    RANGES.iter().flat_map(of).collect()
});

/// The range of a number at this place.
fn range_of(spot: Spot) -> Option<&'static Range> {
    let mut name = spot.name();
    let whole = BY_FIELD.get(name.as_str()).copied();
    let item = spot.item.and_then(|item| {
        let _ = write!(name, ".{item}");
        BY_FIELD.get(name.as_str()).copied()
    });
    item.or(whole)
}

/// The most entries of the list at this place, if it has such a limit.
fn most_entries(spot: Spot) -> Option<usize> {
    let name = spot.name();
    let is_its = |fields: &str| fields.split_whitespace().any(|field| field == name);
    let found = table::LISTS.iter().find(|(_, fields)| is_its(fields));
    found.map(|(most, _)| *most)
}

/// Beginning of the message about a number out of its range; the range follows.
pub(super) const OUT_OF_RANGE: &str = "out of range: ";

/// The end of a range, as a message has it, that is nearest to a number.
pub(super) fn nearest_end(range: &str, number: &str) -> Option<String> {
    let (rest, most) = range.rsplit_once(" to ")?;
    let (_, least) = rest.rsplit_once(" from ")?;
    let below = number.parse::<i128>().ok()? < least.parse::<i128>().ok()?;
    Some(if below { least } else { most }.to_owned())
}

/// Lets a number through that is in its range.
fn admit<E: Error>(spot: Spot, number: i128) -> Result<i128, E> {
    // A test of the architecture keeps the table complete.
    let Some(range) = range_of(spot) else {
        return Ok(number);
    };
    #[cfg(test)]
    let number = drawn::draw(range, &spot.name(), number);
    if (range.least..=range.most).contains(&number) {
        return Ok(number);
    }
    Err(E::custom(format_args!("{number} is {OUT_OF_RANGE}{range}")))
}

/// Most characters of a name.
pub const NAME_LIMIT: usize = 80;

/// Most characters of any other text.
pub const TEXT_LIMIT: usize = 10_000;

/// Lets a text through that a screen and a terminal can show. The name of a scenario is a sentence.
fn admit_text<E: Error>(spot: Spot, text: &str) -> Result<(), E> {
    let is_name = spot.field == "name" && spot.owner != "Scenario";
    let foreign = |c: char| excerpt::acts(c) || (is_name && matches!(c, '\n' | '\t'));
    if let Some(c) = text.chars().find(|c| foreign(*c)) {
        let (code, kind) = (u32::from(c), if is_name { "name" } else { "text" });
        return Err(E::custom(format_args!(
            "a {kind} cannot have the character U+{code:04X}"
        )));
    }
    let most = if is_name { NAME_LIMIT } else { TEXT_LIMIT };
    if text.len() <= most || text.chars().count() <= most {
        return Ok(());
    }
    let kind = if is_name { "name" } else { "text" };
    Err(E::custom(format_args!(
        "this {kind} has more than {most} characters"
    )))
}

/// Whether a message is one of those with which a number, a list or a text is refused here.
pub fn is_refusal(message: &str) -> bool {
    let begins = [
        "a name cannot",
        "a text cannot",
        "this name has",
        "this text has",
        "this list has",
    ];
    message.contains(OUT_OF_RANGE) || begins.iter().any(|begin| message.starts_with(begin))
}

/// Other numbers in place of those that are read, for tests at the ends of the ranges.
#[cfg(test)]
pub(crate) mod drawn {
    use std::cell::RefCell;

    use super::Range;

    /// Gives a number for a field, by range, name of the field, and number that was read.
    pub type Draw = Box<dyn FnMut(&Range, &str, i128) -> i128>;

    thread_local! {
        static DRAW: RefCell<Option<Draw>> = const { RefCell::new(None) };
    }

    /// Reads something with drawn numbers.
    pub fn with<T>(draw: Draw, read: impl FnOnce() -> T) -> T {
        DRAW.set(Some(draw));
        let read = read();
        DRAW.set(None);
        read
    }

    pub(super) fn draw(range: &Range, field: &str, number: i128) -> i128 {
        DRAW.with_borrow_mut(|draw| match draw {
            Some(draw) => draw(range, field, number),
            None => number,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::content::monster::BaseSaves;
    use crate::content::options;
    use crate::rules::derive::Term;
    use crate::rules::{DelayRule, Duration, Policies};

    fn why<T: DeserializeOwned + fmt::Debug>(text: &str) -> String {
        let read = options().from_str_seed(text, Checked::<T>::default());
        read.expect_err(text).code.to_string()
    }

    #[test]
    fn a_number_is_known_by_its_type_variant_field_and_item() {
        for (found, expected) in [
            (
                why::<BaseSaves>("(reflex: 1001)"),
                "1001 is out of range: a modifier from -1000 to 1000",
            ),
            (
                why::<Duration>("rounds(65535)"),
                "65535 is out of range: a number of rounds from 0 to 1000",
            ),
            (
                why::<Term>("level_times(1, 0)"),
                "0 is out of range: a divisor from 1 to 100",
            ),
            (
                why::<Term>("level_times(300, 1)"),
                "300 is out of range: a numerator from 0 to 100",
            ),
            (
                why::<DelayRule>("lower_count(floor: -2147483648)"),
                "-2147483648 is out of range: an initiative count from -1000 to 1000",
            ),
            (
                why::<Policies>("(shield_bonuses: { \"buckler\": 9999 })"),
                "9999 is out of range: a bonus of armour or defence from 0 to 100",
            ),
        ] {
            assert_eq!(found, expected);
        }
        let sound = options().from_str_seed("(reflex: 1000)", Checked::<BaseSaves>::default());
        assert_eq!(sound.expect("it is in range").reflex, 1000);
    }

    #[test]
    fn a_list_that_the_rules_count_has_an_end() {
        #[derive(Debug, serde::Deserialize)]
        struct MonsterDef {
            attack_bonuses: Vec<i32>,
        }
        let text = |count: usize| format!("(attack_bonuses: [{}])", "0,".repeat(count));
        let sound = options().from_str_seed(&text(20), Checked::<MonsterDef>::default());
        assert_eq!(sound.expect("they are few").attack_bonuses.len(), 20);
        let told = why::<MonsterDef>(&text(21));
        assert_eq!(told, "this list has at most 20 entries");
    }

    #[test]
    fn a_text_can_be_shown_and_a_name_stands_on_one_line() {
        #[derive(Debug, serde::Deserialize)]
        struct Sign {
            name: String,
            text: String,
        }
        let of = |name: &str, text: &str| format!("(name: {name:?}, text: {text:?})");
        let long = "a".repeat(NAME_LIMIT);
        for (name, text) in [("Mill", "two\nlines"), (&long, "ä"), ("Żółw 龜", "")] {
            let read = options().from_str_seed(&of(name, text), Checked::<Sign>::default());
            let read = read.unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!((read.name.as_str(), read.text.as_str()), (name, text));
        }
        for (name, text, message) in [
            ("two\nlines", "", "a name cannot have the character U+000A"),
            (
                "two\u{2028}lines",
                "",
                "a name cannot have the character U+2028",
            ),
            ("\u{1b}[31m", "", "a name cannot have the character U+001B"),
            ("", "\u{202e}", "a text cannot have the character U+202E"),
            ("", "\u{61c}", "a text cannot have the character U+061C"),
            (
                &format!("{long}a"),
                "",
                "this name has more than 80 characters",
            ),
            (
                "",
                &"a".repeat(TEXT_LIMIT + 1),
                "this text has more than 10000 characters",
            ),
        ] {
            assert_eq!(why::<Sign>(&of(name, text)), message);
        }
    }

    #[test]
    fn saves_have_the_same_ranges() {
        for text in [r#"{"will":1001}"#, "[0,0,1001]"] {
            let why = read::<BaseSaves, _>(&mut serde_json::Deserializer::from_str(text));
            let why = why.expect_err(text).to_string();
            assert!(why.contains("a modifier from -1000 to 1000"), "{why}");
        }
    }
}
