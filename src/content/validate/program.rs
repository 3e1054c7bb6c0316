//! What actions do: whether each primitive finds in its place what it needs.

use super::cost;
use super::pointer::Pointer;
use crate::content::Code;
use crate::content::draft::RulesetDraft;
use crate::dice::DiceExpr;
use crate::rules::primitive::{self, Place};
use crate::rules::{ActionDef, Named, Primitive, Slot, Targeting, TurnAct};

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
            let words = match def.reaches_itself() && what.reaches_itself() {
                true => "an enemy: `target: enemy`",
                false => need.words(),
            };
            p.demand(false, &at, &format!("this needs {words}"));
        }
        if let Primitive::Use(id) = what
            && let Some(ability) = draft.abilities.get(id)
            && !ability.target.suits(def.target)
        {
            let own = ron::to_string(&ability.target.targeting()).unwrap_or_default();
            let message = format!("\"{id}\" is used with `target: {own}`");
            p.demand(false, &at, &message);
        }
        goes_on(p, place, &at, what);
        if let Primitive::Turn(act) = what {
            let message = "what is done to the order of turns cannot replace an attack";
            p.demand(!def.replaces_attack, &at, message);
            let alone = !act.is_at_once() || def.stance.is_none();
            p.demand(alone, &at, TurnAct::ALONE);
        }
    });
    instead(p);
    steps(draft, p);
    let def = p.def();
    let message = "the amount that is chosen is that of a `stance`: this has none";
    p.demand(
        def.chooses.is_none() || def.stance.is_some(),
        &["chooses"],
        message,
    );
}

/// What is chosen again later in the turn is done from its beginning each time.
fn goes_on(p: &mut Pointer<'_, ActionDef>, place: &Place<'_>, at: &[&str], what: &Primitive) {
    if !what.goes_on() {
        return;
    }
    let pays = p.def().pays().is_some();
    let message = "you go on with this later in the turn: it would take its points each time";
    p.demand(!pays, at, message);
    let first = pays || place.is_first && place.within.is_empty();
    let message =
        "you go on with this later in the turn: what stands before it would be done again";
    p.demand(first, at, message);
}

/// Whether what replaces an attack can be done to the target of the attack.
fn instead(p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    if !(def.replaces_attack || def.replaces_worst) {
        return;
    }
    let target = def.target;
    let fits = target == Targeting::None || target.gives(primitive::Needs::Creature);
    let message = "in place of an attack nothing but a creature is aimed at";
    p.demand(fits, &["target"], message);
    let message = "a stance begins with an action of its own, not in place of an attack: `impose` a condition";
    p.demand(def.stance.is_none(), &["stance"], message);
}

/// Whether a step can go along where one should.
fn steps(draft: &RulesetDraft, p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    if !def.with_step {
        return;
    }
    let adjacent = matches!(
        def.target,
        Targeting::AdjacentAlly | Targeting::AdjacentEnemy
    );
    let message = "a step goes along with `adjacent_ally` and `adjacent_enemy`, and with what has no rules of its own for its target";
    let fits = adjacent && def.is_general();
    p.demand(fits, &["with_step"], message);
    let slot = |def: &ActionDef| draft.costs.get(&def.cost)?.slot();
    let mut actions = draft.actions.items.values().map(|item| &item.def);
    let is_step =
        |def: &ActionDef| def.is_step() && def.answers.is_none() && slot(def) == Some(Slot::Move);
    let known = !fits || draft.actions.broken || draft.costs.broken || actions.any(is_step);
    let message = "a step goes along only where a step is an action at the cost of a move slot";
    p.demand(known, &["with_step"], message);
}

/// Whether what an action is aimed at is looked at by what its program begins with.
fn aimed(p: &mut Pointer<'_, ActionDef>) {
    let def = p.def();
    let creature = def.target.gives(primitive::Needs::Creature);
    let fits = !def.is_general() || def.target == Targeting::None || creature;
    let message = "what leads `does` here is done to one creature or to nobody: where squares are chosen, what goes there comes first";
    p.demand(fits, &["target"], message);
    let ruled = matches!(def.target, Targeting::One(_));
    let message =
        "what `does` begins with has rules of its own for its target: these would be passed over";
    p.demand(!ruled || def.is_general(), &["target"], message);
    let enemy = def.target == Targeting::Enemy;
    let message = "what is done here says itself how near the enemy has to be: `target: enemy`";
    let reached = def.target.gives(primitive::Needs::Enemy) && !ruled;
    let another = def.reaches_itself() && reached;
    p.demand(enemy || !another, &["target"], message);
    let message =
        "nothing here says how near the enemy has to be: `attack`, `adjacent_enemy` or `one((…))`";
    p.demand(def.reaches_itself() || !enemy, &["target"], message);
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
            Named::Group(_) => "group",
        };
        at.push(field);
        match named {
            Named::Condition(_, name) => p.on(&draft.conditions, at, "condition", name),
            Named::Pool(_, name) => p.on(&draft.pools, at, "pool", name),
            Named::Ability(name) => p.on(&draft.abilities, at, "ability", name),
            Named::Group(name) => cost::group(draft, p, at, "group", (name, None)),
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
