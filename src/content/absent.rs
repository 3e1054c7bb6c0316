//! Which further fields a definition lacks. `ron` names the first; an author wants to hear of all.

use ron::error::Error;
use serde::de::DeserializeOwned;

use super::source::options;

/// Values tried in place of a field that is missing, until one is of the right kind. Where one of
/// several words has to stand, any word says which.
const STOPGAPS: [&str; 8] = ["\"\"", "0", "[]", "{}", "'x'", "true", "()", "no_such_word"];

/// How many fields are tried at most.
const MOST: usize = 24;

/// The fields that are missing besides the one that `error` names. `text` is the definition; the
/// error is about its own fields, not those of a part of it.
pub(super) fn others<T: DeserializeOwned>(text: &str, error: &Error) -> Vec<&'static str> {
    let mut found = Vec::new();
    let Some((mut field, outer)) = missing(error) else {
        return found;
    };
    let mut filled = text.to_owned();
    while found.len() < MOST {
        let Some((with, next)) = fill::<T>(&filled, field) else {
            break;
        };
        match missing(&next) {
            Some((name, of)) if of == outer && name != field && !found.contains(&name) => {
                found.push(name);
                (filled, field) = (with, name);
            }
            _ => break,
        }
    }
    found
}

/// The field that is missing, and of what.
fn missing(error: &Error) -> Option<(&'static str, Option<&str>)> {
    match error {
        Error::MissingStructField { field, outer } => Some((field, outer.as_deref())),
        _ => None,
    }
}

/// The text with a value for this field that can be read, and what is wrong with it then.
fn fill<T: DeserializeOwned>(text: &str, field: &str) -> Option<(String, Error)> {
    let close = text.rfind(')')?;
    let before = text[..close].trim_end();
    let comma = if before.ends_with([',', '(']) {
        ""
    } else {
        ","
    };
    let with = |value: &str| format!("{before}{comma}{field}: {value})");
    let mut words: Vec<&'static str> = Vec::new();
    for value in STOPGAPS {
        let filled = with(value);
        match options().from_str::<T>(&filled).err()?.code {
            next @ Error::MissingStructField { .. } if missing(&next)?.0 != field => {
                return Some((filled, next));
            }
            Error::NoSuchEnumVariant { expected, .. } => words.extend(expected),
            _ => {}
        }
    }
    words.into_iter().find_map(|word| {
        let filled = with(word);
        let next = options().from_str::<T>(&filled).err()?.code;
        (missing(&next)?.0 != field).then_some((filled, next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{LevelDef, MonsterDef};

    fn first_and_others<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> Vec<&'static str> {
        let error = options().from_str::<T>(text).unwrap_err().code;
        let mut all = vec![missing(&error).unwrap().0];
        all.extend(others::<T>(text, &error));
        all
    }

    #[test]
    fn every_missing_field_is_named() {
        assert_eq!(
            first_and_others::<LevelDef>("(name: \"Mill\", text: \"\")"),
            ["map", "legend", "sides", "objective"]
        );
        assert_eq!(
            first_and_others::<MonsterDef>("(speed: 30, hit_points: 4,)"),
            ["name", "size", "level", "base_attack"]
        );
        assert_eq!(
            first_and_others::<LevelDef>(
                "(name: \"Mill\", text: \"\", map: [], legend: {}, sides: [])"
            ),
            ["objective"]
        );
    }
}
