//! Awareness and the surprise round.

use crate::combat::attack::hiding;
use crate::combat::attack::noticing::{self, Hider};
use crate::combat::conditions;
use crate::combat::contract::{AwareSetup, Opening, Seat, SideId};
use crate::combat::flow::reinforcements;
use crate::combat::state::{Afflicting, Ending, Mark, Noise, Start, State, Turning};
use crate::grid::distance;
use crate::rules::{Flag, ShotRules, Topic};

/// Settles who knows of the enemy, and whether there is a surprise round.
pub fn settle_awareness(battle: &mut Turning, start: &Start) {
    if start.setup.opening == Opening::UnderWay {
        return;
    }
    let aware = |seat: Seat| awareness(battle, start, seat);
    let ambushers: Vec<Seat> = battle
        .all()
        .filter(|s| aware(*s) == Some(AwareSetup::Aware))
        .collect();
    let observers: Vec<Seat> = battle
        .all()
        .filter(|s| aware(*s) == Some(AwareSetup::Rolls))
        .collect();
    let mut unaware: Vec<Seat> = battle
        .all()
        .filter(|s| aware(*s) == Some(AwareSetup::Unaware))
        .collect();
    let rules = battle.rules().policies.initiative.ambush;
    if let Some(rules) = rules.filter(|_| battle.rounds.ambush.is_some()) {
        hiding::look_out(battle, &ambushers, rules.average);
    }
    if !observers.is_empty() {
        let mut hidden: Vec<Hider> = Vec::new();
        for hider in ambushers {
            if observers.iter().any(|o| battle.enemies(hider, *o)) {
                hidden.push(noticing::hider(battle, hider, None));
            }
        }
        for seat in observers {
            if !noticing::notices(battle, seat, &hidden, Topic::Awareness) {
                unaware.push(seat);
            }
        }
    }
    unaware.sort_unstable();
    if let Some(condition) = battle.book.known.unaware {
        for seat in &unaware {
            conditions::begin(battle, *seat, condition, None);
        }
    }
    let all = battle
        .all()
        .filter(|s| conditions::present(battle, *s))
        .count();
    // An ambush makes one, however many notice it (EP-AMB-03, EP-SURP-01).
    let ambushed = battle.rounds.ambush.is_some();
    battle.rounds_mut().surprise = ambushed || !unaware.is_empty() && unaware.len() < all;
    if !battle.rounds.surprise {
        conditions::end_where(battle, |_, ends| ends == Ending::SurpriseEnds);
    }
}

/// What a combatant knows as the battle begins, if it is there: whom an ambush catches rolls, and whom one fails to
/// catch is aware; otherwise a side is unaware if each of its members is distracted (EP-SURP-11).
fn awareness(state: &State, start: &Start, seat: Seat) -> Option<AwareSetup> {
    let members = &start.setup.combatants;
    let own = members.get(seat.index())?;
    if reinforcements::is_awaited(state, seat) {
        return None;
    }
    let rules = state.rules().policies.initiative.ambush;
    let ambush = start.setup.ambush.filter(|_| rules.is_some());
    if ambush.is_some_and(|ambush| ambush.by == own.side) {
        return Some(AwareSetup::Aware);
    }
    let distracted = |aware| aware == AwareSetup::Distracted;
    let mut side = members.iter().filter(|member| member.side == own.side);
    Some(match own.aware {
        AwareSetup::Unaware => AwareSetup::Unaware,
        _ if state.rounds.ambush.is_some() => AwareSetup::Rolls,
        AwareSetup::Distracted if side.all(|member| distracted(member.aware)) => {
            AwareSetup::Unaware
        }
        AwareSetup::Rolls if ambush.is_none() => AwareSetup::Rolls,
        _ => AwareSetup::Aware,
    })
}

/// What a turn in a surprise round has given away: a blow alerts every enemy, a shot and a movement
/// those who notice them, anything else no combatant. `noise`: the attacks since the turn before.
pub fn end_of_turn(battle: &mut Turning, seat: Seat, noise: &[(Seat, Noise)]) {
    let policy = battle.rules().policies.initiative.surprise.unaware_until;
    if !battle.rounds.surprise || !policy.is_alerted() {
        return;
    }
    for (by, noise) in noise {
        attacked(battle, *by, *noise);
    }
    let budget = battle.get(seat).budget;
    let moved = budget.moved > 0 || budget.has(Mark::Stepped);
    let acted = budget.has(Mark::Attacked);
    if noise.iter().any(|(by, _)| *by == seat) {
        return;
    }
    if acted {
        // What is an attack without an attack roll, such as a push.
        alert_all(battle, seat, &[]);
    } else if moved {
        creep(battle, seat, None, Topic::Sneaking);
    }
}

/// What one attack has given away.
fn attacked(battle: &mut Turning, by: Seat, noise: Noise) {
    let shots = battle.rules().policies.initiative.surprise.shots;
    match shots.filter(|_| noise.ranged) {
        None => alert_all(battle, by, &[]),
        Some(shots) if noise.hit => {
            for observer in unaware(battle, by) {
                if observer == noise.target || is_near(battle, observer, noise.target, shots) {
                    alert(battle, observer, &[Topic::Sniping]);
                }
            }
        }
        Some(shots) => creep(battle, by, Some(shots.hide), Topic::Sniping),
    }
}

fn is_near(state: &State, observer: Seat, struck: Seat, shots: ShotRules) -> bool {
    let (Some(here), Some(there)) = (state.area(observer), state.area(struck)) else {
        return false;
    };
    let diagonals = state.rules().policies.movement.diagonals;
    distance(here, there, diagonals) <= u32::from(shots.hit_within)
}

/// Enemies of a combatant who do not know of theirs.
fn unaware(state: &State, of: Seat) -> Vec<Seat> {
    let sleeps = |s: &Seat| conditions::has(state, *s, Flag::Unaware) && state.enemies(of, *s);
    state.all().filter(sleeps).collect()
}

/// Alerts those who notice what a hidden combatant has done.
fn creep(battle: &mut Turning, seat: Seat, shot: Option<i32>, topic: Topic) {
    let unaware = unaware(battle, seat);
    if unaware.is_empty() {
        return;
    }
    let hidden = [noticing::hider(battle, seat, shot)];
    for observer in unaware {
        if noticing::notices(battle, observer, &hidden, topic) {
            alert(battle, observer, &[]);
        }
    }
}

fn alert_all(battle: &mut Turning, of: Seat, why: &[Topic]) {
    for observer in unaware(battle, of) {
        alert(battle, observer, why);
    }
}

/// A combatant becomes aware of its enemies. `why`: what else the line cites.
fn alert(battle: &mut Afflicting, seat: Seat, why: &[Topic]) {
    if let Some(condition) = battle.book.known.unaware {
        conditions::end_because(battle, seat, condition, why);
    }
}

/// At the end of a surprise round either another follows, or ordinary rounds begin with every
/// combatant.
pub fn end_of_round(battle: &mut Turning, start: &Start) {
    if battle.rules().policies.initiative.surprise.repeats && some_side_sleeps(battle) {
        return;
    }
    battle.rounds_mut().surprise = false;
    conditions::end_where(battle, |_, ends| ends == Ending::SurpriseEnds);
    crate::combat::flow::initiative::roll(battle, start);
}

/// What a surprise round is: the first or a further one, with the aware on one side or on several.
pub(crate) fn topics(state: &State) -> Vec<Topic> {
    let mut topics = vec![Topic::SurpriseRound];
    topics.extend((state.rounds.surprise_rounds > 1).then_some(Topic::SurpriseAgain));
    let acts = |seat: &Seat| {
        conditions::able(state, *seat) && !conditions::has(state, *seat, Flag::Unaware)
    };
    let mut sides = state.all().filter(acts).map(|seat| state.who(seat).side);
    let first = sides.next();
    topics.extend(
        sides
            .any(|side| Some(side) != first)
            .then_some(Topic::SurpriseMixed),
    );
    topics
}

/// Whether every member of some side in the fight is still unaware.
fn some_side_sleeps(state: &State) -> bool {
    (0..state.sides.list.len()).any(|side| {
        let side = SideId(side as u8);
        let mut members = state
            .all()
            .filter(|s| state.who(*s).side == side && conditions::able(state, *s))
            .peekable();
        members.peek().is_some() && members.all(|s| conditions::has(state, s, Flag::Unaware))
    })
}

#[cfg(test)]
mod tests {
    use crate::combat::battle::Battle;
    use crate::combat::contract::{AwareSetup, Choice, EventKind, Request, Seat};
    use crate::combat::testkit::testing::{Scene, action, kinds, ruleset, skill};

    const A: Seat = Seat(0);
    const FOE: Seat = Seat(1);

    /// A ambushes a.
    fn ambush(system: &str, aware: AwareSetup) -> Scene {
        Scene::new(ruleset(system), &["....", ".Aa.", "...."])
            .beginning()
            .change('a', |c| c.aware = aware)
    }

    fn bears(battle: &mut Battle, seat: Seat, name: &str) -> bool {
        let id = battle.rules().condition(name);
        battle.view().combatants[seat.index()]
            .conditions
            .iter()
            .any(|c| Some(*c) == id)
    }

    #[test]
    fn only_the_aware_act_in_the_surprise_round_and_only_once() {
        let mut battle = ambush("classic_d20", AwareSetup::Unaware).scripted(&[1]);
        let view = battle.view();
        assert!(view.surprise && view.round == 0);
        assert_eq!(view.combatants[1].initiative, None);
        let attack = action(&battle, "attack");
        battle.submit(Choice::act_at(attack, 0, FOE)).unwrap();
        let walk = action(&battle, "move");
        assert!(
            battle
                .check(&Choice::walk(walk, vec![crate::grid::Square::new(0, 1)]))
                .is_err()
        );
        battle.submit(Choice::EndTurn).unwrap();
        let view = battle.view();
        assert_eq!((view.surprise, view.round), (false, 1));
        assert!(bears(&mut battle, FOE, "flat_footed") && !bears(&mut battle, A, "flat_footed"));
        assert!(!bears(&mut battle, FOE, "unaware"));
    }

    #[test]
    fn the_unaware_roll_with_the_others_where_the_rules_say_so() {
        let scene = ambush("amorphous", AwareSetup::Unaware);
        let mut battle = scene.scripted(&[]);
        assert_eq!(battle.view().combatants[1].initiative, Some(19));
        assert!(bears(&mut battle, FOE, "unaware"));
        assert!(!bears(&mut battle, FOE, "flat_footed"));
    }

    #[test]
    fn no_surprise_if_all_or_none_are_aware() {
        let battle = ambush("classic_d20", AwareSetup::Aware).scripted(&[]);
        assert!(!battle.view().surprise);
        let scene = ambush("classic_d20", AwareSetup::Unaware)
            .change('A', |c| c.aware = AwareSetup::Unaware);
        assert!(!scene.scripted(&[]).view().surprise);
    }

    #[test]
    fn perception_against_stealth_decides_who_is_aware() {
        let noticing = |system, dice: &[u32]| {
            let scene = ambush(system, AwareSetup::Rolls).block('a', |block| {
                block.stats.insert(skill("perception"), 3);
            });
            !scene.scripted(dice).view().surprise
        };
        // 16 against 16: enough where equal is enough.
        assert!(noticing("amorphous", &[16, 13]));
        assert!(!noticing("amorphous", &[16, 12]));
        assert!(!noticing("age_of_heroes", &[16, 13]));
        assert!(noticing("age_of_heroes", &[16, 14]));
    }

    #[test]
    fn surprise_goes_on_until_something_is_noticed() {
        let mut battle = ambush("age_of_heroes", AwareSetup::Unaware).scripted(&[1]);
        battle.submit(Choice::EndTurn).unwrap();
        let view = battle.view();
        assert!(view.surprise, "nothing was done, so nothing was noticed");
        assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
        let attack = action(&battle, "attack");
        battle.submit(Choice::act_at(attack, 0, FOE)).unwrap();
        battle.submit(Choice::EndTurn).unwrap();
        assert_eq!(battle.view().round, 1);
        let rounds = kinds(&battle)
            .into_iter()
            .filter(|kind| *kind == EventKind::RoundBegan { round: 0 })
            .count();
        assert_eq!(rounds, 2);
    }
}
