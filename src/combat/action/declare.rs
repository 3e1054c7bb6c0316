//! What a chosen action does once its provocation is settled.

use bevy_ecs::prelude::*;

use crate::combat::ability::gather;
use crate::combat::action::{budget, remove_condition};
use crate::combat::attack::{aid_feint, bluff, full_attack, objects, unseen};
use crate::combat::checks::difficulty;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Cause, Trigger};
use crate::combat::contract::seat::Seat;
use crate::combat::damage::second_wind;
use crate::combat::equipment::handling;
use crate::combat::flow::{delay, initiative, ready, turn, victory};
use crate::combat::movement::{charge, doors, mount};
use crate::combat::state::chapters::Declaring;
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::stage::Stage;
use crate::combat::state::{Access, State, Writes};
use crate::combat::threat::opportunity;
use crate::combat::{ability, attack, conditions, manoeuvre, movement};
use crate::rules::action::Follow;
use crate::rules::attack::UnarmedRule;
use crate::rules::{
    ActionCost, ActionDef, Capability, Flag, Modifier, ModifierKind, Procedure, Provokes, Source,
    Topic,
};

/// Whom an action is aimed at.
pub fn target(declared: &DeclaredAction) -> Option<Seat> {
    match &declared.aim {
        Aim::At(target) | Aim::Charge(target, _) | Aim::Held(target, _) => Some(*target),
        _ => None,
    }
}

/// A modifier of the situation.
pub fn situational(state: &State, kind: ModifierKind, value: i32, topic: Topic) -> Modifier {
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: state.cite(topic),
    }
}

/// The attack that an action makes next: its own, or the next one of a full attack.
pub fn order(state: &State, declared: &DeclaredAction) -> Option<AttackOrder> {
    let target = target(declared)?;
    let def = state.rules().actions.get(declared.action)?;
    let (form, mut extra) = if def.strikes_all() && !declared.readied {
        full_attack::next(state, declared)?
    } else {
        (declared.form?, Vec::new())
    };
    extra.extend(declared.extra.iter().copied());
    let attacker = declared.seat;
    let times = if declared.readied && charge::is_met(state, attacker, form, target) {
        charge::SET
    } else {
        1
    };
    Some(AttackOrder {
        attacker,
        target,
        form,
        extra,
        opportunity: false,
        manner: declared.manner,
        times,
    })
}

/// The opportunity attacks that the act itself invites: why, and from whom only.
pub fn provocation(state: &State, declared: &DeclaredAction) -> Option<(Cause, Option<Seat>)> {
    // What takes the place of an attack invites its own when it comes to it; what was begun in the
    // turn before has done so then.
    if declared.manner.instead.is_some() || budget::finishes(state, declared.seat, declared.action)
    {
        return None;
    }
    let begun = match declared.aim {
        Aim::Action(action) => action,
        _ => declared.action,
    };
    let def = state.rules().actions.get(begun)?;
    if let Some(provokes) = ability::provokes(state, declared, def) {
        return provokes.then_some((Cause::Act(declared.action), None));
    }
    let cause = match def.is_rising() {
        true => Cause::Standing,
        false => Cause::Act(begun),
    };
    let form = order(state, declared)
        .map(|order| order.form)
        .or(declared.form)
        .and_then(|form| state.get(declared.seat).forms.0.get(usize::from(form)));
    let bare = form.is_some_and(|form| form.unarmed && !form.armed)
        && def.is_attack()
        && state.rules().policies.attack.unarmed == UnarmedRule::ProvokesFromTarget
        && !state
            .who(declared.seat)
            .capabilities
            .contains(&Capability::ArmedUnarmed);
    match budget::provokes(state, declared.seat, begun) {
        Provokes::Yes => Some((cause, None)),
        // A combatant that has its hands full with another is grabbed unhindered.
        Provokes::FromTarget
            if def.procedure == Procedure::Grab
                && manoeuvre::grapple::joins(state, declared.seat, target(declared)?) =>
        {
            None
        }
        Provokes::FromTarget => Some((cause, Some(target(declared)?))),
        Provokes::IfRanged if form.is_some_and(|form| form.ranged) => Some((cause, None)),
        _ if bare => Some((cause, Some(target(declared)?))),
        Provokes::No | Provokes::IfRanged => None,
    }
}

/// Declares an action: pays for it, offers the opportunity attacks it invites, then the action.
pub fn declare(battle: &mut Access<Declaring>, declared: DeclaredAction) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.actions.get(declared.action) else {
        return;
    };
    let (seat, action) = (declared.seat, declared.action);
    // Putting the turn off and ending it take nothing and are told by events of their own.
    match def.procedure {
        Procedure::Delay => return delay::begin(&mut battle.lend(), seat),
        Procedure::EndTurn => return turn::finish(&mut battle.lend(), seat),
        Procedure::Surrender => {
            turn::finish(&mut battle.lend(), seat);
            let side = battle.who(seat).side;
            return victory::surrender(&mut battle.lend(), side);
        }
        _ => {}
    }
    if movement::stamina::gives_out(&mut battle.lend(), &declared) {
        return;
    }
    let provocation = provocation(battle, &declared);
    let strenuous = strenuous(battle, def, &declared);
    // What goes on with something begun before is still the same action.
    let continues = !declared.readied && budget::continues(battle, seat, action, &declared.aim);
    if !continues {
        battle.rounds_mut().serial += 1;
    }
    if !declared.readied {
        budget::pay(&mut battle.lend(), seat, action, &declared.aim);
        if battle.rounds.current == Some(seat) {
            battle.rounds_mut().before_turn = None;
        }
    }
    ability::prepare(&mut battle.lend(), &declared);
    battle.budget_mut(seat).still |= def.still && !declared.readied;
    battle.emit_action(
        action,
        EventKind::Acted {
            seat,
            action,
            target: target(&declared),
        },
    );
    if let Procedure::Move(walk) = &def.procedure
        && let Some((stat, difficulty)) = walk.check
        && !continues
    {
        difficulty::roll(&mut battle.lend(), seat, stat, difficulty);
    }
    if strenuous {
        battle.push(Step::Stage(Stage::Strained(seat)));
    }
    // A stance counts from the declaration, so also against what the act itself invites.
    if let Procedure::Assume { condition, .. } = &def.procedure
        && let Some(condition) = rules.condition(condition)
        && !conditions::bears(battle, seat, Some(condition))
    {
        conditions::begin(&mut battle.lend(), seat, condition, Some(seat));
    }
    let uses = def.ability().is_some();
    if uses {
        ability::declare(&mut battle.lend(), &declared);
    }
    if let Procedure::Gather { .. } = &def.procedure {
        gather::declare(&mut battle.lend(), seat);
    }
    battle.push(Step::DeclaredAction(declared));
    if let Some((cause, only)) = provocation {
        opportunity::offer(&mut battle.lend(), seat, cause, only);
    }
    if uses {
        ready::offer(&mut battle.lend(), seat, Trigger::Uses { who: None });
    }
}

/// Whether the action costs the disabled blood.
fn strenuous(state: &State, def: &ActionDef, declared: &DeclaredAction) -> bool {
    let cost = budget::cost(state, declared.seat, declared.action).unwrap_or(def.cost);
    matches!(cost, ActionCost::Standard | ActionCost::FullRound)
        && conditions::has(state, declared.seat, Flag::Disabled)
}

/// Does what was declared, if its performer still can.
pub fn advance(In(declared): In<DeclaredAction>, mut battle: Writes<Declaring>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.actions.get(declared.action) else {
        return;
    };
    let seat = declared.seat;
    if !conditions::able(battle, seat) {
        if def.ability().is_some() {
            ability::broken(&mut battle.lend(), seat);
        }
        return;
    }
    match &def.procedure {
        Procedure::Attack | Procedure::FullAttack | Procedure::Hurl => strike(battle, &declared),
        Procedure::Move(_) | Procedure::Step | Procedure::Leap(_) => {
            movement::begin(&mut battle.lend(), &declared);
        }
        Procedure::Door | Procedure::PushObject => doors::begin(&mut battle.lend(), &declared),
        Procedure::Bluff {
            difficulty,
            condition,
        } => {
            if let Aim::At(foe) = declared.aim {
                bluff::begin(&mut battle.lend(), seat, foe, *difficulty, condition);
            }
        }
        Procedure::Turn => {
            if let Aim::Along(path) = &declared.aim {
                movement::turn::begin(&mut battle.lend(), seat, path);
            }
        }
        Procedure::Mount
        | Procedure::Dismount
        | Procedure::ControlMount { .. }
        | Procedure::CalmMount { .. } => mount::begin(&mut battle.lend(), &declared, def),
        Procedure::StrikeSquare => unseen::begin(&mut battle.lend(), &declared),
        Procedure::StrikeObject { .. } | Procedure::StrikeHeld => {
            objects::begin(&mut battle.lend(), &declared)
        }
        Procedure::Shed { condition, attempt } => {
            remove_condition::begin(battle, seat, condition, *attempt);
        }
        Procedure::Charge(_) => {
            battle.budget_mut(seat).attacked = true;
            charge::begin(&mut battle.lend(), &declared);
        }
        Procedure::StandUp => {
            movement::stand_up(&mut battle.lend(), seat);
        }
        Procedure::DropProne => {
            movement::drop_prone(&mut battle.lend(), seat);
        }
        Procedure::Assume { then, .. } => {
            if *then != Follow::Nothing {
                strike(battle, &declared);
            }
        }
        Procedure::Rally { .. } => strike(battle, &declared),
        Procedure::Gather { condition, .. } => gather::begin(&mut battle.lend(), seat, condition),
        Procedure::Check {
            stat,
            difficulty,
            once,
        } => {
            if *once {
                battle.reactions_mut(seat).answered.push(declared.action);
            }
            difficulty::roll(&mut battle.lend(), seat, *stat, *difficulty);
        }
        Procedure::Ready => ready::begin(&mut battle.lend(), &declared),
        Procedure::Trip
        | Procedure::Grab
        | Procedure::Grapple(_)
        | Procedure::Escape
        | Procedure::Wriggle
        | Procedure::LetGo
        | Procedure::BullRush
        | Procedure::Force { .. }
        | Procedure::Disarm
        | Procedure::Sunder
        | Procedure::CoupDeGrace
        | Procedure::FirstAid { .. } => {
            battle.budget_mut(seat).attacked |= def.is_attack();
            manoeuvre::begin(&mut battle.lend(), &declared);
        }
        Procedure::SecondWind {
            points,
            heals,
            per_level,
        } => {
            second_wind::second_wind(&mut battle.lend(), seat, *points, heals, *per_level);
        }
        Procedure::Ability(_) => ability::begin(&mut battle.lend(), &declared),
        Procedure::Touch => {
            if let Some(target) = target(&declared) {
                ability::deliver(&mut battle.lend(), seat, target);
            }
        }
        Procedure::Maintain => ability::maintain(&mut battle.lend(), seat),
        Procedure::Cease => ability::cease(&mut battle.lend(), seat),
        Procedure::Dismiss => ability::dismiss(&mut battle.lend(), seat, &declared.aim),
        Procedure::KeepOn => ability::keep_on(&mut battle.lend(), seat),
        Procedure::Counter { difficulty } => {
            ability::counter(&mut battle.lend(), seat, *difficulty)
        }
        Procedure::Draw
        | Procedure::PickUp
        | Procedure::Reload { .. }
        | Procedure::Drop
        | Procedure::Retrieve
        | Procedure::Sheathe => {
            handling::begin(&mut battle.lend(), seat, def, &declared.aim);
        }
        Procedure::Aid { .. } | Procedure::Feint { .. } => {
            aid_feint::begin(&mut battle.lend(), &declared)
        }
        Procedure::Refocus => initiative::refocus(&mut battle.lend(), seat),
        Procedure::Start => {
            if let Aim::Action(action) = declared.aim {
                let round = battle.rounds.round;
                battle.reactions_mut(seat).begun = Some((action, round));
                battle.emit(
                    &[Topic::StartAction],
                    EventKind::ActionBegun { seat, action },
                );
            }
        }
        Procedure::Nothing => {}
        // Told apart when they were declared.
        Procedure::Delay | Procedure::EndTurn | Procedure::Surrender => {}
    }
}

/// Makes the action's attack, if what interrupted it left its target standing.
fn strike(battle: &mut Access<Declaring>, declared: &DeclaredAction) {
    let Some(order) = order(battle, declared) else {
        return;
    };
    full_attack::take(&mut battle.lend(), declared);
    battle.budget_mut(declared.seat).attacked = true;
    if order.manner.instead.is_some() || attack::legal(battle, &order, None).is_ok() {
        let def = battle.rules().actions.get(declared.action);
        if def.is_some_and(|def| matches!(def.procedure, Procedure::Rally { .. })) {
            return attack::begin_with_sequel(&mut battle.lend(), order, declared.clone());
        }
        attack::begin(&mut battle.lend(), order);
    } else {
        let (attacker, target) = (order.attacker, order.target);
        let why = crate::combat::contract::event::Miss::Interrupted;
        battle.emit(
            &[],
            EventKind::AttackFailed {
                attacker,
                target,
                why,
            },
        );
    }
}
