//! From screen to screen and from menu to menu.

use bevy::prelude::*;

use super::intent::Navigate;
use super::{FrameSet, Menu, Screen};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, go.in_set(FrameSet::Apply));
}

fn go(
    mut ways: MessageReader<Navigate>,
    menu: Res<State<Menu>>,
    mut next_menu: ResMut<NextState<Menu>>,
    mut next_screen: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
) {
    for way in ways.read() {
        let wanted = match way {
            Navigate::Open(wanted) if menu.get() != wanted => *wanted,
            Navigate::Open(_) | Navigate::Close => Menu::None,
            Navigate::Go(screen) => {
                NextState::set_if_neq(&mut next_screen, *screen);
                Menu::None
            }
            Navigate::Quit => {
                exit.write(AppExit::Success);
                continue;
            }
        };
        NextState::set_if_neq(&mut next_menu, wanted);
    }
}
