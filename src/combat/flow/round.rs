//! What happens between two rounds: two short chains of systems, in the order that the rules give.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

use crate::combat::conditions;
use crate::combat::contract::event::{EndReason, EventKind};
use crate::combat::damage::dying;
use crate::combat::flow::turn::Stage;
use crate::combat::flow::{delay, reinforcements, surprise, victory};
use crate::combat::state::combatant::Ending;
use crate::combat::state::resources::Start;
use crate::combat::state::step::Step;

use crate::combat::state::{Everything, Writes};
use crate::rules::Topic;

/// Rounds after which a battle without an end is broken off.
const LONGEST: u16 = 200;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct RoundBegins;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct RoundEnds;

/// The schedules of the boundaries of a round.
pub(crate) struct Boundaries {
    begin: Schedule,
    end: Schedule,
}

impl Boundaries {
    pub fn new() -> Self {
        let mut begin = by_hand(RoundBegins);
        begin.add_systems((open_round, expire_overdue, call_first).chain());
        let mut end = by_hand(RoundEnds);
        end.add_systems(
            (
                forfeit_delays,
                stabilise,
                count_objectives,
                let_in,
                close_surprise,
                go_on,
            )
                .chain(),
        );
        Self { begin, end }
    }

    pub fn begin_round(&mut self, world: &mut World) {
        self.begin.run(world);
    }

    pub fn end_round(&mut self, world: &mut World) {
        self.end.run(world);
    }
}

/// A schedule that runs its systems one after another and refuses to guess an order.
fn by_hand(label: impl ScheduleLabel) -> Schedule {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..ScheduleBuildSettings::default()
    });
    schedule
}

fn open_round(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    arena.rounds.done.clear();
    if arena.rounds.surprise {
        arena.rounds.surprise_rounds += 1;
        arena.emit(&[Topic::SurpriseRound], EventKind::RoundBegan { round: 0 });
    } else {
        arena.rounds.round += 1;
        let round = arena.rounds.round;
        arena.emit(&[], EventKind::RoundBegan { round });
    }
}

/// Ends what was to end in a round that is over.
fn expire_overdue(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    let now = arena.rounds.round;
    conditions::end_where(
        &mut arena,
        |_, ends| matches!(ends, Ending::AtCount { round, .. } if round < now),
    );
}

fn call_first(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    arena.push(Step::Stage(Stage::NextTurn));
}

fn forfeit_delays(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    delay::forfeit(&mut arena);
}

fn stabilise(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    dying::end_of_round(&mut arena);
}

fn count_objectives(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    victory::end_of_round(&mut arena);
}

fn let_in(mut arena: Writes<Everything>, start: Res<Start>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    reinforcements::arrive(&mut arena, &start);
}

fn close_surprise(mut arena: Writes<Everything>, start: Res<Start>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    if arena.rounds.surprise && arena.rounds.over.is_none() {
        surprise::end_of_round(&mut arena, &start);
    }
}

fn go_on(mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    if victory::settle(&mut arena) {
        return;
    }
    if arena.rounds.round >= LONGEST {
        victory::end(&mut arena, None, EndReason::Stalemate);
    } else {
        arena.push(Step::Stage(Stage::BeginRound));
    }
}
