//! Type and colour: one place that says how everything looks.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontFeatures};

use crate::art::palette::Ink;
use crate::art::typeface;

const BODY: Handle<Font> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be001");
const BOLD: Handle<Font> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be002");
const TITLE: Handle<Font> = uuid_handle!("5b1c2f0e-4a9d-4c53-9a55-0c3f1a7be003");

/// Behind everything.
pub const TABLE: Color = Color::srgb(0.17, 0.11, 0.07);
/// Text on parchment.
pub const INK: Color = Color::srgb(0.17, 0.13, 0.09);
/// Less important text on parchment.
pub const FADED: Color = Color::srgb(0.42, 0.34, 0.25);
/// Text on wood.
pub const CREAM: Color = Color::srgb(0.95, 0.90, 0.79);
/// Less important text on wood.
pub const DIM: Color = Color::srgb(0.72, 0.63, 0.51);
/// Good news.
pub const GREEN: Color = Color::srgb(0.24, 0.42, 0.16);
/// Bad news.
pub const RED: Color = Color::srgb(0.62, 0.17, 0.12);
/// What can be looked up.
pub const LINK: Color = Color::srgb(0.16, 0.34, 0.52);
/// Brass fittings.
pub const BRASS: Color = Color::srgb(0.74, 0.58, 0.27);
/// Panels.
pub const PAPER: Color = Color::srgb(0.925, 0.875, 0.753);

pub(super) fn plugin(app: &mut App) {
    let mut fonts = app.world_mut().resource_mut::<Assets<Font>>();
    for (handle, bytes) in [
        (BODY, typeface::BODY),
        (BOLD, typeface::BOLD),
        (TITLE, typeface::TITLE),
    ] {
        // The handles are constants of the right kind, so this cannot be refused.
        let _ = fonts.insert(&handle, Font::from_bytes(bytes.to_vec()));
    }
}

/// Running text.
pub fn body(size: f32) -> TextFont {
    TextFont {
        font: BODY.into(),
        font_size: FontSize::Px(size),
        ..default()
    }
}

/// Stressed text.
pub fn bold(size: f32) -> TextFont {
    TextFont {
        font: BOLD.into(),
        font_size: FontSize::Px(size),
        ..default()
    }
}

/// Headings, with figures as tall as capitals.
pub fn title(size: f32) -> TextFont {
    TextFont {
        font: TITLE.into(),
        font_size: FontSize::Px(size),
        font_features: FontFeatures::from([FontFeatureTag::LINING_FIGURES]),
        ..default()
    }
}

/// A drawing colour as a Bevy colour.
pub fn color(ink: Ink) -> Color {
    Color::srgba_u8(ink.0, ink.1, ink.2, ink.3)
}
