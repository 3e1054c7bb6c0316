//! What a combatant holds and carries, thing by thing.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::grid::Square;
use crate::rules::WeaponId;

/// As many shots as a weapon holds have been taken out of it.
const EMPTY: u8 = u8::MAX;

/// A weapon or a tool as a thing of its own: what it has been through goes where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    pub weapon: WeaponId,
    /// Who brought it into the battle.
    pub owner: Seat,
    /// Shots taken out of it since it was loaded.
    shots: u8,
    /// Points that it has lost.
    pub harm: i32,
}

impl Piece {
    /// A thing as good as new, and loaded; whose it is is said when its owner is seated.
    pub fn new(weapon: WeaponId) -> Self {
        Self {
            weapon,
            owner: Seat(0),
            shots: 0,
            harm: 0,
        }
    }

    /// Whether it has to be loaded before it shoots again.
    pub fn is_empty(self) -> bool {
        self.shots == EMPTY
    }

    /// Whether nothing has been shot since it was loaded.
    pub fn is_full(self) -> bool {
        self.shots == 0
    }

    /// One shot leaves it; after so many it is empty.
    pub fn shoot(&mut self, holds: u8) {
        let shots = self.shots.saturating_add(1);
        self.shots = if shots >= holds { EMPTY } else { shots };
    }

    /// Loads it.
    pub fn load(&mut self) {
        self.shots = 0;
    }

    /// How badly off it is: empty before shot at before full, and among those the most harmed.
    fn wear(self) -> (u8, i32) {
        (self.shots, self.harm)
    }
}

/// Of these things the best of a kind: what a combatant takes if it has a choice.
pub fn best<'a>(
    things: impl Iterator<Item = (usize, &'a Piece)>,
    weapon: WeaponId,
) -> Option<usize> {
    let alike = things.filter(|(_, piece)| piece.weapon == weapon);
    let best = alike.min_by_key(|(at, piece)| (piece.wear(), *at));
    best.map(|(at, _)| at)
}

/// Takes the best thing of a kind out of a list.
fn take_best(place: &mut Vec<Piece>, weapon: WeaponId) -> Option<Piece> {
    best(place.iter().enumerate(), weapon).map(|at| place.remove(at))
}

/// What hands hold, and what else is with a combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hands {
    /// Weapons in hand.
    pub held: Vec<Piece>,
    /// Weapons carried but not in hand.
    pub carried: Vec<Piece>,
    /// Things in the pack, which have to be got out first.
    pub stored: Vec<Piece>,
    /// Weapons hidden on the body, which only an action of their own draws.
    pub hidden: Vec<Piece>,
    /// Weapons that it brought and that are broken, in this battle or an earlier one.
    pub broken: Vec<WeaponId>,
    /// Where its shield lies, if it has let that fall (SP-MACT-14).
    pub shield_at: Option<Square>,
}

impl Hands {
    /// Whether one of the things in hand is of this kind.
    pub fn holds(&self, weapon: WeaponId) -> bool {
        self.held.iter().any(|piece| piece.weapon == weapon)
    }

    /// Whether one of the things in hand is of this kind and can be shot.
    pub fn holds_loaded(&self, weapon: WeaponId) -> bool {
        let mut held = self.held.iter();
        held.any(|piece| piece.weapon == weapon && !piece.is_empty())
    }

    /// What is in hand, by kind.
    #[inline]
    pub fn in_hand(&self) -> impl Iterator<Item = WeaponId> + Clone + '_ {
        self.held.iter().map(|piece| piece.weapon)
    }

    /// All that is in hand, on the belt, in the pack and hidden.
    pub fn all(&self) -> impl Iterator<Item = &Piece> + Clone {
        let at_hand = self.held.iter().chain(&self.carried);
        at_hand.chain(&self.stored).chain(&self.hidden)
    }

    /// All that is in hand, on the belt, in the pack and hidden.
    pub fn all_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Piece> {
        let Self {
            held,
            carried,
            stored,
            hidden,
            ..
        } = self;
        let at_hand = held.iter_mut().chain(carried);
        at_hand.chain(stored).chain(hidden)
    }

    /// The one of a kind in hand that blows meet and that goes first: the most harmed.
    pub fn worst(&self, weapon: WeaponId) -> Option<&Piece> {
        self.held.get(self.worst_at(weapon)?)
    }

    /// The same, to be changed.
    pub fn worst_mut(&mut self, weapon: WeaponId) -> Option<&mut Piece> {
        let at = self.worst_at(weapon)?;
        self.held.get_mut(at)
    }

    fn worst_at(&self, weapon: WeaponId) -> Option<usize> {
        let alike = self.held.iter().enumerate();
        let alike = alike.filter(|(_, piece)| piece.weapon == weapon);
        let worst = alike.min_by_key(|(at, piece)| (-piece.harm, *at));
        worst.map(|(at, _)| at)
    }

    /// The one of a kind in hand that is shot next: the emptiest that is not empty.
    pub fn next_shot(&mut self, weapon: WeaponId) -> Option<&mut Piece> {
        let held = self.held.iter_mut();
        let mut loaded = held.filter(|piece| piece.weapon == weapon && !piece.is_empty());
        let first = loaded.next()?;
        Some(loaded.fold(first, |next, other| {
            if other.shots > next.shots {
                other
            } else {
                next
            }
        }))
    }

    /// The one of a kind in hand that is loaded next.
    pub fn emptiest(&mut self, weapon: WeaponId) -> Option<&mut Piece> {
        let alike = self.held.iter_mut().filter(|piece| piece.weapon == weapon);
        alike.max_by_key(|piece| piece.shots)
    }

    /// Takes one of a kind out of the hands.
    pub fn let_go(&mut self, weapon: WeaponId) -> Option<Piece> {
        self.worst_at(weapon).map(|at| self.held.remove(at))
    }

    /// Takes one of a kind from the belt.
    pub fn unsheathe(&mut self, weapon: WeaponId) -> Option<Piece> {
        take_best(&mut self.carried, weapon)
    }

    /// Takes one of a kind out of the pack.
    pub fn unpack(&mut self, weapon: WeaponId) -> Option<Piece> {
        take_best(&mut self.stored, weapon)
    }

    /// Takes one of a kind from where it is hidden.
    pub fn reveal(&mut self, weapon: WeaponId) -> Option<Piece> {
        take_best(&mut self.hidden, weapon)
    }
}

impl Hands {
    /// One of a kind is no more: the one that is furthest from the hand.
    pub fn discard(&mut self, weapon: WeaponId) {
        let places = [
            &mut self.hidden,
            &mut self.stored,
            &mut self.carried,
            &mut self.held,
        ];
        for place in places {
            if let Some(at) = place.iter().rposition(|piece| piece.weapon == weapon) {
                place.remove(at);
                return;
            }
        }
    }

    /// All that it has with it is its own.
    pub fn owned_by(mut self, seat: Seat) -> Self {
        self.all_mut().for_each(|piece| piece.owner = seat);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACE: WeaponId = WeaponId(3);

    fn worn(harm: i32) -> Piece {
        Piece {
            harm,
            ..Piece::new(MACE)
        }
    }

    #[test]
    fn the_better_of_two_is_drawn_and_the_worse_goes_first() {
        let mut hands = Hands {
            carried: vec![worn(4), worn(1)],
            held: vec![worn(2), worn(9)],
            ..Hands::default()
        };
        assert_eq!(hands.unsheathe(MACE), Some(worn(1)));
        assert_eq!(hands.let_go(MACE), Some(worn(9)));
        assert_eq!(hands.let_go(WeaponId(0)), None);
    }

    #[test]
    fn a_weapon_is_empty_after_as_many_shots_as_it_holds() {
        let mut piece = Piece::new(MACE);
        piece.shoot(2);
        assert!(!piece.is_empty() && !piece.is_full());
        piece.shoot(2);
        assert!(piece.is_empty());
        piece.load();
        assert!(piece.is_full());
    }

    #[test]
    fn of_two_loaded_weapons_the_one_begun_is_shot() {
        let mut begun = Piece::new(MACE);
        begun.shoot(5);
        let mut hands = Hands {
            held: vec![Piece::new(MACE), begun],
            ..Hands::default()
        };
        hands.next_shot(MACE).unwrap().shoot(5);
        assert!(hands.held[0].is_full() && !hands.held[1].is_full());
    }

    #[test]
    fn a_thing_is_small() {
        assert_eq!(size_of::<Piece>(), 8);
    }
}
