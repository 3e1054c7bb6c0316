//! What an action is aimed at, and what of its program can be done to that.

use serde::{Deserialize, Serialize};

use super::Topic;
use super::primitive::Needs;

/// What must be chosen along with the action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Targeting {
    #[default]
    None,
    /// Squares: those of a way, or the one that the action is done to.
    Path,
    /// A target within the reach or range of the chosen attack mode.
    Attack,
    /// An adjacent enemy.
    AdjacentEnemy,
    /// An enemy; what is done to it has rules of its own for how near it has to be.
    Enemy,
    /// An adjacent ally.
    AdjacentAlly,
    /// An enemy that can be charged; the path follows from it.
    ChargeTarget,
    /// Any combatant that the ability can be used on, itself included.
    Combatant,
    /// Several of them.
    Combatants,
    /// One of them, or a square.
    CombatantOrSquare,
    /// The corner around which an area lies, named by the square south-east of it.
    Corner,
    /// A square in whose direction an area extends.
    Direction,
    /// One combatant of whom this is true.
    One(TargetRule),
}

/// Who is affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    #[default]
    Anyone,
    Enemies,
    /// Allies and itself.
    Allies,
    /// Only what lives.
    Living,
    /// Only what does not.
    Lifeless,
}

/// What has to be true of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TargetRule {
    pub whom: Whom,
    /// At most so many squares away.
    pub within: Option<u16>,
    pub adjacent: bool,
    /// The user sees it.
    pub seen: bool,
    /// It sees the user.
    pub sees_user: bool,
    /// It has a mind to work on.
    pub minded: bool,
    /// The topic of refusals; `None`: that of the program, or else the first rule of the action.
    pub cites: Option<Topic>,
}

impl Targeting {
    /// Whether what is chosen for it serves something with this need.
    pub fn gives(self, need: Needs) -> bool {
        match self {
            Self::None => need == Needs::Listed,
            Self::Combatants | Self::CombatantOrSquare => false,
            Self::Corner | Self::Direction => false,
            Self::Path => need == Needs::Squares,
            Self::ChargeTarget => need == Needs::Lane,
            Self::Attack | Self::AdjacentEnemy | Self::Enemy => {
                matches!(need, Needs::Creature | Needs::Enemy)
            }
            Self::AdjacentAlly => matches!(need, Needs::Creature | Needs::Ally),
            Self::Combatant => matches!(need, Needs::Creature | Needs::Enemy | Needs::Ally),
            Self::One(rule) => match need {
                Needs::Creature => true,
                Needs::Enemy => rule.whom != Whom::Allies,
                Needs::Ally => rule.whom != Whom::Enemies,
                Needs::Squares | Needs::Lane | Needs::Listed => false,
            },
        }
    }
}
