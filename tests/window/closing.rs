//! The real program, closed from outside: the battle in play is saved.

use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use opportunist::game::GameOptions;
use opportunist::savefile::SaveFile;

/// Time for the program to start, and to end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Level of the battle: large, so that it goes on for a while.
const LEVEL: &str = "ford";

/// Sends a signal that asks the program to end, while the computer plays both sides, and looks for the battle in the
/// folder of saved ones.
///
/// # Errors
/// The step that failed.
pub fn by_signal(options: &GameOptions) -> Result<(), String> {
    let saves = tempfile::tempdir().map_err(|why| why.to_string())?;
    let level = options.catalogue.levels.by_name(LEVEL).ok_or("no level")?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_opportunist"));
    command.args(["play", LEVEL, "--seed", "3"]);
    for side in &level.sides {
        command.arg("--side").arg(format!("{}=ai", side.id));
    }
    command.env("OPPORTUNIST_SAVES", saves.path());
    let mut game = command.spawn().map_err(|why| why.to_string())?;
    let closed = close(&mut game, saves.path());
    // One that has not ended by itself.
    let _ = game.kill();
    let _ = game.wait();
    closed
}

fn close(game: &mut Child, saves: &Path) -> Result<(), String> {
    let begun = wait_for(|| battles(saves).into_iter().next());
    begun.ok_or("the battle was not saved as it began")?;
    // Moves are made that no round has saved yet.
    sleep(Duration::from_secs(3));
    let before = moves(saves)?;
    let asked = Command::new("kill").arg(game.id().to_string()).status();
    if !asked.is_ok_and(|status| status.success()) {
        return Err("no signal was sent".to_owned());
    }
    let ended = wait_for(|| game.try_wait().ok().flatten());
    let ended = ended.ok_or("it goes on after a signal")?;
    if !ended.success() {
        return Err(format!("it ends with {ended}"));
    }
    match moves(saves)? > before {
        true => Ok(()),
        false => Err("the battle was not saved as the program ended".to_owned()),
    }
}

/// Moves of the battle that is saved in a folder.
fn moves(saves: &Path) -> Result<usize, String> {
    let kept = battles(saves).into_iter().next();
    let kept = kept.ok_or("there is no saved battle")?;
    let text = std::fs::read_to_string(kept).map_err(|why| why.to_string())?;
    let save = SaveFile::from_text(&text).map_err(|why| why.to_string())?;
    Ok(save.game.recording.record.len())
}

/// The saved battles in a folder.
fn battles(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    files
        .filter(|file| file.extension().is_some_and(|end| end == "json"))
        .collect()
}

/// Asks again and again, until there is an answer or no patience left.
fn wait_for<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        if let Some(found) = ask() {
            return Some(found);
        }
        sleep(Duration::from_millis(50));
    }
    None
}
