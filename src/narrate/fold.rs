//! One line for what belongs together.

use super::{Cast, Told, Weight, tell};
use crate::combat::Seat;
use crate::combat::event::{Event, EventKind};
use crate::rules::ConditionId;

/// What the last line is about, if the next event can be part of it.
enum Run {
    /// A condition began for these, one after the other.
    Condition(ConditionId, Vec<Seat>),
    /// Somebody walks, or is pushed.
    Walk(Seat, bool),
}

/// Events in words, each with its number. A condition that begins for several in a row is one line,
/// and so are the squares of a walk.
pub fn tell_all<'a>(
    events: impl Iterator<Item = (usize, &'a Event)>,
    cast: &Cast,
) -> Vec<(usize, Told)> {
    let mut lines: Vec<(usize, Told)> = Vec::new();
    let mut run = None;
    for (number, event) in events {
        let Some(told) = tell(event, cast) else {
            continue;
        };
        let next = begin(&event.kind);
        if let Some((_, last)) = lines.last_mut()
            && let Some(text) = join(&mut run, &next, &told, cast)
        {
            last.text = text;
            last.weight = last.weight.max(Weight::Detail);
            last.rules.extend(told.rules);
            last.rules.sort();
            last.rules.dedup();
            continue;
        }
        run = next;
        lines.push((number, told));
    }
    lines
}

fn begin(kind: &EventKind) -> Option<Run> {
    match kind {
        EventKind::ConditionBegan { seat, condition } => {
            Some(Run::Condition(*condition, vec![*seat]))
        }
        EventKind::Moved { seat, forced, .. } => Some(Run::Walk(*seat, *forced)),
        _ => None,
    }
}

/// The sentence about the run with one more event in it, if that belongs to it.
fn join(run: &mut Option<Run>, next: &Option<Run>, told: &Told, cast: &Cast) -> Option<String> {
    match (run, next) {
        (Some(Run::Condition(same, seats)), Some(Run::Condition(condition, more)))
            if same == condition && !more.iter().any(|seat| seats.contains(seat)) =>
        {
            seats.extend(more);
            together(seats, *condition, cast)
        }
        (Some(Run::Walk(same, pushed)), Some(Run::Walk(seat, forced)))
            if same == seat && pushed == forced =>
        {
            Some(told.text.clone())
        }
        _ => None,
    }
}

/// The sentence about everybody whom a condition befell.
fn together(seats: &[Seat], condition: ConditionId, cast: &Cast) -> Option<String> {
    let condition = cast.condition(condition).to_lowercase();
    let names: Vec<_> = seats.iter().map(|seat| cast.name(*seat)).collect();
    match names.as_slice() {
        [rest @ .., last] if rest.len() < 3 => {
            Some(format!("{} and {last} are {condition}.", rest.join(", ")))
        }
        [first, second, rest @ ..] => Some(format!(
            "{first}, {second} and {} others are {condition}.",
            rest.len()
        )),
        _ => None,
    }
}
