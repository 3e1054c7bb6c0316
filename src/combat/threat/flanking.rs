//! Flanking: partners on opposite sides of a target.

use crate::combat::conditions::perception;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::combat::{conditions, threat};
use crate::grid::{Area, Reach, opposite, within_reach};
use crate::rules::{Capability, Flag, Flanking, Size};

/// Whether an attacker at `from` flanks `target` in the ruleset's way. `ranged`: by a shot.
pub fn flanks(state: &State, attacker: Seat, from: Area, target: Seat, ranged: bool) -> bool {
    partner(state, attacker, from, target, ranged).is_some()
}

/// With whom it does.
pub fn partner(
    state: &State,
    attacker: Seat,
    from: Area,
    target: Seat,
    ranged: bool,
) -> Option<Seat> {
    partner_of(state, attacker, from, target, ranged, can_flank)
}

/// Whether it would, if it and its partner were not too small for that.
pub fn is_too_small(state: &State, attacker: Seat, from: Area, target: Seat, ranged: bool) -> bool {
    !flanks(state, attacker, from, target, ranged)
        && partner_of(state, attacker, from, target, ranged, is_free_to_flank).is_some()
}

fn partner_of(
    state: &State,
    attacker: Seat,
    from: Area,
    target: Seat,
    ranged: bool,
    can_flank: fn(&State, Seat) -> bool,
) -> Option<Seat> {
    let policy = state.rules().policies.attack.flanking;
    let to = state.area(target)?;
    let worth = match policy {
        Flanking::Nothing => false,
        Flanking::Bonus(_) => !ranged,
        // A shot gains as well, but only by a combatant that could strike.
        Flanking::Advantage => !ranged || strikes(state, attacker, from, to),
    };
    if !worth || !can_flank(state, attacker) {
        return None;
    }
    let helps = |other: Seat| match policy {
        // The target has to look out for any enemy on its other side (AM-FLANK-05).
        Flanking::Advantage => state.enemies(other, target),
        Flanking::Bonus(_) | Flanking::Nothing => state.who(other).side == state.who(attacker).side,
    };
    state.all().find(|ally| {
        let ally = *ally;
        let Some(area) = state.area(ally) else {
            return false;
        };
        ally != attacker
            && helps(ally)
            && are_opposite(policy, from, to, area)
            && can_flank(state, ally)
            && match policy {
                Flanking::Advantage => {
                    conditions::able(state, ally) && strikes(state, ally, area, to)
                }
                // What an ally has forgotten is out of its reach (EP-FADE-01).
                Flanking::Bonus(_) | Flanking::Nothing => {
                    threat::threatens(state, ally, target) && !has_lost(state, ally, target)
                }
            }
    })
}

/// Whether a combatant has tried to remember one that fades, and could not.
fn has_lost(state: &State, seat: Seat, other: Seat) -> bool {
    perception::forgets(state, seat, other) && !perception::is_untried(state, seat, other)
}

fn can_flank(state: &State, seat: Seat) -> bool {
    is_free_to_flank(state, seat) && !too_small(state, seat)
}

/// Whether nothing but its size can keep a combatant from flanking.
fn is_free_to_flank(state: &State, seat: Seat) -> bool {
    !state
        .who(seat)
        .capabilities
        .contains(&Capability::CannotFlank)
        && !conditions::has(state, seat, Flag::NoFlanking)
}

/// Whether a target is in a combatant's melee reach where both stand.
pub fn reaches(state: &State, seat: Seat, target: Seat) -> bool {
    match (state.area(seat), state.area(target)) {
        (Some(from), Some(to)) => strikes(state, seat, from, to),
        _ => false,
    }
}

fn too_small(state: &State, seat: Seat) -> bool {
    state.rules().policies.attack.flanking.is_advantage() && state.who(seat).size <= Size::Tiny
}

/// Whether a target is in a combatant's melee reach: that of its body, or of what it holds.
fn strikes(state: &State, seat: Seat, from: Area, to: Area) -> bool {
    if state.is_walled_off(from, to) {
        return false;
    }
    let metric = state.rules().policies.threat.reach;
    let fighter = state.get(seat);
    let body = Reach::new(1, fighter.who.reach);
    let held = fighter.modes.0.iter().any(|mode| {
        !mode.ranged
            && threat::in_hand(state, seat, mode)
            && within_reach(from, to, mode.reach, metric)
    });
    held || fighter.who.reach > 0 && within_reach(from, to, body, metric)
}

/// Whether the partners stand on opposite sides. Where advantage is gained, any one square of a
/// large partner may make the line; otherwise the centres of their spaces do.
fn are_opposite(policy: Flanking, a: Area, target: Area, b: Area) -> bool {
    if opposite(a, target, b) {
        return true;
    }
    let broad = !a.footprint.is_single() || !b.footprint.is_single();
    policy.is_advantage()
        && broad
        && a.squares().any(|x| {
            b.squares()
                .any(|y| opposite(Area::single(x), target, Area::single(y)))
        })
}
