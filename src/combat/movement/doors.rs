//! Doors that open and close, and heavy objects that can be pushed.

use crate::combat::action::declare::DeclaredAction;
use crate::combat::action::legality::refusal;
use crate::combat::attack::cover;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::state::{Arena, State};
use crate::combat::{conditions, threat};
use crate::content::terrain::Footing;
use crate::grid::{Area, Square};
use crate::rules::{Ability, ActionId, Procedure, Size, TerrainId, Topic};

/// What somebody of Strength 0 to 29 carries as a heavy load, in pounds; each 10 points more are
/// four times as much.
const HEAVY_LOAD: [u32; 30] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 115, 130, 150, 175, 200, 230, 260, 300, 350, 400,
    460, 520, 600, 700, 800, 920, 1040, 1200, 1400,
];
/// What can be dragged: so many heavy loads.
const DRAGS: u32 = 5;

/// What a square becomes, and what it becomes that an object is pushed to.
struct Change {
    becomes: TerrainId,
    beyond: Option<(Square, TerrainId)>,
    topic: Topic,
}

/// Whether the action can be done to this square.
pub fn legal(arena: &State, seat: Seat, action: ActionId, path: &[Square]) -> Result<(), Refusal> {
    change(arena, seat, action, path).map(|_| ())
}

/// Does it.
pub fn begin(arena: &mut Arena, declared: &DeclaredAction) {
    let Aim::Along(path) = &declared.aim else {
        return;
    };
    let Ok(change) = change(arena, declared.seat, declared.action, path) else {
        return;
    };
    let changes = [Some((path[0], change.becomes)), change.beyond];
    let book = arena.book.clone();
    for (at, terrain) in changes.into_iter().flatten() {
        let movement = &book.rules.policies.movement;
        (arena.field).alter(at, terrain, &book.catalogue, movement);
        let seat = declared.seat;
        arena.emit(
            &[change.topic],
            EventKind::GroundChanged { seat, at, terrain },
        );
    }
    threat::refresh_all(arena);
}

fn change(arena: &State, seat: Seat, action: ActionId, path: &[Square]) -> Result<Change, Refusal> {
    let push = matches!(
        arena.rules().actions.get(action).map(|def| &def.procedure),
        Some(Procedure::PushObject)
    );
    let topic = if push {
        Topic::HeavyObject
    } else {
        Topic::Door
    };
    let refuse = |reason: &str| Err(refusal(arena.rules(), topic, reason));
    let (Some(from), &[square]) = (arena.area(seat), path) else {
        return refuse("Choose one square next to you.");
    };
    let at = Area::single(square);
    if !from.is_adjacent(at) {
        return refuse("That square is not adjacent.");
    }
    if push {
        pushed(arena, seat, from, square)
    } else {
        turned(arena, square)
    }
}

/// A door changes from open to closed, or the reverse.
fn turned(arena: &State, square: Square) -> Result<Change, Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Door, reason));
    let Some(door) = cover::terrain(arena, square).and_then(|def| def.door.as_ref()) else {
        return refuse("There is no door.");
    };
    if door.locked {
        return refuse("The door is locked.");
    }
    if is_taken(arena, square) {
        return refuse("Somebody stands in the doorway.");
    }
    match arena.book.catalogue.terrain.id(&door.becomes) {
        Some(becomes) => Ok(Change {
            becomes,
            beyond: None,
            topic: Topic::Door,
        }),
        None => refuse("The door does not move."),
    }
}

/// An object moves straight away from whoever pushes it.
fn pushed(arena: &State, seat: Seat, from: Area, square: Square) -> Result<Change, Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::HeavyObject, reason));
    let table = &arena.book.catalogue.terrain;
    let (Some(object), Some(heavy)) = (
        arena.field.terrain_at(square),
        cover::terrain(arena, square).and_then(|def| def.heavy.as_ref()),
    ) else {
        return refuse("There is nothing that could be pushed.");
    };
    if heavy.weight > drags(arena, seat) {
        return refuse("That is too heavy to be moved.");
    }
    let near = from.nearest_to(Area::single(square));
    let beyond = Square::new(2 * square.x - near.x, 2 * square.y - near.y);
    let open = cover::terrain(arena, beyond)
        .is_some_and(|def| def.footing == Footing::Plain && def.door.is_none());
    if !open || is_taken(arena, beyond) || is_taken(arena, square) {
        return refuse("There is no room to push it to.");
    }
    match table.id(&heavy.leaves) {
        Some(becomes) => Ok(Change {
            becomes,
            beyond: Some((beyond, object)),
            topic: Topic::HeavyObject,
        }),
        None => refuse("It does not move."),
    }
}

fn is_taken(arena: &State, square: Square) -> bool {
    let stands = |seat: Seat| {
        let area = arena.area(seat);
        area.is_some_and(|area| area.contains(square)) && conditions::present(arena, seat)
    };
    arena.all().any(stands)
}

/// Pounds that somebody can push along.
fn drags(arena: &State, seat: Seat) -> u32 {
    let who = arena.who(seat);
    let score = who.abilities.score(Ability::Strength).clamp(0, 59) as usize;
    let beyond = score.saturating_sub(20) / 10;
    let row = score - 10 * beyond;
    let load = HEAVY_LOAD[row.min(HEAVY_LOAD.len() - 1)] << (2 * beyond.min(3));
    let load = match who.size {
        Size::Fine | Size::Diminutive | Size::Tiny => load / 2,
        Size::Small => load * 3 / 4,
        larger => load << larger.steps_above_medium().clamp(0, 4),
    };
    load.saturating_mul(DRAGS)
}
