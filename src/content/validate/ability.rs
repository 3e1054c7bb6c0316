//! Special abilities.

use super::cost;
use super::pointer::{Pointer, each};
use crate::content::draft::{RulesetDraft, Shelf};
use crate::content::{Code, Findings, TerrainDef};
use crate::dice::DiceExpr;
use crate::rules::{
    AbilityDef, Amount, Duration, Lasting, Saved, SpecialEffect, Stat, Target, Whom,
};

/// Checks the abilities of one ruleset.
pub(super) fn check(draft: &RulesetDraft, terrain: &Shelf<TerrainDef>, findings: &mut Findings) {
    each(&draft.abilities, findings, |id, p| {
        let clashes = draft.actions.names.contains(id);
        let message = format!("\"{id}\" is the id of an action already");
        p.demand(!clashes, &["name"], &message);
        ability(draft, p);
        ground(draft, terrain, p);
    });
}

fn ability(draft: &RulesetDraft, p: &mut Pointer<'_, AbilityDef>) {
    let def = p.def();
    for (i, rule) in def.rules.iter().enumerate() {
        p.on(&draft.compendium, &["rules", &i.to_string()], "rule", rule);
    }
    super::ruleset::icon(p, def.icon.as_deref());
    cost::named(draft, p, &["cost"], Some(&def.cost));
    cost::single(draft, p, "restricted_cost", def.restricted_cost.as_ref());
    cost::named(draft, p, &["startable"], def.startable.as_ref());
    if let Some(policies) = &draft.policies {
        let kinds = policies.def.abilities.kinds.keys().map(String::as_str);
        p.name(&["kind"], "kind of ability", &def.kind, kinds);
    }
    for pool in def.takes.keys() {
        let at = ["takes", pool];
        p.on(&draft.pools, &at, "pool", pool);
    }
    if let Some(other) = &def.uses_of {
        p.on(&draft.abilities, &["uses_of"], "ability", other);
    }
    cost::limit(draft, p, def.limit.as_ref());
    if let Some(other) = &def.moves {
        p.on(&draft.abilities, &["moves"], "ability", other);
    }
    if let Some(condition) = &def.needs {
        p.on(&draft.conditions, &["needs"], "condition", condition);
    }
    if let Some(action) = &def.prepares {
        p.on(&draft.actions, &["prepares"], "action", action);
        p.demand(
            def.needs.is_some(),
            &["prepares"],
            "an ability that is prepared needs a condition under `needs`",
        );
    }
    if let Some(save) = def.save {
        let saves = matches!(save.stat, Stat::Fortitude | Stat::Reflex | Stat::Will);
        p.demand(
            saves,
            &["save", "stat"],
            "a saving throw is fortitude, reflex or will",
        );
        let mut effects = def.effects.iter();
        let hurts = effects.any(|effect| {
            matches!(
                effect,
                SpecialEffect::Damage { .. } | SpecialEffect::Splash { .. }
            )
        });
        p.demand(
            hurts || save.success != Saved::Half,
            &["save", "success"],
            "there is no damage of which half could be left: `negates`",
        );
    }
    let aimed = matches!(
        def.target,
        Target::One { .. } | Target::Touch { .. } | Target::Several { .. } | Target::Lob { .. }
    );
    p.demand(
        !matches!(def.target, Target::Lob { .. }) || def.attack.is_some(),
        &["target"],
        "a thrown ability needs an attack",
    );
    p.demand(
        def.attack.is_none() || aimed,
        &["attack"],
        "an attack needs a creature as its target, not an area",
    );
    let unwilling = matches!(def.target, Target::Touch { whom } if whom != Whom::Allies);
    p.demand(
        def.attack.is_some() || !unwilling,
        &["target"],
        "only allies let themselves be touched: without an attack it is `touch(whom: allies)`",
    );
    again(draft, p);
    for (i, effect) in def.effects.iter().enumerate() {
        let at = i.to_string();
        match effect {
            SpecialEffect::Damage { amount, .. }
            | SpecialEffect::Splash { amount, .. }
            | SpecialEffect::Heal { amount }
            | SpecialEffect::Weaken { amount, .. } => dice(p, &at, amount),
            SpecialEffect::TemporaryHitPoints { amount, lasts_with } => {
                dice(p, &at, amount);
                if let Some(condition) = lasts_with {
                    let path = ["effects", &at, "lasts_with"];
                    p.on(&draft.conditions, &path, "condition", condition);
                }
            }
            SpecialEffect::Condition {
                condition, lasts, ..
            } => {
                let path = ["effects", &at, "condition"];
                p.on(&draft.conditions, &path, "condition", condition);
                if let Lasting::Rolled(text) = lasts
                    && let Err(error) = text.parse::<DiceExpr>()
                {
                    p.report(
                        &["effects", &at, "lasts"],
                        Code::WrongType,
                        error.to_string(),
                    );
                }
            }
            SpecialEffect::Turn { condition, .. } => {
                let path = ["effects", &at, "condition"];
                p.on(&draft.conditions, &path, "condition", condition);
            }
            SpecialEffect::Cures { conditions } => {
                for (j, condition) in conditions.iter().enumerate() {
                    let path = ["effects", &at, "conditions", &j.to_string()];
                    p.on(&draft.conditions, &path, "condition", condition);
                }
            }
            SpecialEffect::SplashHalf => {
                let mut before = def.effects[..i].iter();
                let hurts = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Damage { .. });
                p.demand(
                    before.any(hurts),
                    &["effects", &at],
                    "there is no damage before it of which half could splash",
                );
            }
            SpecialEffect::Ground { .. }
            | SpecialEffect::Push { .. }
            | SpecialEffect::Initiative(_)
            | SpecialEffect::Dispel { .. } => {}
        }
    }
}

/// What makes ground makes it of an area, and of terrain that there is.
fn ground(draft: &RulesetDraft, terrain: &Shelf<TerrainDef>, p: &mut Pointer<'_, AbilityDef>) {
    let def = p.def();
    for (i, effect) in def.effects.iter().enumerate() {
        let SpecialEffect::Ground {
            terrain: id,
            lasts_with,
        } = effect
        else {
            continue;
        };
        if let Some(condition) = lasts_with {
            let path = ["effects", &i.to_string(), "lasts_with"];
            p.on(&draft.conditions, &path, "condition", condition);
        }
        let at = ["effects", &i.to_string(), "terrain"];
        p.on(terrain, &at, "terrain", id);
        let message = "ground is made of an area, not of a creature";
        p.demand(def.target.is_area(), &at, message);
    }
}

/// What comes again waits in a condition of its own that runs out, and takes points of scores.
fn again(draft: &RulesetDraft, p: &mut Pointer<'_, AbilityDef>) {
    let def = p.def();
    let Some(name) = &def.again else { return };
    let at = ["again"];
    p.on(&draft.conditions, &at, "condition", name);
    if let Some(condition) = draft.conditions.get(name) {
        let timed = matches!(condition.lasts, Duration::Rounds(_) | Duration::Minutes(_));
        let message =
            format!("\"{name}\" never runs out: it has to last `rounds(…)` or `minutes(…)`");
        p.demand(timed, &at, &message);
    }
    let others = draft.abilities.items.values();
    let waiting = others.filter(|other| other.def.again.as_ref() == Some(name));
    let message = format!("another ability waits for \"{name}\" as well");
    p.demand(waiting.count() < 2, &at, &message);
    let weakens = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Weaken { .. });
    let message = "only what takes points of ability scores (`weaken`) can come again";
    p.demand(def.effects.iter().all(weakens), &at, message);
}

fn dice(p: &mut Pointer<'_, AbilityDef>, at: &str, amount: &Amount) {
    if let Err(error) = amount.dice.parse::<DiceExpr>() {
        let path = ["effects", at, "amount", "dice"];
        p.report(&path, Code::WrongType, error.to_string());
    }
}
