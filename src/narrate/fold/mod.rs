//! One line for what belongs together: an action with its result, a turn with what begins and ends
//! by itself.

mod blow;
mod entry;
mod order;
mod results;
#[cfg(test)]
mod tests;
mod turns;

use entry::{Entry, Kind, Part, READIED};

use super::sentence::{chanced, checked, contest, damaged, saved, searched};
use super::{Cast, Mark, Told, Weight, tell};
use crate::combat::Seat;
use crate::combat::contract::{Event, EventKind};
use crate::rules::{ActionDef, ActionId, ConditionId, Primitive};

/// Events as lines of a log, each with the number of its first event. Whatever is rolled, spent, begun or
/// ended on the way is part of the line of the action or turn that it belongs to, in its details.
pub fn tell_all<'a>(
    events: impl Iterator<Item = (usize, &'a Event)>,
    cast: &Cast,
) -> Vec<(usize, Told)> {
    let mut fold = Fold {
        cast,
        entries: Vec::new(),
        current: None,
        waiting: Vec::new(),
        fresh: None,
        depth: 0,
        rounds: 0,
        down: Vec::new(),
    };
    for (number, event) in events {
        fold.take(number, event);
    }
    fold.settle();
    let entries = fold.entries.into_iter();
    entries
        .map(|entry| (entry.number, entry.told(cast)))
        .collect()
}

/// A log in the making.
struct Fold<'a> {
    cast: &'a Cast,
    entries: Vec<Entry>,
    /// The number of the line that what comes next may belong to.
    current: Option<usize>,
    /// Events that belong to the line that comes next.
    waiting: Vec<(Part, Told)>,
    /// What has just begun for one combatant and stands at the end of the current line.
    fresh: Option<(Seat, Vec<ConditionId>)>,
    /// How deep what is told now lies.
    depth: u16,
    /// The round that began last.
    rounds: u16,
    /// Who cannot act, and by which condition.
    down: Vec<(Seat, ConditionId)>,
}

/// An event on its way to a line.
struct News<'a> {
    number: usize,
    kind: &'a EventKind,
    told: Told,
}

impl News<'_> {
    /// Its sentence without the full stop.
    fn clause(&self) -> String {
        self.told.text.trim_end_matches('.').to_owned()
    }

    /// Its sentence as something that is said of a combatant.
    fn said_of(&self, name: &str) -> String {
        let clause = self.clause();
        let rest = clause.strip_prefix(name);
        let rest = rest.map(|rest| rest.trim_start_matches("'s"));
        let rest = rest.and_then(|rest| rest.strip_prefix(' '));
        rest.map_or_else(|| clause.clone(), str::to_owned)
    }
}

impl Fold<'_> {
    fn take(&mut self, number: usize, event: &Event) {
        use EventKind as E;
        if matches!(event.kind, E::TurnEnded { .. }) {
            self.current = None;
        }
        self.settled_to(event.depth);
        self.count_down(&event.kind);
        if let E::TurnEnded { seat } = event.kind {
            self.empty(seat);
        }
        let Some(told) = tell(event, self.cast) else {
            return;
        };
        self.depth = event.depth;
        let news = News {
            number,
            kind: &event.kind,
            told,
        };
        if !matches!(event.kind, E::ConditionBegan { .. }) {
            self.fresh = None;
        }
        match &event.kind {
            E::BattleBegan => self.open(news, Kind::Heading { opening: true }, &[]),
            E::RoundBegan { round } => self.round(news, *round),
            _ if news.told.weight == Weight::Heading => {
                let about: Vec<_> = match &event.kind {
                    E::Arrived { seat, .. } => vec![*seat],
                    _ => Vec::new(),
                };
                self.open(news, Kind::Heading { opening: false }, &about);
            }
            E::TurnBegan { seat } => self.open(news, Kind::Turn, &[*seat]),
            _ if self.is_opening() => self.add(news),
            E::Acted {
                seat,
                action,
                target,
            } => self.acted(news, *seat, *action, *target),
            E::ReadiedFired { seat, action } => {
                let kind = Kind::Action {
                    seat: *seat,
                    action: *action,
                    target: None,
                };
                self.open(news, kind, &[*seat]);
                if let Some(entry) = self.current() {
                    entry.label = Some(READIED.to_owned());
                }
            }
            E::Moved { seat, forced, .. } => self.moved(news, *seat, *forced),
            E::ConditionBegan { seat, condition } => self.state(news, *seat, *condition),
            E::ConditionEnded { seat, condition } => self.over(news, *seat, *condition),
            E::Checked {
                seat,
                purpose,
                check,
                against,
                success,
            } => {
                let of = self.rolls(*seat, *purpose);
                let result = checked(*purpose, (check, of), *against, *success, self.cast);
                self.own_result(news, *seat, result);
            }
            E::Searched {
                seat,
                purpose,
                check,
                success,
            } => {
                let of = self.rolls(*seat, *purpose);
                let result = searched(*purpose, (check, of), *success, self.cast);
                self.own_result(news, *seat, result);
            }
            E::PercentRolled {
                seat,
                purpose,
                percent,
                die,
                success,
            } => {
                let result = chanced(*purpose, *percent, die.rolled, *success);
                self.own_result(news, *seat, result);
            }
            E::Saved {
                seat,
                save,
                check,
                difficulty,
                success,
            } => {
                let result = saved(*save, check, (*difficulty, *success), self.cast);
                self.before_death(*seat);
                self.result(news, *seat, result);
            }
            E::Contest {
                seat,
                check,
                against,
                answer,
                won,
            } => self.contest(news, (*seat, *against), contest(check, answer, *won)),
            E::Hurt {
                seat,
                amount,
                kind,
                hit_points,
                nonlethal,
                grade,
                from,
            } => {
                let result = damaged(
                    (*amount, *kind, *from),
                    *hit_points,
                    *nonlethal,
                    *grade,
                    self.cast,
                );
                self.result(news, *seat, result);
                if let Some(entry) = self.current()
                    && entry.mark == Mark::Plain
                {
                    entry.mark = Mark::Hit;
                }
            }
            E::Died { seat } => self.died(news, *seat),
            _ => {
                if let Some(news) = self.blow(news) {
                    self.otherwise(news);
                }
            }
        }
    }

    /// What has no place of its own.
    fn otherwise(&mut self, news: News) {
        use EventKind as E;
        match news.kind {
            E::Healed { seat, .. }
            | E::ScoreLowered { seat, .. }
            | E::Unaffected { seat, .. }
            | E::NotInhaled { seat, .. }
            | E::ArmourWorsened { seat, .. }
            | E::ItemDestroyed { seat, .. }
            | E::AbilityLost { seat, .. }
            | E::Yielded { seat, .. }
            | E::ThingStruck { seat, .. } => {
                let said = self.befell(&news, *seat);
                self.result(news, *seat, said);
            }
            E::TouchHeld { seat, .. } if self.is_ability_of(*seat) => {
                let held = news.said_of(self.cast.name(*seat));
                if let Some(entry) = self.current() {
                    entry.held = Some(held);
                }
                self.add(news);
            }
            E::WeaponDrawn { seat, .. }
            | E::WeaponDropped { seat, .. }
            | E::WeaponTaken { seat, .. }
            | E::Reloaded { seat, .. }
            | E::WeaponSheathed { seat, .. }
            | E::ObjectStruck { seat, .. }
            | E::ActionBegun { seat, .. }
            | E::TouchHeld { seat, .. }
            | E::Delayed { seat }
            | E::Readied { seat, .. }
            | E::StruckAtNothing { seat, .. }
            | E::MovementStopped { seat, .. }
            | E::NearestChosen { seat, .. }
            | E::AbilityEnded { seat, .. }
            | E::TakesHold { seat, .. }
            | E::Landed { seat, .. }
            | E::Left { seat } => self.done(news, *seat),
            E::AreaCovered { seat, ability, .. } => {
                self.resume(*seat);
                let kind = self.current().map(|entry| entry.kind.actor());
                if kind != Some(Some(*seat)) {
                    // It was cast some time before.
                    let (name, ability) = (self.cast.name(*seat), self.cast.ability(*ability));
                    let head = format!("{name}'s {ability} takes effect");
                    self.begin(news.number, Kind::Subject(*seat), head, &[*seat]);
                    self.mark(Mark::Ability);
                }
                self.add(news);
            }
            E::AmountRolled { seat, .. } | E::UseSpent { seat, .. } => {
                self.resume(*seat);
                self.add(news);
            }
            E::Provoked { seat, .. } | E::OpportunityDeclined { target: seat, .. } => {
                self.resume(*seat);
                self.add(news);
            }
            _ => self.add(news),
        }
    }

    /// Begins a line with the sentence of an event.
    fn open(&mut self, news: News, kind: Kind, about: &[Seat]) {
        let head = match kind {
            Kind::Heading { .. } | Kind::Turn | Kind::Other => news.told.text.clone(),
            _ => news.clause(),
        };
        self.begin(news.number, kind, head, about);
        self.add(news);
    }

    /// Begins a line.
    fn begin(&mut self, number: usize, kind: Kind, head: String, about: &[Seat]) {
        let weight = match kind {
            Kind::Heading { .. } => Weight::Heading,
            Kind::Turn => Weight::Turn,
            _ => Weight::Action,
        };
        let mut entry = Entry {
            number,
            weight,
            depth: self.depth,
            mark: Mark::Plain,
            kind,
            about: about.to_vec(),
            head,
            label: None,
            held: None,
            walk: None,
            results: Vec::new(),
            squares: 0,
            pushed: Vec::new(),
            parts: Vec::new(),
            rules: Vec::new(),
        };
        for (part, told) in self.waiting.drain(..) {
            entry.add(part, told.rules);
        }
        self.current = Some(number);
        self.entries.push(entry);
    }

    /// Begins a line about what befalls a combatant.
    fn subject(&mut self, number: usize, seat: Seat) {
        let head = self.cast.name(seat).to_owned();
        self.begin(number, Kind::Subject(seat), head, &[seat]);
    }

    /// Adds an event to the line that it belongs to: the current one, or the last.
    fn add(&mut self, news: News) {
        let walk = match news.kind {
            EventKind::Moved { seat, forced, .. } => Some((*seat, *forced)),
            _ => None,
        };
        let part = Part {
            text: news.told.text.clone(),
            details: news.told.details.clone(),
            walk,
        };
        let at = self.place();
        match at.or(self.entries.len().checked_sub(1)) {
            Some(at) => self.entries[at].add(part, news.told.rules),
            None => self.waiting.push((part, news.told)),
        }
    }

    /// What waits for a line that never came goes with the last one.
    fn settle(&mut self) {
        if let Some(last) = self.entries.last_mut() {
            for (part, told) in self.waiting.drain(..) {
                last.add(part, told.rules);
            }
        }
    }

    fn is_opening(&mut self) -> bool {
        let kind = self.current().map(|entry| &entry.kind);
        kind == Some(&Kind::Heading { opening: true })
    }

    /// Whether the current line is an ability that this combatant uses now.
    fn is_ability_of(&mut self, seat: Seat) -> bool {
        let rules = self.cast.rules.clone();
        self.current().is_some_and(|entry| match entry.kind {
            Kind::Action {
                seat: by, action, ..
            } => {
                let def = rules.actions.get(action);
                by == seat && def.is_some_and(|def| def.ability().is_some())
            }
            _ => false,
        })
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(entry) = self.current() {
            entry.mark = mark;
        }
    }

    /// Adds a result to the current line, and the event behind it.
    fn push(&mut self, news: News, seat: Seat, result: String) {
        // What comes of an action is told after what interrupted it.
        if let Some(at) = self.place().filter(|at| self.is_interrupted(*at)) {
            self.put_last(at);
        }
        if let Some(entry) = self.current() {
            entry.results.push(result);
            entry.names(seat);
        }
        self.add(news);
    }

    fn acted(&mut self, news: News, seat: Seat, action: ActionId, target: Option<Seat>) {
        // A walk in several parts is one walk, as long as nothing was between.
        let kind = Kind::Action {
            seat,
            action,
            target,
        };
        let last = self.entries.last();
        let goes_on = last.is_some_and(|last| last.kind == kind && last.bare());
        if goes_on && target.is_none() {
            self.current = last.map(|last| last.number);
            return self.add(news);
        }
        // A readied action is told as what is done.
        let readied = self.entries.last_mut().filter(|last| last.is_readied(seat));
        if let Some(last) = readied {
            (last.head, last.kind) = (news.clause(), kind);
            target.into_iter().for_each(|target| last.names(target));
            self.current = Some(last.number);
            return self.add(news);
        }
        let def = self.cast.rules.actions.get(action);
        let is_ability = def.is_some_and(|def| def.ability().is_some());
        let label = def.filter(|def| !is_plain_attack(def));
        let label = label.map(|def| def.name.to_lowercase());
        let about: Vec<_> = std::iter::once(seat).chain(target).collect();
        self.open(news, kind, &about);
        let walk = self.cast.walks(seat, action);
        if let Some(entry) = self.current() {
            entry.label = label;
            entry.walk = Some(walk);
        }
        if is_ability {
            self.mark(Mark::Ability);
        }
    }

    fn moved(&mut self, news: News, seat: Seat, forced: bool) {
        if forced {
            return self.moved_by_force(news, seat);
        }
        if self.action_of(seat).is_some() {
            self.resume(seat);
        } else if !matches!(
            self.current().map(|entry| &entry.kind),
            Some(Kind::Action { .. } | Kind::Blow(_))
        ) {
            self.subject(news.number, seat);
        }
        if let Some(entry) = self.current() {
            let own = match &entry.kind {
                Kind::Action { seat: by, .. } => *by == seat,
                _ => false,
            };
            entry.squares += usize::from(own);
            if entry.mark == Mark::Plain {
                entry.mark = Mark::Move;
            }
        }
        self.add(news);
    }

    fn moved_by_force(&mut self, news: News, seat: Seat) {
        // Nobody pushed one that cannot stay where its own way ended.
        let walk = self.place().filter(|at| self.entries[*at].is_walk_of(seat));
        if let Some(at) = walk {
            if self.is_interrupted(at) {
                self.subject(news.number, seat);
            }
            return self.push(news, seat, "comes to rest in another square".to_owned());
        }
        if self.current.is_none() {
            self.subject(news.number, seat);
        }
        if let Some(entry) = self.current() {
            entry.names(seat);
            let known = entry.pushed.iter_mut().find(|(who, _)| *who == seat);
            match known {
                Some((_, squares)) => *squares += 1,
                None => entry.pushed.push((seat, 1)),
            }
        }
        self.add(news);
    }
}

/// Whether an action is a single attack and nothing else, so that its name says nothing.
fn is_plain_attack(def: &ActionDef) -> bool {
    let attack = |what: &Primitive| matches!(what, Primitive::Attack { .. }) && !what.goes_on();
    matches!(def.does.as_slice(), [one] if attack(one)) && def.stance.is_none()
}
