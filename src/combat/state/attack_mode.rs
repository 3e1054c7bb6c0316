//! The ways to attack of a combatant.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::equipment::{Material, StrengthUse};
use crate::dice::DiceExpr;
use crate::grid::{Area, Reach, ReachMetric, within_reach};
use crate::rules::{AbilityId, DamageKind, Modifier, Reload, WeaponId};

/// Some of the ways to attack of a combatant, by their numbers.
pub type ModesAtHand = SmallVec<[u8; 16]>;

/// One way to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackMode {
    pub name: String,
    pub weapon: Option<WeaponId>,
    pub ranged: bool,
    /// Melee: squares of reach. Ranged: smallest and largest distance.
    pub reach: Reach,
    /// Squares of one range increment; 0 in melee.
    pub increment: u16,
    /// Most increments.
    pub increments: u8,
    /// Parts of the attack bonus.
    pub attack: Vec<Modifier>,
    /// Later attacks of a full attack, such as -5 and -10.
    pub iterations: Vec<i32>,
    pub damage: DiceExpr,
    pub damage_bonus: Vec<Modifier>,
    pub kinds: Vec<DamageKind>,
    /// Further damage of other kinds that each hit deals.
    pub also: Vec<(DiceExpr, DamageKind)>,
    /// Lowest natural roll that threatens.
    pub threat: u8,
    pub multiplier: u8,
    pub material: Material,
    pub strength: StrengthUse,
    pub reload: Reload,
    pub usable_prone: bool,
    pub nonlethal: bool,
    /// A bare hand: provokes and does not threaten where the system says so.
    pub unarmed: bool,
    /// Counts as armed, so it threatens.
    pub armed: bool,
    pub light: bool,
    pub hands: u8,
    /// Held in the off hand.
    pub off_hand: bool,
    pub natural: bool,
    /// A secondary natural weapon.
    pub secondary: bool,
    /// The ability that it carries into a wound, such as poison.
    #[serde(default)]
    pub carries: Option<AbilityId>,
    /// Not a weapon but the attack of this special ability, which has to be ready to strike.
    pub ability: Option<AbilityId>,
    /// Has only to touch.
    pub touch: bool,
    /// Not meant to be thrown: only by an action of its own.
    #[serde(default)]
    pub improvised: bool,
    /// Dice of its damage that show so much or less are rolled again.
    #[serde(default)]
    pub brutal: u8,
    /// A weapon for one hand, held in both by choice: only while the other hand is free.
    #[serde(default)]
    pub both_hands: bool,
}

impl AttackMode {
    /// Whether a melee mode reaches from one space to another: what strikes next to its own space strikes at
    /// those who share it, too.
    pub fn reaches(&self, from: Area, to: Area, metric: ReachMetric) -> bool {
        within_reach(from, to, self.reach, metric) || self.strikes_within() && from.overlaps(to)
    }

    /// Whether a melee mode strikes at those who share its user's space.
    pub fn strikes_within(&self) -> bool {
        self.reach.min <= 1
    }
}

/// All ways to attack, in the order of the screen. Which are usable is [`Hands`](crate::combat::state::Hands)' affair.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attacks(pub Vec<AttackMode>);
