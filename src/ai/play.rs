//! Deciding, and playing a battle to its end.

use bevy_ecs::prelude::*;

use super::answers;
use super::candidates;
use super::fast;
use super::jitter::Jitter;
use super::profile::{Effort, Profile};
use super::survey::Survey;
use super::turn;
use crate::combat::state::Outcome;
use crate::combat::{Ahead, Battle, Choice, Reads, Refusal, Request, Sight};

/// The answer of a computer player to the pending request. It is legal; `seed` gives the player its
/// jitter, and nothing here touches the battle's dice. Without a request it is `EndTurn`.
pub fn decide(battle: &mut Battle, profile: &Profile, seed: u64) -> Choice {
    battle.ask(computer_turn, (*profile, seed))
}

/// The computer player as a system in the battle's world: from profile and seed to its choice.
pub(crate) fn computer_turn(
    In((profile, seed)): In<(Profile, u64)>,
    mut battle: Reads,
    mut ahead: Local<Ahead>,
) -> Choice {
    let battle = &Sight::of(&mut battle);
    ahead.begin();
    let Some(request) = battle.request() else {
        return Choice::EndTurn;
    };
    if profile.effort == Effort::Hurries
        && let Some(choice) = fast::think(battle, request)
    {
        return choice;
    }
    let ideas = match request {
        Request::Turn { seat } => {
            let survey = Survey::of(battle, *seat);
            let mut jitter = Jitter::of(seed, &survey.view);
            turn::think(battle, &mut ahead, &survey, &profile, &mut jitter)
                .into_iter()
                .collect()
        }
        _ => answers::think(battle, request, &profile),
    };
    first_legal(battle, ideas)
}

/// The first of these that is legal; failing all, whatever is.
fn first_legal(battle: &Sight, ideas: Vec<Choice>) -> Choice {
    let safe = [Choice::EndTurn, Choice::Decline];
    let legal = |choice: &Choice| battle.check(choice).is_ok();
    let first = ideas.into_iter().chain(safe).find(legal);
    first
        .or_else(|| candidates::all(battle).into_iter().find(legal))
        .unwrap_or(Choice::EndTurn)
}

/// Any legal answer at all, by the jitter of a seed: the player of tests, who tries everything.
pub fn wander(battle: &Battle, seed: u64) -> Choice {
    let battle = &battle.sight();
    let mut jitter = Jitter::of(seed, &battle.view());
    // Who keeps on fumbling never ends a battle.
    if jitter.percent(15) && battle.check(&Choice::EndTurn).is_ok() {
        return Choice::EndTurn;
    }
    let mut list = candidates::all(battle);
    while !list.is_empty() {
        let at = (jitter.draw() % list.len() as u64) as usize;
        let choice = list.swap_remove(at);
        if battle.check(&choice).is_ok() {
            return choice;
        }
    }
    first_legal(battle, Vec::new())
}

/// A battle that computer players have played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended; `None`: the limit came first.
    pub outcome: Option<Outcome>,
    /// Decisions taken.
    pub decisions: usize,
    /// The choice that was refused, which would be a defect.
    pub refused: Option<(Choice, Refusal)>,
}

/// Plays on to the end, or for so many decisions. `profiles` are by side; the last one serves for
/// all further sides, the balanced one if there is none.
pub fn play_out(battle: &mut Battle, profiles: &[Profile], seed: u64, limit: usize) -> Played {
    let mut decisions = 0;
    while let Some(side) = battle.deciding_side() {
        if decisions == limit {
            break;
        }
        let profile = profiles
            .get(side.index())
            .or(profiles.last())
            .copied()
            .unwrap_or_default();
        let choice = decide(battle, &profile, seed);
        decisions += 1;
        if let Err(refusal) = battle.submit(choice.clone()) {
            let refused = Some((choice, refusal));
            return Played {
                outcome: battle.outcome(),
                decisions,
                refused,
            };
        }
    }
    Played {
        outcome: battle.outcome(),
        decisions,
        refused: None,
    }
}
