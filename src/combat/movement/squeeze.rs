//! Squeezing: through spaces down to half of its own width (AM-SQZ-01).
//!
//! A combatant that squeezes takes up half of its space, pays two squares for each that it enters, and
//! bears a condition that says what else that means, until it has room again.

use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::place::occupy;
use crate::combat::movement::terrain;
use crate::combat::state::{Access, Afflicting, Placing, State};
use crate::grid::{Area, Cost, Footprint, Passage, Square};
use crate::rules::Topic;

/// What a square costs at least while squeezing.
pub(crate) const LEAST: Cost = Cost::squares(2);

/// Whether a combatant squeezes now.
pub(crate) fn squeezes(state: &State, seat: Seat) -> bool {
    conditions::bears(state, seat, state.book.known.squeezing)
}

/// The space that a combatant takes up while it squeezes along: half of its own, or what it has
/// already drawn itself together to.
pub(crate) fn narrowed(state: &State, seat: Seat, area: Area) -> Result<Area, Refusal> {
    if squeezes(state, seat) {
        return Ok(area);
    }
    let refuse = |reason: &str| state.refuse(Topic::Squeeze, reason);
    if !state.rules().policies.movement.squeezing {
        return refuse("These rules have no squeezing.");
    }
    if area.footprint.is_single() {
        return refuse("You need not squeeze: your space is only one square wide.");
    }
    let half = |side: u8| side.div_ceil(2);
    let Footprint { width, depth } = area.footprint;
    Ok(Area::new(
        area.anchor,
        Footprint::new(half(width), half(depth)),
    ))
}

/// Whether a square of its own full space is where squeezing begins: that costs nothing.
pub(crate) fn within_own_space(state: &State, seat: Seat, narrow: Area, first: Square) -> bool {
    let own = state.area(seat);
    let begins = narrow.moved_to(first);
    own.is_some_and(|own| {
        own.footprint != narrow.footprint && begins.squares().all(|s| own.contains(s))
    })
}

/// Begins to squeeze.
pub(crate) fn begin(battle: &mut Access<Afflicting>, seat: Seat, narrow: Area) {
    let known = battle.book.known.squeezing;
    for one in both(battle, seat) {
        occupy(&mut battle.lend(), one, narrow, Topic::Squeeze);
        conditions::begin_known(battle, one, known, None);
    }
}

/// Takes up the whole space again, where there is room for it.
pub(crate) fn unfold(battle: &mut Access<Placing>, seat: Seat) {
    let known = battle.book.known.squeezing;
    let carrier = riding::carrier(battle, seat);
    let (Some(narrow), true) = (battle.area(carrier), squeezes(battle, carrier)) else {
        return;
    };
    let footprint = battle.who(carrier).footprint;
    let map = terrain::overlay(battle, seat);
    let anchors = (0..i16::from(footprint.depth)).flat_map(|y| {
        (0..i16::from(footprint.width))
            .map(move |x| Square::new(narrow.anchor.x - x, narrow.anchor.y - y))
    });
    let fits = |area: &Area| {
        narrow.squares().all(|s| area.contains(s))
            && area.squares().all(|s| map.passage(s) == Passage::Open)
            && map.is_undivided(*area)
    };
    let Some(whole) = anchors.map(|a| Area::new(a, footprint)).find(fits) else {
        return;
    };
    for one in both(battle, seat) {
        conditions::end_known(&mut battle.lend(), one, known);
        occupy(battle, one, whole, Topic::Squeeze);
    }
}

/// The combatants that move together: a mover and its mount.
fn both(state: &State, seat: Seat) -> Vec<Seat> {
    let mut both = vec![seat];
    both.extend(riding::mount_of(state, seat));
    both
}
