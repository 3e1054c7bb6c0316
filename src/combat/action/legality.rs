//! What can be chosen: options are enumerated by the code that validates them.

use crate::combat::action::{barred, budget, declare, rules as program};
use crate::combat::attack::shield;
use crate::combat::contract::request::{Aim, Cause, Choice, Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::contract::view::ActionOption;
use crate::combat::equipment::{hurl, two_hands};
use crate::combat::flow::{deployment, ready};
use crate::combat::movement::mount;
use crate::combat::state::State;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::threat::opportunity;
use crate::combat::{ability, attack, conditions};
use crate::rules::action::Occasion;
use crate::rules::{ActionCost, ActionDef, ActionId, Flag, Ruleset, Topic};

/// A refusal with the rule behind a topic.
pub fn refusal(rules: &Ruleset, topic: Topic, reason: impl Into<String>) -> Refusal {
    Refusal {
        rule: rules.cite(topic),
        reason: reason.into(),
    }
}

fn refuse(state: &State, topic: Topic, reason: &str) -> Result<(), Refusal> {
    Err(refusal(state.rules(), topic, reason))
}

/// The action bar of a combatant: every action of the ruleset with the reason if it is refused,
/// whatever it would be aimed at.
pub fn actions(state: &State, seat: Seat) -> Vec<ActionOption> {
    let mut bar: Vec<(u8, ActionOption)> = state
        .rules()
        .actions
        .iter()
        .filter(|(action, def)| program::concerns(state, seat, *action, def))
        .map(|(action, def)| {
            let cost = if budget::continues(state, seat, action, &Aim::None) {
                ActionCost::None
            } else {
                budget::cost(state, seat, action).unwrap_or(def.cost)
            };
            let refusal = available(state, seat, action).err();
            (
                def.place,
                ActionOption {
                    action,
                    cost,
                    refusal,
                },
            )
        })
        .collect();
    bar.sort_by_key(|(place, option)| (*place, option.action));
    bar.into_iter().map(|(_, option)| option).collect()
}

/// Whether an action can be taken at all now, aim aside.
pub fn available(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    budget::allows(state, seat, action, &Aim::None)?;
    possible(state, seat, action)
}

/// Whether the combatant's state allows an action of its own accord, budget and aim aside.
fn possible(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let answers = state
        .rules()
        .actions
        .get(action)
        .and_then(|def| def.answers);
    match answers {
        Some(Occasion::Attacked) => refuse(
            state,
            Topic::Interrupt,
            "You can do this only in answer to an attack, before it is rolled.",
        ),
        Some(Occasion::Hit) => refuse(
            state,
            Topic::Reaction,
            "You can do this only in answer to a hit.",
        ),
        None => able_to(state, seat, action),
    }
}

/// Whether the combatant's state allows an action, budget, occasion and aim aside.
fn able_to(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let rules = state.rules();
    let Some(def) = rules.actions.get(action) else {
        return refuse(state, Topic::Budget, "There is no such action.");
    };
    if !has_trait(state, seat, def) {
        return refuse(state, Topic::NeedsTrait, "You have not learnt this.");
    }
    let bar = |flag, topic, what: &str| Err(barred::by(state, seat, flag, topic, what));
    if !conditions::able(state, seat) {
        return bar(Flag::NoActions, Topic::Helpless, "you can take no actions");
    }
    if let Some(by) = conditions::forbids(state, seat, action) {
        let what = format!("you cannot use: {}", def.name.to_lowercase());
        return Err(barred::by_condition(state, by, &what));
    }
    if def.needs_shield && !shield::is_ready(state, seat) {
        return refuse(
            state,
            Topic::ShieldDefence,
            "You need a shield in hand to block with.",
        );
    }
    if def.is_attack() && conditions::has(state, seat, Flag::NoAttacks) {
        return bar(Flag::NoAttacks, Topic::AttackRoll, "you cannot attack");
    }
    mount::restive(state, seat, def)?;
    program::possible(state, seat, action, def)
}

/// Every attack form of a combatant, with the reason where it cannot be used at present.
pub fn forms(state: &State, seat: Seat) -> Vec<(u8, Result<(), Refusal>)> {
    let forms = &state.get(seat).forms.0;
    (0..forms.len())
        .map(|i| (i as u8, usable(state, seat, i as u8)))
        .collect()
}

/// Whether a form's weapon is in hand and loaded.
pub fn usable(state: &State, seat: Seat, form: u8) -> Result<(), Refusal> {
    let fighter = state.get(seat);
    let Some(form) = fighter.forms.0.get(usize::from(form)) else {
        return refuse(state, Topic::AttackRoll, "There is no such attack.");
    };
    if form
        .ability
        .is_some_and(|a| !ability::wields(state, seat, a))
    {
        return refuse(state, Topic::TouchHeld, "You do not hold this ready.");
    }
    if !attack::in_hand(fighter.hands, form) {
        return refuse(
            state,
            Topic::WeaponHandling,
            "You do not have this weapon in hand: draw it first.",
        );
    }
    if !attack::ready(fighter.hands, form) {
        return refuse(
            state,
            Topic::WeaponHandling,
            "You have to load this weapon first.",
        );
    }
    two_hands::fits(state, seat, form)
}

/// Whether a choice answers a request legally.
pub fn check(state: &State, request: &Request, choice: &Choice) -> Result<(), Refusal> {
    let no_answer = || {
        refuse(
            state,
            Topic::Budget,
            "That is not an answer to this question.",
        )
    };
    match (request, choice) {
        (Request::Deploy { side, unplaced }, Choice::Place(squares)) => {
            deployment::check(state, *side, unplaced, squares)
        }
        (Request::Turn { seat }, Choice::Act { .. } | Choice::FreeAction { .. }) => {
            let Some(declared) = DeclaredAction::of(*seat, choice) else {
                return Ok(());
            };
            if matches!(choice, Choice::FreeAction { .. }) {
                return aside(state, *seat, &declared);
            }
            budget::allows(state, declared.seat, declared.action, &declared.aim)?;
            possible(state, declared.seat, declared.action)?;
            aimed(state, &declared)
        }
        (Request::Respond { choices, .. }, choice) if choices.contains(choice) => Ok(()),
        (Request::SpendFate { .. }, Choice::Accept { .. } | Choice::Decline)
        | (Request::Respond { .. }, Choice::Decline) => Ok(()),
        (Request::Turn { .. }, Choice::EndTurn | Choice::Surrender) => Ok(()),
        (Request::Opportunity { seat, target, .. }, Choice::Accept { form }) => {
            let strikes = opportunity::forms(state, *seat, *target);
            match form {
                Some(form) if !strikes.contains(form) => refuse(
                    state,
                    Topic::OpportunityAttack,
                    "You cannot attack with that now.",
                ),
                None if strikes.is_empty() => refuse(
                    state,
                    Topic::OpportunityAttack,
                    "You have nothing in hand that reaches the target.",
                ),
                _ => Ok(()),
            }
        }
        (
            Request::Opportunity { seat, target, .. },
            Choice::Act {
                action, aim, form, ..
            },
        ) if *aim == Aim::At(*target) => {
            opportunity::legal_instead(state, (*seat, *target), *action, *form)
        }
        (Request::Help { friends, .. }, Choice::Pick(friend)) if friends.contains(friend) => Ok(()),
        (Request::Readied { .. }, Choice::Accept { .. } | Choice::Act { .. }) => {
            if let Some(step) = ready::step(state, request, choice) {
                return ready::may_step(state, &step);
            }
            match ready::fired(state, request, choice) {
                Some(declared) => legal_readied(state, &declared),
                None => no_answer(),
            }
        }
        (Request::Defence { options, .. }, Choice::Defend(defence))
            if options.contains(defence) =>
        {
            Ok(())
        }
        (Request::PushTo { squares, .. }, Choice::PushTo(square)) if squares.contains(square) => {
            Ok(())
        }
        (
            Request::ComeIn { .. }
            | Request::DefendOther { .. }
            | Request::Coverage { .. }
            | Request::Counter { .. }
            | Request::Yield { .. },
            Choice::Accept { .. } | Choice::Decline,
        )
        | (Request::Opportunity { .. } | Request::Readied { .. }, Choice::Decline)
        | (
            Request::Opportunity {
                cause: Cause::Leaving(_),
                ..
            },
            Choice::DeclineMove,
        ) => Ok(()),
        _ => no_answer(),
    }
}

/// The answer with what it leaves open filled in: the best form of an opportunity attack.
pub fn complete(state: &State, request: &Request, choice: Choice) -> Choice {
    match (request, choice) {
        (Request::Opportunity { seat, target, .. }, Choice::Accept { form: None }) => {
            Choice::Accept {
                form: opportunity::forms(state, *seat, *target).first().copied(),
            }
        }
        (_, choice) => choice,
    }
}

/// Whether a combatant may do something that costs no time in the turn of another combatant.
fn aside(state: &State, current: Seat, declared: &DeclaredAction) -> Result<(), Refusal> {
    let seat = declared.seat;
    if !state.knows(seat) || seat == current {
        return refuse(state, Topic::FreeInAnyTurn, "It is already your own turn.");
    }
    let free = budget::cost(state, seat, declared.action) == Some(ActionCost::Free);
    if !state.rules().policies.economy.free_in_any_turn || !free {
        return refuse(
            state,
            Topic::FreeInAnyTurn,
            "You can take only free actions in another combatant's turn, if the rules have them.",
        );
    }
    possible(state, seat, declared.action)?;
    aimed(state, declared)
}

/// Whether a combatant has the trait that an action asks for.
pub(crate) fn has_trait(state: &State, seat: Seat, def: &ActionDef) -> bool {
    let Some(name) = &def.needs_trait else {
        return true;
    };
    let id = state.rules().traits.id(name);
    id.is_some_and(|id| state.who(seat).traits.contains(&id))
}

/// Whether an action can be taken out of turn, in answer to something.
pub(crate) fn out_of_turn(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    able_to(state, declared.seat, declared.action)?;
    aimed(state, declared)
}

/// Whether a readied action can be taken now.
fn legal_readied(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    possible(state, declared.seat, declared.action)?;
    aimed(state, declared)
}

/// Whether an action is aimed at something it can be done to.
fn aimed(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let rules = state.rules();
    let Some(def) = rules.actions.get(declared.action) else {
        return refuse(state, Topic::Budget, "There is no such action.");
    };
    if let Some(target) = declare::target(declared)
        && !conditions::present(state, target)
    {
        return refuse(
            state,
            Topic::AttackRoll,
            "The target is not there any more.",
        );
    }
    hurl::fits(state, declared)?;
    program::legal(state, declared, def)
}

/// Whether a long action can be begun now and finished in the next turn.
pub(crate) fn startable(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let def = state.rules().actions.get(action);
    if !def.is_some_and(|def| def.startable) {
        let reason = "You cannot spread this action over two turns.";
        return refuse(state, Topic::StartAction, reason);
    }
    if budget::cost(state, seat, action).is_some() {
        return refuse(
            state,
            Topic::StartAction,
            "You can do this within this turn.",
        );
    }
    possible(state, seat, action)
}
