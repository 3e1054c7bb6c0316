//! Lines of sight and cover: lines from the corners of one space to the corners of another.
//!
//! A line is blocked when it passes through the inside of a blocking square, along the common
//! border of two of them, or through the point at which two of them touch diagonally. Touching
//! or running along the border of a single one does no harm. Beyond the edge of the map nothing can
//! be seen, so that no line slips past a wall along the edge. Blocking squares inside the two
//! spaces themselves are ignored, so that a wall can be a target.

use super::area::Area;
use super::border::{Border, BorderSet, Rays, quarters};
use super::line::{Crossing, Point2, segment_enters, trace};
use super::set::SquareSet;
use super::square::Square;

/// What lines of sight meet: squares, and borders between squares.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    pub squares: &'a SquareSet,
    pub borders: Option<&'a BorderSet>,
    /// Squares that a line meets that runs along their edge.
    edges: Option<&'a SquareSet>,
}

impl<'a> Blocks<'a> {
    /// These squares and these borders.
    pub fn new(squares: &'a SquareSet, borders: &'a BorderSet) -> Self {
        Self {
            squares,
            borders: (!borders.is_empty()).then_some(borders),
            edges: None,
        }
    }

    /// The same, where a line along the edge of one of these squares, or along a border, is blocked too.
    pub fn with_edges(self, squares: &'a SquareSet) -> Self {
        Self {
            edges: Some(squares),
            ..self
        }
    }

    /// Whether no line gets through a square: it blocks, or it lies beyond the edge of the map.
    pub(super) fn is_solid(&self, square: Square) -> bool {
        !self.squares.dims().contains(square) || self.squares.contains(square)
    }
}

impl<'a> From<&'a SquareSet> for Blocks<'a> {
    fn from(squares: &'a SquareSet) -> Self {
        Self {
            squares,
            borders: None,
            edges: None,
        }
    }
}

/// How many of the lines from the best corner are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CornerLines {
    /// Lines drawn: one to each corner of the target's space.
    pub total: u8,
    /// Those of them that something blocks.
    pub blocked: u8,
}

/// The lines to the four corners of the target's space, from that corner of any of the
/// attacker's squares from which the fewest are blocked.
pub fn corner_lines<'a>(
    attacker: Area,
    target: Area,
    blocks: impl Into<Blocks<'a>>,
) -> CornerLines {
    best_corner(attacker, target, blocks).1
}

/// The same, with the corner chosen (in half-squares): the first best one in reading order.
pub fn best_corner<'a>(
    attacker: Area,
    target: Area,
    blocks: impl Into<Blocks<'a>>,
) -> (Point2, CornerLines) {
    let field = Field::new(attacker, target, blocks.into());
    // More than `enough` blocked lines are not worth telling apart.
    let count = |from: Point2, enough: u8| {
        let blocked = outer(target)
            .into_iter()
            .filter(|&to| field.blocks(from, to))
            .take(enough.into())
            .count();
        CornerLines {
            total: 4,
            blocked: blocked as u8,
        }
    };
    let first = outer(attacker)[0];
    let mut best = (first, count(first, 4));
    for from in corners(attacker) {
        if best.1.blocked == 0 {
            break;
        }
        let lines = count(from, best.1.blocked);
        if lines.blocked < best.1.blocked {
            best = (from, lines);
        }
    }
    best
}

/// Whether even from the attacker's best corner some line to a corner of the target is blocked.
pub fn best_corner_has_blocked<'a>(
    attacker: Area,
    target: Area,
    blocks: impl Into<Blocks<'a>>,
) -> bool {
    corner_lines(attacker, target, blocks).blocked > 0
}

/// Whether any line from any corner of the attacker's squares to any corner of the target's
/// space is blocked: the strict question for attacks on an adjacent target.
pub fn adjacent_any_corner_blocked<'a>(
    attacker: Area,
    target: Area,
    blocks: impl Into<Blocks<'a>>,
) -> bool {
    let field = Field::new(attacker, target, blocks.into());
    corners(attacker).any(|from| outer(target).into_iter().any(|to| field.blocks(from, to)))
}

/// Whether a line of sight exists: some corner of some square of the attacker has an unblocked
/// line to some corner of some square of the target. The same both ways.
pub fn any_line<'a>(attacker: Area, target: Area, blocks: impl Into<Blocks<'a>>) -> bool {
    let field = Field::new(attacker, target, blocks.into());
    field.is_clear
        || corners(attacker).any(|from| corners(target).any(|to| !field.blocks(from, to)))
}

/// Those of `others` whose space the line between the two centres passes through, in the order
/// given. The attacker, the target and the combatant that shares their space do not stand between.
pub fn creatures_between<T>(
    attacker: Area,
    target: Area,
    others: impl Iterator<Item = (T, Area)>,
) -> Vec<T> {
    let (from, to) = (attacker.centre2(), target.centre2());
    others
        .filter(|(_, area)| !area.overlaps(attacker) && !area.overlaps(target))
        .filter(|&(_, area)| segment_enters(from, to, area))
        .map(|(who, _)| who)
        .collect()
}

/// Whether some line from a corner of the attacker's space to a corner of one square of the target's is
/// blocked.
pub fn corner_meets<'a>(
    attacker: Area,
    target: Area,
    corner: Point2,
    square: Square,
    blocks: impl Into<Blocks<'a>>,
) -> bool {
    let field = Field::new(attacker, target, blocks.into());
    let ends = outer(Area::single(square));
    ends.into_iter().any(|to| field.blocks(corner, to))
}

fn outer(area: Area) -> [Point2; 4] {
    let (left, top) = (2 * area.left(), 2 * area.top());
    let (right, bottom) = (2 * area.right() + 2, 2 * area.bottom() + 2);
    [(left, top), (right, top), (left, bottom), (right, bottom)]
}

/// The corners of all squares of an area.
pub fn corners(area: Area) -> impl Iterator<Item = Point2> {
    (area.top()..=area.bottom() + 1)
        .flat_map(move |y| (area.left()..=area.right() + 1).map(move |x| (2 * x, 2 * y)))
}

/// What lies between two given spaces.
struct Field<'a> {
    attacker: Area,
    target: Area,
    blocks: Blocks<'a>,
    /// Those near, if any are.
    borders: Option<&'a BorderSet>,
    /// Nothing blocks anywhere near: every line is free.
    is_clear: bool,
}

impl<'a> Field<'a> {
    fn new(attacker: Area, target: Area, blocks: Blocks<'a>) -> Self {
        // No line leaves the rectangle around both spaces, and what it squeezes between on
        // the rectangle's rim has one half inside.
        let (left, top) = (
            attacker.left().min(target.left()),
            attacker.top().min(target.top()),
        );
        let (right, bottom) = (
            attacker.right().max(target.right()),
            attacker.bottom().max(target.bottom()),
        );
        let occupied = blocks.squares.any_in(left, top, right, bottom);
        let around = |edges: &SquareSet| edges.any_in(left - 1, top - 1, right + 1, bottom + 1);
        let beside = blocks.edges.is_some_and(around);
        let rim = i32::from(blocks.edges.is_some());
        let near =
            |borders: &&BorderSet| borders.any_in(left - rim, top - rim, right + rim, bottom + rim);
        let borders = blocks.borders.filter(near);
        Self {
            attacker,
            target,
            blocks,
            borders,
            is_clear: !occupied && !beside && borders.is_none() || attacker.overlaps(target),
        }
    }

    fn is_solid(&self, square: Square) -> bool {
        self.blocks.is_solid(square)
            && !self.attacker.contains(square)
            && !self.target.contains(square)
    }

    /// Whether the line between these corners is blocked.
    fn blocks(&self, from: Point2, to: Point2) -> bool {
        !self.is_clear
            && (self.is_sealed(from, to, self.attacker)
                || self.is_sealed(to, from, self.target)
                || trace(from, to, |crossing| match crossing {
                    Crossing::Inside(square) => self.is_solid(square),
                    Crossing::Between(a, b) => {
                        self.is_solid(a) && self.is_solid(b) || self.is_edge(a, b)
                    }
                })
                || self
                    .borders
                    .is_some_and(|borders| self.is_severed(borders, from, to)))
    }

    /// Whether a line between these two squares runs along the edge of what blocks.
    fn is_edge(&self, a: Square, b: Square) -> bool {
        let (Some(edges), Some(border)) = (self.blocks.edges, Border::between(a, b)) else {
            return false;
        };
        let blocks = |square: Square| {
            let own = self.attacker.contains(square) || self.target.contains(square);
            !own && edges.contains(square)
        };
        let borders = self.blocks.borders;
        blocks(a) || blocks(b) || borders.is_some_and(|borders| borders.contains(border))
    }

    /// Whether a border is in the way of the line between these corners.
    fn is_severed(&self, borders: &BorderSet, from: Point2, to: Point2) -> bool {
        let rays = Rays {
            borders,
            solid: |square| self.is_solid(square),
            spaces: [self.attacker, self.target],
        };
        let within = |point, space: Area| -> Vec<Square> {
            quarters(point).filter(|s| space.contains(*s)).collect()
        };
        let (starts, ends) = (within(from, self.attacker), within(to, self.target));
        !rays.is_free(from, to, &starts, &ends)
    }

    /// Whether the corner `end` of the space `home` is where two blocking squares touch, and
    /// the line to `other` goes out through that closed gap.
    fn is_sealed(&self, end: Point2, other: Point2, home: Area) -> bool {
        let (x, y) = ((end.0 / 2) as i16, (end.1 / 2) as i16);
        for (dx, dy) in [(-1, -1), (0, -1), (-1, 0), (0, 0)] {
            let quarter = Square::new(x.saturating_add(dx), y.saturating_add(dy));
            if !home.contains(quarter) {
                continue;
            }
            let across = Square::new(x.saturating_add(-1 - dx), quarter.y);
            let below = Square::new(quarter.x, y.saturating_add(-1 - dy));
            let stays = |way: i32, side: i16| if side < 0 { way <= 0 } else { way >= 0 };
            let inwards = end != other && stays(other.0 - end.0, dx) && stays(other.1 - end.1, dy);
            return !inwards && self.is_solid(across) && self.is_solid(below);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::Footprint;
    use super::super::square::Dimensions;
    use super::*;

    /// Reads a drawn map: `#` blocks, `A` is the attacker's space, `T` the target's.
    fn drawn(map: &str) -> (Area, Area, SquareSet) {
        let rows: Vec<_> = map.split_whitespace().collect();
        let dims = Dimensions::new(rows[0].len() as u16, rows.len() as u16);
        let of = |wanted: char| -> Vec<Square> {
            dims.squares()
                .filter(|s| rows[s.y as usize].as_bytes()[s.x as usize] == wanted as u8)
                .collect()
        };
        let space = |wanted: char| {
            let squares = of(wanted);
            let (first, last) = (squares[0], squares[squares.len() - 1]);
            let side = |a: i16, b: i16| (b - a + 1) as u8;
            Area::new(
                first,
                Footprint::new(side(first.x, last.x), side(first.y, last.y)),
            )
        };
        (
            space('A'),
            space('T'),
            SquareSet::from_squares(dims, of('#')),
        )
    }

    fn blocked(map: &str) -> u8 {
        let (a, t, blocks) = drawn(map);
        corner_lines(a, t, &blocks).blocked
    }

    fn sees(map: &str) -> bool {
        let (a, t, blocks) = drawn(map);
        let seen = any_line(a, t, &blocks);
        assert_eq!(seen, any_line(t, a, &blocks), "sight is the same both ways");
        seen
    }

    #[test]
    fn over_open_ground_no_line_is_blocked() {
        assert_eq!(blocked("A.... ..... ....T"), 0);
        assert_eq!(blocked("AT"), 0);
    }

    #[test]
    fn a_wall_beside_the_line_gives_no_cover() {
        assert_eq!(blocked("A...T ..#.."), 0);
        assert_eq!(blocked("..#.. A...T"), 0);
    }

    #[test]
    fn a_wall_in_front_of_the_target_covers_half_of_it() {
        // Along the wall's border two corners stay open.
        assert_eq!(blocked("..... A.#T. ....."), 2);
    }

    #[test]
    fn a_broad_wall_blocks_everything() {
        assert_eq!(blocked("..#.. ..#.. A.#.T ..#.. ..#.."), 4);
        assert!(!sees("..#.. ..#.. A.#.T ..#.. ..#.."));
    }

    #[test]
    fn a_wall_near_the_line_covers_by_how_squarely_it_stands_there() {
        assert_eq!(blocked("A#. ..T"), 0);
        assert_eq!(blocked("A... .#.. ...T"), 1);
        assert_eq!(blocked("A.... ..#.. ...T."), 2);
        assert_eq!(blocked("A.... ..#.. ....T"), 3);
    }

    #[test]
    fn an_adjacent_attacker_round_a_corner_meets_cover_under_the_strict_question() {
        let (a, t, blocks) = drawn("A#. .T. ...");
        assert!(adjacent_any_corner_blocked(a, t, &blocks));
        assert!(!best_corner_has_blocked(a, t, &blocks));
        let (a, t, blocks) = drawn("A.. .T. #..");
        assert!(!adjacent_any_corner_blocked(a, t, &blocks));
    }

    #[test]
    fn nothing_passes_between_two_walls_that_touch_diagonally() {
        assert_eq!(blocked("A# #T"), 4);
        assert!(!sees("A# #T"));
        assert!(!sees("A.#. ..#. ##.. ...T"));
        assert!(sees("A#. ..T ..."));
    }

    #[test]
    fn nothing_passes_along_the_seam_of_a_thick_wall() {
        assert!(!sees("###### A####T ###### ######"));
        assert!(!sees("..##.. A.##.T ..##.. "));
    }

    #[test]
    fn a_free_lane_of_one_square_suffices_to_see() {
        assert!(sees("###### A....T ######"));
        assert_eq!(blocked("###### A....T ######"), 0);
    }

    #[test]
    fn nothing_passes_a_wall_along_the_edge_of_the_map() {
        assert!(!sees("A.#.T"));
        assert!(!sees("A.#.T ..#.. ..#.."));
        assert!(!sees("#A #. ## .. T."));
        assert!(sees("A.#.T ..... ..#.."));
        assert_eq!(blocked("A...T ....."), 0);
    }

    #[test]
    fn a_large_attacker_uses_the_corner_of_any_of_its_squares() {
        assert_eq!(blocked("AA..... AA.#..T"), 0);
        assert_eq!(blocked("....... A..#..T"), 2);
    }

    #[test]
    fn a_wall_may_itself_be_the_target() {
        let (a, t, mut blocks) = drawn("A..T");
        blocks.insert(t.anchor);
        blocks.insert(a.anchor);
        assert_eq!(corner_lines(a, t, &blocks).blocked, 0);
    }

    #[test]
    fn seeing_and_cover_agree_for_single_squares() {
        // Where even the best corner is fully blocked nothing is seen, and the reverse.
        let mut seed = 1u32;
        let dims = Dimensions::new(9, 9);
        for _ in 0..300 {
            let walls = dims.squares().filter(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 30 == 0
            });
            let blocks = SquareSet::from_squares(dims, walls);
            let a = Area::single(Square::new(1, 2));
            let t = Area::single(Square::new(6, 7));
            let lines = corner_lines(a, t, &blocks);
            assert_eq!(any_line(a, t, &blocks), lines.blocked < lines.total);
            assert_eq!(any_line(a, t, &blocks), any_line(t, a, &blocks));
        }
    }

    #[test]
    fn a_space_on_the_line_between_the_centres_stands_between() {
        let at = |x, y| Area::single(Square::new(x, y));
        let ogre = Area::new(Square::new(2, 1), Footprint::square(2));
        let others = [
            ("beside", at(2, -1)),
            ("in the way", at(1, 0)),
            ("target", at(4, 2)),
        ];
        let between = creatures_between(at(0, 0), at(4, 2), others.into_iter());
        assert_eq!(between, ["in the way"]);
        let between = creatures_between(at(0, 0), at(4, 2), [("ogre", ogre)].into_iter());
        assert_eq!(between, ["ogre"]);
        // A diagonal line only touches the corners of those beside it.
        let between = creatures_between(
            at(0, 0),
            at(2, 2),
            [(1, at(1, 0)), (2, at(0, 1))].into_iter(),
        );
        assert!(between.is_empty());
    }
}
