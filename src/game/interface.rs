//! How large letters and panels are: as the window allows, or as the player chose.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::FrameSet;
use super::settings::Settings;

/// The smallest and the largest scale that can be chosen, 1 being made for a window of 1280 × 800.
pub const SCALES: (f32, f32) = (0.8, 2.0);
/// The smallest scale of all, for windows in which not even the smallest chosen one finds room.
const TINY: f32 = 0.6;
/// What the screens are laid out for at a scale of 1.
const MADE_FOR: Vec2 = Vec2::new(1240.0, 780.0);
/// The least that they can be laid out in.
const LEAST: Vec2 = Vec2::new(1000.0, 620.0);
/// Scales are multiples of this.
const STEP: f32 = 0.05;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, scale.in_set(FrameSet::Input));
}

fn scale(
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut scale: ResMut<UiScale>,
) {
    let chosen = settings.scale.map(|percent| f32::from(percent) / 100.0);
    let wanted = fitting(Vec2::new(window.width(), window.height()), chosen);
    if scale.0 != wanted {
        scale.0 = wanted;
    }
}

/// The largest scale that a window of this size has room for, in per cent.
pub fn most(window: Vec2) -> u16 {
    (fitting(window, Some(SCALES.1)) * 100.0).round() as u16
}

/// The scale for a window of this size: the chosen one, as far as everything finds room in it.
fn fitting(window: Vec2, chosen: Option<f32>) -> f32 {
    let (smallest, largest) = SCALES;
    let wanted = chosen.unwrap_or_else(|| (window / MADE_FOR).min_element());
    let roomy = (window / LEAST).min_element();
    let steps = (wanted.min(roomy) / STEP + 0.001).floor();
    (steps * STEP).clamp(smallest.min(roomy).max(TINY), largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 0.001
    }

    #[test]
    fn the_interface_grows_with_the_window() {
        assert!(near(fitting(Vec2::new(1280.0, 800.0), None), 1.0));
        assert!(near(fitting(Vec2::new(1024.0, 600.0), None), 0.8));
        assert!(near(fitting(Vec2::new(1920.0, 1080.0), None), 1.35));
        assert!(near(fitting(Vec2::new(3840.0, 2160.0), None), 2.0));
    }

    #[test]
    fn it_is_known_how_large_a_window_allows() {
        assert_eq!(most(Vec2::new(1280.0, 720.0)), 115);
        assert_eq!(most(Vec2::new(3840.0, 2160.0)), 200);
    }

    #[test]
    fn a_tiny_window_has_room_for_everything_all_the_same() {
        for window in [Vec2::new(640.0, 480.0), Vec2::new(800.0, 900.0)] {
            for chosen in [None, Some(0.8), Some(2.0)] {
                let room = window / fitting(window, chosen);
                assert!(room.cmpge(LEAST - 1.0).all(), "{window} {chosen:?}: {room}");
            }
        }
    }

    #[test]
    fn a_chosen_scale_holds_as_far_as_there_is_room() {
        let chosen = |width, height| fitting(Vec2::new(width, height), Some(2.0));
        assert!(near(chosen(3840.0, 2160.0), 2.0));
        assert!(near(chosen(1280.0, 800.0), 1.25));
        assert!(near(chosen(1024.0, 600.0), 0.95));
    }
}
