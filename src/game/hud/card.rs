//! The card of the combatant under the pointer; the one who acts has its portrait in the dock.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::layout::{CARD, EDGE, LESSON, LOG, STRIP};
use super::log;
use crate::combat::Seat;
use crate::combat::contract::{AttackModeView, Awareness, CombatantView};
use crate::game::colours::Tint;
use crate::game::plan::{Plan, danger};
use crate::game::playback::Shown;
use crate::game::scale::middle;
use crate::game::session::{Session, playing};
use crate::game::teach::Taught;
use crate::game::widgets::{Cites, Tip, refill, row, side_text, text};
use crate::game::{FrameSet, theme, words};
use crate::narrate;
use crate::rules::{DefenceModel, MOST_POOLS, PoolDef, RuleId, Ruleset};

#[derive(Component)]
pub struct Card;

/// The beads of the pools, in the order of their ids.
const BEADS: [Color; MOST_POOLS] = [
    Color::srgb(0.16, 0.42, 0.62),
    Color::srgb(0.66, 0.46, 0.10),
    Color::srgb(0.20, 0.50, 0.26),
    Color::srgb(0.46, 0.26, 0.56),
];
const MOST_BEADS: i32 = 16;
/// The height of a card about which nothing is known yet, in pixels of the interface.
const USUAL: f32 = 300.0;
/// Pixels from the card to the middle of a token that it leaves free.
const AIR: f32 = 60.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(playing()));
}

fn fill(
    card: Single<(Entity, Ref<Card>, &ComputedNode, &mut Node)>,
    shown: Res<Shown>,
    session: Res<Session>,
    plan: Res<Plan>,
    beside: Beside,
    mut commands: Commands,
    mut last: Local<(u32, Option<Seat>, Option<Seat>)>,
) {
    let (card, fresh, size, mut node) = card.into_inner();
    let pointed = plan.cursor.square;
    let pointed = pointed.and_then(|square| Plan::anyone_at(&shown, square));
    let now = (shown.revision, pointed, plan.options.actor);
    if *last == now && !fresh.is_added() {
        return;
    }
    *last = now;
    let who = pointed.and_then(|seat| shown.view.combatants.get(seat.index()));
    node.display = match who {
        Some(_) => Display::Flex,
        None => Display::None,
    };
    let actor = plan.options.actor;
    let actor = actor.and_then(|seat| shown.view.combatants.get(seat.index()));
    if let Some(area) = who.and_then(|who| who.area) {
        let acting = actor.and_then(|actor| actor.area).map(middle);
        let height = (size.size().y * size.inverse_scale_factor()).max(USUAL);
        (node.left, node.right) = beside.place(middle(area), acting, height);
    }
    refill(&mut commands, card, |panel| {
        if let Some(who) = who.filter(|who| who.known != Awareness::Seen) {
            title(panel, &session, who);
            let told = "You know that it is here, but you do not see it.";
            line(panel, told.to_owned(), false);
        } else if let Some(who) = who {
            describe(panel, &session, who);
            if let Some(actor) = actor.filter(|actor| actor.side != who.side && who.standing) {
                dangers(panel, &session, who, actor);
            }
        }
    });
}

/// What the place of the card depends on: it must not lie over the one it is about.
#[derive(SystemParam)]
struct Beside<'w, 's> {
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    scale: Res<'w, UiScale>,
    taught: Res<'w, Taught>,
    log: Res<'w, log::Open>,
}

impl Beside<'_, '_> {
    /// The left and the right edge of a card of this height about what stands at a point of the map, while the one
    /// at another acts.
    fn place(&self, at: Vec2, acting: Option<Vec2>, height: f32) -> (Val, Val) {
        let (camera, place) = *self.camera;
        let (room, scale) = (self.window.width() / self.scale.0, self.scale.0);
        let spot = |at: Vec2| {
            let spot = camera.world_to_viewport(place, at.extend(0.0)).ok()?;
            Some(spot / scale).filter(|spot| spot.y < STRIP + EDGE + height + AIR)
        };
        let taken = match (self.log.sheet, self.taught.slip.is_some()) {
            (true, _) => LOG + EDGE,
            (false, true) => LESSON + EDGE,
            (false, false) => 0.0,
        };
        match goes_left((spot(at), acting.and_then(spot)), taken, room) {
            true => (px(EDGE + taken), auto()),
            false => (auto(), px(EDGE)),
        }
    }
}

/// Whether the card goes to the left, behind what is taken there: on the right it would lie over the one it is about,
/// or over the one who acts, and on the left over neither, or only over the latter.
fn goes_left((about, acting): (Option<Vec2>, Option<Vec2>), taken: f32, room: f32) -> bool {
    let right = |spot: Option<Vec2>| spot.is_some_and(|spot| spot.x > room - CARD - AIR);
    let left = |spot: Option<Vec2>| spot.is_some_and(|spot| spot.x < taken + CARD + AIR);
    let covered =
        |under: &dyn Fn(Option<Vec2>) -> bool| 2 * u8::from(under(about)) + u8::from(under(acting));
    covered(&left) < covered(&right)
}

fn describe(panel: &mut ChildSpawnerCommands<'_>, session: &Session, who: &CombatantView) {
    title(panel, session, who);
    health_bar(panel, who);
    line(panel, health(session.rules(), who), true);
    let wounds = wounds(session.rules(), who);
    if !wounds.is_empty() {
        line(panel, format!("Wounds: {}", wounds.join(", ")), false);
    }
    line(panel, defences(session.rules(), who), false);
    for mode in who.modes.iter().take(4) {
        line(panel, attack(session.rules(), mode), false);
    }
    skills(panel, session, who.seat);
    super::suit::show(panel, &who.gear);
    let left = left(session, who);
    if !left.is_empty() {
        line(panel, words::capital(&left), false);
    }
    pools(panel, session.rules(), who);
    conditions(panel, session.rules(), who);
}

/// What an enemy could do to the one who acts.
fn dangers(
    panel: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    enemy: &CombatantView,
    actor: &CombatantView,
) {
    for danger in danger::against(session, enemy, actor) {
        let odds = &danger.odds;
        let (low, high) = odds.damage_range;
        let hit = words::percent(odds.hit);
        let mut told = format!(
            "Against {}: {} {hit}, {low} to {high} damage, {}",
            actor.name,
            danger.weapon,
            words::mean(odds)
        );
        if odds.down > 0.0005 {
            told.push_str(&format!(", drops you {}", words::percent(odds.down)));
        }
        panel.spawn(text(told, theme::bold(13.5), theme::RED));
    }
}

/// A line of the card.
pub fn line(panel: &mut ChildSpawnerCommands<'_>, words: String, strong: bool) {
    let font = match strong {
        true => theme::bold(15.0),
        false => theme::body(14.5),
    };
    panel.spawn(text(words, font, theme::INK));
}

/// Name and side; resting on it tells what kind of creature it is.
fn title(panel: &mut ChildSpawnerCommands<'_>, session: &Session, who: &CombatantView) {
    let catalogue = &session.start.catalogue;
    let kind = who.monster.and_then(|m| catalogue.monsters.get(m));
    let side = words::side(session, who.side).to_owned();
    panel.spawn((
        Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(8.0)
        },
        Tip(kind.map_or_else(String::new, |kind| kind.text.clone())),
        children![
            text(who.name.clone(), theme::title(22.0), theme::INK),
            side_text(side, theme::bold(14.0), who.side.index()),
        ],
    ));
}

/// The bar of hit points.
pub fn health_bar(panel: &mut ChildSpawnerCommands<'_>, who: &CombatantView) {
    let part = (who.hit_points.max(0) as f32 / who.max_hit_points.max(1) as f32).min(1.0);
    panel.spawn((
        Node {
            width: percent(100),
            height: px(9),
            margin: UiRect::vertical(px(2)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.2, 0.13, 0.08, 0.35)),
        Pickable::IGNORE,
        children![(
            Node {
                width: percent(part * 100.0),
                height: percent(100),
                ..default()
            },
            BackgroundColor::default(),
            Tint::of_part(part),
        )],
    ));
}

/// Hit points in words.
pub fn health(rules: &Ruleset, who: &CombatantView) -> String {
    let points = narrate::minus(who.hit_points);
    let mut health = format!("Hit points {points} of {}", who.max_hit_points);
    let nonlethal = rules.policies.damage.nonlethal_name.as_str();
    for (points, kind) in [(who.nonlethal, nonlethal), (who.temporary, "temporary")] {
        if points > 0 {
            health.push_str(&format!(", {points} {kind}"));
        }
    }
    health
}

/// The wounds that it has suffered, by how bad they are: `2 light, 1 severe`.
pub fn wounds(rules: &Ruleset, who: &CombatantView) -> Vec<String> {
    let grades = (0..).zip(&rules.policies.damage.grades);
    let suffered = grades.map(|(place, grade)| (who.grades.of(place), &grade.name));
    suffered
        .filter(|(wounds, _)| *wounds > 0)
        .map(|(wounds, grade)| format!("{wounds} {grade}"))
        .collect()
}

/// Defence, speed and size on one line.
pub fn defences(rules: &Ruleset, who: &CombatantView) -> String {
    let size = format!("{:?}", who.size).to_lowercase();
    let name = &rules.policies.defence_name;
    let (defence, speed) = (who.defence, who.speed);
    let other = |how: &str, squares: u16| match squares {
        0 => String::new(),
        squares => format!(", {how} {squares}"),
    };
    let fly = other("flying", who.fly_speed);
    let swim = other("swimming", who.swim_speed);
    format!("{name} {defence}   ·   speed {speed}{fly}{swim}   ·   {size}")
}

/// One way to attack on one line.
pub fn attack(rules: &Ruleset, mode: &AttackModeView) -> String {
    let reach = if mode.ranged { "range" } else { "reach" };
    let ready = if mode.ready { "" } else { " (not ready)" };
    let bonus = words::signed(mode.attack_now);
    let (name, damage, distance) = (&mode.name, &mode.damage, mode.reach);
    let carries = mode
        .carries
        .and_then(|ability| rules.abilities.get(ability));
    let carries = carries.map_or_else(String::new, |def| format!(", {}", def.name.to_lowercase()));
    format!("{name}  {bonus}  {damage}{carries}, {reach} {distance}{ready}")
}

/// What a combatant can still do outside its turn, and what it is waiting for.
pub fn left(session: &Session, who: &CombatantView) -> String {
    let rules = session.rules();
    let mut left = Vec::new();
    if who.opportunities_left > 0 {
        left.push(format!("attacks of opportunity {}", who.opportunities_left));
    }
    let blocks = rules.policies.attack.defence == DefenceModel::ThresholdThenOpposed;
    let (uses, most) = who.shield_uses;
    if blocks && most > 0 && who.gear.shield.is_some() {
        left.push(format!("shield uses {uses} of {most}"));
    }
    if let Some(readied) = who.readied {
        // Others see that it waits, not for what.
        left.push(match session.eyes().is_none_or(|side| side == who.side) {
            true => format!("readied: {}", words::action(rules, readied)),
            false => "has readied something".to_owned(),
        });
    }
    if who.delaying {
        left.push("delaying".into());
    }
    left.join(", ")
}

/// The skills that it has ranks in; resting on one tells what it is for.
pub fn skills(panel: &mut ChildSpawnerCommands<'_>, session: &Session, seat: Seat) {
    let rules = session.rules();
    let known = session.battle.skills(seat);
    if known.is_empty() {
        return;
    }
    let apart = Node {
        column_gap: px(12),
        ..wrapping()
    };
    panel.spawn(apart).with_children(|line| {
        for (skill, bonus) in known {
            let words = format!("{} {}", rules.skill_name(skill), words::signed(bonus));
            let told = rules.skills.get(&skill).map(|def| def.text.clone());
            line.spawn((
                Node::default(),
                Tip(told.unwrap_or_default()),
                children![text(words, theme::body(14.5), theme::INK)],
            ));
        }
    });
}

/// A row that goes on in the next line.
fn wrapping() -> Node {
    Node {
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(3),
        ..row(4.0)
    }
}

/// A badge for every condition; resting on it tells what it does.
fn conditions(panel: &mut ChildSpawnerCommands<'_>, rules: &Ruleset, who: &CombatantView) {
    let conditions = words::in_force(rules, who);
    panel.spawn(wrapping()).with_children(|badges| {
        for def in conditions {
            let ground = match rules.is_boon(def) {
                true => Color::srgba(0.16, 0.36, 0.16, 0.88),
                false => Color::srgba(0.56, 0.16, 0.10, 0.88),
            };
            badges.spawn((
                Node {
                    padding: UiRect::axes(px(7), px(2)),
                    border_radius: BorderRadius::all(px(8)),
                    ..default()
                },
                BackgroundColor(ground),
                Tip(format!("{}\n{}", def.name, def.text)),
                Cites(cites(rules, &def.rules)),
                children![text(def.name.clone(), theme::bold(12.5), theme::CREAM)],
            ));
        }
    });
}

/// The rules of these names.
pub fn cites(rules: &Ruleset, names: &[String]) -> Vec<RuleId> {
    let compendium = &rules.compendium;
    names
        .iter()
        .filter_map(|name| compendium.id(name))
        .collect()
}

/// What it has of each pool.
pub fn pools(panel: &mut ChildSpawnerCommands<'_>, rules: &Ruleset, who: &CombatantView) {
    for ((id, def), color) in rules.pools.iter().zip(BEADS) {
        if who.points.of(id) > 0 {
            pool(panel, rules, def, (who.points.of(id), color));
        }
    }
}

/// Points left, one bead each as far as they can be counted at a glance.
fn pool(
    panel: &mut ChildSpawnerCommands<'_>,
    rules: &Ruleset,
    def: &PoolDef,
    (points, color): (i32, Color),
) {
    let told = (Tip(def.text.clone()), Cites(cites(rules, &def.rules)));
    panel.spawn((row(4.0), told)).with_children(|line| {
        let words = format!("{} {points}", def.name);
        line.spawn(text(words, theme::bold(14.5), theme::INK));
        for _ in 0..points.min(MOST_BEADS) {
            line.spawn((
                Node {
                    width: px(10),
                    height: px(10),
                    border_radius: BorderRadius::all(px(5)),
                    ..default()
                },
                BackgroundColor(color),
                Pickable::IGNORE,
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_makes_way_for_the_one_it_is_about_and_then_for_the_one_who_acts() {
        let at = |x| Some(Vec2::new(x, 200.0));
        assert!(goes_left((at(1065.0), None), 0.0, 1280.0));
        assert!(!goes_left((at(640.0), None), 0.0, 1280.0));
        let below = None;
        assert!(!goes_left((below, at(150.0)), 0.0, 1280.0), "it ends above");
        assert!(goes_left((below, at(1065.0)), 0.0, 1280.0), "who acts");
        assert!(
            !goes_left((at(300.0), at(1065.0)), 0.0, 1280.0),
            "both ways"
        );
        assert!(goes_left((at(1065.0), at(300.0)), 0.0, 1280.0), "both ways");
    }
}
