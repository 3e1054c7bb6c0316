//! How far a combatant has come in its turn, and what haste makes of it.

use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::movement::speed;
use crate::combat::state::Acting;
use crate::grid::{Cost, Direction, EntryCost};

/// Counts a step of its own, whatever the ground has taken for it. `odd`: another diagonal came before.
/// `flies`: its speed is that in the air. A combatant that has come farther than its speed gains the
/// condition that the rules have for that (AH-PD-07).
pub(crate) fn count(battle: &mut Acting, seat: Seat, way: Direction, odd: bool, flies: bool) {
    let Some(fast) = &battle.rules().policies.movement.fast else {
        return;
    };
    let fast = battle.rules().condition(fast);
    let open = EntryCost::open(battle.rules().policies.movement.diagonals);
    let step = match (way.is_diagonal(), odd) {
        (false, _) => open.straight,
        (true, false) => open.diagonal_odd,
        (true, true) => open.diagonal_even,
    };
    let budget = battle.budget_mut(seat);
    let covered = budget
        .covered
        .saturating_add(u16::try_from(step.0).unwrap_or(u16::MAX));
    budget.covered = covered;
    let speed = Cost::squares(match flies {
        true => speed::in_air(battle, seat),
        false => speed::of(battle, seat),
    });
    if u32::from(covered) > speed.0 && !conditions::bears(battle, seat, fast) {
        conditions::begin_known(battle, seat, fast, None);
    }
}
