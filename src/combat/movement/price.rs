//! Prices of paths, and everything that forbids one.

use super::gait::{self, Gait, refuse};
use super::step;
use crate::combat::arena::Arena;
use crate::combat::forecast::PathForecast;
use crate::combat::opportunity;
use crate::combat::request::Refusal;
use crate::combat::seat::Seat;
use crate::combat::terrain;
use crate::grid::{Area, Cost, CostMap, Square, StepRefusal, closest_path, walk};
use crate::rules::action::{Exempt, Procedure};
use crate::rules::{ActionId, Topic};

/// A movement that was checked: what it costs and which part of it is safe.
#[derive(Clone, Debug)]
pub struct Plan {
    pub gait: Gait,
    pub squares: Vec<Square>,
    /// Cost up to each square, getting up included.
    pub costs: Vec<Cost>,
    /// So many squares from the start provoke nothing when they are left.
    pub sheltered: u8,
    /// So many squares from the start cost nothing.
    pub gratis: u8,
    /// It is a step of one square and all the movement of the turn.
    pub closes: bool,
}

impl Plan {
    /// The whole cost.
    pub fn cost(&self) -> Cost {
        let rise = self.gait.rise.map_or(Cost::ZERO, |rise| rise.cost);
        self.costs.last().copied().unwrap_or(rise)
    }
}

/// Whether a path may be walked with this action.
pub fn legal(arena: &Arena, seat: Seat, action: ActionId, path: &[Square]) -> Result<(), Refusal> {
    plan(arena, seat, action, path).map(|_| ())
}

/// Prices a path and checks it against every rule of movement; tells the opportunity attacks on it
/// with their odds.
pub fn price(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<PathForecast, Refusal> {
    plan(arena, seat, action, path).map(|plan| forecast(arena, seat, plan))
}

/// What a checked movement costs and invites.
pub(in crate::combat) fn forecast(arena: &Arena, seat: Seat, plan: Plan) -> PathForecast {
    let (opportunities, arrives) = opportunity::on_the_way(arena, seat, &plan);
    let twelfths = |cost: &Cost| u16::try_from(cost.0).unwrap_or(u16::MAX);
    let costs = plan.costs.iter().map(twelfths).collect();
    PathForecast {
        squares: plan.squares,
        costs,
        opportunities,
        arrives,
    }
}

/// Checks a movement: it goes on with one that is under way, or is a fresh one.
pub(in crate::combat) fn plan(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<Plan, Refusal> {
    let procedure = arena.rules().actions.get(action).map(|def| &def.procedure);
    if matches!(procedure, Some(Procedure::Step)) {
        return step::plan(arena, seat, action, path);
    }
    let map = terrain::overlay(arena, seat);
    let gait = match gait::under_way(arena, seat, action) {
        Some(gait) => gait,
        None => gait::fresh(arena, seat, action)?,
    };
    walkable(arena, seat, gait, &map, path)
}

/// Checks a path for one gait.
pub(super) fn walkable(
    arena: &Arena,
    seat: Seat,
    gait: Gait,
    map: &CostMap,
    path: &[Square],
) -> Result<Plan, Refusal> {
    let rise = gait.rise.map_or(Cost::ZERO, |rise| rise.cost);
    if path.is_empty() && gait.rise.is_none() {
        return Err(refuse(
            arena,
            gait.topic,
            "A movement needs at least one square.",
        ));
    }
    let steps = walk(map, gait.area, path, gait.parity)
        .map_err(|(at, why)| blocked(arena, seat, gait.area, path, at, why))?;
    let mut costs: Vec<Cost> = steps.iter().map(|step| step.cost_so_far + rise).collect();
    let mut gratis = 0;
    if gait.exempt == Exempt::FirstShift
        && let Some(&first) = path.first()
        && step::can_shift(arena, seat, gait.area.moved_to(first))
    {
        gratis = 1;
        let saved = costs[0];
        for cost in &mut costs {
            *cost = cost.less(saved);
        }
    }
    let total = costs.last().copied().unwrap_or(rise);
    if total > gait.budget && !(gait.one_at_least && path.len() == 1) {
        let reason = format!(
            "Too far: the way costs {total} squares, and {} are left.",
            gait.budget
        );
        return Err(refuse(arena, gait.topic, reason));
    }
    if gait.straight {
        check_straight(arena, gait, path)?;
    }
    let squares = path.to_vec();
    let mut plan = Plan {
        gait,
        squares,
        costs,
        sheltered: gratis,
        gratis,
        closes: false,
    };
    if gait.exempt == Exempt::StartingSquare {
        plan.sheltered = 1;
    } else if is_single_step(arena, seat, &plan) {
        plan.sheltered = 1;
        plan.closes = true;
    }
    Ok(plan)
}

/// Whether a walk of a single square out of a threatened one counts as the whole movement of the
/// turn, and so provokes nothing.
fn is_single_step(arena: &Arena, seat: Seat, plan: &Plan) -> bool {
    let budget = arena.get(seat).budget;
    arena.rules().policies.threat.five_foot_move_exempt
        && plan.squares.len() == 1
        && budget.moved == 0
        && !plan.gait.continuing
        && !plan.gait.crawling
        && plan.gait.rise.is_none()
        && !(plan.gait.one_at_least && plan.cost() > plan.gait.budget)
        && opportunity::watches(arena, seat)
            .iter()
            .any(|w| w.squares.touches(plan.gait.area))
}

/// A straight line over unhampered ground.
fn check_straight(arena: &Arena, gait: Gait, path: &[Square]) -> Result<(), Refusal> {
    let Some(&end) = path.last() else {
        return Ok(());
    };
    if closest_path(gait.area.anchor, end) != path {
        return Err(refuse(
            arena,
            Topic::StraightLine,
            "This movement has to be a straight line.",
        ));
    }
    let mut here = gait.area;
    for &square in path {
        let next = gait.area.moved_to(square);
        if terrain::newly_entered(here, next).any(|s| arena.field.hampering.contains(s)) {
            let reason = "There is no running across ground that hampers.";
            return Err(refuse(arena, gait.topic, reason));
        }
        here = next;
    }
    Ok(())
}

/// The sentence for a step that cannot be made.
pub(in crate::combat) fn blocked(
    arena: &Arena,
    seat: Seat,
    area: Area,
    path: &[Square],
    at: usize,
    why: StepRefusal,
) -> Refusal {
    let name = |square| {
        let other = arena.field.occupant(square).filter(|&other| other != seat);
        other.map(|other| arena.get(other).who.name.clone())
    };
    let (topic, reason) = match why {
        StepRefusal::NotAdjacent => (
            Topic::Move,
            "A path leads from each square to a neighbouring one.".to_owned(),
        ),
        StepRefusal::OffMap => (Topic::Move, "That is off the map.".to_owned()),
        StepRefusal::Corner(_) => (
            Topic::Corner,
            "A diagonal step cannot cut the corner of a wall.".to_owned(),
        ),
        StepRefusal::Blocked(square) => match name(square) {
            Some(name) => (Topic::Occupied, format!("{name} is in the way.")),
            None => (Topic::Terrain, "That ground cannot be entered.".to_owned()),
        },
        StepRefusal::NoStopping => {
            let end = path.get(at).map(|&square| area.moved_to(square));
            let name = end.into_iter().flat_map(Area::squares).find_map(name);
            let name = name.unwrap_or_else(|| "somebody else".to_owned());
            (
                Topic::Occupied,
                format!("A movement cannot end in the space of {name}."),
            )
        }
    };
    refuse(arena, topic, reason)
}
