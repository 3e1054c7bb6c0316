//! The colours that tell things apart, as you have chosen them. What has a meaning beside its colour keeps
//! its shape, its length or its hatching in every set.

use bevy::prelude::*;

use super::FrameSet;
use super::pictures::Pictures;
use super::settings::Settings;
use super::theme::color;
use crate::art::palette::{COLOUR_SETS, ColourSet};

/// The colours in use.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours(pub ColourSet);

/// A text or a bar in a colour of the set in use.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Of the side of this number.
    Side(usize),
    Good,
    Middling,
    Bad,
}

impl Tint {
    /// Of a bar that is so full, from 0 to 1.
    pub fn of_part(part: f32) -> Self {
        match part {
            0.66.. => Self::Good,
            0.33.. => Self::Middling,
            _ => Self::Bad,
        }
    }
}

impl Colours {
    /// Of the set at this place, or the first.
    pub fn at(place: u8) -> Self {
        let set = COLOUR_SETS.get(usize::from(place));
        Self(*set.unwrap_or(&COLOUR_SETS[0]))
    }

    /// The colour of a tint.
    pub fn of(&self, tint: Tint) -> Color {
        color(match tint {
            Tint::Side(index) => self.0.side(index),
            Tint::Good => self.0.good,
            Tint::Middling => self.0.middling,
            Tint::Bad => self.0.bad,
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    let colours = Colours::at(app.world().resource::<Settings>().colours);
    app.insert_resource(colours);
    let repaint = repaint.run_if(resource_changed::<Colours>);
    app.add_systems(Update, (take_up, repaint).chain().in_set(FrameSet::Apply));
    app.add_systems(PostUpdate, tint);
}

fn take_up(settings: Res<Settings>, mut colours: ResMut<Colours>) {
    if settings.is_changed() {
        colours.set_if_neq(Colours::at(settings.colours));
    }
}

/// Draws anew in place what was drawn in other colours.
fn repaint(
    colours: Res<Colours>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
) {
    pictures.repaint(&mut images, colours.0);
}

fn tint(
    colours: Res<Colours>,
    mut tinted: Query<(
        Ref<Tint>,
        Option<&mut TextColor>,
        Option<&mut BackgroundColor>,
    )>,
) {
    for (tint, words, bar) in &mut tinted {
        if !tint.is_changed() && !colours.is_changed() {
            continue;
        }
        let color = colours.of(*tint);
        if let Some(mut words) = words {
            words.0 = color;
        } else if let Some(mut bar) = bar {
            bar.0 = color;
        }
    }
}
