//! All actions of the one whose turn it is, in a list that a few letters narrow down.

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use crate::game::act::Act;
use crate::game::hud::actions;
use crate::game::plan::Plan;
use crate::game::session::Session;
use crate::game::widgets::{
    Cites, Look, button, button_body, column, label, parchment, row, text, type_into, veil,
};
use crate::game::{Menu, Stage, theme, words};
use crate::rules::ActionId;

/// What is searched for, and which line the arrow keys are on.
#[derive(Resource, Default)]
struct Search {
    words: String,
    line: usize,
    /// The key that opened the list is still to be passed over: it is no search word.
    opened: bool,
    /// What is listed.
    found: Vec<(ActionId, bool)>,
}

#[derive(Component)]
struct SearchLine;

#[derive(Component)]
struct List;

/// Pixels of a line.
const LINE: f32 = 27.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Search>();
    app.add_systems(OnEnter(Menu::Actions), spawn);
    let open = in_state(Menu::Actions).and_then(resource_exists::<Session>);
    app.add_systems(
        Update,
        (steer.in_set(Stage::Input), fill.in_set(Stage::Show)).run_if(open),
    );
}

fn spawn(mut commands: Commands, mut search: ResMut<Search>) {
    *search = Search {
        opened: true,
        ..Search::default()
    };
    commands
        .spawn((veil(), DespawnOnExit(Menu::Actions)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(760),
                    height: percent(84),
                    padding: UiRect::axes(px(28), px(20)),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        ..row(8.0)
                    })
                    .with_children(|line| {
                        line.spawn((SearchLine, text("", theme::title(22.0), theme::INK)));
                        line.spawn(button("Close (Esc)", Act::Close, Look::Plain, true));
                    });
                sheet.spawn((
                    List,
                    Node {
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        min_height: px(0),
                        overflow: Overflow::scroll_y(),
                        ..column(0.0)
                    },
                    ScrollArea,
                ));
            });
        });
}

/// Letters search, arrows choose, Enter begins.
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    mut input: MessageReader<KeyboardInput>,
    mut search: ResMut<Search>,
    mut acts: MessageWriter<Act>,
) {
    if search.opened {
        input.clear();
        search.opened = false;
        return;
    }
    let mut words = search.words.clone();
    if type_into(&mut words, &mut input) {
        (search.words, search.line) = (words, 0);
    }
    let last = search.found.len().saturating_sub(1);
    if keys.just_pressed(KeyCode::ArrowDown) && search.line < last {
        search.line += 1;
    }
    if keys.just_pressed(KeyCode::ArrowUp) && search.line > 0 {
        search.line -= 1;
    }
    let enter = keys.just_pressed(KeyCode::Enter) || keys.just_pressed(KeyCode::NumpadEnter);
    if enter && let Some((action, true)) = search.found.get(search.line) {
        acts.write(Act::Begin(*action));
    }
}

fn fill(
    mut search: ResMut<Search>,
    session: Res<Session>,
    plan: Res<Plan>,
    list: Single<(Entity, &mut ScrollPosition, &ComputedNode), With<List>>,
    line: Single<&mut Text, With<SearchLine>>,
    mut commands: Commands,
) {
    if !search.is_changed() {
        return;
    }
    let wanted: Vec<_> = search
        .words
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let mut found: Vec<_> = actions::listed(&session, &plan)
        .filter(|(_, def)| {
            let all = format!("{} {} {}", def.name, def.text, def.rules.join(" ")).to_lowercase();
            wanted.iter().all(|word| all.contains(word))
        })
        .collect();
    // What is called so comes first, what can be done next.
    found.sort_by_key(|(option, def)| {
        let name = def.name.to_lowercase();
        let named = wanted.iter().all(|word| name.contains(word));
        (!named, option.refusal.is_some())
    });
    let listed: Vec<_> = found
        .iter()
        .map(|(option, _)| (option.action, option.refusal.is_none()))
        .collect();
    if search.found != listed {
        search.bypass_change_detection().found = listed;
    }
    line.into_inner().0 = if search.words.is_empty() {
        "Actions (type to search, Enter begins)".into()
    } else {
        format!("Actions: {}", search.words)
    };
    let (list, mut scroll, node) = list.into_inner();
    let height = node.size().y * node.inverse_scale_factor();
    let at = search.line as f32 * LINE;
    // Before the first layout the list has no height yet.
    let lowest = if height > LINE {
        at + LINE - height
    } else {
        0.0
    };
    scroll.y = scroll.y.max(lowest).min(at);
    commands
        .entity(list)
        .despawn_children()
        .with_children(|list| {
            for (n, (option, def)) in found.iter().enumerate() {
                let free = option.refusal.is_none();
                let ink = if free { theme::INK } else { theme::FADED };
                let key = def
                    .key
                    .map_or(String::new(), |k| k.to_ascii_uppercase().to_string());
                let said = match &option.refusal {
                    Some(refusal) => words::refusal(session.rules(), refusal),
                    None => def.text.clone(),
                };
                let mut line = list.spawn((
                    button_body(Act::Begin(option.action), Look::Line, free),
                    Cites(actions::cites(&session, def, option)),
                ));
                line.with_children(|line| {
                    for (words, width, font) in [
                        (key, 20.0, theme::bold(13.0)),
                        (def.name.clone(), 190.0, theme::bold(14.5)),
                        (actions::mark(option.cost).into(), 44.0, theme::body(13.0)),
                    ] {
                        line.spawn((
                            Node {
                                width: px(width),
                                flex_shrink: 0.0,
                                ..default()
                            },
                            Pickable::IGNORE,
                            children![label(words, font, ink)],
                        ));
                    }
                    line.spawn(label(said, theme::body(13.5), ink));
                });
                line.insert(Node {
                    height: px(LINE),
                    padding: UiRect::axes(px(6), px(2)),
                    align_items: AlignItems::Center,
                    column_gap: px(6),
                    flex_shrink: 0.0,
                    overflow: Overflow::clip(),
                    ..default()
                });
                if n == search.line {
                    line.insert(Outline {
                        color: theme::BRASS,
                        width: px(2),
                        offset: px(-2),
                    });
                }
            }
        });
}
