//! The card of the combatant under the pointer; the one who acts has its portrait in the dock.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::layout::{self, CARD, EDGE, LESSON, LOG, STRIP};
use super::log;
use crate::combat::Seat;
use crate::combat::contract::{AttackModeView, Awareness, CombatantView};
use crate::game::colours::Tint;
use crate::game::eye::Eye;
use crate::game::plan::{Plan, danger};
use crate::game::playback::Shown;
use crate::game::scale::middle;
use crate::game::session::{Session, playing};
use crate::game::teach::Taught;
use crate::game::widgets::{Cites, Tip, refill, row, side_text, text};
use crate::game::{FrameSet, theme, words};
use crate::narrate;
use crate::rules::{MOST_POOLS, PoolDef, RuleId, Ruleset};

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
const AIR: f32 = 44.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(playing()));
}

/// Inputs of the card: picture, subject, actor, view, and the effects of terrain on the path.
type ShownFor = (u32, Option<Seat>, Option<Seat>, (Vec2, f32), String);

fn fill(
    card: Single<(Entity, Ref<Card>, &ComputedNode, &mut Node)>,
    shown: Res<Shown>,
    session: Res<Session>,
    plan: Res<Plan>,
    beside: Beside,
    mut commands: Commands,
    mut last: Local<Option<ShownFor>>,
) {
    let (card, fresh, size, mut node) = card.into_inner();
    let pointed = plan.cursor.square;
    let pointed = pointed.and_then(|square| Plan::anyone_at(&shown, square));
    let eye = (beside.eye.at, beside.eye.scale);
    let ground = on_the_way(&session, &plan);
    let now = (shown.revision, pointed, plan.options.actor, eye, ground);
    if last.as_ref() == Some(&now) && !fresh.is_added() {
        return;
    }
    let ground = &last.insert(now).4;
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
        let others = shown.view.combatants.iter().filter(|who| who.standing);
        let others: Vec<_> = others.filter_map(|who| who.area).map(middle).collect();
        beside.place(&mut node, middle(area), acting, &others, height);
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
            if !ground.is_empty() {
                panel.spawn(text(ground, theme::bold(13.5), theme::RED));
            }
        }
    });
}

/// What the place of the card depends on: it must not lie over the one it is about.
#[derive(SystemParam)]
struct Beside<'w, 's> {
    eye: Res<'w, Eye>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    scale: Res<'w, UiScale>,
    taught: Res<'w, Taught>,
    log: Res<'w, log::Open>,
}

impl Beside<'_, '_> {
    /// Puts a card of this height about what stands at a point of the map into the corner where it covers the
    /// least, while the one at another point acts and others stand around.
    fn place(
        &self,
        node: &mut Node,
        about: Vec2,
        acting: Option<Vec2>,
        others: &[Vec2],
        height: f32,
    ) {
        let (window, scale) = (self.window.size(), self.scale.0);
        let spot = |at: Vec2| self.eye.in_window(at, window) / scale;
        let taken = match (self.log.sheet, self.taught.slip.is_some()) {
            (true, _) => LOG + EDGE,
            (false, true) => LESSON + EDGE,
            (false, false) => 0.0,
        };
        let corners = corners(window / scale, taken, height);
        let others: Vec<_> = others.iter().map(|at| spot(*at)).collect();
        let best = least(&corners, spot(about), acting.map(spot), &others);
        let from = EDGE + taken;
        let (right, top) = CORNERS[best];
        (node.left, node.right) = match right {
            true => (auto(), px(EDGE)),
            false => (px(from), auto()),
        };
        (node.top, node.bottom) = match top {
            true => (px(STRIP + EDGE), auto()),
            false => (auto(), px(layout::dock(window.x / scale) + 2.0 * EDGE)),
        };
    }
}

/// The corners that the card can stand in, the usual one first: on the right, at the top.
const CORNERS: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

/// The room of a card of this height in each corner of an interface of this size, with what is taken on the left.
fn corners(room: Vec2, taken: f32, height: f32) -> [Rect; 4] {
    CORNERS.map(|(right, top)| {
        let x = match right {
            true => room.x - EDGE - CARD,
            false => EDGE + taken,
        };
        let y = match top {
            true => STRIP + EDGE,
            false => room.y - layout::dock(room.x) - 2.0 * EDGE - height,
        };
        Rect::new(x, y, x + CARD, y + height)
    })
}

/// Which of these places covers the least: of all the one it is about counts most, then the one who acts, then pairs of
/// others.
fn least(places: &[Rect; 4], about: Vec2, acting: Option<Vec2>, others: &[Vec2]) -> usize {
    let covers = |place: Rect, at: Vec2| place.inflate(AIR).contains(at);
    let cost = |place: Rect| {
        let others = others.iter().filter(|at| covers(place, **at)).count() / 2;
        let acting = acting.is_some_and(|at| covers(place, at));
        others.min(9) + 10 * usize::from(acting) + 20 * usize::from(covers(place, about))
    };
    let places = places.iter().enumerate();
    let best = places.min_by_key(|(_, place)| cost(**place));
    best.map_or(0, |(number, _)| number)
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

/// Effects of terrain on the path shown, and a warning if it may be deadly.
fn on_the_way(session: &Session, plan: &Plan) -> String {
    let preview = plan.preview.as_ref();
    let path = preview.and_then(|preview| preview.forecast.path.as_ref());
    let Some(path) = path.filter(|path| !path.ground.is_empty() || !path.stays.is_empty()) else {
        return String::new();
    };
    let ground = words::ground(session, plan.options.actor, path);
    let survives = match path.is_reckless() {
        true => format!("; you survive {}", words::percent(path.survives)),
        false => String::new(),
    };
    format!("On the way: {ground}{survives}")
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
            // A long name has a line of its own.
            flex_wrap: FlexWrap::Wrap,
            flex_shrink: 0.0,
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
    let blocks = rules.policies.attack.defence.is_answered();
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
    words::capital(&left.join(", "))
}

/// The skills that it has ranks in; resting on one tells what it is for.
pub fn skills(panel: &mut ChildSpawnerCommands<'_>, session: &Session, seat: Seat) {
    let rules = session.rules();
    let known = session.sight().skills(seat);
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
        let corners = corners(Vec2::new(1280.0, 800.0), 0.0, 300.0);
        let [high, low, left, _] = corners.map(|place| place.center());
        let middle = Vec2::new(640.0, 400.0);
        let corner = |about, acting| CORNERS[least(&corners, about, acting, &[about])];
        assert_eq!(corner(middle, None), (true, true));
        assert_eq!(corner(high, None), (true, false));
        assert_eq!(corner(middle, Some(high)), (true, false), "who acts");
        assert_eq!(corner(high, Some(low)), (false, true), "both");
        assert_eq!(corner(low, Some(left)), (true, true));
        // A crowd of others is left in sight, too.
        let crowd = [high, high, high];
        assert_eq!(
            CORNERS[least(&corners, middle, None, &crowd)],
            (true, false)
        );
    }
}
