//! Journeys: names, a way that the days suffice for, and room for the warband at the end of each leg.

use super::pointer::Pointer;
use super::space;
use crate::content::draft::Draft;
use crate::content::journey::{JourneyDef, LegDef};
use crate::content::{Code, LevelDef};

/// Checks one journey.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, JourneyDef>) {
    let journey = p.def();
    p.demand(
        !journey.name.is_empty(),
        &["name"],
        "a journey needs a name",
    );
    p.demand(
        !journey.warband.is_empty(),
        &["warband"],
        "no one would set out: name at least one member",
    );
    p.demand(
        usize::from(journey.at_most) >= journey.warband.len(),
        &["at_most"],
        "more than these set out",
    );
    p.demand(
        !journey.legs.is_empty(),
        &["legs"],
        "a journey has at least one leg",
    );
    travellers(draft, p);
    for (i, leg) in journey.legs.iter().enumerate() {
        at_its_end(draft, p, i, leg);
    }
    first(p);
    let roads: u32 = journey.legs.iter().map(|leg| u32::from(leg.days)).sum();
    if roads > u32::from(journey.days) {
        let message = format!("the roads alone take {roads} days");
        p.report(&["days"], Code::Sense, message);
    }
}

/// Members and recruits: monsters that exist, and each name once.
fn travellers(draft: &Draft, p: &mut Pointer<'_, JourneyDef>) {
    let journey = p.def();
    let mut names: Vec<&str> = Vec::new();
    let mut look = |path: &[&str], monster: &str, name: &'_ str, known: bool| {
        let at = |field| [path, &[field]].concat();
        p.on(&draft.monsters, &at("monster"), "monster", monster);
        p.demand(!name.is_empty(), &at("name"), "a traveller needs a name");
        if known {
            let message = format!("two travellers are called \"{name}\"");
            p.report(&at("name"), Code::Duplicate, message);
        }
    };
    for (i, one) in journey.warband.iter().enumerate() {
        let known = names.contains(&one.name.as_str());
        look(&["warband", &i.to_string()], &one.monster, &one.name, known);
        names.push(&one.name);
    }
    for (i, leg) in journey.legs.iter().enumerate() {
        for (j, one) in leg.hire.iter().enumerate() {
            let known = names.contains(&one.name.as_str());
            let path = ["legs", &i.to_string(), "hire", &j.to_string()];
            look(&path, &one.monster, &one.name, known);
            names.push(&one.name);
        }
    }
}

/// The battle at the end of a leg.
fn at_its_end(draft: &Draft, p: &mut Pointer<'_, JourneyDef>, number: usize, leg: &LegDef) {
    let i = number.to_string();
    let at = |field| ["legs", i.as_str(), field];
    p.on(&draft.levels, &at("level"), "level", &leg.level);
    let Some(level) = draft.levels.get(&leg.level) else {
        return;
    };
    let ids = level.sides.iter().map(|side| side.id.as_str());
    p.name(&at("side"), "side", &leg.side, ids);
    let Some(side) = level.sides.iter().find(|side| side.id == leg.side) else {
        return;
    };
    match &side.deploy {
        Some(zone) => room(draft, p, number, level, zone),
        None => {
            let message = format!(
                "the side \"{}\" of \"{}\" has no zone in which a warband could be placed",
                leg.side, leg.level
            );
            p.report(&at("side"), Code::Map, message);
        }
    }
    p.demand(
        leg.care != Some(0),
        &at("care"),
        "care takes a day or more; leave it out where there is none",
    );
}

/// Whether the largest warband that may come has room in the zone.
fn room(
    draft: &Draft,
    p: &mut Pointer<'_, JourneyDef>,
    number: usize,
    level: &LevelDef,
    zone: &str,
) {
    let journey = p.def();
    let monsters = journey
        .travellers(number)
        .filter_map(|(monster, _)| draft.monsters.get(monster));
    let at_most = usize::from(journey.at_most);
    if let Some(rulesets) = space::too_small(draft, level, zone, monsters.collect(), at_most) {
        let message = format!(
            "the zone \"{zone}\" of \"{}\" has no room for {at_most} of the warband (under {rulesets})",
            journey.legs[number].level
        );
        p.report(&["legs", &number.to_string(), "level"], Code::Map, message);
    }
}

/// There is no camp before the first leg.
fn first(p: &mut Pointer<'_, JourneyDef>) {
    let Some(leg) = p.def().legs.first() else {
        return;
    };
    let idle = [
        (leg.care.is_some(), "care"),
        (!leg.hire.is_empty(), "hire"),
        (leg.days > 0, "days"),
    ];
    for (_, field) in idle.iter().filter(|(said, _)| *said) {
        let message = "the journey begins at the end of its first leg: there is no camp and no road before it";
        p.warn(&["legs", "0", field], Code::Unused, message.to_owned());
    }
}
