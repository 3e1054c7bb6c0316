//! Ways that may be the last: they take a second click.

use super::state::Plan;
use crate::combat::{Choice, PathForecast};

impl Plan {
    /// Whether the way that is shown may be your last.
    pub fn is_reckless(&self) -> bool {
        let path = self.preview.as_ref().and_then(|p| p.forecast.path.as_ref());
        path.is_some_and(PathForecast::is_reckless)
    }

    /// The way that takes a second click, after a first one.
    pub fn warns_of(&self) -> Option<&PathForecast> {
        let (warned, preview) = (self.cursor.warned.as_ref()?, self.preview.as_ref()?);
        let round = preview.detour.as_ref();
        match round.filter(|round| round.choice == *warned) {
            Some(round) => Some(&round.path),
            None => {
                (preview.forecast.path.as_ref()).filter(|_| preview.choice.as_ref() == Some(warned))
            }
        }
    }

    /// Whether a choice that takes this way is to be asked about once more; notes that it was.
    pub(super) fn asks(&mut self, choice: &Choice, reckless: bool) -> bool {
        let asks = reckless && !self.cursor.bold && self.cursor.warned.as_ref() != Some(choice);
        self.cursor.warned = asks.then(|| choice.clone());
        asks
    }
}
