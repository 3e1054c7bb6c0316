//! A scenario being played: its battle, the letters of its fighters, and words for what is asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::event_line;
use crate::combat::contract::{Repair, Wearable};
use crate::combat::{Battle, Event, EventKind, Request, Seat};
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

    /// The amount that is meant, if an action leaves one open.
    pub fn chosen(&self, action: ActionId, count: Option<i32>) -> u8 {
        let def = self.rules.actions.get(action);
        let count = count.filter(|_| def.is_some_and(|def| def.chooses.is_some()));
        count.map_or(0, |count| u8::try_from(count).unwrap_or(u8::MAX))
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

    /// The same for a failure: a mark stands behind what rests on dice that the scenario does not give. The first
    /// of that say where the script went astray; of the rest only the number is told.
    pub fn told(&self) -> Vec<String> {
        let events = self.battle.events().iter().enumerate();
        let lines = events.filter_map(|(at, event)| Some((self.mark(at)?, self.line(event)?)));
        let (given, astray): (Vec<_>, Vec<_>) = lines.partition(|(mark, _)| mark.is_empty());
        let more = astray.len().saturating_sub(ASTRAY);
        let first = astray.into_iter().take(ASTRAY);
        let lines = given.into_iter().chain(first);
        let rest = (more > 0).then(|| format!("and {more} more [not scripted]"));
        lines
            .map(|(mark, line)| format!("{line}{mark}"))
            .chain(rest)
            .collect()
    }

    /// What a failure says behind an event: whether it rests on dice that the scenario does not give. `None`:
    /// it is told with the one before. Dice that are not given always show the same, so a contest that they
    /// tie is tied again and again.
    pub fn mark(&self, at: usize) -> Option<&'static str> {
        let astray = self.battle.unscripted_from().unwrap_or(usize::MAX);
        let events = self.battle.events();
        let contest = |at: usize| -> Option<String> {
            let event = events.get(at).filter(|_| at >= astray)?;
            let contest = matches!(event.kind, EventKind::Contest { .. });
            contest.then(|| self.line(event)).flatten()
        };
        let this = contest(at);
        let repeats = |other: Option<usize>| this.is_some() && other.and_then(contest) == this;
        match () {
            () if repeats(at.checked_sub(1)) => None,
            () if repeats(at.checked_add(1)) => Some(" [not scripted: a tie that no die decides]"),
            () if at >= astray => Some(" [not scripted]"),
            () => Some(""),
        }
    }
}

/// How much a failure tells of what rests on dice that the scenario does not give.
pub(super) const ASTRAY: usize = 12;

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
