//! Holding the breath.

use crate::combat::{Choice, Seat, Sight};

/// Whether to hold the breath or to go on with it: what lets its user do so first, or letting it go. It begins
/// whenever something is in the air, and goes on in the midst of that as long as that does no harm.
pub(super) fn answers(battle: &Sight, seat: Seat, choices: &[Choice]) -> Vec<Choice> {
    let breath = battle.breath(seat);
    let goes_on = !breath.holds || breath.in_it && breath.rounds < breath.limit;
    let holding = choices.iter().filter(|_| goes_on).cloned();
    holding.chain([Choice::Decline]).collect()
}
