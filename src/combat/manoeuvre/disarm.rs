//! Disarm: striking a weapon out of a combatant's hand.

use crate::combat::attack::Situation;
use crate::combat::checks::contest;
use crate::combat::checks::contest::Contest;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, HeldItem, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::grip;
use crate::combat::state::chapters::Striking;
use crate::combat::state::combatant::AttackMode;
use crate::combat::state::refusal::refusal;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::{attack, checks, conditions};
use crate::rules::condition::Aspect;
use crate::rules::primitive::Ties;
use crate::rules::{Flag, Modifier, ModifierKind, Size, Topic, WeaponId};

/// What each size category between the weapons is worth to the larger.
const PER_SIZE: i32 = 4;
/// What holding a weapon in two hands is worth.
const TWO_HANDS: i32 = 4;

/// The target is adjacent and holds a weapon that can be struck away; reach does not help.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    super::adjacent(state, declared.seat, target, Topic::Disarm)?;
    if prize(state, &declared.aim, target).is_none() {
        let fast = state
            .get(target)
            .hands
            .held
            .iter()
            .any(|w| grip::is_fastened(state, *w));
        return Err(if fast {
            refusal(
                state,
                Topic::DisarmFast,
                "You cannot disarm the target: its weapon is fastened to its hand.",
            )
        } else {
            refusal(
                state,
                Topic::Disarm,
                "The target has no weapon in its hands.",
            )
        });
    }
    if !super::by_touch(state) {
        if conditions::has(state, declared.seat, Flag::Prone) {
            return Err(refusal(
                state,
                Topic::Disarm,
                "You cannot disarm while prone: stand up first.",
            ));
        }
        return Ok(());
    }
    let Some(order) = super::touch_order(state, declared, target) else {
        let reason = "You need a melee attack to disarm with.";
        return Err(refusal(state, Topic::Disarm, reason));
    };
    attack::legal(state, &order, None)
}

/// The weapon that is to be struck away: the one named, or the first that can be.
fn prize(state: &State, aim: &Aim, target: Seat) -> Option<WeaponId> {
    let held = &state.get(target).hands.held;
    let loose = |weapon: &WeaponId| !grip::is_fastened(state, *weapon);
    match aim {
        Aim::Held(_, HeldItem::Weapon(named)) => {
            held.iter().copied().find(|w| w == named && loose(w))
        }
        Aim::Held(_, HeldItem::Shield) => None,
        _ => held.iter().copied().find(loose),
    }
}

/// Tries it: attack roll against attack roll, or power against resilience.
pub(crate) fn attempt(battle: &mut Access<Striking>, declared: &DeclaredAction, target: Seat) {
    let Some(weapon) = prize(battle, &declared.aim, target) else {
        return;
    };
    if !super::by_touch(battle) {
        if crate::combat::manoeuvre::grab::was_hurt(battle, declared.seat) {
            return crate::combat::manoeuvre::grab::repelled(
                battle,
                declared.seat,
                target,
                Topic::Disarm,
            );
        }
        if contest::power(battle, declared.seat, target, &[])
            .roll(&mut battle.lend(), Topic::Disarm)
            .is_some()
        {
            strike_away(battle, declared.seat, false, target, weapon);
        }
        return;
    }
    let Some(order) = super::touch_order(battle, declared, target) else {
        return;
    };
    let Some(contest) = contest(battle, &order, weapon) else {
        return;
    };
    let bare = battle.form(&order).is_some_and(|form| form.unarmed);
    if contest.roll(&mut battle.lend(), Topic::Disarm).is_some() {
        return strike_away(battle, declared.seat, bare, target, weapon);
    }
    if can_answer(battle, target, declared.seat) {
        super::invite_counter(battle, declared, target);
    }
}

/// Whether a combatant can answer a failed attempt in kind.
fn can_answer(state: &State, seat: Seat, target: Seat) -> bool {
    conditions::able(state, seat)
        && prize(state, &Aim::None, target).is_some()
        && answer_order(state, seat, target).is_some()
}

/// The attack of an answer: the first that reaches.
fn answer_order(state: &State, seat: Seat, target: Seat) -> Option<AttackOrder> {
    (0..state.get(seat).forms.0.len() as u8)
        .map(|form| AttackOrder::plain(seat, target, form))
        .find(|order| {
            state.form(order).is_some_and(|form| !form.ranged)
                && attack::legal(state, order, None).is_ok()
        })
}

/// The answer in kind: it costs nothing, provokes nothing and is not answered again.
pub(crate) fn counter(battle: &mut Access<Striking>, seat: Seat, target: Seat) {
    let Some(weapon) = prize(battle, &Aim::None, target) else {
        return;
    };
    let Some(order) = answer_order(battle, seat, target) else {
        return;
    };
    let Some(contest) = contest(battle, &order, weapon) else {
        return;
    };
    let bare = battle.form(&order).is_some_and(|form| form.unarmed);
    if contest
        .roll(&mut battle.lend(), Topic::DisarmCounter)
        .is_some()
    {
        strike_away(battle, seat, bare, target, weapon);
    }
}

/// The opposed attack rolls over a weapon. Only a higher result is enough.
pub(crate) fn contest(state: &State, order: &AttackOrder, weapon: WeaponId) -> Option<Contest> {
    let (seat, target) = (order.attacker, order.target);
    let striking = state.form(order)?;
    let (own, other) = (
        size(state, seat, striking),
        grip::size(state, HeldItem::Weapon(weapon), target),
    );
    let difference = own.steps_above(other);
    let mut first = order.clone();
    first
        .extra
        .extend(part(state, PER_SIZE * difference.max(0)));
    let held = grip::form_with(state, target, weapon);
    let mut second = AttackOrder::plain(target, seat, held.map_or(0, |(i, _)| i));
    second
        .extra
        .extend(part(state, PER_SIZE * (-difference).max(0)));
    if held.is_some_and(|(_, form)| form.hands == 2) {
        second.extra.extend(part(state, TWO_HANDS));
    }
    conditions::effects(state, target, Aspect::Grip, None, &mut second.extra);
    let bonus = Situation::of(state, &first, None)?;
    let answer = Situation::of(state, &second, None)?;
    Some(Contest {
        first: seat,
        second: target,
        bonus: bonus.attack,
        edge: bonus.edge,
        answer: answer.attack,
        answer_edge: answer.edge,
        tie: Ties::Fails,
    })
}

fn part(state: &State, value: i32) -> Option<Modifier> {
    (value != 0).then(|| checks::modifier(state, Topic::Disarm, ModifierKind::Untyped, value))
}

/// The size of what strikes: the weapon's, or that of a body's own.
fn size(state: &State, seat: Seat, form: &AttackMode) -> Size {
    match form.weapon {
        Some(weapon) => grip::size(state, HeldItem::Weapon(weapon), seat),
        None => state.who(seat).size,
    }
}

/// The weapon falls before its bearer's feet; bare hands keep it.
fn strike_away(
    battle: &mut Access<Striking>,
    seat: Seat,
    bare: bool,
    target: Seat,
    weapon: WeaponId,
) {
    grip::lose(&mut battle.lend(), target, weapon);
    if bare {
        battle.hands_mut(seat).held.push(weapon);
        battle.emit(
            &[Topic::DisarmResult],
            EventKind::WeaponTaken { seat, weapon },
        );
        return;
    }
    grip::lay(&mut battle.lend(), target, weapon, Topic::DisarmResult);
}

/// The chance to strike the weapon away.
pub(crate) fn odds(state: &State, declared: &DeclaredAction, target: Seat) -> Option<f64> {
    let weapon = prize(state, &declared.aim, target)?;
    if !super::by_touch(state) {
        return Some(contest::power(state, declared.seat, target, &[]).chance());
    }
    let order = super::touch_order(state, declared, target)?;
    Some(contest(state, &order, weapon)?.chance())
}

/// The chance of an answer in kind.
pub(crate) fn counter_odds(state: &State, seat: Seat, target: Seat) -> Option<f64> {
    let weapon = prize(state, &Aim::None, target)?;
    let order = answer_order(state, seat, target)?;
    Some(contest(state, &order, weapon)?.chance())
}
