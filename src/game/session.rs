//! The battle that is being played, and who plays it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;

use super::Screen;
use super::known;
use super::thinking::Thinking;
use super::thoughts::Thoughts;
use crate::ai::{Player, Profile};
use crate::combat::contract::Repair;
use crate::combat::contract::{AutoResponse, CombatantView, Event, EventKind, RequestKind};
use crate::combat::{Battle, Choice, Forecast, Refusal, Request, Seat, Setup, SideId, Sight, View};
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::grid::Square;
use crate::journey::{Camp, Journey, Stage};
use crate::lessons::Passed;
use crate::narrate::Cast;
use crate::rules::{LevelId, Ruleset};

/// Runs while a battle is on the screen.
pub fn playing() -> impl SystemCondition<()> {
    in_state(Screen::Battle).and_then(resource_exists::<Session>)
}

/// What a battle is started from; enough to start it once more.
#[derive(Clone, Debug)]
pub struct Start {
    pub catalogue: Arc<Catalogue>,
    pub level: LevelId,
    pub rules: Arc<Ruleset>,
    /// By side.
    pub players: Vec<Player>,
    pub seed: u64,
    /// With or without attacks of opportunity, where the rules leave that open; `None`: as the level
    /// says.
    pub attacks_of_opportunity: Option<bool>,
}

impl Start {
    /// The same battle with other dice.
    pub fn with_other_dice(&self) -> Self {
        Self {
            seed: self.seed.wrapping_add(1),
            ..self.clone()
        }
    }
}

/// What those who are left are to repair before the next battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenRepairs(pub Vec<Repair>);

/// What the warband is to do in its camp, besides repairs.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenCamp {
    /// Days of rest.
    pub rest: u16,
    /// Places among those who can be hired.
    pub hired: BTreeSet<usize>,
}

impl ChosenCamp {
    /// The whole camp, with what is repaired in it.
    pub fn with(&self, repairs: &ChosenRepairs) -> Camp {
        Camp {
            rest: self.rest,
            repairs: repairs.0.clone(),
            hired: self.hired.clone(),
        }
    }
}

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
    /// Choices that were taken back and can be made again, the next one last.
    undone: Vec<Choice>,
    /// Which attack modes are ranged, by seat.
    pub ranged: Vec<Vec<bool>>,
    /// Names.
    pub cast: Cast,
    /// It is only watched, so nobody is asked and nothing is saved.
    pub watched: bool,
    /// What the player has passed over of the level's lessons.
    pub passed: Passed,
    /// The journey that the battle is part of.
    pub journey: Option<Journey>,
    /// Squares chosen so far in the deployment under way, in the order of the members.
    pub placed: Vec<(Seat, Square)>,
    /// What the computer players weighed.
    pub thoughts: Thoughts,
    /// What a computer player is thinking about.
    pub thinking: Thinking,
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
            .ok_or("This level does not exist.")?;
        Self::as_chosen(Setup::from_level(level), start)
    }

    /// Sets up the battle of a journey's leg. A journey teaches no lessons.
    ///
    /// # Errors
    /// When the setup does not make a battle; the sentence says why.
    pub fn on_journey(journey: Journey, setup: Setup, start: Start) -> Result<Self, String> {
        let mut session = Self::as_chosen(setup, start)?;
        session.journey = Some(journey);
        session.passed = Passed::everything();
        Ok(session)
    }

    /// The battle of the next leg, after this camp. Who plays the warband goes on playing it.
    ///
    /// # Errors
    /// When it does not go on from here; the sentence says why.
    pub fn next_leg(&self, camp: &Camp) -> Result<Self, String> {
        let catalogue = &self.start.catalogue;
        let journey = self.way().ok_or("The way does not go on from here.")?;
        let (_, ours) = journey.place(catalogue)?;
        let (next, setup) = journey.go_on(&self.battle, catalogue, camp)?;
        let (level, side) = next.place(catalogue)?;
        let sides = 0..catalogue.levels[level].sides.len();
        let others = self.start.players.iter().enumerate();
        let mut others = others.filter(|(at, _)| *at != ours.index());
        let enemy = others
            .next()
            .map_or(Player::Computer(Profile::default()), |(_, one)| *one);
        let of = |at: usize| match at == side.index() {
            true => self.player(ours),
            false => enemy,
        };
        let start = Start {
            level,
            players: sides.map(of).collect(),
            ..self.start.with_other_dice()
        };
        let name = &catalogue.levels[level].name;
        let session = Self::on_journey(next, setup, start)?;
        match session.battle.has_room(side) {
            true => Ok(session),
            false => Err(format!("\"{name}\" has no room for your warband.")),
        }
    }

    /// The journey that the battle is part of. With a battle by itself one begins when it is over, if a
    /// person has won it, or if nobody but the computer played.
    pub fn way(&self) -> Option<Cow<'_, Journey>> {
        if let Some(journey) = &self.journey {
            return Some(Cow::Borrowed(journey));
        }
        let winner = self.battle.outcome()?.winner?;
        let nobody = !self.start.players.iter().any(|player| player.is_person());
        if !nobody && !self.player(winner).is_person() {
            return None;
        }
        Journey::wander(&self.battle, &self.start.catalogue, self.start.level).map(Cow::Owned)
    }

    /// Where the warband is on its way; `None`: it is on none.
    pub fn stage(&self) -> Option<Stage> {
        let journey = self.way()?;
        Some(journey.stage(&self.battle, &self.start.catalogue))
    }

    /// Whether the battle can be fought again with other dice: a leg of a journey that is won cannot.
    pub fn may_be_repeated(&self) -> bool {
        self.journey.is_none() || self.stage() == Some(Stage::Beaten)
    }

    /// Sets a battle up with the options of its start.
    fn as_chosen(mut setup: Setup, start: Start) -> Result<Self, String> {
        let chosen = start.attacks_of_opportunity;
        setup.attacks_of_opportunity = chosen.or(setup.attacks_of_opportunity);
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
        let mut session = Self::over(battle, start);
        session.spare_needless_questions();
        Ok(session)
    }

    /// People are not asked for what is decided: whether to take 10 with armour that is sure to hold.
    fn spare_needless_questions(&mut self) {
        let players = (0u8..).map(SideId).zip(&self.start.players);
        for (side, player) in players {
            if *player == Player::Person {
                let standing = AutoResponse::AskIfItMatters;
                self.battle
                    .set_auto_response(side, RequestKind::Coverage, standing);
            }
        }
    }

    /// Goes on with a battle.
    pub fn over(battle: Battle, start: Start) -> Self {
        let view = battle.view();
        let ranged = |who: &CombatantView| who.modes.iter().map(|mode| mode.ranged).collect();
        let ranged = view.combatants.iter().map(ranged).collect();
        let cast = Cast::new(&view, start.rules.clone(), start.catalogue.clone());
        let (seated, refusal) = (None, None);
        Self {
            battle,
            start,
            seated,
            revision: 1,
            refusal,
            undone: Vec::new(),
            ranged,
            cast,
            watched: false,
            passed: Passed::default(),
            journey: None,
            placed: Vec::new(),
            thoughts: Thoughts::default(),
            thinking: Thinking::default(),
        }
    }

    /// The round, 0 before the first.
    pub fn round(&self) -> u16 {
        let events = self.battle.events().iter().rev();
        let began = |event: &Event| match event.kind {
            EventKind::RoundBegan { round } => Some(round),
            _ => None,
        };
        let mut rounds = events.filter_map(began);
        rounds.next().unwrap_or(0)
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
        let deciding = self.battle.deciding_side().filter(|_| !self.watched);
        deciding.filter(|side| self.player(*side).is_person())
    }

    /// The request that the person before the screen has to answer now. Where several share the screen there is
    /// none until the next of them has taken the seat, so nothing of a turn shows before.
    pub fn question(&self) -> Option<&Request> {
        let asked = self.asked().filter(|side| self.viewer() == Some(*side));
        asked.and_then(|_| self.battle.request())
    }

    /// Whether several people share the screen.
    pub fn shared(&self) -> bool {
        let persons = self.start.players.iter().filter(|p| p.is_person());
        persons.count() > 1
    }

    /// The side through whose eyes the screen is seen; `None`: a spectator sees everything.
    pub fn viewer(&self) -> Option<SideId> {
        if self.shared() && self.seated.is_some() {
            return self.seated;
        }
        let person = self.start.players.iter().position(|p| p.is_person())?;
        u8::try_from(person).ok().map(SideId)
    }

    /// The side whose knowledge the picture shows; `None`: everything, as spectators see it and all do once the
    /// battle is over.
    pub fn eyes(&self) -> Option<SideId> {
        self.viewer().filter(|_| self.battle.outcome().is_none())
    }

    /// The battle as those before the screen know it.
    pub fn view(&self) -> View {
        known::view(&self.battle, self.eyes())
    }

    /// What a choice would do, as far as those before the screen can know.
    pub fn forecast(&self, choice: &Choice) -> Forecast {
        self.sight().forecast(choice)
    }

    /// The battle for questions on behalf of those before the screen: as they know it.
    pub fn sight(&self) -> Sight<'_> {
        self.battle.sight_of(self.eyes())
    }

    /// The battle as the side with the pending request knows it, for many choices to be checked: to find out what a
    /// side knows takes far longer than a check.
    pub fn sight_of_asked(&self) -> Sight<'_> {
        self.battle.sight().of_those_asked()
    }

    /// Whether a choice is an action in between of a combatant that the seated player controls, on another turn
    /// or before an answer.
    pub fn may_act_freely(&self, choice: &Choice) -> bool {
        match choice {
            Choice::FreeAction { seat, .. } => {
                !self.watched
                    && self.battle.request().is_some()
                    && self.viewer() == Some(self.battle.side_of(*seat))
            }
            _ => false,
        }
    }

    /// Answers the pending request; false if that was refused. What was taken back before is forgotten.
    pub fn submit(&mut self, choice: Choice) -> bool {
        self.refusal = self.battle.submit(choice).err();
        let accepted = self.refusal.is_none();
        if accepted {
            self.undone.clear();
            self.revision += 1;
        }
        accepted
    }

    /// Takes the last step back, if that is possible.
    pub fn undo(&mut self) -> bool {
        let last = self.battle.choices().last().cloned();
        let undone = self.battle.undo();
        if undone {
            self.undone.extend(last);
            self.refusal = None;
            self.revision += 1;
            let events = self.battle.events().len();
            self.passed.rewind(events);
            self.thoughts.rewind(events);
        }
        undone
    }

    /// Whether a step that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Makes the step again that was taken back last; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.undone.pop() else {
            return false;
        };
        let rest = std::mem::take(&mut self.undone);
        let redone = self.submit(next);
        if redone {
            self.undone = rest;
        }
        redone
    }

    /// From now on answers requests of this kind for the side that is asked now.
    pub fn respond(&mut self, kind: RequestKind, standing: AutoResponse) {
        if let Some(side) = self.asked() {
            self.battle.set_auto_response(side, kind, standing);
            self.undone.clear();
            self.revision += 1;
        }
    }

    /// Asks the side that is asked now everything again.
    pub fn ask_again(&mut self) {
        self.undone.clear();
        for kind in RequestKind::ALL {
            if let Some(side) = self.asked() {
                self.battle.set_auto_response(side, kind, AutoResponse::Ask);
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ChosenRepairs>();
    app.init_resource::<ChosenCamp>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    /// A person's turn, and walks to squares of the yard.
    fn turn() -> (Session, impl Fn(i16, i16) -> Choice) {
        let rows = ["A....b", "......", "......"];
        let (session, _) = table(&Scene::new(ruleset("classic_d20"), &rows));
        let walk = session.rules().actions.id("move").expect("a move");
        let to = move |x, y| Choice::walk(walk, vec![Square::new(x, y)]);
        (session, to)
    }

    #[test]
    fn nothing_is_asked_before_the_screen_is_handed_over() {
        let (mut session, _) = turn();
        session.start.players = vec![Player::Person; 2];
        session.seated = session.asked();
        assert!(session.question().is_some());
        assert!(session.submit(Choice::EndTurn), "{:?}", session.refusal);
        let next = session.asked();
        assert!(next.is_some() && next != session.seated);
        assert_eq!(session.question(), None);
        session.seated = next;
        assert!(session.question().is_some());
    }

    fn place(session: &Session) -> Option<Square> {
        session.battle.view().combatants[0]
            .area
            .map(|area| area.anchor)
    }

    #[test]
    fn what_you_take_back_you_can_make_again() {
        let (mut session, to) = turn();
        assert!(!session.can_redo() && !session.redo());
        assert!(session.submit(to(0, 1)), "{:?}", session.refusal);
        let there = session.battle.digest();
        assert!(session.undo());
        assert_eq!(place(&session), Some(Square::new(0, 0)));
        assert!(session.can_redo() && session.redo());
        assert_eq!(session.battle.digest(), there);
        assert!(!session.can_redo());
    }

    #[test]
    fn steps_are_made_again_in_their_order() {
        let (mut session, to) = turn();
        assert!(session.submit(to(0, 1)), "{:?}", session.refusal);
        assert!(session.submit(to(0, 2)), "{:?}", session.refusal);
        assert!(session.undo() && session.undo() && session.redo());
        assert_eq!(place(&session), Some(Square::new(0, 1)));
        assert!(session.redo());
        assert_eq!(place(&session), Some(Square::new(0, 2)));
    }

    #[test]
    fn a_new_choice_ends_what_could_be_made_again() {
        let (mut session, to) = turn();
        assert!(session.submit(to(0, 1)), "{:?}", session.refusal);
        assert!(session.undo());
        assert!(session.submit(to(1, 1)), "{:?}", session.refusal);
        assert!(!session.can_redo() && !session.redo());
        assert_eq!(place(&session), Some(Square::new(1, 1)));
    }

    #[test]
    fn what_is_refused_leaves_it() {
        let (mut session, to) = turn();
        assert!(session.submit(to(0, 1)), "{:?}", session.refusal);
        assert!(session.undo());
        assert!(!session.submit(Choice::Decline));
        assert!(session.can_redo());
    }
}
