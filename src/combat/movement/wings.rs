//! Wings that fail: who hovered over a place with nothing beneath falls there.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::movement::{fall, hazard};
use crate::combat::state::{Field, Writes};
use crate::rules::Stat;

/// Whether there is anything on the map to fall into.
pub(crate) fn matter(field: Single<&Field>) -> bool {
    !field.hazards.is_empty()
}

/// Lets those fall whose wings have failed over a place where there is nothing beneath them. It runs after each
/// step.
pub(crate) fn wings_fail(mut battle: Writes) {
    let battle = &mut battle.open();
    for seat in battle.all() {
        let before = battle.place[seat].aloft;
        let winged = before || !battle.get(seat).stats.of(Stat::FlySpeed).is_empty();
        if !winged {
            continue;
        }
        let aloft = conditions::present(battle, seat) && fall::stays_up(battle, seat);
        if aloft == before {
            continue;
        }
        battle.place_mut(seat).aloft = aloft;
        // One that has just come there falls as it comes upon the ground.
        let comes = battle.place[seat].entered_from.is_some();
        if before && !comes && conditions::present(battle, seat) {
            hazard::fall_from_the_air(battle, seat);
        }
    }
}
