//! Manoeuvres as the rulebooks work them out.

use crate::combat::Seat;
use crate::combat::battle::Battle;
use crate::combat::contract::{Aim, Choice, Manner, Request};
use crate::combat::testkit::proving::{acted, bears, begun, hurt};
use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
use crate::grid::Square;
use crate::rules::{Size, Stat};

const OWN: Seat = Seat(0);
const TARGET: Seat = Seat(1);

fn power(own: i32, other: i32) -> Scene {
    duel(ruleset("amorphous"))
        .block('A', |b| {
            b.stats.insert(Stat::Power, own);
            b.stats.insert(Stat::Resilience, 0);
        })
        .block('a', |b| {
            b.stats.insert(Stat::Resilience, other);
            b.stats.insert(Stat::Power, 4);
        })
}

fn refused(scene: &Scene, name: &str) -> bool {
    let mut battle = begun(scene, &[]);
    let choice = Choice::act_at(action(&battle, name), 0, TARGET);
    battle.submit(choice).is_err()
}

fn square(battle: &mut Battle, seat: Seat) -> Square {
    battle.view().combatants[seat.index()]
        .area
        .expect("it stands")
        .anchor
}

#[test]
fn power_must_exceed_resilience_to_trip() {
    assert!(bears(
        &mut acted(&power(3, 4), "trip", 'a', &[12, 10], &[]),
        TARGET,
        "prone"
    ));
    assert!(!bears(
        &mut acted(&power(3, 4), "trip", 'a', &[11, 10], &[]),
        TARGET,
        "prone"
    ));
    // No special naturals.
    assert!(bears(
        &mut acted(&power(9, 4), "trip", 'a', &[1, 5], &[]),
        TARGET,
        "prone"
    ));
}

#[test]
fn the_prone_the_far_and_the_much_larger_cannot_be_tripped() {
    let prone = power(3, 4).change('a', |c| c.conditions.push("prone".into()));
    assert!(refused(&prone, "trip"));
    let map = ["....", "Aa..", "....", "...."];
    let sized = |size| Scene::new(ruleset("amorphous"), &map).block('a', |b| b.size = size);
    assert!(!refused(&sized(Size::Large), "trip"));
    assert!(refused(&sized(Size::Huge), "trip"));
    let far = Scene::new(ruleset("amorphous"), &["A.a"]);
    assert!(refused(&far, "trip"));
}

#[test]
fn the_pusher_picks_a_square_farther_away() {
    let mut battle = begun(&power(5, 3), &[10, 10]);
    let rush = action(&battle, "bull_rush");
    battle
        .submit(Choice::act_at(rush, 0, TARGET))
        .expect("a bull rush");
    let Some(Request::PushTo { squares, .. }) = battle.request().cloned() else {
        panic!("three squares lie farther away")
    };
    let away = [Square::new(4, 0), Square::new(4, 1), Square::new(4, 2)];
    let mut told = squares.clone();
    told.sort_unstable();
    let mut wanted = away.to_vec();
    wanted.sort_unstable();
    assert_eq!(told, wanted);
    battle
        .submit(Choice::PushTo(away[2]))
        .expect("a square of the list");
    assert_eq!(square(&mut battle, TARGET), away[2]);
    assert_eq!(square(&mut battle, OWN), Square::new(2, 1));
}

#[test]
fn a_tie_does_not_push() {
    let mut battle = acted(&power(5, 3), "bull_rush", 'a', &[9, 11], &[]);
    assert_eq!(square(&mut battle, TARGET), Square::new(3, 1));
}

#[test]
fn a_grab_raises_the_prone_and_a_tie_escapes_it() {
    let scene = power(4, 1).change('a', |c| c.conditions.push("prone".into()));
    // The holder's check is made anew: 11 against 4 + 7.
    let mut battle = acted(&scene, "grab", 'a', &[10, 12, 7, 7], &[]);
    assert!(bears(&mut battle, TARGET, "grabbed") && !bears(&mut battle, TARGET, "prone"));
    battle.submit(Choice::EndTurn).expect("the turn ends");
    let escape = action(&battle, "break_free");
    battle
        .submit(Choice::act(escape))
        .expect("the held may try");
    assert!(!bears(&mut battle, TARGET, "grabbed"));
    assert_eq!(battle.dice_fault(), None);
}

fn classic() -> Scene {
    duel(ruleset("classic_d20"))
        .block('A', |block| block.abilities.strength = 16)
        .block('a', |block| block.abilities.dexterity = 14)
}

#[test]
fn a_trip_touches_and_then_strength_decides() {
    // 5 + 10 against 15; 11 + 3 against 8 + 2.
    assert!(bears(
        &mut acted(&classic(), "trip", 'a', &[10, 11, 8], &[]),
        TARGET,
        "prone"
    ));
    // The touch misses: nothing more is rolled.
    let battle = acted(&classic(), "trip", 'a', &[9], &[]);
    assert_eq!(
        (battle.dice_fault(), battle.dice_left_over().len()),
        (None, 0)
    );
}

#[test]
fn a_failed_trip_may_be_answered() {
    let mut battle = acted(&classic(), "trip", 'a', &[10, 5, 10, 12, 8], &[]);
    // Declined by habit.
    assert!(!bears(&mut battle, OWN, "prone"));
    let yes = Choice::Accept { mode: None };
    let mut battle = acted(&classic(), "trip", 'a', &[10, 5, 10, 15, 8], &[yes]);
    assert!(bears(&mut battle, OWN, "prone"));
}

/// CD-OVER-05: the answer to a failed overrun is a trip, and its chance is foreseen.
#[test]
fn the_chance_to_trip_a_runner_in_return_is_foreseen() {
    let scene = Scene::new(ruleset("classic_d20"), &["A..a..b"]);
    let mut battle = begun(&scene, &[19, 1, 20]);
    let overrun = Choice::Act {
        action: action(&battle, "overrun"),
        aim: Aim::Charge(scene.seat('b'), Vec::new()),
        mode: Some(0),
        manner: Manner::default(),
    };
    battle.submit(overrun).expect("an overrun");
    // Nobody strikes at the runner, and the first one in its way stands its ground.
    while !matches!(battle.request(), Some(Request::Counter { .. })) {
        battle.submit(Choice::Decline).expect("an answer");
    }
    let chance = battle.forecast(&Choice::Accept { mode: None }).success;
    // Neither has a bonus, so only a tie makes it other than a half.
    let chance = chance.expect("a chance");
    assert!((chance - 0.5).abs() < 0.03, "{chance}");
}

#[test]
fn size_and_steady_legs_count_in_a_trip() {
    let wolf = classic().block('a', |block| block.traits.push("stable".to_owned()));
    // 11 + 3 against 8 + 2 + 4: a tie goes to the higher bonus.
    assert!(!bears(
        &mut acted(&wolf, "trip", 'a', &[10, 11, 8], &[]),
        TARGET,
        "prone"
    ));
}

fn sleeper(rules: &str) -> Scene {
    Scene::new(ruleset(rules), &["Aa......b"])
        .change('a', |c| c.conditions.push("unconscious".into()))
        .block('a', |block| block.hit_points = 20)
}

#[test]
fn a_finishing_blow_is_critical_and_survivors_must_save() {
    let scene = sleeper("classic_d20").block('a', |b| _ = b.stats.insert(Stat::Fortitude, 4));
    // 3 + 4 = 7: save against 17.
    let mut battle = acted(&scene, "coup_de_grace", 'a', &[3, 4, 12], &[]);
    assert!(bears(&mut battle, TARGET, "dead"));
    let mut battle = acted(&scene, "coup_de_grace", 'a', &[3, 4, 13], &[]);
    assert!(!bears(&mut battle, TARGET, "dead"));
    assert_eq!(hurt(&battle, TARGET), 7);
}

#[test]
fn a_failed_save_brings_a_monster_down_to_nothing() {
    let scene = sleeper("amorphous");
    let mut battle = acted(&scene, "coup_de_grace", 'a', &[9], &[]);
    // The blow takes 8 of 20, the failed save the other 12.
    assert_eq!(hurt(&battle, TARGET), 20);
    assert!(bears(&mut battle, TARGET, "dead"));
    let battle = acted(&scene, "coup_de_grace", 'a', &[10], &[]);
    assert_eq!(battle.view().combatants[1].hit_points, 12);
}

#[test]
fn only_the_helpless_with_vital_spots_can_be_finished_off() {
    assert!(refused(&duel(ruleset("classic_d20")), "coup_de_grace"));
    let golem = sleeper("classic_d20").block('a', |block| {
        block.traits.push("immune_to_criticals".to_owned())
    });
    assert!(refused(&golem, "coup_de_grace"));
}
