//! Who stands where.

use bevy_ecs::prelude::*;

use crate::combat::contract::Seat;
use crate::grid::{Area, Dimensions, Square};

/// The combatants on each square, derived from where they are and whether they are in the fight.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    dimensions: Dimensions,
    /// By square, in reading order: the smallest seat where several share it.
    occupants: Vec<Option<Seat>>,
    /// The space that each combatant has in `occupants`, by seat.
    stands: Vec<Option<Area>>,
}

impl Occupancy {
    /// No combatant on the map.
    pub fn new(dimensions: Dimensions, seats: usize) -> Self {
        Self {
            dimensions,
            occupants: vec![None; dimensions.len()],
            stands: vec![None; seats],
        }
    }

    /// Who stands on a square, the smallest seat where several share it. The dead are not counted.
    pub fn occupant(&self, square: Square) -> Option<Seat> {
        let occupant = self.dimensions.index(square).map(|i| self.occupants[i]);
        occupant.flatten()
    }

    /// Enters where a combatant stands now; `None`: it is off the map or out of the fight.
    pub(crate) fn stand(&mut self, seat: Seat, area: Option<Area>) {
        let Some(known) = self.stands.get_mut(seat.index()) else {
            return;
        };
        let old = std::mem::replace(known, area);
        if old == area {
            return;
        }
        for square in old.into_iter().flat_map(Area::squares) {
            let holds = |space: &Option<Area>| space.is_some_and(|s| s.contains(square));
            let next = self.stands.iter().position(holds);
            if let Some(i) = self.dimensions.index(square) {
                self.occupants[i] = next.map(|n| Seat(n as u8));
            }
        }
        for square in area.into_iter().flat_map(Area::squares) {
            if let Some(i) = self.dimensions.index(square) {
                let first = self.occupants[i].map_or(seat, |other| other.min(seat));
                self.occupants[i] = Some(first);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Footprint;

    #[test]
    fn leaving_a_shared_square_uncovers_the_other() {
        let mut occupancy = Occupancy::new(Dimensions::new(6, 4), 3);
        let ogre = Area::new(Square::new(1, 1), Footprint::square(2));
        occupancy.stand(Seat(2), Some(ogre));
        occupancy.stand(Seat(0), Some(Area::single(Square::new(2, 2))));
        assert_eq!(occupancy.occupant(Square::new(2, 2)), Some(Seat(0)));
        assert_eq!(occupancy.occupant(Square::new(1, 1)), Some(Seat(2)));
        occupancy.stand(Seat(0), Some(Area::single(Square::new(4, 2))));
        assert_eq!(occupancy.occupant(Square::new(2, 2)), Some(Seat(2)));
        occupancy.stand(Seat(2), None);
        assert_eq!(occupancy.occupant(Square::new(2, 2)), None);
        assert_eq!(occupancy.occupant(Square::new(4, 2)), Some(Seat(0)));
    }
}
