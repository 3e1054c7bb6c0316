//! What happens between two rounds: two short chains of systems, in the order that the rules give.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleConfigs};
use bevy_ecs::system::ScheduleSystem;

use crate::combat::ability::venom;
use crate::combat::conditions;
use crate::combat::contract::{EndReason, EventKind};
use crate::combat::damage::dying;
use crate::combat::flow::{delay, encounter, initiative, reinforcements, surprise, victory};
use crate::combat::state::{Boundary, Ending, Stage, Start, Writes};
use crate::rules::Topic;

/// Rounds, or surprise rounds, after which a battle without an end is broken off.
const LONGEST: u16 = 200;

/// Runs what lies between two rounds.
pub(crate) fn cross(In(boundary): In<Boundary>, world: &mut World) {
    world.run_schedule(boundary);
}

pub(crate) fn begins() -> ScheduleConfigs<ScheduleSystem> {
    (open_round, settle_ties, call_first, expire_overdue).chain()
}

pub(crate) fn ends() -> ScheduleConfigs<ScheduleSystem> {
    (
        forfeit_delays,
        stabilise,
        count_objectives,
        let_in,
        close_surprise,
        close_encounter,
        go_on,
    )
        .chain()
}

fn open_round(mut battle: Writes) {
    let battle = &mut battle.open();
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

fn settle_ties(mut battle: Writes) {
    let battle = &mut battle.open();
    initiative::settle_ties(battle);
}

/// Ends what was to end in a round that is over. What comes again then does so before the first turn.
fn expire_overdue(mut battle: Writes) {
    let battle = &mut battle.open();
    let now = battle.rounds.elapsed();
    let ended = conditions::run_out(
        battle,
        |ends| matches!(ends, Ending::AtCount { round, .. } if round < now),
    );
    venom::comes_again(battle, &ended);
}

fn call_first(mut battle: Writes) {
    let battle = &mut battle.open();
    battle.push(Stage::NextTurn);
}

fn forfeit_delays(mut battle: Writes) {
    let battle = &mut battle.open();
    delay::forfeit_rest(battle);
}

fn stabilise(mut battle: Writes) {
    let battle = &mut battle.open();
    dying::end_of_round(battle);
}

fn count_objectives(mut battle: Writes) {
    let battle = &mut battle.open();
    victory::end_of_round(battle);
}

fn let_in(mut battle: Writes, start: Single<&Start>) {
    let battle = &mut battle.open();
    reinforcements::arrive(battle, &start);
}

fn close_surprise(mut battle: Writes, start: Single<&Start>) {
    let battle = &mut battle.open();
    if battle.rounds.surprise && battle.rounds.over.is_none() {
        surprise::end_of_round(battle, &start);
    }
}

fn close_encounter(mut battle: Writes) {
    let battle = &mut battle.open();
    if battle.rounds.over.is_none() {
        encounter::end_of_round(battle);
    }
}

fn go_on(mut battle: Writes) {
    let battle = &mut battle.open();
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
