//! Lanes: which way a charge takes, and what may not be in it.

use crate::combat::conditions::riding;
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::manoeuvre::charge::run::ChargeRun;
use crate::combat::movement::terrain;
use crate::combat::opportunity::exposure::{Exposure, Shelter};
use crate::combat::state::State;
use crate::combat::threat;
use crate::grid::{
    Area, Cost, CostMap, DiagonalParity, Direction, Passage, Reach, Square, closest_path, crossed,
    distance, parity_after, price_step, within_reach,
};
use crate::rules::Topic;

/// How far the weapon reaches with which a charge ends, or why it cannot end one.
pub fn weapon_reach(state: &State, seat: Seat, mode: u8, topic: Topic) -> Result<Reach, Refusal> {
    let refuse = |reason: &'static str| state.refuse(topic, reason);
    match state.get(seat).modes.0.get(usize::from(mode)) {
        None => refuse("There is no such attack."),
        Some(mode) if mode.ranged || !threat::in_hand(state, seat, mode) => refuse(
            "A charge ends with a melee attack: choose a melee weapon that is in your hands.",
        ),
        Some(mode) => Ok(mode.reach),
    }
}

/// Rule and sentence for what is in the way of a charge.
pub(crate) type Hindrance = (Topic, Reason);

impl ChargeRun {
    /// The sentence for what is in the way.
    pub(crate) fn cannot(&self, why: &str) -> Reason {
        format!("You cannot {}: {why}.", self.verb).into()
    }

    /// The sentence for a combatant that is in the way.
    pub(super) fn cannot_for(&self, other: Seat, what: &'static str) -> Reason {
        let reason = Reason::from(format!("You cannot {}: ", self.verb));
        reason.name(other).text(what)
    }

    /// Whether the ground on the way does not matter: in the air, or to those that no ground hampers
    /// (SP-TERR-05).
    fn is_aloft(&self, state: &State) -> bool {
        self.flies || terrain::hovers(state, self.seat)
    }

    /// What hampers on a square and so is in the way: the ground, or in the air poor sight alone.
    fn hampering(&self, state: &State, square: Square) -> Option<Hindrance> {
        let veiled = terrain::is_veiled(state, square);
        let hampers = match self.is_aloft(state) {
            true => veiled,
            false => terrain::is_hampered(state, square),
        };
        let (topic, why) = match veiled {
            true => (Topic::ChargeLane, "you cannot see your way"),
            false => (Topic::ChargeGround, "the ground on the way is difficult"),
        };
        (!self.in_move && hampers).then(|| (topic, self.cannot(why)))
    }

    fn strikes_from(&self, state: &State, anchor: Square) -> bool {
        let metric = state.rules().policies.threat.reach;
        within_reach(self.from.moved_to(anchor), self.to, self.reach, metric)
    }

    /// Every anchor from which the target could be struck.
    fn ends(&self, state: &State) -> Vec<Square> {
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
            let on_map = self.from.moved_to(anchor).is_within(state.field.dimensions);
            if on_map && self.strikes_from(state, anchor) {
                ends.push(anchor);
            }
        }
        ends
    }
}

/// The straight ways to the nearest squares from which the target can be struck, the one nearest to
/// the line between the two first. Every square on that line has to be free of creatures and of
/// ground that hampers.
pub(crate) fn straight(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
) -> Result<Vec<Vec<Square>>, Refusal> {
    let refuse = |(topic, reason): Hindrance| state.refuse(topic, reason);
    let diagonals = state.rules().policies.movement.diagonals;
    let line = crossed(run.from, run.to);
    let length = |end: &Square| {
        let (dx, dy) = (
            end.x.abs_diff(run.from.anchor.x),
            end.y.abs_diff(run.from.anchor.y),
        );
        diagonals.length(dx.into(), dy.into())
    };
    let ends = run.ends(state);
    let Some(nearest) = ends.iter().map(length).min() else {
        let reason = run.cannot("you can attack the target from no free square");
        return state.refuse(Topic::ChargeLane, reason);
    };
    if nearest == 0 {
        return Ok(vec![Vec::new()]);
    }
    for &square in line
        .iter()
        .filter(|&&s| !run.from.contains(s) && !run.to.contains(s))
    {
        if let Some(hindrance) = obstacle(state, map, run, square) {
            return refuse(hindrance);
        }
    }
    let steps = line
        .windows(2)
        .map(|step| [step[0], step[1]].map(Area::single));
    if let Some(hindrance) = steps
        .filter_map(|[a, b]| fence(state, map, run, a, b))
        .next()
    {
        return refuse(hindrance);
    }
    let ways = ends.iter().filter(|end| length(end) == nearest);
    let ways = ways.map(|&end| closest_path(run.from.anchor, end));
    let off_line = |way: &Vec<Square>| way.iter().filter(|s| !line.contains(s)).count();
    let mut ways: Vec<_> = ways.map(|way| (off_line(&way), way)).collect();
    ways.sort();
    let (mut free, mut first) = (Vec::new(), None);
    for (_, way) in ways {
        let mut here = run.from;
        let hindered = way.iter().find_map(|&square| {
            let next = run.from.moved_to(square);
            let before = std::mem::replace(&mut here, next);
            let entered = terrain::newly_entered(before, next);
            let mut entered = entered.filter_map(|s| obstacle(state, map, run, s));
            let fenced = || fence(state, map, run, before, next);
            let dragged = || dragged(state, run, before, next);
            entered.next().or_else(fenced).or_else(dragged)
        });
        let ends = || {
            let end = way.last().copied().unwrap_or(run.from.anchor);
            let passes = run.past_allies || run.is_aloft(state);
            let reason = || match state.occupancy.occupant(end) {
                Some(other) => run.cannot_for(other, " is where it would end."),
                None => run.cannot("there is no ground to come down on"),
            };
            let stops = !passes || map.may_stop(run.from, end);
            (!stops).then(|| (Topic::ChargeLane, reason()))
        };
        match hindered.or_else(ends) {
            None => free.push(way),
            Some(hindrance) => first = first.or(Some(hindrance)),
        }
    }
    match first.filter(|_| free.is_empty()) {
        Some(hindrance) => refuse(hindrance),
        None => Ok(free),
    }
}

/// What on a square is in the way of a charge.
pub(crate) fn obstacle(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
    square: Square,
) -> Option<Hindrance> {
    // The smallest could share the space of those in the way, but have no room to charge past them.
    let squeezes = |other| {
        terrain::shares(state, run.seat, other)
            && !run.to.contains(square)
            && run.over != Some(riding::carrier(state, other))
    };
    let occupant = state.occupancy.occupant(square);
    let ally = |other| run.past_allies && !state.enemies(run.seat, other);
    let lets_by = occupant.is_some_and(ally);
    // In the course of a move one passes whom one may pass.
    let passes = |passage| match passage {
        Passage::Open => true,
        Passage::ThroughOnly => run.in_move || lets_by,
        Passage::Blocked => false,
    };
    if let Some(other) = occupant
        && (!passes(map.passage(square)) || squeezes(other))
    {
        let topic = match state.enemies(run.seat, other) {
            true => Topic::ChargeLane,
            false => Topic::ChargeFriend,
        };
        return Some((topic, run.cannot_for(other, " is in the way.")));
    }
    // In the air the ground matters only where it is a wall, and where the way ends.
    let blocked = match map.passage(square) {
        Passage::Open => false,
        Passage::ThroughOnly => !run.in_move && !lets_by && !run.is_aloft(state),
        Passage::Blocked => true,
    };
    if blocked {
        return Some((Topic::ChargeLane, run.cannot("the way is blocked")));
    }
    run.hampering(state, square)
}

/// What stays under a charger and is in its way, where the whole space counts (SP-TERR-04).
pub(crate) fn dragged(state: &State, run: &ChargeRun, from: Area, to: Area) -> Option<Hindrance> {
    let mut kept = terrain::trodden(state, from, to).filter(|s| from.contains(*s));
    kept.find_map(|square| run.hampering(state, square))
}

/// What on the borders of a step is in the way of a charge.
pub(crate) fn fence(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
    from: Area,
    to: Area,
) -> Option<Hindrance> {
    let direction = Direction::between(from.anchor, to.anchor)?;
    if map.crossing(from, direction).is_none() {
        return Some((Topic::ChargeLane, run.cannot("the way is blocked")));
    }
    let hampers = !run.in_move && !run.is_aloft(state) && terrain::is_fenced(state, from, to);
    let reason = || run.cannot("the ground on the way is difficult");
    hampers.then(|| (Topic::ChargeGround, reason()))
}

/// A way that is under search. The better one comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    cost: Cost,
    attacks: u32,
    parity: DiagonalParity,
    squares: Vec<Square>,
}

/// Ways on which each square is closer to the target than the one before, up to the first square from
/// which it can be struck: the shortest first, of several the cheapest, then the least exposed. One
/// for each square where the way could end if `all` are wanted, otherwise the first alone.
pub(crate) fn closer(
    state: &State,
    seat: Seat,
    map: &CostMap,
    run: &ChargeRun,
    all: bool,
) -> Result<Vec<Vec<Square>>, Refusal> {
    let none = || {
        let reason = run.cannot("no path brings you closer to the target with every square");
        state.refuse(Topic::ChargeLane, reason)
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let far = |square: Square| distance(run.from.moved_to(square), run.to, diagonals);
    let within = run.budget.whole_squares() + u32::from(run.reach.max);
    if far(run.from.anchor) > within {
        return none();
    }
    if run.strikes_from(state, run.from.anchor) {
        return Ok(vec![Vec::new()]);
    }
    let exposure = Exposure::new(state, seat, run.budget.whole_squares() + 1);
    let invites = |way: &[Square]| {
        if exposure.watches.is_empty() {
            return 0;
        }
        let left = std::iter::once(&run.from.anchor).chain(way);
        let left: Vec<Area> = left
            .take(way.len())
            .map(|s| run.from.moved_to(*s))
            .collect();
        exposure.count(state, seat, None, &left, Shelter::default())
    };
    let start = Way {
        cost: Cost::ZERO,
        attacks: 0,
        parity: run.parity,
        squares: Vec::new(),
    };
    let mut found: Vec<Vec<Square>> = Vec::new();
    let mut frontier = vec![(run.from.anchor, start)];
    while !frontier.is_empty() {
        let mut next: Vec<(Square, Way)> = Vec::new();
        for (here, way) in &frontier {
            let before = far(*here);
            for direction in Direction::ALL {
                let square = *here + direction;
                if far(square) >= before {
                    continue;
                }
                let price = price_step(map, run.from, *here, direction, way.parity);
                let Ok(price) = price else { continue };
                if way.cost + price > run.budget {
                    continue;
                }
                let squares: Vec<Square> = way.squares.iter().copied().chain([square]).collect();
                let parity = parity_after(map, run.from, *here, direction, way.parity);
                next.push((
                    square,
                    Way {
                        cost: way.cost + price,
                        attacks: invites(&squares),
                        parity,
                        squares,
                    },
                ));
            }
        }
        next.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.cmp(other)));
        next.dedup_by_key(|(square, _)| *square);
        let mut ends: Vec<_> = next
            .iter()
            .filter(|(square, _)| {
                run.strikes_from(state, *square) && map.may_stop(run.from, *square)
            })
            .filter(|(square, _)| found.iter().all(|way| way.last() != Some(square)))
            .collect();
        ends.sort_by_key(|(square, way)| (way.cost, way.attacks, *square));
        found.extend(ends.into_iter().map(|(_, way)| way.squares.clone()));
        if !all && !found.is_empty() {
            break;
        }
        // The attack comes in the first square in reach: a way that cannot stop there is none.
        next.retain(|(square, _)| !run.strikes_from(state, *square));
        frontier = next;
    }
    if found.is_empty() {
        return none();
    }
    Ok(found)
}

/// Whether every square of a way is closer to the target, and only the last one in reach of it.
pub(crate) fn check_closer(state: &State, run: &ChargeRun, way: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::ChargeLane, reason);
    let diagonals = state.rules().policies.movement.diagonals;
    let mut far = distance(run.from, run.to, diagonals);
    for (i, &square) in way.iter().enumerate() {
        let next = distance(run.from.moved_to(square), run.to, diagonals);
        if next >= far {
            return refuse("Each square of your charge has to be closer to the target.");
        }
        far = next;
        if run.strikes_from(state, square) != (i + 1 == way.len()) {
            return refuse("Your charge ends in the first square from which you can attack.");
        }
    }
    Ok(())
}
