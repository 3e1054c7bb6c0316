//! Calls from lower chapters to higher ones: listeners, questions, and the rules of primitives.
//!
//! A chapter never names one above it. Where something happens that concerns one, it calls a
//! listener, which `battle/listeners.rs` names. The listener acts at once, so that events and dice
//! keep the order of the rules, and with no more rights than its type says.

use std::ops::Deref;

use bevy_ecs::prelude::*;

use crate::combat::contract::{Aim, EventKind, Forecast, Refusal, Seat, SideId, Trigger};
use crate::combat::state::access::{Acting, Afflicting, Rolling, Turning, Wounding};
use crate::combat::state::laid::Laid;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::walk::Walk;
use crate::combat::state::view::State;
use crate::grid::Square;
use crate::rules::{
    AbilityId, AbilityPart, ActionDef, ActionId, AttackPart, ChargeDef, Handling, ManoeuvrePart,
    MovementPart, Occasion, Perceive, Primitive, Topic, TurnAct,
};

/// The listeners, as every battle has them.
#[derive(Component, Clone, Copy)]
pub struct Above(pub &'static Listeners);

impl Deref for Above {
    type Target = Listeners;

    #[inline]
    fn deref(&self) -> &Listeners {
        self.0
    }
}

/// Reactions of higher chapters to events in lower ones.
pub struct Listeners {
    /// A condition has begun with which its bearer keeps nothing in its hands.
    pub loses_grip: fn(&mut Afflicting, Seat, Topic),
    /// A condition has begun with which its bearer keeps neither saddle nor rider.
    pub brought_down: fn(&mut Afflicting, Seat),
    /// A combatant has left for another plane, without its rider or mount.
    pub changed_planes: fn(&mut Afflicting, Seat),
    /// A wound is about to be dealt.
    pub struck: fn(&mut Wounding, Seat),
    /// A wound of so many points was dealt, whatever temporary hit points took of it; whether it
    /// goes on by itself, as flames do.
    pub wounded: fn(&mut Wounding, Seat, i32, bool),
    /// A combatant that was up is about to go down.
    pub goes_down: fn(&mut Wounding, Seat),
    /// A combatant is down and can hold nobody.
    pub loses_holds: fn(&mut Wounding, Seat),
    /// A turn starts, and the ground may harm.
    pub turn_starts: fn(&mut Wounding, Seat),
    /// An attack is made with something else than it was declared with, which may be a bare hand.
    pub changes_weapon: fn(&mut Wounding, &AttackOrder),
    /// The first may answer what the second has done to it, or is about to do.
    pub may_answer: fn(&mut Wounding, Seat, Seat, Occasion),
    /// A melee attack has hit: the attacker may go on if it fells the target.
    pub may_follow: fn(&mut Wounding, &AttackOrder),
    /// A combatant does something that readied actions may wait for.
    pub sets_off: fn(&mut Wounding, Seat, Trigger),
    /// A combatant has come nearer to those whose readied actions may wait for that.
    pub comes_near: fn(&mut Wounding, Seat),
    /// The touch that a manoeuvre begins with has succeeded.
    pub touched: fn(&mut Acting, &DeclaredAction),
    /// The attack of a special ability has hit; whether it was critical.
    pub ability_lands: fn(&mut Wounding, &AttackOrder, AbilityId, bool),
    /// The first has touched the second: what it holds ready goes into that.
    pub touches: fn(&mut Wounding, Seat, Option<Seat>),
    /// A wound has reached the body, and with it what the weapon carries: whose weapon, whose wound.
    pub carried: fn(&mut Wounding, Seat, Seat, AbilityId),
    /// Whether what lies upon the ground fails against the resistance of one whom it is about to harm.
    pub withstood: fn(&mut Rolling, Laid, Seat) -> bool,
    /// An attack is given up for a manoeuvre.
    pub gives_up_attack: fn(&mut Wounding, &AttackOrder, ActionId),
    /// A mover has come into the space of the one whom it is to run over.
    pub runs_into: fn(&mut Wounding, Walk),
    /// The checks of an overrun are over.
    pub has_overrun: fn(&mut Wounding, Walk),
    /// The battle is over.
    pub over: fn(&mut Turning),
    /// The questions that lower chapters have for higher ones.
    pub asks: &'static dyn Questions,
    /// The rules of the primitives that are interpreted.
    pub general: &'static dyn for<'a> PrimitiveRules<&'a Primitive>,
    /// The rules of attacks as primitives.
    pub attacks: &'static dyn for<'a> PrimitiveRules<AttackPart<'a>>,
    /// The rules of manoeuvres as primitives.
    pub manoeuvres: &'static dyn PrimitiveRules<ManoeuvrePart>,
    /// The rules of ways to go, postures, riding, carrying and doors.
    pub movements: &'static dyn for<'a> PrimitiveRules<MovementPart<'a>>,
    /// The rules of charges as primitives.
    pub charges: &'static dyn for<'a> PrimitiveRules<&'a ChargeDef>,
    /// The rules of handling things.
    pub handlings: &'static dyn for<'a> PrimitiveRules<&'a Handling>,
    /// The rules of abilities as primitives.
    pub abilities: &'static dyn for<'a> PrimitiveRules<AbilityPart<'a>>,
    /// The rules of what is done with turns.
    pub turns: &'static dyn PrimitiveRules<TurnAct>,
    /// The rules of seeing and being seen as primitives.
    pub perceptions: &'static dyn PrimitiveRules<Perceive>,
}

/// Questions of lower chapters that higher ones answer.
pub trait Questions: Sync {
    /// Whether a combatant has an action that answers this.
    fn can_answer(&self, state: &State, seat: Seat, to: Occasion) -> bool;

    /// Whether a combatant has an ability that it can use at any time.
    fn can_forestall(&self, state: &State, seat: Seat) -> bool;

    /// The chance that an ability laid upon the ground overcomes the resistance of a combatant.
    fn overcomes(&self, state: &State, laid: Laid, target: Seat) -> f64;

    /// The rest of the path of a charge whose target has moved or whose weapon is lost.
    fn steered(&self, state: &State, walk: &Walk) -> Option<Vec<Square>>;

    /// The sides that may see an event; `None`: all.
    fn seen_by(&self, state: &State, kind: &EventKind) -> Option<Vec<SideId>>;

    /// Whether an action is legal with its aim.
    fn legal(
        &self,
        state: &State,
        declared: &DeclaredAction,
        def: &ActionDef,
    ) -> Result<(), Refusal>;

    /// The next attack of an action.
    fn order(&self, state: &State, declared: &DeclaredAction) -> Option<AttackOrder>;

    /// Whether an action can take the place of an attack.
    fn legal_instead(
        &self,
        state: &State,
        order: &AttackOrder,
        action: ActionId,
    ) -> Result<(), Refusal>;

    /// Adds the outcome of an action in place of an attack to a forecast.
    fn preview_instead(
        &self,
        state: &State,
        order: &AttackOrder,
        action: ActionId,
        to: &mut Forecast,
    );
}

/// What a primitive says: nothing, that it goes, or why not.
pub type Verdict = Option<Result<(), Refusal>>;

/// Who takes which action, under which topic a refusal falls.
#[derive(Clone, Copy)]
pub struct User {
    pub seat: Seat,
    pub action: ActionId,
    pub cites: Option<Topic>,
}

/// A program under way, or as it would run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub declared: &'a DeclaredAction,
    /// The ally that was picked.
    pub picked: Option<Seat>,
    /// The bonus of the check that led here.
    pub bonus: i32,
    /// The topic of the check around it, under which a refusal falls.
    pub cites: Option<Topic>,
    /// It goes on with something begun before.
    pub continues: bool,
}

impl<'a> Run<'a> {
    /// The beginning of a program.
    pub fn of(declared: &'a DeclaredAction) -> Self {
        Self {
            declared,
            picked: None,
            bonus: declared.bonus,
            cites: None,
            continues: false,
        }
    }
}

/// Rules of the primitives of one family, whose parts are `P`. Every method but the last has a default.
pub trait PrimitiveRules<P>: Sync {
    /// Whether it belongs into this combatant's dock.
    fn concerns(&self, _state: &State, _seat: Seat, _action: ActionId, _what: P) -> bool {
        true
    }

    /// Whether the user's state allows it, aim aside. `cites`: the topic of the check around it.
    fn possible(&self, _state: &State, _user: User, _what: P) -> Verdict {
        None
    }

    /// Whether it can be done to what it is aimed at.
    fn legal(&self, _state: &State, _run: &Run<'_>, _what: P) -> Verdict {
        None
    }

    /// Whether it goes on with something begun in this turn, at no cost.
    fn continues(&self, _state: &State, _user: User, _aim: &Aim, _what: P) -> bool {
        false
    }

    /// Whether everyone who threatens (or nobody) may strike because of it; `None`: as the action
    /// says.
    fn provokes(&self, _state: &State, _run: &Run<'_>, _what: P) -> Option<bool> {
        None
    }

    /// Adds what it would do.
    fn forecast(&self, _state: &State, _run: &Run<'_>, _what: P, _to: &mut Forecast) {}

    /// Does what takes no time and is told by events of its own; whether it was that.
    fn at_once(&self, _battle: &mut Turning, _run: &Run<'_>, _what: P) -> bool {
        false
    }

    /// At the declaration, before what the act itself invites.
    fn declare(&self, _battle: &mut Turning, _run: &Run<'_>, _what: P) {}

    /// Its performer cannot act any more when its turn to act comes.
    fn prevented(&self, _battle: &mut Acting, _seat: Seat, _what: P) {}

    /// Carries it out.
    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: P);
}
