//! Answers to everything but a turn: strike out of turn, defend, take 10, come in, push.

use super::abilities;
use super::evaluate::{self, Odds};
use super::profile::Profile;
use super::survey::Survey;
use crate::combat::contract::{Sheltered, View};
use crate::combat::{Choice, DefenceChoice, Request, Seat, Sight};
use crate::content::TerrainDef;
use crate::grid::{Area, Square};
use crate::rules::Occasion;

/// The part of life that a use of the shield has to save.
const USE_OF_SHIELD: f64 = 0.02;

/// Possible answers, the best first. The caller that submits them takes the first legal one.
pub fn think(battle: &Sight, request: &Request, profile: &Profile) -> Vec<Choice> {
    match request {
        Request::Deploy { .. } => super::deploy::answers(battle, profile),
        Request::Turn { .. } => Vec::new(),
        Request::ComeIn { .. } => vec![Choice::Accept { mode: None }],
        Request::Opportunity { seat, target, .. } => strike(battle, *seat, *target, profile),
        Request::Readied { seat, by, .. } => {
            let mut list = strike(battle, *seat, *by, profile);
            list.insert(list.len().saturating_sub(1), Choice::Accept { mode: None });
            let steps = step_up(battle, *seat, *by);
            steps.into_iter().chain(list).collect()
        }
        Request::Defence { seat, options, .. } => {
            let view = battle.view();
            let life = life(&view, *seat);
            let harm = |option| {
                let odds = battle.forecast(&Choice::Defend(option)).attack?;
                Some(evaluate::harm(Odds::from(&odds), life))
            };
            let ranked = defences(options, harm);
            ranked.into_iter().map(Choice::Defend).collect()
        }
        Request::DefendOther {
            seat,
            target,
            attacker,
            ..
        } => {
            let view = battle.view();
            let helps = match target {
                Sheltered::Combatant(target) => shields(&view, *seat, *target, *attacker),
                // A crate is not worth a dented shield.
                Sheltered::Thing(_) => false,
            };
            let roll = Choice::Accept { mode: None };
            let ten = Choice::Defend(DefenceChoice::Block { take_ten: true });
            let stops = |choice: &Choice| battle.forecast(choice).success.unwrap_or(0.0);
            match (helps, stops(&ten) > stops(&roll)) {
                (true, true) => vec![ten, roll, Choice::Decline],
                (true, false) => vec![roll, Choice::Decline],
                (false, _) => vec![Choice::Decline, roll],
            }
        }
        Request::Coverage {
            bonus, difficulty, ..
        } => {
            // Sure is sure; else the die may still do it.
            let sure = bonus + 10 >= *difficulty;
            let (ten, roll) = (Choice::Accept { mode: None }, Choice::Decline);
            if sure {
                vec![ten, roll]
            } else {
                vec![roll, ten]
            }
        }
        Request::PushTo { seat, squares, .. } => {
            let survey = Survey::of(battle, *seat);
            push(battle, &survey, squares)
                .into_iter()
                .map(Choice::PushTo)
                .collect()
        }
        Request::DropAt { seat, squares, .. } => away(&battle.view(), *seat, squares)
            .into_iter()
            .map(Choice::DropAt)
            .collect(),
        // A combatant that is run over loses less by stepping aside than by falling, but it has a price.
        Request::Yield { .. } => vec![Choice::Decline, Choice::Accept { mode: None }],
        // The ally that is worst off, as far as numbers tell.
        Request::Help { allies, .. } => {
            let view = battle.view();
            let mut allies = allies.clone();
            allies.sort_by_key(|ally| (view.combatants[ally.index()].hit_points, *ally));
            allies.into_iter().map(Choice::Pick).collect()
        }
        // What a point could be added from is kept for what else takes it.
        Request::SpendPoint { .. } => vec![Choice::Decline],
        Request::Respond {
            seat,
            to: Occasion::Inhales,
            choices,
            ..
        } => super::breath::answers(battle, *seat, choices),
        Request::Respond {
            seat, by, choices, ..
        } => abilities::responses(battle, *seat, *by, choices),
        Request::Counter { .. } => {
            let yes = Choice::Accept { mode: None };
            match battle.forecast(&yes).success {
                Some(chance) if chance < 0.35 => vec![Choice::Decline, yes],
                _ => vec![yes, Choice::Decline],
            }
        }
    }
}

/// Squares by how far they are from the nearest enemy, the farthest first.
fn away(view: &View, seat: Seat, squares: &[Square]) -> Vec<Square> {
    let side = view.combatants[seat.index()].side;
    let enemies = view.combatants.iter().filter(|who| who.side != side);
    let enemies: Vec<Area> = enemies.filter_map(|who| who.area).collect();
    let near = |square: Square| {
        let all = enemies.iter().flat_map(|enemy| enemy.squares());
        all.map(|at| at.steps_to(square)).min()
    };
    let mut squares = squares.to_vec();
    squares.sort_by_key(|square| (std::cmp::Reverse(near(*square)), *square));
    squares
}

/// Striking at a combatant out of turn: the best mode first, then letting it pass.
fn strike(battle: &Sight, seat: Seat, target: Seat, profile: &Profile) -> Vec<Choice> {
    let view = battle.view();
    let mark = &view.combatants[target.index()];
    let life = f64::from((mark.hit_points - mark.nonlethal).max(1));
    let health = f64::from(mark.hit_points.max(0)) / f64::from(mark.max_hit_points.max(1));
    let mut modes: Vec<(f64, u8)> = Vec::new();
    for (index, mode) in view.combatants[seat.index()].modes.iter().enumerate() {
        let (index, choice) = (
            index as u8,
            Choice::Accept {
                mode: Some(index as u8),
            },
        );
        if !mode.ready || battle.check(&choice).is_err() {
            continue;
        }
        let odds = Odds::from(&battle.attack_odds(seat, index, target, None));
        modes.push((evaluate::attack(odds, life, health, profile), index));
    }
    modes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let worth_it = modes.iter().filter(|(points, _)| *points > 0.0);
    let mut list: Vec<Choice> = worth_it
        .map(|(_, mode)| Choice::Accept { mode: Some(*mode) })
        .collect();
    list.push(Choice::Decline);
    list
}

/// Steps that may come before a readied attack and bring its target into reach; none if it is in reach.
fn step_up(battle: &Sight, seat: Seat, target: Seat) -> Vec<Choice> {
    let Some(one) = battle.combatant(seat) else {
        return Vec::new();
    };
    let modes: Vec<u8> = (0..one.modes.len() as u8).collect();
    let strikes = |from: Option<Square>| {
        let mut modes = modes.iter();
        modes.any(|mode| battle.can_attack(seat, *mode, target, from))
    };
    let rules = battle.rules();
    let readied = one.readied.and_then(|action| rules.actions.get(action));
    let attacks = readied.is_some_and(|def| def.attack().is_some());
    let Some(area) = one.area.filter(|_| attacks && !strikes(None)) else {
        return Vec::new();
    };
    let squares: Vec<Square> = area.anchor.neighbours().collect();
    let steps = rules.actions.iter().filter(|(_, def)| def.is_step());
    steps
        .flat_map(|(step, _)| {
            let walk = move |to: &Square| (*to, Choice::walk(step, vec![*to]));
            squares.iter().map(walk)
        })
        .filter(|(to, choice)| strikes(Some(*to)) && battle.check(choice).is_ok())
        .map(|(_, choice)| choice)
        .collect()
}

/// The points that a combatant can lose before it falls, at least 1.
fn life(view: &View, seat: Seat) -> f64 {
    let one = &view.combatants[seat.index()];
    f64::from((one.hit_points - one.nonlethal).max(1))
}

/// The part of a combatant's life that an attacker's hit takes, roughly.
pub(super) fn danger(view: &View, seat: Seat, attacker: Seat) -> f64 {
    let life = life(view, seat);
    let modes = view.combatants[attacker.index()]
        .modes
        .iter()
        .filter(|mode| mode.ready);
    let mean = modes
        .map(|mode| f64::from(mode.mean_damage_x2) / 2.0)
        .fold(0.0, f64::max);
    mean / life
}

/// Ways to answer an attack, the best first. `harm` is what is lost by one, as a part of life, if that
/// can be said.
fn defences(
    options: &[DefenceChoice],
    harm: impl Fn(DefenceChoice) -> Option<f64>,
) -> Vec<DefenceChoice> {
    let cost = |option: DefenceChoice| {
        let blind = match option {
            DefenceChoice::Nothing => 1.0,
            DefenceChoice::Dodge { .. } | DefenceChoice::Block { .. } => 0.5,
        };
        let use_of_shield = match option {
            DefenceChoice::Block { .. } => USE_OF_SHIELD,
            DefenceChoice::Nothing | DefenceChoice::Dodge { .. } => 0.0,
        };
        harm(option).unwrap_or(blind) + use_of_shield
    };
    let mut ranked: Vec<(f64, DefenceChoice)> = options
        .iter()
        .map(|option| (cost(*option), *option))
        .collect();
    // Of equals the first is taken: a roll stands before taking 10.
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked.into_iter().map(|(_, option)| option).collect()
}

/// Whether a neighbour is worth a use of the shield.
fn shields(view: &View, seat: Seat, target: Seat, attacker: Seat) -> bool {
    let (left, _) = view.combatants[seat.index()].shield_uses;
    let theirs = danger(view, target, attacker);
    // The last use is kept for itself, unless the ally may fall.
    left > 1 && theirs > 0.15 || theirs > 0.6
}

/// Squares to push a combatant to, the best first: into harm, and away from its allies.
fn push(battle: &Sight, survey: &Survey, squares: &[Square]) -> Vec<Square> {
    let harm = |square: Square| battle.kinds(square).any(TerrainDef::is_dangerous);
    let company = |square: Square| {
        let area = Area::single(square);
        let near = |list: &[super::survey::Other]| {
            list.iter().filter(|one| one.area.is_adjacent(area)).count() as i32
        };
        near(&survey.enemies) - near(&survey.allies)
    };
    let mut ranked = squares.to_vec();
    ranked.sort_by_key(|square| (!harm(*square), company(*square)));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::contract::{Aim, Trigger};
    use crate::combat::testkit::testing::{Scene, action, ruleset};

    const DODGE: DefenceChoice = DefenceChoice::Dodge { take_ten: false };
    const DODGE_TEN: DefenceChoice = DefenceChoice::Dodge { take_ten: true };
    const BLOCK: DefenceChoice = DefenceChoice::Block { take_ten: false };

    #[test]
    fn takes_ten_where_that_is_better_by_the_odds() {
        let options = [DefenceChoice::Nothing, DODGE, DODGE_TEN];
        let harm = |ten: f64| {
            move |option| match option {
                DODGE => Some(0.23),
                DODGE_TEN => Some(ten),
                _ => Some(0.3),
            }
        };
        assert_eq!(defences(&options, harm(0.0))[0], DODGE_TEN);
        assert_eq!(defences(&options, harm(0.28))[0], DODGE);
        assert_eq!(defences(&options, harm(0.23))[0], DODGE);
    }

    #[test]
    fn no_use_of_the_shield_for_a_scratch() {
        let options = [DefenceChoice::Nothing, DODGE, BLOCK];
        let harm = |life: f64| {
            move |option| match option {
                DODGE => Some(0.5 * life),
                BLOCK => Some(0.4 * life),
                _ => Some(life),
            }
        };
        assert_eq!(defences(&options, harm(0.05))[0], DODGE);
        assert_eq!(defences(&options, harm(0.5))[0], BLOCK);
    }

    /// CD-INIT-14.
    #[test]
    fn steps_up_for_a_readied_attack() {
        let scene = Scene::new(ruleset("classic_d20"), &["A.a.", "...."]);
        let mut battle = scene.scripted(&[]);
        let aim = Aim::Prepare {
            action: action(&battle, "attack"),
            trigger: Trigger::Moves { who: None },
        };
        let ready = Choice::aimed(action(&battle, "ready"), aim);
        let walk = Choice::walk(action(&battle, "move"), vec![Square::new(3, 0)]);
        for choice in [ready, Choice::EndTurn, walk] {
            battle.submit(choice).unwrap();
        }
        let request = battle.request().cloned().unwrap();
        assert!(matches!(request, Request::Readied { .. }));
        let step = action(&battle, "five_foot_step");
        let best = think(&battle.sight(), &request, &Profile::BALANCED).remove(0);
        assert!(matches!(best, Choice::Act { action, .. } if action == step));
        assert_eq!(battle.check(&best), Ok(()));
    }

    #[test]
    fn defends_itself_even_without_odds() {
        let options = [DefenceChoice::Nothing, DODGE];
        assert_eq!(defences(&options, |_| None)[0], DODGE);
    }
}
