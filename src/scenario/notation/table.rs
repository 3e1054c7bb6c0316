//! Every event notation, what it tells, and whether a line can be one at all.

use crate::content::Catalogue;
use crate::content::nearest::nearest;
use crate::dice::Purpose;
use crate::rules::{Id, Ruleset, Table};

/// A form of event notation. Words in capitals stand for something else: `A` and `B` for letters of
/// fighters, `N` for a number, `X,Y` for a square, the others for ids of that kind. At the end there
/// may be one of several phrases in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    pub form: &'static str,
    /// What has happened, in a few words.
    pub means: &'static str,
}

macro_rules! notations {
    ($($form:literal => $means:literal),* $(,)?) => {
        /// All notations, in the order of a battle.
        pub const NOTATIONS: &[Notation] = &[$(Notation { form: $form, means: $means }),*];
    };
}

notations! {
    "initiative A N" => "A rolled this total for initiative",
    "tie A N" => "A rolled this die to break a tie",
    "order LETTERS" => "the order of turns from now on",
    "surprise round" => "the surprise round begins",
    "round N" => "this round begins",
    "turn A" => "A's turn begins",
    "end A" => "A's turn ends",
    "delay A" => "A delays",
    "ready A" => "A has readied an action",
    "fire A" => "A takes its readied action",
    "ready lost A" => "A's readied action is gone",
    "arrives A X,Y" => "A enters the battle here",
    "left A" => "A has left the battle",
    "ACTION A" => "A takes this action",
    "ACTION A B" => "A takes this action against B",
    "begins action A ACTION" => "A has begun a long action",
    "moved A X,Y" => "A moved to this square, one line for each square",
    "forced A X,Y" => "A was moved to this square",
    "stopped A X,Y" => "A's movement stopped here",
    "space A X,Y NxN" => "A fills this space from now on: corner, width and depth",
    "ground A X,Y" => "A changed the ground of this square",
    "provoked A by B" => "A may strike at B, who provoked it",
    "opportunity A B" => "A takes the opportunity against B",
    "declined A B" => "A lets the opportunity against B pass",
    "attack A B N/N (miss | hit | natural miss | natural hit)" => "A's attack roll against B: total and what it had to reach",
    "nothing A X,Y" => "A struck at a square in which there was no combatant, and noticed that",
    "miss A X,Y" => "A struck at such a square and cannot tell that it was empty",
    "not prepared side N" => "the ambush of this side was not prepared long enough; sides are numbered from 1 in the order of their names",
    "located A B" => "A found the square of B, which it does not see",
    "chosen A B" => "the die chose B as the target of A's attack",
    "nearest A X,Y" => "the die chose this of several squares for A, which could not stay where it was stopped",
    "yields A B" => "A lets B have its way",
    "dodge A N (enough | not enough)" => "A dodged with this total",
    "block A N (enough | not enough)" => "A blocked with this total, for itself or for another",
    "concealment A N/N (missed | found)" => "the die and the chance that A, the target, was missed",
    "critical A N (confirmed | not confirmed)" => "A, the attacker, threatened a critical hit: total of the second roll",
    "hit A B" => "A's attack lands on B",
    "critical hit A B" => "A's attack lands on B as a critical hit",
    "failed A B (defence | natural | dodged | blocked | concealment | cover | interrupted | toolarge)" => "A's attack against B came to nothing, and why",
    "damage A N" => "damage rolled against A, before anything takes from it",
    "coverage A N/N LAYER" => "A's check of coverage, and which layer was struck",
    "LAYER A ignores N absorbs N passes N" => "a layer of A's protection against a blow",
    "armour A worsens N" => "A's armour is in this condition now, 1 to 4",
    "destroyed A LAYER" => "a layer of A's protection is destroyed",
    "KIND A N becomes N" => "resistance, vulnerability or immunity of A changed damage of this kind",
    "immune A KIND" => "A is immune to damage of this kind",
    "not inhaled A" => "A holds its breath or does not breathe, and what is inhaled does nothing to it",
    "hurt A N left N" => "A lost hit points, and how many it has left",
    "nonlethal A N left N" => "A took nonlethal damage, and how many hit points it has left",
    "temporary A N" => "A has so many temporary hit points left",
    "healed A N now N" => "A was healed, and how many hit points it has now",
    "SCORE A N left N" => "A lost points of an ability, and how many of it are left",
    "save A N/N (made | failed)" => "A's saving throw: total and difficulty",
    "PURPOSE A N (made | failed)" => "a search of A: its total, and whether it found anything",
    "PURPOSE A N/N (made | failed)" => "a check of A and its difficulty, or a die and the chance in percent",
    "contest A N B N (won | lost)" => "A and B rolled against each other; won: A did",
    "begins A CONDITION" => "A has this condition from now on",
    "ends A CONDITION" => "A has this condition no longer",
    "draws A WEAPON" => "A drew this weapon",
    "sheathes A WEAPON" => "A put this weapon away",
    "takes A WEAPON" => "A took up this weapon",
    "drops A WEAPON X,Y" => "this weapon of A fell on this square",
    "struck A THING N left N" => "a blow against a weapon, the shield or the helmet of A, and what it has left",
    "breaks X,Y N left N" => "a blow against a thing on the map, and what it has left",
    "use A ABILITY left N" => "A spent a use of this ability, so many are left",
    "area A ABILITY N" => "A's ability takes effect on so many squares",
    "amount A ABILITY N" => "what A's ability brings was rolled once for all targets",
    "takes hold A ABILITY" => "a weapon has carried this into a wound of A",
    "comes again A ABILITY" => "this works on A once more",
    "lost A ABILITY (disturbed | defensive | countered | helpless | displaced | discharged | givenup | outofreach | failed | onguard)" => "nothing came of A's ability, or nothing more, and why",
    "holds A ABILITY" => "A holds this touch ready",
    "over A ABILITY" => "A's ability has ended",
    "lands A X,Y" => "something that A threw came down here",
    "died A" => "A is dead",
    "rests A N N" => "A needs so many days and hours of rest to be well again",
    "worn A LAYER N N" => "what wear the battle has left on armour, helmet or shield of A: hit points and condition, 0 mint to 4",
    "repairs A B LAYER N N" => "between two battles A has repaired this of B: hit points and condition now",
    "won by side N" => "the battle is over; sides are numbered from 1 in the order of their names",
    "draw" => "the battle is over and no side has won",
}

/// The layers of protection as notation has them.
const LAYERS: [&str; 5] = ["shield", "helmet", "armour", "naturalarmour", "body"];

/// Kinds of damage.
const KINDS: [&str; 9] = [
    "slashing",
    "piercing",
    "bludgeoning",
    "fire",
    "cold",
    "acid",
    "lightning",
    "poison",
    "untyped",
];

/// Ability scores.
const SCORES: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// What names can stand in a line.
struct Lexicon<'a> {
    rules: &'a Ruleset,
    catalogue: &'a Catalogue,
    letters: &'a [char],
}

/// Why a line is the notation of no event, and what it should have been, if that is near.
pub fn misread(
    line: &str,
    rules: &Ruleset,
    catalogue: &Catalogue,
    letters: &[char],
) -> Option<(String, Option<String>)> {
    let lexicon = Lexicon {
        rules,
        catalogue,
        letters,
    };
    let words: Vec<&str> = line.split(' ').collect();
    if NOTATIONS.iter().any(|n| lexicon.matches(n.form, &words)) {
        return None;
    }
    let strange = format!("no event reads \"{line}\"");
    let alike = NOTATIONS
        .iter()
        .map(|n| (lexicon.likeness(n.form, &words), n.form))
        .filter(|((same, ..), _)| *same > 0)
        .max_by_key(|(likeness, _)| *likeness);
    Some(match alike {
        Some((_, form)) => (
            format!("{strange}; the nearest notation is `{form}`"),
            lexicon.corrected(form, &words),
        ),
        None => (strange, None),
    })
}

/// Whether a line has the form of one notation.
pub fn reads(
    notation: &Notation,
    line: &str,
    rules: &Ruleset,
    catalogue: &Catalogue,
    letters: &[char],
) -> bool {
    let lexicon = Lexicon {
        rules,
        catalogue,
        letters,
    };
    let words: Vec<&str> = line.split(' ').collect();
    lexicon.matches(notation.form, &words)
}

/// The words of a form, and the phrases of which one ends it.
fn parts(form: &str) -> (Vec<&str>, Vec<&str>) {
    let (head, ends) = form.split_once(" (").unwrap_or((form, ""));
    let ends = ends.trim_end_matches(')').split(" | ");
    (
        head.split(' ').collect(),
        ends.filter(|end| !end.is_empty()).collect(),
    )
}

impl Lexicon<'_> {
    fn matches(&self, form: &str, words: &[&str]) -> bool {
        let (head, ends) = parts(form);
        let Some((front, rest)) = words.split_at_checked(head.len()) else {
            return false;
        };
        let ended = if ends.is_empty() {
            rest.is_empty()
        } else {
            ends.contains(&rest.join(" ").as_str())
        };
        ended
            && head
                .iter()
                .zip(front)
                .all(|(part, word)| self.fits(part, word))
    }

    /// How much of a line fits a form: words, then the length.
    fn likeness(&self, form: &str, words: &[&str]) -> (usize, usize, bool) {
        let (head, ends) = parts(form);
        let fitting = head
            .iter()
            .zip(words)
            .filter(|(part, word)| self.fits(part, word));
        let literal = |part: &str| part.chars().all(|c| c.is_lowercase());
        let same = head.iter().zip(words).filter(|(part, word)| {
            literal(part) && (part == word || nearest(word, [**part]).is_some())
        });
        let long = words.len() == head.len() && ends.is_empty()
            || words.len() > head.len() && !ends.is_empty();
        (same.count(), fitting.count(), long)
    }

    /// The line with the words that do not fit replaced by the nearest that do, if there are any.
    fn corrected(&self, form: &str, words: &[&str]) -> Option<String> {
        let (head, ends) = parts(form);
        let (front, rest) = words.split_at_checked(head.len())?;
        let mut line = Vec::new();
        for (part, word) in head.iter().zip(front) {
            line.push(if self.fits(part, word) {
                (*word).to_owned()
            } else {
                self.nearest(part, word)?
            });
        }
        let rest = rest.join(" ");
        if ends.is_empty() {
            return rest.is_empty().then(|| line.join(" "));
        }
        line.push(nearest(&rest, ends)?);
        Some(line.join(" "))
    }

    fn fits(&self, part: &str, word: &str) -> bool {
        let number = |text: &str| text.parse::<i32>().is_ok();
        let pair = |mark| {
            word.split_once(mark)
                .is_some_and(|(a, b)| number(a) && number(b))
        };
        let fighter = |letter: char| self.letters.contains(&letter);
        match part {
            "A" | "B" => {
                let mut letters = word.chars();
                letters.next().is_some_and(fighter) && letters.next().is_none()
            }
            "LETTERS" => word.chars().all(fighter),
            "N" => number(word),
            "N/N" => pair('/'),
            "X,Y" => pair(','),
            "NxN" => pair('x'),
            "ACTION" => self.rules.actions.id(word).is_some(),
            "CONDITION" => self.rules.conditions.id(word).is_some(),
            "ABILITY" => self.rules.abilities.id(word).is_some(),
            "WEAPON" => self.catalogue.weapons.id(word).is_some(),
            "THING" => {
                ["shield", "helmet"].contains(&word) || self.catalogue.weapons.id(word).is_some()
            }
            "PURPOSE" => word.parse::<Purpose>().is_ok(),
            "KIND" => KINDS.contains(&word),
            "SCORE" => SCORES.contains(&word),
            "LAYER" => LAYERS.contains(&word),
            literal => literal == word,
        }
    }

    fn nearest(&self, part: &str, word: &str) -> Option<String> {
        nearest(word, self.names(part))
    }

    /// What can stand for a word of a form: the ids of its kind, or the word itself.
    fn names<'n>(&'n self, part: &'n str) -> Vec<&'n str> {
        fn all<I: Id, T>(table: &Table<I, T>) -> Vec<&str> {
            table.names().iter().map(String::as_str).collect()
        }
        match part {
            "ACTION" => all(&self.rules.actions),
            "CONDITION" => all(&self.rules.conditions),
            "ABILITY" => all(&self.rules.abilities),
            "WEAPON" => all(&self.catalogue.weapons),
            "THING" => {
                let mut things = all(&self.catalogue.weapons);
                things.extend(["shield", "helmet"]);
                things
            }
            "PURPOSE" => Purpose::ALL.iter().map(|purpose| purpose.name()).collect(),
            "KIND" => KINDS.to_vec(),
            "SCORE" => SCORES.to_vec(),
            "LAYER" => LAYERS.to_vec(),
            literal => vec![literal],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::ruleset;
    use crate::combat::testkit::things::catalogue;

    #[test]
    fn no_notation_is_listed_twice() {
        for (i, one) in NOTATIONS.iter().enumerate() {
            assert!(
                NOTATIONS[..i].iter().all(|n| n.form != one.form),
                "{}",
                one.form
            );
        }
    }

    #[test]
    fn what_no_event_reads_is_told_with_the_nearest() {
        let (catalogue, rules) = (catalogue(), ruleset("classic_d20"));
        let look = |line| misread(line, &rules, &catalogue, &['A', 'B']);
        for line in [
            "attack A B 15/16 natural miss",
            "trip A B",
            "begins A prone",
            "hurt A 3 left -4",
            "order BA",
            "draw",
        ] {
            assert_eq!(look(line), None, "{line}");
        }
        for (line, nearest) in [
            ("attack A B 15/16 mis", Some("attack A B 15/16 miss")),
            ("begins A pron", Some("begins A prone")),
            ("hurtt A 3 left 4", Some("hurt A 3 left 4")),
            ("hurt A 3", None),
            ("turn C", None),
            ("nonsense", None),
        ] {
            let (message, found) = look(line).unwrap();
            assert!(message.contains(line), "{message}");
            assert_eq!(found.as_deref(), nearest, "{line}");
        }
    }
}
