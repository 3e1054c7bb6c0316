//! Sunder: strikes at a weapon or shield in a combatant's hands.

use crate::combat::attack::Situation;
use crate::combat::checks::contest::{Answer, Contest};
use crate::combat::contract::{Aim, HeldItem, Refusal, Seat};
use crate::combat::damage::Harm;
use crate::combat::equipment::grip;
use crate::combat::state::{
    Access, AttackMode, AttackOrder, DeclaredAction, State, Wrestling, gear,
};
use crate::combat::{attack, checks, damage};
use crate::rules::{DamageKind, Edge, Stat, Ties, Topic};

/// How many size categories the striking weapon may be smaller.
const SMALLER_AT_MOST: i32 = 1;

/// A melee weapon that slashes or crushes, not too small for what it strikes.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let Some(order) = super::common::touch_order(state, declared, target) else {
        let reason = "You need a melee attack to strike with.";
        return state.refuse(Topic::Sunder, reason);
    };
    let Some(thing) = thing(state, &declared.aim, target) else {
        let reason = "The target has no weapon or shield in its hands.";
        return state.refuse(Topic::Sunder, reason);
    };
    let mode = state.mode(&order);
    if mode.is_none_or(|mode| kind(mode, &order).is_none()) {
        let reason = "You need a slashing or bludgeoning weapon.";
        return state.refuse(Topic::Sunder, reason);
    }
    let striking = mode
        .and_then(|mode| mode.weapon)
        .map_or(state.who(declared.seat).size, |weapon| {
            grip::size(state, HeldItem::Weapon(weapon), declared.seat)
        });
    if grip::size(state, thing, target).steps_above(striking) > SMALLER_AT_MOST {
        let reason =
            "Your weapon is too small: it may be at most one size smaller than what it strikes.";
        return state.refuse(Topic::SunderSize, reason);
    }
    attack::legal(state, &order, None)
}

/// What is to be struck: the thing named, or the first weapon, or the shield.
fn thing(state: &State, aim: &Aim, target: Seat) -> Option<HeldItem> {
    let hands = state.get(target).hands;
    let shield = gear::has_shield(state, target).then_some(HeldItem::Shield);
    match aim {
        Aim::Held(_, HeldItem::Shield) => shield,
        Aim::Held(_, thing @ HeldItem::Weapon(named)) => {
            hands.held.contains(named).then_some(*thing)
        }
        _ => hands.held.first().map(|w| HeldItem::Weapon(*w)).or(shield),
    }
}

/// The kind of damage that such a strike does with this mode.
fn kind(mode: &AttackMode, order: &AttackOrder) -> Option<DamageKind> {
    let fits = |kind: &DamageKind| matches!(kind, DamageKind::Slashing | DamageKind::Bludgeoning);
    match order.manner.kind {
        Some(kind) => mode.kinds.contains(&kind).then_some(kind).filter(fits),
        None => mode.kinds.iter().copied().find(fits),
    }
}

/// Attack roll against attack roll; the combatant that wins has struck true or held it out of the way.
pub(crate) fn attempt(battle: &mut Access<Wrestling>, declared: &DeclaredAction, target: Seat) {
    let Some(mut order) = super::common::touch_order(battle, declared, target) else {
        return;
    };
    let Some(thing) = thing(battle, &declared.aim, target) else {
        return;
    };
    let Some(contest) = contest(battle, &order, thing) else {
        return;
    };
    let struck = contest.roll(&mut battle.lend(), Topic::SunderRoll);
    super::common::use_up(&mut battle.lend(), declared.seat, target);
    if struck.is_none() {
        return;
    }
    order.manner.kind = battle.mode(&order).and_then(|mode| kind(mode, &order));
    let amount = damage::roll(&mut battle.lend(), &order, target, Harm::ONCE);
    grip::strike(&mut battle.lend(), target, thing, amount);
}

/// The opposed attack rolls: no size, no hands count here.
fn contest(state: &State, order: &AttackOrder, thing: HeldItem) -> Option<Contest> {
    let (seat, target) = (order.attacker, order.target);
    let held = match thing {
        HeldItem::Weapon(weapon) => grip::mode_with(state, target, weapon).map(|(i, _)| i),
        HeldItem::Shield => None,
    };
    let second = AttackOrder::plain(target, seat, held.unwrap_or(0));
    let bonus = Situation::of(state, order, None)?;
    // A combatant that has nothing but a shield moves that.
    let (answer, answer_edge) = Situation::of(state, &second, None).map_or_else(
        || {
            (
                checks::tally(state, target, Stat::MeleeAttack, &[]),
                Edge::None,
            )
        },
        |situation| (situation.attack, situation.edge),
    );
    Some(Contest {
        first: seat,
        second: target,
        bonus: bonus.attack,
        edge: bonus.edge,
        answer: Answer::Roll(answer, answer_edge),
        tie: Ties::HigherBonus,
        unseats: false,
    })
}

/// The chance to land the blow.
pub(crate) fn odds(state: &State, declared: &DeclaredAction, target: Seat) -> Option<f64> {
    let thing = thing(state, &declared.aim, target)?;
    let order = super::common::touch_order(state, declared, target)?;
    Some(contest(state, &order, thing)?.chance())
}
