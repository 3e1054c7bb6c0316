//! Which attacks can be made with what is in hand.

use crate::combat::attack::legal;
use crate::combat::conditions;
use crate::combat::contract::{Manner, Refusal, Seat};
use crate::combat::equipment::{handling, two_hands};
use crate::combat::state::{AttackMode, AttackOrder, State, powers};
use crate::rules::{Flag, Topic};

/// Whether a mode's weapon is in hand and loaded.
pub fn usable(state: &State, seat: Seat, mode: u8) -> Result<(), Refusal> {
    let fighter = state.get(seat);
    let Some(mode) = fighter.modes.0.get(usize::from(mode)) else {
        return state.refuse(Topic::AttackRoll, "There is no such attack.");
    };
    if mode
        .ability
        .is_some_and(|a| !powers::wields(state, seat, a))
    {
        return state.refuse(Topic::TouchHeld, "You do not hold this ready.");
    }
    if !legal::in_hand(fighter.hands, mode) {
        return state.refuse(
            Topic::WeaponHandling,
            "You do not have this weapon in hand: draw it first.",
        );
    }
    if !legal::ready(fighter.hands, mode) {
        return Err(handling::unloaded(state, mode.weapon));
    }
    two_hands::fits(state, seat, mode)
}

/// Whether there is nothing to choose between two modes: they are equal, or two of the same claws, of
/// which the first is never the worse.
fn are_alike(one: &AttackMode, other: &AttackMode) -> bool {
    let same_claw = one.natural && other.natural && one.weapon.is_some();
    one == other || same_claw && one.weapon == other.weapon && one.name == other.name
}

/// How many modes of a combatant are like this one, itself counted.
pub fn alike(state: &State, seat: Seat, mode: u8) -> u8 {
    let modes = &state.get(seat).modes.0;
    let own = modes.get(usize::from(mode));
    let like = own.map_or(0, |own| modes.iter().filter(|m| are_alike(own, m)).count());
    u8::try_from(like).unwrap_or(u8::MAX)
}

/// The attack modes between which there is a choice: of those that are alike, the first that can be
/// used at present, or the first.
pub fn choices(state: &State, seat: Seat) -> Vec<(u8, Result<(), Refusal>)> {
    let own = &state.get(seat).modes.0;
    let mut kept: Vec<(u8, Result<(), Refusal>)> = Vec::new();
    for (mode, usable) in modes(state, seat) {
        let twin = |(other, _): &&mut (u8, Result<(), Refusal>)| {
            are_alike(&own[usize::from(*other)], &own[usize::from(mode)])
        };
        match kept.iter_mut().find(twin) {
            Some(twin) if twin.1.is_err() && usable.is_ok() => *twin = (mode, usable),
            Some(_) => {}
            None => kept.push((mode, usable)),
        }
    }
    kept
}

/// Every attack mode of a combatant, with the reason where it cannot be used at present.
pub fn modes(state: &State, seat: Seat) -> Vec<(u8, Result<(), Refusal>)> {
    let modes = &state.get(seat).modes.0;
    (0..modes.len())
        .map(|i| (i as u8, usable(state, seat, i as u8)))
        .collect()
}

/// Melee attack with what is left where the weapon of the order can no longer be used: it is lost, or too large for
/// the grapple that the attacker has come into. The first other mode that strikes the target from where the attacker
/// is; `None` if the weapon can still be used, or nothing else reaches.
pub(crate) fn with_what_is_left(state: &State, order: &AttackOrder) -> Option<AttackOrder> {
    let lost = state.mode(order)?;
    let is_melee = |mode: &AttackMode| !mode.ranged && mode.ability.is_none();
    // Nobody makes an opportunity attack with a hand that does not count as armed.
    let fits = |mode: &AttackMode| is_melee(mode) && (mode.armed || !order.opportunity);
    if !is_melee(lost) || legal::usable(state, order, lost).is_ok() {
        return None;
    }
    let others = state.get(order.attacker).modes.0.iter().enumerate();
    let others = others.filter(|(_, mode)| fits(mode));
    others
        .filter_map(|(mode, _)| u8::try_from(mode).ok())
        .map(|mode| AttackOrder {
            mode,
            times: order.times.saturating_sub(of_lance(state, order)).max(1),
            // Kind of damage and lethality were chosen for the weapon.
            manner: Manner {
                kind: None,
                other_lethality: false,
                ..order.manner
            },
            ..order.clone()
        })
        .find(|order| legal::legal(state, order, None).is_ok())
}

/// Damage rolls that a charge adds because it is made with a lance.
fn of_lance(state: &State, order: &AttackOrder) -> u8 {
    let weapon = state.mode(order).and_then(|mode| mode.weapon);
    let weapon = weapon.and_then(|weapon| state.book.catalogue.weapons.get(weapon));
    let lance = weapon.is_some_and(|weapon| weapon.lance)
        && conditions::has(state, order.attacker, Flag::Mounted);
    let of_lance = state.rules().policies.damage.lance.max(1);
    if lance { of_lance - 1 } else { 0 }
}
