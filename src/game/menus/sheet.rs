//! The sheet of a combatant: everything that is known about it, on one page.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::combat::Seat;
use crate::combat::contract::{CombatantView, Lasts};
use crate::game::hud::{card, suit};
use crate::game::intent::{Consult, Intents, Navigate};
use crate::game::pictures::Pictures;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{
    Cites, Inspects, Look, Tip, button, column, heading, parchment, roll, row, scrolling,
    side_text, tabbed, text, veil,
};
use crate::game::{FrameSet, Menu, theme, words};
use crate::rules::{ConditionDef, Flag, Ruleset};

/// Whose sheet is open, or was.
#[derive(Resource, Default)]
pub struct Inspected(pub Option<Seat>);

#[derive(Component)]
struct Page;

/// Side of the portrait.
const FACE: f32 = 148.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Inspected>();
    app.add_observer(look_up);
    app.add_systems(
        OnEnter(Menu::Sheet),
        spawn.run_if(resource_exists::<Session>),
    );
    let open = in_state(Menu::Sheet);
    app.add_systems(Update, scroll.in_set(FrameSet::Input).run_if(open));
}

fn look_up(
    click: On<Pointer<Click>>,
    who: Query<&Inspects>,
    shown: Option<Res<Shown>>,
    mut intents: Intents,
) {
    if click.button != PointerButton::Secondary {
        return;
    }
    let seen = |seat: Seat| shown.is_none_or(|shown| shown.is_seen(seat));
    if let Ok(Inspects(seat)) = who.get(click.entity)
        && seen(*seat)
    {
        intents.send(Consult::Combatant(*seat));
    }
}

fn scroll(keys: Res<ButtonInput<KeyCode>>, pages: Query<&mut ScrollPosition, With<Page>>) {
    for mut page in pages {
        roll(&keys, &mut page);
    }
}

fn spawn(
    mut commands: Commands,
    inspected: Res<Inspected>,
    session: Res<Session>,
    shown: Res<Shown>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
) {
    let who = inspected
        .0
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(who) = who else { return };
    let kind = who
        .monster
        .and_then(|monster| session.start.catalogue.monsters.get(monster));
    let emblem = kind.map_or("", |kind| kind.token.emblem.as_str());
    let face = pictures.token(&mut images, emblem, who.side.index(), who.dead);
    commands
        .spawn((veil(), TabGroup::modal(), DespawnOnExit(Menu::Sheet)))
        .with_children(|veil| {
            let sheet = Node {
                width: px(900),
                max_width: percent(96),
                max_height: percent(92),
                padding: UiRect::axes(px(28), px(20)),
                ..column(10.0)
            };
            veil.spawn((sheet, parchment())).with_children(|sheet| {
                let halves = Node {
                    align_items: AlignItems::Stretch,
                    min_height: px(0),
                    ..row(26.0)
                };
                sheet.spawn(halves).with_children(|halves| {
                    let left = Node {
                        width: px(300),
                        flex_shrink: 0.0,
                        ..column(4.0)
                    };
                    halves.spawn(left).with_children(|half| {
                        let told = kind.map_or("", |kind| kind.text.as_str());
                        person(half, &session, who, (face, told));
                    });
                    let right = Node {
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        row_gap: px(4),
                        ..default()
                    };
                    halves
                        .spawn((scrolling(right), Page))
                        .with_children(|half| skilled(half, &session, who));
                });
                let done = button("Done (Esc)", Navigate::Close, Look::Main, true);
                sheet.spawn((done, tabbed()));
            });
        });
}

/// Who it is, and how it fares.
fn person(
    half: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    who: &CombatantView,
    (face, told): (Handle<Image>, &str),
) {
    let rules = session.rules();
    half.spawn((
        Node {
            width: px(FACE),
            height: px(FACE),
            align_self: AlignSelf::Center,
            flex_shrink: 0.0,
            ..default()
        },
        ImageNode::new(face).with_mode(NodeImageMode::Stretch),
    ));
    half.spawn(text(who.name.clone(), theme::title(28.0), theme::INK));
    let side = words::side(session, who.side).to_owned();
    half.spawn(side_text(side, theme::bold(15.0), who.side.index()));
    if !told.is_empty() {
        half.spawn(text(told, theme::body(14.5), theme::FADED));
    }
    card::health_bar(half, who);
    card::line(half, card::health(rules, who), true);
    let wounds = card::wounds(rules, who);
    if !wounds.is_empty() {
        card::line(half, format!("Wounds: {}", wounds.join(", ")), false);
    }
    card::line(half, card::defences(rules, who), false);
    let saves = session.sight().saves(who.seat);
    let saves = saves.iter().map(|(stat, bonus)| {
        let name = rules.policies.names.save(*stat).unwrap_or(stat.name());
        format!("{name} {}", words::signed(*bonus))
    });
    card::line(half, saves.collect::<Vec<_>>().join("   "), false);
    let left = card::left(session, who);
    if !left.is_empty() {
        card::line(half, left, false);
    }
    card::pools(half, rules, who);
    suit::show(half, &who.gear);
}

/// What it can do, and what befell it.
fn skilled(half: &mut ChildSpawnerCommands<'_>, session: &Session, who: &CombatantView) {
    let rules = session.rules();
    conditions(half, session, who);
    half.spawn(heading("Attacks"));
    for mode in &who.modes {
        card::line(half, card::attack(rules, mode), false);
    }
    if !who.abilities.is_empty() {
        half.spawn(heading("Special abilities"));
    }
    for one in &who.abilities {
        let Some(def) = rules.abilities.get(one.ability) else {
            continue;
        };
        let left = match one.left {
            None => "as often as it likes".to_owned(),
            Some(0) => "used up".to_owned(),
            Some(1) => "once more".to_owned(),
            Some(times) => format!("{times} times more"),
        };
        half.spawn((
            Node::default(),
            Tip(def.text.clone()),
            Cites(card::cites(rules, &def.rules)),
            children![text(
                format!("{}: {left}", def.name),
                theme::body(14.5),
                theme::INK
            )],
        ));
    }
    if !session.sight().skills(who.seat).is_empty() {
        half.spawn(heading("Skills"));
        card::skills(half, session, who.seat);
    }
    let weapons = &session.start.catalogue.weapons;
    let names = |ids: &[crate::rules::WeaponId]| -> Vec<String> {
        let known = ids.iter().filter_map(|id| weapons.get(*id));
        known.map(|weapon| weapon.name.clone()).collect()
    };
    let things = [
        ("In hand", names(&who.held)),
        ("Carried", names(&who.carried)),
    ];
    let things: Vec<_> = things.iter().filter(|(_, ids)| !ids.is_empty()).collect();
    if !things.is_empty() {
        half.spawn(heading("Weapons"));
    }
    for (what, things) in things {
        card::line(half, format!("{what}: {}", things.join(", ")), false);
    }
}

/// Every condition with what it does and how long it lasts.
fn conditions(half: &mut ChildSpawnerCommands<'_>, session: &Session, who: &CombatantView) {
    let rules = session.rules();
    let lasting = session.sight().lasting(who.seat);
    let known = lasting
        .iter()
        .filter_map(|(id, lasts)| Some((rules.conditions.get(*id)?, *lasts)))
        // The dead are dead, whatever they were about.
        .filter(|(def, _)| !who.dead || def.flags.contains(&Flag::Dead));
    let known: Vec<(&ConditionDef, Lasts)> = known.collect();
    if known.is_empty() {
        return;
    }
    half.spawn(heading("Conditions"));
    for (def, lasts) in known {
        let until = until(session, rules, lasts);
        let name = match until.is_empty() {
            true => def.name.clone(),
            false => format!("{}, {until}", def.name),
        };
        let color = if rules.is_boon(def) {
            theme::GREEN
        } else {
            theme::RED
        };
        half.spawn((column(0.0), Cites(card::cites(rules, &def.rules))))
            .with_children(|lines| {
                lines.spawn(text(name, theme::bold(15.0), color));
                lines.spawn(text(def.text.clone(), theme::body(14.0), theme::INK));
            });
    }
}

/// How long something lasts, in words; nothing if only an event ends it.
fn until(session: &Session, rules: &Ruleset, lasts: Lasts) -> String {
    match lasts {
        Lasts::UntilEnded => String::new(),
        Lasts::StartOfTurn(seat) => {
            format!(
                "until the next turn of {} begins",
                words::name(session, seat)
            )
        }
        Lasts::EndOfTurn(seat) => {
            format!("until a turn of {} ends", words::name(session, seat))
        }
        Lasts::Rounds(0) => "until later in this round".into(),
        Lasts::Rounds(1) => "until a count of the next round".into(),
        Lasts::Rounds(rounds) => format!("for {rounds} more rounds"),
        Lasts::UntilSaved => "until a save ends it".into(),
        Lasts::Surprise => "as long as the surprise".into(),
        Lasts::Encounter => "as long as the encounter".into(),
        Lasts::NextAttack => "until its next attack".into(),
        Lasts::With(other) => format!("as long as {}", words::condition(rules, other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn how_long_a_condition_lasts_is_told_in_words() {
        let (session, _) = table(&Scene::new(ruleset("classic_d20"), &["A..b"]));
        let of = |lasts| until(&session, session.rules(), lasts);
        assert_eq!(of(Lasts::UntilEnded), "");
        assert_eq!(of(Lasts::Rounds(3)), "for 3 more rounds");
        let mine = of(Lasts::StartOfTurn(Seat(0)));
        assert!(mine.contains(words::name(&session, Seat(0))), "{mine}");
    }
}
