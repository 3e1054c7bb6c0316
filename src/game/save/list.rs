//! The saved battles of the set-up screen. Their names are there at once; the files are read beside the frames, the
//! newest first, and only as many as the list shows.

use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};

use super::folder::{Folder, Found};
use super::heading::{self, Line, Picture};
use super::slot::automatic;
use crate::art::canvas::Canvas;
use crate::content::Catalogue;
use crate::game::awake::Awake;
use crate::game::chosen::{Chosen, Library};
use crate::game::intent::Command;
use crate::game::notice::Notice;
use crate::game::{FrameSet, Screen};

/// Battles by which a list grows.
const PAGE: usize = 12;
/// Files that are read together, before the list shows them.
const BATCH: usize = 4;

/// A saved battle in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The map with the combatants on it; `None` for a file that is unread or faulty.
    pub picture: Option<Picture>,
    /// Name by which it is loaded.
    pub name: String,
    /// Level and round.
    pub place: String,
    /// Rule system and date.
    pub detail: String,
    pub contents: Contents,
    changed: SystemTime,
}

/// Knowledge about the file of a saved battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// It is still to be read.
    Unread,
    /// It can be loaded, as far as its heading says.
    Battle,
    /// It cannot be loaded.
    Faulty,
}

/// Saved battles that the first screen offers.
#[derive(Resource, Clone, Debug, Default)]
pub struct Saves {
    /// The battle that was left.
    pub left: Option<Saved>,
    /// The others, the newest first.
    pub others: Vec<Saved>,
    /// How many of the others are shown.
    shown: usize,
}

impl Saves {
    /// Whether there is no battle to go on with.
    pub fn is_empty(&self) -> bool {
        self.left.is_none() && self.others.is_empty()
    }

    /// The battles in the list.
    pub fn shown(&self) -> &[Saved] {
        &self.others[..self.shown.min(self.others.len())]
    }

    /// How many older battles are not in the list.
    pub fn hidden(&self) -> usize {
        self.others.len().saturating_sub(self.shown)
    }
}

/// The files that are being read.
#[derive(Resource, Default)]
struct Reading(Option<Task<Vec<Read>>>);

/// A file that was read: its line and picture, or why there is none.
struct Read {
    found: Found,
    read: Result<(Line, Option<Canvas>), &'static str>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saves>().init_resource::<Reading>();
    app.add_systems(OnEnter(Screen::Setup), look);
    app.add_systems(OnExit(Screen::Setup), |mut reading: ResMut<Reading>| {
        reading.0 = None;
    });
    let here = in_state(Screen::Setup);
    app.add_systems(
        Update,
        (obey, read_on).chain().in_set(FrameSet::Apply).run_if(here),
    );
}

/// Lists the files of the folder. A notice of successful saving was for the battle that is left now.
fn look(
    folder: Res<Folder>,
    library: Res<Library>,
    mut saves: ResMut<Saves>,
    mut notice: ResMut<Notice>,
) {
    let mut known = std::mem::take(&mut saves.others);
    known.retain(|one| one.contents != Contents::Unread);
    let mut others = Vec::new();
    let mut left = None;
    for found in folder.files() {
        if folder.is_held_by_another(&found.name) {
            continue;
        }
        if found.name == folder.slot() {
            // The battle to go on with is offered from the first frame on.
            let read = Read::of(&folder, &library.0, found.clone(), false);
            let saved = Saved::unread(found).filled(read.read, None);
            match saved.contents {
                Contents::Faulty => others.push(saved),
                Contents::Battle | Contents::Unread => left = Some(saved),
            }
            continue;
        }
        let same = |one: &Saved| one.name == found.name && one.changed == found.changed;
        match known.iter().position(same) {
            Some(at) => others.push(known.swap_remove(at)),
            None => others.push(Saved::unread(found)),
        }
    }
    *saves = Saves {
        left,
        others,
        shown: PAGE,
    };
    if matches!(notice.0, Some(Ok(_))) {
        notice.0 = None;
    }
}

/// Reads the files of the list beside the frames, some at a time.
fn read_on(
    folder: Res<Folder>,
    library: Res<Library>,
    mut saves: ResMut<Saves>,
    mut reading: ResMut<Reading>,
    mut images: ResMut<Assets<Image>>,
    mut awake: ResMut<Awake>,
) {
    if let Some(task) = &mut reading.0 {
        awake.stir();
        let Some(batch) = check_ready(task) else {
            return;
        };
        reading.0 = None;
        for one in batch {
            let same = |saved: &&mut Saved| saved.is(&one.found);
            if let Some(saved) = saves.others.iter_mut().find(same) {
                *saved = saved.clone().filled(one.read, Some(&mut images));
            }
        }
    }
    let unread = saves.shown().iter();
    let unread = unread.filter(|one| one.contents == Contents::Unread);
    let batch: Vec<Found> = unread.take(BATCH).map(Saved::found).collect();
    if batch.is_empty() {
        return;
    }
    awake.stir();
    let (folder, catalogue) = (folder.clone(), Arc::clone(&library.0));
    let read = move |found| Read::of(&folder, &catalogue, found, true);
    let pool = AsyncComputeTaskPool::get_or_init(Default::default);
    reading.0 = Some(pool.spawn(async move { batch.into_iter().map(read).collect() }));
}

/// Deletes a file, and shows more of the list.
fn obey(
    mut commands: MessageReader<Command>,
    folder: Res<Folder>,
    mut saves: ResMut<Saves>,
    mut chosen: ResMut<Chosen>,
    mut notice: ResMut<Notice>,
) {
    for command in commands.read() {
        if *command == Command::ListOlder {
            saves.shown += PAGE;
        }
        let Command::Delete(name) = command else {
            continue;
        };
        match folder.delete(name) {
            Ok(()) => {
                saves.others.retain(|one| one.name != *name);
                notice.0 = None;
            }
            Err(why) => notice.0 = Some(Err(why)),
        }
        // The screen may have more room now.
        chosen.set_changed();
    }
}

impl Read {
    /// Reads a file, and draws its picture if one is wanted.
    fn of(folder: &Folder, catalogue: &Catalogue, found: Found, draws: bool) -> Self {
        let line = heading::read(folder, catalogue, &found.name, found.changed);
        let read = line.map(|line| {
            let drawing = line.drawing(catalogue).filter(|_| draws);
            (line, drawing)
        });
        Self { found, read }
    }
}

impl Saved {
    fn unread(found: Found) -> Self {
        Self {
            picture: None,
            place: found.name.clone(),
            detail: heading::date(found.changed),
            name: found.name,
            contents: Contents::Unread,
            changed: found.changed,
        }
    }

    fn found(&self) -> Found {
        Found {
            changed: self.changed,
            name: self.name.clone(),
        }
    }

    fn is(&self, found: &Found) -> bool {
        self.name == found.name && self.changed == found.changed
    }

    /// The battle with what was read of its file.
    fn filled(
        self,
        read: Result<(Line, Option<Canvas>), &'static str>,
        images: Option<&mut Assets<Image>>,
    ) -> Self {
        match read {
            Ok((line, drawing)) => Self {
                picture: images
                    .zip(drawing)
                    .map(|(images, drawing)| heading::picture(images, &drawing)),
                place: line.place,
                detail: line.detail,
                contents: Contents::Battle,
                ..self
            },
            Err(why) => Self {
                detail: format!("{why} · {}", heading::date(self.changed)),
                contents: Contents::Faulty,
                ..self
            },
        }
    }
}

/// The newest of the battles that players saved and that can be loaded, at most so many.
pub fn newest(
    folder: &Folder,
    catalogue: &Catalogue,
    images: &mut Assets<Image>,
    most: usize,
) -> Vec<Saved> {
    let mut newest = Vec::new();
    for found in folder.files() {
        if newest.len() == most {
            break;
        }
        if automatic(&found.name).is_some() {
            continue;
        }
        let read = Read::of(folder, catalogue, found.clone(), true);
        let saved = Saved::unread(found).filled(read.read, Some(&mut *images));
        if saved.contents == Contents::Battle {
            newest.push(saved);
        }
    }
    newest
}

#[cfg(test)]
mod tests;
