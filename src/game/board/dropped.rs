//! Weapons that lie on the ground.

use bevy::prelude::*;

use crate::art::mark;
use crate::combat::View;
use crate::game::pictures::image;
use crate::game::playback::Shown;
use crate::game::scale::{centre, layer};
use crate::game::session::playing;
use crate::game::{FrameSet, Screen};
use crate::grid::Square;

#[derive(Component)]
struct Lying;

#[derive(Resource)]
struct Drawing(Handle<Image>);

pub(super) fn plugin(app: &mut App) {
    let drawing = image(&mark::dropped());
    let drawing = app.world_mut().resource_mut::<Assets<Image>>().add(drawing);
    app.insert_resource(Drawing(drawing));
    app.add_systems(OnEnter(Screen::Battle), |mut known: ResMut<Known>| {
        known.0.clear()
    });
    app.init_resource::<Known>();
    app.add_systems(Update, draw.in_set(FrameSet::Show).run_if(playing()));
}

/// The squares in which something is drawn.
#[derive(Resource, Default)]
struct Known(Vec<Square>);

fn draw(
    shown: Res<Shown>,
    drawing: Res<Drawing>,
    old: Query<Entity, With<Lying>>,
    mut known: ResMut<Known>,
    mut commands: Commands,
) {
    let squares = littered(&shown.view);
    if known.0 == squares {
        return;
    }
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    for square in &squares {
        commands.spawn((
            Lying,
            Sprite::from_image(drawing.0.clone()),
            // Above the fallen, below those on their feet.
            Transform::from_translation(centre(*square).extend(layer::FALLEN + 0.5)),
            DespawnOnExit(Screen::Battle),
        ));
    }
    known.0 = squares;
}

/// The squares in which a weapon or a shield lies.
fn littered(view: &View) -> Vec<Square> {
    let weapons = view.dropped.iter().map(|(at, _)| *at);
    let shields = view.combatants.iter().filter_map(|who| who.shield_at);
    let mut squares: Vec<_> = weapons.chain(shields).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::game::testing::meeting;

    /// SP-MACT-12: what is let fall lies in the square of the one who drops it.
    #[test]
    fn a_shield_that_was_dropped_is_marked_where_it_lies() {
        let creatures = [('A', "swordsman"), ('b', "guard")];
        let (mut session, _) = meeting("spiritual_pressure", &["..A...b."], &creatures);
        assert_eq!(littered(&session.battle.view()), []);
        let loose = session
            .rules()
            .actions
            .id("loose_shield")
            .expect("an action");
        assert!(session.submit(Choice::act(loose)), "{:?}", session.refusal);
        assert_eq!(littered(&session.battle.view()), [Square::new(2, 0)]);
    }
}
