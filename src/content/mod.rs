//! RON in: rulesets, monsters, equipment, terrain, levels, journeys.
//!
//! Everything is read with `std::fs` and `ron`, for the window, the terminal, the tests and the
//! designer's `check` alike. [`Catalogue::load`] reads a data folder and reports every finding of
//! every file in one run; a finding has file, line, column, what was expected and the nearest valid
//! name.

mod absent;
pub mod border;
pub mod catalogue;
mod dock;
mod draft;
pub mod equipment;
mod excerpt;
mod faulty;
pub mod finding;
pub mod journey;
pub mod lesson;
pub mod level;
mod loader;
mod merge;
pub mod monster;
pub mod nearest;
mod parser;
pub mod ranges;
pub mod root;
mod ruleset;
pub mod source;
pub mod subject;
mod syntax;
pub mod terrain;
mod translate;
mod validate;
mod variant;

pub use border::{BorderDef, BorderRun};
pub use catalogue::{Catalogue, check, fingerprint};
pub use equipment::{ArmourDef, HelmetDef, ShieldDef, WeaponDef};
pub use excerpt::{phrase, plain};
pub use finding::{Code, Finding, Findings, Severity};
pub use journey::JourneyDef;
pub use lesson::LessonDef;
pub use level::{LevelDef, Objective};
pub use loader::is_id;
pub use monster::MonsterDef;
pub use parser::{parse, past_comma};
pub use root::data_root;
pub use source::{options, read_file, read_text, read_tree};
pub use subject::SubjectDef;
pub use syntax::{Entry, Kind, Node};
pub use terrain::TerrainDef;

#[cfg(test)]
mod tests;
