//! Newcomers: combatants who enter a battle that has begun.
//!
//! They have their seats from the start and wait without a place. When the round that they wait for
//! is over they find a place, roll initiative as the ruleset has it, and act from the next round on.

use serde::{Deserialize, Serialize};

use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::contract::setup::AwareSetup;
use crate::combat::flow::initiative;
use crate::combat::state::combatant::Ending;
use crate::combat::state::resources::Start;
use crate::combat::state::{Arena, State};
use crate::combat::{conditions, movement};
use crate::content::level::Edge;
use crate::grid::{Area, Square};
use crate::rules::Topic;
use crate::rules::initiative::{FlatFooted, Newcomers};

/// When and where a newcomer enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The round after which it comes.
    pub after_round: u16,
    pub by: Entrance,
}

/// Where a newcomer enters: there, or on the nearest free ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    /// On this square, its smallest corner.
    At(Square),
    /// In a named place, the first free square in reading order.
    Zone(String),
    /// Along an edge of the map, the middle first.
    Edge(Edge),
}

/// Somebody who is still to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    pub seat: Seat,
    pub arrival: Arrival,
}

/// Whether a combatant is still to come.
pub fn is_awaited(arena: &State, seat: Seat) -> bool {
    arena.rounds.awaited.iter().any(|one| one.seat == seat)
}

/// Whether a side has somebody still to come.
pub fn awaits(arena: &State, side: SideId) -> bool {
    let mut awaited = arena.rounds.awaited.iter();
    awaited.any(|one| arena.who(one.seat).side == side)
}

/// At the end of a round: whoever is due enters, finds its place in the order, and knows what is
/// going on or does not.
pub fn arrive(arena: &mut Arena, start: &Start) {
    let now = arena.rounds.round;
    if arena.rounds.surprise || arena.rounds.over.is_some() {
        return;
    }
    let (due, later): (Vec<Awaited>, Vec<Awaited>) = std::mem::take(&mut arena.rounds.awaited)
        .into_iter()
        .partition(|one| one.arrival.after_round <= now);
    arena.rounds.awaited = later;
    let mut anybody = false;
    for one in due {
        let side = arena.who(one.seat).side;
        if arena.sides.list[side.index()].surrendered {
            continue;
        }
        let Some(area) = room(arena, &one) else {
            // Not a free square on the whole map: it comes as soon as there is one.
            arena.rounds.awaited.push(one);
            continue;
        };
        enter(arena, start, one.seat, area);
        anybody = true;
    }
    arena.rounds.awaited.sort_by_key(|one| one.seat);
    if anybody {
        initiative::roll(arena, start);
    }
}

fn enter(arena: &mut Arena, start: &Start, seat: Seat, area: Area) {
    movement::put(arena, seat, Some(area));
    arena.emit(&[Topic::Newcomer], EventKind::Arrived { seat, area });
    let rules = &arena.rules().policies.initiative;
    let unaware = start.aware.get(seat.index()) == Some(&AwareSetup::Unaware);
    let off_guard = rules.flat_footed != FlatFooted::Never
        && (rules.newcomers == Newcomers::FlatFooted || unaware);
    if let Some(condition) = arena.book.known.flat_footed.filter(|_| off_guard) {
        arena.get_mut(seat).initiative.had_first_turn = false;
        conditions::begin_until(arena, seat, condition, Ending::FirstTurn, None);
    }
}

/// Where a newcomer stands: as near to its entrance as there is room.
fn room(arena: &State, one: &Awaited) -> Option<Area> {
    let footprint = arena.who(one.seat).footprint;
    let dimensions = arena.field.dimensions;
    let fits = |anchor: &Square| {
        let area = Area::new(*anchor, footprint);
        area.is_within(dimensions) && arena.field.holds(area) && is_free(arena, area)
    };
    let wanted: Vec<Square> = match &one.arrival.by {
        Entrance::At(square) => vec![*square],
        Entrance::Zone(name) => match arena.field.zone(name) {
            Some(zone) => zone.iter().collect(),
            None => Vec::new(),
        },
        Entrance::Edge(edge) => edge.anchors(dimensions, footprint),
    };
    let inside = |anchor: &Square| match &one.arrival.by {
        Entrance::Zone(name) => arena.field.zone(name).is_none_or(|zone| {
            let area = Area::new(*anchor, footprint);
            area.squares().all(|square| zone.contains(square))
        }),
        _ => true,
    };
    if let Some(anchor) = wanted.iter().find(|anchor| inside(anchor) && fits(anchor)) {
        return Some(Area::new(*anchor, footprint));
    }
    // Somebody is in the way: the nearest free ground to where it would come in.
    let gate = wanted.first().copied().unwrap_or_default();
    let nearest = dimensions.squares().filter(fits);
    let anchor = nearest.min_by_key(|anchor| (gate.steps_to(*anchor), *anchor))?;
    Some(Area::new(anchor, footprint))
}

fn is_free(arena: &State, area: Area) -> bool {
    let others = arena.all().filter_map(|seat| arena.area(seat));
    others.into_iter().all(|other| !other.overlaps(area))
}
