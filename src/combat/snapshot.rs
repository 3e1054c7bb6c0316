//! The rule state of a battle, taken out and put back.

use std::io::{self, Write};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::{Arena, BattleDice, Seats};
use super::components::*;
use super::field::Field;
use super::sequence::Stage;
use super::state::{Log, Pending, Rounds, Sides, Stack};
use super::step::Step;
use super::threat;
use crate::dice::Dice;
use crate::grid::Square;
use crate::rules::WeaponId;

/// The whole rule state as plain vectors by seat. Undo, save, look-ahead and replay use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub place: Vec<Place>,
    pub vitals: Vec<Vitals>,
    pub conditions: Vec<Conditions>,
    pub budget: Vec<Budget>,
    pub reactions: Vec<Reactions>,
    pub hands: Vec<Hands>,
    pub gear: Vec<Gear>,
    pub initiative: Vec<Initiative>,
    pub readied: Vec<Readied>,
    pub sides: Sides,
    pub rounds: Rounds,
    pub stack: Stack,
    pub pending: Pending,
    pub dice: Dice,
    pub dropped: Vec<(Square, WeaponId)>,
    /// How many events had happened.
    pub events: usize,
    /// Taken from a copy for look-ahead, whose dice are not the battle's.
    #[serde(default)]
    pub scratch: bool,
}

impl Snapshot {
    /// Takes the state out of a battle's world.
    pub(super) fn of(world: &World, log_starts: usize, scratch: bool) -> Self {
        let seats = &world.resource::<Seats>().0;
        Self {
            place: column(world, seats),
            vitals: column(world, seats),
            conditions: column(world, seats),
            budget: column(world, seats),
            reactions: column(world, seats),
            hands: column(world, seats),
            gear: column(world, seats),
            initiative: column(world, seats),
            readied: column(world, seats),
            sides: world.resource::<Sides>().clone(),
            rounds: world.resource::<Rounds>().clone(),
            stack: world.resource::<Stack>().clone(),
            pending: world.resource::<Pending>().clone(),
            dice: world.resource::<BattleDice>().0.clone(),
            dropped: world.resource::<Field>().dropped.clone(),
            events: log_starts + world.resource::<Log>().0.len(),
            scratch,
        }
    }

    /// Whether nothing has happened yet.
    pub(super) fn is_beginning(&self) -> bool {
        self.events == 0 && self.stack.0 == [Step::Stage(Stage::Begin)]
    }

    /// Whether the state fits a battle with so many combatants and sides.
    pub(super) fn fits(&self, combatants: usize, sides: usize) -> bool {
        [
            self.place.len(),
            self.vitals.len(),
            self.conditions.len(),
            self.budget.len(),
            self.reactions.len(),
            self.hands.len(),
            self.gear.len(),
            self.initiative.len(),
            self.readied.len(),
        ]
        .iter()
        .all(|len| *len == combatants)
            && self.sides.list.len() == sides
    }

    /// Puts the state back in place and refreshes what is derived from it where it differs.
    pub(super) fn restore(&self, arena: &mut Arena, take_dice: bool) {
        if !self.fits(arena.seats.0.len(), arena.sides.list.len()) {
            return;
        }
        arena.sides.clone_from(&self.sides);
        arena.rounds.clone_from(&self.rounds);
        arena.stack.0.clone_from(&self.stack.0);
        arena.pending.clone_from(&self.pending);
        arena.field.dropped.clone_from(&self.dropped);
        if take_dice {
            arena.dice.0.clone_from(&self.dice);
        }
        let mut moved = [false; 256];
        for seat in arena.all() {
            let i = seat.index();
            let mut fighter = arena.get_mut(seat);
            moved[i] = *fighter.place != self.place[i]
                || *fighter.conditions != self.conditions[i]
                || *fighter.hands != self.hands[i];
            *fighter.place = self.place[i];
            *fighter.vitals = self.vitals[i];
            fighter.conditions.0.clone_from(&self.conditions[i].0);
            fighter.budget.clone_from(&self.budget[i]);
            fighter.reactions.clone_from(&self.reactions[i]);
            fighter.hands.clone_from(&self.hands[i]);
            *fighter.gear = self.gear[i];
            *fighter.initiative = self.initiative[i].clone();
            *fighter.readied = self.readied[i].clone();
        }
        for seat in arena.all() {
            if moved[seat.index()] {
                threat::refresh(arena, seat);
            }
        }
    }

    /// A number for this state, the same on every machine: FNV-1a over its canonical text.
    pub fn digest(&self) -> u64 {
        let mut sink = Fnv(0xcbf2_9ce4_8422_2325);
        // Writing into a number cannot fail, and every part of the state has a textual form.
        let _ = serde_json::to_writer(&mut sink, self);
        sink.0
    }
}

/// One component of everybody, by seat.
fn column<C: Component + Clone>(world: &World, seats: &[Entity]) -> Vec<C> {
    seats
        .iter()
        .filter_map(|seat| world.get::<C>(*seat).cloned())
        .collect()
}

/// FNV-1a as a sink.
pub(super) struct Fnv(pub u64);

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
