//! `watch`: a saved battle in the window, forth and back.

use std::sync::Arc;

use super::Stop;
use super::arguments::Watch;
use crate::content::Catalogue;
#[cfg(feature = "gui")]
use crate::game;

#[cfg(feature = "gui")]
pub(super) fn run(catalogue: Arc<Catalogue>, asked: &Watch) -> Result<(), Stop> {
    // A file that cannot be watched is told before a window opens.
    game::watchable(&asked.file, catalogue.clone())
        .map_err(|e| Stop::unreadable(format!("{}: {e}", asked.file.display())))?;
    if !game::display_available() {
        return Err(blind());
    }
    super::play::open(game::GameOptions {
        journey: None,
        level: None,
        start: false,
        watch: Some(asked.file.clone()),
        ruleset: None,
        computer: Default::default(),
        sides: Vec::new(),
        seed: 1,
        attacks_of_opportunity: None,
        catalogue,
    })
}

#[cfg(not(feature = "gui"))]
pub(super) fn run(_: Arc<Catalogue>, _: &Watch) -> Result<(), Stop> {
    Err(blind())
}

fn blind() -> Stop {
    Stop::unreadable(
        "there is no display to watch the battle on; `opportunist replay` plays it without one",
    )
}
