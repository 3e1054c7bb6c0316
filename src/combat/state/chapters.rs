//! The chapters of the rules that write, and what each may write. Everything else they read.

use crate::combat::state::access::{chapter, implement_chapter};
use crate::combat::state::parts::*;

chapter! {
    /// The squares that are threatened.
    Threatening writes Threatened
}
chapter! {
    /// What has not been given a chapter of its own yet. Delete it at the end.
    Everything writes
        Place, Vitals, Conditions, Budget, Reactions, Hands, Gear, Initiative, Readied, Stamina,
        Repertoire, Sides, Field, Rounds, Stack, Pending, Workings, Log, BattleDice
}
