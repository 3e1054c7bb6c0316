//! Totals in detail: every die and every modifier by name.

use super::Cast;
use crate::rules::{
    Ability, Check, Counted, Edge, Modifier, ModifierKind, Source, Stat, Tally, Topic,
};

/// A check in one line: `14 = 9 on the die + 3 base attack + 2 flanking`.
pub fn breakdown(check: &Check, cast: &Cast) -> String {
    let die = match (check.taken, check.edge, check.discarded) {
        (true, ..) => "take 10".to_owned(),
        (_, Edge::Advantage, Some(other)) => {
            format!("{} on the die (advantage, {other} dropped)", check.natural)
        }
        (_, Edge::Disadvantage, Some(other)) => {
            format!(
                "{} on the die (disadvantage, {other} dropped)",
                check.natural
            )
        }
        _ => format!("{} on the die", check.natural),
    };
    let parts: String = counted(&check.bonus)
        .map(|m| {
            format!(
                " {} {} {}",
                sign(m.value),
                m.value.abs(),
                modifier_name(m, cast)
            )
        })
        .collect();
    format!("{} = {die}{parts}", check.total())
}

/// The modifiers of a total, a line each, those that do not count marked with the reason.
pub fn tally_lines(tally: &Tally, cast: &Cast) -> Vec<String> {
    tally
        .parts
        .iter()
        .map(|part| {
            let name = modifier_name(&part.modifier, cast);
            let rule = part.modifier.rule.map(|r| format!(" [{}]", cast.rule(r)));
            let why = match part.counted {
                Counted::Yes => String::new(),
                Counted::Outranked => {
                    " (does not count: a higher bonus of this kind does)".to_owned()
                }
                Counted::Denied(topic) => format!(" (does not count: {})", cast.topic(topic)),
                Counted::DeniedBy(id) => {
                    format!(" (does not count: {})", cast.condition(id).to_lowercase())
                }
            };
            let rule = rule.unwrap_or_default();
            let value = part.modifier.value;
            format!("{}{} {name}{why}{rule}", sign(value), value.abs())
        })
        .collect()
}

fn counted(tally: &Tally) -> impl Iterator<Item = &Modifier> {
    tally
        .parts
        .iter()
        .filter(|p| p.counted == Counted::Yes)
        .map(|p| &p.modifier)
}

fn sign(value: i32) -> char {
    if value < 0 { '−' } else { '+' }
}

/// What a modifier is called on the screen.
pub fn modifier_name(modifier: &Modifier, cast: &Cast) -> String {
    let catalogue = &cast.catalogue;
    match modifier.source {
        Source::Topic(Topic::Nonlethal | Topic::OtherLethality | Topic::UnarmedLethality) => {
            cast.nonlethal()
        }
        Source::Topic(topic) => cast.topic(topic),
        Source::Condition(id) => cast.condition(id).to_lowercase(),
        Source::Weapon(id) => cast.weapon(id).to_lowercase(),
        Source::Armour(id) => catalogue
            .armours
            .get(id)
            .map_or("armour".to_owned(), |a| a.name.to_lowercase()),
        Source::Shield(id) => catalogue
            .shields
            .get(id)
            .map_or("shield".to_owned(), |s| s.name.to_lowercase()),
        Source::Trait(id) => cast
            .rules
            .traits
            .get(id)
            .map_or("trait".to_owned(), |t| t.name.to_lowercase()),
        Source::Stated(Stat::Skill(skill)) | Source::Stat(Stat::Skill(skill)) => {
            cast.rules.skill_name(skill).to_owned()
        }
        Source::Stated(_) => "as stated".to_owned(),
        Source::Ability(_) | Source::Stat(_) => match Ability::try_from(modifier.kind) {
            Ok(ability) => cast.rules.policies.names.ability(ability).to_owned(),
            Err(kind) => kind_name(kind).to_owned(),
        },
    }
}

/// The plain name of a kind of modifier, in neutral terms.
pub fn kind_name(kind: ModifierKind) -> &'static str {
    match kind {
        ModifierKind::Base => "base",
        ModifierKind::BaseAttack => "base attack",
        ModifierKind::Level => "level",
        ModifierKind::Strength => Ability::Strength.label(),
        ModifierKind::Dexterity => Ability::Dexterity.label(),
        ModifierKind::Constitution => Ability::Constitution.label(),
        ModifierKind::Intelligence => Ability::Intelligence.label(),
        ModifierKind::Wisdom => Ability::Wisdom.label(),
        ModifierKind::Charisma => Ability::Charisma.label(),
        ModifierKind::Size => "size",
        ModifierKind::Armour => "armour",
        ModifierKind::Shield => "shield",
        ModifierKind::NaturalArmour => "natural armour",
        ModifierKind::ClassDefence => "class",
        ModifierKind::ArmourEnhancement => "better armour",
        ModifierKind::Deflection => "deflection",
        ModifierKind::Dodge => "dodge",
        ModifierKind::Circumstance => "circumstance",
        ModifierKind::Cover => "cover",
        ModifierKind::Flanking => "flanking",
        ModifierKind::Charge => "charge",
        ModifierKind::Speed => "speed",
        ModifierKind::Range => "range",
        ModifierKind::Stability => "stability",
        ModifierKind::Morale => "morale",
        ModifierKind::Enhancement => "enhancement",
        ModifierKind::Iteration => "further attack",
        ModifierKind::TwoWeapons => "two weapons",
        ModifierKind::Stance => "stance",
        ModifierKind::Skill => "skill",
        ModifierKind::Untyped => "other",
    }
}
