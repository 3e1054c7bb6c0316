//! Awareness and the surprise round.

use crate::combat::contract::{AwareSetup, EventKind, Opening, Seat, SideId};
use crate::combat::flow::reinforcements;
use crate::combat::state::{Access, Ending, Entering, Relieving, Rolling, Start, State};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::rules::{Check, Edge, Flag, Notice, Topic, UnawareUntil};

/// Settles who knows of the enemy, and whether there is a surprise round.
pub fn settle_awareness(battle: &mut Access<Entering>, start: &Start) {
    if start.setup.opening == Opening::UnderWay {
        return;
    }
    let members = &start.setup.combatants;
    let aware = |seat: Seat| match reinforcements::is_awaited(battle, seat) {
        true => None,
        false => members.get(seat.index()).map(|member| member.aware),
    };
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
    if !observers.is_empty() {
        let mut hidden: Vec<(Seat, Check)> = Vec::new();
        for hider in ambushers {
            if observers.iter().any(|o| battle.enemies(hider, *o)) {
                hidden.push((hider, hide(&mut battle.lend(), hider)));
            }
        }
        for seat in observers {
            if !notices(&mut battle.lend(), seat, &hidden, Topic::Awareness) {
                unaware.push(seat);
            }
        }
    }
    unaware.sort_unstable();
    if let Some(condition) = battle.book.known.unaware {
        for seat in &unaware {
            conditions::begin(&mut battle.lend(), *seat, condition, None);
        }
    }
    let all = battle
        .all()
        .filter(|s| conditions::present(battle, *s))
        .count();
    battle.rounds_mut().surprise = !unaware.is_empty() && unaware.len() < all;
    if !battle.rounds.surprise {
        conditions::end_where(&mut battle.lend(), |_, ends| ends == Ending::SurpriseEnds);
    }
}

fn hide(battle: &mut Access<Rolling>, seat: Seat) -> Check {
    let stat = battle.rules().policies.initiative.surprise.hide;
    let bonus = checks::tally(battle, seat, stat, &[]);
    checks::d20(battle, seat, Purpose::Hide, bonus, Edge::None)
}

/// Whether a combatant notices any of the hidden enemies.
fn notices(
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
    let rival = match rule {
        Notice::MeetsBest => enemies.max_by_key(|(_, check)| check.total()),
        Notice::MeetsLowest | Notice::BeatsLowest => enemies.min_by_key(|(_, check)| check.total()),
    };
    let Some((hider, answer)) = rival.cloned() else {
        return true;
    };
    let bonus = checks::tally(battle, seat, policy.spot, &[]);
    let check = checks::d20(battle, seat, Purpose::Spot, bonus, Edge::None);
    let won = match rule {
        Notice::BeatsLowest => check.total() > answer.total(),
        Notice::MeetsBest | Notice::MeetsLowest => check.total() >= answer.total(),
    };
    let contest = EventKind::Contest {
        seat,
        check,
        against: hider,
        answer,
        won,
    };
    battle.emit(&[topic], contest);
    won
}

/// What a turn in a surprise round has given away: an attack alerts every enemy, a movement those
/// who notice it, anything else no combatant.
pub fn end_of_turn(battle: &mut Access<Entering>, seat: Seat) {
    let policy = battle.rules().policies.initiative.surprise.unaware_until;
    if !battle.rounds.surprise || policy != UnawareUntil::Alerted {
        return;
    }
    let unaware: Vec<Seat> = battle
        .all()
        .filter(|s| conditions::has(battle, *s, Flag::Unaware) && battle.enemies(seat, *s))
        .collect();
    let budget = battle.get(seat).budget;
    let (attacked, moved) = (budget.attacked, budget.moved > 0 || budget.stepped);
    if unaware.is_empty() || !(attacked || moved) {
        return;
    }
    let hidden = if attacked {
        Vec::new()
    } else {
        vec![(seat, hide(&mut battle.lend(), seat))]
    };
    for observer in unaware {
        if attacked || notices(&mut battle.lend(), observer, &hidden, Topic::Sneaking) {
            alert(&mut battle.lend(), observer);
        }
    }
}

/// A combatant becomes aware of its enemies.
pub fn alert(battle: &mut Access<Relieving>, seat: Seat) {
    if let Some(condition) = battle.book.known.unaware {
        conditions::end(battle, seat, condition);
    }
}

/// At the end of a surprise round either another follows, or ordinary rounds begin with every
/// combatant.
pub fn end_of_round(battle: &mut Access<Entering>, start: &Start) {
    if battle.rules().policies.initiative.surprise.repeats && some_side_sleeps(battle) {
        return;
    }
    battle.rounds_mut().surprise = false;
    conditions::end_where(&mut battle.lend(), |_, ends| ends == Ending::SurpriseEnds);
    crate::combat::flow::initiative::roll(&mut battle.lend(), start);
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
