//! How far it is to where one wants to be, around walls: for approaches that take several turns.

use crate::combat::Battle;
use crate::content::terrain::Footing;
use crate::grid::{Area, Dimensions, Footprint, Square};

/// Steps from every anchor square to the nearest goal, by the ground alone.
#[derive(Clone, Debug)]
pub struct Distances {
    dims: Dimensions,
    steps: Vec<u16>,
}

/// No way there.
pub const FAR: u16 = u16::MAX;

impl Distances {
    /// Steps for a footprint to any of the goals; `weight` is the cost of a square,
    /// `None` where it cannot be entered.
    pub fn to(
        dims: Dimensions,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
        mut weight: impl FnMut(Square) -> Option<u16>,
    ) -> Self {
        let mut entry = vec![FAR; dims.len()];
        for (i, cost) in entry.iter_mut().enumerate() {
            if let Some(square) = dims.square(i) {
                *cost = weight(square).unwrap_or(FAR);
            }
        }
        let fits = |anchor: Square| -> u16 {
            let area = Area::new(anchor, footprint);
            if !area.is_within(dims) {
                return FAR;
            }
            area.squares()
                .filter_map(|s| dims.index(s))
                .map(|i| entry[i])
                .max()
                .unwrap_or(FAR)
        };
        let mut steps = vec![FAR; dims.len()];
        // Small whole weights: rings by distance instead of a heap.
        let mut rings: Vec<Vec<Square>> = vec![goals.into_iter().collect()];
        for square in &rings[0] {
            if let Some(i) = dims.index(*square) {
                steps[i] = 0;
            }
        }
        let mut near = 0;
        while near < rings.len() {
            let ring = std::mem::take(&mut rings[near]);
            for square in ring {
                let Some(i) = dims.index(square) else {
                    continue;
                };
                if usize::from(steps[i]) != near {
                    continue;
                }
                for next in square.neighbours() {
                    let (Some(n), cost) = (dims.index(next), fits(next)) else {
                        continue;
                    };
                    let total = near + usize::from(cost);
                    if cost == FAR || total >= usize::from(steps[n]) {
                        continue;
                    }
                    steps[n] = u16::try_from(total).unwrap_or(FAR);
                    if rings.len() <= total {
                        rings.resize(total + 1, Vec::new());
                    }
                    rings[total].push(next);
                }
            }
            near += 1;
        }
        Self { dims, steps }
    }

    /// Over the ground of a battle; hampering ground counts double.
    pub fn over(
        battle: &Battle,
        footprint: Footprint,
        goals: impl IntoIterator<Item = Square>,
    ) -> Self {
        let terrain = &battle.catalogue().terrain;
        Self::to(battle.dimensions(), footprint, goals, |square| {
            let def = terrain.get(battle.terrain_at(square)?)?;
            match def.footing {
                Footing::Impassable | Footing::Chasm => None,
                Footing::Plain => Some(if def.hazard.is_some() { 4 } else { 1 }),
                Footing::Hazardous => Some(4),
                _ => Some(2),
            }
        })
    }

    /// Steps from here, [`FAR`] if there is no way.
    pub fn from(&self, anchor: Square) -> u16 {
        self.dims.index(anchor).map_or(FAR, |i| self.steps[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_is_walked_around() {
        // Column 2 is a wall but for its lowest square.
        let dims = Dimensions::new(5, 4);
        let weight = |s: Square| (s.x != 2 || s.y == 3).then_some(1);
        let field = Distances::to(dims, Footprint::SINGLE, [Square::new(4, 0)], weight);
        assert_eq!(field.from(Square::new(3, 0)), 1);
        assert_eq!(field.from(Square::new(1, 0)), 6);
    }

    #[test]
    fn who_is_large_does_not_fit_through_a_gap_of_one() {
        let dims = Dimensions::new(7, 4);
        let weight = |s: Square| (s.x != 3 || s.y == 3).then_some(1);
        let goals = [Square::new(5, 0)];
        let large = Distances::to(dims, Footprint::square(2), goals, weight);
        assert_eq!(large.from(Square::new(0, 0)), FAR);
        assert!(
            Distances::to(dims, Footprint::SINGLE, goals, weight).from(Square::new(0, 0)) < FAR
        );
    }
}
