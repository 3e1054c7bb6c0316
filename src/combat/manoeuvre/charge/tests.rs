use super::*;
use crate::combat::testkit::skirmish::*;
use crate::rules::Capability;

fn end(skirmish: &mut Skirmish, letter: char, target: char) -> Result<Square, Refusal> {
    let lane = skirmish.lane(letter, target);
    lane.map(|lane| lane[lane.len() - 1])
}

/// CD-CHG-01: at least two squares, at most twice the speed.
#[test]
fn a_charge_is_neither_too_short_nor_too_long() {
    for (target, expected) in [(2, false), (3, true), (13, true), (14, false)] {
        let mut map = vec!['.'; 16];
        (map[0], map[target]) = ('A', 'b');
        let map: String = map.into_iter().collect();
        let mut s = Skirmish::new(CLASSIC, &map, |_, _| {});
        assert_eq!(s.lane('A', 'b').is_ok(), expected, "{target}");
    }
}

/// CD-CHG-02.
#[test]
fn a_charge_ends_where_the_weapon_first_reaches() {
    for (reach, expected) in [((1, 1), sq(7, 0)), ((2, 2), sq(6, 0))] {
        let mut s = Skirmish::new(CLASSIC, "A.......b", |_, draft| {
            draft.modes = vec![melee(reach.0, reach.1)];
        });
        assert_eq!(end(&mut s, 'A', 'b'), Ok(expected));
    }
}

/// CD-CHG-08, AH-ALIST-11. Only Classic d20 lets a charge past an ally.
#[test]
fn every_square_on_the_line_has_to_be_free() {
    let free = "A...... ....... ......b";
    let ally = "A...... ...D... ......b";
    let rubble = "A...... ...~... ......b";
    let wall = "A...... ...#... ......b";
    let beside = "A...... ....... ...D..b";
    let dead = "A...... ...D... ......b";
    for system in [CLASSIC, HEROES] {
        assert!(
            Skirmish::new(system, free, |_, _| {})
                .lane('A', 'b')
                .is_ok()
        );
        assert!(
            Skirmish::new(system, beside, |_, _| {})
                .lane('A', 'b')
                .is_ok()
        );
        for (map, lets_by) in [(ally, system == CLASSIC), (rubble, false), (wall, false)] {
            let mut s = Skirmish::new(system, map, |_, _| {});
            assert_eq!(s.lane('A', 'b').is_ok(), lets_by, "{map}");
        }
        let mut s = Skirmish::new(system, dead, |_, _| {});
        s.impose('D', "dead", None);
        assert!(s.lane('A', 'b').is_ok());
    }
}

/// CD-ACT-12, AH-ACT-12: a single action allows speed, not twice speed.
#[test]
fn with_a_single_action_a_charge_is_half_as_long() {
    for (map, expected) in [("A......b", true), ("A.......b", false)] {
        let mut s = Skirmish::new(CLASSIC, map, |_, _| {});
        let seat = s.seat('A');
        s.with(|battle| battle.budget_mut(seat).restricted = true);
        assert_eq!(s.lane('A', 'b').is_ok(), expected, "{map}");
    }
}

/// CD-CHG-03, CD-CHG-07: it provokes by its movement; the attack at the end has the bonus.
#[test]
fn a_charge_provokes_by_moving_and_ends_in_an_attack() {
    let mut s = Skirmish::new(CLASSIC, "cA....b", |_, _| {});
    let target = s.seat('b');
    assert_eq!(s.perform('A', "charge", Aim::Charge(target, Vec::new())), 2);
    assert_eq!(s.strikes, [('c', 'A', sq(1, 0)), ('A', 'b', sq(6, 0))]);
    assert_eq!(s.at('A'), sq(5, 0));
    assert!(s.bears('A', "charging"));
    let charge = s.charge('A', 'b', &[]);
    let order = s.with(|battle| order(battle, charge, Manner::default()));
    assert_eq!(order.extra[0].value, 2);
    assert_eq!(order.extra[0].kind, ModifierKind::Charge);
}

/// CD-AOO-13: the combatant that falls on the way does not strike.
#[test]
fn a_charger_that_falls_does_not_strike() {
    let mut s = Skirmish::new(CLASSIC, "cA....b", |_, _| {});
    s.blow = Some("prone");
    let target = s.seat('b');
    assert_eq!(s.perform('A', "charge", Aim::Charge(target, Vec::new())), 1);
    assert_eq!(s.at('A'), sq(1, 0));
}

/// AM-STD-05.
#[test]
fn a_charge_that_only_has_to_come_closer_may_bend() {
    let mut s = Skirmish::new(AMORPHOUS, "A....b ...... ......", |_, _| {});
    assert_eq!(end(&mut s, 'A', 'b'), Ok(sq(4, 0)));
    let mut s = Skirmish::new(AMORPHOUS, "A.#..b ...... ......", |_, _| {});
    assert_eq!(s.lane('A', 'b').unwrap().len(), 4);
    // Against a wall across the way every detour leads away first.
    let mut s = Skirmish::new(AMORPHOUS, "A.#..b ..#... ..#...", |_, _| {});
    assert!(s.lane('A', 'b').is_err());
}

/// AM-STD-06.
#[test]
fn the_target_has_to_be_two_squares_beyond_reach() {
    for (reach, map, expected) in [
        (1, "A.b..", false),
        (1, "A..b.", true),
        (2, "A..b.", false),
        (2, "A...b", true),
    ] {
        let mut s = Skirmish::new(AMORPHOUS, map, |_, draft| {
            draft.modes = vec![melee(1, reach)];
        });
        assert_eq!(s.lane('A', 'b').is_ok(), expected, "{reach} {map}");
    }
}

/// AM-STD-05: of the ways that come closer, the charger chooses.
#[test]
fn the_charger_may_choose_among_ways_that_come_closer() {
    let mut s = Skirmish::new(AMORPHOUS, "....... A.....b .......", |_, _| {});
    let mut check = |way: &[(i16, i16)]| {
        let way = path(way);
        let charge = s.charge('A', 'b', &way);
        s.with(|battle| charge.legal(battle)).is_ok()
    };
    assert!(check(&[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]));
    assert!(!check(&[(1, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]));
    assert!(!check(&[(1, 1), (2, 1)]), "it has to reach the target");
    assert!(!check(&[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]));
}

#[test]
fn a_prone_or_held_combatant_cannot_charge() {
    let mut s = Skirmish::new(AMORPHOUS, "A....b", |_, _| {});
    s.impose('A', "prone", None);
    assert!(s.lane('A', 'b').is_err());
    let mut s = Skirmish::new(AMORPHOUS, "Ac...b", |_, _| {});
    s.impose('A', "grabbed", Some('c'));
    assert!(s.lane('A', 'b').is_err());
}

/// CD-CHG-02, AM-CHG: every square where a charge could end is offered, the usual one first, and each
/// way can be taken.
#[test]
fn all_ways_of_a_charge_are_told_and_each_can_be_taken() {
    let map = "A...... .....b. .......";
    for (system, ends) in [
        (CLASSIC, vec![sq(4, 0), sq(4, 1)]),
        (AMORPHOUS, vec![sq(4, 0), sq(4, 1), sq(4, 2)]),
    ] {
        let mut s = Skirmish::new(system, map, |_, _| {});
        let charge = s.charge('A', 'b', &[]);
        let ways = s.with(|battle| lanes(battle, charge));
        let mut found: Vec<_> = ways.iter().filter_map(|way| way.last().copied()).collect();
        found.sort_by_key(|square| square.y);
        assert_eq!(found, ends, "{system}");
        assert_eq!(s.lane('A', 'b').ok().as_ref(), ways.first());
        for way in ways {
            let charge = s.charge('A', 'b', &way);
            assert!(s.with(|battle| charge.legal(battle)).is_ok());
        }
    }
}

/// CD-CHG-09: a dive takes wings, and with them the weapons that it names.
#[test]
fn a_dive_is_refused_with_what_it_lacks() {
    for (wings, reason) in [
        (false, "You cannot fly, as this charge requires."),
        (true, "You can make this charge only with "),
    ] {
        let mut s = Skirmish::new(CLASSIC, "A.......b", |_, draft| {
            let flies = wings.then_some(Capability::Flies);
            draft.capabilities.extend(flies);
        });
        let action = s.action("dive_attack");
        let charge = Charge {
            action,
            ..s.charge('A', 'b', &[])
        };
        let legal = s.with(|battle| charge.legal(battle));
        let refusal = legal.expect_err("a refusal");
        let told = s.with(|battle| battle.tell(&refusal));
        assert!(told.starts_with(reason), "{told}");
    }
}
