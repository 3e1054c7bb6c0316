//! The files with mistakes: where each mistake stands, and what is right there.

use bevy::prelude::*;

use crate::content::{Findings, phrase};
use crate::game::chosen::Library;
use crate::game::focus::dialog;
use crate::game::intent::Navigate;
use crate::game::widgets::{Look, button, column, parchment, scrolling, tabbed, text, veil};
use crate::game::{Menu, theme};

/// Mistakes that a sheet has room for.
const MOST: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Faults), spawn);
}

fn spawn(mut commands: Commands, library: Res<Library>) {
    let sheet = Node {
        width: px(760),
        max_height: percent(92),
        padding: UiRect::axes(px(30), px(20)),
        ..column(9.0)
    };
    commands
        .spawn((veil(), dialog(), DespawnOnExit(Menu::Faults)))
        .with_children(|veil| {
            veil.spawn((sheet, parchment())).with_children(|sheet| {
                sheet.spawn(text("Files with mistakes", theme::title(26.0), theme::INK));
                let words = "They are left out until they are mended and the game is started again. \
                             Everything else can be played.";
                sheet.spawn(text(words, theme::body(15.0), theme::INK));
                sheet.spawn(scrolling(column(6.0))).with_children(|list| {
                    for (place, words) in told(&library.0.faults) {
                        list.spawn(text(place, theme::bold(13.5), theme::RED));
                        list.spawn(text(words, theme::body(14.0), theme::INK));
                    }
                });
                let close = button("Done (Esc)", Navigate::Close, Look::Main, true);
                sheet.spawn((close, tabbed()));
            });
        });
}

/// Place and words of each mistake.
fn told(faults: &Findings) -> Vec<(String, String)> {
    let place = |one: &crate::content::Finding| {
        format!(
            "{}, line {}, column {}",
            phrase(&one.file.to_string_lossy()),
            one.line,
            one.column
        )
    };
    let list = faults.iter().take(MOST);
    let mut told: Vec<_> = list.map(|one| (place(one), one.words())).collect();
    if faults.len() > MOST {
        let more = format!(
            "… and {} more; `opportunist check` lists all.",
            faults.len() - MOST
        );
        told.push((String::new(), more));
    }
    told
}
