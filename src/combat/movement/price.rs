//! Prices of paths, and everything that forbids one.

use crate::combat::conditions::fear;
use crate::combat::contract::{PathForecast, Reason, Refusal, Seat};
use crate::combat::movement::{
    climb, leap, mode, speed, squeeze, step, swim, terrain, tested, toll,
};
use crate::combat::opportunity::exposure::{self, Shelter};
use crate::combat::state::refusal::refusal;
use crate::combat::state::{MoveMode, Plan, State};
use crate::grid::{Area, Cost, CostMap, EntryCost, Square, StepRefusal, closest_path, walk};
use crate::rules::{ActionDef, ActionId, Exempt, Topic};

impl Plan {
    /// The whole cost.
    pub fn cost(&self) -> Cost {
        let rise = self.move_mode.rise.map_or(Cost::ZERO, |rise| rise.cost);
        self.costs.last().copied().unwrap_or(rise)
    }

    /// Whether it is the one square that any combatant can move, however slow.
    fn is_least(&self) -> bool {
        self.move_mode.one_at_least
            && self.squares.len() == 1
            && self.cost() > self.move_mode.budget
    }

    /// The spaces in which enemies may strike, one after another: those that are left, and where it is so
    /// the last one. The first of them are `sheltered`.
    pub fn exposed(&self) -> Vec<Area> {
        let spaces = self.move_mode.exposed(&self.squares);
        match self.move_mode.whole {
            // The whole space is left first, whatever of it the rest of the way begins in.
            Some(whole) => {
                let rest = spaces.into_iter().skip(self.sheltered.into());
                std::iter::once(whole).chain(rest).collect()
            }
            None => spaces,
        }
    }

    /// So many spaces of those are safe from the enemies that the mover sees, and from others.
    pub fn shelter(&self) -> Shelter {
        Shelter {
            spaces: match self.move_mode.whole {
                Some(_) => 0,
                None => self.sheltered.into(),
            },
            from_seen: self.move_mode.exempt == Exempt::StartingSquareSeen,
            entered: (self.squares.first()).map(|&square| self.move_mode.area.moved_to(square)),
        }
    }
}

/// Whether a path may be walked with this action.
pub fn legal(state: &State, seat: Seat, action: ActionId, path: &[Square]) -> Result<(), Refusal> {
    plan(state, seat, action, path).map(|_| ())
}

/// Prices a path and checks it against every rule of movement; tells the attacks of opportunity on it
/// without their odds.
pub fn price(
    state: &State,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<PathForecast, Refusal> {
    let plan = plan(state, seat, action, path)?;
    match state.rules().actions.get(action).and_then(ActionDef::leap) {
        Some(def) => Ok(leap::forecast(state, seat, action, def, plan)),
        None => {
            let checks = tested::on_the_way(state, seat, action, &plan);
            let mut path = forecast(state, seat, action, plan);
            path.checks = checks;
            path.arrives = path.passes();
            Ok(path)
        }
    }
}

/// What a checked movement costs and invites.
pub(crate) fn forecast(state: &State, seat: Seat, action: ActionId, plan: Plan) -> PathForecast {
    let opportunities = exposure::on_the_way(state, seat, &plan);
    let ground = toll::on_the_way(state, seat, action, &plan);
    let stays = toll::at_the_end(state, seat, &plan);
    let costs = plan.costs.iter().map(|cost| cost.twelfths()).collect();
    PathForecast {
        squares: plan.squares,
        costs,
        opportunities,
        ground,
        stays,
        ground_fells: 0.0,
        survives: 1.0,
        checks: Vec::new(),
        arrives: 1.0,
        closes: plan.closes,
    }
}

/// Checks a movement. A path that fits into what is left of a movement under way goes on with it;
/// any other is a fresh one.
pub(crate) fn plan(
    state: &State,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<Plan, Refusal> {
    if let Some(def) = state.rules().actions.get(action) {
        if def.is_step() {
            return step::plan(state, seat, action, path);
        }
        if let Some(leap) = def.leap() {
            return leap::plan(state, seat, leap, path);
        }
    }
    let map = mode::map(state, seat, action);
    if let Some(move_mode) = mode::under_way(state, seat, action)
        && let Ok(plan) = walkable(state, seat, move_mode, &map, path)
    {
        return Ok(plan);
    }
    walkable(state, seat, mode::fresh(state, seat, action)?, &map, path)
}

/// Checks a path for one move mode.
pub(crate) fn walkable(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    map: &CostMap,
    path: &[Square],
) -> Result<Plan, Refusal> {
    let rise = move_mode.rise.map_or(Cost::ZERO, |rise| rise.cost);
    let move_mode = match path.first() {
        Some(&first) if move_mode.squeezing => MoveMode {
            area: squeeze::begun_for(state, seat, move_mode.area, first),
            ..move_mode
        },
        _ => move_mode,
    };
    if path.is_empty() && move_mode.rise.is_none() {
        return state.refuse(move_mode.topic, "Choose at least one square to move to.");
    }
    let steps = walk(map, move_mode.area, path, move_mode.parity)
        .map_err(|(at, why)| blocked(state, seat, move_mode.area, path, at, why))?;
    let mut costs: Vec<Cost> = steps.iter().map(|step| step.cost_so_far + rise).collect();
    let mut gratis = 0;
    let first_is_free = |first: Square| {
        move_mode.exempt == Exempt::FirstShift && step::can_shift(state, seat, map, first)
            || move_mode.squeezing && squeeze::within_own_space(state, seat, move_mode.area, first)
    };
    if path.first().copied().is_some_and(first_is_free) {
        gratis = 1;
        let saved = costs[0];
        for cost in &mut costs {
            *cost = cost.less(saved);
        }
    }
    let total = costs.last().copied().unwrap_or(rise);
    if total > move_mode.budget && !(move_mode.one_at_least && path.len() == 1) {
        let reason = format!(
            "You cannot move that far: the path costs {total} squares and you have {} left.",
            move_mode.budget
        );
        // Over plain squares it would have been near enough.
        let dear = on_plain_ground(state, move_mode, path) <= move_mode.budget;
        let whole = move_mode.budget == Cost::squares(speed::of(state, seat));
        // What squeezing costs is no obstacle on the way.
        let topic = match dear && !move_mode.squeezing {
            true if state.cite(Topic::MovementLeft).is_some() => Topic::MovementLeft,
            // Not what has been walked before, but the speed itself is too little.
            false if move_mode.topic == Topic::Move && whole => Topic::BeyondSpeed,
            _ => move_mode.topic,
        };
        return state.refuse(topic, reason);
    }
    if move_mode.straight {
        check_straight(state, seat, move_mode, path)?;
    }
    if move_mode.climbing {
        climb::check(state, seat, move_mode.area, path, move_mode.check_bonus)?;
    }
    if move_mode.swimming {
        swim::check(state, seat, move_mode.area, path)?;
    }
    let squares = path.to_vec();
    let mut plan = Plan {
        move_mode,
        squares,
        costs,
        sheltered: gratis,
        gratis,
        closes: false,
    };
    // The one square that any combatant can move is neither a step nor a move like any other.
    if plan.is_least() {
        return Ok(plan);
    }
    if move_mode.exempt.spares_start() {
        plan.sheltered = 1;
    } else if is_single_step(state, seat, &plan) {
        plan.sheltered = 1;
        plan.closes = true;
    }
    Ok(plan)
}

/// What a path would cost over plain ground, getting up aside.
fn on_plain_ground(state: &State, move_mode: MoveMode, path: &[Square]) -> Cost {
    let plain = EntryCost::open(state.rules().policies.movement.diagonals);
    let map = CostMap::with_entry(state.field.dimensions, plain);
    let steps = walk(&map, move_mode.area, path, move_mode.parity).unwrap_or_default();
    steps.last().map_or(Cost::ZERO, |last| last.cost_so_far)
}

/// Whether a walk of a single square out of a threatened one counts as the whole movement of the
/// turn, and so provokes nothing.
fn is_single_step(state: &State, seat: Seat, plan: &Plan) -> bool {
    let budget = state.get(seat).budget;
    state.rules().policies.threat.five_foot_move_exempt
        && plan.squares.len() == 1
        && budget.moved == 0
        && !plan.move_mode.continuing
        && !plan.move_mode.crawling
        && plan.move_mode.rise.is_none()
        && exposure::watches(state, seat, 0)
            .iter()
            .any(|w| w.squares.touches(plan.move_mode.area))
}

/// A straight line over unhampered ground.
fn check_straight(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    path: &[Square],
) -> Result<(), Refusal> {
    let Some(&end) = path.last() else {
        return Ok(());
    };
    if closest_path(move_mode.area.anchor, end) != path {
        return state.refuse(Topic::StraightLine, "You have to move in a straight line.");
    }
    let mut here = move_mode.area;
    for &square in path {
        let next = move_mode.area.moved_to(square);
        let aloft = move_mode.flying || terrain::ignores_footing(state, seat);
        if terrain::slows(state, aloft, here, next) {
            let reason = match aloft {
                true => "You cannot run where you cannot see your way.",
                false => "You cannot run across difficult ground.",
            };
            let topic = match state.cite(Topic::RoughRun) {
                Some(_) => Topic::RoughRun,
                None => move_mode.topic,
            };
            return state.refuse(topic, reason);
        }
        here = next;
    }
    Ok(())
}

/// The sentence for a step that cannot be made.
pub(crate) fn blocked(
    state: &State,
    seat: Seat,
    area: Area,
    path: &[Square],
    at: usize,
    why: StepRefusal,
) -> Refusal {
    let other = |square| {
        let occupant = state.occupancy.occupant(square);
        occupant.filter(|&other| other != seat)
    };
    let (topic, reason): (_, Reason) = match why {
        StepRefusal::NotAdjacent => (
            Topic::Move,
            "Each square of a path has to be next to the square before it.".into(),
        ),
        StepRefusal::OffMap => (Topic::Move, "That is off the map.".into()),
        StepRefusal::Corner(_) => (
            Topic::Corner,
            "You cannot move diagonally around the corner of a wall.".into(),
        ),
        StepRefusal::Border(from, to) => {
            let way = [from, to].map(|square| area.moved_to(square));
            let [from, to] = way;
            let mut fences = terrain::fences(state, from, to).into_iter().flatten();
            let fence = fences.next();
            let name = fence.map(|def| def.name.to_lowercase());
            let what = name.map_or_else(|| "That".to_owned(), |name| format!("A {name}"));
            if fence.is_some_and(|def| def.climb.is_some()) {
                let reason = format!("{what} is in the way: you have to climb over it.");
                return refusal(state, Topic::Climb, reason);
            }
            (Topic::Terrain, format!("{what} is in the way.").into())
        }
        StepRefusal::Blocked(square) => match other(square) {
            Some(other) if terrain::fills(state, other) => (
                Topic::Fills,
                Reason::of(other).text(" fills its squares: there is no way past."),
            ),
            Some(other) => (Topic::Occupied, Reason::of(other).text(" is in the way.")),
            None if fear::is_too_close(state, seat, square) => {
                let reason = "You cannot come closer to what you fear.";
                (Topic::Fear, reason.into())
            }
            None if state.field.waded.contains(square) => {
                let reason = "You can only wade in there: each square takes a full round.";
                (Topic::Wade, reason.into())
            }
            None if terrain::passes_through(state, seat, square) => (
                Topic::ThroughSolids,
                "You cannot pass through anything thicker than your own space.".into(),
            ),
            None => (Topic::Impassable, "You cannot enter that square.".into()),
        },
        StepRefusal::NoStopping => {
            let end = path.get(at).map(|&square| area.moved_to(square));
            match end.into_iter().flat_map(Area::squares).find_map(other) {
                Some(other) => {
                    let reason = Reason::from("You cannot end your movement in the space of ");
                    (Topic::NoStopping, reason.name(other).text("."))
                }
                None => {
                    let reason = "You cannot end your movement there: nothing bears you.";
                    (Topic::Impassable, reason.into())
                }
            }
        }
    };
    refusal(state, topic, reason)
}

/// Whether a walk goes on with movement that was paid for before: then it costs no action and
/// counts as part of the same one.
pub fn continues(state: &State, seat: Seat, action: ActionId, path: &[Square]) -> bool {
    crate::combat::movement::price::plan(state, seat, action, path)
        .is_ok_and(|plan| plan.move_mode.continuing)
}

#[cfg(test)]
mod tests;
