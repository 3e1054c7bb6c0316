//! Playing a scenario and saying what went otherwise than expected.

use std::fmt;
use std::sync::Arc;

use super::bless::compare;
use super::expect::{self, No};
use super::format::{Deed, Defence, Habits, Line, Scenario, When};
use super::{drawing, event_line, script};
use crate::combat::components::Thing;
use crate::combat::request::DefenceChoice;
use crate::combat::{Aim, Battle, Choice, Manner, Request, Seat, Trigger};
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::grid::Square;
use crate::rules::{ActionId, Procedure, Ruleset};

/// What went otherwise than expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Line of `play`, counted from 1; 0 outside of it.
    pub line: usize,
    pub message: String,
    /// What had happened until then, in short notation.
    pub events: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if !self.events.is_empty() {
            write!(f, "\n    what happened: {}", self.events.join("; "))?;
        }
        Ok(())
    }
}

/// A scenario being played.
pub(super) struct Stage {
    pub battle: Battle,
    pub rules: Arc<Ruleset>,
    /// Letters by seat.
    pub letters: Vec<char>,
}

impl Stage {
    pub fn seat(&self, letter: char) -> Result<Seat, String> {
        let index = self.letters.iter().position(|l| *l == letter);
        index
            .and_then(|i| u8::try_from(i).ok())
            .map(Seat)
            .ok_or_else(|| format!("there is no fighter {letter}"))
    }

    pub fn letter(&self, seat: Seat) -> char {
        self.letters.get(seat.index()).copied().unwrap_or('?')
    }

    pub fn action(&self, id: &str) -> Result<ActionId, String> {
        self.rules
            .actions
            .id(id)
            .ok_or_else(|| format!("there is no action \"{id}\""))
    }

    /// Whether an action is a charge.
    fn charges(&self, action: ActionId) -> bool {
        let procedure = self.rules.actions.get(action).map(|def| &def.procedure);
        matches!(procedure, Some(Procedure::Charge(_)))
    }

    /// All events so far in short notation.
    pub fn events(&self) -> Vec<String> {
        let letter = |seat| self.letter(seat);
        let events = self.battle.events();
        events
            .iter()
            .filter_map(|e| event_line(e, &self.rules, self.battle.catalogue(), letter))
            .collect()
    }
}

/// Plays a scenario. `Ok` holds the events in short notation, for `--bless`.
pub fn run(
    scenario: &Scenario,
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
) -> Result<Vec<String>, Failure> {
    let outside = |message: String| Failure {
        line: 0,
        message,
        events: Vec::new(),
    };
    let (setup, letters) = drawing::setup(scenario).map_err(outside)?;
    let seat_of = |letter: char| letters.iter().position(|l| *l == letter).map(|i| i as u8);
    let dice: Vec<_> = scenario
        .dice
        .iter()
        .map(|text| script::parse(text, seat_of))
        .collect::<Result<_, _>>()
        .map_err(outside)?;
    let battle = Battle::new(
        catalogue.clone(),
        rules.clone(),
        &setup,
        Dice::scripted(dice),
    )
    .map_err(|e| outside(e.to_string()))?;
    let mut stage = Stage {
        battle,
        rules: rules.clone(),
        letters,
    };
    check_dice(&stage)
        .and_then(|()| check_spaces(&mut stage, scenario))
        .map_err(outside)?;
    for (i, line) in scenario.play.iter().enumerate() {
        play_line(&mut stage, line, &scenario.habits)
            .and_then(|()| check_dice(&stage))
            .map_err(|message| Failure {
                line: i + 1,
                message,
                events: stage.events(),
            })?;
    }
    let end = |message: String| Failure {
        line: 0,
        message,
        events: stage.events(),
    };
    let left = stage.battle.dice_left_over();
    if !left.is_empty() {
        let left: Vec<_> = left.iter().map(ToString::to_string).collect();
        let left = lettered(&stage, &left.join(", "));
        return Err(end(format!("dice left over: {left}")));
    }
    let events = stage.events();
    if !scenario.events.is_empty() && scenario.events != events {
        let lines = compare(&scenario.events, &events);
        return Err(Failure {
            line: 0,
            message: format!("the events (+) are not the expected ones (-):{lines}"),
            events: Vec::new(),
        });
    }
    Ok(events)
}

/// Whoever is drawn on several squares fills these.
fn check_spaces(stage: &mut Stage, scenario: &Scenario) -> Result<(), String> {
    for (fighter, letter) in stage.battle.view().combatants.iter().zip(&stage.letters) {
        if let Some(area) = fighter.area {
            let space: Vec<Square> = area.squares().collect();
            drawing::check_space(scenario, *letter, &space)?;
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
        Line::Do(letter, deed) => {
            let choice = until_asked(stage, *letter, deed, habits)?;
            stage.battle.submit(choice).map_err(|refusal| {
                let rule = refusal.rule.map(|r| stage.rules.rule_name(r).to_owned());
                format!("refused [{}]: {}", rule.unwrap_or_default(), refusal.reason)
            })?;
            follow_habits(stage, habits);
            Ok(())
        }
        Line::Refused(letter, deed, rule) => {
            let choice = until_asked(stage, *letter, deed, habits)?;
            let before = (stage.battle.digest(), stage.battle.events().len());
            match stage.battle.submit(choice) {
                Ok(()) => Err("this was not refused".to_owned()),
                Err(_) if before != (stage.battle.digest(), stage.battle.events().len()) => {
                    Err("the refusal changed something".to_owned())
                }
                Err(refusal) => {
                    let cited = refusal.rule.map_or("", |r| stage.rules.rule_name(r));
                    if rule.is_empty() || cited == rule {
                        Ok(())
                    } else {
                        Err(format!(
                            "refused under \"{cited}\", expected \"{rule}\": {}",
                            refusal.reason
                        ))
                    }
                }
            }
        }
        Line::Expect(expected) => expect::holds(stage, expected).map_err(|no| no.to_string()),
        Line::ExpectNot(expected) => match expect::holds(stage, expected) {
            Ok(()) => Err(format!("{expected:?} holds, but should not")),
            Err(No::Otherwise(_)) => Ok(()),
            Err(No::Senseless(why)) => Err(why),
        },
    }
}

/// The choice that a deed means, once its doer is the one who is asked.
fn until_asked(
    stage: &mut Stage,
    letter: char,
    deed: &Deed,
    habits: &Habits,
) -> Result<Choice, String> {
    let seat = stage.seat(letter)?;
    for _ in 0..200 {
        let Some(request) = stage.battle.request().cloned() else {
            return Err(format!("{letter} cannot act: the battle is over"));
        };
        let turn = matches!(request, Request::Turn { .. });
        if turn && matches!(deed, Deed::Aside { .. }) {
            return choice(stage, seat, deed, &request);
        }
        let asked = request.seat().is_none_or(|s| s == seat);
        // A readied action may be aimed anew when it is taken.
        let aimed = matches!(
            (&request, deed),
            (
                Request::Readied { .. } | Request::Respond { .. },
                Deed::Act { .. }
            )
        );
        let fits = is_answer(deed) != matches!(request, Request::Turn { .. });
        if asked && (fits || aimed || is_end(deed)) {
            return choice(stage, seat, deed, &request);
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
            .map_err(|r| format!("habit refused: {}", r.reason))?;
    }
    Err(format!("{letter} is never asked"))
}

/// Answers everything that habits cover, so that expectations see the dust settled.
fn follow_habits(stage: &mut Stage, habits: &Habits) {
    for _ in 0..200 {
        let Some(request) = stage.battle.request().cloned() else {
            return;
        };
        if matches!(request, Request::Turn { .. }) {
            return;
        }
        let Some(habit) = habitual(&request, habits) else {
            return;
        };
        if stage.battle.submit(habit).is_err() {
            return;
        }
    }
}

/// Whom a battle waits for, and for what.
pub(super) fn waits(stage: &Stage, request: &Request) -> String {
    let who = request.seat().map_or('-', |s| stage.letter(s));
    format!("{who}, {}", kind(request))
}

/// What anybody can be asked, in one word each.
pub(super) const KINDS: [&str; 14] = [
    "deploy",
    "turn",
    "come_in",
    "opportunity",
    "readied",
    "defence",
    "defend_other",
    "coverage",
    "push_to",
    "counter",
    "yield",
    "help",
    "spend_fate",
    "respond",
];

/// A request's kind in one word.
pub(super) fn kind(request: &Request) -> &'static str {
    match request {
        Request::Deploy { .. } => "deploy",
        Request::Turn { .. } => "turn",
        Request::ComeIn { .. } => "come_in",
        Request::Opportunity { .. } => "opportunity",
        Request::Readied { .. } => "readied",
        Request::Defence { .. } => "defence",
        Request::DefendOther { .. } => "defend_other",
        Request::Coverage { .. } => "coverage",
        Request::PushTo { .. } => "push_to",
        Request::Counter { .. } => "counter",
        Request::Yield { .. } => "yield",
        Request::Help { .. } => "help",
        Request::SpendFate { .. } => "spend_fate",
        Request::Respond { .. } => "respond",
    }
}

fn is_end(deed: &Deed) -> bool {
    matches!(deed, Deed::EndTurn | Deed::Surrender)
}

fn is_answer(deed: &Deed) -> bool {
    matches!(
        deed,
        Deed::Yes
            | Deed::YesWith(_)
            | Deed::No
            | Deed::Nothing
            | Deed::Dodge
            | Deed::Block
            | Deed::DodgeTen
            | Deed::BlockTen
            | Deed::PushTo(..)
            | Deed::Pick(_)
            | Deed::YesInstead(_)
            | Deed::Place(_)
    )
}

fn habitual(request: &Request, habits: &Habits) -> Option<Choice> {
    let yes_no = |habit: Option<bool>| {
        habit.map(|yes| {
            if yes {
                Choice::Accept { form: None }
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

fn defend(defence: Defence) -> DefenceChoice {
    match defence {
        Defence::Nothing => DefenceChoice::Nothing,
        Defence::Dodge => DefenceChoice::Dodge { take_ten: false },
        Defence::Block => DefenceChoice::Block { take_ten: false },
        Defence::DodgeTen => DefenceChoice::Dodge { take_ten: true },
        Defence::BlockTen => DefenceChoice::Block { take_ten: true },
    }
}

fn choice(stage: &mut Stage, seat: Seat, deed: &Deed, request: &Request) -> Result<Choice, String> {
    let act = |action, aim, form| {
        Ok(Choice::Act {
            action,
            aim,
            form,
            manner: Manner::default(),
        })
    };
    match deed {
        Deed::Act {
            action,
            at,
            with,
            path,
            other_lethality,
            both_weapons,
            item,
            instead,
            kind,
            begins,
            spot,
            several,
            defensively,
        } => {
            let id = stage.action(action)?;
            let weapon = |stage: &Stage, name: &String| {
                let weapons = &stage.battle.catalogue().weapons;
                weapons
                    .id(name)
                    .ok_or_else(|| format!("there is no weapon \"{name}\""))
            };
            let group: Result<Vec<Seat>, String> =
                several.iter().map(|letter| stage.seat(*letter)).collect();
            let group = group?;
            let aim = match (at, path.is_empty(), item) {
                _ if !group.is_empty() => Aim::Several(group),
                (None, true, None) if spot.is_some() => {
                    let (x, y) = spot.unwrap_or_default();
                    Aim::Spot(Square::new(x, y))
                }
                _ if begins.is_some() => {
                    Aim::Begin(stage.action(begins.as_deref().unwrap_or_default())?)
                }
                (Some(target), true, Some(item)) => Aim::Held(
                    stage.seat(*target)?,
                    match item.as_str() {
                        "shield" => Thing::Shield,
                        _ => Thing::Weapon(weapon(stage, item)?),
                    },
                ),
                (Some(target), false, _) => Aim::Charge(stage.seat(*target)?, squares(path)),
                (Some(target), true, _) if stage.charges(id) => {
                    Aim::Charge(stage.seat(*target)?, Vec::new())
                }
                (Some(target), true, _) => Aim::At(stage.seat(*target)?),
                (None, false, _) => Aim::Along(squares(path)),
                (None, true, Some(item)) => Aim::Item(weapon(stage, item)?),
                (None, true, None) => Aim::None,
            };
            let manner = Manner {
                other_lethality: *other_lethality,
                both_weapons: *both_weapons,
                instead: instead.as_deref().map(|id| stage.action(id)).transpose()?,
                kind: *kind,
                defensively: *defensively,
            };
            let deed = |form| Choice::Act {
                action: id,
                aim: aim.clone(),
                form,
                manner,
            };
            Ok(match with {
                Some(name) => deed(Some(form(stage, seat, name)?)),
                // A full attack under way knows itself which attack is next.
                None if stage.battle.check(&deed(None)).is_ok() => deed(None),
                None => deed(first_form(stage, seat)),
            })
        }
        Deed::Aside { action, at, item } => {
            let plain = Deed::Act {
                action: action.clone(),
                at: *at,
                with: None,
                path: Vec::new(),
                other_lethality: false,
                both_weapons: false,
                item: item.clone(),
                defensively: false,
                several: Vec::new(),
                spot: None,
                begins: None,
                instead: None,
                kind: None,
            };
            match choice(stage, seat, &plain, request)? {
                Choice::Act {
                    action, aim, form, ..
                } => Ok(Choice::Aside {
                    seat,
                    action,
                    aim,
                    form,
                }),
                other => Ok(other),
            }
        }
        Deed::Attack(target) => {
            let aim = Aim::At(stage.seat(*target)?);
            act(stage.action("attack")?, aim, first_form(stage, seat))
        }
        Deed::AttackWith(target, name) => {
            let aim = Aim::At(stage.seat(*target)?);
            act(stage.action("attack")?, aim, Some(form(stage, seat, name)?))
        }
        Deed::Move(path) => act(stage.action("move")?, Aim::Along(squares(path)), None),
        Deed::Charge(target) => {
            let aim = Aim::Charge(stage.seat(*target)?, Vec::new());
            act(stage.action("charge")?, aim, first_form(stage, seat))
        }
        Deed::Ready { action, when, who } => {
            let who = who.map(|letter| stage.seat(letter)).transpose()?;
            let trigger = match when {
                When::Attacks => Trigger::Attacks { who },
                When::ComesInReach => Trigger::ComesInReach { who },
                When::Moves => Trigger::Moves { who },
                When::Uses => Trigger::Uses { who },
            };
            let aim = Aim::Prepare {
                action: stage.action(action)?,
                trigger,
            };
            act(stage.action("ready")?, aim, first_form(stage, seat))
        }
        Deed::EndTurn => Ok(Choice::EndTurn),
        Deed::Surrender => Ok(Choice::Surrender),
        Deed::Yes => Ok(Choice::Accept { form: None }),
        Deed::YesWith(name) => Ok(Choice::Accept {
            form: Some(form(stage, seat, name)?),
        }),
        Deed::No => Ok(Choice::Decline),
        Deed::Nothing => Ok(Choice::Defend(DefenceChoice::Nothing)),
        Deed::Dodge => Ok(Choice::Defend(defend(Defence::Dodge))),
        Deed::Block => Ok(Choice::Defend(defend(Defence::Block))),
        Deed::DodgeTen => Ok(Choice::Defend(defend(Defence::DodgeTen))),
        Deed::BlockTen => Ok(Choice::Defend(defend(Defence::BlockTen))),
        Deed::Pick(friend) => Ok(Choice::Pick(stage.seat(*friend)?)),
        Deed::YesInstead(action) => match request {
            Request::Opportunity { target, .. } => {
                act(stage.action(action)?, Aim::At(*target), None)
            }
            _ => Err("this is no opportunity".to_owned()),
        },
        Deed::PushTo(x, y) => Ok(Choice::PushTo(Square::new(*x, *y))),
        Deed::Place(places) => match request {
            Request::Deploy { .. } => Ok(Choice::Place(squares(places))),
            _ => Err("nobody is asked to be placed".to_owned()),
        },
    }
}

fn squares(path: &[(i16, i16)]) -> Vec<Square> {
    path.iter().map(|(x, y)| Square::new(*x, *y)).collect()
}

fn form(stage: &mut Stage, seat: Seat, name: &str) -> Result<u8, String> {
    let view = stage.battle.view();
    let forms = &view.combatants[seat.index()].forms;
    let found = forms.iter().position(|f| f.name.eq_ignore_ascii_case(name));
    found.and_then(|i| u8::try_from(i).ok()).ok_or_else(|| {
        let names: Vec<_> = forms.iter().map(|f| f.name.as_str()).collect();
        format!(
            "there is no attack \"{name}\"; there are {}",
            names.join(", ")
        )
    })
}

/// The first form that can be used now.
pub(super) fn first_form(stage: &mut Stage, seat: Seat) -> Option<u8> {
    let view = stage.battle.view();
    let forms = &view.combatants.get(seat.index())?.forms;
    forms
        .iter()
        .position(|f| f.ready)
        .or(Some(0))
        .and_then(|i| u8::try_from(i).ok())
}
