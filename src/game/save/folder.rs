//! The folder of saved battles: its files, and the slot into which this window saves by itself.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use bevy::prelude::*;

use super::slot::{self, Slot, automatic};
use crate::files;
use crate::savefile::SaveFile;

/// Automatic saves of windows that are gone, of which the newest are kept.
const KEPT: usize = 6;

/// Where saved battles are kept, and the slot in it into which this window saves by itself.
#[derive(Resource, Clone, Debug)]
pub struct Folder {
    pub(super) path: PathBuf,
    slot: Arc<OnceLock<Slot>>,
}

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub changed: SystemTime,
    pub name: String,
}

/// Where saved battles are kept: where `OPPORTUNIST_SAVES` says, or in the folder for a user's data.
pub fn of_the_user() -> PathBuf {
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

impl Folder {
    /// The folder of this path, which need not exist yet.
    pub fn at(path: PathBuf) -> Self {
        Self {
            path,
            slot: Arc::default(),
        }
    }

    /// The file of a saved battle of this name.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }

    /// The slot into which this window saves by itself: the first that no other window holds.
    pub fn slot(&self) -> &str {
        // Where nothing was ever saved, nothing is claimed and no folder is made.
        if self.slot.get().is_none() && !self.path.is_dir() {
            return slot::FIRST;
        }
        self.claimed()
    }

    /// The slot of this window, claimed even if nothing was ever saved.
    pub fn claimed(&self) -> &str {
        self.slot.get_or_init(|| Slot::claim(&self.path)).name()
    }

    /// Removes temporary files of killed windows and old automatic saves.
    pub fn tidy(&self) {
        files::remove_leftovers(&self.path);
        self.prune();
    }

    /// The files of the folder that may be saved battles, the newest first: neither hidden files nor pipes.
    pub fn files(&self) -> Vec<Found> {
        let Ok(entries) = std::fs::read_dir(&self.path) else {
            return Vec::new();
        };
        let found = entries.flatten().filter_map(|entry| {
            let file = entry.file_name().into_string().ok()?;
            let name = file.strip_suffix(".json")?;
            // A link counts as what it leads to.
            let data = std::fs::metadata(entry.path()).ok()?;
            let is_save = data.is_file() && !name.starts_with('.');
            is_save.then_some(Found {
                changed: data.modified().ok()?,
                name: name.to_owned(),
            })
        });
        let mut found: Vec<_> = found.collect();
        found.sort();
        found.reverse();
        found
    }

    /// Whether another running window holds the slot behind this name.
    pub fn is_held_by_another(&self, name: &str) -> bool {
        let slot = automatic(name).map(|(slot, _)| slot);
        let slot = slot.filter(|slot| *slot != self.slot());
        slot.is_some_and(|slot| slot::is_held(&self.path, slot))
    }

    /// Removes the oldest automatic saves of windows that are gone.
    fn prune(&self) {
        let old = |one: &Found| {
            let slot = automatic(&one.name).map(|(slot, _)| slot);
            slot.is_some_and(|slot| slot != self.slot()) && !self.is_held_by_another(&one.name)
        };
        let others = self.files().into_iter().filter(old);
        for one in others.skip(KEPT) {
            if let Err(why) = self.delete(&one.name) {
                warn!("{why}");
            }
        }
    }

    /// Another battle begins: the one in the window's own slot gives way, but is not lost. A damaged one
    /// takes the place of no other.
    pub fn set_aside(&self) {
        let own = self.file(self.slot());
        let aside = match SaveFile::check(&own) {
            Ok(()) => slot::before(self.slot()),
            Err(_) => slot::damaged(self.slot()),
        };
        let moved = std::fs::rename(own, self.file(&aside));
        report(moved, "the battle before could not be kept");
    }

    /// The battle in the window's own slot has ended.
    pub fn forget(&self) {
        let gone = std::fs::remove_file(self.file(self.slot()));
        report(gone, "the autosave could not be removed");
    }

    /// Deletes a saved battle. What to tell if that fails.
    pub fn delete(&self, name: &str) -> Result<(), String> {
        let gone = std::fs::remove_file(self.file(name));
        gone.map_err(|why| format!("The file could not be deleted: {why}."))
    }
}

/// Logs what went wrong; that there was no such file is right.
fn report(done: io::Result<()>, what: &str) {
    if let Err(why) = done
        && why.kind() != io::ErrorKind::NotFound
    {
        warn!("{what}: {why}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_automatic_saves_go_and_everything_else_stays() {
        let gone = tempfile::tempdir().unwrap();
        let write = |name: &str| std::fs::write(gone.path().join(name), "").unwrap();
        (2..=20).for_each(|n| write(&format!("autosave-{n}.json")));
        [
            "autosave.json",
            "autosave-before.json",
            "ford-amorphous-1.json",
        ]
        .iter()
        .for_each(|name| write(name));
        let folder = Folder::at(gone.path().to_owned());
        folder.prune();
        let left = folder.files();
        assert_eq!(left.len(), KEPT + 3);
        let stays = |name: &str| left.iter().any(|one| one.name == name);
        assert!(stays("autosave") && stays("autosave-before") && stays("ford-amorphous-1"));
    }
}
