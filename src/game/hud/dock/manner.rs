//! With what to attack, and how: the weapon's own slot, its drawer, and what can be switched on for
//! the action begun.

use bevy::prelude::*;

use super::desk::{Desk, chip, sheet};
use crate::game::drawer::Drawer;
use crate::game::hud::digits::shifted;
use crate::game::intent::{Intent, PlanEdit};
use crate::game::plan::ways::{self, Way};
use crate::game::theme;
use crate::game::widgets::{Cites, Look, Tip, framed, label, text};

/// Width of the weapon's slot.
const WIDTH: f32 = 104.0;

/// The slot of the weapon in use; a click opens all of them.
pub(super) fn weapon_slot(line: &mut ChildSpawnerCommands<'_>, desk: &mut Desk) {
    let ways = ways::of(desk.session, desk.plan, desk.shown);
    let in_use = ways.iter().find(|way| way.chosen && is_weapon(way));
    let (name, says) = in_use.map_or(("No weapon ready", ""), |way| (&way.label, &way.tip));
    let ready = in_use.is_none_or(|way| way.possible);
    let open = desk.plan.selection.drawer == Some(Drawer::Weapons);
    let look = if open { Look::Chosen } else { Look::Plain };
    let several = ways.len() > 1;
    let node = Node {
        width: px(WIDTH),
        height: px(68),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(5)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        row_gap: px(1),
        padding: UiRect::horizontal(px(4)),
        overflow: Overflow::clip(),
        ..default()
    };
    let does = PlanEdit::Drawer(Some(Drawer::Weapons));
    let tip = match several {
        true => format!("{name}: {says}\nClick to change your weapon, or press Shift and a digit"),
        false => format!("{name}: {says}"),
    };
    line.spawn((framed(node, does, look, several && !desk.waits), Tip(tip)))
        .with_children(|slot| {
            slot.spawn((
                text(name, theme::bold(12.5), theme::CREAM),
                TextLayout::justify(Justify::Center),
            ));
            match ready {
                true => slot.spawn(label(says, theme::body(11.5), theme::BRASS)),
                false => slot.spawn(label("not ready", theme::body(11.5), theme::DIM)),
            };
        });
}

/// All weapons, and how to fight with them.
pub(super) fn weapons(dock: &mut ChildSpawnerCommands<'_>, desk: &Desk) {
    chips(dock, desk, |_| true);
}

/// What can be switched on for the action begun.
pub(super) fn toggles(dock: &mut ChildSpawnerCommands<'_>, desk: &Desk) {
    if desk.plan.selection.action.is_some() {
        chips(dock, desk, |way| !is_weapon(way) && way.of_the_action);
    }
}

fn chips(dock: &mut ChildSpawnerCommands<'_>, desk: &Desk, wanted: impl Fn(&Way) -> bool) {
    let ways = ways::of(desk.session, desk.plan, desk.shown).into_iter();
    let ways: Vec<_> = ways.enumerate().filter(|(_, way)| wanted(way)).collect();
    if ways.is_empty() {
        return;
    }
    sheet(dock, |sheet| {
        for (number, way) in ways {
            let look = if way.chosen {
                Look::Chosen
            } else {
                Look::Plain
            };
            let key = shifted(number);
            let tip = match key.is_empty() {
                true => way.tip,
                false => format!("{}   [{key}]", way.tip),
            };
            sheet
                .spawn(chip(way.label, way.does, look, way.possible, tip))
                .insert(Cites(way.cites));
        }
    });
}

fn is_weapon(way: &Way) -> bool {
    matches!(way.does, Intent::Plan(PlanEdit::AttackMode(_)))
}
