//! Access to the battle's world for all chapters of the rules.
//!
//! [`Arena`] is the one system parameter that the resolving systems share: the combatants by seat,
//! the field, the dice, the stack and the log. Read-only functions take `&Arena`, so that forecasts
//! and resolution run through the same code.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use crate::combat::ability::{Repertoire, Workings};
use crate::combat::contract::event::{Event, EventKind};
use crate::combat::contract::request::Request;
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::state::combatant::*;
use crate::combat::state::field::Field;
use crate::combat::state::resources::{Known, Log, Pending, Rounds, Sides, Stack};
use crate::combat::state::step::Step;
use crate::content::Catalogue;
use crate::dice::{Dice, Die, Purpose, RollLabel};
use crate::grid::Area;
use crate::rules::{ActionId, ConditionId, RuleId, Ruleset, Topic};

/// Everything about one combatant but its place and its conditions, which are asked for far more
/// often than anything else and therefore by themselves: see [`Arena::area`], [`Arena::conditions`].
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Fighter {
    pub who: &'static Identity,
    pub stats: &'static Stats,
    pub forms: &'static Attacks,
    pub vitals: &'static mut Vitals,
    pub budget: &'static mut Budget,
    pub reactions: &'static mut Reactions,
    pub hands: &'static mut Hands,
    pub gear: &'static mut Gear,
    pub initiative: &'static mut Initiative,
    pub readied: &'static mut Readied,
    pub stamina: &'static mut Stamina,
    pub repertoire: &'static mut Repertoire,
}

/// The ruleset and the catalogue of a battle.
#[derive(Resource, Clone)]
pub struct Rulebook {
    pub rules: Arc<Ruleset>,
    pub catalogue: Arc<Catalogue>,
    pub known: Known,
}

/// Entities by seat.
#[derive(Resource, Clone, Debug, Default)]
pub struct Seats(pub Vec<Entity>);

/// The dice of the battle.
#[derive(Resource, Clone, Debug)]
pub struct BattleDice(pub Dice);

/// The battle's world as the rules see it.
#[derive(SystemParam)]
pub struct Arena<'w, 's> {
    pub book: Res<'w, Rulebook>,
    pub seats: Res<'w, Seats>,
    pub sides: ResMut<'w, Sides>,
    pub field: ResMut<'w, Field>,
    pub rounds: ResMut<'w, Rounds>,
    pub stack: ResMut<'w, Stack>,
    pub pending: ResMut<'w, Pending>,
    pub log: ResMut<'w, Log>,
    pub workings: ResMut<'w, Workings>,
    pub dice: ResMut<'w, BattleDice>,
    pub fighters: Query<'w, 's, Fighter>,
    identities: Query<'w, 's, &'static Identity>,
    places: Query<'w, 's, &'static mut Place>,
    conditions: Query<'w, 's, &'static mut Conditions>,
}

impl<'s> Arena<'_, 's> {
    /// The ruleset in force.
    pub fn rules(&self) -> &Ruleset {
        &self.book.rules
    }

    /// All seats, in order.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.0.len()).map(|i| Seat(i as u8))
    }

    /// Whether there is such a combatant. Choices from outside may name any seat.
    pub fn knows(&self, seat: Seat) -> bool {
        seat.index() < self.seats.0.len()
    }

    fn entity(&self, seat: Seat) -> Entity {
        self.seats.0[seat.index()]
    }

    /// One combatant, to read.
    ///
    /// # Panics
    /// Seats are handed out by the battle, so a seat without an entity is a defect of the engine;
    /// choices with unknown seats are refused before they get here.
    // Inlined, only the columns that the caller looks at are fetched.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get(&self, seat: Seat) -> FighterReadOnlyItem<'_, 's> {
        self.fighters
            .get(self.entity(seat))
            .expect("every seat has an entity")
    }

    /// One combatant, to change.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn get_mut(&mut self, seat: Seat) -> FighterItem<'_, 's> {
        self.fighters
            .get_mut(self.seats.0[seat.index()])
            .expect("every seat has an entity")
    }

    /// Who a combatant is.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn who(&self, seat: Seat) -> &Identity {
        let identity = self.identities.get(self.entity(seat));
        identity.expect("every seat has an entity")
    }

    /// Where a combatant is, if it is on the map.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn area(&self, seat: Seat) -> Option<Area> {
        let place = self.places.get(self.entity(seat));
        place.expect("every seat has an entity").0
    }

    /// Puts a combatant somewhere, or off the map, and nothing else: what it threatens has to be
    /// refreshed.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn set_area(&mut self, seat: Seat, area: Option<Area>) {
        let place = self.places.get_mut(self.seats.0[seat.index()]);
        place.expect("every seat has an entity").0 = area;
    }

    /// The conditions in force on a combatant, sorted.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn conditions(&self, seat: Seat) -> &[ActiveCondition] {
        let conditions = self.conditions.get(self.entity(seat));
        &conditions.expect("every seat has an entity").0
    }

    /// The conditions in force on a combatant, to change.
    ///
    /// # Panics
    /// As [`Arena::get`].
    pub fn conditions_mut(&mut self, seat: Seat) -> &mut Vec<ActiveCondition> {
        let conditions = self.conditions.get_mut(self.seats.0[seat.index()]);
        &mut conditions.expect("every seat has an entity").into_inner().0
    }

    /// The rule behind a topic.
    pub fn cite(&self, topic: Topic) -> Option<RuleId> {
        self.book.rules.cite(topic)
    }

    /// Appends an event that everybody may see, citing the rules of these topics.
    pub fn emit(&mut self, topics: &[Topic], kind: EventKind) {
        let rules = topics
            .iter()
            .filter_map(|t| self.book.rules.cite(*t))
            .collect();
        self.log.0.push(Event {
            kind,
            rules,
            seen_by: None,
        });
    }

    /// Appends an event that everybody may see, citing the rules of a condition.
    pub fn emit_condition(&mut self, condition: ConditionId, kind: EventKind) {
        let rules = self.book.rules.condition_rules(condition).to_vec();
        self.log.0.push(Event {
            kind,
            rules,
            seen_by: None,
        });
    }

    /// Appends an event that everybody may see, citing the rules of an action.
    pub fn emit_action(&mut self, action: ActionId, kind: EventKind) {
        let rules = self.book.rules.action_rules(action).to_vec();
        self.log.0.push(Event {
            kind,
            rules,
            seen_by: None,
        });
    }

    /// Appends an event for some sides only.
    pub fn emit_to(&mut self, sides: Vec<SideId>, topics: &[Topic], kind: EventKind) {
        let rules = topics
            .iter()
            .filter_map(|t| self.book.rules.cite(*t))
            .collect();
        self.log.0.push(Event {
            kind,
            rules,
            seen_by: Some(sides),
        });
    }

    /// Puts a step on top of the stack; it runs next.
    pub fn push(&mut self, step: Step) {
        self.stack.0.push(step);
    }

    /// Stops the battle with a request.
    pub fn ask(&mut self, request: Request) {
        self.pending.0 = Some(request);
    }

    /// Rolls a die for somebody.
    pub fn roll(&mut self, who: Seat, purpose: Purpose, sides: u32) -> Die {
        let label = RollLabel {
            who: who.0,
            purpose,
        };
        let rolled = self.dice.0.roll(label, sides);
        Die {
            label,
            sides,
            rolled,
        }
    }

    /// Whether two combatants are enemies.
    pub fn enemies(&self, a: Seat, b: Seat) -> bool {
        self.get(a).who.side != self.get(b).who.side
    }
}
