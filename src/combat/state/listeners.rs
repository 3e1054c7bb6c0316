//! Listeners: what chapters further up do when something happens further down.
//!
//! A chapter never calls one above it. Where something happens that concerns one, it calls the
//! listener, which the chapter above names in its plugin. It acts at once, so that events and dice
//! keep the order of the rules, and with no more rights than it says.

use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Refusal, Trigger};
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::*;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::walk::Walk;
use crate::combat::state::{Access, State};
use crate::rules::action::Occasion;
use crate::rules::{AbilityId, ActionDef, ActionId, Topic};

macro_rules! listeners {
    ($($(#[$doc:meta])* $name:ident: $Listener:ty,)*) => {
        /// The listeners of all chapters.
        pub struct Listeners {
            $($(#[$doc])* pub $name: $Listener,)*
        }

        /// The listeners that have been named so far.
        #[derive(Default)]
        pub struct Listening {
            $($(#[$doc])* pub $name: Option<$Listener>,)*
        }

        impl Listening {
            /// All of them.
            ///
            /// # Errors
            /// The name of one that is missing.
            pub fn all(self) -> Result<Listeners, &'static str> {
                Ok(Listeners {
                    $($name: self.$name.ok_or(stringify!($name))?,)*
                })
            }
        }
    };
}

listeners! {
    /// A condition has begun with which its bearer keeps nothing in its hands.
    loses_grip: fn(&mut Access<Gripping>, Seat, Topic),
    /// A condition has begun with which its bearer keeps neither saddle nor rider.
    brought_down: fn(&mut Access<Afflicting>, Seat),
    /// A wound is about to be dealt.
    struck: fn(&mut Access<Wounding>, Seat),
    /// A wound of so many points was dealt, whatever temporary hit points took of it; whether it
    /// goes on by itself, as flames do.
    wounded: fn(&mut Access<Invoking>, Seat, i32, bool),
    /// A combatant that was up is about to go down.
    goes_down: fn(&mut Access<Readying>, Seat),
    /// A combatant is down and can hold nobody.
    loses_holds: fn(&mut Access<Wounding>, Seat),
    /// A turn starts, and the ground may harm.
    turn_starts: fn(&mut Access<Wounding>, Seat),
    /// Whether a combatant has any action that answers this.
    can_answer: fn(&State, Seat, Occasion) -> bool,
    /// The first may answer what the second has done to it.
    may_answer: fn(&mut Access<Launching>, Seat, Seat, Occasion),
    /// A combatant does something that readied actions may wait for.
    sets_off: fn(&mut Access<Readying>, Seat, Trigger),
    /// The touch that a manoeuvre begins with has succeeded.
    touched: fn(&mut Access<Striking>, &DeclaredAction),
    /// The attack of a special ability has hit; whether it was critical.
    ability_lands: fn(&mut Access<Invoking>, &AttackOrder, AbilityId, bool),
    /// An attack is given up for a manoeuvre.
    gives_up_attack: fn(&mut Access<Launching>, &AttackOrder, ActionId),
    /// A mover has come into the space of the one whom it is to run over.
    runs_into: fn(&mut Access<Offering>, Walk),
    /// The checks of an overrun are over.
    has_overrun: fn(&mut Access<Wounding>, Walk),
    /// The battle is over.
    over: fn(&mut Access<Judging>),
    /// Whether an action can be done to what it is aimed at.
    legal: fn(&State, &DeclaredAction, &ActionDef) -> Result<(), Refusal>,
    /// The attack that an action makes next.
    order: fn(&State, &DeclaredAction) -> Option<AttackOrder>,
    /// Whether something can be tried in place of an attack.
    legal_instead: fn(&State, &AttackOrder, ActionId) -> Result<(), Refusal>,
    /// Adds what would come of that.
    preview_instead: fn(&State, &AttackOrder, ActionId, &mut Forecast),
}
