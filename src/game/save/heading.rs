//! A saved battle as a line of a list: level, round, rule system, date, and a picture of the map.

use std::time::SystemTime;

use bevy::prelude::*;
use serde::Deserialize;

use super::folder::Folder;
use super::slot::{Automatic, automatic};
use crate::art::canvas::Canvas;
use crate::art::level::{Figure, Scene, thumbnail};
use crate::art::palette::COLOUR_SETS;
use crate::combat::LoadError;
use crate::content::{Catalogue, LevelDef};
use crate::files;
use crate::game::pictures::image;
use crate::game::session::Session;
use crate::journey::Journey;
use crate::rules::SpaceTable;
use crate::savefile::{Standing, is_within_limits, verified_format};

/// A small picture of a map, and its size on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub image: Handle<Image>,
    pub size: Vec2,
}

/// The room that a picture has in a list.
const ROOM: Vec2 = Vec2::new(66.0, 36.0);

/// Fields of a file that a list needs.
#[derive(Deserialize)]
struct Heading {
    level: String,
    #[serde(default)]
    level_def: Option<Box<LevelDef>>,
    #[serde(default)]
    round: Option<u16>,
    #[serde(default)]
    camp: bool,
    #[serde(default)]
    standing: Vec<Standing>,
    #[serde(default)]
    journey: Option<Journey>,
    game: Game,
}

#[derive(Deserialize)]
struct Game {
    recording: Recording,
}

#[derive(Deserialize)]
struct Recording {
    ruleset: String,
}

/// A saved battle in words, with the data of its picture.
#[derive(Clone, Debug)]
pub struct Line {
    /// Level and round.
    pub place: String,
    /// Rule system and date.
    pub detail: String,
    level: Option<LevelDef>,
    standing: Vec<Standing>,
}

/// Reads a saved battle for a list.
///
/// # Errors
/// When it cannot be loaded; the words say why, for a list.
pub fn read(
    folder: &Folder,
    catalogue: &Catalogue,
    name: &str,
    changed: SystemTime,
) -> Result<Line, &'static str> {
    let text = files::read_text(&folder.file(name), files::SAVE_LIMIT);
    let text = text.map_err(|_| UNREADABLE)?;
    verified_format(&text).map_err(|why| fault(&why))?;
    let heading: Heading = serde_json::from_str(&text).map_err(|_| fault(&LoadError::Altered))?;
    let date = date(changed);
    let levels = &catalogue.levels;
    let level = heading.level_def.as_deref();
    if !is_within_limits(&heading.level, level, &heading.standing) {
        return Err(fault(&LoadError::Altered));
    }
    let level = level.or_else(|| levels.by_name(&heading.level));
    let drawn = level.cloned();
    let level = level.map_or(heading.level.clone(), |level| level.name.clone());
    let id = heading.game.recording.ruleset;
    let system = catalogue.ruleset(&id);
    let system = system.map_or(id, |rules| rules.policies.name.clone());
    let leg = leg(heading.journey.as_ref(), catalogue);
    let place = match heading.camp {
        true => format!("{leg}{level}, in camp"),
        false => at(&level, heading.round, leg),
    };
    let place = match automatic(name) {
        Some((_, Automatic::Before)) => format!("{place}, left for another battle"),
        Some((slot, Automatic::Played)) if slot != folder.slot() => {
            format!("{place}, left in another window")
        }
        Some((_, Automatic::Played | Automatic::Damaged)) | None => place,
    };
    Ok(Line {
        place,
        detail: format!("{system} · {date}"),
        level: drawn,
        standing: heading.standing,
    })
}

const UNREADABLE: &str = "cannot be read";

/// Why a file cannot be loaded, for a list.
fn fault(why: &LoadError) -> &'static str {
    match why {
        LoadError::Cut => "cut off: its end is missing",
        LoadError::NoSave | LoadError::NoLevel => "not a saved battle",
        LoadError::Older(_) => "saved by an older version of the game",
        LoadError::Newer(_) => "saved by a newer version of the game",
        LoadError::Altered | LoadError::Wrong { .. } | LoadError::Damaged(_) => "damaged",
        LoadError::Unreadable(_)
        | LoadError::NoRuleset(_)
        | LoadError::Changed(_)
        | LoadError::OtherProgram { .. } => UNREADABLE,
    }
}

impl Line {
    /// The map with the combatants on it; `None` for a level that is gone.
    pub fn drawing(&self, catalogue: &Catalogue) -> Option<Canvas> {
        let level = self.level.as_ref()?;
        Some(drawn(level, catalogue, &self.standing))
    }
}

/// Draws a level in small, with the combatants that still stand.
fn drawn(level: &LevelDef, catalogue: &Catalogue, standing: &[Standing]) -> Canvas {
    let mut scene = Scene::of(level, catalogue, SpaceTable::SquareSpaces);
    if !standing.is_empty() {
        scene.zones.clear();
        let figures = standing.iter().map(|one| Figure {
            at: one.area.anchor,
            space: one.area.footprint,
            emblem: "",
            side: one.side.index(),
        });
        scene.figures = figures.collect();
    }
    thumbnail(&scene, PIXELS, &COLOUR_SETS[0])
}

/// Pixels of a square, of which a list shows fewer.
const PIXELS: u32 = 6;

/// The drawing as large as a list has room for.
pub fn picture(images: &mut Assets<Image>, drawing: &Canvas) -> Picture {
    let size = Vec2::new(drawing.width() as f32, drawing.height() as f32);
    let scale = (ROOM / size.max(Vec2::ONE)).min_element();
    Picture {
        image: images.add(image(drawing)),
        size: size * scale,
    }
}

/// Level and round of a battle in play.
pub fn place(session: &Session) -> String {
    let start = &session.start;
    let level = start.catalogue.levels.get(start.level);
    let leg = leg(session.journey.as_ref(), &start.catalogue);
    at(
        level.map_or("", |level| &level.name),
        Some(session.round()),
        leg,
    )
}

/// The journey and its leg, before the name of the level: `The salt road 2: `.
fn leg(journey: Option<&Journey>, catalogue: &Catalogue) -> String {
    let Some(journey) = journey else {
        return String::new();
    };
    let name = journey.def(catalogue).map_or(&journey.id, |def| &def.name);
    format!("{name} {}: ", journey.leg + 1)
}

fn at(level: &str, round: Option<u16>, leg: String) -> String {
    let level = format!("{leg}{level}");
    match round {
        Some(0) => format!("{level}, beginning"),
        Some(round) => format!("{level}, round {round}"),
        None => level,
    }
}

/// A date in the time of the place, such as "3 May 2026, 14:05".
pub fn date(at: SystemTime) -> String {
    let here = jiff::ZonedDateTime::try_from(at);
    here.map_or_else(
        |_| String::new(),
        |here| here.strftime("%-d %b %Y, %H:%M").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_day_month_year_and_minute() {
        let date = date(SystemTime::UNIX_EPOCH);
        assert!(date.contains("19") && date.contains(':'), "{date}");
    }
}
