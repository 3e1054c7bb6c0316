//! Checks, saving throws and chances, without who makes them.

use crate::dice::Purpose;
use crate::narrate::{Cast, minus};
use crate::rules::{Check, Modifier, Source, Stat, Tally, Value};

/// A check and its result. `of`: what is rolled, if that is known; a bonus of 0 has no parts that would tell.
pub fn checked(
    purpose: Purpose,
    (check, of): (&Check, Option<Value>),
    dc: i32,
    success: bool,
    cast: &Cast,
) -> String {
    let what = rolled(purpose, (check, of), cast);
    let end = if success { "succeeded" } else { "failed" };
    format!("{what} {} vs DC {dc}: {end}", minus(check.total()))
}

/// A search and whether it found anything, without the number that it had to reach.
pub fn searched(
    purpose: Purpose,
    (check, of): (&Check, Option<Value>),
    success: bool,
    cast: &Cast,
) -> String {
    let what = rolled(purpose, (check, of), cast);
    let end = if success { "found" } else { "nothing found" };
    format!("{what} {}: {end}", minus(check.total()))
}

/// What a check is made with: a skill, an ability score, or what it is made for.
fn rolled(purpose: Purpose, (check, of): (&Check, Option<Value>), cast: &Cast) -> String {
    let mut parts = modifiers(&check.bonus);
    let skill = parts.find_map(|part| match part.source {
        Source::Stated(Stat::Skill(skill)) | Source::Stat(Stat::Skill(skill)) => Some(skill),
        _ => None,
    });
    match (skill, of) {
        (Some(skill), _) | (None, Some(Value::Stat(Stat::Skill(skill)))) => {
            cast.rules.skill_name(skill).to_owned()
        }
        (None, Some(Value::Ability(ability))) => {
            let name = cast.rules.policies.names.ability(ability);
            format!("{name} check")
        }
        _ => plain(purpose),
    }
}

/// A saving throw and its result.
pub fn saved(save: Option<Stat>, check: &Check, (dc, success): (i32, bool), cast: &Cast) -> String {
    let named = save.and_then(|save| cast.rules.policies.names.save(save));
    let what = named.map_or_else(|| "save".to_owned(), |name| format!("{name} save"));
    let total = check.total();
    // What the die alone has decided.
    let natural = match (success, total >= dc) {
        (true, false) | (false, true) => format!(", natural {}", check.natural),
        _ => String::new(),
    };
    let end = if success { "saved" } else { "failed" };
    format!("{what} {} vs DC {dc}{natural}: {end}", minus(total))
}

/// A chance in per cent and its result.
pub fn chanced(purpose: Purpose, percent: u8, rolled: u32, success: bool) -> String {
    let end = if success { "succeeded" } else { "failed" };
    format!(
        "{} {rolled}, {percent} or less needed: {end}",
        plain(purpose)
    )
}

/// How a contest came out for the one who began it.
pub fn contest(check: &Check, answer: &Check, won: bool) -> &'static str {
    let even = check.total() == answer.total() && check.bonus.total == answer.bonus.total;
    match (won, even) {
        (true, _) => "won",
        (false, true) => "a tie",
        (false, false) => "lost",
    }
}

/// Whether a contest is about noticing a combatant that hides.
pub fn noticing(check: &Check, answer: &Check, cast: &Cast) -> bool {
    let policy = &cast.rules.policies.initiative.surprise;
    let rests = |tally: &Tally, stat: Stat| {
        modifiers(tally)
            .any(|part| part.source == Source::Stated(stat) || part.source == Source::Stat(stat))
    };
    rests(&check.bonus, policy.spot) || rests(&answer.bonus, policy.hide)
}

fn modifiers(tally: &Tally) -> impl Iterator<Item = &Modifier> {
    tally.parts.iter().map(|part| &part.modifier)
}

/// What a die is rolled for, in words.
fn plain(purpose: Purpose) -> String {
    purpose.name().replace('_', " ")
}
