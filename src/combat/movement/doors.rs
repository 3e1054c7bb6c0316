//! Doors that open and close, and heavy objects that can be pushed.

use crate::combat::attack::objects;
use crate::combat::conditions;
use crate::combat::conditions::planes;
use crate::combat::contract::{EventKind, Refusal, Seat};
use crate::combat::movement::terrain;
use crate::combat::state::field::GROUND;
use crate::combat::state::{Acting, State};
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::grid::{Area, Square};
use crate::rules::{Ability, Ground, Size, TerrainId, Topic};

/// What a combatant of Strength 0 to 29 carries as a heavy load, in pounds; each 10 points more are
/// four times as much.
const HEAVY_LOAD: [u32; 30] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 115, 130, 150, 175, 200, 230, 260, 300, 350, 400,
    460, 520, 600, 700, 800, 920, 1040, 1200, 1400,
];
/// What can be dragged: so many heavy loads.
const DRAGS: u32 = 5;

/// What a square becomes, and what it becomes that an object is pushed to.
struct Change {
    layer: u8,
    becomes: TerrainId,
    beyond: Option<(Square, u8, TerrainId)>,
    topic: Topic,
}

/// Whether the action can be done to this square.
pub fn legal(state: &State, seat: Seat, what: Ground, path: &[Square]) -> Result<(), Refusal> {
    change(state, seat, what, path).map(|_| ())
}

/// Does it.
pub fn begin(battle: &mut Acting, seat: Seat, what: Ground, path: &[Square]) {
    let Ok(change) = change(battle, seat, what, path) else {
        return;
    };
    let changes = [Some((path[0], change.layer, change.becomes)), change.beyond];
    let book = battle.book.clone();
    for (at, layer, terrain) in changes.into_iter().flatten() {
        let movement = &book.rules.policies.movement;
        battle
            .field_mut()
            .alter(at, layer, terrain, &book.catalogue, movement);
        let changed = EventKind::GroundChanged {
            seat,
            at,
            layer,
            terrain,
        };
        battle.emit(&[change.topic], changed);
    }
}

fn change(state: &State, seat: Seat, what: Ground, path: &[Square]) -> Result<Change, Refusal> {
    let push = what == Ground::Push;
    let topic = if push {
        Topic::HeavyObject
    } else {
        Topic::Door
    };
    let refuse = |reason: &'static str| state.refuse(topic, reason);
    let (Some(from), &[square]) = (state.area(seat), path) else {
        return refuse("Choose one square next to you.");
    };
    planes::handles(state, seat)?;
    let at = Area::single(square);
    if !state.field.adjoin(from, at) {
        return refuse("That square is not next to you.");
    }
    if objects::is_hidden(state, from, square) {
        return refuse("You cannot reach around that corner.");
    }
    if push {
        pushed(state, seat, from, square)
    } else {
        turned(state, square)
    }
}

/// A door changes from open to closed, or the reverse.
fn turned(state: &State, square: Square) -> Result<Change, Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Door, reason);
    let found = state.layer(square, |def| def.door.is_some());
    let Some((layer, door)) = found.and_then(|(layer, _, def)| Some((layer, def.door.as_ref()?)))
    else {
        return refuse("There is no door in that square.");
    };
    if door.locked {
        return refuse("The door is locked.");
    }
    if is_taken(state, square) {
        return refuse("A combatant stands in the doorway.");
    }
    match state.book.catalogue.terrain.id(&door.becomes) {
        Some(becomes) => Ok(Change {
            layer,
            becomes,
            beyond: None,
            topic: Topic::Door,
        }),
        None => refuse("You cannot move this door."),
    }
}

/// An object moves straight away from the combatant that pushes it.
fn pushed(state: &State, seat: Seat, from: Area, square: Square) -> Result<Change, Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::HeavyObject, reason);
    let table = &state.book.catalogue.terrain;
    let found = state.layer(square, |def| def.heavy.is_some());
    let found = found.and_then(|(layer, id, def)| Some((layer, id, def.heavy.as_ref()?)));
    let Some((layer, object, heavy)) = found else {
        return refuse("There is nothing to push in that square.");
    };
    let (weight, most) = (heavy.weight, drags(state, seat));
    if weight > most {
        return state.refuse(
            Topic::HeavyObject,
            format!("You cannot push it: it weighs {weight} pounds and you can push {most}."),
        );
    }
    let near = from.nearest_to(Area::single(square));
    let beyond = Square::new(2 * square.x - near.x, 2 * square.y - near.y);
    let plain = |def: &TerrainDef| def.footing == Footing::Plain && def.door.is_none();
    let open = state.field.dimensions.contains(beyond) && state.kinds(beyond).all(plain);
    let fenced = !terrain::fences(state, Area::single(square), Area::single(beyond))
        .iter()
        .any(Vec::is_empty)
        && !state.field.borders.is_empty();
    if !open || fenced || is_taken(state, beyond) || is_taken(state, square) {
        return refuse("You cannot push it: the square behind it is not free.");
    }
    // What lies upon the ground lies upon the ground beyond, and upon what lies there.
    let above = |(top, _)| if layer == GROUND { GROUND } else { top + 1 };
    let there = state.field.kinds_at(beyond).last().map_or(layer, above);
    match table.id(&heavy.leaves) {
        Some(becomes) => Ok(Change {
            layer,
            becomes,
            beyond: Some((beyond, there, object)),
            topic: Topic::HeavyObject,
        }),
        None => refuse("You cannot move it."),
    }
}

fn is_taken(state: &State, square: Square) -> bool {
    let stands = |seat: Seat| {
        let area = state.area(seat);
        area.is_some_and(|area| area.contains(square)) && conditions::present(state, seat)
    };
    state.all().any(stands)
}

/// Pounds that a combatant can push along.
fn drags(state: &State, seat: Seat) -> u32 {
    let who = state.who(seat);
    let score = state.abilities(seat).score(Ability::Strength).clamp(0, 59) as usize;
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
