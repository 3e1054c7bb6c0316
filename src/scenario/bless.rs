//! `--bless`: expected events written anew. Names, dice, play and expectations stay as they are: what
//! a scenario claims is never made true by writing down what happened.

use similar::TextDiff;

use super::Scenario;
use crate::content::{Node, parse};

/// The text of a scenario file in which the `events` of each scenario are these; `None` leaves a
/// scenario alone, and so does a scenario without the field.
pub fn bless(text: &str, events: &[Option<Vec<String>>]) -> String {
    let Ok(root) = parse(text) else {
        return text.to_owned();
    };
    let mut blessed = text.to_owned();
    // From the last one up, so that the places of the others still hold.
    for (node, events) in root.items().iter().zip(events).rev() {
        if let (Some(field), Some(events)) = (node.entry("events"), events) {
            let indent = indentation(text, &field.key);
            blessed.replace_range(field.value.span.clone(), &list(events, indent));
        }
    }
    blessed
}

/// Which scenarios of a file have the field `events`, empty or not.
pub fn compares_events(text: &str) -> Vec<bool> {
    let has = |node: &Node| node.entry("events").is_some();
    parse(text).map_or_else(
        |_| Vec::new(),
        |root| root.items().iter().map(has).collect(),
    )
}

/// The scenario with its expected events not looked at.
pub fn without_events(scenario: &Scenario) -> Scenario {
    Scenario {
        events: Vec::new(),
        ..scenario.clone()
    }
}

/// What blessing changes in a text, as a unified diff; empty if nothing.
pub fn diff(name: &str, old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(2)
        .header(name, name)
        .to_string()
}

/// Expected events against those that happened: `-` expected only, `+` happened only.
pub(super) fn compare(expected: &[String], happened: &[String]) -> String {
    let lines = |events: &[String]| {
        let lines = events.iter().map(|event| format!("{event}\n"));
        lines.collect::<String>()
    };
    let (expected, happened) = (lines(expected), lines(happened));
    TextDiff::from_lines(&expected, &happened)
        .iter_all_changes()
        .map(|change| format!("\n    {}{}", change.tag(), change.value().trim_end()))
        .collect()
}

/// The blanks before the line on which a field begins.
fn indentation<'a>(text: &'a str, key: &Node) -> &'a str {
    let start = text[..key.span.start].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

fn list(events: &[String], indent: &str) -> String {
    if events.is_empty() {
        return "[]".to_owned();
    }
    let quoted = |event: &String| format!("{:?}", event.as_str());
    let lines = events
        .iter()
        .map(|event| format!("{indent}    {},\n", quoted(event)));
    format!("[\n{}{indent}]", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[\n    ( // first\n        name: \"a\", dice: [\"A attack 5\"],\n        events: [\"old\"], // why\n    ),\n    (\n        name: \"b\",\n    ),\n]\n";

    #[test]
    fn events_alone_are_rewritten_and_comments_stay() {
        let new = Some(vec!["attack A B 5/10 miss".to_owned(), "turn B".to_owned()]);
        let blessed = bless(TEXT, &[new.clone(), new]);
        assert_eq!(
            blessed,
            TEXT.replace(
                "[\"old\"]",
                "[\n            \"attack A B 5/10 miss\",\n            \"turn B\",\n        ]"
            )
        );
        assert_eq!(compares_events(TEXT), [true, false]);
        assert_eq!(bless(TEXT, &[None, None]), TEXT);
    }

    #[test]
    fn the_diff_shows_what_changed() {
        let new = bless(TEXT, &[Some(Vec::new()), None]);
        let diff = diff("file", TEXT, &new);
        assert!(
            diff.contains("-        events: [\"old\"], // why"),
            "{diff}"
        );
        assert!(diff.contains("+        events: [], // why"), "{diff}");
        let compared = compare(&["a".into(), "b".into()], &["a".into(), "c".into()]);
        assert_eq!(compared, "\n     a\n    -b\n    +c");
    }
}
