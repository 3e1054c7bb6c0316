//! The saved battles, as a player tells them apart: level, rule system, round, date.

use std::time::SystemTime;

use bevy::prelude::*;
use serde::Deserialize;

use super::{AUTOSAVE, BEFORE, Folder};
use crate::art::canvas::Canvas;
use crate::art::level::{Figure, Scene, thumbnail};
use crate::art::palette::COLOUR_SETS;
use crate::content::{Catalogue, LevelDef};
use crate::files;
use crate::game::Screen;
use crate::game::chosen::Library;
use crate::game::notice::Notice;
use crate::game::pictures::image;
use crate::game::session::Session;
use crate::journey::Journey;
use crate::rules::SpaceTable;
use crate::savefile::Standing;

/// A small picture of a map, and its size on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub image: Handle<Image>,
    pub size: Vec2,
}

/// The room that a picture has in a list.
const ROOM: Vec2 = Vec2::new(66.0, 36.0);

/// A saved battle in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The map and who stands on it; `None` for what cannot be read.
    pub picture: Option<Picture>,
    /// What it is loaded by.
    pub name: String,
    /// Level and round.
    pub place: String,
    /// Rule system and date.
    pub detail: String,
}

/// What the first screen offers to go on with.
#[derive(Resource, Clone, Debug, Default)]
pub struct Saves {
    /// The battle that was left.
    pub left: Option<Saved>,
    /// Those that were saved, the newest first.
    pub others: Vec<Saved>,
}

impl Saves {
    /// Whether there is no battle to go on with.
    pub fn is_empty(&self) -> bool {
        self.left.is_none() && self.others.is_empty()
    }
}

/// What is read of a file for a list.
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saves>();
    app.add_systems(OnEnter(Screen::Setup), look);
}

/// Looks what there is. Good news of saving was for the battle that is left now.
fn look(
    folder: Res<Folder>,
    library: Res<Library>,
    mut saves: ResMut<Saves>,
    mut notice: ResMut<Notice>,
    mut images: ResMut<Assets<Image>>,
) {
    let mut others = saved(&folder, &library.0, &mut images);
    let left = others.iter().position(|one| one.name == AUTOSAVE);
    saves.left = left.map(|left| others.remove(left));
    saves.others = others;
    if matches!(notice.0, Some(Ok(_))) {
        notice.0 = None;
    }
}

/// The saved battles, the newest first.
pub fn saved(folder: &Folder, catalogue: &Catalogue, images: &mut Assets<Image>) -> Vec<Saved> {
    let Ok(entries) = std::fs::read_dir(&folder.0) else {
        return Vec::new();
    };
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let file = entry.file_name().into_string().ok()?;
            let changed = entry.metadata().and_then(|m| m.modified()).ok()?;
            let name = file.strip_suffix(".json")?.to_owned();
            Some((changed, name))
        })
        .collect();
    found.sort();
    let found = found.into_iter().rev();
    found
        .map(|(changed, name)| line(folder, catalogue, images, name, changed))
        .collect()
}

fn line(
    folder: &Folder,
    catalogue: &Catalogue,
    images: &mut Assets<Image>,
    name: String,
    changed: SystemTime,
) -> Saved {
    let date = date(changed);
    let text = files::read_text(&folder.file(&name), files::SAVE_LIMIT).ok();
    let Some(heading) = text.and_then(|text| serde_json::from_str::<Heading>(&text).ok()) else {
        return Saved {
            picture: None,
            place: name.clone(),
            detail: format!("cannot be read · {date}"),
            name,
        };
    };
    let levels = &catalogue.levels;
    let level = heading.level_def.as_deref();
    let level = level.or_else(|| levels.by_name(&heading.level));
    let drawn = level.map(|level| drawn(level, catalogue, &heading.standing));
    let picture = drawn.map(|drawing| picture(images, &drawing));
    let level = level.map_or(heading.level.clone(), |level| level.name.clone());
    let id = heading.game.recording.ruleset;
    let system = catalogue.ruleset(&id);
    let system = system.map_or(id, |rules| rules.policies.name.clone());
    let leg = leg(heading.journey.as_ref(), catalogue);
    let place = match heading.camp {
        true => format!("{leg}{level}, in camp"),
        false => at(&level, heading.round, leg),
    };
    Saved {
        picture,
        place: match name == BEFORE {
            true => format!("{place}, left for another battle"),
            false => place,
        },
        detail: format!("{system} · {date}"),
        name,
    }
}

/// A level as a small drawing, with those who still stand there.
fn drawn(level: &LevelDef, catalogue: &Catalogue, standing: &[Standing]) -> Canvas {
    let mut scene = Scene::of(level, catalogue, SpaceTable::SquareSpaces);
    if !standing.is_empty() {
        scene.zones.clear();
        let figures = standing.iter().map(|one| Figure {
            at: one.area.anchor,
            space: one.area.footprint,
            emblem: String::new(),
            side: one.side.index(),
        });
        scene.figures = figures.collect();
    }
    thumbnail(&scene, PIXELS, &COLOUR_SETS[0])
}

/// Pixels of a square, of which a list shows fewer.
const PIXELS: u32 = 6;

/// The drawing as large as a list has room for.
fn picture(images: &mut Assets<Image>, drawing: &Canvas) -> Picture {
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
fn date(at: SystemTime) -> String {
    let here = jiff::ZonedDateTime::try_from(at);
    here.map_or_else(
        |_| String::new(),
        |here| here.strftime("%-d %b %Y, %H:%M").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::game::testing::yard;

    #[test]
    fn saved_battles_are_told_apart_by_what_a_player_knows() {
        let gone = tempfile::tempdir().unwrap();
        let folder = Folder(gone.path().to_owned());
        let session = yard();
        let content = session.start.catalogue.clone();
        folder.write("one", &session).unwrap().unwrap();
        std::fs::write(gone.path().join("two.json"), "{ not one").unwrap();
        std::fs::write(gone.path().join("three.txt"), "").unwrap();
        let mut images = Assets::default();
        let mut found = saved(&folder, &content, &mut images);
        found.sort_by(|a, b| a.name.cmp(&b.name));
        let [one, two] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(one.place, "Training ground, round 1");
        let picture = one.picture.as_ref().expect("a picture of the map");
        assert!(images.contains(&picture.image) && picture.size.max_element() > 40.0);
        assert!(picture.size.cmple(ROOM + 0.1).all() && two.picture.is_none());
        assert!(one.detail.starts_with("Classic d20 · "), "{}", one.detail);
        assert!(
            two.detail.starts_with("cannot be read · "),
            "{}",
            two.detail
        );
    }

    #[test]
    fn a_battle_that_leads_into_a_camp_says_so() {
        let gone = tempfile::tempdir().unwrap();
        let folder = Folder(gone.path().to_owned());
        let mut session = yard();
        assert!(session.submit(Choice::Surrender), "{:?}", session.refusal);
        folder.keep(&session).unwrap();
        let content = session.start.catalogue.clone();
        let found = saved(&folder, &content, &mut Assets::default());
        assert_eq!(found[0].place, "Training ground, in camp");
    }

    #[test]
    fn a_date_has_day_month_year_and_minute() {
        let date = date(SystemTime::UNIX_EPOCH);
        assert!(date.contains("19") && date.contains(':'), "{date}");
    }
}
