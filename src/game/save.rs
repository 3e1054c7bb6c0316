//! Saving and loading: what the battle started from, and every decision since.
//!
//! A battle is its level, ruleset, seed and choices; playing them again gives the same battle to the
//! last die, log included. The file is JSON and can be read.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::playback::Shown;
use super::player::Player;
use super::session::{Session, Start};
use crate::combat::battle::savegame::SaveGame;
use crate::content::Catalogue;

/// A saved battle, with what only the screen knows of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    pub level: String,
    pub seed: u64,
    pub players: Vec<Player>,
    pub game: SaveGame,
}

/// What became of the last attempt to save or load.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notice(pub Option<String>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notice>();
}

/// Where saved battles are kept.
pub fn folder() -> PathBuf {
    let home = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    home("OPPORTUNIST_SAVES")
        .or_else(|| home("XDG_DATA_HOME").map(|data| data.join("opportunist/saves")))
        .or_else(|| home("HOME").map(|home| home.join(".local/share/opportunist/saves")))
        .unwrap_or_else(|| PathBuf::from("saves"))
}

/// The saved battles, newest first.
pub fn list() -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder()) else {
        return Vec::new();
    };
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let changed = entry.metadata().and_then(|m| m.modified()).ok()?;
            Some((changed, name.strip_suffix(".json")?.to_owned()))
        })
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, name)| name).collect()
}

impl Save {
    /// What a session needs to be continued.
    pub fn of(session: &Session) -> Option<Self> {
        let start = &session.start;
        Some(Self {
            level: start.catalogue.levels.name(start.level).to_owned(),
            seed: start.seed,
            players: start.players.clone(),
            game: SaveGame::of(&session.battle)?,
        })
    }

    /// Plays the record again.
    ///
    /// # Errors
    /// When the content no longer fits the record.
    pub fn resume(self, catalogue: Arc<Catalogue>) -> Result<Session, String> {
        let level = catalogue.levels.id(&self.level);
        let level = level.ok_or_else(|| format!("The level \"{}\" does not exist.", self.level))?;
        let battle = self.game.load(&catalogue).map_err(|e| e.to_string())?;
        let rules = battle.rules().clone();
        let attacks_of_opportunity = battle.setup().attacks_of_opportunity;
        let (players, seed) = (self.players, self.seed);
        Ok(Session::over(
            battle,
            Start {
                catalogue,
                level,
                rules,
                players,
                seed,
                attacks_of_opportunity,
            },
        ))
    }
}

/// Saves a battle under a new name; what to tell about it, if there is anything to save.
pub fn write(session: &Session) -> Option<String> {
    let save = Save::of(session)?;
    let taken = list();
    let name = (1..)
        .map(|n| format!("{}-{}-{n}", save.level, session.start.rules.id))
        .find(|name| !taken.contains(name))
        .unwrap_or_else(|| save.level.clone());
    let written = std::fs::create_dir_all(folder())
        .map_err(|e| e.to_string())
        .and_then(|()| serde_json::to_string(&save).map_err(|e| e.to_string()))
        .and_then(|text| {
            std::fs::write(folder().join(format!("{name}.json")), text).map_err(|e| e.to_string())
        });
    Some(match written {
        Ok(()) => format!("Saved as {name}."),
        Err(why) => format!("The battle could not be saved: {why}."),
    })
}

/// Reads a saved battle.
///
/// # Errors
/// When there is none of this name, it cannot be read, or the content no longer fits it.
pub fn read(name: &str, catalogue: Arc<Catalogue>) -> Result<Session, String> {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json")));
    let text = text.map_err(|e| e.to_string())?;
    let save: Save = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    save.resume(catalogue)
}

/// The picture of a loaded battle, which is not played from the beginning.
#[derive(Resource, Default)]
pub struct Resumed(pub Option<Shown>);
