//! The shelves of actions: a drawer for each, with everything that has no slot of its own as well.

use bevy::prelude::*;

use super::desk::{Desk, chip, sheet};
use super::slot;
use crate::combat::contract::ActionOption;
use crate::game::drawer::Drawer;
use crate::game::intent::{Navigate, PlanEdit};
use crate::game::plan::{Plan, air};
use crate::game::session::Session;
use crate::game::widgets::{Look, row};
use crate::game::{Menu, words};
use crate::rules::action::Shelf;
use crate::rules::{ActionDef, RuleId, Ruleset, TurnAct};

/// What the dock lists: everything that has no button of its own elsewhere, and that the combatant
/// can ever do.
pub fn listed<'a>(
    session: &'a Session,
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a ActionOption, &'a ActionDef)> {
    plan.options
        .actions
        .iter()
        .filter_map(|option| Some((option, session.rules().actions.get(option.action)?)))
        .filter(|(option, _)| option.sensible)
        .filter(|(_, def)| !matches!(def.turn_act(), Some(TurnAct::End | TurnAct::Surrender)))
}

/// Whether a drawer holds anything.
pub fn holds(session: &Session, plan: &Plan, drawer: Drawer) -> bool {
    match drawer {
        Drawer::Weapons => plan.options.modes.len() > 1,
        Drawer::Of(shelf) => listed(session, plan).any(|(_, def)| def.shelf == shelf),
    }
}

/// The handles of the drawers, with how much in each can be done now.
pub(super) fn drawers(line: &mut ChildSpawnerCommands<'_>, desk: &Desk) {
    let (session, plan) = (desk.session, desk.plan);
    let wraps = Node {
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(4),
        ..row(4.0)
    };
    line.spawn((wraps, Pickable::IGNORE))
        .with_children(|handles| {
            for drawer in Drawer::ALL {
                let Drawer::Of(shelf) = drawer else { continue };
                let all: Vec<_> = listed(session, plan)
                    .filter(|(_, def)| def.shelf == shelf)
                    .collect();
                let open = all
                    .iter()
                    .filter(|(option, _)| plan.is_open(option))
                    .count();
                if all.is_empty() {
                    continue;
                }
                let look = if plan.selection.drawer == Some(drawer) {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let words = format!("{} {open}", drawer.name());
                let tip = format!("You can take {open} of {} now ({{F4}})", all.len());
                let does = PlanEdit::Drawer(Some(drawer));
                handles.spawn(chip(words, does, look, !desk.waits, tip));
            }
            handles.spawn(chip(
                "Find …".into(),
                Navigate::Open(Menu::Actions),
                Look::Plain,
                !desk.waits,
                "All actions in a list, with search ({/})".into(),
            ));
        });
}

/// The drawer of a shelf, open above the dock.
pub(super) fn open(dock: &mut ChildSpawnerCommands<'_>, desk: &mut Desk, shelf: Shelf) {
    let (session, plan) = (desk.session, desk.plan);
    sheet(dock, |sheet| {
        for (option, def) in listed(session, plan).filter(|(_, def)| def.shelf == shelf) {
            let key = air::key(session.rules(), option.action);
            let key = key.map_or(String::new(), |key| desk.keys.tell(&key));
            slot::one(sheet, desk, &key, option, def);
        }
    });
}

/// What an action costs, in short.
pub fn mark<'a>(rules: &'a Ruleset, option: &ActionOption) -> &'a str {
    let cost = option.cost.and_then(|cost| rules.costs.get(cost));
    cost.map_or("free", |cost| cost.mark.as_str())
}

/// The rules behind an action, the one that forbids it first.
pub fn cites(session: &Session, def: &ActionDef, option: &ActionOption) -> Vec<RuleId> {
    let compendium = &session.rules().compendium;
    let why = option.refusal.as_ref().and_then(|refusal| refusal.rule);
    let rules = def.rules.iter().filter_map(|rule| compendium.id(rule));
    why.into_iter().chain(rules).collect()
}

/// Everything that is known about an action before it is taken.
pub fn tip(session: &Session, plan: &Plan, def: &ActionDef, option: &ActionOption) -> String {
    let cost = option.cost.and_then(|cost| session.rules().costs.get(cost));
    let cost = cost.map_or("no action", |cost| cost.name.as_str());
    let key = air::key(session.rules(), option.action);
    let key = key.map_or(String::new(), |key| format!("   [{key}]"));
    let mut words = format!("{}, {cost}{key}", def.name);
    if !def.text.is_empty() {
        words.push_str(&format!("\n{}", def.text));
    }
    let prospect = plan
        .options
        .prospects
        .iter()
        .find(|(action, _)| *action == option.action);
    if let Some((_, forecast)) = prospect {
        words.push_str(&format!("\n{}", words::prospect(session, forecast)));
    }
    if let Some(why) = plan
        .idles(option.action)
        .filter(|_| option.refusal.is_none())
    {
        let why = why.map_or_else(
            || "There is no target for it now.".to_owned(),
            |refusal| words::refusal(session, refusal),
        );
        words.push_str(&format!("\n× {why}"));
    }
    if let Some(refusal) = &option.refusal {
        words.push_str(&format!("\n× {}", words::refusal(session, refusal)));
    }
    if !def.rules.is_empty() {
        words.push_str(&format!("\n{}", def.rules.join("  ")));
    }
    words
}
