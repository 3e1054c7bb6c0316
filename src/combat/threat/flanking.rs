//! Flanking: partners on opposite sides of a target.

use crate::combat::conditions;
use crate::combat::contract::seat::Seat;
use crate::combat::state::State;
use crate::combat::threat;
use crate::grid::{Area, opposite, within_reach};
use crate::rules::attack::Flanking;
use crate::rules::{Capability, Flag, Size};

/// Whether an attacker at `from` flanks `target` in the ruleset's way. `ranged`: by a shot.
pub fn flanks(arena: &State, attacker: Seat, from: Area, target: Seat, ranged: bool) -> bool {
    let policy = arena.rules().policies.attack.flanking;
    let Some(to) = arena.area(target) else {
        return false;
    };
    let worth = match policy {
        Flanking::Nothing => false,
        Flanking::Bonus(_) => !ranged,
        // A shot gains as well, but only by somebody who could strike.
        Flanking::Advantage => !ranged || strikes(arena, attacker, from, to),
    };
    if !worth || !can_flank(arena, attacker) {
        return false;
    }
    let side = arena.who(attacker).side;
    arena.all().any(|ally| {
        let Some(area) = arena.area(ally) else {
            return false;
        };
        ally != attacker
            && arena.who(ally).side == side
            && are_opposite(policy, from, to, area)
            && can_flank(arena, ally)
            && match policy {
                Flanking::Advantage => {
                    conditions::able(arena, ally) && strikes(arena, ally, area, to)
                }
                _ => threat::threatens(arena, ally, target),
            }
    })
}

fn can_flank(arena: &State, seat: Seat) -> bool {
    !arena
        .who(seat)
        .capabilities
        .contains(&Capability::CannotFlank)
        && !conditions::has(arena, seat, Flag::NoFlanking)
        && !too_small(arena, seat)
}

/// Whether a target is in somebody's melee reach where both stand.
pub fn reaches(arena: &State, seat: Seat, target: Seat) -> bool {
    match (arena.area(seat), arena.area(target)) {
        (Some(from), Some(to)) => strikes(arena, seat, from, to),
        _ => false,
    }
}

/// Whether a target is in somebody's melee reach.
fn too_small(arena: &State, seat: Seat) -> bool {
    arena.rules().policies.attack.flanking == Flanking::Advantage
        && arena.who(seat).size <= Size::Tiny
}

fn strikes(arena: &State, seat: Seat, from: Area, to: Area) -> bool {
    let metric = arena.rules().policies.threat.reach;
    let fighter = arena.get(seat);
    fighter.forms.0.iter().any(|form| {
        !form.ranged
            && threat::in_hand(arena, seat, form)
            && within_reach(from, to, form.reach, metric)
    })
}

/// Whether the partners stand on opposite sides. Where advantage is gained, any one square of a
/// large partner may make the line; otherwise the centres of their spaces do.
fn are_opposite(policy: Flanking, a: Area, target: Area, b: Area) -> bool {
    if opposite(a, target, b) {
        return true;
    }
    let broad = !a.footprint.is_single() || !b.footprint.is_single();
    policy == Flanking::Advantage
        && broad
        && a.squares().any(|x| {
            b.squares()
                .any(|y| opposite(Area::single(x), target, Area::single(y)))
        })
}
