//! Sounds: everything that is heard is worked out in code, as everything that is seen is drawn in code.
//!
//! The room knows no other room and no device. A [`Sound`] is a few voices of a small synthesiser, and
//! [`Sound::samples`] gives what is heard: the same on every run.

mod list;
mod synth;

pub use list::Sound;
pub use synth::RATE;
