//! The line over ways, harmless and not.

use super::*;
use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
use crate::game::plan::{click, pointed};
use crate::game::testing::{meeting_on, table};

/// The log names it, so the hint does too, even if the picture has not found it yet.
#[test]
fn what_goes_on_is_told_by_name() {
    let scene = Scene::new(ruleset("epic_path"), &["Ab"]);
    let (session, mut shown) = table(&scene);
    shown.settled = false;
    let all = shown.view.combatants.iter_mut();
    all.for_each(|who| who.known = Awareness::Unknown);
    let line = meanwhile(&session, &shown);
    let acting = session.battle.acting().expect("a turn");
    let name = words::name(&session, acting);
    assert_eq!(line, format!("{name} acts …"));
}

#[test]
fn a_move_tells_what_is_left_of_it() {
    let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A.......b"]));
    let plan = pointed(&session, &shown, Square::new(2, 0));
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(line.contains("costs 2, 4 left, provokes nothing"), "{line}");
}

#[test]
fn a_move_names_those_who_would_strike_and_has_one_name() {
    let rows = ["Ab.......", ".........", "........."];
    let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
    let plan = pointed(&session, &shown, Square::new(0, 2));
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(line.contains("attack of opportunity ("), "{line}");
    let rows = ["A............", "............b"];
    let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
    let plan = pointed(&session, &shown, Square::new(9, 0));
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(!line.contains("Double"), "{line}");
}

#[test]
fn squares_are_told_apart_from_what_they_cost() {
    let way = |squares: i16, cost: u16| {
        let path = PathForecast {
            squares: (0..squares).map(|x| Square::new(x, 0)).collect(),
            costs: vec![cost * 12],
            ..PathForecast::default()
        };
        price(&path, None)
    };
    assert_eq!(way(5, 6), "5 squares, costs 6, provokes nothing");
    assert_eq!(way(1, 2), "1 square, costs 2, provokes nothing");
    assert_eq!(way(6, 6), "costs 6, provokes nothing");
}

/// CD-AOO-06: the map and the hint say the same of a single step away from an enemy.
#[test]
fn a_single_step_is_all_the_movement_and_provokes_nothing() {
    let rows = ["......", ".Ab...", "......"];
    let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &rows));
    let to = Square::new(0, 1);
    let plan = pointed(&session, &shown, to);
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(
        line.contains("costs 1, all your movement of this turn, provokes nothing"),
        "{line}"
    );
    let invites = |square: Square| {
        let mut reaches = plan.options.reaches.iter();
        reaches.find_map(|reach| {
            let mut squares = reach.field.squares.iter();
            squares.find(|(at, ..)| *at == square).map(|(_, _, n)| *n)
        })
    };
    assert_eq!(invites(to), Some(0));
    assert_eq!(invites(Square::new(0, 2)), Some(0), "diagonally");
    assert_eq!(invites(Square::new(2, 2)), Some(0), "around it");
}

/// Every way over ground that harms tells what that does, and the click that may be the last comes twice.
#[test]
fn a_way_over_lava_is_deadly_and_takes_a_second_click() {
    let grounds = [('@', "lava")];
    for system in SYSTEMS {
        let (session, shown) = meeting_on(system, &["A.@....b"], &grounds, &ARMED);
        let at = Square::new(2, 0);
        let mut plan = pointed(&session, &shown, at);
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(
            told(&line).contains("; lava (100 %, deadly)"),
            "{system}: {line}"
        );
        let walk = plan.previewed(at).cloned();
        assert!(walk.is_some(), "{system}");
        assert_eq!(click(&session, &shown, &mut plan, at), None, "{system}");
        let (line, _) = line_of(&session, &plan, &shown);
        let asked =
            "The ground may fell you: lava (100 %, deadly); you survive 0 %. Click again to go.";
        assert_eq!(told(&line), asked, "{system}");
        assert_eq!(click(&session, &shown, &mut plan, at), walk, "{system}");
    }
}

#[test]
fn what_does_not_fell_is_told_and_asks_nothing() {
    for (kind, means) in [
        ("fire", "fire (100 %, mean 3.5)"),
        ("spikes", "caltrops (100 %, mean 2.5)"),
        ("brambles", "brambles (100 %, mean 3.5)"),
        ("pit", "pit (100 %, mean 3.5)"),
        ("scorching_sand", "scorching sand (100 %, mean 2.5 subdual)"),
    ] {
        let (session, shown) = meeting_on("classic_d20", &["A.@....b"], &[('@', kind)], &ARMED);
        let at = Square::new(2, 0);
        let mut plan = pointed(&session, &shown, at);
        let (line, _) = line_of(&session, &plan, &shown);
        assert!(told(&line).contains(means), "{kind}: {line}");
        assert!(click(&session, &shown, &mut plan, at).is_some(), "{kind}");
    }
}

/// The walk up to an enemy that a click makes states the ground as well, and so does the way round.
#[test]
fn a_walk_up_to_an_enemy_over_lava_asks_for_it_by_keys_as_well() {
    let (session, shown) = meeting_on("classic_d20", &["A.@.b"], &[('@', "lava")], &ARMED);
    let at = Square::new(4, 0);
    let mut plan = pointed(&session, &shown, at);
    plan.cursor.by_keys = true;
    assert!(
        plan.preview
            .as_ref()
            .is_some_and(|shown| shown.approach.is_some())
    );
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(
        told(&line).contains("; lava (100 %, deadly); then"),
        "{line}"
    );
    assert_eq!(click(&session, &shown, &mut plan, at), None);
    let (line, _) = line_of(&session, &plan, &shown);
    assert!(line.ends_with("Press Enter again to go."), "{line}");
    assert!(click(&session, &shown, &mut plan, at).is_some());
}

/// Number of harmful squares on the previewed path to a square, and on the safer path if one is shown.
fn harmed(rows: &[&str], kind: &str, at: Square) -> (usize, Option<usize>) {
    let (session, shown) = meeting_on("classic_d20", rows, &[('@', kind)], &ARMED);
    let plan = pointed(&session, &shown, at);
    let preview = plan.preview.expect("a preview");
    let way = preview.forecast.path.expect("a way");
    let round = preview.detour.map(|round| round.path.ground.len());
    (way.ground.len(), round)
}

#[test]
fn an_equal_way_leads_around_and_a_longer_one_is_offered() {
    let beside = Square::new(2, 2);
    let rows = ["......b", "A@.....", "......."];
    assert_eq!(harmed(&rows, "fire", beside), (0, None));
    let rows = ["......b", "A......", ".@....."];
    assert_eq!(harmed(&rows, "lava", beside), (0, None));
    let beyond = Square::new(2, 1);
    let rows = ["......b", "A@.....", "......."];
    assert_eq!(harmed(&rows, "fire", beyond), (1, Some(0)));
    let rows = ["......b", "A@@....", "......."];
    assert_eq!(harmed(&rows, "lava", beyond), (2, Some(1)));
}

/// The words without the spaces that do not break.
fn told(line: &str) -> String {
    line.replace('\u{a0}', " ")
}

/// Two who fight each other.
const ARMED: [(char, &str); 2] = [('A', "swordsman"), ('b', "guard")];
