use super::*;
use crate::combat::economy;
use crate::combat::state::step::Step;
use crate::combat::testkit::skirmish::*;
use crate::rules::{Abilities, Ability};

fn reflexes(draft: &mut Draft, dexterity: i16) {
    draft
        .capabilities
        .push(Capability::ExtraOpportunities(Ability::Dexterity));
    draft.abilities = Abilities {
        dexterity,
        ..Abilities::default()
    };
}

/// CD-AOO-04: leaving provokes, entering does not, and one attack a round is all.
#[test]
fn leaving_a_threatened_square_provokes_once_a_round() {
    let map = ".....b... ...A..... .........";
    let mut s = Skirmish::new(CLASSIC, map, |_, _| {});
    assert_eq!(s.walk('A', "move", &[(3, 0), (3, 1), (4, 1)]), 0);
    assert_eq!(s.walk('A', "move", &[(5, 1), (6, 1), (7, 1)]), 1);
    assert_eq!(s.strikes, [('b', 'A', sq(4, 1))]);
    assert_eq!(s.at('A'), sq(7, 1));
}

/// CD-AOO-05, CD-MOVE-02: a turn of nothing but moving shelters the starting square only.
#[test]
fn a_turn_of_nothing_but_moving_protects_the_start() {
    let map = "bA........ ......c...";
    let mut s = Skirmish::new(CLASSIC, map, |_, _| {});
    s.paid('A', "double_move");
    assert_eq!(s.walk('A', "double_move", &[(2, 0), (3, 0), (4, 0)]), 0);
    let (seat, attack) = (s.seat('A'), s.action("attack"));
    let other = s.with(|battle| economy::affords(battle, seat, attack));
    assert!(other.is_err(), "the whole turn is movement");
    assert_eq!(s.walk('A', "double_move", &[(5, 0), (6, 0)]), 1);
    assert_eq!(s.strikes, [('c', 'A', sq(5, 0))]);
    let mut s = Skirmish::new(CLASSIC, map, |_, _| {});
    assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 1);
}

/// CD-AOO-05: other actions before it rule the declaration out.
#[test]
fn nothing_but_moving_cannot_be_declared_after_an_action() {
    let mut s = Skirmish::new(CLASSIC, "bA......", |_, _| {});
    s.paid('A', "attack");
    assert!(s.price('A', "double_move", &[(2, 0)]).is_err());
    assert_eq!(s.price('A', "move", &[(2, 0)]), Ok(12));
}

/// CD-AOO-06, CD-ACT-10, AH-AOO-05.
#[test]
fn a_step_provokes_nothing_and_a_walk_of_one_square_is_all_the_movement() {
    for system in [CLASSIC, HEROES] {
        let mut s = Skirmish::new(system, "bA....", |_, _| {});
        assert_eq!(s.walk('A', "five_foot_step", &[(2, 0)]), 0);
        assert!(s.price('A', "move", &[(3, 0)]).is_err());
    }
    let mut s = Skirmish::new(CLASSIC, "bA....", |_, _| {});
    assert_eq!(s.walk('A', "move", &[(2, 0)]), 0);
    assert!(s.price('A', "move", &[(3, 0)]).is_err());
    let mut s = Skirmish::new(HEROES, "bA....", |_, _| {});
    assert_eq!(s.walk('A', "move", &[(2, 0)]), 1);
}

/// CD-AOO-07, CD-AOO-14: acts provoke from everyone who threatens; its own turn renews.
#[test]
fn an_act_provokes_from_everyone_who_threatens_and_has_an_attack_left() {
    let mut s = Skirmish::new(CLASSIC, "bAc .d.", |who, draft| {
        if who == 'd' {
            draft.modes = vec![bow()];
        }
    });
    assert_eq!(s.expose('A', "attack"), 2);
    assert_eq!(s.expose('A', "attack"), 0);
    s.new_turn('b');
    assert_eq!(s.expose('A', "attack"), 1);
}

/// CD-AOO-10, AH-AOO-11.
#[test]
fn the_flat_footed_make_none() {
    for system in [CLASSIC, HEROES] {
        let mut s = Skirmish::new(system, ".b... A....", |who, draft| {
            if who == 'b' {
                draft.conditions.push("flat_footed");
                reflexes(draft, 16);
            }
        });
        assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1), (3, 1)]), 0);
    }
}

/// CD-AOO-11: half of the lines blocked forbid it, one line does not.
#[test]
fn cover_of_one_half_forbids_them() {
    let walled = "b#. #A. ...";
    assert_eq!(
        Skirmish::new(CLASSIC, walled, |_, _| {}).expose('A', "attack"),
        0
    );
    let open = "b.. .A. ...";
    assert_eq!(
        Skirmish::new(CLASSIC, open, |_, _| {}).expose('A', "attack"),
        1
    );
}

/// CD-AOO-13, AH-AOO-10: it comes before the square is left.
#[test]
fn a_felled_mover_drops_in_the_square_it_was_leaving() {
    for system in [CLASSIC, AMORPHOUS, HEROES] {
        let mut s = Skirmish::new(system, "bA.... ......", |_, _| {});
        s.blow = Some("unconscious");
        assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0), (4, 0)]), 1);
        assert_eq!(s.at('A'), sq(1, 0));
        let stopped = EventKind::MovementStopped {
            seat: s.seat('A'),
            at: sq(1, 0),
        };
        assert_eq!(s.log().last(), Some(&stopped));
    }
}

/// CD-AOO-15: a trip ends the run where it happens.
#[test]
fn a_tripped_mover_goes_no_further() {
    let mut s = Skirmish::new(CLASSIC, "..b..... A.......", |_, _| {});
    s.blow = Some("prone");
    assert_eq!(s.walk('A', "run", &[(1, 1), (2, 1), (3, 1), (4, 1)]), 1);
    assert_eq!(s.at('A'), sq(1, 1));
}

/// CD-AOO-16.
#[test]
fn no_combatant_strikes_at_what_it_cannot_see() {
    for system in [CLASSIC, HEROES] {
        let mut s = Skirmish::new(system, "bA....", |_, _| {});
        s.impose('A', "invisible", None);
        assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 0);
        let mut s = Skirmish::new(system, "bA....", |_, _| {});
        s.impose('b', "invisible", None);
        assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 1);
    }
}

/// AH-AOO-12, CD-AOO-14: Combat Reflexes, never less than one.
#[test]
fn combat_reflexes_add_the_ability_modifier() {
    let mut s = Skirmish::new(HEROES, "AbC D.E", |who, draft| {
        if who == 'b' {
            reflexes(draft, 14);
        }
    });
    let struck = ['A', 'C', 'D', 'E'].map(|who| s.expose(who, "attack"));
    assert_eq!(struck, [1, 1, 1, 0]);
    let mut s = Skirmish::new(HEROES, "Ab", |_, draft| reflexes(draft, 6));
    assert_eq!(s.expose('A', "attack"), 1);
}

/// AH-AOO-13: an act and a walk are two opportunities, three squares of a walk are one.
#[test]
fn several_squares_left_in_a_round_are_one_opportunity() {
    let mut s = Skirmish::new(HEROES, ".b... A.... .....", |who, draft| {
        if who == 'b' {
            reflexes(draft, 16);
        }
    });
    assert_eq!(s.expose('A', "attack"), 1);
    assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1), (3, 1)]), 1);
    assert_eq!(s.walk('A', "move", &[(2, 1), (3, 1)]), 0);
}

/// CD-AOO-04 with Combat Reflexes: there each square is one.
#[test]
fn where_each_square_counts_reflexes_strike_again() {
    let mut s = Skirmish::new(CLASSIC, ".b... A.... .....", |who, draft| {
        if who == 'b' {
            reflexes(draft, 16);
        }
    });
    assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1), (3, 1)]), 3);
}

/// AM-THR-07, AM-THR-10: one action provokes each threatening creature once.
#[test]
fn one_action_provokes_each_enemy_once() {
    let mut s = Skirmish::new(AMORPHOUS, ".b... A.... .....", |who, draft| {
        if who == 'b' {
            reflexes(draft, 16);
        }
    });
    assert_eq!(s.walk('A', "move", &[(1, 1), (2, 1), (3, 1)]), 1);
    assert_eq!(s.walk('A', "run", &[(2, 1), (1, 1)]), 1);
}

/// AM-THR-04, AM-THR-05: declining uses nothing up.
#[test]
fn declining_does_not_use_it_up() {
    let mut s = Skirmish::new(AMORPHOUS, "bA... .C...", |_, _| {});
    s.accepts = false;
    assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 0);
    s.accepts = true;
    assert_eq!(s.expose('C', "attack"), 1);
    assert_eq!(s.expose('C', "attack"), 0);
}

/// AM-ECON-04.
#[test]
fn a_combatant_busy_for_the_round_threatens_nothing() {
    let mut s = Skirmish::new(AMORPHOUS, "bA...", |_, _| {});
    let seat = s.seat('b');
    s.with(|battle| battle.silenced_mut(seat).0 = true);
    assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 0);
    s.new_turn('b');
    assert_eq!(s.walk('A', "move", &[(2, 0), (1, 0), (2, 0)]), 1);
}

/// AH-AOO-01.
#[test]
fn the_whole_rule_can_be_switched_off() {
    let s = Skirmish::new(HEROES, "bA...", |_, _| {});
    let mut s = s.policy(|policies| policies.threat.enabled = false);
    assert_eq!(s.walk('A', "move", &[(2, 0), (3, 0)]), 0);
}

/// CD-AOO-08: the act provokes from its target only.
#[test]
fn an_offer_may_go_to_the_target_alone() {
    let mut s = Skirmish::new(CLASSIC, "bAc", |_, _| {});
    let (target, only, action) = (s.seat('A'), s.seat('c'), s.action("grab"));
    s.with(|battle| {
        offer(battle, target, Cause::Act(action), Some(only));
        let Some(Step::Offer(offer)) = battle.stack.0.last() else {
            panic!("no reaction is asked for")
        };
        assert_eq!(offer.askers[..], [only]);
    });
}
