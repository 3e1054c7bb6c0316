//! A scenario being played: its battle, the letters of its fighters, and words for what is asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::event_line;
use crate::combat::contract::{Repair, Wearable};
use crate::combat::{Battle, Event, Request, Seat};
use crate::rules::{ActionId, RuleId, Ruleset, Targeting};

/// A scenario being played.
pub(super) struct Stage {
    pub battle: Battle,
    pub rules: Arc<Ruleset>,
    /// Letters by seat.
    pub letters: Vec<char>,
    /// How many events there were before the last line that did something.
    pub before: usize,
    /// Rules that refusals and the events of earlier battles cited.
    pub cited: BTreeSet<RuleId>,
}

impl Stage {
    pub fn seat(&self, letter: char) -> Result<Seat, String> {
        let index = self.letters.iter().position(|l| *l == letter);
        index
            .and_then(|i| u8::try_from(i).ok())
            .map(Seat)
            .ok_or_else(|| format!("there is no fighter {letter}"))
    }

    /// One fighter repairs what it or another wears.
    pub fn repair(&self, by: char, of: char, item: Wearable) -> Result<Repair, String> {
        let (by, owner) = (self.seat(by)?, self.seat(of)?);
        Ok(Repair { by, owner, item })
    }

    pub fn letter(&self, seat: Seat) -> char {
        self.letters.get(seat.index()).copied().unwrap_or('?')
    }

    pub fn action(&self, id: &str) -> Result<ActionId, String> {
        self.rules
            .actions
            .id(id)
            .ok_or_else(|| format!("there is no action \"{id}\""))
    }

    /// Whether an action is a charge.
    pub fn charges(&self, action: ActionId) -> bool {
        let def = self.rules.actions.get(action);
        def.is_some_and(|def| def.target == Targeting::ChargeTarget)
    }

    /// An event in short notation.
    pub fn line(&self, event: &Event) -> Option<String> {
        let letter = |seat| self.letter(seat);
        event_line(event, &self.rules, self.battle.catalogue(), letter)
    }

    /// All events so far in short notation.
    pub fn events(&self) -> Vec<String> {
        let events = self.battle.events().iter();
        events.filter_map(|event| self.line(event)).collect()
    }

    /// Remembers which rules the events so far have cited.
    pub fn note_cited(&mut self) {
        let events = self.battle.events().iter();
        let cited: Vec<RuleId> = events.flat_map(Event::cited).collect();
        self.cited.extend(cited);
    }

    /// The same for a failure: a mark stands before what rests on dice that the scenario does not give.
    pub fn told(&self) -> Vec<String> {
        let astray = self.battle.unscripted_from().unwrap_or(usize::MAX);
        let (given, drawn) = self
            .battle
            .events()
            .split_at(astray.min(self.battle.events().len()));
        let lines = |events: &[Event]| -> Vec<String> {
            events.iter().filter_map(|event| self.line(event)).collect()
        };
        let mut told = lines(given);
        let marked = lines(drawn).into_iter();
        told.extend(marked.map(|line| format!("{line} [not scripted]")));
        told
    }
}

/// What any combatant can be asked, in one word each.
pub(super) const KINDS: [&str; 15] = [
    "deploy",
    "turn",
    "come_in",
    "opportunity",
    "readied",
    "defence",
    "defend_other",
    "coverage",
    "push_to",
    "drop_at",
    "counter",
    "yield",
    "help",
    "spend_point",
    "respond",
];

/// A request's kind in one word.
pub(super) fn kind(request: &Request) -> &'static str {
    match request {
        Request::Deploy { .. } => "deploy",
        Request::Turn { .. } => "turn",
        Request::ComeIn { .. } => "come_in",
        Request::Opportunity { .. } => "opportunity",
        Request::Readied { .. } => "readied",
        Request::Defence { .. } => "defence",
        Request::DefendOther { .. } => "defend_other",
        Request::Coverage { .. } => "coverage",
        Request::PushTo { .. } => "push_to",
        Request::DropAt { .. } => "drop_at",
        Request::Counter { .. } => "counter",
        Request::Yield { .. } => "yield",
        Request::Help { .. } => "help",
        Request::SpendPoint { .. } => "spend_point",
        Request::Respond { .. } => "respond",
    }
}
