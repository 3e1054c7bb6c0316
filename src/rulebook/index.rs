//! The index of a compendium: chapters, and rules by what is looked for.

use crate::rules::{RuleId, Ruleset};

/// The chapters in the order of reading.
pub fn chapters(rules: &Ruleset) -> Vec<&str> {
    let mut chapters: Vec<&str> = Vec::new();
    for id in in_order(rules) {
        let chapter = rules.compendium[id].chapter.as_str();
        if !chapters.contains(&chapter) {
            chapters.push(chapter);
        }
    }
    chapters
}

/// The rules of a chapter in the order of reading.
pub fn chapter(rules: &Ruleset, chapter: &str) -> Vec<RuleId> {
    in_order(rules)
        .into_iter()
        .filter(|id| rules.compendium[*id].chapter == chapter)
        .collect()
}

/// Rules in which every word occurs; those with the words in title or id first, otherwise in the
/// order of reading.
pub fn find(rules: &Ruleset, words: &str) -> Vec<RuleId> {
    let mut found: Vec<_> = in_order(rules)
        .into_iter()
        .filter_map(|id| {
            let rule = &rules.compendium[id];
            let head = format!("{} {}", rule.id, rule.title);
            let all = format!("{head} {} {}", rule.chapter, rule.text);
            rank(words, &head, &all).map(|elsewhere| (elsewhere, id))
        })
        .collect();
    found.sort_by_key(|(elsewhere, _)| *elsewhere);
    found.into_iter().map(|(_, id)| id).collect()
}

/// Whether every word occurs, and if so, whether not all of them do in the head alone. Sorted by
/// that, what is called so comes first.
pub fn rank(words: &str, head: &str, all: &str) -> Option<bool> {
    let (words, head, all) = (
        words.to_lowercase(),
        head.to_lowercase(),
        all.to_lowercase(),
    );
    let holds = |text: &str| words.split_whitespace().all(|word| text.contains(word));
    (holds(&head) || holds(&all)).then(|| !holds(&head))
}

fn in_order(rules: &Ruleset) -> Vec<RuleId> {
    let mut ids: Vec<_> = rules
        .compendium
        .iter()
        .map(|(id, rule)| (rule.place, id))
        .collect();
    ids.sort();
    ids.into_iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Catalogue, data_root};

    #[test]
    fn chapters_stand_as_in_the_file_and_hold_every_rule() {
        let root = data_root(None).expect("the assets are here");
        let catalogue = Catalogue::load(&root).expect("the assets are sound");
        for rules in &catalogue.rulesets {
            let chapters = chapters(rules);
            let all: usize = chapters.iter().map(|c| chapter(rules, c).len()).sum();
            assert_eq!(all, rules.compendium.len(), "{}", rules.id);
            let first = rules.compendium.iter().min_by_key(|(_, rule)| rule.place);
            assert_eq!(Some(chapters[0]), first.map(|(_, r)| r.chapter.as_str()));
        }
    }

    #[test]
    fn a_word_in_the_title_comes_before_one_in_the_text() {
        let root = data_root(None).expect("the assets are here");
        let catalogue = Catalogue::load(&root).expect("the assets are sound");
        let rules = &catalogue.rulesets[0];
        let found = find(rules, "charge");
        let titled = |id: &RuleId| {
            let rule = &rules.compendium[*id];
            format!("{} {}", rule.id, rule.title)
                .to_lowercase()
                .contains("charge")
        };
        assert!(found.len() > 3 && titled(&found[0]));
        assert!(found.is_sorted_by_key(|id| !titled(id)));
    }

    #[test]
    fn a_word_in_the_head_counts_before_one_below() {
        assert_eq!(rank("trip", "Trip", "a touch"), Some(false));
        assert_eq!(rank("touch", "Trip", "Trip a touch"), Some(true));
        assert_eq!(rank("touch arrow", "Trip", "Trip a touch"), None);
        assert_eq!(rank("", "Trip", ""), Some(false));
    }
}
