//! With what to attack, and how.

use bevy::prelude::*;

use super::chip;
use crate::game::hud::keys::key_name;
use crate::game::plan::{Plan, ways};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::theme;
use crate::game::widgets::{Cites, Look, row, text};

/// Spawns the row, if there is anything to choose.
pub fn spawn(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan, shown: &Shown) {
    let ways = ways::of(session, plan, shown);
    if ways.len() < 2 {
        return;
    }
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(3),
            ..row(5.0)
        })
        .insert(Pickable::IGNORE)
        .with_children(|chips| {
            chips.spawn(text("Attack with", theme::body(13.5), theme::DIM));
            for (number, way) in ways.into_iter().enumerate() {
                let look = if way.chosen {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let key = key_name(number);
                let tip = match key.is_empty() {
                    true => way.tip,
                    false => format!("{}   [{key}]", way.tip),
                };
                chips
                    .spawn(chip(way.label, way.does, look, way.possible, tip))
                    .insert(Cites(way.cites));
            }
        });
}
