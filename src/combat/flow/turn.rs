//! Turns and their phases.

use std::sync::Arc;

use crate::combat::ability::{gather, venom};
use crate::combat::attack::hiding;
use crate::combat::conditions::breath;
use crate::combat::contract::{Choice, ComingIn, EventKind, Request, Seat};
use crate::combat::damage::{dying, repair};
use crate::combat::flow::{beginning, delay, initiative, ready, surprise, upkeep, victory};
use crate::combat::manoeuvre::grapple;
use crate::combat::movement::mount;
use crate::combat::state::{
    Answered, Boundary, Budget, Chosen, DeclaredAction, Ending, Noise, Stage, Turning,
};
use crate::combat::{ability, conditions, economy, movement};
use crate::grid::Area;
use crate::rules::{Flag, Topic};

/// Takes the battle one stage further.
pub fn advance(battle: &mut Turning, stage: Stage) {
    match stage {
        Stage::Begin => {
            let setup = Arc::clone(&battle.start.setup);
            repair::carry_out(battle, &setup.repairs);
            beginning::set_out(battle);
        }
        Stage::Beginning(stage) => {
            let start = battle.start.clone();
            beginning::come_to(battle, &start, stage);
        }
        Stage::NextTurn => next_turn(battle),
        Stage::BeginTurn(seat) => begin_turn(battle, seat),
        Stage::MissedTurn(seat) => missed_turn(battle, seat),
        Stage::Suffer(seat) => suffer(battle, seat),
        Stage::Upkeep { seat, asked } => upkeep::come_due(battle, seat, asked),
        Stage::Act(seat) => act(battle, seat),
        Stage::EndTurn(seat) => end_turn(battle, seat),
        Stage::PutOff { seat, count } => delay::begin(battle, seat, count),
        Stage::Refocus(seat) => initiative::refocus(battle, seat),
        Stage::Shifted { seat, by } => initiative::shift(battle, seat, by),
        Stage::Surrender(side) => victory::surrender(battle, side),
        Stage::Stance {
            seat,
            condition,
            amount,
        } if conditions::able(battle, seat) => {
            conditions::begin_with(battle, seat, condition, Some(seat), amount);
            let kept_up = battle.rules().conditions[condition].upkeep.is_some();
            if kept_up && amount == 0 && battle.rounds.current == Some(seat) {
                // Begun in the midst of its own turn: that is the first round already.
                upkeep::come_due(battle, seat, None);
            }
        }
        Stage::Stance { .. } => {}
        Stage::Strained { seat, hit_points } => {
            let won = victory::won_before_strain(battle);
            dying::after_strenuous(battle, seat, hit_points);
            if let Some(winner) = won {
                victory::award(battle, winner);
            }
        }
        Stage::Waiting { when, asked } => delay::ask(battle, when, asked),
    }
}

fn next_turn(battle: &mut Turning) {
    battle.rounds_mut().current = None;
    if victory::settle(battle) {
        return;
    }
    if delay::call(battle) {
        return;
    }
    let Some(seat) = initiative::next(battle) else {
        battle.push(Boundary::RoundEnds);
        return;
    };
    battle.push(Stage::BeginTurn(seat));
    if battle.get(seat).initiative.delaying {
        // The next turn has come before the one that was put off.
        battle.push(Stage::MissedTurn(seat));
    }
}

/// Ends what lasts until just before the count of a turn, delayed turns included. Returns whether anything did: what
/// waited for that comes first then, and `turn` after it.
fn reach_count(battle: &mut Turning, seat: Seat, turn: Stage) -> bool {
    let now = battle.rounds.elapsed();
    let Some(at) = battle.get(seat).initiative.count else {
        return false;
    };
    let ended = conditions::run_out(
        battle,
        |ends| matches!(ends, Ending::AtCount { round, count } if round < now || (round == now && count >= at)),
    );
    if ended.is_empty() {
        return false;
    }
    battle.push(turn);
    venom::comes_again(battle, &ended);
    true
}

/// What falls at the start of every turn, used or not.
fn open_turn(battle: &mut Turning, seat: Seat) {
    gather::gain(battle, seat);
    delay::remember(battle, seat);
    ready::lapse(battle, seat);
    conditions::come_to_turn(battle, seat);
    economy::renew_reactions(battle, seat);
    hiding::remember(battle, seat);
}

fn begin_turn(battle: &mut Turning, seat: Seat) {
    if reach_count(battle, seat, Stage::BeginTurn(seat)) {
        return;
    }
    movement::footing::make_room(battle, seat);
    if delay::asks_first(battle, seat) {
        let (when, last) = (ComingIn::OwnPlace, false);
        let asked = Request::ComeIn { seat, when, last };
        return battle.ask(asked, Stage::BeginTurn(seat));
    }
    if gather::harvest(battle, seat) {
        return;
    }
    battle.rounds_mut().current = Some(seat);
    battle.rounds_mut().begin_action();
    let lost = std::mem::take(&mut battle.initiative_mut(seat).delaying);
    if std::mem::take(&mut battle.initiative_mut(seat).named_count) {
        delay::carry_limits(battle, seat);
    }
    let empty_turns = battle.rules().policies.turn.empty_turns;
    let told = empty_turns || conditions::able(battle, seat);
    let surprise = battle.rounds.surprise.then_some(Topic::SurpriseTurn);
    let empty = (!conditions::able(battle, seat)).then_some(Topic::EmptyTurn);
    let mut topics = vec![Topic::TurnStart];
    topics.extend(surprise);
    topics.extend(lost.then_some(Topic::DelayLimit));
    if told {
        let ends = conditions::has(battle, seat, Flag::FlatFooted);
        topics.extend(ends.then_some(Topic::FlatFootedEnds));
        topics.extend(empty);
        battle.emit(&topics, EventKind::TurnBegan { seat });
    }
    open_turn(battle, seat);
    let able = conditions::able(battle, seat);
    if !told && able {
        battle.emit(&topics, EventKind::TurnBegan { seat });
    }
    if !(told || able) {
        dying::missed_turn(battle, seat);
        battle.rounds_mut().done.push(seat);
        battle.push(Stage::NextTurn);
        return;
    }
    let single = economy::single(battle, seat);
    economy::renew(battle, seat, single);
    battle.push(Stage::Act(seat));
    if battle.rules().policies.turn.due_first {
        battle.push(Stage::Suffer(seat));
        return ability::start_of_turn(battle, seat);
    }
    if breath::is_due(battle, seat) {
        battle.push(Stage::Suffer(seat));
        battle.push(Stage::Upkeep { seat, asked: None });
        return ability::start_of_turn(battle, seat);
    }
    ability::start_of_turn(battle, seat);
    suffer(battle, seat);
}

/// What the start of a turn does to the one who has it.
fn suffer(battle: &mut Turning, seat: Seat) {
    let depth = battle.depth();
    let nonlethal = battle.vitals[seat].nonlethal;
    dying::start_of_turn(battle, seat);
    mount::start_of_turn(battle, seat);
    let hit_points = battle.get(seat).vitals.hit_points;
    if battle.depth() > depth || battle.vitals[seat].nonlethal != nonlethal {
        // What has to be answered first is not taken back any more.
        battle.rounds_mut().before_turn = None;
    }
    if battle
        .rounds
        .before_turn
        .as_ref()
        .is_some_and(|b| b.hit_points != hit_points)
    {
        battle.rounds_mut().before_turn = None;
    }
}

fn missed_turn(battle: &mut Turning, seat: Seat) {
    if reach_count(battle, seat, Stage::MissedTurn(seat)) {
        return;
    }
    battle.rounds_mut().current = Some(seat);
    if delay::ends_at_place(battle) {
        // The turn came as it was put off, and is lost: only what hurts in each round is still to come.
        return dying::harm_of_turn(battle, seat);
    }
    battle.initiative_mut(seat).delaying = false;
    battle.emit(
        &[Topic::TurnStart, Topic::DelayLimit],
        EventKind::TurnBegan { seat },
    );
    open_turn(battle, seat);
    dying::start_of_turn(battle, seat);
    close_turn(battle, seat);
}

fn act(battle: &mut Turning, seat: Seat) {
    // Whatever was done last may have made room.
    movement::squeeze::find_room(battle);
    if victory::settle(battle) {
        return;
    }
    if conditions::able(battle, seat) && victory::left_behind(battle, seat) {
        // It has come to after its side gave up, and follows the others.
        victory::leave(battle, seat);
        battle.push(Stage::EndTurn(seat));
    } else if conditions::able(battle, seat) {
        economy::follow_state(battle, seat);
        battle.ask(Request::Turn { seat }, Stage::Act(seat));
    } else {
        battle.push(Stage::EndTurn(seat));
    }
}

/// What falls at the end of every turn, used or not.
fn close_turn(battle: &mut Turning, seat: Seat) {
    conditions::end_where(battle, |_, ends| ends == Ending::EndOfTurn(seat));
    ability::end_of_turn(battle, seat);
    dying::end_of_turn(battle, seat);
    if let Some(mount) = mount::end_of_turn(battle, seat) {
        // Whatever becomes of the rider, the mount has had its part of this round.
        have_had(battle, mount);
    }
    battle.emit(&[Topic::TurnEnd], EventKind::TurnEnded { seat });
}

/// A combatant has had its turn in this round.
fn have_had(battle: &mut Turning, seat: Seat) {
    if !battle.rounds.done.contains(&seat) {
        battle.rounds_mut().done.push(seat);
    }
}

/// The attacks in a surprise round since the turn before, by seat; they are heard once.
fn noise(battle: &mut Turning) -> Vec<(Seat, Noise)> {
    let mut all = Vec::new();
    for seat in battle.all() {
        if !battle.reactions[seat].noise.is_empty() {
            let made = std::mem::take(&mut battle.reactions_mut(seat).noise);
            all.extend(made.into_iter().map(|noise| (seat, noise)));
        }
    }
    all
}

fn end_turn(battle: &mut Turning, seat: Seat) {
    if battle.get(seat).budget.postponed.is_some() {
        let postponed = battle.budget_mut(seat).postponed.take();
        battle.push(Stage::EndTurn(seat));
        if let Some(declared) = postponed {
            battle.push(*declared);
        }
        return;
    }
    grapple::end_of_turn(battle, seat);
    ready::end_of_turn(battle, seat);
    close_turn(battle, seat);
    let noise = noise(battle);
    surprise::end_of_turn(battle, seat, &noise);
    movement::stamina::end_of_turn(battle, seat);
    let round = battle.rounds.elapsed();
    battle.initiative_mut(seat).had_first_turn = true;
    if battle.reactions[seat]
        .begun
        .is_some_and(|(_, begun)| begun < round)
    {
        let reactions = battle.reactions_mut(seat);
        (reactions.begun, reactions.begun_on) = (None, None);
    }
    *battle.budget_mut(seat) = Budget::default();
    have_had(battle, seat);
    battle.rounds_mut().current = None;
    battle.rounds_mut().before_turn = None;
    battle.rounds_mut().asked_first = None;
    battle.push(Stage::NextTurn);
    if delay::anyone_waits(battle) {
        battle.push(Stage::Waiting {
            when: ComingIn::After(seat),
            asked: 0,
        });
    }
}

/// Takes the answer to a request of the sequence.
pub fn answer(battle: &mut Turning, (stage, request, choice): Answered<Stage>) {
    match (request, choice) {
        (Request::Turn { seat }, end @ (Choice::EndTurn | Choice::Surrender)) => {
            battle.push(Stage::EndTurn(seat));
            if end == Choice::Surrender {
                let side = battle.who(seat).side;
                battle.push(Stage::Surrender(side));
            }
        }
        (asked @ Request::ComeIn { .. }, choice) => {
            delay::answer(battle, stage, &asked, choice.accepts());
        }
        (Request::SpendPoint { seat, from, into }, choice) => {
            let pools = (from, into);
            gather::answer(battle, stage, seat, pools, choice.accepts());
        }
        (Request::Deploy { unplaced, .. }, Choice::Place(squares)) => {
            battle.push(stage);
            for (seat, square) in unplaced.into_iter().zip(squares) {
                let area = Area::new(square, battle.who(seat).footprint);
                movement::put(battle, seat, Some(area));
                // Explicit placement: the ground does not change it.
                battle.set_area(seat, Some(area));
            }
        }
        (_, choice) => {
            battle.push(stage);
            // Nothing else passes the check of a choice.
            if let Stage::Act(seat) = stage
                && let Some(declared) = DeclaredAction::of(seat, &choice)
            {
                battle.push(Chosen(declared));
            }
        }
    }
}
