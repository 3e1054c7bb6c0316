//! With what an attack is made and how: everything that the weapons' drawer and the toggles above the
//! dock offer. Shift and the number keys choose from the same list.

use super::state::Plan;
use crate::game::intent::{Intent, PlanEdit};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::words;
use crate::rules::{RuleId, Topic};

/// What it means to use an ability on the defensive.
pub const ON_GUARD: &str = "You keep your guard up: you provoke nothing, but it may fail";

/// One small button.
#[derive(Clone, Debug)]
pub struct Way {
    pub label: String,
    pub does: Intent,
    pub chosen: bool,
    pub possible: bool,
    /// It means something for the action begun, not for attacks in general.
    pub of_the_action: bool,
    pub tip: String,
    pub cites: Vec<RuleId>,
}

impl Way {
    fn new(label: impl Into<String>, edit: PlanEdit, chosen: bool, tip: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            does: edit.into(),
            chosen,
            possible: true,
            of_the_action: false,
            tip: tip.into(),
            cites: Vec::new(),
        }
    }
}

/// Everything that there is to choose now.
pub fn of(session: &Session, plan: &Plan, shown: &Shown) -> Vec<Way> {
    let rules = session.rules();
    let who = plan
        .options
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(who) = who else { return Vec::new() };
    let begun = plan.selection.action.and_then(|a| rules.actions.get(a));
    let mut ways = Vec::new();
    for (mode, ready) in &plan.options.modes {
        let Some(view) = who.modes.get(usize::from(*mode)) else {
            continue;
        };
        let chosen = plan.mode_meant() == Some(*mode);
        let tip = match ready {
            Ok(()) => format!("{} {}", words::signed(view.attack_now), view.damage),
            Err(refusal) => words::refusal(session, refusal),
        };
        let name = match view.alike {
            0 | 1 => view.name.clone(),
            alike => format!("{} ×{alike}", view.name),
        };
        let cited = ready.as_ref().err().and_then(|refusal| refusal.rule);
        ways.push(Way {
            possible: ready.is_ok(),
            cites: cited.into_iter().collect(),
            ..Way::new(name, PlanEdit::AttackMode(*mode), chosen, tip)
        });
    }
    let mode = plan.mode_in_use();
    let mode = mode.and_then(|mode| who.modes.get(usize::from(mode)));
    let kinds = mode.map_or(&[][..], |mode| mode.kinds.as_slice());
    if let [first, _, ..] = kinds {
        let meant = plan
            .selection
            .manner
            .kind
            .filter(|kind| kinds.contains(kind));
        for kind in kinds {
            let chosen = meant.unwrap_or(*first) == *kind;
            let label = kind.label();
            let tip = format!("You deal {label} damage with this weapon, one kind at a time.");
            ways.push(Way::new(label, PlanEdit::Kind(*kind), chosen, tip));
        }
    }
    let off_hand = who.modes.iter().any(|mode| mode.off_hand);
    if off_hand && begun.is_some_and(Plan::takes_both_weapons) {
        let tip = "You attack with your off-hand weapon as well";
        let chosen = plan.selection.manner.both_weapons;
        ways.push(Way {
            of_the_action: true,
            ..Way::new("both weapons", PlanEdit::ToggleBothWeapons, chosen, tip)
        });
    }
    if begun.is_some_and(Plan::strikes) {
        for action in &plan.options.instead {
            let Some((action, def)) = rules.actions.get(*action).map(|def| (*action, def)) else {
                continue;
            };
            let chosen = plan.selection.manner.instead == Some(action);
            let tip = format!("In place of the attack: {}", def.text);
            let label = format!("or {}", def.name.to_lowercase());
            let cites = def
                .rules
                .iter()
                .filter_map(|rule| rules.compendium.id(rule));
            ways.push(Way {
                cites: cites.collect(),
                of_the_action: true,
                ..Way::new(label, PlanEdit::TryInstead(action), chosen, tip)
            });
        }
    }
    if let (Some(action), Some(def)) = (plan.selection.action, begun) {
        let in_use = plan.selection.manner.amount.max(1);
        for amount in 1..=session.battle.most_chosen(who.seat, action) {
            let edit = PlanEdit::Amount(amount);
            ways.push(Way {
                of_the_action: true,
                ..Way::new(amount.to_string(), edit, amount == in_use, def.text.clone())
            });
        }
    }
    if begun.is_some_and(|def| rules.can_be_defensive(def)) {
        let chosen = plan.selection.manner.defensively;
        ways.push(Way {
            of_the_action: true,
            ..Way::new(
                "on the defensive",
                PlanEdit::ToggleDefensively,
                chosen,
                ON_GUARD,
            )
        });
    }
    if rules.policies.damage.nonlethal.exists() {
        let name = &rules.policies.damage.nonlethal_name;
        let tip = format!(
            "You deal {name} damage with a lethal weapon, or lethal damage with a {name} one"
        );
        let chosen = plan.selection.manner.other_lethality;
        let label = match mode.is_some_and(|mode| mode.nonlethal) {
            true => "to kill",
            false => "to subdue",
        };
        ways.push(Way {
            cites: rules.cite(Topic::OtherLethality).into_iter().collect(),
            ..Way::new(label, PlanEdit::ToggleLethality, chosen, tip)
        });
    }
    ways
}

#[cfg(test)]
mod tests {
    use crate::combat::testkit::testing::ruleset;

    /// SP-KIDO-06, SP-KIDO-19: what nothing disturbs needs no guard.
    #[test]
    fn only_what_lowers_the_guard_is_used_on_the_defensive() {
        let rules = ruleset("spiritual_pressure");
        let (mut kido, mut shikai) = (0, 0);
        for def in rules.actions.iter().map(|(_, def)| def) {
            let ability = def.ability().and_then(|id| rules.abilities.by_name(id));
            match ability.map(|def| def.kind.as_str()) {
                Some("kido") => {
                    kido += 1;
                    assert!(rules.can_be_defensive(def), "{}", def.name);
                }
                Some("shikai") => {
                    shikai += 1;
                    assert!(!rules.can_be_defensive(def), "{}", def.name);
                }
                _ => {}
            }
        }
        assert!(kido > 0 && shikai > 0);
    }
}
