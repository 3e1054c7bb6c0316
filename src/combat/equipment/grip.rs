//! What hands hold: how large it is, how much it stands, how it is lost.

use crate::combat::attack::shield;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::damage::layers::DESTROYED;
use crate::combat::state::combatant::{AttackMode, Hands, HeldItem};
use crate::combat::state::{Arena, State};
use crate::combat::threat;
use crate::content::equipment::Sturdy;
use crate::grid::Square;
use crate::rules::{Flag, Size, Topic, WeaponId};

/// Hands that anybody has.
const HANDS: u8 = 2;

/// Whether a weapon is fastened to the hand.
pub fn is_fastened(arena: &State, weapon: WeaponId) -> bool {
    let weapons = &arena.book.catalogue.weapons;
    weapons.get(weapon).is_some_and(|def| def.fastened)
}

/// How large a thing is.
pub fn size(arena: &State, thing: HeldItem, bearer: Seat) -> Size {
    let catalogue = &arena.book.catalogue;
    let known = match thing {
        HeldItem::Weapon(weapon) => catalogue.weapons.get(weapon).map(|def| def.size),
        HeldItem::Shield => (arena.get(bearer).gear.shield)
            .and_then(|worn| catalogue.shields.get(worn.item))
            .map(|def| def.size),
    };
    known.unwrap_or(arena.who(bearer).size)
}

/// What a thing stands.
fn sturdy(arena: &State, thing: HeldItem, bearer: Seat) -> Sturdy {
    let catalogue = &arena.book.catalogue;
    let known = match thing {
        HeldItem::Weapon(weapon) => catalogue.weapons.get(weapon).map(|def| def.sturdy),
        HeldItem::Shield => (arena.get(bearer).gear.shield)
            .and_then(|worn| catalogue.shields.get(worn.item))
            .map(|def| def.sturdy),
    };
    known.unwrap_or_default()
}

/// The attack that a combatant makes with a weapon, in melee if there is a choice.
pub fn form_with<'a>(
    arena: &'a State,
    seat: Seat,
    weapon: WeaponId,
) -> Option<(u8, &'a AttackMode)> {
    let forms = &arena.get(seat).forms.0;
    let mut with = (0..)
        .zip(forms)
        .filter(|(_, form)| form.weapon == Some(weapon));
    with.clone()
        .find(|(_, form)| !form.ranged)
        .or_else(|| with.next())
}

/// Hands that a weapon takes, one held in both by choice as few as it needs.
pub fn hands_for(arena: &State, seat: Seat, weapon: WeaponId) -> u8 {
    let forms = &arena.get(seat).forms.0;
    let hands = forms
        .iter()
        .filter(|form| form.weapon == Some(weapon) && !form.both_hands);
    hands.map(|form| form.hands).max().unwrap_or(1).max(1)
}

/// Hands that hold nothing.
pub fn free_hands(arena: &State, seat: Seat) -> u8 {
    HANDS.saturating_sub(hands_beside(arena, seat, None))
}

/// Hands that hold something, one piece of this weapon aside.
pub fn hands_beside(arena: &State, seat: Seat, weapon: Option<WeaponId>) -> u8 {
    let mut held = arena.get(seat).hands.held.clone();
    if let Some(at) = weapon.and_then(|weapon| held.iter().position(|w| *w == weapon)) {
        held.remove(at);
    }
    let weapons = held.iter().filter(|weapon| !is_fastened(arena, **weapon));
    let used: u8 = weapons.map(|weapon| hands_for(arena, seat, *weapon)).sum();
    let shield =
        shield::is_ready(arena, seat) && !conditions::has(arena, seat, Flag::NoShieldDefence);
    used.saturating_add(u8::from(shield))
}

/// Whether somebody has a thing with it: in hand, on the belt or in the pack.
pub fn has_with_it(arena: &State, seat: Seat, thing: WeaponId) -> bool {
    let hands = arena.get(seat).hands;
    let mut all = hands.held.iter().chain(&hands.carried).chain(&hands.stored);
    all.any(|weapon| *weapon == thing)
}

/// Whether there is a hand, or two, for this weapon.
pub fn has_room(arena: &State, seat: Seat, weapon: WeaponId) -> bool {
    free_hands(arena, seat) >= hands_for(arena, seat, weapon)
}

/// Takes a weapon out of the hands of its bearer.
pub fn lose(arena: &mut Arena, seat: Seat, weapon: WeaponId) {
    let hands: &mut Hands = &mut arena.get_mut(seat).hands;
    if let Some(at) = hands.held.iter().position(|w| *w == weapon) {
        hands.held.remove(at);
    }
    if !hands.held.contains(&weapon) {
        hands.unloaded.retain(|w| *w != weapon);
        hands.spent.retain(|(w, _)| *w != weapon);
    }
    threat::refresh(arena, seat);
}

/// Lets go of everything that is not fastened to the hand.
pub fn drop_all(arena: &mut Arena, seat: Seat, why: Topic) {
    let mut held = arena.get(seat).hands.held.clone();
    held.retain(|weapon| !is_fastened(arena, *weapon));
    for weapon in held {
        lose(arena, seat, weapon);
        lay(arena, seat, weapon, why);
    }
}

/// Lays a weapon on the ground where somebody stands.
pub fn lay(arena: &mut Arena, seat: Seat, weapon: WeaponId, why: Topic) {
    lay_at(arena, seat, weapon, None, why);
}

/// Lays a weapon into one of the squares that somebody stands in, the first if none is named.
pub fn lay_at(arena: &mut Arena, seat: Seat, weapon: WeaponId, at: Option<Square>, why: Topic) {
    let Some(at) = at.or_else(|| arena.area(seat).map(|area| area.anchor)) else {
        return;
    };
    arena.field.dropped.push((at, weapon));
    arena.emit(&[why], EventKind::WeaponDropped { seat, weapon, at });
}

/// A blow lands on a thing in somebody's hands: what goes beyond its hardness wears it down, and at
/// nothing left it is ruined.
pub fn strike(arena: &mut Arena, bearer: Seat, thing: HeldItem, amount: i32) {
    let sturdy = sturdy(arena, thing, bearer);
    let hands: &mut Hands = &mut arena.get_mut(bearer).hands;
    let known = hands.harmed.iter().position(|(harmed, _)| *harmed == thing);
    let before = known.map_or(0, |at| hands.harmed[at].1);
    let amount = (amount - sturdy.hardness).clamp(0, (sturdy.hit_points - before).max(0));
    let left = sturdy.hit_points - before - amount;
    match known {
        Some(at) => hands.harmed[at].1 += amount,
        None if amount > 0 => hands.harmed.push((thing, amount)),
        None => {}
    }
    hands.harmed.sort_unstable();
    arena.emit(
        &[Topic::SunderDamage],
        EventKind::ThingStruck {
            seat: bearer,
            thing,
            amount,
            left,
        },
    );
    if left > 0 {
        return;
    }
    arena
        .get_mut(bearer)
        .hands
        .harmed
        .retain(|(harmed, _)| *harmed != thing);
    match thing {
        HeldItem::Weapon(weapon) => lose(arena, bearer, weapon),
        HeldItem::Shield => {
            if let Some(worn) = arena.get_mut(bearer).gear.shield.as_mut() {
                worn.condition = DESTROYED;
            }
        }
    }
}
