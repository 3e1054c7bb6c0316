//! One line for what belongs together.

use super::{Cast, Told, Weight, tell};
use crate::combat::Seat;
use crate::combat::contract::{Event, EventKind};
use crate::rules::{ActionId, ConditionId};

/// What the last line is about, if the next event can be part of it.
enum Run {
    /// A condition began for these, one after the other.
    Condition(ConditionId, Vec<Seat>),
    /// Several conditions began for one, one after the other, in these words.
    Befall(Seat, Vec<String>),
    /// A combatant walks, or is pushed.
    Walk(Seat, bool),
}

/// An action that may be going on: who does what, the number of its line, and whether there is a line
/// about the walk that it is.
struct Going {
    seat: Seat,
    action: ActionId,
    line: usize,
    walked: bool,
}

/// Events in words, each with its number. A condition that begins for several in a row is one line,
/// and so are the squares of a walk.
pub fn tell_all<'a>(
    events: impl Iterator<Item = (usize, &'a Event)>,
    cast: &Cast,
) -> Vec<(usize, Told)> {
    let mut lines: Vec<(usize, Told)> = Vec::new();
    let mut run = None;
    let mut going: Option<Going> = None;
    for (number, event) in events {
        let Some(told) = tell(event, cast) else {
            continue;
        };
        if let Some(line) = goes_on(&mut going, &event.kind, lines.len()) {
            if let Some((_, told_before)) = lines.get_mut(line) {
                merge(told_before, told);
            }
            continue;
        }
        let next = begin(&event.kind);
        if let Some((_, last)) = lines.last_mut()
            && let Some(text) = join(&mut run, &next, &last.text, &told, cast)
        {
            last.text = text;
            last.weight = last.weight.max(Weight::Detail);
            merge(last, told);
            continue;
        }
        run = next;
        lines.push((number, told));
    }
    lines
}

/// Adds what stands behind one line to another.
fn merge(into: &mut Told, told: Told) {
    into.details.extend(told.details);
    into.rules.extend(told.rules);
    into.rules.sort();
    into.rules.dedup();
}

/// The line of the action that this event goes on with: a walk in several parts is one walk, as long as
/// nothing but squares was between. `next`: the number that a new line would have.
fn goes_on(going: &mut Option<Going>, kind: &EventKind, next: usize) -> Option<usize> {
    match (kind, going.as_mut()) {
        (EventKind::Moved { seat, forced, .. }, Some(going)) if *seat == going.seat && !forced => {
            going.walked = true;
            None
        }
        (
            EventKind::Acted {
                seat,
                action,
                target: None,
            },
            before,
        ) => {
            let before = before.filter(|going| (going.seat, going.action) == (*seat, *action));
            // Between the two there is at most the line about the squares.
            let close = before.filter(|going| next <= going.line + 1 + usize::from(going.walked));
            if let Some(going) = close {
                return Some(going.line);
            }
            *going = Some(Going {
                seat: *seat,
                action: *action,
                line: next,
                walked: false,
            });
            None
        }
        _ => {
            *going = None;
            None
        }
    }
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
fn join(
    run: &mut Option<Run>,
    next: &Option<Run>,
    before: &str,
    told: &Told,
    cast: &Cast,
) -> Option<String> {
    // What happens to the same combatant becomes one list.
    if let (Some(Run::Condition(_, one)), Some(Run::Condition(_, same))) = (&*run, next)
        && let ([seat], [other]) = (one.as_slice(), same.as_slice())
        && seat == other
    {
        let first = state(before, cast.name(*seat))?.to_owned();
        *run = Some(Run::Befall(*seat, vec![first]));
    }
    match (run, next) {
        (Some(Run::Befall(seat, states)), Some(Run::Condition(_, same))) if same == &[*seat] => {
            let name = cast.name(*seat);
            states.push(state(&told.text, name)?.to_owned());
            let (last, rest) = states.split_last()?;
            Some(format!("{name} is {} and {last}.", rest.join(", ")))
        }
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

/// What a sentence of the mode "a combatant is this." says of a combatant.
fn state<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let said = text.strip_prefix(name)?.strip_prefix(" is ")?;
    said.strip_suffix('.')
}

/// The sentence about every combatant that got a condition.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_states_are_put_in_a_list() {
        assert_eq!(state("Imp is dying.", "Imp"), Some("dying"));
        assert_eq!(state("Imp falls prone.", "Imp"), None);
        assert_eq!(state("Imp is down", "Imp"), None);
    }
}
