//! What was loaded, and what is chosen of it for the next battle.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::intent::{Command, SetupEdit};
use super::session::{ChosenCamp, ChosenRepairs, Session, Start};
use super::settings::{LastSetup, Settings};
use super::{FrameSet, GameOptions};
use crate::ai::{Player, Profile, player};
use crate::content::Catalogue;
use crate::journey::Journey;
use crate::rules::{JourneyId, LevelId};

/// Everything that was loaded.
#[derive(Resource, Clone)]
pub struct Library(pub Arc<Catalogue>);

/// What is chosen on the set-up screen.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub level: LevelId,
    /// The journey that begins with this level, instead of the level by itself.
    pub journey: Option<JourneyId>,
    /// Position among the catalogue's rulesets.
    pub ruleset: usize,
    /// By side of the level.
    pub players: Vec<Player>,
    /// How the computer plays a side that it takes over.
    pub computer: Profile,
    /// The battle is to begin without the set-up screen.
    pub start: bool,
    /// This one is to be watched without it.
    pub watch: Option<PathBuf>,
    pub seed: u64,
    /// With or without attacks of opportunity, where the rules leave that open; `None`: as the level
    /// says.
    pub attacks_of_opportunity: Option<bool>,
    /// Why the last attempt to begin failed.
    pub fault: Option<String>,
}

impl Chosen {
    /// What the command line says; else what was chosen the last time; else where newcomers begin.
    pub(super) fn of(options: &GameOptions, last: Option<&LastSetup>) -> Self {
        let catalogue = &options.catalogue;
        let (newcomers, their_rules) = newcomers(catalogue).unzip();
        let last_level = last.and_then(|last| catalogue.levels.id(&last.level));
        let level = options.level.or(last_level).or(newcomers);
        let level = level.unwrap_or(LevelId(0));
        let named = |id: &String| catalogue.rulesets.iter().position(|r| r.id == *id);
        let last_rules = last.map(|last| &last.ruleset);
        let wanted = [options.ruleset.as_ref(), last_rules, their_rules];
        let ruleset = wanted.into_iter().flatten().find_map(named).unwrap_or(0);
        let mut players = players(catalogue, level, &options.sides, options.computer);
        // What is named on the command line begins with the players of the level.
        let again = options.level.is_none() && options.sides.is_empty();
        if let Some(last) = last.filter(|_| again && last_level == Some(level))
            && last.players.len() == players.len()
        {
            players.clone_from(&last.players);
        }
        let last_journey = last.filter(|_| again && last_level == Some(level));
        let last_journey = last_journey.and_then(|last| last.journey.as_ref());
        let journey = last_journey.and_then(|id| catalogue.journeys.id(id));
        let mut chosen = Self {
            level,
            journey,
            ruleset,
            players,
            computer: options.computer,
            start: options.start,
            watch: options.watch.clone(),
            seed: options.seed,
            attacks_of_opportunity: options.attacks_of_opportunity,
            fault: None,
        };
        if let Some(journey) = options.journey {
            chosen.set_out(catalogue, journey, &options.sides);
        }
        chosen
    }

    /// Chooses a journey: a person leads the warband, unless the command line says otherwise.
    fn set_out(&mut self, catalogue: &Catalogue, id: JourneyId, said: &[(String, Player)]) {
        self.fault = None;
        let begun = Journey::begin(catalogue, id).and_then(|(journey, _)| journey.place(catalogue));
        match begun {
            Ok((level, side)) => {
                self.level = level;
                self.journey = Some(id);
                self.players = players(catalogue, level, said, self.computer);
                let sides = catalogue.levels[level].sides.iter().zip(&mut self.players);
                for (at, (def, player)) in sides.enumerate() {
                    if !said.iter().any(|(id, _)| *id == def.id) {
                        *player = match at == side.index() {
                            true => Player::Person,
                            false => Player::Computer(self.computer),
                        };
                    }
                }
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// Chooses the battle that teaches newcomers to play, with its own players and a computer that plays like a
    /// beginner itself: it is to be won by the book.
    pub(super) fn for_newcomers(&mut self, library: &Library) {
        let catalogue = &library.0;
        let Some((level, rules)) = newcomers(catalogue) else {
            return;
        };
        let rules = catalogue.rulesets.iter().position(|r| r.id == *rules);
        self.level = level;
        self.journey = None;
        self.ruleset = rules.unwrap_or(self.ruleset);
        self.players = players(catalogue, level, &[], Profile::NOVICE);
        self.fault = None;
    }

    /// What is to be chosen at the next start.
    fn to_keep(&self, catalogue: &Catalogue) -> Option<LastSetup> {
        Some(LastSetup {
            level: catalogue.levels.name(self.level).to_owned(),
            ruleset: catalogue.rulesets.get(self.ruleset)?.id.clone(),
            players: self.players.clone(),
            journey: self
                .journey
                .map(|id| catalogue.journeys.name(id).to_owned()),
        })
    }

    /// Whether there will be attacks of opportunity; `None` where the rules leave no choice.
    pub fn optional_opportunities(&self, catalogue: &Catalogue) -> Option<bool> {
        let rules = catalogue.rulesets.get(self.ruleset)?;
        let level = catalogue.levels.get(self.level)?;
        let threat = &rules.policies.threat;
        let said = self.attacks_of_opportunity.or(level.attacks_of_opportunity);
        threat.optional.then(|| threat.in_play(said))
    }

    /// The battle that is chosen, at its beginning.
    ///
    /// # Errors
    /// When it cannot be set up; the sentence says why.
    pub fn session(&self, library: &Library) -> Result<Session, String> {
        let catalogue = library.0.clone();
        let rules = catalogue.rulesets.get(self.ruleset).cloned();
        let rules = rules.ok_or("You have no rule system to play by.")?;
        let start = Start {
            catalogue: catalogue.clone(),
            level: self.level,
            rules,
            players: self.players.clone(),
            seed: self.seed,
            attacks_of_opportunity: self.attacks_of_opportunity,
        };
        match self.journey {
            Some(id) => {
                let (journey, setup) = Journey::begin(&catalogue, id)?;
                Session::on_journey(journey, setup, start)
            }
            None => Session::new(start),
        }
    }
}

/// Changes what is chosen.
fn choose(
    mut edits: MessageReader<SetupEdit>,
    library: Res<Library>,
    mut chosen: ResMut<Chosen>,
    mut repairs: ResMut<ChosenRepairs>,
    mut camp: ResMut<ChosenCamp>,
    mut settings: ResMut<Settings>,
) {
    for edit in edits.read() {
        match edit {
            SetupEdit::Level(level) => {
                chosen.level = *level;
                chosen.journey = None;
                chosen.players = players(&library.0, *level, &[], chosen.computer);
                chosen.fault = None;
            }
            SetupEdit::Ruleset(ruleset) => {
                chosen.ruleset = *ruleset;
                chosen.fault = None;
            }
            SetupEdit::Side(side) => {
                let profile = chosen.computer;
                if let Some(player) = chosen.players.get_mut(*side) {
                    *player = player.other(profile);
                }
            }
            SetupEdit::Temper(side) => {
                if let Some(Player::Computer(profile)) = chosen.players.get_mut(*side) {
                    *profile = player::next_temper(*profile);
                }
            }
            SetupEdit::Seed(seed) => chosen.seed = *seed,
            SetupEdit::AttacksOfOpportunity(with) => chosen.attacks_of_opportunity = Some(*with),
            SetupEdit::Journey(journey) => chosen.set_out(&library.0, *journey, &[]),
            SetupEdit::Stay(days) => camp.rest = *days,
            SetupEdit::Hire(place) => {
                if !camp.hired.remove(place) {
                    camp.hired.insert(*place);
                }
            }
            SetupEdit::Repair(wanted) => {
                repairs
                    .0
                    .retain(|one| (one.owner, one.item) != (wanted.owner, wanted.item));
                repairs.0.push(*wanted);
            }
            SetupEdit::Leave(owner, item) => {
                repairs
                    .0
                    .retain(|one| (one.owner, one.item) != (*owner, *item));
            }
        }
        let kept = matches!(
            edit,
            SetupEdit::Level(_)
                | SetupEdit::Journey(_)
                | SetupEdit::Ruleset(_)
                | SetupEdit::Side(_)
                | SetupEdit::Temper(_)
        );
        if kept {
            settings.last = chosen.to_keep(&library.0);
        }
    }
}

/// The level with which newcomers begin, and the id of their rule system.
pub fn newcomers(catalogue: &Catalogue) -> Option<(LevelId, &String)> {
    let mut levels = catalogue.levels.iter();
    levels.find_map(|(id, level)| Some((id, level.newcomers.as_ref()?)))
}

/// What a battle is begun with is chosen at the next start.
fn remember(
    mut commands: MessageReader<Command>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    mut settings: ResMut<Settings>,
) {
    let begins = |command: &Command| matches!(command, Command::Start | Command::Learn);
    if commands.read().any(begins) {
        settings.last = chosen.to_keep(&library.0);
    }
}

/// Who plays the sides of a level, unless the command line says otherwise.
fn players(
    catalogue: &Catalogue,
    level: LevelId,
    said: &[(String, Player)],
    computer: Profile,
) -> Vec<Player> {
    let sides = catalogue
        .levels
        .get(level)
        .map(|l| l.sides.as_slice())
        .unwrap_or_default();
    sides
        .iter()
        .map(|side| {
            let named = said.iter().rev().find(|(id, _)| *id == side.id);
            named.map_or(Player::of(side.control, computer), |(_, player)| *player)
        })
        .collect()
}

pub(super) fn plugin(options: GameOptions) -> impl Plugin {
    move |app: &mut App| {
        let settings = app.world().get_resource::<Settings>();
        let last = settings.and_then(|settings| settings.last.as_ref());
        let chosen = Chosen::of(&options, last);
        app.insert_resource(chosen);
        app.insert_resource(Library(options.catalogue.clone()));
        app.add_systems(Update, choose.in_set(FrameSet::Apply));
        // What a command chooses is known after all of them.
        app.add_systems(Update, remember.in_set(FrameSet::Play));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::shipped;
    use crate::game::testing::options;

    /// Level and rule system that are chosen, by id.
    fn names<'a>(chosen: &Chosen, content: &'a Catalogue) -> (&'a str, &'a str) {
        let rules = &content.rulesets[chosen.ruleset];
        (content.levels.name(chosen.level), &rules.id)
    }

    #[test]
    fn a_start_goes_by_the_command_line_then_by_the_last_time_then_by_the_level_for_newcomers() {
        let content = shipped();
        let options = options(&content);
        let first = Chosen::of(&options, None);
        assert_eq!(names(&first, &content), ("training_ground", "classic_d20"));
        let mut last = first.to_keep(&content).expect("a rule system");
        (last.level, last.ruleset) = ("ford".into(), "amorphous".into());
        last.players.fill(Player::Person);
        let again = Chosen::of(&options, Some(&last));
        assert_eq!(names(&again, &content), ("ford", "amorphous"));
        assert_eq!(again.players, last.players);
        let said = GameOptions {
            level: content.levels.id("ford"),
            ruleset: Some("classic_d20".into()),
            ..options.clone()
        };
        let said = Chosen::of(&said, Some(&last));
        assert_eq!(names(&said, &content), ("ford", "classic_d20"));
        assert_ne!(said.players, last.players, "the level says who plays");
        (last.level, last.ruleset) = ("gone".into(), "gone".into());
        let gone = Chosen::of(&options, Some(&last));
        assert_eq!(names(&gone, &content), ("training_ground", "classic_d20"));
    }

    #[test]
    fn a_journey_begins_with_its_first_level_and_a_person_leads_the_warband() {
        let content = shipped();
        let id = content.journeys.id("salt_road").expect("a journey");
        let first = &content.journeys[id].legs[0];
        let chosen = Chosen::of(
            &GameOptions {
                journey: Some(id),
                ..options(&content)
            },
            None,
        );
        assert_eq!(content.levels.name(chosen.level), first.level);
        let side = content.levels[chosen.level].sides.iter();
        let ours = side.clone().position(|side| side.id == first.side);
        for (at, player) in chosen.players.iter().enumerate() {
            assert_eq!(player.is_person(), Some(at) == ours);
        }
        let session = chosen.session(&Library(content.clone())).unwrap();
        assert_eq!(session.journey.as_ref().map(|journey| journey.leg), Some(0));
        // The next start begins with it again.
        let last = chosen.to_keep(&content).expect("a choice");
        let again = Chosen::of(&options(&content), Some(&last));
        assert_eq!((again.journey, again.level), (Some(id), chosen.level));
        let gone = LastSetup {
            journey: Some("gone".into()),
            ..last
        };
        let gone = Chosen::of(&options(&content), Some(&gone));
        assert_eq!((gone.journey, gone.level), (None, chosen.level));
    }

    #[test]
    fn attacks_of_opportunity_can_be_left_out_where_the_rules_leave_that_open() {
        let content = shipped();
        let chosen = |system: &str, said: Option<bool>| {
            let options = GameOptions {
                ruleset: Some(system.to_owned()),
                attacks_of_opportunity: said,
                ..options(&content)
            };
            Chosen::of(&options, None)
        };
        let shown = |system, said| chosen(system, said).optional_opportunities(&content);
        assert_eq!(shown("age_of_heroes", None), Some(true));
        assert_eq!(shown("age_of_heroes", Some(false)), Some(false));
        assert_eq!(shown("classic_d20", Some(false)), None);
        let library = Library(content.clone());
        let session = chosen("age_of_heroes", Some(false)).session(&library);
        let setup = session.expect("a battle").battle.setup().clone();
        assert_eq!(setup.attacks_of_opportunity, Some(false));
    }
}
