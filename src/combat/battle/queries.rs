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
use crate::combat::state::{AttackOrder, Field, Reads, Sides, State, Supposed, Upper};
use crate::combat::{attack, checks, movement, threat};
use crate::content::{Catalogue, TerrainDef};
use crate::grid::{Area, Border, Cost, Dimensions, Direction, Square, SquareSet};
use crate::rules::{
    ActionId, BorderId, ConditionId, ModifierKind, Ruleset, SkillId, Stat, TerrainId, Topic,
};

/// The battle for those who ask: a player, a screen, a tool.
///
/// Questions about the pending request are answered as the side knows the battle that is asked, so nothing that is
/// offered or refused tells more than that. All others are answered as [`Sight::of_side`] says, or from the battle as it is.
pub struct Sight<'w> {
    state: State<'w>,
    /// Side whose knowledge this is; `None`: the true battle.
    side: Option<SideId>,
    /// The battle as that side knows it, where it differs.
    known: Option<Supposed>,
}

impl<'w> Sight<'w> {
    /// The battle that a system reads.
    pub fn of(battle: Reads<'w, '_>) -> Self {
        Self::plain(battle.state())
    }

    fn plain(state: State<'w>) -> Self {
        Self {
            state,
            side: None,
            known: None,
        }
    }

    /// The battle as a side knows it: nothing that this side cannot know changes any answer.
    #[must_use]
    pub fn of_side(self, side: SideId) -> Self {
        let asked = self.request().filter(|_| self.asked_side() == Some(side));
        let about = asked.and_then(Request::other);
        let known = knowledge::of_side(&self.state, side, about);
        Self {
            side: Some(side),
            known,
            ..self
        }
    }
}

impl Sight<'_> {
    /// The battle as those know it who are asked now.
    #[must_use]
    pub fn of_those_asked(self) -> Self {
        match self.asked_side() {
            Some(side) => self.of_side(side),
            None => self,
        }
    }

    /// The side that is asked now.
    fn asked_side(&self) -> Option<SideId> {
        match self.request()? {
            Request::Deploy { side, .. } => Some(*side),
            request => request.seat().map(|seat| self.state.who(seat).side),
        }
    }

    /// The battle as plain data.
    pub fn view(&self) -> View {
        match self.side {
            Some(side) => self.read(|known| view::of_side(&self.state, known, side)),
            None => self.read(view::of),
        }
    }

    /// The battle as one side knows it, hidden enemies left out.
    pub fn view_of(&self, side: SideId) -> View {
        let look = |known: &State| view::of_side(&self.state, known, side);
        knowledge::as_known(&self.state, side, None, look)
    }

    /// What a side knows of a combatant.
    pub fn known_to(&self, side: SideId, seat: Seat) -> Awareness {
        match self.seated(seat) {
            true => knowledge::known_to(&self.state, side, seat),
            false => Awareness::Unknown,
        }
    }

    /// One combatant as plain data, if there is such a one.
    pub fn combatant(&self, seat: Seat) -> Option<CombatantView> {
        let seated = self.state.all().any(|one| one == seat);
        seated.then(|| {
            let mut one = self.read(|known| view::combatant(known, seat));
            if let Some(side) = self.side {
                view::veil(&self.state, side, &mut one);
            }
            one
        })
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
        self.asked(|state| answer::check(state, request, choice))
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
        if !self.seated(observer) || !self.seated(subject) {
            return None;
        }
        self.read(|state| {
            let (from, to) = (state.area(observer)?, state.area(subject)?);
            Some(perception::at(state, observer, from, subject, to).known)
        })
    }

    /// Whom everyone would see better if a combatant bore a condition that sheds light.
    pub fn light_shows(&self, seat: Seat, condition: ConditionId) -> Vec<Glimpse> {
        self.read(|state| light::shows(state, seat, condition))
    }

    /// Whether a light in the hands of a combatant would show squares that the dark hides from it.
    pub fn light_clears(&self, seat: Seat) -> bool {
        self.seated(seat) && self.read(|state| light::clears(state, seat))
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

    /// Whether any terrain of the map harms or holds creatures that enter.
    pub fn has_hazards(&self) -> bool {
        !self.state.field.hazards.is_empty()
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
            self.read(|state| {
                let tally = checks::tally(state, seat, Stat::Skill(*skill), &[]);
                let kinds = [ModifierKind::Skill, ModifierKind::Base];
                let ranks = kinds.map(|kind| tally.of_kind(kind));
                (ranks != [0, 0]).then(|| (*skill, RollBonus::of(state, seat, tally).total))
            })
        };
        known.filter_map(bonus).collect()
    }

    /// Whether there is such a combatant.
    pub fn seated(&self, seat: Seat) -> bool {
        self.state.knows(seat)
    }

    /// Side of a combatant.
    pub fn side_of(&self, seat: Seat) -> SideId {
        self.state.who(seat).side
    }

    /// Looks at the battle as those know it who ask.
    pub(super) fn read<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        match &self.known {
            Some(known) => look(&known.state(&self.state)),
            None => look(&self.state),
        }
    }

    /// Reads the battle as the side with the pending request knows it. A side that deploys sees which squares are
    /// free.
    pub(super) fn asked<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        match (self.request(), self.side, self.asked_side()) {
            (Some(Request::Deploy { .. }), ..) => look(&self.state),
            (Some(request), None, Some(side)) => {
                knowledge::as_known(&self.state, side, request.other(), look)
            }
            _ => self.read(look),
        }
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
    known_to(side: SideId, seat: Seat) -> Awareness;
    threatened_squares(by: Seat) -> SquareSet;
    forecast(choice: &Choice) -> Forecast;
    can_attack(attacker: Seat, mode: u8, target: Seat, from: Option<Square>) -> bool;
    attack_odds(attacker: Seat, mode: u8, target: Seat, from: Option<Square>) -> AttackForecast;
    holds(area: Area) -> bool;
    placement() -> Option<Vec<Square>>;
    has_room(side: SideId) -> bool;
    unit_values() -> Vec<UnitValue>;
}

impl Battle {
    /// The battle for those who ask.
    pub fn sight(&self) -> Sight<'_> {
        Sight::plain(self.state())
    }

    /// The battle as a side knows it; `None`: as it is.
    pub fn sight_of(&self, side: Option<SideId>) -> Sight<'_> {
        match side {
            Some(side) => self.sight().of_side(side),
            None => self.sight(),
        }
    }

    /// The sentence of a refusal, with the names that combatants have, whether their enemies know them or not.
    pub fn tell(&self, refusal: &Refusal) -> String {
        self.state().tell(refusal)
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

    /// Whether there is such a combatant.
    pub fn seated(&self, seat: Seat) -> bool {
        seat.index() < self.setup().combatants.len()
    }

    fn field(&self) -> &Field {
        self.common()
    }
}
