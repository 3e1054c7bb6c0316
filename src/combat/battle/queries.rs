//! What a battle tells those who ask: options, reaches, odds, pictures. Asking changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::combat::attack::odds;
use crate::combat::battle::assessment::UnitValue;
use crate::combat::battle::summary::{ReadyAttack, UnitSummary};
use crate::combat::battle::{Battle, assessment, summary, view};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::{fear, knowledge, light, perception};
use crate::combat::contract::{
    ActionOption, Aim, AttackForecast, Awareness, Choice, CombatantView, Event, Forecast, Glimpse,
    Refusal, Request, Seat, SideId, View,
};
use crate::combat::flow::answer;
use crate::combat::movement::{MoveField, Toll};
use crate::combat::state::{AttackOrder, Field, Reads, Sides, State, Upper};
use crate::combat::{attack, checks, movement, threat};
use crate::content::{Catalogue, TerrainDef};
use crate::grid::{Area, Border, Cost, Dimensions, Direction, Square, SquareSet};
use crate::rules::{
    ActionId, BorderId, ConditionId, ModifierKind, Ruleset, SkillId, Stat, TerrainId, Topic,
};

/// The battle for those who ask: a player, a screen, a tool.
pub struct Sight<'w> {
    pub(super) state: State<'w>,
}

impl<'w> Sight<'w> {
    /// The battle in whose world a system runs.
    pub fn of(reads: &'w mut Reads) -> Self {
        let state = reads.state();
        Self { state }
    }
}

impl Sight<'_> {
    /// The battle as plain data.
    pub fn view(&self) -> View {
        self.read(view::of)
    }

    /// The battle as one side knows it, hidden enemies left out.
    pub fn view_of(&self, side: SideId) -> View {
        self.read(|state| view::of_side(state, side))
    }

    /// What a side knows of a combatant.
    pub fn known_to(&self, side: SideId, seat: Seat) -> Awareness {
        match self.seated(seat) {
            true => self.read(|state| knowledge::known_to(state, side, seat)),
            false => Awareness::Unknown,
        }
    }

    /// Whether an enemy hides, so that a side knows nothing of where it is.
    pub fn is_secret(&self, side: SideId, seat: Seat) -> bool {
        self.seated(seat) && self.read(|state| knowledge::is_secret(state, side, seat))
    }

    /// One combatant as plain data, if there is such a one.
    pub fn combatant(&self, seat: Seat) -> Option<CombatantView> {
        let seated = self.state.all().any(|one| one == seat);
        seated.then(|| self.read(|state| view::combatant(state, seat)))
    }

    /// Size of the map.
    pub fn dimensions(&self) -> Dimensions {
        self.state.field.dimensions
    }

    /// The kinds of terrain in a square, the ground first; none off the map.
    pub fn kinds(&self, square: Square) -> impl Iterator<Item = &TerrainDef> {
        self.state.kinds(square)
    }

    /// What lies on the ground, by square and layer.
    pub fn upper(&self) -> &Upper {
        &self.state.field.upper
    }

    /// The ground of every square, in reading order.
    pub fn terrain(&self) -> &[TerrainId] {
        &self.state.field.terrain
    }

    /// What the borders that a step crosses cost at least, nothing if nothing stands there; `None` if
    /// they cannot be crossed, climbing or not.
    pub fn crossing(&self, from: Area, direction: Direction) -> Option<Cost> {
        let field = &self.state.field;
        (field.ground).crossing_over(field.climbed.as_deref(), from, direction)
    }

    /// Whether a combatant could stand on this area as far as the ground is concerned.
    pub fn holds(&self, area: Area) -> bool {
        self.state.field.holds(area)
    }

    /// Whether anything stands on a border.
    pub fn is_bordered(&self) -> bool {
        !self.state.field.borders.is_empty()
    }

    /// Named places.
    pub fn zones(&self) -> &[(String, SquareSet)] {
        &self.state.field.zones
    }

    /// The sides and the objective.
    pub fn sides(&self) -> &Sides {
        &self.state.sides
    }

    /// The ruleset in force.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.state.book.rules
    }

    /// The content in use.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.state.book.catalogue
    }

    /// Everything that happened so far. In a copy for look-ahead: since it was made.
    pub fn events(&self) -> &[Event] {
        &self.state.log.events
    }

    /// The decision that the battle waits for; `None` when it is over.
    pub fn request(&self) -> Option<&Request> {
        self.state.pending.0.as_ref().map(|asked| &asked.request)
    }

    /// Whether a choice would be accepted.
    pub fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let Some(request) = self.request() else {
            let reason = "The battle is over.";
            return self.state.refuse(Topic::BattleEnd, reason);
        };
        self.read(|state| answer::check(state, request, choice))
    }

    /// Every combatant on the map that is able to fight, in short.
    pub fn unit_summaries(&self) -> Vec<UnitSummary> {
        self.read(summary::unit_summaries)
    }

    /// Combatants of a side that are still to come.
    pub fn awaited(&self, side: SideId) -> usize {
        let awaited = self.state.rounds.awaited.iter();
        let own = awaited.filter(|one| self.state.who(one.seat).side == side);
        own.count()
    }

    /// Every combatant as a balance of forces counts it.
    pub fn unit_values(&self) -> Vec<UnitValue> {
        self.read(assessment::unit_values)
    }

    /// The attacks that a combatant can make at once, in short.
    pub fn ready_attacks(&self, seat: Seat) -> Vec<ReadyAttack> {
        if !self.seated(seat) {
            return Vec::new();
        }
        self.read(|state| summary::ready_attacks(state, seat))
    }

    /// Where those stand from whom a combatant flees; none: it does not flee, or is cornered.
    pub fn fled_from(&self, seat: Seat) -> Vec<Area> {
        if !self.seated(seat) {
            return Vec::new();
        }
        self.read(|state| fear::fled_from(state, seat))
    }

    /// What one combatant knows of another from where both are; `None`: one of them is not on the map.
    pub fn perceives(&self, observer: Seat, subject: Seat) -> Option<Awareness> {
        self.read(|state| {
            let from = state.area(observer).filter(|_| self.seated(observer))?;
            let to = state.area(subject).filter(|_| self.seated(subject))?;
            Some(perception::at(state, observer, from, subject, to).known)
        })
    }

    /// Whom everyone would see better if a combatant bore a condition that sheds light.
    pub fn light_shows(&self, seat: Seat, condition: ConditionId) -> Vec<Glimpse> {
        self.read(|state| light::shows(state, seat, condition))
    }

    /// Squares that a combatant threatens around its space.
    pub fn threatened_squares(&self, by: Seat) -> SquareSet {
        if !self.seated(by) {
            return SquareSet::new(self.dimensions());
        }
        self.read(|state| threat::around(state, by))
    }

    /// What the ground is expected to do to a combatant that comes from one space to another; without
    /// `from` all of the space is new to it.
    pub fn toll(&self, seat: Seat, from: Option<Area>, to: Area) -> Toll {
        if !self.seated(seat) {
            return Toll::default();
        }
        self.read(|state| movement::toll::toll(state, seat, from, to))
    }

    /// Whether ground that hurts does so again at the start of the turn of those who stay in it.
    pub fn ground_hurts_again(&self) -> bool {
        self.state.rules().policies.damage.hazard_when_staying
    }

    /// Whether an attack could be made as things stand; `from`: as if the attacker's anchor were
    /// there. Budget aside.
    pub fn can_attack(&self, attacker: Seat, mode: u8, target: Seat, from: Option<Square>) -> bool {
        self.read(|state| {
            let from = from.map(|anchor| Area::new(anchor, state.who(attacker).footprint));
            attack::legal(state, &AttackOrder::plain(attacker, target, mode), from).is_ok()
        })
    }

    /// The odds of an attack as things stand; `from`: as if the attacker's anchor were there.
    pub fn attack_odds(
        &self,
        attacker: Seat,
        mode: u8,
        target: Seat,
        from: Option<Square>,
    ) -> AttackForecast {
        self.read(|state| {
            let from = from.map(|anchor| Area::new(anchor, state.who(attacker).footprint));
            odds::of_attack(state, &AttackOrder::plain(attacker, target, mode), from)
        })
    }

    /// The bonuses of the skills that a combatant has ranks in.
    pub fn skills(&self, seat: Seat) -> Vec<(SkillId, i32)> {
        let known = self.rules().skills.keys().filter(|_| self.seated(seat));
        let bonus = |skill: &SkillId| {
            let tally = checks::tally(&self.state, seat, Stat::Skill(*skill), &[]);
            let ranks = [ModifierKind::Skill, ModifierKind::Base].map(|kind| tally.of_kind(kind));
            (ranks != [0, 0]).then(|| (*skill, RollBonus::of(&self.state, seat, tally).total))
        };
        known.filter_map(bonus).collect()
    }

    /// Whether there is such a combatant.
    pub fn seated(&self, seat: Seat) -> bool {
        self.state.knows(seat)
    }

    pub(super) fn read<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.state)
    }
}

macro_rules! asked_of_a_battle {
    ($($name:ident($($arg:ident: $Arg:ty),*) -> $Out:ty;)*) => {
        impl Battle {
            $(
                #[doc = concat!("See [`Sight::", stringify!($name), "`].")]
                pub fn $name(&self, $($arg: $Arg),*) -> $Out {
                    self.sight().$name($($arg),*)
                }
            )*
        }
    };
}

asked_of_a_battle! {
    view() -> View;
    combatant(seat: Seat) -> Option<CombatantView>;
    check(choice: &Choice) -> Result<(), Refusal>;
    acting() -> Option<Seat>;
    actions() -> Vec<ActionOption>;
    is_sensible(seat: Seat, action: ActionId) -> bool;
    targets(action: ActionId, mode: Option<u8>) -> Vec<(Seat, Result<(), Refusal>)>;
    lanes(choice: &Choice) -> Vec<Vec<Square>>;
    area(seat: Seat, action: ActionId, aim: &Aim) -> (SquareSet, Vec<Seat>);
    modes(seat: Seat) -> Vec<(u8, Result<(), Refusal>)>;
    reachable(action: ActionId) -> MoveField;
    leads_anywhere(action: ActionId) -> bool;
    way(action: ActionId, to: Square) -> Option<Vec<Square>>;
    safe_way(action: ActionId, to: Square) -> Option<Vec<Square>>;
    perceives(observer: Seat, subject: Seat) -> Option<Awareness>;
    view_of(side: SideId) -> View;
    is_secret(side: SideId, seat: Seat) -> bool;
    known_to(side: SideId, seat: Seat) -> Awareness;
    threatened_squares(by: Seat) -> SquareSet;
    forecast(choice: &Choice) -> Forecast;
    can_attack(attacker: Seat, mode: u8, target: Seat, from: Option<Square>) -> bool;
    attack_odds(attacker: Seat, mode: u8, target: Seat, from: Option<Square>) -> AttackForecast;
    holds(area: Area) -> bool;
    placement() -> Option<Vec<Square>>;
    has_room(side: SideId) -> bool;
    skills(seat: Seat) -> Vec<(SkillId, i32)>;
    unit_values() -> Vec<UnitValue>;
}

impl Battle {
    /// The battle for those who ask.
    pub fn sight(&self) -> Sight<'_> {
        let state = self.state();
        Sight { state }
    }

    /// Size of the map.
    pub fn dimensions(&self) -> Dimensions {
        self.field().dimensions
    }

    /// The kinds of terrain in a square, the ground first; none off the map.
    pub fn kinds_at(&self, square: Square) -> impl Iterator<Item = TerrainId> {
        self.field().kinds_at(square).map(|(_, kind)| kind)
    }

    /// What stands on borders.
    pub fn borders(&self) -> &BTreeMap<Border, BorderId> {
        &self.field().borders
    }

    /// What lies on the ground, by square and layer.
    pub fn upper(&self) -> &Upper {
        &self.field().upper
    }

    /// The ground of every square, in reading order.
    pub fn terrain(&self) -> &[TerrainId] {
        &self.field().terrain
    }

    /// Named places.
    pub fn zones(&self) -> &[(String, SquareSet)] {
        &self.field().zones
    }

    /// The sides and the objective.
    pub fn sides(&self) -> &Sides {
        self.common()
    }

    /// Whether any ground of the map harms or holds those who enter.
    pub fn has_hazards(&self) -> bool {
        !self.field().hazards.is_empty()
    }

    /// Whether there is such a combatant.
    pub fn seated(&self, seat: Seat) -> bool {
        seat.index() < self.setup().combatants.len()
    }

    fn field(&self) -> &Field {
        self.common()
    }
}
