//! The sentence of a refusal.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::combat::contract::seat::Seat;

/// A sentence for the player that refers to combatants by seat. The caller of [`tell`](Self::tell) supplies the names.
///
/// It is made from words, and piece by piece where it names combatants:
/// `Reason::from("You cannot mount ").name(mount).text(": it is an enemy.")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The sentence without the names.
    text: Cow<'static, str>,
    /// The combatants in it, in order, each with its place in the text.
    named: SmallVec<[(usize, Seat); 1]>,
}

impl Reason {
    /// A sentence that begins with a combatant.
    pub fn of(seat: Seat) -> Self {
        Self::from("").name(seat)
    }

    /// Appends the name of a combatant.
    #[must_use]
    pub fn name(mut self, seat: Seat) -> Self {
        self.named.push((self.text.len(), seat));
        self
    }

    /// Appends words.
    #[must_use]
    pub fn text(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        let words: Cow<'static, str> = words.into();
        self.text += words;
        self
    }

    /// The sentence in words. `name`: the name of a combatant; it is told whether the sentence begins with it.
    pub fn tell<'n>(&self, name: impl Fn(Seat, bool) -> &'n str) -> Cow<'_, str> {
        if self.named.is_empty() {
            return Cow::Borrowed(&self.text);
        }
        let (mut told, mut from) = (String::new(), 0);
        for &(to, seat) in &self.named {
            told.push_str(&self.text[from..to]);
            let begins = told.is_empty();
            told.push_str(name(seat, begins));
            from = to;
        }
        told.push_str(&self.text[from..]);
        Cow::Owned(told)
    }
}

impl From<Cow<'static, str>> for Reason {
    fn from(text: Cow<'static, str>) -> Self {
        let named = SmallVec::new();
        Self { text, named }
    }
}

impl From<&'static str> for Reason {
    fn from(text: &'static str) -> Self {
        Cow::Borrowed(text).into()
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Cow::<str>::Owned(text).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(reason: &Reason) -> Cow<'_, str> {
        reason.tell(|seat, begins| match (seat, begins) {
            (Seat(0), _) => "Ann",
            (_, true) => "Somebody",
            (_, false) => "somebody",
        })
    }

    #[test]
    fn combatants_are_named_where_they_stand() {
        let (ann, other) = (Seat(0), Seat(1));
        let enemy = Reason::from("You cannot mount ").name(ann);
        let enemy = enemy.text(": it is an enemy.");
        assert_eq!(told(&enemy), "You cannot mount Ann: it is an enemy.");
        let ridden = Reason::of(other).text(" already rides ").name(ann);
        assert_eq!(told(&ridden.text(".")), "Somebody already rides Ann.");
        let beside = Reason::from("You stand beside ".to_owned()).name(other);
        assert_eq!(told(&beside), "You stand beside somebody");
    }

    #[test]
    fn a_sentence_without_combatants_is_told_as_it_stands() {
        let plain = Reason::from("You are not mounted.");
        assert!(matches!(told(&plain), Cow::Borrowed(words) if words == "You are not mounted."));
    }

    #[test]
    fn sentences_about_others_are_other_sentences() {
        let about = |seat| Reason::of(seat).text(" is in the way.");
        assert_eq!(about(Seat(1)), about(Seat(1)));
        assert_ne!(about(Seat(1)), about(Seat(2)));
        assert_ne!(about(Seat(1)), Reason::from(" is in the way."));
    }
}
