//! What a chosen action does once its provocation is settled.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::ability::gather;
use crate::combat::action::{budget, remove_condition};
use crate::combat::attack;
use crate::combat::attack::AttackOrder;
use crate::combat::attack::full_attack;
use crate::combat::attack::{aid_feint, bluff, objects, unseen};
use crate::combat::checks::difficulty;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Cause, Choice, Manner, Trigger};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::handling;
use crate::combat::flow::turn;
use crate::combat::flow::turn::Stage;
use crate::combat::flow::{delay, initiative, ready, victory};
use crate::combat::movement::{charge, doors, mount};
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::combat::threat::opportunity;
use crate::combat::{ability, conditions, manoeuvre, movement};
use crate::rules::action::Follow;
use crate::rules::attack::UnarmedRule;
use crate::rules::{
    ActionCost, ActionDef, ActionId, Capability, Flag, Modifier, ModifierKind, Procedure, Provokes,
    Source, Topic,
};

/// An action that has been declared and paid for and is about to take effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredAction {
    pub seat: Seat,
    pub action: ActionId,
    pub aim: Aim,
    pub form: Option<u8>,
    pub manner: Manner,
    /// Taken out of turn, as a readied action.
    pub readied: bool,
    /// Modifiers of the attack that it takes the place of.
    #[serde(default)]
    pub extra: Vec<Modifier>,
}

impl DeclaredAction {
    /// A action of the own turn, with no form chosen and in the usual manner.
    pub fn new(seat: Seat, action: ActionId, aim: Aim) -> Self {
        Self {
            seat,
            action,
            aim,
            form: None,
            manner: Manner::default(),
            readied: false,
            extra: Vec::new(),
        }
    }

    /// The action that a choice stands for. `seat` does it, unless the choice names another.
    pub fn of(seat: Seat, choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Act {
                action,
                aim,
                form,
                manner,
            } => Some(Self {
                form: *form,
                manner: *manner,
                ..Self::new(seat, *action, aim.clone())
            }),
            Choice::FreeAction {
                seat,
                action,
                aim,
                form,
            } => Some(Self {
                form: *form,
                ..Self::new(*seat, *action, aim.clone())
            }),
            _ => None,
        }
    }
}

/// Whom an action is aimed at.
pub fn target(declared: &DeclaredAction) -> Option<Seat> {
    match &declared.aim {
        Aim::At(target) | Aim::Charge(target, _) | Aim::Held(target, _) => Some(*target),
        _ => None,
    }
}

/// A modifier of the situation.
pub fn situational(arena: &State, kind: ModifierKind, value: i32, topic: Topic) -> Modifier {
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: arena.cite(topic),
    }
}

/// The attack that a action makes next: its own, or the next one of a full attack.
pub fn order(arena: &State, declared: &DeclaredAction) -> Option<AttackOrder> {
    let target = target(declared)?;
    let def = arena.rules().actions.get(declared.action)?;
    let full = match def.procedure {
        Procedure::FullAttack => true,
        Procedure::Assume { then, .. } => then == Follow::FullAttack,
        _ => false,
    };
    let (form, mut extra) = if full && !declared.readied {
        full_attack::next(arena, declared)?
    } else {
        (declared.form?, Vec::new())
    };
    extra.extend(declared.extra.iter().copied());
    let attacker = declared.seat;
    let times = if declared.readied && charge::is_met(arena, attacker, form, target) {
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
pub fn provocation(arena: &State, declared: &DeclaredAction) -> Option<(Cause, Option<Seat>)> {
    // What takes the place of an attack invites its own when it comes to it; what was begun in the
    // turn before has done so then.
    if declared.manner.instead.is_some() || budget::finishes(arena, declared.seat, declared.action)
    {
        return None;
    }
    let begun = match declared.aim {
        Aim::Action(action) => action,
        _ => declared.action,
    };
    let def = arena.rules().actions.get(begun)?;
    if let Some(provokes) = ability::provokes(arena, declared, def) {
        return provokes.then_some((Cause::Act(declared.action), None));
    }
    let cause = match def.procedure {
        Procedure::StandUp => Cause::Standing,
        _ => Cause::Act(begun),
    };
    let form = order(arena, declared)
        .map(|order| order.form)
        .or(declared.form)
        .and_then(|form| arena.get(declared.seat).forms.0.get(usize::from(form)));
    let bare = form.is_some_and(|form| form.unarmed && !form.armed)
        && crate::combat::action::legality::attacks(def)
        && arena.rules().policies.attack.unarmed == UnarmedRule::ProvokesFromTarget
        && !arena
            .who(declared.seat)
            .capabilities
            .contains(&Capability::ArmedUnarmed);
    match budget::provokes(arena, declared.seat, begun) {
        Provokes::Yes => Some((cause, None)),
        // Whoever has its hands full with another is grabbed unhindered.
        Provokes::FromTarget
            if def.procedure == Procedure::Grab
                && manoeuvre::grapple::joins(arena, declared.seat, target(declared)?) =>
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
pub fn declare(arena: &mut Arena, declared: DeclaredAction) {
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(def) = rules.actions.get(declared.action) else {
        return;
    };
    let (seat, action) = (declared.seat, declared.action);
    // Putting the turn off and ending it take nothing and are told by events of their own.
    match def.procedure {
        Procedure::Delay => return delay::begin(arena, seat),
        Procedure::EndTurn => return turn::finish(arena, seat),
        Procedure::Surrender => {
            turn::finish(arena, seat);
            let side = arena.who(seat).side;
            return victory::surrender(arena, side);
        }
        _ => {}
    }
    if movement::stamina::gives_out(arena, &declared) {
        return;
    }
    let provocation = provocation(arena, &declared);
    let strenuous = strenuous(arena, def, &declared);
    // What goes on with something begun before is still the same action.
    let continues = !declared.readied && budget::continues(arena, seat, action, &declared.aim);
    if !continues {
        arena.rounds.serial += 1;
    }
    if !declared.readied {
        budget::pay(arena, seat, action, &declared.aim);
        if arena.rounds.current == Some(seat) {
            arena.rounds.before_turn = None;
        }
    }
    ability::prepare(arena, &declared);
    arena.get_mut(seat).budget.still |= def.still && !declared.readied;
    arena.emit_action(
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
        difficulty::roll(arena, seat, stat, difficulty);
    }
    if strenuous {
        arena.push(Step::Stage(Stage::Strained(seat)));
    }
    // A stance counts from the declaration, so also against what the act itself invites.
    if let Procedure::Assume { condition, .. } = &def.procedure
        && let Some(condition) = rules.condition(condition)
        && !conditions::bears(arena, seat, Some(condition))
    {
        conditions::begin(arena, seat, condition, Some(seat));
    }
    let uses = matches!(def.procedure, Procedure::Ability(_));
    if uses {
        ability::declare(arena, &declared);
    }
    if let Procedure::Gather { .. } = &def.procedure {
        gather::declare(arena, seat);
    }
    arena.push(Step::DeclaredAction(declared));
    if let Some((cause, only)) = provocation {
        opportunity::offer(arena, seat, cause, only);
    }
    if uses {
        ready::offer(arena, seat, Trigger::Uses { who: None });
    }
}

/// Whether the action costs the disabled blood.
fn strenuous(arena: &State, def: &ActionDef, declared: &DeclaredAction) -> bool {
    let cost = budget::cost(arena, declared.seat, declared.action).unwrap_or(def.cost);
    matches!(cost, ActionCost::Standard | ActionCost::FullRound)
        && conditions::has(arena, declared.seat, Flag::Disabled)
}

/// Does what was declared, if its performer still can.
pub fn advance(In(declared): In<DeclaredAction>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(def) = rules.actions.get(declared.action) else {
        return;
    };
    let seat = declared.seat;
    if !conditions::able(arena, seat) {
        if matches!(def.procedure, Procedure::Ability(_)) {
            ability::broken(arena, seat);
        }
        return;
    }
    match &def.procedure {
        Procedure::Attack | Procedure::FullAttack | Procedure::Hurl => strike(arena, &declared),
        Procedure::Move(_) | Procedure::Step | Procedure::Leap(_) => {
            movement::begin(arena, &declared);
        }
        Procedure::Door | Procedure::PushObject => doors::begin(arena, &declared),
        Procedure::Bluff {
            difficulty,
            condition,
        } => {
            if let Aim::At(foe) = declared.aim {
                bluff::begin(arena, seat, foe, *difficulty, condition);
            }
        }
        Procedure::Turn => {
            if let Aim::Along(path) = &declared.aim {
                movement::turn::begin(arena, seat, path);
            }
        }
        Procedure::Mount
        | Procedure::Dismount
        | Procedure::ControlMount { .. }
        | Procedure::CalmMount { .. } => mount::begin(arena, &declared, def),
        Procedure::StrikeSquare => unseen::begin(arena, &declared),
        Procedure::StrikeObject { .. } | Procedure::StrikeHeld => objects::begin(arena, &declared),
        Procedure::Shed { condition, attempt } => {
            remove_condition::begin(arena, seat, condition, *attempt);
        }
        Procedure::Charge(_) => {
            arena.get_mut(seat).budget.attacked = true;
            charge::begin(arena, &declared);
        }
        Procedure::StandUp => {
            movement::stand_up(arena, seat);
        }
        Procedure::DropProne => {
            movement::drop_prone(arena, seat);
        }
        Procedure::Assume { then, .. } => {
            if *then != Follow::Nothing {
                strike(arena, &declared);
            }
        }
        Procedure::Rally { .. } => strike(arena, &declared),
        Procedure::Gather { condition, .. } => gather::begin(arena, seat, condition),
        Procedure::Check {
            stat,
            difficulty,
            once,
        } => {
            if *once {
                arena.get_mut(seat).reactions.answered.push(declared.action);
            }
            difficulty::roll(arena, seat, *stat, *difficulty);
        }
        Procedure::Ready => ready::begin(arena, &declared),
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
            arena.get_mut(seat).budget.attacked |= crate::combat::action::legality::attacks(def);
            manoeuvre::begin(arena, &declared);
        }
        Procedure::SecondWind {
            points,
            heals,
            per_level,
        } => {
            handling::catch_breath(arena, seat, *points, heals, *per_level);
        }
        Procedure::Ability(_) => ability::begin(arena, &declared),
        Procedure::Touch => {
            if let Some(target) = target(&declared) {
                ability::deliver(arena, seat, target);
            }
        }
        Procedure::Maintain => ability::maintain(arena, seat),
        Procedure::Cease => ability::cease(arena, seat),
        Procedure::Dismiss => ability::dismiss(arena, seat, &declared.aim),
        Procedure::KeepOn => ability::keep_on(arena, seat),
        Procedure::Counter { difficulty } => ability::counter(arena, seat, *difficulty),
        Procedure::Draw
        | Procedure::PickUp
        | Procedure::Reload { .. }
        | Procedure::Drop
        | Procedure::Retrieve
        | Procedure::Sheathe => {
            handling::begin(arena, seat, def, &declared.aim);
        }
        Procedure::Aid { .. } | Procedure::Feint { .. } => aid_feint::begin(arena, &declared),
        Procedure::Refocus => initiative::refocus(arena, seat),
        Procedure::Start => {
            if let Aim::Action(action) = declared.aim {
                let round = arena.rounds.round;
                arena.get_mut(seat).reactions.begun = Some((action, round));
                arena.emit(
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
fn strike(arena: &mut Arena, declared: &DeclaredAction) {
    let Some(order) = order(arena, declared) else {
        return;
    };
    full_attack::take(arena, declared);
    arena.get_mut(declared.seat).budget.attacked = true;
    if order.manner.instead.is_some() || attack::legal(arena, &order, None).is_ok() {
        let def = arena.rules().actions.get(declared.action);
        if def.is_some_and(|def| matches!(def.procedure, Procedure::Rally { .. })) {
            return attack::begin_with_sequel(arena, order, declared.clone());
        }
        attack::begin(arena, order);
    } else {
        let (attacker, target) = (order.attacker, order.target);
        let why = crate::combat::contract::event::Miss::Interrupted;
        arena.emit(
            &[],
            EventKind::AttackFailed {
                attacker,
                target,
                why,
            },
        );
    }
}
