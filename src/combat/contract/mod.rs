//! What a battle and its drivers exchange: requests, choices, refusals, events, forecasts, setups.
//! No rules.

mod account;
pub mod block;
pub mod care;
pub mod event;
pub mod forecast;
pub mod outcome;
pub mod reason;
pub mod request;
pub mod seat;
pub mod setup;
pub mod view;

pub use block::{BlockAttack, StatBlock};
pub use care::Care;
pub use event::{Event, EventKind};
pub use forecast::{
    AbilityForecast, Affected, AttackForecast, Forecast, Glimpse, GroundForecast,
    OpportunityForecast, PathForecast, WayCheck,
};
pub use outcome::{AttackOutcome, EndReason, HurtBy, Layer, Lost, Miss};
pub use reason::Reason;
pub use request::{
    Aim, AutoResponse, Cause, Choice, ComingIn, DefenceChoice, DefenceChoices, HeldItem, Manner,
    Refusal, Request, RequestKind, Sheltered, Trigger, Yielding,
};
pub use seat::{Seat, Seats, SideId};
pub use setup::{
    AmbushSetup, Arrival, AwareSetup, CombatantKind, CombatantSetup, Entrance, Opening, Repair,
    Scars, Setup, SetupError, SideSetup, StartingCondition, Wearable,
};
pub use view::{
    AbilityView, ActionOption, AttackModeView, Awareness, BestAbility, BudgetView, CombatantView,
    GearView, Lasts, SideView, View, WornView,
};
