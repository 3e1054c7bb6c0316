//! The table of contents of the flow of combat: the function for each step and for each answer, and the rules that act
//! after a step.

use crate::combat::ability::{casting, lay, working};
use crate::combat::action::{declare, program};
use crate::combat::attack::{self, smash};
use crate::combat::contract::Choice;
use crate::combat::damage::dying::follow;
use crate::combat::damage::{self, blow};
use crate::combat::flow::{aside, reactions, ready, round, turn};
use crate::combat::manoeuvre::{self, bull_rush, disarm, grapple, overrun, struggle};
use crate::combat::movement::{self, fall, forced, hazard, inhale, returning, wings};
use crate::combat::state::step::Step;
use crate::combat::state::{PendingRequest, Turning};
use crate::combat::{ability, opportunity};

/// Carries out a step that was taken off the stack.
pub(super) fn advance(battle: &mut Turning, step: Step) {
    match step {
        Step::Stage(stage) => turn::advance(battle, stage),
        Step::Boundary(boundary) => round::cross(battle, boundary),
        Step::Chosen(chosen) => declare::declare(battle, chosen),
        Step::DeclaredAction(declared) => declare::advance(battle, declared),
        Step::Sequel(sequel) => program::sequel(battle, sequel),
        Step::Walk(walk) => movement::advance(battle, walk),
        Step::Forced(forced) => forced::advance(battle, forced),
        Step::Fall(fall) => fall::advance(battle, &fall),
        Step::Inhaling(inhaling) => inhale::advance(battle, &inhaling),
        Step::Offer(offer) => opportunity::advance(battle, offer),
        Step::Readied(offer) => ready::advance(battle, offer),
        Step::Response(response) => reactions::advance(battle, response),
        Step::Asked(asked) => aside::advance(battle, asked),
        Step::Attack(attack) => attack::advance(battle, attack),
        Step::Smash(smash) => smash::advance(battle, smash),
        Step::Blow(blow) => damage::advance(battle, blow),
        Step::Ability(used) => ability::advance(battle, used),
        Step::Rush(rush) => bull_rush::advance(battle, rush),
        Step::Hold(hold) => grapple::advance(battle, hold),
        Step::Struggle(attempt) => struggle::advance(battle, attempt),
        Step::Counter(counter) => manoeuvre::counter(battle, counter),
        Step::Struck(struck) => disarm::falls(battle, struck),
    }
}

/// Hands a checked choice to the step that has asked.
pub(super) fn answer(battle: &mut Turning, asked: PendingRequest, choice: Choice) {
    let PendingRequest { request, resume } = asked;
    match resume {
        Step::Stage(stage) => turn::answer(battle, (stage, request, choice)),
        Step::DeclaredAction(declared) => program::answer(battle, (declared, request, choice)),
        Step::Walk(walk) => overrun::answer(battle, (walk, request, choice)),
        Step::Forced(forced) => forced::answer(battle, (forced, request, choice)),
        Step::Offer(offer) => opportunity::answer(battle, (offer, request, choice)),
        Step::Readied(offer) => ready::answer(battle, (offer, request, choice)),
        Step::Response(response) => reactions::answer(battle, (response, request, choice)),
        Step::Attack(attack) => attack::answer(battle, (attack, request, choice)),
        Step::Smash(smash) => smash::answer(battle, (smash, request, choice)),
        Step::Blow(blow) => blow::answer(battle, (blow, request, choice)),
        Step::Rush(rush) => bull_rush::answer(battle, (rush, request, choice)),
        Step::Struggle(attempt) => struggle::answer(battle, (attempt, request, choice)),
        Step::Counter(counter) => manoeuvre::allow_counter(battle, (counter, request, choice)),
        Step::Struck(struck) => disarm::fallen(battle, (struck, request, choice)),
        // None of these can ask: they are no `Asks`.
        Step::Boundary(_)
        | Step::Chosen(_)
        | Step::Sequel(_)
        | Step::Fall(_)
        | Step::Inhaling(_)
        | Step::Asked(_)
        | Step::Ability(_)
        | Step::Hold(_) => {}
    }
}

/// Rules that act on the changes of a step, before components are derived from them. Each returns at once where it has
/// nothing to do.
pub(super) fn act_on_changes(battle: &mut Turning) {
    follow::hit_points_follow(battle);
    returning::come_back(battle);
    wings::wings_fail(battle);
    hazard::tread(battle);
    working::concentration_follows(battle);
    casting::long_casting_follows(battle);
    lay::prune(battle);
}
