//! With what an attack is made and how: everything that the row of small buttons offers. The number
//! keys choose from the same list.

use super::Plan;
use crate::game::act::Act;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::words;
use crate::rules::damage::Nonlethal;
use crate::rules::{RuleId, Topic};

/// One small button.
#[derive(Clone, Debug)]
pub struct Way {
    pub label: String,
    pub act: Act,
    pub chosen: bool,
    pub possible: bool,
    pub tip: String,
    pub cites: Vec<RuleId>,
}

impl Way {
    fn new(label: impl Into<String>, act: Act, chosen: bool, tip: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            act,
            chosen,
            possible: true,
            tip: tip.into(),
            cites: Vec::new(),
        }
    }
}

/// Everything that there is to choose now.
pub fn of(session: &Session, plan: &Plan, shown: &Shown) -> Vec<Way> {
    let rules = session.rules();
    let who = plan
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(who) = who else { return Vec::new() };
    let begun = plan.begun.and_then(|a| rules.actions.get(a));
    let mut ways = Vec::new();
    for (form, ready) in &plan.forms {
        let Some(view) = who.forms.get(usize::from(*form)) else {
            continue;
        };
        let chosen = plan.form_in_use() == Some(*form);
        let tip = match ready {
            Ok(()) => format!("{} {}", words::signed(view.attack), view.damage),
            Err(refusal) => words::refusal(rules, refusal),
        };
        let cited = ready.as_ref().err().and_then(|refusal| refusal.rule);
        ways.push(Way {
            possible: ready.is_ok(),
            cites: cited.into_iter().collect(),
            ..Way::new(view.name.clone(), Act::PickForm(*form), chosen, tip)
        });
    }
    let form = plan.form_in_use();
    let form = form.and_then(|form| who.forms.get(usize::from(form)));
    let kinds = form.map_or(&[][..], |form| form.kinds.as_slice());
    if let [first, _, ..] = kinds {
        let meant = plan.manner.kind.filter(|kind| kinds.contains(kind));
        for kind in kinds {
            let chosen = meant.unwrap_or(*first) == *kind;
            let label = words::damage_kind(*kind);
            let tip = format!("The weapon can deal {label} damage; only one kind at a time.");
            ways.push(Way::new(label, Act::PickKind(*kind), chosen, tip));
        }
    }
    if begun.is_some_and(Plan::takes_both_weapons) {
        let tip = "Fight with the off-hand weapon as well";
        let chosen = plan.manner.both_weapons;
        ways.push(Way::new(
            "both weapons",
            Act::ToggleBothWeapons,
            chosen,
            tip,
        ));
    }
    if begun.is_some_and(Plan::strikes) {
        for action in &plan.instead {
            let Some((action, def)) = rules.actions.get(*action).map(|def| (*action, def)) else {
                continue;
            };
            let chosen = plan.manner.instead == Some(action);
            let tip = format!("In place of the attack: {}", def.text);
            let label = format!("or {}", def.name.to_lowercase());
            let cites = def
                .rules
                .iter()
                .filter_map(|rule| rules.compendium.id(rule));
            ways.push(Way {
                cites: cites.collect(),
                ..Way::new(label, Act::TryInstead(action), chosen, tip)
            });
        }
    }
    if begun.is_some_and(Plan::can_be_defensive) {
        let tip = "Without lowering the guard: nothing provokes, but it may fail";
        let chosen = plan.manner.defensively;
        ways.push(Way::new(
            "on the defensive",
            Act::ToggleDefensively,
            chosen,
            tip,
        ));
    }
    if rules.policies.damage.nonlethal != Nonlethal::Absent {
        let tip = "Strike to subdue with a weapon made to kill, or the other way round";
        let chosen = plan.manner.other_lethality;
        ways.push(Way {
            cites: rules.cite(Topic::Nonlethal).into_iter().collect(),
            ..Way::new("to subdue", Act::ToggleLethality, chosen, tip)
        });
    }
    ways
}
