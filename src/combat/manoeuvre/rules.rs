//! Manoeuvres as primitives of actions.

use crate::combat::contract::{Aim, Forecast, Seat};
use crate::combat::manoeuvre::force::strength_of;
use crate::combat::manoeuvre::grapple;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, Mark, PrimitiveRules, Run, State, refusal};
use crate::combat::{economy, manoeuvre};
use crate::rules::{ActionId, Grapple, ManoeuvrePart, Provokes};

/// Rules of the primitives of manoeuvres.
pub(crate) struct Manoeuvres;

impl PrimitiveRules<ManoeuvrePart> for Manoeuvres {
    /// What needs a capability is for those who have it.
    fn concerns(&self, state: &State, seat: Seat, _action: ActionId, what: ManoeuvrePart) -> bool {
        match what {
            ManoeuvrePart::Force { kind, .. } => strength_of(state, seat, kind).is_some(),
            ManoeuvrePart::CoupDeGrace
            | ManoeuvrePart::Trip
            | ManoeuvrePart::Disarm
            | ManoeuvrePart::Sunder
            | ManoeuvrePart::BullRush
            | ManoeuvrePart::Grapple(_) => true,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: ManoeuvrePart) -> Verdict {
        let declared = run.declared;
        let aimed = matches!(
            (what, &declared.aim),
            (
                ManoeuvrePart::Grapple(Grapple::Escape | Grapple::Wriggle),
                _
            ) | (_, Aim::At(_))
                | (ManoeuvrePart::Disarm | ManoeuvrePart::Sunder, Aim::Held(..))
        );
        Some(if aimed {
            manoeuvre::legal(state, declared, what)
        } else {
            refusal::aimless(state)
        })
    }

    /// One who has its hands full with another is grabbed unhindered.
    fn provokes(&self, state: &State, run: &Run<'_>, what: ManoeuvrePart) -> Option<bool> {
        let declared = run.declared;
        let grabs = what == ManoeuvrePart::Grapple(Grapple::Grab);
        let provokes = economy::provokes(state, declared.seat, declared.action);
        let target = declared.target()?;
        let joins = grabs
            && provokes == Provokes::FromTarget
            && grapple::joins(state, declared.seat, target);
        joins.then_some(false)
    }

    fn forecast(&self, state: &State, run: &Run<'_>, what: ManoeuvrePart, forecast: &mut Forecast) {
        let declared = run.declared;
        forecast.success = manoeuvre::chance(state, declared, what);
        forecast.path = manoeuvre::entry(state, declared, what);
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: ManoeuvrePart) {
        let attacks = what.is_attack();
        battle
            .budget_mut(run.declared.seat)
            .marks
            .add_if(Mark::Attacked, attacks);
        manoeuvre::begin(battle, run.declared, what);
    }
}
