//! With what to attack, and how.

use bevy::prelude::*;

use super::chip;
use crate::game::act::Act;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Cites, Look, row, text};
use crate::game::{theme, words};
use crate::rules::Topic;
use crate::rules::damage::Nonlethal;

/// Spawns the row, if there is anything to choose.
pub fn spawn(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan, shown: &Shown) {
    let who = plan
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let lethality = session.rules().policies.damage.nonlethal != Nonlethal::Absent;
    let begun = plan.begun.and_then(|a| session.rules().actions.get(a));
    let both = begun.is_some_and(Plan::takes_both_weapons);
    let guarded = begun.is_some_and(Plan::can_be_defensive);
    let Some(who) = who.filter(|who| who.forms.len() > 1 || lethality || guarded) else {
        return;
    };
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(3),
            ..row(5.0)
        })
        .insert(Pickable::IGNORE)
        .with_children(|chips| {
            chips.spawn(text("Attack with", theme::body(13.5), theme::DIM));
            for (form, ready) in &plan.forms {
                let Some(view) = who.forms.get(usize::from(*form)) else {
                    continue;
                };
                let tip = match ready {
                    Ok(()) => format!("{} {}", words::signed(view.attack), view.damage),
                    Err(refusal) => words::refusal(session.rules(), refusal),
                };
                let cited = ready.as_ref().err().and_then(|refusal| refusal.rule);
                let look = chosen(plan.form == Some(*form));
                let pick = Act::PickForm(*form);
                chips
                    .spawn(chip(view.name.clone(), pick, look, ready.is_ok(), tip))
                    .insert(Cites(cited.into_iter().collect()));
            }
            if both {
                let tip = "Fight with the off-hand weapon as well";
                let look = chosen(plan.manner.both_weapons);
                let act = Act::ToggleBothWeapons;
                chips.spawn(chip("both weapons".into(), act, look, true, tip.into()));
            }
            if begun.is_some_and(Plan::strikes) {
                for (action, def) in session.rules().actions.iter() {
                    if !def.replaces_attack {
                        continue;
                    }
                    let look = chosen(plan.manner.instead == Some(action));
                    let tip = format!("In place of the attack: {}", def.text);
                    let words = format!("or {}", def.name.to_lowercase());
                    chips.spawn(chip(words, Act::TryInstead(action), look, true, tip));
                }
            }
            if guarded {
                let tip = "Without lowering the guard: nothing provokes, but it may fail";
                let look = chosen(plan.manner.defensively);
                let act = Act::ToggleDefensively;
                chips.spawn(chip("on the defensive".into(), act, look, true, tip.into()));
            }
            if lethality {
                let tip = "Strike to subdue with a weapon made to kill, or the other way round";
                let look = chosen(plan.manner.other_lethality);
                let act = Act::ToggleLethality;
                chips
                    .spawn(chip("to subdue".into(), act, look, true, tip.into()))
                    .insert(Cites(
                        session.rules().cite(Topic::Nonlethal).into_iter().collect(),
                    ));
            }
        });
}

fn chosen(yes: bool) -> Look {
    if yes { Look::Chosen } else { Look::Plain }
}
