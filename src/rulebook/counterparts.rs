//! The rules of other systems about what a rule is about.

use std::sync::Arc;

use crate::content::Catalogue;
use crate::rules::{RuleId, Ruleset};

/// What another system says about the subject of a rule.
#[derive(Clone, Debug)]
pub struct Counterpart<'a> {
    /// The subject, by name.
    pub subject: &'a str,
    pub rules: &'a Arc<Ruleset>,
    pub entries: Vec<RuleId>,
}

impl Counterpart<'_> {
    /// What it is about and where: "Tripping in Amorphous".
    pub fn heading(&self) -> String {
        format!("{} in {}", self.subject, self.rules.policies.name)
    }
}

/// What the other systems say about the subjects of a rule: subject by subject, system by system. What
/// stands in the book of the rule itself is left out, as is what a house system has from its parent.
pub fn counterparts<'a>(
    catalogue: &'a Catalogue,
    rules: &Ruleset,
    rule: RuleId,
) -> Vec<Counterpart<'a>> {
    let mut found = Vec::new();
    for subject in subjects(rules, rule) {
        let Some(def) = catalogue.subjects.get(subject) else {
            continue;
        };
        for other in catalogue
            .rulesets
            .iter()
            .filter(|other| other.id != rules.id)
        {
            let entries = others(rules, other, subject);
            if !entries.is_empty() {
                found.push(Counterpart {
                    subject: &def.name,
                    rules: other,
                    entries,
                });
            }
        }
    }
    found
}

/// Whether any other system says something about the subjects of a rule.
pub fn has_counterparts(catalogue: &Catalogue, rules: &Ruleset, rule: RuleId) -> bool {
    let others = || {
        catalogue
            .rulesets
            .iter()
            .filter(|other| other.id != rules.id)
    };
    subjects(rules, rule)
        .any(|subject| others().any(|other| !self::others(rules, other, subject).is_empty()))
}

/// What a rule is about.
fn subjects(rules: &Ruleset, rule: RuleId) -> impl Iterator<Item = &str> {
    let about = rules.subjects.iter();
    about
        .filter(move |(_, entries)| entries.contains(&rule))
        .map(|(subject, _)| subject.as_str())
}

/// The rules of another system's own about a subject that this book does not have.
fn others(rules: &Ruleset, other: &Ruleset, subject: &str) -> Vec<RuleId> {
    let entries = other.subjects.get(subject).map_or(&[][..], Vec::as_slice);
    let foreign = |id: &RuleId| {
        let rule = other.compendium.get(*id);
        rule.is_some_and(|rule| !rule.inherited && rules.compendium.id(&rule.id).is_none())
    };
    entries.iter().copied().filter(foreign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::data_root;

    fn catalogue() -> Catalogue {
        let root = data_root(None).expect("the assets are here");
        Catalogue::load(&root).expect("the assets are sound")
    }

    /// The headings and rules beside a rule.
    fn beside(catalogue: &Catalogue, system: &str, rule: &str) -> Vec<String> {
        let rules = catalogue.ruleset(system).expect("a system");
        let rule = rules.compendium.id(rule).expect("a rule");
        let found = counterparts(catalogue, rules, rule);
        assert_eq!(!found.is_empty(), has_counterparts(catalogue, rules, rule));
        let told = |one: &Counterpart| {
            let ids = one.entries.iter();
            let ids = ids.map(|id| one.rules.compendium[*id].id.as_str());
            format!("{}: {}", one.heading(), ids.collect::<Vec<_>>().join(" "))
        };
        found.iter().map(told).collect()
    }

    #[test]
    fn the_charge_stands_beside_that_of_every_other_system() {
        assert_eq!(
            beside(&catalogue(), "classic_d20", "CD-CHG-01"),
            [
                "The charge in Age of Heroes: AH-ALIST-11",
                "The charge in Amorphous: AM-STD-05",
                "The charge in Epic Path: EP-MAN-04",
                "The charge in Spiritual Pressure: SP-MAN-01",
            ]
        );
    }

    #[test]
    fn a_house_system_stands_beside_its_parent_with_rules_of_its_own_only() {
        let catalogue = catalogue();
        let trip = beside(&catalogue, "classic_d20", "CD-TRIP-01");
        assert!(trip.contains(&"Tripping in House example: HE-MAN-02".to_owned()));
        let step = beside(&catalogue, "classic_d20", "CD-ACT-10");
        assert!(!step.iter().any(|told| told.contains("House example")));
        // A rule from its parent meets the others, and not itself.
        let inherited = beside(&catalogue, "house_example", "CD-ACT-10");
        assert_eq!(inherited, step);
    }

    #[test]
    fn a_rule_that_only_one_system_has_stands_alone() {
        assert!(beside(&catalogue(), "age_of_heroes", "AH-COV-01").is_empty());
    }

    #[test]
    fn the_main_subjects_are_in_the_books_of_all_systems() {
        let catalogue = catalogue();
        let own = |rules: &&Arc<Ruleset>| !catalogue.heirs.contains(&rules.id);
        let books = || catalogue.rulesets.iter().filter(own);
        assert_eq!(books().count(), 5);
        let everywhere = catalogue.subjects.keys();
        let everywhere =
            everywhere.filter(|subject| books().all(|rules| rules.subjects.contains_key(*subject)));
        assert!(everywhere.count() >= 60);
        for subject in catalogue.subjects.keys() {
            let with = books().filter(|rules| rules.subjects.contains_key(subject));
            assert!(with.count() >= 2, "{subject} stands alone");
        }
    }
}
