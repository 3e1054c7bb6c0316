//! Whether a readied action can be carried out now.

use crate::combat::action::legality;
use crate::combat::attack::{at_hand, concealment};
use crate::combat::conditions;
use crate::combat::conditions::perception;
use crate::combat::contract::{Aim, HeldItem, Manner, Refusal, Seat, Trigger};
use crate::combat::flow::ready::reach::{in_reach, melee};
use crate::combat::state::{DeclaredAction, State, Supposed};
use crate::combat::{economy, movement, threat};
use crate::rules::{ActionDef, ActionId, CostDef, Primitive, StrikeAt, Targeting, Topic};

/// Whether a readied action can be taken now, whatever it is aimed at.
pub(crate) fn is_possible(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    legality::possible(state, seat, action)?;
    match state.rules().actions.get(action) {
        Some(def) => economy::one_move(state, seat, def),
        None => Ok(()),
    }
}

/// Whether a readied action can be done to the combatant that sets it off. Under some rules, an attack that a movement
/// sets off is made only at what is seen whole (EP-ATT-16).
pub(crate) fn suits_trigger(
    state: &State,
    (seat, action): (Seat, ActionId),
    (trigger, by): (Trigger, Seat),
    mode: Option<u8>,
) -> Result<(), Refusal> {
    let moves = match trigger {
        Trigger::Moves { .. } | Trigger::ComesInReach { .. } | Trigger::Enters { .. } => true,
        Trigger::Attacks { .. }
        | Trigger::Uses { .. }
        | Trigger::Acts { .. }
        | Trigger::IsAttacked { .. }
        | Trigger::IsHit { .. }
        | Trigger::Drops { .. } => false,
    };
    let attacks = (state.rules().actions.get(action)).is_some_and(ActionDef::is_attack);
    if !(moves && attacks && state.rules().policies.initiative.ready_sees) {
        return Ok(());
    }
    let (Some(from), Some(to)) = (state.area(seat), state.area(by)) else {
        return Ok(());
    };
    let reason = match perception::sees(state, seat, from, by, to) {
        false => "You cannot see the target: a movement is no occasion to strike at it.",
        true if is_eluded(state, (seat, by), mode) => {
            "The target is only half there: you cannot strike at it while it moves."
        }
        true => return Ok(()),
    };
    state.refuse(Topic::ChargeUnseen, reason)
}

/// Whether this attack, or each that can be made, is made as at a target that is totally concealed.
fn is_eluded(state: &State, (seat, target): (Seat, Seat), mode: Option<u8>) -> bool {
    let usable = at_hand::modes(state, seat).into_iter();
    let usable =
        usable.filter(|(one, usable)| usable.is_ok() && mode.is_none_or(|mode| mode == *one));
    let mut usable = usable.peekable();
    usable.peek().is_some()
        && usable.all(|(one, _)| concealment::is_eluded(state, (seat, target), one))
}

/// Whether there is a way to carry a readied action out, at once or after the step that may come before it.
/// `at`: the only combatant that counts, if it is done to one.
pub(super) fn is_feasible(state: &State, seat: Seat, action: ActionId, at: Option<Seat>) -> bool {
    can_take(state, seat, action, at) || is_in_a_step(state, seat, action, at)
}

/// Whether there is a way to carry it out from where its owner stands.
fn can_take(state: &State, seat: Seat, action: ActionId, at: Option<Seat>) -> bool {
    let Some(def) = state.rules().actions.get(action) else {
        return false;
    };
    if is_possible(state, seat, action).is_err() {
        return false;
    }
    let mut others = state
        .all()
        .filter(|other| at.is_none_or(|at| at == *other) && conditions::present(state, *other));
    match def.target {
        Targeting::None if def.subject().is_some() => true,
        Targeting::None => {
            suits(state, seat, action, &Aim::None)
                || others.any(|other| suits(state, seat, action, &Aim::At(other)))
        }
        Targeting::Path => movement::leads_anywhere(state, seat, action),
        Targeting::ChargeTarget => others.any(|other| can_charge(state, seat, action, other)),
        Targeting::Attack
        | Targeting::AdjacentEnemy
        | Targeting::Enemy
        | Targeting::AdjacentAlly
        | Targeting::Combatant
        | Targeting::One(_) => others.any(|other| {
            // A thrown weapon is not thrown at an enemy that moves far away.
            let near = at.is_none() || in_reach(state, seat, action, other);
            near && can_be_done_to(state, seat, (action, def), other)
        }),
        // Areas lie anywhere, and of several combatants its user is one.
        Targeting::Combatants
        | Targeting::CombatantOrSquare
        | Targeting::Corner
        | Targeting::Direction => true,
    }
}

/// Whether a readied charge at this combatant is possible now: a lane leads to it.
pub(super) fn can_charge(state: &State, seat: Seat, action: ActionId, enemy: Seat) -> bool {
    let aim = Aim::Charge(enemy, Vec::new());
    melee(state, seat).any(|mode| suits_with(state, seat, action, &aim, Some(mode)))
}

/// Whether an action can be done to this combatant, or to a thing in its hands.
pub(super) fn can_be_done_to(
    state: &State,
    seat: Seat,
    (action, def): (ActionId, &ActionDef),
    other: Seat,
) -> bool {
    if suits(state, seat, action, &Aim::At(other)) {
        return true;
    }
    let at_held = |what: &Primitive| matches!(what, Primitive::Strike(StrikeAt::Held));
    let weapons = state.get(other).hands.in_hand().map(HeldItem::Weapon);
    let mut held = weapons.chain([HeldItem::Shield, HeldItem::Helmet]);
    def.any(at_held) && held.any(|item| suits(state, seat, action, &Aim::Held(other, item)))
}

/// Whether an action can be aimed like this, with any of its owner's attacks or without one.
fn suits(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> bool {
    let modes = (0..state.get(seat).modes.0.len()).filter_map(|mode| u8::try_from(mode).ok());
    let mut modes = std::iter::once(None).chain(modes.map(Some));
    modes.any(|mode| suits_with(state, seat, action, aim, mode))
}

fn suits_with(state: &State, seat: Seat, action: ActionId, aim: &Aim, mode: Option<u8>) -> bool {
    let def = state.rules().actions.get(action);
    let chooses = def.is_some_and(|def| def.chooses.is_some());
    let declared = DeclaredAction {
        mode,
        manner: Manner {
            amount: chooses.into(),
            ..Manner::default()
        },
        readied: true,
        ..DeclaredAction::new(seat, action, aim.clone())
    };
    legality::aimed(state, &declared).is_ok()
}

/// Whether there is a way to carry it out from a square into which its owner may step before.
fn is_in_a_step(state: &State, seat: Seat, action: ActionId, at: Option<Seat>) -> bool {
    let def = state.rules().actions.get(action);
    // A step is all the movement of its round.
    let moves = def.is_none_or(|def| def.covers_distance() || def.walks());
    let Some(area) = state.area(seat).filter(|_| !moves) else {
        return false;
    };
    let steps = state.rules().actions.iter();
    let steps = steps.filter(|(step, def)| is_step_before(state, *step, def));
    let squares = steps.flat_map(|(step, _)| {
        movement::steps(state, seat, step)
            .into_iter()
            .map(move |to| (step, to))
    });
    squares
        .filter(|(step, to)| {
            let aim = Aim::Along(vec![*to]);
            may_step(state, &DeclaredAction::new(seat, *step, aim)).is_ok()
        })
        .any(|(_, to)| {
            let mut supposed = Supposed::of(state);
            supposed.put(seat, area.moved_to(to));
            threat::suppose(state, &mut supposed, seat);
            can_take(&supposed.state(state), seat, action, at)
        })
}

/// Whether an action is a step that the rules let come before a readied action.
pub(super) fn is_step_before(state: &State, action: ActionId, def: &ActionDef) -> bool {
    let free = (state.rules().usual_cost(action)).is_some_and(CostDef::is_free);
    let allowed = state.rules().policies.initiative.ready_step;
    allowed && free && def.is_step() && !def.is_bonus_step()
}

/// Whether a step may come before the readied action: only for the combatant that has covered no
/// distance since its own turn began.
pub fn may_step(state: &State, step: &DeclaredAction) -> Result<(), Refusal> {
    if state.get(step.seat).reactions.moved > 0 {
        let reason = "You cannot take a free step: you have already moved this round.";
        return state.refuse(Topic::FreeStep, reason);
    }
    legality::out_of_turn(state, step)
}
