//! Wings that fail: who hovered over a place with nothing beneath falls there.

use crate::combat::conditions;
use crate::combat::movement::{fall, hazard};
use crate::combat::state::Wounding;
use crate::rules::Stat;

/// Drops a combatant over a pit or the like once it cannot fly any more.
pub(crate) fn wings_fail(battle: &mut Wounding) {
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
        // One that has just come there falls as it comes upon the ground.
        let comes = battle.place[seat].entered_from.is_some();
        if before && !comes && conditions::present(battle, seat) {
            hazard::fall_from_the_air(battle, seat);
        }
    }
}
