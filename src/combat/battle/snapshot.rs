//! The rule state of a battle, taken out and put back.

use serde::{Deserialize, Serialize};

use crate::combat::ability::Workings;
use crate::combat::contract::Seat;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Alteration, Columns, Pending, Piece, Rounds, Sides, Stack, Stage, State, Turning,
};
use crate::dice::Dice;
use crate::files::Checksum;
use crate::grid::Square;

/// The whole rule state as plain vectors by seat. Undo, save, look-ahead and replay use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The components of every combatant, by seat.
    pub combatants: Columns,
    pub workings: Workings,
    pub sides: Sides,
    pub rounds: Rounds,
    pub stack: Stack,
    pub pending: Pending,
    pub dice: Dice,
    pub dropped: Vec<(Square, Piece)>,
    /// Where those in the space of another in a grapple came from.
    #[serde(default)]
    pub came_from: Vec<(Seat, Square)>,
    /// What has become something else, by square and layer.
    pub altered: Vec<Alteration>,
    /// Points that things on the map have lost.
    #[serde(default)]
    pub harmed: Vec<(Square, i32)>,
    /// How many events had happened.
    pub events: usize,
    /// Taken from a copy for look-ahead, whose dice are not the battle's.
    #[serde(default)]
    pub scratch: bool,
}

impl Snapshot {
    /// Takes the state out of a battle's world.
    pub(crate) fn of(state: &State, log_starts: usize, scratch: bool) -> Self {
        Self {
            combatants: Columns::of(state),
            workings: state.workings.clone(),
            sides: state.sides.clone(),
            rounds: state.rounds.clone(),
            stack: state.stack.clone(),
            pending: state.pending.clone(),
            dice: state.dice.0.clone(),
            dropped: state.field.dropped.clone(),
            came_from: state.field.came_from.clone(),
            altered: state.field.altered.clone(),
            harmed: state.field.harmed.clone(),
            events: log_starts + state.log.events.len(),
            scratch,
        }
    }

    /// Takes the state out of the same world once more.
    pub(crate) fn retake(&mut self, state: &State, log_starts: usize, scratch: bool) {
        if !self.fits(state.all().count(), state.sides.list.len()) {
            *self = Self::of(state, log_starts, scratch);
            return;
        }
        self.combatants.retake(state);
        renew(&mut self.workings.0, &state.workings.0);
        renew(&mut self.sides, &state.sides);
        renew(&mut self.rounds, &state.rounds);
        self.stack.0.clone_from(&state.stack.0);
        renew(&mut self.pending, &state.pending);
        self.dice.clone_from(&state.dice.0);
        self.dropped.clone_from(&state.field.dropped);
        self.came_from.clone_from(&state.field.came_from);
        self.altered.clone_from(&state.field.altered);
        self.harmed.clone_from(&state.field.harmed);
        self.events = log_starts + state.log.events.len();
        self.scratch = scratch;
    }

    /// Whether nothing has happened yet.
    pub(crate) fn is_beginning(&self) -> bool {
        self.events == 0 && self.stack.0 == [Step::Stage(Stage::Begin)]
    }

    /// Whether the state fits a battle with so many combatants and sides.
    pub(crate) fn fits(&self, combatants: usize, sides: usize) -> bool {
        self.combatants.fits(combatants) && self.sides.list.len() == sides
    }

    /// Puts the state back in place. Only what differs counts as changed, so that no more than
    /// necessary is derived from it anew.
    pub(crate) fn restore(&self, battle: &mut Turning, take_dice: bool) {
        if !self.fits(battle.all().count(), battle.sides.list.len()) {
            return;
        }
        renew(battle.sides_mut(), &self.sides);
        renew(battle.rounds_mut(), &self.rounds);
        battle.stack_mut().0.clone_from(&self.stack.0);
        renew(battle.pending_mut(), &self.pending);
        renew(&mut battle.workings_mut().0, &self.workings.0);
        if battle.field.dropped != self.dropped {
            battle.field_mut().dropped.clone_from(&self.dropped);
        }
        if battle.field.came_from != self.came_from {
            battle.field_mut().came_from.clone_from(&self.came_from);
        }
        if battle.field.harmed != self.harmed {
            battle.field_mut().harmed.clone_from(&self.harmed);
        }
        if battle.field.altered != self.altered {
            let book = battle.book.clone();
            let movement = &book.rules.policies.movement;
            let field = battle.field_mut();
            field.restore_ground(&self.altered, &book.catalogue, movement);
        }
        if take_dice {
            battle.dice_mut().0.clone_from(&self.dice);
        }
        self.combatants.restore(battle);
    }

    /// A number for this state, the same on every machine: FNV-1a over its canonical text.
    pub fn digest(&self) -> u64 {
        let mut sink = Checksum::default();
        // Writing into a number cannot fail, and every part of the state has a textual form.
        let _ = serde_json::to_writer(&mut sink, self);
        sink.0
    }
}

/// Makes one value like another, if it is not.
fn renew<T: Clone + PartialEq>(old: &mut T, new: &T) {
    if old != new {
        old.clone_from(new);
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::BTreeSet;

    use bevy_ecs::prelude::*;

    use bevy_ecs::schedule::SingleThreadedExecutor;

    use super::*;
    use crate::combat::Battle;
    use crate::combat::ability::Repertoire;
    use crate::combat::contract::{Choice, Request};
    use crate::combat::state::combatant::*;
    use crate::combat::state::listeners::Above;
    use crate::combat::state::{
        BattleDice, Field, Hands, Log, MovementCosts, Occupancy, Order, Rulebook, Start, Vitals,
    };
    use crate::combat::testkit::testing::{SYSTEMS, Scene, play, ruleset};

    #[derive(Resource)]
    struct Dummy;

    /// What Bevy itself puts into a world with a resource and a schedule that ran.
    fn bare() -> BTreeSet<TypeId> {
        let mut world = World::new();
        world.insert_resource(Dummy);
        let mut schedule = Schedule::default();
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.add_systems(|| {});
        schedule.run(&mut world);
        types(&world)
    }

    fn types(world: &World) -> BTreeSet<TypeId> {
        world
            .components()
            .iter_registered()
            .filter_map(|info| info.type_id())
            .collect()
    }

    #[test]
    fn every_component_and_resource_of_ours_is_accounted_for() {
        let mut battle = Scene::new(ruleset("classic_d20"), &["Aa"]).seeded(1);
        play(&mut battle, 5);
        // In the snapshot, with a column or a field of its own.
        let mut known = BTreeSet::from([
            TypeId::of::<Place>(),
            TypeId::of::<Vitals>(),
            TypeId::of::<Conditions>(),
            TypeId::of::<Budget>(),
            TypeId::of::<Reactions>(),
            TypeId::of::<Silenced>(),
            TypeId::of::<Hands>(),
            TypeId::of::<Gear>(),
            TypeId::of::<Initiative>(),
            TypeId::of::<Readied>(),
            TypeId::of::<Stamina>(),
            TypeId::of::<Repertoire>(),
            TypeId::of::<Workings>(),
            TypeId::of::<Sides>(),
            TypeId::of::<Rounds>(),
            TypeId::of::<Stack>(),
            TypeId::of::<Pending>(),
            TypeId::of::<BattleDice>(),
        ]);
        // Constant while a battle is played, or following from the rest: of the field the dropped
        // weapons and the altered squares are in the snapshot, of the log its length.
        known.extend([
            TypeId::of::<Identity>(),
            TypeId::of::<Unhurt>(),
            TypeId::of::<Stats>(),
            TypeId::of::<Attacks>(),
            TypeId::of::<Threatened>(),
            TypeId::of::<Occupancy>(),
            TypeId::of::<Order>(),
            TypeId::of::<Opportunities>(),
            TypeId::of::<MovementCosts>(),
            TypeId::of::<Rulebook>(),
            TypeId::of::<Above>(),
            TypeId::of::<Start>(),
            TypeId::of::<Field>(),
            TypeId::of::<Log>(),
        ]);
        let bare = bare();
        let ours: BTreeSet<TypeId> = types(&battle.world).difference(&bare).copied().collect();
        assert_eq!(
            ours, known,
            "a type is in the world and not in the snapshot, or the reverse"
        );
    }

    #[test]
    fn restoring_is_the_identity_at_every_choice() {
        for system in SYSTEMS {
            let mut battle = Scene::new(ruleset(system), &["A....a", "B.~..b"]).seeded(5);
            for _ in 0..60 {
                let before = battle.snapshot();
                play(&mut battle, 1);
                let (after, events) = (battle.snapshot(), battle.events().to_vec());
                battle.restore(&before);
                assert_eq!(battle.snapshot(), before);
                play(&mut battle, 1);
                assert_eq!(battle.snapshot(), after, "{system}");
                assert_eq!(battle.events(), events);
            }
        }
    }

    #[test]
    fn a_snapshot_survives_text() {
        let mut battle = Scene::new(ruleset("amorphous"), &["A....a", "B.~..b"]).seeded(5);
        play(&mut battle, 12);
        let snapshot = battle.snapshot();
        let text = serde_json::to_string(&snapshot).unwrap();
        assert_eq!(
            serde_json::from_str::<super::Snapshot>(&text).unwrap(),
            snapshot
        );
        let text = ron::to_string(&snapshot).unwrap();
        assert_eq!(ron::from_str::<super::Snapshot>(&text).unwrap(), snapshot);
    }

    #[test]
    fn the_digest_tells_states_apart() {
        let mut battle = Scene::new(ruleset("classic_d20"), &["A..a"]).seeded(5);
        let before = battle.digest();
        assert_eq!(
            battle.request(),
            Some(&Request::Turn {
                seat: crate::combat::Seat(0)
            })
        );
        battle.submit(Choice::EndTurn).unwrap();
        assert_ne!(battle.digest(), before);
    }

    #[test]
    fn a_copy_for_look_ahead_knows_nothing_of_the_dice() {
        let mut battle = Scene::new(ruleset("classic_d20"), &["A....a", "B.~..b"]).seeded(5);
        play(&mut battle, 7);
        let mut scratch = battle.scratch(1);
        assert_eq!(scratch.view(), battle.view());
        assert_ne!(scratch.snapshot().dice, battle.snapshot().dice);
        let own = scratch.snapshot();
        play(&mut scratch, 20);
        scratch.restore(&battle.snapshot());
        assert_ne!(scratch.snapshot().dice, battle.snapshot().dice);
        scratch.restore(&own);
        assert_eq!(scratch.snapshot(), own);
        assert_eq!(scratch.view(), battle.view());
        let (first, second) = (battle.scratch(1), battle.scratch(2));
        assert_eq!(first.snapshot().dice, own.dice);
        assert_ne!(second.snapshot().dice, own.dice);
    }

    /// Forward and, after something was taken back, another way on.
    #[test]
    fn a_copy_follows_its_battle_with_all_that_has_been_told() {
        let mut battle = Scene::new(ruleset("classic_d20"), &["A....a", "B.~..b"]).seeded(5);
        let mut copy = battle.scratch(1);
        let own = copy.snapshot().dice;
        let (begun, mut follow) = (battle.snapshot(), |battle: &Battle| {
            copy.follow(battle);
            assert_eq!(copy.events(), battle.events());
            assert_eq!(copy.view(), battle.view());
            assert_eq!(copy.snapshot().dice, own);
            assert_eq!(copy.snapshot().events, battle.snapshot().events);
        });
        follow(&battle);
        play(&mut battle, 7);
        let told = battle.events().to_vec();
        follow(&battle);
        battle.restore(&begun);
        follow(&battle);
        battle.submit(Choice::EndTurn).unwrap();
        play(&mut battle, 7);
        assert_ne!(battle.events()[..told.len()], told);
        follow(&battle);
    }
}
