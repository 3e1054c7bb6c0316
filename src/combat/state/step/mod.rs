//! The resolution stack: what is still to be done, as data.
//!
//! Combat is interrupts inside interrupts. The engine keeps a stack of small steps; the loop takes
//! the top one and runs its chapter's system, which changes components, emits events and pushes
//! further steps. An interrupt is just a push. The stack is part of every snapshot, so a battle can
//! be saved in the middle of anything.

pub(crate) mod ability;
pub(crate) mod attack;
pub(crate) mod blow;
pub(crate) mod declared;
pub(crate) mod hold;
pub(crate) mod offer;
pub(crate) mod rush;
pub(crate) mod stage;
pub(crate) mod walk;

use serde::{Deserialize, Serialize};

use crate::combat::state::step::ability::Use;
use crate::combat::state::step::attack::Attack;
use crate::combat::state::step::blow::Blow;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::hold::{Hold, Struggling};
use crate::combat::state::step::offer::{Offer, ReadiedOffer, Response};
use crate::combat::state::step::rush::Rush;
use crate::combat::state::step::stage::Stage;
use crate::combat::state::step::walk::{Forced, Walk};

/// One thing still to be done; the table of contents of the flow of combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Start, rounds, turns, end: `sequence.rs`.
    Stage(Stage),
    /// What a chosen action does once its provocation is settled: `declare.rs`.
    DeclaredAction(DeclaredAction),
    /// Movement square by square: `movement.rs`.
    Walk(Walk),
    /// Opportunity attacks still to be offered: `opportunity.rs`.
    Offer(Offer),
    /// Readied actions still to be offered: `ready.rs`.
    Readied(ReadiedOffer),
    /// An attack on its way through roll, defence and damage: `attack.rs`.
    Attack(Attack),
    /// What follows when the attack of a action has hit: `action/program.rs`.
    Sequel(DeclaredAction),
    /// An interrupt or reaction that a combatant may take: `response.rs`.
    Response(Response),
    /// A blow on its way through shield, armour and body: `damage.rs`.
    Blow(Blow),
    /// A combatant is moved against its will: `forced.rs`.
    Forced(Forced),
    /// A bull rush: `manoeuvre/bull_rush.rs`.
    Rush(Rush),
    /// A special ability on its way to every combatant it affects: `ability/resolve.rs`.
    Ability(Use),
    /// A hold that has been won is to be kept: `manoeuvre/grapple.rs`.
    Hold(Hold),
    /// A combatant tries to get free, and those who hold it are asked: `manoeuvre/struggle.rs`.
    Struggle(Struggling),
}
