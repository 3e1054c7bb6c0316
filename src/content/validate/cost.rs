//! Costs, what names one, and limits.

use super::pointer::Pointer;
use crate::content::draft::RulesetDraft;
use crate::rules::CostDef;
use crate::rules::action::Limit;

/// Checks one cost.
pub(super) fn check(draft: &RulesetDraft, p: &mut Pointer<'_, CostDef>) {
    let def = p.def();
    p.given("name", &def.name);
    p.given("mark", &def.mark);
    for (i, slots) in def.takes.iter().enumerate() {
        let message = "nothing may pay for this, so that it is never possible";
        p.demand(!slots.is_empty(), &["takes", &i.to_string()], message);
    }
    let spends = [
        ("untouched", def.untouched),
        ("closes", def.closes),
        ("silences", def.silences),
        ("severable", def.severable),
        ("acts_at_end", def.acts_at_end),
    ];
    for (field, given) in spends {
        let message = "this means nothing for a cost that takes nothing";
        p.demand(!(given && def.is_free()), &[field], message);
    }
    if let Some(brought) = &def.brings {
        p.on(&draft.conditions, &["brings"], "condition", brought);
    }
    let message = "this is for costs that take nothing";
    p.demand(!def.with_walk || def.is_free(), &["with_walk"], message);
    p.demand(!def.with_move || def.is_free(), &["with_move"], message);
    let message = "this is for costs of a single action, or of none";
    p.demand(!def.any_time || !def.is_whole(), &["any_time"], message);
    let message = "what is for any time is not for the own turn alone";
    p.demand(!(def.own_turn && def.any_time), &["own_turn"], message);
    for (i, id) in def.once_except.iter().flatten().enumerate() {
        if !draft.abilities.names.contains(id) {
            let at = ["once_except", &i.to_string()];
            p.on(&draft.actions, &at, "action", id);
        }
    }
}

/// Checks the name of a cost.
pub(super) fn named<T>(
    draft: &RulesetDraft,
    p: &mut Pointer<'_, T>,
    at: &[&str],
    name: Option<&String>,
) {
    if let Some(name) = name {
        p.on(&draft.costs, at, "cost", name);
    }
}

/// Checks the cost with a single action in the turn, which stands in this field.
pub(super) fn single<T>(
    draft: &RulesetDraft,
    p: &mut Pointer<'_, T>,
    field: &'static str,
    name: Option<&String>,
) {
    let at = [field];
    named(draft, p, &at, name);
    let def = name.and_then(|name| draft.costs.get(name));
    let message = "a single action cannot pay for this";
    p.demand(def.is_none_or(CostDef::is_single), &at, message);
}

/// Whether something else counts as what is limited, if it says so.
pub(super) fn limit<T>(draft: &RulesetDraft, p: &mut Pointer<'_, T>, limit: Option<&Limit>) {
    let Some(name) = limit.and_then(|limit| limit.group.as_deref()) else {
        return;
    };
    let what = "other action with the group";
    group(draft, p, &["limit", "group"], what, (name, Some(name)));
}

/// Checks the name of a group of limited actions, one mention of it left out.
pub(super) fn group<T>(
    draft: &RulesetDraft,
    p: &mut Pointer<'_, T>,
    at: &[&str],
    what: &str,
    (name, but): (&str, Option<&str>),
) {
    let actions = draft.actions.items.values();
    let actions = actions.filter_map(|action| action.def.limit.as_ref());
    let abilities = draft.abilities.items.values();
    let abilities = abilities.filter_map(|ability| ability.def.limit.as_ref());
    let limits = actions.chain(abilities);
    let mut known: Vec<&str> = limits.filter_map(|one| one.group.as_deref()).collect();
    if let Some(own) = known.iter().position(|group| Some(*group) == but) {
        known.remove(own);
    }
    if !(draft.actions.broken || draft.abilities.broken) {
        p.name(at, what, name, known);
    }
}
