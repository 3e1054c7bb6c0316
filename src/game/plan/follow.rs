//! Taking up what the player does: begins, changes and drops what is in mind.

use bevy::prelude::*;

use super::work::threatened;
use super::{Plan, Watch, offer, pick};
use crate::combat::Choice;
use crate::game::Menu;
use crate::game::act::Act;
use crate::game::awake::Awake;
use crate::game::playback::Shown;
use crate::game::session::Session;

/// Begins, changes and drops what is in mind; does what a square offers.
pub(super) fn acts(
    mut acts: ResMut<Messages<Act>>,
    mut cursor: Local<bevy::ecs::message::MessageCursor<Act>>,
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    mut plan: ResMut<Plan>,
    mut next: ResMut<NextState<Menu>>,
    mut awake: ResMut<Awake>,
) {
    let news: Vec<_> = cursor.read(&acts).cloned().collect();
    for act in news {
        let open = [Menu::None, Menu::EndTurn, Menu::Actions, Menu::Asides];
        if !open.contains(menu.get()) {
            continue;
        }
        if matches!(act, Act::Begin(_) | Act::Cancel) {
            session.refusal = None;
        }
        let mut choose = |choice: Choice| {
            acts.write(Act::Choose(choice));
        };
        match act {
            Act::Begin(action) => {
                NextState::set_if_neq(&mut next, Menu::None);
                if let Some(choice) = offer::at_once(&mut session, &plan, action) {
                    choose(choice);
                } else if plan.begun == Some(action) {
                    plan.forget();
                } else {
                    plan.begun = Some(action);
                    plan.prepared = None;
                    plan.watch = Watch::Anybody;
                    plan.things.clear();
                    plan.picked.clear();
                    plan.known.0 = 0;
                }
            }
            Act::PickGroup(group) => {
                plan.group = group;
                plan.revision += 1;
            }
            Act::PickForm(form) => {
                plan.form = Some(form);
                plan.known.0 = 0;
            }
            Act::PickKind(kind) => {
                plan.manner.kind = Some(kind);
                plan.known.0 = 0;
            }
            Act::Prepare(action) => {
                plan.prepared = Some(action);
                plan.revision += 1;
            }
            Act::AskForFoe => {
                plan.watch = Watch::Asking;
                plan.revision += 1;
            }
            Act::WatchFor(seat) => {
                plan.watch = Watch::Only(seat);
                plan.revision += 1;
            }
            Act::Cancel | Act::Undo => plan.forget(),
            Act::ToggleThreat => {
                plan.threat = match plan.threat {
                    Some(_) => None,
                    None => Some(threatened(&mut session)),
                };
                plan.revision += 1;
            }
            Act::ToggleLethality => {
                plan.manner.other_lethality = !plan.manner.other_lethality;
                plan.known.0 = 0;
            }
            Act::TryInstead(action) => {
                let same = plan.manner.instead == Some(action);
                plan.manner.instead = (!same).then_some(action);
                plan.known.0 = 0;
            }
            Act::ToggleBothWeapons => {
                plan.manner.both_weapons = !plan.manner.both_weapons;
                plan.known.0 = 0;
            }
            Act::ToggleDefensively => {
                plan.manner.defensively = !plan.manner.defensively;
                plan.known.0 = 0;
            }
            Act::FillPlaces => {
                if let Some(deployment) = &mut plan.deployment {
                    deployment.fill(&mut session);
                    plan.revision += 1;
                }
            }
            Act::Square(square) if shown.settled => {
                if plan.place(&session, square) || plan.pick(&session, &shown, square) {
                } else if let Some(choice) = offer::on(&mut session, &shown, &plan, square) {
                    plan.things = pick::ways(&mut session, &choice);
                    if plan.things.len() < 2 {
                        plan.things.clear();
                        choose(choice);
                    }
                    plan.revision += 1;
                }
            }
            Act::EndTurn if session.battle.acting().is_some() => {
                if *menu.get() == Menu::None && !plan.unspent(&session).is_empty() {
                    NextState::set_if_neq(&mut next, Menu::EndTurn);
                } else {
                    NextState::set_if_neq(&mut next, Menu::None);
                    choose(Choice::EndTurn);
                }
            }
            Act::Choose(Choice::FreeAction { .. }) => {
                NextState::set_if_neq(&mut next, Menu::None);
            }
            Act::Choose(_) => plan.forget(),
            _ => continue,
        }
        awake.stir();
    }
}
