//! Primitives by the family that knows their rules. The rules of a family match its own parts only, and without a
//! wildcard, so that a new primitive does not compile before they answer for it.

use super::super::move_mode::{ChargeDef, LeapDef, MoveDef};
use super::super::movement::Force;
use super::{
    Carry, Channel, Grapple, Ground, Handling, Perceive, Posture, Primitive, Ride, StrikeAt, Term,
    TurnAct, Which,
};

/// A primitive as its family sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family<'a> {
    /// One that is interpreted: it may have branches.
    General(&'a Primitive),
    Attack(AttackPart<'a>),
    Manoeuvre(ManoeuvrePart),
    Movement(MovementPart<'a>),
    Charge(&'a ChargeDef),
    Handling(&'a Handling),
    Ability(AbilityPart<'a>),
    Turn(TurnAct),
    Perception(Perceive),
}

/// An attack of the user's own, or one that it gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttackPart<'a> {
    Attack { which: Which, hits: &'a [Primitive] },
    Strike(StrikeAt),
    Trade,
}

/// A manoeuvre against one target, or the struggle out of a hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ManoeuvrePart {
    CoupDeGrace,
    Trip,
    Disarm,
    Sunder,
    BullRush,
    Force { kind: Force, within: u8 },
    Grapple(Grapple),
}

/// A way to go, a posture, or something done to a mount, a burden or the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MovementPart<'a> {
    Move(&'a MoveDef),
    Step,
    Leap(LeapDef),
    Posture(Posture),
    Ride(Ride),
    Carry(Carry),
    Ground(Ground),
}

/// The use of special abilities, and what comes with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AbilityPart<'a> {
    Use(&'a str),
    Channel(Channel),
    Gather {
        pool: &'a str,
        amount: &'a [Term],
        more_from: Option<&'a str>,
    },
}

/// The pattern of all primitives that are not interpreted: the last arm, in place of a wildcard, of a match over the
/// interpreted ones.
macro_rules! special {
    () => {
        $crate::rules::Primitive::Attack { .. }
            | $crate::rules::Primitive::Strike(_)
            | $crate::rules::Primitive::Trade
            | $crate::rules::Primitive::CoupDeGrace
            | $crate::rules::Primitive::Charge(_)
            | $crate::rules::Primitive::Move(_)
            | $crate::rules::Primitive::Step
            | $crate::rules::Primitive::Leap(_)
            | $crate::rules::Primitive::Posture(_)
            | $crate::rules::Primitive::Ride(_)
            | $crate::rules::Primitive::Carry(_)
            | $crate::rules::Primitive::Ground(_)
            | $crate::rules::Primitive::Trip
            | $crate::rules::Primitive::Disarm
            | $crate::rules::Primitive::Sunder
            | $crate::rules::Primitive::BullRush
            | $crate::rules::Primitive::Force { .. }
            | $crate::rules::Primitive::Grapple(_)
            | $crate::rules::Primitive::Handle(_)
            | $crate::rules::Primitive::Use(_)
            | $crate::rules::Primitive::Channel(_)
            | $crate::rules::Primitive::Gather { .. }
            | $crate::rules::Primitive::Turn(_)
            | $crate::rules::Primitive::Perceive(_)
    };
}
pub(crate) use special;

impl ManoeuvrePart {
    /// Whether it is an attack that the user makes itself.
    pub fn is_attack(self) -> bool {
        match self {
            Self::CoupDeGrace
            | Self::Trip
            | Self::Disarm
            | Self::Sunder
            | Self::BullRush
            | Self::Force { .. } => true,
            Self::Grapple(what) => match what {
                Grapple::Grab | Grapple::Damage | Grapple::Pin | Grapple::Free => true,
                Grapple::Escape | Grapple::Wriggle | Grapple::LetGo => false,
            },
        }
    }
}

impl Primitive {
    /// The primitive as its family sees it.
    pub fn family(&self) -> Family<'_> {
        match self {
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Save { .. }
            | Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => Family::General(self),
            Self::Attack { which, hits } => Family::Attack(AttackPart::Attack {
                which: *which,
                hits,
            }),
            Self::Strike(at) => Family::Attack(AttackPart::Strike(*at)),
            Self::Trade => Family::Attack(AttackPart::Trade),
            Self::CoupDeGrace => Family::Manoeuvre(ManoeuvrePart::CoupDeGrace),
            Self::Trip => Family::Manoeuvre(ManoeuvrePart::Trip),
            Self::Disarm => Family::Manoeuvre(ManoeuvrePart::Disarm),
            Self::Sunder => Family::Manoeuvre(ManoeuvrePart::Sunder),
            Self::BullRush => Family::Manoeuvre(ManoeuvrePart::BullRush),
            Self::Force { kind, within } => Family::Manoeuvre(ManoeuvrePart::Force {
                kind: *kind,
                within: *within,
            }),
            Self::Grapple(grapple) => Family::Manoeuvre(ManoeuvrePart::Grapple(*grapple)),
            Self::Move(def) => Family::Movement(MovementPart::Move(def)),
            Self::Step => Family::Movement(MovementPart::Step),
            Self::Leap(def) => Family::Movement(MovementPart::Leap(*def)),
            Self::Posture(posture) => Family::Movement(MovementPart::Posture(*posture)),
            Self::Ride(ride) => Family::Movement(MovementPart::Ride(*ride)),
            Self::Carry(carry) => Family::Movement(MovementPart::Carry(*carry)),
            Self::Ground(ground) => Family::Movement(MovementPart::Ground(*ground)),
            Self::Charge(def) => Family::Charge(def),
            Self::Handle(handling) => Family::Handling(handling),
            Self::Use(ability) => Family::Ability(AbilityPart::Use(ability)),
            Self::Channel(channel) => Family::Ability(AbilityPart::Channel(*channel)),
            Self::Gather {
                pool,
                amount,
                more_from,
            } => Family::Ability(AbilityPart::Gather {
                pool,
                amount,
                more_from: more_from.as_deref(),
            }),
            Self::Turn(act) => Family::Turn(*act),
            Self::Perceive(perceive) => Family::Perception(*perceive),
        }
    }
}
