//! Checks to hide and to notice: what distance, poor light, a helmet and a shot do to them.

use crate::combat::checks::bonus::RollBonus;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::perception;
use crate::combat::conditions::veils;
use crate::combat::contract::{Awareness, EventKind, Layer, Seat};
use crate::combat::damage::layers;
use crate::combat::state::{ActiveCondition, Afflicting, Mark, Rolling, State};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::grid::distance;
use crate::rules::{Capability, Check, Edge, Flag, Modifier, ModifierKind, Notice, Topic};

/// One who hides, and its check where the rules ask for one.
pub(crate) type Hider = (Seat, Option<Check>);

/// One who hides from those who may notice it; `shot`: what a shot adds to its check.
pub(crate) fn hider(battle: &mut Rolling, seat: Seat, shot: Option<i32>) -> Hider {
    let rule = battle.rules().policies.initiative.surprise.notice;
    let check = rule.rolls_to_hide().then(|| hide(battle, seat, shot));
    (seat, check)
}

/// A check to hide; `shot`: what a shot adds to it.
pub(crate) fn hide(battle: &mut Rolling, seat: Seat, shot: Option<i32>) -> Check {
    let bonus = to_hide(battle, seat, shot);
    checks::d20(battle, seat, Purpose::Hide, bonus, Edge::None)
}

/// What is added to a check to hide.
pub(crate) fn to_hide(state: &State, seat: Seat, shot: Option<i32>) -> RollBonus {
    let policy = state.rules().policies.initiative.surprise;
    let hampers = |value| part(state, Topic::Sniping, value);
    let mut extra: Vec<Modifier> = shot.map(hampers).into_iter().collect();
    if conditions::has(state, seat, Flag::Invisible) {
        let budget = &state.get(seat).budget;
        let value = match budget.moved > 0 || budget.has(Mark::Stepped) {
            true => policy.noticing.invisible,
            false => policy.noticing.invisible_still,
        };
        let kind = ModifierKind::Circumstance;
        extra.push(checks::modifier(state, Topic::HidesUnseen, kind, value));
    }
    let area = state.area(seat);
    if area.is_some_and(|area| veils::is_concealed(state, area)) {
        extra.push(part(state, Topic::HideConcealed, policy.noticing.concealed));
    }
    extra.retain(|part| part.value != 0);
    RollBonus::of(state, seat, checks::tally(state, seat, policy.hide, &extra))
}

/// Whether a combatant notices any of the hidden enemies.
pub(crate) fn notices(battle: &mut Rolling, seat: Seat, hidden: &[Hider], topic: Topic) -> bool {
    let policy = battle.rules().policies.initiative.surprise;
    let rule = policy.notice;
    let enemies = hidden
        .iter()
        .filter(|(hider, _)| battle.enemies(*hider, seat));
    // What distance takes from the observer's check makes the hider harder to beat.
    let rank = |(hider, check): &&Hider| {
        check.as_ref().map_or(0, Check::total) - far(battle, seat, *hider)
    };
    let rival = match rule {
        Notice::MeetsBest => enemies.max_by_key(rank),
        Notice::MeetsLowest | Notice::BeatsLowest | Notice::OpposesLowest => {
            enemies.min_by_key(rank)
        }
        Notice::HighestLevel(_) => enemies.max_by_key(|(hider, _)| battle.who(*hider).level),
    };
    let Some((hider, answer)) = rival.cloned() else {
        return true;
    };
    let mut extra = vec![
        part(battle, Topic::SpotDistance, far(battle, seat, hider)),
        part(battle, Topic::HelmetSenses, helmet(battle, seat)),
    ];
    extra.retain(|part| part.value != 0);
    let bonus = checks::tally(battle, seat, policy.spot, &extra);
    let Some(mut answer) = answer else {
        let Notice::HighestLevel(plus) = rule else {
            return true;
        };
        let number = plus.saturating_add(battle.who(hider).level);
        let number = number.saturating_add(covering(battle, hidden));
        let check = DifficultyCheck::new(battle, seat, bonus, number);
        let check = DifficultyCheck {
            purpose: Purpose::Spot,
            ..check
        };
        return check.succeeds(battle, topic);
    };
    let bonus = RollBonus::of(battle, seat, bonus);
    for _ in 0..MOST_TIES {
        let check = checks::d20(battle, seat, Purpose::Spot, bonus.clone(), Edge::None);
        let ahead = check.total().cmp(&answer.total());
        let ahead = match rule.is_opposed() {
            true => ahead.then(check.bonus.total.cmp(&answer.bonus.total)),
            false => ahead,
        };
        let won = match rule.needs_more() {
            true => ahead.is_gt(),
            false => ahead.is_ge(),
        };
        let contest = EventKind::Contest {
            seat,
            check,
            against: hider,
            answer: answer.clone(),
            won,
        };
        battle.emit(&[topic], contest);
        if !rule.is_opposed() || ahead.is_ne() {
            return won;
        }
        answer = hide(battle, hider, None);
    }
    false
}

/// What those who hide add to the number that has to be reached.
fn covering(state: &State, hidden: &[Hider]) -> i32 {
    let all = hidden
        .iter()
        .flat_map(|(seat, _)| &state.who(*seat).capabilities);
    let adds = all.filter_map(|c| match c {
        Capability::CoversAmbush(points) => Some(i32::from(*points)),
        _ => None,
    });
    adds.max().unwrap_or(0)
}

/// So often two roll again who are equal in everything.
const MOST_TIES: usize = 20;

fn part(state: &State, topic: Topic, value: i32) -> Modifier {
    checks::modifier(state, topic, ModifierKind::Untyped, value)
}

/// What the distance between the two takes from the observer's check.
fn far(state: &State, observer: Seat, hider: Seat) -> i32 {
    let policies = &state.rules().policies;
    let each = policies.initiative.surprise.noticing.squares_per_point;
    let (Some(each), Some(here), Some(there)) = (each, state.area(observer), state.area(hider))
    else {
        return 0;
    };
    let away = distance(here, there, policies.movement.diagonals);
    -i32::try_from(away / u32::from(each.max(1))).unwrap_or(i32::MAX)
}

/// What a helmet takes from its wearer's check.
fn helmet(state: &State, seat: Seat) -> i32 {
    let worn = layers::item(state, seat, Layer::Helmet).is_some();
    let noticing = state.rules().policies.initiative.surprise.noticing;
    if worn { noticing.helmet } else { 0 }
}

/// A combatant is struck, and knows from where.
pub(crate) fn is_struck(battle: &mut Afflicting, seat: Seat, attacker: Seat) {
    locate(battle, seat, attacker, Topic::Located);
}

/// An observer comes to know the square of a subject that it does not see.
pub(crate) fn locate(battle: &mut Afflicting, observer: Seat, subject: Seat, topic: Topic) {
    let Some(located) = battle.book.known.located else {
        return;
    };
    let (Some(from), Some(to)) = (battle.area(observer), battle.area(subject)) else {
        return;
    };
    if perception::at(battle, observer, from, subject, to).known != Awareness::Unknown {
        return;
    }
    let ends = conditions::ending(battle, subject, battle.rules().conditions[located].lasts);
    let active = ActiveCondition {
        condition: located,
        ends,
        by: Some(observer),
        amount: 0,
        about: Some(observer),
        since: 0,
    };
    conditions::impose(battle, subject, active);
    battle.emit(&[topic], EventKind::Located { observer, subject });
}
