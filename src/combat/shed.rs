//! Ridding oneself of a condition: putting out flames, slipping out of a net.

use super::arena::Arena;
use super::condition;
use super::event::EventKind;
use super::options::refusal;
use super::request::Refusal;
use super::save;
use super::seat::Seat;
use crate::dice::Purpose;
use crate::rules::action::Attempt;
use crate::rules::check::Edge;
use crate::rules::{Modifier, ModifierKind, Source, Stacking, Tally, Topic};

/// Whether there is anything to be rid of.
pub fn possible(arena: &Arena, seat: Seat, condition: &str) -> Result<(), Refusal> {
    let rules = arena.rules();
    let id = rules.condition(condition);
    if condition::bears(arena, seat, id) {
        return Ok(());
    }
    let name = id.map_or(condition, |id| rules.conditions[id].name.as_str());
    let reason = format!("Is not {name}.");
    Err(refusal(rules, Topic::FreeOneself, reason))
}

/// Tries it.
pub fn begin(arena: &mut Arena, seat: Seat, condition: &str, attempt: Option<Attempt>) {
    if attempt.is_none_or(|attempt| succeeds(arena, seat, attempt)) {
        let id = arena.rules().condition(condition);
        condition::end_known(arena, seat, id);
    }
}

/// What is rolled, and what it has to reach.
fn check(arena: &Arena, seat: Seat, attempt: Attempt) -> (Tally, i32) {
    match attempt {
        Attempt::Stat(stat, difficulty) => (save::tally(arena, seat, stat, &[]), difficulty),
        Attempt::Ability(ability, difficulty) => {
            let bonus = Modifier {
                kind: ModifierKind::from(ability),
                value: arena.get(seat).who.abilities.modifier(ability),
                source: Source::Ability(ability),
                rule: None,
            };
            (Tally::sum([bonus], &Stacking::Everything, &[]), difficulty)
        }
    }
}

/// The chance that an attempt succeeds.
pub fn chance(arena: &Arena, seat: Seat, attempt: Attempt) -> f64 {
    let (bonus, difficulty) = check(arena, seat, attempt);
    let enough = (1..=20).filter(|natural| natural + bonus.total >= difficulty);
    enough.count() as f64 / 20.0
}

fn succeeds(arena: &mut Arena, seat: Seat, attempt: Attempt) -> bool {
    let (bonus, against) = check(arena, seat, attempt);
    let purpose = Purpose::Check;
    let check = save::d20(arena, seat, purpose, bonus, Edge::None);
    let success = check.total() >= against;
    let checked = EventKind::Checked {
        seat,
        purpose,
        check,
        against,
        success,
    };
    arena.emit(&[Topic::FreeOneself], checked);
    success
}
