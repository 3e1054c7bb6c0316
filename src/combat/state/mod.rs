//! The state of a battle: the components of a combatant, and those of the common entity. No rules.
//!
//! A rule that only reads takes [`&State`](State). A rule that writes takes one of five nested
//! [rights](access), which [`Writes`] opens for all steps together.

pub(crate) mod access;
mod asking;
pub(crate) mod attack_mode;
mod budget;
mod column;
pub(crate) mod combatant;
pub(crate) mod common;
pub(crate) mod field;
pub(crate) mod full_attack;
pub(crate) mod gear;
pub(crate) mod ground;
pub(crate) mod hands;
mod interrupts;
pub(crate) mod laid;
mod list;
pub(crate) mod listeners;
pub(crate) mod occupancy;
mod parts;
pub(crate) mod plan;
pub(crate) mod powers;
pub(crate) mod refusal;
mod saved;
pub(crate) mod step;
mod supposed;
mod view;
pub(crate) mod vitals;

pub(crate) use access::{Acting, Afflicting, Rolling, Turning, Wounding};
pub(crate) use asking::losses;
pub(crate) use combatant::{
    ActiveCondition, AttackMode, Attacks, BeforePlace, BegunOn, Budget, Change, Conditions, Deed,
    Ending, Gear, Identity, Initiative, Limit, Mark, Noise, Opportunities, Place, Preparation,
    Provocation, Reactions, Shed, Stamina, Stats, Worn,
};
pub(crate) use common::{
    Awaited, BattleDice, EngineConditions, Log, Order, Outcome, Pending, PendingRequest, Rounds,
    Rulebook, Side, Sides, Stack, Start, TurnBefore,
};
pub use field::Upper;
pub(crate) use field::{Alteration, Field, MovementCosts};
pub(crate) use full_attack::{FullAttack, Source};
pub(crate) use hands::{Hands, Piece};
pub(crate) use laid::Laid;
pub(crate) use listeners::{Above, Listeners, PrimitiveRules, Questions, Run, User};
pub(crate) use occupancy::Occupancy;
pub(crate) use plan::{MoveMode, Plan};
pub(crate) use powers::{Casting, HeldTouch, KnownAbility, Repertoire, Working};
pub(crate) use saved::{Columns, Combatant, Common};
pub(crate) use step::ability::Use;
pub(crate) use step::attack::{Attack, AttackOrder, Rolled};
pub(crate) use step::blow::{Blow, Part};
pub(crate) use step::declared::{Chosen, DeclaredAction, Sequel};
pub(crate) use step::fall::Fall;
pub(crate) use step::hold::{Counter, Hold, Struck, Struggling};
pub(crate) use step::inhaling::Inhaling;
pub(crate) use step::offer::{Fallen, FollowUp, Offer, ReadiedOffer, Response};
pub(crate) use step::rush::Rush;
pub(crate) use step::stage::{Boundary, Stage};
pub(crate) use step::walk::{Finish, Forced, Overrun, OverrunStage, Pace, Rise, Walk};
pub(crate) use step::{Answered, Asked};
pub(crate) use supposed::Supposed;
pub(crate) use view::{Reader, Reads, State, Writes};
pub(crate) use vitals::Vitals;
