//! Entering the battle: its picture begins where the battle began, or where it was saved.

use bevy::prelude::*;

use crate::game::Screen;
use crate::game::playback::Shown;
use crate::game::save::Resumed;
use crate::game::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Resumed>();
    app.add_systems(
        OnEnter(Screen::Battle),
        begin.run_if(resource_exists::<Session>),
    );
}

/// Makes the picture of the battle.
pub fn begin(session: Res<Session>, mut resumed: ResMut<Resumed>, mut commands: Commands) {
    let shown = resumed.0.take().unwrap_or_else(|| Shown::before(&session));
    commands.insert_resource(shown);
}
