//! What is left of worn things.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::content::equipment::ShieldDef;
use crate::rules::{ArmourModel, Ruleset};

pub use crate::combat::contract::setup::DESTROYED;

/// Hit points of a shield that is whole: those with which it shelters where it can be struck in a
/// defence, else those of the thing.
pub fn shield_points(rules: &Ruleset, def: &ShieldDef) -> i32 {
    match rules.policies.damage.armour {
        ArmourModel::Coverage(_) => def.hit_points,
        ArmourModel::InDefence => def.sturdy.hit_points,
    }
}

/// Whether a combatant has a shield that is still whole.
pub fn has_shield(state: &State, seat: Seat) -> bool {
    state
        .get(seat)
        .gear
        .shield
        .is_some_and(|worn| worn.condition < DESTROYED)
}

/// Whether a combatant has brought a shield of this kind: one to be strapped on, or not, or either.
pub fn suits(state: &State, seat: Seat, attached: Option<bool>) -> bool {
    let shields = &state.book.catalogue.shields;
    let worn = state.get(seat).gear.shield;
    let def = worn.and_then(|worn| shields.get(worn.item));
    def.is_some_and(|def| attached.is_none_or(|attached| attached == def.attached))
}

/// Whether the armour that a combatant wore has fallen apart in this battle.
pub fn is_bare(state: &State, seat: Seat) -> bool {
    let armour = state.gear[seat].armour;
    armour.is_some_and(|worn| worn.condition >= DESTROYED)
}

/// Whether a combatant wears heavy armour, and that is still whole.
pub fn is_heavy(state: &State, seat: Seat) -> bool {
    state.who(seat).heavy_armour && !is_bare(state, seat)
}

/// Whether a combatant's shield is no more.
pub fn has_lost_shield(state: &State, seat: Seat) -> bool {
    let shield = state.get(seat).gear.shield;
    shield.is_some_and(|worn| worn.condition >= DESTROYED)
}
