//! Coming back to this plane, or into a body, in the midst of something solid.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::conditions::planes;
use crate::combat::contract::Seat;
use crate::combat::movement::{mount, terrain};
use crate::combat::state::{Conditions, Field, Place, Rulebook, State, Writes};
use crate::grid::Area;
use crate::rules::Topic;

/// What may leave one in something solid: it has come back or been moved, or the ground has changed.
type Returned = Or<(Changed<Place>, Changed<Conditions>)>;

/// Whether any combatant may have come back from another plane or into a body.
pub(crate) fn is_possible(
    book: Single<&Rulebook>,
    returned: Query<(), Returned>,
    ground: Query<(), Changed<Field>>,
) -> bool {
    book.known.leaves_body && !(returned.is_empty() && ground.is_empty())
}

/// Puts those into the nearest free square who have come back in something solid (EP-ETHER-02). It runs after each
/// step.
pub(crate) fn come_back(mut battle: Writes) {
    let battle = &mut battle.open();
    for seat in battle.all() {
        let stuck = battle
            .area(seat)
            .filter(|area| is_stuck(battle, seat, *area));
        if let Some(area) = stuck
            && let Some(to) = mount::nearest_free(battle, seat, area)
        {
            mount::displace(battle, seat, area, to, &[Topic::Returning]);
        }
    }
}

/// Whether something solid fills the place of one that cannot be in it.
fn is_stuck(state: &State, seat: Seat, area: Area) -> bool {
    !state.field.holds(area)
        && area
            .squares()
            .any(|square| terrain::is_solid(state, square))
        && conditions::present(state, seat)
        && planes::is_here(state, seat)
        && !terrain::passes_solids(state, seat)
}
