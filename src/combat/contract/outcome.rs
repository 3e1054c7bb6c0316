//! How what happened came out: the words that events are told in.

use serde::{Deserialize, Serialize};

use crate::combat::contract::setup::Wearable;
use crate::rules::TerrainId;

/// Why nothing came of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lost {
    /// A wound broke the concentration.
    Disturbed,
    /// It was tried on the defensive and failed.
    Defensive,
    Countered,
    /// Its user cannot act any more.
    Helpless,
    /// Another ability took its place.
    Displaced,
    /// Its user touched something else.
    Discharged,
    /// It was not gone on with.
    GivenUp,
    /// What it was aimed at is out of reach.
    OutOfReach,
    /// A check or the luck that it takes failed.
    Failed,
    /// The check that it takes of a combatant on its guard failed.
    OnGuard,
}

/// How an attack roll compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackOutcome {
    Miss,
    Hit,
    /// A natural result that misses whatever the total.
    AutomaticMiss,
    /// A natural result that hits whatever the total.
    AutomaticHit,
}

impl AttackOutcome {
    /// Whether the roll reached what it had to, whatever stops the attack afterwards.
    pub fn hits(self) -> bool {
        matches!(self, Self::Hit | Self::AutomaticHit)
    }
}

/// Why an attack came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Miss {
    Defence,
    Natural,
    Dodged,
    Blocked,
    Concealment,
    Cover,
    /// The attacker could not go on.
    Interrupted,
    /// What was touched is too large to be held.
    TooLarge,
}

/// A layer of protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layer {
    Shield,
    Helmet,
    Armour,
    NaturalArmour,
    /// Nothing protects.
    Body,
}

impl Layer {
    /// The thing that it is, unless it is part of the body.
    pub fn worn(self) -> Option<Wearable> {
        match self {
            Self::Shield => Some(Wearable::Shield),
            Self::Helmet => Some(Wearable::Helmet),
            Self::Armour => Some(Wearable::Armour),
            Self::NaturalArmour | Self::Body => None,
        }
    }
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndReason {
    /// One side is left able to fight.
    Defeat,
    /// No combatant is.
    MutualDestruction,
    Surrender,
    Objective,
    /// Too many rounds without an end.
    Stalemate,
}

/// What hurts a combatant where no other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HurtBy {
    Ground(TerrainId),
    /// What it has breathed in.
    Inhaled,
    Fall,
    /// A strenuous action at the end of its strength (SP-DYING-05).
    Strain,
    /// The wounds of which it is dying.
    Wounds,
    Suffocation,
}
