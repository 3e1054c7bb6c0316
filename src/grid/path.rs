//! The path search: everywhere a mover can get to and stop, with the way there.
//!
//! A state of the search is a square together with the parity of the diagonals made, since the
//! next diagonal may cost more. Costs are small whole numbers, so a ring of buckets, one per
//! cost, replaces a heap; nothing is cleared between searches, stale entries are told by the
//! number of the search that wrote them.

use super::area::Area;
use super::cost::{Cost, DiagonalParity};
use super::cost_map::{Body, CostMap};
use super::set::SquareSet;
use super::square::{Dimensions, Direction, Square};
use super::walk::Step;

/// Reusable memory for path searches.
#[derive(Clone, Debug, Default)]
pub struct PathSearch {
    found: Reachable,
    /// First label of each bucket; the bucket of a cost is the cost modulo their number.
    buckets: Vec<u32>,
    /// The labels of the bucket at hand, where their order matters.
    batch: Vec<u32>,
}

/// What a search found: the places to stop, what they cost and how to get there.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    dims: Dimensions,
    start: Area,
    parity: DiagonalParity,
    safest: bool,
    /// Number of the search that the entries of `nodes` and `stopped` are compared with.
    search: u32,
    /// Two per position of the rimmed map: even and odd number of diagonals.
    nodes: Vec<Node>,
    /// The search that last found a position to be a place to stop.
    stopped: Vec<u32>,
    labels: Vec<Label>,
    stops: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: u64,
    search: u32,
    label: u32,
}

/// One way to a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    key: u64,
    node: u32,
    parent: u32,
    /// The next label in the same bucket.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// A key holds cost, surcharge and number of diagonals, in falling order of weight; the
/// diagonals make straight ways win among equals.
const SURCHARGE: u32 = 18;
const COST: u32 = 44;
/// Budgets above this many twelfths (43,690 squares) are cut to it: costs must fit a key.
const MAX_BUDGET: u32 = 1 << 19;

const fn cost_of(key: u64) -> u32 {
    (key >> COST) as u32
}

const fn surcharge_of(key: u64) -> u32 {
    (key >> SURCHARGE) as u32 & ((1 << (COST - SURCHARGE)) - 1)
}

impl PathSearch {
    /// Empty memory; it grows to the largest map searched.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every anchor square where `mover` can stop within `budget`, by the cheapest way.
    ///
    /// `parity` tells the diagonals already made in this move. `surcharge`, one number per
    /// square of the map in reading order, is paid for leaving a square (by a larger mover: the
    /// highest among its squares) and decides between ways of equal cost.
    pub fn reachable(
        &mut self,
        map: &CostMap,
        mover: Area,
        budget: Cost,
        parity: DiagonalParity,
        surcharge: Option<&[u8]>,
    ) -> &Reachable {
        self.run::<false>(map, mover, budget, parity, surcharge)
    }

    /// The same places, each by the way within `budget` that has the least surcharge, and
    /// among those the cheapest.
    pub fn safest(
        &mut self,
        map: &CostMap,
        mover: Area,
        budget: Cost,
        parity: DiagonalParity,
        surcharge: Option<&[u8]>,
    ) -> &Reachable {
        self.run::<true>(map, mover, budget, parity, surcharge)
    }

    /// What the last search found.
    pub fn found(&self) -> &Reachable {
        &self.found
    }

    fn run<const SAFEST: bool>(
        &mut self,
        map: &CostMap,
        mover: Area,
        budget: Cost,
        parity: DiagonalParity,
        surcharge: Option<&[u8]>,
    ) -> &Reachable {
        self.found.begin(map, mover, parity, SAFEST);
        if let Some(body) = map.body(mover) {
            let budget = budget.0.min(MAX_BUDGET);
            if body.is_single() {
                self.search::<SAFEST, true>(map, &body, budget, surcharge);
            } else {
                self.search::<SAFEST, false>(map, &body, budget, surcharge);
            }
        }
        &self.found
    }

    fn search<const SAFEST: bool, const SINGLE: bool>(
        &mut self,
        map: &CostMap,
        body: &Body,
        budget: u32,
        surcharge: Option<&[u8]>,
    ) {
        let found = &mut self.found;
        // Every step costs at least 1 and at most this, so a ring of that length suffices.
        let ring = (map.dearest().min(budget) + 1).next_power_of_two();
        self.buckets.clear();
        self.buckets.resize(ring as usize, NONE);
        let layers = usize::from(map.alternates());
        let first = body.start * 2 + (found.parity as usize & layers);
        found.push::<SAFEST>(&mut self.buckets, 0, first, NONE);
        let mut pending = 1usize;
        for cost in 0..=budget {
            if pending == 0 {
                break;
            }
            let bucket = (cost & (ring - 1)) as usize;
            let mut next = std::mem::replace(&mut self.buckets[bucket], NONE);
            self.batch.clear();
            while SAFEST && next != NONE {
                self.batch.push(next);
                next = found.labels[next as usize].next;
            }
            if SAFEST {
                let labels = &found.labels;
                self.batch.sort_unstable_by_key(|&label| {
                    std::cmp::Reverse((labels[label as usize].key, label))
                });
            }
            loop {
                let current = if SAFEST {
                    self.batch.pop().unwrap_or(NONE)
                } else {
                    next
                };
                if current == NONE {
                    break;
                }
                let label = found.labels[current as usize];
                next = label.next;
                pending -= 1;
                if !found.settle::<SAFEST>(current, label) {
                    continue;
                }
                let at = label.node as usize / 2;
                if found.stopped[at] != found.search && map.is_stop(body, at) {
                    found.stopped[at] = found.search;
                    found.stops.push(at as u32);
                }
                let leaving = surcharge.map_or(0, |s| found.leaving(body, at, s));
                let base = label.key + (u64::from(leaving) << SURCHARGE);
                let layer = label.node as usize % 2;
                let parity = [DiagonalParity::Even, DiagonalParity::Odd][layer];
                for direction in Direction::ALL {
                    let Ok(price) = map.step::<SINGLE>(body, at, direction, parity) else {
                        continue;
                    };
                    let diagonal = usize::from(direction.is_diagonal());
                    let key = base + (u64::from(price) << COST) + diagonal as u64;
                    if cost_of(key) > budget {
                        continue;
                    }
                    let to = map.moved(at, direction) * 2 + (layer ^ (diagonal & layers));
                    if found.improves::<SAFEST>(to, key) {
                        found.push::<SAFEST>(&mut self.buckets, key, to, current);
                        pending += 1;
                    }
                }
            }
        }
    }
}

impl Reachable {
    fn begin(&mut self, map: &CostMap, mover: Area, parity: DiagonalParity, safest: bool) {
        let positions = map.rimmed_len();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 || self.stopped.len() < positions {
            self.nodes.clear();
            self.stopped.clear();
            self.search = 1;
            self.nodes.resize(positions * 2, Node::default());
            self.stopped.resize(positions, 0);
        }
        self.labels.clear();
        self.stops.clear();
        self.dims = map.dims();
        self.start = mover;
        self.parity = parity;
        self.safest = safest;
    }

    /// Whether a way with this key is worth following to `node`.
    #[inline(always)]
    fn improves<const SAFEST: bool>(&self, node: usize, key: u64) -> bool {
        let known = &self.nodes[node];
        known.search != self.search
            || if SAFEST {
                surcharge_of(key) < surcharge_of(known.key)
            } else {
                key < known.key
            }
    }

    #[inline(always)]
    fn push<const SAFEST: bool>(
        &mut self,
        buckets: &mut [u32],
        key: u64,
        node: usize,
        parent: u32,
    ) {
        let label = self.labels.len() as u32;
        let bucket = &mut buckets[cost_of(key) as usize & (buckets.len() - 1)];
        self.labels.push(Label {
            key,
            node: node as u32,
            parent,
            next: std::mem::replace(bucket, label),
        });
        if !SAFEST {
            self.nodes[node] = Node {
                key,
                search: self.search,
                label,
            };
        }
    }

    /// Takes a label from its bucket; false if a better one has come first.
    ///
    /// The cheapest way has overwritten the others already. For the safest way labels come in
    /// rising cost, and each that has less surcharge than all before it is another bargain: it
    /// may be too long to lead further, so both must be followed.
    fn settle<const SAFEST: bool>(&mut self, number: u32, label: Label) -> bool {
        let node = label.node as usize;
        if !SAFEST {
            return self.nodes[node].label == number;
        }
        let better = self.improves::<true>(node, label.key);
        if better {
            self.nodes[node] = Node {
                key: label.key,
                search: self.search,
                label: number,
            };
        }
        better
    }

    /// The surcharge for leaving the space with its anchor at `at`.
    fn leaving(&self, body: &Body, at: usize, surcharge: &[u8]) -> u8 {
        let (width, stride) = (usize::from(self.dims.width), self.stride());
        body.positions(at)
            .filter_map(|p| surcharge.get((p / stride - 1) * width + p % stride - 1))
            .copied()
            .max()
            .unwrap_or(0)
    }

    fn stride(&self) -> usize {
        usize::from(self.dims.width) + 2
    }

    fn square(&self, position: usize) -> Square {
        let (x, y) = (position % self.stride(), position / self.stride());
        Square::new((x as i32 - 1) as i16, (y as i32 - 1) as i16)
    }

    /// The best way to stop at `anchor`.
    fn best(&self, anchor: Square) -> Option<u32> {
        let at = self
            .dims
            .contains(anchor)
            .then(|| (anchor.y as usize + 1) * self.stride() + anchor.x as usize + 1)?;
        if *self.stopped.get(at)? != self.search {
            return None;
        }
        let order = |node: &&Node| {
            let surcharge = if self.safest {
                surcharge_of(node.key)
            } else {
                0
            };
            (surcharge, node.key)
        };
        let nodes = self.nodes[at * 2..at * 2 + 2].iter();
        nodes
            .filter(|node| node.search == self.search)
            .min_by_key(order)
            .map(|node| node.label)
    }

    /// The cost of stopping with the anchor on this square; `None` if that is impossible. The
    /// mover's own square costs nothing.
    pub fn cost(&self, anchor: Square) -> Option<Cost> {
        let label = self.best(anchor)?;
        Some(Cost(cost_of(self.labels[label as usize].key)))
    }

    /// The sum of surcharges on the way to this square.
    pub fn surcharge(&self, anchor: Square) -> Option<u32> {
        let label = self.best(anchor)?;
        Some(surcharge_of(self.labels[label as usize].key))
    }

    /// Whether the mover can stop with its anchor on this square.
    pub fn contains(&self, anchor: Square) -> bool {
        self.best(anchor).is_some()
    }

    /// Number of places to stop, the present one included.
    pub fn len(&self) -> usize {
        self.stops.len()
    }

    /// Whether there is no place to stop at all, as for a mover off the map.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// The anchors of all places to stop with their costs, nearest first by the cheapest way.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Cost)> {
        self.stops.iter().filter_map(|&position| {
            let square = self.square(position as usize);
            Some((square, self.cost(square)?))
        })
    }

    /// The anchors of all places to stop as a set.
    pub fn anchors(&self) -> SquareSet {
        SquareSet::from_squares(self.dims, self.iter().map(|(square, _)| square))
    }

    /// Every square that the mover's space could cover at some place to stop.
    pub fn covered(&self) -> SquareSet {
        let mut set = SquareSet::new(self.dims);
        for (square, _) in self.iter() {
            set.insert_area(self.start.moved_to(square));
        }
        set
    }

    /// The way to this square, step by step; empty if it cannot be reached or is the present
    /// one.
    pub fn path_to(&self, anchor: Square) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut next = self.best(anchor).unwrap_or(NONE);
        while let Some(label) = self.labels.get(next as usize) {
            if label.parent == NONE {
                break;
            }
            steps.push(Step {
                square: self.square(label.node as usize / 2),
                cost_so_far: Cost(cost_of(label.key)),
                parity: self.parity.after(label.key as u32 & ((1 << SURCHARGE) - 1)),
            });
            next = label.parent;
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests;
