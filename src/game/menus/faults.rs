//! The files with mistakes: where each mistake stands, and what is right there.

use bevy::prelude::*;

use crate::content::{Finding, Findings, phrase};
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

/// Place and words of the mistakes: the first ones of each file, so that no file hides another.
fn told(faults: &Findings) -> Vec<(String, String)> {
    let faults: Vec<_> = faults.iter().collect();
    let files: Vec<_> = faults.chunk_by(|one, next| one.file == next.file).collect();
    let share = (MOST / files.len().max(1)).max(1);
    let mut told = Vec::new();
    for mistakes in files.iter().take(MOST) {
        let shown = mistakes.iter().take(share);
        told.extend(shown.map(|one| (place(one), one.words())));
        if let Some(more) = mistakes.len().checked_sub(share).filter(|more| *more > 0) {
            let file = phrase(&mistakes[0].file.to_string_lossy());
            told.push((String::new(), format!("… and {more} more in {file}")));
        }
    }
    if let Some(more) = files.len().checked_sub(MOST).filter(|more| *more > 0) {
        told.push((String::new(), format!("… and {more} more files")));
    }
    if told.iter().any(|(place, _)| place.is_empty()) {
        let all = "`opportunist check` lists more of them.".to_owned();
        told.push((String::new(), all));
    }
    told
}

fn place(one: &Finding) -> String {
    format!(
        "{}, line {}, column {}",
        phrase(&one.file.to_string_lossy()),
        one.line,
        one.column
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Code;
    use std::path::Path;

    fn findings(files: usize, mistakes: usize) -> Findings {
        let mut findings = Findings::default();
        for file in 0..files {
            let path = format!("{file:03}.ron");
            for line in 1..=mistakes {
                let one = Finding::on_file(Path::new(&path), Code::Sense, "wrong");
                findings.push(Finding { line, ..one });
            }
        }
        findings
    }

    fn places(files: usize, mistakes: usize) -> Vec<String> {
        let told = told(&findings(files, mistakes));
        told.into_iter()
            .map(|(place, words)| if place.is_empty() { words } else { place })
            .collect()
    }

    #[test]
    fn a_file_with_many_mistakes_hides_no_other() {
        assert_eq!(places(1, 2).len(), 2);
        let two = places(2, 90);
        assert_eq!(two.len(), 60 + 2 + 1);
        assert_eq!(two[29], "000.ron, line 30, column 1");
        assert_eq!(two[30], "… and 60 more in 000.ron");
        assert_eq!(two[31], "001.ron, line 1, column 1");
        let many = places(MOST + 7, 1);
        assert_eq!(many.len(), MOST + 2);
        assert_eq!(many[MOST], "… and 7 more files");
    }
}
