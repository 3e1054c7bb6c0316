//! What every part of the dock draws with.

use bevy::prelude::*;

use crate::game::hud::layout::EDGE;
use crate::game::intent::Intent;
use crate::game::keymap::Keys;
use crate::game::pictures::Pictures;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::theme;
use crate::game::widgets::{Look, Tip, board, label, row, small_button};

/// What a rebuilt dock can draw with.
pub struct Desk<'a> {
    pub session: &'a Session,
    pub plan: &'a Plan,
    /// The plan is what was to be chosen last: others act, or it is still being shown what was done.
    pub waits: bool,
    pub shown: &'a Shown,
    pub keys: &'a Keys,
    pub pictures: &'a mut Pictures,
    pub images: &'a mut Assets<Image>,
}

/// A small button with a word.
pub fn chip(
    words: String,
    does: impl Into<Intent>,
    look: Look,
    enabled: bool,
    tip: String,
) -> impl Bundle {
    let color = if enabled { theme::CREAM } else { theme::DIM };
    (
        small_button(does, look, enabled),
        Tip(tip),
        children![label(words, theme::bold(13.0), color)],
    )
}

/// A sheet above the dock that wraps what it holds.
pub fn sheet(
    dock: &mut ChildSpawnerCommands<'_>,
    build: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let node = Node {
        align_self: AlignSelf::Center,
        max_width: percent(100),
        padding: UiRect::axes(px(14), px(10)),
        margin: UiRect::bottom(px(EDGE)),
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(5),
        ..row(5.0)
    };
    dock.spawn((node, board())).with_children(build);
}
