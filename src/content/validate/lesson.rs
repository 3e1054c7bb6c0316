//! Lessons: names, places and words that exist, and conditions that can come about.

use super::pointer::Pointer;
use crate::content::Code;
use crate::content::draft::Draft;
use crate::content::lesson::{Done, LONGEST, LessonDef, PointsAt, WORDS};
use crate::content::level::{LevelDef, Mark};
use crate::content::nearest::nearest;
use crate::grid::Square;

/// Checks the lessons of a level.
pub(super) fn check(draft: &Draft, p: &mut Pointer<'_, LevelDef>) {
    for (i, lesson) in p.def().lessons.iter().enumerate() {
        let number = i.to_string();
        let at = |field| ["lessons", number.as_str(), field];
        let named = !lesson.title.trim().is_empty();
        p.demand(named, &at("title"), "a lesson needs a title");
        text(p, &at("text"), lesson);
        actions(draft, p, &number, lesson);
        points_at(p, &at("points_at"), lesson);
        done(p, &number, lesson);
    }
}

fn text(p: &mut Pointer<'_, LevelDef>, at: &[&str], lesson: &LessonDef) {
    let told = !lesson.text.trim().is_empty();
    p.demand(told, at, "a lesson needs a text");
    let letters = lesson.text.chars().count();
    if letters > LONGEST {
        let message = format!("this text has {letters} letters; its card has room for {LONGEST}");
        p.report(at, Code::Sense, message);
    }
    for word in lesson.words() {
        if !WORDS.contains(&word) {
            let choices = WORDS.map(|word| format!("{{{word}}}")).join(" or ");
            let near = nearest(word, WORDS);
            let mean = near.map_or_else(String::new, |near| format!(" (did you mean {{{near}}}?)"));
            let message = format!("{{{word}}} is no word of a rule system; use {choices}{mean}");
            p.report(at, Code::UnknownName, message);
        }
    }
    let speaks = lesson.words().any(|word| word == "action");
    p.demand(
        !speaks || !lesson.actions.is_empty(),
        at,
        "this text names {action}, but the lesson has no actions",
    );
}

/// The ids of all actions and abilities that any rule system has.
fn actions(draft: &Draft, p: &mut Pointer<'_, LevelDef>, number: &str, lesson: &LessonDef) {
    let shelves = || {
        let rulesets = draft.known_rulesets();
        rulesets.map(|(_, ruleset)| (&ruleset.actions, &ruleset.abilities))
    };
    if shelves().any(|(actions, abilities)| actions.broken || abilities.broken) {
        return;
    }
    let known = || shelves().flat_map(|(actions, others)| actions.names().chain(others.names()));
    for (i, action) in lesson.actions.iter().enumerate() {
        let path = ["lessons", number, "actions", &i.to_string()];
        p.name(&path, "action", action, known());
    }
}

fn points_at(p: &mut Pointer<'_, LevelDef>, at: &[&str], lesson: &LessonDef) {
    match &lesson.points_at {
        Some(PointsAt::Square(square)) => on_map(p, at, *square),
        Some(PointsAt::Combatant(name)) => {
            let path = [at, &["0"]].concat();
            p.name(&path, "combatant", name, names(p.def()));
        }
        Some(PointsAt::Action) => p.demand(
            !lesson.actions.is_empty(),
            at,
            "this lesson points at its action, but has no actions",
        ),
        Some(PointsAt::NearestEnemy | PointsAt::EndTurn) | None => {}
    }
}

fn done(p: &mut Pointer<'_, LevelDef>, number: &str, lesson: &LessonDef) {
    for (i, done) in lesson.done.iter().enumerate() {
        let i = i.to_string();
        let at = ["lessons", number, "done", &i];
        match done {
            Done::MovedTo(square) => on_map(p, &at, *square),
            Done::Acted => p.demand(
                !lesson.actions.is_empty(),
                &at,
                "this lesson ends with its action, but has no actions",
            ),
            _ => {}
        }
    }
}

/// A square that is meant lies on the map.
fn on_map(p: &mut Pointer<'_, LevelDef>, at: &[&str], square: Square) {
    let rows = &p.def().map;
    let row = usize::try_from(square.y).ok().and_then(|y| rows.get(y));
    let width = row.map_or(0, |row| row.chars().count());
    if usize::try_from(square.x).is_ok_and(|x| x < width) {
        return;
    }
    let (width, height) = (
        rows.first().map_or(0, |row| row.chars().count()),
        rows.len(),
    );
    let message = format!(
        "the square ({}, {}) is not on the map, which has {width} by {height}",
        square.x, square.y
    );
    p.report(at, Code::Map, message);
}

/// The names that the level gives to combatants.
fn names(level: &LevelDef) -> impl Iterator<Item = &str> {
    let drawn = level.legend.values().filter_map(|mark| match mark {
        Mark::Combatant { name, .. } => name.as_deref(),
        _ => None,
    });
    let members = level.sides.iter().flat_map(|side| {
        let waves = side.reinforcements.iter().flat_map(|wave| &wave.members);
        side.members.iter().chain(waves)
    });
    drawn.chain(members.filter_map(|member| member.name.as_deref()))
}
