//! What happens at zero hit points, and how it ends.

#[cfg(test)]
mod tests;
pub(crate) mod turn;

use crate::combat::checks;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::flow::ready;
use crate::combat::manoeuvre;
use crate::combat::state::combatant::Vitals;
use crate::combat::state::{Arena, State};
use crate::rules::damage::DamageKind;
use crate::rules::dying::Dying;
use crate::rules::{Ability, Capability, Flag, Stat, Topic};
pub use turn::{after_strenuous, end_of_round, end_of_turn, start_of_turn};

/// What hit points and the like make of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Up,
    /// Nonlethal damage equals hit points.
    Staggered,
    /// Nonlethal damage exceeds hit points.
    Stunned,
    /// On its feet at nothing.
    Disabled,
    /// Down, and in danger unless stable.
    Down,
    Dead,
}

/// Whether a combatant has no living body and is destroyed instead of dying.
pub fn is_lifeless(arena: &State, seat: Seat) -> bool {
    arena.who(seat).capabilities.contains(&Capability::Lifeless)
}

/// What a combatant's numbers mean under the ruleset's way of dying.
pub fn state(arena: &State, seat: Seat) -> Health {
    let fighter = arena.get(seat);
    let vitals = *fighter.vitals;
    state_at(
        arena,
        seat,
        vitals.hit_points,
        vitals.nonlethal,
        vitals.constitution_lost,
    )
}

/// The same for stated numbers, which forecasts ask.
pub fn state_at(
    arena: &State,
    seat: Seat,
    hit_points: i32,
    nonlethal: i32,
    constitution_lost: i32,
) -> Health {
    Body::of(arena, seat).state(hit_points, nonlethal, constitution_lost)
}

/// What of a combatant and its ruleset decides how it stands up to wounds.
struct Body {
    policy: Dying,
    lifeless: bool,
    important: bool,
    constitution: i32,
    vitals: Vitals,
}

impl Body {
    fn of(arena: &State, seat: Seat) -> Self {
        let fighter = arena.get(seat);
        let capabilities = &fighter.who.capabilities;
        Self {
            policy: arena.rules().policies.dying,
            lifeless: capabilities.contains(&Capability::Lifeless),
            important: capabilities.contains(&Capability::Important),
            constitution: fighter.who.abilities.score(Ability::Constitution),
            vitals: *fighter.vitals,
        }
    }

    fn state(&self, hit_points: i32, nonlethal: i32, constitution_lost: i32) -> Health {
        if self.lifeless && hit_points <= 0 {
            return Health::Dead;
        }
        match self.policy {
            Dying::NegativeHitPoints { dead_at, .. } => {
                if hit_points <= dead_at {
                    return Health::Dead;
                } else if hit_points < 0 {
                    return Health::Down;
                } else if hit_points == 0 && nonlethal == 0 {
                    return Health::Disabled;
                }
            }
            Dying::SavesForTheImportant { .. } => {
                if hit_points <= 0 && (!self.important || 2 * hit_points <= -self.vitals.max) {
                    return Health::Dead;
                } else if hit_points <= 0 {
                    return Health::Down;
                }
            }
            Dying::ConstitutionDrain { .. } => {
                if constitution_lost > 0 && constitution_lost >= self.constitution {
                    return Health::Dead;
                } else if hit_points <= 0 {
                    return Health::Disabled;
                }
            }
        }
        match nonlethal {
            0 => Health::Up,
            n if n > hit_points => Health::Stunned,
            n if n == hit_points => Health::Staggered,
            _ => Health::Up,
        }
    }
}

/// The chance that a wound puts a combatant out of the fight, or kills it if it is out already.
pub fn down_chance(arena: &State, seat: Seat, amount: i32, nonlethal: bool) -> f64 {
    DropThreshold::of(arena, seat, nonlethal).down_chance(arena, amount)
}

/// How near somebody is to being out of the fight: asked once, then for wound after wound.
pub struct DropThreshold {
    seat: Seat,
    body: Body,
    is_down: bool,
    nonlethal: bool,
}

impl DropThreshold {
    /// As things stand, for wounds of this kind.
    pub fn of(arena: &State, seat: Seat, nonlethal: bool) -> Self {
        let is_down =
            conditions::has(arena, seat, Flag::Dying) || conditions::has(arena, seat, Flag::Stable);
        Self {
            seat,
            body: Body::of(arena, seat),
            is_down,
            nonlethal,
        }
    }

    /// The chance that a wound of so much puts it out of the fight, or kills it if it is out
    /// already.
    pub fn down_chance(&self, arena: &State, amount: i32) -> f64 {
        if amount <= 0 {
            return 0.0;
        }
        let Self { body, is_down, .. } = self;
        let vitals = body.vitals;
        let policies = &arena.rules().policies;
        let (mut hit_points, mut bruises, mut bled) = (vitals.hit_points, vitals.nonlethal, 0);
        if self.nonlethal {
            bruises += amount;
        } else if matches!(policies.dying, Dying::ConstitutionDrain { .. }) && !body.lifeless {
            bled = (amount - hit_points.max(0)).max(0);
            hit_points -= amount - bled;
        } else {
            hit_points -= amount;
        }
        let lost = vitals.constitution_lost + bled;
        match body.state(hit_points, bruises, lost) {
            Health::Dead => return 1.0,
            Health::Down | Health::Stunned if !is_down => return 1.0,
            _ => {}
        }
        let mut stands = 1.0;
        let saves =
            |difficulty| checks::chance(arena, self.seat, Stat::Fortitude, difficulty, bled);
        if let Dying::ConstitutionDrain { save_base, .. } = policies.dying
            && bled > 0
            && !is_down
        {
            stands *= saves(save_base + bled);
        }
        if let Some(massive) = policies.damage.massive
            && !self.nonlethal
            && amount >= massive.threshold
        {
            stands *= saves(massive.difficulty);
        }
        1.0 - stands
    }
}

/// Settles a combatant's state after its hit points changed: disabled, dying, dead, awake.
pub fn settle(arena: &mut Arena, seat: Seat) {
    if !conditions::present(arena, seat) {
        return;
    }
    let known = arena.book.known;
    let down =
        conditions::has(arena, seat, Flag::Dying) || conditions::has(arena, seat, Flag::Stable);
    match state(arena, seat) {
        Health::Dead => kill(arena, seat, Topic::Dead),
        Health::Down if down => {}
        Health::Down => fall(arena, seat),
        // Whoever lost consciousness at nothing stays down until healed.
        Health::Disabled if down => {}
        Health::Disabled => conditions::begin_known(arena, seat, known.disabled, None),
        Health::Stunned => {
            if is_up(arena, seat) {
                ready::offer_drop(arena, seat);
            }
            rise(arena, seat);
            conditions::begin_known(arena, seat, known.unconscious, None);
            drop_to_the_ground(arena, seat);
        }
        Health::Staggered => {
            rise(arena, seat);
            conditions::begin_known(arena, seat, known.staggered, None);
        }
        Health::Up => rise(arena, seat),
    }
}

/// Ends every state that hit points had imposed. Lying down stays.
fn rise(arena: &mut Arena, seat: Seat) {
    let known = arena.book.known;
    // Where there is no word for dying, being unconscious stands for it.
    let down = known.dying.or(known.unconscious);
    for state in [down, known.stable, known.disabled, known.staggered] {
        conditions::end_known(arena, seat, state);
    }
}

/// Whether somebody is not down yet.
fn is_up(arena: &State, seat: Seat) -> bool {
    let unconscious = arena.book.known.unconscious;
    !conditions::has(arena, seat, Flag::Dying)
        && !conditions::has(arena, seat, Flag::Stable)
        && !conditions::bears(arena, seat, unconscious)
}

/// Begins dying.
fn fall(arena: &mut Arena, seat: Seat) {
    if is_up(arena, seat) {
        ready::offer_drop(arena, seat);
    }
    let known = arena.book.known;
    for state in [known.stable, known.disabled, known.staggered] {
        conditions::end_known(arena, seat, state);
    }
    conditions::begin_known(arena, seat, known.dying.or(known.unconscious), None);
    drop_to_the_ground(arena, seat);
}

/// The unconscious lie on the ground and hold nobody.
fn drop_to_the_ground(arena: &mut Arena, seat: Seat) {
    let prone = arena.book.known.prone;
    if !conditions::has(arena, seat, Flag::Prone) {
        conditions::begin_known(arena, seat, prone, None);
    }
    manoeuvre::drop_out(arena, seat);
}

/// Settles a combatant after a wound that cost it this much Constitution.
pub(crate) fn wounded(arena: &mut Arena, seat: Seat, constitution: i32) {
    let was_down = conditions::has(arena, seat, Flag::Dying);
    if conditions::has(arena, seat, Flag::Stable) {
        // A wound undoes what had stopped the dying.
        fall(arena, seat);
    }
    settle(arena, seat);
    if constitution > 0 && !was_down && conditions::present(arena, seat) {
        shock(arena, seat, constitution);
    }
}

/// A wound that lowers Constitution may rob of consciousness.
fn shock(arena: &mut Arena, seat: Seat, lost: i32) {
    let Dying::ConstitutionDrain { save_base, .. } = arena.rules().policies.dying else {
        return;
    };
    if conditions::has(arena, seat, Flag::Dying) {
        return;
    }
    if !checks::save(arena, seat, Stat::Fortitude, save_base + lost) {
        fall(arena, seat);
    }
}

/// A failed save against a finishing blow brings hit points down to nothing.
pub(crate) fn fell(arena: &mut Arena, seat: Seat) {
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let amount = vitals.hit_points;
    if amount > 0 {
        vitals.hit_points = 0;
        let (kind, nonlethal) = (DamageKind::Untyped, false);
        let hurt = EventKind::Hurt {
            seat,
            amount,
            kind,
            hit_points: 0,
            nonlethal,
        };
        arena.emit(&[Topic::CoupDeGrace], hurt);
    }
    wounded(arena, seat, 0);
}

/// Kills outright.
pub fn kill(arena: &mut Arena, seat: Seat, why: Topic) {
    if conditions::has(arena, seat, Flag::Dead) {
        return;
    }
    if is_up(arena, seat) {
        ready::offer_drop(arena, seat);
    }
    rise(arena, seat);
    manoeuvre::drop_out(arena, seat);
    let dead = arena.book.known.dead;
    conditions::begin_known(arena, seat, dead, None);
    arena.emit(&[why], EventKind::Died { seat });
}

/// Tells that Constitution was lost.
pub(crate) fn tell_constitution(arena: &mut Arena, seat: Seat, amount: i32) {
    let fighter = arena.get(seat);
    let left =
        fighter.who.abilities.score(Ability::Constitution) - fighter.vitals.constitution_lost;
    arena.emit(
        &[Topic::ConstitutionLoss],
        EventKind::ConstitutionLost {
            seat,
            amount,
            left: left.max(0),
        },
    );
}

fn drain(arena: &mut Arena, seat: Seat) {
    arena.get_mut(seat).vitals.into_inner().constitution_lost += 1;
    tell_constitution(arena, seat, 1);
    settle(arena, seat);
}

/// Restores hit points up to the maximum; whoever was dying wakes if that is enough.
pub(crate) fn heal(arena: &mut Arena, seat: Seat, amount: i32) {
    let policy = arena.rules().policies.dying;
    let was_down =
        conditions::has(arena, seat, Flag::Dying) || conditions::has(arena, seat, Flag::Stable);
    let was = state(arena, seat);
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let below = vitals.hit_points < 0;
    if matches!(policy, Dying::SavesForTheImportant { .. }) && was_down && below {
        back_to_nothing(arena, seat);
    }
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let before = vitals.hit_points;
    vitals.hit_points = before.saturating_add(amount).min(vitals.max.max(before));
    vitals.nonlethal = (vitals.nonlethal - amount).max(0);
    let hit_points = vitals.hit_points;
    let amount = hit_points - before;
    arena.emit(
        &[Topic::Healing],
        EventKind::Healed {
            seat,
            amount,
            hit_points,
        },
    );
    match state(arena, seat) {
        // Still below: what remains of the danger is over.
        Health::Down => stabilise(arena, seat),
        Health::Disabled if was_down => {
            rise(arena, seat);
            settle(arena, seat);
        }
        now => {
            if was == Health::Stunned && now != Health::Stunned {
                let unconscious = arena.book.known.unconscious;
                conditions::end_known(arena, seat, unconscious);
            }
            settle(arena, seat);
        }
    }
}

/// Brings hit points below nothing back to nothing, and says so.
fn back_to_nothing(arena: &mut Arena, seat: Seat) {
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let amount = -vitals.hit_points;
    if amount > 0 {
        vitals.hit_points = 0;
        let (topics, hit_points) = (&[Topic::Stable], 0);
        arena.emit(
            topics,
            EventKind::Healed {
                seat,
                amount,
                hit_points,
            },
        );
    }
}

/// Stops the dying: the danger is over, consciousness does not return.
pub fn stabilise(arena: &mut Arena, seat: Seat) {
    let known = arena.book.known;
    if conditions::has(arena, seat, Flag::Stable) {
        return;
    }
    if matches!(
        arena.rules().policies.dying,
        Dying::SavesForTheImportant { .. }
    ) {
        back_to_nothing(arena, seat);
    }
    // Stable first, so that what both bring along does not flicker.
    conditions::begin_known(arena, seat, known.stable.or(known.unconscious), None);
    conditions::end_known(arena, seat, known.dying);
}
