//! Draws only when something moves: the window sleeps until there is input or an animation.

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};

/// Frames that are still to be drawn without new input.
#[derive(Resource, Debug)]
pub struct Awake(u32);

/// Frames after input until everything has settled: states change, panels are built, laid out,
/// hovered.
const SETTLE: u32 = 12;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive(std::time::Duration::from_secs(60)),
        unfocused_mode: UpdateMode::reactive_low_power(std::time::Duration::from_secs(60)),
    });
    app.init_resource::<Awake>();
    app.add_systems(PreUpdate, wake_on_input);
    app.add_systems(Last, ask_for_the_next_frame);
}

impl Default for Awake {
    fn default() -> Self {
        Self(120)
    }
}

impl Awake {
    /// Something changed: draw until it has settled.
    pub fn stir(&mut self) {
        self.0 = self.0.max(SETTLE);
    }
}

fn wake_on_input(mut awake: ResMut<Awake>, mut events: MessageReader<WindowEvent>) {
    let input = |event: &WindowEvent| !matches!(event, WindowEvent::RequestRedraw(_));
    if events.read().any(input) {
        awake.stir();
    }
}

fn ask_for_the_next_frame(mut awake: ResMut<Awake>, mut redraw: MessageWriter<RequestRedraw>) {
    if awake.0 > 0 {
        awake.0 -= 1;
        redraw.write(RequestRedraw);
    }
}
