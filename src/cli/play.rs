//! `play`: the window, or a narrated battle where there is none.

use std::sync::Arc;

#[cfg(feature = "gui")]
use bevy::app::AppExit;

use super::arguments::Play;
#[cfg(feature = "gui")]
use super::arguments::Player;
use super::out::{Out, say};
use super::{
    Stop, computers, faulty, known_sides, level, possible, ruleset, stem, try_writing, unknown,
    with_options, without,
};
use crate::ai;
use crate::combat::SideId;
use crate::content::{Catalogue, LevelDef};
#[cfg(feature = "gui")]
use crate::game;
use crate::rules::{JourneyId, Ruleset};
use crate::savefile::SaveFile;
use crate::terminal;

pub(super) fn run(catalogue: Arc<Catalogue>, asked: &Play) -> Result<(), Stop> {
    let journey = asked
        .level
        .as_deref()
        .and_then(|name| journey(&catalogue, name));
    if let (Some(name), None) = (&asked.level, journey) {
        let is_level = catalogue.levels.id(stem(name)).is_some();
        if !is_level && catalogue.is_left_out("journey", stem(name)) {
            return Err(faulty(&catalogue));
        }
        let (_, level) = level(&catalogue, name)?;
        known_sides(level, &asked.players.sides)?;
    }
    if let Some(rules) = &asked.rules {
        let rules = ruleset(&catalogue, rules)?;
        possible(&rules, &asked.options)?;
    }
    match asked.terminal {
        true => alone(&catalogue, asked, journey),
        false => window(catalogue, asked, journey),
    }
}

/// The journey of this id or file stem, unless a level is called so.
fn journey(catalogue: &Catalogue, name: &str) -> Option<JourneyId> {
    let name = stem(name);
    let level = catalogue.levels.id(name);
    catalogue.journeys.id(name).filter(|_| level.is_none())
}

/// The computer plays a journey, told leg by leg.
fn travelled(catalogue: &Arc<Catalogue>, asked: &Play, id: JourneyId) -> Result<(), Stop> {
    let idle = [
        (asked.record.is_some(), "--record"),
        (!asked.players.sides.is_empty(), "--side"),
        (asked.seen_by.is_some(), "--seen-by"),
    ];
    if let Some((_, option)) = idle.iter().find(|(said, _)| *said) {
        return Err(Stop::wrong(format!(
            "a journey in the terminal is several battles that the computer plays: leave out {option}"
        )));
    }
    let rules = chosen_rules(catalogue, asked)?;
    possible(&rules, &asked.options)?;
    let opportunities = asked.options.attacks_of_opportunity;
    let minds = terminal::Minds {
        warband: asked.players.ai,
        enemies: asked.players.ai,
    };
    let seed = asked.seed.unwrap_or_else(seed_of_the_moment);
    say!(
        "{} under {}{}, seed {seed}",
        catalogue.journeys[id].name,
        rules.policies.name,
        without(&rules, opportunities)
    );
    let way = terminal::travel(catalogue, &rules, id, minds, opportunities, seed);
    for leg in way.map_err(Stop::found)? {
        say!("{}", leg.told(catalogue).map_err(Stop::found)?);
    }
    Ok(())
}

/// The rule system that is asked for, or the first.
fn chosen_rules(catalogue: &Catalogue, asked: &Play) -> Result<Arc<Ruleset>, Stop> {
    match &asked.rules {
        Some(rules) => ruleset(catalogue, rules),
        None => {
            let first = catalogue.rulesets.first().cloned();
            first.ok_or_else(|| Stop::unreadable("there is no rule system"))
        }
    }
}

#[cfg(feature = "gui")]
fn window(catalogue: Arc<Catalogue>, asked: &Play, journey: Option<JourneyId>) -> Result<(), Stop> {
    if !game::display_available() {
        say!("There is no display, so the computer plays a battle against itself here.");
        return alone(&catalogue, asked, journey);
    }
    let level = asked
        .level
        .as_ref()
        .filter(|_| journey.is_none())
        .map(|name| level(&catalogue, name))
        .transpose()?;
    let computer = asked.players.ai;
    let seated = |player| match player {
        Player::Human => ai::Player::Person,
        Player::Computer(profile) => ai::Player::Computer(profile.unwrap_or(computer)),
    };
    let options = game::GameOptions {
        level: level.map(|(id, _)| id),
        journey,
        start: asked.level.is_some(),
        ruleset: asked.rules.clone(),
        computer,
        sides: asked
            .players
            .sides
            .iter()
            .map(|(s, p)| (s.clone(), seated(*p)))
            .collect(),
        seed: asked.seed.unwrap_or_else(seed_of_the_moment),
        attacks_of_opportunity: asked.options.attacks_of_opportunity,
        watch: None,
        catalogue,
    };
    open(options)
}

/// Opens the window and plays until it is closed.
#[cfg(feature = "gui")]
pub(super) fn open(options: game::GameOptions) -> Result<(), Stop> {
    match game::run(options) {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(Stop {
            code: code.get(),
            message: "the window closed with an error".to_owned(),
        }),
    }
}

#[cfg(not(feature = "gui"))]
fn window(catalogue: Arc<Catalogue>, asked: &Play, journey: Option<JourneyId>) -> Result<(), Stop> {
    say!("This build has no window, so the computer plays a battle against itself here.");
    alone(&catalogue, asked, journey)
}

/// Where there is no window.
fn alone(catalogue: &Arc<Catalogue>, asked: &Play, journey: Option<JourneyId>) -> Result<(), Stop> {
    match journey {
        Some(id) => travelled(catalogue, asked, id),
        None => narrate(catalogue, asked),
    }
}

fn narrate(catalogue: &Arc<Catalogue>, asked: &Play) -> Result<(), Stop> {
    let name = match &asked.level {
        Some(name) => name.clone(),
        None => first(catalogue.levels.names(), "level")?,
    };
    let (id, level) = level(catalogue, &name)?;
    let rules = chosen_rules(catalogue, asked)?;
    let level = &with_options(level, &rules, &asked.options)?;
    let seed = asked.seed.unwrap_or_else(seed_of_the_moment);
    let minds = computers(level, &asked.players, "play --terminal")?;
    let seen_by = asked.seen_by.as_ref().map(|side| seer(level, side));
    let seen_by = seen_by.transpose()?;
    try_writing(asked.record.as_deref())?;
    let battle = terminal::narrate(catalogue, &rules, level, &minds, seed, seen_by, &mut Out)
        .map_err(Stop::unreadable)?;
    let Some(file) = &asked.record else {
        return Ok(());
    };
    let players = minds.into_iter().map(ai::Player::Computer).collect();
    let save = SaveFile::of(&battle, catalogue, id, players, seed);
    let save = save.ok_or_else(|| Stop::found("the battle has no beginning"))?;
    save.write(file).map_err(|why| Stop::of_file(file, why))
}

/// The side as which the battle is seen.
fn seer(level: &LevelDef, side: &str) -> Result<SideId, Stop> {
    let known: Vec<&str> = level.sides.iter().map(|side| side.id.as_str()).collect();
    let at = known.iter().position(|id| *id == side);
    let at = at.and_then(|at| u8::try_from(at).ok()).map(SideId);
    at.ok_or_else(|| unknown("side", side, &known))
}

fn first(names: &[String], kind: &str) -> Result<String, Stop> {
    names
        .first()
        .cloned()
        .ok_or_else(|| Stop::unreadable(format!("there is no {kind}")))
}

/// A seed for a player who names none. It is shown, so that the battle can be played again.
fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |d| d.as_millis() as u64 % 1_000_000)
}
