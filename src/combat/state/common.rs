//! What belongs to the battle as a whole: components of its common entity.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::contract::{
    Arrival, AutoResponse, Event, Request, RequestKind, Seat, Setup, SideId,
};
use crate::combat::state::combatant::{ActiveCondition, Initiative, Preparation, Reactions};
use crate::combat::state::step::Step;
use crate::content::{Catalogue, Objective};
use crate::dice::Dice;
use crate::rules::{Ability, Capability, ConditionDef, ConditionId, Flag, Ruleset};

/// The ruleset and the catalogue of a battle.
#[derive(Component, Clone)]
pub struct Rulebook {
    pub rules: Arc<Ruleset>,
    pub catalogue: Arc<Catalogue>,
    pub known: EngineConditions,
    /// There are attacks of opportunity in this battle.
    pub opportunities: bool,
}

/// The dice of the battle.
#[derive(Component, Clone, Debug)]
pub struct BattleDice(pub Dice);

/// What is still to be done; the last one is next.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack(pub Vec<Step>);

/// What the battle waits for.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending(pub Option<PendingRequest>);

/// A request, and the step that goes on with the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRequest {
    pub request: Request,
    pub resume: Step,
}

/// Everything that happened since the battle began.
#[derive(Component, Clone, Debug, Default)]
pub struct Log {
    pub events: Vec<Event>,
    /// Nothing is written down in a copy to look ahead in.
    pub closed: bool,
    /// The combatant that brings about what happens now, if one does.
    pub cause: Option<Seat>,
    /// The first event after a die that disagreed with the script.
    pub unscripted: Option<usize>,
}

/// What the battle started from.
#[derive(Component, Clone, Debug, Default)]
pub struct Start {
    pub setup: Arc<Setup>,
    /// Conditions stated outright: on whom, what, with which amount, by whom.
    pub conditions: Vec<(Seat, ConditionId, i32, Option<Seat>)>,
}

/// Rounds, turns and their order.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounds {
    /// 0 before the first ordinary round.
    pub round: u16,
    pub surprise: bool,
    /// How many surprise rounds have been played.
    pub surprise_rounds: u16,
    /// Rounds of earlier encounters of this battle (EP-INIT-10).
    #[serde(default)]
    pub earlier: u16,
    /// Whose turn it is.
    pub current: Option<Seat>,
    /// Who has had its turn in this round.
    pub done: Vec<Seat>,
    /// The number of the action under way, so that one action provokes once.
    pub serial: u32,
    /// The highest number that an action has had.
    pub latest: u32,
    pub over: Option<Outcome>,
    /// What the start of the current turn changed, as long as the turn can be put off.
    pub before_turn: Option<TurnBefore>,
    /// Who was asked whether to put its turn off before it begins, and begins it.
    pub asked_first: Option<Seat>,
    /// Who is still to enter the battle, by seat.
    #[serde(default)]
    pub awaited: Vec<Awaited>,
    /// The side whose ambush has succeeded.
    #[serde(default)]
    pub ambush: Option<SideId>,
}

impl Rounds {
    /// Another action is under way from now on.
    pub fn begin_action(&mut self) {
        self.latest = self.latest.max(self.serial).saturating_add(1);
        self.serial = self.latest;
    }

    /// How many rounds have begun, those of surprise counted: what lasts for rounds goes by this (AH-SEQ-05).
    pub fn elapsed(&self) -> u16 {
        self.ordinary().saturating_add(self.surprise_rounds)
    }

    /// How many ordinary rounds have begun in all encounters of this battle.
    pub fn ordinary(&self) -> u16 {
        self.round.saturating_add(self.earlier)
    }
}

/// Every combatant with an initiative, first to last; follows from the [`Initiative`] of all.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Order(pub Vec<Seat>);

impl Order {
    /// The order of these, who come by seat.
    pub fn of<'a>(all: impl Iterator<Item = (Seat, &'a Initiative)>) -> Self {
        let mut turns: Vec<_> = all
            .filter(|(_, initiative)| initiative.count.is_some())
            .map(|(seat, initiative)| (initiative.turn(), seat))
            .collect();
        turns.sort_unstable();
        Self(turns.into_iter().map(|(_, seat)| seat).collect())
    }
}

/// What a turn that is put off gets back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnBefore {
    /// Conditions that ended as the turn began.
    pub ended: Vec<(Seat, ActiveCondition)>,
    /// Reactions before they were renewed.
    pub reactions: Reactions,
    /// The readied action that lapsed.
    #[serde(default)]
    pub readied: Option<Preparation>,
    pub silenced: bool,
    pub hit_points: i32,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// `None`: a draw.
    pub winner: Option<SideId>,
    pub reason: crate::combat::contract::EndReason,
}

/// The sides and the objective.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    pub list: Vec<Side>,
    pub objective: Objective,
    /// Rounds that each side has held the zone, by side.
    pub held: Vec<u16>,
    /// Members that reached the zone.
    pub arrived: Vec<Seat>,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub id: String,
    pub name: String,
    pub surrendered: bool,
    /// Zone in which its members are placed.
    pub deploy: Option<String>,
    /// Answers given without asking.
    pub standing: Vec<(RequestKind, AutoResponse)>,
}

/// Ids of the conditions that the engine itself imposes; `None` where a ruleset has no such state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineConditions {
    pub flat_footed: Option<ConditionId>,
    pub unaware: Option<ConditionId>,
    pub prone: Option<ConditionId>,
    pub grabbed: Option<ConditionId>,
    pub grappling: Option<ConditionId>,
    pub pinned: Option<ConditionId>,
    pub unconscious: Option<ConditionId>,
    pub staggered: Option<ConditionId>,
    pub disabled: Option<ConditionId>,
    pub dying: Option<ConditionId>,
    pub stable: Option<ConditionId>,
    pub dead: Option<ConditionId>,
    pub squeezing: Option<ConditionId>,
    pub gone: Option<ConditionId>,
    pub hidden: Option<ConditionId>,
    pub located: Option<ConditionId>,
    pub remembered: Option<ConditionId>,
    pub forgotten: Option<ConditionId>,
    /// Some condition has a say in hit points: those of a raised Constitution, or temporary ones.
    pub sways_hit_points: bool,
    /// Some condition takes its bearer to another plane, or through what is solid.
    pub leaves_body: bool,
}

impl EngineConditions {
    /// Looks the names up.
    pub fn of(rules: &Ruleset) -> Self {
        Self {
            flat_footed: rules.condition("flat_footed"),
            unaware: rules.condition("unaware"),
            prone: rules.condition("prone"),
            grabbed: rules.condition("grabbed"),
            grappling: rules.condition("grappling"),
            pinned: rules.condition("pinned"),
            unconscious: rules.condition("unconscious"),
            staggered: rules.condition("staggered"),
            disabled: rules.condition("disabled"),
            dying: rules.condition("dying"),
            stable: rules.condition("stable"),
            dead: rules.condition("dead"),
            squeezing: rules.condition("squeezing"),
            gone: rules.condition("gone"),
            hidden: rules.condition("hidden"),
            located: rules.condition("located"),
            remembered: rules.condition("remembered"),
            forgotten: rules.condition("forgotten"),
            sways_hit_points: sways_hit_points(rules),
            leaves_body: has_flag(rules, Flag::Ethereal) || lets_through(rules),
        }
    }
}

/// Whether some condition of the ruleset lets its bearer through what is solid.
fn lets_through(rules: &Ruleset) -> bool {
    let mut all = rules.conditions.iter();
    all.any(|(_, def)| def.grants.contains(&Capability::PassesSolids))
}

/// Whether some condition of the ruleset has this flag.
fn has_flag(rules: &Ruleset, flag: Flag) -> bool {
    let mut all = rules.conditions.iter();
    all.any(|(_, def)| def.flags.contains(&flag))
}

/// Whether hit points follow conditions under these rules.
fn sways_hit_points(rules: &Ruleset) -> bool {
    let beside = rules.policies.damage.nonlethal.beside_temporary();
    let raises = |def: &ConditionDef| def.raises.contains_key(&Ability::Constitution);
    beside
        || rules.policies.ability_loss.hit_points
            && rules.conditions.iter().any(|(_, def)| raises(def))
}

/// A combatant who is still to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    pub seat: Seat,
    pub arrival: Arrival,
}
