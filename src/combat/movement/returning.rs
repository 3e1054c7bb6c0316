//! Coming back to this plane, or into a body, in the midst of something solid.

use crate::combat::conditions;
use crate::combat::conditions::planes;
use crate::combat::contract::Seat;
use crate::combat::movement::{mount, terrain};
use crate::combat::state::{Afflicting, State};
use crate::grid::Area;
use crate::rules::Topic;

/// Moves each combatant that has come back in something solid into the nearest free square (EP-ETHER-02).
pub(crate) fn come_back(battle: &mut Afflicting) {
    if !battle.book.known.leaves_body {
        return;
    }
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
