//! The proofs of a system, the likeliest to notice a change first.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::change::Change;
use crate::content::Catalogue;
use crate::rules::Ruleset;
use crate::scenario::{Player, Scenario};

/// Scenarios that hold without any change.
pub struct Proofs<'a> {
    list: Vec<Proof<'a>>,
    /// Every rule of the system by id.
    rules: BTreeSet<String>,
    /// The proofs that noticed changes of an entry, by file and entry; the last one last.
    noticed: Mutex<BTreeMap<String, Vec<usize>>>,
}

struct Proof<'a> {
    scenario: &'a Scenario,
    /// Everything in it, to see which entries it mentions.
    told: String,
    /// How many changes it has noticed so far.
    successes: AtomicUsize,
}

/// What the proofs make of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Noticed,
    /// The program panicked, with this message.
    Panicked(String),
    Unnoticed,
}

impl<'a> Proofs<'a> {
    /// Of these scenarios.
    pub fn new(scenarios: &[&'a Scenario], rules: &Ruleset) -> Self {
        let proof = |scenario: &&'a Scenario| Proof {
            scenario,
            told: format!("{scenario:?}"),
            successes: AtomicUsize::new(0),
        };
        Self {
            list: scenarios.iter().map(proof).collect(),
            rules: rules.compendium.names().iter().cloned().collect(),
            noticed: Mutex::default(),
        }
    }

    /// Plays until one fails.
    pub fn judge(
        &self,
        change: &Change,
        catalogue: &Arc<Catalogue>,
        rules: &Arc<Ruleset>,
    ) -> Verdict {
        let mut player = Player::default();
        for index in self.order(change, rules) {
            let Some(proof) = self.list.get(index) else {
                continue;
            };
            let played = catch_unwind(AssertUnwindSafe(|| {
                player.play(proof.scenario, catalogue, rules)
            }));
            let verdict = match played {
                Ok(Ok(_)) => continue,
                Ok(Err(_)) => Verdict::Noticed,
                Err(payload) => Verdict::Panicked(message(&*payload)),
            };
            proof.successes.fetch_add(1, Ordering::Relaxed);
            let mut noticed = self.noticed.lock().unwrap_or_else(PoisonError::into_inner);
            let list = noticed.entry(neighbourhood(change)).or_default();
            list.retain(|other| *other != index);
            list.push(index);
            return verdict;
        }
        Verdict::Unnoticed
    }

    /// First what noticed changes nearby, then what covers a rule of the entry, then what mentions
    /// the entry, then what notices most. The verdict does not depend on it.
    fn order(&self, change: &Change, rules: &Ruleset) -> Vec<usize> {
        let nearby: Vec<usize> = {
            let noticed = self.noticed.lock().unwrap_or_else(PoisonError::into_inner);
            noticed
                .get(&neighbourhood(change))
                .cloned()
                .unwrap_or_default()
        };
        let at_stake = self.rules_of(change, rules);
        let mention = format!("\"{}\"", change.entry);
        let rank = |index: usize, proof: &Proof<'_>| {
            let near = nearby.iter().rposition(|other| *other == index);
            let covers = proof.scenario.covers.iter();
            let covered = covers.filter(|rule| at_stake.contains(*rule)).count();
            let mentions = proof.told.contains(&mention);
            let successes = proof.successes.load(Ordering::Relaxed);
            (near.map(|at| at + 1), covered, mentions, successes)
        };
        let ranked = self.list.iter().enumerate();
        let mut ranked: Vec<_> = ranked.map(|(i, proof)| (rank(i, proof), i)).collect();
        ranked.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// Rules that the entry names, or that stand on the line of the change.
    fn rules_of(&self, change: &Change, rules: &Ruleset) -> BTreeSet<String> {
        let entry = change.entry.as_str();
        let action = rules.actions.id(entry).map(|id| &rules.actions[id].rules);
        let condition = rules
            .conditions
            .id(entry)
            .map(|id| &rules.conditions[id].rules);
        let ability = rules
            .abilities
            .id(entry)
            .map(|id| &rules.abilities[id].rules);
        let taken = rules.traits.id(entry).map(|id| &rules.traits[id].rules);
        let named = [action, condition, ability, taken].into_iter().flatten();
        let line = change.line();
        let on_line = self
            .rules
            .iter()
            .filter(|rule| line.contains(rule.as_str()));
        named.flatten().chain(on_line).cloned().collect()
    }
}

/// What changes near each other have in common.
fn neighbourhood(change: &Change) -> String {
    let file = change.place.split(' ').next().unwrap_or("");
    format!("{file} {}", change.entry)
}

/// What a panic says.
fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a message").to_owned()
}
