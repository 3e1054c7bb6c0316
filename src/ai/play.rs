//! Deciding, and playing a battle to its end.

use bevy_ecs::prelude::*;

use super::answers;
use super::candidates;
use super::fast;
use super::jitter::Jitter;
use super::profile::{Effort, Profile};
use super::survey::{Survey, done_this_turn};
use super::turn;
use super::worth::Scored;
use crate::combat::state::Outcome;
use crate::combat::{
    Ahead, Aim, Awareness, Battle, Choice, Manner, Reads, Refusal, Request, Seat, Sight, View,
};
use crate::grid::{Area, Square};
use crate::rules::{ActionDef, ActionId, Perceive, Primitive};

/// The answer of a computer player to the pending request. It is legal; `seed` gives the player its
/// jitter, and nothing here touches the battle's dice. Without a request it is `EndTurn`.
pub fn decide(battle: &mut Battle, profile: &Profile, seed: u64) -> Choice {
    battle.ask(computer_turn, (*profile, seed))
}

/// The computer player as a system in the battle's world: from profile and seed to its choice.
pub(crate) fn computer_turn(
    In((profile, seed)): In<(Profile, u64)>,
    mut battle: Reads,
    mut ahead: Local<Ahead>,
) -> Choice {
    let battle = &Sight::of(&mut battle).of_those_asked();
    ahead.begin();
    let Some(request) = battle.request() else {
        return Choice::EndTurn;
    };
    if let Request::Turn { seat } = request
        && let Some(choice) = seek(battle, *seat).or_else(|| grasp(battle, *seat))
    {
        return choice;
    }
    if profile.effort == Effort::Hurries
        && let Some(choice) = fast::think(battle, request)
    {
        return choice;
    }
    let ideas = match request {
        Request::Turn { seat } => {
            let best = in_turn(battle, &mut ahead, *seat, (&profile, seed), 1);
            best.into_iter().map(|(_, choice)| choice).collect()
        }
        _ => answers::think(battle, request, &profile),
    };
    first_legal(battle, ideas)
}

/// What [`decide`] weighs in the turn that it is asked for: the best first, at most so many, each with
/// points above ending the turn (about 100 are an enemy taken out of the fight). Nothing where it does not
/// weigh: elsewhere than in a turn, if it searches for hidden enemies, if it is in a hurry.
pub fn weigh(battle: &mut Battle, profile: &Profile, seed: u64, most: usize) -> Vec<Scored> {
    battle.ask(weighed, (*profile, seed, most))
}

/// [`weigh`] as a system in the battle's world.
fn weighed(
    In((profile, seed, most)): In<(Profile, u64, usize)>,
    mut battle: Reads,
    mut ahead: Local<Ahead>,
) -> Vec<Scored> {
    let battle = &Sight::of(&mut battle).of_those_asked();
    ahead.begin();
    match battle.request() {
        Some(Request::Turn { seat })
            if profile.effort != Effort::Hurries
                && seek(battle, *seat).is_none()
                && grasp(battle, *seat).is_none() =>
        {
            in_turn(battle, &mut ahead, *seat, (&profile, seed), most)
        }
        _ => Vec::new(),
    }
}

/// The best things to do in the turn of a combatant.
fn in_turn(
    battle: &Sight,
    ahead: &mut Ahead,
    seat: Seat,
    (profile, seed): (&Profile, u64),
    most: usize,
) -> Vec<Scored> {
    let survey = Survey::of(battle, seat);
    let mut jitter = Jitter::of(seed, &survey.view);
    turn::think(battle, ahead, &survey, profile, &mut jitter, most)
}

/// A search, where no enemy is known of and one can be found near by.
fn seek(battle: &Sight, me: Seat) -> Option<Choice> {
    let rules = battle.rules();
    if !rules.hides_unseen_squares() {
        return None;
    }
    let units = battle.unit_summaries();
    let side = units.iter().find(|one| one.seat == me)?.side;
    if units.iter().any(|one| one.side != side) {
        return None;
    }
    let searches = |def: &ActionDef| {
        def.any(|what| matches!(what, Primitive::Perceive(Perceive::Search { .. })))
    };
    let known = battle.rules().actions.iter();
    let all = known.filter(|(_, def)| searches(def));
    let all: Vec<ActionId> = all.map(|(id, _)| id).collect();
    // What one look has not found it goes looking for elsewhere.
    if all.iter().any(|id| done_this_turn(battle, me, *id)) {
        return None;
    }
    let mut all = all.into_iter().map(Choice::act);
    all.find(|choice| battle.check(choice).is_ok())
}

/// A blow at the square of an enemy that is not seen, where none is seen and rules let nobody aim at what is not.
fn grasp(battle: &Sight, me: Seat) -> Option<Choice> {
    let rules = battle.rules();
    if !rules.policies.attack.aims_at_unseen.needs_sight() {
        return None;
    }
    let units = battle.unit_summaries();
    let side = units.iter().find(|one| one.seat == me)?.side;
    let enemies = units.iter().filter(|one| one.side != side);
    let known = enemies.map(|one| (one.area, battle.perceives(me, one.seat)));
    let known: Vec<(Area, Option<Awareness>)> = known.collect();
    if known
        .iter()
        .any(|(_, known)| *known == Some(Awareness::Seen))
    {
        return None;
    }
    let strikes = rules
        .actions
        .iter()
        .filter(|(_, def)| def.strikes_at_square());
    // All attacks of the turn before a single one, with whatever has several.
    let mut strikes: Vec<(bool, ActionId)> =
        strikes.map(|(id, def)| (def.strikes_all(), id)).collect();
    strikes.sort_by_key(|(all, _)| !all);
    let own = &battle.combatant(me)?.modes;
    let ways = strikes.into_iter().flat_map(|(all, action)| {
        let several = own.iter().map(move |mode| !all || mode.attacks > 1);
        let ways = (0..).zip(several).filter(|(_, fits)| *fits);
        ways.map(move |(mode, _)| (action, mode))
    });
    let ways: Vec<(ActionId, u8)> = ways.collect();
    let found = known
        .iter()
        .filter(|(_, known)| *known == Some(Awareness::Square));
    let squares: Vec<Square> = found.flat_map(|(area, _)| area.squares()).collect();
    let mut blows = ways.into_iter().flat_map(|(action, mode)| {
        squares.iter().map(move |at| Choice::Act {
            action,
            aim: Aim::Along(vec![*at]),
            mode: Some(mode),
            manner: Manner::default(),
        })
    });
    blows.find(|choice| battle.check(choice).is_ok())
}

/// The first of these that is legal; failing all, whatever is.
fn first_legal(battle: &Sight, ideas: Vec<Choice>) -> Choice {
    let safe = [Choice::EndTurn, Choice::Decline];
    let legal = |choice: &Choice| battle.check(choice).is_ok();
    let first = ideas.into_iter().chain(safe).find(legal);
    first
        .or_else(|| candidates::all(battle).into_iter().find(legal))
        .unwrap_or(Choice::EndTurn)
}

/// Paths that [`wander`] looks at in one movement.
const STROLLS: usize = 4;

/// Any legal answer at all, by the jitter of a seed: the player of tests, who tries everything. In a turn each action
/// that is possible is as likely as any other.
pub fn wander(battle: &Battle, seed: u64) -> Choice {
    let battle = &battle.sight();
    let view = battle.view();
    let mut jitter = Jitter::of(seed, &view);
    let drawn = match battle.request() {
        // A player that keeps on fumbling never ends a battle.
        Some(Request::Turn { .. }) if jitter.percent(15) => None,
        Some(Request::Turn { seat }) => wander_in_turn(battle, &view, *seat, &mut jitter),
        _ => legal(battle, candidates::all(battle), &mut jitter),
    };
    drawn.unwrap_or_else(|| first_legal(battle, Vec::new()))
}

/// A legal use of an action; `None`: no action leads anywhere.
fn wander_in_turn(battle: &Sight, view: &View, me: Seat, jitter: &mut Jitter) -> Option<Choice> {
    let mut actions = candidates::actions(battle);
    while let Some(action) = jitter.take(&mut actions) {
        let list = match battle.rules().actions[action].walks() {
            true => strolls(battle, action, jitter),
            false => candidates::of_action(battle, view, me, action),
        };
        let found = legal(battle, list, jitter);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A few paths of a movement.
fn strolls(battle: &Sight, action: ActionId, jitter: &mut Jitter) -> Vec<Choice> {
    let mut squares = battle.reachable(action).squares;
    let drawn = std::iter::from_fn(|| jitter.take(&mut squares)).take(STROLLS);
    let ways = drawn.filter_map(|(square, ..)| battle.way(action, square));
    ways.map(|way| candidates::walk(action, way)).collect()
}

/// A legal choice out of a list.
fn legal(battle: &Sight, mut list: Vec<Choice>, jitter: &mut Jitter) -> Option<Choice> {
    std::iter::from_fn(|| jitter.take(&mut list)).find(|choice| battle.check(choice).is_ok())
}

/// A battle that computer players have played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended; `None`: the limit came first.
    pub outcome: Option<Outcome>,
    /// Decisions taken.
    pub decisions: usize,
    /// The choice that was refused, which would be a defect.
    pub refused: Option<(Choice, Refusal)>,
}

/// Plays on to the end, or for so many decisions. `profiles` are by side; the last one serves for
/// all further sides, the balanced one if there is none.
pub fn play_out(battle: &mut Battle, profiles: &[Profile], seed: u64, limit: usize) -> Played {
    let mut decisions = 0;
    while let Some(side) = battle.deciding_side() {
        if decisions == limit {
            break;
        }
        let profile = profiles
            .get(side.index())
            .or(profiles.last())
            .copied()
            .unwrap_or_default();
        let choice = decide(battle, &profile, seed);
        decisions += 1;
        if let Err(refusal) = battle.submit(choice.clone()) {
            let refused = Some((choice, refusal));
            return Played {
                outcome: battle.outcome(),
                decisions,
                refused,
            };
        }
    }
    Played {
        outcome: battle.outcome(),
        decisions,
        refused: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};

    #[test]
    fn the_computer_searches_where_it_knows_of_no_enemy() {
        for profile in [Profile::BALANCED, Profile::FAST] {
            let scene = Scene::new(ruleset("epic_path"), &["A...a"]);
            let scene = scene.change('a', |c| c.conditions.push("invisible".into()));
            let mut battle = scene.seeded(1);
            let search = battle.rules().actions.id("search").unwrap();
            assert_eq!(decide(&mut battle, &profile, 1), Choice::act(search));
        }
    }

    /// Two sides that search for each other where neither is would never meet.
    #[test]
    fn the_computer_searches_once_in_a_turn_and_goes_on_by_guess() {
        let scene = Scene::new(ruleset("epic_path"), &["A..............a"]);
        let scene = scene.change('a', |c| c.conditions.push("invisible".into()));
        let mut battle = scene.seeded(1);
        let search = battle.rules().actions.id("search").unwrap();
        battle.submit(Choice::act(search)).expect("a search");
        let choice = decide(&mut battle, &Profile::BALANCED, 1);
        battle.submit(choice).expect("legal");
        let at = battle.view().combatants[0].area.expect("placed").anchor;
        assert!(at.x > 0, "{at:?}");
    }

    #[test]
    fn what_it_weighs_begins_with_what_it_decides() {
        for system in ["classic_d20", "epic_path"] {
            let scene = Scene::new(ruleset(system), &["A.b", "..b"]);
            let mut battle = scene.seeded(1);
            let weighed = weigh(&mut battle, &Profile::BALANCED, 1, 3);
            assert!(weighed.len() > 1, "{system}: {weighed:?}");
            assert!(weighed.is_sorted_by(|a, b| a.0 >= b.0), "{weighed:?}");
            assert_eq!(decide(&mut battle, &Profile::BALANCED, 1), weighed[0].1);
        }
    }

    #[test]
    fn the_computer_strikes_at_the_square_in_which_it_knows_an_invisible_enemy() {
        let scene = Scene::new(ruleset("epic_path"), &["Aa"]);
        let scene = scene.change('a', |c| c.conditions.push("invisible".into()));
        let scene = scene.block('A', |block| block.traits.push("scent".into()));
        let mut battle = scene.seeded(1);
        let blow = battle.rules().actions.id("strike_square").unwrap();
        let Choice::Act { action, aim, .. } = decide(&mut battle, &Profile::BALANCED, 1) else {
            panic!("no action")
        };
        assert_eq!((action, aim), (blow, Aim::Along(vec![Square::new(1, 0)])));
    }
}
