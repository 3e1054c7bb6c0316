//! What happens at zero hit points, and how it ends.

pub(crate) mod air;
pub(crate) mod follow;
pub(crate) mod healing;
pub(crate) mod hours;
#[cfg(test)]
mod tests;
pub(crate) mod threshold;
mod told;
pub(crate) mod turn;

use std::sync::Arc;

use crate::combat::contract::{EventKind, HurtBy, Seat};
use crate::combat::state::{State, Vitals, Wounding};
use crate::combat::{checks, conditions};
use crate::rules::{
    Ability, AtZero, Capability, Clock, DamageKind, Death, Dying, Flag, Stat, Topic,
};
pub use turn::{
    after_strenuous, end_of_round, end_of_turn, harm_of_turn, missed_turn, start_of_turn,
};

/// What hit points and the like make of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Up,
    /// Nonlethal damage equals hit points.
    Staggered,
    /// Nonlethal damage exceeds hit points.
    Stunned,
    /// Awake at nothing, or below it after it has lain there.
    Disabled,
    /// Down, and in danger unless stable.
    Down,
    Dead,
}

/// Whether a combatant has no living body and is destroyed instead of dying.
pub fn is_lifeless(state: &State, seat: Seat) -> bool {
    state.who(seat).capabilities.contains(&Capability::Lifeless)
}

/// What a combatant's numbers mean under the ruleset's way of dying.
pub fn health(state: &State, seat: Seat) -> Health {
    let fighter = state.get(seat);
    let vitals = *fighter.vitals;
    state_at(
        state,
        seat,
        vitals.hit_points,
        vitals.nonlethal,
        vitals.lost.of(Ability::Constitution),
    )
}

/// The same for stated numbers, which forecasts ask.
pub fn state_at(
    state: &State,
    seat: Seat,
    hit_points: i32,
    nonlethal: i32,
    constitution_lost: i32,
) -> Health {
    Body::of(state, seat).health(hit_points, nonlethal, constitution_lost)
}

/// What of a combatant and its ruleset decides how it stands up to wounds.
#[derive(Clone, Copy)]
struct Body {
    policy: Dying,
    lifeless: bool,
    important: bool,
    constitution: i32,
    level: i32,
    vitals: Vitals,
    /// Temporary hit points that stand beside the others, where the rules have that.
    beside: i32,
    /// It lies dying or stable: then only healing wakes it.
    down: bool,
}

impl Body {
    fn of(state: &State, seat: Seat) -> Self {
        let fighter = state.get(seat);
        let capabilities = &fighter.who.capabilities;
        // A score that conditions raise has more to lose (SP-HEAL-09).
        let constitution = fighter.who.abilities.score(Ability::Constitution);
        let lasting = constitution - fighter.vitals.lost.of(Ability::Constitution);
        let raised = (state.left_of(seat, Ability::Constitution) - lasting.max(0)).max(0);
        Self {
            policy: state.rules().policies.dying,
            lifeless: capabilities.contains(&Capability::Lifeless),
            important: capabilities.contains(&Capability::Important),
            constitution: constitution + raised,
            level: fighter.who.level,
            vitals: *fighter.vitals,
            beside: match state.rules().policies.damage.nonlethal.beside_temporary() {
                true => conditions::temporary(state, seat),
                false => 0,
            },
            down: is_down(state, seat),
        }
    }

    /// Whether its hit points stop at nothing and wounds go on to its Constitution.
    fn drains(&self) -> bool {
        matches!(self.policy.at_zero, AtZero::DrainsConstitution { .. }) && !self.lifeless
    }

    fn health(&self, hit_points: i32, nonlethal: i32, constitution_lost: i32) -> Health {
        let bloodless = constitution_lost > 0 && constitution_lost >= self.constitution;
        let killed = match self.policy.death {
            Death::HitPoints(limit) => hit_points <= limit,
            Death::MinusHalfMaximum => hit_points <= 0 && 2 * hit_points <= -self.vitals.ceiling(),
            Death::ConstitutionAndLevel => {
                hit_points <= constitution_lost - self.constitution - self.level
            }
            Death::NoConstitution => false,
        };
        if bloodless || killed || (self.lifeless && hit_points <= 0) {
            return Health::Dead;
        }
        let awake = self
            .vitals
            .awake_from
            .is_some_and(|from| hit_points >= from);
        let firm = hit_points.saturating_add(self.beside);
        // Those who are awake have what temporary points add (SP-HEAL-07).
        let current = if self.down { hit_points } else { firm };
        match self.policy.at_zero {
            AtZero::Disabled if current < 0 && !awake => return Health::Down,
            AtZero::Disabled if current <= 0 && nonlethal == 0 => return Health::Disabled,
            AtZero::DyingIfImportant if hit_points <= 0 && !self.important => return Health::Dead,
            AtZero::DyingIfImportant if hit_points <= 0 => return Health::Down,
            AtZero::DrainsConstitution { .. } if hit_points <= 0 => return Health::Disabled,
            AtZero::Disabled | AtZero::DyingIfImportant | AtZero::DrainsConstitution { .. } => {}
        }
        match nonlethal {
            0 => Health::Up,
            n if n > firm => Health::Stunned,
            n if n == firm => Health::Staggered,
            _ => Health::Up,
        }
    }
}

/// Whether a combatant's hit points stop at nothing and wounds go on to its Constitution.
pub(crate) fn drains(state: &State, seat: Seat) -> bool {
    Body::of(state, seat).drains()
}

/// The least that hit points fall to.
pub(crate) fn floor(state: &State) -> i32 {
    match state.rules().policies.dying.at_zero {
        AtZero::DrainsConstitution { .. } => 0,
        AtZero::Disabled | AtZero::DyingIfImportant => i32::MIN,
    }
}

/// Settles a combatant's state after its hit points changed: disabled, dying, dead, awake.
pub fn settle(battle: &mut Wounding, seat: Seat) {
    if !conditions::present(battle, seat) {
        return;
    }
    let known = battle.book.known;
    let down = is_down(battle, seat);
    match health(battle, seat) {
        Health::Dead => {
            let why = told::death(battle, seat, drains(battle, seat));
            kill(battle, seat, why);
        }
        Health::Down if down => {}
        Health::Down => {
            fall(battle, seat);
            let firm = battle.rules().policies.dying.stable_at_zero;
            if firm && battle.vitals[seat].hit_points == 0 {
                stabilise(battle, seat);
            }
        }
        // A combatant that lost consciousness at nothing stays down until healed.
        Health::Disabled if down => {}
        Health::Disabled => conditions::begin_known(battle, seat, known.disabled, None),
        Health::Stunned => {
            if is_up(battle, seat) {
                (battle.on.goes_down)(battle, seat);
            }
            rise(battle, seat);
            conditions::begin_known(battle, seat, known.unconscious, None);
            drop_to_the_ground(battle, seat);
        }
        Health::Staggered => {
            rise(battle, seat);
            conditions::begin_known(battle, seat, known.staggered, None);
        }
        Health::Up => rise(battle, seat),
    }
}

/// Ends every state that hit points had imposed. Lying down stays.
fn rise(battle: &mut Wounding, seat: Seat) {
    let known = battle.book.known;
    // Where there is no word for dying, being unconscious stands for it.
    let down = known.dying.or(known.unconscious);
    for state in [down, known.stable, known.disabled, known.staggered] {
        conditions::end_known(battle, seat, state);
    }
}

/// Whether a combatant lies dying, or would if it were not stable.
fn is_down(state: &State, seat: Seat) -> bool {
    conditions::has(state, seat, Flag::Dying) || conditions::has(state, seat, Flag::Stable)
}

/// Whether a combatant is not down yet.
fn is_up(state: &State, seat: Seat) -> bool {
    let unconscious = state.book.known.unconscious;
    !is_down(state, seat) && !conditions::bears(state, seat, unconscious)
}

/// Begins dying.
fn fall(battle: &mut Wounding, seat: Seat) {
    if is_up(battle, seat) {
        (battle.on.goes_down)(battle, seat);
    }
    let clock = battle.rules().policies.dying.clock;
    let anew = matches!(clock, Clock::Saves { in_a_row: true, .. });
    let vitals = battle.vitals_mut(seat);
    vitals.awake_from = None;
    if anew {
        vitals.failures = 0;
    }
    (vitals.tended, vitals.mends) = (false, false);
    let known = battle.book.known;
    for state in [known.stable, known.disabled, known.staggered] {
        conditions::end_known(battle, seat, state);
    }
    conditions::begin_known(battle, seat, known.dying.or(known.unconscious), None);
    drop_to_the_ground(battle, seat);
}

/// The unconscious lie on the ground and hold no combatant.
fn drop_to_the_ground(battle: &mut Wounding, seat: Seat) {
    let prone = battle.book.known.prone;
    if !conditions::has(battle, seat, Flag::Prone) {
        conditions::begin_known(battle, seat, prone, None);
    }
    (battle.on.loses_holds)(battle, seat);
}

/// Settles a combatant after a wound that cost it this much Constitution.
pub(crate) fn wounded(battle: &mut Wounding, seat: Seat, constitution: i32) {
    let was_down = conditions::has(battle, seat, Flag::Dying);
    if conditions::has(battle, seat, Flag::Stable) {
        // A wound undoes what had stopped the dying.
        fall(battle, seat);
    }
    settle(battle, seat);
    if constitution > 0 && !was_down && conditions::present(battle, seat) {
        shock(battle, seat, constitution);
    }
}

/// A wound that lowers Constitution may rob of consciousness.
fn shock(battle: &mut Wounding, seat: Seat, lost: i32) {
    let AtZero::DrainsConstitution { save_base } = battle.rules().policies.dying.at_zero else {
        return;
    };
    if conditions::has(battle, seat, Flag::Dying) {
        return;
    }
    if !checks::save(battle, seat, Stat::Fortitude, save_base + lost) {
        fall(battle, seat);
    }
}

/// Brings hit points down to nothing: a failed save against a finishing blow, want of air.
pub(crate) fn fell(battle: &mut Wounding, seat: Seat, why: Topic) {
    let from = (why == Topic::Suffocation).then_some(HurtBy::Suffocation);
    let vitals = battle.vitals_mut(seat);
    let amount = vitals.hit_points;
    if amount > 0 {
        vitals.hit_points = 0;
        tell_hurt(battle, seat, amount, (why, from));
    }
    wounded(battle, seat, 0);
}

/// Kills outright.
pub fn kill(battle: &mut Wounding, seat: Seat, why: Topic) {
    if conditions::has(battle, seat, Flag::Dead) {
        return;
    }
    if is_up(battle, seat) {
        (battle.on.goes_down)(battle, seat);
    }
    rise(battle, seat);
    (battle.on.loses_holds)(battle, seat);
    let dead = battle.book.known.dead;
    conditions::begin_known(battle, seat, dead, None);
    battle.emit(&[why], EventKind::Died { seat });
}

/// Tells that a wound has cost Constitution.
pub(crate) fn tell_constitution(battle: &mut Wounding, seat: Seat, amount: i32) {
    tell_loss(
        battle,
        seat,
        Ability::Constitution,
        amount,
        Topic::ConstitutionLoss,
    );
}

/// Tells that hit points went without a blow.
fn tell_hurt(battle: &mut Wounding, seat: Seat, amount: i32, (why, from): (Topic, Option<HurtBy>)) {
    let hurt = EventKind::Hurt {
        seat,
        amount,
        kind: DamageKind::Untyped,
        hit_points: battle.vitals[seat].hit_points,
        nonlethal: false,
        grade: None,
        from,
    };
    battle.emit(&[why], hurt);
}

fn tell_loss(battle: &mut Wounding, seat: Seat, ability: Ability, amount: i32, why: Topic) {
    let left = battle.left_of(seat, ability).max(0);
    let kind = EventKind::ScoreLowered {
        seat,
        ability,
        amount,
        left,
    };
    battle.emit(&[why], kind);
}

/// Takes points of an ability score, and what hangs on them.
pub(crate) fn weaken(battle: &mut Wounding, seat: Seat, ability: Ability, points: i32) {
    let before = battle.abilities(seat);
    let points = points.min(battle.left_of(seat, ability));
    if points <= 0 || !conditions::present(battle, seat) {
        return;
    }
    let rules = Arc::clone(&battle.book.rules);
    let policy = &rules.policies.ability_loss;
    let vitals = battle.vitals_mut(seat);
    vitals.lost = vitals.lost.and(ability, points);
    tell_loss(battle, seat, ability, points, Topic::AbilityDamage);
    let now = battle.abilities(seat);
    let fewer = -policy.hit_points_with(battle.who(seat).level, before, now);
    if fewer > 0 {
        let vitals = battle.vitals_mut(seat);
        vitals.max -= fewer;
        vitals.hit_points -= fewer;
        tell_hurt(battle, seat, fewer, (Topic::AbilityDamage, None));
    }
    if battle.left_of(seat, ability) <= 0 {
        spend(battle, seat, ability);
    }
    settle(battle, seat);
}

/// What those are in who have nothing left of a score.
fn spend(battle: &mut Wounding, seat: Seat, ability: Ability) {
    let rules = Arc::clone(&battle.book.rules);
    let condition = rules.policies.ability_loss.at_zero.get(&ability);
    let condition = condition.and_then(|name| rules.condition(name));
    conditions::begin_known(battle, seat, condition, None);
}

/// What a combatant brings along of scores that an earlier battle has used up (AH-DMG-12).
pub(crate) fn bring_losses(battle: &mut Wounding, seat: Seat) {
    for ability in Ability::ALL {
        let lost = battle.vitals[seat].lost.of(ability);
        if lost > 0 && battle.left_of(seat, ability) <= 0 {
            spend(battle, seat, ability);
        }
    }
}

/// One more point lost by the disabled or dying: of hit points, or of Constitution.
fn lose_point(battle: &mut Wounding, seat: Seat) {
    if !drains(battle, seat) {
        let awake = health(battle, seat) == Health::Disabled;
        let vitals = battle.vitals_mut(seat);
        let below = awake && vitals.hit_points < 0;
        vitals.hit_points = vitals.hit_points.saturating_sub(1);
        let why = if below {
            Topic::AwakeBelow
        } else {
            Topic::Dying
        };
        let from = match awake {
            true => HurtBy::Strain,
            false => HurtBy::Wounds,
        };
        tell_hurt(battle, seat, 1, (why, Some(from)));
        return settle(battle, seat);
    }
    let vitals = battle.vitals_mut(seat);
    vitals.lost = vitals.lost.and(Ability::Constitution, 1);
    tell_constitution(battle, seat, 1);
    settle(battle, seat);
}

/// Brings hit points below nothing back to nothing, and says so.
fn back_to_nothing(battle: &mut Wounding, seat: Seat) {
    let vitals = battle.vitals_mut(seat);
    let amount = -vitals.hit_points;
    if amount > 0 {
        vitals.hit_points = 0;
        let (topics, hit_points) = (&[Topic::Stable], 0);
        battle.emit(
            topics,
            EventKind::Healed {
                seat,
                amount,
                hit_points,
            },
        );
    }
}

/// Stops the dying by the help of another.
pub fn tend(battle: &mut Wounding, seat: Seat) {
    battle.vitals_mut(seat).tended = true;
    stabilise(battle, seat);
}

/// Stops the dying: the danger is over, consciousness does not return.
fn stabilise(battle: &mut Wounding, seat: Seat) {
    let known = battle.book.known;
    if conditions::has(battle, seat, Flag::Stable) {
        return;
    }
    if battle.rules().policies.dying.helped_from_zero {
        back_to_nothing(battle, seat);
    }
    // Stable first, so that what both bring along does not flicker.
    conditions::begin_known(battle, seat, known.stable.or(known.unconscious), None);
    conditions::end_known(battle, seat, known.dying);
}
