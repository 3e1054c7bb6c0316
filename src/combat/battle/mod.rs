//! The battle: owns its world, runs until it needs a decision, takes choices.

pub(crate) mod aftermath;
pub(crate) mod assessment;
pub(crate) mod attacks;
mod chance;
pub(crate) mod choices;
mod copies;
pub(crate) mod derive;
#[cfg(test)]
mod derived;
pub(crate) mod from_level;
pub(crate) mod listeners;
pub(crate) mod lookahead;
mod outfit;
mod outlook;
pub(crate) mod preview;
pub(crate) mod queries;
pub(crate) mod repair;
pub(crate) mod replay;
mod resting;
pub(crate) mod savegame;
#[cfg(test)]
mod secrecy;
pub(crate) mod snapshot;
pub(crate) mod spawn;
mod steps;
pub(crate) mod summary;
pub(crate) mod systems;
pub(crate) mod terms;
#[cfg(test)]
mod tests;
pub(crate) mod timeline;
pub(crate) mod view;

use std::sync::Arc;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemInput, SystemParamFunction};
use serde::{Deserialize, Serialize};

use crate::combat::contract::{
    AutoResponse, Choice, EndReason, Event, Refusal, Request, RequestKind, Seat, Setup, SetupError,
    SideId,
};
use crate::combat::flow::{answer, aside, auto_response, victory};
use crate::combat::state::{
    BattleDice, DeclaredAction, Log, Outcome, Pending, Reads, Rounds, Rulebook, Sides, Start,
    State, Turning,
};
use crate::content::Catalogue;
use crate::dice::{Dice, ScriptFault, ScriptedRoll};
use crate::rules::Ruleset;
use snapshot::Snapshot;
use systems::Machine;

/// Steps between two decisions after which the battle is broken off as a stalemate. A round of the
/// largest battle takes some thousands; only house rules that run in circles ever get here.
const PATIENCE: u32 = 1_000_000;

/// The common entity is spawned whole with the battle and loses nothing.
const MISSING: &str = "the battle's common entity is incomplete";

/// One battle. All its state is components in a world of its own.
pub struct Battle {
    pub(crate) world: World,
    /// The entity of what belongs to the battle as a whole.
    common: Entity,
    pub(crate) machine: Machine,
    /// Where the record starts from; absent in copies for look-ahead, which cannot undo.
    origin: Option<Box<Snapshot>>,
    record: Vec<Entry>,
    /// Entries of the record before this one cannot be undone.
    settled: usize,
    /// How many events had happened before the log's first one.
    pub(crate) log_starts: usize,
    /// A copy for look-ahead with dice of its own.
    pub(crate) scratch: bool,
    /// What a test looks at after each step.
    #[cfg(test)]
    pub(crate) after_each_step: Option<fn(&Battle)>,
}

/// Something a driver did: together with setup and dice, the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// An answer to a request.
    Chose(Choice),
    /// A standing answer was set.
    Stood(SideId, RequestKind, AutoResponse),
}

impl Battle {
    /// Sets a battle up and runs it to its first request.
    pub fn new(
        catalogue: Arc<Catalogue>,
        rules: Arc<Ruleset>,
        setup: &Setup,
        dice: Dice,
    ) -> Result<Self, SetupError> {
        let mut world = World::new();
        let common = spawn::populate(&mut world, catalogue, rules, setup, dice)?;
        Ok(Self::over(world, common).begun())
    }

    /// As it is before anything happens in it.
    fn unbegun(
        catalogue: Arc<Catalogue>,
        rules: Arc<Ruleset>,
        setup: &Setup,
    ) -> Result<Self, SetupError> {
        let mut world = World::new();
        let common = spawn::populate(&mut world, catalogue, rules, setup, Dice::seeded(0))?;
        Ok(Self::over(world, common))
    }

    /// Sets up another battle in place of this one, of which nothing stays but its systems: they need not
    /// be made ready again, which takes longer than a small battle.
    pub fn another(
        self,
        catalogue: Arc<Catalogue>,
        rules: Arc<Ruleset>,
        setup: &Setup,
        dice: Dice,
    ) -> Result<Self, SetupError> {
        let Self {
            mut world,
            common,
            machine,
            ..
        } = self;
        let mut combatants = world.query_filtered::<Entity, With<crate::combat::state::Identity>>();
        let combatants: Vec<Entity> = combatants.iter(&world).collect();
        for entity in combatants.into_iter().chain([common]) {
            world.despawn(entity);
        }
        let common = spawn::populate(&mut world, catalogue, rules, setup, dice)?;
        Ok(Self::with(world, machine, common).begun())
    }

    /// Runs to the first request.
    fn begun(mut self) -> Self {
        self.origin = Some(Box::new(self.snapshot()));
        self.run();
        self
    }

    /// A battle over a world that holds everything.
    fn over(mut world: World, common: Entity) -> Self {
        let machine = Machine::install(&mut world);
        Self::with(world, machine, common)
    }

    fn with(mut world: World, mut machine: Machine, common: Entity) -> Self {
        machine.begin(&mut world);
        Self {
            world,
            common,
            machine,
            origin: None,
            record: Vec::new(),
            settled: 0,
            log_starts: 0,
            scratch: false,
            #[cfg(test)]
            after_each_step: None,
        }
    }

    /// The decision that the battle waits for; `None` when it is over.
    pub fn request(&self) -> Option<&Request> {
        let asked = self.common::<Pending>().0.as_ref()?;
        Some(&asked.request)
    }

    /// The side that has to decide.
    pub fn deciding_side(&self) -> Option<SideId> {
        match self.request()? {
            Request::Deploy { side, .. } => Some(*side),
            request => request.seat().map(|seat| self.side_of(seat)),
        }
    }

    /// The side of a combatant.
    pub fn side_of(&self, seat: Seat) -> SideId {
        let combatant = self.setup().combatants.get(seat.index());
        combatant.map_or(SideId(0), |combatant| combatant.side)
    }

    /// Answers the request and runs on to the next one. An illegal choice is refused, changes
    /// nothing and rolls nothing.
    pub fn submit(&mut self, choice: Choice) -> Result<(), Refusal> {
        self.check(&choice)?;
        if self.scratch {
            self.answer(choice);
            self.run();
            return Ok(());
        }
        let (rolled, side) = (self.rolled(), self.deciding_side());
        self.record.push(Entry::Chose(choice.clone()));
        self.answer(choice);
        self.run();
        // A die on the table or a word from the other side cannot be taken back.
        if self.rolled() != rolled || self.deciding_side() != side {
            self.settled = self.record.len();
        }
        Ok(())
    }

    /// Everything that happened so far. In a copy for look-ahead: since it was made.
    pub fn events(&self) -> &[Event] {
        &self.common::<Log>().events
    }

    /// What drivers did so far.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// The choices made so far, in order.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.record.iter().filter_map(|entry| match entry {
            Entry::Chose(choice) => Some(choice),
            Entry::Stood(..) => None,
        })
    }

    /// How the battle ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.common::<Rounds>().over
    }

    /// Goes back to before the last choice, unless a die was rolled since or the other side has
    /// had a say.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        let Some(origin) = self.origin.take() else {
            return false;
        };
        let mut record = std::mem::take(&mut self.record);
        // AutoResponse answers set since then stay: they are settings, not actions.
        if let Some(last) = record
            .iter()
            .rposition(|entry| matches!(entry, Entry::Chose(_)))
        {
            record.remove(last);
        }
        let settled = self.settled;
        self.put_back(&origin);
        self.origin = Some(origin);
        self.run();
        for entry in record {
            // What was accepted from the same state is accepted again.
            let _ = self.repeat(entry);
        }
        self.settled = settled;
        true
    }

    /// Whether the last choice can be taken back.
    pub fn can_undo(&self) -> bool {
        self.origin.is_some()
            && self.record[self.settled..]
                .iter()
                .any(|e| matches!(e, Entry::Chose(_)))
    }

    /// Does once more what the record says.
    pub(crate) fn repeat(&mut self, entry: Entry) -> Result<(), Refusal> {
        match entry {
            Entry::Chose(choice) => self.submit(choice),
            Entry::Stood(side, kind, standing) => {
                self.set_auto_response(side, kind, standing);
                Ok(())
            }
        }
    }

    /// The dice as they were at the beginning of the battle, if the record reaches back to it.
    pub(crate) fn first_dice(&self) -> Option<&Dice> {
        let origin = self
            .origin
            .as_ref()
            .filter(|origin| origin.is_beginning())?;
        Some(&origin.dice)
    }

    /// Sets how a side answers a kind of request from now on. A pending request that is covered is
    /// answered at once.
    pub fn set_auto_response(&mut self, side: SideId, kind: RequestKind, standing: AutoResponse) {
        let mut sides = self.common_mut::<Sides>();
        let Some(entry) = sides.list.get_mut(side.index()) else {
            return;
        };
        entry.standing.retain(|(k, _)| *k != kind);
        if standing != AutoResponse::Ask {
            entry.standing.push((kind, standing));
            entry.standing.sort_by_key(|(k, _)| *k);
        }
        if !self.scratch {
            self.record.push(Entry::Stood(side, kind, standing));
        }
        self.stand_in();
        self.run();
    }

    /// Runs a system that only reads the battle. This is the way into the world for code above the rules, such as a
    /// computer player.
    pub(crate) fn ask<S, M>(
        &self,
        mut system: S,
        input: <S::In as SystemInput>::Inner<'_>,
    ) -> S::Out
    where
        S: SystemParamFunction<M, Param = (Reads<'static, 'static>,)>,
    {
        system.run(input, (self.machine.reads(&self.world),))
    }

    /// A number for the whole rule state, the same on every machine.
    pub fn digest(&self) -> u64 {
        self.snapshot().digest()
    }

    /// The ruleset in force.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.common::<Rulebook>().rules
    }

    /// The content in use.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.common::<Rulebook>().catalogue
    }

    /// What the battle started from.
    pub fn setup(&self) -> &Setup {
        &self.common::<Start>().setup
    }

    /// The first disagreement between scripted dice and the throws.
    pub fn dice_fault(&self) -> Option<&ScriptFault> {
        self.common::<BattleDice>().0.fault()
    }

    /// The number of the first event after that disagreement: what it and those after it tell rests
    /// on dice that nobody gave.
    pub fn unscripted_from(&self) -> Option<usize> {
        self.common::<Log>().unscripted
    }

    /// Scripted dice that were not thrown.
    pub fn dice_left_over(&self) -> &[ScriptedRoll] {
        self.common::<BattleDice>().0.left_over()
    }

    /// How many dice were thrown.
    pub fn rolled(&self) -> u64 {
        self.common::<BattleDice>().0.rolled_count()
    }

    /// Something that belongs to the battle as a whole.
    pub(crate) fn common<C: Component>(&self) -> &C {
        match self.world.get(self.common) {
            Some(found) => found,
            None => unreachable!("{MISSING}"),
        }
    }

    /// The same, to change.
    pub(crate) fn common_mut<C: Component<Mutability = Mutable>>(&mut self) -> Mut<'_, C> {
        match self.world.get_mut(self.common) {
            Some(found) => found,
            None => unreachable!("{MISSING}"),
        }
    }

    /// The battle as the rules read it.
    pub(crate) fn state(&self) -> State<'_> {
        self.machine.reads(&self.world).state()
    }

    /// Looks at the battle as the rules read it.
    pub(crate) fn read<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.state())
    }

    pub(crate) fn answer(&mut self, choice: Choice) {
        if let Some(asked) = self.common_mut::<Pending>().0.take() {
            self.common_mut::<Log>().cause = asked.resume.cause();
            if let Choice::FreeAction { seat, .. } = choice
                && !matches!(asked.request, Request::Turn { .. })
                && let Some(declared) = DeclaredAction::of(seat, &choice)
            {
                let interpose = |battle: &mut Turning| {
                    aside::interpose(battle, asked, declared);
                };
                return self.machine.with(&mut self.world, interpose);
            }
            // Only what is left open needs a look at the battle.
            let choice = match choice {
                Choice::Accept { mode: None } => {
                    self.read(|state| answer::complete(state, &asked.request, choice))
                }
                choice => choice,
            };
            self.machine.with(&mut self.world, |battle| {
                steps::answer(battle, asked, choice);
            });
        }
    }

    /// Answers for the side if it has a standing answer that covers the request; whether it had one.
    fn stand_in(&mut self) -> bool {
        let coverable = |request: &&Request| auto_response::kind(request).is_some();
        let Some(request) = self.request().filter(coverable) else {
            return false;
        };
        let choice = self.read(|state| auto_response::answer(state, request));
        choice.map(|choice| self.answer(choice)).is_some()
    }

    /// Runs steps until an answer is needed, but so many at most. Returns how many it ran.
    fn advance(&mut self, at_most: u32) -> u32 {
        #[cfg(test)]
        if let Some(look) = self.after_each_step {
            let one = |battle: &mut Self| battle.machine.run(&mut battle.world, 1) == 1;
            let mut done = 0;
            while done < at_most && one(self) {
                look(self);
                done += 1;
            }
            return done;
        }
        self.machine.run(&mut self.world, at_most)
    }

    /// Runs to the next request that no standing answer covers, or to the end.
    pub(crate) fn run(&mut self) {
        let mut patience = PATIENCE;
        while patience > 0 {
            patience -= self.advance(patience);
            if patience > 0 {
                if !self.stand_in() {
                    return;
                }
                patience -= 1;
            }
        }
        self.machine.with(&mut self.world, |battle| {
            victory::end(battle, None, EndReason::Stalemate);
        });
    }
}

impl std::fmt::Debug for Battle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Battle")
            .field("rules", &self.rules().id)
            .field("request", &self.request())
            .field("events", &self.events().len())
            .finish_non_exhaustive()
    }
}
