//! What a chapter knows of the primitives of actions that belong to it.

use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Declaring;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::rules::primitive::Primitive;
use crate::rules::{ActionId, Topic};

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
    /// The friend that was picked.
    pub picked: Option<Seat>,
    /// The bonus of the check that led here.
    pub bonus: i32,
    /// The topic of the check around it, under which a refusal falls.
    pub cites: Option<Topic>,
    /// It goes on with something begun before.
    pub continues: bool,
}

/// What one chapter knows of its primitives. Every method has a default: a chapter says only what is
/// special.
pub trait PrimitiveRules: Sync {
    /// Whether it belongs into this combatant's action bar.
    fn concerns(&self, _state: &State, _seat: Seat, _action: ActionId, _what: &Primitive) -> bool {
        true
    }

    /// Whether the user's state allows it, aim aside. `cites`: the topic of the check around it.
    fn possible(&self, _state: &State, _user: User, _what: &Primitive) -> Verdict {
        None
    }

    /// Whether it can be done to what it is aimed at.
    fn legal(&self, _state: &State, _run: &Run<'_>, _what: &Primitive) -> Verdict {
        None
    }

    /// Whether it goes on with something begun in this turn, at no cost.
    fn continues(&self, _state: &State, _user: User, _aim: &Aim, _what: &Primitive) -> bool {
        false
    }

    /// Whether everybody who threatens (or nobody) may strike because of it; `None`: as the action
    /// says.
    fn provokes(&self, _state: &State, _run: &Run<'_>, _what: &Primitive) -> Option<bool> {
        None
    }

    /// Adds what it would do.
    fn forecast(&self, _state: &State, _run: &Run<'_>, _what: &Primitive, _to: &mut Forecast) {}

    /// Does what takes no time and is told by events of its own; whether it was that.
    fn at_once(&self, _battle: &mut Access<Declaring>, _seat: Seat, _what: &Primitive) -> bool {
        false
    }

    /// At the declaration, before what the act itself invites.
    fn declare(&self, _battle: &mut Access<Declaring>, _run: &Run<'_>, _what: &Primitive) {}

    /// Its performer cannot act any more when its turn to act comes.
    fn prevented(&self, _battle: &mut Access<Declaring>, _seat: Seat, _what: &Primitive) {}

    /// Carries it out.
    fn begin(&self, battle: &mut Access<Declaring>, run: &Run<'_>, what: &Primitive);
}

impl<'a> Run<'a> {
    /// The beginning of a program.
    pub fn of(declared: &'a DeclaredAction) -> Self {
        Self {
            declared,
            picked: None,
            bonus: 0,
            cites: None,
            continues: false,
        }
    }
}
