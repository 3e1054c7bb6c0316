//! What hands hold: how large it is, how much it stands, how it is lost.

use crate::combat::conditions;
use crate::combat::contract::{EventKind, HeldItem, Seat};
use crate::combat::state::gear::DESTROYED;
use crate::combat::state::{Acting, Afflicting, AttackMode, Piece, State, gear};
use crate::content::equipment::Sturdy;
use crate::grid::Square;
use crate::rules::{Flag, Size, Topic, WeaponId};

/// Hands that any combatant has.
pub const HANDS: u8 = 2;

/// Whether a weapon is fastened to the hand.
pub fn is_fastened(state: &State, weapon: WeaponId) -> bool {
    let weapons = &state.book.catalogue.weapons;
    weapons.get(weapon).is_some_and(|def| def.fastened)
}

/// How large a thing is.
pub fn size(state: &State, thing: HeldItem, bearer: Seat) -> Size {
    let catalogue = &state.book.catalogue;
    let known = match thing {
        HeldItem::Weapon(weapon) => catalogue.weapons.get(weapon).map(|def| def.size),
        HeldItem::Shield => (state.get(bearer).gear.shield)
            .and_then(|worn| catalogue.shields.get(worn.item))
            .map(|def| def.size),
        HeldItem::Helmet => None,
    };
    known.unwrap_or(state.who(bearer).size)
}

/// What a thing stands.
fn sturdy(state: &State, thing: HeldItem, bearer: Seat) -> Sturdy {
    let catalogue = &state.book.catalogue;
    let known = match thing {
        HeldItem::Weapon(weapon) => catalogue.weapons.get(weapon).map(|def| def.sturdy),
        HeldItem::Shield => (state.get(bearer).gear.shield)
            .and_then(|worn| catalogue.shields.get(worn.item))
            .map(|def| Sturdy {
                hit_points: gear::shield_points(state.rules(), def),
                ..def.sturdy
            }),
        HeldItem::Helmet => None,
    };
    known.unwrap_or_default()
}

/// Hit points that a thing in hand has left, of so many.
fn left(state: &State, bearer: Seat, thing: HeldItem, of: i32) -> i32 {
    let fighter = state.get(bearer);
    match thing {
        HeldItem::Weapon(weapon) => {
            let struck = fighter.hands.worst(weapon);
            of - struck.map_or(0, |piece| piece.harm)
        }
        HeldItem::Shield => fighter.gear.shield.map_or(0, |worn| worn.hit_points),
        HeldItem::Helmet => 0,
    }
}

/// A thing in hand loses points.
fn wear(battle: &mut Acting, bearer: Seat, thing: HeldItem, amount: i32) {
    match thing {
        HeldItem::Weapon(weapon) => {
            if let Some(piece) = battle.hands_mut(bearer).worst_mut(weapon) {
                piece.harm += amount;
            }
        }
        HeldItem::Shield => {
            if let Some(worn) = battle.gear_mut(bearer).shield.as_mut() {
                worn.hit_points -= amount;
            }
        }
        HeldItem::Helmet => {}
    }
}

/// The attack that a combatant makes with a weapon, in melee if there is a choice.
pub fn mode_with<'a>(
    state: &'a State,
    seat: Seat,
    weapon: WeaponId,
) -> Option<(u8, &'a AttackMode)> {
    let modes = &state.get(seat).modes.0;
    let mut with = (0..)
        .zip(modes)
        .filter(|(_, mode)| mode.weapon == Some(weapon));
    with.clone()
        .find(|(_, mode)| !mode.ranged)
        .or_else(|| with.next())
}

/// Hands that a weapon takes, one held in both by choice as few as it needs.
pub fn hands_for(modes: &[AttackMode], weapon: WeaponId) -> u8 {
    let hands = modes
        .iter()
        .filter(|mode| mode.weapon == Some(weapon) && !mode.both_hands);
    hands.map(|mode| mode.hands).max().unwrap_or(1).max(1)
}

/// Hands that hold nothing.
pub fn free_hands(state: &State, seat: Seat) -> u8 {
    HANDS.saturating_sub(hands_beside(state, seat, None))
}

/// Hands that something is in, a thing for two hands held by one of them.
pub fn full_hands(state: &State, seat: Seat) -> u8 {
    let held = state.get(seat).hands.in_hand();
    let held = held.filter(|held| !is_fastened(state, *held)).count();
    let held = u8::try_from(held).unwrap_or(u8::MAX);
    held.saturating_add(u8::from(holds_shield(state, seat)))
}

/// Hands that hold something, one piece of this weapon aside.
pub fn hands_beside(state: &State, seat: Seat, weapon: Option<WeaponId>) -> u8 {
    let (mut aside, modes) = (weapon, &state.get(seat).modes.0);
    let others = state.get(seat).hands.in_hand();
    let others = others.filter(|held| aside.take_if(|aside| aside == held).is_none());
    let others = others.filter(|held| !is_fastened(state, *held));
    let used: u8 = others.map(|held| hands_for(modes, held)).sum();
    used.saturating_add(u8::from(holds_shield(state, seat)))
}

/// Whether a combatant has a shield that is whole on its arm.
pub fn holds_shield(state: &State, seat: Seat) -> bool {
    gear::has_shield(state, seat) && !conditions::has(state, seat, Flag::ShieldLoose)
}

/// Whether a combatant has a thing with it: in hand, on the belt or in the pack.
pub fn has_with_it(state: &State, seat: Seat, thing: WeaponId) -> bool {
    let mut all = state.get(seat).hands.all();
    all.any(|piece| piece.weapon == thing)
}

/// Whether there is a hand, or two, for this weapon.
pub fn has_room(state: &State, seat: Seat, weapon: WeaponId) -> bool {
    free_hands(state, seat) >= hands_for(&state.get(seat).modes.0, weapon)
}

/// Takes a weapon out of the hands of its bearer, as empty and as worn as it is.
pub fn lose(battle: &mut Afflicting, seat: Seat, weapon: WeaponId) -> Option<Piece> {
    let held = battle.get(seat).hands.holds(weapon);
    held.then(|| battle.hands_mut(seat).let_go(weapon))
        .flatten()
}

/// Lets go of everything that is not fastened to the hand.
pub fn drop_all(battle: &mut Afflicting, seat: Seat, why: Topic) {
    let held: Vec<WeaponId> = battle.get(seat).hands.in_hand().collect();
    for weapon in held {
        if !is_fastened(battle, weapon)
            && let Some(piece) = lose(battle, seat, weapon)
        {
            lay_at(battle, seat, piece, None, why);
        }
    }
}

/// Lays a weapon into one of the squares that a combatant stands in, the first if none is named.
pub fn lay_at(battle: &mut Afflicting, seat: Seat, piece: Piece, at: Option<Square>, why: Topic) {
    let Some(at) = at.or_else(|| battle.area(seat).map(|area| area.anchor)) else {
        return;
    };
    battle.field_mut().dropped.push((at, piece));
    let dropped = EventKind::WeaponDropped {
        seat,
        weapon: piece.weapon,
        at,
        thrown: false,
    };
    battle.emit(&[why], dropped);
}

/// A blow lands on a thing in a combatant's hands: what goes beyond its hardness wears it down, and at
/// nothing left it is ruined.
pub fn strike(battle: &mut Acting, bearer: Seat, thing: HeldItem, amount: i32, why: Topic) {
    let sturdy = sturdy(battle, thing, bearer);
    let before = left(battle, bearer, thing, sturdy.hit_points);
    let amount = (amount - sturdy.hardness).clamp(0, before.max(0));
    let left = before - amount;
    if amount > 0 {
        wear(battle, bearer, thing, amount);
    }
    let struck = EventKind::ThingStruck {
        seat: bearer,
        thing,
        amount,
        left,
    };
    battle.emit(&[why], struck);
    if left > 0 {
        return;
    }
    match thing {
        HeldItem::Weapon(weapon) => {
            if let Some(piece) = lose(battle, bearer, weapon) {
                battle.hands_mut(piece.owner).broken.push(weapon);
            }
        }
        HeldItem::Shield => {
            if let Some(worn) = battle.gear_mut(bearer).shield.as_mut() {
                worn.condition = DESTROYED;
            }
        }
        HeldItem::Helmet => {}
    }
}
