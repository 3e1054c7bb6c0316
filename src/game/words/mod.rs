//! Requests, odds and refusals in words. Events are told by [`narrate`](crate::narrate).

mod answer;
mod answers;
mod ground;
mod number;
mod question;
mod strikes;

use super::known;
use super::session::Session;
use crate::combat::contract::{Affected, CombatantView};
use crate::combat::{
    AttackForecast, Forecast, OpportunityForecast, PathForecast, Refusal, Seat, SideId, Unsure,
    WayCheck,
};
use crate::grid::{Area, Direction, Square};
use crate::rules::{ActionId, ConditionDef, ConditionId, Flag, RuleId, Ruleset, Stat};

pub use answers::{answers, capital};
pub use ground::{ground, last_way};
pub use number::percent;
pub use question::question;

/// A combatant's name.
pub fn name(session: &Session, seat: Seat) -> &str {
    session.cast.name(seat)
}

/// A side's name.
pub fn side(session: &Session, side: SideId) -> &str {
    session.cast.side(side)
}

/// An action's name.
pub fn action(rules: &Ruleset, action: ActionId) -> &str {
    rules
        .actions
        .get(action)
        .map_or("an action", |def| def.name.as_str())
}

/// A condition's name, in small letters.
pub fn condition(rules: &Ruleset, condition: ConditionId) -> String {
    rules
        .conditions
        .get(condition)
        .map_or_else(String::new, |def| def.name.to_lowercase())
}

/// The conditions of a combatant that are worth telling: the dead are dead, whatever they were about.
pub fn in_force<'a>(
    rules: &'a Ruleset,
    who: &'a CombatantView,
) -> impl Iterator<Item = &'a ConditionDef> {
    let conditions = who.conditions.iter();
    let conditions = conditions.filter_map(|condition| rules.conditions.get(*condition));
    conditions.filter(|def| !who.dead || def.flags.contains(&Flag::Dead))
}

/// The title and text of a rule, for tooltips.
pub fn rule(rules: &Ruleset, id: RuleId) -> String {
    match rules.compendium.get(id) {
        Some(rule) => format!("{} · {}\n{}", rule.id, rule.title, rule.text),
        None => String::new(),
    }
}

/// What the dice of a rest have yet to decide about a combatant that lies below 0.
pub fn unsure(unsure: Unsure) -> String {
    match unsure {
        Unsure::Wakes(chance) => {
            let percent = (chance * 100.0).round();
            format!(" (unconscious; awake by then with a chance of {percent}\u{a0}%)")
        }
        Unsure::Alone => " (without help: may wake, get worse or die)".into(),
    }
}

/// So many days and hours.
pub fn span(days: u32, hours: u32) -> String {
    let count = |n: u32, one: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    };
    match (days, hours) {
        (0, hours) => count(hours, "hour"),
        (days, 0) => count(days, "day"),
        // Bruises fade by the hour while wounds heal by the day.
        (days, hours) if hours <= days.saturating_mul(24) => count(days, "day"),
        (_, hours) => count(hours, "hour"),
    }
}

/// The damage of an attack on average, misses counted.
pub fn mean(odds: &AttackForecast) -> String {
    format!("mean {:.1}", odds.damage.mean())
}

/// How the damage of an attack spreads: its mean, the chance of the better half of it, and that of felling the
/// target.
pub fn spread(odds: &AttackForecast) -> String {
    let (low, high) = odds.damage_range;
    let half = low + (high - low + 1) / 2;
    let mut told = mean(odds);
    if half > low {
        told.push_str(&format!(
            "; {half} or more {}",
            percent(odds.damage.at_least(half))
        ));
    }
    if odds.down > 0.0005 {
        told.push_str(&format!(", drops it {}", percent(odds.down)));
    }
    told
}

/// A refusal with the rule behind it.
pub fn refusal(session: &Session, refusal: &Refusal) -> String {
    let reason = known::told(session, refusal);
    match refusal.rule {
        Some(rule) => format!("{reason}  [{}]", session.rules().rule_name(rule)),
        None => reason.into_owned(),
    }
}

/// Whether an attack mode is a ranged one.
pub fn is_ranged(session: &Session, seat: Seat, mode: u8) -> bool {
    session
        .ranged
        .get(seat.index())
        .is_some_and(|f| f.get(usize::from(mode)) == Some(&true))
}

/// A direction on the map, north being up.
pub fn compass(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
        Direction::NorthEast => "north-east",
        Direction::SouthEast => "south-east",
        Direction::SouthWest => "south-west",
        Direction::NorthWest => "north-west",
    }
}

/// Where a square lies as seen from a space, if there is anything to say.
pub fn bearing(from: Area, to: Square) -> Option<&'static str> {
    let (x, y) = (
        (to.x - from.anchor.x).signum(),
        (to.y - from.anchor.y).signum(),
    );
    let step = Square::new(x, y);
    let all = Direction::ALL.into_iter();
    let mut fits = all.filter(|direction| Square::new(0, 0) + *direction == step);
    fits.next().map(compass)
}

/// Attacks of opportunity that something gives away: by whom, how likely, how bad.
pub fn dangers(session: &Session, dangers: &[OpportunityForecast]) -> String {
    let one = |danger: &OpportunityForecast| {
        let by = name(session, danger.by);
        let (hit, mean) = (percent(danger.hit), danger.mean_damage);
        format!("{by} {hit}, mean {mean:.1}")
    };
    let list: Vec<_> = dangers.iter().map(one).collect();
    list.join("; ")
}

/// The checks that a way takes: against what, and how likely they succeed; empty if it takes none.
pub fn checks(session: &Session, path: &PathForecast) -> String {
    let one = |check: &WayCheck| {
        let skill = match check.stat {
            Stat::Skill(skill) => session.rules().skill_name(skill),
            stat => stat.name(),
        };
        let past = match check.against {
            Some(by) => format!(" against {}", name(session, by)),
            None => String::new(),
        };
        let (dc, chance) = (check.difficulty, percent(check.chance));
        format!("{skill} DC {dc}{past} {chance}")
    };
    let list: Vec<_> = path.checks.iter().map(one).collect();
    list.join(", ")
}

/// What is to be known of an action without a target before it is taken; empty if nothing is.
pub fn prospect(session: &Session, forecast: &Forecast) -> String {
    let mut lines = Vec::new();
    if let Some(success) = forecast.success {
        lines.push(format!("Succeeds {}", percent(success)));
    }
    if !forecast.provokes.is_empty() {
        lines.push(format!(
            "Provokes: {}",
            dangers(session, &forecast.provokes)
        ));
    }
    lines.join("\n")
}

/// A signed number with a proper minus.
pub fn signed(value: i32) -> String {
    if value < 0 {
        format!("−{}", -value)
    } else {
        format!("+{value}")
    }
}

/// What an ability would do to one combatant, in short.
pub fn affected(affected: &Affected) -> String {
    effects(affected).join(" · ")
}

/// What an ability would do to one combatant, thing by thing.
pub fn effects(affected: &Affected) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(attack) = &affected.attack {
        parts.push(format!("hits {}", percent(attack.hit)));
    }
    if let Some(saves) = affected.saves {
        parts.push(format!("saves {}", percent(saves)));
    }
    if affected.damage.max() > 0 {
        parts.push(format!("mean {:.1}", affected.damage.mean()));
    }
    if affected.heals > 0.0 {
        parts.push(format!("heals {:.1}", affected.heals));
    }
    if affected.down > 0.0 {
        parts.push(format!("drops {}", percent(affected.down)));
    }
    if parts.is_empty() {
        parts.push("affected".into());
    }
    parts
}

/// Twelfths of a square as squares, with halves written out.
pub fn squares(twelfths: u16) -> String {
    let (whole, rest) = (twelfths / 12, twelfths % 12);
    let rest = match rest {
        0 => "",
        1..=3 => "¼",
        4..=8 => "½",
        _ => "¾",
    };
    if whole == 0 && !rest.is_empty() {
        rest.into()
    } else {
        format!("{whole}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};

    #[test]
    fn the_dead_are_dead_whatever_they_were_about() {
        let rules = ruleset("spiritual_pressure");
        let battle = Scene::new(rules.clone(), &["A.b"]).seeded(1);
        let mut who = battle.view().combatants.remove(0);
        let id = |name| rules.conditions.id(name).expect("a condition");
        who.conditions = vec![id("total_defence"), id("dead")];
        let told = |who: &CombatantView| in_force(&rules, who).count();
        assert_eq!(told(&who), 2);
        who.dead = true;
        assert_eq!(told(&who), 1);
    }

    #[test]
    fn chances_are_never_rounded_to_certainty() {
        let plain = |chance| percent(chance).replace('\u{a0}', " ");
        assert_eq!(plain(0.999), "99 %");
        assert_eq!(plain(0.001), "1 %");
        assert_eq!((plain(0.0), plain(1.0)), ("0 %".into(), "100 %".into()));
    }

    #[test]
    fn costs_are_told_in_squares() {
        assert_eq!(squares(12), "1");
        assert_eq!(squares(18), "1½");
        assert_eq!(squares(6), "½");
        assert_eq!(signed(-2), "−2");
    }
}
