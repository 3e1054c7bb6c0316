//! A plain picture of a battle for screens, computer players and tests.

use serde::{Deserialize, Serialize};

use crate::combat::contract::seat::{Seat, SideId};
use crate::grid::{Area, Footprint, Square};
use crate::rules::{
    AbilityId, ActionId, ConditionId, CostId, DamageKind, Grades, Losses, MonsterId, Points, Purse,
    Size, WeaponId,
};

/// What an observer knows of a subject, or a side by the best of its members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awareness {
    #[default]
    Seen,
    /// It does not see the subject, but knows which square it is in.
    Square,
    /// It does not know where the subject is, or that it is there at all.
    Unknown,
}

/// The whole battle as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub round: u16,
    /// Rounds of earlier encounters of this battle.
    pub earlier: u16,
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

impl View {
    /// How many rounds have begun in all encounters.
    pub fn rounds(&self) -> u16 {
        self.round.saturating_add(self.earlier)
    }
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
    /// What those know of it for whom the picture is; `Seen` in the picture of everything.
    #[serde(default)]
    pub known: Awareness,
    /// `None` before it is placed and after it has left, and for those who do not know where it is.
    pub area: Option<Area>,
    pub hit_points: i32,
    pub max_hit_points: i32,
    pub nonlethal: i32,
    /// Points of abilities that were lost.
    pub lost: Losses,
    /// Wounds suffered in this battle, in words.
    pub grades: Grades,
    pub initiative: Option<i32>,
    pub conditions: Vec<ConditionId>,
    /// Able to act and fight.
    pub standing: bool,
    pub dead: bool,
    pub speed: u16,
    /// Squares of one move in the air; 0 for those who cannot fly.
    pub fly_speed: u16,
    /// Squares of one move in the water; 0 without a speed there.
    pub swim_speed: u16,
    pub defence: i32,
    pub modes: Vec<AttackModeView>,
    /// Weapons in hand.
    pub held: Vec<WeaponId>,
    /// Weapons and tools on the belt, in the pack and hidden.
    pub carried: Vec<WeaponId>,
    pub budget: BudgetView,
    /// What it has of each pool.
    pub points: Points,
    pub shield_uses: (u8, u8),
    pub opportunities_left: u8,
    pub gear: GearView,
    /// Where its shield lies, if it lies on the ground.
    pub shield_at: Option<Square>,
    /// Special abilities by id.
    pub abilities: Vec<AbilityView>,
    /// Temporary hit points.
    pub temporary: i32,
    /// The ability whose touch is held ready.
    pub held_touch: Option<AbilityId>,
    /// The ability that takes rounds and is under way.
    pub busy: Option<AbilityId>,
    pub readied: Option<ActionId>,
    pub delaying: bool,
}

/// One way to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackModeView {
    pub name: String,
    /// The weapon of it; `None` for stat blocks that name none.
    pub weapon: Option<WeaponId>,
    pub ranged: bool,
    /// Bonus before situation.
    pub attack: i32,
    /// The same with what the conditions in force add to it now.
    pub attack_now: i32,
    /// Damage as text, such as `1d8+3`, with what the conditions in force add to it now.
    pub damage: String,
    /// Kinds of damage to choose from.
    pub kinds: Vec<DamageKind>,
    /// Twice the mean damage before situation, so that it is whole.
    pub mean_damage_x2: i32,
    /// Smallest distance in squares that it strikes at.
    pub nearest: u16,
    /// Largest distance in squares.
    pub reach: u16,
    /// Attacks with it in a full attack.
    pub attacks: u8,
    /// What it carries into a wound, such as poison.
    pub carries: Option<AbilityId>,
    /// Held in the off hand.
    pub off_hand: bool,
    /// It is not made to kill: lethal damage with it is what has to be meant.
    pub nonlethal: bool,
    /// Can be used now (in hand, loaded) in an attack like any other.
    pub ready: bool,
    /// Not meant to be thrown: only by an action of its own.
    pub improvised: bool,
    /// How many modes are this very one or differ in nothing worth a choice, this one counted: 2 for
    /// the hooves of a horse.
    pub alike: u8,
}

/// What is left of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetView {
    pub purse: Purse,
    pub free_step: bool,
    /// What was declared is done when the turn ends.
    pub postpones: bool,
    /// Movement under way that can be continued, in twelfths of a square.
    pub movement_left: u16,
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

/// A special ability that a combatant knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbilityView {
    pub ability: AbilityId,
    /// The action by which it is used.
    pub action: ActionId,
    /// Uses left in this battle; `None`: as often as it likes.
    pub left: Option<u8>,
}

/// How long a condition in force lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    UntilEnded,
    /// Until this combatant's next turn begins.
    StartOfTurn(Seat),
    /// Until a turn of this combatant ends.
    EndOfTurn(Seat),
    /// So many rounds more; 0 is within this one.
    Rounds(u16),
    UntilSaved,
    /// As long as the surprise.
    Surprise,
    /// As long as the encounter.
    Encounter,
    /// Until the bearer's next attack.
    NextAttack,
    /// As long as another condition.
    With(ConditionId),
}

/// One entry of the dock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOption {
    pub action: ActionId,
    /// `None`: nothing more, for it goes on with something begun.
    pub cost: Option<CostId>,
    /// Why it cannot be taken now.
    pub refusal: Option<crate::combat::contract::request::Refusal>,
    /// Not ruled out for good by what the combatant is and has with it: a rat lights no torch. The
    /// screen leaves out what is not sensible; a refusal alone is about now.
    pub sensible: bool,
}

/// A special ability as a balance of forces counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestAbility {
    /// Twice the mean damage.
    pub mean_x2: i32,
    /// It puts an enemy into a bad state.
    pub hinders: bool,
    /// Percent of the uses that come to something: it may be disturbed.
    pub holds: u8,
    /// Percent of the wounds of ten points, dealt while it is used, that spoil it.
    pub spoils: u8,
}
