//! The fast player: goes to the zone that it has to reach, attacks what it can reach, otherwise goes
//! nearer, and weighs nothing.
//!
//! It asks for no odds and looks at no map of dangers, so that a whole skirmish takes about as long
//! as one decision of a player that does. What it cannot settle at a glance (a closed door, a climb, a
//! rare request) is left to that one.

use super::candidates::walk;
use super::distances::{Distances, FAR};
use super::objective::{self, Task};
use crate::combat::battle::summary::{ReadyAttack, UnitSummary};
use crate::combat::{Aim, Choice, DefenceChoice, Manner, Request, Seat, Sight};
use crate::grid::{Area, Square, SquareSet, distance};
use crate::rules::Basics;

/// A legal answer, if one is at hand.
pub fn think(battle: &Sight, request: &Request) -> Option<Choice> {
    let yes = Choice::Accept { mode: None };
    let answers = match request {
        Request::Turn { seat } => return turn(battle, *seat),
        Request::Opportunity { .. }
        | Request::Readied { .. }
        | Request::ComeIn { .. }
        | Request::Counter { .. } => [yes, Choice::Decline],
        Request::DefendOther { .. } | Request::Yield { .. } | Request::Coverage { .. } => {
            [Choice::Decline, yes]
        }
        Request::Defence { options, .. } => {
            let dodge = DefenceChoice::Dodge { take_ten: false };
            let answer = match options.contains(&dodge) {
                true => dodge,
                false => *options.last()?,
            };
            [Choice::Defend(answer), Choice::Decline]
        }
        Request::PushTo { squares, .. } => return squares.first().copied().map(Choice::PushTo),
        Request::DropAt { squares, .. } => return squares.first().copied().map(Choice::DropAt),
        Request::Deploy { .. }
        | Request::Help { .. }
        | Request::SpendPoint { .. }
        | Request::Respond { .. } => return None,
    };
    let legal = |choice: &Choice| battle.check(choice).is_ok();
    answers.into_iter().find(legal)
}

/// The turn: strike, or stand up, or charge, or go nearer. `None`: that takes a closer look.
fn turn(battle: &Sight, me: Seat) -> Option<Choice> {
    // Which way to run is no matter of a glance.
    if !battle.fled_from(me).is_empty() {
        return None;
    }
    let known = battle.rules().basics();
    let units = battle.unit_summaries();
    let own = *units.iter().find(|one| one.seat == me)?;
    let mut enemies: Vec<(u32, UnitSummary)> = units
        .into_iter()
        .filter(|one| one.side != own.side)
        .map(|enemy| (away(battle, own, enemy), enemy))
        .collect();
    // Nobody is known to be there: where to look takes a closer look.
    if enemies.is_empty() {
        return None;
    }
    // The nearest first, and of those as near as each other the weakest.
    enemies.sort_by_key(|(away, enemy)| (*away, enemy.life, enemy.seat));
    let errand = errand(battle, own, &enemies)?;
    if let Errand::Go(zone) = errand
        && let Some(choice) = go(battle, known, own.area, zone.iter())
    {
        return Some(choice);
    }
    if let Some(choice) = strike(battle, me, known, &enemies) {
        return Some(choice);
    }
    if let Some(choice) = known.stand_up.map(Choice::act)
        && battle.check(&choice).is_ok()
    {
        return Some(choice);
    }
    if battle.is_spent() {
        return Some(Choice::EndTurn);
    }
    let goals: Vec<Square> = match errand {
        Errand::Stay => return Some(Choice::EndTurn),
        // There is nothing to strike on the way, and no walk leads nearer.
        Errand::Go(_) => Vec::new(),
        Errand::Hold(zone) => zone.iter().collect(),
        Errand::Fight => {
            let (_, nearest) = enemies.first()?;
            let charge = known.charge.map(|charge| Choice::Act {
                action: charge,
                aim: Aim::Charge(nearest.seat, Vec::new()),
                mode: Some(0),
                manner: Manner::default(),
            });
            if let Some(choice) = charge
                && battle.check(&choice).is_ok()
            {
                return Some(choice);
            }
            if stays(battle, me, &enemies) {
                return Some(Choice::EndTurn);
            }
            let spaces = enemies.iter().map(|(_, enemy)| enemy.area);
            spaces.flat_map(Area::squares).collect()
        }
    };
    let nearer = go(battle, known, own.area, goals.into_iter());
    // Other ways round are for a whole walk, and not for what is left of one.
    nearer.or_else(|| battle.only_walks_on().then_some(Choice::EndTurn))
}

/// Task besides attacking an enemy in reach.
enum Errand<'a> {
    /// Go to the enemy.
    Fight,
    /// Reach this zone.
    Go(&'a SquareSet),
    /// Come into this zone.
    Hold(&'a SquareSet),
    /// Remain where it is.
    Stay,
}

/// The errand of a combatant. `None`: that takes a closer look.
fn errand<'a>(
    battle: &'a Sight,
    own: UnitSummary,
    enemies: &[(u32, UnitSummary)],
) -> Option<Errand<'a>> {
    let Some(zone) = objective::zone(battle) else {
        return Some(Errand::Fight);
    };
    let arrived = battle.sides().arrived.contains(&own.seat);
    let contested = || enemies.iter().any(|(_, one)| zone.touches(one.area));
    match objective::task_of(battle, own.side) {
        Task::Go if objective::is_in_the_way(battle, zone, own) => None,
        Task::Go if !arrived => Some(Errand::Go(zone)),
        Task::Contest if !zone.touches(own.area) => Some(Errand::Hold(zone)),
        Task::Contest if !contested() => Some(Errand::Stay),
        Task::Fight | Task::Go | Task::Contest | Task::HoldOut | Task::Hurry => Some(Errand::Fight),
    }
}

/// A walk that leads nearer to one of these squares.
fn go(
    battle: &Sight,
    known: Basics,
    from: Area,
    goals: impl Iterator<Item = Square>,
) -> Option<Choice> {
    let steps = Distances::nearer(battle, from, goals);
    let away = |anchor| Some(steps.from(anchor)).filter(|steps| *steps != FAR);
    let action = known.walk?;
    let choice = walk(action, battle.toward(action, away)?);
    battle.check(&choice).is_ok().then_some(choice)
}

/// Whether a combatant has come to where it can strike an enemy, in this turn or the next. A shot brings
/// nobody to a stop before an enemy is next to the shooter.
fn stays(battle: &Sight, me: Seat, enemies: &[(u32, UnitSummary)]) -> bool {
    battle.ready_attacks(me).iter().any(|weapon| {
        let is_met = |away: u32| reaches(weapon, away) && (away <= 1 || !weapon.ranged);
        let mut met = enemies.iter().filter(|(away, _)| is_met(*away));
        met.any(|(_, enemy)| battle.can_attack(me, weapon.mode, enemy.seat, None))
    })
}

fn away(battle: &Sight, one: UnitSummary, other: UnitSummary) -> u32 {
    let diagonals = battle.rules().policies.movement.diagonals;
    distance(one.area, other.area, diagonals)
}

/// An attack on the nearest enemy in reach with the heaviest weapon; a shot only if no combatant is
/// next to the shooter, or if there is nothing else to do.
fn strike(
    battle: &Sight,
    me: Seat,
    known: Basics,
    enemies: &[(u32, UnitSummary)],
) -> Option<Choice> {
    let mut weapons = battle.ready_attacks(me);
    let close = enemies.first().is_some_and(|(away, _)| *away <= 1);
    weapons.sort_by_key(|w| (w.ranged && close, std::cmp::Reverse(w.weight), w.mode));
    for weapon in &weapons {
        let reached = |(away, _): &&(u32, UnitSummary)| reaches(weapon, *away);
        for (_, enemy) in enemies.iter().filter(reached).take(3) {
            for action in [known.full_attack, known.attack].into_iter().flatten() {
                let choice = Choice::act_at(action, weapon.mode, enemy.seat);
                if battle.check(&choice).is_ok() {
                    return Some(choice);
                }
            }
        }
    }
    None
}

fn reaches(weapon: &ReadyAttack, away: u32) -> bool {
    // Nearness is the rules' own matter, where reach weapons do not strike at neighbours.
    away <= weapon.reach && (weapon.nearest <= 1 || away >= weapon.nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Profile, decide, play_out};
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};

    #[test]
    fn the_fast_player_strikes_at_its_neighbour() {
        for system in SYSTEMS {
            let battle = Scene::new(ruleset(system), &[".....", ".Aa..", "....."]).seeded(1);
            let choice = decide(&battle, &Profile::FAST, 1);
            let Choice::Act { aim, .. } = choice else {
                panic!("{system}: {choice:?}")
            };
            assert_eq!(aim, Aim::At(Seat(1)), "{system}");
        }
    }

    #[test]
    fn the_fast_player_comes_nearer() {
        for system in SYSTEMS {
            let map = ["A.....................a", "......................."];
            let mut battle = Scene::new(ruleset(system), &map).seeded(1);
            let choice = decide(&battle, &Profile::FAST, 1);
            battle.submit(choice).expect("legal");
            let view = battle.view();
            let at = view.combatants[0].area.expect("placed").anchor;
            assert!(at.x >= 6, "{system}: {at:?}");
        }
    }

    /// The plain actions are found under every system: nothing here takes a closer look.
    #[test]
    fn the_fast_player_settles_a_plain_skirmish_at_a_glance() {
        for system in SYSTEMS {
            let map = ["A.....................a", "B.....................b"];
            let mut battle = Scene::new(ruleset(system), &map).seeded(1);
            for _ in 0..12 {
                let request = battle.request().expect("under way").clone();
                let choice = think(&battle.sight(), &request);
                let choice = choice.unwrap_or_else(|| panic!("{system}: {request:?}"));
                battle.submit(choice).expect("legal");
            }
        }
    }

    #[test]
    fn a_hurried_battle_ends_and_nothing_is_refused() {
        for system in SYSTEMS {
            for seed in 0..5 {
                let map = ["A..#....a", "B..#....b", "C.......c"];
                let mut battle = Scene::new(ruleset(system), &map).seeded(seed);
                let played = play_out(&mut battle, &[Profile::FAST; 2], seed, 4_000);
                assert_eq!(played.refused, None, "{system}");
                assert!(played.outcome.is_some(), "{system}, seed {seed}");
            }
        }
    }
}
