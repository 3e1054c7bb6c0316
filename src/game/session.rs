//! The battle that is being played, and who plays it.

use std::sync::Arc;

use bevy::prelude::*;

use super::act::Act;
use super::awake::Awake;
use super::playback::Shown;
use super::player::Player;
use super::{Menu, Screen, Stage};
use crate::ai::Profile;
use crate::combat::contract::request::{AutoResponse, RequestKind};
use crate::combat::contract::view::CombatantView;
use crate::combat::{Battle, Choice, Refusal, Request, Rest, Setup, SideId};
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::narrate::Cast;
use crate::rules::{LevelId, Ruleset};

/// What a battle is started from; enough to start it once more.
#[derive(Clone, Debug)]
pub struct Start {
    pub catalogue: Arc<Catalogue>,
    pub level: LevelId,
    pub rules: Arc<Ruleset>,
    /// By side.
    pub players: Vec<Player>,
    pub seed: u64,
}

/// How long those who are left are to rest before the next battle.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenRest(pub Rest);

/// The battle in play.
#[derive(Resource)]
pub struct Session {
    pub battle: Battle,
    pub start: Start,
    /// The side whose player sits before the screen, where several people share it.
    pub seated: Option<SideId>,
    /// Grows with every accepted choice and every undo.
    pub revision: u32,
    /// Why the last choice was not possible.
    pub refusal: Option<Refusal>,
    /// Which attack forms are ranged, by seat.
    pub ranged: Vec<Vec<bool>>,
    /// Names.
    pub cast: Cast,
}

impl Session {
    /// Sets the battle up.
    ///
    /// # Errors
    /// When the level does not make a battle; the sentence says why.
    pub fn new(start: Start) -> Result<Self, String> {
        let level = start
            .catalogue
            .levels
            .get(start.level)
            .ok_or("There is no such level.")?;
        let setup = Setup::from_level(level);
        Self::from_setup(&setup, start)
    }

    /// Sets a battle up that begins otherwise than its level: after an earlier one.
    ///
    /// # Errors
    /// When the setup does not make a battle; the sentence says why.
    pub fn from_setup(setup: &Setup, start: Start) -> Result<Self, String> {
        let dice = Dice::seeded(start.seed);
        let battle = Battle::new(start.catalogue.clone(), start.rules.clone(), setup, dice)
            .map_err(|e| e.to_string())?;
        Ok(Self::over(battle, start))
    }

    /// Goes on with a battle.
    pub fn over(mut battle: Battle, start: Start) -> Self {
        let view = battle.view();
        let ranged = |who: &CombatantView| who.forms.iter().map(|form| form.ranged).collect();
        let ranged = view.combatants.iter().map(ranged).collect();
        let cast = Cast::new(&view, start.rules.clone(), start.catalogue.clone());
        let (seated, refusal) = (None, None);
        Self {
            battle,
            start,
            seated,
            revision: 1,
            refusal,
            ranged,
            cast,
        }
    }

    /// The ruleset in force.
    pub fn rules(&self) -> &Ruleset {
        &self.start.rules
    }

    /// Who plays a side.
    pub fn player(&self, side: SideId) -> Player {
        let players = &self.start.players;
        let player = players.get(side.index()).copied();
        player.unwrap_or(Player::Computer(Profile::default()))
    }

    /// The side that a person has to decide for now.
    pub fn asked(&self) -> Option<SideId> {
        self.battle
            .deciding_side()
            .filter(|side| self.player(*side).is_person())
    }

    /// The request that a person has to answer now.
    pub fn question(&self) -> Option<&Request> {
        self.asked().and_then(|_| self.battle.request())
    }

    /// Whether several people share the screen.
    pub fn shared(&self) -> bool {
        let persons = self.start.players.iter().filter(|p| p.is_person());
        persons.count() > 1
    }

    /// The side through whose eyes the screen is seen; `None`: a spectator sees everything.
    pub fn viewer(&self) -> Option<SideId> {
        if self.shared() {
            return self.seated;
        }
        let person = self.start.players.iter().position(|p| p.is_person())?;
        u8::try_from(person).ok().map(SideId)
    }

    /// Whether a choice is a free action of somebody whom the person before the screen plays, in the
    /// turn of another.
    pub fn may_say_aside(&self, choice: &Choice) -> bool {
        match choice {
            Choice::FreeAction { seat, .. } => {
                self.battle.acting().is_some() && self.viewer() == Some(self.battle.side_of(*seat))
            }
            _ => false,
        }
    }

    /// Answers the pending request.
    pub fn submit(&mut self, choice: Choice) {
        match self.battle.submit(choice) {
            Ok(()) => {
                self.refusal = None;
                self.revision += 1;
            }
            Err(refusal) => self.refusal = Some(refusal),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ChosenRest>();
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.add_systems(Update, answer.in_set(Stage::Act).run_if(playing));
    app.add_systems(
        Update,
        rematch
            .in_set(Stage::Act)
            .run_if(resource_exists::<Session>),
    );
}

/// Carries out what a person decided, once the picture has caught up with the battle.
pub(super) fn answer(
    mut acts: MessageReader<Act>,
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    menu: Res<State<Menu>>,
    mut awake: ResMut<Awake>,
) {
    for act in acts.read() {
        if matches!(menu.get(), Menu::Rulebook | Menu::HandOver) || !shown.settled {
            continue;
        }
        match act {
            Act::Choose(choice) if session.asked().is_some() || session.may_say_aside(choice) => {
                session.submit(choice.clone());
                awake.stir();
            }
            Act::Undo if session.asked().is_some() && session.battle.undo() => {
                session.revision += 1;
                session.refusal = None;
                shown.rewind(&mut session.battle);
                awake.stir();
            }
            Act::GiveUp if session.asked().is_some() => session.submit(Choice::Surrender),
            Act::AskAgain => {
                for kind in RequestKind::ALL {
                    if let Some(side) = session.asked() {
                        session
                            .battle
                            .set_auto_response(side, kind, AutoResponse::Ask);
                    }
                }
            }
            Act::Stand(kind, standing) => {
                if let Some(side) = session.asked() {
                    session.battle.set_auto_response(side, *kind, *standing);
                    session.revision += 1;
                }
            }
            _ => {}
        }
    }
}

/// Plays the same battle again with other dice, or the next one.
pub(super) fn rematch(
    mut acts: MessageReader<Act>,
    mut session: ResMut<Session>,
    rest: Res<ChosenRest>,
    mut commands: Commands,
    mut next: ResMut<NextState<Screen>>,
) {
    for act in acts.read() {
        let setup = match act {
            Act::Rematch => Some(session.battle.setup().clone()),
            Act::NextBattle => session.battle.next_battle(rest.0),
            _ => None,
        };
        let Some(setup) = setup else { continue };
        let start = Start {
            seed: session.start.seed.wrapping_add(1),
            ..session.start.clone()
        };
        if let Ok(again) = Session::from_setup(&setup, start) {
            commands.insert_resource(again);
            next.set(Screen::Battle);
        }
    }
}
