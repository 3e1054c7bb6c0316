//! The command line: play, sim, balance, compare, journey, verify, check, replay, watch, render, rulebook.
//!
//! Exit codes: 0 success; 1 something was found (a failed scenario, a mistake in content, a
//! replay that differs); 2 the command line is wrong; 3 the content or a file cannot be read; 130 the
//! command was stopped with Ctrl-C.

mod arguments;
mod balance;
mod check;
mod compare;
mod interrupt;
mod journey;
mod mutate;
mod out;
mod play;
mod render;
mod replay;
mod rulebook;
mod sim;
mod table;
mod verify;
mod watch;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use arguments::{Arguments, Command, Options, Player, Players};

use crate::ai::Profile;
use crate::content::{Catalogue, LevelDef, data_root};
use crate::files;
use crate::rules::{Ruleset, Table, counted};

/// Something was found: a failed scenario, a mistake, a difference.
const FOUND: u8 = 1;
/// The command line is wrong.
const WRONG: u8 = 2;
/// The content or a file cannot be read.
const UNREADABLE: u8 = 3;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let data = arguments.data.as_deref();
    let done = match arguments.command.unwrap_or_default() {
        Command::Play(asked) => {
            let level = asked.level.as_deref().map(outside).unwrap_or_default();
            load(data, &level).and_then(|c| play::run(c, &asked))
        }
        Command::Sim(asked) => {
            load(data, &outside(&asked.level)).and_then(|c| sim::run(&c, &asked))
        }
        Command::Balance(asked) => {
            let files: Vec<PathBuf> = asked.levels.iter().flat_map(|l| outside(l)).collect();
            load(data, &files).and_then(|c| balance::run(&c, &asked))
        }
        Command::Compare(asked) => {
            load(data, &outside(&asked.level)).and_then(|c| compare::run(&c, &asked))
        }
        Command::Journey(asked) => {
            load(data, &journey::files(&asked)).and_then(|c| journey::run(&c, &asked))
        }
        Command::Replay(asked) => load(data, &[]).and_then(|c| replay::run(&c, &asked)),
        Command::Watch(asked) => load(data, &[]).and_then(|c| watch::run(c, &asked)),
        Command::Verify(asked) => load(data, &asked.rules_dir()).and_then(|c| match asked.mutate {
            true => mutate::run(&c, &asked),
            false => verify::run(&c, &asked),
        }),
        Command::Check(asked) => check::run(data, &asked),
        Command::Rulebook(asked) => load(data, &[]).and_then(|c| rulebook::run(&c, &asked)),
        Command::Render(asked) => {
            load(data, &outside(&asked.level)).and_then(|c| render::run(&c, &asked))
        }
    };
    let printed = out::close().map_err(|e| Stop::unreadable(format!("standard output: {e}")));
    match done.and(printed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop { code, message }) => {
            if !message.is_empty() {
                out::complain(&message);
            }
            ExitCode::from(code)
        }
    }
}

/// Why a command failed.
struct Stop {
    code: u8,
    message: String,
}

impl Stop {
    fn found(message: impl Into<String>) -> Self {
        Self {
            code: FOUND,
            message: message.into(),
        }
    }

    fn wrong(message: impl Into<String>) -> Self {
        Self {
            code: WRONG,
            message: message.into(),
        }
    }

    fn unreadable(message: impl Into<String>) -> Self {
        Self {
            code: UNREADABLE,
            message: message.into(),
        }
    }

    /// A file that cannot be read or written.
    fn of_file(file: &Path, why: impl Display) -> Self {
        Self::unreadable(format!("{}: {why}", file.display()))
    }
}

/// Tries whether a file can be written, before the work that is written to it is done.
fn try_writing(file: Option<&Path>) -> Result<(), Stop> {
    let tried = file.map(|file| files::try_writing(file).map_err(|why| Stop::of_file(file, why)));
    tried.unwrap_or(Ok(()))
}

/// Loads the content with further files and folders over it. What has a mistake is left out, and a line says so; a
/// mistake in one of the further files is an error, as the command needs them.
fn load(data: Option<&Path>, more: &[PathBuf]) -> Result<Arc<Catalogue>, Stop> {
    there(more)?;
    let root = data_root(data).map_err(Stop::unreadable)?;
    let catalogue = Catalogue::load_sound(&root, more);
    let needed = more.iter().map(|path| path.canonicalize());
    let needed: Vec<PathBuf> = needed.flatten().collect();
    let faults = &catalogue.faults;
    let is_faulty = |path: &PathBuf| faults.mistakes_on(path).next().is_some();
    if needed.iter().any(is_faulty) {
        return Err(faulty(&catalogue));
    }
    if !faults.is_empty() {
        let left_out: Vec<String> = catalogue
            .left_out
            .iter()
            .map(|(kind, id)| format!("{kind} \"{id}\""))
            .collect();
        let left_out = match left_out.as_slice() {
            [] => String::new(),
            some => format!(", so this is left out: {}", listed(some)),
        };
        let here = data.map(|data| format!(" --data {}", data.display()));
        out::complain(&format!(
            "the content in {} has mistakes{left_out} (`opportunist check{}` shows each)",
            root.display(),
            here.unwrap_or_default()
        ));
    }
    Ok(Arc::new(catalogue))
}

/// Prints every mistake of the content.
fn faulty(catalogue: &Catalogue) -> Stop {
    out::complain_of(&catalogue.faults);
    Stop::unreadable(format!(
        "the content in {} has {}",
        catalogue.root.display(),
        counted(catalogue.faults.errors(), "mistake")
    ))
}

/// The file of a level that is named by path instead of id, so that it is loaded as well.
fn outside(level: &str) -> Vec<PathBuf> {
    Vec::from_iter(is_path(level).then(|| PathBuf::from(level)))
}

/// Whether a name is a path: with a separator, with the end of a file of content, or of a file that is there.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    let ron = path.extension().is_some_and(|end| end == "ron");
    ron || name.contains(std::path::is_separator) || path.is_file()
}

/// The level of this id or file stem; an unknown one names the nearest.
fn level<'a>(
    catalogue: &'a Catalogue,
    name: &str,
) -> Result<(crate::rules::LevelId, &'a LevelDef), Stop> {
    let id = find(catalogue, &catalogue.levels, "level", stem(name))?;
    Ok((id, &catalogue.levels[id]))
}

/// The id that a name or a file's path stands for.
fn stem(name: &str) -> &str {
    let stem = Path::new(name).file_stem().filter(|_| is_path(name));
    stem.and_then(|stem| stem.to_str()).unwrap_or(name)
}

/// Whether the rules leave open what the command line chooses.
fn possible(rules: &Ruleset, asked: &Options) -> Result<(), Stop> {
    if asked.attacks_of_opportunity.is_none() || rules.policies.threat.optional {
        return Ok(());
    }
    let name = &rules.policies.name;
    Err(Stop::wrong(format!(
        "{name} does not leave attacks of opportunity open: leave out --attacks-of-opportunity"
    )))
}

/// What the heading of battles says if there are no attacks of opportunity in them.
fn without(rules: &Ruleset, chosen: Option<bool>) -> &'static str {
    match rules.policies.threat.in_play(chosen) {
        true => "",
        false => ", without attacks of opportunity",
    }
}

/// A level as the command line wants it, if the rules leave open what it chooses.
fn with_options(level: &LevelDef, rules: &Ruleset, asked: &Options) -> Result<LevelDef, Stop> {
    possible(rules, asked)?;
    Ok(LevelDef {
        attacks_of_opportunity: asked
            .attacks_of_opportunity
            .or(level.attacks_of_opportunity),
        ..level.clone()
    })
}

/// Whether a level has all these sides; an unknown one names the nearest.
fn known_sides(level: &LevelDef, sides: &[(String, Player)]) -> Result<(), Stop> {
    let known: Vec<&str> = level.sides.iter().map(|s| s.id.as_str()).collect();
    match sides.iter().find(|(s, _)| !known.contains(&s.as_str())) {
        Some((side, _)) => Err(unknown("side", side, &known)),
        None => Ok(()),
    }
}

/// The computer player of each side of a level, unless a player takes it.
fn minds(level: &LevelDef, players: &Players) -> Vec<Profile> {
    let of = |id: &str| {
        let named = players.sides.iter().rev().find(|(side, _)| side == id);
        match named {
            Some((_, Player::Computer(Some(profile)))) => *profile,
            _ => players.ai,
        }
    };
    level.sides.iter().map(|side| of(&side.id)).collect()
}

/// The computer players of a level's sides, for a command in which no person plays.
fn computers(level: &LevelDef, players: &Players, command: &str) -> Result<Vec<Profile>, Stop> {
    known_sides(level, &players.sides)?;
    if players.sides.iter().any(|(_, p)| *p == Player::Human) {
        return Err(Stop::wrong(format!(
            "`{command}` lets the computer play every side: a side cannot be human"
        )));
    }
    Ok(minds(level, players))
}

/// Whether all of these files and folders exist.
fn there(paths: &[PathBuf]) -> Result<(), Stop> {
    match paths.iter().find(|path| !path.exists()) {
        Some(gone) => Err(Stop::unreadable(format!(
            "{} does not exist",
            gone.display()
        ))),
        None => Ok(()),
    }
}

/// The ruleset of this id; an unknown one names the nearest.
fn ruleset(catalogue: &Catalogue, name: &str) -> Result<Arc<Ruleset>, Stop> {
    catalogue.ruleset(name).cloned().ok_or_else(|| {
        if catalogue.is_left_out("rule system", name) {
            return faulty(catalogue);
        }
        unknown_ruleset(catalogue, name)
    })
}

fn unknown_ruleset(catalogue: &Catalogue, name: &str) -> Stop {
    let known: Vec<&str> = catalogue.rulesets.iter().map(|r| r.id.as_str()).collect();
    unknown("rule system", name, &known)
}

/// The rule systems of these names; without any all but those that only state what differs in another.
fn systems(catalogue: &Catalogue, names: &[String]) -> Result<Vec<Arc<Ruleset>>, Stop> {
    if names.is_empty() {
        let all = catalogue.rulesets.iter();
        let own = all.filter(|rules| !catalogue.heirs.contains(&rules.id));
        let own: Vec<_> = own.cloned().collect();
        return match own.is_empty() {
            true => Err(Stop::unreadable("there is no rule system")),
            false => Ok(own),
        };
    }
    let mut systems: Vec<Arc<Ruleset>> = Vec::new();
    for name in names {
        let rules = ruleset(catalogue, name)?;
        if !systems.iter().any(|known| known.id == rules.id) {
            systems.push(rules);
        }
    }
    Ok(systems)
}

fn find<I: crate::rules::Id, T>(
    catalogue: &Catalogue,
    table: &Table<I, T>,
    kind: &'static str,
    name: &str,
) -> Result<I, Stop> {
    table.id(name).ok_or_else(|| {
        if catalogue.is_left_out(kind, name) {
            return faulty(catalogue);
        }
        let known: Vec<&str> = table.names().iter().map(String::as_str).collect();
        unknown(kind, name, &known)
    })
}

/// Most names that a message lists.
const MOST_NAMES: usize = 40;

/// Names with commas between them, not too many.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).map(AsRef::as_ref).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn unknown(kind: &str, name: &str, known: &[&str]) -> Stop {
    let nearest = crate::content::nearest::nearest(name, known.iter().copied());
    let hint = match nearest {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None if known.is_empty() => "there is none at all".to_owned(),
        None => format!("there are {}", listed(known)),
    };
    Stop::wrong(format!("there is no {kind} called \"{name}\"; {hint}"))
}
