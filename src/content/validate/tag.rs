//! The open words by which conditions forbid actions.

use super::pointer::{Pointer, unknown};
use crate::content::Code;
use crate::content::draft::{RulesetDraft, Shelf};
use crate::content::nearest::nearest;
use crate::rules::{ActionDef, ConditionDef, Forbids};

/// The tag that the engine reads itself.
const ON_RESTIVE_MOUNT: &str = "on_restive_mount";

/// Whether every definition of a shelf could be read.
fn is_whole<T>(shelf: &Shelf<T>) -> bool {
    !shelf.broken && shelf.items.len() == shelf.names.len()
}

/// What a condition forbids: actions and tags that there are, under a rule that the condition names.
pub(super) fn forbids(
    draft: &RulesetDraft,
    p: &mut Pointer<'_, ConditionDef>,
    at: &[&str],
    what: &Forbids,
) {
    match what {
        Forbids::Action(action) if draft.abilities.names.contains(action) => {}
        Forbids::Action(action) => {
            p.on(&draft.actions, at, "action", action);
        }
        Forbids::Tag(tag) => forbidden(draft, p, at, tag),
        Forbids::Under { rule, these } => {
            // With words of its own a ruleset inherits no rules: there its first one is cited.
            let own = draft.own_words.is_some() || p.def().rules.contains(rule);
            let message = "the rule has to stand in the `rules` of the condition as well";
            p.demand(own, &[at, &["rule"]].concat(), message);
            for (i, one) in these.iter().enumerate() {
                forbids(draft, p, &[at, &["these", &i.to_string()]].concat(), one);
            }
        }
    }
}

/// Warns of a condition that forbids some of the actions that charge and lets others through.
pub(super) fn some_charges(draft: &RulesetDraft, p: &mut Pointer<'_, ConditionDef>) {
    const CHARGE: &str = "charge";
    if !is_whole(&draft.actions) {
        return;
    }
    let covered = |id: &str, def: &ActionDef| p.def().forbids.iter().any(|one| one.covers(id, def));
    let actions = draft.actions.items.iter();
    let charges = actions.filter(|(_, item)| item.def.words().any(|word| word == CHARGE));
    let (forbidden, left): (Vec<_>, Vec<_>) =
        charges.partition(|(id, item)| covered(id, &item.def));
    if forbidden.is_empty() || left.is_empty() {
        return;
    }
    let left: Vec<String> = left.iter().map(|(id, _)| format!("\"{id}\"")).collect();
    let message = format!("this forbids a charge and not {}", left.join(", "));
    let node = p.node(&["forbids"]);
    let mut finding = p.item.source.finding(&node.span, Code::Sense, message);
    finding.expected = Some("`tag(\"charge\")`, which forbids them all".to_owned());
    if finding.is_on(&draft.folder) {
        p.findings.push(finding.warning());
    }
}

/// A tag that no action bears is a slip in the file that names it; a ruleset that only inherits the
/// condition may have removed those actions.
fn forbidden(draft: &RulesetDraft, p: &mut Pointer<'_, ConditionDef>, at: &[&str], tag: &str) {
    if !is_whole(&draft.actions) || !is_whole(&draft.abilities) {
        return;
    }
    let actions = || draft.actions.items.values().map(|item| &item.def);
    let abilities = draft.abilities.items.values().map(|item| &item.def.tags);
    let written = actions().map(|def| &def.tags).chain(abilities).flatten();
    let mut tags: Vec<&str> = written.map(String::as_str).collect();
    for word in actions().flat_map(ActionDef::words) {
        tags.push(word);
    }
    tags.sort_unstable();
    tags.dedup();
    let finding = unknown(p.item, p.node(at), "tag of actions", tag, tags);
    let own = finding.filter(|finding| finding.is_on(&draft.folder));
    if let Some(mut finding) = own {
        let is_action = draft.actions.names.contains(tag);
        finding.expected = is_action.then(|| format!("`action(\"{tag}\")` for the action"));
        p.findings.push(finding);
    }
}

/// Warns of a tag that nothing forbids and that is nearly one that is forbidden; a word of its own
/// may wait for its condition.
pub(super) fn of_action(draft: &RulesetDraft, p: &mut Pointer<'_, ActionDef>) {
    if !is_whole(&draft.conditions) {
        return;
    }
    let conditions = draft.conditions.items.values();
    let forbids = conditions.flat_map(|item| &item.def.forbids);
    let forbids = forbids.flat_map(Forbids::each);
    let tags = forbids.filter_map(|what| match what {
        Forbids::Tag(tag) => Some(tag.as_str()),
        _ => None,
    });
    let read: Vec<&str> = tags.chain([ON_RESTIVE_MOUNT]).collect();
    let lost = |tag: &&String| !read.contains(&tag.as_str());
    for tag in p.def().tags.iter().filter(lost) {
        let near = nearest(tag, read.iter().copied());
        let node = p.item.node().at(&["tags"]);
        let node = node.items().iter().find(|node| node.text() == Some(tag));
        let (Some(near), Some(node)) = (near, node) else {
            continue;
        };
        let message = format!("no condition forbids the tag \"{tag}\"");
        let mut finding = p.item.source.finding(&node.span, Code::Unused, message);
        finding.nearest = Some(near);
        if finding.is_on(&draft.folder) {
            p.findings.push(finding.warning());
        }
    }
}
