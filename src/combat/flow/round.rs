//! The boundary between two rounds.

use crate::combat::ability::venom;
use crate::combat::conditions;
use crate::combat::contract::{EndReason, EventKind};
use crate::combat::damage::dying;
use crate::combat::flow::{delay, encounter, initiative, reinforcements, surprise, victory};
use crate::combat::state::{Boundary, Ending, Stage, Turning};
use crate::rules::Topic;

/// Rounds, or surprise rounds, after which a battle without an end is broken off.
const LONGEST: u16 = 200;

/// Crosses from one round to the next, in the order that the rules give.
pub(crate) fn cross(battle: &mut Turning, boundary: Boundary) {
    match boundary {
        Boundary::RoundBegins => {
            open_round(battle);
            initiative::settle_ties(battle);
            battle.push(Stage::NextTurn);
            expire_overdue(battle);
        }
        Boundary::RoundEnds => {
            delay::forfeit_rest(battle);
            dying::end_of_round(battle);
            victory::end_of_round(battle);
            let start = battle.start.clone();
            reinforcements::arrive(battle, &start);
            if battle.rounds.surprise && battle.rounds.over.is_none() {
                surprise::end_of_round(battle, &start);
            }
            if battle.rounds.over.is_none() {
                encounter::end_of_round(battle);
            }
            go_on(battle);
        }
    }
}

fn open_round(battle: &mut Turning) {
    battle.rounds_mut().done.clear();
    if battle.rounds.surprise {
        battle.rounds_mut().surprise_rounds += 1;
        let topics = surprise::topics(battle);
        battle.emit(&topics, EventKind::RoundBegan { round: 0 });
    } else {
        battle.rounds_mut().round += 1;
        let round = battle.rounds.round;
        let over = battle.rounds.ordinary() == 1 && battle.rounds.surprise_rounds > 0;
        let mut topics = Vec::from_iter(over.then_some(Topic::SurpriseOver));
        let anew = round == 1 && battle.rounds.earlier > 0;
        topics.extend(anew.then_some(Topic::EncounterOver));
        topics.extend(victory::is_held_up(battle).then_some(Topic::BattleWaits));
        battle.emit(&topics, EventKind::RoundBegan { round });
    }
}

/// Ends what was to end in a round that is over. What comes again then does so before the first turn.
fn expire_overdue(battle: &mut Turning) {
    let now = battle.rounds.elapsed();
    let ended = conditions::run_out(
        battle,
        |ends| matches!(ends, Ending::AtCount { round, .. } if round < now),
    );
    venom::comes_again(battle, &ended);
}

fn go_on(battle: &mut Turning) {
    if victory::settle(battle) {
        return;
    }
    // In a surprise that is never noticed no rounds are counted.
    if battle.rounds.ordinary().max(battle.rounds.surprise_rounds) >= LONGEST {
        victory::end(battle, None, EndReason::Stalemate);
    } else {
        battle.push(Boundary::RoundBegins);
    }
}
