//! The rules at work: components, systems, the resolution stack, requests, events, snapshots.
//!
//! A [`Battle`] owns a world of its own in which all state is components, and the rules
//! are systems over them. It runs until it needs a decision and stops with a [`Request`]; a driver
//! answers with a [`Choice`]; what happened is told by [`Event`]s. No code outside this folder
//! touches the world.
//!
//! The folders are the chapters of the rulebook, bottom up: each uses those above it in this list and
//! none below it. The architecture test holds that.

pub mod contract;
pub(crate) mod state;

// What fighting is made of.
pub(crate) mod conditions;

pub(crate) mod economy;

pub(crate) mod equipment;

pub(crate) mod threat;

pub(crate) mod checks;

pub(crate) mod damage;

pub(crate) mod attack;

pub(crate) mod opportunity;

pub(crate) mod movement;

pub(crate) mod manoeuvre;

pub(crate) mod ability;

// Who does what, and when.
pub(crate) mod action;

pub(crate) mod flow;

pub(crate) mod battle;

#[cfg(test)]
pub(crate) mod testkit;

pub use battle::Battle;
pub use battle::aftermath::{Rest, Restored, Unsure};
pub use battle::lookahead::Ahead;
pub use battle::queries::Sight;
pub use battle::repair::Repairable;
pub use battle::replay::{Divergence, Recording, first_difference};
pub use battle::savegame::{CHECKED, FORMAT, LoadError, OLDEST, SaveGame};
pub use battle::snapshot::Snapshot;
pub use battle::timeline::Timeline;
pub use contract::event::{Event, EventKind};
pub use contract::forecast::{
    AbilityForecast, Affected, AttackForecast, Forecast, Glimpse, GroundForecast,
    OpportunityForecast, PathForecast, WayCheck,
};
pub use contract::reason::Reason;
pub use contract::request::{
    Aim, AutoResponse, Cause, Choice, ComingIn, DefenceChoice, DefenceChoices, HeldItem, Manner,
    Refusal, Request, Sheltered, Trigger, Yielding,
};
pub use contract::seat::{Seat, SideId};
pub use contract::setup::Setup;
pub use contract::view::{Awareness, View};
pub use movement::Toll;
pub(crate) use state::Reads;
pub use state::Upper;
