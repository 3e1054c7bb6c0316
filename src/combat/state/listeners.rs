//! Listeners: what chapters further up do when something happens further down.
//!
//! A chapter never calls one above it. Where something happens that concerns one, it calls the
//! listener, and the listener is named in one place that knows all chapters. It acts at once, so that
//! events and dice keep the order of the rules, and with no more rights than it says.

use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Refusal, Trigger};
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::*;
use crate::combat::state::primitive::PrimitiveRules;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::walk::Walk;
use crate::combat::state::{Access, State};
use crate::rules::action::Occasion;
use crate::rules::primitive::Primitive;
use crate::rules::{AbilityId, ActionDef, ActionId, Topic};

/// The listeners of all chapters.
#[derive(Clone, Copy)]
pub struct Listeners {
    /// A condition has begun with which its bearer keeps nothing in its hands.
    pub loses_grip: fn(&mut Access<Gripping>, Seat, Topic),
    /// A condition has begun with which its bearer keeps neither saddle nor rider.
    pub brought_down: fn(&mut Access<Afflicting>, Seat),
    /// A wound is about to be dealt.
    pub struck: fn(&mut Access<Wounding>, Seat),
    /// A wound of so many points was dealt, whatever temporary hit points took of it; whether it
    /// goes on by itself, as flames do.
    pub wounded: fn(&mut Access<Invoking>, Seat, i32, bool),
    /// A combatant that was up is about to go down.
    pub goes_down: fn(&mut Access<Readying>, Seat),
    /// A combatant is down and can hold nobody.
    pub loses_holds: fn(&mut Access<Wounding>, Seat),
    /// A turn starts, and the ground may harm.
    pub turn_starts: fn(&mut Access<Wounding>, Seat),
    /// Whether a combatant has any action that answers this.
    pub can_answer: fn(&State, Seat, Occasion) -> bool,
    /// The first may answer what the second has done to it.
    pub may_answer: fn(&mut Access<Launching>, Seat, Seat, Occasion),
    /// A combatant does something that readied actions may wait for.
    pub sets_off: fn(&mut Access<Readying>, Seat, Trigger),
    /// The touch that a manoeuvre begins with has succeeded.
    pub touched: fn(&mut Access<Striking>, &DeclaredAction),
    /// The attack of a special ability has hit; whether it was critical.
    pub ability_lands: fn(&mut Access<Invoking>, &AttackOrder, AbilityId, bool),
    /// An attack is given up for a manoeuvre.
    pub gives_up_attack: fn(&mut Access<Launching>, &AttackOrder, ActionId),
    /// A mover has come into the space of the one whom it is to run over.
    pub runs_into: fn(&mut Access<Offering>, Walk),
    /// The checks of an overrun are over.
    pub has_overrun: fn(&mut Access<Wounding>, Walk),
    /// The battle is over.
    pub over: fn(&mut Access<Judging>),
    /// The chapter that a primitive belongs to.
    pub primitive: fn(&Primitive) -> &'static dyn PrimitiveRules,
    /// Whether an action can be done to what it is aimed at.
    pub legal: fn(&State, &DeclaredAction, &ActionDef) -> Result<(), Refusal>,
    /// The attack that an action makes next.
    pub order: fn(&State, &DeclaredAction) -> Option<AttackOrder>,
    /// Whether something can be tried in place of an attack.
    pub legal_instead: fn(&State, &AttackOrder, ActionId) -> Result<(), Refusal>,
    /// Adds what would come of that.
    pub preview_instead: fn(&State, &AttackOrder, ActionId, &mut Forecast),
}
