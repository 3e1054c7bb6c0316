//! What a rule system *is*: the policies and numbers that RON fills in.
//!
//! A [`Ruleset`] is data. Each place where rule systems differ is a policy: an enum with one variant
//! per behaviour, named after the behaviour. Mixing variants in RON gives house rules
//! that work, so no code may branch on a ruleset's name.
//!
//! This room holds the vocabulary only; the rules at work are in `combat`, and reading RON is done
//! in `content`.

pub mod ability;
pub mod action;
pub mod aftermath;
pub mod attack;
pub mod check;
pub mod condition;
pub mod cost;
pub mod damage;
pub mod derive;
pub mod dying;
pub mod economy;
pub mod id;
pub mod initiative;
pub mod manoeuvre;
pub mod modifier;
pub mod move_mode;
pub mod movement;
pub mod primitive;
pub mod ruleset;
pub mod size;
pub mod special;
pub mod stat;
pub mod threat;
pub mod topic;
pub mod traits;

pub use ability::{Abilities, Ability, AbilityLoss, Losses};
pub use action::{ActionDef, Provokes, Targeting};
pub use check::Check;
pub use condition::{ConditionDef, Duration, Flag};
pub use cost::{CostDef, Purse};
pub use id::*;
pub use modifier::{Counted, Modifier, ModifierKind, Modifiers, Part, Source, Stacking, Tally};
pub use primitive::Primitive;
pub use ruleset::{Rule, Ruleset};
pub use size::{Body, Size};
pub use special::{AbilityDef, Uses};
pub use stat::Stat;
pub use topic::Topic;
pub use traits::{Capability, TraitDef};
