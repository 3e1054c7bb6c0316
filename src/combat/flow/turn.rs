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
pub fn advance(In(stage): In<Stage>, mut battle: Writes<Everything>, start: Res<Start>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    match stage {
        Stage::Begin => begin(battle, &start),
        Stage::NextTurn => next_turn(battle),
        Stage::BeginTurn(seat) => begin_turn(battle, seat),
        Stage::MissedTurn(seat) => missed_turn(battle, seat),
        Stage::Act(seat) => act(battle, seat),
        Stage::EndTurn(seat) => end_turn(battle, seat),
        Stage::Strained(seat) => dying::after_strenuous(battle, seat),
        Stage::Waiting { after, asked } => delay::ask(battle, after, asked),
        Stage::BeginRound | Stage::EndRound => {}
    }
}

fn begin(battle: &mut Arena, start: &Start) {
    for side in 0..battle.sides.list.len() {
        let unplaced: Vec<Seat> = battle
            .all()
            .filter(|seat| {
                battle.who(*seat).side.index() == side
                    && battle.area(*seat).is_none()
                    && !reinforcements::is_awaited(battle, *seat)
            })
            .collect();
        if let Some(first) = unplaced.first() {
            let side = battle.who(*first).side;
            battle.push(Step::Stage(Stage::Begin));
            battle.ask(Request::Deploy { side, unplaced });
            return;
        }
    }
    battle.emit(&[], EventKind::BattleBegan);
    for seat in battle.all() {
        if let Some(area) = battle.area(seat) {
            battle.emit(
                &[],
                EventKind::Placed {
                    seat,
                    at: area.anchor,
                },
            );
        }
    }
    for (seat, condition, amount, by) in &start.conditions {
        conditions::begin_with(battle, *seat, *condition, *by, *amount);
    }
    for seat in battle.all() {
        if dying::health(battle, seat) != dying::Health::Up {
            dying::settle(battle, seat);
        }
    }
    surprise::settle_awareness(battle, start);
    initiative::flat_footed(battle, start.opening);
    initiative::roll(battle, start);
    battle.push(Step::Stage(Stage::BeginRound));
}

/// Whether a combatant has a turn in this round, able to use it or not.
fn has_turn(state: &State, seat: Seat) -> bool {
    conditions::present(state, seat)
        && state.get(seat).initiative.count.is_some()
        && !state.rounds.done.contains(&seat)
        // A combatant that is ridden acts in its rider's turn.
        && !conditions::has(state, seat, Flag::Ridden)
        && !(state.rounds.surprise && conditions::has(state, seat, Flag::Unaware))
}

fn next_turn(battle: &mut Arena) {
    battle.rounds.current = None;
    if victory::settle(battle) {
        return;
    }
    let order = battle.rounds.order.clone();
    let next = order
        .iter()
        .copied()
        .find(|seat| has_turn(battle, *seat) && delay::takes_place(battle, *seat));
    let Some(seat) = next else {
        battle.push(Step::Stage(Stage::EndRound));
        return;
    };
    reach_count(battle, seat);
    battle.push(Step::Stage(Stage::BeginTurn(seat)));
    if battle.get(seat).initiative.delaying {
        // The next turn has come before the one that was put off.
        battle.push(Step::Stage(Stage::MissedTurn(seat)));
    }
}

/// Ends what lasts until just before the count that the order has come to.
fn reach_count(battle: &mut Arena, seat: Seat) {
    let now = battle.rounds.round;
    let Some(at) = battle.get(seat).initiative.count else {
        return;
    };
    conditions::end_where(
        battle,
        |_, ends| matches!(ends, Ending::AtCount { round, count } if round < now || (round == now && count >= at)),
    );
}

/// What falls at the start of every turn, used or not.
fn open_turn(battle: &mut Arena, seat: Seat) {
    gather::gain(battle, seat);
    ready::lapse(battle, seat);
    delay::remember(battle, seat);
    conditions::come_to_turn(battle, seat);
    conditions::end_where(battle, |bearer, ends| {
        ends == Ending::StartOfTurn(seat) || (ends == Ending::FirstTurn && bearer == seat)
    });
    budget::renew_reactions(battle, seat);
}

fn begin_turn(battle: &mut Arena, seat: Seat) {
    if delay::asks_first(battle, seat) {
        battle.push(Step::Stage(Stage::BeginTurn(seat)));
        battle.ask(Request::ComeIn { seat, after: None });
        return;
    }
    if gather::harvest(battle, seat) {
        return;
    }
    battle.rounds.current = Some(seat);
    battle.rounds.serial += 1;
    battle.get_mut(seat).initiative.delaying = false;
    let empty_turns = battle.rules().policies.turn.empty_turns;
    let told = empty_turns || conditions::able(battle, seat);
    if told {
        battle.emit(&[Topic::TurnStart], EventKind::TurnBegan { seat });
    }
    open_turn(battle, seat);
    let able = conditions::able(battle, seat);
    if !told && able {
        battle.emit(&[Topic::TurnStart], EventKind::TurnBegan { seat });
    }
    if !(told || able) {
        battle.rounds.done.push(seat);
        battle.push(Step::Stage(Stage::NextTurn));
        return;
    }
    let single = battle.rounds.surprise
        || conditions::has(battle, seat, Flag::SingleAction)
        || conditions::has(battle, seat, Flag::Disabled);
    budget::renew(battle, seat, single);
    battle.push(Step::Stage(Stage::Act(seat)));
    ability::start_of_turn(battle, seat);
    dying::start_of_turn(battle, seat);
    mount::start_of_turn(battle, seat);
    let hit_points = battle.get(seat).vitals.hit_points;
    if battle
        .rounds
        .before_turn
        .as_ref()
        .is_some_and(|b| b.hit_points != hit_points)
    {
        battle.rounds.before_turn = None;
    }
}

fn missed_turn(battle: &mut Arena, seat: Seat) {
    battle.get_mut(seat).initiative.delaying = false;
    battle.rounds.current = Some(seat);
    battle.emit(
        &[Topic::TurnStart, Topic::Delay],
        EventKind::TurnBegan { seat },
    );
    open_turn(battle, seat);
    dying::start_of_turn(battle, seat);
    close_turn(battle, seat);
}

fn act(battle: &mut Arena, seat: Seat) {
    if victory::settle(battle) {
        return;
    }
    if conditions::able(battle, seat) {
        battle.push(Step::Stage(Stage::Act(seat)));
        battle.ask(Request::Turn { seat });
    } else {
        battle.push(Step::Stage(Stage::EndTurn(seat)));
    }
}

/// What falls at the end of every turn, used or not.
fn close_turn(battle: &mut Arena, seat: Seat) {
    conditions::end_where(battle, |_, ends| ends == Ending::EndOfTurn(seat));
    ability::end_of_turn(battle, seat);
    dying::end_of_turn(battle, seat);
    mount::end_of_turn(battle, seat);
    battle.emit(&[Topic::TurnEnd], EventKind::TurnEnded { seat });
}

fn end_turn(battle: &mut Arena, seat: Seat) {
    grapple::end_of_turn(battle, seat);
    close_turn(battle, seat);
    surprise::end_of_turn(battle, seat);
    movement::stamina::end_of_turn(battle, seat);
    let round = battle.rounds.round;
    let mut fighter = battle.get_mut(seat);
    fighter.initiative.had_first_turn = true;
    if fighter
        .reactions
        .begun
        .is_some_and(|(_, begun)| begun < round)
    {
        fighter.reactions.begun = None;
    }
    *fighter.budget = Budget::default();
    if !battle.rounds.done.contains(&seat) {
        battle.rounds.done.push(seat);
    }
    battle.rounds.current = None;
    battle.rounds.before_turn = None;
    battle.rounds.asked_first = None;
    battle.push(Step::Stage(Stage::NextTurn));
    if delay::anybody_waits(battle) {
        battle.push(Step::Stage(Stage::Waiting {
            after: Some(seat),
            asked: 0,
        }));
    }
}

/// Takes the answer to a turn or deployment request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut battle: Writes<Everything>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    match (request, choice) {
        (Request::Deploy { unplaced, .. }, Choice::Place(squares)) => {
            for (seat, square) in unplaced.into_iter().zip(squares) {
                let area = Area::new(square, battle.who(seat).footprint);
                movement::put(battle, seat, Some(area));
                // Explicit placement: the ground does not change it.
                battle.set_area(seat, Some(area));
            }
        }
        (Request::Turn { seat }, choice @ (Choice::Act { .. } | Choice::FreeAction { .. })) => {
            if let Some(declared) = DeclaredAction::of(seat, &choice) {
                declare::declare(battle, declared);
            }
        }
        (Request::Turn { seat }, Choice::EndTurn) => finish(battle, seat),
        (Request::Turn { seat }, Choice::Surrender) => {
            finish(battle, seat);
            let side = battle.who(seat).side;
            victory::surrender(battle, side);
        }
        // Nothing else passes the check of a choice.
        _ => {}
    }
}

/// Lets the turn of this combatant end next.
pub fn finish(battle: &mut Arena, seat: Seat) {
    if battle.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        battle.stack.0.pop();
        battle.push(Step::Stage(Stage::EndTurn(seat)));
    }
}
