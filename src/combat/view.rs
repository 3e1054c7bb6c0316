//! A plain picture of a battle for screens, computer players and tests.

use serde::{Deserialize, Serialize};

use super::seat::{Seat, SideId};
use crate::grid::{Area, Footprint, Square};
use crate::rules::{ActionCost, ActionId, ConditionId, MonsterId, Size, WeaponId};

/// The whole battle as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub round: u16,
    pub surprise: bool,
    /// Order of turns, first to last; those without a turn left out.
    pub order: Vec<Seat>,
    pub current: Option<Seat>,
    /// By seat.
    pub combatants: Vec<CombatantView>,
    pub sides: Vec<SideView>,
    /// Weapons on the ground.
    pub dropped: Vec<(Square, WeaponId)>,
    pub over: Option<Option<SideId>>,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideView {
    /// Id in the level file.
    pub id: String,
    pub name: String,
    pub surrendered: bool,
}

/// One combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatantView {
    pub seat: Seat,
    pub side: SideId,
    pub name: String,
    pub monster: Option<MonsterId>,
    pub size: Size,
    pub footprint: Footprint,
    /// `None` before it is placed and after it has left.
    pub area: Option<Area>,
    pub hit_points: i32,
    pub max_hit_points: i32,
    pub nonlethal: i32,
    pub constitution_lost: i32,
    pub initiative: Option<i32>,
    pub conditions: Vec<ConditionId>,
    /// Able to act and fight.
    pub standing: bool,
    pub dead: bool,
    pub speed: u16,
    pub defence: i32,
    pub forms: Vec<FormView>,
    pub budget: BudgetView,
    pub energy: i32,
    pub fate: i32,
    pub shield_uses: (u8, u8),
    pub opportunities_left: u8,
    pub gear: GearView,
    pub readied: Option<ActionId>,
    pub delaying: bool,
}

/// One way to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormView {
    pub name: String,
    /// The weapon of it; `None` for stat blocks that name none.
    pub weapon: Option<WeaponId>,
    pub ranged: bool,
    /// Bonus before situation.
    pub attack: i32,
    /// Damage as text, such as `1d8+3`.
    pub damage: String,
    /// Twice the mean damage before situation, so that it is whole.
    pub mean_damage_x2: i32,
    /// Smallest distance in squares that it strikes at.
    pub nearest: u16,
    /// Largest distance in squares.
    pub reach: u16,
    /// Attacks with it in a full attack.
    pub attacks: u8,
    /// Held in the off hand.
    pub off_hand: bool,
    /// Can be used now (in hand, loaded).
    pub ready: bool,
}

/// What is left of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetView {
    pub standard: u8,
    pub movement: u8,
    pub swift: u8,
    pub free_step: bool,
    /// Movement under way that can be continued, in twelfths of a square.
    pub movement_left: u16,
    /// Only a single action: surprise round, disabled, staggered, slowed.
    pub restricted: bool,
    /// The turn must end.
    pub ended: bool,
}

/// The state of armour and shield where they wear out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GearView {
    pub armour: Option<WornView>,
    pub helmet: Option<WornView>,
    pub shield: Option<WornView>,
}

/// One worn item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WornView {
    pub name: String,
    pub hit_points: i32,
    pub max_hit_points: i32,
    /// 0 mint, 1 damaged, 2 battered, 3 ruined, 4 destroyed.
    pub condition: u8,
}

/// One entry of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOption {
    pub action: ActionId,
    pub cost: ActionCost,
    /// Why it cannot be taken now.
    pub refusal: Option<super::request::Refusal>,
}
