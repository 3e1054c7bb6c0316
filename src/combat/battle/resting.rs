//! Recovery after a battle: the state of each combatant at its end, and the effect of a rest.

use crate::combat::ability::venom;
use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat, Wearable};
use crate::combat::damage::dying::{follow, hours};
use crate::combat::damage::repair::{self, Wear};
use crate::combat::damage::rest::{Rest, Restored, Unsure, healed, needed};
use crate::combat::state::{State, Turning};
use crate::rules::{Flag, Losses, Topic};

/// Whether a combatant is dying, and whether that has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lying {
    No,
    Dying,
    Stable,
}

fn lying(state: &State, seat: Seat) -> Lying {
    if conditions::has(state, seat, Flag::Stable) {
        Lying::Stable
    } else if conditions::has(state, seat, Flag::Dying) {
        Lying::Dying
    } else {
        Lying::No
    }
}

/// Whether a combatant below nothing has help in a rest: it had it in the battle, or an ally is there
/// that can act (SP-DYING-19).
pub(super) fn is_tended(state: &State, seat: Seat) -> bool {
    let side = state.who(seat).side;
    let helps = |other: &Seat| {
        *other != seat && state.who(*other).side == side && conditions::able(state, *other)
    };
    state.vitals[seat].tended || state.all().any(|other| helps(&other))
}

/// Whether the dice of the hours decide all about a combatant: it lies below nothing, or is awake there, without help.
fn is_alone(state: &State, seat: Seat) -> bool {
    let vitals = state.vitals[seat];
    let below = lying(state, seat) != Lying::No || hours::is_awake_below(state, seat);
    let waking = state.rules().policies.aftermath.waking;
    waking.is_some() && below && !vitals.mends && !is_tended(state, seat)
}

/// The state of a combatant after a rest, as far as no dice decide it.
pub(super) fn restored(state: &State, seat: Seat, rest: Rest) -> Restored {
    let (fighter, rules) = (state.get(seat), state.rules().policies.aftermath);
    let mut vitals = *fighter.vitals;
    // What only lasted as long as a condition does not come along.
    vitals.max -= vitals.raised;
    vitals.hit_points -= vitals.raised;
    if rest == Rest::Full {
        return Restored {
            hit_points: vitals.max + follow::given_back(state, seat, Losses::default()),
            nonlethal: 0,
            lost: Losses::default(),
            unsure: None,
        };
    }
    let alone = rest != Rest::None && is_alone(state, seat);
    let heals = rules.heals.map(|rule| match alone {
        true => rule.of_all_but_hit_points(),
        false => rule,
    });
    let mut left = match heals {
        Some(rule) => healed(rule, vitals, fighter.who.level, rest, |lost| {
            follow::given_back(state, seat, lost)
        }),
        None => Restored {
            hit_points: vitals.hit_points,
            nonlethal: vitals.nonlethal,
            lost: vitals.lost,
            unsure: None,
        },
    };
    left.unsure = alone.then_some(Unsure::Alone);
    let stable = lies_on(state, seat, rest) == Lying::Stable;
    if let Some(wakes) = rules.stable_wakes_with
        && stable
    {
        left.hit_points = left.hit_points.max(wakes);
    }
    if let Some(rule) = rules.waking
        && stable
        && !alone
        && left.hit_points <= 0
        && rest.hours() > 0
    {
        let sleeps_on = 1.0 - f64::from(rule.percent.min(100)) / 100.0;
        left.unsure = Some(Unsure::Wakes(1.0 - sleeps_on.powi(rest.hours().into())));
    }
    left
}

/// How a combatant lies after a rest: the combatant that rests is tended, and dies no more, unless dice
/// decide about it.
pub(super) fn lies_on(state: &State, seat: Seat, rest: Rest) -> Lying {
    match lying(state, seat) {
        Lying::Dying if rest != Rest::None && !is_alone(state, seat) => Lying::Stable,
        lying => lying,
    }
}

/// Rest that a combatant needs that is there, and is tended if it is dying; `None` where nothing heals
/// of itself.
pub(super) fn rest_needed(state: &State, seat: Seat) -> Option<(u32, u32)> {
    let rule = state.rules().policies.aftermath.heals?;
    let fighter = state.get(seat);
    conditions::present(state, seat)
        .then(|| needed(rule, *fighter.vitals, fighter.who.level))
        .filter(|needed| *needed != (0, 0))
}

/// Lets poison and the like run their course when the battle is over. Then tells the rest that each combatant needs
/// whose life is not in danger, and the wear of its things.
pub(crate) fn tell(battle: &mut Turning) {
    venom::run_its_course(battle);
    for seat in battle.all() {
        if lying(battle, seat) == Lying::Dying || is_alone(battle, seat) {
            continue;
        }
        if let Some((days, hours)) = rest_needed(battle, seat) {
            let event = EventKind::Recovery { seat, days, hours };
            let tended = lying(battle, seat) == Lying::Stable;
            let how = tended.then_some(Topic::MendsTended);
            let topics: Vec<Topic> = [Topic::Recovery].into_iter().chain(how).collect();
            battle.emit(&topics, event);
        }
    }
    for seat in battle.all() {
        if conditions::present(battle, seat) {
            tell_wear(battle, seat);
        }
    }
}

/// Tells the wear that goes along into the next battle, where things wear out.
fn tell_wear(battle: &mut Turning, seat: Seat) {
    for item in Wearable::ALL {
        let Some(wear) = repair::wear(battle, seat, item).filter(Wear::is_worn) else {
            continue;
        };
        let better = repair::prospect(battle, seat, item).ok();
        let event = EventKind::Worn {
            seat,
            item,
            hit_points: wear.hit_points,
            condition: wear.condition,
            repair: better.map(|better| better.difficulty),
        };
        battle.emit(&[Topic::WearStays], event);
    }
}
