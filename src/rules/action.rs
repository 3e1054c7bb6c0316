//! Actions as data: cost, provocation, target, and a program of primitives.
//!
//! Screen, terminal, computer player and `Battle::options` all read these entries, so that a new
//! action from known primitives needs no Rust.

mod questions;

use serde::{Deserialize, Serialize};

use super::primitive::Primitive;
use super::targeting::Targeting;
use super::threat::Provokes;
use super::{SkillId, Stat, Topic};

/// An action of the ruleset's `actions.ron`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ActionDef {
    pub name: String,
    /// One line for the tooltip.
    pub text: String,
    /// What the log says that a combatant does: "withdraws {}", `{}` being the target or the squares
    /// covered; empty: the name.
    pub told: String,
    /// Rules by id.
    pub rules: Vec<String>,
    /// What it takes of the turn, by id.
    pub cost: String,
    /// What it costs a combatant that has a single action in the turn; `None`: the same, but what
    /// takes more is not possible then.
    pub restricted_cost: Option<String>,
    /// The same in a surprise round; `None`: no other than with a single action (EP-SURP-06).
    pub surprise_cost: Option<String>,
    /// What it costs instead when that can be paid.
    pub cheaper: Option<Cheaper>,
    pub provokes: Provokes,
    pub target: Targeting,
    /// The condition that it brings with its declaration, before what it invites.
    pub stance: Option<String>,
    /// What happens, in order.
    pub does: Vec<Primitive>,
    /// Its user chooses an amount, with which its stance begins; `None`: there is nothing to choose.
    pub chooses: Option<ChosenAmount>,
    /// How often it is possible; `None`: as often as it can be paid for.
    pub limit: Option<Limit>,
    /// Things by id, one of which has to be in hand; none is needed if empty.
    pub kit: Vec<String>,
    /// A step that provokes nothing goes with it, before or after.
    pub with_step: bool,
    /// What may follow it in the turn.
    pub ends_turn: EndsTurn,
    /// Only with a shield in hand that can block.
    pub needs_shield: bool,
    /// And that shield is one to be strapped on, or is not; `None`: it may be either (EP-MACT-02).
    pub attached: Option<bool>,
    /// May be readied.
    pub readyable: bool,
    /// May be made in place of a melee attack: a single one, that at the end of a charge, any of a
    /// full attack, one of opportunity.
    pub replaces_attack: bool,
    /// May take the place of the worst attack that is left of a full attack, before the first one as well
    /// (EP-FULL-13).
    pub replaces_worst: bool,
    /// What it does takes hold of something: a touch that is held ready discharges into that (SP-KIDO-13).
    pub handles: bool,
    /// A combatant that takes it covers no distance at all in the turn, not even by a free step.
    pub still: bool,
    /// Counts as movement: it and the free step rule each other out in a turn (EP-MOVE-05).
    pub counts_as_movement: bool,
    /// May be begun in a turn with a single action and finished in the next turn, at this cost.
    pub startable: Option<String>,
    /// Taken out of turn, in answer to this, once between two of its own turns.
    pub answers: Option<Occasion>,
    /// It answers whenever there is occasion, and not once between two of its own turns.
    pub answers_always: bool,
    /// It answers of itself, and nobody is asked (SP-KIDO-20).
    pub of_itself: bool,
    /// In answer to a felled enemy: at the highest bonus, whichever attack it was that felled (EP-FULL-08).
    pub at_best: bool,
    /// What a body or mind has to have for the action to be offered; no rule, and nothing is refused
    /// for it. That things are handled with hands need not be said.
    pub asks: Vec<Faculty>,
    /// Only for those with this trait.
    pub needs_trait: Option<String>,
    /// Only for those with so many ranks in a skill, whatever their total (EP-AID-04).
    pub needs_ranks: Option<(SkillId, u8)>,
    /// Whom the computer player and the marks on the map offer as its target; `None`: as `target`
    /// says.
    pub aims_at: Option<AimsAt>,
    /// The shelf of the dock that it stands on.
    pub shelf: Shelf,
    /// Open words by which conditions forbid it. The engine reads one of them itself:
    /// `on_restive_mount`.
    pub tags: Vec<String>,
    /// Where it stands in the dock; small numbers first.
    pub bar_order: u8,
    /// Key on the screen, one letter.
    pub key: Option<char>,
    /// One of [`ICONS`](super::icon::ICONS) by name; `None`: that of its shelf. Ask
    /// [`icon`](Self::icon).
    pub icon: Option<String>,
    /// The place in the dock that it keeps, 1 to 5; `None`: none of them.
    pub slot: Option<u8>,
}

/// What amounts can be chosen, from 1 (SP-MAN-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenAmount {
    /// The highest.
    pub most: u8,
    /// And none above the base attack bonus of its user.
    #[serde(default)]
    pub within_base_attack: bool,
}

/// A shelf of the dock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shelf {
    Attack,
    Move,
    /// Grabs, shoves, trips and whatever else is done to an enemy.
    Manoeuvre,
    /// Spells, breath and other special abilities.
    Ability,
    /// Waiting, watching, helping, guarding.
    Guard,
    Gear,
    #[default]
    Other,
}

/// Whether the turn ends with an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndsTurn {
    #[default]
    No,
    /// Nothing but free actions may follow.
    ButFree,
    /// Nothing at all may follow (EP-DEF-06).
    AtOnce,
}

impl Shelf {
    /// The icon of what stands on it and names none.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Move => "move",
            Self::Manoeuvre => "manoeuvre",
            Self::Ability => "ability",
            Self::Guard => "guard",
            Self::Gear => "gear",
            Self::Other => "other",
        }
    }
}

/// Whom an action is offered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimsAt {
    /// An enemy that still stands.
    Enemy,
    /// Any enemy.
    AnyEnemy,
    /// Anyone of the own side.
    Ally,
    /// An ally out of the fight.
    FallenAlly,
    /// Anyone out of the fight; the computer player thinks of its own side only.
    Fallen,
}

/// What has to be chosen from a list for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A weapon.
    Weapon,
    /// A weapon, and the square that it falls into.
    Dropped,
    /// An action that takes two turns.
    LongAction,
    /// One of your own abilities.
    Ability,
    /// A count of the initiative.
    Count,
}

/// How often an action is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub per: Per,
    /// Any other action with the same limit and this group counts as this one.
    #[serde(default)]
    pub group: Option<String>,
    #[serde(default)]
    pub cites: Option<Topic>,
}

/// The time in which a limited action is possible once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// From one own turn to the next.
    Round,
    Battle,
}

/// A lower cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cheaper {
    /// By id.
    pub cost: String,
    /// The least base attack bonus that it asks for.
    pub base_attack: i32,
}

/// What an action asks of a body or mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faculty {
    /// Hands, or what does for them: all have these but beasts that fight with natural weapons and
    /// carry nothing.
    Hands,
    /// More Intelligence than an animal has.
    Wits,
    /// This number, above nothing.
    Number(Stat),
}

/// What can be answered out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// An enemy attacks: an interrupt, settled before the attack is rolled.
    Attacked,
    /// An attack has hit and its damage is done: a reaction.
    Hit,
    /// Its own melee attack has felled a creature: another attack with the same weapon and bonus, on
    /// another enemy in reach (SP-FULL-10).
    Felled,
    /// It falls: an interrupt, settled before the ground does its harm (SP-SWIFT-06).
    Falls,
    /// It is about to inhale something, or its turn begins in which it holds its breath: an interrupt, settled
    /// before that takes effect. The action can be taken of its own accord as well (EP-BRTH-01).
    Inhales,
}
