//! Why the computer did that: what it weighed, kept beside the battle while it is played and told with the
//! lines of the log.

use std::collections::BTreeMap;

use crate::ai::Scored;
use crate::combat::{Aim, Choice, Seat};
use crate::narrate::{Cast, Told, Weight, place};

/// How many things are kept of what was weighed for one choice.
pub const KEPT: usize = 8;

/// How many of them are told beside the best.
const OTHERS: usize = 2;

/// What computer players weighed in this battle. It is not saved with it.
#[derive(Debug, Default)]
pub struct Thoughts {
    /// The best first, by how many events there were before what was chosen.
    weighed: BTreeMap<usize, Vec<Scored>>,
}

impl Thoughts {
    /// Notes what was weighed for a choice after so many events.
    pub fn note(&mut self, events: usize, weighed: Vec<Scored>) {
        if !weighed.is_empty() {
            self.weighed.insert(events, weighed);
        }
    }

    /// Forgets what was weighed for events that were taken back: so many are left.
    pub fn rewind(&mut self, events: usize) {
        self.weighed.split_off(&events);
    }

    /// Adds to lines of the log, numbered by their first event, why the computer did that, without what
    /// would be done to those that are not `known`.
    pub fn explain(&self, lines: &mut [(usize, Told)], cast: &Cast, known: impl Fn(Seat) -> bool) {
        let mut next = usize::MAX;
        for (number, told) in lines.iter_mut().rev() {
            if told.weight == Weight::Action && *number < next {
                let weighed = self.weighed.range(*number..next);
                let why = weighed.flat_map(|(_, weighed)| why(weighed, cast, &known));
                told.details.extend(why);
            }
            next = *number;
        }
    }
}

/// What was best about it, and what it was better than.
fn why(weighed: &[Scored], cast: &Cast, known: impl Fn(Seat) -> bool) -> Vec<String> {
    let is_told = |choice: &Choice| whom(choice).is_none_or(&known);
    let [(points, best), others @ ..] = weighed else {
        return Vec::new();
    };
    if !is_told(best) {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "Why: {} is worth {points:.0} points (an enemy out of the fight: 100).",
        said(best, cast)
    )];
    // Another square, another weapon or manner is hardly something else.
    let kind = |choice: &Choice| match choice {
        Choice::Act { action, .. } => Some((*action, whom(choice))),
        _ => None,
    };
    let mut kinds = vec![kind(best)];
    let mut told = Vec::new();
    for (points, choice) in others {
        if told.len() < OTHERS && is_told(choice) && !kinds.contains(&kind(choice)) {
            kinds.push(kind(choice));
            told.push(format!("{} ({points:.0})", said(choice, cast)));
        }
    }
    if !told.is_empty() {
        lines.push(format!("    Next best: {}.", told.join("; ")));
    }
    lines
}

/// To whom it is done.
fn whom(choice: &Choice) -> Option<Seat> {
    let Choice::Act { aim, .. } = choice else {
        return None;
    };
    match aim {
        Aim::At(seat)
        | Aim::Part(seat, _)
        | Aim::Held(seat, _)
        | Aim::Begin(_, seat)
        | Aim::Charge(seat, _) => Some(*seat),
        _ => None,
    }
}

/// What a choice is, in a few words.
fn said(choice: &Choice, cast: &Cast) -> String {
    let Choice::Act { action, aim, .. } = choice else {
        return "something else".to_owned();
    };
    let name = cast.action(*action);
    if let Some(seat) = whom(choice) {
        return format!("{name}, {}", cast.name(seat));
    }
    match aim {
        Aim::Along(way) if !way.is_empty() => {
            let end = way[way.len() - 1];
            format!("{name} to {}", place(end))
        }
        Aim::Spot(square) => format!("{name} at {}", place(*square)),
        // What it waits for is its secret.
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Computer, Profile};
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;
    use crate::narrate::tell_all;

    /// The lines of a battle in which the computer took its best choice, and what it had weighed.
    fn played() -> (Vec<(usize, Told)>, Thoughts, Cast) {
        let (mut session, _) = table(&Scene::new(ruleset("classic_d20"), &["Ab"]));
        let mut player = Computer::new(&Profile::BALANCED, 1).listing(KEPT);
        let weighed = player.decide(&session.battle).weighed;
        let events = session.battle.events().len();
        let best = weighed[0].1.clone();
        let mut thoughts = Thoughts::default();
        thoughts.note(events, weighed);
        assert!(session.submit(best), "{:?}", session.refusal);
        let lines = tell_all(session.battle.events().iter().enumerate(), &session.cast);
        (lines, thoughts, session.cast.clone())
    }

    fn explained(lines: &[(usize, Told)]) -> Vec<&str> {
        let details = lines.iter().flat_map(|(_, told)| &told.details);
        let why = details.filter(|line| line.starts_with("Why: "));
        why.map(String::as_str).collect()
    }

    #[test]
    fn the_line_of_what_the_computer_did_says_why() {
        let (mut lines, thoughts, cast) = played();
        thoughts.explain(&mut lines, &cast, |_| true);
        let why = explained(&lines);
        assert_eq!(why.len(), 1, "{lines:?}");
        assert!(why[0].contains("points"), "{why:?}");
        let told = lines
            .iter()
            .find(|(_, told)| told.details.iter().any(|line| line == why[0]));
        assert_eq!(told.map(|(_, told)| told.weight), Some(Weight::Action));
    }

    #[test]
    fn what_is_taken_back_is_not_explained() {
        let (mut lines, mut thoughts, cast) = played();
        thoughts.rewind(0);
        thoughts.explain(&mut lines, &cast, |_| true);
        assert!(explained(&lines).is_empty());
    }

    #[test]
    fn what_would_be_done_to_those_you_do_not_know_is_not_told() {
        let (mut lines, thoughts, cast) = played();
        thoughts.explain(&mut lines, &cast, |_| false);
        let b = cast.name(Seat(1));
        assert!(explained(&lines).is_empty(), "{b}: {lines:?}");
    }
}
