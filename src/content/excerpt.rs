//! Findings for a terminal: the line that is meant, cut to a width, and nothing that acts on the terminal.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::{Finding, Severity};

/// Columns of an excerpt.
const WIDTH: usize = 100;

/// Most characters of a message or of its help.
const LONGEST_PHRASE: usize = 1_000;

/// Most bytes of a line before the place that is meant, for it to be shown.
const LONGEST_LINE: usize = 20_000;

/// A text for a terminal: a character that would act on the terminal is replaced by a picture of it.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let lines = text.replace("\r\n", "\n");
    let shown = |c: char| if acts(c) { picture(c) } else { c };
    Cow::Owned(lines.chars().map(shown).collect())
}

/// Whether a character moves the cursor, changes colours, turns the direction of a text or is not seen at all. A line
/// separator counts; a line break and a tab do not, nor do the joiners that some scripts need.
pub(super) fn acts(c: char) -> bool {
    // Unicode's `Default_Ignorable_Code_Point` without the joiners, separators of lines, and marks of annotations.
    let unseen = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    unseen || (c.is_control() && c != '\n' && c != '\t')
}

/// The picture of a control character.
fn picture(c: char) -> char {
    match u32::from(c) {
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// A text on one line of bounded length.
pub fn phrase(text: &str) -> String {
    let mut letters = text.chars();
    let shown = |c: char| match c {
        '\n' | '\t' => picture(c),
        c if acts(c) => picture(c),
        c => c,
    };
    let mut phrase: String = letters.by_ref().take(LONGEST_PHRASE).map(shown).collect();
    if letters.next().is_some() {
        phrase.push('…');
    }
    phrase
}

/// A finding with the line of its file; without it if there is none, or if it is too long.
pub(super) fn excerpt(finding: &Finding, text: Option<&str>, colour: bool) -> String {
    let line = text.and_then(|text| line_of(finding, text));
    let Some((line, start)) = line else {
        return format!("{finding}\n");
    };
    let severity = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let (from, to) = finding.span;
    let (from, to) = (from - start, line.floor_char_boundary(to - start));
    let help = finding.help();
    // Help that is too long for a label stands below.
    let label = help.as_deref().unwrap_or("here");
    let fits = label.chars().count() <= WIDTH / 2;
    let mark = AnnotationKind::Primary.span(from..to.max(from));
    let snippet = Snippet::source(of_same_length(line))
        .line_start(finding.line)
        .path(phrase(&finding.file.display().to_string()))
        .annotation(mark.label(if fits { label } else { "here" }));
    let title = severity.primary_title(phrase(&finding.message));
    let report = title.id(finding.code.label()).element(snippet);
    let report = match fits {
        true => [report],
        false => [report.element(Level::HELP.message(label))],
    };
    let renderer = match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    format!("{}\n\n", renderer.term_width(WIDTH).render(&report))
}

/// A line without characters that act, each byte at its place. The renderer shows those of one byte.
fn of_same_length(line: &str) -> String {
    let shown = |c: char| match c.len_utf8() {
        2 if acts(c) => '¿',
        3 if acts(c) => char::REPLACEMENT_CHARACTER,
        4 if acts(c) => '\u{1fbc0}',
        _ => c,
    };
    line.chars().map(shown).collect()
}

/// The first line that a finding is about, and the byte of the text with which it begins.
fn line_of<'a>(finding: &Finding, text: &'a str) -> Option<(&'a str, usize)> {
    let (from, _) = finding.span;
    let before = text.get(..from).filter(|_| !text.is_empty())?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    if from - start > LONGEST_LINE {
        return None;
    }
    let rest = text.get(from..)?;
    let rest = rest.lines().next().unwrap_or("");
    let end = from + rest.floor_char_boundary(2 * WIDTH);
    Some((text.get(start..end)?, start))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::content::Code;

    fn finding(span: (usize, usize), message: &str) -> Finding {
        Finding {
            line: 3,
            span,
            nearest: Some("longsword".to_owned()),
            ..Finding::on_file(Path::new("a.ron"), Code::UnknownName, message)
        }
    }

    #[test]
    fn the_excerpt_shows_the_line_and_the_place() {
        let text = "(\n\n  weapon: longsowrd,\n)";
        let told = excerpt(&finding((13, 22), "no such weapon"), Some(text), false);
        assert_eq!(
            told,
            "error[unknown-name]: no such weapon\n \
             --> a.ron:3:11\n  \
             |\n\
             3 |   weapon: longsowrd,\n  \
             |           ^^^^^^^^^ did you mean \"longsword\"?\n\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_to_the_width() {
        let text = "zzz, ".repeat(4_000);
        for from in [0, 5_000, 19_995] {
            let told = excerpt(&finding((from, from + 3), "wrong"), Some(&text), false);
            assert!(told.contains(&format!("a.ron:3:{}", from + 1)), "{told}");
            for line in told.lines() {
                assert!(line.chars().count() < WIDTH + 50, "{line}");
            }
        }
        let longer = "zzz, ".repeat(40_000);
        let told = excerpt(&finding((150_000, 150_003), "wrong"), Some(&longer), false);
        assert_eq!(told.lines().count(), 1, "{told}");
        let told = excerpt(&finding((0, 3), &longer), Some(&longer), false);
        assert!(told.len() < 2_000, "{}", told.len());
        assert!(finding((0, 3), &longer).to_string().len() < 2_000);
    }

    #[test]
    fn long_help_stands_below_the_excerpt() {
        let mut finding = finding((13, 22), "no such weapon");
        finding.expected = Some("one of many ".repeat(20));
        let told = excerpt(&finding, Some("(\n\n  weapon: longsowrd,\n)"), false);
        let (shown, help) = told.split_once("help: ").expect("help below");
        assert!(shown.lines().all(|line| line.len() < WIDTH), "{told}");
        assert!(
            help.contains("one of many") && help.contains("longsword"),
            "{told}"
        );
    }

    #[test]
    fn nothing_acts_on_the_terminal() {
        let name = "x\u{1b}]0;owned\u{7}\u{1b}[31mred\u{9b}2J\u{202e}\u{e0041}\r\nnext\ttab\u{7f}";
        let told = "x␛]0;owned␇␛[31mred\u{fffd}2J\u{fffd}\u{fffd}\nnext\ttab␡";
        assert_eq!(plain(name), told);
        assert!(matches!(plain("Grüße\n\t→"), Cow::Borrowed(_)));
        let mut finding = finding((0, 2), name);
        finding.nearest = Some(name.to_owned());
        for shown in [
            finding.to_string(),
            excerpt(&finding, Some(name), false),
            excerpt(&finding, None, false),
        ] {
            assert_eq!(plain(&shown), shown);
        }
    }

    #[test]
    fn every_span_can_be_shown() {
        let text = "(\r\n  name: \"ä\",\n\n)";
        for from in 0..=text.len() + 1 {
            for to in from..=text.len() + 3 {
                excerpt(&finding((from, to), "wrong"), Some(text), true);
            }
        }
    }
}
