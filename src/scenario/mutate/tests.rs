//! A house ruleset of two values, and what its proofs make of changes to them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::content::{data_root, read_text};

const POLICIES: &str = "(
    inherits: \"classic_d20\",
    name: \"Tavern\",
    attack: (higher_ground: 2),
)";

const CONDITIONS: &str = "{
    \"dazzled\": (
        name: \"dazzled\",
        rules: [\"CD-COND-01\"],
        effects: [(on: attack_roll, when: melee, value: -3)],
        badge: \"Dz\",
    ),
}";

/// One less than the defence with the condition, and one too many without it.
const PROOF: &str = "[(
    name: \"A dazzled attacker takes -3 in melee\",
    covers: [\"CD-COND-01\"],
    map: [\"AB\"],
    fighters: {
        'A': (block: (attacks: [(name: \"sword\", attack: 5, damage: \"1d8\")]), conditions: [\"dazzled\"]),
        'B': (block: (stats: { defence: 16 })),
    },
    dice: [\"A attack 13\"],
    play: [do('A', attack('B')), expect(event(\"attack A B 15/16 miss\"))],
)]";

/// A folder with the ruleset, gone afterwards.
struct Tavern {
    folder: PathBuf,
    catalogue: Arc<Catalogue>,
}

impl Tavern {
    fn new(test: &str) -> Self {
        let folder = format!("opportunist-mutate-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let rules = folder.join("tavern");
        std::fs::create_dir_all(&rules).unwrap();
        std::fs::write(rules.join("ruleset.ron"), POLICIES).unwrap();
        std::fs::write(rules.join("conditions.ron"), CONDITIONS).unwrap();
        let catalogue = Catalogue::load_with(&data_root(None).unwrap(), &[rules]);
        let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
        Self {
            folder,
            catalogue: Arc::new(catalogue),
        }
    }

    fn rules(&self) -> &Arc<Ruleset> {
        self.catalogue.ruleset("tavern").unwrap()
    }

    fn mutants(&self) -> Mutants {
        let changes = all_changes(&self.catalogue, "tavern").unwrap();
        mutants(&self.catalogue, self.rules(), changes, &|| {})
    }

    fn judge(
        &self,
        mutants: &[Mutant],
        most: Option<usize>,
        explanations: &[Explanation],
    ) -> Report {
        let proofs: Vec<Scenario> = read_text(Path::new("proof.ron"), PROOF).unwrap();
        let played = AtomicUsize::new(0);
        let report = hunt(
            (&self.catalogue, self.rules()),
            mutants,
            &proofs.iter().collect::<Vec<_>>(),
            Sample { seed: 1, most },
            explanations,
            &|| _ = played.fetch_add(1, Ordering::Relaxed),
        );
        assert_eq!(played.into_inner(), report.tried);
        report
    }
}

impl Drop for Tavern {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn told<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<String> {
    let told = |change: &Change| format!("{}: {}", change.place, change.told);
    changes.into_iter().map(told).collect()
}

fn explanation(place: &str, change: Option<&str>) -> Explanation {
    Explanation {
        file: SURVIVORS.into(),
        line: 2,
        place: place.to_owned(),
        change: change.map(str::to_owned),
        why: "for the test".to_owned(),
    }
}

#[test]
fn every_change_that_makes_other_rules_is_found_once() {
    let found = Tavern::new("changes").mutants();
    let dazzled = "conditions.ron dazzled";
    assert_eq!(
        told(found.list.iter().map(|mutant| &mutant.change)),
        [
            "ruleset.ron attack.higher_ground: 2 -> 1".to_owned(),
            "ruleset.ron attack.higher_ground: 2 -> 3".to_owned(),
            format!(
                "{dazzled}: \"dazzled\": ( name: \"dazzled\", rules: [\"CD-COND-… -> taken away"
            ),
            format!(
                "{dazzled}.effects[1]: (on: attack_roll, when: melee, value: -3) -> taken away"
            ),
            format!("{dazzled}.effects[1].on: attack_roll -> attacked_by"),
            format!("{dazzled}.effects[1].on: attack_roll -> damage"),
            format!("{dazzled}.effects[1].on: attack_roll -> saves"),
            format!("{dazzled}.effects[1].on: attack_roll -> skills"),
            format!("{dazzled}.effects[1].on: attack_roll -> rolls"),
            format!("{dazzled}.effects[1].on: attack_roll -> grip"),
            format!("{dazzled}.effects[1].when: melee -> any"),
            format!("{dazzled}.effects[1].when: melee -> ranged"),
            format!("{dazzled}.effects[1].value: -3 -> -4"),
            format!("{dazzled}.effects[1].value: -3 -> -2"),
        ]
    );
    // The parent's number is 1: it counts without `attack`, and without what is in it.
    assert_eq!(found.list[0].twins.len(), 2);
    // `on` and `value` have to be there.
    assert_eq!((found.unreadable, found.same), (2, 0));
}

#[test]
fn what_no_proof_notices_is_listed() {
    let tavern = Tavern::new("hunt");
    let report = tavern.judge(&tavern.mutants().list, None, &[]);
    assert_eq!(
        told(&report.unnoticed),
        [
            "ruleset.ron attack.higher_ground: 2 -> 1",
            "ruleset.ron attack.higher_ground: 2 -> 3",
            "conditions.ron dazzled.effects[1].when: melee -> any",
        ]
    );
    assert_eq!(
        (report.tried, report.noticed, report.explained),
        (14, 11, 0)
    );
    assert_eq!(report.unnoticed[2].line_and_column(), (5, 43));
    assert!(report.panicked.is_empty());
}

#[test]
fn an_explanation_excuses_a_change_and_has_to_be_needed() {
    let tavern = Tavern::new("explained");
    let height = explanation("ruleset.ron attack.higher_ground", None);
    let any = explanation(
        "conditions.ron dazzled.effects[1].when",
        Some("melee -> any"),
    );
    let noticed = explanation("conditions.ron dazzled.effects[1].value", None);
    let nowhere = explanation("costs.ron free", None);
    let all = [height, any, noticed.clone(), nowhere.clone()];
    let found = tavern.mutants().list;
    let report = tavern.judge(&found, None, &all);
    assert!(report.unnoticed.is_empty());
    assert_eq!(report.explained, 3);
    assert_eq!(report.needless, [noticed, nowhere.clone()]);
    // Nothing is said of what was not tried.
    let report = tavern.judge(&found, Some(0), &all);
    assert_eq!(report.needless, [nowhere]);
}

#[test]
fn a_seed_draws_the_same_changes() {
    let draw = |seed| {
        drawn(
            500,
            Sample {
                seed,
                most: Some(20),
            },
        )
    };
    assert_eq!(draw(3).len(), 20);
    assert_eq!(draw(3), draw(3));
    assert_ne!(draw(3), draw(4));
    let all = Sample {
        seed: 3,
        most: None,
    };
    assert_eq!(drawn(500, all).len(), 500);
}
