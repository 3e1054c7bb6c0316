//! What a square is made of, where one look does not tell: several kinds of terrain in it, something on
//! its borders.

use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::{Border, Direction, Square};

/// The kinds of terrain of a square if there are several, and what stands on its borders.
pub fn square(session: &Session, shown: &Shown, at: Square) -> Option<String> {
    let (battle, catalogue) = (&session.battle, &session.start.catalogue);
    let layers = (at, 0)..=(at, u8::MAX);
    let upper: Vec<_> = shown.upper.range(layers).map(|(_, kind)| kind).collect();
    let ground = battle.dimensions().index(at);
    let ground = ground.and_then(|i| shown.ground.get(i));
    let ground = ground.filter(|_| !upper.is_empty());
    let kinds = upper.into_iter().rev().chain(ground);
    let kinds = kinds.filter_map(|kind| catalogue.terrain.get(*kind));
    let kinds: Vec<_> = kinds.map(|def| def.name.clone()).collect();
    let beside = [
        (Direction::North, "north"),
        (Direction::East, "east"),
        (Direction::South, "south"),
        (Direction::West, "west"),
    ];
    let borders = beside.into_iter().filter_map(|(direction, side)| {
        let border = Border::between(at, at + direction)?;
        let kind = battle.borders().get(&border)?;
        let name = &catalogue.borders.get(*kind)?.name;
        Some(format!("{name} to the {side}"))
    });
    let terrain = (!kinds.is_empty()).then(|| kinds.join(" on "));
    let words: Vec<_> = terrain.into_iter().chain(borders).collect();
    (!words.is_empty()).then(|| words.join("\n"))
}
