//! The battle as its drivers see it.

use super::*;
use crate::combat::contract::{CombatantKind, CombatantView, StatBlock};
use crate::combat::testkit::testing::{
    Scene, action, duel, play, ruleset, ruleset_with, skill, wild,
};
use crate::content::MonsterDef;
use crate::grid::{Square, SquareSet};
use crate::rules::{Ability, Flag, Losses};

const FOE: Seat = Seat(1);

#[test]
fn the_same_seed_gives_the_same_events() {
    let scene = Scene::new(ruleset("age_of_heroes"), &["A....a", "B....b"]).beginning();
    let (mut one, mut other) = (scene.seeded(9), scene.seeded(9));
    play(&mut one, 100);
    play(&mut other, 100);
    assert!(one.rolled() > 10);
    assert_eq!(one.events(), other.events());
    let mut third = scene.seeded(10);
    play(&mut third, 100);
    assert_ne!(one.events(), third.events());
}

#[test]
fn an_illegal_choice_changes_nothing_and_rolls_nothing() {
    let mut battle = duel(ruleset("classic_d20")).seeded(1);
    let (digest, events) = (battle.digest(), battle.events().len());
    let attack = action(&battle, "attack");
    let wrong = [
        Choice::act_at(attack, 0, Seat(0)),
        Choice::act_at(attack, 9, FOE),
        Choice::act_at(attack, 0, Seat(77)),
        Choice::act(attack),
        Choice::act(crate::rules::ActionId(999)),
        Choice::Accept { mode: None },
        Choice::Place(Vec::new()),
        Choice::PushTo(Square::new(-3, 900)),
        Choice::walk(action(&battle, "move"), vec![Square::new(90, 90)]),
    ];
    for choice in wrong {
        let refusal = battle.submit(choice).unwrap_err();
        let told = battle.tell(&refusal);
        assert!(told.ends_with('.'), "{told}");
    }
    assert_eq!((battle.digest(), battle.events().len()), (digest, events));
    assert_eq!(battle.rolled(), 0);
    assert_eq!(battle.record(), []);
}

#[test]
fn only_where_the_rules_say_so_the_battle_waits_for_the_dying_of_the_winner() {
    let over = |waits_for_dying| {
        let rules = ruleset_with("classic_d20", |policies| {
            policies.victory.waits_for_dying = waits_for_dying;
        });
        let scene = Scene::new(rules, &["Ab", "C."])
            .change('b', |enemy| enemy.hit_points = Some(1))
            .change('C', |ally| ally.hit_points = Some(-2));
        let mut battle = scene.scripted(&[15, 8]);
        let attack = Choice::act_at(action(&battle, "attack"), 0, scene.seat('b'));
        battle.submit(attack).expect("an attack");
        battle.outcome().is_some()
    };
    assert!(over(false));
    assert!(!over(true));
}

#[test]
fn undo_goes_back_until_a_die_was_rolled_or_the_other_side_spoke() {
    let scene = Scene::new(ruleset("classic_d20"), &["A......a", "........"]);
    let mut battle = scene.seeded(1);
    let walk = action(&battle, "move");
    assert!(!battle.can_undo());
    let (before, events) = (battle.snapshot(), battle.events().to_vec());
    battle
        .submit(Choice::walk(walk, vec![Square::new(1, 0)]))
        .unwrap();
    battle
        .submit(Choice::walk(walk, vec![Square::new(2, 0)]))
        .unwrap();
    assert!(battle.undo() && battle.undo() && !battle.undo());
    assert_eq!(
        (battle.snapshot(), battle.events()),
        (before, events.as_slice())
    );
    battle.submit(Choice::EndTurn).unwrap();
    assert!(!battle.can_undo(), "the other side is asked now");
    let mut battle = duel(ruleset("classic_d20")).seeded(1);
    let attack = action(&battle, "attack");
    battle.submit(Choice::act_at(attack, 0, FOE)).unwrap();
    assert!(!battle.undo(), "dice were rolled");
}

#[test]
fn a_standing_answer_is_given_without_asking() {
    let scene = duel(ruleset("classic_d20"));
    let away = |battle: &mut Battle| {
        let walk = action(battle, "move");
        battle
            .submit(Choice::walk(
                walk,
                vec![Square::new(1, 1), Square::new(0, 1)],
            ))
            .unwrap();
    };
    let mut battle = scene.scripted(&[1]);
    away(&mut battle);
    assert!(matches!(battle.request(), Some(Request::Opportunity { seat, .. }) if *seat == FOE));
    battle.set_auto_response(SideId(1), RequestKind::Opportunity, AutoResponse::Always);
    assert_eq!(battle.request(), Some(&Request::Turn { seat: Seat(0) }));
    assert_eq!(battle.rolled(), 1);
    let mut battle = scene.scripted(&[]);
    battle.set_auto_response(SideId(1), RequestKind::Opportunity, AutoResponse::Never);
    away(&mut battle);
    assert_eq!(battle.request(), Some(&Request::Turn { seat: Seat(0) }));
}

#[test]
fn members_without_a_place_are_deployed_in_their_zone() {
    let mut scene = Scene::new(ruleset("amorphous"), &["A....a", "......"]);
    let zone = SquareSet::from_squares(
        scene.setup.dimensions,
        [Square::new(0, 0), Square::new(0, 1)],
    );
    scene.setup.zones.insert("camp".to_owned(), zone);
    scene.setup.sides[0].deploy = Some("camp".to_owned());
    let scene = scene.change('A', |c| c.at = None);
    let mut battle = scene.seeded(1);
    let unplaced = vec![Seat(0)];
    assert_eq!(
        battle.request(),
        Some(&Request::Deploy {
            side: SideId(0),
            unplaced
        })
    );
    assert!(
        battle
            .check(&Choice::Place(vec![Square::new(3, 0)]))
            .is_err()
    );
    battle
        .submit(Choice::Place(vec![Square::new(0, 1)]))
        .unwrap();
    assert_eq!(
        battle.view().combatants[0].area.unwrap().anchor,
        Square::new(0, 1)
    );
    assert!(matches!(battle.request(), Some(Request::Turn { .. })));
}

#[test]
fn a_setup_that_cannot_be_is_an_error() {
    let rules = ruleset("classic_d20");
    let new = |scene: &Scene| {
        let content = crate::combat::testkit::things::catalogue();
        Battle::new(
            content,
            Arc::clone(&scene.rules),
            &scene.setup,
            Dice::seeded(1),
        )
    };
    let scene =
        Scene::new(Arc::clone(&rules), &["A#a"]).change('A', |c| c.at = Some(Square::new(1, 0)));
    assert!(matches!(new(&scene), Err(SetupError::BadPlace { .. })));
    let scene = Scene::new(Arc::clone(&rules), &["A.B"]);
    assert_eq!(new(&scene).err(), Some(SetupError::OneSided));
    let strange = |block: &mut StatBlock| _ = block.stats.insert(skill("clmib"), 3);
    let scene = Scene::new(Arc::clone(&rules), &["A.a"]).block('A', strange);
    let message = new(&scene).err().map(|error| error.to_string());
    let expected = "there is no skill called \"clmib\"; did you mean \"climb\"?";
    assert_eq!(message.as_deref(), Some(expected));
    let scene = Scene::new(rules, &["A.a"]).change('A', |c| c.conditions.push("sleepy".into()));
    assert!(matches!(
        new(&scene),
        Err(SetupError::Unknown {
            kind: "condition",
            ..
        })
    ));
}

#[test]
fn skills_are_ranks_and_what_is_left_of_the_ability() {
    let scout: MonsterDef = crate::content::options()
        .from_str(
            "(name: \"Scout\", size: medium, level: 1, hit_points: 9, speed: 30, base_attack: 1,
             abilities: (wisdom: 14), skills: { perception: 4, climb: 2 })",
        )
        .unwrap();
    let scene = Scene::new(ruleset("classic_d20"), &["A.a"]).change('A', |c| {
        c.kind = CombatantKind::Creature(scout.into());
        c.scars.lost = Losses::default().and(Ability::Wisdom, 6);
    });
    let known = scene.scripted(&[]).sight().skills(Seat(0));
    let known: Vec<_> = known
        .iter()
        .map(|(id, bonus)| (id.name(), *bonus))
        .collect();
    // Wisdom 8 in place of 14.
    assert_eq!(known, [("climb", 2), ("perception", 3)]);
}

/// Random legal play on every shipped level under every shipped ruleset: whatever is legal goes
/// through, no combatant shares a square against the rules, and a replay reproduces every event.
#[test]
fn whatever_is_legal_goes_through_and_replays() {
    const MOST: usize = 150;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Arc::new(Catalogue::load(root).unwrap_or_else(|f| panic!("{}", f.pretty(false))));
    for rules in &content.rulesets {
        for (level, def) in content.levels.iter() {
            let setup = Setup::from_level(def);
            let seed = u64::from(level.0);
            let (content, rules) = (Arc::clone(&content), Arc::clone(rules));
            let mut battle =
                Battle::new(content.clone(), rules.clone(), &setup, Dice::seeded(seed)).unwrap();
            let mut chance = Dice::seeded(seed + 100);
            let (mut choices, mut together) = (0, Vec::new());
            while battle.request().is_some() && choices < MOST {
                let choice = wild(&mut battle, &mut chance);
                if choices % 7 == 0 {
                    let _ = battle.forecast(&choice);
                }
                battle.submit(choice).unwrap();
                choices += 1;
                together = lawful(&mut battle, &together);
            }
            let name = format!("{} under {}", def.name, rules.id);
            assert!(
                battle.outcome().is_some() || choices == MOST,
                "{name} is stuck"
            );
            let recording = battle.recording().unwrap();
            let again = recording
                .verify(content, rules, battle.events())
                .expect(&name);
            assert_eq!(again.digest(), battle.digest(), "{name}");
        }
    }
}

/// Whether a combatant is in a state in which it shares its space with another.
fn shares(battle: &Battle, one: &CombatantView) -> bool {
    bears(battle, one, |flag| {
        use Flag::{Carried, Carrying, Grappling, Mounted, Ridden};
        matches!(flag, Grappling | Mounted | Ridden | Carrying | Carried)
    })
}

fn bears(battle: &Battle, one: &CombatantView, which: impl Fn(Flag) -> bool) -> bool {
    let table = &battle.rules().conditions;
    let flags = one.conditions.iter().flat_map(|id| &table[*id].flags);
    flags.copied().any(which)
}

/// No combatant that stands has more hit points than it can have, every combatant is on the map, and none
/// shares its space against the rules. `together`: who shared one before without having to make room;
/// returned: who does now.
fn lawful(battle: &mut Battle, together: &[(Seat, Seat)]) -> Vec<(Seat, Seat)> {
    let mut still_together = Vec::new();
    let dimensions = battle.dimensions();
    let view = battle.view();
    for combatant in &view.combatants {
        assert!(
            combatant.hit_points <= combatant.max_hit_points,
            "{}",
            combatant.name
        );
        if let Some(area) = combatant.area {
            assert!(
                area.squares().all(|square| dimensions.contains(square)),
                "{}",
                combatant.name
            );
        }
    }
    let standing: Vec<_> = view.combatants.iter().filter(|c| c.standing).collect();
    for (i, a) in standing.iter().enumerate() {
        for b in &standing[i + 1..] {
            let apart = match (a.area, b.area) {
                (Some(a), Some(b)) => !a.overlaps(b),
                _ => true,
            };
            // A combatant that is in the middle of a movement may pass through others, and sizes far
            // apart may share.
            let passing = !matches!(battle.request(), Some(Request::Turn { .. }));
            let (small, large) = (a.size.min(b.size), a.size.max(b.size));
            let rules = &battle.rules().policies.movement;
            let fits = |most| small <= most && (large > most || rules.shares_with_small);
            let far = (large as i32 - small as i32) >= 3 || rules.shares_up_to.is_some_and(fits);
            // Where those who grapple share a space, the combatant that has just got out of a hold may
            // still walk away in this turn.
            let leaving = battle.rules().policies.grapple.shares_space
                && matches!(battle.request(), Some(Request::Turn { seat })
                    if *seat == a.seat || *seat == b.seat);
            // So do they while they grapple, and a rider and its mount.
            let locked = shares(battle, a) && shares(battle, b);
            // Of two who lie when their hold ends, neither has to make room.
            let lies = |one| bears(battle, one, |flag| flag == Flag::Prone);
            let lying = battle.rules().policies.grapple.shares_space && lies(a) && lies(b);
            let helpless = |one| bears(battle, one, |flag| flag == Flag::Helpless);
            let over = battle.rules().policies.movement.shares_with_helpless
                && (helpless(a) || helpless(b));
            // They need not part either when one of them rises or recovers.
            let stayed = lying || over || together.contains(&(a.seat, b.seat));
            if stayed && !apart {
                still_together.push((a.seat, b.seat));
            }
            assert!(
                apart || passing || far || locked || leaving || stayed,
                "{} and {} share a square under {}",
                a.name,
                b.name,
                battle.rules().id
            );
        }
    }
    still_together
}
