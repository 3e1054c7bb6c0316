//! Handling things: drawing, picking up, loading; and catching one's breath.

use super::arena::Arena;
use super::components::Hands;
use super::damage;
use super::event::{EventKind, Pool};
use super::options::refusal;
use super::request::{Aim, Refusal};
use super::seat::Seat;
use super::threat;
use crate::content::equipment::Reload;
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::grid::Square;
use crate::rules::{ActionCost, ActionDef, Procedure, Stat, Topic, WeaponId};

/// Whether there is anything to draw, pick up or load.
pub fn possible(arena: &Arena, seat: Seat, def: &ActionDef) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::WeaponHandling, reason));
    match def.procedure {
        Procedure::Draw if arena.get(seat).hands.carried.is_empty() => {
            refuse("There is no other weapon to draw.")
        }
        Procedure::PickUp if at_feet(arena, seat).next().is_none() => {
            refuse("No weapon lies within reach.")
        }
        Procedure::Reload if empty(arena, seat, def).next().is_none() => {
            refuse("Nothing in hand has to be loaded in this way.")
        }
        _ => Ok(()),
    }
}

/// Whether this very thing can be drawn, picked up or loaded.
pub fn legal(arena: &Arena, seat: Seat, def: &ActionDef, aim: &Aim) -> Result<(), Refusal> {
    if item(arena, seat, def, aim).is_some() {
        return Ok(());
    }
    Err(refusal(
        arena.rules(),
        Topic::WeaponHandling,
        "That thing is not at hand.",
    ))
}

/// Whether something on the ground of this square can be picked up.
fn is_near(arena: &Arena, seat: Seat, square: Square) -> bool {
    let within = u32::from(arena.rules().policies.movement.pick_up_within);
    let area = arena.get(seat).place.0;
    area.is_some_and(|area| area.squares().any(|s| s.steps_to(square) <= within))
}

/// Weapons on the ground that can be picked up.
fn at_feet(arena: &Arena, seat: Seat) -> impl Iterator<Item = WeaponId> {
    let lying = arena.field.dropped.iter();
    lying
        .filter(move |(square, _)| is_near(arena, seat, *square))
        .map(|(_, weapon)| *weapon)
}

/// Weapons in hand that an action of this cost loads.
fn empty(arena: &Arena, seat: Seat, def: &ActionDef) -> impl Iterator<Item = WeaponId> {
    let slow = def.cost == ActionCost::FullRound;
    let weapons = &arena.book.catalogue.weapons;
    let unloaded = arena.get(seat).hands.unloaded.iter().copied();
    unloaded.filter(move |weapon| {
        let reload = weapons.get(*weapon).map(|weapon| weapon.reload);
        (reload == Some(Reload::FullRound)) == slow
    })
}

/// What the action is done to: the thing named, or the first there is.
fn item(arena: &Arena, seat: Seat, def: &ActionDef, aim: &Aim) -> Option<WeaponId> {
    let fits = |weapon: &WeaponId| match aim {
        Aim::Item(named) => weapon == named,
        _ => true,
    };
    match def.procedure {
        Procedure::Draw => arena.get(seat).hands.carried.iter().copied().find(fits),
        Procedure::PickUp => at_feet(arena, seat).find(fits),
        Procedure::Reload => empty(arena, seat, def).find(fits),
        _ => None,
    }
}

/// Draws, picks up or loads.
pub fn begin(arena: &mut Arena, seat: Seat, def: &ActionDef, aim: &Aim) {
    let Some(weapon) = item(arena, seat, def, aim) else {
        return;
    };
    let kind = match def.procedure {
        Procedure::Draw => {
            let hands: &mut Hands = &mut arena.get_mut(seat).hands;
            hands.carried.retain(|w| *w != weapon);
            let put_away = std::mem::replace(&mut hands.held, vec![weapon]);
            hands.carried.extend(put_away);
            EventKind::WeaponDrawn { seat, weapon }
        }
        Procedure::PickUp => {
            let lying = arena.field.dropped.iter();
            let mut found = lying.enumerate().filter(|(_, (_, w))| *w == weapon);
            let found = found.find(|(_, (square, _))| is_near(arena, seat, *square));
            if let Some(at) = found.map(|(at, _)| at) {
                arena.field.dropped.remove(at);
            }
            let hands: &mut Hands = &mut arena.get_mut(seat).hands;
            if hands.held.is_empty() {
                hands.held.push(weapon);
            } else {
                hands.carried.push(weapon);
            }
            EventKind::WeaponTaken { seat, weapon }
        }
        _ => {
            arena.get_mut(seat).hands.unloaded.retain(|w| *w != weapon);
            EventKind::Reloaded { seat, weapon }
        }
    };
    arena.emit(&[Topic::WeaponHandling], kind);
    threat::refresh(arena, seat);
}

/// Whether a second wind can be had.
pub fn second_wind(arena: &Arena, seat: Seat, points: u8) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::SecondWind, reason));
    let vitals = arena.get(seat).vitals;
    if vitals.second_wind_used {
        return refuse("A second wind comes once in a battle.");
    }
    if vitals.fate < i32::from(points) {
        return refuse("There are not enough fate points left.");
    }
    Ok(())
}

/// Spends points and regains hit points: the dice and the level times a stat, 1 at least.
pub fn catch_breath(
    arena: &mut Arena,
    seat: Seat,
    points: u8,
    heals: &str,
    per_level: Option<Stat>,
) {
    let mut fighter = arena.get_mut(seat);
    fighter.vitals.second_wind_used = true;
    fighter.vitals.fate -= i32::from(points);
    let left = fighter.vitals.fate;
    arena.emit(
        &[Topic::SecondWind],
        EventKind::PoolChanged {
            seat,
            pool: Pool::Fate,
            left,
        },
    );
    // The loader has read these dice before; nothing is thrown for dice that are none.
    let dice: Option<DiceExpr> = heals.parse().ok();
    let thrown = dice.map_or(0, |dice| {
        arena
            .dice
            .0
            .throw(RollLabel::new(seat.0, Purpose::Healing), &dice)
            .total
    });
    let each = per_level.map_or(0, |stat| super::save::tally(arena, seat, stat, &[]).total);
    let amount = thrown + arena.get(seat).who.level * each;
    damage::heal(arena, seat, amount.max(1));
}
