//! Where a combatant could come with one plain move in its next turn, whatever is left of this one.

use crate::combat::conditions::{self, riding};
use crate::combat::contract::Seat;
use crate::combat::movement::{allowance, mode, reach};
use crate::combat::state::{MoveMode, State};
use crate::grid::{Cost, Square};
use crate::rules::{Flag, MoveDef, StandUp, Topic};

/// The anchors that one plain move leads to from where it stands, that place included, on foot or in the air. One who has
/// to stand up first comes no farther.
pub fn with_one_move(state: &State, seat: Seat) -> Vec<Square> {
    let Ok(area) = mode::held_fast(state, riding::carrier(state, seat)) else {
        return state
            .area(seat)
            .map(|area| area.anchor)
            .into_iter()
            .collect();
    };
    let mut squares = vec![area.anchor];
    let stands_up = matches!(
        state.rules().policies.movement.stand_up,
        StandUp::PartOfMove { .. }
    );
    if conditions::has(state, seat, Flag::Prone) && !stands_up {
        return squares;
    }
    for (action, def) in state.rules().actions.iter() {
        let Some(way) = def.movement().filter(|way| is_plain(way)) else {
            continue;
        };
        let budget = Cost::squares(allowance::walked(state, seat, action, way));
        let move_mode = MoveMode::plain(area, budget, Topic::Move);
        let map = mode::map(state, seat, action);
        squares.extend(reach::ends(&map, move_mode));
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Whether a movement is a single one without conditions of its own.
fn is_plain(way: &MoveDef) -> bool {
    let checked = way.climbs || way.swims || way.tumbles.is_some() || way.wriggles.is_some();
    let own_way = way.straight || way.while_prone || way.squeezes || way.wades || checked;
    !own_way && way.at_most.is_none() && way.divisor <= 1 && way.factor == 1
}
