//! What happened. Events are the only output of a battle.
//!
//! The log, the animations, the scenario tests, the statistics and the replay all read events. Each
//! carries what a picture of the battle needs to follow it without looking at the battle.

use serde::{Deserialize, Serialize};

use crate::combat::contract::outcome::{AttackOutcome, EndReason, HurtBy, Layer, Lost, Miss};
use crate::combat::contract::request::{Cause, DefenceChoice, HeldItem, Trigger};
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::contract::setup::Wearable;
use crate::dice::{Die, Handful, Purpose};
use crate::grid::{Area, Square};
use crate::rules::{
    Ability, AbilityId, ActionId, Check, ConditionId, DamageKind, PoolId, RuleId, Stat, Tally,
    TerrainId, WeaponId,
};

/// One thing that happened, with the rules that made it happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub kind: EventKind,
    /// Rules that were applied.
    pub rules: Vec<RuleId>,
    /// Sides that may see it; `None`: every combatant.
    pub seen_by: Option<Vec<SideId>>,
    /// The combatant that has brought it about, if one has.
    #[serde(default)]
    pub cause: Option<Seat>,
    /// How much waits until this is done. What interrupts an action lies deeper than what comes of the action.
    #[serde(default)]
    pub depth: u16,
}

impl Event {
    /// Whether a side may see it.
    pub fn is_seen_by(&self, side: SideId) -> bool {
        self.seen_by
            .as_ref()
            .is_none_or(|sides| sides.contains(&side))
    }
}

/// What kind of thing happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    BattleBegan,
    /// No combatant makes attacks of opportunity in this battle.
    WithoutOpportunities,
    /// An ambush of this side was not prepared long enough.
    NotPrepared {
        side: SideId,
    },
    Placed {
        seat: Seat,
        at: Square,
    },
    InitiativeRolled {
        seat: Seat,
        check: Check,
    },
    InitiativeTie {
        seat: Seat,
        die: Die,
    },
    /// The order of turns from now on.
    Order {
        seats: Vec<Seat>,
    },
    /// Round 0 is a surprise round.
    RoundBegan {
        round: u16,
    },
    TurnBegan {
        seat: Seat,
    },
    TurnEnded {
        seat: Seat,
    },
    Delayed {
        seat: Seat,
    },
    Readied {
        seat: Seat,
        action: ActionId,
        /// What it waits for.
        trigger: Trigger,
    },
    ReadiedFired {
        seat: Seat,
        action: ActionId,
    },
    ReadiedLost {
        seat: Seat,
    },
    /// An action was declared.
    Acted {
        seat: Seat,
        action: ActionId,
        target: Option<Seat>,
    },
    Moved {
        seat: Seat,
        from: Square,
        to: Square,
        cost_twelfths: u16,
        forced: bool,
    },
    MovementStopped {
        seat: Seat,
        at: Square,
    },
    /// Takes up this space from now on: turned, squeezed together, in the saddle.
    SpaceChanged {
        seat: Seat,
        area: Area,
    },
    /// A square became something else: a door opened, a chest was pushed.
    GroundChanged {
        seat: Seat,
        at: Square,
        /// What of it: the ground is 0, what lies on it 1 and above.
        layer: u8,
        terrain: TerrainId,
    },
    /// A blow at a square in which no combatant was. `told`: the one who strikes notices that it is empty, and
    /// does not take it for a miss.
    StruckAtNothing {
        seat: Seat,
        at: Square,
        told: bool,
    },
    /// An observer has found the square of a combatant that it does not see.
    Located {
        observer: Seat,
        subject: Seat,
    },
    /// An opportunity arose.
    Provoked {
        seat: Seat,
        by: Seat,
        cause: Cause,
    },
    OpportunityTaken {
        seat: Seat,
        target: Seat,
    },
    OpportunityDeclined {
        seat: Seat,
        target: Seat,
    },
    /// An attack roll against a fixed number or threshold. `defence` is what had to be reached.
    AttackRolled {
        attacker: Seat,
        target: Seat,
        mode: u8,
        check: Check,
        defence: Tally,
        opportunity: bool,
        outcome: AttackOutcome,
    },
    /// A defender answered.
    Defended {
        seat: Seat,
        attacker: Seat,
        choice: DefenceChoice,
        check: Option<Check>,
        stopped: bool,
    },
    ConcealmentRolled {
        target: Seat,
        percent: u8,
        die: Die,
        missed: bool,
    },
    CriticalThreat {
        attacker: Seat,
        check: Check,
        confirmed: bool,
    },
    /// The final word on an attack: whether it lands.
    AttackLanded {
        attacker: Seat,
        target: Seat,
        critical: bool,
    },
    AttackFailed {
        attacker: Seat,
        target: Seat,
        why: Miss,
    },
    DamageRolled {
        attacker: Seat,
        target: Seat,
        dice: Handful,
        bonus: Tally,
        kind: DamageKind,
        total: i32,
    },
    CoverageRolled {
        seat: Seat,
        check: Check,
        difficulty: i32,
        struck: Layer,
    },
    /// A layer ignored and took part of a blow.
    LayerTook {
        seat: Seat,
        layer: Layer,
        ignored: i32,
        absorbed: i32,
        left: i32,
        passed: i32,
    },
    /// Armour fell to a worse condition (0 mint to 3 ruined), 4: destroyed.
    ArmourWorsened {
        seat: Seat,
        condition: u8,
    },
    ItemDestroyed {
        seat: Seat,
        layer: Layer,
    },
    Hurt {
        seat: Seat,
        amount: i32,
        kind: DamageKind,
        hit_points: i32,
        nonlethal: bool,
        /// How bad a wound it is, by its place in the ruleset's list of grades.
        #[serde(default)]
        grade: Option<u8>,
        /// What did it, if no combatant did.
        #[serde(default)]
        from: Option<HurtBy>,
    },
    /// A combatant is immune to what an ability carries: nothing of it does anything.
    Unaffected {
        seat: Seat,
        ability: AbilityId,
        kind: DamageKind,
    },
    /// What is inhaled does nothing to a combatant: it holds its breath, or does not breathe.
    NotInhaled {
        seat: Seat,
        holds: bool,
    },
    /// Something thrown has come down here.
    Landed {
        seat: Seat,
        ability: AbilityId,
        at: Square,
        /// The die that told the direction, if it missed.
        scatter: Option<Die>,
    },
    /// Resistance, vulnerability or immunity changed damage of one kind.
    DamageAdjusted {
        seat: Seat,
        kind: DamageKind,
        amount: i32,
        passed: i32,
    },
    /// Points of an ability were lost.
    ScoreLowered {
        seat: Seat,
        ability: Ability,
        amount: i32,
        left: i32,
    },
    Healed {
        seat: Seat,
        amount: i32,
        hit_points: i32,
    },
    Checked {
        seat: Seat,
        purpose: Purpose,
        check: Check,
        against: i32,
        success: bool,
    },
    /// A combatant looked or felt for those whom it does not perceive. The number is not told: a failure would give
    /// away whether there is anything to find. `success`: something was found.
    Searched {
        seat: Seat,
        purpose: Purpose,
        check: Check,
        success: bool,
    },
    /// Two sides rolled against each other; `won`: the first did.
    Contest {
        seat: Seat,
        check: Check,
        against: Seat,
        answer: Check,
        won: bool,
    },
    /// The die chose whom an attack is made at.
    TargetChosen {
        attacker: Seat,
        target: Seat,
        die: Die,
    },
    /// The die chose where a combatant is put that cannot stay where it was stopped.
    NearestChosen {
        seat: Seat,
        at: Square,
        die: Die,
    },
    /// Let a combatant have its way without resisting.
    Yielded {
        seat: Seat,
        by: Seat,
    },
    Saved {
        seat: Seat,
        /// Which saving throw; `None`: a bare die.
        save: Option<Stat>,
        check: Check,
        difficulty: i32,
        success: bool,
    },
    PercentRolled {
        seat: Seat,
        purpose: Purpose,
        percent: u8,
        die: Die,
        success: bool,
    },
    ConditionBegan {
        seat: Seat,
        condition: ConditionId,
    },
    ConditionEnded {
        seat: Seat,
        condition: ConditionId,
    },
    PoolChanged {
        seat: Seat,
        pool: PoolId,
        left: i32,
    },
    /// A use of a shield was spent; so many are left.
    ShieldUsed {
        seat: Seat,
        left: u8,
    },
    WeaponDrawn {
        seat: Seat,
        weapon: WeaponId,
    },
    WeaponDropped {
        seat: Seat,
        weapon: WeaponId,
        at: Square,
        /// It was thrown and lies where its target is.
        #[serde(default)]
        thrown: bool,
    },
    WeaponTaken {
        seat: Seat,
        weapon: WeaponId,
    },
    Reloaded {
        seat: Seat,
        weapon: WeaponId,
    },
    WeaponSheathed {
        seat: Seat,
        weapon: WeaponId,
    },
    /// A blow took points from a thing that a combatant holds or wears; none left: it is ruined.
    ThingStruck {
        seat: Seat,
        thing: HeldItem,
        amount: i32,
        left: i32,
    },
    /// A blow landed on a thing on the map: what it took of the blow, and what is left of it.
    ObjectStruck {
        seat: Seat,
        at: Square,
        terrain: TerrainId,
        dice: Handful,
        bonus: Tally,
        taken: i32,
        left: i32,
    },
    /// A long action was begun and is finished in the next turn.
    ActionBegun {
        seat: Seat,
        action: ActionId,
    },
    /// A use of a special ability was spent.
    UseSpent {
        seat: Seat,
        ability: AbilityId,
        left: u8,
    },
    /// Nothing came of an ability, or nothing more.
    AbilityLost {
        seat: Seat,
        ability: AbilityId,
        why: Lost,
    },
    /// A touch is held ready.
    TouchHeld {
        seat: Seat,
        ability: AbilityId,
    },
    /// An ability takes effect on these squares.
    AreaCovered {
        seat: Seat,
        ability: AbilityId,
        squares: Vec<Square>,
    },
    /// What an ability brings was rolled, once for every combatant.
    AmountRolled {
        seat: Seat,
        ability: AbilityId,
        dice: Handful,
        #[serde(default)]
        bonus: Tally,
        total: i32,
    },
    /// An ability works on a combatant without being used just now: a weapon has carried it into a
    /// wound, or it comes `again`.
    TakesHold {
        seat: Seat,
        ability: AbilityId,
        again: bool,
    },
    /// An ability of this combatant is in force no longer.
    AbilityEnded {
        seat: Seat,
        ability: AbilityId,
    },
    TemporaryHitPoints {
        seat: Seat,
        left: i32,
    },
    Died {
        seat: Seat,
    },
    /// Entered a battle that has begun, into this space.
    Arrived {
        seat: Seat,
        area: Area,
    },
    /// What rest a combatant needs after the battle to be well again.
    Recovery {
        seat: Seat,
        days: u32,
        hours: u32,
    },
    /// What wear a battle has left on a thing, and what a check has to reach that repairs it, if any can.
    Worn {
        seat: Seat,
        item: Wearable,
        hit_points: i32,
        condition: u8,
        repair: Option<i32>,
    },
    /// Between two battles, a combatant has made a thing whole again, or better than it was.
    Repaired {
        seat: Seat,
        owner: Seat,
        item: Wearable,
        hit_points: i32,
        condition: u8,
    },
    /// Left the battle: fled or surrendered.
    Left {
        seat: Seat,
    },
    SideSurrendered {
        side: SideId,
    },
    /// The battle is over; `None`: a draw.
    BattleEnded {
        winner: Option<SideId>,
        reason: EndReason,
    },
}
