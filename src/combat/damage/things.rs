//! What a combatant holds and wears where it is struck itself: on purpose, or by fire and the like.

use crate::combat::contract::{EventKind, HeldItem, Layer, Seat};
use crate::combat::damage::blow;
use crate::combat::damage::layers;
use crate::combat::equipment::grip;
use crate::combat::state::Acting;
use crate::combat::state::gear::DESTROYED;
use crate::content::equipment::Material;
use crate::rules::{DamageKind, Topic};

/// A blow that is meant for a thing: it loses all that goes beyond what it ignores. `blow`: points,
/// their kind, and what strikes.
pub(crate) fn strike(
    battle: &mut Acting,
    bearer: Seat,
    thing: HeldItem,
    blow: (i32, DamageKind, Material),
) {
    let (amount, kind, striking) = blow;
    let layer = match thing {
        HeldItem::Shield => Layer::Shield,
        HeldItem::Helmet => Layer::Helmet,
        HeldItem::Weapon(weapon) => {
            let weapons = &battle.book.catalogue.weapons;
            let made_of = weapons.get(weapon).map(|def| def.material);
            let soft = |thing| layers::is_harmless(thing, Some(striking), kind);
            let amount = if made_of.is_some_and(soft) { 0 } else { amount };
            return grip::strike(battle, bearer, thing, amount, Topic::SunderDamage);
        }
    };
    let Some(item) = layers::item(battle, bearer, layer) else {
        return;
    };
    let toll = item.spoils(amount, kind, Some(striking));
    blow::keep(battle, bearer, layer, toll);
    let struck = EventKind::ThingStruck {
        seat: bearer,
        thing,
        amount: toll.absorbed,
        left: toll.left,
    };
    battle.emit(&[Topic::SunderDamage], struck);
    if toll.condition == DESTROYED {
        blow::ruin(battle, bearer, layer, None);
    }
}

/// Harms what a combatant has about it: the first of shield, armour, helmet and weapon in hand takes it
/// all, less what it ignores of edges. A shield on the back is behind all of these.
pub(crate) fn scorch(battle: &mut Acting, seat: Seat, amount: i32) {
    if amount <= 0 {
        return;
    }
    let first = |layers: &[Layer]| {
        let mut layers = layers.iter();
        layers.find_map(|layer| Some((*layer, layers::item(battle, seat, *layer)?)))
    };
    let slung = !grip::holds_shield(battle, seat);
    let before = [Layer::Shield, Layer::Armour, Layer::Helmet];
    let worn = first(&before[usize::from(slung)..]);
    let held = battle.get(seat).hands.in_hand().next();
    let worn = worn.or_else(|| first(&[Layer::Shield]).filter(|_| held.is_none()));
    if let Some((layer, item)) = worn {
        let toll = item.spoils(amount, DamageKind::Slashing, None);
        let why = Some(Topic::GearExposed);
        return blow::wear(battle, seat, layer, item, toll, why);
    }
    if let Some(weapon) = held {
        let thing = HeldItem::Weapon(weapon);
        grip::strike(battle, seat, thing, amount, Topic::GearExposed);
    }
}
