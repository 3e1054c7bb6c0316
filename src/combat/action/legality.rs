//! What can be chosen: options are enumerated by the code that validates them.

use crate::combat::action::{barred, budget, declare, remove_condition};
use crate::combat::attack::{aid_feint, bluff, objects, shield, unseen};
use crate::combat::checks::difficulty;
use crate::combat::contract::request::{Aim, Cause, Choice, Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::contract::view::ActionOption;
use crate::combat::damage::second_wind;
use crate::combat::equipment::{handling, hurl, two_hands};
use crate::combat::flow::{delay, deployment, ready};
use crate::combat::movement::{charge, doors, mount};
use crate::combat::state::State;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::threat::opportunity;
use crate::combat::{ability, attack, conditions, manoeuvre, movement};
use crate::rules::action::{Follow, Occasion};
use crate::rules::{ActionCost, ActionDef, ActionId, Flag, Procedure, Ruleset, Topic};

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
        .filter(|(_, def)| manoeuvre::is_known(state, seat, def))
        .filter(|(action, def)| {
            ability::concerns(state, seat, *action) && handling::concerns(state, seat, def)
        })
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
    mount::possible(state, seat, def)?;
    let prone = conditions::has(state, seat, Flag::Prone);
    match &def.procedure {
        Procedure::StandUp if !prone && !conditions::has(state, seat, Flag::Kneeling) => {
            refuse(state, Topic::StandUp, "You are already standing.")
        }
        Procedure::DropProne if prone => refuse(state, Topic::DropProne, "You are already prone."),
        Procedure::Leap(def) => movement::leap::possible(state, seat, *def),
        Procedure::Shed { condition, .. } => remove_condition::possible(state, seat, condition),
        Procedure::Move(_) | Procedure::Step | Procedure::Charge(_)
            if conditions::has(state, seat, Flag::NoMovement) =>
        {
            bar(Flag::NoMovement, Topic::Move, "you cannot leave your place")
        }
        Procedure::Charge(_) if conditions::has(state, seat, Flag::NoRunning) => {
            bar(Flag::NoRunning, Topic::Charge, "you cannot charge")
        }
        Procedure::Step if conditions::has(state, seat, Flag::NoStep) => {
            bar(Flag::NoStep, Topic::FreeStep, "you cannot step")
        }
        Procedure::Delay => delay::legal(state, seat),
        Procedure::Draw
        | Procedure::PickUp
        | Procedure::Reload { .. }
        | Procedure::Drop
        | Procedure::Retrieve
        | Procedure::Sheathe => handling::possible(state, seat, def),
        Procedure::Check { once, .. } => difficulty::possible(state, seat, action, *once),
        Procedure::SecondWind { points, .. } => second_wind::legal(state, seat, *points),
        _ => ability::possible(state, seat, def),
    }
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
    let aimless = || refuse(state, Topic::Budget, "Choose a target for this first.");
    match (&def.procedure, &declared.aim) {
        (
            Procedure::Attack | Procedure::FullAttack | Procedure::Hurl | Procedure::Rally { .. },
            Aim::At(_),
        ) => attack_legal(state, declared),
        (Procedure::Assume { then, .. }, aim) => match (then, aim) {
            (Follow::Nothing, _) => Ok(()),
            (_, Aim::At(_)) => attack_legal(state, declared),
            _ => aimless(),
        },
        (Procedure::Move(_) | Procedure::Step | Procedure::Leap(_), Aim::Along(path)) => {
            movement::legal(state, declared.seat, declared.action, path)
        }
        (Procedure::Door | Procedure::PushObject, Aim::Along(path)) => {
            doors::legal(state, declared.seat, declared.action, path)
        }
        (Procedure::Bluff { .. }, Aim::At(foe)) => bluff::legal(state, declared.seat, *foe),
        (Procedure::Turn, Aim::Along(path)) => movement::turn::legal(state, declared.seat, path),
        (Procedure::Mount, Aim::At(mount)) => mount::legal(state, declared.seat, *mount),
        (Procedure::Dismount, Aim::Along(path)) => {
            mount::legal_dismount(state, declared.seat, path)
        }
        (Procedure::StrikeObject { .. }, Aim::Along(_))
        | (Procedure::StrikeHeld, Aim::At(_) | Aim::Held(..)) => {
            objects::legal(state, declared, def)
        }
        (Procedure::StrikeSquare, Aim::Along(path)) => {
            unseen::legal(state, declared.seat, declared.form, path)
        }
        (Procedure::Charge(_), Aim::Charge(target, way)) => {
            let form = match declared.form {
                Some(form) => form,
                None if charge::needs_form(state, declared.action) => return aimless(),
                None => 0,
            };
            if charge::needs_form(state, declared.action) {
                usable(state, declared.seat, form)?;
            }
            if let Some(action) = declared.manner.instead
                && !rules
                    .actions
                    .get(action)
                    .is_some_and(|def| def.replaces_attack)
            {
                let reason = "You cannot do this in place of an attack.";
                return refuse(state, Topic::InsteadOfAttack, reason);
            }
            charge::legal(state, declared.seat, declared.action, form, *target, way)
        }
        (Procedure::Ready, Aim::Prepare { action, trigger }) => {
            ready::legal(state, declared.seat, *action, *trigger)
        }
        (
            Procedure::Trip
            | Procedure::Grab
            | Procedure::Grapple(_)
            | Procedure::BullRush
            | Procedure::Force { .. }
            | Procedure::CoupDeGrace
            | Procedure::FirstAid { .. }
            | Procedure::LetGo,
            Aim::At(_),
        )
        | (Procedure::Disarm | Procedure::Sunder, Aim::At(_) | Aim::Held(..))
        | (Procedure::FirstAid { .. }, Aim::Charge(..))
        | (Procedure::Escape | Procedure::Wriggle, _) => manoeuvre::legal(state, declared),
        (Procedure::Ability(_), _) => ability::legal(state, declared),
        (Procedure::Dismiss, aim) => ability::can_dismiss(state, declared.seat, aim),
        (Procedure::Touch, Aim::At(target)) => ability::touchable(state, declared.seat, *target),
        (Procedure::Aid { .. } | Procedure::Feint { .. }, Aim::At(_)) => {
            aid_feint::legal(state, declared)
        }
        (
            Procedure::Draw
            | Procedure::PickUp
            | Procedure::Reload { .. }
            | Procedure::Drop
            | Procedure::Retrieve
            | Procedure::Sheathe,
            aim,
        ) => handling::legal(state, declared.seat, def, aim),
        (Procedure::Start, Aim::Action(action)) => startable(state, declared.seat, *action),

        (
            Procedure::StandUp
            | Procedure::DropProne
            | Procedure::Delay
            | Procedure::SecondWind { .. }
            | Procedure::Shed { .. }
            | Procedure::ControlMount { .. }
            | Procedure::CalmMount { .. }
            | Procedure::Refocus
            | Procedure::Nothing
            | Procedure::Maintain
            | Procedure::Cease
            | Procedure::KeepOn
            | Procedure::Counter { .. }
            | Procedure::Gather { .. }
            | Procedure::Check { .. }
            | Procedure::EndTurn
            | Procedure::Surrender,
            _,
        ) => Ok(()),
        _ => aimless(),
    }
}

fn attack_legal(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let Some(order) = declare::order(state, declared) else {
        return refuse(state, Topic::AttackRoll, "Choose an attack and a target.");
    };
    if declared.form.is_some_and(|form| form != order.form) {
        return refuse(
            state,
            Topic::FullAttack,
            "You have to make your next attack with another weapon.",
        );
    }
    usable(state, declared.seat, order.form)?;
    if let Some(action) = declared.manner.instead {
        return manoeuvre::legal_instead(state, &order, action);
    }
    attack::legal(state, &order, None)
}

/// Whether a long action can be begun now and finished in the next turn.
fn startable(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
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
