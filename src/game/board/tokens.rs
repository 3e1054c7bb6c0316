//! Tokens: discs that walk, lunge and fall, with a ring of hit points and badges of conditions.

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::badges;
use super::camera::Eye;
use crate::combat::contract::{Awareness, CombatantView};
use crate::combat::{Seat, View};
use crate::game::awake::Awake;
use crate::game::known;
use crate::game::pictures::{HALO, Pictures};
use crate::game::playback::{Cue, Shown};
use crate::game::scale::{TILE, centre, layer, legible, middle};
use crate::game::session::{Session, playing};
use crate::game::spotlight::Spotlight;
use crate::game::{FrameSet, Screen, theme, twins};
use crate::rules::Ruleset;

/// The token of a combatant.
#[derive(Component)]
pub struct Token {
    pub seat: Seat,
    /// From where to where it moves, and how far it has come (0 to 1).
    from: Vec2,
    to: Vec2,
    part: f32,
    seconds: f32,
    /// Beside the middle of its space, which it shares.
    offset: Vec2,
    /// A lunge: direction and how far it has come.
    lunge: Option<(Vec2, f32, f32)>,
    /// How much of a flash is left after a hit, from 1 to 0.
    flash: f32,
    /// Its tint when nothing flashes.
    tint: Color,
}

#[derive(Component)]
struct Ring;

#[derive(Component)]
struct Halo;

/// Words on a token, each in its place.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// What tells it from others of its kind.
    Twin,
    /// Conditions that help it.
    Boons,
    /// Conditions that ail it.
    Ills,
}

impl Words {
    const ALL: [Self; 3] = [Self::Twin, Self::Boons, Self::Ills];

    /// The colour of the slip that they stand on.
    pub fn ground(self) -> Color {
        match self {
            Self::Twin => Color::srgba(0.17, 0.1, 0.05, 0.9),
            Self::Boons => Color::srgba(0.13, 0.36, 0.14, 0.94),
            Self::Ills => Color::srgba(0.58, 0.13, 0.09, 0.94),
        }
    }

    /// Where they stand on a token of one unit, and how they are anchored there.
    fn place(self) -> (Vec2, Anchor) {
        match self {
            Self::Twin => (Vec2::new(-0.48, 0.46), Anchor::TOP_LEFT),
            Self::Boons => (Vec2::new(0.48, 0.20), Anchor::TOP_RIGHT),
            Self::Ills => (Vec2::new(0.48, 0.46), Anchor::TOP_RIGHT),
        }
    }

    fn of(self, rules: &Ruleset, view: &View, who: &CombatantView) -> String {
        match self {
            Self::Twin if who.dead || who.known != Awareness::Seen => String::new(),
            Self::Twin => match twins::twin(view, who) {
                twin if twin.is_empty() => twin,
                twin => format!(" {twin} "),
            },
            Self::Boons => badges::badge(rules, who, true),
            Self::Ills => badges::badge(rules, who, false),
        }
    }
}

/// Turns the brass of the halo into a bright blue, for those whom the log is asked about.
const LIT: Color = Color::srgb(0.55, 1.15, 2.2);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn
            .run_if(resource_exists::<Session>)
            .after(super::super::screens::begin),
    );
    let shows = (heed_cues, dress, light, walk)
        .chain()
        .in_set(FrameSet::Show);
    app.add_systems(Update, shows.run_if(playing()));
}

fn spawn(mut commands: Commands, shown: Res<Shown>) {
    for who in &shown.view.combatants {
        let at = who.area.map_or(AWAY, middle);
        commands
            .spawn((
                Token {
                    seat: who.seat,
                    from: at,
                    to: at,
                    part: 1.0,
                    seconds: 0.1,
                    offset: Vec2::ZERO,
                    lunge: None,
                    flash: 0.0,
                    tint: Color::WHITE,
                },
                Sprite::default(),
                Transform::from_translation(at.extend(layer::TOKEN)),
                DespawnOnExit(Screen::Battle),
                children![
                    (
                        Halo,
                        Sprite::from_image(HALO),
                        Transform::from_xyz(0.0, 0.0, -0.1),
                        Visibility::Hidden
                    ),
                    (Ring, Sprite::default(), Transform::from_xyz(0.0, 0.0, 0.1)),
                ],
            ))
            .with_children(|token| {
                for words in Words::ALL {
                    let (_, anchor) = words.place();
                    token.spawn((
                        words,
                        Text2d::new(""),
                        theme::bold(26.0),
                        TextColor(theme::CREAM),
                        TextBackgroundColor(words.ground()),
                        anchor,
                        Transform::from_xyz(0.0, 0.0, 0.2),
                    ));
                }
            });
    }
}

/// The edge of a token in world units: somewhat less than its space.
fn edge(who: &CombatantView) -> f32 {
    use crate::rules::Size;
    let side = who
        .area
        .map_or(1, |a| a.footprint.width.min(a.footprint.depth).max(1));
    let small = match who.size {
        Size::Fine | Size::Diminutive => 0.55,
        Size::Tiny => 0.66,
        Size::Small => 0.86,
        _ => 1.0,
    };
    f32::from(side) * TILE * small
}

/// How tokens that share a square stand: which one of how many this is.
fn company(view: &View, who: &CombatantView) -> (usize, usize) {
    let here = who.area.map(|area| area.anchor);
    let upright = |one: &&CombatantView| one.standing && !one.dead && one.area.is_some();
    let same = |one: &&CombatantView| one.area.map(|area| area.anchor) == here;
    let all: Vec<_> = view
        .combatants
        .iter()
        .filter(upright)
        .filter(same)
        .collect();
    let own = all.iter().position(|one| one.seat == who.seat);
    match own {
        Some(own) => (own, all.len()),
        None => (0, 1),
    }
}

/// Where the one of so many who share a square stands, and how much of its size is left to it.
fn shared((which, many): (usize, usize)) -> (Vec2, f32) {
    if many < 2 {
        return (Vec2::ZERO, 1.0);
    }
    let turn = std::f32::consts::TAU * which as f32 / many as f32;
    let way = Vec2::from_angle(turn + std::f32::consts::FRAC_PI_4 * 3.0);
    (way * TILE * 0.24, 0.74)
}

/// Where those wait who are not on the map, or not known to be.
const AWAY: Vec2 = Vec2::splat(-1.0e5);

fn is_away(at: Vec2) -> bool {
    at.x < -1.0e4
}

pub(super) fn spot(view: &View, seat: Seat) -> Option<Vec2> {
    view.combatants.get(seat.index())?.area.map(middle)
}

/// Takes up what the playback asks of the tokens.
fn heed_cues(
    mut cues: MessageReader<Cue>,
    shown: Res<Shown>,
    mut tokens: Query<(&mut Token, &Transform)>,
    mut awake: ResMut<Awake>,
) {
    for cue in cues.read() {
        awake.stir();
        match cue {
            Cue::Walk { seat, to, seconds } => {
                let area = shown.view.combatants.get(seat.index()).and_then(|w| w.area);
                let goal = area.map_or(centre(*to), |area| middle(area.moved_to(*to)));
                for (mut token, transform) in tokens.iter_mut().filter(|(t, _)| t.seat == *seat) {
                    let hidden = is_away(token.to);
                    token.from = if hidden {
                        goal
                    } else {
                        transform.translation.truncate()
                    };
                    (token.to, token.part, token.seconds) = (goal, 0.0, seconds.max(0.02));
                }
            }
            Cue::Lunge { seat, at, seconds } => {
                let (Some(a), Some(b)) = (spot(&shown.view, *seat), spot(&shown.view, *at)) else {
                    continue;
                };
                let way = (b - a).normalize_or_zero() * TILE * 0.55;
                for (mut token, _) in tokens.iter_mut().filter(|(t, _)| t.seat == *seat) {
                    token.lunge = Some((way, 0.0, seconds.max(0.05)));
                }
            }
            Cue::Struck { seat } => {
                for (mut token, _) in tokens.iter_mut().filter(|(t, _)| t.seat == *seat) {
                    token.flash = 1.0;
                }
            }
            Cue::Shot { .. } | Cue::Word { .. } => {}
            Cue::Reset => {
                for (mut token, _) in &mut tokens {
                    if let Some(at) = spot(&shown.view, token.seat) {
                        (token.to, token.lunge) = (at, None);
                        if token.part >= 1.0 {
                            token.from = at;
                        }
                    }
                }
            }
        }
    }
}

type Dressed<'a> = (
    &'a mut Token,
    &'a mut Sprite,
    &'a mut Transform,
    &'a Children,
);
type Parts<'a> = (&'a mut Sprite, &'a mut Visibility, Has<Halo>, Has<Ring>);

/// Faces, rings, badges and halos as the picture says.
fn dress(
    shown: Res<Shown>,
    session: Res<Session>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut tokens: Query<Dressed>,
    mut parts: Query<Parts, Without<Token>>,
    mut slips: Query<(&Words, &mut Text2d, &mut Transform), Without<Token>>,
    eye: Res<Eye>,
    mut last: Local<(u32, f32)>,
) {
    let news = (shown.revision, eye.scale);
    if *last == news {
        return;
    }
    *last = news;
    let catalogue = &session.start.catalogue;
    for (mut token, mut sprite, mut transform, children) in &mut tokens {
        let Some(who) = shown.view.combatants.get(token.seat.index()) else {
            continue;
        };
        let emblem = known::emblem(catalogue, who);
        let fallen = who.dead || (!who.standing && who.area.is_some());
        let (offset, part) = shared(company(&shown.view, who));
        token.offset = offset;
        let (side, size) = (who.side.index(), edge(who) * part);
        sprite.image = pictures.token(&mut images, emblem, side, who.dead);
        sprite.custom_size = Some(Vec2::splat(size));
        token.tint = if fallen {
            Color::srgba(0.8, 0.8, 0.8, 0.8)
        } else {
            Color::WHITE
        };
        sprite.color = token.tint;
        transform.translation.z = if fallen { layer::FALLEN } else { layer::TOKEN };
        match who.area {
            None => {
                let away = AWAY;
                (token.from, token.to, token.part) = (away, away, 1.0);
            }
            Some(area) if is_away(token.to) => {
                let at = middle(area);
                (token.from, token.to, token.part) = (at, at, 1.0);
            }
            Some(_) => {}
        }
        for child in children {
            if let Ok((mut part, mut visibility, is_halo, is_ring)) = parts.get_mut(*child) {
                part.custom_size = Some(Vec2::splat(size * if is_halo { 1.16 } else { 1.0 }));
                if is_ring {
                    part.image = pictures.ring(&mut images, who.hit_points, who.max_hit_points);
                    *visibility = if who.dead || who.known != Awareness::Seen {
                        Visibility::Hidden
                    } else {
                        Visibility::Inherited
                    };
                }
            }
            if let Ok((words, mut text, mut place)) = slips.get_mut(*child) {
                let said = words.of(session.rules(), &shown.view, who);
                if text.0 != said {
                    text.0 = said;
                }
                let at = words.place().0 * size;
                place.translation = at.extend(place.translation.z);
                place.scale = Vec2::splat(legible(eye.grain()) * 0.62).extend(1.0);
            }
        }
    }
}

/// Seconds of the flash after a hit, and its colour.
const FLASH: f32 = 0.45;
const STRUCK: Color = Color::srgb(1.0, 0.25, 0.15);

/// A halo for the one whose turn it is, and another for those whom the log is asked about.
fn light(
    shown: Res<Shown>,
    spotlight: Res<Spotlight>,
    tokens: Query<(&Token, &Children)>,
    mut halos: Query<(&mut Sprite, &mut Visibility), With<Halo>>,
) {
    for (token, children) in &tokens {
        let lit = spotlight.0.contains(&token.seat);
        let now = shown.view.current == Some(token.seat);
        let (color, wanted) = match (lit, now) {
            (true, _) => (LIT, Visibility::Inherited),
            (_, true) => (Color::WHITE, Visibility::Inherited),
            _ => (Color::WHITE, Visibility::Hidden),
        };
        for child in children {
            if let Ok((mut halo, mut visibility)) = halos.get_mut(*child) {
                visibility.set_if_neq(wanted);
                if halo.color != color {
                    halo.color = color;
                }
            }
        }
    }
}

fn walk(
    time: Res<Time>,
    mut tokens: Query<(&mut Token, &mut Transform, &mut Sprite)>,
    mut awake: ResMut<Awake>,
) {
    for (mut token, mut transform, mut sprite) in &mut tokens {
        let mut at = token.to + token.offset;
        if token.part < 1.0 {
            token.part = (token.part + time.delta_secs() / token.seconds).min(1.0);
            at = token.from.lerp(token.to, token.part);
            awake.stir();
        }
        if let Some((way, part, seconds)) = token.lunge {
            let part = part + time.delta_secs() / seconds;
            at += way * (part.min(1.0) * std::f32::consts::PI).sin();
            token.lunge = (part < 1.0).then_some((way, part, seconds));
            awake.stir();
        }
        if token.flash > 0.0 {
            token.flash = (token.flash - time.delta_secs() / FLASH).max(0.0);
            at.x += (token.flash * 30.0).sin() * token.flash * TILE * 0.06;
            sprite.color = token.tint.mix(&STRUCK, token.flash * 0.8);
            awake.stir();
        }
        if transform.translation.truncate() != at {
            transform.translation.x = at.x;
            transform.translation.y = at.y;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_a_square_stand_beside_its_middle() {
        assert_eq!(shared((0, 1)), (Vec2::ZERO, 1.0));
        let (one, two) = (shared((0, 2)).0, shared((1, 2)).0);
        assert!(one.distance(two) > TILE * 0.4 && one.x < 0.0 && two.x > 0.0);
    }
}
