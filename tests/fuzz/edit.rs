//! Edits of a text that know its structure: brackets, strings, numbers and words, as RON and JSON have them.

use std::ops::Range;

use proptest::prelude::*;

/// Values at the ends of the ranges of whole numbers, and texts that are hardly numbers.
const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "-1",
    "2",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "-32768",
    "-32769",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999",
    "0.5",
    "1e308",
];

/// Texts that a file may hold and that mean something elsewhere.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "../../x",
    "/dev/zero",
    "\\u{1b}[2J",
    "\\n\\n",
    "1d6",
    "999999d999999",
    "0d0+1",
    "4294967295d4294967295-2147483648",
    "é\u{301}\u{202e}",
    "..",
];

/// One edit: its kind, and two numbers that choose places or values.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    kind: Kind,
    at: u32,
    with: u32,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Number,
    Text,
    LongText,
    Word,
    Remove,
    Repeat,
    RepeatOften,
    Swap,
    Bracket,
    Nest,
    Cut,
    Byte,
    Bom,
}

impl Edit {
    /// One to four edits. Numbers are edited most.
    pub fn some() -> impl Strategy<Value = Vec<Self>> {
        let kind = prop_oneof![
            8 => Just(Kind::Number),
            3 => Just(Kind::Text),
            1 => Just(Kind::LongText),
            4 => Just(Kind::Word),
            4 => Just(Kind::Remove),
            3 => Just(Kind::Repeat),
            1 => Just(Kind::RepeatOften),
            3 => Just(Kind::Swap),
            1 => Just(Kind::Bracket),
            1 => Just(Kind::Nest),
            1 => Just(Kind::Cut),
            1 => Just(Kind::Byte),
            1 => Just(Kind::Bom),
        ];
        let edit = (kind, any::<u32>(), any::<u32>());
        let edit = edit.prop_map(|(kind, at, with)| Self { kind, at, with });
        prop::collection::vec(edit, 1..5)
    }
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number,
    /// Between quotes, which belong to it.
    Text,
    Word,
    Open,
    Close,
    Comma,
    Other,
}

/// The text with these edits, which need not be UTF-8 any more.
pub fn edited(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut text = text.to_owned();
    let mut late = Vec::new();
    for edit in edits {
        match edit.kind {
            Kind::Cut | Kind::Byte => late.push(edit),
            _ => apply(&mut text, *edit),
        }
    }
    let mut bytes = text.into_bytes();
    for edit in late {
        let at = edit.at as usize % bytes.len().max(1);
        match edit.kind {
            Kind::Cut => bytes.truncate(at),
            _ => bytes
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|byte| *byte = edit.with as u8),
        }
    }
    bytes
}

fn apply(text: &mut String, edit: Edit) {
    let tokens = tokens(text);
    let (at, with) = (edit.at as usize, edit.with as usize);
    let all = |wanted: Token| -> Vec<Range<usize>> {
        let found = tokens.iter().filter(|(token, _)| *token == wanted);
        found.map(|(_, span)| span.clone()).collect()
    };
    let pick = |list: &[Range<usize>], n: usize| list.get(n % list.len().max(1)).cloned();
    match edit.kind {
        Kind::Number => {
            if let Some(span) = pick(&all(Token::Number), at) {
                text.replace_range(span, NUMBERS[with % NUMBERS.len()]);
            }
        }
        Kind::Text | Kind::LongText => {
            let texts = all(Token::Text);
            let Some(span) = pick(&texts, at) else {
                return;
            };
            let other = match edit.kind {
                Kind::LongText => format!("\"{}\"", "long ".repeat(with % 4_000)),
                _ if with % 3 == 0 => {
                    pick(&texts, with / 3).map_or_else(String::new, |s| text[s].to_owned())
                }
                _ => format!("\"{}\"", TEXTS[with % TEXTS.len()]),
            };
            text.replace_range(span, &other);
        }
        Kind::Word => {
            let words = all(Token::Word);
            if let Some((span, other)) = pick(&words, at).zip(pick(&words, with)) {
                let other = text[other].to_owned();
                text.replace_range(span, &other);
            }
        }
        Kind::Remove => {
            if let Some(span) = pick(&entries(&tokens), at) {
                text.replace_range(span, "");
            }
        }
        Kind::Repeat | Kind::RepeatOften => {
            if let Some(span) = pick(&entries(&tokens), at) {
                let times = if matches!(edit.kind, Kind::Repeat) {
                    1
                } else {
                    with % 300
                };
                let entry = format!("{},", &text[span.clone()]);
                if entry.len() * times < 200_000 {
                    text.insert_str(span.start, &entry.repeat(times));
                }
            }
        }
        Kind::Swap => {
            let entries = entries(&tokens);
            if let Some((span, other)) = pick(&entries, at).zip(pick(&entries, with)) {
                let other = text[other].to_owned();
                text.replace_range(span, &other);
            }
        }
        Kind::Bracket => {
            let brackets = [all(Token::Open), all(Token::Close)].concat();
            if let Some(span) = pick(&brackets, at) {
                text.replace_range(span, ["", "(", ")", "[", "]", "{", "}"][with % 7]);
            }
        }
        Kind::Nest => {
            if let Some(span) = pick(&entries(&tokens), at) {
                let (open, close) = [("[", "]"), ("(", ")"), ("Some(", ")")][with % 3];
                let deep = with % 2_000;
                let inner = text[span.clone()].to_owned();
                text.replace_range(
                    span,
                    &format!("{}{inner}{}", open.repeat(deep), close.repeat(deep)),
                );
            }
        }
        Kind::Bom => text.insert(0, '\u{feff}'),
        Kind::Cut | Kind::Byte => {}
    }
}

/// Splits a text. Comments count as other.
fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let while_true = |from: usize, is: &dyn Fn(u8) -> bool| {
        let rest = bytes[from..].iter().position(|byte| !is(*byte));
        rest.map_or(bytes.len(), |length| from + length)
    };
    while at < bytes.len() {
        let from = at;
        let (token, end) = match bytes[at] {
            b'"' => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                (Token::Text, (end + 1).min(bytes.len()))
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                (Token::Other, while_true(at, &|byte| byte != b'\n'))
            }
            b'(' | b'[' | b'{' => (Token::Open, at + 1),
            b')' | b']' | b'}' => (Token::Close, at + 1),
            b',' => (Token::Comma, at + 1),
            b'0'..=b'9' | b'-' => {
                let digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
                (Token::Number, while_true(at + 1, &digit))
            }
            byte if byte.is_ascii_alphabetic() => {
                let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                (Token::Word, while_true(at, &letter))
            }
            _ => (Token::Other, at + 1),
        };
        at = end;
        // Characters of several bytes stay whole.
        while !text.is_char_boundary(at) {
            at += 1;
        }
        if text.is_char_boundary(from) {
            tokens.push((token, from..at));
        }
    }
    tokens
}

/// The entries of every list, table and struct, without the commas between them.
fn entries(tokens: &[(Token, Range<usize>)]) -> Vec<Range<usize>> {
    let mut entries = Vec::new();
    let mut open: Vec<Option<Range<usize>>> = Vec::new();
    for (token, span) in tokens {
        match token {
            Token::Open => {
                grow(&mut open, span);
                open.push(None);
            }
            Token::Close => {
                entries.extend(open.pop().flatten());
                grow(&mut open, span);
            }
            Token::Comma => entries.extend(open.last_mut().and_then(Option::take)),
            _ => grow(&mut open, span),
        }
    }
    entries
}

fn grow(open: &mut [Option<Range<usize>>], span: &Range<usize>) {
    if let Some(entry) = open.last_mut() {
        *entry = Some(match entry.take() {
            Some(entry) => entry.start..span.end,
            None => span.clone(),
        });
    }
}
