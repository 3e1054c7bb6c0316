//! Reading inputs as the program does, and playing what can be played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use opportunist::ai::{Profile, play_out};
use opportunist::combat::{Battle, Setup};
use opportunist::content::{Catalogue, Findings, check, plain};
use opportunist::dice::Dice;
use opportunist::rules::Ruleset;
use opportunist::savefile::{self, SaveFile};
use opportunist::scenario;
use tempfile::TempDir;

use crate::{project, seeds, watchdog};

/// The content of the game, read once.
pub static CONTENT: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
    Arc::new(Catalogue::load(project()).unwrap_or_else(|findings| panic!("{findings}")))
});

/// Decisions that are played of a battle.
const DECISIONS: usize = 25;

/// What an input is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A level, monsters, equipment, terrain: anything that `check` reads by itself.
    Content,
    /// A file of a ruleset, by the numbers of both.
    Rules(usize, usize),
    /// A scenario under a ruleset.
    Scenario(usize),
    Save,
    /// A folder of house rules, of the corpus alone.
    House,
}

impl Kind {
    /// The kind of a file, by its folders and its name: `rulesets/amorphous/conditions-2.ron` is one of the
    /// conditions of Amorphous.
    pub fn of(file: &Path) -> Self {
        let folders = || {
            file.components()
                .map(|part| part.as_os_str().to_string_lossy())
        };
        let system = folders().find_map(|name| CONTENT.rulesets.iter().position(|r| r.id == name));
        let in_folder = |name: &str| folders().any(|part| part == name);
        let stem = |file: &Path| {
            file.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let own = stem(file);
        let table = own.split('-').next().unwrap_or_default();
        match system {
            _ if file.extension().is_some_and(|e| e == "json") => Self::Save,
            _ if in_folder("house") => Self::House,
            Some(system) if in_folder("scenarios") => Self::Scenario(system),
            Some(system) if in_folder("rulesets") => {
                let tables = CONTENT.rule_files(&CONTENT.rulesets[system].id);
                let table = tables.iter().position(|path| stem(path) == table);
                table.map_or(Self::Content, |table| Self::Rules(system, table))
            }
            _ => Self::Content,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Rules(..) => "rules",
            Self::Scenario(_) => "scenario",
            Self::Save => "save",
            Self::House => "house",
        }
    }
}

/// A small data folder for each rule system that stands alone, beside which inputs are written.
pub struct Table {
    folder: TempDir,
    systems: Vec<String>,
}

impl Table {
    pub fn laid() -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let assets = project().join("assets");
        let ids = CONTENT.rulesets.iter().map(|rules| rules.id.clone());
        let systems: Vec<String> = ids.filter(|id| !CONTENT.heirs.contains(id)).collect();
        for system in &systems {
            let data = folder.path().join(system);
            let all = [
                assets.join("equipment"),
                assets.join("terrain"),
                assets.join("monsters"),
                assets.join("rulesets").join(system),
            ];
            let files = all.iter().flat_map(|folder| seeds::files(folder));
            for from in files.chain([assets.join("rulesets/subjects.ron")]) {
                let to = from.strip_prefix(project()).expect("a file of the project");
                let to = data.join(to);
                std::fs::create_dir_all(to.parent().expect("a folder")).expect("a new folder");
                std::fs::copy(from, to).expect("a copy");
            }
            std::fs::create_dir_all(data.join("levels")).expect("a new folder");
        }
        Self { folder, systems }
    }

    /// Reads an input and plays what it makes.
    ///
    /// # Errors
    /// The message of a panic.
    pub fn eat(&self, kind: Kind, input: &[u8]) -> Result<(), String> {
        let eaten = watchdog::watched(input, || {
            catch_unwind(AssertUnwindSafe(|| match kind {
                Kind::Content => self.content(input),
                Kind::Rules(system, table) => rules(system, table, input),
                Kind::Scenario(system) => scenarios(system, input),
                Kind::Save => save(input),
                Kind::House => {}
            }))
        });
        eaten.map_err(message)
    }

    fn content(&self, input: &[u8]) {
        let system = &self.systems[input.len() % self.systems.len()];
        let data = self.folder.path().join(system);
        let beside = tempfile::tempdir_in(self.folder.path()).expect("a new folder");
        let file = beside.path().join("input.ron");
        std::fs::write(&file, input).expect("a new file");
        look(&check(&data, std::slice::from_ref(&file)));
        let Ok(content) = Catalogue::load_with(&data, &[file]) else {
            return;
        };
        let content = Arc::new(content);
        let Some(rules) = content.rulesets.first().cloned() else {
            return;
        };
        let levels = content.levels.iter().take(2);
        let setups: Vec<Setup> = levels.map(|(_, level)| Setup::from_level(level)).collect();
        for setup in setups {
            battle(&content, &rules, &setup);
        }
    }
}

/// Reads a folder of house rules and plays a battle under them.
///
/// # Errors
/// The message of a panic.
pub fn house(folder: &Path) -> Result<(), String> {
    let folder = folder.to_path_buf();
    let read = catch_unwind(|| {
        look(&check(project(), std::slice::from_ref(&folder)));
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Ok(content) = Catalogue::load_with(project(), &[folder]) else {
            return;
        };
        let content = Arc::new(content);
        if let Some(rules) = content.ruleset(&name) {
            let level = content.levels.by_name("training_ground").expect("a level");
            battle(&content, rules, &Setup::from_level(level));
        }
    });
    read.map_err(message)
}

/// Tells findings as the program does: of bounded length, and without anything that acts on a terminal.
fn look(findings: &Findings) {
    for told in [findings.pretty(false), findings.to_string()] {
        assert!(
            told.len() < 4 << 20,
            "the findings have {} bytes",
            told.len()
        );
        assert_eq!(plain(&told), told, "the findings act on the terminal");
    }
}

/// The message of a panic.
fn message(panic: Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    format!("panicked: {}", text.unwrap_or_default())
}

fn battle(content: &Arc<Catalogue>, rules: &Arc<Ruleset>, setup: &Setup) {
    let battle = Battle::new(
        Arc::clone(content),
        Arc::clone(rules),
        setup,
        Dice::seeded(1),
    );
    if let Ok(mut battle) = battle {
        play_out(&mut battle, &[Profile::FAST; 2], 1, DECISIONS);
        battle.view();
    }
}

/// A ruleset with the input in place of one of its files.
fn rules(system: usize, table: usize, input: &[u8]) {
    let rules = &CONTENT.rulesets[system];
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let file = &CONTENT.rule_files(&rules.id)[table];
    match CONTENT.variant(&rules.id, file, text.into()) {
        Ok(made) => {
            let level = CONTENT.levels.by_name("training_ground").expect("a level");
            battle(&CONTENT, &Arc::new(made), &Setup::from_level(level));
        }
        Err(findings) => look(&findings),
    }
}

fn scenarios(system: usize, input: &[u8]) {
    let rules = &CONTENT.rulesets[system];
    let Ok(text) = String::from_utf8(input.to_vec()) else {
        return;
    };
    let Ok(file) = scenario::ScenarioFile::of(Path::new("input.ron"), text) else {
        return;
    };
    let mut player = scenario::Player::default();
    for (number, scenario) in file.scenarios.iter().enumerate() {
        if file.misnomers(number, &CONTENT, rules).is_empty() {
            let _ = scenario::idle(scenario);
            let _ = player.play(scenario, &CONTENT, rules);
        }
    }
}

/// A saved battle as it is, and with the checksum that belongs to it: a forged one reaches everything behind.
fn save(input: &[u8]) {
    saved(input);
    if let Ok(text) = std::str::from_utf8(input) {
        saved(savefile::signed(text).as_bytes());
    }
}

fn saved(input: &[u8]) {
    let Ok(file) = std::str::from_utf8(input)
        .map_err(drop)
        .and_then(|text| SaveFile::from_text(text).map_err(drop))
    else {
        return;
    };
    if let Ok(mut opened) = file.open(&CONTENT) {
        opened.battle.view();
        play_out(&mut opened.battle, &[Profile::FAST; 2], 1, DECISIONS);
    }
}
