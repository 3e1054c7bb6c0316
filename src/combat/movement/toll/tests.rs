//! The ground as it is foreseen, held against all that the dice can make of it.

use crate::combat::battle::Battle;
use crate::combat::contract::{
    Aim, Choice, CombatantKind, Event, EventKind, PathForecast, Request, Seat,
};
use crate::combat::testkit::testing::{SYSTEMS, Scene, shipped};
use crate::content::Catalogue;
use crate::dice::{Dice, Purpose, RollLabel, ScriptFaultKind, ScriptedRoll};
use crate::grid::Square;
use crate::rules::damage::Against;
use crate::rules::{ActionDef, Adjustment, DamageKind, Size};
use std::sync::Arc;

/// Terrain that affects creatures that enter.
const GROUND: [&str; 9] = [
    "fire",
    "pit",
    "spikes",
    "thorns",
    "brambles",
    "scorching_sand",
    "drowning_pool",
    "quicksand",
    "lava",
];
const A: Seat = Seat(0);

/// One way through all that the dice can show: its chance, and the battle after it.
struct End {
    chance: f64,
    battle: Battle,
}

impl End {
    /// Hit points that the terrain has taken from the mover.
    fn harm(&self) -> i32 {
        let of = |kind: &EventKind| match kind {
            EventKind::Hurt {
                seat: A,
                amount,
                from: Some(_),
                ..
            } => *amount,
            _ => 0,
        };
        let events = self.battle.events().iter();
        events.map(|event| of(&event.kind)).sum()
    }

    fn stands(&self) -> bool {
        self.battle.view().combatants[A.index()].standing
    }

    fn at(&self) -> Option<Square> {
        let area = self.battle.view().combatants[A.index()].area;
        area.map(|area| area.anchor)
    }
}

fn battle(catalogue: &Arc<Catalogue>, scene: &Scene, script: &[u32]) -> Battle {
    let dice = script.iter().copied().map(ScriptedRoll::new).collect();
    let (catalogue, rules) = (catalogue.clone(), scene.rules.clone());
    Battle::new(catalogue, rules, &scene.setup, Dice::scripted(dice)).expect("a battle")
}

/// Every end that a choice can have.
fn ends(catalogue: &Arc<Catalogue>, scene: &Scene, choice: &Choice) -> Vec<End> {
    let mut ends = Vec::new();
    let mut open = vec![(Vec::new(), 1.0)];
    while let Some((script, chance)) = open.pop() {
        let mut battle = battle(catalogue, scene, &script);
        battle.submit(choice.clone()).expect("a way");
        while let Some(request) = battle.request()
            && !matches!(request, Request::Turn { .. })
        {
            let answer = match request {
                Request::PushTo { squares, .. } => Choice::PushTo(squares[0]),
                _ => Choice::Decline,
            };
            battle.submit(answer).expect("an answer");
        }
        match battle.dice_fault().copied() {
            None => ends.push(End { chance, battle }),
            Some(fault) => {
                assert_eq!(fault.kind, ScriptFaultKind::RanOut);
                let sides = fault.sides;
                open.extend((1..=sides).map(|value| {
                    let script = script.iter().copied().chain([value]).collect();
                    (script, chance / f64::from(sides))
                }));
            }
        }
    }
    ends
}

fn near(found: f64, wanted: f64, what: &str) {
    assert!(
        (found - wanted).abs() < 1e-9,
        "{what}: {found}, not {wanted}"
    );
}

/// The sum of the chances of those ends of which this is true.
fn chance(ends: &[End], is: impl Fn(&End) -> bool) -> f64 {
    let those = ends.iter().filter(|end| is(end));
    those.map(|end| end.chance).sum()
}

/// Compares a forecast with every outcome of the dice.
fn compare(path: &PathForecast, ends: &[End], what: &str) {
    near(chance(ends, |_| true), 1.0, what);
    near(chance(ends, End::stands), path.survives, what);
    assert_eq!(
        path.ground_fells > 1e-9,
        path.survives < 1.0 - 1e-9,
        "{what}"
    );
    let holds = path.ground.iter().position(|ground| ground.holds);
    if let Some(snare) = holds.map(|first| &path.ground[first]) {
        let there = path.squares[snare.after - 1];
        let stays = chance(ends, |end| end.at() == Some(there));
        if path.survives == 1.0 {
            near(stays, snare.chance, what);
        }
        assert!(snare.after == path.squares.len() || path.arrives == 0.0);
        return;
    }
    let harms: Vec<_> = path.ground.iter().map(|ground| &ground.damage).collect();
    if path.survives == 1.0 {
        let end = path.squares.last().copied();
        let arrives = chance(ends, |one| one.at() == end && one.stands());
        near(arrives, path.arrives, what);
        let mean: f64 = ends
            .iter()
            .map(|end| end.chance * f64::from(end.harm()))
            .sum();
        near(mean, harms.iter().map(|harm| harm.mean()).sum(), what);
        let least = ends.iter().map(End::harm).min();
        assert_eq!(
            least,
            Some(harms.iter().map(|harm| harm.min()).sum()),
            "{what}"
        );
        let most = ends.iter().map(End::harm).max();
        assert_eq!(
            most,
            Some(harms.iter().map(|harm| harm.max()).sum()),
            "{what}"
        );
    }
    if let [only] = path.ground.as_slice() {
        let felt = |end: &End| end.harm() > 0 || only.deadly && !end.stands();
        near(chance(ends, felt), only.chance, what);
    }
    if path.ground.iter().any(|ground| ground.deadly) {
        near(path.survives, 0.0, what);
    }
}

/// Whether an action leads from square to square or to one square, for a combatant on foot.
fn leads(def: &ActionDef) -> bool {
    def.movement().is_some() || def.is_step() || def.leap().is_some()
}

#[test]
fn what_the_ground_does_on_a_way_is_foreseen_exactly() {
    let catalogue = shipped();
    let mut chance = Dice::seeded(17);
    let mut pick =
        |of: usize| chance.roll(RollLabel::of_battle(Purpose::Coin), of as u32) as usize - 1;
    for system in SYSTEMS {
        let (mut harmed, mut deadly, mut held) = (0, 0, 0);
        let mut tried = 0;
        while tried < 60 {
            let rules = catalogue.ruleset(system).expect("a rule system");
            let mut scene = Scene::new(rules.clone(), &["......b", "A......", "......."]);
            for square in 0..scene.setup.terrain.len() {
                // A combatant that starts in a hazard is harmed before it acts.
                if square != 7 && square % 7 < 5 && pick(3) == 0 {
                    scene.setup.terrain[square] = GROUND[pick(GROUND.len())].to_owned();
                }
            }
            let hit_points = [2, 5, 10, 30][pick(4)];
            let against = [DamageKind::Fire, DamageKind::Piercing][pick(2)];
            let against = Against::Only(against);
            let adjusts = match pick(4) {
                0 => vec![Adjustment::Immune { against }],
                1 => vec![Adjustment::Vulnerable { against, points: 2 }],
                2 => vec![Adjustment::Resists {
                    against,
                    points: 3,
                    spares: Default::default(),
                }],
                _ => Vec::new(),
            };
            let scene = scene.block('A', |block| {
                (block.hit_points, block.adjusts) = (hit_points, adjusts);
            });
            let start = battle(&catalogue, &scene, &[]);
            let defs = &scene.rules.actions;
            let mut actions = start.actions();
            actions.retain(|one| one.refusal.is_none() && defs.get(one.action).is_some_and(leads));
            let action = actions[pick(actions.len())].action;
            let squares = start.reachable(action).squares;
            if squares.is_empty() {
                continue;
            }
            let to = squares[pick(squares.len())].0;
            let Some(way) = start.way(action, to) else {
                continue;
            };
            let choice = Choice::walk(action, way);
            let forecast = start.forecast(&choice);
            let Some(path) = forecast.path.filter(|_| forecast.refusal.is_none()) else {
                continue;
            };
            let quiet = path.opportunities.is_empty() && path.checks.is_empty();
            if !quiet || path.ground.is_empty() || path.ground.len() > 2 {
                continue;
            }
            let name = &defs[action].name;
            let what = format!("{system}, {name} with {hit_points}: {path:?}");
            compare(&path, &ends(&catalogue, &scene, &choice), &what);
            tried += 1;
            harmed += usize::from(path.ground.iter().any(|one| one.damage.max() > 0));
            deadly += usize::from(path.ground_fells > 0.0);
            held += usize::from(path.ground.iter().any(|one| one.holds));
        }
        assert!(
            harmed > 20 && deadly > 10,
            "{system}: {harmed}, {deadly}, {held}"
        );
    }
}

/// CD-BULL-04, AH-ALIST-17: a bull rush leads into the space of its target, with all that the ground does there.
#[test]
fn the_ground_under_the_target_of_a_bull_rush_is_foreseen() {
    let catalogue = shipped();
    let all = [
        ("classic_d20", "spikes", "bull_rush", "Ab.#"),
        ("classic_d20", "lava", "bull_rush", "Ab.#"),
        ("age_of_heroes", "fire", "bull_rush", "Ab.#"),
        ("classic_d20", "spikes", "bull_rush_charge", "A...b.#"),
    ];
    for (system, ground, action, row) in all {
        let rules = catalogue.ruleset(system).expect("a rule system");
        let mut scene = Scene::new(rules.clone(), &[row]);
        let target = row.find('b').expect("a target");
        scene.setup.terrain[target] = ground.to_owned();
        let start = battle(&catalogue, &scene, &[]);
        let action = rules.actions.id(action).expect("a bull rush");
        let run = (1..target as i16).map(|x| Square::new(x, 0));
        let aim = match target {
            1 => Aim::At(Seat(1)),
            _ => Aim::Charge(Seat(1), run.collect()),
        };
        let choice = Choice::aimed(action, aim);
        let forecast = start.forecast(&choice);
        assert!(
            forecast.refusal.is_none(),
            "{system}: {:?}",
            forecast.refusal
        );
        let path = forecast.path.expect("a step");
        let ends = ends(&catalogue, &scene, &choice);
        near(chance(&ends, End::stands), path.survives, system);
        let harm = ends.iter().map(|end| end.chance * f64::from(end.harm()));
        let foreseen = path.ground.iter().map(|ground| ground.damage.mean());
        near(harm.sum(), foreseen.sum(), system);
        assert_eq!(path.is_reckless(), ground == "lava", "{system}: {path:?}");
    }
}

/// CD-GRP-05: only a hold that is won leads into the space of its target.
#[test]
fn the_ground_under_the_target_of_a_grapple_is_foreseen() {
    let catalogue = shipped();
    let rules = catalogue.ruleset("classic_d20").expect("a rule system");
    let mut scene = Scene::new(rules.clone(), &[".Ab.."]);
    let action = rules.actions.id("grab").expect("a grapple");
    let choice = Choice::aimed(action, Aim::At(Seat(1)));
    let forecast = |scene: &Scene| battle(&catalogue, scene, &[]).forecast(&choice);
    assert!(forecast(&scene).path.is_none());
    scene.setup.terrain[2] = "lava".to_owned();
    let forecast = forecast(&scene);
    let (won, path) = forecast.success.zip(forecast.path).expect("a step");
    assert!(won > 0.0 && won < 1.0);
    near(path.survives, 1.0 - won, "lava");
}

#[test]
fn the_ground_of_a_riders_grapple_is_foreseen_for_the_rider_alone() {
    let catalogue = shipped();
    let rules = catalogue.ruleset("classic_d20").expect("a rule system");
    let action = |name| rules.actions.id(name).expect("an action");
    let foreseen = |lava: Square| {
        let scene = Scene::new(rules.clone(), &["AM.b.", "....."]);
        let mut scene = scene.change('M', |one| {
            if let CombatantKind::Block(block) = &mut one.kind {
                (block.size, block.traits) = (Size::Huge, vec!["mount".to_owned()]);
            }
        });
        let index = scene.setup.dimensions.index(lava).expect("a square");
        scene.setup.terrain[index] = "lava".to_owned();
        let mut start = battle(&catalogue, &scene, &[3; 9]);
        let mount = Choice::aimed(action("mount"), Aim::At(scene.seat('M')));
        start.submit(mount).expect("a ride");
        let grab = Choice::aimed(action("grab"), Aim::At(scene.seat('b')));
        let forecast = start.forecast(&grab);
        assert!(forecast.refusal.is_none(), "{:?}", forecast.refusal);
        let ground = forecast.path.map(|path| path.ground).unwrap_or_default();
        ground.iter().map(|one| one.seat).collect::<Vec<_>>()
    };
    assert_eq!(foreseen(Square::new(3, 0)), [A]);
    // The mount would come here if it went along.
    assert!(foreseen(Square::new(3, 1)).is_empty());
}

#[test]
fn the_ground_under_a_combatant_that_is_put_down_is_foreseen() {
    let catalogue = shipped();
    for (system, up, down, other) in [
        ("amorphous", "mount", "dismount", 'M'),
        ("spiritual_pressure", "lift_comrade", "set_down", 'B'),
    ] {
        let rules = catalogue.ruleset(system).expect("a rule system");
        let action = |name| rules.actions.id(name).expect("an action");
        let mut scene = Scene::new(rules.clone(), &[&format!("A{other}...b"), "......"]);
        scene = scene.change(other, |one| match other {
            'M' => {
                if let CombatantKind::Block(block) = &mut one.kind {
                    (block.size, block.traits) = (Size::Large, vec!["mount".to_owned()]);
                }
            }
            _ => one.hit_points = Some(-1),
        });
        let bare = Square::new(0, 1);
        let there = Square::new(1 + i16::from(other == 'M') * 2, 1);
        let index = scene.setup.dimensions.index(there).expect("a square");
        scene.setup.terrain[index] = "spikes".to_owned();
        let mut start = battle(&catalogue, &scene, &[3; 9]);
        let lift = Choice::aimed(action(up), Aim::At(scene.seat(other)));
        start.submit(lift).expect("it is lifted");
        while start.acting() != Some(A)
            || start
                .actions()
                .iter()
                .all(|one| one.action != action(down) || one.refusal.is_some())
        {
            start.submit(Choice::EndTurn).expect("an end");
        }
        let put = |to| Choice::walk(action(down), vec![to]);
        let forecast = start.forecast(&put(there));
        assert!(
            forecast.refusal.is_none(),
            "{system}: {:?}",
            forecast.refusal
        );
        let path = forecast.path.expect("a step");
        assert_eq!(
            (path.ground[0].damage.min(), path.ground[0].damage.max()),
            (1, 4)
        );
        assert!(start.forecast(&put(bare)).path.is_none(), "{system}");
        start.submit(put(there)).expect("it is put down");
        let hurt = |event: &Event| {
            matches!(
                event.kind,
                EventKind::Hurt {
                    amount: 3,
                    from: Some(_),
                    ..
                }
            )
        };
        assert!(start.events().iter().any(hurt), "{system}");
    }
}
