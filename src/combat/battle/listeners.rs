//! The listeners of all chapters, in one list: the compiler names a missing one.

use crate::combat::ability::{self, caster, gather, venom};
use crate::combat::action::{self, declare, program};
use crate::combat::attack::{self, hiding, secrets};
use crate::combat::battle::{preview, resting};
use crate::combat::equipment::{self, grip};
use crate::combat::flow::{self, forestall, reactions, ready};
use crate::combat::manoeuvre::charge::steer;
use crate::combat::manoeuvre::{self, charge, grapple, overrun};
use crate::combat::movement::{self, hazard, mount};
use crate::combat::opportunity;
use crate::combat::state::Listeners;

/// The listeners of every battle.
pub(crate) static LISTENERS: Listeners = Listeners {
    // Things and bodies.
    loses_grip: grip::drop_all,
    brought_down: mount::brought_down,
    changed_planes: mount::parted_by_planes,
    struck: gather::disturb,
    wounded: ability::struck,
    goes_down: ready::offer_drop,
    loses_holds: grapple::drop_out,
    turn_starts: hazard::harm_here,
    // Interrupts.
    changes_weapon: opportunity::offer_bare,
    can_answer: reactions::is_possible,
    can_forestall: forestall::is_possible,
    may_answer: reactions::offer,
    may_follow: reactions::follow,
    sets_off: ready::offer,
    comes_near: ready::offer_reach,
    // Manoeuvres and abilities.
    touched: manoeuvre::touched,
    ability_lands: ability::landed,
    touches: ability::discharge,
    carried: venom::carried,
    withstood: caster::is_withstood,
    overcomes: caster::overcomes,
    gives_up_attack: declare::in_place_of,
    steers: steer::steer,
    runs_into: overrun::meet,
    has_overrun: overrun::resolve,
    // The battle as a whole.
    seen_by: secrets::seen_by,
    over: resting::tell,
    // Actions, as attacks ask about them.
    legal: action::rules::legal,
    order: declare::order,
    legal_instead: manoeuvre::legal_instead,
    preview_instead: preview::instead,
    // The rules of primitives, by family.
    general: &program::General,
    attacks: &attack::rules::Attacks,
    manoeuvres: &manoeuvre::rules::Manoeuvres,
    movements: &movement::rules::Movements,
    charges: &charge::rules::Charges,
    handlings: &equipment::rules::Handlings,
    abilities: &ability::rules::Abilities,
    turns: &flow::rules::Turns,
    perceptions: &hiding::Perceptions,
};
