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

/// A computer player.
#[derive(Default)]
pub struct Computer {
    profile: Profile,
    /// Source of its jitter.
    seed: u64,
    /// Alternatives that a [`Thought`] lists at most, 0 as 1.
    most: usize,
    ahead: Ahead,
}

/// A decision of a computer player.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    pub choice: Choice,
    /// The best choices in a turn, the best first, with points above ending the turn: about 100 are an enemy taken out
    /// of the fight. Empty for other requests and for a choice that took no weighing.
    pub weighed: Vec<Scored>,
}

impl From<Choice> for Thought {
    fn from(choice: Choice) -> Self {
        Self {
            choice,
            weighed: Vec::new(),
        }
    }
}

impl Computer {
    /// A player with this profile. Equal seeds decide alike on equal positions.
    pub fn new(profile: &Profile, seed: u64) -> Self {
        let mut player = Self::default();
        player.play_as(profile, seed, 1);
        player
    }

    /// Goes on with another profile, seed and number of alternatives, and with the copy in which it looks ahead.
    pub fn play_as(&mut self, profile: &Profile, seed: u64, most: usize) {
        (self.profile, self.seed, self.most) = (*profile, seed, most);
    }

    /// A player that lists so many alternatives for each decision.
    #[must_use]
    pub fn listing(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Decides on the pending request. The choice is legal, or `EndTurn` without a request. The dice of the battle are
    /// never looked at.
    pub fn decide(&mut self, battle: &Battle) -> Thought {
        battle.ask(computer_turn, self)
    }
}

/// The choice of a new [`Computer`]. For several decisions, keep the player: it keeps the copy in which it looks ahead.
pub fn decide(battle: &Battle, profile: &Profile, seed: u64) -> Choice {
    Computer::new(profile, seed).decide(battle).choice
}

/// The computer player as a system that reads the battle.
pub(crate) fn computer_turn(InMut(player): InMut<Computer>, battle: Reads) -> Thought {
    let battle = &Sight::of(battle).of_those_asked();
    player.ahead.begin();
    let Some(request) = battle.request() else {
        return Choice::EndTurn.into();
    };
    if let Some(choice) = at_a_glance(battle, player.profile.effort, request) {
        return choice.into();
    }
    let (weighed, ideas) = match request {
        Request::Turn { seat } => {
            let weighed = in_turn(battle, player, *seat);
            let ideas = weighed.iter().map(|(_, choice)| choice.clone()).collect();
            (weighed, ideas)
        }
        _ => (Vec::new(), answers::think(battle, request, &player.profile)),
    };
    let choice = first_legal(battle, ideas);
    Thought { choice, weighed }
}

/// A choice that takes no weighing: the search for hidden enemies, and most choices of a player that hurries.
fn at_a_glance(battle: &Sight, effort: Effort, request: &Request) -> Option<Choice> {
    let search = match request {
        Request::Turn { seat } => seek(battle, *seat).or_else(|| grasp(battle, *seat)),
        _ => None,
    };
    let hurried = || match effort {
        Effort::Hurries => fast::think(battle, request),
        Effort::Weighs => None,
    };
    search.or_else(hurried)
}

/// The best choices in the turn of a combatant.
fn in_turn(battle: &Sight, player: &mut Computer, seat: Seat) -> Vec<Scored> {
    let Computer {
        profile,
        seed,
        most,
        ahead,
    } = player;
    let survey = Survey::of(battle, seat);
    let mut jitter = Jitter::of(*seed, &survey.view);
    turn::think(battle, ahead, &survey, profile, &mut jitter, (*most).max(1))
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
    let mut player = Computer::new(&Profile::default(), seed);
    let mut decisions = 0;
    let mut refused = None;
    while let Some(side) = battle.deciding_side().filter(|_| decisions < limit) {
        let profile = profiles.get(side.index()).or(profiles.last());
        player.profile = profile.copied().unwrap_or_default();
        let choice = player.decide(battle).choice;
        decisions += 1;
        if let Err(refusal) = battle.submit(choice.clone()) {
            refused = Some((choice, refusal));
            break;
        }
    }
    Played {
        outcome: battle.outcome(),
        decisions,
        refused,
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
            let battle = scene.seeded(1);
            let search = battle.rules().actions.id("search").unwrap();
            assert_eq!(decide(&battle, &profile, 1), Choice::act(search));
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
        let choice = decide(&battle, &Profile::BALANCED, 1);
        battle.submit(choice).expect("legal");
        let at = battle.view().combatants[0].area.expect("placed").anchor;
        assert!(at.x > 0, "{at:?}");
    }

    #[test]
    fn what_it_weighs_begins_with_what_it_decides() {
        for system in ["classic_d20", "epic_path"] {
            let scene = Scene::new(ruleset(system), &["A.b", "..b"]);
            let battle = scene.seeded(1);
            let mut player = Computer::new(&Profile::BALANCED, 1).listing(3);
            let Thought { choice, weighed } = player.decide(&battle);
            assert!(weighed.len() > 1, "{system}: {weighed:?}");
            assert!(weighed.is_sorted_by(|a, b| a.0 >= b.0), "{weighed:?}");
            assert_eq!(choice, weighed[0].1);
            assert_eq!(choice, decide(&battle, &Profile::BALANCED, 1));
        }
    }

    #[test]
    fn the_computer_strikes_at_the_square_in_which_it_knows_an_invisible_enemy() {
        let scene = Scene::new(ruleset("epic_path"), &["Aa"]);
        let scene = scene.change('a', |c| c.conditions.push("invisible".into()));
        let scene = scene.block('A', |block| block.traits.push("scent".into()));
        let battle = scene.seeded(1);
        let blow = battle.rules().actions.id("strike_square").unwrap();
        let Choice::Act { action, aim, .. } = decide(&battle, &Profile::BALANCED, 1) else {
            panic!("no action")
        };
        assert_eq!((action, aim), (blow, Aim::Along(vec![Square::new(1, 0)])));
    }
}
