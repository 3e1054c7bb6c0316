//! `replay`: a saved battle again, event by event.

use std::sync::Arc;

use super::Stop;
use super::arguments::Replay;
use super::out::say;
use crate::combat::battle::savegame::SaveGame;
use crate::content::Catalogue;

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Replay) -> Result<(), Stop> {
    let file = asked.file.display();
    let text = std::fs::read_to_string(&asked.file)
        .map_err(|e| Stop::unreadable(format!("{file}: {e}")))?;
    let save = SaveGame::from_text(&text).map_err(|e| Stop::unreadable(format!("{file}: {e}")))?;
    if !save.same_content(catalogue) {
        say!("The content has changed since this battle was saved: it may end differently now.");
    }
    let battle = save
        .replay(catalogue)
        .map_err(|e| Stop::found(format!("{file}: {e}")))?;
    say!("{} events, all the same", battle.events().len());
    Ok(())
}
