//! Placing a side's members before the battle.

use crate::combat::{Choice, Request, Seat, SideId};
use crate::game::session::Session;
use crate::grid::{Square, SquareSet};

/// A deployment under way.
#[derive(Clone, Debug)]
pub struct Deployment {
    pub side: SideId,
    /// In the order of the request, with the square chosen so far.
    pub members: Vec<(Seat, Option<Square>)>,
    pub zone: SquareSet,
}

impl Deployment {
    /// The deployment that a request asks for; one under way for the same side goes on.
    pub fn of(session: &Session, request: Option<&Request>, old: Option<Self>) -> Option<Self> {
        let Some(Request::Deploy { side, unplaced }) = request else {
            return None;
        };
        if let Some(old) = old.filter(|old| old.side == *side) {
            return Some(old);
        }
        let name = session
            .battle
            .setup()
            .sides
            .get(side.index())?
            .deploy
            .as_ref();
        let zone = session
            .battle
            .zones()
            .iter()
            .find(|(zone, _)| Some(zone) == name)
            .map(|(_, squares)| squares.clone());
        let zone = zone.unwrap_or_else(|| SquareSet::new(session.battle.dimensions()));
        let chosen = |seat: &Seat| {
            let mut placed = session.placed.iter();
            let (_, at) = placed.find(|(member, _)| member == seat)?;
            zone.contains(*at).then_some(*at)
        };
        let members = unplaced.iter().map(|seat| (*seat, chosen(seat))).collect();
        Some(Self {
            side: *side,
            members,
            zone,
        })
    }

    /// Squares chosen so far.
    pub fn placed(&self) -> Vec<(Seat, Square)> {
        let members = self.members.iter();
        members
            .filter_map(|(seat, at)| Some((*seat, (*at)?)))
            .collect()
    }

    /// The member to be placed next.
    pub fn next(&self) -> Option<Seat> {
        self.members
            .iter()
            .find(|(_, at)| at.is_none())
            .map(|(seat, _)| *seat)
    }

    /// The choice, once all members have a square.
    pub fn choice(&self) -> Option<Choice> {
        self.members
            .iter()
            .map(|(_, at)| *at)
            .collect::<Option<Vec<_>>>()
            .map(Choice::Place)
    }

    /// Gives every member that has none the first free square of the zone that the battle accepts.
    pub fn fill(&mut self, session: &Session) {
        let squares: Vec<_> = self.zone.iter().collect();
        for i in 0..self.members.len() {
            if self.members[i].1.is_some() {
                continue;
            }
            let taken: Vec<_> = self.members.iter().filter_map(|(_, at)| *at).collect();
            self.members[i].1 = squares.iter().copied().find(|s| !taken.contains(s));
        }
        // Large members need room: where the plain filling is refused, rotate until it fits.
        for turn in 0..squares.len() {
            let Some(choice) = self.choice() else { return };
            if session.battle.check(&choice).is_ok() {
                return;
            }
            for (i, (_, at)) in self.members.iter_mut().enumerate() {
                *at = squares.get((i * 2 + turn) % squares.len()).copied();
            }
        }
    }
}
