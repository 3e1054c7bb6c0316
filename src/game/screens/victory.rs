//! The victory screen: who won and how, figures, rematch and next battle.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::{next, on};
use crate::combat::contract::event::{EndReason, EventKind};
use crate::combat::contract::view::CombatantView;
use crate::combat::{Event, Seat};
use crate::game::act::Act;
use crate::game::pictures::Pictures;
use crate::game::session::Session;
use crate::game::widgets::{
    Look, Tip, board, button, column, parchment, roll, row, scrolling, tabbed, text, veil,
};
use crate::game::{Screen, Stage, theme, words};
use crate::rules::{ConditionId, Flag, Ruleset};

/// What a combatant did in the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub attacks: u32,
    pub hits: u32,
    pub dealt: i32,
    pub taken: i32,
    pub felled: u32,
    pub opportunities: u32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Victory),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        (keys, leaf)
            .in_set(Stage::Input)
            .run_if(in_state(Screen::Victory)),
    );
}

/// The figures of everybody, which scroll where there are many.
#[derive(Component)]
struct Table;

fn leaf(keys: Res<ButtonInput<KeyCode>>, table: Single<&mut ScrollPosition, With<Table>>) {
    roll(&keys, &mut table.into_inner());
}

fn keys(keys: Res<ButtonInput<KeyCode>>, mut acts: MessageWriter<Act>) {
    if keys.just_pressed(KeyCode::Escape) {
        acts.write(Act::Go(Screen::Setup));
    }
    if keys.just_pressed(KeyCode::KeyR) {
        acts.write(Act::Rematch);
    }
    if keys.just_pressed(KeyCode::KeyN) {
        acts.write(Act::NextBattle);
    }
}

/// Counts up what everybody did. Whoever attacked last is credited with the blow that follows.
/// `senseless`: the condition of whoever is out of the fight.
pub fn figures(events: &[Event], seats: usize, senseless: Option<ConditionId>) -> Vec<Figures> {
    let mut all = vec![Figures::default(); seats];
    let mut striker: Option<(Seat, Seat)> = None;
    let mut down = vec![false; seats];
    for event in events {
        let mut of = |seat: Seat, change: &dyn Fn(&mut Figures)| {
            if let Some(figures) = all.get_mut(seat.index()) {
                change(figures);
            }
        };
        match &event.kind {
            EventKind::AttackRolled {
                attacker, target, ..
            } => {
                of(*attacker, &|f| f.attacks += 1);
                striker = Some((*attacker, *target));
            }
            EventKind::AttackLanded {
                attacker, target, ..
            } => {
                // A coup de grace lands without a roll.
                let unrolled = striker != Some((*attacker, *target));
                of(*attacker, &|f| f.hits += 1);
                of(*attacker, &|f| f.attacks += u32::from(unrolled));
                striker = Some((*attacker, *target));
            }
            EventKind::OpportunityTaken { seat, .. } => of(*seat, &|f| f.opportunities += 1),
            EventKind::Hurt { seat, amount, .. } => {
                of(*seat, &|f| f.taken += amount);
                if let Some((by, _)) = striker.filter(|(_, target)| target == seat) {
                    of(by, &|f| f.dealt += amount);
                }
            }
            EventKind::ConditionEnded { seat, condition } if Some(*condition) == senseless => {
                if let Some(down) = down.get_mut(seat.index()) {
                    *down = false;
                }
            }
            kind if let Some(seat) = fallen(kind, senseless) => {
                let fells = falls(&mut down, seat);
                if let Some((by, _)) = striker.filter(|(_, target)| *target == seat) {
                    of(by, &|f| f.felled += u32::from(fells));
                }
            }
            EventKind::TurnBegan { .. } => striker = None,
            _ => {}
        }
    }
    all
}

/// Whoever falls senseless or dies by an event.
fn fallen(kind: &EventKind, senseless: Option<ConditionId>) -> Option<Seat> {
    match kind {
        EventKind::Died { seat } => Some(*seat),
        EventKind::ConditionBegan { seat, condition } => {
            (Some(*condition) == senseless).then_some(*seat)
        }
        _ => None,
    }
}

/// Marks a fall; false for somebody who lies there already.
fn falls(down: &mut [bool], seat: Seat) -> bool {
    down.get_mut(seat.index())
        .is_some_and(|down| !std::mem::replace(down, true))
}

fn spawn(
    mut commands: Commands,
    mut session: ResMut<Session>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
) {
    let view = session.battle.view();
    let survivors = session.battle.survivors();
    let rules = session.start.rules.clone();
    let senseless = rules.condition("unconscious");
    let figures = figures(session.battle.events(), view.combatants.len(), senseless);
    let outcome = session.battle.outcome();
    let winner = outcome.and_then(|o| o.winner);
    let heading = match winner {
        Some(side) => session.cast.wins(side),
        None => "Nobody wins".into(),
    };
    let why = match outcome.map(|o| o.reason) {
        Some(EndReason::Defeat) => "No enemy is left who could fight.",
        Some(EndReason::MutualDestruction) => "Nobody is left who could fight.",
        Some(EndReason::Surrender) => "The other side has surrendered.",
        Some(EndReason::Objective) => "The objective is reached.",
        Some(EndReason::Stalemate) => "The battle led nowhere.",
        None => "",
    };
    let system = &rules.policies.name;
    let rounds = match view.round {
        1 => "One round".to_owned(),
        n => format!("{n} rounds"),
    };
    let summary = format!(
        "{why} {rounds} under {system}, seed {}.",
        session.start.seed
    );
    let color = winner.map_or(theme::INK, |side| theme::side(side.index()));
    let catalogue = session.start.catalogue.clone();
    let mut lines: Vec<_> = view
        .combatants
        .iter()
        .zip(&figures)
        .map(|(who, figures)| {
            let def = who.monster.and_then(|m| catalogue.monsters.get(m));
            let emblem = def.map_or("", |d| d.token.emblem.as_str());
            let face = pictures.token(&mut images, emblem, who.side.index(), who.dead);
            (who, figures, face)
        })
        .collect();
    lines.sort_by_key(|(who, ..)| (Some(who.side) != winner, who.side, who.seat));
    commands
        .spawn((veil(), board(), TabGroup::modal(), on(Screen::Victory)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(880),
                    max_height: percent(92),
                    padding: UiRect::axes(px(34), px(26)),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(text(heading, theme::title(40.0), color));
                sheet.spawn(text(summary, theme::body(16.0), theme::INK));
                sheet
                    .spawn((
                        Node {
                            margin: UiRect::top(px(8)),
                            ..row(0.0)
                        },
                        children![cell(""), wide("", true)],
                    ))
                    .with_children(|line| {
                        for title in ["hits", "dealt", "taken", "felled", "openings", "left"] {
                            line.spawn(number(title.into(), true));
                        }
                    });
                sheet
                    .spawn((scrolling(column(8.0)), Table))
                    .with_children(|table| {
                        for (who, figures, face) in lines {
                            table.spawn(Node { ..row(0.0) }).with_children(|line| {
                                line.spawn((
                                    Node {
                                        width: px(34),
                                        height: px(34),
                                        margin: UiRect::right(px(8)),
                                        ..default()
                                    },
                                    ImageNode::new(face).with_mode(NodeImageMode::Stretch),
                                ));
                                line.spawn(wide(&who.name, false));
                                for words in [
                                    format!("{} of {}", figures.hits, figures.attacks),
                                    figures.dealt.to_string(),
                                    figures.taken.to_string(),
                                    figures.felled.to_string(),
                                    figures.opportunities.to_string(),
                                    left(&rules, who),
                                ] {
                                    line.spawn(number(words, false));
                                }
                            });
                        }
                    });
                let goes_on = !survivors.is_empty();
                if goes_on {
                    next::spawn(sheet);
                }
                sheet
                    .spawn(Node {
                        margin: UiRect::top(px(14)),
                        ..row(10.0)
                    })
                    .with_children(|line| {
                        if goes_on {
                            line.spawn((
                                button("Next battle", Act::NextBattle, Look::Main, true),
                                tabbed(),
                                Tip("N: those who are left meet the same foes again, fresh, after the rest that is chosen.".into()),
                            ));
                        }
                        line.spawn((
                            button("Rematch", Act::Rematch, Look::Plain, true),
                            tabbed(),
                            Tip("R: the same battle again with other dice.".into()),
                        ));
                        line.spawn((
                            button(
                                "Choose another battle",
                                Act::Go(Screen::Setup),
                                Look::Plain,
                                true,
                            ),
                            tabbed(),
                        ));
                        line.spawn((button("Leave", Act::Quit, Look::Plain, true), tabbed()));
                    });
            });
        });
}

/// What is left of somebody: hit points, and what ails whoever is out of the fight.
fn left(rules: &Ruleset, who: &CombatantView) -> String {
    let ails = |flag| {
        let conditions = who.conditions.iter();
        let mut conditions = conditions.map(|id| &rules.conditions[*id]);
        conditions.find(|condition| condition.flags.contains(&flag))
    };
    let state = match who.area {
        _ if who.dead => return "dead".into(),
        None => return "gone".into(),
        _ if who.standing => None,
        _ => [Flag::Stable, Flag::Dying, Flag::Helpless]
            .into_iter()
            .find_map(ails),
    };
    let state = state.map_or_else(String::new, |state| format!(", {}", state.name));
    format!("{}{state}", words::points(who.hit_points))
}

fn cell(_: &str) -> impl Bundle {
    Node {
        width: px(42),
        ..default()
    }
}

fn wide(words: &str, strong: bool) -> impl Bundle {
    let font = if strong {
        theme::bold(15.0)
    } else {
        theme::body(15.5)
    };
    (
        Node {
            width: px(230),
            ..default()
        },
        children![text(words, font, theme::INK)],
    )
}

fn number(words: String, strong: bool) -> impl Bundle {
    let (font, color) = match strong {
        true => (theme::bold(13.5), theme::FADED),
        false => (theme::body(15.5), theme::INK),
    };
    (
        Node {
            width: px(80),
            ..default()
        },
        children![text(words, font, color)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::damage::DamageKind;

    fn event(kind: EventKind) -> Event {
        Event {
            kind,
            rules: Vec::new(),
            seen_by: None,
        }
    }

    #[test]
    fn a_blow_is_credited_to_whoever_struck_last() {
        let (a, b) = (Seat(0), Seat(1));
        let kind = DamageKind::Slashing;
        let hurt = EventKind::Hurt {
            seat: b,
            amount: 5,
            kind,
            hit_points: 0,
            nonlethal: false,
        };
        let events = [
            event(EventKind::OpportunityTaken { seat: a, target: b }),
            event(EventKind::AttackLanded {
                attacker: a,
                target: b,
                critical: false,
            }),
            event(hurt.clone()),
        ];
        let counted = figures(&events, 2, None);
        assert_eq!((counted[0].hits, counted[0].opportunities), (1, 1));
        assert_eq!(counted[0].attacks, 1, "a sure hit is an attack, too");
        assert_eq!((counted[0].dealt, counted[1].taken), (5, 5));
    }

    #[test]
    fn whoever_is_beaten_senseless_is_felled_once() {
        let (a, b) = (Seat(0), Seat(1));
        let senseless = ConditionId(7);
        let landed = EventKind::AttackLanded {
            attacker: a,
            target: b,
            critical: false,
        };
        let begun = |condition| EventKind::ConditionBegan { seat: b, condition };
        let events = [
            landed,
            begun(ConditionId(3)),
            begun(senseless),
            EventKind::Died { seat: b },
        ];
        let counted = figures(&events.map(event), 2, Some(senseless));
        assert_eq!(counted[0].felled, 1);
    }
}
