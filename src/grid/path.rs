//! The path search: everywhere a mover can get to and stop, with the way there.
//!
//! A state of the search is a square together with the parity of the diagonals made, since the
//! next diagonal may cost more. Costs are small whole numbers, so a ring of buckets, one per
//! cost, replaces a heap. Only what the last search touched is cleared before the next, and a
//! step is looked at only where the least price on the map would make it an improvement.

use std::cmp::Reverse;

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
    batch: Vec<(u64, u32)>,
}

/// What a search found: the places to stop, what they cost and how to get there.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    dims: Dimensions,
    start: Area,
    parity: DiagonalParity,
    safest: bool,
    /// Whether the number of diagonals matters.
    alternates: bool,
    /// Two per position of the rimmed map: even and odd number of diagonals.
    nodes: Vec<Node>,
    /// Whether a position of the rimmed map was found to be a place to stop.
    stopped: Vec<bool>,
    /// For the safest ways: a label that waits for its turn at each node.
    waiting: Vec<u64>,
    labels: Vec<Label>,
    /// The label by which each place to stop was found first.
    stops: Vec<u32>,
}

/// The best way to a node so far.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    label: u32,
}

impl Node {
    /// A node that no way leads to.
    const UNKNOWN: Node = Node {
        key: u64::MAX,
        label: NONE,
    };
}

/// One way to a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    key: u64,
    node: u32,
    /// The anchor square, counted in reading order.
    square: u32,
    parent: u32,
    /// The next label in the same bucket.
    next: u32,
}

/// One of the eight steps as a search sees it from every node.
#[derive(Clone, Copy, Debug)]
struct Move {
    direction: Direction,
    /// What it adds to the number of diagonals.
    diagonal: u64,
    /// What it adds to a node, and which bit it then turns over.
    node: isize,
    flip: usize,
    /// What it adds to an anchor square.
    square: i32,
    /// The least it can add to a key after an even and after an odd number of diagonals.
    least: [u64; 2],
}

impl Move {
    fn of(map: &CostMap, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        let (dx, dy) = (i32::from(dx), i32::from(dy));
        let diagonal = u64::from(direction.is_diagonal());
        let least = |parity| (u64::from(map.cheapest(direction, parity)) << COST) + diagonal;
        Self {
            direction,
            diagonal,
            node: 2 * (dx as isize + dy as isize * map.stride() as isize),
            flip: diagonal as usize & usize::from(map.alternates()),
            square: dx + dy * i32::from(map.dims().width),
            least: [least(DiagonalParity::Even), least(DiagonalParity::Odd)],
        }
    }
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
        let moves = Direction::ALL.map(|direction| Move::of(map, direction));
        let end = u64::from(budget + 1) << COST;
        let layer = found.parity as usize & usize::from(map.alternates());
        found.push::<SAFEST>(
            &mut self.buckets,
            Label {
                key: 0,
                node: (body.start * 2 + layer) as u32,
                square: map.dims().index(found.start.anchor).unwrap_or(0) as u32,
                parent: NONE,
                next: NONE,
            },
        );
        let counts_all = map.counts_all();
        let mut pending = 1usize;
        for cost in 0..=budget {
            if pending == 0 {
                break;
            }
            let bucket = (cost & (ring - 1)) as usize;
            let mut next = std::mem::replace(&mut self.buckets[bucket], NONE);
            self.batch.clear();
            while SAFEST && next != NONE {
                let label = &found.labels[next as usize];
                self.batch.push((label.key, next));
                next = label.next;
            }
            if SAFEST {
                self.batch.sort_unstable_by_key(|&label| Reverse(label));
            }
            loop {
                let current = if SAFEST {
                    self.batch.pop().map_or(NONE, |(_, label)| label)
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
                let node = label.node as usize;
                let at = node / 2;
                if !found.stopped[at] && map.is_stop(body, at) {
                    found.stopped[at] = true;
                    found.stops.push(current);
                }
                let leaving = surcharge.map_or(0, |s| found.leaving::<SINGLE>(label.square, s));
                let base = label.key + (u64::from(leaving) << SURCHARGE);
                let layer = node % 2;
                let parity = [DiagonalParity::Even, DiagonalParity::Odd][layer];
                for step in &moves {
                    let counts = counts_all || map.counts::<SINGLE>(body, at, step.direction);
                    let flip = if counts { step.flip } else { 0 };
                    let to = node.wrapping_add_signed(step.node) ^ flip;
                    let least = base + step.least[layer];
                    if least >= end || !found.improves::<SAFEST>(to, least) {
                        continue;
                    }
                    let Ok(price) = map.step::<SINGLE>(body, at, step.direction, parity) else {
                        continue;
                    };
                    let key = base + (u64::from(price) << COST) + step.diagonal;
                    if key < end
                        && found.improves::<SAFEST>(to, key)
                        && !found.waits::<SAFEST>(to, key)
                    {
                        let label = Label {
                            key,
                            node: to as u32,
                            square: label.square.wrapping_add_signed(step.square),
                            parent: current,
                            next: NONE,
                        };
                        found.push::<SAFEST>(&mut self.buckets, label);
                        pending += 1;
                    }
                }
            }
        }
    }
}

impl Reachable {
    fn begin(&mut self, map: &CostMap, mover: Area, parity: DiagonalParity, safest: bool) {
        for label in &self.labels {
            self.nodes[label.node as usize] = Node::UNKNOWN;
            self.stopped[label.node as usize / 2] = false;
            if self.safest {
                self.waiting[label.node as usize] = u64::MAX;
            }
        }
        let positions = map.rimmed_len();
        if self.stopped.len() < positions {
            self.nodes.resize(positions * 2, Node::UNKNOWN);
            self.stopped.resize(positions, false);
        }
        if safest && self.waiting.len() < positions * 2 {
            self.waiting.resize(positions * 2, u64::MAX);
        }
        self.labels.clear();
        self.stops.clear();
        self.dims = map.dims();
        self.start = mover;
        self.parity = parity;
        self.safest = safest;
        self.alternates = map.alternates();
    }

    /// Whether a way with this key is worth following to `node`.
    #[inline(always)]
    fn improves<const SAFEST: bool>(&self, node: usize, key: u64) -> bool {
        let known = self.nodes[node].key;
        if SAFEST {
            surcharge_of(key) < surcharge_of(known)
        } else {
            key < known
        }
    }

    #[inline(always)]
    fn push<const SAFEST: bool>(&mut self, buckets: &mut [u32], mut label: Label) {
        let number = self.labels.len() as u32;
        let bucket = &mut buckets[cost_of(label.key) as usize & (buckets.len() - 1)];
        label.next = std::mem::replace(bucket, number);
        self.labels.push(label);
        if SAFEST {
            self.waiting[label.node as usize] = label.key;
        } else {
            self.nodes[label.node as usize] = Node {
                key: label.key,
                label: number,
            };
        }
    }

    /// Whether a label waits at `node` that will have its turn first and leave nothing to gain.
    #[inline(always)]
    fn waits<const SAFEST: bool>(&self, node: usize, key: u64) -> bool {
        if !SAFEST {
            return false;
        }
        let waiting = self.waiting[node];
        waiting <= key && surcharge_of(waiting) <= surcharge_of(key)
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
                label: number,
            };
        }
        better
    }

    /// The surcharge for leaving the space with its anchor on this square.
    #[inline(always)]
    fn leaving<const SINGLE: bool>(&self, anchor: u32, surcharge: &[u8]) -> u8 {
        if SINGLE {
            return surcharge.get(anchor as usize).copied().unwrap_or(0);
        }
        let wide = (self.start.right() - self.start.left() + 1) as usize;
        let deep = (self.start.bottom() - self.start.top() + 1) as usize;
        (0..deep)
            .flat_map(|y| {
                let from = anchor as usize + y * usize::from(self.dims.width);
                surcharge.get(from..).unwrap_or_default().iter().take(wide)
            })
            .copied()
            .max()
            .unwrap_or(0)
    }

    fn square(&self, label: &Label) -> Square {
        let width = u32::from(self.dims.width).max(1);
        Square::new((label.square % width) as i16, (label.square / width) as i16)
    }

    /// The best way to stop at `anchor`.
    fn best(&self, anchor: Square) -> Option<&Label> {
        let stride = usize::from(self.dims.width) + 2;
        let at = self
            .dims
            .contains(anchor)
            .then(|| (anchor.y as usize + 1) * stride + anchor.x as usize + 1)?;
        if !*self.stopped.get(at)? {
            return None;
        }
        self.best_at(at)
    }

    /// The best way to this position of the rimmed map.
    fn best_at(&self, at: usize) -> Option<&Label> {
        let order = |node: &&Node| {
            let surcharge = if self.safest {
                surcharge_of(node.key)
            } else {
                0
            };
            (surcharge, node.key)
        };
        let nodes = self.nodes.get(at * 2..at * 2 + 2)?.iter();
        self.labels.get(nodes.min_by_key(order)?.label as usize)
    }

    /// The cost of stopping with the anchor on this square; `None` if that is impossible. The
    /// mover's own square costs nothing.
    pub fn cost(&self, anchor: Square) -> Option<Cost> {
        self.best(anchor).map(|label| Cost(cost_of(label.key)))
    }

    /// The sum of surcharges on the way to this square.
    pub fn surcharge(&self, anchor: Square) -> Option<u32> {
        self.best(anchor).map(|label| surcharge_of(label.key))
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
        self.found().filter_map(|first| {
            let best = self.best_at(first.node as usize / 2)?;
            Some((self.square(first), Cost(cost_of(best.key))))
        })
    }

    /// The anchors of all places to stop as a set.
    pub fn anchors(&self) -> SquareSet {
        let mut set = SquareSet::new(self.dims);
        for label in self.found() {
            set.insert_at(label.square as usize);
        }
        set
    }

    /// The first way found to each place to stop.
    fn found(&self) -> impl Iterator<Item = &Label> {
        self.stops
            .iter()
            .filter_map(|&label| self.labels.get(label as usize))
    }

    /// The way to this square, step by step; empty if it cannot be reached or is the present
    /// one.
    pub fn path_to(&self, anchor: Square) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut way = self.best(anchor);
        while let Some(label) = way {
            if label.parent == NONE {
                break;
            }
            steps.push(Step {
                square: self.square(label),
                cost_so_far: Cost(cost_of(label.key)),
                parity: match self.alternates {
                    true => [DiagonalParity::Even, DiagonalParity::Odd][label.node as usize % 2],
                    false => self.parity.after(label.key as u32 & ((1 << SURCHARGE) - 1)),
                },
            });
            way = self.labels.get(label.parent as usize);
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests;
