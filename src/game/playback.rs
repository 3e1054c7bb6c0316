//! Plays events into a picture of its own, at its own pace, and never reads ahead.

mod shown;
mod staging;

pub use shown::Shown;
pub use staging::takes_time;
use staging::{cue, length};

use bevy::prelude::*;

use super::awake::Awake;
use super::intent::Pace;
use super::session::Session;
use super::sounds::{self, Heard};
use super::{FrameSet, Menu, Screen};
use crate::combat::Seat;
use crate::combat::contract::{Event, EventKind};
use crate::grid::Square;

/// How fast events are played.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(pub u8);

/// Whether tokens move and shake, or are at once where they go.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation(pub bool);

impl Speed {
    /// What the button says.
    pub const NAMES: [&str; 4] = ["slow", "normal", "fast", "instant"];

    /// How many times normal; `None`: without any delay.
    pub fn factor(self) -> Option<f32> {
        [Some(0.5), Some(1.0), Some(2.5), None]
            .get(usize::from(self.0))
            .copied()
            .flatten()
    }
}

/// Something that the board animates.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Cue {
    /// A token walks one square, in so many seconds.
    Walk {
        seat: Seat,
        to: Square,
        seconds: f32,
    },
    /// A token lunges at another.
    Lunge { seat: Seat, at: Seat, seconds: f32 },
    /// A missile flies.
    Shot { from: Seat, to: Seat, seconds: f32 },
    /// A token was struck, and flashes.
    Struck { seat: Seat },
    /// Words rise from a token.
    Word {
        seat: Seat,
        text: String,
        tone: Tone,
    },
    /// Everything jumps to where it belongs.
    Reset,
}

/// The tone of a line or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
    Title,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Cue>();
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.add_systems(Update, advance.in_set(FrameSet::Play).run_if(playing));
}

/// Takes up another pace; true if the rest is to be shown at once.
fn skips(mut paces: MessageReader<Pace>, speed: &mut ResMut<Speed>) -> bool {
    let mut skips = false;
    for pace in paces.read() {
        match pace {
            Pace::Speed(wanted) => speed.0 = wanted % Speed::NAMES.len() as u8,
            Pace::Skip => skips = true,
        }
    }
    skips || speed.factor().is_none()
}

/// Plays as many events as the time allows.
pub(super) fn advance(
    time: Res<Time>,
    mut speed: ResMut<Speed>,
    menu: Res<State<Menu>>,
    paces: MessageReader<Pace>,
    session: Res<Session>,
    mut shown: ResMut<Shown>,
    mut cues: MessageWriter<Cue>,
    mut heard: MessageWriter<Heard>,
    animation: Option<Res<Animation>>,
    mut awake: ResMut<Awake>,
) {
    let moves = animation.is_none_or(|animation| animation.0);
    let skip = skips(paces, &mut speed);
    let still = [
        Menu::Pause,
        Menu::Rulebook,
        Menu::Options,
        Menu::Keys,
        Menu::Legend,
    ];
    if still.contains(menu.get()) {
        return;
    }
    let total = session.battle.events().len();
    if shown.played >= total {
        if shown.settled && shown.eyes != session.eyes() {
            // Another side has taken the seat.
            shown.catch_up(&session);
            shown.revision += 1;
            cues.write(Cue::Reset);
            awake.stir();
        }
        if !shown.settled {
            shown.wait -= time.delta_secs();
            awake.stir();
            if shown.wait <= 0.0 || skip {
                shown.catch_up(&session);
                shown.settled = true;
                shown.revision += 1;
                cues.write(Cue::Reset);
            }
        }
        return;
    }
    let stop = shown.stops_at.min(total);
    if shown.played >= stop {
        return;
    }
    awake.stir();
    shown.settled = false;
    let factor = speed.factor().unwrap_or(1.0);
    shown.wait -= time.delta_secs();
    let mut signal = None;
    while shown.played < stop && (shown.wait <= 0.0 || skip) {
        let event = &session.battle.events()[shown.played];
        shown.apply(event, &session.battle);
        shown.played += 1;
        // Whatever holds before the first turn is seen on the tokens; it need not be played.
        let overture =
            shown.view.current.is_none() && matches!(event.kind, EventKind::ConditionBegan { .. });
        let seen = visible(event, &session) && !overture;
        let seconds = if seen { length(event) / factor } else { 0.0 };
        shown.wait = seconds;
        if !seen {
            continue;
        }
        let sound = sounds::of(shown.played - 1, &session, &shown.view);
        if skip {
            signal = sound.filter(|sound| sound.is_signal()).or(signal);
        } else {
            cue(event, seconds, &session, &mut |cue| {
                cues.write_batch(animated(cue, moves));
            });
            heard.write_batch(sound.map(Heard));
        }
    }
    if skip {
        shown.wait = 0.0;
        // Of what is skipped, only where it leads is heard: to your turn, or to the end.
        heard.write_batch(signal.map(Heard));
    }
}

/// A cue as the board takes it up: where nothing is to move, tokens jump, and neither lunge nor shake.
fn animated(cue: Cue, moves: bool) -> Option<Cue> {
    match cue {
        cue if moves => Some(cue),
        Cue::Walk { seat, to, .. } => Some(Cue::Walk {
            seat,
            to,
            seconds: 0.0,
        }),
        Cue::Lunge { .. } | Cue::Shot { .. } | Cue::Struck { .. } => None,
        Cue::Word { .. } | Cue::Reset => Some(cue),
    }
}

/// Whether the person before the screen may see an event.
pub fn visible(event: &Event, session: &Session) -> bool {
    match (&event.seen_by, session.viewer()) {
        (Some(sides), Some(viewer)) => sides.contains(&viewer),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_animation_tokens_jump_and_nothing_shakes() {
        let seat = Seat(0);
        let walk = |seconds| Cue::Walk {
            seat,
            to: Square::new(1, 1),
            seconds,
        };
        assert_eq!(animated(walk(0.2), false), Some(walk(0.0)));
        assert_eq!(animated(Cue::Struck { seat }, false), None);
        assert_eq!(animated(walk(0.2), true), Some(walk(0.2)));
    }
}
