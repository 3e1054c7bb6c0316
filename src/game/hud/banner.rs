//! The banner beside the order of turns: what wins, and how far that has come.

use bevy::prelude::*;

use super::layout::STRIP;
use crate::game::colours::{Colours, Tint};
use crate::game::goal::{self, Goal};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{label, refill, row};
use crate::game::{FrameSet, theme};

#[derive(Component)]
pub struct Banner;

/// Its height.
const HIGH: f32 = 28.0;
/// Beads that can be counted at a glance.
const MOST: u16 = 10;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(playing()));
}

/// The node of the banner, beside the order of turns, or below it where that leaves no room.
pub fn place() -> Node {
    Node {
        margin: UiRect::vertical(px((STRIP - HIGH) / 2.0)),
        padding: UiRect::axes(px(12), px(5)),
        border_radius: BorderRadius::all(px(6)),
        ..row(9.0)
    }
}

fn fill(
    banner: Single<(Entity, Ref<Banner>)>,
    session: Res<Session>,
    shown: Res<Shown>,
    colours: Res<Colours>,
    mut commands: Commands,
    mut last: Local<Option<Goal>>,
) {
    let (banner, fresh) = banner.into_inner();
    // While events are still to be shown the battle knows more than the picture.
    if !shown.settled && !fresh.is_added() {
        return;
    }
    let goal = goal::of(&session, &shown);
    if last.as_ref() == Some(&goal) && !fresh.is_added() && !colours.is_changed() {
        return;
    }
    refill(&mut commands, banner, |banner| {
        banner.spawn(label(goal.words.clone(), theme::bold(14.0), theme::CREAM));
        let Some((come, whole)) = goal.progress else {
            return;
        };
        let full = match goal.welcome {
            Some(true) => colours.of(Tint::Good),
            Some(false) => colours.of(Tint::Bad),
            None => theme::BRASS,
        };
        if whole <= MOST {
            for number in 0..whole {
                let color = match number < come {
                    true => full,
                    false => Color::srgba(1.0, 0.95, 0.85, 0.18),
                };
                banner.spawn((
                    Node {
                        width: px(12),
                        height: px(12),
                        border_radius: BorderRadius::all(px(6)),
                        ..default()
                    },
                    BackgroundColor(color),
                    Pickable::IGNORE,
                ));
            }
        }
        let count = format!("{come} of {whole}");
        banner.spawn(label(count, theme::body(13.0), theme::DIM));
    });
    *last = Some(goal);
}
