//! Delay: putting a turn off, coming in later, and the turn that was missed.

use crate::combat::contract::{EventKind, Request, Seat};
use crate::combat::flow::initiative;
use crate::combat::movement::terrain;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Access, ActiveCondition, Delaying, Ending, Judging, Scheduling, Stage, State, TurnBefore,
};
use crate::combat::{conditions, economy};
use crate::rules::{Ability, DelayRule, Stat, Topic, TurnAct};

/// Notes what the start of a turn is about to change, so that putting the turn off can take it
/// back: a turn that is put off has not begun.
pub fn remember(battle: &mut Access<Scheduling>, seat: Seat) {
    let mut ended = Vec::new();
    for bearer in battle.all() {
        let over = |c: &&ActiveCondition| {
            c.ends == Ending::StartOfTurn(seat) || (c.ends == Ending::FirstTurn && bearer == seat)
        };
        ended.extend(
            battle
                .conditions(bearer)
                .iter()
                .filter(over)
                .map(|c| (bearer, *c)),
        );
    }
    let fighter = battle.get(seat);
    let before = TurnBefore {
        ended,
        reactions: fighter.reactions.clone(),
        silenced: fighter.silenced.0,
        hit_points: fighter.vitals.hit_points,
    };
    battle.rounds_mut().before_turn = Some(before);
}

/// Whether putting the turn off has to be decided before it begins, because its start will hurt.
pub fn asks_first(state: &State, seat: Seat) -> bool {
    let fighter = state.get(seat);
    let table = &state.rules().conditions;
    let hurts = |c: &ActiveCondition| c.amount != 0 || table[c.condition].ongoing_dice.is_some();
    let gathers = fighter.vitals.gathers.is_some();
    (gathers || state.conditions(seat).iter().any(hurts) || terrain::hurts_here(state, seat))
        && !fighter.initiative.delaying
        && state.rounds.asked_first != Some(seat)
        && conditions::able(state, seat)
        && state
            .rules()
            .actions
            .iter()
            .any(|(_, def)| def.turn_act() == Some(TurnAct::Delay))
}

/// Puts the turn off: its start is taken back, and the combatant waits.
pub fn begin(battle: &mut Access<Delaying>, seat: Seat) {
    if let Some(before) = battle.rounds_mut().before_turn.take() {
        for (bearer, c) in before.ended {
            if !conditions::bears(battle, bearer, Some(c.condition)) {
                conditions::begin_until(&mut battle.lend(), bearer, c.condition, c.ends, c.by);
            }
        }
        *battle.reactions_mut(seat) = before.reactions;
        economy::silence(&mut battle.lend(), seat, before.silenced);
    }
    wait(battle, seat);
    if battle.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        battle.stack_mut().0.pop();
        battle.push(Stage::NextTurn);
    }
}

fn wait(battle: &mut Access<Delaying>, seat: Seat) {
    battle.initiative_mut(seat).delaying = true;
    *battle.budget_mut(seat) = Default::default();
    battle.rounds_mut().current = None;
    battle.rounds_mut().before_turn = None;
    battle.rounds_mut().asked_first = None;
    if battle.rules().policies.initiative.delay == DelayRule::AfterAnyTurn {
        // Its place in this round has gone by.
        battle.rounds_mut().done.push(seat);
    }
    battle.emit(&[Topic::Delay], EventKind::Delayed { seat });
}

/// Whether the order stops at a combatant: one who waits and may come in by its own choice only is
/// passed over.
pub fn takes_place(state: &State, seat: Seat) -> bool {
    !state.get(seat).initiative.delaying
        || state.rules().policies.initiative.delay == DelayRule::AfterAnyTurn
}

/// Those who wait, in the order in which they choose: higher bonus, higher Dexterity, seat.
fn waiting(state: &State) -> Vec<Seat> {
    let mut waiting: Vec<Seat> = state
        .all()
        .filter(|seat| state.get(*seat).initiative.delaying && conditions::able(state, *seat))
        .collect();
    waiting.sort_by_key(|seat| {
        let fighter = state.get(*seat);
        let dexterity = state.abilities(*seat).score(Ability::Dexterity);
        (-fighter.stats.plain(Stat::Initiative), -dexterity, *seat)
    });
    waiting
}

/// Whether any combatant waits for a turn to end.
pub fn anyone_waits(state: &State) -> bool {
    state.all().any(|seat| state.get(seat).initiative.delaying)
}

/// Asks the next one who waits whether it comes in now.
pub fn ask(battle: &mut Access<Judging>, after: Option<Seat>, asked: u8) {
    if crate::combat::flow::victory::settle(battle) {
        return;
    }
    if let Some(seat) = waiting(battle).get(usize::from(asked)).copied() {
        let asked = asked.saturating_add(1);
        battle.ask(
            Request::ComeIn { seat, after },
            Stage::Waiting { after, asked },
        );
    }
}

/// Takes the answer of a combatant that may come in after another, or whose turn is about to begin.
pub fn answer(
    battle: &mut Access<Delaying>,
    (stage, seat, after): (Stage, Seat, Option<Seat>),
    comes: bool,
) {
    match after {
        // The rest is asked again when this turn has ended.
        Some(after) if comes => come_in(&mut battle.lend(), seat, after),
        None if !comes => {
            wait(battle, seat);
            battle.push(Stage::NextTurn);
        }
        _ => {
            if after.is_none() {
                battle.rounds_mut().asked_first = Some(seat);
            }
            battle.push(stage);
        }
    }
}

/// The turn begins now, and this is the place in the order from now on.
fn come_in(battle: &mut Access<Scheduling>, seat: Seat, after: Seat) {
    initiative::move_after(battle, seat, after);
    battle.initiative_mut(seat).delaying = false;
    battle.rounds_mut().done.retain(|s| *s != seat);
    initiative::announce(&mut battle.lend(), &[Topic::Delay]);
    battle.push(Stage::BeginTurn(seat));
}

/// At the end of a round the turn of those who still wait is lost, where delaying lowers the count.
pub fn forfeit(battle: &mut Access<Scheduling>) {
    let DelayRule::LowerCount { floor } = battle.rules().policies.initiative.delay else {
        return;
    };
    for seat in waiting(battle) {
        let lowest = floor - battle.get(seat).stats.plain(Stat::Initiative);
        battle.initiative_mut(seat).delaying = false;
        initiative::move_down(battle, seat, lowest);
        initiative::announce(&mut battle.lend(), &[Topic::Delay]);
    }
}

#[cfg(test)]
mod tests {
    use crate::combat::contract::{Choice, EventKind, Request, Seat};
    use crate::combat::testkit::testing::{Scene, action, kinds, ruleset};

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);
    const C: Seat = Seat(2);

    fn scene(system: &str) -> Scene {
        Scene::new(ruleset(system), &["A.......a", ".........", "........b"])
    }

    fn yes() -> Choice {
        Choice::Accept { mode: None }
    }

    #[test]
    fn coming_in_later_lowers_the_count_for_good() {
        // CD-INIT-07. A is on 20, B on 19, C on 18.
        let mut battle = scene("classic_d20")
            .change('b', |c| c.initiative = Some(5))
            .scripted(&[]);
        let delay = action(&battle, "delay");
        battle.submit(Choice::act(delay)).unwrap();
        assert_eq!(battle.request(), Some(&Request::Turn { seat: B }));
        battle.submit(Choice::EndTurn).unwrap();
        let ask = Request::ComeIn {
            seat: A,
            after: Some(B),
        };
        assert_eq!(battle.request(), Some(&ask));
        battle.submit(yes()).unwrap();
        assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
        let view = battle.view();
        assert_eq!(view.order, [B, A, C]);
        assert_eq!(view.combatants[0].initiative, Some(18));
        battle.submit(Choice::EndTurn).unwrap();
        battle.submit(Choice::EndTurn).unwrap();
        assert_eq!(battle.view().round, 2);
        assert_eq!(battle.request(), Some(&Request::Turn { seat: B }));
    }

    #[test]
    fn a_delayer_that_never_comes_in_loses_the_turn_and_falls_to_the_floor() {
        let mut battle = scene("classic_d20").scripted(&[]);
        let delay = action(&battle, "delay");
        battle.submit(Choice::act(delay)).unwrap();
        for _ in 0..2 {
            battle.submit(Choice::EndTurn).unwrap();
            battle.submit(Choice::Decline).unwrap();
        }
        let view = battle.view();
        assert_eq!((view.round, view.order), (2, vec![B, C, A]));
        assert_eq!(view.combatants[0].initiative, Some(-10));
    }

    #[test]
    fn delaying_is_for_a_turn_in_which_nothing_was_done() {
        let mut battle = scene("classic_d20").scripted(&[]);
        let (delay, walk) = (action(&battle, "delay"), action(&battle, "move"));
        let path = vec![crate::grid::Square::new(1, 0)];
        battle.submit(Choice::walk(walk, path)).unwrap();
        assert!(battle.check(&Choice::act(delay)).is_err());
    }

    #[test]
    fn the_new_place_is_after_the_turn_that_ended() {
        // AM-DELAY-02.
        let mut battle = scene("amorphous").scripted(&[]);
        let delay = action(&battle, "delay");
        battle.submit(Choice::act(delay)).unwrap();
        battle.submit(Choice::EndTurn).unwrap();
        battle.submit(yes()).unwrap();
        assert_eq!(battle.view().order, [B, A, C]);
    }

    #[test]
    fn a_delay_that_runs_out_leaves_an_empty_turn() {
        // AM-DELAY-03: the missed turn passes empty, directly before the new one.
        let mut battle = scene("amorphous").scripted(&[]);
        let delay = action(&battle, "delay");
        battle.submit(Choice::act(delay)).unwrap();
        for _ in 0..2 {
            battle.submit(Choice::EndTurn).unwrap();
            battle.submit(Choice::Decline).unwrap();
        }
        assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
        let turns: Vec<_> = kinds(&battle)
            .into_iter()
            .filter(|kind| {
                matches!(kind, EventKind::TurnBegan { seat } | EventKind::TurnEnded { seat } if *seat == A)
            })
            .collect();
        let (began, ended) = (
            EventKind::TurnBegan { seat: A },
            EventKind::TurnEnded { seat: A },
        );
        assert_eq!(turns, [began.clone(), began.clone(), ended, began]);
        assert_eq!(battle.view().order, [A, B, C]);
    }

    #[test]
    fn a_turn_that_is_put_off_has_not_begun() {
        // AM-DELAY-04: what lasts until its own turn goes on.
        let mut battle = scene("amorphous").scripted(&[]);
        let (delay, defend) = (action(&battle, "delay"), action(&battle, "defend"));
        battle.submit(Choice::act(defend)).unwrap();
        for _ in 0..3 {
            battle.submit(Choice::EndTurn).unwrap();
        }
        let defending = battle.rules().condition("defending").unwrap();
        assert!(!battle.view().combatants[0].conditions.contains(&defending));
        battle.submit(Choice::act(delay)).unwrap();
        assert!(battle.view().combatants[0].conditions.contains(&defending));
    }
}
