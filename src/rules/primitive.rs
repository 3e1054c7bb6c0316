//! What actions are made of: a program is a list of primitives, carried out in order.
//!
//! General primitives (a check, a condition, healing) are interpreted in one place and may have
//! branches. A special one is the flow of one chapter: a walk, a grapple, a spell. What asks or takes
//! steps of its own stands last in its list, so that half a program is never waiting for its rest.

use serde::{Deserialize, Serialize};

use super::manoeuvre::Force;
use super::move_mode::{ChargeDef, LeapDef, MoveDef};
use super::{Ability, Stat, Topic};

/// One thing that an action does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Primitive {
    /// A d20 and `roll` against the sum of `against`; what follows from either result.
    Check {
        roll: Vec<Term>,
        against: Vec<Term>,
        #[serde(default)]
        cites: Option<Topic>,
        #[serde(default)]
        success: Vec<Primitive>,
        #[serde(default)]
        failure: Vec<Primitive>,
    },
    /// A d20 and `roll` against a d20 and `against` of the target.
    Contest {
        roll: Vec<Term>,
        against: Vec<Term>,
        #[serde(default)]
        ties: Ties,
        /// What the first loses against those who are not of its kind.
        #[serde(default)]
        unlike: Option<Unlike>,
        #[serde(default)]
        cites: Option<Topic>,
        #[serde(default)]
        success: Vec<Primitive>,
        #[serde(default)]
        failure: Vec<Primitive>,
    },
    /// A saving throw of the user. `cites` serves refusals; the save has rules of its own.
    Save {
        stat: Stat,
        #[serde(default)]
        difficulty: i32,
        #[serde(default)]
        cites: Option<Topic>,
        #[serde(default)]
        success: Vec<Primitive>,
        #[serde(default)]
        failure: Vec<Primitive>,
    },
    /// A condition begins. `about`: it applies between its bearer and this one only.
    Impose {
        condition: String,
        on: Party,
        #[serde(default)]
        about: Option<Party>,
        #[serde(default)]
        lasts: Lasts,
    },
    /// These conditions end; with `ongoing`, all that do damage turn by turn.
    Lift {
        #[serde(default)]
        conditions: Vec<String>,
        #[serde(default)]
        ongoing: bool,
        #[serde(default)]
        from: Party,
        #[serde(default)]
        cites: Option<Topic>,
    },
    /// Hit points come back: these dice and what is added, 1 at least.
    Heal {
        dice: String,
        #[serde(default)]
        plus: Vec<Plus>,
        #[serde(default)]
        to: Party,
    },
    /// The user pays points.
    Spend {
        pool: PoolKind,
        points: u8,
        #[serde(default)]
        cites: Option<Topic>,
    },
    /// The target is dying no longer.
    Stabilise,
    /// A friend near the target is picked, for whom the rest is done.
    Choose(Circle, Vec<Primitive>),
    /// Attacks with the user's forms; `hits` follows from a hit.
    Attack {
        #[serde(default)]
        which: Which,
        #[serde(default)]
        hits: Vec<Primitive>,
    },
    /// A blow at something other than a creature in sight.
    Strike(StrikeAt),
    /// The worst attack still to come in the user's full attack is given up.
    Trade,
    CoupDeGrace,
    /// Movement along a lane and what the charge ends with.
    Charge(ChargeDef),
    /// Movement along a path.
    Move(MoveDef),
    /// Exactly one square that never provokes.
    Step,
    /// In a straight line to a free square, past the ground between.
    Leap(LeapDef),
    Posture(Posture),
    Ride(Ride),
    /// Something is done to the ground of an adjacent square.
    Ground(Ground),
    /// The target falls prone.
    Trip,
    /// A weapon is struck out of the target's hand.
    Disarm,
    /// A blow lands on a weapon or shield in the target's hand.
    Sunder,
    /// The target is pushed back.
    BullRush,
    /// The target within so many squares is moved, by a capability of this kind; nobody else has the
    /// action at all.
    Force {
        kind: Force,
        within: u8,
    },
    Grapple(Grapple),
    /// Something is done with a thing in hand, on the belt, in the pack, on the ground.
    Handle(Handling),
    /// The special ability of this id is used.
    Use(String),
    /// Something is done about abilities that are in force or under way.
    Channel(Channel),
    /// The watch for energy begins: as much as the level, if no damage is dealt until the next turn.
    /// With `fate`, each fate point adds one more.
    Gather {
        #[serde(default)]
        fate: bool,
    },
    Turn(TurnAct),
}

/// Primitives whose rules are known in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Those that are interpreted.
    General,
    Attack,
    Manoeuvre,
    Movement,
    Charge,
    Handling,
    Ability,
    Turn,
}

impl Family {
    pub const COUNT: usize = Self::Turn as usize + 1;
}

/// A part of a number; the parts are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    Number(i32),
    /// The attack roll at the target with the chosen form, as it would be made now. It stands alone.
    Attack,
    /// A number of the user.
    Mine(Value),
    /// A number of the target.
    Theirs(Value),
}

/// A number of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Stat(Stat),
    /// The modifier of a bare ability.
    Ability(Ability),
}

/// What is added to dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plus {
    /// The bonus of the check that led here.
    CheckBonus,
    Number(i32),
    /// The user's level times one of its numbers.
    Levels(Value),
}

/// To whom something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The user.
    #[default]
    Me,
    Target,
    /// The friend that was picked.
    Picked,
    /// The user's mount.
    Mount,
    /// Every friend who sees or hears the user.
    FriendsWhoNotice,
}

/// How long a condition lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// As the condition says itself.
    #[default]
    Own,
    /// Until the user's next turn begins.
    MyNextTurn,
    /// Until the user's next turn ends.
    EndOfMyNextTurn,
}

/// What a trick loses against those who are not of the user's kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unlike {
    /// Against dumb animals.
    pub animal: i32,
    /// Against what is not human.
    pub inhuman: i32,
}

/// Which friends can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Circle {
    /// Those in melee with the target: one threatens the other, or both grapple.
    InMelee,
    /// Those who grapple the target.
    InGrapple,
}

/// Which attacks are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    #[default]
    One,
    /// All attacks of the turn, one after another.
    All,
    /// One with a weapon of two hands, thrown with one, or one that is not meant to be thrown.
    Hurled,
}

/// What a blow is struck at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrikeAt {
    /// A square in which an unseen enemy may be.
    Square,
    /// A thing on the map; `careful`: it lies still for a whole round.
    Object { careful: bool },
    /// A thing in another's hand, which is harder to hit.
    Held,
}

/// A change of posture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// Rise from prone.
    Up,
    /// Fall prone at will.
    Down,
    /// Turn a space that is longer than wide by a quarter, once a turn.
    QuarterTurn,
}

/// What a rider does with its mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ride {
    /// Get onto an adjacent friend that can be ridden.
    On,
    /// Get off into an adjacent square.
    Off,
    /// A mount that is not used to war is under control for the turn.
    Obeys,
    /// It is not, and the turn is over.
    Balks,
}

/// What is done to an adjacent square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Open or close a door.
    Door,
    /// Push a heavy object one square further.
    Push,
}

/// What is done in a hold, or to begin one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grapple {
    Grab,
    /// Damage of a bare hand.
    Damage,
    /// The other is pinned for a round.
    Pin,
    /// The pin of an opponent on a friend is broken.
    Free,
    /// Get out of a hold by force.
    Escape,
    /// Get out of a hold by skill: `Stat::EscapeArtist`, or `Stat::Resilience` where holds are a
    /// matter of power.
    Wriggle,
    /// Let go of one whom the user holds.
    LetGo,
}

/// What is done with a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// Draw a weapon or change the one in hand.
    Draw,
    /// Pick up a weapon from the ground.
    PickUp,
    /// Let go of a weapon in hand: it lies in the own square.
    Drop,
    /// Put a weapon in hand away.
    Sheathe,
    /// Take something out of the pack into a free hand.
    Retrieve,
    /// Load a weapon: any, or only these by id. `slow`: those that take a full round.
    Load {
        #[serde(default)]
        weapons: Vec<String>,
        #[serde(default)]
        slow: bool,
    },
}

/// What is done about abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Touch with what is held: free in the turn in which it was made ready.
    Touch,
    /// Go on concentrating on what needs it.
    Maintain,
    /// Stop concentrating.
    Cease,
    /// End an ability of one's own that is in force.
    Dismiss,
    /// Go on with an ability that takes several rounds.
    KeepOn,
    /// Readied only: undo what an enemy is about to do by the same ability, told by a check of
    /// `Stat::Spellcraft` against this difficulty and the level.
    Counter { difficulty: i32 },
}

/// What an action does to the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnAct {
    /// Put the turn off.
    Delay,
    /// Name an action and a trigger.
    Ready,
    /// Do nothing but gather one's wits: the place in the order becomes that of a rolled 20.
    Refocus,
    /// Begin an action that is too long for the turn.
    Start,
    /// Nothing more: the turn ends.
    End,
    Surrender,
}

/// Who wins a contest at equal results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// The first fails.
    #[default]
    Fails,
    /// The first succeeds.
    Succeeds,
    /// The one with the higher bonus wins; if those are equal too, both roll again.
    HigherBonus,
}

/// Points that an action can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolKind {
    Fate,
    Energy,
}

/// A name or text in a primitive that has to mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// A condition by id, and the field that names it.
    Condition(&'static str, &'a str),
    /// Dice, and the field that has them.
    Dice(&'static str, &'a str),
}

impl Primitive {
    /// Whether it is an attack that the user makes itself.
    pub fn is_attack(&self) -> bool {
        match self {
            Self::Check { roll, .. } => roll.contains(&Term::Attack),
            Self::Attack { .. }
            | Self::Strike(_)
            | Self::CoupDeGrace
            | Self::Charge(_)
            | Self::Trip
            | Self::Disarm
            | Self::Sunder
            | Self::BullRush
            | Self::Force { .. } => true,
            Self::Grapple(what) => matches!(
                what,
                Grapple::Grab | Grapple::Damage | Grapple::Pin | Grapple::Free
            ),
            _ => false,
        }
    }

    /// Who knows its rules.
    pub fn family(&self) -> Family {
        match self {
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Save { .. }
            | Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Spend { .. }
            | Self::Stabilise
            | Self::Choose(..) => Family::General,
            Self::Attack { .. } | Self::Strike(_) | Self::Trade => Family::Attack,
            Self::CoupDeGrace
            | Self::Trip
            | Self::Disarm
            | Self::Sunder
            | Self::BullRush
            | Self::Force { .. }
            | Self::Grapple(_) => Family::Manoeuvre,
            Self::Move(_)
            | Self::Step
            | Self::Leap(_)
            | Self::Posture(_)
            | Self::Ride(_)
            | Self::Ground(_) => Family::Movement,
            Self::Charge(_) => Family::Charge,
            Self::Handle(_) => Family::Handling,
            Self::Use(_) | Self::Channel(_) | Self::Gather { .. } => Family::Ability,
            Self::Turn(_) => Family::Turn,
        }
    }

    /// Whether it is interpreted in one place for all.
    pub fn is_general(&self) -> bool {
        self.family() == Family::General
    }

    /// What follows from it when it succeeds and when it fails.
    pub fn branches(&self) -> [&[Self]; 2] {
        match self {
            Self::Check {
                success, failure, ..
            }
            | Self::Contest {
                success, failure, ..
            }
            | Self::Save {
                success, failure, ..
            } => [success, failure],
            Self::Choose(_, then) => [then, &[]],
            Self::Attack { hits, .. } => [hits, &[]],
            _ => [&[], &[]],
        }
    }

    /// The topic that it cites, if it says one.
    pub fn cites(&self) -> Option<Topic> {
        match self {
            Self::Check { cites, .. }
            | Self::Contest { cites, .. }
            | Self::Save { cites, .. }
            | Self::Lift { cites, .. }
            | Self::Spend { cites, .. } => *cites,
            _ => None,
        }
    }

    /// Whether it takes steps of its own or asks, so that nothing may follow it in its list.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Choose(..) => true,
            Self::Gather { .. } | Self::Handle(_) | Self::Ride(_) | Self::Trade => false,
            Self::Posture(posture) => *posture == Posture::QuarterTurn,
            other => !other.is_general(),
        }
    }

    /// The names and texts in it, its branches aside.
    pub fn names(&self) -> Vec<Named<'_>> {
        match self {
            Self::Impose { condition, .. } => vec![Named::Condition("condition", condition)],
            Self::Lift { conditions, .. } => conditions
                .iter()
                .map(|name| Named::Condition("conditions", name))
                .collect(),
            Self::Heal { dice, .. } => vec![Named::Dice("dice", dice)],
            Self::Move(def) => named(def.condition.as_deref()),
            Self::Charge(def) => named(def.condition.as_deref()),
            _ => Vec::new(),
        }
    }

    /// Whether it needs a target to be done to.
    pub fn needs_target(&self) -> bool {
        let theirs = |terms: &[Term]| {
            let mut terms = terms.iter();
            terms.any(|term| matches!(term, Term::Theirs(_) | Term::Attack))
        };
        match self {
            Self::Check { roll, against, .. } => theirs(roll) || theirs(against),
            Self::Contest { .. } | Self::Stabilise | Self::Choose(..) => true,
            Self::Impose { on, about, .. } => [Some(*on), *about].contains(&Some(Party::Target)),
            Self::Lift { from, .. } => *from == Party::Target,
            Self::Heal { to, .. } => *to == Party::Target,
            _ => false,
        }
    }
}

fn named(condition: Option<&str>) -> Vec<Named<'_>> {
    condition
        .map(|name| Named::Condition("condition", name))
        .into_iter()
        .collect()
}

/// Every primitive of a program with its branches, a parent before its children, with the way to it:
/// the fields and places in lists that lead there.
pub fn walk<'a>(
    list: &'a [Primitive],
    at: &[String],
    visit: &mut dyn FnMut(&[String], &'a Primitive, bool),
) {
    for (i, primitive) in list.iter().enumerate() {
        let mut here = at.to_vec();
        here.push(i.to_string());
        visit(&here, primitive, i + 1 == list.len());
        for (name, branch) in primitive.branch_names().iter().zip(primitive.branches()) {
            let mut below = here.clone();
            below.push((*name).to_owned());
            walk(branch, &below, visit);
        }
    }
}

impl Primitive {
    fn branch_names(&self) -> [&'static str; 2] {
        match self {
            Self::Attack { .. } => ["hits", ""],
            Self::Choose(..) => ["1", ""],
            _ => ["success", "failure"],
        }
    }
}
