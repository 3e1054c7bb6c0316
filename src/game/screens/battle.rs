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
pub fn begin(
    session: Res<Session>,
    last: Option<Res<Shown>>,
    mut resumed: ResMut<Resumed>,
    mut commands: Commands,
) {
    let mut shown = resumed.0.take().unwrap_or_else(|| Shown::before(&session));
    if let Some(last) = last {
        shown.follow(&last);
    }
    commands.insert_resource(shown);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn a_picture_put_back_is_drawn_anew_though_it_is_as_old_as_the_last() {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A..b"]));
        let (old, ground) = (shown.revision, shown.ground_revision);
        let mut back = Shown::before(&session);
        (back.revision, back.ground_revision) = (old, ground);
        let mut app = App::new();
        app.insert_resource(session).insert_resource(shown);
        app.insert_resource(Resumed(Some(back)));
        app.add_systems(Update, begin);
        app.update();
        let shown = app.world().resource::<Shown>();
        assert!(shown.revision > old && shown.ground_revision > ground);
    }
}
