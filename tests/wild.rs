//! Choices from anywhere: a save that was edited by hand, a driver with a mistake. Whatever they name,
//! they are answered; nothing panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use opportunist::ai::{Profile, play_out};
use opportunist::combat::HeldItem;
use opportunist::combat::{Aim, Battle, Choice, DefenceChoice, Manner, Seat, Setup, Trigger};
use opportunist::content::Catalogue;
use opportunist::dice::Dice;
use opportunist::grid::Square;
use opportunist::rules::{ActionId, Id, WeaponId};

const SYSTEMS: [&str; 5] = [
    "classic_d20",
    "amorphous",
    "age_of_heroes",
    "spiritual_pressure",
    "epic_path",
];
const SEATS: [Seat; 3] = [Seat(0), Seat(1), Seat(200)];
const FORMS: [Option<u8>; 3] = [None, Some(0), Some(200)];
const SQUARES: [Square; 4] = [
    Square::new(3, 3),
    Square::new(4, 3),
    Square::new(i16::MAX, i16::MIN),
    Square::new(-1, 0),
];

fn aims(actions: &[ActionId]) -> Vec<Aim> {
    let mut aims = vec![Aim::None, Aim::Along(Vec::new()), Aim::Several(Vec::new())];
    for seat in SEATS {
        let who = Some(seat);
        aims.push(Aim::At(seat));
        aims.push(Aim::Charge(seat, Vec::new()));
        aims.push(Aim::Charge(seat, SQUARES.to_vec()));
        aims.push(Aim::Held(seat, HeldItem::Shield));
        aims.push(Aim::Held(
            seat,
            HeldItem::Weapon(WeaponId::from_index(60_000)),
        ));
        aims.push(Aim::Several(vec![seat; 9]));
        for action in actions {
            let (action, trigger) = (*action, Trigger::Attacks { who });
            aims.push(Aim::Prepare { action, trigger });
        }
    }
    for square in SQUARES {
        aims.push(Aim::Spot(square));
        aims.push(Aim::Along(vec![square]));
        aims.push(Aim::Along(vec![square; 300]));
    }
    aims.extend([0, 1, 60_000].map(|item| Aim::Item(WeaponId::from_index(item))));
    aims.extend(actions.iter().map(|action| Aim::Action(*action)));
    aims
}

fn choices(battle: &Battle) -> Vec<Choice> {
    let known = battle.rules().actions.iter().map(|(id, _)| id);
    let all: Vec<ActionId> = known.chain([ActionId::from_index(60_000)]).collect();
    // What is prepared, begun or put in place of an attack: some that can be, and one that is not.
    let some: Vec<ActionId> = all.iter().rev().step_by(31).copied().collect();
    let aims = aims(&some);
    let mut choices = vec![
        Choice::EndTurn,
        Choice::Decline,
        Choice::Place(SQUARES.to_vec()),
    ];
    choices.extend(SEATS.map(Choice::Pick));
    choices.extend(SQUARES.map(Choice::PushTo));
    choices.extend(SQUARES.map(Choice::DropAt));
    choices.extend(FORMS.map(|mode| Choice::Accept { mode }));
    choices.push(Choice::Defend(DefenceChoice::Dodge { take_ten: true }));
    for action in &all {
        let action = *action;
        for aim in &aims {
            for (mode, seat) in FORMS.into_iter().zip(SEATS) {
                let aim = aim.clone();
                if mode.is_none_or(|mode| mode > 0) {
                    let aim = aim.clone();
                    choices.push(Choice::FreeAction {
                        seat,
                        action,
                        aim,
                        mode,
                    });
                }
                let instead = mode.and(some.first().copied());
                let manner = Manner {
                    instead,
                    defensively: mode.is_some(),
                    ..Manner::default()
                };
                choices.push(Choice::Act {
                    action,
                    aim,
                    mode,
                    manner,
                });
            }
        }
    }
    choices
}

/// There are hundreds of things to wait for, and they all do the same at first: nothing.
fn is_preparation(choice: &Choice) -> bool {
    let Choice::Act { aim, .. } = choice else {
        return false;
    };
    matches!(aim, Aim::Prepare { .. })
}

/// Which of many choices bring the battle down.
fn fatal(battle: &mut Battle) -> Vec<String> {
    let mut fatal = Vec::new();
    for choice in choices(battle) {
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let legal = battle.check(&choice).is_ok();
            battle.forecast(&choice);
            if legal && !is_preparation(&choice) {
                let tried = battle.scratch(1).submit(choice.clone());
                tried.expect("it was legal");
            }
        }));
        if tried.is_err() {
            fatal.push(format!("{:?}: {choice:?}", battle.request()));
        }
    }
    fatal
}

#[test]
fn no_choice_brings_a_battle_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Arc::new(Catalogue::load(root).expect("the shipped content"));
    let level = content
        .levels
        .by_name("training_ground")
        .expect("it is shipped");
    let mut found = Vec::new();
    for system in SYSTEMS {
        let rules = content.ruleset(system).expect("it is shipped");
        let setup = Setup::from_level(level);
        let dice = Dice::seeded(5);
        let mut battle = Battle::new(content.clone(), rules.clone(), &setup, dice).expect("sound");
        for _ in 0..3 {
            found.extend(
                fatal(&mut battle)
                    .into_iter()
                    .map(|what| format!("{system} {what}")),
            );
            play_out(&mut battle, &[Profile::FAST; 2], 5, 7);
        }
    }
    let count = found.len();
    found.truncate(20);
    assert!(
        found.is_empty(),
        "{count} fatal choices:\n{}",
        found.join("\n")
    );
}
