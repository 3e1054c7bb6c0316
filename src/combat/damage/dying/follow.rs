//! What conditions give of hit points, and take away again when they end: those of a raised Constitution
//! (SP-HEAL-09), and temporary ones that stand beside them (SP-HEAL-07).

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::damage::dying::healing::{Lies, is_whole};
use crate::combat::damage::dying::{Health, health, settle, tell_hurt};
use crate::combat::state::{State, Wounding, losses};
use crate::rules::{Losses, Topic};

/// Lets hit points follow the conditions of a battle.
pub(crate) fn hit_points_follow(battle: &mut Wounding) {
    if !battle.book.known.sways_hit_points {
        return;
    }
    for seat in battle.all() {
        let more = raised(battle, seat) - battle.vitals[seat].raised;
        if more != 0 && conditions::present(battle, seat) {
            raise(battle, seat, more);
        }
        let vitals = &battle.vitals[seat];
        if vitals.temporary > 0 && (vitals.nonlethal > 0 || vitals.hit_points <= 0) {
            compare(battle, seat);
        }
    }
}

/// Settles a combatant whose temporary hit points have come or ended beside nonlethal damage, or at nothing.
fn compare(battle: &mut Wounding, seat: Seat) {
    let known = battle.book.known;
    let is_asleep = conditions::bears(battle, seat, known.unconscious);
    let is_staggered = conditions::bears(battle, seat, known.staggered);
    let is_disabled = conditions::bears(battle, seat, known.disabled);
    match health(battle, seat) {
        Health::Stunned if is_asleep => return,
        Health::Staggered | Health::Up if is_asleep && is_whole(battle, seat) => {
            conditions::end_known(battle, seat, known.unconscious);
        }
        Health::Staggered if is_staggered => return,
        Health::Up if !(is_staggered || is_disabled) => return,
        Health::Disabled if is_disabled => return,
        Health::Stunned | Health::Staggered | Health::Up | Health::Disabled => {}
        Health::Down | Health::Dead => return,
    }
    settle(battle, seat);
}

/// The hit points that conditions bring now by raising Constitution.
fn raised(state: &State, seat: Seat) -> i32 {
    let (who, vitals) = (state.who(seat), &state.vitals[seat]);
    let now = losses(state.rules(), who, vitals, &state.conditions[seat]);
    given_back(state, seat, now)
}

/// The hit points that come back with points of Constitution, once so much of the scores is still lost (SP-DMG-11).
pub(crate) fn given_back(state: &State, seat: Seat, lost: Losses) -> i32 {
    let who = state.who(seat);
    let scores = |lost| who.abilities.lowered(lost);
    let policy = &state.rules().policies.ability_loss;
    let (before, now) = (scores(&state.vitals[seat].lost), scores(&lost));
    policy.hit_points_with(who.level, before, now).max(0)
}

/// Gives or takes such hit points, of those that there are and of the most that there can be.
fn raise(battle: &mut Wounding, seat: Seat, more: i32) {
    let before = Lies::of(battle, seat);
    let vitals = battle.vitals_mut(seat);
    vitals.raised += more;
    vitals.max += more;
    vitals.hit_points += more;
    vitals.awake_from = vitals.awake_from.map(|from| from + more);
    let hit_points = vitals.hit_points;
    let why = Topic::RaisedHitPoints;
    if more < 0 {
        tell_hurt(battle, seat, -more, (why, None));
    } else {
        let amount = more;
        let healed = EventKind::Healed {
            seat,
            amount,
            hit_points,
        };
        battle.emit(&[why], healed);
    }
    before.waken(battle, seat);
}
