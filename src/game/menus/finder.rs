//! A sheet with a search line: letters narrow down what it shows.
//!
//! Rulebook and lists differ in what they show; searching, closing and scrolling are here.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;

use crate::game::intent::Navigate;
use crate::game::widgets::{Look, button, column, parchment, row, tabbed, text, type_into, veil};
use crate::game::{FrameSet, Menu, theme};

/// What is searched for.
#[derive(Resource, Default)]
pub struct Finder {
    pub words: String,
    /// The key that opened the sheet is still to be passed over: it is no search word.
    opened: bool,
}

/// The line that shows what is searched for.
#[derive(Component)]
pub struct SearchLine;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Finder>();
    for menu in [Menu::Rulebook, Menu::Actions, Menu::FreeActions] {
        app.add_systems(OnEnter(menu), |mut finder: ResMut<Finder>| {
            *finder = Finder {
                words: String::new(),
                opened: true,
            }
        });
        let open = in_state(menu);
        app.add_systems(Update, type_words.in_set(FrameSet::Input).run_if(open));
    }
}

impl Finder {
    /// What the search line says: the words, or else a hint.
    pub fn line(&self, subject: &str, hint: &str) -> String {
        if self.words.is_empty() {
            format!("{subject}: {hint}")
        } else {
            format!("{subject}: {}", self.words)
        }
    }
}

/// Opens the sheet of a menu, with the search line on top and this below it.
pub fn open(
    commands: &mut Commands,
    menu: Menu,
    width: f32,
    below: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    commands
        .spawn((veil(), TabGroup::modal(), DespawnOnExit(menu)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(width),
                    max_width: percent(96),
                    height: percent(92),
                    padding: UiRect::axes(px(28), px(20)),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        ..row(8.0)
                    })
                    .with_children(|line| {
                        line.spawn((SearchLine, text("", theme::title(22.0), theme::INK)));
                        let close = button("Close (Esc)", Navigate::Close, Look::Plain, true);
                        let mut close = line.spawn(close);
                        // In a list Tab goes from line to line.
                        if menu == Menu::Rulebook {
                            close.insert(tabbed());
                        }
                    });
                below(sheet);
            });
        });
}

fn type_words(
    mut input: MessageReader<KeyboardInput>,
    mut finder: ResMut<Finder>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if finder.opened {
        input.clear();
        finder.opened = false;
        return;
    }
    let mut words = finder.words.clone();
    if type_into(&mut words, &mut input) {
        finder.words = words;
        // The keyboard is on the search line, and a space belongs to it.
        focus.clear();
        visible.0 = false;
    }
}
