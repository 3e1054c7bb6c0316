//! What actions are made of: a program is a list of primitives, carried out in order.
//!
//! General primitives (a check, a condition, healing) are interpreted in one place and may have
//! branches. A special one is the flow of one chapter: a walk, a grapple, a spell. What asks or takes
//! steps of its own stands last in its list, so that half a program is never waiting for its rest.

mod family;
mod needs;
mod terms;

pub use family::*;
pub use needs::*;
pub use terms::*;

use serde::{Deserialize, Serialize};

use super::move_mode::{ChargeDef, LeapDef, MoveDef};
use super::movement::Force;
use super::{DamageKind, Stat, Topic};

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
        /// It is a manoeuvre, for which a natural 20 may add something.
        #[serde(default)]
        manoeuvre: bool,
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
    /// A saving throw against the sum of `difficulty`. `cites` serves refusals; the save has rules of
    /// its own.
    Save {
        #[serde(default)]
        by: Party,
        stat: Stat,
        #[serde(default)]
        difficulty: Vec<Term>,
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
        /// The number that belongs to it.
        #[serde(default)]
        amount: i32,
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
    /// These dice of damage; `halved`: half of it, as after a save.
    Damage {
        dice: String,
        kind: DamageKind,
        to: Party,
        #[serde(default)]
        halved: bool,
    },
    /// The target is moved away from the user by so many squares, which the user chooses.
    Push {
        squares: u8,
    },
    /// The user pays points of a pool.
    Spend {
        pool: String,
        points: u8,
        #[serde(default)]
        cites: Option<Topic>,
        /// What is cited for want of points; `None`: the same.
        #[serde(default)]
        lacking: Option<Topic>,
    },
    /// The user receives points of a pool: the sum of these terms.
    Gain {
        pool: String,
        amount: Vec<Term>,
    },
    /// The target is dying no longer.
    Stabilise,
    /// What is limited under this group is possible once more before the next own turn (EP-ACT-12).
    Renew {
        group: String,
    },
    /// An ally near the target is picked, for whom the rest is done.
    Choose(Circle, Vec<Primitive>),
    /// Attacks with the user's modes; `hits` follows from a hit.
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
    Carry(Carry),
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
    /// The watch for points of a pool begins: the sum of these terms, if the user takes no damage until
    /// its next turn. Each point of the pool `more_from` can then add one more.
    Gather {
        pool: String,
        amount: Vec<Term>,
        #[serde(default)]
        more_from: Option<String>,
    },
    Turn(TurnAct),
    /// Something is done about seeing and being seen.
    Perceive(Perceive),
}

/// A name or text in a primitive that has to mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// A condition by id, and the field that names it.
    Condition(&'static str, &'a str),
    /// Dice, and the field that has them.
    Dice(&'static str, &'a str),
    /// A pool by id, and the field that names it.
    Pool(&'static str, &'a str),
    /// An ability by id.
    Ability(&'a str),
    /// A group of limited actions.
    Group(&'a str),
}

impl Primitive {
    /// Whether it is an attack that the user makes itself.
    pub fn is_attack(&self) -> bool {
        match self.family() {
            Family::General(Self::Check { roll, .. }) => roll.iter().any(Term::is_attack),
            Family::Attack(part) => part != AttackPart::Trade,
            Family::Manoeuvre(part) => part.is_attack(),
            Family::Charge(_) => true,
            Family::General(_)
            | Family::Movement(_)
            | Family::Handling(_)
            | Family::Ability(_)
            | Family::Turn(_)
            | Family::Perception(_) => false,
        }
    }

    /// The word for it in a ruleset. Every action with it bears this word as a tag.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Contest { .. } => "contest",
            Self::Save { .. } => "save",
            Self::Impose { .. } => "impose",
            Self::Lift { .. } => "lift",
            Self::Heal { .. } => "heal",
            Self::Damage { .. } => "damage",
            Self::Push { .. } => "push",
            Self::Spend { .. } => "spend",
            Self::Gain { .. } => "gain",
            Self::Stabilise => "stabilise",
            Self::Renew { .. } => "renew",
            Self::Choose(..) => "choose",
            Self::Attack { .. } => "attack",
            Self::Strike(_) => "strike",
            Self::Trade => "trade",
            Self::CoupDeGrace => "coup_de_grace",
            Self::Charge(_) => "charge",
            Self::Move(_) => "move",
            Self::Step => "step",
            Self::Leap(_) => "leap",
            Self::Posture(_) => "posture",
            Self::Ride(_) => "ride",
            Self::Carry(_) => "carry",
            Self::Ground(_) => "ground",
            Self::Trip => "trip",
            Self::Disarm => "disarm",
            Self::Sunder => "sunder",
            Self::BullRush => "bull_rush",
            Self::Force { .. } => "force",
            Self::Grapple(_) => "grapple",
            Self::Handle(_) => "handle",
            Self::Use(_) => "use",
            Self::Channel(_) => "channel",
            Self::Gather { .. } => "gather",
            Self::Turn(_) => "turn",
            Self::Perceive(_) => "perceive",
        }
    }

    /// Whether it is interpreted in one place for all.
    pub fn is_general(&self) -> bool {
        matches!(self.family(), Family::General(_))
    }

    /// To whom it is done, for what can be done to several.
    pub fn done_to(&self) -> Option<Party> {
        match self {
            Self::Impose { on: party, .. }
            | Self::Lift { from: party, .. }
            | Self::Heal { to: party, .. } => Some(*party),
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Save { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => None,
            special!() => None,
        }
    }

    /// Whether it is a saving throw of this one.
    pub fn is_saved_by(&self, party: Party) -> bool {
        matches!(self, Self::Save { by, .. } if *by == party)
    }

    /// What follows from it when it succeeds and when it fails.
    pub fn branches(&self) -> [&[Self]; 2] {
        if let Self::Attack { hits, .. } = self {
            return [hits, &[]];
        }
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
            Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. } => [&[], &[]],
            special!() => [&[], &[]],
        }
    }

    fn branch_names(&self) -> [&'static str; 2] {
        if matches!(self, Self::Attack { .. }) {
            return ["hits", ""];
        }
        if matches!(self, Self::Choose(..)) {
            return ["1", ""];
        }
        ["success", "failure"]
    }

    /// The topic that it cites, if it says one.
    pub fn cites(&self) -> Option<Topic> {
        match self {
            Self::Check { cites, .. }
            | Self::Contest { cites, .. }
            | Self::Save { cites, .. }
            | Self::Lift { cites, .. }
            | Self::Spend { cites, .. } => *cites,
            Self::Impose { .. }
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => None,
            special!() => None,
        }
    }

    /// Whether it can be gone on with later in the turn.
    pub fn goes_on(&self) -> bool {
        let all = |which| which == Which::All;
        matches!(self, Self::Move(_) | Self::Strike(StrikeAt::Squares))
            || matches!(self, Self::Attack { which, .. } if all(*which))
    }

    /// Whether it takes steps of its own or asks, so that nothing may follow it in its list.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Choose(..) | Self::Damage { .. } | Self::Push { .. } => true,
            Self::Gather { .. } | Self::Handle(_) | Self::Trade => false,
            Self::Ride(_) | Self::Carry(_) => false,
            Self::Posture(posture) => *posture == Posture::QuarterTurn,
            // Some stand alone anyway.
            Self::Turn(act) => !act.is_at_once(),
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Save { .. }
            | Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. } => false,
            Self::Attack { .. }
            | Self::Strike(_)
            | Self::CoupDeGrace
            | Self::Charge(_)
            | Self::Move(_)
            | Self::Step
            | Self::Leap(_)
            | Self::Ground(_)
            | Self::Trip
            | Self::Disarm
            | Self::Sunder
            | Self::BullRush
            | Self::Force { .. }
            | Self::Grapple(_)
            | Self::Use(_)
            | Self::Channel(_)
            | Self::Perceive(_) => true,
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
            Self::Heal { dice, .. } | Self::Damage { dice, .. } => {
                vec![Named::Dice("dice", dice)]
            }
            Self::Spend { pool, .. } | Self::Gain { pool, .. } => vec![Named::Pool("pool", pool)],
            Self::Gather {
                pool, more_from, ..
            } => {
                let more = more_from.iter().map(|more| Named::Pool("more_from", more));
                [Named::Pool("pool", pool)]
                    .into_iter()
                    .chain(more)
                    .collect()
            }
            Self::Move(def) => {
                let wedged = def.wriggles.as_ref().map(|def| &def.condition);
                let wedged = wedged.map(|name| Named::Condition("wriggles", name));
                named(def.condition.as_deref())
                    .into_iter()
                    .chain(wedged)
                    .collect()
            }
            Self::Charge(def) => named(def.condition.as_deref()),
            Self::Use(ability) => vec![Named::Ability(ability)],
            Self::Renew { group } => vec![Named::Group(group)],
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Save { .. }
            | Self::Push { .. }
            | Self::Stabilise
            | Self::Choose(..)
            | Self::Attack { .. }
            | Self::Strike(_)
            | Self::Trade
            | Self::CoupDeGrace
            | Self::Step
            | Self::Leap(_)
            | Self::Posture(_)
            | Self::Ride(_)
            | Self::Carry(_)
            | Self::Ground(_)
            | Self::Trip
            | Self::Disarm
            | Self::Sunder
            | Self::BullRush
            | Self::Force { .. }
            | Self::Grapple(_)
            | Self::Handle(_)
            | Self::Channel(_)
            | Self::Turn(_)
            | Self::Perceive(_) => Vec::new(),
        }
    }
}

fn named(condition: Option<&str>) -> Vec<Named<'_>> {
    condition
        .map(|name| Named::Condition("condition", name))
        .into_iter()
        .collect()
}

/// Where a primitive stands in its program.
#[derive(Clone, Debug, Default)]
pub struct Place<'a> {
    /// The fields and places in lists that lead there.
    pub way: Vec<String>,
    /// The primitives of whose branches it is a part, the outermost first.
    pub within: Vec<&'a Primitive>,
    pub is_first: bool,
    pub is_last: bool,
}

/// Every primitive of a program with its branches, a parent before its children. `at`: where the
/// program stands itself.
pub fn walk<'a>(
    list: &'a [Primitive],
    at: &Place<'a>,
    visit: &mut dyn FnMut(&Place<'a>, &'a Primitive),
) {
    for (i, primitive) in list.iter().enumerate() {
        let mut here = at.clone();
        here.way.push(i.to_string());
        here.is_first = i == 0;
        here.is_last = i + 1 == list.len();
        visit(&here, primitive);
        here.within.push(primitive);
        for (name, branch) in primitive.branch_names().iter().zip(primitive.branches()) {
            let mut below = here.clone();
            below.way.push((*name).to_owned());
            walk(branch, &below, visit);
        }
    }
}
