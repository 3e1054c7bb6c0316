//! Totals of events with their parts, and the rules that these cite.

use crate::combat::contract::event::{Event, EventKind};
use crate::dice::Die;
use crate::rules::{Check, RuleId, Tally};

impl Event {
    /// The rules that its line cites and those of the modifiers in its details.
    pub fn cited(&self) -> impl Iterator<Item = RuleId> {
        use EventKind as E;
        let tallies: [Option<&Tally>; 2] = match &self.kind {
            E::InitiativeRolled { check, .. }
            | E::CriticalThreat { check, .. }
            | E::CoverageRolled { check, .. }
            | E::Checked { check, .. }
            | E::Searched { check, .. }
            | E::Saved { check, .. } => [Some(&check.bonus), None],
            E::AttackRolled { check, defence, .. } => [Some(&check.bonus), Some(defence)],
            E::Contest { check, answer, .. } => [Some(&check.bonus), Some(&answer.bonus)],
            E::Defended { check, .. } => [check.as_ref().map(|check| &check.bonus), None],
            E::DamageRolled { bonus, .. }
            | E::AmountRolled { bonus, .. }
            | E::ObjectStruck { bonus, .. } => [Some(bonus), None],
            _ => [None, None],
        };
        let parts = tallies.into_iter().flatten().flat_map(|tally| &tally.parts);
        let named = parts.filter_map(|part| part.modifier.rule);
        self.rules.iter().copied().chain(named)
    }

    /// Every total of the event with the sum of the dice and modifiers listed for it: two equal numbers.
    pub fn totals(&self) -> Vec<(i32, i32)> {
        use EventKind as E;
        match &self.kind {
            E::InitiativeRolled { check, .. }
            | E::CriticalThreat { check, .. }
            | E::CoverageRolled { check, .. }
            | E::Checked { check, .. }
            | E::Searched { check, .. }
            | E::Saved { check, .. }
            | E::Defended {
                check: Some(check), ..
            } => vec![of_check(check)],
            E::AttackRolled { check, defence, .. } => {
                vec![of_check(check), (defence.total, defence.counted())]
            }
            E::Contest { check, answer, .. } => vec![of_check(check), of_check(answer)],
            E::DamageRolled {
                dice, bonus, total, ..
            }
            | E::AmountRolled {
                dice, bonus, total, ..
            }
            | E::ObjectStruck {
                dice,
                bonus,
                taken: total,
                ..
            } => vec![(*total, of_dice(dice, bonus))],
            _ => Vec::new(),
        }
    }
}

fn of_check(check: &Check) -> (i32, i32) {
    (check.total(), check.natural + check.bonus.counted())
}

fn of_dice(dice: &[Die], bonus: &Tally) -> i32 {
    dice.iter().map(Die::adds).sum::<i32>() + bonus.counted()
}
