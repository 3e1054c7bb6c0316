//! Strikes at a weapon or shield in somebody's hands.

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack;
use crate::combat::attack::shield;
use crate::combat::attack::{AttackOrder, Situation, refusal};
use crate::combat::checks;
use crate::combat::checks::contest::{Contest, Tie};
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::damage;
use crate::combat::damage::Harm;
use crate::combat::equipment::grip;
use crate::combat::state::combatant::{AttackMode, HeldItem};
use crate::combat::state::{Arena, State};
use crate::rules::check::Edge;
use crate::rules::damage::DamageKind;
use crate::rules::{Stat, Topic};

/// How many size categories the striking weapon may be smaller.
const SMALLER_AT_MOST: i32 = 1;

/// A melee weapon that slashes or crushes, not too small for what it strikes.
pub(crate) fn legal(arena: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let Some(order) = super::touch_order(arena, declared, target) else {
        let reason = "There is no melee attack to strike with.";
        return Err(refusal(arena, Topic::Sunder, reason));
    };
    let Some(thing) = thing(arena, &declared.aim, target) else {
        let reason = "There is no weapon or shield in its hands.";
        return Err(refusal(arena, Topic::Sunder, reason));
    };
    let form = attack::form(arena, &order);
    if form.is_none_or(|form| kind(form, &order).is_none()) {
        let reason = "It takes a weapon that slashes or crushes.";
        return Err(refusal(arena, Topic::Sunder, reason));
    }
    let striking = form
        .and_then(|form| form.weapon)
        .map_or(arena.who(declared.seat).size, |weapon| {
            grip::size(arena, HeldItem::Weapon(weapon), declared.seat)
        });
    if grip::size(arena, thing, target).steps_above(striking) > SMALLER_AT_MOST {
        let reason = "The weapon is too small for this.";
        return Err(refusal(arena, Topic::SunderSize, reason));
    }
    attack::legal(arena, &order, None)
}

/// What is to be struck: the thing named, or the first weapon, or the shield.
fn thing(arena: &State, aim: &Aim, target: Seat) -> Option<HeldItem> {
    let hands = arena.get(target).hands;
    let shield = shield::is_ready(arena, target).then_some(HeldItem::Shield);
    match aim {
        Aim::Held(_, HeldItem::Shield) => shield,
        Aim::Held(_, thing @ HeldItem::Weapon(named)) => {
            hands.held.contains(named).then_some(*thing)
        }
        _ => hands.held.first().map(|w| HeldItem::Weapon(*w)).or(shield),
    }
}

/// The kind of damage that such a strike does with this form.
fn kind(form: &AttackMode, order: &AttackOrder) -> Option<DamageKind> {
    let fits = |kind: &DamageKind| matches!(kind, DamageKind::Slashing | DamageKind::Bludgeoning);
    match order.manner.kind {
        Some(kind) => form.kinds.contains(&kind).then_some(kind).filter(fits),
        None => form.kinds.iter().copied().find(fits),
    }
}

/// Attack roll against attack roll; whoever wins has struck true or held it out of the way.
pub(crate) fn attempt(arena: &mut Arena, declared: &DeclaredAction, target: Seat) {
    let Some(mut order) = super::touch_order(arena, declared, target) else {
        return;
    };
    let Some(thing) = thing(arena, &declared.aim, target) else {
        return;
    };
    let Some(contest) = contest(arena, &order, thing) else {
        return;
    };
    if contest.roll(arena, Topic::SunderRoll).is_none() {
        return;
    }
    order.manner.kind = attack::form(arena, &order).and_then(|form| kind(form, &order));
    let harm = Harm {
        times: 1,
        maximal: false,
        sneak: 0,
    };
    let amount = damage::roll(arena, &order, target, harm);
    grip::strike(arena, target, thing, amount);
}

/// The opposed attack rolls: no size, no hands count here.
fn contest(arena: &State, order: &AttackOrder, thing: HeldItem) -> Option<Contest> {
    let (seat, target) = (order.attacker, order.target);
    let held = match thing {
        HeldItem::Weapon(weapon) => grip::form_with(arena, target, weapon).map(|(i, _)| i),
        HeldItem::Shield => None,
    };
    let second = AttackOrder::plain(target, seat, held.unwrap_or(0));
    let bonus = Situation::of(arena, order, None)?;
    // Whoever has nothing but a shield moves that.
    let (answer, answer_edge) = Situation::of(arena, &second, None).map_or_else(
        || {
            (
                checks::tally(arena, target, Stat::MeleeAttack, &[]),
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
        answer,
        answer_edge,
        tie: Tie::HigherBonus,
    })
}

/// The chance to land the blow.
pub(crate) fn odds(arena: &State, declared: &DeclaredAction, target: Seat) -> Option<f64> {
    let thing = thing(arena, &declared.aim, target)?;
    let order = super::touch_order(arena, declared, target)?;
    Some(contest(arena, &order, thing)?.chance())
}
