//! Small drawn battles for the tests of movement and threat.
//!
//! A map is drawn with a character for each square: `.` plain, `#` wall, `~` difficult, `*` fire,
//! `x` chasm. Capital letters are combatants of the first side, small ones of the second; a letter
//! that fills several squares is a large creature. Attacks are not rolled here: they are noted, and
//! the test decides what they do.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;

use crate::combat::ability::Workings;
use crate::combat::battle::listeners::LISTENERS;
use crate::combat::battle::systems;
use crate::combat::contract::{Aim, Choice, EventKind, Refusal, Seat};
use crate::combat::manoeuvre::charge::{self, Charge};
use crate::combat::state::combatant::*;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Above, BattleDice, Common, DeclaredAction, EngineConditions, Field, Log, MovementCosts,
    Occupancy, Order, Pending, Rounds, Rulebook, Sides, Stack, Start, Turning,
};
use crate::combat::testkit::draft::fighter;
use crate::combat::testkit::testing::ruleset;
use crate::combat::{conditions, economy, movement, opportunity, threat};
use crate::content::level::Objective;
use crate::content::terrain::{Footing, Hazard};
use crate::content::{Catalogue, TerrainDef};
use crate::dice::{Dice, DiceExpr};
use crate::grid::{Area, Dimensions, Footprint, Square};
use crate::rules::{DamageKind, Policies, *};

pub use super::draft::{Draft, bow, melee};

pub const CLASSIC: &str = "classic_d20";
pub const AMORPHOUS: &str = "amorphous";
pub const HEROES: &str = "age_of_heroes";

/// A battle drawn on a map.
pub struct Skirmish {
    derived: bevy_ecs::schedule::Schedule,
    pub world: World,
    common: Entity,
    letters: Vec<char>,
    /// Who struck at whom, and where the target stood.
    pub strikes: Vec<(char, char, Square)>,
    /// A condition for the combatant that is struck.
    pub blow: Option<&'static str>,
    /// Whether attacks of opportunity are taken.
    pub accepts: bool,
}

pub fn sq(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

pub fn path(squares: &[(i16, i16)]) -> Vec<Square> {
    squares.iter().map(|&(x, y)| sq(x, y)).collect()
}

fn ground() -> BTreeMap<String, TerrainDef> {
    let kind = |footing, hazard: Option<Hazard>| TerrainDef {
        footing,
        blocks_sight: footing == Footing::Impassable,
        hazard,
        glyph: '.',
        ..TerrainDef::default()
    };
    let fire = Hazard {
        damage: DiceExpr::dice(1, 6),
        kind: DamageKind::Fire,
        nonlethal: false,
        deadly: false,
        fall: false,
        inhaled: false,
    };
    [
        ("plain", kind(Footing::Plain, None)),
        ("wall", kind(Footing::Impassable, None)),
        ("difficult", kind(Footing::Difficult, None)),
        ("severe", kind(Footing::Severe, None)),
        ("fire", kind(Footing::Hazardous, Some(fire))),
        ("chasm", kind(Footing::Chasm, None)),
    ]
    .map(|(name, def)| (name.to_owned(), def))
    .into()
}

impl Skirmish {
    /// Draws a battle; `change` tells what is special about each combatant.
    pub fn new(system: &str, map: &str, change: impl Fn(char, &mut Draft)) -> Self {
        let rows: Vec<Vec<char>> = map
            .split_whitespace()
            .map(|r| r.chars().collect())
            .collect();
        let dimensions = Dimensions::new(rows[0].len() as u16, rows.len() as u16);
        let mut spaces: BTreeMap<char, Vec<Square>> = BTreeMap::new();
        let terrain = Table::<TerrainId, _>::new(ground());
        let mut kinds = Vec::new();
        for square in dimensions.squares() {
            let mark = rows[square.y as usize][square.x as usize];
            if mark.is_ascii_alphabetic() && mark != 'x' {
                spaces.entry(mark).or_default().push(square);
            }
            let name = match mark {
                '#' => "wall",
                '~' => "difficult",
                '^' => "severe",
                '*' => "fire",
                'x' => "chasm",
                _ => "plain",
            };
            kinds.push(terrain.id(name).unwrap());
        }
        let rules = ruleset(system);
        let catalogue = Arc::new(Catalogue {
            terrain,
            ..Catalogue::default()
        });
        let mut world = World::new();
        let seats = spaces.len();
        let policies = &rules.policies.movement;
        let field = Field::new(
            dimensions,
            kinds,
            Default::default(),
            Vec::new(),
            &catalogue,
            policies,
        );
        let common = world.spawn(Common {
            book: Rulebook {
                known: EngineConditions::of(&rules),
                opportunities: rules.policies.threat.enabled,
                rules: rules.clone(),
                catalogue,
            },
            on: Above(&LISTENERS),
            start: Start::default(),
            sides: Sides {
                list: Vec::new(),
                objective: Objective::DefeatAll,
                held: Vec::new(),
                arrived: Vec::new(),
            },
            costs: MovementCosts::of(&field),
            field,
            occupancy: Occupancy::new(dimensions, seats),
            rounds: Rounds {
                round: 1,
                ..Rounds::default()
            },
            order: Order::default(),
            stack: Stack::default(),
            pending: Pending::default(),
            workings: Workings::default(),
            log: Log::default(),
            dice: BattleDice(Dice::seeded(1)),
        });
        let common = common.id();
        let letters: Vec<char> = spaces.keys().copied().collect();
        let mut conditions = Vec::new();
        for (i, (&letter, squares)) in spaces.iter().enumerate() {
            let mut draft = Draft {
                speed: 6,
                size: Size::Medium,
                modes: vec![melee(1, 1)],
                capabilities: vec![Capability::ThreatensSquares],
                abilities: Abilities::default(),
                heavy_armour: false,
                conditions: Vec::new(),
            };
            change(letter, &mut draft);
            let (first, last) = (squares[0], squares[squares.len() - 1]);
            let footprint =
                Footprint::new((last.x - first.x + 1) as u8, (last.y - first.y + 1) as u8);
            let seat = Seat(i as u8);
            conditions.push((seat, draft.conditions.clone()));
            let area = Area::new(first, footprint);
            world.spawn(fighter(letter, seat, area, draft));
        }
        let strikes = Vec::new();
        let mut skirmish = Self {
            world,
            common,
            letters,
            strikes,
            blow: None,
            accepts: true,
            derived: systems::derive_components(),
        };
        skirmish.with(|battle| {
            for seat in battle.all() {
                let initiative = battle.initiative_mut(seat);
                (initiative.count, initiative.rank) = (Some(0), seat.0);
                economy::renew(battle, seat, None);
            }
            for (seat, names) in conditions {
                for name in names {
                    let id = battle.rules().condition(name).unwrap();
                    conditions::begin(battle, seat, id, None);
                }
            }
            battle.log_mut().events.clear();
        });
        skirmish
    }

    /// Changes a policy.
    pub fn policy(mut self, change: impl FnOnce(&mut Policies)) -> Self {
        let book = self.common::<Rulebook>().into_inner();
        let mut rules = (*book.rules).clone();
        change(&mut rules.policies);
        book.opportunities = rules.policies.threat.enabled;
        book.rules = Arc::new(rules);
        // What is derived follows from the rules as well, which change in no real battle.
        self.with(|battle| {
            for seat in battle.all() {
                battle.place_mut(seat);
            }
        });
        self
    }

    pub fn with<R>(&mut self, look: impl FnOnce(&mut Turning) -> R) -> R {
        let mut state = SystemState::<crate::combat::state::Writes>::new(&mut self.world);
        let mut writes = state.get_mut(&mut self.world).unwrap();
        let mut battle = writes.open();
        let seen = look(&mut battle);
        systems::settle(&mut battle);
        self.derived.run(&mut self.world);
        seen
    }

    pub fn seat(&self, letter: char) -> Seat {
        Seat(self.letters.iter().position(|&l| l == letter).unwrap() as u8)
    }

    pub fn action(&mut self, name: &str) -> ActionId {
        self.with(|battle| battle.rules().actions.id(name))
            .unwrap_or_else(|| panic!("{name}"))
    }

    pub fn at(&mut self, letter: char) -> Square {
        let seat = self.seat(letter);
        self.with(|battle| battle.area(seat).unwrap().anchor)
    }

    pub fn threatened(&mut self, letter: char) -> Vec<Square> {
        let seat = self.seat(letter);
        self.with(|battle| threat::around(battle, seat).iter().collect())
    }

    pub fn budget(&mut self, letter: char) -> Budget {
        let seat = self.seat(letter);
        self.with(|battle| battle.get(seat).budget.clone())
    }

    /// Notes an action in the ledger of a turn at its usual cost. The slots stay as they are.
    pub fn paid(&mut self, letter: char, action: &str) {
        let (seat, action) = (self.seat(letter), self.action(action));
        self.with(|battle| {
            let cost = battle.rules().price(action).usual.expect("a cost");
            let deed = Deed {
                action,
                cost,
                serial: battle.rounds.serial,
                opening: false,
                leads: false,
            };
            battle.budget_mut(seat).deeds.push(deed);
        });
    }

    pub fn impose(&mut self, letter: char, name: &str, by: Option<char>) {
        let (seat, by) = (self.seat(letter), by.map(|by| self.seat(by)));
        self.with(|battle| {
            let id = battle.rules().condition(name).unwrap();
            conditions::begin(battle, seat, id, by);
        });
    }

    pub fn bears(&mut self, letter: char, name: &str) -> bool {
        let seat = self.seat(letter);
        self.with(|battle| conditions::bears(battle, seat, battle.rules().condition(name)))
    }

    /// The price of a path in twelfths, or why it is refused.
    pub fn price(&mut self, letter: char, action: &str, way: &[(i16, i16)]) -> Result<u32, String> {
        let (seat, action, way) = (self.seat(letter), self.action(action), path(way));
        self.with(|battle| {
            let plan = movement::price::plan(battle, seat, action, &way);
            plan.map(|plan| plan.cost().0)
                .map_err(|refusal| battle.tell(&refusal))
        })
    }

    pub fn continues(&mut self, letter: char, action: &str, way: &[(i16, i16)]) -> bool {
        let (seat, action, way) = (self.seat(letter), self.action(action), path(way));
        self.with(|battle| movement::continues(battle, seat, action, &way))
    }

    /// Walks a path and everything that follows; returns how many attacks of opportunity it drew.
    pub fn walk(&mut self, letter: char, action: &str, way: &[(i16, i16)]) -> usize {
        self.price(letter, action, way).unwrap();
        self.perform(letter, action, Aim::Along(path(way)))
    }

    /// Does something by which a combatant exposes itself.
    pub fn expose(&mut self, letter: char, action: &str) -> usize {
        let (seat, action) = (self.seat(letter), self.action(action));
        let before = self.strikes.len();
        self.with(|battle| {
            battle.rounds_mut().serial += 1;
            opportunity::offer(
                battle,
                seat,
                crate::combat::contract::request::Cause::Act(action),
                None,
            );
        });
        self.settle();
        self.strikes.len() - before
    }

    /// The plain charge with the first attack mode.
    pub fn charge<'a>(&mut self, letter: char, target: char, path: &'a [Square]) -> Charge<'a> {
        Charge {
            seat: self.seat(letter),
            action: self.action("charge"),
            mode: 0,
            target: self.seat(target),
            path,
        }
    }

    pub fn lane(&mut self, letter: char, target: char) -> Result<Vec<Square>, Refusal> {
        let charge = self.charge(letter, target, &[]);
        self.with(|battle| charge.lane(battle))
    }

    pub fn perform(&mut self, letter: char, action: &str, aim: Aim) -> usize {
        let (seat, action) = (self.seat(letter), self.action(action));
        let before = self.strikes.len();
        self.with(|battle| {
            let charges = matches!(aim, Aim::Charge(..));
            let budget = battle.budget_mut(seat);
            if budget.moving.is_none_or(|(begun, _)| begun != action) {
                battle.rounds_mut().serial += 1;
            }
            let declared = DeclaredAction {
                mode: Some(0),
                ..DeclaredAction::new(seat, action, aim)
            };
            match charges {
                true => charge::begin(battle, &declared),
                false => movement::begin(battle, &declared),
            }
        });
        self.settle();
        self.strikes.len() - before
    }

    /// A new turn for a combatant.
    pub fn new_turn(&mut self, letter: char) {
        let seat = self.seat(letter);
        self.with(|battle| {
            economy::renew(battle, seat, None);
            economy::renew_reactions(battle, seat);
            *battle.reactions_mut(seat) = Reactions::default();
        });
    }

    /// Something that belongs to the battle as a whole.
    pub fn common<C: Component<Mutability = Mutable>>(&mut self) -> Mut<'_, C> {
        self.world.get_mut(self.common).expect("the common entity")
    }

    fn settle(&mut self) {
        loop {
            if let Some(asked) = self.common::<Pending>().0.take() {
                let Step::Offer(offer) = asked.resume else {
                    panic!("{asked:?}");
                };
                let accept = Choice::Accept { mode: None };
                let choice = if self.accepts {
                    accept
                } else {
                    Choice::Decline
                };
                self.with(|battle| {
                    opportunity::answer(battle, (offer, asked.request, choice));
                });
            }
            let Some(step) = self.common::<Stack>().0.pop() else {
                return;
            };
            match step {
                Step::Walk(walk) => self.with(|battle| movement::advance(battle, walk)),
                Step::Offer(offer) => self.with(|battle| opportunity::advance(battle, offer)),
                Step::Attack(attack) => self.strike(attack.order.attacker, attack.order.target),
                other => panic!("{other:?}"),
            }
        }
    }

    fn strike(&mut self, attacker: Seat, target: Seat) {
        let (by, whom) = (self.letters[attacker.index()], self.letters[target.index()]);
        let at = self.at(whom);
        self.strikes.push((by, whom, at));
        if let Some(blow) = self.blow {
            self.impose(whom, blow, Some(by));
        }
    }

    pub fn log(&mut self) -> Vec<EventKind> {
        let log = &self.common::<Log>().events;
        log.iter().map(|event| event.kind.clone()).collect()
    }
}
