//! How long a condition lasts.

use crate::combat::contract::Seat;
use crate::combat::state::{Ending, State};
use crate::rules::{Duration, ROUNDS_PER_MINUTE};

/// The ending that a default duration means for this bearer now.
pub fn ending(state: &State, seat: Seat, duration: Duration) -> Ending {
    match duration {
        Duration::UntilEnded => Ending::UntilEnded,
        Duration::UntilOwnTurn => Ending::StartOfTurn(seat),
        Duration::UntilEndOfOwnTurn => Ending::EndOfTurn(seat),
        Duration::Rounds(rounds) => {
            let now = state.rounds.current.unwrap_or(seat);
            // What begins before the first turn lasts for whole rounds, not up to a count in them.
            let before = state.rounds.current.is_none() && state.rounds.elapsed() == 0;
            let count = state.get(now).initiative.count.filter(|_| !before);
            let count = count.unwrap_or(i32::MIN);
            Ending::AtCount {
                round: state.rounds.elapsed().saturating_add(rounds),
                count,
            }
        }
        Duration::Minutes(minutes) => {
            let rounds = minutes.saturating_mul(ROUNDS_PER_MINUTE);
            ending(state, seat, Duration::Rounds(rounds))
        }
        Duration::SaveEnds => Ending::SaveEnds,
        Duration::UntilSurpriseEnds => Ending::SurpriseEnds,
        Duration::UntilEncounterEnds => Ending::EncounterEnds,
        Duration::UntilNextAttack => Ending::NextAttack,
    }
}

/// Whether what ends like this is over when a combatant has its next turn in its place.
pub fn is_over_by_turn(state: &State, seat: Seat, ends: Ending) -> bool {
    match ends {
        Ending::StartOfTurn(of) => of == seat,
        Ending::AtCount { round, count } => {
            let had = state.rounds.done.contains(&seat) || state.rounds.current == Some(seat);
            let next = state.rounds.elapsed().saturating_add(u16::from(had));
            let own = state.get(seat).initiative.count;
            round < next || round == next && own.is_some_and(|own| own <= count)
        }
        Ending::UntilEnded
        | Ending::StartOfTurnAfter(_)
        | Ending::EndOfTurn(_)
        | Ending::EndOfNextTurn(_)
        | Ending::SaveEnds
        | Ending::SurpriseEnds
        | Ending::EncounterEnds
        | Ending::NextAttack
        | Ending::With(_) => false,
    }
}
