//! Attacks: order, legality, roll, outcome.
//!
//! An attack is a small machine: each [`Phase`] rolls or decides one thing, and where a combatant has
//! to be asked it waits on the stack in the phase that goes on with the answer. Systems with a fixed
//! number to reach pass through without a stop.

pub(crate) mod aid_feint;
pub(crate) mod bluff;
pub(crate) mod concealment;
pub(crate) mod cover;
pub(crate) mod critical;
pub(crate) mod defence;
pub(crate) mod full_attack;
pub(crate) mod legal;
pub(crate) mod objects;
pub(crate) mod odds;
pub(crate) mod resolve;
pub(crate) mod shield;
pub(crate) mod situation;
#[cfg(test)]
mod tests;
pub(crate) mod unseen;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

pub use legal::{in_hand, legal, range, ready, refusal};
pub use situation::{Situation, is_immune, modifier, sneak_dice};

use crate::combat::action::declare::DeclaredAction;
use crate::combat::contract::request::{DefenceChoice, Manner};
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre;
use crate::combat::manoeuvre::grapple;
use crate::combat::state::combatant::AttackMode;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::rules::{Modifier, ModifierKind, Tally, Topic};

/// An attack that a combatant makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackOrder {
    pub attacker: Seat,
    pub target: Seat,
    /// Index of the attack form.
    pub form: u8,
    /// Modifiers of this attack alone: charge, iteration, two weapons.
    pub extra: Vec<Modifier>,
    pub opportunity: bool,
    pub manner: Manner,
    /// How many times its damage is rolled, critical hits aside.
    pub times: u8,
}

impl AttackOrder {
    /// An attack without anything special about it.
    pub fn plain(attacker: Seat, target: Seat, form: u8) -> Self {
        Self {
            attacker,
            target,
            form,
            extra: Vec::new(),
            opportunity: false,
            manner: Manner::default(),
            times: 1,
        }
    }

    /// The rule by which its damage is rolled several times, critical hits aside.
    pub fn multiplied_by(&self, state: &State) -> Topic {
        let charged = self.extra.iter().any(|m| m.kind == ModifierKind::Charge);
        let lance = form(state, self)
            .and_then(|form| form.weapon)
            .and_then(|weapon| state.book.catalogue.weapons.get(weapon))
            .is_some_and(|weapon| weapon.lance);
        match (charged, lance) {
            (false, _) => Topic::SetWeapon,
            (true, true) => Topic::Lance,
            (true, false) => Topic::Dive,
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
    /// Who shields the target, once a combatant has declared it.
    pub protector: Option<Seat>,
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
    pub sneak: u8,
}

/// Puts an attack on the stack, or what is tried in place of it.
pub fn begin(battle: &mut Arena, order: AttackOrder) {
    if let Some(action) = order.manner.instead {
        return manoeuvre::in_place_of(battle, &order, action);
    }
    let order = grapple::shoot(battle, order);
    battle.push(Step::Attack(Attack::new(order)));
}

/// Puts a touch attack on the stack that begins a manoeuvre.
pub fn begin_touch(battle: &mut Arena, order: AttackOrder, declared: DeclaredAction) {
    let attack = Attack {
        touch: Some(Box::new(declared)),
        ..Attack::new(order)
    };
    battle.push(Step::Attack(attack));
}

/// Puts an attack on the stack that something follows if it hits.
pub fn begin_with_sequel(battle: &mut Arena, order: AttackOrder, declared: DeclaredAction) {
    let attack = Attack {
        sequel: Some(Box::new(declared)),
        ..Attack::new(order)
    };
    battle.push(Step::Attack(attack));
}

impl Attack {
    /// An attack that has just been declared.
    pub fn new(order: AttackOrder) -> Self {
        Self {
            order,
            phase: Phase::Begin,
            answer: None,
            protector: None,
            declined: Vec::new(),
            takes_ten: None,
            rolled: Rolled::default(),
            bonus: None,
            sequel: None,
            touch: None,
        }
    }
}

/// The form of an order, if the attacker has it.
pub fn form<'a>(state: &'a State, order: &AttackOrder) -> Option<&'a AttackMode> {
    state
        .get(order.attacker)
        .forms
        .0
        .get(usize::from(order.form))
}

/// Takes the answer of the combatant that is in the way of a shot.
pub fn answer_from_cover(battle: &mut Arena, seat: Seat, stays: bool) {
    resolve::cover_answers(battle, seat, stays);
}

/// Takes an attack on until it is over or has to ask.
pub fn advance(In(attack): In<Attack>, mut battle: Writes<Everything>) {
    let mut battle = battle.open();
    let mut battle = battle.access();
    resolve::run(&mut battle, attack);
}
