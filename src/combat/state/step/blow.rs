//! Blows on their way through shield, armour and body.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{HurtBy, Layer, Seat};
use crate::content::equipment::Material;
use crate::rules::{AbilityId, DamageKind, Natures};

/// A blow on its way through shield, armour and body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    pub target: Seat,
    pub by: Option<Seat>,
    pub amount: i32,
    pub kind: DamageKind,
    /// Damage of other kinds that comes along and that no armour stops.
    pub also: Vec<Part>,
    /// No resistance reduces it.
    #[serde(default)]
    pub unresisted: bool,
    /// What it is against bodies without substance.
    #[serde(default)]
    pub natures: Natures,
    pub nonlethal: bool,
    /// What the weapon is made of, if it is a weapon.
    pub material: Option<Material>,
    /// What the weapon carries into a wound.
    #[serde(default)]
    pub carries: Option<AbilityId>,
    /// What it meets next.
    pub entry: Entry,
    /// Meant to kill a helpless target: survivors must save.
    pub finishing: bool,
    /// What deals it, if no combatant does.
    #[serde(default)]
    pub from: Option<HurtBy>,
    /// The combatant credited with it, if no combatant deals it.
    #[serde(default)]
    pub cause: Option<Seat>,
}

impl Blow {
    /// Damage without a weapon: bodily kinds meet armour where it takes blows, others nothing.
    pub fn of_power(by: Seat, target: Seat, amount: i32, kind: DamageKind) -> Self {
        Self {
            target,
            by: Some(by),
            amount,
            kind,
            also: Vec::new(),
            unresisted: false,
            natures: Natures::default(),
            nonlethal: false,
            material: None,
            carries: None,
            entry: Entry::Uncovered(None),
            finishing: false,
            from: None,
            cause: None,
        }
    }

    /// Damage that no combatant deals.
    pub fn of_ground(target: Seat, amount: i32, kind: DamageKind) -> Self {
        Self {
            by: None,
            ..Self::of_power(target, target, amount, kind)
        }
    }

    /// Takes the answer to a coverage request.
    pub fn take_ten(&mut self, takes_ten: bool) {
        if let Entry::Uncovered(decided) = &mut self.entry {
            *decided = Some(takes_ten);
        }
    }
}

/// What a blow meets next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    Shield,
    /// A coverage check decides; whether 10 is taken, once that is decided.
    Uncovered(Option<bool>),
    Struck(Layer),
}

/// Damage of one kind.
pub type Part = (i32, DamageKind);
