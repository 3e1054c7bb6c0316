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
use crate::combat::state::arena::Arena;
use crate::combat::state::step::Step;
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
pub struct Deed {
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

impl Deed {
    /// A deed of the own turn, with no form chosen and in the usual manner.
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

    /// The deed that a choice stands for. `seat` does it, unless the choice names another.
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
            Choice::Aside {
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
pub fn target(deed: &Deed) -> Option<Seat> {
    match &deed.aim {
        Aim::At(target) | Aim::Charge(target, _) | Aim::Held(target, _) => Some(*target),
        _ => None,
    }
}

/// A modifier of the situation.
pub fn situational(arena: &Arena, kind: ModifierKind, value: i32, topic: Topic) -> Modifier {
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: arena.cite(topic),
    }
}

/// The attack that a deed makes next: its own, or the next one of a full attack.
pub fn order(arena: &Arena, deed: &Deed) -> Option<AttackOrder> {
    let target = target(deed)?;
    let def = arena.rules().actions.get(deed.action)?;
    let full = match def.procedure {
        Procedure::FullAttack => true,
        Procedure::Assume { then, .. } => then == Follow::FullAttack,
        _ => false,
    };
    let (form, mut extra) = if full && !deed.readied {
        full_attack::next(arena, deed)?
    } else {
        (deed.form?, Vec::new())
    };
    extra.extend(deed.extra.iter().copied());
    let attacker = deed.seat;
    let times = if deed.readied && charge::is_met(arena, attacker, form, target) {
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
        manner: deed.manner,
        times,
    })
}

/// The opportunity attacks that the act itself invites: why, and from whom only.
pub fn provocation(arena: &Arena, deed: &Deed) -> Option<(Cause, Option<Seat>)> {
    // What takes the place of an attack invites its own when it comes to it; what was begun in the
    // turn before has done so then.
    if deed.manner.instead.is_some() || budget::finishes(arena, deed.seat, deed.action) {
        return None;
    }
    let begun = match deed.aim {
        Aim::Action(action) => action,
        _ => deed.action,
    };
    let def = arena.rules().actions.get(begun)?;
    if let Some(provokes) = ability::provokes(arena, deed, def) {
        return provokes.then_some((Cause::Act(deed.action), None));
    }
    let cause = match def.procedure {
        Procedure::StandUp => Cause::Standing,
        _ => Cause::Act(begun),
    };
    let form = order(arena, deed)
        .map(|order| order.form)
        .or(deed.form)
        .and_then(|form| arena.get(deed.seat).forms.0.get(usize::from(form)));
    let bare = form.is_some_and(|form| form.unarmed && !form.armed)
        && crate::combat::action::legality::attacks(def)
        && arena.rules().policies.attack.unarmed == UnarmedRule::ProvokesFromTarget
        && !arena
            .who(deed.seat)
            .capabilities
            .contains(&Capability::ArmedUnarmed);
    match budget::provokes(arena, deed.seat, begun) {
        Provokes::Yes => Some((cause, None)),
        // Whoever has its hands full with another is grabbed unhindered.
        Provokes::FromTarget
            if def.procedure == Procedure::Grab
                && manoeuvre::grapple::joins(arena, deed.seat, target(deed)?) =>
        {
            None
        }
        Provokes::FromTarget => Some((cause, Some(target(deed)?))),
        Provokes::IfRanged if form.is_some_and(|form| form.ranged) => Some((cause, None)),
        _ if bare => Some((cause, Some(target(deed)?))),
        Provokes::No | Provokes::IfRanged => None,
    }
}

/// Declares an action: pays for it, offers the opportunity attacks it invites, then the deed.
pub fn declare(arena: &mut Arena, deed: Deed) {
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(def) = rules.actions.get(deed.action) else {
        return;
    };
    let (seat, action) = (deed.seat, deed.action);
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
    if movement::stamina::gives_out(arena, &deed) {
        return;
    }
    let provocation = provocation(arena, &deed);
    let strenuous = strenuous(arena, def, &deed);
    // What goes on with something begun before is still the same action.
    let continues = !deed.readied && budget::continues(arena, seat, action, &deed.aim);
    if !continues {
        arena.rounds.serial += 1;
    }
    if !deed.readied {
        budget::pay(arena, seat, action, &deed.aim);
        if arena.rounds.current == Some(seat) {
            arena.rounds.before_turn = None;
        }
    }
    ability::prepare(arena, &deed);
    arena.get_mut(seat).budget.still |= def.still && !deed.readied;
    arena.emit_action(
        action,
        EventKind::Acted {
            seat,
            action,
            target: target(&deed),
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
        ability::declare(arena, &deed);
    }
    if let Procedure::Gather { .. } = &def.procedure {
        gather::declare(arena, seat);
    }
    arena.push(Step::Deed(deed));
    if let Some((cause, only)) = provocation {
        opportunity::offer(arena, seat, cause, only);
    }
    if uses {
        ready::offer(arena, seat, Trigger::Uses { who: None });
    }
}

/// Whether the deed costs the disabled blood.
fn strenuous(arena: &Arena, def: &ActionDef, deed: &Deed) -> bool {
    let cost = budget::cost(arena, deed.seat, deed.action).unwrap_or(def.cost);
    matches!(cost, ActionCost::Standard | ActionCost::FullRound)
        && conditions::has(arena, deed.seat, Flag::Disabled)
}

/// Does what was declared, if its performer still can.
pub fn advance(In(deed): In<Deed>, mut arena: Arena) {
    let arena = &mut arena;
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(def) = rules.actions.get(deed.action) else {
        return;
    };
    let seat = deed.seat;
    if !conditions::able(arena, seat) {
        if matches!(def.procedure, Procedure::Ability(_)) {
            ability::broken(arena, seat);
        }
        return;
    }
    match &def.procedure {
        Procedure::Attack | Procedure::FullAttack | Procedure::Hurl => strike(arena, &deed),
        Procedure::Move(_) | Procedure::Step | Procedure::Leap(_) => {
            movement::begin(arena, &deed);
        }
        Procedure::Door | Procedure::PushObject => doors::begin(arena, &deed),
        Procedure::Bluff {
            difficulty,
            condition,
        } => {
            if let Aim::At(foe) = deed.aim {
                bluff::begin(arena, seat, foe, *difficulty, condition);
            }
        }
        Procedure::Turn => {
            if let Aim::Along(path) = &deed.aim {
                movement::turn::begin(arena, seat, path);
            }
        }
        Procedure::Mount
        | Procedure::Dismount
        | Procedure::ControlMount { .. }
        | Procedure::CalmMount { .. } => mount::begin(arena, &deed, def),
        Procedure::StrikeSquare => unseen::begin(arena, &deed),
        Procedure::StrikeObject { .. } | Procedure::StrikeHeld => objects::begin(arena, &deed),
        Procedure::Shed { condition, attempt } => {
            remove_condition::begin(arena, seat, condition, *attempt);
        }
        Procedure::Charge(_) => {
            arena.get_mut(seat).budget.attacked = true;
            charge::begin(arena, &deed);
        }
        Procedure::StandUp => {
            movement::stand_up(arena, seat);
        }
        Procedure::DropProne => {
            movement::drop_prone(arena, seat);
        }
        Procedure::Assume { then, .. } => {
            if *then != Follow::Nothing {
                strike(arena, &deed);
            }
        }
        Procedure::Rally { .. } => strike(arena, &deed),
        Procedure::Gather { condition, .. } => gather::begin(arena, seat, condition),
        Procedure::Check {
            stat,
            difficulty,
            once,
        } => {
            if *once {
                arena.get_mut(seat).reactions.answered.push(deed.action);
            }
            difficulty::roll(arena, seat, *stat, *difficulty);
        }
        Procedure::Ready => ready::begin(arena, &deed),
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
            manoeuvre::begin(arena, &deed);
        }
        Procedure::SecondWind {
            points,
            heals,
            per_level,
        } => {
            handling::catch_breath(arena, seat, *points, heals, *per_level);
        }
        Procedure::Ability(_) => ability::begin(arena, &deed),
        Procedure::Touch => {
            if let Some(target) = target(&deed) {
                ability::deliver(arena, seat, target);
            }
        }
        Procedure::Maintain => ability::maintain(arena, seat),
        Procedure::Cease => ability::cease(arena, seat),
        Procedure::Dismiss => ability::dismiss(arena, seat, &deed.aim),
        Procedure::KeepOn => ability::keep_on(arena, seat),
        Procedure::Counter { difficulty } => ability::counter(arena, seat, *difficulty),
        Procedure::Draw
        | Procedure::PickUp
        | Procedure::Reload { .. }
        | Procedure::Drop
        | Procedure::Retrieve
        | Procedure::Sheathe => {
            handling::begin(arena, seat, def, &deed.aim);
        }
        Procedure::Aid { .. } | Procedure::Feint { .. } => aid_feint::begin(arena, &deed),
        Procedure::Refocus => initiative::refocus(arena, seat),
        Procedure::Start => {
            if let Aim::Action(action) = deed.aim {
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

/// Makes the deed's attack, if what interrupted it left its target standing.
fn strike(arena: &mut Arena, deed: &Deed) {
    let Some(order) = order(arena, deed) else {
        return;
    };
    full_attack::take(arena, deed);
    arena.get_mut(deed.seat).budget.attacked = true;
    if order.manner.instead.is_some() || attack::legal(arena, &order, None).is_ok() {
        let def = arena.rules().actions.get(deed.action);
        if def.is_some_and(|def| matches!(def.procedure, Procedure::Rally { .. })) {
            return attack::begin_with_sequel(arena, order, deed.clone());
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
