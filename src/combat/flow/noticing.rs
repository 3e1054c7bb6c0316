//! Checks to hide and to notice: what distance, poor light, a helmet and a shot do to them.

use crate::combat::checks;
use crate::combat::conditions::perception;
use crate::combat::contract::{EventKind, Layer, Seat};
use crate::combat::damage::layers;
use crate::combat::state::{Access, Rolling, State};
use crate::dice::Purpose;
use crate::grid::distance;
use crate::rules::{Check, Edge, Modifier, ModifierKind, Notice, Topic};

/// A check to hide; `shot`: what a shot adds to it.
pub(super) fn hide(battle: &mut Access<Rolling>, seat: Seat, shot: Option<i32>) -> Check {
    let policy = battle.rules().policies.initiative.surprise;
    let hampers = |value| part(battle, Topic::Sniping, value);
    let mut extra: Vec<Modifier> = shot.map(hampers).into_iter().collect();
    let area = battle.area(seat);
    if area.is_some_and(|area| perception::is_concealed(battle, area)) {
        extra.push(part(
            battle,
            Topic::HideConcealed,
            policy.noticing.concealed,
        ));
    }
    extra.retain(|part| part.value != 0);
    let bonus = checks::tally(battle, seat, policy.hide, &extra);
    checks::d20(battle, seat, Purpose::Hide, bonus, Edge::None)
}

/// Whether a combatant notices any of the hidden enemies.
pub(super) fn notices(
    battle: &mut Access<Rolling>,
    seat: Seat,
    hidden: &[(Seat, Check)],
    topic: Topic,
) -> bool {
    let policy = battle.rules().policies.initiative.surprise;
    let rule = policy.notice;
    let enemies = hidden
        .iter()
        .filter(|(hider, _)| battle.enemies(*hider, seat));
    // What distance takes from the observer's check makes the hider harder to beat.
    let rank = |(hider, check): &&(Seat, Check)| check.total() - far(battle, seat, *hider);
    let rival = match rule {
        Notice::MeetsBest => enemies.max_by_key(rank),
        Notice::MeetsLowest | Notice::BeatsLowest | Notice::OpposesLowest => {
            enemies.min_by_key(rank)
        }
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
    let mut answer = answer;
    for _ in 0..MOST_TIES {
        let check = checks::d20(battle, seat, Purpose::Spot, bonus.clone(), Edge::None);
        let ahead = check.total().cmp(&answer.total());
        let ahead = match rule {
            Notice::OpposesLowest => ahead.then(check.bonus.total.cmp(&answer.bonus.total)),
            _ => ahead,
        };
        let won = match rule {
            Notice::BeatsLowest | Notice::OpposesLowest => ahead.is_gt(),
            Notice::MeetsBest | Notice::MeetsLowest => ahead.is_ge(),
        };
        let contest = EventKind::Contest {
            seat,
            check,
            against: hider,
            answer: answer.clone(),
            won,
        };
        battle.emit(&[topic], contest);
        if rule != Notice::OpposesLowest || ahead.is_ne() {
            return won;
        }
        answer = hide(battle, hider, None);
    }
    false
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
