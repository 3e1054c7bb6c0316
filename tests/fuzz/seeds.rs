//! Texts that are edited: the project's own files, and saved battles of every rule system.

use std::path::{Path, PathBuf};

use opportunist::ai::{Player, Profile, play_out};
use opportunist::combat::{Battle, Setup};
use opportunist::dice::Dice;
use opportunist::savefile::SaveFile;

use crate::eat::{CONTENT, Kind};
use crate::project;

/// A text to be edited.
pub struct Seed {
    pub kind: Kind,
    /// Name of its file.
    pub name: String,
    pub text: String,
}

/// All of them. Files of scenarios are cut into single scenarios, which are quick to play.
pub fn all() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for folder in ["assets", "levels", "tests/scenarios"] {
        for file in files(&project().join(folder)) {
            let kind = Kind::of(&file);
            let name = file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&file).expect("a file of the project");
            match kind {
                Kind::Scenario(_) => {
                    let first = text.split("\n    (\n").skip(1).step_by(7);
                    let one = |rest: &str| format!("[(\n{}", rest.trim_end().trim_end_matches(']'));
                    seeds.extend(first.map(|rest| Seed {
                        kind,
                        name: name.clone(),
                        text: one(rest) + "]",
                    }));
                }
                Kind::Rules(..) | Kind::Content | Kind::Save | Kind::House => {
                    seeds.push(Seed { kind, name, text })
                }
            }
        }
    }
    seeds.extend((0..15).map(saved));
    seeds
}

/// A battle of some decisions, saved.
fn saved(number: usize) -> Seed {
    let rules = &CONTENT.rulesets[number % CONTENT.rulesets.len()];
    let levels: Vec<_> = CONTENT.levels.iter().collect();
    let (level, def) = levels[number % levels.len()];
    let seed = number as u64;
    let setup = Setup::from_level(def);
    let battle = Battle::new(CONTENT.clone(), rules.clone(), &setup, Dice::seeded(seed));
    let mut battle = battle.unwrap_or_else(|why| panic!("{why}"));
    play_out(&mut battle, &[Profile::FAST; 2], seed, 12);
    let players = vec![Player::Computer(Profile::FAST); 2];
    let file = SaveFile::of(&battle, &CONTENT, level, players, seed).expect("no copy");
    let text = file.to_text().expect("it can be written");
    Seed {
        kind: Kind::Save,
        name: format!("{}.json", rules.id),
        text,
    }
}

/// The files of a folder and of those in it, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|e| e == "ron" || e == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}
