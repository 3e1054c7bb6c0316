use super::*;
use crate::combat::movement::price;
use crate::combat::testkit::skirmish::*;
use crate::combat::testkit::testing::SYSTEMS;

const MAP: &str = "........... ..#..~~..c. .A#..~~.... ..#....b... ......D.... .*.....^...";

/// Every square that is offered can be walked at the price and the risk that were shown, and
/// none that could be walked is missing.
#[test]
fn what_is_offered_is_what_is_sold() {
    for system in SYSTEMS {
        for action in [
            "move",
            "run",
            "withdraw",
            "double_move",
            "shift",
            "five_foot_step",
        ] {
            let mut s = Skirmish::new(system, MAP, |_, _| {});
            let seat = s.seat('A');
            let id = s.with(|battle| battle.rules().actions.id(action));
            let Some(id) = id else { continue };
            let field = s.with(|battle| reachable(battle, seat, id));
            assert!(!field.squares.is_empty(), "{system} {action}");
            let all = s.with(|battle| battle.field.dimensions.squares().collect::<Vec<_>>());
            for to in all {
                let offered = field.squares.iter().find(|(square, ..)| *square == to);
                let way = s.with(|battle| way(battle, seat, id, to));
                assert_eq!(offered.is_some(), way.is_some(), "{system} {action} {to:?}");
                let (Some(&(_, cost, attacks)), Some(way)) = (offered, way) else {
                    continue;
                };
                let plan = s.with(|battle| price::plan(battle, seat, id, &way).unwrap());
                assert_eq!(plan.cost().0, u32::from(cost), "{system} {action} {to:?}");
                let struck = s.with(|battle| {
                    crate::combat::opportunity::exposure::of_plan(battle, seat, &plan).len()
                });
                assert!(struck <= usize::from(attacks), "{system} {action} {to:?}");
            }
        }
    }
}

/// Of every action there is: whether it leads anywhere is whether there are squares that it leads to.
#[test]
fn an_action_leads_somewhere_if_there_is_a_square_for_it() {
    for system in SYSTEMS {
        for map in [MAP, "### #A# ###"] {
            let mut s = Skirmish::new(system, map, |_, _| {});
            let seat = s.seat('A');
            s.with(|battle| {
                for (action, _) in battle.rules().actions.iter() {
                    let squares = reachable(battle, seat, action).squares;
                    let name = battle.rules().actions.name(action);
                    let leads = leads_anywhere(battle, seat, action);
                    assert_eq!(leads, !squares.is_empty(), "{system} {name} {map}");
                }
            });
        }
    }
}

#[test]
fn the_best_way_is_the_cheapest_and_then_the_least_exposed() {
    let map = "....... A....D. ....... ...b...";
    let mut s = Skirmish::new(HEROES, map, |_, _| {});
    let (seat, action) = (s.seat('A'), s.action("move"));
    s.with(|battle| {
        let to = sq(4, 1);
        let path = way(battle, seat, action, to).unwrap();
        assert_eq!(path.len(), 4);
        let plan = price::plan(battle, seat, action, &path).unwrap();
        assert!(crate::combat::opportunity::exposure::of_plan(battle, seat, &plan).is_empty());
    });
    let map = "........ ........ A......D ...b....";
    let mut s = Skirmish::new(AMORPHOUS, map, |_, draft| draft.speed = 8);
    let (seat, action) = (s.seat('A'), s.action("move"));
    s.with(|battle| {
        let to = sq(6, 2);
        let cheap = way(battle, seat, action, to).unwrap();
        let safe = safe_way(battle, seat, action, to).unwrap();
        let risk = |path: &[Square]| {
            let plan = price::plan(battle, seat, action, path).unwrap();
            crate::combat::opportunity::exposure::of_plan(battle, seat, &plan).len()
        };
        assert_eq!(
            (cheap.len(), risk(&cheap)),
            (6, 0),
            "round the top costs no more"
        );
        assert_eq!(risk(&safe), 0);
    });
}

#[test]
fn a_large_creature_needs_its_room() {
    let map = "AA.#... AA..... ...#...";
    let mut s = Skirmish::new(CLASSIC, map, |_, _| {});
    let (seat, action) = (s.seat('A'), s.action("move"));
    let field = s.with(|battle| reachable(battle, seat, action));
    assert!(field.squares.iter().any(|(square, ..)| *square == sq(1, 1)));
    assert!(!field.squares.iter().any(|(square, ..)| square.x > 1));
}

#[test]
fn what_is_left_of_a_move_shows_where_it_leads() {
    let mut s = Skirmish::new(AMORPHOUS, "A.........", |_, _| {});
    let (seat, action) = (s.seat('A'), s.action("move"));
    s.walk('A', "move", &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    let field = s.with(|battle| reachable(battle, seat, action));
    assert_eq!((field.budget, field.under_way), (72, 24));
    let paid = field
        .squares
        .iter()
        .filter(|(_, cost, _)| *cost <= field.under_way);
    let paid: Vec<_> = paid.map(|(square, ..)| square.x).collect();
    assert_eq!(paid, [2, 3, 5, 6]);
    assert_eq!(
        field.squares.len(),
        9,
        "a second move leads everywhere else"
    );
}
