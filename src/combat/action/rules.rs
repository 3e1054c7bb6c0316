//! Who knows what of the primitives: one implementation a chapter, and the table of them.
//!
//! Legality, forecast and deed of an action are walks over its program; each primitive is asked of the
//! chapter that it belongs to.

use crate::combat::ability::rules::Abilities;
use crate::combat::action::program::General;
use crate::combat::action::{limit, target};
use crate::combat::attack::rules::Attacks;
use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::rules::Handlings;
use crate::combat::flow::rules::Turns;
use crate::combat::manoeuvre::rules::Manoeuvres;
use crate::combat::movement::rules::Movements;
use crate::combat::state::chapters::Declaring;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::rules::primitive::Primitive;
use crate::rules::{ActionDef, ActionId, Topic};

/// What one chapter knows of its primitives. Every method has a default: a chapter says only what is
/// special.
pub(crate) trait PrimitiveRules: Sync {
    /// Whether it belongs into this combatant's action bar.
    fn concerns(&self, _state: &State, _seat: Seat, _action: ActionId, _what: &Primitive) -> bool {
        true
    }

    /// Whether the user's state allows it, aim aside. `cites`: the topic of the check around it.
    fn possible(&self, _state: &State, _user: User, _what: &Primitive) -> Verdict {
        None
    }

    /// Whether it can be done to what it is aimed at.
    fn legal(
        &self,
        _state: &State,
        _declared: &DeclaredAction,
        _cites: Option<Topic>,
        _what: &Primitive,
    ) -> Verdict {
        None
    }

    /// Whether it goes on with something begun in this turn, at no cost.
    fn continues(
        &self,
        _state: &State,
        _seat: Seat,
        _action: ActionId,
        _aim: &Aim,
        _what: &Primitive,
    ) -> bool {
        false
    }

    /// Whether everybody who threatens (or nobody) may strike because of it; `None`: as the action
    /// says.
    fn provokes(
        &self,
        _state: &State,
        _declared: &DeclaredAction,
        _what: &Primitive,
    ) -> Option<bool> {
        None
    }

    /// Adds what it would do.
    fn forecast(
        &self,
        _state: &State,
        _declared: &DeclaredAction,
        _what: &Primitive,
        _forecast: &mut Forecast,
    ) {
    }

    /// Does what takes no time and is told by events of its own; whether it was that.
    fn at_once(&self, _battle: &mut Access<Declaring>, _seat: Seat, _what: &Primitive) -> bool {
        false
    }

    /// At the declaration, before what the act itself invites. `continues`: it goes on with something.
    fn declare(
        &self,
        _battle: &mut Access<Declaring>,
        _declared: &DeclaredAction,
        _continues: bool,
        _what: &Primitive,
    ) {
    }

    /// Its performer cannot act any more when its turn to act comes.
    fn prevented(&self, _battle: &mut Access<Declaring>, _seat: Seat, _what: &Primitive) {}

    /// Carries it out.
    fn begin(&self, battle: &mut Access<Declaring>, run: &Run<'_>, what: &Primitive);
}

/// What a primitive says: nothing, that it goes, or why not.
pub(crate) type Verdict = Option<Result<(), Refusal>>;

/// Who takes which action, under which topic a refusal falls.
#[derive(Clone, Copy)]
pub(crate) struct User {
    pub seat: Seat,
    pub action: ActionId,
    pub cites: Option<Topic>,
}

/// A program under way.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub declared: &'a DeclaredAction,
    /// The friend that was picked.
    pub picked: Option<Seat>,
    /// The bonus of the check that led here.
    pub bonus: i32,
}

impl<'a> Run<'a> {
    /// The beginning of a program.
    pub fn of(declared: &'a DeclaredAction) -> Self {
        Self {
            declared,
            picked: None,
            bonus: 0,
        }
    }
}

/// The chapter that a primitive belongs to.
pub(crate) fn of(what: &Primitive) -> &'static dyn PrimitiveRules {
    match what {
        Primitive::Check { .. }
        | Primitive::Contest { .. }
        | Primitive::Save { .. }
        | Primitive::Impose { .. }
        | Primitive::Lift { .. }
        | Primitive::Heal { .. }
        | Primitive::Spend { .. }
        | Primitive::Stabilise
        | Primitive::Choose(..) => &General,
        Primitive::Attack { .. } | Primitive::Strike(_) => &Attacks,
        Primitive::CoupDeGrace
        | Primitive::Trip
        | Primitive::Disarm
        | Primitive::Sunder
        | Primitive::BullRush
        | Primitive::Force { .. }
        | Primitive::Grapple(_) => &Manoeuvres,
        Primitive::Charge(_)
        | Primitive::Move(_)
        | Primitive::Step
        | Primitive::Leap(_)
        | Primitive::Posture(_)
        | Primitive::Ride(_)
        | Primitive::Ground(_) => &Movements,
        Primitive::Handle(_) => &Handlings,
        Primitive::Use(_) | Primitive::Channel(_) | Primitive::Gather { .. } => &Abilities,
        Primitive::Turn(_) => &Turns,
    }
}

/// Whether an action belongs into a combatant's action bar.
pub(crate) fn concerns(state: &State, seat: Seat, action: ActionId, def: &ActionDef) -> bool {
    let mut program = def.does.iter();
    program.all(|what| of(what).concerns(state, seat, action, what))
}

/// Whether the user's state allows a program, aim aside.
pub(crate) fn possible(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Result<(), Refusal> {
    limit::allows(state, seat, action, def)?;
    all(&def.does, &|what, cites| {
        let user = User {
            seat,
            action,
            cites,
        };
        of(what).possible(state, user, what)
    })
}

/// Whether a program can be done to what it is aimed at.
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    def: &ActionDef,
) -> Result<(), Refusal> {
    if def.is_general() {
        target::legal(state, declared, def)?;
    }
    all(&def.does, &|what, cites| {
        of(what).legal(state, declared, cites, what)
    })
}

/// Asks each primitive and, of what succeeds, its branch.
type Ask<'a> = dyn Fn(&Primitive, Option<Topic>) -> Verdict + 'a;

fn all(program: &[Primitive], ask: &Ask<'_>) -> Result<(), Refusal> {
    program
        .iter()
        .try_for_each(|what| verdict(what, None, ask).unwrap_or(Ok(())))
}

/// A primitive's own word, and that of the branch of its success: one thing there that is possible is
/// enough.
fn verdict(what: &Primitive, cites: Option<Topic>, ask: &Ask<'_>) -> Verdict {
    let cites = what.cites().or(cites);
    let own = ask(what, cites);
    if !what.is_general() || matches!(own, Some(Err(_))) {
        return own;
    }
    let mut last = own;
    for one in what.branches()[0] {
        match verdict(one, cites, ask) {
            Some(Ok(())) => return Some(Ok(())),
            Some(Err(refusal)) => last = Some(Err(refusal)),
            None => {}
        }
    }
    last
}
