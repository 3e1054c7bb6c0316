//! What harms bodies that have no substance: the nature of an attack, an effect or its user.

use serde::{Deserialize, Serialize};

/// One nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    Magic,
    /// Pure force: as damage of that kind has it by itself.
    Force,
    /// Strikes what has no body as if it had one.
    GhostTouch,
    /// Without a body.
    Incorporeal,
    /// Of mist and shadow.
    Nebulous,
    /// Counts only against those without life (EP-INC-01, EP-INC-02).
    Holy,
    /// Of silver, which some hides do not stop (EP-DMG-02).
    Silver,
}

/// Several of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Vec<Nature>", into = "Vec<Nature>")]
pub struct Natures(u8);

const ALL: [Nature; 7] = [
    Nature::Magic,
    Nature::Force,
    Nature::GhostTouch,
    Nature::Incorporeal,
    Nature::Nebulous,
    Nature::Holy,
    Nature::Silver,
];

impl Natures {
    /// These and one more.
    #[must_use]
    pub fn with(self, nature: Nature) -> Self {
        Self(self.0 | 1 << nature as u8)
    }

    /// These but for one.
    #[must_use]
    pub fn without(self, nature: Nature) -> Self {
        Self(self.0 & !(1 << nature as u8))
    }

    /// Both lists together.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether this one is among them.
    pub fn contains(self, nature: Nature) -> bool {
        self.0 & (1 << nature as u8) != 0
    }

    /// Whether any of them is among others.
    pub fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

impl FromIterator<Nature> for Natures {
    fn from_iter<I: IntoIterator<Item = Nature>>(natures: I) -> Self {
        natures.into_iter().fold(Self::default(), Self::with)
    }
}

impl From<Vec<Nature>> for Natures {
    fn from(natures: Vec<Nature>) -> Self {
        natures.into_iter().collect()
    }
}

impl From<Natures> for Vec<Nature> {
    fn from(natures: Natures) -> Self {
        let held = ALL.into_iter();
        held.filter(|nature| natures.contains(*nature)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_comes_back_as_it_was() {
        let list = vec![Nature::Force, Nature::Nebulous];
        let natures = Natures::from(list.clone());
        assert!(natures.contains(Nature::Force) && !natures.contains(Nature::Magic));
        assert!(natures.meets(Natures::default().with(Nature::Nebulous)));
        assert!(!natures.meets(Natures::default().with(Nature::GhostTouch)));
        assert_eq!(Vec::from(natures), list);
    }
}
