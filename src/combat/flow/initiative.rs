//! Initiative: rolls, ties, the order of turns and changes of place in it.

use bevy_ecs::prelude::*;

use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Opening, Seat};
use crate::combat::flow::reinforcements;
use crate::combat::state::{
    Afflicting, Identity, Initiative, Order, Rolling, Start, State, Turning,
};
use crate::combat::{checks, conditions};
use crate::dice::{Purpose, RollLabel};
use crate::rules::{Beginning, ConditionId, DelayRule, Edge, Flag, Stat, TieBreak, Topic};

/// Times that a tie is rolled again before the seat decides; with honest dice never reached.
const AGAIN: usize = 20;

/// Every combatant starts flat-footed who has not had a turn yet.
pub fn flat_footed(battle: &mut Afflicting, opening: Opening) {
    let Some(condition) = battle.book.known.flat_footed else {
        return;
    };
    if opening == Opening::UnderWay {
        return;
    }
    unready(battle, condition);
}

/// The same where a new encounter begins in the midst of a battle (EP-INIT-11).
pub fn flat_footed_anew(battle: &mut Afflicting) {
    let known = battle.book.known.flat_footed;
    let stages = &battle.rules().policies.beginning;
    if let Some(condition) = known.filter(|_| stages.contains(&Beginning::FlatFooted)) {
        unready(battle, condition);
    }
}

fn unready(battle: &mut Afflicting, condition: ConditionId) {
    for seat in battle.all() {
        let here = !reinforcements::is_awaited(battle, seat);
        let gone = battle.rounds.earlier > 0 && !conditions::present(battle, seat);
        if here && !gone && !battle.get(seat).initiative.had_first_turn {
            conditions::begin(battle, seat, condition, None);
        }
    }
}

/// Rolls for every combatant that rolls now and has no count yet, and makes the order.
pub fn roll(battle: &mut Turning, start: &Start) {
    roll_unless(battle, |seat| {
        let stated = start.setup.combatants.get(seat.index());
        stated.and_then(|combatant| combatant.initiative)
    });
}

/// Rolls for every combatant in the fight, whatever counts the setup states, and makes the order.
pub fn roll_anew(battle: &mut Turning) {
    roll_unless(battle, |_| None);
}

fn roll_unless(battle: &mut Turning, stated: impl Fn(Seat) -> Option<i32>) {
    let early = battle
        .rules()
        .policies
        .initiative
        .surprise
        .unaware_roll
        .is_early();
    let (mut newcomers, mut thrown) = (Vec::new(), Vec::new());
    for seat in battle.all() {
        let late = battle.rounds.surprise && !early && conditions::has(battle, seat, Flag::Unaware);
        let late = late || reinforcements::is_awaited(battle, seat);
        // Only combatants roll (AH-INIT-01).
        let late = late || conditions::has(battle, seat, Flag::Dead);
        let late = late || battle.rounds.earlier > 0 && battle.area(seat).is_none();
        if battle.get(seat).initiative.count.is_some() || late {
            continue;
        }
        let group = group(battle, seat);
        let of_group = thrown.iter().find(|(known, _)| Some(*known) == group);
        let of_group = of_group.map(|(_, count)| *count);
        let count = stated(seat).or(of_group).unwrap_or_else(|| {
            let bonus = checks::tally(battle, seat, Stat::Initiative, &[]);
            let bonus = RollBonus::of(battle, seat, bonus);
            let check = checks::d20(battle, seat, Purpose::Initiative, bonus, Edge::None);
            let total = check.total();
            let rounds = &battle.rounds;
            let late = rounds.surprise_rounds > 0 && rounds.ordinary() == 0 && !rounds.surprise;
            let topics = [Topic::Initiative, Topic::AfterSurprise];
            let topics = if late { &topics } else { &topics[..1] };
            battle.emit(topics, EventKind::InitiativeRolled { seat, check });
            total
        });
        thrown.extend(group.map(|group| (group, count)));
        battle.initiative_mut(seat).count = Some(count);
        newcomers.push(seat);
    }
    if newcomers.is_empty() {
        return;
    }
    let mut known = order(battle);
    known.retain(|seat| !newcomers.contains(seat));
    let order = ordered(battle, known, newcomers);
    rank(battle, &order);
    announce(battle, &[Topic::InitiativeOrder]);
}

/// The order of turns, derived anew when any initiative has changed.
pub(crate) fn initiative_order(
    changed: Query<(), Changed<Initiative>>,
    combatants: Query<(&Identity, &Initiative)>,
    mut order: Single<&mut Order>,
) {
    if !changed.is_empty() {
        **order = Order::of(combatants.iter().map(|(who, turn)| (who.seat, turn)));
    }
}

/// Whose turn is next in this round, able to use it or not.
pub fn next(state: &State) -> Option<Seat> {
    let has_turn = |seat: &Seat| {
        let fighter = state.get(*seat);
        conditions::present(state, *seat)
            && fighter.initiative.count.is_some()
            && !state.rounds.done.contains(seat)
            // A combatant that is ridden acts in its rider's turn.
            && !conditions::has(state, *seat, Flag::Ridden)
            && !(state.rounds.surprise && conditions::has(state, *seat, Flag::Unaware))
            // One who waits and may come in by its own choice only is passed over.
            && (!fighter.initiative.delaying
                || state.rules().policies.initiative.delay.crosses_rounds())
    };
    state.order.0.iter().copied().find(has_turn)
}

/// The order as it is in the middle of a step.
fn order(state: &State) -> Vec<Seat> {
    Order::of(state.all().zip(state.initiative.all())).0
}

/// Notes the places of those with equal counts among themselves.
fn rank(battle: &mut Turning, order: &[Seat]) {
    let count = |state: &State, seat: Seat| state.initiative[seat].count;
    let mut rank = 0;
    let mut last = None;
    for seat in order.iter().copied() {
        rank = match last {
            Some(before) if count(battle, before) == count(battle, seat) => rank + 1,
            _ => 0,
        };
        last = Some(seat);
        if battle.initiative[seat].rank != rank {
            battle.initiative_mut(seat).rank = rank;
        }
    }
}

/// Tells the order as it is now.
pub fn announce(battle: &mut Rolling, topics: &[Topic]) {
    let seats = order(battle);
    battle.emit(topics, EventKind::Order { seats });
}

/// Every combatant by count, ties by the ruleset. Those already ordered keep their order among
/// themselves.
fn ordered(battle: &mut Rolling, known: Vec<Seat>, newcomers: Vec<Seat>) -> Vec<Seat> {
    let count = |state: &State, seat: Seat| state.get(seat).initiative.count.unwrap_or(i32::MIN);
    let mut all = known.clone();
    all.extend(newcomers);
    all.sort_by_key(|seat| (-i64::from(count(battle, *seat)), *seat));
    let mut order = Vec::with_capacity(all.len());
    for tied in groups(&all, |seat| count(battle, *seat)) {
        if tied.iter().all(|seat| known.contains(seat)) {
            order.extend(known.iter().copied().filter(|seat| tied.contains(seat)));
        } else {
            // One of a group stands for all.
            let same = |one: &Seat, other: &Seat| {
                group(battle, *one).is_some() && group(battle, *one) == group(battle, *other)
            };
            let follows = |seat: &Seat| tied.iter().any(|one| one < seat && same(one, seat));
            let (others, first): (Vec<Seat>, Vec<Seat>) = tied.iter().partition(|s| follows(s));
            let groups: Vec<Option<u8>> = others.iter().map(|s| group(battle, *s)).collect();
            for seat in untie(battle, first, 0) {
                order.push(seat);
                let own = group(battle, seat).filter(|_| !others.contains(&seat));
                let along = others.iter().zip(&groups);
                let along = along.filter(|(_, group)| own.is_some() && **group == own);
                order.extend(along.map(|(seat, _)| *seat));
            }
        }
    }
    order
}

/// The group with which a combatant has its place in the order, where the rules have groups.
pub fn group(state: &State, seat: Seat) -> Option<u8> {
    let groups = state.rules().policies.initiative.groups;
    state.initiative[seat].group.filter(|_| groups)
}

/// Neighbours with equal keys, together.
fn groups<K: PartialEq>(seats: &[Seat], key: impl Fn(&Seat) -> K) -> Vec<Vec<Seat>> {
    seats
        .chunk_by(|a, b| key(a) == key(b))
        .map(<[Seat]>::to_vec)
        .collect()
}

/// Orders those with equal counts by the tie rules from this one on; the last resort is the seat.
fn untie(battle: &mut Rolling, tied: Vec<Seat>, rule: usize) -> Vec<Seat> {
    let breaker = battle.rules().policies.initiative.ties.get(rule).copied();
    let (Some(breaker), true) = (breaker, tied.len() > 1) else {
        return tied;
    };
    let by = |battle: &mut Rolling, key: Vec<i32>| {
        let mut keyed: Vec<(i32, Seat)> = key.into_iter().zip(tied.iter().copied()).collect();
        keyed.sort_by_key(|(key, seat)| (-*key, *seat));
        let sorted: Vec<Seat> = keyed.iter().map(|(_, seat)| *seat).collect();
        let of = |seat: &Seat| keyed.iter().find(|(_, s)| s == seat).map(|(key, _)| *key);
        let mut order = Vec::new();
        for group in groups(&sorted, of) {
            order.extend(untie(battle, group, rule + 1));
        }
        order
    };
    match breaker {
        TieBreak::Score(ability) => {
            let scores = tied
                .iter()
                .map(|s| battle.abilities(*s).score(ability))
                .collect();
            by(battle, scores)
        }
        TieBreak::AbilityModifier(ability) => {
            let modifiers = tied
                .iter()
                .map(|s| battle.abilities(*s).modifier(ability))
                .collect();
            by(battle, modifiers)
        }
        TieBreak::Stat(stat) => {
            let totals = tied
                .iter()
                .map(|s| checks::tally(battle, *s, stat, &[]).total)
                .collect();
            by(battle, totals)
        }
        TieBreak::Modifier => {
            let totals = tied
                .iter()
                .map(|s| checks::tally(battle, *s, Stat::Initiative, &[]).total)
                .collect();
            by(battle, totals)
        }
        TieBreak::Coin => flip(battle, tied),
        TieBreak::RollAgain => roll_off(battle, tied, AGAIN),
    }
}

/// A coin for each pair still tied: heads (1) for the one with the lower seat. Each further one
/// works its way up from the end.
fn flip(battle: &mut Rolling, tied: Vec<Seat>) -> Vec<Seat> {
    let mut order: Vec<Seat> = Vec::new();
    for seat in tied {
        let mut at = order.len();
        while at > 0 {
            let die = battle
                .dice_mut()
                .0
                .roll_die(RollLabel::of_battle(Purpose::Coin), 2);
            let rival = order[at - 1];
            battle.emit(
                &[Topic::InitiativeTie],
                EventKind::InitiativeTie { seat: rival, die },
            );
            if die.rolled == 1 {
                break;
            }
            at -= 1;
        }
        order.insert(at, seat);
    }
    order
}

/// A bare d20 by every tied combatant, again by those still tied.
fn roll_off(battle: &mut Rolling, tied: Vec<Seat>, patience: usize) -> Vec<Seat> {
    if tied.len() < 2 || patience == 0 {
        return tied;
    }
    let mut rolled: Vec<(u32, Seat)> = Vec::new();
    for seat in tied {
        let die = battle.roll(seat, Purpose::TieBreak, 20);
        battle.emit(
            &[Topic::InitiativeTie],
            EventKind::InitiativeTie { seat, die },
        );
        rolled.push((die.rolled, seat));
    }
    rolled.sort_by_key(|(die, seat)| (std::cmp::Reverse(*die), *seat));
    let mut order = Vec::new();
    for group in rolled.chunk_by(|a, b| a.0 == b.0) {
        order.extend(roll_off(
            battle,
            group.iter().map(|(_, s)| *s).collect(),
            patience - 1,
        ));
    }
    order
}

/// The place in the order as if 20 had been rolled, from now on.
pub fn refocus(battle: &mut Turning, seat: Seat) {
    const GATHERED: i32 = 20;
    let bonus = checks::tally(battle, seat, Stat::Initiative, &[]).total;
    move_to(battle, seat, GATHERED + bonus, Topic::Refocus);
}

/// The place in the order so much higher than it was, from now on (EP-INIT-09).
pub fn shift(battle: &mut Turning, seat: Seat, by: i32) {
    if let Some(count) = battle.initiative[seat].count {
        move_to(
            battle,
            seat,
            count.saturating_add(by),
            Topic::InitiativeShift,
        );
    }
}

/// Moves a combatant to a count, where the tie rules order it among those who have it.
fn move_to(battle: &mut Turning, seat: Seat, count: i32, topic: Topic) {
    let mut topics = vec![topic];
    topics.extend(group(battle, seat).map(|_| Topic::GroupLeft));
    let initiative = battle.initiative_mut(seat);
    (initiative.count, initiative.group) = (Some(count), None);
    let mut known = order(battle);
    known.retain(|other| *other != seat);
    let order = ordered(battle, known, vec![seat]);
    rank(battle, &order);
    announce(battle, &topics);
}

/// Moves a combatant to the place just after another: to the count below it, but not below the
/// combatant that is next, nor below this lowest count; or to the same count, where delaying leads there.
pub fn move_after(battle: &mut Turning, seat: Seat, after: Seat, lowest: Option<i32>) {
    let mut order = order(battle);
    order.retain(|other| *other != seat);
    let (Some(at), Some(count)) = (
        order.iter().position(|other| *other == after),
        battle.initiative[after].count,
    ) else {
        return;
    };
    let next = order
        .get(at + 1)
        .and_then(|next| battle.initiative[*next].count);
    let below = count.saturating_sub(1);
    let delay = battle.rules().policies.initiative.delay;
    let count = match delay {
        DelayRule::OneBelow => return step_below(battle, seat, order, below),
        DelayRule::OnAnyCount => count,
        DelayRule::LowerCount { .. } | DelayRule::AfterAnyTurn => {
            let least = next.max(lowest).unwrap_or(i32::MIN);
            least.max(below).min(count)
        }
    };
    insert(battle, order, at + 1, (seat, count));
}

/// Moves a combatant to a count, for this round ahead of those who have it already.
fn step_below(battle: &mut Turning, seat: Seat, order: Vec<Seat>, count: i32) {
    let has = |other: &Seat| battle.initiative[*other].count;
    let shared = order.iter().any(|other| has(other) == Some(count));
    let at = order.iter().position(|other| has(other) <= Some(count));
    let at = at.unwrap_or(order.len());
    battle.initiative_mut(seat).joined = shared;
    insert(battle, order, at, (seat, count));
}

/// Orders those by the tie rules who came to the count of others in the round before (EP-HOLD-03).
pub fn settle_ties(battle: &mut Turning) {
    let before = order(battle);
    let joined = |seat: &Seat| battle.initiative[*seat].joined;
    let newcomers: Vec<Seat> = before.iter().copied().filter(joined).collect();
    if newcomers.is_empty() {
        return;
    }
    for seat in &newcomers {
        battle.initiative_mut(*seat).joined = false;
    }
    let mut known = before.clone();
    known.retain(|seat| !newcomers.contains(seat));
    let order = ordered(battle, known, newcomers);
    if order != before {
        rank(battle, &order);
        announce(
            battle,
            &[
                Topic::InitiativeOrder,
                Topic::InitiativeTie,
                Topic::JoinedCount,
            ],
        );
    }
}

/// Moves a combatant to the place just before another, and to its count.
pub fn move_before(battle: &mut Turning, seat: Seat, before: Seat) {
    let mut order = order(battle);
    order.retain(|other| *other != seat);
    let at = order.iter().position(|other| *other == before);
    if let (Some(at), Some(count)) = (at, battle.initiative[before].count) {
        insert(battle, order, at, (seat, count));
    }
}

/// Moves a combatant down to a count, behind those who have it already and do not yield.
pub fn move_down(battle: &mut Turning, seat: Seat, count: i32, yielding: &[Seat]) {
    let mut order = order(battle);
    order.retain(|other| *other != seat);
    let has = |other: &Seat| battle.initiative[*other].count;
    let behind = |other: &Seat| {
        has(other) < Some(count) || has(other) == Some(count) && yielding.contains(other)
    };
    let at = order.iter().position(behind).unwrap_or(order.len());
    insert(battle, order, at, (seat, count));
}

fn insert(battle: &mut Turning, mut order: Vec<Seat>, at: usize, (seat, count): (Seat, i32)) {
    order.insert(at, seat);
    let initiative = battle.initiative_mut(seat);
    (initiative.count, initiative.group) = (Some(count), None);
    rank(battle, &order);
}

#[cfg(test)]
mod tests {
    use crate::combat::battle::Battle;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::rules::Stat;

    fn rolled(system: &str, bonuses: &[(char, i32)], dice: &[u32]) -> (Vec<u8>, Battle) {
        let mut scene = Scene::new(ruleset(system), &["A...a", "B...b"]).beginning();
        for letter in ['A', 'B', 'a', 'b'] {
            scene = scene.change(letter, |c| c.initiative = None);
        }
        for (letter, bonus) in bonuses {
            scene = scene.block(*letter, |block| {
                block.stats.insert(Stat::Initiative, *bonus);
            });
        }
        let battle = scene.scripted(dice);
        assert!(battle.dice_fault().is_none() && battle.dice_left_over().is_empty());
        (
            battle.view().order.iter().map(|seat| seat.0).collect(),
            battle,
        )
    }

    #[test]
    fn the_highest_total_acts_first() {
        let (order, battle) = rolled("classic_d20", &[('A', 2), ('a', 3)], &[11, 14, 6, 2]);
        assert_eq!(order, [1, 0, 2, 3]);
        let counts: Vec<_> = battle
            .view()
            .combatants
            .iter()
            .map(|c| c.initiative)
            .collect();
        assert_eq!(counts, [Some(13), Some(14), Some(9), Some(2)]);
    }

    #[test]
    fn a_coin_decides_between_equal_dexterity() {
        let (order, _) = rolled("classic_d20", &[], &[10, 10, 5, 1, 2]);
        assert_eq!(order, [1, 0, 2, 3]);
        let (order, _) = rolled("classic_d20", &[], &[10, 10, 5, 1, 1]);
        assert_eq!(order, [0, 1, 2, 3]);
    }

    #[test]
    fn the_tied_roll_again_until_all_are_ordered() {
        // A and B tie at 12 and again at 7; the counts stay.
        let (order, battle) = rolled("amorphous", &[], &[12, 12, 13, 11, 7, 7, 3, 15]);
        assert_eq!(order, [2, 1, 0, 3]);
        assert_eq!(battle.view().combatants[0].initiative, Some(12));
    }

    #[test]
    fn the_higher_modifier_wins_a_tie() {
        let (order, _) = rolled("age_of_heroes", &[('A', 1), ('B', 4)], &[14, 11, 3, 2]);
        assert_eq!(order, [1, 0, 2, 3]);
    }
}
