//! What the line of an attack roll cites: the rules behind the numbers, and those that keep something
//! from counting.

use crate::combat::attack::Situation;
use crate::combat::attack::cover::Degree;
use crate::combat::attack::situation::Notes;
use crate::combat::conditions::veils;
use crate::combat::conditions::{self, perception};
use crate::combat::state::{AttackOrder, State};
use crate::combat::threat::{self, flanking};
use crate::content::terrain::Concealment;
use crate::rules::{Counted, ModifierKind, Part, Source, Tally, Topic};

/// The topics of an attack roll.
pub fn topics(state: &State, order: &AttackOrder, situation: &Situation) -> Notes {
    let mut topics = situation.notes.clone();
    let mut also = |topic, applies: bool| {
        if applies && !topics.contains(&topic) {
            topics.push(topic);
        }
    };
    let ranged = state.mode(order).is_some_and(|mode| mode.ranged);
    let covered = situation.cover.bonus != 0;
    let by_creature = situation.cover.by.is_some();
    also(Topic::CreatureCover, covered && by_creature);
    also(Topic::CoverDegree, covered && !by_creature);
    also(Topic::CoverMelee, covered && !ranged);
    let degree = situation.cover.degree;
    also(Topic::MinimalCover, degree == Degree::Minimal);
    also(Topic::ImprovedCover, degree >= Degree::Battlement);
    let concealed = situation.notes.contains(&Topic::Concealment);
    also(Topic::ConcealedBehindCover, covered && concealed);
    let spaces = state.area(order.attacker).zip(state.area(order.target));
    if let Some((from, to)) = spaces {
        let single = from.footprint.is_single() && to.footprint.is_single();
        also(Topic::LargeSpace, !single);
        let small = flanking::is_too_small(state, order.attacker, from, order.target, ranged);
        also(Topic::FlankingTiny, small);
    }
    if let Some((from, to)) = spaces
        && concealed
    {
        let unseen = perception::blocked(state, order.attacker, order.target).is_some();
        let hidden = veils::ground(state, order.attacker, from, to) != Concealment::None;
        let twice = veils::is_hidden_twice(state, to);
        also(Topic::SeveralConcealments, unseen && hidden || twice);
        also(Topic::FogDistance, !unseen && veils::is_in_fog(state, to));
    }
    let touch = situation.notes.contains(&Topic::TouchAttack);
    also(Topic::RangedTouch, ranged && touch);
    let table = &state.rules().conditions;
    for part in &situation.defence.parts {
        match part.counted {
            Counted::Yes | Counted::Outranked => {}
            Counted::Denied(why) => also(why, true),
            Counted::DeniedBy(id) => also(conditions::denial_topic(&table[id]), true),
        }
    }
    let outranked = |tally: &Tally| tally.parts.iter().any(|p| p.counted == Counted::Outranked);
    let outranked = outranked(&situation.attack) || outranked(&situation.defence);
    also(Topic::Stacking, outranked);
    let size = |p: &Part| p.modifier.source == Source::Topic(Topic::Size) && p.modifier.value != 0;
    also(Topic::Size, situation.defence.parts.iter().any(size));
    also(Topic::SecondWeaponIdle, leaves_one_idle(state, order));
    also(Topic::AttackModifiers, circumstances(&situation.attack) > 1);
    topics
}

/// Whether a combatant with a weapon in either hand attacks with only one of them.
fn leaves_one_idle(state: &State, order: &AttackOrder) -> bool {
    let seat = order.attacker;
    let with_both = order
        .extra
        .iter()
        .any(|m| m.kind == ModifierKind::TwoWeapons);
    let weapons = || {
        let modes = state.modes[seat].0.iter();
        modes.filter(|mode| !mode.ranged && !mode.natural && !mode.unarmed)
    };
    let holds = |off_hand| {
        weapons().any(|mode| mode.off_hand == off_hand && threat::in_hand(state, seat, mode))
    };
    let struck = state
        .mode(order)
        .is_some_and(|mode| !mode.natural && !mode.unarmed);
    let policy = state.rules().policies.attack.two_weapons;
    policy.is_some()
        && struck
        && !order.manner.both_weapons
        && !with_both
        && holds(true)
        && holds(false)
}

/// How many circumstances count in an attack roll.
fn circumstances(attack: &Tally) -> usize {
    let circumstance = |source| matches!(source, Source::Topic(_) | Source::Condition(_));
    let own = [ModifierKind::Iteration, ModifierKind::TwoWeapons];
    let counts = attack.parts.iter().filter(|part| {
        part.counted == Counted::Yes
            && circumstance(part.modifier.source)
            && !own.contains(&part.modifier.kind)
    });
    counts.count()
}
