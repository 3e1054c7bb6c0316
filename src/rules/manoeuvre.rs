//! Policies of the manoeuvres that move or hold bodies.

use serde::{Deserialize, Serialize};

/// How a bull rush is carried out once its check is won or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BullRushRules {
    /// The pusher first moves into the target's space, pushes it straight back, and is thrown back
    /// itself when it fails. Otherwise it stays where it is and chooses a square farther away.
    pub moves_in: bool,
    /// One square more for so many points by which the check was won, if the pusher moves along.
    pub further_per: Option<u8>,
    /// The pushed combatant and its pusher provoke attacks of opportunity from third parties.
    pub provokes: bool,
    /// Percent of the opportunity attacks of third parties that strike the other of the two.
    pub stray: u8,
}

/// How an overrun is decided where the one in the way does not step aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OverrunRules {
    /// By a trip: a touch first, and an answer in kind if it fails. Otherwise by the check alone.
    pub trips: bool,
}

/// What a grapple does to those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GrappleRules {
    /// A combatant that wins a hold keeps it by moving into the space of the other.
    pub shares_space: bool,
    /// A combatant that grapples already is grabbed without a touch, and does not strike first.
    pub joining_is_free: bool,
    /// So many of its own size can grapple a combatant at once.
    pub crowd: Option<u8>,
    /// A shot at one strikes any combatant in the grapple, by chance.
    pub shots_stray: bool,
    /// Taking hold of a combatant takes a free hand.
    #[serde(default)]
    pub free_hand: bool,
    /// A combatant that holds a combatant may let it go instead of answering its attempt to get free.
    #[serde(default)]
    pub may_let_go: bool,
}

/// What forced movement takes of its squares, in twelfths of a plain square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ForcedRules {
    /// Entering an obstacle.
    pub obstacle: u16,
    /// Entering ground that hurts.
    pub hazardous: u16,
    /// A save at the edge of such ground ends the movement before it.
    pub save_at_brink: bool,
}

impl Default for ForcedRules {
    fn default() -> Self {
        Self {
            obstacle: 24,
            hazardous: 12,
            save_at_brink: false,
        }
    }
}

/// How a combatant is moved against its will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// Each square farther from the combatant that does it than the one before.
    Push,
    /// Each square nearer.
    Pull,
    /// Any squares.
    Slide,
}
