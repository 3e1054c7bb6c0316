//! A line of the log in the making: what happened, how it came out, and the events behind it.

use crate::combat::Seat;
use crate::narrate::{Cast, Mark, Told, Weight};
use crate::rules::{ActionId, ConditionId, RuleId, counted};

/// What an attack by a readied action is called.
pub(super) const READIED: &str = "readied";

/// What a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A round, or the battle as a whole; `opening`: what holds before the first turn goes with it.
    Heading {
        opening: bool,
    },
    Turn,
    Action {
        seat: Seat,
        action: ActionId,
        target: Option<Seat>,
    },
    Blow(Blow),
    /// What befalls one combatant.
    Subject(Seat),
    /// Conditions that began: one for several, or several for one.
    States {
        seats: Vec<Seat>,
        conditions: Vec<ConditionId>,
    },
    /// A sentence that nothing is added to.
    Other,
}

impl Kind {
    /// Who acts.
    pub fn actor(&self) -> Option<Seat> {
        match self {
            Self::Action { seat, .. } => Some(*seat),
            Self::Blow(blow) => Some(blow.attacker),
            _ => None,
        }
    }

    /// Whether it says that one combatant bears conditions, the last of which is of this kind.
    pub fn is_about(&self, seat: Seat, last: impl Fn(&ConditionId) -> bool) -> bool {
        match self {
            Self::States { seats, conditions } => {
                seats == &[seat] && conditions.last().is_some_and(last)
            }
            _ => false,
        }
    }
}

/// An attack, from its declaration to what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Blow {
    pub attacker: Seat,
    pub target: Seat,
    /// "hit", "miss"; empty until it is rolled.
    pub verdict: &'static str,
    /// The roll and all that it had to beat: `17 vs AC 15`.
    pub roll: String,
}

/// An event on a line.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub text: String,
    pub details: Vec<String>,
    /// Who has walked a square, or was pushed into it; of such events the last is kept.
    pub walk: Option<(Seat, bool)>,
}

/// A line in the making.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub number: usize,
    pub weight: Weight,
    /// How deep its first event lies.
    pub depth: u16,
    pub mark: Mark,
    pub kind: Kind,
    pub about: Vec<Seat>,
    /// What it begins with, without a full stop.
    pub head: String,
    /// What an attack of this action is called on its line, such as "charge".
    pub label: Option<String>,
    /// That its touch is held ready, if nothing more comes of it.
    pub held: Option<String>,
    /// How it came out, thing by thing.
    pub results: Vec<String>,
    /// What it begins with once squares are walked, `{}` being these.
    pub walk: Option<String>,
    /// Squares walked.
    pub squares: usize,
    /// Squares that others were moved against their will.
    pub pushed: Vec<(Seat, usize)>,
    pub parts: Vec<Part>,
    pub rules: Vec<RuleId>,
}

impl Entry {
    /// Nothing has come of it yet.
    pub fn bare(&self) -> bool {
        self.results.is_empty() && self.pushed.is_empty()
    }

    /// Whether it says that a combatant takes a readied action, and nothing more.
    pub fn is_readied(&self, seat: Seat) -> bool {
        let begun = matches!(self.kind, Kind::Action { seat: by, target: None, .. } if by == seat);
        begun && self.bare() && self.label.as_deref() == Some(READIED)
    }

    /// Adds an event.
    pub fn add(&mut self, part: Part, rules: impl IntoIterator<Item = RuleId>) {
        let last = self.parts.last_mut();
        match last.filter(|last| part.walk.is_some() && last.walk == part.walk) {
            Some(last) => *last = part,
            None => self.parts.push(part),
        }
        self.rules.extend(rules);
    }

    /// Whether this is a way that this combatant goes.
    pub fn is_walk_of(&self, seat: Seat) -> bool {
        let walker = match &self.kind {
            Kind::Action { seat, target, .. } if target.is_none() => Some(*seat),
            _ => None,
        };
        walker == Some(seat) && self.squares > 0
    }

    /// Counts a combatant among those that the line is about.
    pub fn names(&mut self, seat: Seat) {
        if !self.about.contains(&seat) {
            self.about.push(seat);
        }
    }

    /// The line with all that stands behind it.
    pub fn told(mut self, cast: &Cast) -> Told {
        let text = self.text(cast);
        self.rules.sort_unstable();
        self.rules.dedup();
        let mut details = Vec::new();
        for part in self.parts {
            let said = part.text == text;
            let indent = if said { "" } else { "    " };
            details.extend((!said).then_some(part.text));
            let under = part.details.into_iter();
            details.extend(under.map(|line| format!("{indent}{line}")));
        }
        Told {
            weight: self.weight,
            mark: self.mark,
            about: self.about,
            text,
            details,
            rules: self.rules,
        }
    }

    fn text(&self, cast: &Cast) -> String {
        let mut head = self.head.clone();
        let mut results = Vec::new();
        // That a walk ends early belongs to the walk, not to what comes of it.
        let walks = matches!(self.kind, Kind::Action { target: None, .. }) && self.squares > 0;
        let stops = walks && self.results.first().is_some_and(|first| first == "stops");
        match &self.kind {
            Kind::Heading { .. } | Kind::Turn | Kind::Other => return head,
            Kind::Action { target: None, .. } if self.squares > 0 => {
                let squares = counted(self.squares, "square");
                if let Some(walk) = &self.walk {
                    head = walk.replace("{}", &squares);
                }
                if stops {
                    head.push_str(" and stops");
                }
            }
            Kind::Blow(blow) if !blow.verdict.is_empty() => {
                results.push(match blow.roll.as_str() {
                    "" => blow.verdict.to_owned(),
                    roll => format!("{}, {roll}", blow.verdict),
                });
            }
            Kind::Subject(seat) if self.bare() && head == cast.name(*seat) => {
                let first = self.parts.first().map(|part| part.text.clone());
                return first.unwrap_or(head);
            }
            Kind::States { seats, conditions } => head = states(seats, conditions, cast),
            _ => {}
        }
        results.extend(self.results.iter().skip(usize::from(stops)).cloned());
        if results.is_empty() && matches!(self.kind, Kind::Action { .. }) {
            results.extend(self.held.clone());
        }
        results.extend(self.pushed.iter().map(|(seat, squares)| {
            let squares = counted(*squares, "square");
            match &self.kind {
                Kind::States { seats, .. } if seats == &[*seat] => format!("moved {squares}"),
                Kind::Subject(one) if one == seat => format!("moved {squares}"),
                _ => format!("{} is moved {squares}", cast.name(*seat)),
            }
        }));
        match results.is_empty() {
            true => format!("{head}."),
            false => {
                let sep = if head.contains(": ") { "," } else { ":" };
                format!("{head}{sep} {}.", results.join(", "))
            }
        }
    }
}

/// That these bear these conditions; at most one of the two is a list.
fn states(seats: &[Seat], conditions: &[ConditionId], cast: &Cast) -> String {
    let states: Vec<_> = conditions
        .iter()
        .map(|condition| cast.condition(*condition).to_lowercase())
        .collect();
    let names: Vec<_> = seats.iter().map(|seat| cast.name(*seat)).collect();
    let who = match names.as_slice() {
        [first, second, rest @ ..] if rest.len() > 2 => {
            format!("{first}, {second} and {} others", rest.len())
        }
        names => listed(names),
    };
    let verb = if seats.len() > 1 { "are" } else { "is" };
    let states: Vec<_> = states.iter().map(String::as_str).collect();
    format!("{who} {verb} {}", listed(&states))
}

/// `a, b and c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_in_and() {
        assert_eq!(listed(&["dying"]), "dying");
        assert_eq!(
            listed(&["dying", "helpless", "prone"]),
            "dying, helpless and prone"
        );
    }
}
