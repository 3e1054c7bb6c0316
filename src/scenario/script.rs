//! Dice in words: `"A attack 12"`.

use crate::dice::{Purpose, RollLabel, ScriptedRoll};

/// Reads one die of a script. `seat` finds a fighter's seat by its character.
pub fn parse(text: &str, seat: impl Fn(char) -> Option<u8>) -> Result<ScriptedRoll, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (who, purpose, sides, value) = match words[..] {
        [who, purpose, value] => (who, purpose, None, value),
        [who, purpose, sides, value] => (who, purpose, Some(sides), value),
        _ => {
            return Err(format!(
                "\"{text}\": expected who, what for and the number, as in \"A attack 12\""
            ));
        }
    };
    let mut letters = who.chars();
    let who = match (letters.next(), letters.next()) {
        (Some('-'), None) => RollLabel::NOBODY,
        (Some(letter), None) => {
            seat(letter).ok_or_else(|| format!("\"{text}\": there is no fighter {letter}"))?
        }
        _ => {
            return Err(format!(
                "\"{text}\": \"{who}\" is not a fighter's letter or -"
            ));
        }
    };
    let purpose: Purpose = purpose.parse().map_err(|e| format!("\"{text}\": {e}"))?;
    let sides = sides
        .map(|s| s.strip_prefix('d').and_then(|n| n.parse().ok()).ok_or(s))
        .transpose()
        .map_err(|s| format!("\"{text}\": \"{s}\" is not a die such as d20"))?;
    let value = value
        .parse()
        .map_err(|_| format!("\"{text}\": \"{value}\" is not a number"))?;
    Ok(ScriptedRoll {
        who: Some(who),
        purpose: Some(purpose),
        sides,
        value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(letter: char) -> Option<u8> {
        "AB".find(letter).map(|i| i as u8)
    }

    #[test]
    fn a_die_names_who_rolls_what_for_and_what_it_shows() {
        let die = parse("B attack 12", seat).unwrap();
        assert_eq!(
            (die.who, die.purpose, die.value),
            (Some(1), Some(Purpose::Attack), 12)
        );
        assert_eq!(parse("A damage d8 5", seat).unwrap().sides, Some(8));
        assert_eq!(
            parse("- coin 2", seat).unwrap().who,
            Some(RollLabel::NOBODY)
        );
    }

    #[test]
    fn a_bad_die_says_what_is_wrong() {
        assert!(
            parse("C attack 12", seat)
                .unwrap_err()
                .contains("no fighter C")
        );
        assert!(parse("A atack 12", seat).unwrap_err().contains("atack"));
        assert!(parse("A attack", seat).unwrap_err().contains("expected"));
    }
}
