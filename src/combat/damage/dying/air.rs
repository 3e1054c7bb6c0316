//! What the want of air does.

use crate::combat::conditions;
use crate::combat::contract::{HurtBy, Seat};
use crate::combat::damage::dying::{fell, kill, tell_hurt, wounded};
use crate::combat::state::Wounding;
use crate::rules::Topic;

/// One step further for a combatant that has no air left: out of hit points, then dying, then dead
/// (EP-COND-06).
pub(crate) fn suffocate(battle: &mut Wounding, seat: Seat) {
    let why = Topic::Suffocation;
    let left = battle.vitals[seat].hit_points;
    if conditions::able(battle, seat) {
        fell(battle, seat, why);
    } else if left >= 0 {
        battle.vitals_mut(seat).hit_points = -1;
        tell_hurt(battle, seat, left + 1, (why, Some(HurtBy::Suffocation)));
        wounded(battle, seat, 0);
    } else {
        kill(battle, seat, why);
    }
}
