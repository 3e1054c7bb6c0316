//! The systems of a battle: registered once, run one at a time.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemId, SystemState};

use crate::combat::ability::gather;
use crate::combat::action::{declare, program};
use crate::combat::attack::defence;
use crate::combat::battle::derived::Derived;
use crate::combat::contract::request::{Choice, Request};
use crate::combat::flow::round::Boundaries;
use crate::combat::flow::{delay, reactions, ready, turn};
use crate::combat::movement::forced;
use crate::combat::state::chapters::Restoring;
use crate::combat::state::step::Step;
use crate::combat::state::step::ability::Use;
use crate::combat::state::step::attack::Attack;
use crate::combat::state::step::blow::Blow;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::hold::{Hold, Struggling};
use crate::combat::state::step::offer::{Offer, ReadiedOffer, Response};
use crate::combat::state::step::rush::Rush;
use crate::combat::state::step::stage::Stage;
use crate::combat::state::step::walk::{Forced, Walk};
use crate::combat::state::{Access, Reader, State, Writes};
use crate::combat::{ability, attack, damage, manoeuvre, movement, opportunity};

type Advance<T> = SystemId<In<T>>;
type Answer = SystemId<In<(Request, Choice)>>;

/// Every system that a step or an answer can call.
pub(crate) struct Systems {
    stage: Advance<Stage>,
    declared: Advance<DeclaredAction>,
    walk: Advance<Walk>,
    offer: Advance<Offer>,
    readied: Advance<ReadiedOffer>,
    attack: Advance<Attack>,
    blow: Advance<Blow>,
    forced: Advance<Forced>,
    rush: Advance<Rush>,
    ability: Advance<Use>,
    hold: Advance<Hold>,
    struggle: Advance<Struggling>,
    sequel: Advance<DeclaredAction>,
    response: Advance<Response>,
    fate_answer: Answer,
    response_answer: Answer,
    turn_answer: Answer,
    opportunity_answer: Answer,
    ready_answer: Answer,
    delay_answer: Answer,
    defence_answer: Answer,
    help_answer: Answer,
    manoeuvre_answer: Answer,
}

impl Systems {
    pub fn register(world: &mut World) -> Self {
        Self {
            stage: world.register_system(turn::advance),
            declared: world.register_system(declare::advance),
            walk: world.register_system(movement::advance),
            offer: world.register_system(opportunity::advance),
            readied: world.register_system(ready::advance),
            attack: world.register_system(attack::advance),
            blow: world.register_system(damage::advance),
            forced: world.register_system(forced::advance),
            rush: world.register_system(manoeuvre::rush),
            ability: world.register_system(ability::advance),
            hold: world.register_system(manoeuvre::hold),
            struggle: world.register_system(manoeuvre::struggle::advance),
            sequel: world.register_system(program::sequel),
            response: world.register_system(reactions::advance),
            fate_answer: world.register_system(gather::answer),
            response_answer: world.register_system(reactions::answer),
            turn_answer: world.register_system(turn::answer),
            opportunity_answer: world.register_system(opportunity::answer),
            ready_answer: world.register_system(ready::answer),
            delay_answer: world.register_system(delay::answer),
            defence_answer: world.register_system(defence::answer),
            help_answer: world.register_system(program::answer),
            manoeuvre_answer: world.register_system(manoeuvre::answer),
        }
    }
}

/// The systems, the schedules between rounds, and the view of the world that reads share.
pub(crate) struct Machine {
    systems: Systems,
    boundaries: Boundaries,
    derived: Derived,
    writer: SystemState<Writes<'static, 'static, Restoring>>,
    reader: Reader,
}

impl Machine {
    /// Registers the systems. The world must hold every resource of [`State`] before one is run.
    pub fn install(world: &mut World) -> Self {
        Self {
            systems: Systems::register(world),
            boundaries: Boundaries::new(),
            derived: Derived::new(),
            writer: SystemState::new(world),
            reader: Reader::new(world),
        }
    }

    /// Runs the system of a step that was taken off the stack.
    pub fn advance(&mut self, world: &mut World, step: Step) {
        self.step(world, step);
        self.derived.run(world);
    }

    fn step(&mut self, world: &mut World, step: Step) {
        match step {
            Step::Stage(Stage::BeginRound) => self.boundaries.begin_round(world),
            Step::Stage(Stage::EndRound) => self.boundaries.end_round(world),
            Step::Stage(stage) => call(world, self.systems.stage, stage),
            Step::DeclaredAction(declared) => call(world, self.systems.declared, declared),
            Step::Walk(walk) => call(world, self.systems.walk, walk),
            Step::Offer(offer) => call(world, self.systems.offer, offer),
            Step::Readied(offer) => call(world, self.systems.readied, offer),
            Step::Attack(attack) => call(world, self.systems.attack, attack),
            Step::Blow(blow) => call(world, self.systems.blow, blow),
            Step::Forced(forced) => call(world, self.systems.forced, forced),
            Step::Rush(rush) => call(world, self.systems.rush, rush),
            Step::Ability(used) => call(world, self.systems.ability, used),
            Step::Hold(hold) => call(world, self.systems.hold, hold),
            Step::Struggle(attempt) => call(world, self.systems.struggle, attempt),
            Step::Sequel(declared) => call(world, self.systems.sequel, declared),
            Step::Response(response) => call(world, self.systems.response, response),
        }
    }

    /// Derives what follows from the state.
    pub fn derive(&mut self, world: &mut World) {
        self.derived.run(world);
    }

    /// Hands a checked choice to the chapter that asked.
    pub fn answer(&mut self, world: &mut World, request: Request, choice: Choice) {
        let system = match request {
            Request::Deploy { .. } | Request::Turn { .. } => self.systems.turn_answer,
            Request::ComeIn { .. } => self.systems.delay_answer,
            Request::Readied { .. } => self.systems.ready_answer,
            Request::Opportunity { .. } => self.systems.opportunity_answer,
            Request::SpendFate { .. } => self.systems.fate_answer,
            Request::Respond { .. } => self.systems.response_answer,
            Request::Defence { .. } | Request::DefendOther { .. } | Request::Coverage { .. } => {
                self.systems.defence_answer
            }
            Request::Help { .. } => self.systems.help_answer,
            Request::PushTo { .. } | Request::Counter { .. } | Request::Yield { .. } => {
                self.systems.manoeuvre_answer
            }
        };
        call(world, system, (request, choice));
        self.derived.run(world);
    }

    /// The battle as the rules read it.
    pub fn state<'w>(&self, world: &'w World) -> State<'w> {
        self.reader.state(world)
    }

    /// Changes the battle from outside its systems.
    pub fn with<R>(
        &mut self,
        world: &mut World,
        look: impl FnOnce(&mut Access<Restoring>) -> R,
    ) -> R {
        let seen = match self.writer.get_mut(world) {
            Ok(mut writes) => look(&mut writes.open().access()),
            // Every resource is inserted when the battle is built and none is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        };
        self.derived.run(world);
        seen
    }
}

/// Runs one registered system.
fn call<T: 'static>(world: &mut World, system: SystemId<In<T>>, input: T) {
    if world.run_system_with(system, input).is_err() {
        // The ids were handed out by this very world and nothing unregisters or nests them.
        unreachable!("a system of the battle is missing");
    }
}
