//! The movement itself, one square at a time, with everything that may interrupt it.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::gait::{self, Rise};
use super::price::{self, Plan};
use crate::combat::arena::Arena;
use crate::combat::attack::{self, AttackOrder};
use crate::combat::deed::Deed;
use crate::combat::event::EventKind;
use crate::combat::request::{Aim, Cause, Trigger};
use crate::combat::seat::Seat;
use crate::combat::step::Step;
use crate::combat::{condition, opportunity, ready, terrain, threat};
use crate::grid::{Area, Cost, DiagonalParity, Direction, Passage, Square, price_step};
use crate::rules::{ActionId, Flag, Topic};

/// A movement under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    pub seat: Seat,
    pub action: ActionId,
    /// Squares still to be entered, next first.
    pub path: Vec<Square>,
    pub pace: Pace,
    /// The rule that the movement rests on.
    pub topic: Topic,
    /// Getting up comes first.
    pub rise: Option<Rise>,
    /// So many of the next squares provoke nothing when they are left.
    pub sheltered: u8,
    /// So many of the next squares cost nothing.
    pub gratis: u8,
    /// What is left to spend.
    pub left: Cost,
    /// What is left at the end can be used up later in the turn.
    pub lasting: bool,
    /// On hands and knees.
    pub crawling: bool,
    /// Where the mover could last have stopped.
    pub footing: Square,
    /// The attack at the end of a charge.
    pub then: Option<AttackOrder>,
}

/// How far the next square has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// About to leave a square, or to stand up: whoever may strike is asked.
    Leaving,
    /// Opportunity attacks are over; readied actions on moving away come next.
    Left,
    /// The next square is entered.
    Entering,
    /// It was entered, and did its harm.
    Entered,
}

/// Starts a movement along a path (actions with procedure `move` and `step`).
pub fn begin(arena: &mut Arena, deed: &Deed) {
    let path = match &deed.aim {
        Aim::Along(path) => path.as_slice(),
        _ => &[],
    };
    match price::plan(arena, deed.seat, deed.action, path) {
        Ok(plan) => start(arena, deed.seat, deed.action, plan),
        // Something changed between the order and the first step, such as a fall.
        Err(_) => halt(arena, deed.seat),
    }
}

fn start(arena: &mut Arena, seat: Seat, action: ActionId, plan: Plan) {
    let rules = arena.book.rules.clone();
    let def = gait::definition(&rules, action);
    let lasting = def.is_some_and(|def| !def.straight) && !plan.closes;
    let budget = arena.get_mut(seat).budget.into_inner();
    budget.stepped |= plan.closes;
    budget.move_only |= def.is_some_and(|def| def.move_only);
    budget.moving = None;
    let running = def
        .and_then(|def| def.condition.as_deref())
        .and_then(|name| rules.condition(name));
    if let Some(condition) = running.filter(|_| !plan.gait.continuing) {
        condition::begin(arena, seat, condition, None);
    }
    let left = plan.gait.budget;
    push(arena, Walk::of(seat, action, plan, lasting, left, None));
}

fn push(arena: &mut Arena, walk: Walk) {
    arena.push(Step::Walk(walk));
}

impl Walk {
    /// The walk of a checked movement.
    pub(in crate::combat) fn of(
        seat: Seat,
        action: ActionId,
        plan: Plan,
        lasting: bool,
        left: Cost,
        then: Option<AttackOrder>,
    ) -> Self {
        Self {
            seat,
            action,
            pace: Pace::Leaving,
            topic: plan.gait.topic,
            rise: plan.gait.rise,
            sheltered: plan.sheltered,
            gratis: plan.gratis,
            left,
            lasting,
            crawling: plan.gait.crawling,
            footing: plan.gait.area.anchor,
            path: plan.squares,
            then,
        }
    }
}

/// Walks one square.
pub fn advance(In(walk): In<Walk>, mut arena: Arena) {
    let arena = &mut arena;
    if !is_fit(arena, &walk) {
        return stop(arena, &walk);
    }
    match walk.pace {
        Pace::Leaving => leave(arena, walk),
        Pace::Left => {
            let seat = walk.seat;
            push(
                arena,
                Walk {
                    pace: Pace::Entering,
                    ..walk
                },
            );
            ready::offer(arena, seat, Trigger::Moves { who: None });
        }
        Pace::Entering => enter(arena, walk),
        Pace::Entered => {
            let seat = walk.seat;
            push(
                arena,
                Walk {
                    pace: Pace::Leaving,
                    ..walk
                },
            );
            ready::offer(arena, seat, Trigger::ComesInReach { who: None });
        }
    }
}

/// Whether the mover can go on.
fn is_fit(arena: &Arena, walk: &Walk) -> bool {
    const FAST: [Flag; 2] = [Flag::Held, Flag::NoMovement];
    let lies = condition::has(arena, walk.seat, Flag::Prone);
    condition::able(arena, walk.seat)
        && !threat::has_any(arena, walk.seat, &FAST)
        && (lies == walk.crawling || lies && walk.rise.is_some())
}

/// Offers what leaving the square, or standing up in it, invites.
fn leave(arena: &mut Arena, walk: Walk) {
    let (seat, rise) = (walk.seat, walk.rise);
    if let Some(rise) = rise {
        push(
            arena,
            Walk {
                pace: Pace::Entering,
                ..walk
            },
        );
        if rise.provokes {
            opportunity::offer(arena, seat, Cause::Standing, None);
        }
        return;
    }
    if walk.path.is_empty() {
        return arrive(arena, walk);
    }
    let Some(area) = arena.get(seat).place.0 else {
        return;
    };
    let sheltered = walk.sheltered > 0;
    push(
        arena,
        Walk {
            pace: Pace::Left,
            ..walk
        },
    );
    if !sheltered {
        opportunity::offer(arena, seat, Cause::Leaving(area.anchor), None);
    }
}

/// Enters the next square, or stands up.
fn enter(arena: &mut Arena, mut walk: Walk) {
    let seat = walk.seat;
    if let Some(rise) = walk.rise.take() {
        stand_up(arena, seat);
        spend(arena, &mut walk, rise.cost, DiagonalParity::Even);
        walk.pace = Pace::Leaving;
        return push(arena, walk);
    }
    let (Some(from), Some(&square)) = (arena.get(seat).place.0, walk.path.first()) else {
        return;
    };
    let Some(direction) = Direction::between(from.anchor, square) else {
        return stop(arena, &walk);
    };
    let odd = arena.get(seat).budget.odd_diagonals;
    let parity = if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let map = terrain::overlay(arena, seat);
    let Ok(cost) = price_step(&map, from, from.anchor, direction, parity) else {
        // Somebody has come into the way since.
        return stop(arena, &walk);
    };
    let stops = map.may_stop(from, square);
    let cost = if walk.gratis > 0 { Cost::ZERO } else { cost };
    let diagonal = direction.is_diagonal();
    let turns = if walk.gratis == 0 && diagonal {
        parity.flipped()
    } else {
        parity
    };
    spend(arena, &mut walk, cost, turns);
    let distance = twelfths(cost.max(Cost::SQUARE));
    let budget = arena.get_mut(seat).budget.into_inner();
    budget.moved = budget.moved.saturating_add(distance);
    let to = from.moved_to(square);
    let hampered = terrain::newly_entered(from, to).any(|s| arena.field.hampering.contains(s));
    let mut topics = vec![walk.topic];
    topics.extend(diagonal.then_some(Topic::Diagonal));
    topics.extend(hampered.then_some(Topic::Terrain));
    topics.extend((walk.sheltered > 0).then_some(Topic::OpportunityExempt));
    put(arena, seat, Some(to));
    let cost_twelfths = twelfths(cost);
    let moved = EventKind::Moved {
        seat,
        from: from.anchor,
        to: square,
        cost_twelfths,
        forced: false,
    };
    arena.emit(&topics, moved);
    walk.path.remove(0);
    walk.sheltered = walk.sheltered.saturating_sub(1);
    walk.gratis = walk.gratis.saturating_sub(1);
    if stops {
        walk.footing = square;
    }
    push(
        arena,
        Walk {
            pace: Pace::Entered,
            ..walk
        },
    );
    terrain::harm(arena, seat, from, to);
}

fn twelfths(cost: Cost) -> u16 {
    u16::try_from(cost.0).unwrap_or(u16::MAX)
}

/// Takes a cost from what is left, and keeps the account of the turn.
fn spend(arena: &mut Arena, walk: &mut Walk, cost: Cost, parity: DiagonalParity) {
    walk.left = walk.left.less(cost);
    let budget = arena.get_mut(walk.seat).budget.into_inner();
    if cost > Cost::ZERO && walk.rise.is_none() {
        budget.odd_diagonals = match parity {
            DiagonalParity::Odd => true,
            DiagonalParity::Even => false,
        };
    }
}

/// The end of the path: what is left may be used later, and a charge strikes.
fn arrive(arena: &mut Arena, walk: Walk) {
    if walk.lasting && can_go_on(arena, &walk) {
        let left = (walk.action, twelfths(walk.left));
        arena.get_mut(walk.seat).budget.moving = Some(left);
    }
    if let Some(order) = walk.then
        && attack::legal(arena, &order, None).is_ok()
    {
        attack::begin(arena, order);
    }
}

/// Whether what is left suffices for any further square.
fn can_go_on(arena: &Arena, walk: &Walk) -> bool {
    let Some(area) = arena.get(walk.seat).place.0 else {
        return false;
    };
    let odd = arena.get(walk.seat).budget.odd_diagonals;
    let parity = if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let map = terrain::overlay(arena, walk.seat);
    Direction::ALL.into_iter().any(|direction| {
        let price = price_step(&map, area, area.anchor, direction, parity);
        price.is_ok_and(|price| price <= walk.left)
    })
}

/// Ends a movement before its goal.
fn stop(arena: &mut Arena, walk: &Walk) {
    let seat = walk.seat;
    step_back(arena, walk);
    halt(arena, seat);
}

fn halt(arena: &mut Arena, seat: Seat) {
    arena.get_mut(seat).budget.moving = None;
    if let Some(area) = arena.get(seat).place.0 {
        let stopped = EventKind::MovementStopped {
            seat,
            at: area.anchor,
        };
        arena.emit(&[Topic::Move], stopped);
    }
}

/// Whoever is stopped in the space of somebody it was only passing, and still stands, goes back to
/// the last square where it could have stopped.
fn step_back(arena: &mut Arena, walk: &Walk) {
    let seat = walk.seat;
    let Some(area) = arena.get(seat).place.0 else {
        return;
    };
    if area.anchor == walk.footing || condition::has(arena, seat, Flag::Helpless) {
        return;
    }
    let shares = |other: &Seat| {
        *other != seat
            && arena.get(*other).place.0.is_some_and(|o| o.overlaps(area))
            && terrain::passage(arena, seat, *other) != Passage::Open
    };
    if !condition::present(arena, seat) || !arena.all().any(|other| shares(&other)) {
        return;
    }
    let (from, to) = (area.anchor, walk.footing);
    put(arena, seat, Some(area.moved_to(to)));
    let moved = EventKind::Moved {
        seat,
        from,
        to,
        cost_twelfths: 0,
        forced: true,
    };
    arena.emit(&[Topic::Occupied], moved);
}

/// Puts a combatant somewhere without any rule of movement, and refreshes what depends on it.
pub fn put(arena: &mut Arena, seat: Seat, area: Option<Area>) {
    arena.get_mut(seat).place.0 = area;
    threat::refresh(arena, seat);
    release(arena, seat);
}

/// Ends holds between this combatant and whoever is no longer next to it.
fn release(arena: &mut Arena, seat: Seat) {
    let apart = |a: Seat, b: Seat| match (arena.get(a).place.0, arena.get(b).place.0) {
        (Some(a), Some(b)) => !a.is_adjacent(b) && !a.overlaps(b),
        _ => true,
    };
    let table = &arena.rules().conditions;
    let holds = |flags: &[Flag]| flags.contains(&Flag::Held) || flags.contains(&Flag::Grappling);
    let mut over = Vec::new();
    for bearer in arena.all() {
        for active in &arena.get(bearer).conditions.0 {
            let Some(by) = active.by else { continue };
            let concerns = (bearer == seat) != (by == seat);
            if concerns && holds(&table[active.condition].flags) && apart(bearer, by) {
                over.push((bearer, active.condition, by));
            }
        }
    }
    for (bearer, condition, by) in over {
        condition::end_by(arena, bearer, Some(condition), by);
    }
}

/// Gets up from the ground.
pub fn stand_up(arena: &mut Arena, seat: Seat) {
    let prone: Vec<_> = condition::in_force(arena, seat)
        .filter(|(_, def)| def.flags.contains(&Flag::Prone))
        .map(|(id, _)| id)
        .collect();
    for condition in prone {
        condition::end(arena, seat, condition);
    }
}

/// Falls prone at will.
pub fn drop_prone(arena: &mut Arena, seat: Seat) {
    condition::begin_known(arena, seat, arena.book.known.prone, Some(seat));
}
