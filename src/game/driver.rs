//! Lets the computer decide for its sides, asks for the seat to change, and ends the battle.

use bevy::prelude::*;

use super::act::Act;
use super::awake::Awake;
use super::playback::Shown;
use super::player::Player;
use super::session::Session;
use super::{Menu, Screen, Stage};
use crate::combat::Choice;

pub(super) fn plugin(app: &mut App) {
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.add_systems(Update, take_seat.in_set(Stage::Act).run_if(playing.clone()));
    let turns = (decide, hand_over, finish).chain();
    app.add_systems(
        Update,
        turns
            .in_set(Stage::Play)
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
    session.submit(choice);
    if session.refusal.take().is_some() {
        // A computer player that proposes what is refused lets its turn pass instead.
        for fallback in [Choice::Decline, Choice::EndTurn, Choice::Surrender] {
            if session.battle.submit(fallback).is_ok() {
                session.revision += 1;
                break;
            }
        }
    }
    shown.settled = false;
    awake.stir();
}

/// Where people share the screen, nobody sees the other's turn by accident.
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

fn take_seat(
    mut acts: MessageReader<Act>,
    menu: Res<State<Menu>>,
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
) {
    for act in acts.read() {
        if *act == Act::Close && *menu.get() == Menu::HandOver {
            session.seated = session.asked();
            shown.revision += 1;
        }
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
