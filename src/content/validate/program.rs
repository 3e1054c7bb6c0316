//! What actions do: whether each primitive finds in its place what it needs.

use super::Pointer;
use crate::content::Code;
use crate::content::draft::RulesetDraft;
use crate::dice::DiceExpr;
use crate::rules::primitive::{self, Place};
use crate::rules::{ActionDef, Named, Primitive, Targeting};

/// Checks the program of an action.
pub(super) fn check(draft: &RulesetDraft, p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    let written = p.item.node().get("does").is_some();
    let message = "nothing is done here: name a primitive, or leave `does` out";
    let idle = written && def.does.is_empty() && def.stance.is_none();
    p.demand(!idle, &["does"], message);
    aimed(p);
    let start = Place {
        way: vec!["does".to_owned()],
        ..Place::default()
    };
    primitive::walk(&def.does, &start, &mut |place, what| {
        let mut at: Vec<&str> = place.way.iter().map(String::as_str).collect();
        names(draft, p, &mut at, what);
        sums(p, &at, what);
        let message = "this asks or takes steps of its own: nothing can follow it in its list";
        p.demand(place.is_last || !what.is_last(), &at, message);
        let message = "this does nothing: leave it out";
        p.demand(!what.is_idle(), &at, message);
        if let Some(message) = what.misplaced(place) {
            p.demand(false, &at, message);
        }
        if let Some(need) = what.needs().filter(|need| !def.target.gives(*need)) {
            p.demand(false, &at, &format!("this needs {}", need.words()));
        }
        if let Primitive::Use(id) = what
            && let Some(ability) = draft.abilities.get(id)
            && !ability.target.suits(def.target)
        {
            let own = ron::to_string(&ability.target.targeting()).unwrap_or_default();
            let message = format!("\"{id}\" is used with `target: {own}`");
            p.demand(false, &at, &message);
        }
        let message = "you go on with this later in the turn: it would take its points each time";
        p.demand(!(def.pays().is_some() && what.goes_on()), &at, message);
    });
}

/// Whether what an action is aimed at is looked at by what its program begins with.
fn aimed(p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    let creature = def.target.gives(primitive::Needs::Creature);
    let fits = !def.is_general() || def.target == Targeting::None || creature;
    let message = "what `does` begins with can be aimed at one creature only";
    p.demand(fits, &["target"], message);
    let ruled = matches!(def.target, Targeting::One(_));
    let message =
        "what `does` begins with has rules of its own for its target: these would be passed over";
    p.demand(
        !ruled || def.is_general() || def.does.is_empty(),
        &["target"],
        message,
    );
}

/// The conditions, pools and abilities that a primitive names, and its dice.
fn names(
    draft: &RulesetDraft,
    p: &mut Pointer<'_, ActionDef>,
    at: &mut Vec<&str>,
    what: &Primitive,
) {
    for named in what.names() {
        let field = match named {
            Named::Condition(field, _) | Named::Pool(field, _) | Named::Dice(field, _) => field,
            Named::Ability(_) => "0",
        };
        at.push(field);
        match named {
            Named::Condition(_, name) => p.on(&draft.conditions, at, "condition", name),
            Named::Pool(_, name) => p.on(&draft.pools, at, "pool", name),
            Named::Ability(name) => p.on(&draft.abilities, at, "ability", name),
            Named::Dice(_, name) => {
                if let Err(error) = name.parse::<DiceExpr>() {
                    p.report(at, Code::WrongType, error.to_string());
                }
            }
        }
        at.pop();
    }
}

/// Whether each term of the sums in a primitive has a meaning there.
fn sums(p: &mut Pointer<'_, ActionDef>, at: &[&str], what: &Primitive) {
    for (field, terms) in what.terms() {
        for (i, term) in terms.iter().enumerate() {
            if let Some(message) = what.misfit(field, terms, *term) {
                let i = i.to_string();
                p.demand(false, &[at, &[field, &i]].concat(), message);
            }
        }
    }
}
