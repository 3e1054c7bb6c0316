//! Charges: whom, along which lane, and what comes at the end.

use super::arena::Arena;
use super::attack::{self, AttackOrder};
use super::deed::Deed;
use super::event::EventKind;
use super::forecast::PathForecast;
use super::movement::gait::{self, Gait, refuse};
use super::movement::price::{self, Plan};
use super::movement::walk::Walk;
use super::request::{Aim, Manner, Refusal};
use super::seat::Seat;
use super::step::Step;
use super::{condition, opportunity, terrain, threat};
use crate::grid::{
    Area, Cost, CostMap, DiagonalParity, Direction, Passage, Reach, Square, closest_path, crossed,
    distance, price_step, walk, within_reach,
};
use crate::rules::action::{ChargeDef, Exempt, Lane, Procedure};
use crate::rules::{ActionId, Flag, Modifier, ModifierKind, Source, Topic};

/// A charge that could be made: from where, at whom, how far.
struct Run {
    from: Area,
    to: Area,
    reach: Reach,
    budget: Cost,
    parity: DiagonalParity,
}

/// The way of a charge at a target, or why there is none.
pub fn lane(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
) -> Result<Vec<Square>, Refusal> {
    plan(arena, seat, action, form, target, &[]).map(|plan| plan.squares)
}

/// Whether a charge may take this way; an empty one lets the engine choose.
pub fn legal(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
    path: &[Square],
) -> Result<(), Refusal> {
    plan(arena, seat, action, form, target, path).map(|_| ())
}

/// What the movement of a charge costs and invites.
pub fn price(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
    path: &[Square],
) -> Result<PathForecast, Refusal> {
    let plan = plan(arena, seat, action, form, target, path)?;
    Ok(price::forecast(arena, seat, plan))
}

/// The attack at the end of a charge.
pub fn order(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
    manner: Manner,
) -> AttackOrder {
    let value = definition(arena, action).map_or(0, |def| def.attack_bonus);
    let rule = arena.cite(Topic::Charge);
    let source = Source::Topic(Topic::Charge);
    let extra = vec![Modifier {
        kind: ModifierKind::Charge,
        value,
        source,
        rule,
    }];
    AttackOrder {
        attacker: seat,
        target,
        form,
        extra,
        opportunity: false,
        manner,
    }
}

/// Starts a charge: the movement and then the attack.
pub fn begin(arena: &mut Arena, deed: &Deed) {
    let Aim::Charge(target, path) = &deed.aim else {
        return;
    };
    let (seat, action, form) = (deed.seat, deed.action, deed.form.unwrap_or(0));
    let Ok(plan) = plan(arena, seat, action, form, *target, path) else {
        // Something changed between the order and the first step, such as a fall.
        if let Some(area) = arena.get(seat).place.0 {
            arena.emit(
                &[Topic::Charge],
                EventKind::MovementStopped {
                    seat,
                    at: area.anchor,
                },
            );
        }
        return;
    };
    let order = order(arena, seat, action, form, *target, deed.manner);
    let rules = arena.book.rules.clone();
    let name = definition_in(&rules, action).and_then(|def| def.condition.as_deref());
    if let Some(condition) = name.and_then(|name| rules.condition(name)) {
        condition::begin(arena, seat, condition, None);
    }
    arena.get_mut(seat).budget.moving = None;
    let left = plan.gait.budget;
    arena.push(Step::Walk(Walk::of(
        seat,
        action,
        plan,
        false,
        left,
        Some(order),
    )));
}

fn definition<'a>(arena: &'a Arena, action: ActionId) -> Option<&'a ChargeDef> {
    definition_in(arena.rules(), action)
}

fn definition_in(rules: &crate::rules::Ruleset, action: ActionId) -> Option<&ChargeDef> {
    match &rules.actions.get(action)?.procedure {
        Procedure::Charge(def) => Some(def),
        _ => None,
    }
}

/// Checks a charge.
fn plan(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
    path: &[Square],
) -> Result<Plan, Refusal> {
    let Some(def) = definition(arena, action) else {
        return Err(refuse(arena, Topic::Charge, "This action is no charge."));
    };
    let run = prepare(arena, seat, def, form, target)?;
    let map = terrain::overlay(arena, seat);
    let squares = match def.lane {
        Lane::Straight => straight(arena, &map, &run)?,
        Lane::EachSquareCloser if path.is_empty() => closer(arena, seat, &map, &run)?,
        Lane::EachSquareCloser => path.to_vec(),
    };
    if !path.is_empty() && path != squares {
        let reason = "A charge goes straight to the nearest square from which it can strike.";
        return Err(refuse(arena, Topic::ChargeLane, reason));
    }
    let steps = walk(&map, run.from, &squares, run.parity)
        .map_err(|(at, why)| price::blocked(arena, seat, run.from, &squares, at, why))?;
    if def.lane == Lane::EachSquareCloser {
        check_closer(arena, &run, &squares)?;
    }
    if squares.len() < usize::from(def.least) {
        let reason = format!("A charge needs {} squares of movement at least.", def.least);
        return Err(refuse(arena, Topic::Charge, reason));
    }
    let costs: Vec<Cost> = steps.iter().map(|step| step.cost_so_far).collect();
    let total = costs.last().copied().unwrap_or(Cost::ZERO);
    if total > run.budget {
        let reason = format!("Too far: the way costs {total} squares of {}.", run.budget);
        return Err(refuse(arena, Topic::Charge, reason));
    }
    let end = squares.last().map(|&square| run.from.moved_to(square));
    let order = order(arena, seat, action, form, target, Manner::default());
    attack::legal(arena, &order, end)?;
    let gait = Gait {
        area: run.from,
        budget: run.budget,
        parity: run.parity,
        rise: None,
        straight: def.lane == Lane::Straight,
        exempt: Exempt::Nothing,
        crawling: false,
        one_at_least: false,
        continuing: false,
        topic: Topic::Charge,
    };
    Ok(Plan {
        gait,
        squares,
        costs,
        sheltered: 0,
        gratis: 0,
        closes: false,
    })
}

/// Whether this combatant can charge that one at all, whatever lies between.
fn prepare(
    arena: &Arena,
    seat: Seat,
    def: &ChargeDef,
    form: u8,
    target: Seat,
) -> Result<Run, Refusal> {
    let refuse = |reason: &str| Err(refuse(arena, Topic::Charge, reason));
    let from = gait::held_fast(arena, seat)?;
    if condition::has(arena, seat, Flag::Prone) {
        return refuse("There is no charging while lying on the ground.");
    }
    if condition::has(arena, seat, Flag::NoRunning) {
        return refuse("It cannot charge in its present state.");
    }
    let fighter = arena.get(seat);
    let budget = fighter.budget;
    if budget.stepped {
        return refuse("The step of one square was all the movement of this turn.");
    }
    let Some(form) = fighter.forms.0.get(usize::from(form)) else {
        return refuse("There is no such attack.");
    };
    if form.ranged || !threat::in_hand(arena, seat, form) {
        return refuse("A charge ends with a melee attack by what is in hand.");
    }
    let aimed = arena.seats.0.len() > target.index() && condition::present(arena, target);
    let to = if aimed {
        arena.get(target).place.0
    } else {
        None
    };
    let Some(to) = to.filter(|_| arena.enemies(seat, target)) else {
        return refuse("A charge needs an enemy to strike.");
    };
    let factor = match (budget.restricted, def.restricted_factor) {
        (false, _) => def.factor,
        (true, Some(factor)) => factor,
        (true, None) => return refuse("There is no charging with a single action."),
    };
    let parity = if budget.odd_diagonals {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let squares = gait::speed(arena, seat) * u32::from(factor);
    Ok(Run {
        from,
        to,
        reach: form.reach,
        budget: Cost::squares(squares),
        parity,
    })
}

impl Run {
    fn strikes_from(&self, arena: &Arena, anchor: Square) -> bool {
        let metric = arena.rules().policies.threat.reach;
        within_reach(self.from.moved_to(anchor), self.to, self.reach, metric)
    }

    /// Every anchor from which the target could be struck.
    fn ends(&self, arena: &Arena) -> Vec<Square> {
        let far = i32::from(self.reach.max);
        let size = self.from.footprint;
        let columns = self.to.left() - far - i32::from(size.width) + 1..=self.to.right() + far;
        let rows = self.to.top() - far - i32::from(size.depth) + 1..=self.to.bottom() + far;
        let mut ends = Vec::new();
        for (y, x) in rows.flat_map(|y| columns.clone().map(move |x| (y, x))) {
            let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else {
                continue;
            };
            let anchor = Square::new(x, y);
            let on_map = self.from.moved_to(anchor).is_within(arena.field.dimensions);
            if on_map && self.strikes_from(arena, anchor) {
                ends.push(anchor);
            }
        }
        ends
    }
}

/// The straight way to the nearest square from which the target can be struck. Every square on the
/// line between the two has to be free of creatures and of ground that hampers.
fn straight(arena: &Arena, map: &CostMap, run: &Run) -> Result<Vec<Square>, Refusal> {
    let refuse = |reason: String| Err(refuse(arena, Topic::ChargeLane, reason));
    let diagonals = arena.rules().policies.movement.diagonals;
    let line = crossed(run.from, run.to);
    let length = |end: &Square| {
        let (dx, dy) = (
            end.x.abs_diff(run.from.anchor.x),
            end.y.abs_diff(run.from.anchor.y),
        );
        diagonals.length(dx.into(), dy.into())
    };
    let ends = run.ends(arena);
    let Some(nearest) = ends.iter().map(length).min() else {
        return refuse("There is no square from which the target can be struck.".to_owned());
    };
    if nearest == 0 {
        return Ok(Vec::new());
    }
    for &square in line
        .iter()
        .filter(|&&s| !run.from.contains(s) && !run.to.contains(s))
    {
        if let Some(reason) = obstacle(arena, map, square) {
            return refuse(reason);
        }
    }
    let ways = ends.iter().filter(|end| length(end) == nearest);
    let ways = ways.map(|&end| closest_path(run.from.anchor, end));
    let off_line = |way: &Vec<Square>| way.iter().filter(|s| !line.contains(s)).count();
    let mut ways: Vec<_> = ways.map(|way| (off_line(&way), way)).collect();
    ways.sort();
    let mut first = None;
    for (_, way) in ways {
        let mut here = run.from;
        let hindered = way.iter().find_map(|&square| {
            let next = run.from.moved_to(square);
            let before = std::mem::replace(&mut here, next);
            terrain::newly_entered(before, next).find_map(|s| obstacle(arena, map, s))
        });
        match hindered {
            None => return Ok(way),
            Some(reason) => first = first.or(Some(reason)),
        }
    }
    refuse(first.unwrap_or_default())
}

/// What on a square is in the way of a charge.
fn obstacle(arena: &Arena, map: &CostMap, square: Square) -> Option<String> {
    if let Some(other) = arena.field.occupant(square)
        && map.passage(square) != Passage::Open
    {
        return Some(format!(
            "{} is in the lane of the charge.",
            arena.get(other).who.name
        ));
    }
    if map.passage(square) != Passage::Open {
        return Some("The lane of the charge is blocked.".to_owned());
    }
    let hampers = arena.field.hampering.contains(square);
    hampers.then(|| "There is no charging across ground that hampers.".to_owned())
}

/// A way that is under search.
#[derive(Clone)]
struct Way {
    cost: Cost,
    attacks: u32,
    parity: DiagonalParity,
    squares: Vec<Square>,
}

/// The shortest way on which each square is closer to the target than the one before, up to the
/// first square from which it can be struck; of several the cheapest, then the least exposed.
fn closer(arena: &Arena, seat: Seat, map: &CostMap, run: &Run) -> Result<Vec<Square>, Refusal> {
    let watches = opportunity::watches(arena, seat);
    let diagonals = arena.rules().policies.movement.diagonals;
    let far = |square: Square| distance(run.from.moved_to(square), run.to, diagonals);
    let start = Way {
        cost: Cost::ZERO,
        attacks: 0,
        parity: run.parity,
        squares: Vec::new(),
    };
    if run.strikes_from(arena, run.from.anchor) {
        return Ok(Vec::new());
    }
    let mut frontier = vec![(run.from.anchor, start)];
    while !frontier.is_empty() {
        let mut next: Vec<(Square, Way)> = Vec::new();
        for (here, way) in &frontier {
            for direction in Direction::ALL {
                let square = *here + direction;
                let price = price_step(map, run.from, *here, direction, way.parity);
                let Ok(price) = price else { continue };
                if far(square) >= far(*here) || way.cost + price > run.budget {
                    continue;
                }
                let mut squares = way.squares.clone();
                squares.push(square);
                let left = std::iter::once(run.from.anchor).chain(squares.iter().copied());
                let left = left.take(squares.len()).map(|s| run.from.moved_to(s));
                let attacks = opportunity::count(arena, &watches, &left.collect::<Vec<_>>());
                let parity = way.parity.after(direction.is_diagonal().into());
                next.push((
                    square,
                    Way {
                        cost: way.cost + price,
                        attacks,
                        parity,
                        squares,
                    },
                ));
            }
        }
        next.sort_by_key(|(square, way)| {
            (
                *square,
                way.cost,
                way.attacks,
                way.parity,
                way.squares.clone(),
            )
        });
        next.dedup_by_key(|(square, _)| *square);
        let ends = next.iter().filter(|(square, _)| {
            run.strikes_from(arena, *square) && map.may_stop(run.from, *square)
        });
        if let Some((_, way)) = ends.min_by_key(|(square, way)| (way.cost, way.attacks, *square)) {
            return Ok(way.squares.clone());
        }
        // The attack comes in the first square in reach: a way that cannot stop there is none.
        next.retain(|(square, _)| !run.strikes_from(arena, *square));
        frontier = next;
    }
    let reason = "No way leads closer to the target with every square.";
    Err(refuse(arena, Topic::ChargeLane, reason))
}

/// Whether every square of a way is closer to the target, and only the last one in reach of it.
fn check_closer(arena: &Arena, run: &Run, way: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refuse(arena, Topic::ChargeLane, reason));
    let diagonals = arena.rules().policies.movement.diagonals;
    let mut far = distance(run.from, run.to, diagonals);
    for (i, &square) in way.iter().enumerate() {
        let next = distance(run.from.moved_to(square), run.to, diagonals);
        if next >= far {
            return refuse("Each square of a charge has to be closer to the target.");
        }
        far = next;
        if run.strikes_from(arena, square) != (i + 1 == way.len()) {
            return refuse("A charge ends in the first square from which it can strike.");
        }
    }
    Ok(())
}
