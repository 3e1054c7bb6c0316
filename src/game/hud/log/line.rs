//! A line of the open log: its icon, its words, and behind them every die, the rules and the names.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use crate::combat::Seat;
use crate::game::intent::{CameraMove, Consult, LogEdit};
use crate::game::pictures::Pictures;
use crate::game::session::Session;
use crate::game::widgets::{Cites, Look, Tip, button_body, row, small_button, text};
use crate::game::{theme, words};
use crate::narrate::{Mark, Told, Weight};
use crate::rules::RuleId;

/// Whom a line of the log is about.
#[derive(Component)]
#[require(Hovered)]
pub struct About(pub Vec<Seat>);

/// The drawing before a line and its colour; none for what is neither.
pub fn icon(mark: Mark) -> Option<(&'static str, Color)> {
    Some(match mark {
        Mark::Plain => return None,
        Mark::Move => ("move", theme::LINK),
        Mark::Hit => ("attack", theme::RED),
        Mark::Miss => ("parry", theme::FADED),
        Mark::Ability => ("ability", theme::GREEN),
        Mark::Fall => ("bone", theme::INK),
    })
}

/// What a log line is made with.
pub struct Pen<'a> {
    pub session: &'a Session,
    pub pictures: &'a mut Pictures,
    pub images: &'a mut Assets<Image>,
}

impl Pen<'_> {
    /// Writes a line, open or not.
    pub fn write(
        &mut self,
        list: &mut ChildSpawnerCommands<'_>,
        number: usize,
        told: &Told,
        open: bool,
    ) {
        let falls = told.mark == Mark::Fall;
        let (font, color, above) = match told.weight {
            Weight::Heading => (theme::title(17.0), theme::RED, 7.0),
            Weight::Turn => (theme::bold(14.5), theme::INK, 5.0),
            _ if falls => (theme::bold(14.0), theme::RED, 0.0),
            _ => (theme::body(14.0), theme::INK, 0.0),
        };
        let more = !told.details.is_empty() || !told.rules.is_empty();
        let indent = if told.weight >= Weight::Action {
            4.0
        } else {
            0.0
        };
        let tip = match more && !open {
            true => "Click to see every die and modifier",
            false => "",
        };
        let mark = icon(told.mark);
        let mark = mark.map(|(name, color)| ImageNode {
            image: self.pictures.icon(self.images, name),
            color,
            ..default()
        });
        let place = Node {
            width: px(16),
            height: px(16),
            flex_shrink: 0.0,
            ..default()
        };
        list.spawn((
            button_body(LogEdit::Line(number), Look::Line, more),
            About(told.about.clone()),
            Tip(tip.into()),
        ))
        .insert(Node {
            margin: UiRect::new(px(indent), px(0), px(above), px(0)),
            padding: UiRect::axes(px(3), px(1)),
            column_gap: px(5),
            align_items: AlignItems::Start,
            flex_shrink: 0.0,
            ..default()
        })
        .with_children(|line| {
            match mark {
                Some(mark) => {
                    line.spawn((place, mark, Pickable::IGNORE));
                }
                None if told.weight >= Weight::Action => {
                    line.spawn((place, Pickable::IGNORE));
                }
                None => {}
            }
            line.spawn(text(told.text.clone(), font, color));
        });
        if open && more {
            self.details(list, told);
        }
    }

    /// What stands behind a line.
    fn details(&self, list: &mut ChildSpawnerCommands<'_>, told: &Told) {
        list.spawn((
            Node {
                flex_direction: FlexDirection::Column,
                margin: UiRect::new(px(16), px(0), px(1), px(4)),
                padding: UiRect::left(px(8)),
                border: UiRect::left(px(2)),
                row_gap: px(1),
                flex_shrink: 0.0,
                ..default()
            },
            BorderColor::all(theme::BRASS),
        ))
        .with_children(|behind| {
            for detail in &told.details {
                // What stands behind a sentence is set in.
                let plain = detail.trim_start();
                let under = plain.len() < detail.len();
                let (font, color, indent) = match under {
                    true => (theme::body(12.5), theme::FADED, 12.0),
                    false => (theme::body(13.0), theme::INK, 0.0),
                };
                let inset = Node {
                    padding: UiRect::left(px(indent)),
                    ..default()
                };
                behind.spawn((inset, Pickable::IGNORE)).with_child(text(
                    plain.to_owned(),
                    font,
                    color,
                ));
            }
            behind.spawn(chips()).with_children(|chips| {
                for seat in &told.about {
                    let name = words::name(self.session, *seat);
                    chips.spawn((
                        small_button(CameraMove::LookAt(*seat), Look::Plain, true),
                        About(vec![*seat]),
                        Tip(format!("{name}\nClick to find it on the map")),
                        children![text(name.to_owned(), theme::bold(12.5), theme::CREAM)],
                    ));
                }
            });
            behind.spawn(chips()).with_children(|chips| {
                for rule in &told.rules {
                    chips.spawn(rule_chip(self.session, *rule));
                }
            });
        });
    }
}

fn chips() -> Node {
    Node {
        flex_wrap: FlexWrap::Wrap,
        ..row(4.0)
    }
}

/// The id of a rule; resting on it shows the rule, a click opens the rulebook there.
fn rule_chip(session: &Session, rule: RuleId) -> impl Bundle {
    (
        button_body(Consult::Rule(rule), Look::Line, true),
        Tip(words::rule(session.rules(), rule)),
        Cites(vec![rule]),
        children![text(
            session.rules().rule_name(rule).to_owned(),
            theme::bold(12.5),
            theme::LINK
        )],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::icon::ICONS;

    #[test]
    fn every_mark_has_a_drawing_that_exists() {
        for mark in [Mark::Move, Mark::Hit, Mark::Miss, Mark::Ability, Mark::Fall] {
            let (name, _) = icon(mark).expect("a drawing");
            assert!(ICONS.contains(&name), "{name}");
        }
    }
}
