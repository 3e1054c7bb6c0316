//! What a scenario file holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::combat::contract::setup::Entrance as ArrivesBy;
use crate::combat::contract::{Arrival, AwareSetup, Opening, Scars, StatBlock, Wearable};
use crate::combat::{Awareness, Rest};
use crate::content::level::Edge;
use crate::content::{BorderRun, MonsterDef, Objective};
use crate::grid::Square;
use crate::rules::{Ability, DamageKind, Provokes, Stat};

/// One small battle that proves something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A sentence that states the rule as it shows here.
    pub name: String,
    /// Rules that this scenario would catch if they were missing.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Ruleset by id; the name of the nearest folder that is a ruleset's if left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// One string a row. `.` is open floor unless the legend says otherwise; the other characters are
    /// in the legend (terrain) or among the fighters. A combatant that fills several squares is drawn
    /// on its smallest corner only or on all of them.
    pub map: Vec<String>,
    /// What lies on the ground, layer upon layer: each is drawn like the map with characters of the
    /// legend, and a blank is nothing.
    #[serde(default)]
    pub layers: Vec<Vec<String>>,
    /// What stands on borders between squares.
    #[serde(default)]
    pub borders: Vec<BorderRun<(i16, i16)>>,
    /// Terrain by character. A fighter's character may appear here too: the ground under it.
    #[serde(default)]
    pub legend: BTreeMap<char, String>,
    /// Named places by character: squares of the map that carry it (on floor).
    #[serde(default)]
    pub zones: BTreeMap<char, String>,
    pub fighters: BTreeMap<char, Fighter>,
    /// `under_way` (the default): no combatant is flat-footed, round 1. `beginning`: awareness,
    /// surprise, initiative are played.
    #[serde(default = "under_way")]
    pub opening: Opening,
    /// Initiative counts. Those left out roll in a `beginning`; otherwise they act in the order of
    /// their characters, from 20 down.
    #[serde(default)]
    pub initiative: BTreeMap<char, i32>,
    #[serde(default)]
    pub objective: Objective,
    /// With or without attacks of opportunity, where the rules leave that open.
    #[serde(default)]
    pub attacks_of_opportunity: Option<bool>,
    /// An ambush that a side has prepared, where the rules have such.
    #[serde(default)]
    pub ambush: Option<Ambush>,
    /// Dice in the order in which they fall: `"A attack 12"`, `"B save d20 7"`, `"- coin 2"`.
    #[serde(default)]
    pub dice: Vec<String>,
    /// Answers given without being asked for in `play`.
    #[serde(default)]
    pub habits: Habits,
    /// What happens, and what is looked at in between.
    pub play: Vec<Line>,
    /// Every event in short notation; rewritten by `--bless`. Left out: not compared.
    #[serde(default)]
    pub events: Vec<String>,
}

fn under_way() -> Opening {
    Opening::UnderWay
}

/// Answers to requests that the play does not mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Habits {
    /// Take attacks of opportunity.
    pub opportunity: Option<bool>,
    /// Fire readied actions.
    pub readied: Option<bool>,
    /// Come in from a delay as soon as possible.
    pub come_in: Option<bool>,
    /// Answer failed manoeuvres in kind.
    pub counter: Option<bool>,
    #[serde(default, rename = "yield")]
    pub yields: Option<bool>,
    /// Shield neighbours.
    pub defend_other: Option<bool>,
    /// Take 10 on coverage.
    pub coverage: Option<bool>,
    pub defence: Option<Defence>,
    /// End turns that the play does not mention.
    pub pass: bool,
}

/// How attacks are answered by habit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    Nothing,
    Dodge,
    Block,
    DodgeTen,
    BlockTen,
}

/// When and where a newcomer enters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrives {
    pub after_round: u16,
    pub by: Entrance,
}

impl From<Arrives> for Arrival {
    fn from(arrives: Arrives) -> Self {
        Self {
            after_round: arrives.after_round,
            by: match arrives.by {
                Entrance::At(x, y) => ArrivesBy::At(Square::new(x, y)),
                Entrance::Zone(name) => ArrivesBy::Zone(name),
                Entrance::Edge(edge) => ArrivesBy::Edge(edge),
            },
        }
    }
}

/// Where a newcomer enters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    At(i16, i16),
    Zone(String),
    Edge(Edge),
}

/// One combatant of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fighter {
    /// Sides are whatever names are used; the first in the alphabet is side 1. Left out: a side of
    /// its own named like the fighter.
    pub side: Option<String>,
    /// A monster by id …
    pub monster: Option<String>,
    /// … with numbers stated outright on top,
    pub overrides: BTreeMap<Stat, i32>,
    /// … or a creature in the terms of a monster file, from which its numbers are derived, …
    pub creature: Option<MonsterDef>,
    /// … or a stat block with final numbers.
    pub block: Option<StatBlock>,
    /// Not on the map: it enters when this round is over, at a square, in a zone or by an edge.
    pub arrives: Option<Arrives>,
    /// Not on the map: its side places it, in this zone, before the battle begins.
    pub deploy: Option<String>,
    /// Conditions by name, with an amount or a source where that matters: `ongoing_fire 5`,
    /// `fear of B`.
    pub conditions: Vec<String>,
    /// Current hit points.
    pub hit_points: Option<i32>,
    pub nonlethal: i32,
    /// What else earlier battles have taken.
    pub scars: Scars,
    pub aware: AwareSetup,
    /// In a `beginning`: has had its first turn already.
    pub has_acted: bool,
    pub important: bool,
    /// Rolls initiative together with those who name the same.
    pub group: Option<String>,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The fighter does this; it must be legal.
    Do(char, Scripted),
    /// The fighter would do this, and is refused under this rule (empty: any).
    Refused(char, Scripted, String),
    /// Must hold now.
    Expect(Expect),
    /// Must not hold now.
    ExpectNot(Expect),
    /// The battle is over, and those who are left fight another on the same ground.
    NextBattle {
        /// Who comes as they came to this one, dead or not.
        #[serde(default)]
        fresh: Vec<char>,
        /// The rest that the others have had.
        #[serde(default)]
        rest: Rest,
        /// What they try to repair in it.
        #[serde(default)]
        repairs: Vec<Mending>,
    },
}

/// One fighter repairs what it or another wears.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mending {
    pub by: char,
    pub of: char,
    pub item: Wearable,
}

/// What a fighter does, or how it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scripted {
    /// Any action by id, with what it needs.
    Act {
        action: String,
        #[serde(default)]
        at: Option<char>,
        /// An attack mode by name; the first usable one if left out.
        #[serde(default)]
        with: Option<String>,
        #[serde(default)]
        path: Vec<(i16, i16)>,
        #[serde(default)]
        other_lethality: bool,
        #[serde(default)]
        both_weapons: bool,
        /// A weapon by id to draw or pick up; with `at`, the one in that fighter's hands, or
        /// `"shield"`.
        #[serde(default)]
        item: Option<String>,
        /// An action by id that is tried in place of the attack.
        #[serde(default)]
        instead: Option<String>,
        /// The kind of damage, of those that the weapon can deal.
        #[serde(default)]
        kind: Option<DamageKind>,
        /// The count to which the turn is put off, or the amount that is chosen.
        #[serde(default)]
        count: Option<i32>,
        /// An action by id to begin, or (`which`) the ability to end.
        #[serde(default, alias = "which")]
        begins: Option<String>,
        /// A corner, named by the square south-east of it, or a square in whose direction it goes.
        #[serde(default)]
        spot: Option<(i16, i16)>,
        /// Several targets.
        #[serde(default)]
        several: Vec<char>,
        /// An ability used on the defensive.
        #[serde(default)]
        defensively: bool,
    },
    /// The same in the turn of another combatant: an action that costs no time.
    Aside {
        action: String,
        #[serde(default)]
        at: Option<char>,
        /// A weapon by id to drop.
        #[serde(default)]
        item: Option<String>,
    },
    /// Action `attack` at a fighter, with the first usable mode.
    Attack(char),
    /// Action `attack` with a mode by name.
    AttackWith(char, String),
    /// Action `move` along squares.
    Move(Vec<(i16, i16)>),
    /// Action `charge` at a fighter.
    Charge(char),
    /// Readies an action by id.
    Ready {
        action: String,
        when: When,
        #[serde(default)]
        who: Option<char>,
        /// With `acts`: this action only.
        #[serde(default)]
        doing: Option<String>,
        /// With `enters`: this square.
        #[serde(default)]
        square: Option<(i16, i16)>,
        /// With `enters`: friend or foe.
        #[serde(default)]
        anyone: bool,
    },
    EndTurn,
    Yes,
    /// Yes, with this attack mode.
    YesWith(String),
    No,
    /// No, and not for the rest of this movement.
    NotThisMove,
    Nothing,
    Dodge,
    Block,
    DodgeTen,
    BlockTen,
    PushTo(i16, i16),
    DropAt(i16, i16),
    /// This fighter: whom help is for.
    Pick(char),
    /// Yes, with this action in place of the attack.
    YesInstead(String),
    /// Places the side's unplaced members.
    Place(Vec<(i16, i16)>),
    Surrender,
}

/// What a readied action waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    Attacks,
    ComesInReach,
    Moves,
    /// An enemy begins to use a special ability.
    Uses,
    /// An enemy does anything, or one action.
    Acts,
    /// A combatant begins to attack this one.
    IsAttacked,
    /// An attack has hit this one.
    IsHit,
    /// This one goes down.
    Drops,
    /// A combatant comes into a square.
    Enters,
}

/// Something that can be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    HitPoints(char, i32),
    Nonlethal(char, i32),
    /// Wounds of a grade by name, suffered in this battle.
    Wounds(char, String, u8),
    /// Hit points that others have lost by what this one has brought about.
    Dealt(char, i32),
    /// Hit points after a rest.
    Rested(char, Rest, i32),
    /// The first may repair this of the second in such a rest, against this number.
    Repair(char, char, Wearable, Rest, i32),
    /// The first may not, under this rule (empty: any).
    NoRepair(char, char, Wearable, Rest, String),
    ConstitutionLost(char, i32),
    /// Points of an ability that were lost.
    Lost(char, Ability, i32),
    /// Smallest corner.
    At(char, i16, i16),
    /// A condition by name is in force.
    Has(char, String),
    Dead(char),
    /// Able to act and fight.
    Standing(char),
    /// Whose turn it is.
    Turn(char),
    /// Whom the battle waits for, and for what: `turn`, `opportunity`, `defence`, `coverage` …
    Asks(char, String),
    Round(u16),
    Surprise,
    /// Order of turns.
    Order(Vec<char>),
    Initiative(char, i32),
    /// Total of the defence number as things stand.
    Defence(char, i32),
    /// Points of a pool by id.
    Points(char, String, i32),
    ShieldUses(char, u8),
    /// Uses left of an ability by id.
    UsesLeft(char, String, u8),
    /// Temporary hit points.
    Temporary(char, i32),
    /// The touch of this ability is held ready.
    Charged(char, String),
    /// Hit points of armour and its condition, 0 mint to 4 destroyed.
    Armour(char, i32, u8),
    Shield(char, i32),
    Helmet(char, i32),
    /// How many opportunities arose so far (offered, taken or not).
    Opportunities(usize),
    /// How many were taken.
    OpportunityAttacks(usize),
    /// Number of dice rolled so far.
    Rolled(u64),
    /// Some event so far, in short notation, is exactly this.
    Event(String),
    /// So many events so far are exactly this.
    Told(String, usize),
    /// Some event so far cites this rule.
    Cites(String),
    /// A fighter threatens a square.
    Threatens(char, i16, i16),
    /// What the first knows of the second: `seen`, `square` or `unknown`.
    Perceives(char, char, Awareness),
    /// A fighter can reach the square with this action, at this cost in twelfths.
    Reaches(char, String, (i16, i16), u16),
    /// A fighter can reach the square with this action, at whatever cost.
    CanReach(char, String, (i16, i16)),
    /// The chance in percent, rounded, that the fighter's first usable mode hits.
    HitChance(char, char, u32),
    /// The forecast of this action at a target, for the fighter whose turn it is: the chance in percent,
    /// rounded, that its check succeeds or, without one, that its attack hits.
    Chance(char, String, char, u32),
    /// The same forecast: the mean of the damage over all outcomes, rounded to tenths.
    MeanDamage(char, String, char, f64),
    /// The battle is over; the winner's side, or empty for a draw.
    Over(String),
    /// The combatant that takes its turn can begin this action. The rest of an action that has begun does not count.
    Offered(String),
    /// The combatant that takes its turn can go on with this action, at no further cost.
    GoesOn(String),
    /// These are the ways in which a fighter can attack, by name.
    Attacks(char, Vec<String>),
    /// An action of the combatant that takes its turn could be aimed at exactly these, with its first
    /// usable mode.
    Targets(String, Vec<char>),
    /// The rules have this action, with this cost and this mark of provocation.
    Action(String, String, Provokes),
    /// A weapon by id is in hand.
    Holds(char, String),
    /// A weapon by id lies on this square.
    Lies(String, i16, i16),
}

/// An ambush that a side has prepared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    /// The side that waits.
    pub by: String,
    /// How many rounds it was prepared for.
    pub rounds: u16,
    /// All who wait are in total cover and keep still.
    #[serde(default)]
    pub hiding: bool,
    /// One of them spoke or moved so many rounds ago.
    #[serde(default)]
    pub since_spoiled: Option<u16>,
}
