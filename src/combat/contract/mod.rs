//! What a battle and its drivers exchange: requests, choices, refusals, events, forecasts, setups.
//! No rules.

pub mod event;
pub mod forecast;
pub mod request;
pub mod seat;
pub mod setup;
pub mod view;
