//! Attacks on their way.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{DefenceChoice, Manner, Seat};
use crate::combat::state::step::declared::DeclaredAction;
use crate::grid::Square;
use crate::rules::{Modifier, Tally};

/// An attack that a combatant makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackOrder {
    pub attacker: Seat,
    pub target: Seat,
    /// Index of the attack mode.
    pub mode: u8,
    /// Modifiers of this attack alone: charge, iteration, two weapons.
    pub extra: Vec<Modifier>,
    pub opportunity: bool,
    /// It is one that leaving a threatened square has provoked.
    #[serde(default)]
    pub leaving: bool,
    pub manner: Manner,
    /// The square that it goes at, whether or not its target is seen there.
    pub at_square: Option<Square>,
    /// How many times its damage is rolled, critical hits aside.
    pub times: u8,
    /// It is the worst of a full attack, given up for something else.
    #[serde(default)]
    pub worst: bool,
}

impl AttackOrder {
    /// An attack without anything special about it.
    pub fn plain(attacker: Seat, target: Seat, mode: u8) -> Self {
        Self {
            attacker,
            target,
            mode,
            extra: Vec::new(),
            opportunity: false,
            leaving: false,
            manner: Manner::default(),
            at_square: None,
            times: 1,
            worst: false,
        }
    }
}

/// An attack on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    pub order: AttackOrder,
    pub phase: Phase,
    /// How the target answers, once it has decided.
    pub answer: Option<DefenceChoice>,
    /// Who shields the target, once a protector has declared it.
    pub protector: Option<Seat>,
    /// Whether the protector takes 10.
    #[serde(default)]
    pub protects_with_ten: bool,
    /// Who has declined to.
    pub declined: Vec<Seat>,
    /// Whether 10 is taken on the coverage check, once decided.
    pub takes_ten: Option<bool>,
    /// The roll, once made.
    pub rolled: Rolled,
    /// The manoeuvre that this attack is only the touch for.
    pub touch: Option<Box<DeclaredAction>>,
    /// What follows if it hits.
    pub sequel: Option<Box<DeclaredAction>>,
    /// The bonus of the roll, kept while a critical hit has to be confirmed with it.
    pub bonus: Option<Tally>,
}

impl Attack {
    /// An attack that has just been declared.
    pub fn new(order: AttackOrder) -> Self {
        Self {
            order,
            phase: Phase::Begin,
            answer: None,
            protector: None,
            protects_with_ten: false,
            declined: Vec::new(),
            takes_ten: None,
            rolled: Rolled::default(),
            bonus: None,
            sequel: None,
            touch: None,
        }
    }
}

/// What an attack does next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Readied actions against it.
    #[default]
    Begin,
    /// Defences that must be declared before the roll.
    Declare,
    Roll,
    /// The target's own answer, then a protector's.
    Answer,
    Protect,
    /// It lands unless concealment keeps it off; is it critical?
    Land,
    /// What it strikes, where armour covers only some places.
    Cover,
    /// A shield takes it.
    Shielded(Seat),
}

/// The roll of an attack and what it is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    pub natural: i32,
    pub total: i32,
    /// The number to reach.
    pub needed: i32,
    pub threat: bool,
    pub critical: bool,
    /// Hits whatever the defence.
    pub certain: bool,
    /// The best defence result so far.
    pub answered: Option<i32>,
    /// Miss chance in percent.
    pub concealment: u8,
    /// Up to this natural result a second roll fails whatever its total.
    pub misses_to: i32,
    /// From this one on it confirms whatever its total.
    pub confirms_from: i32,
    pub sneak: u8,
    /// The combatant in its way has ducked.
    pub past: bool,
}
