//! House rules drawn at random: a rule system with some values of its ruleset changed.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use opportunist::rules::Ruleset;
use opportunist::scenario::{Change, file_changes};

use crate::deal::CONTENT;

/// Attempts to find changes that make a playable ruleset.
const ATTEMPTS: usize = 8;

/// Changes of each `ruleset.ron`, read once and when they are first asked for.
static CHANGES: LazyLock<BTreeMap<String, OnceLock<Vec<Change>>>> = LazyLock::new(|| {
    let ids = CONTENT.rulesets.iter().map(|rules| rules.id.clone());
    ids.map(|id| (id, OnceLock::new())).collect()
});

/// Changes of a ruleset's policies.
fn policies(rules: &Ruleset) -> Vec<Change> {
    let mut files = CONTENT.rule_files(&rules.id).into_iter();
    let Some(file) = files.find(|path| path.ends_with("ruleset.ron")) else {
        return Vec::new();
    };
    file_changes(&CONTENT, &rules.id, &file).unwrap_or_else(|why| panic!("{why}"))
}

/// A changed rule system.
pub struct House {
    pub rules: Arc<Ruleset>,
    /// Text of its `ruleset.ron`.
    pub text: String,
    /// The changes, in words.
    pub changes: Vec<String>,
}

impl House {
    /// Draws one to three changes; `None` if none of the attempts can be played.
    pub fn drawn(rules: &Ruleset, draw: &mut impl FnMut(usize) -> usize) -> Option<Self> {
        let all = CHANGES.get(&rules.id)?.get_or_init(|| policies(rules));
        if all.is_empty() {
            return None;
        }
        (0..ATTEMPTS).find_map(|_| {
            let mut chosen: Vec<&Change> =
                (0..1 + draw(3)).map(|_| &all[draw(all.len())]).collect();
            // From the end of the text, so that the other spans stay right.
            chosen.sort_by_key(|one| std::cmp::Reverse(one.span.start));
            chosen.dedup_by(|next, kept| next.span.end > kept.span.start);
            let mut text = chosen[0].file.text.to_string();
            for one in &chosen {
                text.replace_range(one.span.clone(), &one.with);
            }
            let path = &chosen[0].file.path;
            let made = CONTENT
                .variant(&rules.id, path, text.as_str().into())
                .ok()?;
            Some(Self {
                rules: Arc::new(made),
                changes: chosen.iter().map(|one| one.told.clone()).collect(),
                text,
            })
        })
    }
}
