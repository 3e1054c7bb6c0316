//! The shipped rulesets hold together: every rule, condition and action that they name exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use opportunist::content::Catalogue;
use opportunist::rules::dying::AtZero;
use opportunist::rules::economy::FreeStep;
use opportunist::rules::movement::StandUp;
use opportunist::rules::primitive::{Named, TurnAct};
use opportunist::rules::ruleset::{Policies, Scope};
use opportunist::rules::{
    ActionDef, ConditionDef, CostDef, Flag, Id, Primitive, Provokes, Rule, Ruleset, Table, Topic,
    TraitDef,
};

const SYSTEMS: [&str; 5] = [
    "age_of_heroes",
    "amorphous",
    "classic_d20",
    "spiritual_pressure",
    "epic_path",
];

/// States that the engine imposes in every system.
const ALWAYS: [&str; 7] = [
    "unaware",
    "prone",
    "unconscious",
    "dying",
    "stable",
    "dead",
    "gone",
];

/// The files of one ruleset, as they stand.
struct Files {
    system: &'static str,
    policies: Policies,
    costs: BTreeMap<String, CostDef>,
    actions: BTreeMap<String, ActionDef>,
    conditions: BTreeMap<String, ConditionDef>,
    traits: BTreeMap<String, TraitDef>,
    cites: BTreeMap<Topic, Vec<String>>,
    compendium: Vec<Rule>,
}

impl Files {
    fn of(system: &'static str, rules: &Ruleset) -> Self {
        fn rows<I: Id, T: Clone>(table: &Table<I, T>) -> BTreeMap<String, T> {
            table
                .iter()
                .map(|(id, row)| (table.name(id).to_owned(), row.clone()))
                .collect()
        }
        let cite = |topic: &Topic| {
            let cited = rules.cited(*topic).iter();
            let names: Vec<String> = cited
                .map(|rule| rules.rule_name(*rule).to_owned())
                .collect();
            (!names.is_empty()).then_some((*topic, names))
        };
        Self {
            system,
            policies: rules.policies.clone(),
            costs: rows(&rules.costs),
            actions: rows(&rules.actions),
            conditions: rows(&rules.conditions),
            traits: rows(&rules.traits),
            cites: Topic::ALL.iter().filter_map(cite).collect(),
            compendium: rows(&rules.compendium).into_values().collect(),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        SYSTEMS.into_iter().map(|system| {
            let rules = content()
                .ruleset(system)
                .unwrap_or_else(|| panic!("no {system}"));
            Self::of(system, rules)
        })
    }

    fn has_rule(&self, id: &str) -> bool {
        self.compendium.iter().any(|rule| rule.id == id)
    }

    fn assert_rules<'a>(&self, place: &str, rules: impl IntoIterator<Item = &'a String>) {
        for rule in rules {
            assert!(
                self.has_rule(rule),
                "{}: {place} names {rule}, which is no rule",
                self.system
            );
        }
    }

    fn assert_condition(&self, place: &str, condition: &str) {
        assert!(
            self.conditions.contains_key(condition),
            "{}: {place} names {condition}, which is no condition",
            self.system
        );
    }
}

/// The shipped content, read once.
fn content() -> &'static Catalogue {
    static CONTENT: OnceLock<Catalogue> = OnceLock::new();
    CONTENT.get_or_init(|| {
        Catalogue::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_else(|e| panic!("{e}"))
    })
}

#[test]
fn every_rule_named_anywhere_is_in_the_compendium() {
    for files in Files::all() {
        for (id, action) in &files.actions {
            assert!(
                !action.rules.is_empty(),
                "{}: {id} names no rule",
                files.system
            );
            files.assert_rules(id, &action.rules);
        }
        for (id, condition) in &files.conditions {
            files.assert_rules(id, &condition.rules);
        }
        for (id, feat) in &files.traits {
            assert!(
                !feat.rules.is_empty(),
                "{}: {id} names no rule",
                files.system
            );
            files.assert_rules(id, &feat.rules);
        }
        files.assert_rules("cites.ron", files.cites.values().flatten());
    }
}

#[test]
fn a_citation_is_never_a_matter_for_people_at_a_table() {
    for files in Files::all() {
        let pairs = files.cites.iter();
        let pairs = pairs.flat_map(|(topic, ids)| ids.iter().map(move |id| (topic, id)));
        for (topic, id) in pairs {
            let rule = files.compendium.iter().find(|rule| rule.id == *id);
            assert_ne!(
                rule.map(|r| r.scope),
                Some(Scope::Table),
                "{}: {topic:?} cites {id}",
                files.system
            );
        }
    }
}

#[test]
fn every_condition_and_action_named_anywhere_exists() {
    for files in Files::all() {
        for (id, action) in &files.actions {
            let named = action.all().into_iter().flat_map(Primitive::names);
            let named = named.filter_map(|named| match named {
                Named::Condition(_, condition) => Some(condition),
                Named::Dice(..) | Named::Pool(..) | Named::Ability(_) | Named::Group(_) => None,
            });
            for condition in named.chain(action.stance()) {
                files.assert_condition(id, condition);
            }
        }
        for (id, condition) in &files.conditions {
            for other in condition.implies.iter().chain(&condition.brings) {
                files.assert_condition(id, other);
                assert_ne!(id, other, "{}: {id} brings itself", files.system);
            }
            for what in &condition.forbids {
                let mut actions = files.actions.iter();
                assert!(
                    actions.any(|(id, def)| what.covers(id, def)),
                    "{}: {id} forbids {what:?}, which no action is",
                    files.system
                );
            }
        }
    }
}

#[test]
fn the_states_that_the_engine_imposes_exist() {
    for files in Files::all() {
        for name in ALWAYS {
            files.assert_condition("the engine", name);
        }
        let held = ["grabbed", "grappling"]
            .iter()
            .any(|c| files.conditions.contains_key(*c));
        assert!(held, "{}: nobody can be held", files.system);
        if files.policies.movement.squeezing.is_some() {
            files.assert_condition("squeezing", "squeezing");
        }
        if files.policies.dying.at_zero != AtZero::DyingIfImportant {
            files.assert_condition("the way of dying", "disabled");
        }
    }
}

#[test]
fn states_of_the_engine_carry_the_flags_it_looks_at() {
    let carry = [
        ("prone", Flag::Prone),
        ("unaware", Flag::Unaware),
        ("flat_footed", Flag::FlatFooted),
        ("dying", Flag::Dying),
        ("stable", Flag::Stable),
        ("dead", Flag::Dead),
        ("disabled", Flag::Disabled),
        ("disabled", Flag::SingleAction),
        ("grappling", Flag::Grappling),
        ("grabbed", Flag::Held),
        ("staggered", Flag::SingleAction),
        ("unconscious", Flag::NoActions),
    ];
    for files in Files::all() {
        for (name, flag) in carry {
            if let Some(condition) = files.conditions.get(name) {
                assert!(
                    carries(&files, condition, flag),
                    "{}: {name}: {flag:?}",
                    files.system
                );
            }
        }
    }
}

/// Whether a condition has this flag, of its own or by what it implies.
fn carries(files: &Files, condition: &ConditionDef, flag: Flag) -> bool {
    let implied = |name: &String| {
        let implied = files.conditions.get(name);
        implied.is_some_and(|implied| carries(files, implied, flag))
    };
    condition.flags.contains(&flag) || condition.implies.iter().any(implied)
}

#[test]
fn keys_of_a_system_are_unique_and_leave_the_screen_its_own() {
    for files in Files::all() {
        let mut taken = BTreeMap::new();
        for (id, action) in &files.actions {
            let Some(key) = action.key else { continue };
            assert!(key.is_ascii_lowercase(), "{}: {id}: {key:?}", files.system);
            assert!(
                !"wasd".contains(key),
                "{}: {id} takes {key} from the camera",
                files.system
            );
            let other = taken.insert(key, id);
            assert_eq!(
                other, None,
                "{}: {id} and another share {key}",
                files.system
            );
        }
    }
}

#[test]
fn badges_fit_on_a_token_and_tell_conditions_apart() {
    for files in Files::all() {
        let mut taken = BTreeMap::new();
        for (id, condition) in &files.conditions {
            assert!(
                (1..=2).contains(&condition.badge.len()),
                "{}: {id}",
                files.system
            );
            let other = taken.insert(condition.badge.as_str(), id);
            assert_eq!(
                other, None,
                "{}: {id} and another share a badge",
                files.system
            );
        }
    }
}

#[test]
fn actions_stand_in_an_order_of_their_own() {
    for files in Files::all() {
        // Special abilities of a kind have the same one: among them they stand by name.
        let actions = files.actions.values();
        let actions = actions.filter(|a| a.ability().is_none());
        let orders: Vec<u8> = actions.map(|a| a.bar_order).collect();
        assert_eq!(
            orders.iter().collect::<BTreeSet<_>>().len(),
            orders.len(),
            "{}: two have the same bar order",
            files.system
        );
    }
}

#[test]
fn no_free_action_provokes() {
    for files in Files::all() {
        for (id, action) in &files.actions {
            let cost = &files.costs[&action.cost];
            if cost.is_free() && !cost.exempt {
                assert_eq!(action.provokes, Provokes::No, "{}: {id}", files.system);
            }
        }
    }
}

#[test]
fn the_actions_that_a_policy_relies_on_exist() {
    for files in Files::all() {
        let has = |wanted: fn(&ActionDef) -> bool| files.actions.values().any(wanted);
        if files.policies.movement.stand_up == StandUp::OwnAction {
            assert!(
                has(ActionDef::is_rising),
                "{}: nobody could rise",
                files.system
            );
        }
        if files.policies.economy.free_step == FreeStep::IfNoOtherMovement {
            let step = files.actions.values().find(|a| a.is_step());
            assert_eq!(
                step.map(|a| a.cost.as_str()),
                Some("none"),
                "{}",
                files.system
            );
        }
        assert!(has(ActionDef::is_plain_attack), "{}", files.system);
        for wanted in [TurnAct::Delay, TurnAct::Ready, TurnAct::End] {
            let known = files.actions.values().any(|a| a.turn_act() == Some(wanted));
            assert!(known, "{}: {wanted:?}", files.system);
        }
    }
}

#[test]
fn many_topics_of_a_system_rest_on_a_rule() {
    for files in Files::all() {
        let cited = files.cites.len();
        // Topics of spells, mounts and the like concern only the systems that have them, and what one
        // system adds makes no other poorer.
        assert!(cited >= 180, "{}: only {cited} topics", files.system);
    }
}

#[test]
fn every_stat_that_a_policy_needs_is_derived() {
    use opportunist::rules::Stat;
    use opportunist::rules::attack::DefenceModel;
    use opportunist::rules::damage::ArmourModel;
    use opportunist::rules::dying::Saves;
    use opportunist::rules::manoeuvre::{Against, Roll};

    for files in Files::all() {
        // Hit points and speed are as the monster says where nothing else is said.
        let mut needed = vec![Stat::MeleeAttack, Stat::RangedAttack];
        match files.policies.attack.defence {
            DefenceModel::FixedNumber => needed.push(Stat::Defence),
            DefenceModel::ThresholdThenOpposed => needed.extend([
                Stat::PassiveDefence,
                Stat::ActiveDefence,
                Stat::ShieldDefence,
                Stat::ShieldUses,
            ]),
        }
        if let ArmourModel::Coverage(_) = files.policies.damage.armour {
            needed.extend([Stat::Coverage, Stat::NaturalArmour]);
        }
        if files.policies.saves == Saves::BonusAgainstDifficulty {
            needed.extend([Stat::Fortitude, Stat::Reflex, Stat::Will]);
        }
        for (_, rule) in files.policies.manoeuvres.all() {
            let against = match rule.against {
                Against::Roll(roll) => roll,
                Against::Number(_) => rule.roll,
            };
            let stats = [rule.roll, against]
                .into_iter()
                .filter_map(|roll| match roll {
                    Roll::Stat(stat) => Some(stat),
                    _ => None,
                });
            needed.extend(stats);
        }
        for stat in needed {
            assert!(
                files.policies.derive.contains_key(&stat),
                "{}: {stat:?}",
                files.system
            );
        }
    }
}

#[test]
fn dice_of_actions_can_be_read() {
    use opportunist::dice::DiceExpr;

    for files in Files::all() {
        for (id, action) in &files.actions {
            let named = action.all().into_iter().flat_map(Primitive::names);
            let dice = named.filter_map(|named| match named {
                Named::Dice(_, dice) => Some(dice),
                Named::Condition(..) | Named::Pool(..) | Named::Ability(_) | Named::Group(_) => {
                    None
                }
            });
            for dice in dice {
                assert!(
                    dice.parse::<DiceExpr>().is_ok(),
                    "{}: {id}: {dice}",
                    files.system
                );
            }
        }
    }
}

#[test]
fn the_house_rules_of_the_guide_can_be_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/rulesets.md")).unwrap();
    let example = guide.split("\n## A rulebook of its own").next().unwrap();
    let mut blocks = example
        .split("```ron\n")
        .skip(1)
        .map(|b| b.split("```").next().unwrap());
    let tavern = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tavern");
    fs::create_dir_all(&tavern).unwrap();
    for file in ["ruleset", "actions", "compendium"] {
        let text = blocks
            .next()
            .unwrap_or_else(|| panic!("the guide shows no {file}.ron"));
        fs::write(tavern.join(file).with_extension("ron"), text).unwrap();
    }
    assert_eq!(blocks.next(), None);
    let findings = content().check(&[tavern]);
    assert!(findings.is_empty(), "{findings}");
}
