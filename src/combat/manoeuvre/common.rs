//! What manoeuvres have in common: who fits, who stands how, the touch that they begin with, letting go.

use crate::combat::attack;
use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::contract::{Manner, Reason, Refusal, Request, Seat};
use crate::combat::equipment::two_hands;
use crate::combat::movement::approach::is_adjacent;
use crate::combat::state::{
    Acting, Afflicting, AttackMode, AttackOrder, Counter, DeclaredAction, State, Wounding,
};
use crate::rules::{Capability, Flag, ManoeuvrePart, ManoeuvreRule, Topic, UsedUp};

/// Whether a target is not too large for a manoeuvre.
pub(super) fn fits(
    state: &State,
    rule: &ManoeuvreRule,
    seat: Seat,
    target: Seat,
    topic: Topic,
) -> Result<(), Refusal> {
    let (own, other) = (state.who(seat).size, state.who(target).size);
    let limit = match rule.larger_at_most {
        Some(most) if other.steps_above(own) > most => most,
        _ => return Ok(()),
    };
    let reason = Reason::of(target).text(" is too large: it is ");
    let reason = match limit {
        1 => reason.text("more than one size larger than you."),
        0 => reason.text("larger than you."),
        _ => reason.text(format!("more than {limit} sizes larger than you.")),
    };
    state.refuse(topic, reason)
}

/// Whether the two stand as a manoeuvre wants them to: its user on its feet, its target on the ground.
pub(super) fn posture(
    state: &State,
    rule: &ManoeuvreRule,
    (seat, target): (Seat, Seat),
    (topic, verb): (Topic, &str),
) -> Result<(), Refusal> {
    if rule.standing && conditions::has(state, seat, Flag::Prone) {
        let reason = format!("You cannot {verb} while prone: stand up first.");
        return state.refuse(topic, reason);
    }
    if rule.grounded && state.who(target).capabilities.contains(&Capability::Flies) {
        let reason = Reason::of(target).text(" is not on the ground.");
        return state.refuse(topic, reason);
    }
    Ok(())
}

/// Whether the target is next to one who is to lay hands on it, where an attack would reach it; those who reach
/// nothing beside them have to share its space (EP-AOO-07).
pub(super) fn adjacent(
    state: &State,
    seat: Seat,
    target: Seat,
    topic: Topic,
) -> Result<(), Refusal> {
    let shares = state.area(seat).zip(state.area(target));
    let shares = shares.is_some_and(|(here, there)| here.overlaps(there));
    if state.who(seat).reach == 0 && !shares {
        let reason = Reason::from("You reach nobody beside you: get into the space of ");
        let reason = reason.name(target).text(" first.");
        let own = state.cite(Topic::NoReach).map(|_| Topic::NoReach);
        return state.refuse(own.unwrap_or(Topic::Reach), reason);
    }
    if is_adjacent(state, seat, target) {
        uncovered(state, seat, target)
    } else {
        let reason = Reason::of(target).text(" is not next to you.");
        state.refuse(topic, reason)
    }
}

/// Whether any part of the target can be reached in a straight line: total cover is in the way of
/// manoeuvres and finishing blows as of every attack.
pub(super) fn uncovered(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let from = state.area(seat);
    let covered = |from| cover::of(state, seat, from, target, false).is_total();
    if from.is_some_and(covered) {
        let reason = Reason::from("You cannot reach any part of ");
        let reason = reason.name(target).text(" from there.");
        return state.refuse(Topic::TotalCover, reason);
    }
    Ok(())
}

/// The chosen mode if it can be used, else the first that can.
pub(super) fn mode_for(
    state: &State,
    declared: &DeclaredAction,
    usable: impl Fn(&AttackMode) -> bool,
) -> Option<u8> {
    let modes = &state.get(declared.seat).modes.0;
    let usable = |index: &usize| modes.get(*index).is_some_and(&usable);
    let chosen = declared.mode.map(usize::from).filter(usable);
    let mode = chosen.or_else(|| (0..modes.len()).find(usable))?;
    u8::try_from(mode).ok()
}

/// The touch attack of a manoeuvre: with the chosen mode, or the first that can be used.
pub(super) fn touch_order(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
) -> Option<AttackOrder> {
    let hands = state.get(declared.seat).hands;
    let mode = mode_for(state, declared, |mode| {
        let free = two_hands::fits(state, declared.seat, mode).is_ok();
        mode.ability.is_none() && !mode.ranged && free && attack::in_hand(hands, mode)
    })?;
    Some(AttackOrder {
        extra: declared.extra.clone(),
        manner: Manner {
            instead: None,
            ..declared.manner
        },
        ..AttackOrder::plain(declared.seat, target, mode)
    })
}

/// Whether a primitive gets its user free.
pub(super) fn struggles(what: ManoeuvrePart) -> bool {
    matches!(what, ManoeuvrePart::Grapple(what) if what.frees())
}

/// Asks the target of a failed manoeuvre whether it answers in kind.
pub(super) fn invite_counter(battle: &mut Acting, declared: &DeclaredAction, by: Seat) {
    let (seat, target, action) = (by, declared.seat, declared.action);
    let request = Request::Counter {
        seat,
        target,
        action,
    };
    battle.ask(
        request,
        Counter {
            seat,
            target,
            action,
        },
    );
}

/// Ends what attack rolls of two against each other use up.
pub(super) fn use_up(battle: &mut Afflicting, one: Seat, other: Seat) {
    for (seat, about) in [(one, other), (other, one)] {
        conditions::used_up::by(battle, seat, about, UsedUp::ByBearer, false);
    }
}

/// Lets go of every combatant and out of every hold.
pub fn release(battle: &mut Afflicting, seat: Seat) {
    let known = battle.book.known;
    for other in battle.all() {
        for hold in [known.grabbed, known.grappling, known.pinned] {
            conditions::end_by(battle, other, hold, seat);
            conditions::end_by(battle, seat, hold, other);
        }
    }
}

/// Begins with a touch attack.
pub(super) fn touch(battle: &mut Wounding, declared: DeclaredAction, target: Seat) {
    if let Some(order) = touch_order(battle, &declared, target) {
        attack::begin_touch(battle, order, declared);
    }
}
