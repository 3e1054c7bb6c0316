//! What stands on the borders between squares.

use bevy::prelude::*;

use crate::art::{border, level};
use crate::game::Screen;
use crate::game::pictures::image;
use crate::game::scale::{centre, layer};
use crate::game::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let catalogue = &session.start.catalogue;
    let mut known: Vec<((border::Style, bool), Handle<Image>)> = Vec::new();
    for (at, kind) in session.battle.borders() {
        let name = catalogue.borders.name(*kind);
        let style = border::named(level::border(catalogue, name));
        let key = (style, at.upright);
        let drawn = known.iter().find(|(other, _)| *other == key);
        let drawing = drawn.map(|(_, drawing)| drawing.clone());
        let drawing = drawing.unwrap_or_else(|| {
            let drawing = images.add(image(&border::paint(style, at.upright)));
            known.push((key, drawing.clone()));
            drawing
        });
        let [one, other] = at.squares().map(centre);
        commands.spawn((
            Sprite::from_image(drawing),
            Transform::from_translation(one.midpoint(other).extend(layer::BORDER)),
            DespawnOnExit(Screen::Battle),
        ));
    }
}
