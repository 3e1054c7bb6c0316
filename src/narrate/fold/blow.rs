//! An attack is one line: the roll and what it had to beat, what stopped it, what it did.

use super::entry::{Blow, Entry, Kind};
use super::{Fold, Mark, News};
use crate::combat::Seat;
use crate::combat::contract::{AttackOutcome, DefenceChoice, EventKind, Layer, Miss};
use crate::narrate::minus;
use crate::narrate::sentence::{layer_name, rolled};
use crate::rules::Check;

impl Fold<'_> {
    /// Takes up what is part of an attack, and gives back everything else.
    pub(super) fn blow<'n>(&mut self, news: News<'n>) -> Option<News<'n>> {
        use EventKind as E;
        match news.kind {
            E::OpportunityTaken { seat, target } => {
                self.strike(news.number, (*seat, *target), Some("opportunity"));
            }
            E::AttackRolled {
                attacker,
                target,
                check,
                defence,
                outcome,
                ..
            } => {
                self.at_blow(news.number, (*attacker, *target));
                let (roll, verdict) = rolled(check, defence, *outcome, self.cast);
                let hit = matches!(outcome, AttackOutcome::Hit | AttackOutcome::AutomaticHit);
                self.verdict(verdict, if hit { Mark::Hit } else { Mark::Miss });
                self.struck(|blow| blow.roll = roll);
            }
            E::Defended {
                seat,
                choice,
                check: Some(check),
                ..
            } => self.defended(*seat, *choice, check),
            E::AttackLanded {
                attacker,
                target,
                critical,
            } => {
                self.aside(news.number, (*attacker, *target));
                let verdict = if *critical { "critical hit" } else { "hit" };
                self.verdict(verdict, Mark::Hit);
            }
            E::AttackFailed {
                attacker,
                target,
                why,
            } => {
                self.aside(news.number, (*attacker, *target));
                self.verdict("miss", Mark::Miss);
                let why = match why {
                    Miss::Concealment => Some("concealed"),
                    Miss::Cover => Some("hits the cover"),
                    Miss::Interrupted => Some("cannot attack any more"),
                    Miss::TooLarge => Some("too large to hold"),
                    Miss::Defence | Miss::Natural | Miss::Dodged | Miss::Blocked => None,
                };
                if let Some(entry) = self.current() {
                    entry.results.extend(why.map(str::to_owned));
                }
            }
            E::CoverageRolled {
                seat,
                struck: Layer::Body,
                ..
            } if self.is_struck(*seat) => {
                self.push(news, *seat, "past the armour".to_owned());
                return None;
            }
            E::LayerTook {
                seat,
                layer,
                ignored,
                absorbed,
                passed,
                ..
            } if self.is_struck(*seat) && ignored + absorbed > 0 => {
                let all = if *passed > 0 { "" } else { "all " };
                let stopped = ignored + absorbed;
                let result = format!("{} stops {all}{stopped}", layer_name(*layer));
                self.push(news, *seat, result);
                return None;
            }
            // What was thrown lies where it fell.
            E::WeaponDropped { seat, weapon, .. } if self.is_thrown_by(*seat) => {
                let mut news = news;
                let weapon = self.cast.weapon(*weapon).to_lowercase();
                news.told.text = format!("The {weapon} falls to the ground.");
                self.add(news);
                return None;
            }
            _ => return Some(news),
        }
        self.add(news);
        None
    }

    /// Begins the line of an attack.
    fn strike(&mut self, number: usize, (attacker, target): (Seat, Seat), label: Option<&str>) {
        let head = self.heading(attacker, target, label);
        self.begin(number, blow(attacker, target), head, &[attacker, target]);
    }

    fn heading(&self, attacker: Seat, target: Seat, label: Option<&str>) -> String {
        let label = label.map_or_else(String::new, |label| format!(", {label}"));
        let (attacker, target) = (self.cast.name(attacker), self.cast.name(target));
        format!("{attacker} → {target}{label}")
    }

    /// Goes to the line of an attack that is rolled now: that of the opportunity, that of the action, or a
    /// new one.
    fn at_blow(&mut self, number: usize, (attacker, target): (Seat, Seat)) {
        let waits = |entry: &Entry| matches!(&entry.kind, Kind::Blow(blow) if blow.attacker == attacker && blow.verdict.is_empty());
        if self.current().is_some_and(|entry| waits(entry)) {
            let label = Some("opportunity");
            let head = self.heading(attacker, target, label);
            if let Some(entry) = self.current() {
                entry.kind = blow(attacker, target);
                entry.head = head;
                entry.names(target);
            }
            return;
        }
        let action = self.action_of(attacker);
        let Some(at) = action.filter(|at| self.entries[*at].bare()) else {
            return self.strike(number, (attacker, target), None);
        };
        let label = self.entries[at].label.clone();
        let head = self.heading(attacker, target, label.as_deref());
        self.put_last(at);
        if let Some(entry) = self.current() {
            entry.kind = blow(attacker, target);
            entry.head = head;
            entry.names(target);
        }
    }

    /// Goes to the line of an attack that is decided now. It may have gone astray, or never have been
    /// rolled.
    fn aside(&mut self, number: usize, (attacker, target): (Seat, Seat)) {
        let known = match self.current().map(|entry| &entry.kind) {
            Some(Kind::Blow(blow)) if blow.attacker == attacker => Some(blow.target),
            _ => None,
        };
        match known {
            Some(same) if same == target => {}
            Some(_) => self.strike(number, (attacker, target), Some("in the way")),
            None => self.at_blow(number, (attacker, target)),
        }
    }

    /// Changes the attack of the current line.
    fn struck(&mut self, change: impl FnOnce(&mut Blow)) {
        if let Some(entry) = self.current()
            && let Kind::Blow(blow) = &mut entry.kind
        {
            change(blow);
        }
    }

    fn verdict(&mut self, verdict: &'static str, mark: Mark) {
        self.struck(|blow| blow.verdict = verdict);
        self.mark(mark);
    }

    /// A defender's own roll is part of what the attack had to beat.
    fn defended(&mut self, seat: Seat, choice: DefenceChoice, check: &Check) {
        let how = match choice {
            DefenceChoice::Nothing => return,
            DefenceChoice::Dodge { .. } => "dodge",
            DefenceChoice::Block { .. } => "block",
        };
        let total = minus(check.total());
        let name = self.cast.name(seat).to_owned();
        self.struck(|blow| {
            // It may be declared before the roll.
            let own = if blow.target == seat {
                String::new()
            } else {
                format!("{name}'s ")
            };
            let link = if blow.roll.is_empty() { "vs" } else { " and" };
            blow.roll.push_str(&format!("{link} {own}{how} {total}"));
        });
    }

    /// Whether the current line is an attack on this combatant.
    fn is_struck(&mut self, seat: Seat) -> bool {
        let kind = self.current().map(|entry| &entry.kind);
        matches!(kind, Some(Kind::Blow(blow)) if blow.target == seat)
    }

    /// Whether the current line is an attack by this combatant that still goes on.
    fn is_thrown_by(&mut self, seat: Seat) -> bool {
        let kind = self.current().map(|entry| &entry.kind);
        matches!(kind, Some(Kind::Blow(blow)) if blow.attacker == seat)
    }
}

fn blow(attacker: Seat, target: Seat) -> Kind {
    Kind::Blow(Blow {
        attacker,
        target,
        verdict: "",
        roll: String::new(),
    })
}
