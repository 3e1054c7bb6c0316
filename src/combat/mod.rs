//! The rules at work: components, systems, the resolution stack, requests, events, snapshots.
//!
//! A [`Battle`] owns a world of its own in which all state is components and resources, and the
//! rules are systems over them. It runs until it needs a decision and stops with a [`Request`]; a
//! driver answers with a [`Choice`]; what happened is told by [`Event`]s. Nobody outside this room
//! touches the world.
//!
//! One file is one chapter of the rulebook.

// The contract.
pub mod event;
pub mod forecast;
pub mod glimpse;
mod muster;
pub mod request;
pub mod seat;
pub mod setup;
pub mod view;

// The machine.
mod aftermath;
pub mod arena;
mod barred;
pub mod battle;
pub mod components;
mod derive;
mod enquiry;
pub mod field;
mod forced;
pub mod foresight;
mod forms;
mod machine;
#[cfg(test)]
pub mod proving;
pub mod replay;
pub mod savegame;
mod seating;
pub mod snapshot;
pub mod standing;
pub mod state;
pub mod step;
mod terms;
#[cfg(test)]
pub mod testing;

// Sequence: initiative, turns, actions, the end.
mod check;
pub mod deed;
pub mod delay;
pub mod deploy;
pub mod economy;
mod gather;
mod handling;
mod hurl;
pub mod initiative;
mod newcomers;
pub mod options;
pub mod outlook;
mod preview;
mod rally;
pub mod ready;
pub mod response;
mod round;
mod routine;
pub mod sequence;
pub mod surprise;
pub mod victory;

// Movement and threat.
pub mod charge;
pub mod fixture;
pub mod mount;
pub mod movement;
pub mod opportunity;
pub mod terrain;
pub mod threat;

// Attack, defence, damage and states.
pub mod ability;
pub mod attack;
pub mod bluff;
pub mod concealment;
pub mod condition;
pub mod cover;
pub mod coverage;
pub mod critical;
pub mod damage;
pub mod defence;
pub mod dying;
mod fear;
pub mod flanking;
pub mod grip;
pub mod layers;
pub mod manoeuvre;
pub mod objects;
pub mod odds;
pub mod resistance;
pub mod ruse;
pub mod save;
pub mod shed;
pub mod shield;
mod two_hands;
pub mod unseen;

#[cfg(test)]
mod skirmish;

pub use ability::{AbilityForecast, Affected};
pub use aftermath::{Rest, Restored};
pub use battle::Battle;
pub use event::{Event, EventKind};
pub use forecast::{AttackForecast, Forecast, OpportunityForecast, PathForecast};
pub use request::{
    Aim, Cause, Choice, DefenceChoice, Manner, Refusal, Request, Standing, Trigger, Yielding,
};
pub use seat::{Seat, SideId};
pub use setup::Setup;
pub use snapshot::Snapshot;
pub use view::View;
