//! The movement itself, one square at a time, with everything that may interrupt it.

mod ending;

use bevy_ecs::prelude::*;

use self::ending::{arrive, bar, break_off, fall_short, halt, stop};
use crate::combat::conditions::riding;
use crate::combat::contract::{Aim, Cause, Refusal, Seat, Trigger};
use crate::combat::movement::mount;
use crate::combat::movement::place::Shift;
use crate::combat::movement::place::stand_up;
use crate::combat::movement::{
    allowance, blindly, climb, curtail, footing, haste, hazard, kinds, leap, mode, overlay, price,
    squeeze, stamina, step, terrain, tested, tumble,
};
use crate::combat::state::{
    Acting, DeclaredAction, Finish, Mark, MoveMode, OverrunStage, Pace, Plan, State, Turning, Walk,
};
use crate::combat::{conditions, opportunity};
use crate::grid::{
    Area, Cost, CostMap, DiagonalParity, Direction, Passage, Square, parity_after, price_step,
};
use crate::rules::{ActionDef, ActionId, Exempt, Flag, Flags, Topic};

/// Starts a movement along a path (of `move`, `step` and `leap`).
pub fn begin(battle: &mut Acting, declared: &DeclaredAction) {
    let path = match &declared.aim {
        Aim::Along(path) => path.as_slice(),
        _ => &[],
    };
    if declared.readied {
        // Out of turn nothing is left over from its own one.
        battle.budget_mut(declared.seat).moving = None;
    }
    let def = battle.rules().actions.get(declared.action);
    if let Some(leap) = def.and_then(ActionDef::leap) {
        return leap::begin(battle, declared, leap, path);
    }
    match planned(battle, declared, path) {
        Ok(plan) if plan.move_mode.climbing && !plan.move_mode.continuing => {
            let MoveMode {
                area, check_bonus, ..
            } = plan.move_mode;
            let check = climb::check(battle, declared.seat, area, &plan.squares, check_bonus);
            match check.map(|check| climb::attempt(battle, check)) {
                Ok(true) => start(battle, declared.seat, declared.action, plan),
                _ => halt(battle, declared.seat, None, false),
            }
        }
        Ok(plan) => {
            let check = tested::of_all(battle, declared.seat, declared.action, &plan);
            let made = check.is_none_or(|(topic, (_, check))| check.succeeds(battle, topic));
            match made {
                true => start(battle, declared.seat, declared.action, plan),
                false => halt(battle, declared.seat, None, false),
            }
        }
        Err(_) => halt(battle, declared.seat, None, false),
    }
}

/// The movement as it was chosen, or as far as it still leads: something may have changed between the order and
/// the first step.
fn planned(state: &State, declared: &DeclaredAction, path: &[Square]) -> Result<Plan, Refusal> {
    let plan = |path: &[Square]| price::plan(state, declared.seat, declared.action, path);
    let shorter = (0..path.len()).rev().map(|squares| &path[..squares]);
    plan(path).or_else(|why| {
        let mut plans = shorter.filter_map(|path| plan(path).ok());
        plans.next().ok_or(why)
    })
}

fn start(battle: &mut Acting, seat: Seat, action: ActionId, plan: Plan) {
    let rules = battle.book.rules.clone();
    let def = kinds::definition(&rules, action);
    let lasting = def.is_some_and(|def| !def.straight && def.tumbles.is_none()) && !plan.closes;
    if def.is_some_and(kinds::runs) && !plan.move_mode.continuing {
        stamina::count(battle, seat);
    }
    let odd = match plan.move_mode.continuing {
        true => battle.get(seat).budget.odd_diagonals,
        false => mode::carried_over(battle, seat),
    };
    let budget = battle.budget_mut(seat);
    budget.odd_diagonals = odd;
    let plain = def.is_some_and(|def| def.factor == 1 && !def.straight && !def.while_prone);
    budget.marks.add_if(Mark::Stepped, plan.closes);
    let whole = plan.closes && def.is_some();
    budget.marks.add_if(Mark::WholeMove, whole);
    budget.marks.add_if(Mark::Walked, plain);
    budget.moving = None;
    // Those whose squares it gives up as it draws itself together may strike first.
    let narrow = plan.move_mode.area;
    let folds = plan.move_mode.whole.map(|_| narrow);
    if plan.move_mode.squeezing && folds.is_none() {
        squeeze::begin(battle, seat, action, narrow);
    }
    let running = def
        .and_then(|def| def.condition.as_deref())
        .and_then(|name| rules.condition(name));
    if let Some(condition) = running.filter(|_| !plan.move_mode.continuing) {
        conditions::begin(battle, seat, condition, None);
    }
    let left = plan.move_mode.budget;
    let given = allowance::whole(battle, seat, action).unwrap_or_default();
    let whole = plan.move_mode.whole;
    let walk = Walk::of(seat, action, plan, lasting, left, None);
    let mount = riding::mount_of(battle, seat);
    battle.push(Walk {
        given,
        mount,
        folds,
        footing: whole.map_or(walk.footing, |whole| whole.anchor),
        ..walk
    });
}

impl Walk {
    /// The walk of a checked movement.
    pub(crate) fn of(
        seat: Seat,
        action: ActionId,
        plan: Plan,
        lasting: bool,
        left: Cost,
        then: Option<Finish>,
    ) -> Self {
        Self {
            seat,
            action,
            start: Some(plan.move_mode.area.anchor),
            mount: None,
            pace: Pace::Leaving,
            topic: plan.move_mode.topic,
            rise: plan.move_mode.rise,
            sheltered: plan.sheltered,
            gratis: plan.gratis,
            same: false,
            left,
            given: Cost::ZERO,
            lasting,
            cut: false,
            crawling: plan.move_mode.crawling,
            footing: plan.move_mode.area.anchor,
            behind: None,
            folds: None,
            path: plan.squares,
            then,
            overrun: None,
            faced: Vec::new(),
        }
    }
}

/// Walks one square.
pub fn advance(battle: &mut Turning, mut walk: Walk) {
    if walk.pace == Pace::Contested {
        return (battle.on.has_overrun)(battle, walk);
    }
    if !is_able(battle, &walk) {
        return stop(battle, &walk);
    }
    if walk.pace != Pace::Met {
        curtail::curtail(battle, &mut walk);
    }
    if walk.cut && walk.path.is_empty() && walk.pace != Pace::Entered {
        return stop(battle, &walk);
    }
    // Arriving counts, whatever befalls the mover as it does.
    if has_more(&walk) && is_held_up(battle, &walk) && !rises(battle, &mut walk) {
        return fall_short(battle, walk);
    }
    if walk.pace == Pace::Leaving
        && let Some(path) = battle.on.asks.steered(battle, &walk)
    {
        walk.path = path;
    }
    match walk.pace {
        Pace::Leaving => leave(battle, walk),
        Pace::Entering => enter(battle, walk),
        Pace::Met | Pace::Contested => (battle.on.runs_into)(battle, walk),
        Pace::Left | Pace::Entered => {
            let seat = walk.seat;
            if walk.pace == Pace::Left {
                let pace = Pace::Entering;
                battle.push(Walk { pace, ..walk });
                (battle.on.sets_off)(battle, seat, Trigger::Moves { who: None });
            } else {
                let pace = Pace::Leaving;
                battle.push(Walk { pace, ..walk });
                (battle.on.comes_near)(battle, seat);
            }
        }
    }
}

/// Whether the mover can do anything at all.
fn is_able(state: &State, walk: &Walk) -> bool {
    let carrier = riding::carrier(state, walk.seat);
    conditions::able(state, walk.seat) && conditions::able(state, carrier)
}

/// Whether anything of the movement is left that the mover needs its legs for now.
fn has_more(walk: &Walk) -> bool {
    match walk.pace {
        Pace::Entered => false,
        Pace::Met => true,
        Pace::Leaving | Pace::Left | Pace::Entering | Pace::Contested => {
            walk.rise.is_some() || !walk.path.is_empty()
        }
    }
}

/// Whether the mover is held where it is, or lies on the ground without having reckoned with that.
fn is_held_up(state: &State, walk: &Walk) -> bool {
    const FAST: Flags = Flags::of(&[Flag::Held, Flag::NoMovement]);
    let carrier = riding::carrier(state, walk.seat);
    let lies = conditions::has(state, walk.seat, Flag::Prone);
    conditions::has_any(state, carrier, FAST)
        || lies != walk.crawling && !(lies && walk.rise.is_some())
}

/// Lets a prone mover stand up first where its movement includes that, and shortens the path to the movement
/// that is left. Returns whether it stands up.
fn rises(battle: &Acting, walk: &mut Walk) -> bool {
    let held = mode::held_fast(battle, riding::carrier(battle, walk.seat)).is_err();
    // The movement of a mount is lost with it, and a flight ends in a fall.
    let own = walk.mount == riding::mount_of(battle, walk.seat)
        && !kinds::flies(battle.rules(), walk.action);
    let rise = mode::rise(battle, walk.seat, walk.action);
    let rise = rise.filter(|rise| rise.cost <= walk.left);
    let Some(rise) = rise.filter(|_| own && !held && walk.pace != Pace::Met) else {
        return false;
    };
    let after = Walk {
        left: walk.left.less(rise.cost),
        ..walk.clone()
    };
    walk.path.truncate(curtail::fitting(battle, &after));
    walk.rise = Some(rise);
    walk.pace = Pace::Leaving;
    true
}

/// Offers what leaving the square, or standing up in it, invites.
fn leave(battle: &mut Acting, mut walk: Walk) {
    let (seat, rise) = (walk.seat, walk.rise);
    if let Some(rise) = rise {
        battle.push(Walk {
            pace: Pace::Entering,
            ..walk
        });
        if rise.provokes {
            opportunity::offer(battle, seat, Cause::Standing, None);
        }
        return;
    }
    if walk.path.is_empty() {
        return arrive(battle, walk);
    }
    let Some(area) = battle.area(seat) else {
        return;
    };
    let next = area.moved_to(walk.path[0]);
    tumble::face(battle, &mut walk);
    let evaded = tumble::evaded(&walk);
    // What is sheltered is the way within its own space, not what it gives up of that.
    let sheltered = walk.sheltered > 0 && walk.folds.is_none();
    let def = kinds::definition(battle.rules(), walk.action);
    let spares_seen = def.is_some_and(|def| def.exempt == Exempt::StartingSquareSeen);
    let in_order = battle.interrupts_in_order();
    let pace = match in_order {
        true => Pace::Entering,
        false => Pace::Left,
    };
    let cause = Cause::Leaving(area.anchor);
    let same = !sheltered && opportunity::is_same(battle, seat, cause);
    let run_into = walk.overrun.filter(|one| one.provokes);
    let run_into = run_into.filter(|_| meets(battle, &walk, next));
    let run_into = run_into.map(|one| (Cause::Act(walk.action), one.victim));
    battle.push(Walk { pace, same, ..walk });
    let depth = battle.depth();
    if in_order {
        (battle.on.sets_off)(battle, seat, Trigger::Moves { who: None });
    }
    if !sheltered {
        // Enemies choose between rider and mount.
        if let Some(mount) = riding::mount_of(battle, seat) {
            opportunity::offer(battle, mount, cause, None);
        }
        opportunity::offer_except(battle, seat, cause, &evaded);
    } else {
        let why = (cause, spares_seen);
        opportunity::offer_unsheltered(battle, seat, why, next);
    }
    if let Some((cause, victim)) = run_into {
        opportunity::offer(battle, seat, cause, Some(victim));
    }
    battle.order_interrupts(depth);
}

/// Enters the next square, or stands up.
fn enter(battle: &mut Acting, mut walk: Walk) {
    let seat = walk.seat;
    if let Some(area) = walk.folds.take() {
        squeeze::begin(battle, seat, walk.action, area);
        walk.footing = area.anchor;
        walk.pace = Pace::Leaving;
        return battle.push(walk);
    }
    if let Some(rise) = walk.rise.take() {
        stand_up(battle, seat);
        spend(battle, &mut walk, rise.cost, DiagonalParity::Even);
        walk.pace = Pace::Leaving;
        return battle.push(walk);
    }
    let (Some(from), Some(&square)) = (battle.area(seat), walk.path.first()) else {
        return;
    };
    let Some(direction) = Direction::between(from.anchor, square) else {
        return stop(battle, &walk);
    };
    let odd = battle.get(seat).budget.odd_diagonals;
    let parity = if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let map = map(battle, &walk);
    if tumble::is_stopped(battle, &walk, from.moved_to(square)) {
        return stop(battle, &walk);
    }
    let last = walk.path.len() == 1;
    if let Some(other) = blindly::met(battle, seat, from.moved_to(square), last) {
        return run_into(battle, walk, other, (from, direction, parity));
    }
    let Ok(cost) = price_step(&map, from, from.anchor, direction, parity) else {
        return bar(battle, walk);
    };
    // Squares that a large mover only passes are not its own.
    let stops = map.may_stop(from.moved_to(walk.footing), square);
    if last && !ends_well(battle, &walk, &map, from.moved_to(square)) {
        return bar(battle, walk);
    }
    if !climb::gets_over(battle, seat, from, from.moved_to(square)) {
        // The movement for that square is lost; the rest of it may lead elsewhere.
        spend(battle, &mut walk, cost, parity);
        walk.path.clear();
        footing::step_back(battle, &walk);
        return arrive(battle, walk);
    }
    let cost = if walk.gratis > 0 { Cost::ZERO } else { cost };
    let turns = match walk.gratis {
        0 => parity_after(&map, from, from.anchor, direction, parity),
        _ => parity,
    };
    let least = cost > walk.left;
    spend(battle, &mut walk, cost, turns);
    let distance = cost.max(Cost::SQUARE).twelfths();
    let def = battle.rules().actions.get(walk.action);
    if !def.is_some_and(ActionDef::is_bonus_step) {
        let budget = battle.budget_mut(seat);
        budget.moved = budget.moved.saturating_add(distance);
        let reactions = battle.reactions_mut(seat);
        reactions.moved = reactions.moved.saturating_add(distance);
    }
    let flies = kinds::flies(battle.rules(), walk.action);
    haste::count(battle, seat, direction, odd, flies);
    let to = from.moved_to(square);
    let topics = match battle.log.closed {
        true => Vec::new(),
        false => cited(battle, &walk, (from, to), (stops, least)),
    };
    let step = Shift {
        from,
        to: square,
        cost_twelfths: cost.twelfths(),
        forced: false,
    };
    mount::shift(battle, seat, step, &topics);
    walk.path.remove(0);
    walk.behind = Some(from.anchor);
    let def = kinds::definition(battle.rules(), walk.action);
    let open = def.is_some_and(|def| def.open_on_arrival);
    let aloft = !walk.path.is_empty() && flies;
    walk.sheltered = walk.sheltered.saturating_sub(1);
    walk.gratis = walk.gratis.saturating_sub(1);
    let met = meets(battle, &walk, to);
    if let Some(overrun) = walk.overrun.as_mut().filter(|_| met) {
        overrun.state = OverrunStage::Met(from);
        overrun.mount = riding::mount_of(battle, seat);
    } else if stops {
        walk.footing = square;
    }
    let pace = if met { Pace::Met } else { Pace::Entered };
    battle.push(Walk { pace, ..walk });
    let carrier = riding::carrier(battle, seat);
    if aloft {
        // Ground does nothing to one that flies over it.
        battle.place_mut(carrier).entered_from = None;
        return;
    }
    hazard::tread(battle);
    if battle.area(carrier) != Some(to) {
        return break_off(battle, seat);
    }
    if open && conditions::present(battle, seat) {
        opportunity::offer(battle, seat, Cause::Leaving(square), None);
    }
}

/// Whether the walker can stay in the last space of its path. A combatant that can only be passed may have come there
/// since, or may have been noticed on the way.
fn ends_well(state: &State, walk: &Walk, map: &CostMap, end: Area) -> bool {
    let start = end.moved_to(walk.start.unwrap_or(walk.footing));
    // An overrun takes its victim off the map.
    let on_victim = walk.overrun.is_some_and(|overrun| {
        let space = state.area(overrun.victim);
        space.is_some_and(|space| space.overlaps(end))
            && terrain::passage(state, walk.seat, overrun.victim) != Passage::Open
    });
    map.may_stop(start, end.anchor) && !on_victim
}

/// The topics of a step. `stops`: the walker could stop at its end; `least`: the step costs more than is left.
fn cited(
    state: &State,
    walk: &Walk,
    (from, to): (Area, Area),
    (stops, least): (bool, bool),
) -> Vec<Topic> {
    let seat = walk.seat;
    let flies = kinds::flies(state.rules(), walk.action);
    let above = flies || step::is_step(state, walk.action) && step::is_aloft(state, seat);
    let aloft = above || terrain::ignores_footing(state, seat);
    let hampered = terrain::slows(state, aloft, from, to);
    let diagonal = Direction::between(from.anchor, to.anchor).is_some_and(Direction::is_diagonal);
    let twice = hampered && !aloft && terrain::is_slowed_twice(state, from, to);
    let large = hampered && !from.footprint.is_single();
    let past = squeeze::squeezes(state, seat) && !stops;
    let mut topics = vec![walk.topic];
    topics.extend(diagonal.then_some(Topic::Diagonal));
    topics.extend(hampered.then_some(Topic::Terrain));
    if !above {
        topics.extend(terrain::in_the_way(state, seat, from, to));
    }
    topics.extend(twice.then_some(Topic::TerrainTwice));
    topics.extend(large.then_some(Topic::TerrainLarge));
    topics.extend(least.then_some(Topic::LeastMove));
    topics.extend(past.then_some(Topic::SqueezePast));
    match walk.sheltered {
        0 => {
            let cause = Cause::Leaving(from.anchor);
            topics.extend(opportunity::spared(state, seat, cause, None));
            topics.extend(walk.same.then_some(Topic::OpportunitySame));
        }
        _ => topics.push(Topic::OpportunityExempt),
    }
    topics
}

/// The walker meets one of whom it knew nothing: its way ends before it, the movement for that square is lost, and the
/// rest of it may lead elsewhere.
fn run_into(
    battle: &mut Acting,
    mut walk: Walk,
    other: Seat,
    (from, direction, parity): (Area, Direction, DiagonalParity),
) {
    let known = mode::map(battle, walk.seat, walk.action);
    let cost = price_step(&known, from, from.anchor, direction, parity);
    spend(battle, &mut walk, cost.unwrap_or(Cost::SQUARE), parity);
    blindly::meet(battle, walk.seat, other);
    if walk.then.is_some() || walk.overrun.is_some() {
        return stop(battle, &walk);
    }
    walk.path.clear();
    footing::step_back(battle, &walk);
    arrive(battle, walk);
}

/// The map as the walker finds it.
pub(super) fn map(state: &State, walk: &Walk) -> CostMap {
    match walk.overrun {
        Some(overrun) => {
            let (flies, spared) = (kinds::flies(state.rules(), walk.action), [overrun.victim]);
            let clear = overlay::clear_of_ground(state, walk.seat, flies, &spared);
            clear.unwrap_or_else(|| overlay::overlay_without(state, walk.seat, &spared))
        }
        // Wings bear a step over what holds up those on foot (SP-TERR-05).
        None if step::is_step(state, walk.action) && step::is_aloft(state, walk.seat) => {
            step::whole_map(state, walk.seat)
        }
        None => mode::whole_map(state, walk.seat, walk.action),
    }
}

/// Whether the mover has come into the space of the one whom it is to run over.
fn meets(state: &State, walk: &Walk, at: crate::grid::Area) -> bool {
    walk.overrun.is_some_and(|overrun| {
        let place = state.area(overrun.victim);
        overrun.state == OverrunStage::Ahead
            && conditions::present(state, overrun.victim)
            && place.is_some_and(|space| space.overlaps(at))
    })
}

/// Takes a cost from what is left, and keeps the account of the turn.
fn spend(battle: &mut Acting, walk: &mut Walk, cost: Cost, parity: DiagonalParity) {
    walk.left = walk.left.less(cost);
    let budget = battle.budget_mut(walk.seat);
    if cost > Cost::ZERO && walk.rise.is_none() {
        budget.odd_diagonals = match parity {
            DiagonalParity::Odd => true,
            DiagonalParity::Even => false,
        };
    }
}

#[cfg(test)]
mod tests;
