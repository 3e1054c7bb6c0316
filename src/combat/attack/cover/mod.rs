//! Cover: what stands between attacker and target, and what it is worth.

mod by_degree;

use crate::combat::conditions;
use crate::combat::conditions::{planes, riding, veils};
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::content::TerrainDef;
use crate::grid::{
    Area, Blocks, Border, Direction, Square, SquareSet, adjacent_any_corner_blocked, any_line,
    best_corner_has_blocked, corner_lines, creatures_between, side_of,
};
use crate::rules::{CoverRule, LowObstacles, Size};

pub use by_degree::Degree;

/// The number of lines from one corner to the corners of a target.
const ALL_LINES: u8 = 4;

/// The cover of a target from one attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Blocked corner lines, 0 to 4; 4 is total cover.
    pub lines: u8,
    /// What it adds to the number to reach.
    pub bonus: i32,
    /// How much of the target it hides, where cover has degrees.
    pub degree: Degree,
    /// What creatures in the path take from the attack roll, a negative number, where they are no cover.
    pub penalty: i32,
    /// The combatant that is the cover, where it is more than walls are.
    pub by: Option<Seat>,
    /// The thing next to the target that is the cover, where it is more than anything else is and can
    /// be broken.
    pub thing: Option<Square>,
}

impl Cover {
    /// Whether the target cannot be attacked at all.
    pub fn is_total(self) -> bool {
        self.lines >= ALL_LINES
    }
}

/// The cover that `target` has from an attacker at `from`.
pub fn of(state: &State, attacker: Seat, from: Area, target: Seat, ranged: bool) -> Cover {
    match state.area(target) {
        Some(to) => at(state, attacker, from, target, to, ranged),
        None => Cover::default(),
    }
}

/// The cover that `target` would have at `to`.
pub fn at(
    state: &State,
    attacker: Seat,
    from: Area,
    target: Seat,
    to: Area,
    ranged: bool,
) -> Cover {
    match state.rules().policies.attack.cover {
        CoverRule::Graded {
            bonuses,
            nine_tenths,
            creature,
            ..
        } => graded(
            state,
            (attacker, from),
            (target, to),
            ranged,
            (bonuses, nine_tenths),
            creature,
        ),
        CoverRule::Single { bonus, edges } => {
            let rule = (bonus, edges);
            single(state, (attacker, from), (target, to), ranged, rule)
        }
        CoverRule::ByDegree(rule) => {
            by_degree::of(state, (attacker, from), (target, to), ranged, rule)
        }
    }
}

/// Whether an effect gets from one space to another in some straight line. Where cover goes by degrees, a
/// line along the edge of what is solid is no way (EP-COVER-12).
pub fn line(state: &State, from: Area, to: Area) -> bool {
    !state.is_walled_off(from, to)
}

/// Whether a combatant is within something solid and has not reached out of it since its turn began
/// (EP-INC-05).
pub fn is_shut_in(state: &State, seat: Seat) -> bool {
    let within = state
        .area(seat)
        .is_some_and(|area| veils::is_within(state, area));
    within && !state.get(seat).reactions.reached_out
}

/// Whether anything solid hides one space from another altogether.
pub fn is_out_of_view(state: &State, from: Area, to: Area) -> bool {
    match state.rules().policies.attack.cover {
        CoverRule::Graded { .. } => {
            corner_lines(from, to, state.field.sight()).blocked >= ALL_LINES
        }
        CoverRule::Single { .. } | CoverRule::ByDegree(_) => {
            !any_line(from, to, state.field.sight())
        }
    }
}

/// How much of a space is hidden from a corner from which something bursts.
pub(crate) fn from_point(state: &State, point: Square, to: Area, low: LowObstacles) -> Degree {
    by_degree::from_point(state, point, to, low)
}

fn graded(
    state: &State,
    (attacker, from): (Seat, Area),
    (target, to): (Seat, Area),
    ranged: bool,
    (bonuses, nine_tenths): ([i32; 3], i32),
    creature: u8,
) -> Cover {
    let walls = corner_lines(from, to, state.field.effect()).blocked;
    let ((low, slit), low_at) = low_wall_between(state, from, to);
    let mut lines = walls.max(low);
    let breakable = |at: &Square| state.kinds(*at).any(|def| def.object.is_some());
    let mut thing = low_at.filter(|at| low > walls && breakable(at));
    let mut by = None;
    if lines < ALL_LINES && (ranged || !from.is_adjacent(to)) {
        // Several creatures do not add: the best of them is the cover, the first if alike.
        for (seat, size) in between(state, attacker, from, target, to) {
            let soft = match size.steps_above(state.who(target).size) {
                0.. => creature,
                -1 => 1,
                _ => 0,
            };
            if soft > lines {
                (lines, by, thing) = (soft, Some(seat), None);
            }
        }
    }
    let bonus = match lines {
        0 => 0,
        ..ALL_LINES if slit => nine_tenths,
        n => bonuses[usize::from(n.min(3)) - 1],
    };
    Cover {
        lines,
        bonus,
        by,
        thing,
        ..Cover::default()
    }
}

fn single(
    state: &State,
    (attacker, from): (Seat, Area),
    (target, to): (Seat, Area),
    ranged: bool,
    (bonus, edges): (i32, bool),
) -> Cover {
    let walls = state.field.effect();
    let edged = |blocks| along_edges(state, blocks, edges);
    if !any_line(from, to, walls) {
        return Cover {
            lines: ALL_LINES,
            bonus,
            ..Cover::default()
        };
    }
    let close = !ranged && from.is_adjacent(to);
    let covered = low_cover(state, from, to).0 > 0
        || if close {
            adjacent_any_corner_blocked(from, to, walls)
        } else {
            match crowd(state, attacker, from, target, to) {
                Some(crowd) => {
                    let crowd = Blocks::new(&crowd, &state.field.walls);
                    best_corner_has_blocked(from, to, edged(crowd))
                }
                None => best_corner_has_blocked(from, to, edged(walls)),
            }
        };
    if covered {
        Cover {
            lines: 1,
            bonus,
            ..Cover::default()
        }
    } else {
        Cover::default()
    }
}

/// What lines meet that are not those of a blow at a neighbour: where the rule says so, the edges of walls
/// too (SP-COVER-01).
fn along_edges<'a>(state: &'a State, blocks: Blocks<'a>, edges: bool) -> Blocks<'a> {
    match edges {
        true => blocks.with_edges(&state.field.blocks_effect),
        false => blocks,
    }
}

/// What cover adds to the number to reach for a thing in a square, where all cover is worth the same.
pub(crate) fn of_thing(state: &State, attacker: Seat, from: Area, at: Square, ranged: bool) -> i32 {
    let to = Area::single(at);
    let (bonus, edges) = match state.rules().policies.attack.cover {
        CoverRule::Single { bonus, edges } => (bonus, edges),
        CoverRule::ByDegree(rule) => {
            return by_degree::of(state, (attacker, from), (attacker, to), ranged, rule).bonus;
        }
        CoverRule::Graded { .. } => return 0,
    };
    let close = !ranged && from.is_adjacent(to);
    let mut walls = crowd(state, attacker, from, attacker, to)
        .filter(|_| !close)
        .unwrap_or_else(|| state.field.blocks_effect.clone());
    // The thing itself is not in the way of what strikes it.
    walls.remove(at);
    let walls = Blocks::new(&walls, &state.field.walls);
    let covered = low_cover(state, from, to).0 > 0
        || match close {
            true => adjacent_any_corner_blocked(from, to, walls),
            false => best_corner_has_blocked(from, to, along_edges(state, walls, edges)),
        };
    if covered { bonus } else { 0 }
}

/// Others whose space the line between the centres passes through, with their sizes.
fn between(
    state: &State,
    attacker: Seat,
    from: Area,
    target: Seat,
    to: Area,
) -> impl Iterator<Item = (Seat, Size)> {
    let others = state
        .all()
        .filter(move |s| *s != attacker && *s != target)
        .filter_map(|s| {
            let area = state.area(s).filter(|area| near(from, to, *area))?;
            let between = is_between(state, s, attacker, target);
            (between && conditions::present(state, s)).then_some((s, area))
        });
    let between = creatures_between(from, to, others);
    between.into_iter().map(|seat| (seat, state.who(seat).size))
}

/// Walls and the spaces of all others near the line; nothing if no other combatant is near.
fn crowd(state: &State, attacker: Seat, from: Area, target: Seat, to: Area) -> Option<SquareSet> {
    let mut set = crowd_alone(state, attacker, from, target, to)?;
    set.union(&state.field.blocks_effect);
    Some(set)
}

/// The spaces of all others near the line; nothing if no other combatant is near.
fn crowd_alone(
    state: &State,
    attacker: Seat,
    from: Area,
    target: Seat,
    to: Area,
) -> Option<SquareSet> {
    let mut set = None;
    for seat in state.all().filter(|s| *s != attacker && *s != target) {
        let Some(area) = state.area(seat).filter(|area| near(from, to, *area)) else {
            continue;
        };
        if is_between(state, seat, attacker, target) && conditions::present(state, seat) {
            set.get_or_insert_with(|| SquareSet::new(state.field.dimensions))
                .insert_area(area);
        }
    }
    set
}

/// Whether a combatant can be in the way of an attack of one on another: neither rider nor mount of one of the two,
/// and on the plane from which the attack comes.
fn is_between(state: &State, seat: Seat, attacker: Seat, target: Seat) -> bool {
    let pair = riding::are_pair(state, seat, attacker) || riding::are_pair(state, seat, target);
    !pair && !planes::apart(state, seat, attacker)
}

/// Whether an area meets the rectangle around two others, outside of which no line leads.
fn near(from: Area, to: Area, area: Area) -> bool {
    area.right() >= from.left().min(to.left())
        && area.left() <= from.right().max(to.right())
        && area.bottom() >= from.top().min(to.top())
        && area.top() <= from.bottom().max(to.bottom())
}

/// Whether walls and the like cover a combatant at `to` from `from`, no matter who stands between.
pub(crate) fn is_solid(state: &State, from: Area, to: Area) -> bool {
    best_corner_has_blocked(from, to, state.field.sight()) || low_cover(state, from, to).0 > 0
}

/// Blocked lines that low walls next to the target count for, and whether it is a slit that leaves
/// no more than a tenth of it open.
pub(crate) fn low_cover(state: &State, from: Area, to: Area) -> (u8, bool) {
    low_wall_between(state, from, to).0
}

/// The same, and where it is.
fn low_wall_between(state: &State, from: Area, to: Area) -> ((u8, bool), Option<Square>) {
    let mut best = sheltered(state, from, to);
    let mut at = None;
    let (left, top, right, bottom) = (to.left(), to.top(), to.right(), to.bottom());
    if !(state.field.screens).any_in(left - 1, top - 1, right + 1, bottom + 1) {
        return (best, at);
    }
    for y in top - 1..=bottom + 1 {
        for x in left - 1..=right + 1 {
            let square = Square::new(x as i16, y as i16);
            if to.contains(square) || from.contains(square) {
                continue;
            }
            let Some(degree) = low_wall(state, square).filter(|degree| *degree > best) else {
                continue;
            };
            let wall = std::iter::once(((), Area::single(square)));
            if height(state, to.anchor) <= height(state, square)
                && !creatures_between(from, to, wall).is_empty()
            {
                (best, at) = (degree, Some(square));
            }
        }
    }
    (best, at)
}

/// What stands on the rim of the target's space where the line between the two centres enters it.
fn sheltered(state: &State, from: Area, to: Area) -> (u8, bool) {
    let rim = (to.left() - 1, to.top() - 1, to.right() + 1, to.bottom() + 1);
    let shelters = &state.field.shelters;
    if from.overlaps(to) || !shelters.any_in(rim.0, rim.1, rim.2, rim.3) {
        return (0, false);
    }
    let (start, end) = (from.centre2(), to.centre2());
    let inside = to.squares().flat_map(|square| {
        let beside = [
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
        ];
        beside.map(|direction| (square, square + direction))
    });
    let rim = inside.filter(|(_, beyond)| !to.contains(*beyond));
    // Both ends of a border on one side of the line, or beyond its end: it does not cross there.
    let crosses = |(square, beyond): &(Square, Square)| {
        Border::between(*square, *beyond).is_some_and(|border| {
            let [one, other] = border.ends();
            let (a, b) = (side_of(start, end, one), side_of(start, end, other));
            let (c, d) = (side_of(one, other, start), side_of(one, other, end));
            a.signum() * b.signum() <= 0 && c.signum() * d.signum() < 0
        })
    };
    let met: Vec<_> = rim.filter(crosses).collect();
    match met.as_slice() {
        // Through a corner: what stands on the way around either side of it.
        &[(square, one), (same, other)] if square == same => {
            let beyond = Square::new(one.x + other.x - square.x, one.y + other.y - square.y);
            let way = |via| worth(state, square, via).max(worth(state, via, beyond));
            way(one).min(way(other))
        }
        all => {
            let worths = all
                .iter()
                .map(|(square, beyond)| worth(state, *square, *beyond));
            worths.min().unwrap_or_default()
        }
    }
}

/// Blocked lines that what stands between two squares counts for, and whether it is a slit.
fn worth(state: &State, one: Square, other: Square) -> (u8, bool) {
    let kind = Border::between(one, other).and_then(|border| state.field.borders.get(&border));
    match kind.and_then(|kind| state.book.catalogue.borders.get(*kind)) {
        Some(def) if def.slit => (ALL_LINES - 1, true),
        Some(def) => (def.low_cover, false),
        None => (0, false),
    }
}

/// A slit counts for as many lines as anything that is not total cover.
fn low_wall(state: &State, square: Square) -> Option<(u8, bool)> {
    let of = |def: &TerrainDef| match def.slit {
        true => (ALL_LINES - 1, true),
        false => (def.low_cover, false),
    };
    let best = state.kinds(square).map(of).max();
    best.filter(|(lines, _)| *lines > 0)
}

/// Height of a square's floor in steps: of what lies upon another, all of it.
pub(crate) fn height(state: &State, square: Square) -> i8 {
    let heights = state.kinds(square).map(|def| def.height);
    heights.fold(0, i8::saturating_add)
}
