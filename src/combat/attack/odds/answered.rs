//! The odds of each answer to an attack that is under way, for the combatant that is asked for one.
//!
//! Before the roll they are those of the whole attack under that answer; after it, only the answer's
//! own die is open.

use crate::combat::attack::bands::{Bands, Severity};
use crate::combat::attack::odds::{Landing, of_answered, of_landing, results};
use crate::combat::attack::{Situation, defence, objects};
use crate::combat::checks;
use crate::combat::contract::{AttackForecast, DefenceChoice, Seat};
use crate::combat::state::step::Step;
use crate::combat::state::step::smash::Smash;
use crate::combat::state::{Attack, AttackOrder, State};
use crate::rules::Edge;

/// The attack that waits for an answer.
fn pending<'a>(state: &'a State) -> Option<&'a Attack> {
    match &state.pending.0.as_ref()?.resume {
        Step::Attack(attack) => Some(attack),
        _ => None,
    }
}

/// The blow at a thing that waits for an answer.
fn pending_smash<'a>(state: &'a State) -> Option<&'a Smash> {
    match &state.pending.0.as_ref()?.resume {
        Step::Smash(smash) => Some(smash),
        _ => None,
    }
}

/// What the attack that waits would do if its target answered like this. `rolled`: its roll is known
/// to the target.
pub fn of_choice(state: &State, choice: DefenceChoice, rolled: bool) -> Option<AttackForecast> {
    let attack = pending(state)?;
    let order = &attack.order;
    if !rolled {
        return Some(of_answered(state, order, None, choice));
    }
    let mut situation = Situation::of(state, order, None)?;
    if let Some(bonus) = &attack.bonus {
        // It is confirmed with the bonus of the roll, of which a part may be used up by now.
        situation.bands.bonus = bonus.total;
    }
    let mut landed = Landing::default();
    let severity = match (attack.rolled.critical, attack.rolled.threat) {
        (true, _) => Severity::Critical,
        (false, true) => Severity::Threat,
        (false, false) => Severity::Ordinary,
    };
    let answers = results(state, order, choice);
    let blocks = matches!(choice, DefenceChoice::Block { .. });
    let total = if attack.rolled.certain {
        i32::MAX
    } else {
        attack.rolled.total
    };
    landed.answered(&situation, severity, total, (&answers, blocks), 1.0);
    Some(of_landing(state, order, situation, landed))
}

/// The chance that a neighbour's shield stops the attack that waits, if it gets past the target's own
/// defences. `rolled`: the neighbour knows the roll; `ten`: it takes 10.
pub fn of_shield(state: &State, by: Seat, rolled: bool, ten: bool) -> Option<f64> {
    let smash = pending_smash(state);
    let attack = smash.map(|smash| &smash.attack).or(pending(state))?;
    let bonus = defence::protection(state, &attack.order, by).total;
    let stops = |total: i32| match ten {
        true => f64::from(u8::from(10 + bonus > total)),
        false => (1..=20).filter(|die| die + bonus > total).count() as f64 / 20.0,
    };
    if rolled {
        let certain = attack.rolled.certain;
        return Some(if certain {
            0.0
        } else {
            stops(attack.rolled.total)
        });
    }
    let rolls = match smash {
        Some(smash) => {
            objects::at_thing(state, &smash.declared, smash.at, smash.careful).map(|(_, bands)| {
                let edge = objects::edge(state, smash.declared.seat);
                open(bands, edge)
            })
        }
        None => open_rolls(state, &attack.order),
    };
    rolls.map(|rolls| {
        let all: f64 = rolls.iter().map(|(_, chance)| chance).sum();
        let stopped = rolls.iter().map(|(total, chance)| match total {
            Some(total) => chance * stops(*total),
            None => 0.0,
        });
        if all > 0.0 {
            stopped.sum::<f64>() / all
        } else {
            0.0
        }
    })
}

/// The rolls that would hit, with their chances; `None` for a total that nothing stops.
fn open_rolls(state: &State, order: &AttackOrder) -> Option<Vec<(Option<i32>, f64)>> {
    let situation = Situation::of(state, order, None)?;
    Some(open(situation.bands, situation.edge))
}

fn open(bands: Bands, edge: Edge) -> Vec<(Option<i32>, f64)> {
    let rolls = checks::naturals(edge).into_iter().enumerate();
    let hits = rolls.skip(1).filter_map(|(natural, chance)| {
        let natural = natural as i32;
        let open = natural < bands.certain_from;
        let total = open.then_some(natural + bands.bonus);
        bands.hits(natural).then_some((total, chance))
    });
    hits.collect()
}

/// The chance that a coverage check holds: taken, or rolled.
pub fn of_coverage(bonus: i32, difficulty: i32, takes_ten: bool) -> f64 {
    if takes_ten {
        return f64::from(u8::from(10 + bonus >= difficulty));
    }
    // A natural 1 always finds a gap.
    (2..=20).filter(|die| die + bonus >= difficulty).count() as f64 / 20.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_is_sure_and_a_die_is_not() {
        assert!((of_coverage(5, 15, true) - 1.0).abs() < 1e-9);
        assert!((of_coverage(5, 15, false) - 0.55).abs() < 1e-9);
        assert!(of_coverage(4, 15, true) < 1e-9);
    }
}
