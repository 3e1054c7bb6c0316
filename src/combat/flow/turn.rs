//! Start, rounds, turns and their phases.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::ability::gather;
use crate::combat::action::budget;
use crate::combat::action::declare;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Choice, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::damage::dying;
use crate::combat::flow::{delay, initiative, ready, reinforcements, surprise, victory};
use crate::combat::manoeuvre::grapple;
use crate::combat::movement::mount;
use crate::combat::state::combatant::{Budget, Ending};
use crate::combat::state::resources::Start;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::combat::{ability, conditions, movement};
use crate::grid::Area;
use crate::rules::{Flag, Topic};

/// A point in the sequence of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Deployment, awareness, initiative.
    Begin,
    BeginRound,
    /// Picks whose turn is next, or ends the round.
    NextTurn,
    BeginTurn(Seat),
    /// A turn that was put off until the next one came: its beginning and end without actions.
    MissedTurn(Seat),
    /// Asks for the next action of the turn until it ends.
    Act(Seat),
    EndTurn(Seat),
    /// What a strenuous action costs the disabled, once it is done.
    Strained(Seat),
    /// Asks those who delay, beginning with this one of them, whether they come in after this turn.
    Waiting {
        after: Option<Seat>,
        asked: u8,
    },
    EndRound,
}

/// Takes the battle one stage further. The boundaries of rounds are not stages of this system: the
/// battle runs their schedules.
pub fn advance(In(stage): In<Stage>, mut arena: Writes<Everything>, start: Res<Start>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    match stage {
        Stage::Begin => begin(arena, &start),
        Stage::NextTurn => next_turn(arena),
        Stage::BeginTurn(seat) => begin_turn(arena, seat),
        Stage::MissedTurn(seat) => missed_turn(arena, seat),
        Stage::Act(seat) => act(arena, seat),
        Stage::EndTurn(seat) => end_turn(arena, seat),
        Stage::Strained(seat) => dying::after_strenuous(arena, seat),
        Stage::Waiting { after, asked } => delay::ask(arena, after, asked),
        Stage::BeginRound | Stage::EndRound => {}
    }
}

fn begin(arena: &mut Arena, start: &Start) {
    for side in 0..arena.sides.list.len() {
        let unplaced: Vec<Seat> = arena
            .all()
            .filter(|seat| {
                arena.who(*seat).side.index() == side
                    && arena.area(*seat).is_none()
                    && !reinforcements::is_awaited(arena, *seat)
            })
            .collect();
        if let Some(first) = unplaced.first() {
            let side = arena.who(*first).side;
            arena.push(Step::Stage(Stage::Begin));
            arena.ask(Request::Deploy { side, unplaced });
            return;
        }
    }
    arena.emit(&[], EventKind::BattleBegan);
    for seat in arena.all() {
        if let Some(area) = arena.area(seat) {
            arena.emit(
                &[],
                EventKind::Placed {
                    seat,
                    at: area.anchor,
                },
            );
        }
    }
    for (seat, condition, amount, by) in &start.conditions {
        conditions::begin_with(arena, *seat, *condition, *by, *amount);
    }
    for seat in arena.all() {
        if dying::state(arena, seat) != dying::Health::Up {
            dying::settle(arena, seat);
        }
    }
    crate::combat::threat::refresh_all(arena);
    surprise::settle_awareness(arena, start);
    initiative::flat_footed(arena, start.opening);
    initiative::roll(arena, start);
    arena.push(Step::Stage(Stage::BeginRound));
}

/// Whether a combatant has a turn in this round, able to use it or not.
fn has_turn(arena: &State, seat: Seat) -> bool {
    conditions::present(arena, seat)
        && arena.get(seat).initiative.count.is_some()
        && !arena.rounds.done.contains(&seat)
        // Whoever is ridden acts in its rider's turn.
        && !conditions::has(arena, seat, Flag::Ridden)
        && !(arena.rounds.surprise && conditions::has(arena, seat, Flag::Unaware))
}

fn next_turn(arena: &mut Arena) {
    arena.rounds.current = None;
    if victory::settle(arena) {
        return;
    }
    let order = arena.rounds.order.clone();
    let next = order
        .iter()
        .copied()
        .find(|seat| has_turn(arena, *seat) && delay::takes_place(arena, *seat));
    let Some(seat) = next else {
        arena.push(Step::Stage(Stage::EndRound));
        return;
    };
    reach_count(arena, seat);
    arena.push(Step::Stage(Stage::BeginTurn(seat)));
    if arena.get(seat).initiative.delaying {
        // The next turn has come before the one that was put off.
        arena.push(Step::Stage(Stage::MissedTurn(seat)));
    }
}

/// Ends what lasts until just before the count that the order has come to.
fn reach_count(arena: &mut Arena, seat: Seat) {
    let now = arena.rounds.round;
    let Some(at) = arena.get(seat).initiative.count else {
        return;
    };
    conditions::end_where(
        arena,
        |_, ends| matches!(ends, Ending::AtCount { round, count } if round < now || (round == now && count >= at)),
    );
}

/// What falls at the start of every turn, used or not.
fn open_turn(arena: &mut Arena, seat: Seat) {
    gather::gain(arena, seat);
    ready::lapse(arena, seat);
    delay::remember(arena, seat);
    conditions::come_to_turn(arena, seat);
    conditions::end_where(arena, |bearer, ends| {
        ends == Ending::StartOfTurn(seat) || (ends == Ending::FirstTurn && bearer == seat)
    });
    budget::renew_reactions(arena, seat);
}

fn begin_turn(arena: &mut Arena, seat: Seat) {
    if delay::asks_first(arena, seat) {
        arena.push(Step::Stage(Stage::BeginTurn(seat)));
        arena.ask(Request::ComeIn { seat, after: None });
        return;
    }
    if gather::harvest(arena, seat) {
        return;
    }
    arena.rounds.current = Some(seat);
    arena.rounds.serial += 1;
    arena.get_mut(seat).initiative.delaying = false;
    let empty_turns = arena.rules().policies.turn.empty_turns;
    let told = empty_turns || conditions::able(arena, seat);
    if told {
        arena.emit(&[Topic::TurnStart], EventKind::TurnBegan { seat });
    }
    open_turn(arena, seat);
    let able = conditions::able(arena, seat);
    if !told && able {
        arena.emit(&[Topic::TurnStart], EventKind::TurnBegan { seat });
    }
    if !(told || able) {
        arena.rounds.done.push(seat);
        arena.push(Step::Stage(Stage::NextTurn));
        return;
    }
    let single = arena.rounds.surprise
        || conditions::has(arena, seat, Flag::SingleAction)
        || conditions::has(arena, seat, Flag::Disabled);
    budget::renew(arena, seat, single);
    arena.push(Step::Stage(Stage::Act(seat)));
    ability::start_of_turn(arena, seat);
    dying::start_of_turn(arena, seat);
    mount::start_of_turn(arena, seat);
    let hit_points = arena.get(seat).vitals.hit_points;
    if arena
        .rounds
        .before_turn
        .as_ref()
        .is_some_and(|b| b.hit_points != hit_points)
    {
        arena.rounds.before_turn = None;
    }
}

fn missed_turn(arena: &mut Arena, seat: Seat) {
    arena.get_mut(seat).initiative.delaying = false;
    arena.rounds.current = Some(seat);
    arena.emit(
        &[Topic::TurnStart, Topic::Delay],
        EventKind::TurnBegan { seat },
    );
    open_turn(arena, seat);
    dying::start_of_turn(arena, seat);
    close_turn(arena, seat);
}

fn act(arena: &mut Arena, seat: Seat) {
    if victory::settle(arena) {
        return;
    }
    if conditions::able(arena, seat) {
        arena.push(Step::Stage(Stage::Act(seat)));
        arena.ask(Request::Turn { seat });
    } else {
        arena.push(Step::Stage(Stage::EndTurn(seat)));
    }
}

/// What falls at the end of every turn, used or not.
fn close_turn(arena: &mut Arena, seat: Seat) {
    conditions::end_where(arena, |_, ends| ends == Ending::EndOfTurn(seat));
    ability::end_of_turn(arena, seat);
    dying::end_of_turn(arena, seat);
    mount::end_of_turn(arena, seat);
    arena.emit(&[Topic::TurnEnd], EventKind::TurnEnded { seat });
}

fn end_turn(arena: &mut Arena, seat: Seat) {
    grapple::end_of_turn(arena, seat);
    close_turn(arena, seat);
    surprise::end_of_turn(arena, seat);
    movement::stamina::end_of_turn(arena, seat);
    let round = arena.rounds.round;
    let mut fighter = arena.get_mut(seat);
    fighter.initiative.had_first_turn = true;
    if fighter
        .reactions
        .begun
        .is_some_and(|(_, begun)| begun < round)
    {
        fighter.reactions.begun = None;
    }
    *fighter.budget = Budget::default();
    if !arena.rounds.done.contains(&seat) {
        arena.rounds.done.push(seat);
    }
    arena.rounds.current = None;
    arena.rounds.before_turn = None;
    arena.rounds.asked_first = None;
    arena.push(Step::Stage(Stage::NextTurn));
    if delay::anybody_waits(arena) {
        arena.push(Step::Stage(Stage::Waiting {
            after: Some(seat),
            asked: 0,
        }));
    }
}

/// Takes the answer to a turn or deployment request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    match (request, choice) {
        (Request::Deploy { unplaced, .. }, Choice::Place(squares)) => {
            for (seat, square) in unplaced.into_iter().zip(squares) {
                let area = Area::new(square, arena.who(seat).footprint);
                movement::put(arena, seat, Some(area));
                // Whoever places is believed: nothing of the ground changes it.
                arena.set_area(seat, Some(area));
            }
        }
        (Request::Turn { seat }, choice @ (Choice::Act { .. } | Choice::FreeAction { .. })) => {
            if let Some(declared) = DeclaredAction::of(seat, &choice) {
                declare::declare(arena, declared);
            }
        }
        (Request::Turn { seat }, Choice::EndTurn) => finish(arena, seat),
        (Request::Turn { seat }, Choice::Surrender) => {
            finish(arena, seat);
            let side = arena.who(seat).side;
            victory::surrender(arena, side);
        }
        // Nothing else passes the check of a choice.
        _ => {}
    }
}

/// Lets the turn of this combatant end next.
pub fn finish(arena: &mut Arena, seat: Seat) {
    if arena.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        arena.stack.0.pop();
        arena.push(Step::Stage(Stage::EndTurn(seat)));
    }
}
