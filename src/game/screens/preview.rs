//! The chosen level or journey: its small picture, and what is told of it.

use bevy::prelude::*;

use crate::art::level::{Scene, thumbnail};
use crate::art::palette::ColourSet;
use crate::content::level::{Mark, SideDef};
use crate::content::{Catalogue, JourneyDef, LevelDef};
use crate::game::colours::Tint;
use crate::game::pictures::image;
use crate::game::theme;
use crate::game::widgets::{label, row, text};
use crate::narrate;
use crate::rules::{SpaceTable, counted};

/// The picture and its size on the screen, which fits into this room, with tokens as large as a
/// system's spaces make them and in the chosen colours.
pub fn picture(
    images: &mut Assets<Image>,
    room: Vec2,
    level: &LevelDef,
    catalogue: &Catalogue,
    (spaces, colours): (SpaceTable, &ColourSet),
) -> (Handle<Image>, Vec2) {
    let scene = Scene::of(level, catalogue, spaces);
    let extent = Vec2::new(f32::from(scene.dims.width), f32::from(scene.dims.height));
    let pixels = (room / extent.max(Vec2::ONE))
        .min_element()
        .clamp(4.0, 64.0);
    let drawing = thumbnail(&scene, pixels.floor() as u32, colours);
    let size = Vec2::new(drawing.width() as f32, drawing.height() as f32);
    // A square of the largest maps is shown smaller than it is drawn.
    let fits = (room / size).min_element().min(1.0);
    (images.add(image(&drawing)), size * fits)
}

/// What is told of a level: its text, what wins, who fights.
pub fn level(told: &mut ChildSpawnerCommands<'_>, catalogue: &Catalogue, level: &LevelDef) {
    paragraph(told, &level.text);
    told.spawn(text(
        narrate::objective(level),
        theme::bold(15.5),
        theme::RED,
    ));
    for (i, side) in level.sides.iter().enumerate() {
        band(told, (&side.name, Some(i)), roster(level, catalogue, side));
    }
}

/// About how high that is in a column of this width.
pub fn level_height(level: &LevelDef, catalogue: &Catalogue, width: f32) -> f32 {
    let bands = level.sides.iter().map(|side| {
        let words = roster(level, catalogue, side);
        height(side.name.len() + 2 + words.len(), width)
    });
    height(level.text.len(), width) + height(1, width) + bands.sum::<f32>()
}

/// About how high what is told of a journey is in a column of this width.
pub fn journey_height(journey: &JourneyDef, width: f32) -> f32 {
    let first = journey.legs.first().map_or(0, |leg| leg.text.len());
    let members = journey.warband.iter().map(|one| 2 * one.name.len() + 8);
    let bands = [members.sum::<usize>(), journey.legs.len() * 20];
    let letters = [journey.text.len(), first, 1].into_iter().chain(bands);
    letters.map(|letters| height(letters, width)).sum()
}

/// About how high a paragraph of so many letters is, with the gap before it.
fn height(letters: usize, width: f32) -> f32 {
    const LETTER: f32 = 7.3;
    const LINE: f32 = 17.5;
    (letters as f32 * LETTER / width.max(LETTER)).ceil() * LINE + 10.0
}

/// What is told of a journey: its text, how long it may take, who sets out, where it leads.
pub fn journey(told: &mut ChildSpawnerCommands<'_>, catalogue: &Catalogue, journey: &JourneyDef) {
    paragraph(told, &journey.text);
    if let Some(first) = journey.legs.first().filter(|leg| !leg.text.is_empty()) {
        paragraph(told, &first.text);
    }
    let words = format!(
        "Win {} in {}.",
        counted(journey.legs.len(), "battle"),
        counted(usize::from(journey.days), "day"),
    );
    told.spawn(text(words, theme::bold(15.5), theme::RED));
    let kind = |monster: &str| {
        let def = catalogue.monsters.by_name(monster);
        def.map_or(monster, |def| def.name.as_str()).to_lowercase()
    };
    let members = journey.warband.iter();
    let members: Vec<String> = members
        .map(|one| format!("{} ({})", one.name, kind(&one.monster)))
        .collect();
    band(told, ("You lead", None), members.join(", "));
    let levels = journey.legs.iter().map(|leg| {
        let level = catalogue.levels.by_name(&leg.level);
        level.map_or(leg.level.as_str(), |level| &level.name)
    });
    let levels: Vec<&str> = levels.collect();
    band(told, ("The way", None), levels.join(" → "));
}

fn paragraph(told: &mut ChildSpawnerCommands<'_>, words: &str) {
    told.spawn((
        Node {
            margin: UiRect::top(px(8)),
            ..default()
        },
        children![text(words, theme::body(15.5), theme::INK)],
    ));
}

/// A line with a title before it.
fn band(told: &mut ChildSpawnerCommands<'_>, (title, side): (&str, Option<usize>), words: String) {
    let line = Node {
        align_items: AlignItems::FlexStart,
        ..row(8.0)
    };
    told.spawn(line).with_children(|line| {
        let mut title = line.spawn(label(title, theme::bold(15.5), theme::INK));
        if let Some(side) = side {
            title.insert(Tint::Side(side));
        }
        line.spawn(text(words, theme::body(15.5), theme::INK));
    });
}

/// Who fights for a side, those of a kind together.
fn roster(level: &LevelDef, catalogue: &Catalogue, side: &SideDef) -> String {
    let drawn = level.map.iter().flat_map(|row| row.chars());
    let drawn = drawn.filter_map(|letter| match level.legend.get(&letter) {
        Some(Mark::Combatant {
            side: of, monster, ..
        }) if *of == side.id => Some(monster),
        _ => None,
    });
    let mut kinds: Vec<(String, u32)> = Vec::new();
    for monster in drawn.chain(side.members.iter().map(|member| &member.monster)) {
        let def = catalogue.monsters.by_name(monster);
        let name = def.map_or(monster.clone(), |def| def.name.clone());
        match kinds.iter_mut().find(|(kind, _)| *kind == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    let kinds: Vec<_> = kinds
        .into_iter()
        .map(|(kind, count)| match count {
            1 => kind,
            n => format!("{n} × {kind}"),
        })
        .collect();
    kinds.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::palette::COLOUR_SETS;
    use crate::content::data_root;

    #[test]
    fn the_picture_of_the_largest_map_fits_into_its_room() {
        let catalogue = Catalogue::load(&data_root(None).unwrap()).unwrap();
        let bridge = catalogue.levels.by_name("bridge").unwrap();
        let row: String = bridge.map[0].chars().cycle().take(256).collect();
        let large = LevelDef {
            map: vec![row; 256],
            ..bridge.clone()
        };
        let room = Vec2::new(540.0, 400.0);
        for level in [bridge, &large] {
            let mut images = Assets::default();
            let colours = (SpaceTable::SquareSpaces, &COLOUR_SETS[0]);
            let (_, size) = picture(&mut images, room, level, &catalogue, colours);
            assert!(
                size.cmple(room).all() && size.max_element() > 200.0,
                "{size}"
            );
        }
    }
}
