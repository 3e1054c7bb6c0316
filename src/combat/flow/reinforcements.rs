//! Newcomers: combatants who enter a battle that has begun.
//!
//! They have their seats from the start and wait without a place. When the round that they wait for
//! is over they find a place, roll initiative as the ruleset has it, and act from the next round on.

use crate::combat::contract::{AwareSetup, Entrance, EventKind, Seat, SideId};
use crate::combat::flow::initiative;
use crate::combat::state::{Awaited, Start, State, Turning};
use crate::combat::{conditions, movement};
use crate::grid::{Area, Square};
use crate::rules::{Beginning, Topic};

/// Whether a combatant is still to come.
pub fn is_awaited(state: &State, seat: Seat) -> bool {
    state.rounds.awaited.iter().any(|one| one.seat == seat)
}

/// Whether a side has a combatant still to come.
pub fn awaits(state: &State, side: SideId) -> bool {
    let mut awaited = state.rounds.awaited.iter();
    awaited.any(|one| state.who(one.seat).side == side)
}

/// At the end of a round: the combatant that is due enters, finds its place in the order, and knows
/// what is going on or does not.
pub fn arrive(battle: &mut Turning, start: &Start) {
    let now = battle.rounds.ordinary();
    if battle.rounds.surprise || battle.rounds.over.is_some() {
        return;
    }
    let (due, later): (Vec<Awaited>, Vec<Awaited>) =
        std::mem::take(&mut battle.rounds_mut().awaited)
            .into_iter()
            .partition(|one| one.arrival.after_round <= now);
    battle.rounds_mut().awaited = later;
    let mut entered = false;
    for one in due {
        let side = battle.who(one.seat).side;
        if battle.sides.list[side.index()].surrendered {
            continue;
        }
        let Some(area) = room(battle, &one) else {
            // Not a free square on the whole map: it comes as soon as there is one.
            battle.rounds_mut().awaited.push(one);
            continue;
        };
        enter(battle, start, one.seat, area);
        entered = true;
    }
    battle.rounds_mut().awaited.sort_by_key(|one| one.seat);
    if entered {
        initiative::roll(battle, start);
    }
}

fn enter(battle: &mut Turning, start: &Start, seat: Seat, area: Area) {
    movement::put(battle, seat, Some(area));
    battle.emit(&[Topic::Newcomer], EventKind::Arrived { seat, area });
    let rules = &battle.rules().policies;
    let member = start.setup.combatants.get(seat.index());
    let unaware = member.is_some_and(|member| member.aware == AwareSetup::Unaware);
    let off_guard = rules.beginning.contains(&Beginning::FlatFooted)
        && (rules.initiative.newcomers.are_flat_footed() || unaware);
    if let Some(condition) = battle.book.known.flat_footed.filter(|_| off_guard) {
        battle.initiative_mut(seat).had_first_turn = false;
        conditions::begin(battle, seat, condition, None);
    }
}

/// Where a newcomer stands: as near to its entrance as there is room.
fn room(state: &State, one: &Awaited) -> Option<Area> {
    let footprint = state.who(one.seat).footprint;
    let dimensions = state.field.dimensions;
    let fits = |anchor: &Square| {
        let area = Area::new(*anchor, footprint);
        area.is_within(dimensions) && state.field.holds(area) && is_free(state, area)
    };
    let wanted: Vec<Square> = match &one.arrival.by {
        Entrance::At(square) => vec![*square],
        Entrance::Zone(name) => match state.field.zone(name) {
            Some(zone) => zone.iter().collect(),
            None => Vec::new(),
        },
        Entrance::Edge(edge) => edge.anchors(dimensions, footprint),
    };
    let inside = |anchor: &Square| match &one.arrival.by {
        Entrance::Zone(name) => state.field.zone(name).is_none_or(|zone| {
            let area = Area::new(*anchor, footprint);
            area.squares().all(|square| zone.contains(square))
        }),
        _ => true,
    };
    if let Some(anchor) = wanted.iter().find(|anchor| inside(anchor) && fits(anchor)) {
        return Some(Area::new(*anchor, footprint));
    }
    // A combatant is in the way: the nearest free ground to where it would come in.
    let gate = wanted.first().copied().unwrap_or_default();
    let nearest = dimensions.squares().filter(fits);
    let anchor = nearest.min_by_key(|anchor| (gate.steps_to(*anchor), *anchor))?;
    Some(Area::new(anchor, footprint))
}

fn is_free(state: &State, area: Area) -> bool {
    let others = state.all().filter_map(|seat| state.area(seat));
    others.into_iter().all(|other| !other.overlaps(area))
}
