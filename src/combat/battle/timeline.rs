//! A recorded battle that can be entered anywhere, to be watched or judged.

use crate::combat::battle::replay::Divergence;
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::battle::{Battle, Entry};
use crate::combat::contract::{Event, EventKind, Seat};

/// Entries of the record between two snapshots: going back plays so many again at the most.
const APART: usize = 8;

/// The course of a battle: what its drivers did, and when which events happened.
#[derive(Debug)]
pub struct Timeline {
    record: Vec<Entry>,
    events: Vec<Event>,
    /// How many events had happened before the first entry, and after each one.
    ends: Vec<usize>,
    /// The state before every [`APART`]th entry.
    snapshots: Vec<Snapshot>,
}

impl Timeline {
    /// The course of a battle so far, by playing its record once more; `look` is shown the battle before
    /// the first entry and after each one, with the number of entries played. The battle that was played
    /// comes along, at its end. `None` for copies for look-ahead.
    ///
    /// # Errors
    /// When the content no longer fits the record.
    pub fn of(
        battle: &Battle,
        mut look: impl FnMut(usize, &Battle),
    ) -> Option<Result<(Self, Battle), Divergence>> {
        let mut recording = battle.recording()?;
        let record = std::mem::take(&mut recording.record);
        let (catalogue, rules) = (battle.catalogue().clone(), battle.rules().clone());
        let mut again = match recording.play(catalogue, rules) {
            Ok(again) => again,
            Err(why) => return Some(Err(why)),
        };
        look(0, &again);
        let (mut ends, mut snapshots) = (vec![again.events().len()], Vec::new());
        for (number, entry) in record.iter().enumerate() {
            if number % APART == 0 {
                snapshots.push(again.snapshot());
            }
            if let Err(refusal) = again.repeat(entry.clone()) {
                let reason = again.tell(&refusal);
                return Some(Err(Divergence::Refused { number, reason }));
            }
            ends.push(again.events().len());
            look(number + 1, &again);
        }
        let timeline = Self {
            record,
            events: again.events().to_vec(),
            ends,
            snapshots,
        };
        Some(Ok((timeline, again)))
    }

    /// How many entries the record has.
    pub fn entries(&self) -> usize {
        self.record.len()
    }

    /// Everything that happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events had happened after so many entries.
    pub fn end_of(&self, entries: usize) -> usize {
        let last = self.events.len();
        self.ends.get(entries).copied().unwrap_or(last)
    }

    /// The fewest entries after which so many events had happened.
    pub fn entries_for(&self, events: usize) -> usize {
        let before = self.ends.partition_point(|end| *end < events);
        before.min(self.record.len())
    }

    /// Brings a battle of this course, which has played `from` entries, to where it has played `to`.
    pub fn bring(&self, battle: &mut Battle, from: usize, to: usize) {
        let mut now = from;
        if to < from {
            now = to / APART * APART;
            let Some(snapshot) = self.snapshots.get(now / APART) else {
                return;
            };
            battle.restore(snapshot);
        }
        for entry in self.record.iter().take(to).skip(now) {
            // What was accepted from the same state is accepted again.
            let _ = battle.repeat(entry.clone());
        }
    }

    /// The rounds, each with the number of the event that begins it. Where combats follow each other on the spot,
    /// their rounds count on.
    pub fn rounds(&self) -> impl Iterator<Item = (u16, usize)> {
        let numbered = self.events.iter().enumerate();
        let begun = numbered.filter_map(|(number, event)| match event.kind {
            EventKind::RoundBegan { round } => Some((round, number)),
            _ => None,
        });
        begun.scan(0_u16, |last, (round, number)| {
            let told = if round == 0 {
                0
            } else {
                last.saturating_add(1)
            };
            *last = (*last).max(told);
            Some((told, number))
        })
    }

    /// The turns, each with whose it is and the number of the event that begins it.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (Seat, usize)> {
        let numbered = self.events.iter().enumerate();
        numbered.filter_map(|(number, event)| match event.kind {
            EventKind::TurnBegan { seat } => Some((seat, number)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, play, ruleset};

    /// EP-INIT-10: another combat begins after ten rounds.
    #[test]
    fn rounds_count_on_when_another_combat_begins() {
        let scene = Scene::new(ruleset("epic_path"), &["A....a"]);
        let mut battle = scene.beginning().seeded(3);
        for _ in 0..26 {
            battle.submit(Choice::EndTurn).expect("the end of a turn");
        }
        let timeline = Timeline::of(&battle, |_, _| {}).expect("a record");
        let (timeline, _) = timeline.expect("that plays");
        let rounds: Vec<_> = timeline.rounds().map(|(round, _)| round).collect();
        assert!(rounds.len() > 12 && rounds.is_sorted(), "{rounds:?}");
        assert!(rounds.ends_with(&[12, 13, 14]), "{rounds:?}");
    }

    fn fought(system: &str) -> Battle {
        let rows = ["A....a", "B....b"];
        let mut battle = Scene::new(ruleset(system), &rows).beginning().seeded(3);
        play(&mut battle, 400);
        battle
    }

    #[test]
    fn a_battle_is_the_same_wherever_and_from_wherever_it_is_entered() {
        for system in SYSTEMS {
            let battle = fought(system);
            let mut digests = Vec::new();
            let look = |_, now: &Battle| digests.push(now.digest());
            let (timeline, mut now) = Timeline::of(&battle, look).unwrap().unwrap();
            assert_eq!(now.digest(), battle.digest());
            let last = timeline.entries();
            assert!(last > 11, "{system}: {last}");
            let mut from = last;
            for to in [3, 11, 0, last, 8, 9, 7, last - 1] {
                timeline.bring(&mut now, from, to);
                assert_eq!(now.digest(), digests[to], "{system}: {from} to {to}");
                let events = &battle.events()[..timeline.end_of(to)];
                assert_eq!(now.events(), events);
                from = to;
            }
        }
    }

    #[test]
    fn rounds_turns_and_entries_are_found_by_their_events() {
        let battle = fought("classic_d20");
        let (timeline, _) = Timeline::of(&battle, |_, _| ()).unwrap().unwrap();
        let (first, at) = timeline.rounds().next().unwrap();
        assert_eq!(first, 1);
        assert_eq!(battle.events()[at].kind, EventKind::RoundBegan { round: 1 });
        let (seat, at) = timeline.turns().next().unwrap();
        assert_eq!(battle.events()[at].kind, EventKind::TurnBegan { seat });
        for entries in 0..=timeline.entries() {
            let found = timeline.entries_for(timeline.end_of(entries));
            assert_eq!(timeline.end_of(found), timeline.end_of(entries));
            assert!(found <= entries);
        }
    }

    #[test]
    fn a_copy_for_look_ahead_has_no_course() {
        let battle = fought("classic_d20").scratch(1);
        assert!(Timeline::of(&battle, |_, _| ()).is_none());
    }
}
