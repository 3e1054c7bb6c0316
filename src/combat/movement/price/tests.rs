use crate::combat::testkit::skirmish::*;

const OPEN: &str = "A....... ........ ........ ........ ........ ........ ........ ........";

/// CD-MOVE-12, AH-MOVE-06: 5, 10, 5, 10 feet; AM-TERR-06: every diagonal one square.
#[test]
fn diagonals_cost_as_the_system_says() {
    let way = [(1, 1), (2, 2), (3, 3), (4, 4)];
    for (system, squares) in [(CLASSIC, 6), (HEROES, 6), (AMORPHOUS, 4)] {
        let mut s = Skirmish::new(system, OPEN, |_, _| {});
        assert_eq!(s.price('A', "move", &way), Ok(squares * 12), "{system}");
    }
}

/// AH-MOVE-06: counted over the turn, from one move to the next.
#[test]
fn diagonals_are_counted_over_the_turn() {
    let mut s = Skirmish::new(HEROES, OPEN, |_, _| {});
    s.walk('A', "move", &[(1, 1)]);
    assert_eq!(s.price('A', "move", &[(2, 2)]), Ok(24));
    s.new_turn('A');
    assert_eq!(s.price('A', "move", &[(2, 2)]), Ok(12));
}

/// AM-TERR-01: difficult 2, hazardous 3, plain 1, and no more.
#[test]
fn ground_costs_by_kind_and_the_budget_ends_it() {
    let mut s = Skirmish::new(AMORPHOUS, "A~*...", |_, _| {});
    assert_eq!(s.price('A', "move", &[(1, 0), (2, 0), (3, 0)]), Ok(72));
    assert!(
        s.price('A', "move", &[(1, 0), (2, 0), (3, 0), (4, 0)])
            .is_err()
    );
}

/// CD-MOVE-14: three squares of mud, one of deep snow. AH-MOVE-07: a diagonal into it 15 feet.
#[test]
fn hampering_ground_takes_more_of_the_speed() {
    let mut s = Skirmish::new(CLASSIC, "A~~~~", |_, _| {});
    assert_eq!(s.price('A', "move", &[(1, 0), (2, 0), (3, 0)]), Ok(72));
    assert!(
        s.price('A', "move", &[(1, 0), (2, 0), (3, 0), (4, 0)])
            .is_err()
    );
    let mut s = Skirmish::new(CLASSIC, "A^^", |_, _| {});
    assert_eq!(s.price('A', "move", &[(1, 0)]), Ok(48));
    assert!(s.price('A', "move", &[(1, 0), (2, 0)]).is_err());
    let mut s = Skirmish::new(HEROES, "A. .~", |_, _| {});
    assert_eq!(s.price('A', "move", &[(1, 1)]), Ok(36));
}

/// CD-MOVE-12: never past the corner of a wall; a chasm has no such corner.
#[test]
fn walls_have_corners_and_chasms_none() {
    for system in [CLASSIC, AMORPHOUS, HEROES] {
        let mut s = Skirmish::new(system, "A# ..", |_, _| {});
        let refusal = s.price('A', "move", &[(1, 1)]).unwrap_err();
        assert!(refusal.contains("corner"), "{refusal}");
        let mut s = Skirmish::new(system, "Ax ..", |_, _| {});
        assert!(s.price('A', "move", &[(1, 1)]).is_ok());
        assert!(s.price('A', "move", &[(1, 0)]).is_err());
    }
}

/// CD-MOVE-15, AM-TERR-07, AH-MOVE-08.
#[test]
fn allies_and_the_helpless_can_be_passed_and_enemies_not() {
    for system in [CLASSIC, AMORPHOUS, HEROES] {
        let mut s = Skirmish::new(system, "AB...", |_, _| {});
        assert_eq!(s.price('A', "move", &[(1, 0), (2, 0)]), Ok(24));
        let refusal = s.price('A', "move", &[(1, 0)]).unwrap_err();
        assert!(refusal.contains("space of B"), "{refusal}");
        let mut s = Skirmish::new(system, "Ac...", |_, _| {});
        let refusal = s.price('A', "move", &[(1, 0), (2, 0)]).unwrap_err();
        assert!(refusal.contains("c is in the way"), "{refusal}");
        s.impose('c', "unconscious", None);
        assert!(s.price('A', "move", &[(1, 0), (2, 0)]).is_ok());
        assert!(s.price('A', "move", &[(1, 0)]).is_err());
        s.impose('c', "dead", None);
        assert!(s.price('A', "move", &[(1, 0)]).is_ok());
    }
}

/// CD-MOVE-15, AH-MOVE-08: three size categories apart.
#[test]
fn giants_can_be_passed() {
    use crate::rules::Size;
    for (size, expected) in [
        (Size::Huge, false),
        (Size::Gargantuan, true),
        (Size::Fine, true),
    ] {
        let mut s = Skirmish::new(CLASSIC, "Ac..", |who, draft| {
            if who == 'c' {
                draft.size = size;
            }
        });
        let priced = s.price('A', "move", &[(1, 0), (2, 0)]);
        assert_eq!(priced.is_ok(), expected, "{size:?}");
    }
}

/// CD-MOVE-03, AH-MOVE-03: four times speed, three in heavy armour, straight, on good ground.
#[test]
fn a_run_is_straight_and_on_good_ground() {
    let mut map = String::from("A");
    map.push_str(&".".repeat(30));
    let map = format!("{map} {}", ".".repeat(31));
    let far = |n: i16| (1..=n).map(|x| (x, 0)).collect::<Vec<_>>();
    for (heavy, most) in [(false, 24), (true, 18)] {
        let mut s = Skirmish::new(HEROES, &map, |_, draft| draft.heavy_armour = heavy);
        assert!(s.price('A', "run", &far(most)).is_ok());
        assert!(s.price('A', "run", &far(most + 1)).is_err());
        assert!(s.price('A', "run", &[(1, 0), (2, 1), (3, 0)]).is_err());
    }
    let mut s = Skirmish::new(CLASSIC, "A.~.", |_, _| {});
    assert!(s.price('A', "run", &[(1, 0), (2, 0), (3, 0)]).is_err());
    let mut s = Skirmish::new(AMORPHOUS, "A... ....", |_, _| {});
    assert!(
        s.price('A', "run", &[(1, 0), (2, 1), (3, 0)]).is_ok(),
        "AM-FULL-04"
    );
}

/// CD-MOVE-17.
#[test]
fn one_square_is_always_possible_with_the_whole_turn() {
    let slow = |_: char, draft: &mut Draft| draft.speed = 1;
    let mut s = Skirmish::new(CLASSIC, "A^^", slow);
    assert!(s.price('A', "move", &[(1, 0)]).is_err());
    assert_eq!(s.price('A', "double_move", &[(1, 0)]), Ok(48));
    assert!(s.price('A', "double_move", &[(1, 0), (2, 0)]).is_err());
    let mut s = Skirmish::new(HEROES, "A~~", slow);
    assert!(s.price('A', "withdraw", &[(1, 0), (2, 0)]).is_err());
}

/// CD-MOVE-16: the prone crawl, and do not walk or step.
#[test]
fn the_prone_crawl() {
    let mut s = Skirmish::new(CLASSIC, "bA...", |_, _| {});
    assert!(s.price('A', "crawl", &[(2, 0)]).is_err());
    s.impose('A', "prone", None);
    for action in ["move", "double_move", "run", "five_foot_step"] {
        assert!(s.price('A', action, &[(2, 0)]).is_err(), "{action}");
    }
    assert!(s.price('A', "crawl", &[(2, 0), (3, 0)]).is_err());
    assert_eq!(s.walk('A', "crawl", &[(2, 0)]), 1);
    assert_eq!(s.at('A'), sq(2, 0));
    assert!(s.price('A', "five_foot_step", &[(3, 0)]).is_err());
}

/// AM-MOVE-03, AM-COND-02: standing up is the first square of a walk and provokes.
#[test]
fn getting_up_is_part_of_a_walk_where_the_system_says_so() {
    let mut s = Skirmish::new(AMORPHOUS, "Ab..... ........", |_, _| {});
    s.impose('A', "prone", None);
    let way = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)];
    assert_eq!(s.price('A', "move", &way), Ok(72));
    assert!(
        s.price('A', "move", &[&way[..], &[(5, 1)]].concat())
            .is_err()
    );
    assert!(s.price('A', "withdraw", &way).is_err());
    // Getting up and leaving are one action, so they provoke once.
    assert_eq!(s.walk('A', "move", &way), 1);
    assert_eq!(s.strikes, [('b', 'A', sq(0, 0))]);
    assert!(!s.bears('A', "prone"));
    assert_eq!(s.at('A'), sq(4, 1));
}

/// AM-MOVE-03: a combatant may stand up and stay.
#[test]
fn getting_up_may_be_all() {
    let mut s = Skirmish::new(AMORPHOUS, "A....", |_, _| {});
    assert!(s.price('A', "move", &[]).is_err());
    s.impose('A', "prone", None);
    assert_eq!(s.price('A', "move", &[]), Ok(12));
    s.walk('A', "move", &[]);
    assert!(!s.bears('A', "prone"));
    assert_eq!(s.budget('A').moving.map(|(_, left)| left), Some(60));
}

/// AM-COND-03, CD-AOO-12.
#[test]
fn the_held_stay() {
    let mut s = Skirmish::new(AMORPHOUS, "Ab..", |_, _| {});
    s.impose('A', "grabbed", Some('b'));
    assert!(
        s.price('A', "move", &[(0, 0)])
            .unwrap_err()
            .contains("held")
    );
    assert!(s.price('A', "shift", &[(2, 0)]).is_err());
}
