//! A look at the battle as if a combatant were elsewhere, in other conditions, or not there at all.

use crate::combat::contract::Seat;
use crate::combat::state::column::{Column, Slice};
use crate::combat::state::combatant::{ActiveCondition, Attacks, Conditions, Place, Threatened};
use crate::combat::state::occupancy::Occupancy;
use crate::combat::state::view::State;
use crate::grid::{Area, SquareSet};
use crate::rules::Ruleset;

/// What is supposed: the columns that differ from the battle's own.
///
/// What is derived from them is supposed as well, by the combatant that knows how: see
/// [`Supposed::attacks`], [`Supposed::threatens`] and [`Supposed::stands`].
pub(crate) struct Supposed {
    place: Vec<Place>,
    conditions: Vec<Conditions>,
    /// `None`: the battle's own.
    modes: Option<Vec<Attacks>>,
    threatened: Vec<Threatened>,
    occupancy: Occupancy,
    unknown: Vec<Seat>,
}

impl Supposed {
    /// The battle as it is.
    pub fn of(state: &State) -> Self {
        Self {
            place: state.place.all().to_vec(),
            conditions: state.conditions.all().to_vec(),
            modes: None,
            threatened: state.threatened.all().to_vec(),
            occupancy: state.occupancy.clone(),
            unknown: state.unknown.to_vec(),
        }
    }

    /// Changes the list of a combatant's conditions.
    pub fn change_conditions<T>(
        &mut self,
        rules: &Ruleset,
        seat: Seat,
        change: impl FnOnce(&mut Vec<ActiveCondition>) -> T,
    ) -> T {
        self.conditions[seat.index()].change(rules, change)
    }

    /// Puts a combatant somewhere else.
    pub fn put(&mut self, seat: Seat, area: Area) {
        self.place[seat.index()].area = Some(area);
    }

    /// Takes a combatant off the map.
    pub fn leave(&mut self, seat: Seat) {
        self.place[seat.index()].area = None;
        self.occupancy.stand(seat, None);
    }

    /// Leaves out a combatant of which nothing is known.
    pub fn forget(&mut self, seat: Seat) {
        self.leave(seat);
        self.threatened[seat.index()].0.clear();
        self.unknown.push(seat);
    }

    /// The attacks of a combatant; `None`: those that it has.
    pub fn attacks(&mut self, state: &State, seat: Seat, attacks: Option<Attacks>) {
        if attacks.is_none() && self.modes.is_none() {
            return;
        }
        let modes = self.modes.get_or_insert_with(|| state.modes.all().to_vec());
        modes[seat.index()] = attacks.unwrap_or_else(|| state.modes[seat].clone());
    }

    /// Where a combatant stands as far as others are concerned.
    pub fn stands(&mut self, seat: Seat, area: Option<Area>) {
        self.occupancy.stand(seat, area);
    }

    /// The squares that a combatant threatens.
    pub fn threatens(&mut self, seat: Seat, squares: SquareSet) {
        self.threatened[seat.index()].0 = squares;
    }

    /// The battle as it is supposed to be.
    pub fn state<'a>(&'a self, state: &'a State) -> State<'a> {
        let mut supposed = state.again();
        supposed.place = Column::read(&self.place);
        supposed.conditions = Column::read(&self.conditions);
        if let Some(modes) = &self.modes {
            supposed.modes = Slice(modes);
        }
        supposed.threatened = Slice(&self.threatened);
        supposed.occupancy = &self.occupancy;
        supposed.unknown = &self.unknown;
        supposed
    }
}
