use crate::combat::contract::EventKind;
use crate::combat::movement::footing;
use crate::combat::state::{MoveMode, Plan, Walk};
use crate::combat::testkit::skirmish::*;
use crate::grid::Cost;
use crate::rules::Topic;

/// AH-ACT-05, AM-TERR-02: what is left of a move can be walked later, and no more than that.
#[test]
fn a_move_can_be_continued() {
    let mut s = Skirmish::new(AMORPHOUS, "A.......", |_, _| {});
    s.walk('A', "move", &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    let moving = s.budget('A').moving;
    assert_eq!(moving.map(|(_, left)| left), Some(24));
    assert!(s.continues('A', "move", &[(5, 0), (6, 0)]));
    assert!(!s.continues('A', "move", &[(5, 0), (6, 0), (7, 0)]));
    s.walk('A', "move", &[(5, 0), (6, 0)]);
    assert_eq!(s.budget('A').moving, None);
}

/// AM-TERR-02: movement that suffices for nothing is gone.
#[test]
fn a_rest_that_suffices_for_no_square_is_lost() {
    let mut s = Skirmish::new(AMORPHOUS, "##### A..~~ #####", |_, draft| draft.speed = 5);
    s.walk('A', "move", &[(1, 1), (2, 1), (3, 1)]);
    assert!(s.budget('A').moving.is_some(), "back it could go");
    let mut s = Skirmish::new(AMORPHOUS, "##### ~A~~~ #####", |_, draft| draft.speed = 3);
    s.walk('A', "move", &[(2, 1)]);
    assert_eq!(s.budget('A').moving.map(|(_, left)| left), Some(12));
}

/// AM-TERR-04: pays, burns, and rolls no save.
#[test]
fn a_hazard_burns_a_combatant_that_enters() {
    let mut s = Skirmish::new(AMORPHOUS, "A*..", |_, _| {});
    s.walk('A', "move", &[(1, 0), (2, 0)]);
    let harm = |kind: &EventKind| matches!(kind, EventKind::DamageRolled { .. });
    assert_eq!(s.log().iter().filter(|kind| harm(kind)).count(), 1);
}

/// AH-MOVE-05, AH-ALIST-10: only leaving the starting square is safe.
#[test]
fn withdrawing_protects_the_starting_square_only() {
    let mut s = Skirmish::new(HEROES, ".bA.c ..... .....", |_, _| {});
    assert_eq!(s.walk('A', "withdraw", &[(3, 1), (3, 2)]), 1);
    assert_eq!(s.strikes, [('c', 'A', sq(3, 1))]);
}

/// AM-STD-15: a shift first, then up to twice the speed.
#[test]
fn withdrawing_begins_with_a_shift() {
    let slow = |_: char, draft: &mut Draft| draft.speed = 4;
    let mut s = Skirmish::new(AMORPHOUS, "bA.........", slow);
    let way: Vec<_> = (2..=10).map(|x| (x, 0)).collect();
    assert_eq!(s.price('A', "withdraw", &way), Ok(96));
    assert_eq!(s.walk('A', "withdraw", &way), 0);
    let mut s = Skirmish::new(AMORPHOUS, "bA.........", |who, draft| {
        slow(who, draft);
        draft.modes = vec![melee(1, 2)];
    });
    assert_eq!(s.walk('A', "withdraw", &way), 1);
    assert_eq!(s.strikes, [('b', 'A', sq(2, 0))]);
}

/// AM-STD-15: where the shift is impossible, the first square provokes and is paid for.
#[test]
fn without_room_for_a_shift_withdrawing_provokes() {
    let mut s = Skirmish::new(AMORPHOUS, "###.. bA~.. ###..", |_, _| {});
    assert_eq!(s.price('A', "withdraw", &[(2, 1), (3, 1)]), Ok(36));
    assert_eq!(s.walk('A', "withdraw", &[(2, 1), (3, 1)]), 1);
}

/// A combatant that falls silent in the middle of an ally's space while it still stands steps back.
#[test]
fn no_combatant_is_left_standing_in_the_space_of_another() {
    let mut s = Skirmish::new(HEROES, "...... AD.... .b....", |_, _| {});
    s.accepts = true;
    s.blow = Some("prone");
    assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1)]), 1);
    assert_eq!(s.at('A'), sq(0, 1));
    // Stopped on leaving (0, 1) already; now from within the ally's square.
    let mut s = Skirmish::new(HEROES, "...... A.D... ...b..", |who, draft| {
        if who == 'b' {
            draft.modes = vec![melee(1, 1)];
        }
    });
    s.blow = Some("prone");
    assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1), (3, 0), (4, 0)]), 1);
    assert_eq!(s.strikes, [('b', 'A', sq(2, 1))]);
    assert_eq!(s.at('A'), sq(1, 1));
}

/// AM-COND-03: the holder moving away ends the hold.
#[test]
fn a_hold_ends_when_the_two_are_apart() {
    let mut s = Skirmish::new(AMORPHOUS, "Ab...", |_, _| {});
    s.impose('A', "grabbed", Some('b'));
    s.walk('b', "move", &[(2, 0), (3, 0)]);
    assert!(!s.bears('A', "grabbed"));
    let mut s = Skirmish::new(AMORPHOUS, "Ab. ...", |_, _| {});
    s.impose('A', "grabbed", Some('b'));
    s.walk('b', "move", &[(1, 1)]);
    assert!(s.bears('A', "grabbed"));
}

#[test]
fn every_square_is_told_with_its_cost() {
    let mut s = Skirmish::new(CLASSIC, "A... ....", |_, _| {});
    s.walk('A', "move", &[(1, 1), (2, 0)]);
    let seat = s.seat('A');
    let moved = |from, to, cost_twelfths| EventKind::Moved {
        seat,
        from,
        to,
        cost_twelfths,
        forced: false,
    };
    let expected = [moved(sq(0, 0), sq(1, 1), 12), moved(sq(1, 1), sq(2, 0), 24)];
    assert_eq!(s.log(), expected);
    assert_eq!(s.budget('A').moved, 36);
}

/// A combatant that was stopped in an ally's space finds room near by where its last square was taken since.
#[test]
fn no_combatant_steps_back_into_a_square_that_was_taken() {
    let mut s = Skirmish::new(CLASSIC, "D.C A..", |_, _| {});
    let (seat, action) = (s.seat('A'), s.action("move"));
    s.with(|battle| {
        let start = battle.area(seat).expect("placed").moved_to(sq(0, 0));
        battle.place_mut(seat).area = Some(start.moved_to(sq(2, 0)));
        let plan = Plan {
            move_mode: MoveMode::plain(start, Cost::squares(6), Topic::Move),
            squares: Vec::new(),
            costs: Vec::new(),
            sheltered: 0,
            gratis: 0,
            closes: false,
        };
        let walk = Walk::of(seat, action, plan, true, Cost::ZERO, None);
        footing::step_back(battle, &walk);
    });
    let others = [s.at('C'), s.at('D')];
    assert!(!others.contains(&s.at('A')), "{:?}", s.at('A'));
}
