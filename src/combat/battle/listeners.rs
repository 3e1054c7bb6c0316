//! The listeners of the chapters: the one place that knows them all.

use crate::combat::ability::gather;
use crate::combat::ability::rules::Abilities;
use crate::combat::action::program::General;
use crate::combat::action::{declare, rules};
use crate::combat::attack::rules::Attacks;
use crate::combat::battle::{aftermath, preview};
use crate::combat::equipment::grip;
use crate::combat::equipment::rules::Handlings;
use crate::combat::flow::rules::Turns;
use crate::combat::flow::{reactions, ready};
use crate::combat::manoeuvre::charge::rules::Charges;
use crate::combat::manoeuvre::overrun;
use crate::combat::manoeuvre::rules::Manoeuvres;
use crate::combat::movement::rules::Movements;
use crate::combat::movement::{mount, terrain};
use crate::combat::state::listeners::Listeners;
use crate::combat::state::primitive::PrimitiveRules;
use crate::combat::{ability, manoeuvre};
use crate::rules::primitive::Primitive;

/// Who does what when something happens further down.
pub(crate) static LISTENERS: Listeners = Listeners {
    loses_grip: grip::drop_all,
    brought_down: mount::unseat,
    struck: gather::disturb,
    wounded: ability::struck,
    goes_down: ready::offer_drop,
    loses_holds: manoeuvre::drop_out,
    turn_starts: terrain::harm_here,
    can_answer: reactions::is_possible,
    may_answer: reactions::offer,
    sets_off: ready::offer,
    touched: manoeuvre::touched,
    ability_lands: ability::landed,
    gives_up_attack: declare::in_place_of,
    runs_into: overrun::meet,
    has_overrun: overrun::resolve,
    over: aftermath::tell,
    primitive,
    legal: rules::legal,
    order: declare::order,
    legal_instead: manoeuvre::legal_instead,
    preview_instead: preview::instead,
};

/// The chapter that a primitive belongs to.
fn primitive(what: &Primitive) -> &'static dyn PrimitiveRules {
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
        Primitive::Move(_)
        | Primitive::Step
        | Primitive::Leap(_)
        | Primitive::Posture(_)
        | Primitive::Ride(_)
        | Primitive::Ground(_) => &Movements,
        Primitive::Charge(_) => &Charges,
        Primitive::Handle(_) => &Handlings,
        Primitive::Use(_) | Primitive::Channel(_) | Primitive::Gather { .. } => &Abilities,
        Primitive::Turn(_) => &Turns,
    }
}
