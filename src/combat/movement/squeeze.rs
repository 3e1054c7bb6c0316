//! Squeezing: through spaces down to half of its own width (AM-SQZ-01, SP-TERR-10), and narrower ones by
//! a check (SP-TERR-14).
//!
//! A combatant that squeezes along takes up half of its space each way, pays two squares for each that it
//! enters, and bears a condition that says what else that means, until it has room again.

use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::kinds;
use crate::combat::movement::overlay;
use crate::combat::movement::place::occupy;
use crate::combat::state::{Acting, Afflicting, State};
use crate::grid::{Area, Cost, CostMap, Footprint, Passage, Square};
use crate::rules::{ActionId, ConditionId, MoveDef, Stat, Topic, Wriggle};

/// What a square costs at least while squeezing.
pub(crate) const LEAST: Cost = Cost::squares(2);

/// Whether a combatant squeezes now.
pub(crate) fn squeezes(state: &State, seat: Seat) -> bool {
    conditions::bears(state, seat, state.book.known.squeezing)
}

/// Half of a space each way.
fn half(whole: Footprint) -> Footprint {
    Footprint::new(whole.width.div_ceil(2), whole.depth.div_ceil(2))
}

fn many(space: Footprint) -> u16 {
    u16::from(space.width) * u16::from(space.depth)
}

/// Whether a combatant is in a space less than half as wide as itself.
pub(crate) fn is_wedged(state: &State, seat: Seat) -> bool {
    let space = state.area(seat).map(|area| area.footprint);
    squeezes(state, seat)
        && space.is_some_and(|space| many(space) < many(half(state.who(seat).footprint)))
}

/// Whether a combatant is so large that a way can be too narrow for squeezing through.
pub(crate) fn can_be_wedged(state: &State, seat: Seat) -> bool {
    !half(state.who(seat).footprint).is_single()
}

/// The space that a combatant takes up while it squeezes along: half of its own or, if it wriggles, one
/// square; or what it has already drawn itself together to.
pub(crate) fn narrowed(
    state: &State,
    seat: Seat,
    area: Area,
    def: &MoveDef,
) -> Result<Area, Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let squeezes = squeezes(state, seat);
    if def.wriggles.is_none() && is_wedged(state, seat) {
        return refuse(
            Topic::Wriggling,
            "You are wedged in: you can only wriggle on.",
        );
    }
    let Some(rules) = state.rules().policies.movement.squeezing else {
        return refuse(Topic::Squeeze, "These rules have no squeezing.");
    };
    if squeezes && !rules.along && def.wriggles.is_none() {
        return Ok(area);
    }
    let whole = match squeezes {
        true => state.who(seat).footprint,
        false => area.footprint,
    };
    if whole.is_single() {
        let reason = "You need not squeeze: your space is only one square wide.";
        return refuse(Topic::Squeeze, reason);
    }
    if def.wriggles.is_none() {
        return Ok(Area::new(area.anchor, half(whole)));
    }
    if half(whole).is_single() {
        let reason = "You need not wriggle: you can squeeze through any gap of one square.";
        return refuse(Topic::Wriggling, reason);
    }
    Ok(Area::new(area.anchor, Footprint::SINGLE))
}

/// The same where in its own space the way begins whose first square this is: straight beside it, if
/// possible.
pub(crate) fn begun_for(state: &State, seat: Seat, narrow: Area, first: Square) -> Area {
    let Some(own) = state.area(riding::carrier(state, seat)) else {
        return narrow;
    };
    let inside = within_own_space(state, seat, narrow, first);
    if own.footprint == narrow.footprint || inside && narrow.anchor.steps_to(first) == 1 {
        return narrow;
    }
    let aslant = |from: Square| from.x != first.x && from.y != first.y;
    let begins = own.squares().filter(|&square| {
        square.steps_to(first) == 1 && narrow.moved_to(square).squares().all(|s| own.contains(s))
    });
    let begins = begins.min_by_key(|&square| (aslant(square), narrow.anchor.steps_to(square)));
    begins.map_or(narrow, |square| narrow.moved_to(square))
}

/// Every place of its own space in which the way of a combatant may begin that squeezes.
pub(crate) fn beginnings(state: &State, seat: Seat, narrow: Area) -> Vec<Square> {
    let own = state.area(riding::carrier(state, seat));
    let squares = own.into_iter().flat_map(Area::squares);
    let begins = squares.filter(|s| within_own_space(state, seat, narrow, *s));
    begins.collect()
}

/// Whether a square of its own full space is where squeezing begins: that costs nothing.
pub(crate) fn within_own_space(state: &State, seat: Seat, narrow: Area, first: Square) -> bool {
    let own = state.area(seat);
    let begins = narrow.moved_to(first);
    own.is_some_and(|own| {
        own.footprint != narrow.footprint && begins.squares().all(|s| own.contains(s))
    })
}

/// What squeezing makes of the price of a square: two squares at least, and where what hampers multiplies,
/// twice the price of what is hampered already (SP-TERR-16).
pub(crate) fn raise(state: &State, map: &mut CostMap) {
    let twice = state.rules().policies.movement.hampered_twice.multiplies();
    map.raise(LEAST, twice);
}

fn wriggle<'a>(state: &'a State, action: ActionId) -> Option<&'a Wriggle> {
    kinds::definition(state.rules(), action)?.wriggles.as_ref()
}

/// The check of an action that leads through less than half of the width.
pub(crate) fn check(
    state: &State,
    seat: Seat,
    action: ActionId,
) -> Option<(Stat, DifficultyCheck)> {
    let def = wriggle(state, action)?;
    let check = DifficultyCheck::of_stat(state, seat, def.check, def.difficulty);
    Some((def.check, check))
}

/// Begins to squeeze.
pub(crate) fn begin(battle: &mut Afflicting, seat: Seat, action: ActionId, narrow: Area) {
    let known = battle.book.known.squeezing;
    let wedged = wriggle(battle, action).and_then(|def| battle.rules().condition(&def.condition));
    for one in both(battle, seat) {
        occupy(battle, one, narrow, Topic::Squeeze);
        if wedged.is_none() {
            conditions::begin_known(battle, one, known, None);
        } else if !conditions::bears(battle, one, wedged) {
            conditions::end_known(battle, one, known);
            conditions::begin_known(battle, one, wedged, None);
        }
    }
}

/// What a combatant bears because it is in less than half of its width.
fn wedged(state: &State, seat: Seat) -> Option<ConditionId> {
    let name = state.rules().conditions.name(state.book.known.squeezing?);
    let mut all = conditions::in_force(state, seat);
    let found = all.find(|(_, def)| def.implies.iter().any(|implied| implied == name));
    found.map(|(id, _)| id)
}

/// Whether there is nothing and nobody in the way of a space.
fn fits(map: &CostMap, area: Area) -> bool {
    area.squares().all(|s| map.passage(s) == Passage::Open) && map.is_undivided(area)
}

/// Those who squeeze take up their whole space again as soon as others have made room for it (SP-TERR-15).
pub(crate) fn find_room(battle: &mut Acting) {
    for seat in battle.all() {
        let space = battle.area(seat).map(|area| area.footprint);
        let narrowed = space != Some(battle.who(riding::carrier(battle, seat)).footprint);
        // A mount and its rider do so as one.
        if narrowed && squeezes(battle, seat) && riding::rider_of(battle, seat).is_none() {
            stretch(battle, seat);
        }
    }
}

/// Takes up the whole space again, if there is room for it.
fn stretch(battle: &mut Acting, seat: Seat) -> bool {
    let carrier = riding::carrier(battle, seat);
    let Some(narrow) = battle.area(carrier) else {
        return false;
    };
    let map = overlay::overlay(battle, seat);
    let mut spaces = narrow.spaces_around(battle.who(carrier).footprint);
    let whole = spaces.find(|space| fits(&map, *space));
    if let Some(whole) = whole {
        fill(battle, seat, whole, false);
    }
    whole.is_some()
}

/// Takes up the whole space again, where there is room for it, or at least half of it; where so the rules
/// say, at its full length: over the square `behind` it, from which it came, if it can.
pub(crate) fn unfold(battle: &mut Acting, seat: Seat, behind: Option<Square>) {
    let carrier = riding::carrier(battle, seat);
    let (Some(narrow), true) = (battle.area(carrier), squeezes(battle, carrier)) else {
        return;
    };
    if stretch(battle, seat) {
        return;
    }
    let footprint = battle.who(carrier).footprint;
    let map = overlay::overlay(battle, seat);
    let room = |size: Footprint| {
        let mut spaces = narrow.spaces_around(size);
        spaces.find(|space| fits(&map, *space))
    };
    let along = battle.rules().policies.movement.squeezing;
    if is_wedged(battle, carrier) {
        if let Some(halved) = room(half(footprint)) {
            fill(battle, seat, halved, true);
        }
    } else if along.is_some_and(|rules| rules.along) {
        let Footprint { width, depth } = footprint;
        let lengths = [
            Footprint::new(width, depth.div_ceil(2)),
            Footprint::new(width.div_ceil(2), depth),
        ];
        let spaces = lengths
            .into_iter()
            .flat_map(|size| narrow.spaces_around(size));
        let covers = |space: &Area| behind.is_some_and(|square| space.contains(square));
        let long = spaces
            .filter(|space| fits(&map, *space))
            .min_by_key(|space| !covers(space));
        if let Some(long) = long {
            for one in both(battle, seat) {
                occupy(battle, one, long, Topic::SqueezeAlong);
            }
        }
    }
}

/// Takes up a wider space than before; `squeezed`: that is still not all of its own.
fn fill(battle: &mut Acting, seat: Seat, space: Area, squeezed: bool) {
    let known = battle.book.known.squeezing;
    for one in both(battle, seat) {
        let wedged = wedged(battle, one);
        conditions::end_known(battle, one, wedged);
        conditions::end_known(battle, one, known);
        occupy(battle, one, space, Topic::Squeeze);
        if squeezed {
            conditions::begin_known(battle, one, known, None);
        }
    }
}

/// The combatants that move together: a mover and its mount.
fn both(state: &State, seat: Seat) -> Vec<Seat> {
    let mut both = vec![seat];
    both.extend(riding::mount_of(state, seat));
    both
}
