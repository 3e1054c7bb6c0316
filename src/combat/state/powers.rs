//! The special abilities that a combatant knows, holds ready and keeps up.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::contract::{Aim, Seat};
use crate::combat::state::State;
use crate::combat::state::laid::{LYING, Laid};
use crate::grid::Square;
use crate::rules::{AbilityId, ConditionId, Target, TerrainId};

/// The special abilities of a combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repertoire {
    /// By id.
    pub known: Vec<KnownAbility>,
    /// A touch that waits for a combatant to be touched.
    pub touch: Option<HeldTouch>,
    /// What it is about to cast.
    pub casting: Option<Casting>,
    /// What it goes on casting when it is through with what has come in between, the last laid aside at the end.
    #[serde(default)]
    pub aside: Vec<Casting>,
    /// What it has failed at on its guard since its turn began.
    #[serde(default)]
    pub spoilt: Vec<AbilityId>,
    /// What it has laid upon the ground for a time.
    #[serde(default)]
    pub lying: Vec<Lying>,
}

impl Repertoire {
    /// All that it is bringing about: what was declared first comes first.
    pub fn bringing_about(&self) -> impl Iterator<Item = &Casting> {
        self.aside.iter().chain(&self.casting)
    }

    /// The same, to be changed.
    pub fn bringing_about_mut(&mut self) -> impl Iterator<Item = &mut Casting> {
        self.aside.iter_mut().chain(&mut self.casting)
    }
}

/// What an ability has laid upon the ground, as long as its user bears a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    pub ability: AbilityId,
    pub terrain: TerrainId,
    pub squares: Vec<Square>,
    pub condition: ConditionId,
    /// Level at which it was laid.
    pub level: i32,
    /// It lies on the other plane, where its user was.
    pub beyond: bool,
}

/// By what this kind of terrain lies in a layer of a square, as far as abilities have laid it there for a time: more
/// than one may have.
pub fn laid<'a>(
    state: &'a State,
    square: Square,
    layer: u8,
    terrain: TerrainId,
) -> impl Iterator<Item = Laid> + 'a {
    let owners = state.all().filter(move |_| layer == LYING);
    owners.flat_map(move |by| {
        let lying = state.repertoire[by].lying.iter();
        let here =
            lying.filter(move |lying| lying.terrain == terrain && lying.squares.contains(&square));
        here.map(move |lying| Laid {
            by,
            ability: lying.ability,
            level: lying.level,
            beyond: lying.beyond,
        })
    })
}

/// One ability that a combatant knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownAbility {
    pub ability: AbilityId,
    /// Uses left in this battle; `None`: as often as it likes.
    pub left: Option<u8>,
}

/// A touch held ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldTouch {
    pub ability: AbilityId,
    pub level: i32,
    /// Made ready in this turn, so that touching is part of the same action.
    pub fresh: bool,
    /// The square of a large target at which it is thrown.
    #[serde(default)]
    pub part: Option<Square>,
}

impl HeldTouch {
    /// How it is aimed at a combatant.
    pub fn aim(&self, target: Seat) -> Aim {
        self.part
            .map_or(Aim::At(target), |at| Aim::Part(target, at))
    }
}

/// An ability between its declaration and its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Casting {
    pub ability: AbilityId,
    pub aim: Aim,
    pub level: i32,
    /// Disturbed: it will fail.
    pub lost: bool,
    /// Full rounds, or single actions, that it still takes.
    pub left: u8,
    /// It was gone on with in this turn.
    pub kept: bool,
    /// Done in single actions: two for each round.
    pub slowly: bool,
    /// Interruptions of the declaration are over: it takes its time now.
    pub under_way: bool,
}

/// Abilities in force, the oldest first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workings(pub Vec<Working>);

/// A condition that an ability keeps on a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Working {
    pub ability: AbilityId,
    pub by: Seat,
    /// Level of the user.
    pub level: i32,
    pub target: Seat,
    pub condition: ConditionId,
    /// It lasts as long as its user concentrates.
    pub maintained: bool,
    /// It was concentrated on in this turn.
    pub kept: bool,
}

/// The touch that a combatant holds ready for what it touches.
pub fn charge(state: &State, seat: Seat) -> Option<HeldTouch> {
    let abilities = &state.rules().abilities;
    let touches = |touch: &HeldTouch| {
        let def = abilities.get(touch.ability);
        def.is_some_and(|def| matches!(def.target, Target::Touch { .. }))
    };
    state.get(seat).repertoire.touch.filter(touches)
}

/// Whether the blows of a combatant's body carry a touch that it holds ready (SP-KIDO-13).
pub fn blows_carry_touch(state: &State, seat: Seat) -> bool {
    state.rules().policies.abilities.blows_carry_touch && charge(state, seat).is_some()
}

/// Whether the attack of an ability is ready to be made: a touch is held, or on its way.
pub fn wields(state: &State, seat: Seat, ability: AbilityId) -> bool {
    state
        .get(seat)
        .repertoire
        .touch
        .is_some_and(|touch| touch.ability == ability)
}
