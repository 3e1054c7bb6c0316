//! One sentence for each kind of event.

mod blow;
mod body;
mod checks;
mod course;
mod thing;

use super::{Cast, Mark, Told, Weight, breakdown, tally_lines};
use crate::combat::Event;
use crate::combat::contract::EventKind;
use crate::dice::Die;
use crate::rules::Check;

pub(super) use blow::rolled;
pub(super) use body::{damaged, layer_name};
pub(super) use checks::{chanced, checked, contest, saved, searched};

/// An event in words; `None` for events that only pictures need.
pub fn tell(event: &Event, cast: &Cast) -> Option<Told> {
    let (weight, text) = line(&event.kind, cast)?;
    let details = details(&event.kind, cast);
    Some(Told {
        weight,
        mark: Mark::Plain,
        about: Vec::new(),
        text,
        details,
        rules: event.rules.clone(),
    })
}

/// The first of the chapters that has a sentence for an event.
fn line(kind: &EventKind, cast: &Cast) -> Option<(Weight, String)> {
    let chapters = [course::line, blow::line, body::line, thing::line];
    chapters.iter().find_map(|line| line(kind, cast))
}

fn details(kind: &EventKind, cast: &Cast) -> Vec<String> {
    use EventKind as E;
    match kind {
        E::InitiativeRolled { check, .. }
        | E::CriticalThreat { check, .. }
        | E::CoverageRolled { check, .. }
        | E::Checked { check, .. }
        | E::Searched { check, .. }
        | E::Saved { check, .. } => of_check(check, cast),
        E::AttackRolled { check, defence, .. } => {
            let mut lines = of_check(check, cast);
            lines.push(format!("against {} {}:", cast.defence(), defence.total));
            lines.extend(tally_lines(defence, cast));
            lines
        }
        E::Defended {
            check: Some(check), ..
        } => of_check(check, cast),
        E::Contest { check, answer, .. } => {
            let mut lines = of_check(check, cast);
            lines.extend(of_check(answer, cast));
            lines
        }
        E::AmountRolled { dice, bonus, .. }
        | E::DamageRolled { dice, bonus, .. }
        | E::ObjectStruck { dice, bonus, .. } => {
            let mut lines: Vec<_> = dice_line(dice).into_iter().collect();
            lines.extend(tally_lines(bonus, cast));
            lines
        }
        _ => Vec::new(),
    }
}

fn of_check(check: &Check, cast: &Cast) -> Vec<String> {
    let mut lines = vec![breakdown(check, cast)];
    lines.extend(tally_lines(&check.bonus, cast));
    lines
}

/// The dice of a sum in a line; `None` without any.
fn dice_line(dice: &[Die]) -> Option<String> {
    let (first, others) = dice.split_first()?;
    let shown = |die: &Die| format!("{} (d{})", die.rolled, die.sides);
    let minus = if first.subtracted { "−" } else { "" };
    let begun = format!("{minus}{}", shown(first));
    Some(others.iter().fold(begun, |line, die| {
        let sign = if die.subtracted { '−' } else { '+' };
        format!("{line} {sign} {}", shown(die))
    }))
}
