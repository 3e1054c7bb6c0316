//! Whom the map lights up because the pointer rests on words about them.

use bevy::prelude::*;

use crate::combat::Seat;

/// The combatants that are lit.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct Spotlight(pub Vec<Seat>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Spotlight>();
}
