//! Bull rush: moving into a combatant's space and pushing it out of it.
//!
//! Where the ruleset's pushers do not move in, a won check is a forced movement of one square.

use bevy_ecs::prelude::*;

use crate::combat::attack::begun;
use crate::combat::checks::contest::Contest;
use crate::combat::conditions::riding;
use crate::combat::contract::{
    Aim, Cause, Choice, Miss, OpportunityForecast, Refusal, Request, Seat,
};
use crate::combat::manoeuvre::contest;
use crate::combat::movement::mount;
use crate::combat::movement::place::Shift;
use crate::combat::movement::{allowance, forced, hazard, mode, overlay, speed};
use crate::combat::opportunity::stray;
use crate::combat::state::step::rush::Phase;
use crate::combat::state::{Acting, Answered, DeclaredAction, Rush, State, Wounding};
use crate::combat::{conditions, economy, opportunity};
use crate::grid::{Area, Cost, DiagonalParity, Direction, Square, price_step};
use crate::rules::{ActionId, Flag, Force, Modifier, Primitive, Provokes, Topic};

/// Whether a bull rush can be tried: next to the target and, where the pusher moves in, free to.
pub(crate) fn legal(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    super::common::adjacent(state, seat, target, Topic::BullRush)?;
    if !state.rules().policies.bull_rush.moves_in {
        return Ok(());
    }
    mode::held_fast(state, seat)?;
    if conditions::has(state, seat, Flag::Prone) {
        let reason = "You cannot bull rush while prone: stand up first.";
        return state.refuse(Topic::Prone, reason);
    }
    economy::no_step_taken(state, seat, None)?;
    match entry(state, seat, target) {
        Some(_) => Ok(()),
        None => {
            let reason = "You have no room to move into the target's space.";
            state.refuse(Topic::BullRushEntry, reason)
        }
    }
}

/// The way from one space to another next to it.
pub(crate) fn towards(from: Area, to: Area) -> Option<Direction> {
    let side = |low: i32, high: i32, first: i32, last: i32| {
        if first > high {
            1
        } else if last < low {
            -1
        } else {
            0
        }
    };
    Direction::from_delta(
        side(from.left(), from.right(), to.left(), to.right()),
        side(from.top(), from.bottom(), to.top(), to.bottom()),
    )
}

/// The way into the target's space and what it costs, if there is room beside the target.
pub(crate) fn entry(state: &State, seat: Seat, target: Seat) -> Option<(Direction, Cost)> {
    let (from, to) = (state.area(seat)?, state.area(target)?);
    let direction = towards(from, to)?;
    Some((direction, step_cost(state, seat, direction, target)?))
}

/// What one step costs a combatant that shares space with `other`; `None`: there is no room.
fn step_cost(state: &State, seat: Seat, direction: Direction, other: Seat) -> Option<Cost> {
    let from = state.area(seat)?;
    let map = overlay::overlay_without(state, seat, &[other]);
    let parity = if state.get(seat).budget.odd_diagonals {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let cost = price_step(&map, from, from.anchor, direction, parity).ok()?;
    map.may_stop(from, from.anchor + direction).then_some(cost)
}

/// The contest of a push.
pub(crate) fn contest(
    state: &State,
    seat: Seat,
    target: Seat,
    extra: &[Modifier],
) -> Option<Contest> {
    let rule = &state.rules().policies.manoeuvres.bull_rush;
    contest::of(state, rule, (seat, target), extra, [None, None])
}

/// What one move gives the pusher.
fn speed(state: &State, seat: Seat) -> Cost {
    Cost::squares(speed::of(state, seat))
}

/// Takes from what is left to the pusher what it has lost by becoming slower. At the end of a charge it
/// walks the rest of its way.
fn slow(state: &State, rush: &mut Rush) {
    let def = state.rules().actions.get(rush.action);
    let lost = match def.and_then(|def| def.charge()) {
        Some(_) => allowance::lost(state, rush.seat, rush.action, rush.given),
        None => rush.given.less(speed(state, rush.seat)),
    };
    rush.left = rush.left.less(lost);
    rush.given = rush.given.less(lost);
}

/// A bull rush as an action of its own; what it invites has been dealt with.
pub(crate) fn begin(battle: &mut Wounding, declared: &DeclaredAction, target: Seat) {
    let walked = u32::from(battle.get(declared.seat).budget.moved);
    let given = speed(battle, declared.seat);
    let left = given.less(Cost(walked));
    push(
        battle,
        Rush {
            seat: declared.seat,
            target,
            action: declared.action,
            extra: Vec::new(),
            left,
            given,
            from: None,
            limp: false,
            phase: Phase::Enter,
        },
    );
}

impl Rush {
    /// A bull rush that ends a charge.
    pub fn of_charge(seat: Seat, target: Seat, action: ActionId, extra: Vec<Modifier>) -> Self {
        Self {
            seat,
            target,
            action,
            extra,
            left: Cost::ZERO,
            given: Cost::ZERO,
            from: None,
            limp: false,
            phase: Phase::Provoke,
        }
    }
}

/// Puts the next phase of a bull rush on the stack.
pub(crate) fn push(battle: &mut Wounding, rush: Rush) {
    battle.push(rush);
}

/// Takes a bull rush one phase further.
pub(crate) fn advance(battle: &mut Acting, rush: Rush) {
    if !conditions::present(battle, rush.seat) || !conditions::present(battle, rush.target) {
        return;
    }
    match rush.phase {
        Phase::Provoke => provoke(battle, rush),
        Phase::Enter => enter(battle, rush),
        Phase::Shove => shove(battle, rush),
        Phase::Choose(_) => {}
        Phase::Push(way, squares) => {
            let (seat, target) = (rush.seat, rush.target);
            next(battle, rush, Phase::Shift(way, squares));
            bare(battle, target, seat);
        }
        Phase::Shift(way, squares) => shift(battle, rush, way, squares),
        Phase::Follow(..) if is_felled(battle, &rush) => {}
        Phase::Follow(way, squares) => {
            let (seat, target) = (rush.seat, rush.target);
            next(battle, rush, Phase::Walk(way, squares));
            bare(battle, seat, target);
        }
        Phase::Walk(way, squares) => follow(battle, rush, way, squares),
    }
}

fn next(battle: &mut Wounding, rush: Rush, phase: Phase) {
    push(battle, Rush { phase, ..rush });
}

/// Offers what leaving a square in the push invites from every combatant but the other of the two.
fn bare(battle: &mut Wounding, mover: Seat, other: Seat) {
    let at = battle.area(mover).map(|area| area.anchor);
    if let Some(at) = at.filter(|_| battle.rules().policies.bull_rush.provokes) {
        opportunity::offer_except(battle, mover, Cause::Leaving(at), &[other]);
    }
}

fn provoke(battle: &mut Wounding, rush: Rush) {
    let (seat, target, action) = (rush.seat, rush.target, rush.action);
    let provokes = battle.rules().actions.get(action).map(|def| def.provokes);
    next(battle, rush, Phase::Enter);
    let depth = battle.depth();
    let only = match provokes {
        Some(Provokes::Yes) => Some(None),
        Some(Provokes::FromTarget) => Some(Some(target)),
        Some(Provokes::No | Provokes::IfRanged) | None => None,
    };
    if let Some(only) = only {
        opportunity::offer(battle, seat, Cause::Act(action), only);
    }
    begun::by_name(battle, seat, |def| {
        def.any(|what| *what == Primitive::BullRush)
    });
    battle.order_interrupts(depth);
}

fn give_up(battle: &mut Acting, rush: &Rush) {
    let sides = (rush.seat, rush.target);
    battle.fail(&[Topic::BullRush], sides, Miss::Interrupted);
}

fn enter(battle: &mut Acting, mut rush: Rush) {
    let seat = rush.seat;
    if !conditions::able(battle, seat) || legal(battle, seat, rush.target).is_err() {
        return give_up(battle, &rush);
    }
    if !battle.rules().policies.bull_rush.moves_in {
        return next(battle, rush, Phase::Shove);
    }
    let Some((way, cost)) = entry(battle, seat, rush.target) else {
        return give_up(battle, &rush);
    };
    let from = battle.area(seat);
    rush.from = from;
    rush.left = rush.left.less(cost);
    next(battle, rush, Phase::Shove);
    walk(battle, seat, way, cost, Topic::BullRushEntry);
    (battle.on.comes_near)(battle, seat);
}

/// One step of the pusher's own.
pub(crate) fn walk(battle: &mut Acting, seat: Seat, way: Direction, cost: Cost, topic: Topic) {
    let Some(from) = battle.area(seat) else {
        return;
    };
    let to = from.anchor + way;
    let twelfths = cost.twelfths();
    let budget = battle.budget_mut(seat);
    budget.moved = budget.moved.saturating_add(twelfths);
    budget.odd_diagonals ^= way.is_diagonal();
    let reactions = battle.reactions_mut(seat);
    reactions.moved = reactions.moved.saturating_add(twelfths);
    let step = Shift {
        from,
        to,
        cost_twelfths: twelfths,
        forced: false,
    };
    mount::shift(battle, seat, step, &[topic]);
    hazard::tread(battle);
}

fn shove(battle: &mut Acting, mut rush: Rush) {
    rush.limp = conditions::has(battle, rush.target, Flag::Helpless);
    if !conditions::able(battle, rush.seat) {
        return;
    }
    if battle.rules().policies.bull_rush.moves_in && !is_inside(battle, &rush) {
        return give_up(battle, &rush);
    }
    let checks = contest(battle, rush.seat, rush.target, &rush.extra);
    let won = checks.and_then(|checks| {
        let bonus = checks.bonus.clone();
        let won = checks.roll(battle, Topic::BullRush);
        conditions::used_up::by_check(battle, rush.seat, &bonus);
        won
    });
    let rules = battle.rules().policies.bull_rush;
    if !rules.moves_in {
        if let Some(excess) = won {
            let further = rules
                .further_per
                .map_or(0, |per| excess / i32::from(per.max(1)));
            let squares = 1 + u32::try_from(further).unwrap_or(0);
            forced::begin(battle, rush.seat, rush.target, Force::Push, squares);
        }
        return;
    }
    let Some(way) = came(battle, &rush) else {
        return;
    };
    slow(battle, &mut rush);
    let Some(excess) = won else {
        return throw_back(battle, &rush, Topic::BullRushFails);
    };
    let squares = lane(battle, &rush, way, excess);
    match squares.len() {
        0 => throw_back(battle, &rush, Topic::BullRushBlocked),
        1 => next(battle, rush, Phase::Push(way, 1)),
        _ => {
            let (seat, target) = (rush.seat, rush.target);
            let request = Request::PushTo {
                seat,
                target,
                squares,
            };
            let phase = Phase::Choose(way);
            battle.ask(request, Rush { phase, ..rush });
        }
    }
}

/// Whether the target has gone down while it was pushed: it drops where it is.
fn is_felled(state: &State, rush: &Rush) -> bool {
    !rush.limp && conditions::has(state, rush.target, Flag::Helpless)
}

/// Whether the pusher stands where it came in: the ground may have put it somewhere else.
fn is_inside(state: &State, rush: &Rush) -> bool {
    let (own, other) = (state.area(rush.seat), state.area(rush.target));
    own.zip(other)
        .is_some_and(|(own, other)| own.overlaps(other))
}

/// The direction in which the pusher came in.
fn came(state: &State, rush: &Rush) -> Option<Direction> {
    Direction::between(rush.from?.anchor, state.area(rush.seat)?.anchor)
}

/// The squares straight back to which the target can be pushed, the nearest first. All but the first
/// need points to spare, and a pusher who can go along.
fn lane(battle: &mut Acting, rush: &Rush, way: Direction, excess: i32) -> Vec<Square> {
    let per = battle.rules().policies.bull_rush.further_per;
    let spare = per.map_or(0, |per| 12 * excess.max(0) / i32::from(per.max(1)));
    let allowance = Cost::SQUARE + Cost(spare.unsigned_abs());
    let (own, other) = (battle.area(rush.seat), battle.area(rush.target));
    let parity = battle.get(rush.seat).budget.odd_diagonals;
    let (mut squares, mut pushed, mut odd, mut walked) =
        (Vec::new(), Cost::ZERO, false, Cost::ZERO);
    // Looked at from where the two would stand, and put back.
    while let Some(cost) = forced::cost(battle, rush.target, way, odd, Some(rush.seat)) {
        pushed += cost;
        let to = battle
            .area(rush.target)
            .map(|area| area.moved_to(area.anchor + way));
        let Some(to) = to.filter(|_| squares.is_empty() || pushed <= allowance) else {
            break;
        };
        if !squares.is_empty() {
            let Some(step) = step_cost(battle, rush.seat, way, rush.target) else {
                break;
            };
            walked += step;
            if walked > rush.left {
                break;
            }
            let along = battle.area(rush.seat);
            let along = along.map(|area| area.moved_to(area.anchor + way));
            battle.set_area(rush.seat, along);
            battle.budget_mut(rush.seat).odd_diagonals ^= way.is_diagonal();
        }
        squares.push(to.anchor);
        battle.set_area(rush.target, Some(to));
        odd ^= way.is_diagonal();
    }
    battle.set_area(rush.seat, own);
    battle.set_area(rush.target, other);
    battle.budget_mut(rush.seat).odd_diagonals = parity;
    squares
}

/// Takes the chosen square.
pub(crate) fn answer(battle: &mut Wounding, (rush, request, choice): Answered<Rush>) {
    let (Phase::Choose(way), Request::PushTo { squares, .. }, Choice::PushTo(chosen)) =
        (rush.phase, request, choice)
    else {
        return;
    };
    let count = squares.iter().position(|square| *square == chosen);
    let count = u8::try_from(count.map_or(1, |at| at + 1)).unwrap_or(1);
    next(battle, rush, Phase::Push(way, count));
}

fn shift(battle: &mut Wounding, rush: Rush, way: Direction, squares: u8) {
    let target = rush.target;
    if is_felled(battle, &rush) {
        return throw_back(battle, &rush, Topic::OpportunityAttack);
    }
    let room = forced::cost(battle, target, way, false, Some(rush.seat)).is_some();
    let Some(area) = battle.area(target).filter(|_| room) else {
        // A combatant has come into the way since.
        return throw_back(battle, &rush, Topic::BullRushBlocked);
    };
    if squares > 1 {
        next(battle, rush, Phase::Follow(way, squares - 1));
    }
    forced::shift(battle, target, area.anchor + way, &[Topic::ForcedMovement]);
}

fn follow(battle: &mut Acting, mut rush: Rush, way: Direction, squares: u8) {
    let seat = rush.seat;
    let fit = conditions::able(battle, seat)
        && !conditions::has(battle, seat, Flag::Prone)
        && !is_felled(battle, &rush);
    let Some(cost) = step_cost(battle, seat, way, rush.target).filter(|_| fit) else {
        return;
    };
    slow(battle, &mut rush);
    if cost > rush.left {
        return;
    }
    rush.left = rush.left.less(cost);
    rush.from = battle.area(seat);
    next(battle, rush, Phase::Push(way, squares));
    walk(battle, seat, way, cost, Topic::BullRushMoves);
}

/// Back where the pusher came from; if another combatant is there, it lies down beside it.
fn throw_back(battle: &mut Wounding, rush: &Rush, topic: Topic) {
    let Some(from) = rush.from else { return };
    retreat(battle, rush.seat, from, topic);
}

/// Puts a combatant back where it came from, on the ground if that place is taken.
pub(crate) fn retreat(battle: &mut Wounding, seat: Seat, from: Area, topic: Topic) {
    let taken = battle.all().any(|other| {
        let place = battle.area(other);
        other != seat
            && !riding::are_pair(battle, seat, other)
            && conditions::present(battle, other)
            && place.is_some_and(|space| space.overlaps(from))
    });
    forced::shift(battle, seat, from.anchor, &[topic]);
    if taken {
        let prone = battle.book.known.prone;
        conditions::begin_known(battle, seat, prone, None);
    }
}

/// Takes what misses from the odds of the attacks of opportunity that a bull rush invites.
pub(crate) fn spare(state: &State, declared: &DeclaredAction, odds: &mut [OpportunityForecast]) {
    let stray = f64::from(state.rules().policies.bull_rush.stray) / 100.0;
    let Aim::At(target) = declared.aim else {
        return;
    };
    if !stray::is_rush(state, declared.action) {
        return;
    }
    for one in odds.iter_mut().filter(|one| one.by != target) {
        one.hit *= 1.0 - stray;
        one.mean_damage *= 1.0 - stray;
    }
}

/// The chance of what a charge ends with, if it is decided by checks.
pub(crate) fn rush_chance(
    state: &State,
    seat: Seat,
    target: Seat,
    extra: &[Modifier],
) -> Option<f64> {
    Some(contest(state, seat, target, extra)?.chance())
}

/// Whether a target can be pushed as far as its size goes.
pub(crate) fn rush_fits(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let rule = &state.rules().policies.manoeuvres.bull_rush;
    super::common::fits(state, rule, seat, target, Topic::BullRushSize)
}
