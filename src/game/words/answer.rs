//! One answer to a question, with what is known about it.

use super::ground::ground;
use super::number::percent;
use crate::combat::{Choice, Seat};
use crate::game::session::Session;

/// One answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub label: String,
    /// What is to be known about it.
    pub note: String,
    /// What it does, for the pointer that rests on it.
    pub tip: String,
    /// Its place among all answers that the one who is asked could give on another occasion.
    pub place: Option<usize>,
    pub choice: Choice,
}

impl Answer {
    /// An answer of which nothing more is known.
    pub(super) fn new(label: impl Into<String>, choice: Choice) -> Self {
        Self {
            label: label.into(),
            note: String::new(),
            tip: String::new(),
            place: None,
            choice,
        }
    }
}

/// To say yes.
pub(super) fn yes(label: &str, note: String) -> Answer {
    Answer {
        note,
        ..Answer::new(label, Choice::Accept { mode: None })
    }
}

/// To say no.
pub(super) fn no(label: &str) -> Answer {
    Answer::new(label, Choice::Decline)
}

/// An answer with what is known about it beforehand, if it can be given.
pub(super) fn possible(session: &Session, label: String, choice: Choice) -> Option<Answer> {
    session.battle.check(&choice).ok()?;
    let note = odds(session, &choice);
    Some(Answer {
        note,
        ..Answer::new(label, choice)
    })
}

/// What is known about an answer beforehand.
pub(super) fn odds(session: &Session, choice: &Choice) -> String {
    let forecast = session.forecast(choice);
    if let Some(attack) = forecast.attack {
        return format!(
            "hits {}, mean {:.1} damage, drops it {}",
            percent(attack.hit),
            attack.damage.mean(),
            percent(attack.down)
        );
    }
    forecast.success.map_or_else(String::new, percent)
}

/// Effects of terrain on the path of an answer.
pub(super) fn underfoot(session: &Session, seat: Seat, choice: &Choice) -> String {
    let path = session.forecast(choice).path;
    path.map_or_else(String::new, |path| ground(session, Some(seat), &path))
}
