//! Wings that fail: who hovered over a place with nothing beneath falls there.

use crate::combat::conditions;
use crate::combat::movement::{fall, hazard};
use crate::combat::state::{Wounding, Writes};
use crate::rules::Stat;

/// Lets those fall whose wings have failed over a place where there is nothing beneath them. It runs after each
/// step.
pub(crate) fn wings_fail(mut battle: Writes<Wounding>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    if battle.field.hazards.is_empty() {
        return;
    }
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
        if before && conditions::present(battle, seat) {
            hazard::fall_from_the_air(battle, seat);
        }
    }
}
