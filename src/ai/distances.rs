//! Distances around walls to the squares that a player wants to reach: for approaches that take several
//! turns.

use crate::combat::Sight;
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::grid::{Area, Cost, Dimensions, Direction, Footprint, Square};

/// Steps from every anchor square to the nearest goal, by the ground alone.
#[derive(Clone, Debug)]
pub struct Distances {
    dims: Dimensions,
    steps: Vec<u16>,
}

/// No way there.
pub const FAR: u16 = u16::MAX;

/// What entering a square costs at most.
const DEAREST: u16 = 4;
/// Distances that can be waiting at one time.
const RINGS: usize = DEAREST as usize + 1;

impl Distances {
    /// Steps for a footprint to any of the goals; `weight` is the cost of a square from 1 to
    /// [`DEAREST`], [`FAR`] where it cannot be entered.
    pub fn to(
        dims: Dimensions,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        weight: impl FnMut(usize) -> u16,
    ) -> Self {
        let entry = (0..dims.len()).map(weight).collect();
        Self::by_entry(dims, footprint, goals, (entry, None), |_, _| 1)
    }

    /// Distances from the cost of every square and of the borders that a step from an anchor crosses. With a
    /// square to end at, only what lies nearer to a goal than that is known.
    fn by_entry(
        dims: Dimensions,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        (entry, end): (Vec<u16>, Option<Square>),
        toll: impl Fn(Square, Direction) -> u16,
    ) -> Self {
        let entry = match footprint.is_single() {
            true => entry,
            false => spacious(dims, footprint, &entry),
        };
        let mut steps = vec![FAR; dims.len()];
        // Small whole weights: a few rings by distance, used again and again, instead of a heap.
        let mut rings: [Vec<Square>; RINGS] = Default::default();
        rings[0].extend(goals.into_iter().flat_map(|goal| reaching(goal, footprint)));
        for square in &rings[0] {
            if let Some(i) = dims.index(*square) {
                steps[i] = 0;
            }
        }
        let (mut near, mut waiting) = (0, rings[0].len());
        let end = end.and_then(|square| dims.index(square));
        while waiting > 0 && end.is_none_or(|i| steps[i] > near) {
            let here = usize::from(near) % RINGS;
            let mut ring = std::mem::take(&mut rings[here]);
            waiting -= ring.len();
            for square in ring.drain(..) {
                if dims.index(square).is_none_or(|i| steps[i] != near) {
                    continue;
                }
                for direction in Direction::ALL {
                    let next = square + direction;
                    let Some(n) = dims.index(next) else {
                        continue;
                    };
                    if near.saturating_add(entry[n]) >= steps[n] {
                        continue;
                    }
                    let toll = toll(square, direction);
                    let total = near.saturating_add(entry[n].max(toll));
                    if total < steps[n] {
                        steps[n] = total;
                        rings[usize::from(total) % RINGS].push(next);
                        waiting += 1;
                    }
                }
            }
            // Its memory serves the next ring.
            rings[here] = ring;
            near = near.saturating_add(1);
        }
        Self { dims, steps }
    }

    /// Over the ground of a battle; hampering ground counts double.
    pub fn over(
        battle: &Sight,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
    ) -> Self {
        Self::laid(battle, footprint, goals, (weight, FAR, None))
    }

    /// Distances over the ground, known only for squares that are nearer to a goal than a space is.
    pub fn nearer(battle: &Sight, from: Area, goals: impl IntoIterator<Item = Square>) -> Self {
        let limits = (weight, FAR, Some(from.anchor));
        Self::laid(battle, from.footprint, goals, limits)
    }

    /// Distances over the ground, around all terrain that holds creatures.
    pub fn around_snares(
        battle: &Sight,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
    ) -> Self {
        let firm = |def: &TerrainDef| {
            if def.snare.is_some() {
                FAR
            } else {
                weight(def)
            }
        };
        Self::laid(battle, footprint, goals, (firm, FAR, None))
    }

    /// Distances over the ground and through the barriers for which `yields` is true, at the highest cost.
    pub fn through(
        battle: &Sight,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        yields: impl Fn(&TerrainDef) -> bool,
    ) -> Self {
        Self::laid(battle, footprint, goals, (yielding(yields), FAR, None))
    }

    /// Distances as in [`Distances::through`], and across everything that stands on borders.
    pub fn across(
        battle: &Sight,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        yields: impl Fn(&TerrainDef) -> bool,
    ) -> Self {
        Self::laid(battle, footprint, goals, (yielding(yields), DEAREST, None))
    }

    /// Distances from the cost of each kind of terrain, the cost of borders that nobody crosses, and a square
    /// to end at.
    fn laid(
        battle: &Sight,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        (weight, closed, end): (impl Fn(&TerrainDef) -> u16, u16, Option<Square>),
    ) -> Self {
        let catalogue = battle.catalogue();
        let terrain = battle.terrain();
        let weight = |id| catalogue.terrain.get(id).map_or(FAR, &weight);
        // Neighbouring squares are mostly of one kind.
        let mut last = None;
        let ground = terrain.iter().map(|&id| match last {
            Some((known, weight)) if known == id => weight,
            _ => {
                let weight = weight(id);
                last = Some((id, weight));
                weight
            }
        });
        let dims = battle.dimensions();
        let mut entry: Vec<u16> = ground.collect();
        entry.resize(dims.len(), FAR);
        for (&(at, _), &kind) in battle.upper() {
            if let Some(i) = dims.index(at) {
                entry[i] = entry[i].max(weight(kind));
            }
        }
        let is_wall = |id| match catalogue.terrain.get(id) {
            Some(def) => def.footing == Footing::Impassable && weight(id) == FAR,
            None => true,
        };
        let walls = dims.squares().zip(terrain);
        let walls = walls.filter(|&(_, &id)| is_wall(id));
        let mut walled = vec![false; dims.len()];
        for at in walls.flat_map(|(at, _)| reaching(at, footprint)) {
            if let Some(i) = dims.index(at) {
                walled[i] = true;
            }
        }
        // No diagonal leads past the corner of a wall.
        let is_corner = |at: Square, direction: Direction| {
            let (x, y) = direction.delta();
            let beside = [Square::new(at.x + x, at.y), Square::new(at.x, at.y + y)];
            let is_walled = |at| dims.index(at).is_some_and(|i| walled[i]);
            direction.is_diagonal() && beside.into_iter().any(is_walled)
        };
        // The search goes backwards, and a border costs as much from either side.
        let bordered = battle.is_bordered();
        Self::by_entry(dims, footprint, goals, (entry, end), |at, direction| {
            if is_corner(at, direction) {
                return FAR;
            }
            if !bordered {
                return 1;
            }
            let crossing = battle.crossing(Area::new(at, footprint), direction);
            let squares = crossing.map(|cost| cost.0.div_ceil(Cost::SQUARE.0));
            squares.map_or(closed, |squares| (squares as u16).clamp(1, DEAREST))
        })
    }

    /// The longest of all ways.
    pub fn longest(&self) -> u16 {
        let known = self.steps.iter().filter(|steps| **steps != FAR);
        known.max().copied().unwrap_or(0)
    }

    /// Steps from here, [`FAR`] if there is no way.
    pub fn from(&self, anchor: Square) -> u16 {
        self.dims.index(anchor).map_or(FAR, |i| self.steps[i])
    }
}

/// What entering ground of this kind costs.
fn weight(def: &TerrainDef) -> u16 {
    match def.footing {
        Footing::Impassable | Footing::Chasm => FAR,
        _ if def.snare.is_some() => DEAREST,
        Footing::Plain if def.hazard.is_none() => 1,
        Footing::Plain | Footing::Hazardous => DEAREST,
        _ => 2,
    }
}

/// Costs of terrain where some barriers yield.
fn yielding(yields: impl Fn(&TerrainDef) -> bool) -> impl Fn(&TerrainDef) -> u16 {
    move |def| match weight(def) {
        FAR if yields(def) => DEAREST,
        weight => weight,
    }
}

/// What it costs a large combatant to come to each anchor: that of its most expensive square.
fn spacious(dims: Dimensions, footprint: Footprint, entry: &[u16]) -> Vec<u16> {
    let dearest = |anchor: Square| {
        let area = Area::new(anchor, footprint);
        if !area.is_within(dims) {
            return FAR;
        }
        let costs = area.squares().filter_map(|s| dims.index(s));
        costs.map(|i| entry[i]).max().unwrap_or(FAR)
    };
    dims.squares().map(dearest).collect()
}

/// The anchors from which a footprint covers a square: who stands next to one of them stands next to it,
/// also where the square itself is too narrow to be entered.
fn reaching(goal: Square, footprint: Footprint) -> impl Iterator<Item = Square> {
    let (wide, deep) = (i16::from(footprint.width), i16::from(footprint.depth));
    (0..deep).flat_map(move |y| (0..wide).map(move |x| Square::new(goal.x - x, goal.y - y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_is_walked_around() {
        // Column 2 is a wall but for its lowest square.
        let dims = Dimensions::new(5, 4);
        let open = |s: Square| s.x != 2 || s.y == 3;
        let weight = |i| dims.square(i).filter(|s| open(*s)).map_or(FAR, |_| 1);
        let field = Distances::to(dims, Footprint::SINGLE, [Square::new(4, 0)], weight);
        assert_eq!(field.from(Square::new(3, 0)), 1);
        assert_eq!(field.from(Square::new(1, 0)), 6);
    }

    #[test]
    fn a_large_mover_does_not_fit_through_a_gap_of_one() {
        let dims = Dimensions::new(7, 4);
        let open = |s: Square| s.x != 3 || s.y == 3;
        let weight = |i| dims.square(i).filter(|s| open(*s)).map_or(FAR, |_| 1);
        let goals = [Square::new(5, 0)];
        let large = Distances::to(dims, Footprint::square(2), goals, weight);
        assert_eq!(large.from(Square::new(0, 0)), FAR);
        assert!(
            Distances::to(dims, Footprint::SINGLE, goals, weight).from(Square::new(0, 0)) < FAR
        );
    }

    /// Columns 0 and 1 are open, the goal is a niche of one square behind them.
    #[test]
    fn a_large_mover_comes_up_to_a_niche_that_it_cannot_enter() {
        let dims = Dimensions::new(3, 4);
        let goal = Square::new(2, 0);
        let open = |s: Square| s.x < 2 || s == goal;
        let weight = |i| dims.square(i).filter(|s| open(*s)).map_or(FAR, |_| 1);
        let large = Distances::to(dims, Footprint::square(2), [goal], weight);
        assert_eq!(large.from(Square::new(0, 0)), 1);
        assert_eq!(large.from(Square::new(0, 2)), 2);
    }
}
