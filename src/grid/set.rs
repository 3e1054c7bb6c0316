//! Sets of squares as bits: threatened squares, walls, what a side has seen.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::square::{Dimensions, Square};

/// A set of squares of one map, one bit each, in reading order.
///
/// Squares off the map are never members: inserting them does nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Listed", into = "Listed")]
pub struct SquareSet {
    dims: Dimensions,
    words: Vec<u64>,
}

impl SquareSet {
    /// The empty set over a map of that size.
    pub fn new(dims: Dimensions) -> Self {
        Self {
            dims,
            words: vec![0; dims.len().div_ceil(64)],
        }
    }

    /// The set of those of `squares` that are on the map.
    pub fn from_squares(dims: Dimensions, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::new(dims);
        set.extend(squares);
        set
    }

    /// Size of the map that the set speaks of.
    pub fn dims(&self) -> Dimensions {
        self.dims
    }

    /// Empties the set and makes it one over `dims`, keeping its memory.
    pub fn reset(&mut self, dims: Dimensions) {
        if self.dims == dims {
            self.words.fill(0);
        } else {
            self.dims = dims;
            self.words.clear();
            self.words.resize(dims.len().div_ceil(64), 0);
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds `square`; true if it is new.
    pub fn insert(&mut self, square: Square) -> bool {
        let Some(i) = self.dims.index(square) else {
            return false;
        };
        let (word, bit) = (&mut self.words[i / 64], 1 << (i % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Adds the square at this place in reading order, if there is one.
    pub(super) fn insert_at(&mut self, index: usize) {
        if index < self.dims.len() {
            self.words[index / 64] |= 1 << (index % 64);
        }
    }

    /// Takes `square` out; true if it was in.
    pub fn remove(&mut self, square: Square) -> bool {
        let Some(i) = self.dims.index(square) else {
            return false;
        };
        let (word, bit) = (&mut self.words[i / 64], 1 << (i % 64));
        let was_in = *word & bit != 0;
        *word &= !bit;
        was_in
    }

    /// Whether `square` is in.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.dims
            .index(square)
            .is_some_and(|i| self.words[i / 64] >> (i % 64) & 1 != 0)
    }

    /// Adds the squares of row `y` from column `first` to column `last`, both included,
    /// as far as they are on the map.
    pub fn insert_row(&mut self, y: i32, first: i32, last: i32) {
        if let Some((from, to)) = self.run(y, first, last) {
            for (word, bits) in masks(from, to) {
                self.words[word] |= bits;
            }
        }
    }

    /// Adds every square of `area` that is on the map.
    pub fn insert_area(&mut self, area: Area) {
        for y in area.top()..=area.bottom() {
            self.insert_row(y, area.left(), area.right());
        }
    }

    /// Whether any square of the rectangle of these columns and rows (all included) is in.
    pub fn any_in(&self, left: i32, top: i32, right: i32, bottom: i32) -> bool {
        let rows = top.max(0)..=bottom.min(i32::from(self.dims.height) - 1);
        rows.into_iter().any(|y| {
            self.run(y, left, right).is_some_and(|(from, to)| {
                masks(from, to).any(|(word, bits)| self.words[word] & bits != 0)
            })
        })
    }

    /// Whether any square of `area` is in.
    pub fn touches(&self, area: Area) -> bool {
        self.any_in(area.left(), area.top(), area.right(), area.bottom())
    }

    /// The members in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Square> {
        self.words.iter().enumerate().flat_map(move |(w, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.dims.square(w * 64 + bit)
            })
        })
    }

    /// Adds the members of `other`.
    pub fn union(&mut self, other: &SquareSet) {
        if self.dims == other.dims {
            for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
                *mine |= theirs;
            }
        } else {
            self.extend(other.iter());
        }
    }

    /// Keeps only the members that are also in `other`.
    pub fn intersect(&mut self, other: &SquareSet) {
        self.combine(other, |mine, theirs| mine & theirs);
    }

    /// Number of members.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether nothing is in.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    fn combine(&mut self, other: &SquareSet, op: impl Fn(u64, u64) -> u64) {
        if self.dims == other.dims {
            for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
                *mine = op(*mine, theirs);
            }
        } else {
            let same_size = SquareSet::from_squares(self.dims, other.iter());
            self.combine(&same_size, op);
        }
    }

    /// First and last bit of a clipped run of a row.
    fn run(&self, y: i32, first: i32, last: i32) -> Option<(usize, usize)> {
        let width = i32::from(self.dims.width);
        let (first, last) = (first.max(0), last.min(width - 1));
        if y < 0 || y >= i32::from(self.dims.height) || first > last {
            return None;
        }
        let row = y as usize * width as usize;
        Some((row + first as usize, row + last as usize))
    }
}

/// The words that the bits `from..=to` lie in, with the bits concerned.
fn masks(from: usize, to: usize) -> impl Iterator<Item = (usize, u64)> {
    (from / 64..=to / 64).map(move |word| {
        let low = if word == from / 64 { from % 64 } else { 0 };
        let high = if word == to / 64 { to % 64 } else { 63 };
        (word, (u64::MAX >> (63 - high)) & (u64::MAX << low))
    })
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

/// How a set is written to files: readable, and unable to hold stray bits.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    dims: Dimensions,
    squares: Vec<Square>,
}

impl From<Listed> for SquareSet {
    fn from(listed: Listed) -> Self {
        Self::from_squares(listed.dims, listed.squares)
    }
}

impl From<SquareSet> for Listed {
    fn from(set: SquareSet) -> Self {
        Self {
            dims: set.dims,
            squares: set.iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIMS: Dimensions = Dimensions::new(50, 20);

    fn set(squares: &[(i16, i16)]) -> SquareSet {
        SquareSet::from_squares(DIMS, squares.iter().map(|&(x, y)| Square::new(x, y)))
    }

    #[test]
    fn a_square_is_in_once_and_can_be_taken_out() {
        let mut set = SquareSet::new(DIMS);
        let square = Square::new(49, 19);
        assert!(set.insert(square));
        assert!(!set.insert(square));
        assert!(set.contains(square));
        assert!(set.remove(square));
        assert!(set.is_empty());
    }

    #[test]
    fn squares_off_the_map_are_never_in() {
        let mut set = SquareSet::new(DIMS);
        assert!(!set.insert(Square::new(50, 0)));
        assert!(!set.insert(Square::new(0, -1)));
        set.insert_row(25, 0, 10);
        set.insert_row(3, -10, -1);
        assert!(set.is_empty());
    }

    #[test]
    fn members_come_in_reading_order() {
        let set = set(&[(4, 9), (40, 2), (3, 9), (0, 0)]);
        assert!(set.iter().is_sorted());
        assert_eq!(set.iter().count(), set.count());
    }

    #[test]
    fn a_row_is_the_same_as_its_squares_one_by_one() {
        for (y, first, last) in [(0, 0, 49), (1, -5, 60), (2, 13, 14), (19, 49, 49)] {
            let mut by_row = SquareSet::new(DIMS);
            by_row.insert_row(y, first, last);
            let one_by_one = (first..=last).map(|x| Square::new(x as i16, y as i16));
            assert_eq!(by_row, SquareSet::from_squares(DIMS, one_by_one));
        }
    }

    #[test]
    fn any_in_sees_members_of_the_rectangle_only() {
        let set = set(&[(10, 10)]);
        assert!(set.any_in(0, 0, 10, 10));
        assert!(set.any_in(-9, -9, 99, 99));
        assert!(!set.any_in(0, 0, 9, 19));
        assert!(!set.any_in(11, 0, 49, 19));
        assert!(!set.any_in(0, 11, 49, 19));
    }

    #[test]
    fn sets_combine_also_across_map_sizes() {
        let mut a = set(&[(1, 1), (2, 2)]);
        a.union(&set(&[(3, 3)]));
        assert_eq!(a.count(), 3);
        a.intersect(&SquareSet::from_squares(
            Dimensions::new(3, 3),
            [Square::new(2, 2), Square::new(1, 1)],
        ));
        assert_eq!(a, set(&[(1, 1), (2, 2)]));
    }

    #[test]
    fn a_set_survives_being_written_and_read() {
        let before = set(&[(4, 9), (40, 2)]);
        let text = ron::to_string(&before).unwrap();
        assert_eq!(ron::from_str::<SquareSet>(&text).unwrap(), before);
    }
}
