//! Numbers that data spell out as sums of terms.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::combat::{checks, conditions};
use crate::rules::primitive::Term;
use crate::rules::{Counted, Modifier, ModifierKind, Source, Stacking, Stat, Tally, Topic, Value};

/// A number of a combatant with its parts.
pub(crate) fn tally(state: &State, seat: Seat, value: Value, extra: &[Modifier]) -> Tally {
    match value {
        Value::Stat(stat) => checks::tally(state, seat, stat, extra),
        Value::Ability(ability) => checks::bare(state, seat, ability, extra),
        Value::BaseAttack => {
            let base = state.who(seat).base_attack;
            alone(ModifierKind::BaseAttack, base, Stat::MeleeAttack)
        }
        Value::Level => {
            let level = state.who(seat).level;
            alone(ModifierKind::Level, level, Stat::CasterLevel)
        }
    }
}

fn alone(kind: ModifierKind, value: i32, from: Stat) -> Tally {
    let only = Modifier::plain(kind, value, Source::Stat(from));
    Tally::sum([only], &Stacking::Everything, &[])
}

/// The sum of some terms with all their parts. `sides`: whose terms are mine and whose are theirs.
pub(crate) fn sum(
    state: &State,
    sides: (Seat, Option<Seat>),
    terms: &[Term],
    topic: Topic,
    extra: &[Modifier],
) -> Option<Tally> {
    let of = |term: &Term, extra: &[Modifier]| -> Option<Tally> {
        Some(match term {
            Term::Number(number) => {
                let flat = checks::modifier(state, topic, ModifierKind::Untyped, *number);
                Tally::sum([flat], &Stacking::Everything, &[])
            }
            Term::Attack | Term::Touch => return None,
            Term::Mine(value) => tally(state, sides.0, *value, extra),
            Term::Theirs(value) => tally(state, sides.1?, *value, extra),
            Term::EnemyLevel => {
                let enemies = state.all().filter(|other| {
                    state.enemies(sides.0, *other) && conditions::present(state, *other)
                });
                let highest = enemies.map(|other| state.who(other).level).max();
                alone(ModifierKind::Level, highest.unwrap_or(0), Stat::CasterLevel)
            }
        })
    };
    if let [only] = terms {
        return of(only, extra);
    }
    let mut parts: Vec<Modifier> = extra.to_vec();
    for term in terms {
        let counts = of(term, &[])?.parts.into_iter();
        let counts = counts.filter(|part| part.counted == Counted::Yes);
        parts.extend(counts.map(|part| part.modifier));
    }
    Some(Tally::sum(parts, &Stacking::Everything, &[]))
}
