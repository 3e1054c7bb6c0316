//! The options: how large, how fast, how loud, and what is asked.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::art::palette::COLOUR_SETS;
use crate::game::focus::dialog;
use crate::game::intent::{Intent, Navigate, SettingEdit};
use crate::game::playback::Speed;
use crate::game::settings::Settings;
use crate::game::sounds::AUDIBLE;
use crate::game::widgets::{Look, Tip, button, column, parchment, row, tabbed, text, veil};
use crate::game::{FrameSet, Menu, interface, theme};

/// How loud it can be, in per cent.
const VOLUMES: [u8; 4] = [25, 50, 75, 100];

/// The scales that can be chosen, in per cent.
const SCALES: [u16; 7] = [80, 90, 100, 120, 140, 160, 200];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Options), spawn);
    app.add_systems(
        Update,
        mark.in_set(FrameSet::Show).run_if(in_state(Menu::Options)),
    );
}

fn spawn(
    mut commands: Commands,
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
) {
    let most = interface::most(window.size());
    commands
        .spawn((veil(), dialog(), DespawnOnExit(Menu::Options)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(860),
                    padding: UiRect::axes(px(30), px(24)),
                    ..column(12.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(text("Options", theme::title(30.0), theme::INK));
                rows(sheet, &settings, most);
                let words = "What you choose here holds at once, and the next time you play.";
                sheet.spawn(text(words, theme::body(14.0), theme::FADED));
                sheet.spawn(row(10.0)).with_children(|line| {
                    let done = button("Done (Esc)", Navigate::Close, Look::Main, true);
                    line.spawn((done, tabbed()));
                    let keys = Navigate::Open(Menu::Keys);
                    line.spawn((button("Keys …", keys, Look::Plain, true), tabbed()));
                });
            });
        });
}

/// `most`: the largest scale that the window has room for, in per cent.
fn rows(sheet: &mut ChildSpawnerCommands<'_>, settings: &Settings, most: u16) {
    let mut scales = vec![("automatic".to_owned(), SettingEdit::Scale(None))];
    scales.extend(SCALES.map(|scale| (format!("{scale} %"), SettingEdit::Scale(Some(scale)))));
    let tip = "How large letters and panels are, as far as your window has room for them";
    line(sheet, settings, ("Size", tip), scales);
    if SCALES.iter().any(|scale| *scale > most) {
        let words =
            format!("This window has room for {most} %; what is larger is as large as it allows.");
        sheet.spawn(text(words, theme::body(13.5), theme::FADED));
    }
    let sets = (0u8..).zip(COLOUR_SETS);
    let sets = sets.map(|(n, set)| (set.name.to_owned(), SettingEdit::Colours(n)));
    let tip = "The colours of sides, wounds and marks; their shapes and patterns stay the same";
    line(sheet, settings, ("Colours", tip), sets.collect());
    let speeds = (0u8..).zip(Speed::NAMES);
    let speeds = speeds.map(|(n, name)| (name.to_owned(), SettingEdit::Speed(n)));
    let tip = "How fast you see what happens ({F3} in the battle)";
    line(sheet, settings, ("Speed", tip), speeds.collect());
    if AUDIBLE {
        let mut volumes = vec![("off".to_owned(), SettingEdit::Muted(true))];
        volumes.extend(VOLUMES.map(|at| (format!("{at} %"), SettingEdit::Volume(at))));
        let tip = "How loud the sounds are ({F12} turns them off and on)";
        line(sheet, settings, ("Sound", tip), volumes);
    }
    let switches: [(_, _, fn(bool) -> SettingEdit); 7] = [
        (
            "Ask before you end a turn",
            "You are asked when you could still attack or move.",
            SettingEdit::AskBeforeEnd,
        ),
        (
            "Ask on a deadly way",
            "You click twice for a way on which a blow or the ground may fell you.",
            SettingEdit::AskOnWay,
        ),
        (
            "Ask before you leave",
            "You click twice to leave a battle. You lose nothing by leaving: it waits for you under “Continue”.",
            SettingEdit::AskBeforeLeaving,
        ),
        (
            "Animation",
            "Tokens walk, lunge and shake. If not, they are at once where they belong.",
            SettingEdit::Animated,
        ),
        (
            "End your turn by itself",
            "Your turn ends when nothing but free actions is left of it. You cannot take back your last step then.",
            SettingEdit::EndByItself,
        ),
        (
            "Open table",
            "The screen does not go dark between the turns of people who share it.",
            SettingEdit::OpenTable,
        ),
        (
            "Hints",
            "What comes up for the first time is explained. “Yes” tells you all of them anew.",
            SettingEdit::Hints,
        ),
    ];
    // Two side by side.
    let pairs = Node {
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(10),
        ..default()
    };
    sheet.spawn(pairs).with_children(|pairs| {
        for (name, tip, edit) in switches {
            let choices = [("yes", true), ("no", false)];
            let choices = choices.map(|(label, on)| (label.to_owned(), edit(on)));
            let half = Node {
                width: percent(50),
                ..column(0.0)
            };
            pairs
                .spawn(half)
                .with_children(|half| line(half, settings, (name, tip), choices.into()));
        }
    });
}

/// An option: its name and what it does, and what can be chosen.
fn line(
    sheet: &mut ChildSpawnerCommands<'_>,
    settings: &Settings,
    (name, tip): (&str, &str),
    choices: Vec<(String, SettingEdit)>,
) {
    sheet.spawn(row(6.0)).with_children(|line| {
        let name_node = Node {
            width: px(190),
            flex_shrink: 0.0,
            ..default()
        };
        line.spawn((
            name_node,
            children![text(name, theme::bold(15.5), theme::INK)],
        ));
        for (label, edit) in choices {
            let look = look(settings, &edit);
            let choice = button(label, edit, look, true);
            line.spawn((choice, tabbed(), Tip(tip.into())));
        }
    });
}

fn look(settings: &Settings, edit: &SettingEdit) -> Look {
    match settings.is(edit) {
        true => Look::Chosen,
        false => Look::Plain,
    }
}

/// Shows which choices hold. The buttons stay, so that the keyboard stays where it is.
fn mark(settings: Res<Settings>, mut buttons: Query<(&Intent, &mut Look)>) {
    if !settings.is_changed() {
        return;
    }
    for (intent, mut shown) in &mut buttons {
        if let Intent::Settings(edit) = intent {
            shown.set_if_neq(look(&settings, edit));
        }
    }
}
