//! Playing a scenario and saying what went otherwise than expected.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::bless::compare;
use super::expect::{self, No};
use super::format::{Habits, Line, Mending, Scenario, Scripted};
use super::names::{Misnomer, misnomers};
use super::report::{brought, sums};
use super::scripted::{choice, defend};
use super::stage::{Stage, kind};
use super::{drawing, script};
use crate::combat::contract::Repair;
use crate::combat::{Battle, Choice, Request, Rest, Seat};
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::grid::Square;
use crate::rules::Ruleset;

/// What went otherwise than expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Line of `play`, counted from 1; 0 outside of it.
    pub line: usize,
    pub message: String,
    /// Every die and modifier of the rolls that the line brought about, or else of the last one.
    pub sums: Vec<String>,
    /// What had happened until then, in short notation; marked if it rests on dice of no script.
    pub events: Vec<String>,
    /// What attacks have from the weapons that they are named after.
    pub brought: Vec<String>,
}

impl Failure {
    /// Before anything has happened.
    fn outside(message: impl Into<String>) -> Self {
        Self {
            line: 0,
            message: message.into(),
            sums: Vec::new(),
            events: Vec::new(),
            brought: Vec::new(),
        }
    }
}

impl From<Vec<Misnomer>> for Failure {
    fn from(misnomers: Vec<Misnomer>) -> Self {
        let lines: Vec<String> = misnomers.iter().map(ToString::to_string).collect();
        Self {
            line: misnomers.first().map_or(0, Misnomer::line),
            ..Self::outside(lines.join("\n  "))
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        for line in &self.sums {
            write!(f, "\n    {line}")?;
        }
        if !self.events.is_empty() {
            write!(f, "\n    what happened: {}", self.events.join("; "))?;
        }
        for line in &self.brought {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

/// A scenario that holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Every event of its last battle in short notation.
    pub events: Vec<String>,
    /// Ids of the rules that events, the modifiers of rolls and refusals cited.
    pub cited: BTreeSet<String>,
}

/// Plays a scenario. `Ok` holds the events in short notation, for `--bless`.
pub fn run(
    scenario: &Scenario,
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
) -> Result<Vec<String>, Failure> {
    play(scenario, catalogue, rules).map(|played| played.events)
}

/// Plays a scenario, and notes which rules were cited in it.
pub fn play(
    scenario: &Scenario,
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
) -> Result<Played, Failure> {
    Player::default().play(scenario, catalogue, rules)
}

/// Plays many scenarios, each in place of the one before: most are over sooner than the systems of a new
/// battle are ready.
#[derive(Default)]
pub struct Player {
    /// The battle of the last one that held.
    spare: Option<Battle>,
}

impl Player {
    /// Plays a scenario, and notes which rules were cited in it.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        catalogue: &Arc<Catalogue>,
        rules: &Arc<Ruleset>,
    ) -> Result<Played, Failure> {
        let (played, battle) = play_after(self.spare.take(), scenario, catalogue, rules)?;
        self.spare = Some(battle);
        Ok(played)
    }
}

/// Plays a scenario in place of another battle; gives its own back.
fn play_after(
    spare: Option<Battle>,
    scenario: &Scenario,
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
) -> Result<(Played, Battle), Failure> {
    let outside = |message: String| Failure::outside(message);
    let strange = misnomers(scenario, catalogue, rules);
    if !strange.is_empty() {
        return Err(strange.into());
    }
    let (setup, letters) = drawing::setup(scenario).map_err(outside)?;
    if scenario.attacks_of_opportunity.is_some() && !rules.policies.threat.optional {
        let name = &rules.policies.name;
        let message = format!(
            "{name} does not leave attacks of opportunity open: take attacks_of_opportunity away"
        );
        return Err(outside(message));
    }
    let seat_of = |letter: char| letters.iter().position(|l| *l == letter).map(|i| i as u8);
    let dice: Vec<_> = scenario
        .dice
        .iter()
        .map(|text| script::parse(text, seat_of))
        .collect::<Result<_, _>>()
        .map_err(outside)?;
    let (catalogue_too, rules_too) = (catalogue.clone(), rules.clone());
    let dice = Dice::scripted(dice);
    let battle = match spare {
        Some(spare) => spare.another(catalogue_too, rules_too, &setup, dice),
        None => Battle::new(catalogue_too, rules_too, &setup, dice),
    };
    let battle = battle.map_err(|e| outside(e.to_string()))?;
    let mut stage = Stage {
        battle,
        rules: rules.clone(),
        letters,
        before: 0,
        cited: BTreeSet::new(),
    };
    let failed = |stage: &mut Stage, line: usize, message: String| Failure {
        line,
        message,
        sums: sums(stage),
        events: stage.told(),
        brought: brought(scenario, catalogue, rules),
    };
    check_dice(&stage)
        .and_then(|()| check_spaces(&mut stage, scenario))
        .map_err(|message| failed(&mut stage, 0, message))?;
    // Questions at the very beginning are answered by habit too, unless the first line answers them.
    let answers = |line: &Line| matches!(line, Line::Do(_, scripted) if is_answer(scripted));
    if !scenario.play.first().is_some_and(answers) {
        follow_habits(&mut stage, &scenario.habits)
            .and_then(|()| check_dice(&stage))
            .map_err(|message| failed(&mut stage, 0, message))?;
    }
    for (i, line) in scenario.play.iter().enumerate() {
        if !matches!(line, Line::Expect(_) | Line::ExpectNot(_)) {
            stage.before = stage.battle.events().len();
        }
        play_line(&mut stage, line, &scenario.habits)
            .and_then(|()| check_dice(&stage))
            .map_err(|message| failed(&mut stage, i + 1, message))?;
    }
    let left = stage.battle.dice_left_over();
    if !left.is_empty() {
        let left: Vec<_> = left.iter().map(ToString::to_string).collect();
        let left = lettered(&stage, &left.join(", "));
        let message = format!("dice left over: {left}");
        return Err(failed(&mut stage, 0, message));
    }
    check_totals(&stage).map_err(|message| failed(&mut stage, 0, message))?;
    let events = stage.events();
    if !scenario.events.is_empty() && scenario.events != events {
        let lines = compare(&scenario.events, &events);
        let message = format!("the events (+) are not the expected ones (-):{lines}");
        return Err(Failure::outside(message));
    }
    stage.note_cited();
    let names = stage.cited.iter().map(|rule| rules.rule_name(*rule));
    let played = Played {
        events,
        cited: names.map(str::to_owned).collect(),
    };
    Ok((played, stage.battle))
}

/// A combatant that is drawn on several squares fills these.
fn check_spaces(stage: &mut Stage, scenario: &Scenario) -> Result<(), String> {
    for (fighter, letter) in stage.battle.view().combatants.iter().zip(&stage.letters) {
        if let Some(area) = fighter.area {
            let space: Vec<Square> = area.squares().collect();
            drawing::check_space(scenario, *letter, &space)?;
        }
    }
    Ok(())
}

/// The listed parts of every total add up to it.
fn check_totals(stage: &Stage) -> Result<(), String> {
    for event in stage.battle.events() {
        for (total, parts) in event.totals() {
            if total != parts {
                let kind = &event.kind;
                return Err(format!("the parts of {total} add up to {parts}: {kind:?}"));
            }
        }
    }
    Ok(())
}

fn check_dice(stage: &Stage) -> Result<(), String> {
    let fault = stage.battle.dice_fault();
    fault.map_or(Ok(()), |fault| Err(lettered(stage, &fault.to_string())))
}

/// A message about dice with the fighters' letters instead of their seats.
fn lettered(stage: &Stage, message: &str) -> String {
    let seats = stage.letters.iter().enumerate().rev();
    seats.fold(message.to_owned(), |text, (seat, letter)| {
        text.replace(&format!("seat {seat}"), &letter.to_string())
    })
}

fn play_line(stage: &mut Stage, line: &Line, habits: &Habits) -> Result<(), String> {
    match line {
        Line::Do(letter, scripted) => {
            let choice = until_asked(stage, *letter, scripted, habits)?;
            stage.battle.submit(choice).map_err(|refusal| {
                let rule = refusal.rule.map(|r| stage.rules.rule_name(r).to_owned());
                let reason = stage.battle.tell(&refusal);
                format!("refused [{}]: {reason}", rule.unwrap_or_default())
            })?;
            follow_habits(stage, habits)
        }
        Line::Refused(letter, scripted, rule) => {
            let choice = until_asked(stage, *letter, scripted, habits)?;
            let state = |stage: &Stage| (stage.battle.snapshot(), stage.battle.events().len());
            let before = state(stage);
            match stage.battle.submit(choice) {
                Ok(()) => Err("this was not refused".to_owned()),
                Err(_) if before != state(stage) => Err("the refusal changed something".to_owned()),
                Err(refusal) => {
                    stage.cited.extend(refusal.rule);
                    let cited = refusal.rule.map_or("", |r| stage.rules.rule_name(r));
                    if rule.is_empty() || cited == rule {
                        Ok(())
                    } else {
                        let reason = stage.battle.tell(&refusal);
                        Err(format!(
                            "refused under \"{cited}\", expected \"{rule}\": {reason}"
                        ))
                    }
                }
            }
        }
        Line::NextBattle {
            fresh,
            rest,
            repairs,
        } => next_battle(stage, fresh, *rest, repairs),
        Line::Expect(expected) => expect::holds(stage, expected).map_err(|no| no.to_string()),
        Line::ExpectNot(expected) => match expect::holds(stage, expected) {
            Ok(()) => Err(format!("{expected:?} holds, but should not")),
            Err(No::Otherwise(_)) => Ok(()),
            Err(No::Senseless(why)) => Err(why),
        },
    }
}

/// Begins another battle with what this one has left; the dice go on where they were.
fn next_battle(
    stage: &mut Stage,
    fresh: &[char],
    rest: Rest,
    repairs: &[Mending],
) -> Result<(), String> {
    if stage.battle.outcome().is_none() {
        return Err("this battle is not over yet".to_owned());
    }
    let fresh: Result<Vec<Seat>, String> = fresh.iter().map(|who| stage.seat(*who)).collect();
    let repairs: Result<Vec<Repair>, String> = repairs
        .iter()
        .map(|mending| {
            let repair = stage.repair(mending.by, mending.of, mending.item)?;
            let allowed = stage.battle.may_repair(repair, rest);
            allowed.map_err(|refusal| format!("refused: {}", stage.battle.tell(&refusal)))?;
            Ok(repair)
        })
        .collect();
    let (setup, who) = stage.battle.aftermath(&fresh?, rest, &repairs?);
    let mut dice = stage.battle.dice_left_over().to_vec();
    for die in &mut dice {
        let seat = |old: u8| who.iter().position(|seat| *seat == Seat(old));
        die.who = die
            .who
            .and_then(seat)
            .and_then(|new| u8::try_from(new).ok());
    }
    let catalogue = stage.battle.catalogue().clone();
    let letters = who.iter().map(|seat| stage.letter(*seat)).collect();
    stage.note_cited();
    stage.battle = Battle::new(catalogue, stage.rules.clone(), &setup, Dice::scripted(dice))
        .map_err(|error| error.to_string())?;
    stage.letters = letters;
    stage.before = 0;
    Ok(())
}

/// The choice that an action means, once its doer is the one who is asked.
fn until_asked(
    stage: &mut Stage,
    letter: char,
    scripted: &Scripted,
    habits: &Habits,
) -> Result<Choice, String> {
    let seat = stage.seat(letter)?;
    for _ in 0..200 {
        let Some(request) = stage.battle.request().cloned() else {
            return Err(format!("{letter} cannot act: the battle is over"));
        };
        let open = !matches!(request, Request::Deploy { .. });
        if open && matches!(scripted, Scripted::Aside { .. }) {
            return choice(stage, seat, scripted, &request);
        }
        let asked = request.seat().is_none_or(|s| s == seat);
        // A readied action may be aimed anew when it is taken, and an attack of opportunity says its kind of damage.
        let aimed = matches!(
            (&request, scripted),
            (
                Request::Readied { .. } | Request::Respond { .. } | Request::Opportunity { .. },
                Scripted::Act { .. }
            )
        );
        let fits = is_answer(scripted) != matches!(request, Request::Turn { .. });
        if asked && (fits || aimed || is_end(scripted)) {
            return choice(stage, seat, scripted, &request);
        }
        let Some(habit) = habitual(&request, habits) else {
            return Err(format!(
                "{letter} is not asked; the battle waits for {}",
                waits(stage, &request)
            ));
        };
        stage
            .battle
            .submit(habit)
            .map_err(|r| format!("auto-response refused: {}", stage.battle.tell(&r)))?;
    }
    Err(format!("{letter} gets no request"))
}

/// Answers everything that habits cover, so that expectations see the dust settled. A habit that is
/// refused is a failure: it would leave the question open without a word.
fn follow_habits(stage: &mut Stage, habits: &Habits) -> Result<(), String> {
    for _ in 0..200 {
        let Some(request) = stage.battle.request().cloned() else {
            break;
        };
        if matches!(request, Request::Turn { .. }) {
            break;
        }
        let Some(habit) = habitual(&request, habits) else {
            break;
        };
        stage.battle.submit(habit).map_err(|refusal| {
            let (asked, reason) = (waits(stage, &request), stage.battle.tell(&refusal));
            format!("the habit for {asked} is refused: {reason}")
        })?;
    }
    Ok(())
}

/// Whom a battle waits for, and for what.
pub(super) fn waits(stage: &Stage, request: &Request) -> String {
    let who = request.seat().map_or('-', |s| stage.letter(s));
    format!("{who}, {}", kind(request))
}

fn is_end(scripted: &Scripted) -> bool {
    matches!(scripted, Scripted::EndTurn | Scripted::Surrender)
}

fn is_answer(scripted: &Scripted) -> bool {
    matches!(
        scripted,
        Scripted::Yes
            | Scripted::YesWith(_)
            | Scripted::No
            | Scripted::NotThisMove
            | Scripted::Nothing
            | Scripted::Dodge
            | Scripted::Block
            | Scripted::DodgeTen
            | Scripted::BlockTen
            | Scripted::PushTo(..)
            | Scripted::DropAt(..)
            | Scripted::Pick(_)
            | Scripted::YesInstead(_)
            | Scripted::Place(_)
    )
}

fn habitual(request: &Request, habits: &Habits) -> Option<Choice> {
    let yes_no = |habit: Option<bool>| {
        habit.map(|yes| {
            if yes {
                Choice::Accept { mode: None }
            } else {
                Choice::Decline
            }
        })
    };
    match request {
        Request::Turn { .. } if habits.pass => Some(Choice::EndTurn),
        Request::Opportunity { .. } => yes_no(habits.opportunity),
        Request::Readied { .. } => yes_no(habits.readied),
        Request::ComeIn { .. } => yes_no(habits.come_in),
        Request::Counter { .. } => yes_no(habits.counter),
        Request::Yield { .. } => yes_no(habits.yields),
        Request::DefendOther { .. } => yes_no(habits.defend_other),
        Request::Coverage { .. } => yes_no(habits.coverage),
        Request::Defence { .. } => habits
            .defence
            .map(|defence| Choice::Defend(defend(defence))),
        _ => None,
    }
}
