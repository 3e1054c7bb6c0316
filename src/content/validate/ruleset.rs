//! The tables of a ruleset among each other.

use super::pointer::{Pointer, each};
use super::{cited, cost};
use crate::content::draft::{Draft, Item, RulesetDraft, Shelf};
use crate::content::{Code, Finding, Findings, WeaponDef};
use crate::rules::damage::WoundGrade;
use crate::rules::icon::ICONS;
use crate::rules::manoeuvre::Against;
use crate::rules::primitive::{Needs, Term};
use crate::rules::{
    ActionDef, AimsAt, AtZero, Beginning, ConditionDef, Dying, MOST_GRADES, MOST_POOLS, Policies,
    PoolDef, Roll, Stat, Targeting, TraitDef,
};

/// Conditions that the engine imposes in every system.
const IMPOSED: [&str; 7] = [
    "unaware",
    "prone",
    "unconscious",
    "dying",
    "stable",
    "dead",
    "gone",
];

/// Checks one ruleset.
pub(super) fn check(draft: &RulesetDraft, all: &Draft, findings: &mut Findings) {
    each(&draft.costs, findings, |_, p| cost::check(draft, p));
    each(&draft.actions, findings, |_, p| {
        action(draft, p);
        offer(&all.weapons, p);
    });
    each(&draft.conditions, findings, |id, p| condition(draft, id, p));
    each(&draft.traits, findings, |_, p| meaning(draft, p));
    each(&draft.pools, findings, |id, p| pool(draft, id, p));
    cited::check(draft, all, findings);
    each(&draft.compendium, findings, |_, p| {
        let def = p.def();
        p.demand(
            !def.text.trim().is_empty(),
            &["text"],
            "a rule needs a text",
        );
        p.demand(
            !def.title.trim().is_empty(),
            &["title"],
            "a rule needs a title",
        );
    });
    if let Some(item) = &draft.policies {
        let p = &mut Pointer { item, findings };
        beginning(draft, p);
        super::names::check(p);
        dying(p);
        grades(p);
        snares(draft, p);
        repairs(draft, p);
        manoeuvres(draft, p);
        for name in item.def.dexterity_limits.keys() {
            p.on(&all.armours, &["dexterity_limits", name], "armour", name);
        }
        for name in item.def.shield_bonuses.keys() {
            p.on(&all.shields, &["shield_bonuses", name], "shield", name);
        }
        super::equipment::changes(all, p);
        if let Some(name) = &item.def.movement.fast {
            p.on(&draft.conditions, &["movement", "fast"], "condition", name);
        }
        for name in item.def.ability_loss.at_zero.values() {
            let at = ["ability_loss", "at_zero"];
            p.on(&draft.conditions, &at, "condition", name);
        }
    }
    super::ability::check(draft, &all.terrain, findings);
    super::skill::check(draft, findings);
    if let Some(place) = &draft.own_words {
        own_words(draft, place, findings);
    }
    imposed(draft, findings);
    keys(&draft.actions, findings);
    super::slot::check(draft, findings);
}

/// Whether a battle can begin with these stages in this order.
fn beginning(draft: &RulesetDraft, p: &mut Pointer<'_, Policies>) {
    let word = |stage: &Beginning| ron::to_string(stage).unwrap_or_default();
    let (stages, rules) = (&p.def().beginning, &p.def().initiative);
    let unaware_roll = rules.surprise.unaware_roll;
    for stage in Beginning::NEEDED.iter().filter(|s| !stages.contains(s)) {
        let message = format!("no battle begins without `{}`", word(stage));
        p.demand(false, &["beginning"], &message);
    }
    for (i, stage) in stages.iter().enumerate() {
        let (at, before) = (["beginning", &i.to_string()], &stages[..i]);
        let message = format!("`{}` stands here twice", word(stage));
        p.demand(!before.contains(stage), &at, &message);
        for earlier in stage.follows(unaware_roll) {
            let message = format!("`{}` comes after `{}`", word(stage), word(earlier));
            let sound = before.contains(earlier) || !stages.contains(earlier);
            p.demand(sound, &at, &message);
        }
        if stage.is_flat_footed() {
            p.on(&draft.conditions, &at, "condition", "flat_footed");
        }
    }
}

/// Whether the parts of dying lead to an end.
fn dying(p: &mut Pointer<'_, Policies>) {
    let Dying { at_zero, death, .. } = p.def().dying;
    let drains = matches!(at_zero, AtZero::DrainsConstitution { .. });
    let message = "no wound takes Constitution here: death never comes";
    p.demand(
        !death.is_bloodless() || drains,
        &["dying", "death"],
        message,
    );
}

/// Whether ground that swallows is saved from, and what holds those who are not.
fn snares(draft: &RulesetDraft, p: &mut Pointer<'_, Policies>) {
    let Some(rule) = &p.def().movement.snares else {
        return;
    };
    let at = ["movement", "snares", "condition"];
    p.on(&draft.conditions, &at, "condition", &rule.condition);
    let saves = matches!(rule.save, Stat::Fortitude | Stat::Reflex | Stat::Will);
    let message = "a saving throw is fortitude, reflex or will";
    p.demand(saves, &["movement", "snares", "save"], message);
}

/// What repairs roll is derived.
fn repairs(draft: &RulesetDraft, p: &mut Pointer<'_, Policies>) {
    let policies = p.def();
    let Some(rule) = policies.aftermath.repairs else {
        return;
    };
    if rule.check.place().is_err() && !draft.skills.names.contains(rule.check.name()) {
        return;
    }
    let message = super::skill::underived(rule.check);
    let derived = policies.derive.contains_key(&rule.check);
    p.demand(derived, &["aftermath", "repairs", "check"], &message);
}

/// Whether every grade of wounds has a name and can be reached.
fn grades(p: &mut Pointer<'_, Policies>) {
    let grades = &p.def().damage.grades;
    let message = format!("a ruleset has at most {MOST_GRADES} grades of wounds");
    p.demand(grades.len() <= MOST_GRADES, &["damage", "grades"], &message);
    for (i, grade) in grades.iter().enumerate() {
        let (at, before) = (i.to_string(), &grades[..i]);
        let named = !grade.name.trim().is_empty();
        p.demand(named, &["damage", "grades", &at], "a grade has a name");
        let twice = before.iter().any(|other| other.name == grade.name);
        let message = "this grade stands here twice";
        p.demand(!twice, &["damage", "grades", &at, "name"], message);
        let all = |other: &WoundGrade| other.up_to.is_none() && !other.past_zero;
        let message = "no wound is left for this grade: one before it fits all";
        p.demand(!before.iter().any(all), &["damage", "grades", &at], message);
    }
}

/// A ruleset with words of its own names a rule of its own for all that it inherits.
fn own_words(draft: &RulesetDraft, place: &Finding, findings: &mut Findings) {
    let (actions, abilities) = (&draft.actions, &draft.abilities);
    let mut nameless = [
        ("action", silent(draft, findings, actions, |def| &def.rules)),
        (
            "ability",
            silent(draft, findings, abilities, |def| &def.rules),
        ),
        (
            "condition",
            silent(draft, findings, &draft.conditions, |def| &def.rules),
        ),
        (
            "trait",
            silent(draft, findings, &draft.traits, |def| &def.rules),
        ),
        ("topic in cites.ron", draft.uncited.clone()),
        ("kind of ability", Vec::new()),
    ];
    if let Some(policies) = &draft.policies {
        let kinds = policies.def.abilities.kinds.iter();
        let silent = kinds.filter(|(_, kind)| kind.rules.is_empty());
        nameless[5].1 = silent.map(|(id, _)| id.clone()).collect();
    }
    for (what, ids) in nameless {
        if let [id, more @ ..] = ids.as_slice() {
            let more: String = more.iter().map(|id| format!(", \"{id}\"")).collect();
            let message = format!(
                "with words of its own, a ruleset names its own rules for each {what}: \"{id}\"{more}"
            );
            findings.push(Finding {
                message,
                ..place.clone()
            });
        }
    }
}

/// The inherited entries that name no rule; those of the ruleset's own files are reported there.
fn silent<T>(
    draft: &RulesetDraft,
    findings: &mut Findings,
    shelf: &Shelf<T>,
    rules: fn(&T) -> &Vec<String>,
) -> Vec<String> {
    let mut inherited = Vec::new();
    for (id, item) in shelf
        .items
        .iter()
        .filter(|(_, item)| rules(&item.def).is_empty())
    {
        let start = item.node().span.start;
        if item
            .source
            .origin_of(&(start..start))
            .starts_with(&draft.folder)
        {
            let message = format!("\"{id}\" needs `rules`: this ruleset has words of its own");
            let at = start..start + 1;
            findings.push(item.source.finding(&at, Code::MissingField, message));
        } else {
            inherited.push(id.clone());
        }
    }
    inherited
}

fn rules<T>(draft: &RulesetDraft, p: &mut Pointer<'_, T>, cited: &[String]) {
    for (i, rule) in cited.iter().enumerate() {
        p.on(&draft.compendium, &["rules", &i.to_string()], "rule", rule);
    }
}

fn pool(draft: &RulesetDraft, id: &str, p: &mut Pointer<'_, PoolDef>) {
    let def = p.def();
    rules(draft, p, &def.rules);
    p.given("name", &def.name);
    p.given("one", &def.one);
    p.given("many", &def.many);
    let message = format!("a ruleset has at most {MOST_POOLS} pools");
    let fits = draft.pools.names().take(MOST_POOLS).any(|name| name == id);
    p.demand(fits, &[], &message);
}

fn meaning(draft: &RulesetDraft, p: &mut Pointer<'_, TraitDef>) {
    let def = p.def();
    for pool in def.pools.keys() {
        p.on(&draft.pools, &["pools", pool], "pool", pool);
    }
    rules(draft, p, &def.rules);
    p.given("name", &def.name);
    for (i, help) in def.saves.iter().enumerate() {
        if let Some(name) = &help.against {
            let at = ["saves", &i.to_string(), "against"];
            p.on(&draft.conditions, &at, "condition", name);
        }
    }
    for (i, change) in def.changes.iter().enumerate() {
        let i = i.to_string();
        p.on(
            &draft.actions,
            &["changes", &i, "action"],
            "action",
            &change.action,
        );
        cost::named(draft, p, &["changes", &i, "cost"], change.cost.as_ref());
    }
}

fn action(draft: &RulesetDraft, p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    rules(draft, p, &def.rules);
    p.given("name", &def.name);
    if p.given("cost", &def.cost) {
        cost::named(draft, p, &["cost"], Some(&def.cost));
    }
    cost::single(draft, p, "restricted_cost", def.restricted_cost.as_ref());
    cost::single(draft, p, "surprise_cost", def.surprise_cost.as_ref());
    let cheaper = def.cheaper.as_ref().map(|cheaper| &cheaper.cost);
    cost::named(draft, p, &["cheaper", "cost"], cheaper);
    cost::named(draft, p, &["startable"], def.startable.as_ref());
    if let Some(name) = &def.stance {
        p.on(&draft.conditions, &["stance"], "condition", name);
    }
    if let Some(name) = &def.needs_trait {
        p.on(&draft.traits, &["needs_trait"], "trait", name);
    }
    super::program::check(draft, p);
    super::tag::of_action(draft, p);
    cost::limit(draft, p, def.limit.as_ref());
}

/// Whether an icon that is named is drawn.
pub(super) fn icon<T>(p: &mut Pointer<'_, T>, named: Option<&str>) {
    if let Some(name) = named {
        p.name(&["icon"], "icon", name, ICONS);
    }
}

/// What an action takes in hand, its key, its icon, and whom it is offered for.
fn offer(things: &Shelf<WeaponDef>, p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    for (i, id) in def.kit.iter().enumerate() {
        p.on(things, &["kit", &i.to_string()], "tool or weapon", id);
    }
    let message = "a key is one letter, and w, a, s and d move the map";
    let free = |key: char| key.is_ascii_alphabetic() && !"wasd".contains(key.to_ascii_lowercase());
    p.demand(def.key.is_none_or(free), &["key"], message);
    icon(p, def.icon.as_deref());
    let fits = match def.aims_at {
        Some(AimsAt::Enemy | AimsAt::AnyEnemy) => {
            !def.target.gives(Needs::Creature) || def.target.gives(Needs::Enemy)
        }
        Some(AimsAt::Ally | AimsAt::FallenAlly) => {
            !def.target.gives(Needs::Creature) || def.target.gives(Needs::Ally)
        }
        Some(AimsAt::Fallen) | None => true,
    };
    let message = "`target` does not allow these";
    p.demand(fits, &["aims_at"], message);
    if let Targeting::One(rule) = def.target {
        let message = "nobody else is so near: 1 is the square next to you";
        p.demand(rule.within != Some(0), &["target", "0", "within"], message);
    }
}

/// What manoeuvres roll is derived, and what they are held against is a number.
fn manoeuvres(draft: &RulesetDraft, p: &mut Pointer<'_, Policies>) {
    let policies = p.def();
    for (name, rule) in policies.manoeuvres.all() {
        let (mut stats, mut numbers) = (Vec::new(), &[][..]);
        stats.push(("roll", rule.roll));
        match &rule.against {
            Against::Roll(roll) => stats.push(("against", *roll)),
            Against::Number(terms) => numbers = terms,
        }
        for (field, roll) in stats {
            let Roll::Stat(stat) = roll else { continue };
            if stat.place().is_err() && !draft.skills.names.contains(stat.name()) {
                continue;
            }
            let message = super::skill::underived(stat);
            p.demand(
                policies.derive.contains_key(&stat),
                &["manoeuvres", name, field],
                &message,
            );
        }
        let message = "an attack roll is no number: use `against: roll(attack)`";
        let rolled = numbers.iter().any(Term::is_attack);
        p.demand(!rolled, &["manoeuvres", name, "against"], message);
    }
}

fn condition(draft: &RulesetDraft, id: &str, p: &mut Pointer<'_, ConditionDef>) {
    let def = p.def();
    rules(draft, p, &def.rules);
    p.given("name", &def.name);
    icon(p, def.icon.as_deref());
    for (field, list) in [
        ("implies", &def.implies),
        ("brings", &def.brings),
        ("wards", &def.wards),
        ("replaces", &def.replaces),
    ] {
        for (i, other) in list.iter().enumerate() {
            p.on(
                &draft.conditions,
                &[field, &i.to_string()],
                "condition",
                other,
            );
        }
    }
    for (i, what) in def.forbids.iter().enumerate() {
        let at = ["forbids", &i.to_string()];
        super::tag::forbids(draft, p, &at, what);
    }
    super::tag::some_charges(draft, p);
    for (i, granted) in def.grants.iter().enumerate() {
        let message = "this is not for conditions, but for traits";
        p.demand(granted.is_lent(), &["grants", &i.to_string()], message);
    }
    if let Some(upkeep) = &def.upkeep {
        p.on(&draft.actions, &["upkeep", "by"], "action", &upkeep.by);
        p.on(
            &draft.conditions,
            &["upkeep", "then"],
            "condition",
            &upkeep.then,
        );
        let message = "it takes nothing of a turn: list what it costs, round by round";
        p.demand(!upkeep.costs.is_empty(), &["upkeep", "costs"], message);
        for (i, cost) in upkeep.costs.iter().enumerate() {
            p.on(
                &draft.costs,
                &["upkeep", "costs", &i.to_string()],
                "cost",
                cost,
            );
        }
    }
    let message = "no score is lowered against one other alone: leave out `about_one`";
    let plain = def.lowers.is_empty() && def.raises.is_empty() && def.zeroes.is_empty();
    let sound = plain || !def.about_one;
    p.demand(sound, &["about_one"], message);
    p.demand(
        def.badge.chars().count() <= 2,
        &["badge"],
        "a badge has room for two letters",
    );
    for (field, list) in [("implies", &def.implies), ("brings", &def.brings)] {
        if leads_to(draft, list, id) {
            let message = format!("\"{id}\" implies or brings itself");
            p.report(&[field], Code::Sense, message);
        }
    }
}

/// Whether these conditions bring that one along, at once or by others.
fn leads_to(draft: &RulesetDraft, list: &[String], id: &str) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = list.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if name == id {
            return true;
        }
        if !seen.contains(&name) {
            seen.push(name);
            let def = draft.conditions.get(name).into_iter();
            let next = def.flat_map(|def| def.implies.iter().chain(&def.brings));
            open.extend(next.map(String::as_str));
        }
    }
    false
}

fn imposed(draft: &RulesetDraft, findings: &mut Findings) {
    let lacks = |name: &&str| !draft.conditions.names.contains(*name);
    let lacking: Vec<_> = IMPOSED.into_iter().filter(lacks).collect();
    // A table that was not read at all is a finding of its own.
    if lacking.is_empty() || draft.conditions.broken {
        return;
    }
    let message = format!(
        "conditions that the engine needs are missing: {}",
        lacking.join(", ")
    );
    let file = draft.folder.join("conditions.ron");
    findings.push(Finding::on_file(&file, Code::MissingField, message));
}

/// Two actions on one key.
fn keys(actions: &Shelf<ActionDef>, findings: &mut Findings) {
    let mut taken: Vec<(char, &str)> = Vec::new();
    for (id, item) in &actions.items {
        let Some(key) = item.def.key.map(|key| key.to_ascii_lowercase()) else {
            continue;
        };
        match taken.iter().find(|(other, _)| *other == key) {
            Some((_, other)) => {
                let message = format!("the key {key} already means \"{other}\"");
                let item: &Item<ActionDef> = item;
                Pointer {
                    item,
                    findings: &mut *findings,
                }
                .warn(&["key"], Code::Duplicate, message);
            }
            None => taken.push((key, id)),
        }
    }
}
