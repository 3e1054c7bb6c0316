//! Actions that are possible once in a while only.

use crate::combat::action::target;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::{Acting, State};
use crate::rules::{ActionDef, ActionId, Per};

/// Whether an action's limit still allows it.
pub(crate) fn allows(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Result<(), Refusal> {
    let Some(limit) = &def.limit else {
        return Ok(());
    };
    let reactions = state.get(seat).reactions;
    let (used, reason) = match limit.per {
        Per::Round => (
            &reactions.answered,
            "You have already tried that since your last turn began.",
        ),
        Per::Battle => (
            &reactions.once,
            "You have already done this in this battle.",
        ),
    };
    let counts = |id: ActionId| {
        let group = group(state, id);
        id == action || group.is_some() && group == limit.group.as_deref()
    };
    if used.iter().any(|id| counts(*id)) {
        return Err(target::refusal(state, limit.cites, action, reason));
    }
    Ok(())
}

/// Counts a limited action.
pub(crate) fn count(battle: &mut Acting, seat: Seat, action: ActionId, def: &ActionDef) {
    let Some(limit) = &def.limit else {
        return;
    };
    let reactions = battle.reactions_mut(seat);
    match limit.per {
        Per::Round => reactions.answered.push(action),
        Per::Battle => reactions.once.push(action),
    }
}

/// The group under which an action is limited.
fn group<'a>(state: &'a State, action: ActionId) -> Option<&'a str> {
    let def = state.rules().actions.get(action)?;
    def.limit.as_ref()?.group.as_deref()
}

/// What is limited to once between two own turns under this group is possible once more.
pub(crate) fn renew(battle: &mut Acting, seat: Seat, renewed: &str) {
    let mut answered = std::mem::take(&mut battle.reactions_mut(seat).answered);
    answered.retain(|action| group(battle, *action) != Some(renewed));
    battle.reactions_mut(seat).answered = answered;
}
