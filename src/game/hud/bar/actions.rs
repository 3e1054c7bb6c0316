//! The shelves of actions: tabs, and the buttons of the one that is open.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::chip;
use crate::combat::contract::ActionOption;
use crate::game::intent::{Navigate, PlanEdit};
use crate::game::plan::Plan;
use crate::game::session::Session;
use crate::game::tab::Tab;
use crate::game::widgets::{Cites, Look, Tip, label, row, small_button, text};
use crate::game::{Menu, theme, words};
use crate::rules::{ActionDef, RuleId, Ruleset, TurnAct};

/// Spawns tabs and buttons.
pub fn spawn(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan) {
    tabs(panel, session, plan);
    panel
        .spawn((
            Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_height: px(0),
                flex_wrap: FlexWrap::Wrap,
                align_content: AlignContent::Start,
                row_gap: px(4),
                overflow: Overflow::scroll_y(),
                ..row(4.0)
            },
            ScrollArea,
        ))
        .with_children(|buttons| {
            let mut none = true;
            for (option, def) in listed(session, plan) {
                if plan.shows(plan.selection.tab, def, option) {
                    none = false;
                    one(buttons, session, plan, option, def);
                }
            }
            if none {
                let words = "None of these actions is possible now. Space ends your turn.";
                buttons.spawn(text(words, theme::body(13.5), theme::DIM));
            }
        });
}

/// What the bar lists: everything that has no button of its own elsewhere.
pub fn listed<'a>(
    session: &'a Session,
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a ActionOption, &'a ActionDef)> {
    plan.options
        .actions
        .iter()
        .filter_map(|option| Some((option, session.rules().actions.get(option.action)?)))
        .filter(|(_, def)| !matches!(def.turn_act(), Some(TurnAct::End | TurnAct::Surrender)))
}

fn tabs(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan) {
    panel
        .spawn((row(4.0), Pickable::IGNORE))
        .with_children(|tabs| {
            for tab in Tab::ALL {
                let of = |free: bool| {
                    listed(session, plan)
                        .filter(|(option, def)| {
                            plan.shows(tab, def, option)
                                && (!free || plan.shows(Tab::Now, def, option))
                        })
                        .count()
                };
                let (free, all) = (of(true), of(false));
                if all == 0 && tab != Tab::Now {
                    continue;
                }
                let look = if plan.selection.tab == tab {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let words = format!("{} {free}", tab.name());
                let tip = match tab {
                    Tab::Now => format!("The {free} actions you can take now (F4)"),
                    _ => format!("You can take {free} of {all} now (F4)"),
                };
                tabs.spawn(chip(words, PlanEdit::Tab(tab), look, true, tip));
            }
            tabs.spawn(chip(
                "Find …".into(),
                Navigate::Open(Menu::Actions),
                Look::Plain,
                true,
                "All actions in a list, with search (/)".into(),
            ));
        });
}

fn one(
    buttons: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    plan: &Plan,
    option: &ActionOption,
    def: &ActionDef,
) {
    let look = if plan.selection.action == Some(option.action) {
        Look::Chosen
    } else {
        Look::Plain
    };
    let free = option.refusal.is_none();
    let bright = plan.shows(Tab::Now, def, option);
    let (ink, faint) = if bright {
        (theme::CREAM, theme::BRASS)
    } else {
        (theme::DIM, theme::DIM)
    };
    buttons.spawn((
        small_button(PlanEdit::Begin(option.action), look, free),
        Tip(tip(session, plan, def, option)),
        Cites(cites(session, def, option)),
        children![
            label(def.name.clone(), theme::bold(13.0), ink),
            label(
                mark(session.rules(), option).to_owned(),
                theme::body(11.0),
                faint
            ),
        ],
    ));
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

fn tip(session: &Session, plan: &Plan, def: &ActionDef, option: &ActionOption) -> String {
    let cost = option.cost.and_then(|cost| session.rules().costs.get(cost));
    let cost = cost.map_or("no action", |cost| cost.name.as_str());
    let key = def.key.map_or(String::new(), |key| {
        format!("   [{}]", key.to_ascii_uppercase())
    });
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
            |refusal| words::refusal(session.rules(), refusal),
        );
        words.push_str(&format!("\n× {why}"));
    }
    if let Some(refusal) = &option.refusal {
        words.push_str(&format!("\n× {}", words::refusal(session.rules(), refusal)));
    }
    if !def.rules.is_empty() {
        words.push_str(&format!("\n{}", def.rules.join("  ")));
    }
    words
}
