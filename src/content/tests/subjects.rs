//! Subjects: what rules of several systems are about.

use super::*;

#[test]
fn a_wrong_subject_or_rule_is_reported_with_the_nearest_and_a_missing_subject_is_none() {
    let folder = Folder::new(
        "subjects",
        &[
            ("house/ruleset.ron", "(inherits: \"classic_d20\")"),
            (
                "house/subjects.ron",
                "{\n    \"chrage\": \"CD-CHG-01\",\n    \"trip\": [\"CD-TRIP-01\", \"CD-TRIP-O2\"],\n    \"cover\": None,\n}",
            ),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "subjects.ron:2:5 unknown-name: there is no subject \"chrage\" -> charge",
            "subjects.ron:3:28 unknown-name: there is no rule \"CD-TRIP-O2\" (about \"trip\") -> CD-TRIP-02",
        ]
    );
}

#[test]
fn a_house_system_has_the_subjects_of_its_parent_but_for_those_that_it_names_itself() {
    let folder = Folder::new(
        "own-subjects",
        &[
            ("house/ruleset.ron", "(inherits: \"classic_d20\")"),
            ("house/subjects.ron", "{ \"trip\": \"CD-TRIP-05\" }"),
        ],
    );
    let catalogue = Catalogue::load_with(&root(), &[folder.0.join("house")]);
    let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
    let [house, parent] = ["house", "classic_d20"].map(|id| catalogue.ruleset(id).unwrap());
    assert_eq!(house.subjects["charge"], parent.subjects["charge"]);
    let own = house.compendium.id("CD-TRIP-05").unwrap();
    assert_eq!(house.subjects["trip"], [own]);
}

#[test]
fn every_system_says_in_three_sentences_what_is_different_to_play() {
    let catalogue = Catalogue::load(&root()).unwrap_or_else(|findings| panic!("{findings}"));
    for rules in &catalogue.rulesets {
        let summary = &rules.policies.summary;
        let sentences = summary.split(". ").count();
        assert_eq!(sentences, 3, "{}: {summary}", rules.id);
        assert!(summary.ends_with('.'), "{}", rules.id);
    }
}
