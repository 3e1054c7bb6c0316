//! Where a combatant is put that was stopped where it cannot stay.

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::movement::{mount, overlay, terrain};
use crate::combat::state::{Access, Moving, Walk};
use crate::dice::Purpose;
use crate::grid::{Area, Passage, Square, distance};
use crate::rules::{Flag, Stopped, Topic};

/// A combatant that is stopped in the space of a combatant it was only passing goes back to the last square
/// where it could have stopped, if it still stands, or is put into the nearest one, even struck down
/// (SP-MVT-16).
pub(super) fn step_back(battle: &mut Access<Moving>, walk: &Walk) {
    let seat = walk.seat;
    let Some(area) = battle.area(seat) else {
        return;
    };
    let aloft = !battle.field.bears(area);
    let stopped = battle.rules().policies.movement.stopped;
    let lies = conditions::has(battle, seat, Flag::Helpless);
    let stays = lies && stopped == Stopped::LastSquare && !aloft;
    if area.anchor == walk.footing || stays {
        return;
    }
    let shares = |other: &Seat| {
        *other != seat
            && battle.area(*other).is_some_and(|o| o.overlaps(area))
            && terrain::passage(battle, seat, *other) != Passage::Open
    };
    let taken = battle.all().any(|other| shares(&other));
    if !conditions::present(battle, seat) || !(taken || aloft) {
        return;
    }
    let to = match stopped {
        Stopped::LastSquare => walk.footing,
        Stopped::NearestSquare => nearest(battle, walk, area),
    };
    let topics = [Topic::Occupied];
    mount::displace(&mut battle.lend(), seat, area, to, &topics);
}

/// The nearest square where a combatant that is stopped in `area` can stay. The last one of its way comes
/// first among equals; a die decides between others (SP-MVT-16, SP-MVT-17).
fn nearest(battle: &mut Access<Moving>, walk: &Walk, area: Area) -> Square {
    let diagonals = battle.rules().policies.movement.diagonals;
    let away = |square: Square| distance(area, area.moved_to(square), diagonals);
    let map = overlay::overlay(battle, walk.seat);
    let squares = battle.field.dimensions.squares();
    let near = |square: &Square| away(*square) < away(walk.footing) && *square != area.anchor;
    let mut near: Vec<Square> = squares
        .filter(|square| near(square) && map.may_stop(area, *square))
        .collect();
    let least = near.iter().map(|square| away(*square)).min();
    near.retain(|square| Some(away(*square)) == least);
    match near.as_slice() {
        [] => walk.footing,
        [only] => *only,
        several => {
            let sides = u32::try_from(several.len()).unwrap_or(u32::MAX);
            let die = battle.roll(walk.seat, Purpose::Nearest, sides);
            let chosen = (die.rolled as usize).clamp(1, several.len()) - 1;
            let (seat, at) = (walk.seat, several[chosen]);
            let chosen = EventKind::NearestChosen { seat, at, die };
            battle.emit(&[Topic::Nearest], chosen);
            at
        }
    }
}
