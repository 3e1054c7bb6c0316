//! Disarm: striking a weapon out of somebody's hand.

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack;
use crate::combat::attack::{AttackOrder, Situation, refusal};
use crate::combat::checks::contest;
use crate::combat::checks::contest::{Contest, Tie};
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::grip;
use crate::combat::state::combatant::{AttackMode, HeldItem};
use crate::combat::state::{Arena, State};
use crate::combat::threat;
use crate::rules::condition::Aspect;
use crate::rules::{Flag, Modifier, ModifierKind, Size, Topic, WeaponId};

/// What each size category between the weapons is worth to the larger.
const PER_SIZE: i32 = 4;
/// What holding a weapon in two hands is worth.
const TWO_HANDS: i32 = 4;

/// The target is adjacent and holds a weapon that can be struck away; reach does not help.
pub(crate) fn legal(arena: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    super::adjacent(arena, declared.seat, target, Topic::Disarm)?;
    if prize(arena, &declared.aim, target).is_none() {
        let fast = arena
            .get(target)
            .hands
            .held
            .iter()
            .any(|w| grip::is_fastened(arena, *w));
        return Err(if fast {
            refusal(
                arena,
                Topic::DisarmFast,
                "What is fastened to the hand cannot be struck away.",
            )
        } else {
            refusal(arena, Topic::Disarm, "There is no weapon in its hands.")
        });
    }
    if !super::by_touch(arena) {
        if conditions::has(arena, declared.seat, Flag::Prone) {
            return Err(refusal(
                arena,
                Topic::Disarm,
                "Nobody can disarm from the ground.",
            ));
        }
        return Ok(());
    }
    let Some(order) = super::touch_order(arena, declared, target) else {
        let reason = "There is no melee attack to disarm with.";
        return Err(refusal(arena, Topic::Disarm, reason));
    };
    attack::legal(arena, &order, None)
}

/// The weapon that is to be struck away: the one named, or the first that can be.
fn prize(arena: &State, aim: &Aim, target: Seat) -> Option<WeaponId> {
    let held = &arena.get(target).hands.held;
    let loose = |weapon: &WeaponId| !grip::is_fastened(arena, *weapon);
    match aim {
        Aim::Held(_, HeldItem::Weapon(named)) => {
            held.iter().copied().find(|w| w == named && loose(w))
        }
        Aim::Held(_, HeldItem::Shield) => None,
        _ => held.iter().copied().find(loose),
    }
}

/// Tries it: attack roll against attack roll, or power against resilience.
pub(crate) fn attempt(arena: &mut Arena, declared: &DeclaredAction, target: Seat) {
    let Some(weapon) = prize(arena, &declared.aim, target) else {
        return;
    };
    if !super::by_touch(arena) {
        if crate::combat::manoeuvre::grab::was_hurt(arena, declared.seat) {
            return crate::combat::manoeuvre::grab::repelled(
                arena,
                declared.seat,
                target,
                Topic::Disarm,
            );
        }
        if contest::power(arena, declared.seat, target, &[])
            .roll(arena, Topic::Disarm)
            .is_some()
        {
            strike_away(arena, declared.seat, false, target, weapon);
        }
        return;
    }
    let Some(order) = super::touch_order(arena, declared, target) else {
        return;
    };
    let Some(contest) = contest(arena, &order, weapon) else {
        return;
    };
    let bare = attack::form(arena, &order).is_some_and(|form| form.unarmed);
    if contest.roll(arena, Topic::Disarm).is_some() {
        return strike_away(arena, declared.seat, bare, target, weapon);
    }
    if can_answer(arena, target, declared.seat) {
        arena.ask(Request::Counter {
            seat: target,
            target: declared.seat,
            action: declared.action,
        });
    }
}

/// Whether somebody can answer a failed attempt in kind.
fn can_answer(arena: &State, seat: Seat, target: Seat) -> bool {
    conditions::able(arena, seat)
        && prize(arena, &Aim::None, target).is_some()
        && answer_order(arena, seat, target).is_some()
}

/// The attack of an answer: the first that reaches.
fn answer_order(arena: &State, seat: Seat, target: Seat) -> Option<AttackOrder> {
    (0..arena.get(seat).forms.0.len() as u8)
        .map(|form| AttackOrder::plain(seat, target, form))
        .find(|order| {
            attack::form(arena, order).is_some_and(|form| !form.ranged)
                && attack::legal(arena, order, None).is_ok()
        })
}

/// The answer in kind: it costs nothing, provokes nothing and is not answered again.
pub(crate) fn counter(arena: &mut Arena, seat: Seat, target: Seat) {
    let Some(weapon) = prize(arena, &Aim::None, target) else {
        return;
    };
    let Some(order) = answer_order(arena, seat, target) else {
        return;
    };
    let Some(contest) = contest(arena, &order, weapon) else {
        return;
    };
    let bare = attack::form(arena, &order).is_some_and(|form| form.unarmed);
    if contest.roll(arena, Topic::DisarmCounter).is_some() {
        strike_away(arena, seat, bare, target, weapon);
    }
}

/// The opposed attack rolls over a weapon. Only a higher result is enough.
pub(crate) fn contest(arena: &State, order: &AttackOrder, weapon: WeaponId) -> Option<Contest> {
    let (seat, target) = (order.attacker, order.target);
    let striking = attack::form(arena, order)?;
    let (own, other) = (
        size(arena, seat, striking),
        grip::size(arena, HeldItem::Weapon(weapon), target),
    );
    let difference = own.steps_above(other);
    let mut first = order.clone();
    first
        .extra
        .extend(part(arena, PER_SIZE * difference.max(0)));
    let held = grip::form_with(arena, target, weapon);
    let mut second = AttackOrder::plain(target, seat, held.map_or(0, |(i, _)| i));
    second
        .extra
        .extend(part(arena, PER_SIZE * (-difference).max(0)));
    if held.is_some_and(|(_, form)| form.hands == 2) {
        second.extra.extend(part(arena, TWO_HANDS));
    }
    conditions::effects(arena, target, Aspect::Grip, None, &mut second.extra);
    let bonus = Situation::of(arena, &first, None)?;
    let answer = Situation::of(arena, &second, None)?;
    Some(Contest {
        first: seat,
        second: target,
        bonus: bonus.attack,
        edge: bonus.edge,
        answer: answer.attack,
        answer_edge: answer.edge,
        tie: Tie::Fails,
    })
}

fn part(arena: &State, value: i32) -> Option<Modifier> {
    (value != 0).then(|| attack::modifier(arena, Topic::Disarm, ModifierKind::Untyped, value))
}

/// The size of what strikes: the weapon's, or that of a body's own.
fn size(arena: &State, seat: Seat, form: &AttackMode) -> Size {
    match form.weapon {
        Some(weapon) => grip::size(arena, HeldItem::Weapon(weapon), seat),
        None => arena.who(seat).size,
    }
}

/// The weapon falls before its bearer's feet; bare hands keep it.
fn strike_away(arena: &mut Arena, seat: Seat, bare: bool, target: Seat, weapon: WeaponId) {
    grip::lose(arena, target, weapon);
    if bare {
        arena.get_mut(seat).hands.held.push(weapon);
        arena.emit(
            &[Topic::DisarmResult],
            EventKind::WeaponTaken { seat, weapon },
        );
        threat::refresh(arena, seat);
        return;
    }
    grip::lay(arena, target, weapon, Topic::DisarmResult);
}

/// The chance to strike the weapon away.
pub(crate) fn odds(arena: &State, declared: &DeclaredAction, target: Seat) -> Option<f64> {
    let weapon = prize(arena, &declared.aim, target)?;
    if !super::by_touch(arena) {
        return Some(contest::power(arena, declared.seat, target, &[]).chance());
    }
    let order = super::touch_order(arena, declared, target)?;
    Some(contest(arena, &order, weapon)?.chance())
}

/// The chance of an answer in kind.
pub(crate) fn counter_odds(arena: &State, seat: Seat, target: Seat) -> Option<f64> {
    let weapon = prize(arena, &Aim::None, target)?;
    let order = answer_order(arena, seat, target)?;
    Some(contest(arena, &order, weapon)?.chance())
}
