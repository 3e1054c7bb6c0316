//! Who has won: the last side able to fight, a surrender, an objective, or no combatant.

use crate::combat::contract::{EndReason, EventKind, Seat, SideId};
use crate::combat::flow::reinforcements;
use crate::combat::state::{Afflicting, Outcome, State, Turning};
use crate::combat::{conditions, movement};
use crate::content::Objective;
use crate::rules::{Flag, Topic};

/// Whether a combatant still counts for its side: in the fight and neither dying nor unconscious.
/// A combatant that is held or paralysed for a while still counts.
pub fn counts(state: &State, seat: Seat) -> bool {
    conditions::present(state, seat)
        && !conditions::has(state, seat, Flag::Dying)
        && !conditions::has(state, seat, Flag::Stable)
        && !conditions::bears(state, seat, state.book.known.unconscious)
}

fn sides(state: &State) -> impl Iterator<Item = SideId> + use<> {
    (0..state.sides.list.len()).map(|side| SideId(side as u8))
}

fn members(state: &State, side: SideId) -> impl Iterator<Item = Seat> {
    state
        .all()
        .filter(move |seat| state.who(*seat).side == side)
}

fn fights(state: &State, side: SideId) -> bool {
    // A combatant that still has a combatant to come is not beaten yet.
    !state.sides.list[side.index()].surrendered
        && (members(state, side).any(|s| counts(state, s)) || reinforcements::awaits(state, side))
}

/// Ends the battle if it is decided: clears the stack and tells the outcome.
pub fn settle(battle: &mut Turning) -> bool {
    if battle.rounds.over.is_some() {
        return true;
    }
    let mut standing = sides(battle).filter(|side| fights(battle, *side));
    let (first, second) = (standing.next(), standing.next());
    drop(standing);
    let first = first.or_else(|| unyielding(battle));
    match (first, second) {
        (Some(_), Some(_)) => arrive(battle),
        _ if waits(battle) => false,
        (Some(winner), None) => {
            end(battle, Some(winner), lost_by(battle, winner));
            true
        }
        (None, _) => {
            end(battle, None, EndReason::MutualDestruction);
            true
        }
    }
}

/// The side that has won with the act for which one of it is still to pay with its last strength, where
/// the battle is judged before that (SP-DYING-05).
pub fn won_before_strain(state: &State) -> Option<SideId> {
    let judged = state.rules().policies.victory.judged_before_strain;
    let open = judged && state.rounds.over.is_none() && !waits(state);
    let mut standing = sides(state).filter(|side| fights(state, *side));
    let winner = standing.next().filter(|_| open)?;
    standing.next().is_none().then_some(winner)
}

/// Ends the battle with this winner.
pub fn award(battle: &mut Turning, winner: SideId) {
    let why = lost_by(battle, winner);
    end(battle, Some(winner), why);
}

/// The one side that has not surrendered, when all others have: it has won, whether any of it stands or
/// not.
fn unyielding(state: &State) -> Option<SideId> {
    let mut holding = sides(state).filter(|side| !state.sides.list[side.index()].surrendered);
    let one = holding.next();
    one.filter(|_| holding.next().is_none() && state.sides.list.len() > 1)
}

/// Whether it would be decided, but goes on for the dying.
pub fn is_held_up(state: &State) -> bool {
    sides(state).filter(|side| fights(state, *side)).count() < 2 && waits(state)
}

/// Whether the battle goes on for a combatant of any side who is still dying (AM-DYING-08).
fn waits(state: &State) -> bool {
    state.all().any(|seat| is_waited_for(state, seat))
}

/// Whether a battle that is decided waits for this combatant to be stable or dead.
fn is_waited_for(state: &State, seat: Seat) -> bool {
    state.rules().policies.victory.waits_for_dying
        && conditions::present(state, seat)
        && conditions::has(state, seat, Flag::Dying)
        && !conditions::has(state, seat, Flag::Stable)
}

/// Whether a combatant was left behind when its side surrendered.
pub fn left_behind(state: &State, seat: Seat) -> bool {
    state.sides.list[state.who(seat).side.index()].surrendered
}

fn lost_by(state: &State, winner: SideId) -> EndReason {
    let others = || sides(state).filter(|side| *side != winner);
    if others().all(|side| state.sides.list[side.index()].surrendered) {
        EndReason::Surrender
    } else {
        EndReason::Defeat
    }
}

/// Counts members in the goal of a `Reach` objective, and ends the battle when there are enough.
fn arrive(battle: &mut Turning) -> bool {
    let Objective::Reach { side, zone, count } = battle.sides.objective.clone() else {
        return false;
    };
    let Some(side) = side_of(battle, &side) else {
        return false;
    };
    let Some(goal) = battle.field.zone(&zone) else {
        return false;
    };
    let arrived: Vec<Seat> = members(battle, side)
        .filter(|seat| !battle.sides.arrived.contains(seat) && counts(battle, *seat))
        .filter(|seat| battle.area(*seat).is_some_and(|area| goal.touches(area)))
        .collect();
    battle.sides_mut().arrived.extend(arrived);
    if battle.sides.arrived.len() < usize::from(count.max(1)) {
        return false;
    }
    end(battle, Some(side), EndReason::Objective);
    true
}

fn side_of(state: &State, id: &str) -> Option<SideId> {
    sides(state).find(|side| state.sides.list[side.index()].id == id)
}

/// Objectives that are counted in rounds.
pub fn end_of_round(battle: &mut Turning) {
    if battle.rounds.surprise || battle.rounds.over.is_some() || is_held_up(battle) {
        return;
    }
    match battle.sides.objective.clone() {
        Objective::Hold { zone, rounds } => {
            let holder = holder(battle, &zone);
            for side in sides(battle) {
                let held = &mut battle.sides_mut().held[side.index()];
                *held = if Some(side) == holder { *held + 1 } else { 0 };
                if *held >= rounds.max(1) {
                    end(battle, Some(side), EndReason::Objective);
                    return;
                }
            }
        }
        Objective::Survive { side, rounds } if battle.rounds.ordinary() >= rounds => {
            if let Some(side) = side_of(battle, &side).filter(|side| fights(battle, *side)) {
                end(battle, Some(side), EndReason::Objective);
            }
        }
        _ => {}
    }
}

/// The only side with any combatant in a zone.
fn holder(state: &State, zone: &str) -> Option<SideId> {
    let zone = state.field.zone(zone)?;
    let mut inside = state
        .all()
        .filter(|seat| counts(state, *seat))
        .filter(|seat| state.area(*seat).is_some_and(|area| zone.touches(area)))
        .map(|seat| state.who(seat).side);
    let first = inside.next()?;
    inside.all(|side| side == first).then_some(first)
}

/// A side gives up: its members leave the field, all but those for whom the battle waits (AM-DYING-08).
pub fn surrender(battle: &mut Turning, side: SideId) {
    let Some(entry) = battle.sides_mut().list.get_mut(side.index()) else {
        return;
    };
    entry.surrendered = true;
    battle.emit(&[Topic::Surrender], EventKind::SideSurrendered { side });
    let leaving: Vec<Seat> = members(battle, side)
        .filter(|seat| conditions::present(battle, *seat) && !is_waited_for(battle, *seat))
        .collect();
    for seat in leaving {
        leave(battle, seat);
    }
    settle(battle);
}

/// A combatant leaves the battle for good.
pub fn leave(battle: &mut Afflicting, seat: Seat) {
    if let Some(gone) = battle.book.known.gone {
        conditions::begin(battle, seat, gone, None);
    }
    movement::put(battle, seat, None);
    battle.set_area(seat, None);
    battle.emit(&[Topic::Surrender], EventKind::Left { seat });
}

/// The battle is over.
pub fn end(battle: &mut Turning, winner: Option<SideId>, reason: EndReason) {
    if battle.rounds.over.is_some() {
        return;
    }
    battle.rounds_mut().over = Some(Outcome { winner, reason });
    battle.rounds_mut().current = None;
    battle.stack_mut().0.clear();
    battle.pending_mut().0 = None;
    (battle.on.over)(battle);
    battle.emit(
        &[Topic::BattleEnd],
        EventKind::BattleEnded { winner, reason },
    );
}

#[cfg(test)]
mod tests {
    use crate::combat::contract::{Choice, EndReason, SideId};
    use crate::combat::testkit::testing::{Scene, action, ruleset};
    use crate::content::Objective;
    use crate::grid::{Square, SquareSet};

    fn with_goal(objective: Objective) -> Scene {
        let mut scene = Scene::new(ruleset("classic_d20"), &["A....a"]);
        let goal = SquareSet::from_squares(scene.setup.dimensions, [Square::new(1, 0)]);
        scene.setup.zones.insert("goal".to_owned(), goal);
        scene.setup.objective = objective;
        scene
    }

    #[test]
    fn the_last_side_able_to_fight_wins() {
        let scene = Scene::new(ruleset("classic_d20"), &["Aa"]).change('a', |c| {
            c.hit_points = Some(1);
        });
        let mut battle = scene.scripted(&[15, 8]);
        let attack = action(&battle, "attack");
        battle
            .submit(Choice::act_at(attack, 0, super::Seat(1)))
            .unwrap();
        let outcome = battle.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(SideId(0)), EndReason::Defeat)
        );
        assert!(battle.request().is_none());
        assert!(battle.submit(Choice::EndTurn).is_err());
    }

    #[test]
    fn a_side_may_give_up_on_its_own_turn() {
        let mut battle = Scene::new(ruleset("amorphous"), &["A.a"]).scripted(&[]);
        battle.submit(Choice::Surrender).unwrap();
        let outcome = battle.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(SideId(1)), EndReason::Surrender)
        );
        let view = battle.view();
        assert!(view.sides[0].surrendered && view.combatants[0].area.is_none());
    }

    #[test]
    fn reaching_the_goal_wins_at_once() {
        let goal = Objective::Reach {
            side: "heroes".into(),
            zone: "goal".into(),
            count: 1,
        };
        let mut battle = with_goal(goal).scripted(&[]);
        let walk = action(&battle, "move");
        battle
            .submit(Choice::walk(walk, vec![Square::new(1, 0)]))
            .unwrap();
        assert_eq!(battle.outcome().unwrap().reason, EndReason::Objective);
    }

    #[test]
    fn holding_the_goal_wins_after_so_many_rounds() {
        let goal = Objective::Hold {
            zone: "goal".into(),
            rounds: 2,
        };
        let mut battle = with_goal(goal).scripted(&[]);
        let walk = action(&battle, "move");
        battle
            .submit(Choice::walk(walk, vec![Square::new(1, 0)]))
            .unwrap();
        for turns in 0.. {
            if battle.submit(Choice::EndTurn).is_err() {
                assert_eq!(turns, 4, "two rounds of two turns");
                break;
            }
        }
        assert_eq!(battle.outcome().unwrap().winner, Some(SideId(0)));
    }

    #[test]
    fn surviving_so_many_rounds_wins() {
        let goal = Objective::Survive {
            side: "enemies".into(),
            rounds: 3,
        };
        let mut battle = with_goal(goal).scripted(&[]);
        while battle.submit(Choice::EndTurn).is_ok() {}
        assert_eq!(battle.view().round, 3);
        assert_eq!(battle.outcome().unwrap().winner, Some(SideId(1)));
    }

    #[test]
    fn a_battle_without_an_end_is_broken_off() {
        let mut battle = Scene::new(ruleset("classic_d20"), &["A.a"]).scripted(&[]);
        while battle.submit(Choice::EndTurn).is_ok() {}
        assert_eq!(battle.outcome().unwrap().reason, EndReason::Stalemate);
        assert_eq!(battle.view().round, 200);
    }
}
