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
pub mod basics;
pub mod check;
pub mod condition;
pub mod cost;
pub mod damage;
pub mod derive;
pub mod dying;
pub mod economy;
pub mod icon;
pub mod id;
pub mod initiative;
pub mod kind;
pub mod manoeuvre;
pub mod modifier;
pub mod move_mode;
pub mod movement;
pub mod names;
pub mod nature;
pub mod pool;
pub mod portrait;
pub mod primitive;
pub mod ruleset;
mod sign;
pub mod size;
pub mod skill;
pub mod special;
pub mod stat;
pub mod targeting;
pub mod threat;
pub mod topic;
pub mod traits;
pub mod weapon;

pub use ability::{Abilities, Ability, AbilityLoss, Losses};
pub use action::{ActionDef, AimsAt, EndsTurn, Faculty, Occasion, Per, Subject};
pub use aftermath::{Healing, Waking};
pub use attack::{
    AimsAtUnseen, AttackRules, BlockRules, ConcealmentRule, CoverByDegree, CoverRule,
    CoverToReflex, Critical, DefenceModel, Flanking, IntoMelee, Iterations, LowObstacles, MissDie,
    ObjectRule, RangeRule, TouchRule, UnarmedRule, UnseenSquares,
};
pub use basics::Basics;
pub use check::{Check, Edge};
pub use condition::{
    Aspect, AttackFilter, ConditionDef, Duration, Eludes, Flag, Flags, Forbids, ROUNDS_PER_MINUTE,
    Upkeep, UsedUp,
};
pub use cost::{CostDef, Lack, Purse, Slot};
pub use damage::{
    Adjustment, ArmourModel, CoverageRules, DamageKind, Grades, MOST_GRADES, Nonlethal,
    StrengthToDamage,
};
pub use dying::{AtZero, Clock, Death, Dying, FinishingBlow, FinishingDifficulty, Saves, Tick};
pub use economy::{FreeStep, LongActions, Slots};
pub use id::*;
pub use initiative::{
    AmbushRules, Beginning, DelayRule, Interrupts, Newcomers, Notice, NoticingRules, ReadiedPlace,
    ReadyDeclined, ShotRules, TieBreak, UnawareRoll, UnawareUntil,
};
pub use kind::{AbilityComponent, KindRules};
pub use manoeuvre::{ManoeuvreRule, Manoeuvres, Roll, Spoiled, SunderRules, SunderWear, Weights};
pub use modifier::{
    Counted, Denial, Modifier, ModifierKind, Modifiers, Part, Source, Stacking, Tally,
};
pub use move_mode::{
    ChargeDef, ChargeEnd, Exempt, Lane, LeapDef, LeapLength, MoveDef, Tumble, Wriggle,
};
pub use movement::{
    Climbing, DiagonalInDifficult, DiagonalsCounted, Force, HamperedTwice, LetsFall, MovementRules,
    PickUp, SpaceTable, Squeezing, StandUp, Stopped,
};
pub use names::Names;
pub use nature::{Nature, Natures};
pub use pool::{MOST_POOLS, Points, PoolDef, counted, with_article};
pub use primitive::{
    AbilityPart, AttackPart, Carry, Channel, Circle, Family, Grapple, Ground, Handling, Lasts,
    ManoeuvrePart, MovementPart, Named, Needs, Party, Perceive, Plus, Posture, Primitive, Ride,
    StrikeAt, Ties, TurnAct, Unlike, Value, Which,
};
pub use ruleset::{Policies, Rule, Ruleset, Scope};
pub use size::{Body, Size};
pub use skill::{SkillDef, SkillId};
pub use special::{
    AbilityDef, Amount, CheckDef, Lasting, SaveDef, Saved, SpecialEffect, Target, Touch, Uses,
};
pub use stat::Stat;
pub use targeting::{TargetRule, Targeting, Whom};
pub use threat::{Acts, Moving, Provokes, ReachWeapons, Threatens};
pub use topic::Topic;
pub use traits::{Capability, Sense, TraitDef};
pub use weapon::{Reload, WeaponChange};
