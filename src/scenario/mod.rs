//! Proofs of rules as data: small drawn battles with scripted dice and expectations.
//!
//! A scenario file is a list of [`Scenario`]s. [`run`] plays one and says what went otherwise than
//! expected; [`Coverage`] counts which rules of a compendium are proved by any; [`hunt`] finds changes
//! of a ruleset that none notices. The format is described in `docs/scenarios.md`.

mod bless;
mod coverage;
mod drawing;
mod expect;
mod file;
mod format;
mod mutate;
mod names;
mod notation;
mod play;
mod report;
mod script;
mod scripted;
mod stage;
mod stated;
#[cfg(test)]
mod tests;

pub use bless::{bless, compares_events, diff, without_events};
pub use coverage::{Count, Coverage};
pub use file::{Lines, ScenarioFile, collect};
pub use format::{Expect, Fighter, Line, Scenario, Scripted};
pub use mutate::{
    Change, Explanation, Report, SURVIVORS, Sample, all_changes, file_changes, hunt, mutants,
};
pub use names::{Misnomer, misnomers};
pub use notation::{NOTATIONS, Notation, event_line, reads};
pub use play::{Failure, Played, Player, play, run};
pub use report::brought;
pub use stated::idle;
