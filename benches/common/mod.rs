//! What the benches play: two warbands on a plain field, and an attack between two of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use opportunist::combat::contract::setup::{CombatantKind, CombatantSetup, Opening, SideSetup};
use opportunist::combat::{Battle, Choice, Event, EventKind, Request, Seat, Setup, SideId};
use opportunist::content::{Catalogue, Objective};
use opportunist::dice::Dice;
use opportunist::grid::{Dimensions, Square};
use opportunist::rules::{ActionDef, ActionId};

pub const SYSTEMS: [&str; 3] = ["classic_d20", "amorphous", "age_of_heroes"];

pub fn content() -> Arc<Catalogue> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{findings:?}")))
}

/// Two warbands of this size on a plain field, `apart` squares from each other.
pub fn setup(content: &Catalogue, size: usize, apart: i16) -> Setup {
    // Medium folk only, so that the columns below have room for everybody.
    let folk = ["swordsman", "archer", "spearman", "goblin"];
    let known: Vec<&str> = folk
        .into_iter()
        .filter(|id| content.monsters.id(id).is_some())
        .collect();
    let names = content.monsters.names();
    let pick = |i: usize| -> String {
        known
            .get(i % known.len().max(1))
            .map_or_else(|| names[i % names.len()].clone(), |id| (*id).into())
    };
    let dimensions = Dimensions::new(24, 20);
    let side = |id: &str| SideSetup {
        id: id.into(),
        name: id.into(),
        deploy: None,
    };
    let combatants = (0..2 * size).map(|i| {
        let (side, rank) = (i / size, (i % size) as i16);
        let column = if side == 0 { 4 } else { 5 + apart };
        let back = 2 * (rank / 10) * if side == 0 { -1 } else { 1 };
        let (name, kind) = (format!("{} {i}", pick(i)), CombatantKind::monster(pick(i)));
        CombatantSetup {
            at: Some(Square::new(column + back, 2 * (rank % 10))),
            ..CombatantSetup::new(name, SideId(side as u8), kind)
        }
    });
    let plain = ["grass", "floor"]
        .into_iter()
        .find(|id| content.terrain.id(id).is_some());
    let plain = plain.map_or_else(|| content.terrain.names()[0].clone(), str::to_owned);
    Setup {
        dimensions,
        terrain: vec![plain; dimensions.len()],
        upper: Vec::new(),
        borders: Vec::new(),
        zones: BTreeMap::new(),
        sides: vec![side("west"), side("east")],
        combatants: combatants.collect(),
        objective: Objective::DefeatAll,
        repairs: Vec::new(),
        opening: Opening::UnderWay,
        attacks_of_opportunity: None,
        ambush: None,
    }
}

pub fn battle(content: &Arc<Catalogue>, system: &str, setup: &Setup, seed: u64) -> Battle {
    let rules = content
        .ruleset(system)
        .unwrap_or_else(|| panic!("no ruleset {system}"));
    Battle::new(
        Arc::clone(content),
        Arc::clone(rules),
        setup,
        Dice::seeded(seed),
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

/// The first action of the pending turn of this kind.
pub fn action(battle: &mut Battle, wanted: impl Fn(&ActionDef) -> bool) -> ActionId {
    let rules = Arc::clone(battle.rules());
    let found = rules.actions.iter().find(|(_, def)| wanted(def));
    found.map(|(id, _)| id).expect("every ruleset has it")
}

/// The attacks that the combatant with the turn could make now.
pub fn possible_attacks(battle: &mut Battle) -> Vec<Choice> {
    let attack = action(battle, ActionDef::is_plain_attack);
    let Some(seat) = battle.acting() else {
        return Vec::new();
    };
    let seats = battle.setup().combatants.len() as u8;
    let modes = battle.view().combatants[seat.index()].modes.len() as u8;
    let pairs = (0..seats).flat_map(|target| (0..modes).map(move |mode| (Seat(target), mode)));
    let side = battle.side_of(seat);
    let choices = pairs
        .filter(|(target, _)| battle.side_of(*target) != side)
        .map(|(target, mode)| Choice::act_at(attack, mode, target));
    choices
        .filter(|choice| battle.check(choice).is_ok())
        .collect()
}

/// Makes a choice; the defender defends as it can where the system asks for it, and nobody else
/// answers anything.
pub fn resolve(battle: &mut Battle, choice: &Choice) {
    battle.submit(choice.clone()).expect("checked before");
    loop {
        let choice = match battle.request() {
            Some(Request::Defence { options, .. }) => Choice::Defend(options[options.len() - 1]),
            Some(Request::Turn { .. }) | None => return,
            Some(_) => Choice::Decline,
        };
        battle.submit(choice).expect("offered");
    }
}

/// An attack that is rolled and leaves the turn where it was, in this battle of two.
pub fn rolled_attack(battle: &mut Battle) -> Choice {
    let start = battle.snapshot();
    let attack = possible_attacks(battle).into_iter().find(|choice| {
        resolve(battle, choice);
        let rolled = |event: &Event| matches!(event.kind, EventKind::AttackRolled { .. });
        let made = battle.events().iter().any(rolled);
        let over = matches!(battle.request(), Some(Request::Turn { .. }));
        battle.restore(&start);
        made && over
    });
    attack.expect("two neighbours can strike at each other")
}
