//! Lets the computer decide for its sides, asks for the seat to change, and ends the battle.

use bevy::prelude::*;

use super::awake::Awake;
use super::playback::Shown;
use super::player::Player;
use super::session::Session;
use super::{FrameSet, Menu, Screen};
use crate::combat::Choice;

pub(super) fn plugin(app: &mut App) {
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    let turns = (decide, hand_over, finish).chain();
    app.add_systems(
        Update,
        turns
            .in_set(FrameSet::Play)
            .after(super::playback::advance)
            .run_if(playing),
    );
}

/// Lets the computer answer when it is its turn and everything has been shown.
fn decide(
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    menu: Res<State<Menu>>,
    mut awake: ResMut<Awake>,
) {
    if *menu.get() != Menu::None || !shown.settled || session.battle.outcome().is_some() {
        return;
    }
    let Some(side) = session.battle.deciding_side() else {
        return;
    };
    let Player::Computer(profile) = session.player(side) else {
        return;
    };
    let seed = session.start.seed ^ u64::from(session.revision);
    let choice = crate::ai::decide(&mut session.battle, &profile, seed);
    if !session.submit(choice.clone()) {
        pass(&mut session, &choice);
    }
    shown.settled = false;
    awake.stir();
}

/// Lets the turn of the computer pass: it has proposed something that the rules refuse. That is a
/// defect, which is logged, but no reason to stop the battle.
fn pass(session: &mut Session, choice: &Choice) {
    let refusal = session.refusal.take();
    let reason = refusal.map_or_else(String::new, |refusal| refusal.reason);
    let request = session.battle.request();
    warn!("the computer player chose {choice:?}, which was refused: {reason} Asked: {request:?}");
    for fallback in [Choice::Decline, Choice::EndTurn, Choice::Surrender] {
        if session.submit(fallback.clone()) {
            warn!("it answers {fallback:?} instead");
            return;
        }
    }
    session.refusal = None;
}

/// Where people share the screen, no player sees the other's turn by accident.
fn hand_over(
    session: Res<Session>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
    mut awake: ResMut<Awake>,
) {
    if !session.shared() || !shown.settled || *menu.get() != Menu::None {
        return;
    }
    let asked = session.asked();
    if asked.is_some() && asked != session.seated {
        NextState::set_if_neq(&mut next, Menu::HandOver);
        awake.stir();
    }
}

/// Moves on to the victory screen when the end has been shown.
fn finish(
    session: Res<Session>,
    shown: Res<Shown>,
    mut next: ResMut<NextState<Screen>>,
    mut awake: ResMut<Awake>,
) {
    if shown.settled && session.battle.outcome().is_some() {
        NextState::set_if_neq(&mut next, Screen::Victory);
        awake.stir();
    }
}
