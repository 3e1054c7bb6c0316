//! Armour, helmet and shield of a combatant as a battle begins.

use std::borrow::Cow;

use crate::combat::battle::derive::Derived;
use crate::combat::contract::setup::{DESTROYED, named};
use crate::combat::contract::{CombatantSetup, Scars, SetupError, StatBlock};
use crate::combat::equipment::grip::{HANDS, hands_for};
use crate::combat::state::gear::shield_points;
use crate::combat::state::{Gear, Hands, Piece, Worn};
use crate::content::{Catalogue, MonsterDef};
use crate::rules::{ArmourId, ConditionId, Flag, HelmetId, Ruleset, ShieldId, WeaponId};

/// Armour, helmet and shield by name.
pub(super) fn gear(
    (rules, catalogue): (&Ruleset, &Catalogue),
    armour: Option<&str>,
    helmet: Option<&str>,
    shield: Option<&str>,
) -> Result<Gear, SetupError> {
    fn worn<I>(item: I, hit_points: i32) -> Worn<I> {
        Worn {
            item,
            hit_points,
            condition: 0,
            worst: 0,
        }
    }
    let mut gear = Gear::default();
    if let Some(name) = armour {
        let id: ArmourId = named(&catalogue.armours, "armour", name)?;
        gear.armour = Some(worn(id, catalogue.armours[id].hit_points));
    }
    if let Some(name) = helmet {
        let id: HelmetId = named(&catalogue.helmets, "helmet", name)?;
        gear.helmet = Some(worn(id, catalogue.helmets[id].hit_points));
    }
    if let Some(name) = shield {
        let id: ShieldId = named(&catalogue.shields, "shield", name)?;
        gear.shield = Some(worn(id, shield_points(rules, &catalogue.shields[id])));
    }
    Ok(gear)
}

/// A creature as it goes into a battle: `bare`, if its armour has fallen apart and weighs nothing now.
pub(super) fn left_on(def: &MonsterDef, bare: bool) -> Cow<'_, MonsterDef> {
    let stripped = || MonsterDef {
        armour: None,
        ..def.clone()
    };
    match bare && def.armour.is_some() {
        true => Cow::Owned(stripped()),
        false => Cow::Borrowed(def),
    }
}

/// What earlier battles have left of armour, helmet and shield.
pub(super) fn worn_out(gear: &mut Gear, scars: &Scars) {
    if let (Some(worn), Some(left)) = (&mut gear.armour, scars.armour) {
        (worn.hit_points, worn.condition) = left;
        worn.worst = scars.worst;
    }
    if let (Some(worn), Some(left)) = (&mut gear.helmet, scars.helmet) {
        (worn.hit_points, worn.condition) = left;
    }
    if let (Some(worn), Some(left)) = (&mut gear.shield, scars.shield) {
        (worn.hit_points, worn.condition) = left;
    }
}

/// What earlier battles have left of the weapons that it carries.
pub(super) fn worn_weapons(
    catalogue: &Catalogue,
    hands: &mut Hands,
    scars: &Scars,
) -> Result<(), SetupError> {
    for (name, left) in &scars.weapons {
        let id: WeaponId = named(&catalogue.weapons, "weapon", name)?;
        let full = catalogue.weapons[id].sturdy.hit_points;
        let (whole, gone): (Vec<i32>, Vec<i32>) = left.iter().partition(|left| **left > 0);
        for _ in gone {
            hands.broken.push(id);
            hands.discard(id);
        }
        // What is worst off lies furthest from the hand.
        let alike = hands.all_mut().rev().filter(|piece| piece.weapon == id);
        for (piece, left) in alike.zip(whole) {
            piece.harm = (full - left).max(0);
        }
    }
    Ok(())
}

/// What a block's armour, helmet and shield have been through before the battle.
pub(super) fn used(gear: &mut Gear, block: &StatBlock) {
    if let (Some(worn), Some((hit_points, condition))) = (&mut gear.armour, block.armour_left) {
        (worn.hit_points, worn.condition) = (hit_points, condition);
    }
    if let (Some(worn), Some(hit_points)) = (&mut gear.helmet, block.helmet_left) {
        worn.hit_points = hit_points;
    }
    if let (Some(worn), Some(hit_points)) = (&mut gear.shield, block.shield_left) {
        worn.hit_points = hit_points;
    }
}

/// What a combatant that carries a shield begins with in its hands, where these are counted: the first
/// weapon and as many more as there is room for beside the shield, the others on its belt. Beside a weapon
/// that takes both hands the shield hangs on its back: the condition says so, if the rules know one.
pub(super) fn fill_hands(
    rules: &Ruleset,
    catalogue: &Catalogue,
    setup: &CombatantSetup,
    derived: &mut Derived,
) -> Option<ConditionId> {
    let shield = derived.gear.shield;
    let whole = shield.is_some_and(|worn| worn.condition < DESTROYED);
    let loose = |id: &ConditionId| rules.flags(*id).has(Flag::ShieldLoose);
    let mut begun = setup.conditions.iter();
    let slung = begun.any(|one| rules.conditions.id(&one.name).as_ref().is_some_and(loose));
    if !rules.policies.economy.free_hand || !whole || slung {
        return None;
    }
    // What takes both hands can be thrown with one where the rules say so, and is held in one for that.
    let most = if rules.policies.attack.hurl.is_some() {
        1
    } else {
        HANDS
    };
    let takes = |piece: &Piece| match catalogue.weapons[piece.weapon].fastened {
        true => 0,
        false => hands_for(&derived.modes.0, piece.weapon).min(most),
    };
    let hands = &mut derived.hands;
    let all: u8 = hands.held.iter().map(takes).sum();
    if all < HANDS {
        return None;
    }
    let first = hands.held.first().map_or(0, takes);
    let sling = rules.conditions.iter().map(|(id, _)| id).find(loose);
    let sling = sling.filter(|_| first >= HANDS);
    let mut room = if sling.is_some() { HANDS } else { HANDS - 1 };
    let mut away = Vec::new();
    hands.held.retain(|piece| {
        let left = room.checked_sub(takes(piece));
        room = left.unwrap_or(room);
        if left.is_none() {
            away.push(*piece);
        }
        left.is_some()
    });
    hands.carried.splice(0..0, away);
    sling
}
