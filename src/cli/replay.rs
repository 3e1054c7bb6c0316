//! `replay`: a saved battle again, event by event.

use std::sync::Arc;

use super::Stop;
use super::arguments::Replay;
use super::out::say;
use crate::content::Catalogue;
use crate::savefile::SaveFile;

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Replay) -> Result<(), Stop> {
    let file = asked.file.display();
    let save = SaveFile::read(&asked.file);
    let save = save.map_err(|why| Stop::unreadable(format!("{file}: {why}")))?;
    let opened = save.open(catalogue);
    let opened = opened.map_err(|why| Stop::found(format!("{file}: {why}")))?;
    if !save.game.same_content(catalogue) {
        say!("The content has changed since this battle was saved, without any effect on it.");
    }
    say!("{} events, all the same", opened.battle.events().len());
    Ok(())
}
