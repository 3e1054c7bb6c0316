//! Where a combatant is put that has stopped or got up where it cannot stay.

use crate::combat::conditions;
use crate::combat::conditions::{holds, planes};
use crate::combat::contract::{EventKind, Seat};
use crate::combat::movement::{mount, overlay, terrain};
use crate::combat::state::{Acting, State, Walk};
use crate::dice::Purpose;
use crate::grid::{Area, Cost, DiagonalParity, Passage, PathSearch, Square, distance};
use crate::rules::{Flag, Stopped, Topic};

/// A combatant that is stopped in the space of a combatant it was only passing goes back to the last square
/// where it could have stopped, if it still stands, or is put into the nearest one, even struck down
/// (SP-MVT-16).
pub(super) fn step_back(battle: &mut Acting, walk: &Walk) {
    let seat = walk.seat;
    let Some(area) = battle.area(seat) else {
        return;
    };
    let aloft = !battle.field.bears(area);
    let stopped = battle.rules().policies.movement.stopped;
    let lies = conditions::has(battle, seat, Flag::Helpless);
    let stays = lies && stopped.is_last_square() && !aloft;
    if area.anchor == walk.footing || stays {
        return;
    }
    let is_taken = |state: &State, space: Area| {
        state.all().any(|other| {
            other != seat
                && state.area(other).is_some_and(|o| o.overlaps(space))
                && terrain::passage(state, seat, other) != Passage::Open
        })
    };
    if !conditions::present(battle, seat) || !(is_taken(battle, area) || aloft) {
        return;
    }
    let to = match stopped {
        Stopped::LastSquare if is_taken(battle, area.moved_to(walk.footing)) => {
            nearest(battle, seat, area, None)
        }
        Stopped::LastSquare => None,
        Stopped::NearestSquare => nearest(battle, seat, area, Some(walk.footing)),
    };
    let to = to.unwrap_or(walk.footing);
    let topics = [Topic::Occupied];
    mount::displace(battle, seat, area, to, &topics);
}

/// Puts every combatant on its feet in the space of another into the nearest square where it can stay: one of the two
/// was helpless when the other came there and has come to, or has lain there and got up (SP-MVT-10, SP-MVT-16). The
/// combatant whose turn comes next can leave by itself, and the one that has just had its turn makes room for the
/// others.
pub(crate) fn make_room(battle: &mut Acting, next: Seat) {
    let last = battle.rounds.done.last().copied();
    let others = battle.all().filter(|seat| Some(*seat) != last);
    let seats = last.into_iter().chain(others);
    for seat in seats.filter(|seat| *seat != next) {
        let Some(area) = battle.area(seat) else {
            continue;
        };
        if battle
            .all()
            .any(|other| crowds(battle, (seat, area), other))
            && let Some(to) = nearest(battle, seat, area, None)
        {
            mount::displace(battle, seat, area, to, &[Topic::Occupied]);
        }
    }
}

/// Whether another combatant stands in the space of one that cannot share it.
fn crowds(state: &State, (seat, area): (Seat, Area), other: Seat) -> bool {
    let on_its_feet =
        |one| conditions::able(state, one) && !conditions::has(state, one, Flag::Prone);
    other != seat
        && state.area(other).is_some_and(|o| o.overlaps(area))
        && on_its_feet(seat)
        && on_its_feet(other)
        && holds::opponents(state, seat).is_empty()
        && terrain::passage(state, seat, other) != Passage::Open
        && terrain::passage(state, other, seat) != Passage::Open
        && !planes::apart(state, seat, other)
}

/// The nearest square where a combatant in `area` can stay, if that is nearer than the last one of its way; a die
/// decides between equals (SP-MVT-16, SP-MVT-17).
fn nearest(battle: &mut Acting, seat: Seat, area: Area, last: Option<Square>) -> Option<Square> {
    let diagonals = battle.rules().policies.movement.diagonals;
    let away = |square: Square| distance(area, area.moved_to(square), diagonals);
    let map = overlay::overlay(battle, seat);
    // Nobody is put behind a wall or past an enemy.
    let mut search = PathSearch::new();
    let found = search.reachable(&map, area, Cost(u32::MAX), DiagonalParity::Even, None);
    let near = |square: &Square| {
        last.is_none_or(|last| away(*square) < away(last)) && *square != area.anchor
    };
    let squares = battle.field.dimensions.squares();
    let mut near: Vec<Square> = squares
        .filter(|square| near(square) && found.contains(*square))
        .collect();
    let least = near.iter().map(|square| away(*square)).min();
    near.retain(|square| Some(away(*square)) == least);
    match near.as_slice() {
        [] => None,
        [only] => Some(*only),
        several => {
            let sides = u32::try_from(several.len()).unwrap_or(u32::MAX);
            let die = battle.roll(seat, Purpose::Nearest, sides);
            let chosen = (die.rolled as usize).clamp(1, several.len()) - 1;
            let at = several[chosen];
            let chosen = EventKind::NearestChosen { seat, at, die };
            battle.emit(&[Topic::Nearest], chosen);
            Some(at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::movement::put;
    use crate::combat::testkit::skirmish::*;

    #[test]
    fn one_that_has_got_up_leaves_the_space_of_an_enemy() {
        for lies in [true, false] {
            let mut s = Skirmish::new(CLASSIC, "A..b. .....", |_, _| {});
            s = s.policy(|policies| policies.grapple.shares_space = false);
            let (mover, enemy) = (s.seat('A'), s.seat('b'));
            s.with(|battle| {
                let area = battle.area(enemy);
                put(battle, mover, area);
                if lies {
                    let prone = battle.book.known.prone;
                    conditions::begin_known(battle, mover, prone, None);
                }
                make_room(battle, enemy);
            });
            assert_eq!(s.at('A') == s.at('b'), lies);
        }
    }
}
