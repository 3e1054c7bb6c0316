//! Leaps: in a straight line to a free square, past the ground between.
//!
//! One kind passes through nothing that is in the way and is over at once (AM-MOVE-05, AM-MOVE-06);
//! the other goes over what is not too high and leaves the leaper open where it lands (AM-MOVE-07 to
//! AM-MOVE-09).

use crate::combat::attack::cover;
use crate::combat::conditions::riding;
use crate::combat::conditions::veils;
use crate::combat::contract::{Cause, EventKind, PathForecast, Reason, Refusal, Seat, Seats};
use crate::combat::movement::place::{Shift, moved, put};
use crate::combat::movement::{blindly, hazard, mode, mount, overlay, speed, terrain, toll};
use crate::combat::opportunity::exposure;
use crate::combat::state::{Acting, DeclaredAction, MoveMode, Pace, Plan, State, Walk};
use crate::combat::{conditions, economy, opportunity};
use crate::content::terrain::{Concealment, Footing};
use crate::content::{BorderDef, TerrainDef};
use crate::grid::{Area, Cost, Passage, Square, crossed};
use crate::rules::{ActionId, Flag, LeapDef, LeapLength, Size, Stat, Topic, counted};

fn topic(def: LeapDef) -> Topic {
    if def.clears {
        Topic::Jump
    } else {
        Topic::InstantMovement
    }
}

/// What refuses a leap: how far it leads, over what and where to.
fn limits(def: LeapDef) -> Topic {
    if def.clears {
        Topic::JumpLimits
    } else {
        Topic::InstantMovement
    }
}

/// Squares that a leap covers at most.
pub fn length(state: &State, seat: Seat, def: LeapDef) -> u32 {
    let speed = speed::of(state, seat);
    let stats = state.get(seat).stats;
    match def.length {
        LeapLength::Speed => speed,
        LeapLength::JumpLength if stats.of(Stat::JumpLength).is_empty() => speed / 2,
        LeapLength::JumpLength => u32::try_from(stats.plain(Stat::JumpLength).max(0)).unwrap_or(0),
    }
}

/// Whether the combatant can leap at all now, wherever to.
pub fn possible(state: &State, seat: Seat, def: LeapDef) -> Result<(), Refusal> {
    let barring = limits(def);
    mode::held_fast(state, seat)?;
    economy::no_step_taken(state, seat, None)?;
    if def.upright && conditions::has(state, seat, Flag::Prone) {
        let reason = "You cannot jump while prone: stand up first.";
        return state.refuse(barring, reason);
    }
    Ok(())
}

/// Checks a leap as the leaper knows the map: `path` is the square that it leads to.
pub(crate) fn plan(
    state: &State,
    seat: Seat,
    def: LeapDef,
    path: &[Square],
) -> Result<Plan, Refusal> {
    blindly::as_known(state, seat, None, |known| as_it_is(known, seat, def, path))
}

fn as_it_is(state: &State, seat: Seat, def: LeapDef, path: &[Square]) -> Result<Plan, Refusal> {
    possible(state, seat, def)?;
    let barring = limits(def);
    let area = mode::held_fast(state, seat)?;
    let &[to] = path else {
        return state.refuse(barring, "Choose the one square where you want to land.");
    };
    let far = distance_to(state, area.anchor, to);
    let most = length(state, seat, def);
    if far == 0 || far > most {
        let far = counted(far, "square");
        let reason = format!("That is {far} away; you can leap 1 to {most}.");
        return state.refuse(barring, reason);
    }
    let map = match def.by_sight {
        // Ground that only holds up those who walk is no wall to one who appears there (EP-TERR-02).
        true => overlay::wading_overlay(state, seat),
        false => overlay::overlay(state, seat),
    };
    let rides = riding::mount_of(state, seat).is_some();
    let body = body(state, seat, area);
    let end = body.moved_to(to);
    let free = |square: Square| {
        map.passage(square) == Passage::Open
            && !is_obstacle(state, square)
            && !(rides && area.contains(square))
    };
    if !end.squares().all(free) {
        return state.refuse(barring, "You have to land in a free square.");
    }
    if def.by_sight {
        if !is_in_sight(state, seat, area, end) {
            let reason = "You have to see that square, with nothing solid in the way.";
            return state.refuse(barring, reason);
        }
        return Ok(landing(body, def, (to, far, most)));
    }
    if let Some(reason) = fenced(state, def, area, to, far) {
        return state.refuse(barring, reason);
    }
    for square in between(area, to) {
        if let Some(reason) = blocks(state, seat, def, square, far) {
            return state.refuse(barring, reason);
        }
    }
    Ok(landing(body, def, (to, far, most)))
}

/// What of a combatant in this space leaps: a rider leaps out of the saddle.
fn body(state: &State, seat: Seat, area: Area) -> Area {
    match riding::mount_of(state, seat) {
        Some(_) => Area::new(area.anchor, state.who(seat).footprint),
        None => area,
    }
}

/// Squares from one square to another.
fn distance_to(state: &State, here: Square, to: Square) -> u32 {
    let diagonals = state.rules().policies.movement.diagonals;
    diagonals.length(to.x.abs_diff(here.x).into(), to.y.abs_diff(here.y).into())
}

/// Where a leap to a square lands, and what it costs, whether it is possible or not.
pub(super) fn end(state: &State, seat: Seat, to: Square) -> Option<(Area, Cost)> {
    let area = state.area(seat)?;
    let cost = Cost::squares(distance_to(state, area.anchor, to));
    Some((body(state, seat, area).moved_to(to), cost))
}

/// A leap that is possible.
fn landing(area: Area, def: LeapDef, (to, far, most): (Square, u32, u32)) -> Plan {
    Plan {
        move_mode: MoveMode::plain(area, Cost::squares(most), topic(def)),
        squares: vec![to],
        costs: vec![Cost::squares(far)],
        sheltered: 1,
        gratis: 1,
        closes: false,
    }
}

/// Whether a combatant sees a space, and a straight line leads there.
fn is_in_sight(state: &State, seat: Seat, from: Area, to: Area) -> bool {
    !conditions::has(state, seat, Flag::Blind)
        && cover::line(state, from, to)
        && !cover::is_out_of_view(state, from, to)
        && veils::ground(state, seat, from, to) != Concealment::Total
}

/// The squares that some part of the leaper passes through, its first and last space aside.
fn between(area: Area, to: Square) -> Vec<Square> {
    let end = area.moved_to(to);
    let (dx, dy) = (to.x - area.anchor.x, to.y - area.anchor.y);
    let mut squares: Vec<Square> = area
        .squares()
        .flat_map(|s| {
            crossed(
                Area::single(s),
                Area::single(Square::new(s.x + dx, s.y + dy)),
            )
        })
        .filter(|s| !area.contains(*s) && !end.contains(*s))
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// What stands on a border in the way of a leap, if anything does.
fn fenced(state: &State, def: LeapDef, area: Area, to: Square, far: u32) -> Option<String> {
    if state.field.borders.is_empty() {
        return None;
    }
    let (dx, dy) = (to.x - area.anchor.x, to.y - area.anchor.y);
    let clears = def.clears && far >= 2;
    let stops = |kind: &BorderDef| kind.is_closed() || kind.footing == Footing::Obstacle && !clears;
    area.squares().find_map(|square| {
        let end = Area::single(Square::new(square.x + dx, square.y + dy));
        let line = crossed(Area::single(square), end);
        line.windows(2).find_map(|step| {
            let [from, to] = [step[0], step[1]].map(Area::single);
            let ways = terrain::fences(state, from, to).into_iter();
            let stopped = ways.map(|way| way.into_iter().find(|kind| stops(kind)));
            let stopped: Option<Vec<_>> = stopped.collect();
            let name = stopped?.first()?.name.to_lowercase();
            Some(format!("A {name} is in the way."))
        })
    })
}

fn is_obstacle(state: &State, square: Square) -> bool {
    let mut kinds = state.kinds(square);
    kinds.any(|def| def.footing == Footing::Obstacle)
}

/// Why a leap of so many squares cannot pass this one, if it cannot.
fn blocks(state: &State, seat: Seat, def: LeapDef, square: Square, far: u32) -> Option<Reason> {
    let solid = |def: &TerrainDef| def.footing == Footing::Impassable;
    if !state.field.dimensions.contains(square) || state.kinds(square).any(solid) {
        return Some("A wall or another solid thing is in the way.".into());
    }
    // The peak of a leap is at half of its distance.
    let clears = |height: u32| def.clears && far >= 2 * height;
    if is_obstacle(state, square) && !clears(1) {
        return Some("An obstacle is in the way.".into());
    }
    let others = state.all().filter(|&other| {
        let area = state.area(other);
        other != seat
            && area.is_some_and(|area| area.contains(square))
            && conditions::present(state, other)
    });
    others
        .filter(|&other| !clears(height(state.who(other).size)))
        .map(|other| Reason::of(other).text(" is in the way."))
        .next()
}

/// How many squares high a creature of this size is.
fn height(size: Size) -> u32 {
    let above = size.steps_above_medium().max(0);
    1 + u32::try_from(above).unwrap_or(0)
}

/// Who strikes at the leaper where it lands, as far as its side knows of them.
pub fn invited(state: &State, seat: Seat, action: ActionId, def: LeapDef, to: Area) -> Seats {
    if !def.open_at_landing {
        return Seats::new();
    }
    let mut invited = opportunity::invited(state, seat, Cause::Act(action), to);
    invited.retain(|by| exposure::is_foreseen(state, seat, *by));
    invited
}

/// What a checked leap costs and invites.
pub(crate) fn forecast(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: LeapDef,
    plan: Plan,
) -> PathForecast {
    let mut forecast = PathForecast {
        costs: plan.costs.iter().map(|cost| cost.twelfths()).collect(),
        ground: toll::on_the_way(state, seat, action, &plan),
        stays: toll::at_the_end(state, seat, &plan),
        ..PathForecast::default()
    };
    if let (true, Some(&to)) = (def.open_at_landing, plan.squares.last()) {
        let landing = plan.move_mode.area.moved_to(to);
        forecast.opportunities =
            opportunity::forecast(state, seat, Cause::Act(action), landing, None);
    }
    forecast.squares = plan.squares;
    (forecast.survives, forecast.arrives) = (1.0, 1.0);
    forecast
}

/// One of whom the leaper knew nothing and who is in its way, or where it would land.
fn in_the_way(state: &State, seat: Seat, def: LeapDef, (from, to): (Area, Area)) -> Option<Seat> {
    let landing = blindly::met(state, seat, to, true);
    landing.or_else(|| {
        let as_found = as_it_is(state, seat, def, &[to.anchor]);
        let passed = as_found.is_err().then(|| between(from, to.anchor));
        let mut passed = passed.into_iter().flatten();
        passed.find_map(|square| blindly::met(state, seat, Area::single(square), true))
    })
}

/// Leaps.
pub(crate) fn begin(battle: &mut Acting, declared: &DeclaredAction, def: LeapDef, path: &[Square]) {
    let seat = declared.seat;
    let Ok(plan) = plan(battle, seat, def, path) else {
        return;
    };
    let (from, cost) = (plan.move_mode.area, plan.cost());
    let to = from.moved_to(path[0]);
    let distance = cost.twelfths();
    battle.budget_mut(seat).moving = None;
    if let Some(other) = in_the_way(battle, seat, def, (from, to)) {
        // Who leaps into one of whom it knew nothing stays where it is, and the movement is lost.
        let at = from.anchor;
        battle.emit(&[Topic::Occupied], EventKind::MovementStopped { seat, at });
        return blindly::meet(battle, seat, other);
    }
    let budget = battle.budget_mut(seat);
    budget.moved = budget.moved.saturating_add(distance);
    let reactions = battle.reactions_mut(seat);
    reactions.moved = reactions.moved.saturating_add(distance);
    mount::leave(battle, seat);
    put(battle, seat, Some(to));
    let shift = Shift {
        from,
        to: to.anchor,
        cost_twelfths: distance,
        forced: false,
    };
    moved(battle, seat, shift, &[topic(def)]);
    // What waits for a combatant to come within reach is asked once the landing is settled.
    let mut walk = Walk::of(seat, declared.action, plan, false, Cost::ZERO, None);
    walk.path.clear();
    walk.footing = to.anchor;
    walk.pace = Pace::Entered;
    walk.crawling = conditions::has(battle, seat, Flag::Prone);
    battle.push(walk);
    hazard::tread(battle);
    if def.open_at_landing && conditions::present(battle, seat) {
        opportunity::offer(battle, seat, Cause::Act(declared.action), None);
    }
}
