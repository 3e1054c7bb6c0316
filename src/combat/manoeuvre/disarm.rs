//! Disarm: striking a weapon out of a combatant's hand.

use bevy_ecs::prelude::*;

use crate::combat::checks::contest::Contest;
use crate::combat::contract::{Aim, Choice, EventKind, HeldItem, Refusal, Request, Seat};
use crate::combat::equipment::grip;
use crate::combat::manoeuvre::contest;
use crate::combat::state::refusal::refusal;
use crate::combat::state::{
    Acting, Afflicting, Answered, AttackMode, AttackOrder, DeclaredAction, State, Struck, Turning,
};
use crate::combat::{attack, checks, conditions};
use crate::grid::Square;
use crate::rules::{Aspect, Modifier, ModifierKind, Size, Topic, WeaponId, Weights};

/// What each size category between the weapons is worth to the larger.
const PER_SIZE: i32 = 4;
/// What holding a weapon in two hands is worth.
const TWO_HANDS: i32 = 4;

/// The target holds a weapon that can be struck away and is adjacent, where reach does not help
/// (CD-DIS-01, AM-MAN-08).
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    let rule = &state.rules().policies.manoeuvres.disarm;
    if !(rule.reaches && rule.is_attack()) {
        super::common::adjacent(state, declared.seat, target, Topic::Disarm)?;
    }
    if prize(state, &declared.aim, target).is_none() {
        let mut held = state.get(target).hands.in_hand();
        let fast = held.any(|weapon| grip::is_fastened(state, weapon));
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
    let sides = (declared.seat, target);
    super::common::posture(state, rule, sides, (Topic::Disarm, "disarm"))?;
    if !rule.is_attack() {
        return Ok(());
    }
    let Some(order) = super::common::touch_order(state, declared, target) else {
        let reason = "You need a melee attack to disarm with.";
        return state.refuse(Topic::Disarm, reason);
    };
    attack::legal(state, &order, None)
}

/// The weapon that is to be struck away: the one named, or the first that can be.
fn prize(state: &State, aim: &Aim, target: Seat) -> Option<WeaponId> {
    let mut held = state.get(target).hands.in_hand();
    let loose = |weapon: &WeaponId| !grip::is_fastened(state, *weapon);
    match aim {
        Aim::Held(_, HeldItem::Weapon(named)) => held.find(|w| w == named && loose(w)),
        Aim::Held(_, HeldItem::Shield | HeldItem::Helmet) => None,
        _ => held.find(loose),
    }
}

/// Tries it, once a touch that it may take has landed.
pub(crate) fn attempt(battle: &mut Acting, declared: &DeclaredAction, target: Seat) {
    let seat = declared.seat;
    let Some(weapon) = prize(battle, &declared.aim, target) else {
        return;
    };
    let order = super::common::touch_order(battle, declared, target);
    let Some(struck) = strike(battle, (seat, target), order, weapon, Topic::DisarmWeapons) else {
        return;
    };
    let answered = battle.rules().policies.manoeuvres.disarm.answered;
    if !struck && answered && can_answer(battle, target, seat) {
        super::common::invite_counter(battle, declared, target);
    }
}

/// Rolls the contest over a weapon; whether it is struck away.
fn strike(
    battle: &mut Acting,
    (seat, target): (Seat, Seat),
    order: Option<AttackOrder>,
    weapon: WeaponId,
    topic: Topic,
) -> Option<bool> {
    let checks = contest(battle, (seat, target), order.as_ref(), weapon)?;
    let rolls = battle.rules().policies.manoeuvres.disarm.roll.is_attack();
    let order = order.filter(|_| rolls);
    let bare = order.is_some_and(|order| battle.mode(&order).is_some_and(|mode| mode.unarmed));
    let bonus = checks.bonus.clone();
    let struck = checks.roll(battle, topic).is_some();
    conditions::used_up::by_check(battle, seat, &bonus);
    if rolls {
        super::common::use_up(battle, seat, target);
    }
    if struck {
        strike_away(battle, seat, bare, target, weapon);
    }
    Some(struck)
}

/// Whether a combatant can answer a failed attempt in kind.
fn can_answer(state: &State, seat: Seat, target: Seat) -> bool {
    conditions::able(state, seat)
        && prize(state, &Aim::None, target).is_some()
        && contest::first_attack(state, seat, target).is_some()
}

/// The answer in kind: it costs nothing, provokes nothing and is not answered again.
pub(crate) fn counter(battle: &mut Acting, seat: Seat, target: Seat) {
    let (weapon, order) = (
        prize(battle, &Aim::None, target),
        contest::first_attack(battle, seat, target),
    );
    if let (Some(weapon), Some(_)) = (weapon, &order) {
        strike(battle, (seat, target), order, weapon, Topic::DisarmCounter);
    }
}

/// The contest over a weapon. In attack rolls sizes count, and how the weapons are held.
fn contest(
    state: &State,
    (seat, target): (Seat, Seat),
    order: Option<&AttackOrder>,
    weapon: WeaponId,
) -> Option<Contest> {
    let rule = &state.rules().policies.manoeuvres.disarm;
    if !rule.roll.is_attack() {
        return contest::of(state, rule, (seat, target), &[], [None, None]);
    }
    let striking = state.mode(order?)?;
    let held = grip::mode_with(state, target, weapon);
    let (own, other) = match rule.weights {
        Weights::WeaponSizes => {
            let (own, other) = (
                size(state, seat, striking),
                grip::size(state, HeldItem::Weapon(weapon), target),
            );
            let two_hands = held.is_some_and(|(_, mode)| mode.hands == 2);
            let other_grip = if two_hands { TWO_HANDS } else { 0 };
            ([larger(own, other), 0], [larger(other, own), other_grip])
        }
        Weights::GripAndBody => {
            let (own, other) = (state.who(seat).size, state.who(target).size);
            let other_grip = held.map_or(0, |(_, mode)| by_grip(mode));
            (
                [larger(own, other), by_grip(striking)],
                [larger(other, own), other_grip],
            )
        }
    };
    let mut first = order?.clone();
    first.extra.extend(parts(state, own));
    let mut second = AttackOrder::plain(target, seat, held.map_or(0, |(i, _)| i));
    second.extra.extend(parts(state, other));
    conditions::effects(state, target, Aspect::Grip, None, &mut second.extra);
    contest::of(
        state,
        rule,
        (seat, target),
        &[],
        [Some(&first), Some(&second)],
    )
}

/// What one size is worth against another, if it is the larger.
fn larger(own: Size, other: Size) -> i32 {
    PER_SIZE * own.steps_above(other).max(0)
}

/// What the way in which a weapon is held is worth.
fn by_grip(mode: &AttackMode) -> i32 {
    match mode.hands {
        2 => TWO_HANDS,
        _ if mode.light => -TWO_HANDS,
        _ => 0,
    }
}

fn parts(state: &State, values: [i32; 2]) -> impl Iterator<Item = Modifier> {
    let part = |value| checks::modifier(state, Topic::DisarmWeapons, ModifierKind::Untyped, value);
    values.into_iter().filter(|value| *value != 0).map(part)
}

/// The size of what strikes: the weapon's, or that of a body's own.
fn size(state: &State, seat: Seat, mode: &AttackMode) -> Size {
    match mode.weapon {
        Some(weapon) => grip::size(state, HeldItem::Weapon(weapon), seat),
        None => state.who(seat).size,
    }
}

/// The weapon falls before its bearer's feet, who may choose where; a bare hand keeps it, if there is one.
fn strike_away(battle: &mut Acting, seat: Seat, bare: bool, target: Seat, weapon: WeaponId) {
    let counted = battle.rules().policies.economy.free_hand;
    if !bare || counted && grip::free_hands(battle, seat) == 0 {
        return battle.push(Struck {
            seat: target,
            weapon,
        });
    }
    if let Some(won) = grip::lose(battle, target, weapon) {
        battle.hands_mut(seat).held.push(won);
    }
    battle.emit(
        &[Topic::DisarmResult],
        EventKind::WeaponTaken { seat, weapon },
    );
}

/// The weapon falls. Where the rules let its bearer choose the square, it is asked: that is no action,
/// so the helpless are asked as well.
pub(crate) fn falls(battle: &mut Turning, struck: Struck) {
    let Struck { seat, weapon } = struck;
    let squares: Vec<Square> = battle
        .area(seat)
        .map(|area| area.squares().collect())
        .unwrap_or_default();
    let chooses = battle.rules().policies.manoeuvres.disarm.target_drops;
    if chooses && squares.len() > 1 {
        let request = Request::DropAt {
            seat,
            weapon,
            squares,
        };
        return battle.ask(request, struck);
    }
    lay(battle, struck, None);
}

/// It falls where its bearer has chosen.
pub(crate) fn fallen(battle: &mut Afflicting, (struck, _, choice): Answered<Struck>) {
    if let Choice::DropAt(square) = choice {
        lay(battle, struck, Some(square));
    }
}

fn lay(battle: &mut Afflicting, Struck { seat, weapon }: Struck, at: Option<Square>) {
    if let Some(piece) = grip::lose(battle, seat, weapon) {
        grip::lay_at(battle, seat, piece, at, Topic::DisarmResult);
    }
}

/// The contest of an attempt.
pub(crate) fn declared(state: &State, declared: &DeclaredAction, target: Seat) -> Option<Contest> {
    let weapon = prize(state, &declared.aim, target)?;
    let order = super::common::touch_order(state, declared, target);
    contest(state, (declared.seat, target), order.as_ref(), weapon)
}

/// The chance of an answer in kind.
pub(crate) fn counter_odds(state: &State, seat: Seat, target: Seat) -> Option<f64> {
    let weapon = prize(state, &Aim::None, target)?;
    let order = contest::first_attack(state, seat, target)?;
    Some(contest(state, (seat, target), Some(&order), weapon)?.chance())
}
