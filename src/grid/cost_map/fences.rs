//! What stands on borders between squares, as a mover sees it.

use std::sync::Arc;

use super::{Body, Cell, CostMap, Obstacle};
use crate::grid::area::Area;
use crate::grid::border::Border;
use crate::grid::cost::{Cost, EntryCost};
use crate::grid::distance::Diagonals;
use crate::grid::square::{Dimensions, Direction};

/// What crossing a border takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    /// What the step costs at least; `None`: it cannot be crossed.
    pub entry: Option<EntryCost>,
    /// It lets no diagonal past its ends.
    pub is_wall: bool,
}

/// What stands on the borders of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fences {
    kinds: Vec<(Cell, Fence)>,
    /// By position in the rimmed array: what stands on the eastern and on the southern border, counted
    /// from 1.
    upright: Vec<u8>,
    level: Vec<u8>,
    /// What hampers is paid for besides the square beyond it; otherwise the dearer of the two counts.
    adds: bool,
}

/// What a step meets on the borders that it crosses.
#[derive(Clone, Copy, Default)]
struct Met {
    price: u32,
    closed: bool,
    wall: bool,
}

impl Met {
    fn and(self, other: Self) -> Self {
        Self {
            price: self.price.max(other.price),
            closed: self.closed || other.closed,
            wall: self.wall || other.wall,
        }
    }
}

impl CostMap {
    /// What stands on borders from now on. A border counts as crossed by a step over it; within a
    /// space there may be any that can be crossed.
    pub fn set_fences(&mut self, fences: Option<Arc<Fences>>) {
        let kinds = fences.iter().flat_map(|fences| &fences.kinds);
        let dearest =
            kinds.flat_map(|(cell, _)| [cell.straight, cell.diagonal[0], cell.diagonal[1]]);
        let dearest = dearest.max().unwrap_or(0);
        let adds = fences.as_ref().is_some_and(|fences| fences.adds);
        self.dearest = match adds {
            true => self.dearest.saturating_add(dearest),
            false => self.dearest.max(dearest),
        };
        self.fences = fences;
    }

    /// Whether no border that cannot be crossed lies within an area.
    pub fn is_undivided(&self, area: Area) -> bool {
        let (Some(fences), Some(body)) = (&self.fences, self.body(area)) else {
            return true;
        };
        let closed = |kinds: &[u8], p: usize| fences.met(kinds[p], |_| 0).closed;
        let upright = body
            .positions(body.start)
            .any(|p| (p - body.start) % body.stride + 1 < body.width && closed(&fences.upright, p));
        let level = body
            .positions(body.start)
            .any(|p| (p - body.start) / body.stride + 1 < body.depth && closed(&fences.level, p));
        !upright && !level
    }

    /// What crossing borders on a step of an area costs at least, nothing if there are none; `None` if
    /// they cannot be crossed.
    pub fn crossing(&self, from: Area, direction: Direction) -> Option<Cost> {
        self.crossing_over(self.fences.as_deref(), from, direction)
    }

    /// The same with other things on the borders.
    pub fn crossing_over(
        &self,
        fences: Option<&Fences>,
        from: Area,
        direction: Direction,
    ) -> Option<Cost> {
        let (Some(fences), Some(body)) = (fences, self.body(from)) else {
            return Some(Cost::ZERO);
        };
        let straight = |cell: &Cell| cell.straight;
        let met = fences.step(&body, body.start, direction, straight);
        met.ok().map(Cost)
    }
}

impl Fences {
    /// What stands on the borders of a map of this size; nothing if there are none. `adds`: what hampers is
    /// paid for besides the square beyond it.
    pub fn new(
        dims: Dimensions,
        borders: impl IntoIterator<Item = (Border, Fence)>,
        adds: bool,
    ) -> Option<Arc<Self>> {
        let map = CostMap::new(dims);
        let mut fences = Self {
            kinds: Vec::new(),
            upright: vec![0; map.rimmed_len()],
            level: vec![0; map.rimmed_len()],
            adds,
        };
        for (border, fence) in borders {
            let Some(at) = map.position(border.at) else {
                continue;
            };
            let known = fences.kinds.iter().position(|(_, other)| *other == fence);
            let kind = known.unwrap_or_else(|| {
                let entry = fence.entry.unwrap_or(EntryCost::open(Diagonals::Equal));
                fences.kinds.push((Cell::priced(entry), fence));
                fences.kinds.len() - 1
            });
            let kind = u8::try_from(kind + 1).unwrap_or(u8::MAX);
            match border.upright {
                true => fences.upright[at] = kind,
                false => fences.level[at] = kind,
            }
        }
        (!fences.kinds.is_empty()).then(|| Arc::new(fences))
    }

    /// What a step costs with what it meets.
    pub(super) fn with(&self, square: u32, met: u32) -> u32 {
        match self.adds {
            true => square.saturating_add(met),
            false => square.max(met),
        }
    }

    pub(super) fn alternates(&self) -> bool {
        self.kinds.iter().any(|(cell, _)| cell.alternates())
    }

    fn met(&self, kind: u8, price: impl Fn(&Cell) -> u16) -> Met {
        let Some((cell, fence)) = usize::from(kind)
            .checked_sub(1)
            .and_then(|i| self.kinds.get(i))
        else {
            return Met::default();
        };
        // Where both are paid for, what does not hamper takes nothing.
        let free = self.adds && u32::from(cell.straight) <= Cost::SQUARE.0;
        Met {
            price: if free { 0 } else { price(cell).into() },
            closed: fence.entry.is_none(),
            wall: fence.is_wall,
        }
    }

    /// What a body meets that goes one square along one axis: at its leading side, and between the
    /// squares that it enters.
    fn leg(
        &self,
        body: &Body,
        at: usize,
        (dx, dy): (i16, i16),
        price: &impl Fn(&Cell) -> u16,
    ) -> Met {
        let mut met = Met::default();
        let stride = body.stride;
        let far = |forward: bool, length: usize| if forward { length - 1 } else { 0 };
        if dx != 0 {
            let column = at + far(dx > 0, body.width);
            let new = column.wrapping_add_signed(dx.into());
            for row in 0..body.depth {
                let across = column.min(new) + row * stride;
                met = met.and(self.met(self.upright[across], price));
                if row + 1 < body.depth {
                    let within = self.met(self.level[new + row * stride], price);
                    met.closed |= within.closed;
                }
            }
        } else {
            let row = at + far(dy > 0, body.depth) * stride;
            let new = row.wrapping_add_signed(isize::from(dy) * stride as isize);
            for column in 0..body.width {
                let across = row.min(new) + column;
                met = met.and(self.met(self.level[across], price));
                if column + 1 < body.width {
                    let within = self.met(self.upright[new + column], price);
                    met.closed |= within.closed;
                }
            }
        }
        met
    }

    /// What the borders that a step crosses cost: on a diagonal, those on the cheaper way around the
    /// corner. No diagonal leads past the end of a wall.
    pub(super) fn step(
        &self,
        body: &Body,
        at: usize,
        direction: Direction,
        price: impl Fn(&Cell) -> u16,
    ) -> Result<u32, Obstacle> {
        let (dx, dy) = direction.delta();
        let moved = |x: i16, y: i16| {
            at.wrapping_add_signed(isize::from(x))
                .wrapping_add_signed(isize::from(y) * body.stride as isize)
        };
        if dx == 0 || dy == 0 {
            let met = self.leg(body, at, (dx, dy), &price);
            let border = Obstacle::Border(at, moved(dx, dy));
            return if met.closed {
                Err(border)
            } else {
                Ok(met.price)
            };
        }
        let way = |(x, y): (i16, i16)| {
            let corner = moved(x, y);
            let first = self.leg(body, at, (x, y), &price);
            first.and(self.leg(body, corner, (dx - x, dy - y), &price))
        };
        let ways = [way((dx, 0)), way((0, dy))];
        if ways.iter().any(|met| met.wall) {
            return Err(Obstacle::Corner(moved(dx, 0)));
        }
        let open = ways.iter().filter(|met| !met.closed);
        let cheapest = open.map(|met| met.price).min();
        cheapest.ok_or(Obstacle::Border(at, moved(dx, dy)))
    }
}
