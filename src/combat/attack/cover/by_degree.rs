//! Cover by degrees: how much of a target something hides that stands in the way, and creatures in the
//! path of a shot, which are a penalty on it (EP-COVER-02, EP-COVER-03, EP-COVER-05, EP-COVER-06,
//! EP-COVER-09 to EP-COVER-12).

use super::{Cover, crowd_alone, height};
use crate::combat::conditions::veils;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::grid::{
    Area, Blocks, Border, BorderSet, Point2, Square, SquareSet, corner_meets, corners, distance,
    template,
};
use crate::rules::{CoverByDegree, LowObstacles};

/// How much of a target is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    #[default]
    None,
    /// More than half of it shows.
    Minimal,
    /// Half of it shows, or less.
    Partial,
    /// Built as cover: the merlons of a wall.
    Battlement,
    /// A tenth of it shows.
    Slit,
}

impl Degree {
    /// What something is that stops effects, blocks so many lines of those behind it, or is a slit.
    fn of(solid: bool, lines: u8, slit: bool) -> Self {
        match lines {
            _ if solid => Self::Partial,
            _ if slit => Self::Slit,
            0 => Self::None,
            1 => Self::Minimal,
            2 => Self::Partial,
            _ => Self::Battlement,
        }
    }

    /// What it is worth where partial cover, battlements and slits are worth so much.
    pub fn worth(self, [partial, battlement, slit]: [i32; 3]) -> i32 {
        match self {
            Self::None | Self::Minimal => 0,
            Self::Partial => partial,
            Self::Battlement => battlement,
            Self::Slit => slit,
        }
    }
}

/// Everything that hides at least so much of what is behind it.
struct Tier {
    degree: Degree,
    squares: SquareSet,
    borders: BorderSet,
}

impl Tier {
    fn blocks(&self) -> Blocks<'_> {
        Blocks::new(&self.squares, &self.borders)
    }
}

/// The cover of a target from an attack.
pub(super) fn of(
    state: &State,
    (attacker, from): (Seat, Area),
    (target, to): (Seat, Area),
    ranged: bool,
    rule: CoverByDegree,
) -> Cover {
    let within = attacker != target && veils::is_within(state, to);
    if !super::line(state, from, to) || within && super::is_shut_in(state, target) {
        return Cover {
            lines: super::ALL_LINES,
            ..Cover::default()
        };
    }
    let tiers = tiers(state, from, to, rule.low);
    let crowd = ranged
        .then(|| crowd_alone(state, attacker, from, target, to))
        .flatten();
    let (degree, soft) = match !ranged && from.is_adjacent(to) {
        true => (beside(&tiers, from, to), false),
        false => afar(&tiers, crowd.as_ref(), (from, to), rule),
    };
    // Those who strike out of a wall show no more than half of themselves.
    let degree = if within {
        degree.max(Degree::Partial)
    } else {
        degree
    };
    let bonus = degree.worth(rule.bonuses);
    Cover {
        lines: u8::from(bonus != 0),
        bonus,
        degree,
        penalty: if soft { rule.creature } else { 0 },
        ..Cover::default()
    }
}

/// The cover from a blow at a neighbour: any line between two squares of theirs, which the attacker
/// chooses where there are several (EP-COVER-03, EP-COVER-09).
fn beside(tiers: &[Tier], from: Area, to: Area) -> Degree {
    let pairs = from.squares().flat_map(|a| {
        let near = to.squares().filter(move |b| a.steps_to(*b) <= 1);
        near.map(move |b| (a, b))
    });
    let worst = |(a, b): (Square, Square)| {
        let from_corners = corners(Area::single(a));
        let degrees = from_corners.map(|corner| met(tiers, (from, to), corner, b));
        degrees.max().unwrap_or_default()
    };
    pairs.map(worst).min().unwrap_or_default()
}

/// The cover from afar, with the corner and the square of the target that the attacker likes best, and
/// whether creatures are in the path.
fn afar(
    tiers: &[Tier],
    crowd: Option<&SquareSet>,
    (from, to): (Area, Area),
    rule: CoverByDegree,
) -> (Degree, bool) {
    let mut best: Option<(i32, Degree, bool)> = None;
    for corner in corners(from) {
        for square in to.squares() {
            let degree = met(tiers, (from, to), corner, square);
            let soft = crowd.is_some_and(|crowd| corner_meets(from, to, corner, square, crowd));
            let handicap = degree.worth(rule.bonuses) - if soft { rule.creature } else { 0 };
            if best.is_none_or(|(least, known, _)| (handicap, degree) < (least, known)) {
                best = Some((handicap, degree, soft));
            }
        }
    }
    best.map_or((Degree::None, false), |(_, degree, soft)| (degree, soft))
}

/// The highest degree that some line from a corner to those of a square meets.
fn met(tiers: &[Tier], (from, to): (Area, Area), corner: Point2, square: Square) -> Degree {
    let meets = |tier: &&Tier| corner_meets(from, to, corner, square, tier.blocks());
    highest(tiers.iter().take_while(meets))
}

/// How much of a space is hidden from the point from which something bursts.
pub(super) fn from_point(state: &State, point: Square, to: Area, low: LowObstacles) -> Degree {
    let corner = template::corner(point);
    let blocked = |tier: &&Tier| template::blocked_from(corner, to, tier.blocks()) > 0;
    let tiers = tiers(state, Area::single(point), to, low);
    highest(tiers.iter().take_while(blocked))
}

fn highest<'a>(tiers: impl Iterator<Item = &'a Tier>) -> Degree {
    tiers.last().map(|tier| tier.degree).unwrap_or_default()
}

/// What stands between two spaces, by the least degree that it is; none if nothing does.
fn tiers(state: &State, from: Area, to: Area, low: LowObstacles) -> Vec<Tier> {
    let field = &state.field;
    let (left, top) = (from.left().min(to.left()), from.top().min(to.top()));
    let (right, bottom) = (from.right().max(to.right()), from.bottom().max(to.bottom()));
    // A burst spreads from a corner, which touches the squares west and north of the one that names it.
    let (left, top) = (left - 1, top - 1);
    let mut squares: Vec<(Square, Degree)> = Vec::new();
    if field.screens.any_in(left, top, right, bottom) {
        let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        let all =
            all.filter_map(|(x, y)| Some(Square::new(x.try_into().ok()?, y.try_into().ok()?)));
        let screens = all.filter(|square| field.screens.contains(*square));
        squares.extend(screens.filter_map(|square| {
            let degree = in_square(state, square, from, to, low);
            (degree != Degree::None).then_some((square, degree))
        }));
    }
    let mut borders: Vec<(Border, Degree)> = Vec::new();
    if field.shelters.any_in(left, top, right, bottom) {
        borders.extend(field.borders.keys().filter_map(|border| {
            let degree = on_border(state, *border, from, to, low);
            (degree != Degree::None).then_some((*border, degree))
        }));
    }
    if squares.is_empty() && borders.is_empty() {
        return Vec::new();
    }
    let degrees = [
        Degree::Minimal,
        Degree::Partial,
        Degree::Battlement,
        Degree::Slit,
    ];
    let dims = field.dimensions;
    let tier = |degree| Tier {
        degree,
        squares: SquareSet::from_squares(dims, least(&squares, degree)),
        borders: BorderSet::new(dims, least(&borders, degree)),
    };
    degrees.map(tier).into()
}

/// Those of at least this degree.
fn least<T: Copy>(all: &[(T, Degree)], degree: Degree) -> impl Iterator<Item = T> {
    let enough = all.iter().filter(move |(_, known)| *known >= degree);
    enough.map(|(at, _)| *at)
}

/// What a square between two spaces hides of the second from the first.
fn in_square(state: &State, square: Square, from: Area, to: Area, low: LowObstacles) -> Degree {
    let diagonals = state.rules().policies.movement.diagonals;
    let away = |area| distance(area, Area::single(square), diagonals);
    let counts = |lines| low.count(lines, away(from), away(to));
    let above = || height(state, to.anchor) > height(state, square);
    let kinds = state.kinds(square).map(|def| {
        let degree = Degree::of(def.stops_effects(), def.low_cover, def.slit);
        match def.stops_effects() || counts(def.low_cover) && !above() {
            true => degree,
            false => Degree::None,
        }
    });
    kinds.max().unwrap_or_default()
}

/// The same of what stands on a border: next to it are those in both of its squares.
fn on_border(state: &State, border: Border, from: Area, to: Area, low: LowObstacles) -> Degree {
    let kind = state.field.borders.get(&border);
    let Some(def) = kind.and_then(|kind| state.book.catalogue.borders.get(*kind)) else {
        return Degree::None;
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let away = |area| {
        let [one, other] = border.squares().map(Area::single);
        distance(area, one, diagonals).min(distance(area, other, diagonals)) + 1
    };
    match def.stops_effects() || low.count(def.low_cover, away(from), away(to)) {
        true => Degree::of(def.stops_effects(), def.low_cover, def.slit),
        false => Degree::None,
    }
}
