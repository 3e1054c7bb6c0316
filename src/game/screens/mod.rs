//! The screens: set-up, battle, victory.

mod battle;
mod camp;
mod choices;
mod figures;
mod preview;
mod repairs;
mod rested;
mod review;
mod saved;
mod setup;
mod victory;

use bevy::prelude::*;

pub use battle::begin;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((setup::plugin, saved::plugin, battle::plugin));
    app.add_plugins((victory::plugin, camp::plugin, review::plugin));
}
