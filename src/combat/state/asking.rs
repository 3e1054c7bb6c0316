//! What every rule asks of the state, and what every rule tells.

use std::sync::Arc;

use crate::combat::contract::{Event, EventKind, Miss, Request, Seat};
use crate::combat::state::access::{Afflicting, Rolling, Wounding};
use crate::combat::state::combatant::{ActiveCondition, AttackMode};
use crate::combat::state::common::PendingRequest;
use crate::combat::state::parts::*;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::{Asks, Step};
use crate::combat::state::view::State;
use crate::content::TerrainDef;
use crate::dice::{Die, Purpose, RollLabel};
use crate::grid::{Area, Square};
use crate::rules::{
    Abilities, Ability, ActionId, ConditionId, CoverRule, Family, Losses, ModifierKind, RuleId,
    Ruleset, TerrainId, Topic,
};

impl State<'_> {
    /// The ruleset in force.
    #[inline]
    pub fn rules(&self) -> &Ruleset {
        &self.book.rules
    }

    /// All seats, in order.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.who.all().len()).map(|i| Seat(i as u8))
    }

    /// Whether there is such a combatant. Choices from outside may name any seat.
    #[inline]
    pub fn knows(&self, seat: Seat) -> bool {
        seat.index() < self.who.all().len()
    }

    /// The other combatant that brings a combatant to where the ground hurts it, if one does.
    pub fn driver(&self, seat: Seat) -> Option<Seat> {
        self.log.cause.filter(|by| *by != seat)
    }

    /// Who a combatant is.
    #[inline]
    pub fn who(&self, seat: Seat) -> &Identity {
        &self.who[seat]
    }

    /// Where a combatant is, if it is on the map.
    #[inline]
    pub fn area(&self, seat: Seat) -> Option<Area> {
        self.place[seat].area
    }

    /// The scores of a combatant's abilities now.
    pub fn abilities(&self, seat: Seat) -> Abilities {
        self.who[seat].abilities.lowered(&self.losses(seat))
    }

    /// The points of a combatant's ability scores that do not count now: those that are lost, and what
    /// its conditions take as long as they last.
    pub fn losses(&self, seat: Seat) -> Losses {
        let (who, vitals) = (&self.who[seat], &self.vitals[seat]);
        losses(self.rules(), who, vitals, &self.conditions[seat])
    }

    /// What is left of a combatant's score, also of one that counts as 0 for a time.
    pub fn left_of(&self, seat: Seat, ability: Ability) -> i32 {
        let (who, vitals) = (&self.who[seat], &self.vitals[seat]);
        let taken = taken(self.rules(), who, vitals, &self.conditions[seat]);
        who.abilities.lowered(&taken).score(ability)
    }

    /// Whether nothing that is struck, shot or thrown gets from one space to another.
    pub fn is_walled_off(&self, from: Area, to: Area) -> bool {
        let edges = matches!(self.rules().policies.attack.cover, CoverRule::ByDegree(_));
        self.field.is_walled_off(from, to, edges)
    }

    /// The kinds of terrain in a square, the ground first; none off the map.
    pub fn kinds(&self, square: Square) -> impl Iterator<Item = &TerrainDef> {
        let all = self.field.kinds_at(square);
        all.filter_map(|(_, kind)| self.book.catalogue.terrain.get(kind))
    }

    /// The uppermost layer of a square for which `is` says yes.
    pub fn layer(
        &self,
        square: Square,
        is: impl Fn(&TerrainDef) -> bool,
    ) -> Option<(u8, TerrainId, &TerrainDef)> {
        let table = &self.book.catalogue.terrain;
        let mut all = self.field.kinds_at(square).rev();
        all.find_map(|(layer, id)| {
            let kind = table.get(id).filter(|kind| is(kind))?;
            Some((layer, id, kind))
        })
    }

    /// The conditions in force on a combatant, sorted.
    #[inline]
    pub fn conditions(&self, seat: Seat) -> &[ActiveCondition] {
        self.conditions[seat].list()
    }

    /// The attack mode of an order, if the attacker has it.
    pub fn mode(&self, order: &AttackOrder) -> Option<&AttackMode> {
        let modes = &self.modes[order.attacker].0;
        modes.get(usize::from(order.mode))
    }

    /// The steps under way, from the outermost to the one that waits for an answer.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> {
        let waiting = self.pending.0.as_ref().map(|asked| &asked.resume);
        self.stack.0.iter().chain(waiting)
    }

    /// The rule behind a topic.
    #[inline]
    pub fn cite(&self, topic: Topic) -> Option<RuleId> {
        self.book.rules.cite(topic)
    }

    /// Whether two combatants are enemies.
    #[inline]
    pub fn enemies(&self, a: Seat, b: Seat) -> bool {
        self.who[a].side != self.who[b].side
    }
}

/// The points of ability scores that do not count, fewer than none where a condition raises them. A condition from several sources counts once.
pub(crate) fn losses(
    rules: &Ruleset,
    who: &Identity,
    vitals: &Vitals,
    conditions: &Conditions,
) -> Losses {
    let mut lost = taken(rules, who, vitals, conditions);
    for active in conditions.list() {
        for ability in &rules.conditions[active.condition].zeroes {
            lost = lost.and_all(&who.abilities, *ability);
        }
    }
    lost
}

/// The same without the scores that count as 0 as long as a condition lasts: what has really gone.
fn taken(rules: &Ruleset, who: &Identity, vitals: &Vitals, conditions: &Conditions) -> Losses {
    let mut last = None;
    let mut lost = vitals.lost;
    for id in conditions.list().iter().map(|active| active.condition) {
        if last.replace(id) == Some(id) {
            continue;
        }
        let def = &rules.conditions[id];
        for (ability, points) in &def.raises {
            lost = lost.raised(*ability, i32::from(*points));
        }
        for (ability, points) in &def.lowers {
            lost = lost.and_at_most(&who.abilities, *ability, i32::from(*points));
        }
    }
    lost
}

impl DeclaredAction {
    /// The same as it waits at a primitive of its program. `bonus`: of the check that led there.
    pub fn waiting_at(&self, state: &State, what: Family<'_>, bonus: i32) -> Self {
        let def = state.rules().actions.get(self.action);
        Self {
            at: def.map_or(0, |def| def.index_of(what)),
            bonus,
            ..self.clone()
        }
    }

    /// Whether its performer was hurt since the declaration, by an attack of opportunity that it provoked.
    pub fn was_hurt(&self, state: &State) -> bool {
        state.vitals[self.seat].wounds != self.wounds
    }

    /// Whether its performer was hit since the declaration, hurt or not.
    pub fn was_hit(&self, state: &State) -> bool {
        state.vitals[self.seat].hits != self.hits
    }
}

impl AttackOrder {
    /// The rule by which its damage is rolled several times, critical hits aside.
    pub fn multiplied_by(&self, state: &State) -> Topic {
        let charged = self.extra.iter().any(|m| m.kind == ModifierKind::Charge);
        let lance = state
            .mode(self)
            .and_then(|mode| mode.weapon)
            .and_then(|weapon| state.book.catalogue.weapons.get(weapon))
            .is_some_and(|weapon| weapon.lance);
        match (charged, lance) {
            (false, _) => Topic::SetWeapon,
            (true, true) => Topic::Lance,
            (true, false) => Topic::Dive,
        }
    }
}

impl Afflicting<'_> {
    /// Puts a combatant somewhere, or off the map, and nothing else.
    pub fn set_area(&mut self, seat: Seat, area: Option<Area>) {
        self.place_mut(seat).area = area;
    }

    /// Changes the list of a combatant's conditions, and nothing else.
    pub fn change_conditions(
        &mut self,
        seat: Seat,
        change: impl FnOnce(&mut Vec<ActiveCondition>),
    ) {
        let rules = Arc::clone(&self.book.rules);
        self.conditions_mut(seat).change(&rules, change);
    }
}

impl Rolling<'_> {
    /// Puts down to this combatant, or to none, what happens from now on. Gives back the one before.
    pub fn blame(&mut self, cause: Option<Seat>) -> Option<Seat> {
        std::mem::replace(&mut self.log_mut().cause, cause)
    }

    /// Appends an event that every combatant may see, citing the rules of these topics.
    pub fn emit(&mut self, topics: &[Topic], kind: EventKind) {
        if !self.log.closed {
            let cited = topics.iter().flat_map(|t| self.book.rules.cited(*t));
            let rules = cited.copied().collect();
            self.append(rules, kind);
        }
    }

    /// Tells that an attack came to nothing.
    pub fn fail(&mut self, topics: &[Topic], (attacker, target): (Seat, Seat), why: Miss) {
        let kind = EventKind::AttackFailed {
            attacker,
            target,
            why,
        };
        self.emit(topics, kind);
    }

    /// Appends an event that every combatant may see, citing the rules of a condition
    /// and of topics.
    pub fn emit_condition(&mut self, condition: ConditionId, besides: &[Topic], kind: EventKind) {
        if !self.log.closed {
            let mut rules = self.book.rules.condition_rules(condition).to_vec();
            rules.extend(besides.iter().flat_map(|t| self.book.rules.cited(*t)));
            self.append(rules, kind);
        }
    }

    /// Appends an event that every combatant may see, citing the rules of an action and of topics.
    pub fn emit_action(&mut self, action: ActionId, topics: &[Topic], kind: EventKind) {
        if !self.log.closed {
            let mut rules = self.book.rules.action_rules(action).to_vec();
            let cited = topics.iter().flat_map(|t| self.book.rules.cited(*t));
            rules.extend(cited);
            self.append(rules, kind);
        }
    }

    /// Appends an event, citing the rules that content names beside those of topics.
    pub fn emit_named(&mut self, named: &[String], topics: &[Topic], kind: EventKind) {
        if !self.log.closed {
            let book = &self.book.rules;
            let cited = topics.iter().flat_map(|t| book.cited(*t)).copied();
            let named = named.iter().filter_map(|name| book.compendium.id(name));
            let rules = cited.chain(named).collect();
            self.append(rules, kind);
        }
    }

    fn append(&mut self, mut rules: Vec<RuleId>, kind: EventKind) {
        if let EventKind::PoolChanged { pool, .. } = &kind {
            // Whatever changes the points of a pool, what they are is a matter of the pool's rules.
            let book = &self.book.rules;
            let own = book.pools.get(*pool).into_iter().flat_map(|def| &def.rules);
            for rule in own.filter_map(|name| book.compendium.id(name)) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        let seen_by = self.on.asks.seen_by(self, &kind);
        let event = Event {
            kind,
            rules,
            seen_by,
            cause: self.log.cause,
            depth: u16::try_from(self.depth()).unwrap_or(u16::MAX),
        };
        let astray = self.dice.0.fault().is_some();
        let log = self.log_mut();
        if astray && log.unscripted.is_none() {
            log.unscripted = Some(log.events.len());
        }
        log.events.push(event);
    }
}

impl Wounding<'_> {
    /// Puts a step on top of the stack; it runs next.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.stack_mut().0.push(step.into());
    }
}

impl Wounding<'_> {
    /// Stops the battle with a request. The step that asks is off the stack and gets the answer.
    pub fn ask(&mut self, request: Request, resume: impl Asks) {
        let resume = resume.into();
        self.pending_mut().0 = Some(PendingRequest { request, resume });
    }
}

impl Rolling<'_> {
    /// Rolls a die for a combatant.
    pub fn roll(&mut self, who: Seat, purpose: Purpose, sides: u32) -> Die {
        let label = RollLabel {
            who: who.0,
            purpose,
        };
        let rolled = self.dice_mut().0.roll(label, sides);
        Die {
            label,
            sides,
            rolled,
            subtracted: false,
        }
    }
}
