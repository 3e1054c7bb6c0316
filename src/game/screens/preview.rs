//! The small picture of the chosen level.

use bevy::prelude::*;

use crate::art::level::{Scene, thumbnail};
use crate::content::level::{Mark, SideDef};
use crate::content::{Catalogue, LevelDef, Objective};
use crate::game::pictures::image;
use crate::rules::SpaceTable;

/// The picture and its size on the screen, which fits into this room, with tokens as large as a
/// system's spaces make them.
pub fn picture(
    images: &mut Assets<Image>,
    room: Vec2,
    level: &LevelDef,
    catalogue: &Catalogue,
    spaces: SpaceTable,
) -> (Handle<Image>, Vec2) {
    let scene = Scene::of(level, catalogue, spaces);
    let extent = Vec2::new(f32::from(scene.dims.width), f32::from(scene.dims.height));
    let pixels = (room / extent.max(Vec2::ONE))
        .min_element()
        .clamp(4.0, 64.0);
    let drawing = thumbnail(&scene, pixels.floor() as u32);
    let size = Vec2::new(drawing.width() as f32, drawing.height() as f32);
    (images.add(image(&drawing)), size)
}

/// Who fights for a side, those of a kind together.
pub fn roster(level: &LevelDef, catalogue: &Catalogue, side: &SideDef) -> String {
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

/// What wins, in a sentence.
pub fn objective(level: &LevelDef) -> String {
    let side = |id: &String| {
        level
            .sides
            .iter()
            .find(|s| s.id == *id)
            .map_or(id.clone(), |s| s.name.clone())
    };
    let place = |zone: &String| zone.replace('_', " ");
    match &level.objective {
        Objective::DefeatAll => "Defeat all enemies.".into(),
        Objective::Hold { zone, rounds } => {
            format!(
                "Hold the {} for {rounds} rounds, or defeat all enemies.",
                place(zone)
            )
        }
        Objective::Reach {
            side: who,
            zone,
            count,
        } => {
            format!("{}: bring {count} to the {}.", side(who), place(zone))
        }
        Objective::Survive { side: who, rounds } => {
            format!("{}: hold out {rounds} rounds.", side(who))
        }
    }
}
