//! The encounter clock: a fight that has run for so many rounds is over, and a new one begins at once.

use crate::combat::conditions;
use crate::combat::flow::initiative;
use crate::combat::state::{Ending, Initiative, Turning};

/// At the end of the last round of an encounter: what lasted for it ends, what is possible once in it is possible
/// again, and all who are left roll initiative. Wounds, places and all else stay as they are (EP-INIT-10,
/// EP-INIT-11).
pub fn end_of_round(battle: &mut Turning) {
    let Some(encounter) = battle.rules().policies.initiative.encounter else {
        return;
    };
    if battle.rounds.surprise || battle.rounds.round < encounter.rounds.get() {
        return;
    }
    let rounds = battle.rounds_mut();
    rounds.earlier = rounds.ordinary();
    rounds.round = 0;
    conditions::end_where(battle, |_, ends| ends == Ending::EncounterEnds);
    for seat in battle.all() {
        if !battle.reactions[seat].once.is_empty() {
            battle.reactions_mut(seat).once.clear();
        }
        if battle.initiative[seat].count.is_some() {
            let group = battle.initiative[seat].group;
            *battle.initiative_mut(seat) = Initiative {
                group,
                ..Initiative::default()
            };
        }
    }
    initiative::roll_anew(battle);
    initiative::flat_footed_anew(battle);
}
