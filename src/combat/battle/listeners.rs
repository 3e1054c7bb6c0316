//! The calls from lower chapters to higher ones, in one place. The compiler names a missing one.

use crate::combat::ability::{self, caster, gather, venom};
use crate::combat::action::{self, declare, program};
use crate::combat::attack::{self, hiding, secrets};
use crate::combat::battle::{preview, resting};
use crate::combat::contract::{EventKind, Forecast, Refusal, Seat, SideId};
use crate::combat::equipment::{self, grip};
use crate::combat::flow::{self, forestall, reactions, ready};
use crate::combat::manoeuvre::charge::steer;
use crate::combat::manoeuvre::{self, charge, grapple, overrun};
use crate::combat::movement::{self, hazard, mount};
use crate::combat::opportunity;
use crate::combat::state::step::walk::Walk;
use crate::combat::state::{AttackOrder, DeclaredAction, Laid, Listeners, Questions, State};
use crate::grid::Square;
use crate::rules::{ActionDef, ActionId, Occasion};

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
    gives_up_attack: declare::in_place_of,
    runs_into: overrun::meet,
    has_overrun: overrun::resolve,
    // The battle as a whole.
    over: resting::tell,
    asks: &Answers,
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

/// The answers of higher chapters to the questions of lower ones.
struct Answers;

impl Questions for Answers {
    fn can_answer(&self, state: &State, seat: Seat, to: Occasion) -> bool {
        reactions::is_possible(state, seat, to)
    }

    fn can_forestall(&self, state: &State, seat: Seat) -> bool {
        forestall::is_possible(state, seat)
    }

    fn overcomes(&self, state: &State, laid: Laid, target: Seat) -> f64 {
        caster::overcomes(state, laid, target)
    }

    fn steered(&self, state: &State, walk: &Walk) -> Option<Vec<Square>> {
        steer::steer(state, walk)
    }

    fn seen_by(&self, state: &State, kind: &EventKind) -> Option<Vec<SideId>> {
        secrets::seen_by(state, kind)
    }

    fn legal(
        &self,
        state: &State,
        declared: &DeclaredAction,
        def: &ActionDef,
    ) -> Result<(), Refusal> {
        action::rules::legal(state, declared, def)
    }

    fn order(&self, state: &State, declared: &DeclaredAction) -> Option<AttackOrder> {
        declare::order(state, declared)
    }

    fn legal_instead(
        &self,
        state: &State,
        order: &AttackOrder,
        action: ActionId,
    ) -> Result<(), Refusal> {
        manoeuvre::legal_instead(state, order, action)
    }

    fn preview_instead(
        &self,
        state: &State,
        order: &AttackOrder,
        action: ActionId,
        to: &mut Forecast,
    ) {
        preview::instead(state, order, action, to);
    }
}
