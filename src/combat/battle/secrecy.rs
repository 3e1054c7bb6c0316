//! Fog of war: answers to a side do not depend on the places of unknown enemies.

use std::collections::BTreeSet;

use crate::combat::battle::Battle;
use crate::combat::contract::{Aim, BlockAttack, Choice, Manner, Request, Seat, SideId};
use crate::combat::testkit::elsewhere::{lost, moved, removed};
use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset, sword, wild};
use crate::combat::{EventKind, Sight};
use crate::dice::Dice;
use crate::grid::Square;

/// Everything that a side can ask of a battle, each answer with its question.
fn told(battle: &Battle, side: SideId) -> Vec<(String, String)> {
    let sight = battle.sight_of(Some(side));
    let mut told = Vec::new();
    let mut tell =
        |what: String, answer: &dyn std::fmt::Debug| told.push((what, format!("{answer:?}")));
    let view = battle.view_of(side);
    tell("view".into(), &view);
    tell("the same".into(), &sight.view());
    tell("summaries".into(), &sight.unit_summaries());
    tell("values".into(), &sight.unit_values());
    let log = battle
        .events()
        .iter()
        .filter(|event| event.is_seen_by(side));
    tell("log".into(), &log.collect::<Vec<_>>());
    let seats = || view.combatants.iter().map(|one| one.seat);
    for seat in seats() {
        tell(format!("{seat:?}"), &sight.combatant(seat));
        tell(format!("saves {seat:?}"), &sight.saves(seat));
        tell(format!("skills {seat:?}"), &sight.skills(seat));
        tell(format!("lasting {seat:?}"), &sight.lasting(seat));
        tell(format!("ready {seat:?}"), &sight.ready_attacks(seat));
        tell(format!("flees {seat:?}"), &sight.fled_from(seat));
        tell(format!("threat {seat:?}"), &sight.threatened_squares(seat));
        tell(format!("next {seat:?}"), &sight.strikes_next(seat));
        tell(format!("air {seat:?}"), &sight.breath(seat));
        for (i, to) in battle
            .dimensions()
            .squares()
            .enumerate()
            .filter(|(i, _)| i % 3 == 0)
        {
            tell(format!("exposed {seat:?} {i}"), &sight.exposed(seat, to));
        }
        for other in seats().filter(|other| *other != seat) {
            tell(
                format!("sees {seat:?} {other:?}"),
                &sight.perceives(seat, other),
            );
            for mode in 0..2 {
                let can = sight.can_attack(seat, mode, other, None);
                tell(format!("can {seat:?} {mode} {other:?}"), &can);
                let odds = sight.attack_odds(seat, mode, other, None);
                tell(format!("odds {seat:?} {mode} {other:?}"), &odds);
            }
            let with = sight.flanks_with(seat, 0, other, Square::new(1, 1));
            tell(format!("flanks {seat:?} {other:?}"), &with);
        }
    }
    if battle.deciding_side() == Some(side) {
        asked(battle, &sight, &mut tell);
    }
    told
}

/// All answers about the pending request.
fn asked(battle: &Battle, sight: &Sight, tell: &mut impl FnMut(String, &dyn std::fmt::Debug)) {
    let Some(Request::Turn { seat }) = battle.request() else {
        for choice in [Choice::Accept { mode: None }, Choice::Decline] {
            let answer = (battle.check(&choice), battle.forecast(&choice));
            tell(format!("{choice:?}"), &answer);
            let same = (sight.check(&choice), sight.forecast(&choice));
            assert_eq!(format!("{answer:?}"), format!("{same:?}"));
        }
        return;
    };
    let seats = || (0..battle.setup().combatants.len() as u8).map(Seat);
    let options = battle.actions();
    tell("actions".into(), &options);
    tell("modes".into(), &battle.modes(*seat));
    let mut choices = vec![Choice::EndTurn];
    for option in options {
        let action = option.action;
        let name = battle.rules().actions.name(action).to_owned();
        let field = battle.reachable(action);
        tell(format!("{name} reaches"), &field);
        tell(format!("{name} leads"), &battle.leads_anywhere(action));
        for mode in [None, Some(0)] {
            tell(
                format!("{name} targets {mode:?}"),
                &battle.targets(action, mode),
            );
        }
        for (to, ..) in field.squares.iter().step_by(3) {
            let way = battle.way(action, *to);
            tell(
                format!("{name} to {to:?}"),
                &(&way, battle.safe_way(action, *to)),
            );
            choices.extend(way.map(|way| Choice::walk(action, way)));
        }
        for aim in sight.aims(action) {
            tell(format!("{name} {aim:?}"), &battle.area(*seat, action, &aim));
            choices.push(Choice::aimed(action, aim));
        }
        choices.push(Choice::act(action));
        for target in seats() {
            for aim in [Aim::At(target), Aim::Charge(target, Vec::new())] {
                let choice = Choice::Act {
                    action,
                    aim,
                    mode: Some(0),
                    manner: Manner::default(),
                };
                tell(format!("lanes {choice:?}"), &battle.lanes(&choice));
                choices.push(choice);
            }
        }
    }
    for choice in choices {
        let answer = (battle.check(&choice), battle.forecast(&choice));
        tell(format!("{choice:?}"), &answer);
        assert_eq!(answer.0, sight.check(&choice), "{choice:?}");
    }
}

/// A battle with some who are not seen, and some ground that hides.
fn scene(seed: usize) -> Scene {
    const MAPS: [[&str; 4]; 6] = [
        ["A..a....", "...b....", "B......c", "........"],
        ["A.b.....", "..a.%%%.", ".B..%c%.", "....%%%."],
        ["Ab......", "........", "B..a....", ".......c"],
        ["A.......", ".#a#....", "B...c...", "..b....."],
        [".A.b.a..", "........", "...B....", "......c."],
        ["A%%%%%%a", "B%%%%%%c", "........", "....b..."],
    ];
    let system = match seed % 5 {
        0 => SYSTEMS[seed / 5 % SYSTEMS.len()],
        _ => "epic_path",
    };
    let mut scene = Scene::new(ruleset(system), &MAPS[seed % MAPS.len()]);
    for (bit, letter) in ['a', 'c', 'B'].into_iter().enumerate() {
        if (seed / MAPS.len()) >> bit & 1 == 0 {
            scene = scene.change(letter, |who| who.conditions.push("invisible".into()));
        }
    }
    scene.block('A', |block| {
        let bow = BlockAttack {
            name: "Longbow".into(),
            range: Some(20),
            increments: 5,
            ..sword()
        };
        block.attacks.push(bow);
    })
}

/// EP-INVIS-01, EP-CONC-04: view, legality, paths, forecasts, dangers and odds of a side reveal nothing of unknown
/// enemies.
#[test]
fn what_a_side_is_told_does_not_depend_on_what_it_does_not_know() {
    let (mut compared, mut turns) = ([0, 0], 0);
    for seed in 0..24 {
        let mut battle = scene(seed).seeded(seed as u64);
        let mut chance = Dice::seeded(seed as u64 + 1);
        for step in 0..8 {
            if battle.outcome().is_some() {
                break;
            }
            for side in [SideId(0), SideId(1)] {
                let away = (seed + step) % 2 == 1;
                let other = if away {
                    removed(&battle, side)
                } else {
                    moved(&battle, side, seed + step)
                };
                let Some(other) = other else {
                    continue;
                };
                // The log is not kept in a copy.
                let as_copy = |battle: &Battle| {
                    let mut copy = battle.scratch(0);
                    let snapshot = battle.snapshot();
                    copy.restore(&snapshot);
                    copy
                };
                let (here, there) = (told(&as_copy(&battle), side), told(&other, side));
                assert_eq!(here.len(), there.len(), "seed {seed} step {step}");
                for (here, there) in here.iter().zip(&there) {
                    assert_eq!(here, there, "seed {seed} step {step} {side:?}");
                }
                compared[usize::from(away)] += 1;
                turns += usize::from(battle.deciding_side() == Some(side));
            }
            let choice = wild(&mut battle, &mut chance);
            battle.submit(choice).expect("checked before");
        }
    }
    assert!(
        compared.iter().all(|n| *n > 50) && turns > 25,
        "{compared:?} {turns}"
    );
}

/// Where a combatant is, and what it does or suffers.
fn betrays(kind: &EventKind) -> Option<Seat> {
    use EventKind as E;
    match kind {
        E::Moved { seat, .. }
        | E::MovementStopped { seat, .. }
        | E::SpaceChanged { seat, .. }
        | E::Acted { seat, .. }
        | E::WeaponDrawn { seat, .. }
        | E::WeaponTaken { seat, .. }
        | E::Reloaded { seat, .. }
        | E::Saved { seat, .. }
        | E::Hurt { seat, .. }
        | E::Healed { seat, .. }
        | E::Provoked { by: seat, .. }
        | E::OpportunityDeclined { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// The log of a side is silent about unknown enemies.
#[test]
fn the_log_of_a_side_does_not_name_those_of_whom_it_knows_nothing() {
    let mut silent = 0;
    for seed in 0..60 {
        let mut battle = scene(seed).seeded(seed as u64);
        let mut chance = Dice::seeded(seed as u64 + 1);
        for _ in 0..12 {
            if battle.outcome().is_some() {
                break;
            }
            let sides = [SideId(0), SideId(1)];
            let before = sides.map(|side| lost(&battle, side));
            let events = battle.events().len();
            let choice = wild(&mut battle, &mut chance);
            battle.submit(choice).expect("checked before");
            let news = &battle.events()[events..];
            for (side, before) in sides.into_iter().zip(before) {
                let after = lost(&battle, side);
                let found = |seat: &Seat| {
                    news.iter().any(|event| match event.kind {
                        EventKind::Located { subject, .. } => subject == *seat,
                        _ => false,
                    })
                };
                let still: BTreeSet<Seat> = before.into_iter().collect();
                let still: Vec<Seat> = after
                    .into_iter()
                    .filter(|seat| still.contains(seat) && !found(seat))
                    .collect();
                for event in news {
                    let named = betrays(&event.kind).filter(|seat| still.contains(seat));
                    silent += usize::from(named.is_some());
                    let told = named.is_some() && event.is_seen_by(side);
                    assert!(!told, "seed {seed}: {:?}", event.kind);
                }
            }
        }
    }
    assert!(silent > 50, "{silent}");
}
