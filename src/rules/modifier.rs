//! Typed modifiers and how they add up.
//!
//! A total is never a bare number: it is a [`Tally`] of parts, each with its kind, value, source and
//! rule. Parts that do not count stay in the list, marked with the reason, so that every total
//! explains itself.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Ability, ArmourId, ConditionId, RuleId, ShieldId, Stat, Topic, TraitId, WeaponId};

/// What kind of bonus or penalty a modifier is; decides stacking and what may deny it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum ModifierKind {
    /// The number everything starts from, such as the 10 of an armour class.
    Base,
    BaseAttack,
    Level,
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Charisma,
    Size,
    Armour,
    Shield,
    NaturalArmour,
    /// What class and level add to a defence.
    ClassDefence,
    /// What makes armour better: nothing without armour, and lost with it (SP-DEF-06).
    ArmourEnhancement,
    Deflection,
    Dodge,
    Circumstance,
    Cover,
    Flanking,
    Charge,
    /// Moving fast, for the mover's own defence.
    Speed,
    Range,
    Stability,
    Morale,
    Enhancement,
    /// A lower bonus of a further attack in the same turn.
    Iteration,
    /// Penalty for fighting with two weapons.
    TwoWeapons,
    /// Chosen stance such as fighting defensively.
    Stance,
    Skill,
    #[default]
    Untyped,
}

impl From<Ability> for ModifierKind {
    fn from(ability: Ability) -> Self {
        match ability {
            Ability::Strength => Self::Strength,
            Ability::Dexterity => Self::Dexterity,
            Ability::Constitution => Self::Constitution,
            Ability::Intelligence => Self::Intelligence,
            Ability::Wisdom => Self::Wisdom,
            Ability::Charisma => Self::Charisma,
        }
    }
}

impl TryFrom<ModifierKind> for Ability {
    type Error = ModifierKind;

    /// The ability score that a modifier of this kind comes from, or else the kind again.
    fn try_from(kind: ModifierKind) -> Result<Self, ModifierKind> {
        let ability = Self::ALL.into_iter().find(|one| kind == (*one).into());
        ability.ok_or(kind)
    }
}

/// Where a modifier comes from; the screen turns it into a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    /// A number stated outright in a stat block.
    Stated(Stat),
    /// A part of the derived statistic.
    Stat(Stat),
    Ability(Ability),
    Weapon(WeaponId),
    Armour(ArmourId),
    Shield(ShieldId),
    Trait(TraitId),
    Condition(ConditionId),
    /// A rule of the situation, such as flanking.
    Topic(Topic),
}

/// One bonus or penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    pub kind: ModifierKind,
    pub value: i32,
    pub source: Source,
    pub rule: Option<RuleId>,
}

impl Modifier {
    /// One that needs no rule: a number as it is, or a part of one.
    pub fn plain(kind: ModifierKind, value: i32, source: Source) -> Self {
        Self {
            kind,
            value,
            source,
            rule: None,
        }
    }
}

/// Whether a part entered the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counted {
    Yes,
    /// A higher one of the same kind counts instead.
    Outranked,
    /// The situation denies it, for example Dexterity while flat-footed; the topic says which.
    Denied(Topic),
    /// A condition of its bearer denies it.
    DeniedBy(ConditionId),
}

/// A modifier and whether it counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub modifier: Modifier,
    pub counted: Counted,
}

/// The parts of a total; as many as an attack usually has need no memory of their own.
pub type Parts = SmallVec<[Part; 8]>;

/// Modifiers that are being collected; so many need no memory of their own.
pub type Modifiers = SmallVec<[Modifier; 8]>;

/// A total with everything that went into it, losers included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub parts: Parts,
    pub total: i32,
}

/// How modifiers of one kind combine. Penalties always add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// The highest bonus of a kind counts, except that these kinds add.
    HighestOfKindExcept(Vec<ModifierKind>),
    /// Everything adds.
    #[default]
    Everything,
}

impl Stacking {
    fn adds(&self, kind: ModifierKind) -> bool {
        match self {
            Self::Everything => true,
            // What a total starts from is no bonus that another could outrank, and what makes a
            // penalty smaller is none.
            Self::HighestOfKindExcept(adding) => {
                let part = matches!(kind, ModifierKind::Base | ModifierKind::TwoWeapons);
                part || adding.contains(&kind)
            }
        }
    }
}

/// What a situation denies; bonuses only, penalties of the kind stay unless it is voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denial {
    pub kind: ModifierKind,
    /// Mark of the parts that it denies.
    pub mark: Counted,
    /// Penalties do not count either.
    pub voids: bool,
}

impl Tally {
    /// No total is larger, so that a die, a level or another total can be added without overflow.
    pub const MOST: i32 = 1_000_000;

    fn within(total: i32) -> i32 {
        total.clamp(-Self::MOST, Self::MOST)
    }

    /// Adds modifiers up under a stacking policy. Denied bonuses are kept but not counted.
    pub fn sum(
        modifiers: impl IntoIterator<Item = Modifier>,
        stacking: &Stacking,
        denials: &[Denial],
    ) -> Self {
        let mut tally = Self::default();
        for modifier in modifiers {
            tally.add(modifier, stacking, denials);
        }
        tally
    }

    fn add(&mut self, modifier: Modifier, stacking: &Stacking, denials: &[Denial]) {
        if modifier.value == 0 {
            return;
        }
        let denied = denials
            .iter()
            .find(|d| d.kind == modifier.kind && (modifier.value > 0 || d.voids));
        let counted = if let Some(denial) = denied {
            denial.mark
        } else if modifier.value < 0 || stacking.adds(modifier.kind) {
            Counted::Yes
        } else {
            self.outrank(modifier)
        };
        if counted == Counted::Yes {
            self.total = Self::within(self.total.saturating_add(modifier.value));
        }
        self.parts.push(Part { modifier, counted });
    }

    /// Settles a non-stacking bonus against the one of its kind that counts so far.
    fn outrank(&mut self, newcomer: Modifier) -> Counted {
        let rival = self.parts.iter_mut().find(|p| {
            p.counted == Counted::Yes && p.modifier.kind == newcomer.kind && p.modifier.value > 0
        });
        match rival {
            Some(rival) if rival.modifier.value >= newcomer.value => Counted::Outranked,
            Some(rival) => {
                rival.counted = Counted::Outranked;
                self.total = Self::within(self.total.saturating_sub(rival.modifier.value));
                Counted::Yes
            }
            None => Counted::Yes,
        }
    }

    /// The same with more modifiers under a stacking policy.
    pub fn with(
        mut self,
        modifiers: impl IntoIterator<Item = Modifier>,
        stacking: &Stacking,
    ) -> Self {
        for modifier in modifiers {
            self.add(modifier, stacking, &[]);
        }
        self
    }

    /// The same with one part more, which adds to all others.
    pub fn plus(mut self, modifier: Modifier) -> Self {
        self.add(modifier, &Stacking::Everything, &[]);
        self
    }

    /// The sum of the parts that count.
    pub fn counted(&self) -> i32 {
        let counts = self.parts.iter().filter(|p| p.counted == Counted::Yes);
        counts.map(|p| p.modifier.value).sum()
    }

    /// Returns the modifier counted once for each of several rolls.
    pub fn times(mut self, rolls: u8) -> Self {
        let rolls = i32::from(rolls);
        for part in &mut self.parts {
            part.modifier.value = part.modifier.value.saturating_mul(rolls);
        }
        self.total = Self::within(self.total.saturating_mul(rolls));
        self
    }

    /// The counted value of one kind.
    pub fn of_kind(&self, kind: ModifierKind) -> i32 {
        self.parts
            .iter()
            .filter(|p| p.counted == Counted::Yes && p.modifier.kind == kind)
            .map(|p| p.modifier.value)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bonus(kind: ModifierKind, value: i32) -> Modifier {
        Modifier::plain(kind, value, Source::Stat(Stat::Defence))
    }

    fn named() -> Stacking {
        Stacking::HighestOfKindExcept(vec![ModifierKind::Dodge, ModifierKind::Circumstance])
    }

    #[test]
    fn no_sum_is_too_large_to_be_added_to() {
        use ModifierKind::{Base, Deflection};
        let most = |kind| bonus(kind, i32::MAX);
        let up = Tally::sum([most(Base), most(Base)], &Stacking::Everything, &[]);
        assert_eq!(up.total, Tally::MOST);
        let less = bonus(Deflection, i32::MIN);
        let down = Tally::sum([less, less], &Stacking::Everything, &[]);
        assert_eq!(down.total, -Tally::MOST);
        let parts = [bonus(Deflection, i32::MAX - 1), most(Deflection)];
        assert_eq!(Tally::sum(parts, &named(), &[]).total, Tally::MOST);
    }

    #[test]
    fn two_deflection_bonuses_count_the_higher_only() {
        use ModifierKind::Deflection;
        let tally = Tally::sum([bonus(Deflection, 1), bonus(Deflection, 2)], &named(), &[]);
        assert_eq!(tally.total, 2);
        assert_eq!(tally.parts[0].counted, Counted::Outranked);
    }

    #[test]
    fn circumstance_bonuses_add() {
        use ModifierKind::Circumstance;
        let tally = Tally::sum(
            [bonus(Circumstance, 2), bonus(Circumstance, 2)],
            &named(),
            &[],
        );
        assert_eq!(tally.total, 4);
    }

    #[test]
    fn a_denied_bonus_stays_in_the_list_and_a_penalty_stays_in_force() {
        use ModifierKind::Dexterity;
        let denial = Denial {
            kind: Dexterity,
            mark: Counted::Denied(Topic::FlatFooted),
            voids: false,
        };
        let tally = Tally::sum([bonus(Dexterity, 3)], &named(), &[denial]);
        assert_eq!((tally.total, tally.parts.len()), (0, 1));
        let tally = Tally::sum([bonus(Dexterity, -1)], &named(), &[denial]);
        assert_eq!(tally.total, -1);
        let voided = Denial {
            voids: true,
            ..denial
        };
        let tally = Tally::sum([bonus(Dexterity, -1)], &named(), &[voided]);
        assert_eq!((tally.total, tally.parts.len()), (0, 1));
    }
}
