//! What costs an action and gains nothing, and what pays for one that is easily overlooked: a hiding place, a light.

use super::*;

/// Lays this kind of ground beneath a combatant.
fn ground_beneath(mut scene: Scene, letter: char, kind: &str) -> Scene {
    let at = scene.setup.combatants[scene.seat(letter).index()].at;
    let at = at.expect("drawn on the map");
    let index = at.y as usize * usize::from(scene.setup.dimensions.width) + at.x as usize;
    scene.setup.terrain[index] = kind.to_owned();
    scene
}

fn knows(name: &'static str, uses: Uses) -> impl Fn(&mut StatBlock) {
    move |block| block.knows = [(name.to_owned(), uses)].into()
}

/// EP-STNC-03: what is entered for a swift action is not left for another.
#[test]
fn no_stance_is_left_that_helps() {
    for stance in ["rooted_stance", "hunting_stance"] {
        let scene = Scene::new(ruleset("epic_path"), &["A...b", "....."])
            .block('A', knows(stance, Uses::Times(3)))
            .block('A', |block| block.hit_points = 60)
            .block('b', |block| block.hit_points = 60);
        let mut battle = scene.seeded(1);
        let mut done = Vec::new();
        for _ in 0..3 {
            until_turn(&mut battle, scene.seat('A'));
            done.extend(actions_taken(&mut battle));
        }
        assert!(done.contains(&stance.to_owned()), "{done:?}");
        assert!(!done.contains(&"end_stance".to_owned()), "{done:?}");
    }
}

/// One that lies has nothing left that a loss of Strength would make weaker.
#[test]
fn no_ray_weakens_an_enemy_that_lies() {
    let scene = |conditions: &[&str]| {
        let map = ["A.b#................c"];
        Scene::new(ruleset("epic_path"), &map)
            .block('A', knows("weakening_ray", Uses::AtWill))
            .block('A', |block| block.attacks.clear())
            .change('b', |enemy| {
                enemy.conditions = conditions.iter().map(|name| (*name).into()).collect();
            })
    };
    assert!(does(&mut scene(&[]).seeded(1), "weakening_ray"));
    assert!(!does(
        &mut scene(&["unconscious"]).seeded(1),
        "weakening_ray"
    ));
}

/// EP-DEF-01: a guard that is put up for nothing takes its due of the attacks that follow. The unhurt need none,
/// however little their teeth do, and the hurt need none against what cannot hurt them.
#[test]
fn no_guard_is_put_up_that_costs_more_than_it_saves() {
    let guards = |hit_points: i32, own: (i32, &str), enemy: (i32, &str)| {
        let scene = Scene::new(ruleset("epic_path"), &["....", ".Ab.", "...."])
            .block('A', |block| {
                block.hit_points = 30;
                block.attacks = claws(own.0, own.1);
            })
            .change('A', |who| who.hit_points = Some(hit_points))
            .block('b', |block| {
                block.hit_points = 12;
                block.attacks = claws(enemy.0, enemy.1);
            });
        does(&mut scene.seeded(1), "fight_defensively")
    };
    assert!(!guards(30, (2, "1d2"), (5, "2d6")));
    assert!(!guards(20, (5, "2d6+4"), (0, "1d3")));
}

/// The fallen can wait for as long as one stands that strikes, or punishes it.
#[test]
fn no_fallen_enemy_is_finished_off_beside_one_that_stands() {
    for system in SYSTEMS {
        let rules = ruleset(system);
        if rules.actions.id("coup_de_grace").is_none() {
            continue;
        }
        for map in [["Ab.......", "c........"], ["bA.......", ".c......."]] {
            // Its own blows are weak and there is little to fear: that makes it no better.
            let scene = Scene::new(rules.clone(), &map)
                .block('A', |block| {
                    block.hit_points = 40;
                    block.attacks = attack(2, "1d6");
                })
                .block('c', |enemy| {
                    enemy.hit_points = 20;
                    enemy.attacks = attack(1, "1d4");
                })
                .change('b', |enemy| enemy.conditions.push("unconscious".into()));
            let done = actions_taken(&mut scene.seeded(1));
            let finishes = done.iter().any(|action| action == "coup_de_grace");
            assert!(!finishes, "{system}: {done:?}");
        }
    }
}

/// EP-COVER-08: the enemy drops its guard against what it has lost sight of, and the check costs a swift action.
#[test]
fn a_stealthy_fighter_in_the_dark_hides_before_it_strikes() {
    let scene = |stealth: i32| {
        let scene = Scene::new(ruleset("epic_path"), &[".....", ".Ab..", "....."])
            .block('A', |block| {
                block.hit_points = 30;
                block.attacks = attack(5, "1d8+4");
                block.traits = vec!["darkvision".to_owned(), "sneak_attack_1".to_owned()];
                block.stats.insert(skill("stealth"), stealth);
            })
            .block('b', |enemy| {
                enemy.hit_points = 30;
                enemy.attacks = attack(5, "1d8+2");
                let nimble = [(crate::rules::ModifierKind::Dexterity, 5)];
                enemy.parts.insert(Stat::Defence, nimble.into());
            });
        ground_beneath(scene, 'A', "gloom")
    };
    let done = actions_taken(&mut scene(18).seeded(1));
    let at = |wanted: &str| done.iter().position(|action| action == wanted);
    assert!(
        at("hide").is_some() && at("hide") < at("attack"),
        "{done:?}"
    );
    assert!(!does(&mut scene(-8).seeded(1), "hide"));
}

/// EP-STD-05: a light for those who would strike at nothing without one, and none for those who see in the dark.
#[test]
fn a_torch_is_lit_where_darkness_hides_every_enemy() {
    let scene = |sees: bool, kind: &str| {
        let map = ["............", "A..b........", "............"];
        let scene = Scene::new(ruleset("epic_path"), &map)
            .block('A', |block| {
                block.hit_points = 30;
                block.attacks = attack(5, "1d8+4");
                if sees {
                    block.traits = vec!["darkvision".to_owned()];
                }
            })
            .block('b', |enemy| enemy.hit_points = 30);
        ground_beneath(scene, 'b', kind)
    };
    assert!(does(&mut scene(false, "dark").seeded(1), "light_torch"));
    assert!(!does(&mut scene(true, "dark").seeded(1), "light_torch"));
    assert!(!does(&mut scene(false, "floor").seeded(1), "light_torch"));
}

/// Nobody is worn down who waits behind its guard for ever: it strikes back in between.
#[test]
fn nobody_stays_on_its_guard_to_the_end() {
    for system in ["classic_d20", "epic_path"] {
        let scene = Scene::new(ruleset(system), &["#####", "#Ab.#", "#####"])
            .block('A', |block| {
                block.hit_points = 60;
                block.attacks = attack(6, "1d8+3");
            })
            .change('A', |who| who.hit_points = Some(24))
            .block('b', |enemy| {
                enemy.hit_points = 90;
                enemy.attacks = attack(9, "2d8+8");
                defence(enemy, 12);
            });
        let (mut guards, mut turns) = (0, 0);
        let mut battle = scene.seeded(1);
        for _ in 0..6 {
            // It is struck at, and nothing hits.
            until_turn(&mut battle, scene.seat('A'));
            let done = actions_taken(&mut battle);
            guards += usize::from(done.iter().any(|action| action == "total_defence"));
            turns += 1;
        }
        assert!(2 * guards <= turns, "{system}: {guards} of {turns}");
    }
}
