//! From a monster or a stat block to a combatant's own numbers under a ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::combat::ability;
use crate::combat::ability::Repertoire;
use crate::combat::battle::attacks;
use crate::combat::battle::outfit;
use crate::combat::battle::terms::Creature;
use crate::combat::contract::setup::named;
use crate::combat::contract::{CombatantKind, CombatantSetup, SetupError, StatBlock};
use crate::combat::equipment::{arms, two_hands};
use crate::combat::state::{Attacks, Change, Gear, Hands, Shed, Stats, Vitals};
use crate::content::equipment::Weight;
use crate::content::{Catalogue, MonsterDef};
use crate::grid::Footprint;
use crate::rules::derive::Term;
use crate::rules::traits::StatModifier;
use crate::rules::{
    Abilities, Adjustment, ArmourModel, Body, Capability, Grades, Losses, Modifier, ModifierKind,
    MonsterId, Points, Ruleset, Size, Source, SpaceTable, Stat, Topic, TraitDef, TraitId,
};

/// Everything about a combatant that does not depend on the battle.
pub(crate) struct Derived {
    pub monster: Option<MonsterId>,
    pub size: Size,
    pub footprint: Footprint,
    pub reach: u8,
    pub capabilities: Vec<Capability>,
    pub adjusts: Vec<Adjustment>,
    pub changes: Vec<Change>,
    pub traits: Vec<TraitId>,
    pub abilities: Abilities,
    pub level: i32,
    pub base_attack: i32,
    pub iterations: Vec<i32>,
    pub heavy_armour: bool,
    pub load: Weight,
    pub stats: Stats,
    /// The same without what it wears, where that can be shed and makes a difference.
    pub shed: Vec<(Shed, Arc<Stats>)>,
    pub modes: Attacks,
    pub vitals: Vitals,
    pub hands: Hands,
    pub gear: Gear,
    pub repertoire: Repertoire,
}

/// Derives a combatant under a ruleset.
pub(crate) fn derive(
    rules: &Ruleset,
    catalogue: &Catalogue,
    setup: &CombatantSetup,
) -> Result<Derived, SetupError> {
    let lost = Shed {
        armour: setup.scars.is_bare(),
        shield: setup.scars.is_shieldless(),
    };
    let mut derived = without(rules, catalogue, setup, lost)?;
    let breaks = matches!(rules.policies.damage.armour, ArmourModel::Coverage(_));
    let stated = matches!(setup.kind, CombatantKind::Block(_));
    let shield = derived.gear.shield.filter(|_| !lost.shield);
    let limits = shield.and_then(|worn| catalogue.shields[worn.item].max_dexterity);
    for (armour, shield) in [(true, false), (false, true), (true, true)] {
        let sheds = !armour || breaks && derived.gear.armour.is_some();
        if stated || !sheds || shield && limits.is_none() {
            continue;
        }
        let all = Shed {
            armour: armour || lost.armour,
            shield: shield || lost.shield,
        };
        let stats = without(rules, catalogue, setup, all)?.stats;
        let shed = Shed { armour, shield };
        derived.shed.push((shed, Arc::new(stats)));
    }
    Ok(derived)
}

/// Derives a combatant, what it has shed left out.
fn without(
    rules: &Ruleset,
    catalogue: &Catalogue,
    setup: &CombatantSetup,
    shed: Shed,
) -> Result<Derived, SetupError> {
    let bare = shed.armour;
    let mut derived = match &setup.kind {
        CombatantKind::Monster { id, overrides } => {
            let id: MonsterId = named(&catalogue.monsters, "monster", id)?;
            let def = outfit::left_on(&catalogue.monsters[id], bare);
            known_skills(rules, overrides.keys())?;
            creature(rules, catalogue, (Some(id), &def, shed), overrides)?
        }
        CombatantKind::Creature(def) => {
            let def = outfit::left_on(def, bare);
            creature(rules, catalogue, (None, &def, shed), &BTreeMap::new())?
        }
        CombatantKind::Block(block) => {
            known_skills(rules, block.stats.keys().chain(block.parts.keys()))?;
            stat_block(rules, catalogue, block)?
        }
    };
    derived.gear.armour = derived.gear.armour.filter(|_| !bare);
    arms::as_learnt(rules, &derived.capabilities, &mut derived.modes.0);
    two_hands::add(rules, catalogue, &mut derived.modes);
    if setup.important && !derived.capabilities.contains(&Capability::Important) {
        promote(rules, &mut derived);
    }
    // Hit points have gone with points of Constitution, where the rules take them along.
    let (whole, lost) = (derived.abilities, &setup.scars.lost);
    let policy = &rules.policies.ability_loss;
    derived.vitals.max += policy.hit_points_with(derived.level, whole, whole.lowered(lost));
    derived.vitals.hit_points = setup.hit_points.unwrap_or(derived.vitals.max);
    derived.vitals.nonlethal = setup.nonlethal;
    derived.vitals.lost = setup.scars.lost;
    derived.vitals.tended = setup.care.tended;
    derived.vitals.mends = setup.care.mends;
    outfit::worn_out(&mut derived.gear, &setup.scars);
    outfit::worn_weapons(catalogue, &mut derived.hands, &setup.scars)?;
    Ok(derived)
}

/// Makes a combatant important, with whatever the ruleset's trait of that capability brings.
fn promote(rules: &Ruleset, derived: &mut Derived) {
    derived.capabilities.push(Capability::Important);
    derived.capabilities.sort_unstable();
    let granting = |(_, def): &(TraitId, &TraitDef)| def.grants.contains(&Capability::Important);
    let Some((id, def)) = rules.traits.iter().find(granting) else {
        return;
    };
    for m in &def.modifiers {
        derived.stats.of_mut(m.stat).push(of_trait(rules, id, m));
    }
    for (name, points) in &def.pools {
        if let Some(pool) = rules.pools.id(name) {
            derived.vitals.points.add(pool, *points);
        }
    }
}

/// What a trait adds, under its first rule.
fn of_trait(rules: &Ruleset, id: TraitId, adds: &StatModifier) -> Modifier {
    let first = rules.traits[id].rules.first();
    Modifier {
        rule: first.and_then(|rule| rules.compendium.id(rule)),
        ..Modifier::plain(adds.kind, adds.value, Source::Trait(id))
    }
}

/// An error if one of these is a skill that the ruleset does not have.
fn known_skills<'a>(
    rules: &Ruleset,
    mut stats: impl Iterator<Item = &'a Stat>,
) -> Result<(), SetupError> {
    let strange = stats.find_map(|stat| match stat.place() {
        Err(skill) if !rules.skills.contains_key(&skill) => Some(skill),
        _ => None,
    });
    strange.map_or(Ok(()), |skill| {
        let known = rules.skills.keys().map(|known| known.name());
        Err(SetupError::unknown("skill", skill.name(), known))
    })
}

/// Natural reach in squares, by size and build.
fn natural_reach(table: SpaceTable, size: Size, body: Body) -> u8 {
    use Size::{Colossal, Diminutive, Fine, Gargantuan, Huge, Large, Medium, Small, Tiny};
    let [gargantuan_long, colossal_long, colossal_tall] = match table {
        SpaceTable::SquareSpacesReachOne => return 1,
        SpaceTable::SquareSpaces => [3, 4, 6],
        SpaceTable::Faces => [2, 3, 5],
    };
    match (size, body) {
        (Fine | Diminutive | Tiny, Body::Tall | Body::Long) => 0,
        (Small | Medium, Body::Tall | Body::Long) | (Large, Body::Long) => 1,
        (Large, Body::Tall) | (Huge, Body::Long) => 2,
        (Huge, Body::Tall) => 3,
        (Gargantuan, Body::Tall) => 4,
        (Gargantuan, Body::Long) => gargantuan_long,
        (Colossal, Body::Long) => colossal_long,
        (Colossal, Body::Tall) => colossal_tall,
    }
}

/// Makes the sum of a stat's parts this number; what is known of the parts stays.
fn state(stats: &mut Stats, stat: Stat, value: i32) {
    let parts = stats.of_mut(stat);
    let rest = value - parts.iter().map(|m| m.value).sum::<i32>();
    if rest == 0 {
        return;
    }
    // There is one number that everything starts from: two of a kind would not add up.
    if let Some(base) = parts.iter_mut().find(|m| m.kind == ModifierKind::Base) {
        base.value += rest;
        base.source = Source::Stated(stat);
    } else {
        parts.push(Modifier::plain(
            ModifierKind::Base,
            rest,
            Source::Stated(stat),
        ));
    }
}

/// What is stated of a dodge besides its Dexterity comes from experience (AH-CHAR-02).
fn tell_experience(rules: &Ruleset, stats: &mut Stats) {
    let parts = stats.of_mut(Stat::ActiveDefence);
    let apart = parts.iter().any(|m| m.kind == ModifierKind::Dexterity);
    let stated = parts.iter_mut().find(|m| {
        m.kind == ModifierKind::Base && m.value > 0 && matches!(m.source, Source::Stated(_))
    });
    if let Some(stated) = stated.filter(|_| apart) {
        stated.rule = rules.cite(Topic::Experience);
    }
}

fn creature(
    rules: &Ruleset,
    catalogue: &Catalogue,
    (id, def, shed): (Option<MonsterId>, &MonsterDef, Shed),
    overrides: &BTreeMap<Stat, i32>,
) -> Result<Derived, SetupError> {
    let gear = outfit::gear(
        (rules, catalogue),
        def.armour.as_deref(),
        def.helmet.as_deref(),
        def.shield.as_deref(),
    )?;
    let creature = Creature {
        rules,
        def,
        gear,
        shieldless: shed.shield,
        catalogue,
    };
    let mut stats = Stats::default();
    for (stat, terms) in &rules.policies.derive {
        stats.of_mut(*stat).extend(
            terms
                .iter()
                .map(|term| creature.term(*stat, *term))
                // A class bonus of +0 is one all the same (AH-SD-04).
                .filter(|m| m.value != 0 || *stat == Stat::ShieldUses),
        );
    }
    // Speed and hit points exist under every ruleset, derived or not.
    for (stat, term) in [
        (Stat::Speed, Term::Speed),
        (Stat::HitPoints, Term::HitPoints),
    ] {
        if !rules.policies.derive.contains_key(&stat) {
            stats.of_mut(stat).push(creature.term(stat, term));
        }
    }
    for (feet, stat) in [(def.fly, Stat::FlySpeed), (def.swim, Stat::SwimSpeed)] {
        let squares = feet.map(|feet| i32::from(feet / 5));
        let source = Source::Stated(stat);
        let plain = squares.map(|squares| Modifier::plain(ModifierKind::Base, squares, source));
        stats.of_mut(stat).extend(plain);
    }
    let mut capabilities = Vec::new();
    let (mut adjusts, mut changes) = (Vec::new(), Vec::new());
    let traits = known_traits(rules, &def.traits);
    for name in &def.traits {
        let Some(id) = rules.traits.id(name) else {
            continue;
        };
        let meaning = &rules.traits[id];
        capabilities.extend(meaning.grants.iter().copied());
        adjusts.extend_from_slice(&meaning.adjusts);
        changes.extend(changed(rules, meaning));
        for m in &meaning.modifiers {
            stats.of_mut(m.stat).push(of_trait(rules, id, m));
        }
    }
    let stated = def
        .overrides
        .get(&rules.id)
        .into_iter()
        .flatten()
        .chain(overrides);
    for (stat, value) in stated {
        state(&mut stats, *stat, *value);
    }
    tell_experience(rules, &mut stats);
    let space = rules.policies.movement.space;
    let footprint = space.footprint(def.size, def.body);
    let reach = def
        .reach
        .unwrap_or(natural_reach(space, def.size, def.body))
        .saturating_add(arms::longer_reach(&capabilities));
    let iterations = arms::further(rules, def.base_attack, &def.attack_bonuses);
    let strikes = (reach, &*iterations);
    let (mut modes, hands) =
        attacks::of_monster(rules, catalogue, def, (&stats, &capabilities), strikes)?;
    let repertoire = ability::repertoire(rules, &def.knows);
    modes
        .0
        .extend(ability::modes(rules, &repertoire, &stats, reach));
    capabilities.sort_unstable();
    Ok(Derived {
        monster: id,
        size: def.size,
        footprint,
        reach,
        capabilities,
        adjusts,
        changes,
        traits,
        abilities: def.abilities,
        level: i32::from(def.level),
        base_attack: def.base_attack,
        iterations,
        heavy_armour: creature.weight() == Some(Weight::Heavy),
        load: def.load,
        vitals: vitals(&stats, points(&creature)),
        stats,
        shed: Vec::new(),
        modes,
        hands,
        gear,
        repertoire,
    })
}

/// What a creature begins with of each pool: what is stated, or else what the ruleset derives, and
/// what traits add.
fn points(creature: &Creature<'_>) -> Points {
    let (rules, def) = (creature.rules, creature.def);
    let mut points = Points::default();
    for (id, pool) in rules.pools.iter() {
        let name = rules.pools.name(id);
        let mut known = def.knows.keys().filter_map(|a| rules.abilities.by_name(a));
        let gifted = !pool.gifted_only || known.any(|a| a.takes.contains_key(name));
        let starts = pool.starts.iter().filter(|_| gifted);
        let starts = starts.map(|term| creature.value(*term));
        let starts = starts.fold(0, i32::saturating_add).max(0);
        points.add(id, def.pools.get(name).copied().unwrap_or(starts));
        let traits = def.traits.iter().filter_map(|t| rules.traits.by_name(t));
        for more in traits.filter_map(|meaning| meaning.pools.get(name)) {
            points.add(id, *more);
        }
    }
    points
}

fn stat_block(
    rules: &Ruleset,
    catalogue: &Catalogue,
    block: &StatBlock,
) -> Result<Derived, SetupError> {
    let mut stats = Stats::default();
    for (stat, kinds) in &block.parts {
        let source = Source::Stated(*stat);
        stats.of_mut(*stat).extend(
            kinds
                .iter()
                .map(|(kind, value)| Modifier::plain(*kind, *value, source)),
        );
    }
    for stat in [Stat::Defence, Stat::PassiveDefence] {
        if !block.stats.contains_key(&stat) {
            state(&mut stats, stat, 10);
        }
    }
    for (stat, value) in &block.stats {
        state(&mut stats, *stat, *value);
    }
    tell_experience(rules, &mut stats);
    if !block.stats.contains_key(&Stat::CasterLevel) {
        state(&mut stats, Stat::CasterLevel, block.level);
    }
    state(&mut stats, Stat::HitPoints, block.hit_points);
    state(&mut stats, Stat::Speed, block.speed);
    let mut capabilities: Vec<_> = block
        .traits
        .iter()
        .filter_map(|name| rules.traits.by_name(name))
        .flat_map(|meaning| meaning.grants.iter().copied())
        .collect();
    capabilities.sort_unstable();
    let meanings = || {
        let names = block.traits.iter();
        names.filter_map(|name| rules.traits.by_name(name))
    };
    let traits = known_traits(rules, &block.traits);
    let lent = meanings().flat_map(|meaning| meaning.adjusts.iter().copied());
    let adjusts = block.adjusts.iter().copied().chain(lent).collect();
    let changes = meanings()
        .flat_map(|meaning| changed(rules, meaning))
        .collect();
    let space = rules.policies.movement.space;
    let footprint = space.footprint(block.size, block.body);
    let reach = block
        .reach
        .unwrap_or(natural_reach(space, block.size, block.body))
        .saturating_add(arms::longer_reach(&capabilities));
    let (mut modes, hands) = attacks::of_block(rules, catalogue, block, &capabilities, reach)?;
    let repertoire = ability::repertoire(rules, &block.knows);
    modes
        .0
        .extend(ability::modes(rules, &repertoire, &stats, reach));
    let mut gear = outfit::gear(
        (rules, catalogue),
        block.armour.as_deref(),
        block.helmet.as_deref(),
        block.shield.as_deref(),
    )?;
    outfit::used(&mut gear, block);
    if rules.policies.derive.contains_key(&Stat::Coverage)
        && stats.of(Stat::Coverage).is_empty()
        && let Some(worn) = gear.armour
    {
        let rating = catalogue.armours[worn.item].coverage;
        let part = Modifier {
            rule: rules.cite(Topic::WornArmour),
            ..Modifier::plain(ModifierKind::Armour, rating, Source::Armour(worn.item))
        };
        stats.of_mut(Stat::Coverage).push(part);
    }
    let mut points = Points::default();
    for (name, stated) in &block.pools {
        points.add(named(&rules.pools, "pool", name)?, *stated);
    }
    Ok(Derived {
        monster: None,
        size: block.size,
        footprint,
        reach,
        capabilities,
        adjusts,
        changes,
        traits,
        abilities: block.abilities,
        level: block.level,
        base_attack: block.base_attack,
        iterations: arms::further(rules, block.base_attack, &[]),
        heavy_armour: block.heavy_armour,
        load: block.load,
        vitals: vitals(&stats, points),
        stats,
        shed: Vec::new(),
        modes,
        hands,
        gear,
        repertoire,
    })
}

fn known_traits(rules: &Ruleset, names: &[String]) -> Vec<TraitId> {
    let mut traits: Vec<_> = names
        .iter()
        .filter_map(|name| rules.traits.id(name))
        .collect();
    traits.sort_unstable();
    traits
}

/// What a trait makes of actions, those that the ruleset has.
fn changed(rules: &Ruleset, meaning: &TraitDef) -> Vec<Change> {
    let found = meaning.changes.iter().filter_map(|change| {
        Some(Change {
            action: rules.actions.id(&change.action)?,
            cost: change.cost.as_ref().and_then(|cost| rules.costs.id(cost)),
            provokes: change.provokes,
        })
    });
    found.collect()
}

fn vitals(stats: &Stats, points: Points) -> Vitals {
    let max = stats.plain(Stat::HitPoints);
    Vitals {
        hit_points: max,
        max,
        nonlethal: 0,
        lost: Losses::default(),
        failures: 0,
        points,
        temporary: 0,
        temporary_with: None,
        gathers: None,
        wounds: 0,
        grades: Grades::default(),
        hits: 0,
        awake_from: None,
        tended: false,
        raised: 0,
        mends: false,
    }
}

#[cfg(test)]
mod tests;
