//! Special abilities: who knows them, whom they reach, what disturbs them, what they do.
//!
//! An ability is used like any other action ([`Primitive::Use`](crate::rules::Primitive::Use)). [`declare`] spends its uses and
//! keeps the [`Casting`] that damage can disturb; [`begin`] comes when all interruptions are over;
//! [`resolve`] takes the effects to every affected combatant, one after another.

pub(crate) mod aim;
pub(crate) mod area;
pub(crate) mod asking;
pub(crate) mod burst;
pub(crate) mod caster;
pub(crate) mod casting;
mod countering;
pub(crate) mod effect;
pub(crate) mod forecast;
pub(crate) mod gather;
pub(crate) mod lay;
pub(crate) mod lob;
pub(crate) mod lob_odds;
pub(crate) mod might;
pub(crate) mod repertoire;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod turning;
pub(crate) mod venom;
pub(crate) mod working;

use crate::combat::conditions::barred;
use crate::combat::contract::{Aim, EventKind, Refusal, Seat};
use crate::combat::state::{Afflicting, DeclaredAction, State, Wounding};
use crate::combat::{conditions, economy};
use crate::rules::{
    AbilityDef, AbilityId, AbilityPart, ActionId, Channel, Flag, Provokes, Topic, Touch,
};

pub use crate::combat::state::powers::{Repertoire, Workings};
pub use aim::{aims, legal, touchable};
pub use area::{covers, targets};
pub use asking::{def, difficulty, is_held, kind, known, level, of_action, source, spot, thing};
pub use casting::{begin, broken, declare, end_of_turn, keep_on, neglected, struck};
pub use countering::{counter, may_counter};
pub use forecast::of_declared;
pub(crate) use forecast::reaches;
pub use might::might;
pub use repertoire::{modes, repertoire};
pub use resolve::{advance, deliver, discharge, landed};
pub use working::{can_dismiss, cease, dismiss, maintain};

/// At the start of a turn: what is due takes effect, and what runs needs care anew.
pub fn start_of_turn(battle: &mut Wounding, seat: Seat) {
    working::start_of_turn(battle, seat);
    lay::prune(battle);
    if !battle.repertoire[seat].spoilt.is_empty() {
        battle.repertoire_mut(seat).spoilt.clear();
    }
    casting::start_of_turn(battle, seat);
}

/// Whether a primitive of abilities is for this combatant: abilities are only for those who know them.
pub(crate) fn is_known(state: &State, seat: Seat, what: AbilityPart<'_>) -> bool {
    match what {
        AbilityPart::Use(name) => {
            let ability = state.rules().abilities.id(name);
            ability.is_some_and(|ability| known(state, seat, ability).is_some())
        }
        AbilityPart::Channel(_) => !state.get(seat).repertoire.known.is_empty(),
        AbilityPart::Gather { .. } => true,
    }
}

/// Whether a primitive of abilities is possible in a combatant's present state, aim aside.
pub(crate) fn possible(state: &State, seat: Seat, what: AbilityPart<'_>) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let repertoire = state.get(seat).repertoire;
    match what {
        AbilityPart::Use(name) => match state.rules().abilities.id(name) {
            Some(ability) => usable(state, seat, ability),
            None => refuse(Topic::Ability, "There is no such ability."),
        },
        AbilityPart::Channel(Channel::Touch) if repertoire.touch.is_none() => {
            refuse(Topic::TouchHeld, "You have no touch ability ready.")
        }
        AbilityPart::Channel(Channel::Maintain | Channel::Cease)
            if !working::needs_care(state, seat) =>
        {
            refuse(Topic::Maintain, "You are not concentrating on anything.")
        }
        AbilityPart::Channel(Channel::Dismiss) => can_dismiss(state, seat, &Aim::None),
        AbilityPart::Channel(Channel::KeepOn) if !casting::goes_on(state, seat) => refuse(
            Topic::LongCasting,
            "You are not casting anything that takes several rounds.",
        ),
        AbilityPart::Channel(Channel::KeepOn) => match &repertoire.casting {
            Some(casting) => asking::body_allows(state, seat, casting.ability),
            None => Ok(()),
        },
        AbilityPart::Channel(Channel::Counter { .. }) if !countering::can_counter(state, seat) => {
            refuse(
                Topic::Counter,
                "There is nothing to counter now: ready this action instead.",
            )
        }
        AbilityPart::Channel(
            Channel::Touch | Channel::Maintain | Channel::Cease | Channel::Counter { .. },
        )
        | AbilityPart::Gather { .. } => Ok(()),
    }
}

/// Whether a combatant can use an ability, budget and aim aside.
fn usable(state: &State, seat: Seat, ability: AbilityId) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let Some(known) = known(state, seat, ability) else {
        return refuse(Topic::Ability, "You have not learnt this.");
    };
    if let Some(thing) = thing(state, ability)
        && !state.get(seat).hands.holds(thing)
    {
        return refuse(
            Topic::ThingInHand,
            "You need it in your hand: draw it first.",
        );
    }
    let Some(def) = def(state, ability) else {
        return refuse(Topic::Ability, "There is no such ability.");
    };
    if state.get(seat).repertoire.spoilt.contains(&ability) {
        let reason = "You have failed at it this round.";
        return refuse(Topic::OnGuardFailed, reason);
    }
    if def.moves.is_some() && asking::lies(state, seat, def).is_none() {
        let reason = "You have nothing on the map that this could move.";
        return refuse(Topic::Redirect, reason);
    }
    if lay::lies_beyond_reach(state, seat, ability) {
        let reason = "What you would move is on another plane than you.";
        return refuse(Topic::Ethereal, reason);
    }
    if known.left == Some(0) {
        let reason = "You have no uses of it left.";
        return asking::refuse(state, def, Topic::AbilityUses, reason);
    }
    for (pool, points) in &def.takes {
        if let Some(reason) = state.lacks(seat, pool, *points) {
            return asking::refuse(state, def, Topic::AbilityUses, reason);
        }
    }
    if let Some(action) = prepares(state, def) {
        if let Some(by) = conditions::forbids(state, seat, action) {
            let reason = barred::by_condition(state, by, action).reason;
            return state.refuse(Topic::Preparation, reason);
        }
    } else if let Some(name) = &def.needs
        && !conditions::bears(state, seat, state.rules().condition(name))
    {
        let known = state.rules().conditions.by_name(name);
        let needed = known.map_or(name.as_str(), |def| def.name.as_str());
        let reason = format!("You have to be {} first.", needed.to_lowercase());
        return asking::refuse(state, def, Topic::Ability, reason);
    }
    let magic = kind(state, ability).is_some_and(|kind| kind.concentration.is_some());
    if magic {
        let (flag, what) = (Flag::NoConcentration, "you cannot concentrate");
        barred::check(state, seat, flag, Topic::Concentration, what)?;
    }
    asking::body_allows(state, seat, ability)?;
    if def.rounds > 0 && is_held(state, seat) && magic {
        let reason = "You cannot use what takes several rounds while you are held.";
        return refuse(Topic::Concentration, reason);
    }
    Ok(())
}

/// The action by which what an ability needs is made ready along with it.
fn prepares(state: &State, def: &AbilityDef) -> Option<ActionId> {
    state.rules().actions.id(def.prepares.as_ref()?)
}

/// Before an ability is used: its user makes ready what it needs, in no time at all.
pub fn prepare(battle: &mut Afflicting, declared: &DeclaredAction) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let seat = declared.seat;
    let ability = rules.actions.get(declared.action);
    let def = ability
        .and_then(|action| of_action(battle, action))
        .and_then(|ability| rules.abilities.get(ability));
    let Some((def, action)) = def.and_then(|def| Some((def, prepares(battle, def)?))) else {
        return;
    };
    let needed = def.needs.as_ref().and_then(|name| rules.condition(name));
    let Some(needed) = needed.filter(|needed| !conditions::bears(battle, seat, Some(*needed)))
    else {
        return;
    };
    let target = None;
    battle.emit_action(
        action,
        &[],
        EventKind::Acted {
            seat,
            action,
            target,
        },
    );
    conditions::begin(battle, seat, needed, Some(seat));
}

/// Whether the touch that is held costs nothing: it was made ready in this very turn.
pub fn touch_is_free(state: &State, seat: Seat) -> bool {
    let held = state.get(seat).repertoire.touch;
    state.rounds.current == Some(seat) && held.is_some_and(|held| held.fresh)
}

/// Whether using an ability in this way invites attacks of opportunity. `None`: this is no ability.
pub(crate) fn provokes(
    state: &State,
    declared: &DeclaredAction,
    what: AbilityPart<'_>,
) -> Option<bool> {
    let AbilityPart::Use(name) = what else {
        return None;
    };
    let ability = state.rules().abilities.id(name)?;
    if declared.manner.defensively {
        return Some(false);
    }
    let ranged = def(state, ability)
        .and_then(|def| def.attack)
        .is_some_and(|touch| touch != Touch::Melee);
    Some(
        match economy::provokes(state, declared.seat, declared.action) {
            Provokes::Yes => true,
            Provokes::IfRanged => ranged,
            Provokes::No | Provokes::FromTarget => false,
        },
    )
}
