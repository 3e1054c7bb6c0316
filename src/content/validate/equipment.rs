//! Weapons, terrain and borders.

use super::pointer::{Pointer, each, idle};
use crate::content::draft::Draft;
use crate::content::terrain::{Concealment, Footing};
use crate::content::{BorderDef, Findings, TerrainDef, WeaponDef};
use crate::rules::{Policies, Reload};

/// Checks weapons, terrain and borders.
pub(super) fn check(draft: &Draft, findings: &mut Findings) {
    each(&draft.weapons, findings, |_, p| weapon(draft, p));
    each(&draft.terrain, findings, |_, p| terrain(draft, p));
    each(&draft.borders, findings, |_, p| border(p));
}

fn weapon(draft: &Draft, p: &mut Pointer<'_, WeaponDef>) {
    let def = p.def();
    if let Some(id) = &def.carries {
        idle(draft, p, ("ability", &["carries"], id), |r| {
            &r.abilities.names
        });
    }
    p.demand(
        def.tool || !def.kinds.is_empty(),
        &["kinds"],
        "a weapon needs at least one kind of damage",
    );
    p.demand(
        def.tool || def.damage.max() > 0,
        &["damage"],
        "this can never do damage",
    );
    p.demand(
        def.range.is_none_or(|feet| feet.is_multiple_of(5)),
        &["range"],
        "a range increment is a multiple of 5 feet",
    );
    p.demand(
        !def.projectile || def.range.is_some(),
        &["projectile"],
        "a projectile weapon needs a range",
    );
    p.demand(
        def.reload == Reload::None || def.projectile,
        &["reload"],
        "only a projectile weapon has to be loaded",
    );
    p.demand(
        !(def.reach && def.projectile),
        &["reach"],
        "a projectile weapon cannot be a reach weapon",
    );
}

/// Checks what a ruleset says otherwise of single weapons.
pub(super) fn changes(draft: &Draft, p: &mut Pointer<'_, Policies>) {
    let def = p.def();
    for name in def.weapons.keys() {
        p.on(&draft.weapons, &["weapons", name], "weapon", name);
    }
}

fn terrain(draft: &Draft, p: &mut Pointer<'_, TerrainDef>) {
    let def = p.def();
    p.given("name", &def.name);
    p.given("glyph", def.glyph.to_string().trim_matches('\0'));
    if let Some(door) = &def.door {
        p.on(
            &draft.terrain,
            &["door", "becomes"],
            "terrain",
            &door.becomes,
        );
    }
    if let Some(heavy) = &def.heavy {
        p.on(
            &draft.terrain,
            &["heavy", "leaves"],
            "terrain",
            &heavy.leaves,
        );
    }
    if let Some(object) = &def.object {
        let leaves = ["object", "leaves"];
        p.on(&draft.terrain, &leaves, "terrain", &object.leaves);
    }
    p.demand(
        def.climb.is_none() || !closed(def),
        &["climb"],
        "terrain that cannot be entered cannot be climbed",
    );
    p.demand(
        def.near.is_none_or(|near| near <= def.concealment),
        &["near"],
        "terrain cannot hide more from next to it than from far away",
    );
    p.demand(
        !def.dark || def.concealment != Concealment::None,
        &["dark"],
        "darkness needs a concealment",
    );
    p.demand(
        !def.slit || !def.stops_effects(),
        &["slit"],
        "terrain that blocks sight or effects cannot be a slit",
    );
    p.demand(
        def.hazard
            .as_ref()
            .is_none_or(|hazard| hazard.damage.max() > 0),
        &["hazard", "damage"],
        "this can never do damage",
    );
    p.demand(
        def.hazard.is_none() || !closed(def),
        &["hazard"],
        "terrain that cannot be entered cannot have a hazard",
    );
    p.demand(
        def.snare.is_none() || !closed(def),
        &["snare"],
        "terrain that cannot be entered swallows nobody",
    );
    p.demand(
        !def.glyph.is_control(),
        &["glyph"],
        "this character cannot be shown",
    );
}

fn border(p: &mut Pointer<'_, BorderDef>) {
    let def = p.def();
    p.given("name", &def.name);
    p.demand(
        def.footing != Footing::Hazardous,
        &["footing"],
        "a border cannot hurt: only ground can be hazardous",
    );
    p.demand(
        def.climb.is_none() || !def.is_closed(),
        &["climb"],
        "what cannot be crossed cannot be climbed over",
    );
    p.demand(
        !def.slit || !def.stops_effects(),
        &["slit"],
        "what blocks sight or effects cannot be a slit",
    );
}

/// Whether no combatant can enter this ground.
fn closed(def: &TerrainDef) -> bool {
    matches!(def.footing, Footing::Impassable | Footing::Chasm)
}
