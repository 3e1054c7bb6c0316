//! Reading Rust as far as the checks need it.

/// A source with the same characters at the same places, but for what is blanked by spaces.
pub struct Blanked {
    /// Without comments.
    pub text: Vec<char>,
    /// Without comments, strings and characters in quotes.
    pub code: Vec<char>,
}

/// Blanks comments and strings.
pub fn blanked(source: &str) -> Blanked {
    let chars: Vec<char> = source.chars().collect();
    let mut out = Blanked {
        text: chars.clone(),
        code: chars.clone(),
    };
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        let mut comment = false;
        if at(i) == '/' && at(i + 1) == '/' {
            comment = true;
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            comment = true;
            let mut depth = 0;
            while i < chars.len() {
                if at(i) == '/' && at(i + 1) == '*' {
                    depth += 1;
                    i += 2;
                } else if at(i) == '*' && at(i + 1) == '/' {
                    depth -= 1;
                    i += 2;
                    if depth == 0 {
                        break;
                    }
                } else {
                    i += 1;
                }
            }
        } else if at(i) == '"' {
            i += 1;
            while i < chars.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i += 1;
        } else if let Some(hashes) = raw_string(&chars, i) {
            i += 2 + hashes;
            let closes = |i: usize| at(i) == '"' && (1..=hashes).all(|n| at(i + n) == '#');
            while i < chars.len() && !closes(i) {
                i += 1;
            }
            i += 1 + hashes;
        } else if at(i) == '\'' && at(i + 1) == '\\' {
            i += 3;
            while i < chars.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
        } else if at(i) == '\'' && at(i + 2) == '\'' {
            i += 3;
        } else {
            i += 1;
            continue;
        }
        let end = i.min(chars.len());
        blank(&mut out.code[start..end]);
        if comment {
            blank(&mut out.text[start..end]);
        }
    }
    out
}

/// Blanks everything but the ends of lines.
fn blank(chars: &mut [char]) {
    for c in chars.iter_mut().filter(|c| **c != '\n') {
        *c = ' ';
    }
}

/// How many `#` the raw string that starts at this `r` has, if one starts here.
fn raw_string(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at) != Some(&'r') {
        return None;
    }
    let before = |n: usize| {
        at.checked_sub(n)
            .and_then(|i| chars.get(i))
            .copied()
            .unwrap_or(' ')
    };
    let prefixed = matches!(before(1), 'b' | 'c') && !is_word(before(2));
    if is_word(before(1)) && !prefixed {
        return None;
    }
    let hashes = chars.iter().skip(at + 1).take_while(|c| **c == '#').count();
    (chars.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub fn is_name(word: &str) -> bool {
    word.starts_with(is_word)
}

/// A word or a sign.
#[derive(Clone, Debug)]
pub struct Token {
    pub word: String,
    pub line: usize,
    /// The places of its characters.
    pub from: usize,
    pub to: usize,
}

/// Cuts blanked code into words and signs; of the signs, only `::` has two characters.
pub fn tokens(code: &[char]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < code.len() {
        let from = i;
        i += 1;
        if code[from] == '\n' {
            line += 1;
        }
        if code[from].is_whitespace() {
            continue;
        }
        if is_word(code[from]) {
            while i < code.len() && is_word(code[i]) {
                i += 1;
            }
        } else if code[from] == ':' && code.get(i) == Some(&':') {
            i += 1;
        }
        let word = code[from..i].iter().collect();
        found.push(Token {
            word,
            line,
            from,
            to: i,
        });
    }
    found
}

/// An item under `#[cfg(test)]`.
pub struct TestItem {
    /// The places of its characters, with the attribute.
    pub from: usize,
    pub to: usize,
    /// Its words behind the attribute.
    pub tokens: Vec<Token>,
}

/// Every item under `#[cfg(test)]`, in order.
pub fn test_items(code: &[char]) -> Vec<TestItem> {
    const ATTRIBUTE: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let words = tokens[at..].iter().map(|token| token.word.as_str());
        if !words.take(ATTRIBUTE.len()).eq(ATTRIBUTE) {
            at += 1;
            continue;
        }
        let start = at + ATTRIBUTE.len();
        let mut depth = 0;
        let mut end = start;
        while let Some(token) = tokens.get(end) {
            end += 1;
            match token.word.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(token.word.as_str(), "}" | ";") {
                break;
            }
        }
        let item = tokens[start..end].to_vec();
        let to = item.last().map_or(code.len(), |token| token.to);
        found.push(TestItem {
            from: tokens[at].from,
            to,
            tokens: item,
        });
        at = end;
    }
    found
}

/// The text without comments and without the items under `#[cfg(test)]`.
pub fn without_tests(blanked: &Blanked) -> String {
    let mut text = blanked.text.clone();
    for item in test_items(&blanked.code) {
        blank(&mut text[item.from..item.to]);
    }
    text.into_iter().collect()
}
