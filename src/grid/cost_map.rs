//! The map as a mover sees it: what each square costs and whether it may be entered.

use std::sync::Arc;

use super::area::Area;
use super::cost::{Cost, DiagonalParity, EntryCost};
use super::distance::Diagonals;
use super::square::{Dimensions, Direction, Square};

mod fences;

pub use fences::{Fence, Fences};

/// Whether a mover may be in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// It may enter and stop.
    Open,
    /// It may pass through and not stop, as in an ally's square.
    ThroughOnly,
    /// It may not enter.
    Blocked,
}

/// Entry costs, passages and hard corners of every square of a map, for one mover.
///
/// Built once per terrain, then patched as creatures move. Squares off the map are blocked;
/// setting them does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMap {
    dims: Dimensions,
    /// Squares with a rim of one blocked square all around, so that a step needs no edge test.
    cells: Vec<Cell>,
    /// How many squares have diagonals that alternate.
    alternating: usize,
    /// The highest price ever set.
    dearest: u16,
    /// The lowest prices ever set: straight, diagonal after an even number of diagonals and after
    /// an odd one.
    cheapest: [u16; 3],
    /// What stands on borders, if anything does.
    fences: Option<Arc<Fences>>,
    /// Diagonals that always cost the same do not count among those that alternate.
    uncounted: bool,
    /// There are squares that are solid.
    has_solids: bool,
    /// A step costs what the dearest square of the whole space costs to which it leads.
    whole_spaces: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    straight: u16,
    /// Price of a diagonal after an even and after an odd number of diagonals.
    diagonal: [u16; 2],
    flags: u16,
}

impl Cell {
    /// A square that may be entered at these costs.
    fn priced(entry: EntryCost) -> Self {
        let price = |cost: Cost| cost.0.clamp(1, u32::from(u16::MAX)) as u16;
        Self {
            straight: price(entry.straight),
            diagonal: [price(entry.diagonal_odd), price(entry.diagonal_even)],
            flags: 0,
        }
    }

    fn alternates(self) -> bool {
        self.diagonal[0] != self.diagonal[1]
    }
}

const BLOCKED: u16 = 1;
const THROUGH: u16 = 2;
const CORNER: u16 = 4;
const RIM: u16 = 8;
const SOLID: u16 = 16;

/// Why a step is impossible; the position is one in [`CostMap`]'s rimmed array.
pub(super) enum Obstacle {
    Rim,
    Blocked(usize),
    Corner(usize),
    /// What stands between these two.
    Border(usize, usize),
}

/// A mover's size and the space that it started from, as the rimmed array has it.
pub(super) struct Body {
    pub start: usize,
    width: usize,
    depth: usize,
    stride: usize,
}

impl Body {
    pub fn is_single(&self) -> bool {
        self.width == 1 && self.depth == 1
    }

    /// Whether the position belongs to the space the mover started from.
    fn owns(&self, at: usize) -> bool {
        let (x, y) = (at % self.stride, at / self.stride);
        let (left, top) = (self.start % self.stride, self.start / self.stride);
        (left..left + self.width).contains(&x) && (top..top + self.depth).contains(&y)
    }

    /// The positions of its squares when its anchor is at `at`.
    pub fn positions(&self, at: usize) -> impl Iterator<Item = usize> {
        let (stride, width) = (self.stride, self.width);
        (0..self.depth).flat_map(move |y| (0..width).map(move |x| at + y * stride + x))
    }
}

impl CostMap {
    /// Open ground where every step, straight or diagonal, costs one square.
    pub fn new(dims: Dimensions) -> Self {
        Self::with_entry(dims, EntryCost::open(Diagonals::Equal))
    }

    /// Open ground where every square has the same entry costs.
    pub fn with_entry(dims: Dimensions, entry: EntryCost) -> Self {
        let rim = Cell {
            straight: 1,
            diagonal: [1, 1],
            flags: BLOCKED | RIM,
        };
        let (stride, rows) = (usize::from(dims.width) + 2, usize::from(dims.height) + 2);
        let mut map = Self {
            dims,
            cells: vec![rim; stride * rows],
            alternating: 0,
            dearest: 1,
            cheapest: [u16::MAX; 3],
            fences: None,
            uncounted: false,
            has_solids: false,
            whole_spaces: false,
        };
        let cell = Cell::priced(entry);
        map.note(cell);
        if cell.alternates() {
            map.alternating = dims.len();
        }
        let inner = map.cells.chunks_exact_mut(stride).skip(1);
        for row in inner.take(usize::from(dims.height)) {
            row[1..stride - 1].fill(cell);
        }
        map
    }

    /// Size of the map.
    pub fn dims(&self) -> Dimensions {
        self.dims
    }

    /// Sets whether diagonals that always cost the same count among those that alternate.
    pub fn set_uncounted(&mut self, uncounted: bool) {
        self.uncounted = uncounted;
    }

    /// Sets whether the dearest of all squares to which a step leads prices it, or of those only that are newly
    /// entered. It makes no difference to a mover of one square.
    pub fn set_whole_spaces(&mut self, whole_spaces: bool) {
        self.whole_spaces = whole_spaces;
    }

    /// Whether every diagonal counts.
    pub(super) fn counts_all(&self) -> bool {
        !self.uncounted
    }

    /// Whether a step counts among the diagonals, if it is one.
    #[inline(always)]
    pub(super) fn counts<const SINGLE: bool>(
        &self,
        body: &Body,
        at: usize,
        direction: Direction,
    ) -> bool {
        let price = |parity| self.step::<SINGLE>(body, at, direction, parity).ok();
        direction.is_diagonal()
            && (!self.uncounted || price(DiagonalParity::Even) != price(DiagonalParity::Odd))
    }

    /// Sets what entering `square` costs.
    pub fn set_entry(&mut self, square: Square, entry: EntryCost) {
        let Some(at) = self.position(square) else {
            return;
        };
        let new = Cell {
            flags: self.cells[at].flags,
            ..Cell::priced(entry)
        };
        let old = std::mem::replace(&mut self.cells[at], new);
        self.note(new);
        self.alternating += usize::from(new.alternates());
        self.alternating -= usize::from(old.alternates());
    }

    /// Keeps the bounds on prices true for a cell.
    fn note(&mut self, cell: Cell) {
        let prices = [cell.straight, cell.diagonal[0], cell.diagonal[1]];
        for (least, price) in self.cheapest.iter_mut().zip(prices) {
            *least = price.min(*least);
            self.dearest = self.dearest.max(price);
        }
    }

    /// Lets no square cost less than this to enter. `twice`: what costs more than a plain square costs
    /// twice as much, however much that is.
    pub fn raise(&mut self, least: Cost, twice: bool) {
        let least = least.0.clamp(1, u32::from(u16::MAX)) as u16;
        self.alternating = 0;
        self.dearest = self.dearest.max(least);
        for cell in &mut self.cells {
            let times = 1 + u16::from(twice && u32::from(cell.straight) > Cost::SQUARE.0);
            let raised = |price: u16| price.saturating_mul(times).max(least);
            let [one, other] = cell.diagonal;
            let raise = [cell.straight, one, other].map(raised);
            (cell.straight, cell.diagonal) = (raise[0], [raise[1], raise[2]]);
            let most = cell.diagonal[0].max(cell.diagonal[1]).max(cell.straight);
            self.dearest = self.dearest.max(most);
            self.alternating += usize::from(cell.alternates());
        }
        self.cheapest = self.cheapest.map(|price| price.max(least));
    }

    /// Makes every square cost `times / over` of what it does; a divisor of 0 makes it as dear as can be.
    pub fn scale(&mut self, times: u32, over: u32) {
        let scaled = |price: u16| match over {
            0 => u16::MAX,
            _ => (u64::from(price) * u64::from(times) / u64::from(over))
                .clamp(1, u64::from(u16::MAX)) as u16,
        };
        self.alternating = 0;
        self.cheapest = [u16::MAX; 3];
        for at in 0..self.cells.len() {
            let old = self.cells[at];
            if old.flags & RIM != 0 {
                continue;
            }
            let new = Cell {
                straight: scaled(old.straight),
                diagonal: old.diagonal.map(scaled),
                ..old
            };
            self.cells[at] = new;
            self.note(new);
            self.alternating += usize::from(new.alternates());
        }
    }

    /// Sets whether `square` may be entered.
    pub fn set_passage(&mut self, square: Square, passage: Passage) {
        if let Some(at) = self.position(square) {
            let flags = &mut self.cells[at].flags;
            *flags &= !(BLOCKED | THROUGH);
            *flags |= match passage {
                Passage::Open => 0,
                Passage::ThroughOnly => THROUGH,
                Passage::Blocked => BLOCKED,
            };
        }
    }

    /// Makes `square` a wall, which is blocked and lets no diagonal past its corners, or takes
    /// the wall away and leaves the square open.
    pub fn set_wall(&mut self, square: Square, is_wall: bool) {
        self.set_corner(square, is_wall);
        self.set_passage(
            square,
            if is_wall {
                Passage::Blocked
            } else {
                Passage::Open
            },
        );
    }

    /// Makes `square` solid, for those who pass through such things: no step leads on from within one to within
    /// another.
    pub fn set_solid(&mut self, square: Square) {
        if let Some(at) = self.position(square) {
            self.cells[at].flags |= SOLID;
            self.has_solids = true;
        }
    }

    /// Sets only whether diagonals may pass the corners of `square`, whether or not it can be entered.
    pub fn set_corner(&mut self, square: Square, is_corner: bool) {
        if let Some(at) = self.position(square) {
            let flags = &mut self.cells[at].flags;
            *flags = if is_corner {
                *flags | CORNER
            } else {
                *flags & !CORNER
            };
        }
    }

    /// What entering `square` costs; `None` off the map.
    pub fn entry(&self, square: Square) -> Option<EntryCost> {
        let cell = self.cells[self.position(square)?];
        Some(EntryCost {
            straight: Cost(cell.straight.into()),
            diagonal_odd: Cost(cell.diagonal[0].into()),
            diagonal_even: Cost(cell.diagonal[1].into()),
        })
    }

    /// Whether `square` may be entered.
    pub fn passage(&self, square: Square) -> Passage {
        match self.position(square).map(|at| self.cells[at].flags) {
            Some(flags) if flags & (BLOCKED | THROUGH) == 0 => Passage::Open,
            Some(flags) if flags & BLOCKED == 0 => Passage::ThroughOnly,
            _ => Passage::Blocked,
        }
    }

    /// Whether diagonals are refused past the corners of `square`.
    pub fn is_corner(&self, square: Square) -> bool {
        self.position(square)
            .is_some_and(|at| self.cells[at].flags & CORNER != 0)
    }

    /// Whether `mover`, standing where it is, could stop with its anchor on `anchor`. Its own
    /// present squares count as open.
    pub fn may_stop(&self, mover: Area, anchor: Square) -> bool {
        match (self.body(mover), self.body(mover.moved_to(anchor))) {
            (Some(body), Some(there)) => self.is_stop(&body, there.start),
            _ => false,
        }
    }

    pub(super) fn stride(&self) -> usize {
        usize::from(self.dims.width) + 2
    }

    pub(super) fn rimmed_len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn dearest(&self) -> u32 {
        self.dearest.into()
    }

    /// No step this way is cheaper anywhere.
    pub(super) fn cheapest(&self, direction: Direction, parity: DiagonalParity) -> u32 {
        let which = if direction.is_diagonal() {
            1 + parity as usize
        } else {
            0
        };
        self.cheapest[which].into()
    }

    /// Whether the number of diagonals made matters anywhere.
    pub(super) fn alternates(&self) -> bool {
        self.alternating > 0
            || self
                .fences
                .as_ref()
                .is_some_and(|fences| fences.alternates())
    }

    /// Position in the rimmed array.
    pub(super) fn position(&self, square: Square) -> Option<usize> {
        self.dims
            .contains(square)
            .then(|| (square.y as usize + 1) * self.stride() + square.x as usize + 1)
    }

    /// The mover in terms of the rimmed array; `None` if it is not wholly on the map.
    pub(super) fn body(&self, mover: Area) -> Option<Body> {
        let start = self.position(mover.anchor)?;
        mover.is_within(self.dims).then(|| Body {
            start,
            width: (mover.right() - mover.left() + 1) as usize,
            depth: (mover.bottom() - mover.top() + 1) as usize,
            stride: self.stride(),
        })
    }

    pub(super) fn is_stop(&self, body: &Body, at: usize) -> bool {
        body.positions(at)
            .all(|p| self.cells[p].flags & (BLOCKED | THROUGH) == 0 || body.owns(p))
    }

    /// The one function that allows and prices a step: of `body` with its anchor at `at`, which
    /// must be a place on the map. The search and the walk both use it.
    #[inline(always)]
    pub(super) fn step<const SINGLE: bool>(
        &self,
        body: &Body,
        at: usize,
        direction: Direction,
        parity: DiagonalParity,
    ) -> Result<u32, Obstacle> {
        let (dx, dy) = direction.delta();
        let stride = self.stride();
        let moved = |from: usize, x: i16, y: i16| {
            from.wrapping_add_signed(isize::from(x))
                .wrapping_add_signed(isize::from(y) * stride as isize)
        };
        let diagonal = direction.is_diagonal();
        let to = moved(at, dx, dy);
        let paid = |p: usize| {
            let cell = &self.cells[p];
            u32::from(match diagonal {
                true => cell.diagonal[parity as usize],
                false => cell.straight,
            })
        };
        let price = |p: usize| -> Result<u32, Obstacle> {
            let cell = &self.cells[p];
            if cell.flags & BLOCKED != 0 && !body.owns(p) {
                return Err(if cell.flags & RIM != 0 {
                    Obstacle::Rim
                } else {
                    Obstacle::Blocked(p)
                });
            }
            Ok(paid(p))
        };
        let is_solid = |p: usize| self.cells[p].flags & SOLID != 0;
        if self.has_solids && body.positions(at).chain(body.positions(to)).all(is_solid) {
            return Err(Obstacle::Blocked(to));
        }
        // Only the leading column and row are newly entered.
        let (last_x, last_y) = if SINGLE {
            (0, 0)
        } else {
            (body.width - 1, (body.depth - 1) * stride)
        };
        let mut cost = 0;
        if SINGLE {
            cost = price(to)?;
        } else {
            if dx != 0 {
                let column = to + if dx > 0 { last_x } else { 0 };
                for row in 0..body.depth {
                    cost = cost.max(price(column + row * stride)?);
                }
            }
            if dy != 0 {
                let row = to + if dy > 0 { last_y } else { 0 };
                for column in 0..body.width {
                    cost = cost.max(price(row + column)?);
                }
            }
            if self.whole_spaces {
                cost = body.positions(to).map(paid).fold(cost, u32::max);
            }
        }
        if diagonal {
            // Of all that the moving space brushes past, only these two lie outside both ends.
            let beside = moved(at, dx, 0) + if dx > 0 { last_x } else { 0 };
            let beside = beside + if dy < 0 { last_y } else { 0 };
            let below = moved(at, 0, dy) + if dy > 0 { last_y } else { 0 };
            let below = below + if dx < 0 { last_x } else { 0 };
            for corner in [beside, below] {
                if self.cells[corner].flags & CORNER != 0 {
                    return Err(Obstacle::Corner(corner));
                }
            }
        }
        if let Some(fences) = &self.fences {
            let price = |cell: &Cell| match diagonal {
                true => cell.diagonal[parity as usize],
                false => cell.straight,
            };
            cost = fences.with(cost, fences.step(body, at, direction, price)?);
        }
        Ok(cost)
    }
}

#[cfg(test)]
mod tests;
