//! The slots into which the game saves by itself. Each running window holds one of its own.

use std::path::{Path, PathBuf};

use crate::files::{Claim, claim};

/// The first slot, which is the only one as long as one window runs.
pub const FIRST: &str = "autosave";

/// A slot, for as long as this window runs.
#[derive(Debug)]
pub struct Slot {
    name: String,
    _claim: Option<Claim>,
}

impl Slot {
    /// Claims the first free slot of a folder.
    pub fn claim(folder: &Path) -> Self {
        /// Far more windows than anybody opens.
        const MOST: u32 = 1000;
        let free = |name: String| {
            let claim = Some(claim(&lock(folder, &name))?);
            Some(Self {
                name,
                _claim: claim,
            })
        };
        let own = (1..MOST).map(numbered).find_map(free);
        own.unwrap_or_else(|| Self {
            name: numbered(MOST),
            _claim: None,
        })
    }

    /// Name of the slot, by which the battle in it is loaded.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Name of the slot of this number, from 1.
fn numbered(number: u32) -> String {
    match number {
        1 => FIRST.to_owned(),
        _ => format!("{FIRST}-{number}"),
    }
}

/// The file by which a window claims a slot.
fn lock(folder: &Path, slot: &str) -> PathBuf {
    folder.join(format!(".{slot}.lock"))
}

/// Name of the battle that was in a slot before, and gave way to another.
pub fn before(slot: &str) -> String {
    format!("{slot}{BEFORE}")
}

/// Name of a damaged file that was in a slot.
pub fn damaged(slot: &str) -> String {
    format!("{slot}{DAMAGED}")
}

const BEFORE: &str = "-before";
const DAMAGED: &str = "-damaged";

/// Why the game saved a battle by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// It was being played.
    Played,
    /// It gave way to another battle.
    Before,
    /// It was found damaged.
    Damaged,
}

/// The slot behind the name of an automatic save, and why it was saved; `None` for battles that a player saved.
pub fn automatic(name: &str) -> Option<(&str, Automatic)> {
    let ends = [(BEFORE, Automatic::Before), (DAMAGED, Automatic::Damaged)];
    let cut = |(end, kind)| Some((name.strip_suffix(end)?, kind));
    let (slot, kind) = ends
        .into_iter()
        .find_map(cut)
        .unwrap_or((name, Automatic::Played));
    let number = slot.strip_prefix(FIRST)?.strip_prefix('-');
    let is_slot = slot == FIRST || number.is_some_and(|number| number.parse::<u32>().is_ok());
    is_slot.then_some((slot, kind))
}

/// Whether a running window holds a slot of this folder.
pub fn is_held(folder: &Path, slot: &str) -> bool {
    let lock = lock(folder, slot);
    lock.exists() && claim(&lock).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_saves_are_told_from_those_of_players() {
        for (name, known) in [
            ("autosave", Some(("autosave", Automatic::Played))),
            ("autosave-12", Some(("autosave-12", Automatic::Played))),
            ("autosave-before", Some(("autosave", Automatic::Before))),
            (
                "autosave-2-damaged",
                Some(("autosave-2", Automatic::Damaged)),
            ),
            ("autosave-classic_d20-1", None),
            ("autosaved", None),
            ("ford-amorphous-2", None),
            ("before", None),
        ] {
            assert_eq!(automatic(name), known, "{name}");
        }
    }
}
