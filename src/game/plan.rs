//! What the player has in mind: the action selected, the square pointed at, and what that would do.

pub mod air;
mod approach;
pub mod danger;
mod deploy;
mod detour;
mod edit;
mod errand;
mod exchange;
mod found;
mod modes;
pub mod offer;
pub mod pick;
mod reaches;
mod readied;
mod reckless;
pub mod ring;
mod spots;
mod state;
mod unseen;
pub mod ways;
mod work;

use bevy::prelude::*;

use super::session::playing;
use super::{FrameSet, Screen};

#[cfg(test)]
pub use deploy::Deployment;
#[cfg(test)]
pub(super) use edit::click;
pub(super) use edit::edit;
pub use errand::Errand;
pub use found::{Entry, Exchange};
pub use readied::Watch;
pub use state::{Approach, Options, Plan, Preview, Target};
pub(super) use work::refresh;
#[cfg(test)]
pub(super) use work::{pointed, refreshed};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Plan>();
    app.add_plugins(errand::plugin);
    app.add_systems(OnEnter(Screen::Battle), |mut plan: ResMut<Plan>| {
        *plan = Plan::default()
    });
    app.add_systems(
        Update,
        (
            edit::edit.in_set(FrameSet::Apply),
            (work::refresh, work::foresee)
                .chain()
                .in_set(FrameSet::Show),
        )
            .run_if(playing()),
    );
}
