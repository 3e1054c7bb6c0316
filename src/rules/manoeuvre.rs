//! Policies of the manoeuvres that move or hold bodies.

use serde::{Deserialize, Serialize};

use super::Stat;
use super::damage::DamageKind;
use super::primitive::{Family, Grapple, ManoeuvrePart, Term, Ties};

/// How each manoeuvre is decided. One that is left out is Strength against Strength.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manoeuvres {
    pub trip: ManoeuvreRule,
    pub grab: ManoeuvreRule,
    /// What is tried inside a grapple: damage, a pin, the release of an ally.
    pub grapple: ManoeuvreRule,
    pub disarm: ManoeuvreRule,
    /// Bull rushes, and powers that push, pull and slide.
    pub bull_rush: ManoeuvreRule,
    /// Getting free by force.
    pub escape: ManoeuvreRule,
    /// Getting free by skill.
    pub wriggle: ManoeuvreRule,
    /// Running a combatant down that does not step aside.
    pub overrun: ManoeuvreRule,
    pub coup_de_grace: Finishing,
    /// Strikes at what an enemy holds and wears: attack roll against attack roll.
    pub sunder: SunderRules,
    /// What a natural 20 adds to the roll of who tries one, as in a check that is a manoeuvre (EP-CRIT-10).
    pub natural_twenty_adds: i32,
}

/// With what and from where a helpless target can be finished off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finishing {
    /// With any weapon, beside the target.
    #[default]
    Adjacent,
    /// With a melee weapon at its reach, or with a bow or crossbow beside the target.
    MeleeReachOrBowBeside,
}

impl Finishing {
    /// Whether it is made beside the target only.
    pub fn is_beside(self) -> bool {
        match self {
            Self::Adjacent => true,
            Self::MeleeReachOrBowBeside => false,
        }
    }
}

impl Manoeuvres {
    /// The entry of a manoeuvre, if it has one.
    pub fn of(&self, what: ManoeuvrePart) -> Option<&ManoeuvreRule> {
        Some(match what {
            ManoeuvrePart::Trip => &self.trip,
            ManoeuvrePart::Disarm => &self.disarm,
            ManoeuvrePart::BullRush | ManoeuvrePart::Force { .. } => &self.bull_rush,
            ManoeuvrePart::Grapple(Grapple::Grab) => &self.grab,
            ManoeuvrePart::Grapple(Grapple::Damage | Grapple::Pin | Grapple::Free) => &self.grapple,
            ManoeuvrePart::Grapple(Grapple::Escape) => &self.escape,
            ManoeuvrePart::Grapple(Grapple::Wriggle) => &self.wriggle,
            ManoeuvrePart::Grapple(Grapple::LetGo)
            | ManoeuvrePart::CoupDeGrace
            | ManoeuvrePart::Sunder => return None,
        })
    }

    /// The entry of a part of a program: a manoeuvre, or the overrun in which a charge may end.
    pub fn of_family(&self, part: Family<'_>) -> Option<&ManoeuvreRule> {
        match part {
            Family::Manoeuvre(what) => self.of(what),
            Family::Charge(_) => Some(&self.overrun),
            Family::General(_)
            | Family::Attack(_)
            | Family::Movement(_)
            | Family::Handling(_)
            | Family::Ability(_)
            | Family::Turn(_)
            | Family::Perception(_) => None,
        }
    }

    /// Every entry by name.
    pub fn all(&self) -> [(&'static str, &ManoeuvreRule); 8] {
        [
            ("trip", &self.trip),
            ("grab", &self.grab),
            ("grapple", &self.grapple),
            ("disarm", &self.disarm),
            ("bull_rush", &self.bull_rush),
            ("escape", &self.escape),
            ("wriggle", &self.wriggle),
            ("overrun", &self.overrun),
        ]
    }
}

/// How a manoeuvre is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ManoeuvreRule {
    /// A melee touch attack comes first. A trip then reaches as far as the weapon.
    pub touch: bool,
    /// What happens to the user between the declaration and the attempt and spoils it.
    pub spoiled: Spoiled,
    pub roll: Roll,
    pub against: Against,
    /// Who wins at equal results. A number is reached by an equal result.
    pub ties: Ties,
    /// The target of a failed attempt may try the same at once. For trips, disarms and overruns.
    pub answered: bool,
    /// For disarms by attack rolls: as far as the weapon reaches, not only beside the target.
    pub reaches: bool,
    /// For disarms: the target chooses into which square of its space the weapon falls.
    pub target_drops: bool,
    /// By so many size categories the target may be larger; `None`: by any.
    pub larger_at_most: Option<i32>,
    /// By so many it may be smaller, for overruns; `None`: by any.
    pub smaller_at_most: Option<i32>,
    /// The target must not fly.
    pub grounded: bool,
    /// The user must not be prone.
    pub standing: bool,
    /// Advantage and disadvantage count, flanking among them; no roll of resilience knows them.
    pub flanking: bool,
    /// Against several who hold the user, one roll has to beat the answer of each outright;
    /// otherwise there is a contest with each.
    pub one_roll: bool,
    /// What the weapons add to attack rolls against each other.
    pub weights: Weights,
}

impl ManoeuvreRule {
    /// Whether it takes a melee attack that reaches the target.
    pub fn is_attack(&self) -> bool {
        self.touch || self.roll.is_attack()
    }
}

/// What counts in opposed attack rolls beside the bonuses of the attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    /// How much larger one weapon is than the other, and to the target a weapon in both hands.
    #[default]
    WeaponSizes,
    /// To each a weapon in both hands, a light weapon, and how much larger its bearer is.
    GripAndBody,
}

/// What can be struck at, with what, and how it wears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SunderRules {
    /// Who wins at equal results.
    pub ties: Ties,
    /// A helmet can be struck as well as weapons and shields.
    pub helmets: bool,
    /// What keeps damage off the thing.
    pub wears: SunderWear,
    /// Kinds of damage that can be struck with; all if there are none.
    pub kinds: Vec<DamageKind>,
    /// By so many size categories what strikes may be smaller than what is struck; `None`: by any.
    pub smaller_at_most: Option<i32>,
}

/// What keeps damage off a thing that is struck on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SunderWear {
    /// Its hardness; it has hit points of its own for this.
    #[default]
    Hardness,
    /// What it ignores of blows that it meets as armour; a shield or helmet loses the same hit points
    /// as to those. A weapon has its hardness. Metal ignores what is too soft to harm it.
    AsWorn,
}

impl SunderWear {
    /// Whether a shield in hand wears as one that is struck in battle does.
    pub fn is_as_worn(self) -> bool {
        match self {
            Self::AsWorn => true,
            Self::Hardness => false,
        }
    }
}

/// What spoils a manoeuvre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spoiled {
    #[default]
    ByNothing,
    /// Damage.
    ByDamage,
    /// A hit, whether it does damage or not.
    ByHit,
}

/// What is rolled for a manoeuvre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roll {
    /// Strength and size.
    #[default]
    Strength,
    /// Strength and size, with what steady legs are worth.
    Planted,
    /// Strength or Dexterity, whichever is better, and size, with what steady legs are worth.
    Balance,
    /// The same, or in the saddle this, if that is better.
    Footing(Stat),
    /// An attack roll with the weapon in hand.
    Attack,
    /// A check of this stat.
    Stat(Stat),
}

impl Roll {
    /// The stat that it is a roll of, if it is a plain one.
    pub fn stat(self) -> Option<Stat> {
        match self {
            Self::Stat(stat) => Some(stat),
            Self::Strength | Self::Planted | Self::Balance | Self::Footing(_) | Self::Attack => {
                None
            }
        }
    }

    /// Whether it is an attack roll.
    pub fn is_attack(self) -> bool {
        match self {
            Self::Attack => true,
            Self::Strength | Self::Planted | Self::Balance | Self::Footing(_) | Self::Stat(_) => {
                false
            }
        }
    }
}

/// What the roll for a manoeuvre is held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// A roll of the target.
    Roll(Roll),
    /// The sum of these.
    Number(Vec<Term>),
}

impl Default for Against {
    fn default() -> Self {
        Self::Roll(Roll::Strength)
    }
}

/// How a bull rush is carried out once its check is won or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BullRushRules {
    /// The pusher first moves into the target's space, pushes it straight back, and is thrown back
    /// itself when it fails. Otherwise it stays where it is and chooses a square farther away.
    pub moves_in: bool,
    /// One square more for so many points by which the check was won.
    pub further_per: Option<u8>,
    /// The pushed combatant and its pusher provoke attacks of opportunity from third parties.
    pub provokes: bool,
    /// Percent of the attacks of opportunity of third parties that strike the other of the two.
    pub stray: u8,
}

/// What a grapple does to those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GrappleRules {
    /// A combatant that wins a hold keeps it by moving into the space of the other.
    pub shares_space: bool,
    /// A combatant that grapples already is grabbed without a touch, and does not strike first.
    pub joining_is_free: bool,
    /// A combatant that wins a hold hurts the other with a bare hand.
    pub hurts: bool,
    /// A combatant that is grabbed while prone is pulled to its feet.
    pub raises: bool,
    /// By so many size categories one that is held may be larger. A larger one can be touched, but the hold is
    /// lost without a check (CD-GRP-04). `None`: by any.
    pub holds_larger: Option<i32>,
    /// So many of its own size can grapple a combatant at once.
    pub crowd: Option<u8>,
    /// A shot at one strikes any combatant in the grapple, by chance.
    pub shots_stray: bool,
    /// Taking hold of a combatant takes a free hand.
    #[serde(default)]
    pub free_hand: bool,
    /// A combatant that holds a combatant may let it go instead of answering its attempt to get free.
    #[serde(default)]
    pub may_let_go: bool,
    /// A grapple leaves those in it every weapon that they have in hand, and not light and natural ones
    /// alone (SP-COND-09).
    #[serde(default)]
    pub any_weapon: bool,
}

/// What forced movement takes of its squares, in twelfths of a plain square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ForcedRules {
    /// Entering an obstacle.
    pub obstacle: u16,
    /// Entering ground that hurts.
    pub hazardous: u16,
    /// A save at the edge of such ground ends the movement before it.
    pub save_at_edge: bool,
}

impl Default for ForcedRules {
    fn default() -> Self {
        Self {
            obstacle: 24,
            hazardous: 12,
            save_at_edge: false,
        }
    }
}
