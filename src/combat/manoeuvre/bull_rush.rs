//! Bull rush: pushing somebody out of its square.

use super::contest::{self, Contest, Tie};
use crate::combat::arena::Arena;
use crate::combat::condition;
use crate::combat::cover;
use crate::combat::event::EventKind;
use crate::combat::movement;
use crate::combat::request::Request;
use crate::combat::seat::Seat;
use crate::content::terrain::Footing;
use crate::grid::{Area, Square, distance};
use crate::rules::Topic;
use crate::rules::check::Edge;

/// Strength against strength, where it is not a matter of power.
pub(super) fn contest(arena: &Arena, seat: Seat, target: Seat) -> Contest {
    Contest {
        first: seat,
        second: target,
        bonus: contest::strength(arena, seat, false, false),
        edge: Edge::None,
        answer: contest::strength(arena, target, false, true),
        answer_edge: Edge::None,
        tie: Tie::Fails,
    }
}

/// Tries to push; on success the pusher chooses among the squares farther away.
pub(super) fn push(arena: &mut Arena, seat: Seat, target: Seat) {
    let contest = if super::by_touch(arena) {
        contest(arena, seat, target)
    } else {
        contest::power(arena, seat, target)
    };
    if contest.roll(arena, Topic::BullRush).is_none() {
        return;
    }
    let squares = squares(arena, seat, target);
    match squares[..] {
        [] => {}
        [only] => put(arena, target, only),
        _ => arena.ask(Request::PushTo {
            seat,
            target,
            squares,
        }),
    }
}

/// The squares one step away into which a target can be pushed: farther from the pusher, free, and
/// no more trouble to enter than rough ground.
fn squares(arena: &Arena, seat: Seat, target: Seat) -> Vec<Square> {
    let (Some(from), Some(there)) = (arena.get(seat).place.0, arena.get(target).place.0) else {
        return Vec::new();
    };
    let diagonals = arena.rules().policies.movement.diagonals;
    let away = distance(from, there, diagonals);
    let mut list: Vec<Square> = there
        .anchor
        .neighbours()
        .filter(|anchor| {
            let area = there.moved_to(*anchor);
            distance(from, area, diagonals) > away && is_free(arena, target, area)
        })
        .collect();
    list.sort_unstable();
    list
}

fn is_free(arena: &Arena, target: Seat, area: Area) -> bool {
    let open = area.is_within(arena.field.dimensions)
        && area.squares().all(|square| {
            cover::terrain(arena, square).is_some_and(|def| {
                matches!(
                    def.footing,
                    Footing::Plain | Footing::Light | Footing::Difficult | Footing::Severe
                )
            })
        });
    open && arena.all().filter(|s| *s != target).all(|other| {
        let place = arena.get(other).place.0;
        place.is_none_or(|space| !space.overlaps(area)) || !condition::present(arena, other)
    })
}

/// Puts the pushed into a square; nobody gets an attack for it.
pub(super) fn put(arena: &mut Arena, target: Seat, to: Square) {
    let Some(area) = arena.get(target).place.0 else {
        return;
    };
    let from = area.anchor;
    movement::put(arena, target, Some(area.moved_to(to)));
    let moved = EventKind::Moved {
        seat: target,
        from,
        to,
        cost_twelfths: 0,
        forced: true,
    };
    arena.emit(&[Topic::BullRush, Topic::ForcedMovement], moved);
}
