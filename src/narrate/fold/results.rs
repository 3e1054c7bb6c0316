//! What comes of things: on the line of what led to it, or on one of its own.

use super::entry::Kind;
use super::{Fold, Mark, News};
use crate::combat::Seat;
use crate::combat::contract::EventKind;
use crate::rules::{ConditionId, Flag};

/// Conditions with one of these put a combatant out of the fight.
const GRAVE: [Flag; 5] = [
    Flag::Dying,
    Flag::Dead,
    Flag::Helpless,
    Flag::NoActions,
    Flag::Disabled,
];

impl Fold<'_> {
    /// What befell a combatant, as a result on a line that names it or another.
    pub(super) fn befell(&mut self, news: &News, seat: Seat) -> String {
        let cast = self.cast;
        let named = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action {
                seat: by, target, ..
            }) => target.unwrap_or(*by) == seat,
            Some(Kind::Blow(blow)) => blow.target == seat,
            _ => true,
        };
        match named {
            true => news.said_of(cast.name(seat)),
            false => news.clause(),
        }
    }

    /// A result for a combatant: on the line of what is done to it, or on one of its own.
    pub(super) fn result(&mut self, news: News, seat: Seat, result: String) {
        let cast = self.cast;
        let fits = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action {
                seat: by, target, ..
            }) => target.map_or(*by == seat, |target| target == seat || *by == seat),
            Some(Kind::Blow(blow)) => blow.target == seat || blow.attacker == seat,
            Some(Kind::Subject(one)) => *one == seat,
            Some(Kind::States { seats, .. }) => seats == &[seat],
            _ => false,
        };
        if !fits {
            self.subject(news.number, seat);
        }
        let other = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Blow(blow)) => blow.target != seat,
            Some(Kind::Action { target, .. }) => target.is_some_and(|target| target != seat),
            _ => false,
        };
        let name = cast.name(seat);
        let plain = result.strip_prefix(name).unwrap_or(&result).trim_start();
        let result = match other {
            true => format!("{name} {plain}"),
            false => plain.to_owned(),
        };
        self.push(news, seat, result);
    }

    /// The result of what a combatant tries itself.
    pub(super) fn own_result(&mut self, news: News, seat: Seat, result: String) {
        self.resume(seat);
        let own = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action { seat: by, .. }) => *by == seat,
            Some(Kind::Blow(blow)) => blow.attacker == seat,
            Some(Kind::Subject(one)) => *one == seat,
            _ => false,
        };
        if !own {
            self.subject(news.number, seat);
        }
        self.push(news, seat, result);
    }

    pub(super) fn contest(&mut self, news: News, (seat, against): (Seat, Seat), end: &str) {
        let involved = |who: Seat| who == seat || who == against;
        let fits = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action {
                seat: by, target, ..
            }) => involved(*by) && target.is_none_or(involved),
            Some(Kind::Blow(blow)) => involved(blow.attacker) && involved(blow.target),
            _ => false,
        };
        let EventKind::Contest { check, answer, .. } = news.kind else {
            return self.add(news);
        };
        let (first, second) = (check.total(), answer.total());
        let by_actor = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Action { seat: by, .. }) => *by == seat,
            Some(Kind::Blow(blow)) => blow.attacker == seat,
            _ => false,
        };
        match (fits, by_actor) {
            (true, true) => self.push(news, against, format!("{end}, {first} vs {second}")),
            (true, false) => {
                let clause = news.clause();
                self.push(news, against, clause);
            }
            _ => self.open(news, Kind::Other, &[seat, against]),
        }
    }

    /// A condition began.
    pub(super) fn state(&mut self, news: News, seat: Seat, condition: ConditionId) {
        let cast = self.cast;
        let def = cast.rules.conditions.get(condition);
        let grave = def.is_some_and(|def| {
            let flags = &def.flags;
            GRAVE.iter().any(|flag| flags.contains(flag))
        });
        let boon = def.is_some_and(|def| cast.rules.is_boon(def));
        let mut at_once = false;
        if let Some(entry) = self.current() {
            let own = match &entry.kind {
                Kind::Action { seat: by, .. } => *by == seat && entry.bare(),
                Kind::Turn => boon,
                _ => false,
            };
            if own && !grave {
                return self.add(news);
            }
            if let Kind::States { seats, conditions } = &mut entry.kind
                && entry.results.is_empty()
            {
                let joins = match (seats.as_slice(), conditions.as_slice()) {
                    ([one], _) if *one == seat => {
                        conditions.push(condition);
                        true
                    }
                    (_, [one]) if *one == condition && !seats.contains(&seat) => {
                        seats.push(seat);
                        true
                    }
                    _ => false,
                };
                if joins {
                    entry.names(seat);
                    if grave {
                        entry.mark = Mark::Fall;
                    }
                    return self.add(news);
                }
            }
            at_once = match &entry.kind {
                Kind::Action { target, .. } => *target == Some(seat),
                Kind::Blow(blow) => blow.target == seat,
                Kind::Subject(one) => *one == seat,
                _ => false,
            };
        }
        if at_once && !grave {
            let fresh = self.fresh.take().filter(|(one, _)| *one == seat);
            let mut conditions = fresh.map_or_else(Vec::new, |(_, conditions)| conditions);
            conditions.push(condition);
            self.fresh = Some((seat, conditions));
            let result = format!("now {}", cast.condition(condition).to_lowercase());
            return self.push(news, seat, result);
        }
        // What goes with the fall is told with it.
        let fresh = self.fresh.take().filter(|(one, _)| *one == seat);
        let mut conditions = fresh.map_or_else(Vec::new, |(_, conditions)| conditions);
        if let Some(entry) = self.current() {
            let kept = entry.results.len().saturating_sub(conditions.len());
            entry.results.truncate(kept);
        }
        conditions.push(condition);
        let kind = Kind::States {
            seats: vec![seat],
            conditions,
        };
        self.open(news, kind, &[seat]);
        if grave {
            self.mark(Mark::Fall);
        }
    }

    /// A condition ended: one that has only just begun, as another takes its place, is not told as begun.
    pub(super) fn over(&mut self, news: News, seat: Seat, condition: ConditionId) {
        if let Some(entry) = self.current()
            && let Kind::States { seats, conditions } = &mut entry.kind
            && seats.as_slice() == [seat]
            && conditions.len() > 1
        {
            conditions.retain(|one| *one != condition);
        }
        self.add(news);
    }

    /// A combatant died: in place of the line that says that it is dead.
    pub(super) fn died(&mut self, news: News, seat: Seat) {
        let rules = &self.cast.rules.conditions;
        let dead = |condition: &ConditionId| {
            let def = rules.get(*condition);
            def.is_some_and(|def| def.flags.contains(&Flag::Dead))
        };
        let place = self.place();
        let entry = place.and_then(|at| self.entries.get_mut(at));
        match entry.filter(|entry| entry.kind.is_about(seat, dead)) {
            Some(entry) => {
                (entry.head, entry.kind) = (news.clause(), Kind::Subject(seat));
                self.add(news);
            }
            None => self.open(news, Kind::Other, &[seat]),
        }
        self.mark(Mark::Fall);
    }

    /// Goes back from the line that a combatant dies to the blow that was its death: what else is rolled for that
    /// comes before it.
    pub(super) fn before_death(&mut self, seat: Seat) {
        let Some((at, before)) = self.place().and_then(|at| Some((at, at.checked_sub(1)?))) else {
            return;
        };
        let dies = self.entries[at].mark == Mark::Fall && self.entries[at].about == [seat];
        let blow = match &self.entries[before].kind {
            Kind::Blow(blow) => blow.target == seat,
            Kind::Action { target, .. } => *target == Some(seat),
            _ => false,
        };
        if dies && blow {
            self.current = Some(self.entries[before].number);
        }
    }

    /// Something that a combatant does: in place of the name of the action that it is, or a line of
    /// its own.
    pub(super) fn done(&mut self, news: News, seat: Seat) {
        let name = self.cast.name(seat);
        let clause = news.clause();
        let said = news.said_of(name);
        // What has brought it about stands between, and comes first.
        let stops = matches!(news.kind, EventKind::MovementStopped { .. });
        let last = self.entries.last().map(|entry| entry.number);
        if stops && self.current != last {
            let begun = self.place().filter(|at| self.entries[*at].squares == 0);
            match begun.filter(|at| self.entries[*at].bare()) {
                Some(at) => self.put_last(at),
                None => return self.open(news, Kind::Other, &[seat]),
            }
        }
        let Some(entry) = self.current() else {
            return self.open(news, Kind::Other, &[seat]);
        };
        match &entry.kind {
            Kind::Action {
                seat: by, target, ..
            } if *by == seat => {
                if entry.bare() && entry.squares == 0 && target.is_none() {
                    entry.head = clause;
                    entry.kind = Kind::Subject(seat);
                    self.add(news);
                } else {
                    self.push(news, seat, said);
                }
            }
            Kind::States { .. } => self.add(news),
            Kind::Blow(blow) if blow.attacker == seat => self.push(news, seat, said),
            Kind::Blow(blow) if blow.target == seat => self.push(news, seat, said),
            Kind::Subject(one) if *one == seat => self.push(news, seat, said),
            _ => self.open(news, Kind::Other, &[seat]),
        }
    }
}
