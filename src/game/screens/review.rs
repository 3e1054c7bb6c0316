//! Beside the figures of a battle: the moments that decided it, each with a way to watch it again, and what
//! the dice gave against what could be expected of them.

use bevy::prelude::*;

use crate::ai::{AttackRoll, Luck, Moment, Review};
use crate::combat::{EventKind, SideId};
use crate::game::colours::Tint;
use crate::game::intent::{Command, Intent, Intents};
use crate::game::session::Session;
use crate::game::widgets::{
    Look, Tip, button_body, column, heading, parchment, scrolling, side_text, tabbed, text,
};
use crate::game::{FrameSet, Menu, Screen, theme, words};
use crate::narrate::{Mark, Told, Weight, tell_all};

/// A moment that this number key watches again, counted from 0.
#[derive(Component)]
struct Numbered(usize);

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Victory).and_then(in_state(Menu::None));
    app.add_systems(Update, keys.in_set(FrameSet::Input).run_if(here));
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    moments: Query<(&Numbered, &Intent)>,
    mut intents: Intents,
) {
    let digits = [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3];
    let pressed = digits.iter().position(|key| keys.just_pressed(*key));
    let wanted = moments.iter().find(|(moment, _)| Some(moment.0) == pressed);
    if let Some((_, does)) = wanted {
        intents.send(does.clone());
    }
}

/// Spawns the sheet.
pub fn spawn(veil: &mut ChildSpawnerCommands<'_>, session: &Session, review: &Review) {
    veil.spawn((
        Node {
            width: px(330),
            max_height: percent(92),
            margin: UiRect::left(px(10)),
            padding: UiRect::axes(px(22), px(20)),
            ..column(4.0)
        },
        parchment(),
    ))
    .with_children(|sheet| {
        sheet
            .spawn(scrolling(column(4.0)))
            .with_children(|sheet| fill(sheet, session, review));
    });
}

/// What stands on the sheet.
pub fn fill(sheet: &mut ChildSpawnerCommands<'_>, session: &Session, review: &Review) {
    if !review.moments.is_empty() {
        sheet.spawn(heading("What decided it"));
    }
    for (number, moment) in (1..).zip(&review.moments) {
        moment_line(sheet, session, number, moment);
    }
    sheet.spawn(heading("Luck"));
    for line in luck(session, review) {
        let mut words = sheet.spawn(text(line.words, line.font, theme::INK));
        if let Some(side) = line.side {
            words.insert(Tint::Side(side.index()));
        }
    }
}

/// A moment in a sentence; a click, or its number, watches it again.
fn moment_line(
    sheet: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    number: usize,
    moment: &Moment,
) {
    let watch = Command::WatchOver(Some(moment.events.start));
    let words = format!("Round {}: {}", moment.round, told(session, moment));
    let gained = session.cast.side_within(moment.gained);
    let node = Node {
        flex_shrink: 0.0,
        ..column(0.0)
    };
    sheet
        .spawn((
            button_body(watch, Look::Line, true),
            tabbed(),
            Numbered(number - 1),
            Tip(format!("{number}: watch it again")),
        ))
        .insert(Node {
            padding: UiRect::axes(px(6), px(3)),
            ..node
        })
        .with_children(|line| {
            line.spawn(text(words, theme::body(14.0), theme::INK));
            let (words, side) = (format!("for {gained}"), moment.gained.index());
            line.spawn(side_text(words, theme::bold(13.0), side));
        });
}

/// The line of the log that says most about a moment.
fn told(session: &Session, moment: &Moment) -> String {
    let events = session.battle.events().iter().enumerate();
    let events = events.skip(moment.events.start).take(moment.events.len());
    let lines = tell_all(events, &session.cast);
    let says = |mark| match mark {
        Mark::Fall => 4,
        Mark::Hit => 3,
        Mark::Ability => 2,
        Mark::Miss => 1,
        Mark::Move | Mark::Plain => 0,
    };
    let lines = lines.into_iter().map(|(_, told)| told).rev();
    // Of two that say as much, the one about an enemy of the side that gained.
    let enemy = |told: &Told| {
        let last = told.about.last();
        last.is_some_and(|seat| session.battle.side_of(*seat) != moment.gained)
    };
    let most = lines.max_by_key(|told| {
        let action = told.weight == Weight::Action;
        (action, says(told.mark), enemy(told))
    });
    most.map_or_else(String::new, |told| by_whom(session, moment, told))
}

/// A line about a fall with the one who struck, if the line does not say it.
fn by_whom(session: &Session, moment: &Moment, told: Told) -> String {
    let ([fallen], Mark::Fall) = (told.about.as_slice(), told.mark) else {
        return told.text;
    };
    let events = session.battle.events();
    let events = events.iter().take(moment.events.end);
    let mut strikes = events.skip(moment.events.start).rev();
    let by = strikes.find_map(|event| match &event.kind {
        EventKind::AttackRolled {
            attacker, target, ..
        } if target == fallen => Some(*attacker),
        _ => None,
    });
    match by {
        Some(by) => {
            let name = words::name(session, by);
            format!("{}, struck by {name}.", told.text.trim_end_matches('.'))
        }
        None => told.text,
    }
}

/// A line about luck.
struct Line {
    words: String,
    font: TextFont,
    /// The one whose colour it has.
    side: Option<SideId>,
}

fn luck(session: &Session, review: &Review) -> Vec<Line> {
    let plain = |words| Line {
        words,
        font: theme::body(14.0),
        side: None,
    };
    let mut lines = Vec::new();
    for (side, luck) in (0u8..).map(SideId).zip(&review.luck) {
        lines.push(Line {
            words: words::side(session, side).to_owned(),
            font: theme::bold(14.5),
            side: Some(side),
        });
        lines.extend(of_side(luck).into_iter().map(plain));
    }
    let roll = |what: &str, roll: &AttackRoll| {
        let name = |seat| words::name(session, seat);
        format!(
            "{what}: {} at {} in round {}, a natural {} with a chance of {:.0} %.",
            name(roll.attacker),
            name(roll.target),
            roll.round,
            roll.natural,
            roll.chance * 100.0
        )
    };
    let rolls = [
        ("Luckiest hit", &review.luckiest),
        ("Unluckiest miss", &review.unluckiest),
    ];
    let rolls = rolls.into_iter();
    lines.extend(rolls.filter_map(|(what, of)| Some(plain(roll(what, of.as_ref()?)))));
    lines
}

/// What the dice gave a side, against what could be expected when they were rolled.
fn of_side(luck: &Luck) -> Vec<String> {
    if luck.rolls == 0 {
        return vec!["No attack roll".into()];
    }
    let mut lines = vec![format!(
        "{} of {} attack rolls hit, {:.1} expected",
        luck.hits, luck.rolls, luck.expected_hits
    )];
    if luck.expected_damage > 0.0 {
        lines.push(format!(
            "Damage dice {}, {:.1} expected",
            luck.damage, luck.expected_damage
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, play, ruleset};
    use crate::game::testing::table;

    #[test]
    fn luck_is_told_against_what_could_be_expected() {
        let luck = Luck {
            rolls: 20,
            hits: 9,
            expected_hits: 8.25,
            damage: 41,
            expected_damage: 38.5,
        };
        assert_eq!(
            of_side(&luck),
            [
                "9 of 20 attack rolls hit, 8.2 expected",
                "Damage dice 41, 38.5 expected"
            ]
        );
        assert_eq!(of_side(&Luck::default()), ["No attack roll"]);
    }

    #[test]
    fn every_moment_has_a_sentence() {
        let scene = Scene::new(ruleset("classic_d20"), &["A.b", "A.b"]);
        let (mut session, _) = table(&scene);
        play(&mut session.battle, 60);
        let review = Review::of(&session.battle).expect("a look back");
        assert!(!review.moments.is_empty());
        for moment in &review.moments {
            assert!(told(&session, moment).ends_with('.'), "{moment:?}");
        }
    }
}
