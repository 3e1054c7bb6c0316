//! A saved battle: everything to go on from, in a file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::combat::battle::Battle;
use crate::combat::battle::replay::{Divergence, Recording};
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::contract::Event;
use crate::content::Catalogue;
use crate::rules::Ruleset;

/// Version of the file format that is written.
pub const FORMAT: u32 = 14;
/// Oldest version of the file format that is read. Format 12 has neither checksum nor version of the program. A state
/// of formats before 14 has another shape and is not compared: the recorded choices and events decide.
pub const OLDEST: u32 = 12;
/// First version of the file format with a checksum.
pub const CHECKED: u32 = 13;
/// Version of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A saved battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveGame {
    pub format: u32,
    /// Version of the program that saved the battle.
    #[serde(default)]
    pub program: String,
    /// Digest of the content that the battle was played with.
    pub content: u64,
    /// How the battle came to be, choice by choice.
    pub recording: Recording,
    /// The state at the moment of saving.
    pub snapshot: Snapshot,
    /// Everything that had happened, for a caller that compares.
    pub events: Vec<Event>,
}

/// Why a saved battle cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// Not the text of a saved battle at all.
    #[error("this is not a saved battle")]
    NoSave,
    /// A record without the level, as early versions wrote them.
    #[error("it names no level; record the battle again with this version")]
    NoLevel,
    #[error("the file is cut off: its end is missing")]
    Cut,
    /// The checksum is another one, or a value cannot be.
    #[error("the file is damaged, or was changed after the game had written it")]
    Altered,
    /// The checksum, if there is one, is right, and a value cannot be: the place in the text, and what is wrong.
    #[error(
        "the file was changed after the game had written it: line {line}, column {column}: {why}"
    )]
    Wrong {
        line: usize,
        column: usize,
        why: String,
    },
    #[error(
        "an older version of the game saved it (format {0}); this version reads formats {OLDEST} to {FORMAT}"
    )]
    Older(u32),
    #[error(
        "a newer version of the game saved it (format {0}); this version reads formats {OLDEST} to {FORMAT}"
    )]
    Newer(u32),
    #[error("the rule system \"{0}\" is not installed")]
    NoRuleset(String),
    /// The choices lead elsewhere, under other content than that of the battle.
    #[error("rules or content have changed since the battle was saved: {0}")]
    Changed(Divergence),
    /// The choices of an intact file lead elsewhere, under the content of the battle.
    #[error(
        "{}, which plays it differently from this one ({PROGRAM}): {divergence}",
        saved_by(program)
    )]
    OtherProgram {
        /// Version of the program that saved it.
        program: String,
        divergence: Divergence,
    },
    /// The choices of a file without a checksum lead elsewhere, under the content of the battle.
    #[error("the file is damaged, or another version of the game saved it: {0}")]
    Damaged(Divergence),
}

/// The program behind a saved battle, in words.
fn saved_by(program: &str) -> String {
    match program {
        PROGRAM => "another build of the game saved it".to_owned(),
        other => format!("version {other} of the game saved it"),
    }
}

impl LoadError {
    /// Whether a format can be read.
    ///
    /// # Errors
    /// When it is older or newer than those that this program reads.
    pub fn of_format(format: u32) -> Result<(), Self> {
        match format {
            ..OLDEST => Err(Self::Older(format)),
            OLDEST..=FORMAT => Ok(()),
            _ => Err(Self::Newer(format)),
        }
    }
}

impl SaveGame {
    /// Saves a battle; `None` for copies for look-ahead.
    pub fn of(battle: &Battle) -> Option<Self> {
        Some(Self {
            format: FORMAT,
            program: PROGRAM.to_owned(),
            content: battle.catalogue().digest(battle.rules()),
            recording: battle.recording()?,
            snapshot: battle.snapshot(),
            events: battle.events().to_vec(),
        })
    }

    /// Plays the recorded choices again, so that the battle has its whole log and can be undone. The file that holds
    /// the battle compares the checksum before.
    ///
    /// # Errors
    /// When the format or the ruleset is another one, or when an event or the final state differs.
    pub fn load(&self, catalogue: &Arc<Catalogue>) -> Result<Battle, LoadError> {
        LoadError::of_format(self.format)?;
        let rules = self.ruleset(catalogue)?;
        let played = self
            .recording
            .verify(Arc::clone(catalogue), Arc::clone(rules), &self.events)
            .and_then(|battle| {
                let comparable = self.format == FORMAT;
                match comparable && battle.snapshot() != self.snapshot {
                    true => Err(Divergence::State),
                    false => Ok(battle),
                }
            });
        played.map_err(|divergence| self.explain(divergence, catalogue))
    }

    /// The reason for which the choices lead elsewhere.
    fn explain(&self, divergence: Divergence, catalogue: &Arc<Catalogue>) -> LoadError {
        if !self.same_content(catalogue) {
            LoadError::Changed(divergence)
        } else if self.format < CHECKED {
            LoadError::Damaged(divergence)
        } else {
            LoadError::OtherProgram {
                program: self.program.clone(),
                divergence,
            }
        }
    }

    fn ruleset<'a>(&self, catalogue: &'a Catalogue) -> Result<&'a Arc<Ruleset>, LoadError> {
        let id = &self.recording.ruleset;
        let rules = catalogue.ruleset(id);
        rules.ok_or_else(|| LoadError::NoRuleset(id.clone()))
    }

    /// Whether the ruleset, creatures, equipment and terrain are those of the battle.
    pub fn same_content(&self, catalogue: &Arc<Catalogue>) -> bool {
        let now = self
            .ruleset(catalogue)
            .map(|rules| Arc::clone(catalogue).under(rules).digest(rules));
        now == Ok(self.content)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use serde_json::{Value, json};

    use super::*;
    use crate::combat::contract::{AmbushSetup, Seat, Setup, SideId, StartingCondition};
    use crate::combat::testkit::testing::{Scene, play, ruleset};
    use crate::combat::testkit::things::catalogue;
    use crate::dice::Dice;

    /// The battle, saved as text and read again.
    fn reread(battle: &Battle) -> SaveGame {
        let text = serde_json::to_string(&SaveGame::of(battle).unwrap()).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_saved_battle_goes_on_as_if_nothing_had_been() {
        let rules = ruleset("classic_d20");
        let mut content = (*catalogue()).clone();
        content.rulesets.push(Arc::clone(&rules));
        let content = Arc::new(content);
        let mut battle = Scene::new(rules, &["A...a", "B...b"]).beginning().seeded(8);
        play(&mut battle, 15);
        let mut loaded = reread(&battle).load(&content).unwrap();
        play(&mut battle, 30);
        play(&mut loaded, 30);
        assert_eq!(battle.events(), loaded.events());
    }

    #[test]
    fn a_saved_battle_knows_with_what_options_it_was_set_up() {
        let rules = ruleset("age_of_heroes");
        let mut content = (*catalogue()).clone();
        content.rulesets.push(Arc::clone(&rules));
        let mut scene = Scene::new(rules, &["Aa...", "Bb..."]).beginning();
        scene.setup.attacks_of_opportunity = Some(false);
        let mut battle = scene.seeded(8);
        play(&mut battle, 40);
        let again = reread(&battle).load(&Arc::new(content)).unwrap();
        assert_eq!(again.setup().attacks_of_opportunity, Some(false));
        let view = again.view();
        assert!(
            view.combatants
                .iter()
                .all(|one| one.opportunities_left == 0)
        );
    }

    /// Paths of all numbers in a part of a file.
    fn numbers(at: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Number(_) => found.push(at.to_owned()),
            Value::Array(list) => {
                for (i, one) in list.iter().enumerate() {
                    numbers(&format!("{at}/{i}"), one, found);
                }
            }
            Value::Object(fields) => {
                for (name, one) in fields {
                    numbers(&format!("{at}/{name}"), one, found);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn no_number_in_a_file_brings_the_program_down() {
        let rules = ruleset("classic_d20");
        let mut content = (*catalogue()).clone();
        content.rulesets.push(Arc::clone(&rules));
        let content = Arc::new(content);
        let mut battle = Scene::new(rules, &["A.a"]).beginning().seeded(8);
        play(&mut battle, 12);
        let save = serde_json::to_value(SaveGame::of(&battle)).expect("a saved battle");
        let mut paths = Vec::new();
        numbers("/recording", &save["recording"], &mut paths);
        assert!(paths.len() > 50, "{paths:?}");
        let ends = [
            json!(u64::MAX),
            json!(i32::MIN),
            json!(i32::MAX),
            json!(i16::MIN),
            json!(i16::MAX),
            json!(255),
            json!(0),
            json!(-1),
        ];
        let mut fatal = Vec::new();
        for (at, path) in paths.iter().enumerate() {
            for end in ends.iter().skip(at % 2).step_by(2) {
                let mut other = save.clone();
                *other.pointer_mut(path).expect("a path of it") = end.clone();
                let loads = || {
                    let save: Result<SaveGame, _> = serde_json::from_value(other);
                    save.map(|save| save.load(&content).is_ok())
                };
                if catch_unwind(AssertUnwindSafe(loads)).is_err() {
                    fatal.push(format!("{path} = {end}"));
                }
            }
        }
        assert!(fatal.is_empty(), "{fatal:#?}");
    }

    #[test]
    fn a_combatant_or_side_that_is_not_there_is_refused() {
        let rules = ruleset("classic_d20");
        let scene = || Scene::new(Arc::clone(&rules), &["Aa"]);
        let told = |change: fn(&mut Setup)| {
            let mut setup = scene().setup;
            change(&mut setup);
            let dice = Dice::seeded(1);
            let battle = Battle::new(catalogue(), Arc::clone(&rules), &setup, dice);
            battle.map(|_| ()).expect_err("it is refused").to_string()
        };
        let why = told(|setup| {
            setup.combatants[0].conditions.push(StartingCondition {
                by: Some(Seat(7)),
                ..StartingCondition::from("prone")
            });
        });
        assert_eq!(why, "there is no combatant number 8");
        let why = told(|setup| {
            setup.ambush = Some(AmbushSetup {
                by: SideId(2),
                rounds: 1,
                hiding: false,
                since_spoiled: None,
            });
        });
        assert_eq!(why, "there is no side number 3");
        let why = told(|setup| drop(setup.terrain.pop()));
        assert_eq!(why, "the map has not one terrain for each of its squares");
    }

    #[test]
    fn another_format_ruleset_state_or_event_is_refused() {
        let rules = ruleset("classic_d20");
        let mut battle = Scene::new(Arc::clone(&rules), &["Aa"]).seeded(8);
        play(&mut battle, 15);
        let save = reread(&battle);
        let unknown = save.load(&catalogue()).unwrap_err();
        assert_eq!(unknown, LoadError::NoRuleset("classic_d20".to_owned()));

        let mut content = (*catalogue()).clone();
        content.rulesets.push(rules);
        let content = Arc::new(content);
        assert!(save.same_content(&content) && save.load(&content).is_ok());
        for (format, why) in [
            (OLDEST - 1, LoadError::Older(OLDEST - 1)),
            (FORMAT + 1, LoadError::Newer(FORMAT + 1)),
        ] {
            let other = SaveGame {
                format,
                ..save.clone()
            };
            assert_eq!(other.load(&content).unwrap_err(), why);
        }

        let mut state = save.clone();
        state.snapshot = Scene::new(ruleset("classic_d20"), &["Aa"])
            .seeded(9)
            .snapshot();
        let program = "0.0.1".to_owned();
        state.program.clone_from(&program);
        let divergence = Divergence::State;
        let other = LoadError::OtherProgram {
            program,
            divergence,
        };
        assert_eq!(state.load(&content).unwrap_err(), other);
        state.content += 1;
        let changed = LoadError::Changed(Divergence::State);
        assert_eq!(state.load(&content).unwrap_err(), changed);

        let mut events = SaveGame {
            format: OLDEST,
            ..save
        };
        let last = events.events.pop();
        let missing = Divergence::Event {
            number: events.events.len(),
            recorded: None,
            replayed: last.map(Box::new),
        };
        let damaged = LoadError::Damaged(missing);
        assert_eq!(events.load(&content).unwrap_err(), damaged);
    }
}
