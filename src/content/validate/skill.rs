//! Skills: the table of a ruleset, and whatever names one.

use std::collections::BTreeSet;

use super::pointer::{Pointer, each, unknown};
use crate::content::draft::{Draft, RulesetDraft};
use crate::content::{Code, Findings};
use crate::rules::{SkillId, Stat};

/// Checks the skills of one ruleset and all that names them.
pub(super) fn check(draft: &RulesetDraft, findings: &mut Findings) {
    let policies = draft.policies.as_ref().map(|item| &item.def);
    each(&draft.skills, findings, |id, p| {
        let engine = Stat::ENGINE.iter().any(|stat| stat.name() == id);
        let message = format!("`{id}` means a number that is no skill: choose another id");
        p.demand(!engine, &[], &message);
        let stat = SkillId::named(id).map(Stat::Skill);
        if let Some((policies, stat)) = policies.zip(stat)
            && !engine
            && !policies.derive.contains_key(&stat)
        {
            p.warn(&["name"], Code::Unused, underived(stat));
        }
    });
    if draft.skills.broken {
        return;
    }
    let known = &draft.skills.names;
    each(&draft.actions, findings, |_, p| named(p, known));
    each(&draft.abilities, findings, |_, p| named(p, known));
    each(&draft.conditions, findings, |_, p| named(p, known));
    each(&draft.traits, findings, |_, p| named(p, known));
    each(&draft.pools, findings, |_, p| named(p, known));
    if let Some(item) = &draft.policies {
        named(&mut Pointer { item, findings }, known);
    }
}

/// What is wrong with rolling a number that nothing is said of.
pub(super) fn underived(stat: Stat) -> String {
    let name = stat.name();
    format!("`derive` says nothing of `{name}`, so every check is a bare d20")
}

/// Reports what no ruleset has: monsters are there for all of them.
pub(super) fn of_monsters(draft: &Draft, findings: &mut Findings) {
    let rulesets = || draft.known_rulesets().map(|(_, ruleset)| ruleset);
    if rulesets().next().is_some() && !rulesets().any(|ruleset| ruleset.skills.broken) {
        let known = rulesets().flat_map(|ruleset| ruleset.skills.names.clone());
        let known = known.collect();
        each(&draft.monsters, findings, |_, p| named(p, &known));
    }
}

/// Reports every word that was read as a skill, and is none of these.
fn named<T>(p: &mut Pointer<'_, T>, known: &BTreeSet<String>) {
    let strange = p.item.skills.iter().map(|skill| skill.name());
    for name in strange.filter(|name| !known.contains(*name)) {
        let engine = Stat::ENGINE.iter().map(|stat| stat.name());
        let names = engine.chain(known.iter().map(String::as_str));
        let names: Vec<&str> = names.filter(|other| *other != name).collect();
        for node in p.item.node().words(name) {
            let names = names.iter().copied();
            let finding = unknown(p.item, node, "number or skill", name, names);
            finding.into_iter().for_each(|f| p.findings.push(f));
        }
    }
}
