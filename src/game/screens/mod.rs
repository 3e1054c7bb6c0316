//! The screens: set-up, battle, victory.

mod battle;
mod next;
mod preview;
mod setup;
mod victory;

use std::sync::Arc;

use bevy::prelude::*;

use super::player::Player;
use super::{GameOptions, Screen};
use crate::ai::Profile;
use crate::content::Catalogue;
use crate::rules::LevelId;

pub use battle::begin;

/// Everything that was loaded.
#[derive(Resource, Clone)]
pub struct Library(pub Arc<Catalogue>);

/// What is chosen on the set-up screen.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub level: LevelId,
    /// Position among the catalogue's rulesets.
    pub ruleset: usize,
    /// By side of the level.
    pub players: Vec<Player>,
    /// How the computer plays a side that it takes over.
    pub computer: Profile,
    /// The battle is to begin without the set-up screen.
    pub start: bool,
    pub seed: u64,
    /// Why the last attempt to begin failed.
    pub fault: Option<String>,
}

impl Chosen {
    fn of(options: &GameOptions) -> Self {
        let catalogue = &options.catalogue;
        let first = catalogue.levels.iter().next().map(|(id, _)| id);
        let level = options.level.or(first).unwrap_or(LevelId(0));
        let named = |id: &String| catalogue.rulesets.iter().position(|r| r.id == *id);
        let ruleset = options.ruleset.as_ref().and_then(named).unwrap_or(0);
        let players = players(catalogue, level, &options.sides, options.computer);
        Self {
            level,
            ruleset,
            players,
            computer: options.computer,
            start: options.start,
            seed: options.seed,
            fault: None,
        }
    }
}

/// Who plays the sides of a level, unless somebody said otherwise.
fn players(
    catalogue: &Catalogue,
    level: LevelId,
    said: &[(String, Player)],
    computer: Profile,
) -> Vec<Player> {
    let sides = catalogue
        .levels
        .get(level)
        .map(|l| l.sides.as_slice())
        .unwrap_or_default();
    sides
        .iter()
        .map(|side| {
            let named = said.iter().rev().find(|(id, _)| *id == side.id);
            named.map_or(Player::of(side.control, computer), |(_, player)| *player)
        })
        .collect()
}

pub(super) fn plugin(options: GameOptions) -> impl Plugin {
    move |app: &mut App| {
        app.insert_resource(Chosen::of(&options));
        app.insert_resource(Library(options.catalogue.clone()));
        app.add_plugins((setup::plugin, battle::plugin, victory::plugin, next::plugin));
    }
}

/// Makes an entity go with its screen.
fn on(screen: Screen) -> DespawnOnExit<Screen> {
    DespawnOnExit(screen)
}
