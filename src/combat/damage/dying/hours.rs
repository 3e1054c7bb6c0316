//! What the hours of a rest make of those who lie below nothing, where dice decide it (SP-DYING-19 to 23).

use crate::combat::checks;
use crate::combat::conditions;
use crate::combat::contract::{EventKind, HurtBy, Seat};
use crate::combat::damage::dying::{rise, settle, tell_hurt, turn};
use crate::combat::damage::rest::{Rest, healed};
use crate::combat::state::{State, Wounding};
use crate::dice::Purpose;
use crate::rules::{Flag, Healing, Topic, Waking};

/// Hours of a day.
const DAY: u16 = 24;

/// How often the clock of the dying strikes at most before a rest begins.
const LONGEST: u16 = 1000;

/// Whether a combatant is awake with fewer hit points than none.
pub fn is_awake_below(state: &State, seat: Seat) -> bool {
    state.vitals[seat].hit_points < 0 && conditions::has(state, seat, Flag::Disabled)
}

/// Lets the hours of a rest go by for a combatant whose fate they decide.
pub(crate) fn pass(battle: &mut Wounding, seat: Seat, hours: u16) {
    let rules = battle.rules().policies.aftermath;
    let (Some(rule), true) = (rules.waking, hours > 0) else {
        return;
    };
    if !battle.vitals[seat].tended {
        bleed(battle, seat);
    }
    let left = sleep(battle, seat, rule, hours);
    let alone = !battle.vitals[seat].tended && !battle.vitals[seat].mends;
    if let Some(healing) = rules.heals
        && alone
        && is_awake_below(battle, seat)
    {
        wait(battle, seat, (rule, healing), left / DAY);
    }
}

/// Goes on as in turns until a combatant without help is stable or dead.
fn bleed(battle: &mut Wounding, seat: Seat) {
    for _ in 0..LONGEST {
        if !conditions::has(battle, seat, Flag::Dying) || !conditions::present(battle, seat) {
            return;
        }
        turn::clock(battle, seat);
    }
}

/// Rolls each hour until the combatant wakes or is dead; says how many hours are left then.
fn sleep(battle: &mut Wounding, seat: Seat, rule: Waking, hours: u16) -> u16 {
    for past in 0..hours {
        if !conditions::has(battle, seat, Flag::Stable) || !conditions::present(battle, seat) {
            return hours - past;
        }
        let tended = battle.vitals[seat].tended;
        let topic = if tended {
            Topic::Wakes
        } else {
            Topic::Untended
        };
        let purpose = Purpose::Wake;
        if checks::percent(battle, seat, purpose, rule.percent, topic) {
            let vitals = battle.vitals_mut(seat);
            vitals.awake_from = Some(vitals.hit_points);
            rise(battle, seat);
            settle(battle, seat);
        } else if !tended {
            worsen(battle, seat, rule, Topic::Untended);
        }
    }
    0
}

/// Rolls each day until the wounds of a combatant that is awake without help begin to heal, or it is dead.
fn wait(battle: &mut Wounding, seat: Seat, (rule, healing): (Waking, Healing), days: u16) {
    for past in 0..days {
        if !conditions::present(battle, seat) {
            return;
        }
        let (purpose, topic) = (Purpose::Mend, Topic::UntendedAwake);
        if checks::percent(battle, seat, purpose, rule.percent, topic) {
            battle.vitals_mut(seat).mends = true;
            return mend(battle, seat, healing, days - past);
        }
        worsen(battle, seat, rule, topic);
    }
}

/// The price of a failure. It wakes no one and puts no one to sleep.
fn worsen(battle: &mut Wounding, seat: Seat, rule: Waking, why: Topic) {
    let points = i32::from(rule.untended_lose);
    if points == 0 {
        return;
    }
    let vitals = battle.vitals_mut(seat);
    vitals.hit_points = vitals.hit_points.saturating_sub(points);
    vitals.awake_from = vitals.awake_from.map(|_| vitals.hit_points);
    tell_hurt(battle, seat, points, (why, Some(HurtBy::Wounds)));
    settle(battle, seat);
}

/// What the days give back from the one on which the wounds have begun to heal. All else has come back in
/// the whole rest already.
fn mend(battle: &mut Wounding, seat: Seat, healing: Healing, days: u16) {
    let (level, rest) = (battle.who(seat).level, Rest::Days(days));
    let healing = healing.of_hit_points();
    let left = healed(healing, battle.vitals[seat], level, rest, |_| 0);
    let vitals = battle.vitals_mut(seat);
    let amount = left.hit_points - vitals.hit_points;
    let hit_points = left.hit_points;
    vitals.hit_points = hit_points;
    vitals.awake_from = Some(hit_points);
    let healed = EventKind::Healed {
        seat,
        amount,
        hit_points,
    };
    battle.emit(&[Topic::MendsAlone, Topic::Recovery], healed);
    settle(battle, seat);
}
