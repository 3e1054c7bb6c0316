//! Fills a battle's world: one entity for each combatant, and the common one.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::combat::ability::Workings;
use crate::combat::battle::derive::{Derived, derive};
use crate::combat::battle::listeners::LISTENERS;
use crate::combat::battle::outfit;
use crate::combat::contract::setup::named;
use crate::combat::contract::{CombatantSetup, Entrance, Opening, Seat, Setup, SetupError};
use crate::combat::state::combatant::*;
use crate::combat::state::field::GROUND;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Above, Awaited, BattleDice, Combatant, Common, EngineConditions, Field, Log, MovementCosts,
    Occupancy, Order, Pending, Rounds, Rulebook, Side, Sides, Stack, Stage, Start, State, Upper,
};
use crate::content::Catalogue;
use crate::content::level::COMBATANTS_LIMIT;
use crate::dice::Dice;
use crate::grid::{Area, Footprint, SquareSet};
use crate::rules::{ConditionId, Ruleset, TerrainId};

/// Builds everything that the rules work on.
pub(crate) fn populate(
    world: &mut World,
    catalogue: Arc<Catalogue>,
    rules: Arc<Ruleset>,
    setup: &Setup,
    dice: Dice,
) -> Result<Entity, SetupError> {
    if setup.combatants.len() > COMBATANTS_LIMIT {
        return Err(SetupError::TooMany);
    }
    let sides = setup.sides.len();
    let sided = |side: usize| setup.combatants.iter().any(|c| c.side.index() == side);
    let stray = setup.combatants.iter().any(|c| c.side.index() >= sides);
    if sides < 2 || stray || !(0..sides).all(sided) {
        return Err(SetupError::OneSided);
    }
    sound(setup)?;
    let catalogue = catalogue.under(&rules);
    let field = field(setup, &catalogue, &rules)?;
    let known = EngineConditions::of(&rules);
    let mut taken: Vec<Area> = Vec::new();
    let mut conditions = Vec::new();
    for (i, combatant) in setup.combatants.iter().enumerate() {
        let seat = Seat(i as u8);
        let mut derived = derive(&rules, &catalogue, combatant)?;
        let below = derived.vitals.hit_points;
        let is_awake = known.disabled.is_some_and(|id| {
            let name = rules.conditions.name(id);
            combatant.conditions.iter().any(|begun| begun.name == name)
        });
        derived.vitals.awake_from = (is_awake && below < 0).then_some(below);
        let slung = outfit::fill_hands(&rules, &catalogue, combatant, &mut derived);
        conditions.extend(slung.map(|id| (seat, id, 0, None)));
        let area = place(setup, &field, &taken, combatant, derived.footprint)?;
        taken.extend(area);
        for begun in &combatant.conditions {
            let id = condition(&rules, &begun.name)?;
            conditions.push((seat, id, begun.amount, begun.by));
        }
        world.spawn(combatant_of(seat, (combatant, setup), derived, area));
    }
    let awaited = setup.combatants.iter().zip(0..).filter_map(|(one, seat)| {
        let arrival = one.arrives.clone()?;
        let seat = Seat(seat);
        Some(Awaited { seat, arrival })
    });
    let opportunities = rules.policies.threat.in_play(setup.attacks_of_opportunity);
    let common = world.spawn(Common {
        book: Rulebook {
            rules,
            catalogue,
            known,
            opportunities,
        },
        on: Above(&LISTENERS),
        start: Start {
            setup: Arc::new(setup.clone()),
            conditions,
        },
        sides: Sides {
            list: setup
                .sides
                .iter()
                .map(|side| Side {
                    id: side.id.clone(),
                    name: side.name.clone(),
                    surrendered: false,
                    deploy: side.deploy.clone(),
                    standing: Vec::new(),
                })
                .collect(),
            objective: setup.objective.clone(),
            held: vec![0; sides],
            arrived: Vec::new(),
        },
        costs: MovementCosts::of(&field),
        field,
        occupancy: Occupancy::new(setup.dimensions, setup.combatants.len()),
        rounds: Rounds {
            awaited: awaited.collect(),
            ..Rounds::default()
        },
        order: Order::default(),
        stack: Stack(vec![Step::Stage(Stage::Begin)]),
        pending: Pending::default(),
        workings: Workings::default(),
        log: Log::default(),
        dice: BattleDice(dice),
    });
    Ok(common.id())
}

/// Whether the map is whole, and all combatants and sides that are mentioned are there.
fn sound(setup: &Setup) -> Result<(), SetupError> {
    let dims = setup.dimensions;
    let mut zones = setup.zones.values();
    if dims.is_empty() || setup.terrain.len() != dims.len() || zones.any(|zone| zone.dims() != dims)
    {
        return Err(SetupError::BadMap);
    }
    let begun = setup.combatants.iter().flat_map(|one| &one.conditions);
    let imposed = begun.filter_map(|condition| condition.by);
    let repairs = setup.repairs.iter().flat_map(|one| [one.by, one.owner]);
    let missing = |seat: &Seat| seat.index() >= setup.combatants.len();
    if let Some(seat) = imposed.chain(repairs).find(missing) {
        return Err(SetupError::NoCombatant(seat));
    }
    let ambush = setup.ambush.map(|ambush| ambush.by);
    match ambush.filter(|side| side.index() >= setup.sides.len()) {
        Some(side) => Err(SetupError::NoSide(side)),
        None => Ok(()),
    }
}

fn field(setup: &Setup, catalogue: &Catalogue, rules: &Ruleset) -> Result<Field, SetupError> {
    let terrain: Result<Vec<TerrainId>, SetupError> = setup
        .terrain
        .iter()
        .map(|name| named(&catalogue.terrain, "terrain", name))
        .collect();
    let mut upper = Upper::new();
    for (at, layer, name) in &setup.upper {
        let kind = named(&catalogue.terrain, "terrain", name)?;
        if *layer > GROUND && setup.dimensions.contains(*at) {
            upper.insert((*at, *layer), kind);
        }
    }
    let mut borders = BTreeMap::new();
    for (border, name) in &setup.borders {
        borders.insert(*border, named(&catalogue.borders, "border", name)?);
    }
    let zones = setup
        .zones
        .iter()
        .map(|(name, set)| (name.clone(), set.clone()))
        .collect();
    let movement = &rules.policies.movement;
    Ok(Field::new(
        setup.dimensions,
        terrain?,
        (upper, borders),
        zones,
        catalogue,
        movement,
    ))
}

fn condition(rules: &Ruleset, name: &str) -> Result<ConditionId, SetupError> {
    named(&rules.conditions, "condition", name)
}

fn combatant_of(
    seat: Seat,
    (combatant, setup): (&CombatantSetup, &Setup),
    derived: Derived,
    area: Option<Area>,
) -> Combatant {
    let identity = Identity {
        seat,
        side: combatant.side,
        name: combatant.name.clone(),
        monster: derived.monster,
        size: derived.size,
        footprint: derived.footprint,
        reach: derived.reach,
        capabilities: derived.capabilities,
        abilities: derived.abilities,
        level: derived.level,
        base_attack: derived.base_attack,
        iterations: derived.iterations,
        heavy_armour: derived.heavy_armour,
        load: derived.load,
        adjusts: derived.adjusts,
        changes: derived.changes,
        traits: derived.traits,
    };
    let known = |other: &CombatantSetup| other.group == combatant.group;
    let group = combatant.group.as_ref();
    let group = group.and_then(|_| setup.combatants.iter().position(known));
    let initiative = Initiative {
        group: group.and_then(|at| u8::try_from(at).ok()),
        had_first_turn: combatant.has_acted || setup.opening == Opening::UnderWay,
        ..Initiative::default()
    };
    let unhurt = Unhurt {
        stats: Arc::new(derived.stats.clone()),
        modes: Arc::new(derived.modes.clone()),
        shed: derived.shed,
    };
    Combatant {
        who: identity,
        unhurt,
        stats: derived.stats,
        modes: derived.modes,
        place: Place::at(area),
        vitals: derived.vitals,
        conditions: Conditions::default(),
        budget: Budget::default(),
        reactions: Reactions::default(),
        silenced: Silenced::default(),
        hands: derived.hands.owned_by(seat),
        gear: derived.gear,
        initiative,
        readied: Readied::default(),
        stamina: Stamina::default(),
        repertoire: derived.repertoire,
        threatened: Threatened(SquareSet::new(setup.dimensions)),
        opportunities: Opportunities::default(),
    }
}

/// Where a combatant stands at the start, checked; `None` if it is to be deployed.
fn place(
    setup: &Setup,
    field: &Field,
    taken: &[Area],
    combatant: &CombatantSetup,
    footprint: Footprint,
) -> Result<Option<Area>, SetupError> {
    let zones = || field.zones.iter().map(|(name, _)| name.as_str());
    let zoneless = |kind, name: &str| SetupError::unknown(kind, name, zones());
    if let Some(arrival) = &combatant.arrives {
        return match &arrival.by {
            Entrance::Zone(name) if field.zone(name).is_none() => {
                Err(zoneless("zone to enter by", name))
            }
            _ => Ok(None),
        };
    }
    let Some(anchor) = combatant.at else {
        let zone = setup.sides[combatant.side.index()].deploy.as_deref();
        return match zone.and_then(|name| field.zone(name)) {
            Some(_) => Ok(None),
            None => Err(zoneless("deployment zone", zone.unwrap_or_default())),
        };
    };
    let area = Area::new(anchor, footprint);
    let why = if !area.squares().all(|s| field.dimensions.contains(s)) {
        "it is off the map"
    } else if !field.bears(area) {
        "no combatant can stand on that ground"
    } else if taken.iter().any(|other| other.overlaps(area)) {
        "another combatant stands there"
    } else {
        return Ok(Some(area));
    };
    Err(SetupError::BadPlace {
        name: combatant.name.clone(),
        square: anchor,
        why: why.to_owned(),
    })
}

/// A world of its own with the same state, an empty log, and dice of its own.
pub(crate) fn copy(state: &State, salt: u64) -> (World, Entity) {
    let mut world = World::new();
    for seat in state.all() {
        world.spawn(Combatant::of(state, seat));
    }
    let dice = BattleDice(state.dice.0.forked(salt));
    let common = world.spawn(Common::of(state, Log::default(), dice)).id();
    (world, common)
}
