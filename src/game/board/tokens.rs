//! Tokens: discs that walk, lunge and fall, with a ring of hit points and signs of conditions.

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::badges;
use crate::combat::contract::{Awareness, CombatantView};
use crate::combat::{Seat, View};
use crate::game::awake::Awake;
use crate::game::eye::Eye;
use crate::game::known;
use crate::game::pictures::{HALO, Pictures};
use crate::game::playback::{Cue, Shown};
use crate::game::scale::{TILE, centre, layer, legible, middle};
use crate::game::session::{Session, playing};
use crate::game::spotlight::Spotlight;
use crate::game::{FrameSet, Screen, theme, twins};

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

/// What tells a token from others of its kind, in letters.
#[derive(Component)]
struct Twin;

/// The colour of the slip that it stands on.
pub const TWIN: Color = Color::srgba(0.17, 0.1, 0.05, 0.9);

/// The place of a sign on a token, and the letters on it.
#[derive(Component)]
struct SignPlace(usize);

#[derive(Component)]
struct Letters;

/// The side of a sign: a part of a token, and pixels of the window at the least, as far as it finds room.
const SIGN: f32 = 0.27;
const SIGN_PIXELS: f32 = 15.0;
const LARGEST_SIGN: f32 = 0.36;

/// The side of a sign on a token of this size, and where the middle of the one with this number lies: down the
/// right edge, then beside it.
fn sign_place(number: usize, size: f32, scale: f32) -> (f32, Vec2) {
    let side = (SIGN * size).max((SIGN_PIXELS * scale).min(LARGEST_SIGN * size));
    let rows = ((size / side) as usize).max(1);
    let (column, row) = ((number / rows) as f32, (number % rows) as f32);
    let corner = Vec2::new(0.5, 0.48) * size;
    let by = Vec2::new(column + 0.5, row + 0.5) * side * 1.02;
    (side, corner - by)
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
                token.spawn((
                    Twin,
                    Text2d::new(""),
                    theme::bold(26.0),
                    TextColor(theme::CREAM),
                    TextBackgroundColor(TWIN),
                    Anchor::TOP_LEFT,
                    Transform::from_xyz(0.0, 0.0, 0.2),
                ));
                for number in 0..badges::MOST {
                    let sign = (
                        SignPlace(number),
                        Sprite::default(),
                        Transform::from_xyz(0.0, 0.0, 0.2),
                        Visibility::Hidden,
                    );
                    token.spawn(sign).with_child((
                        Letters,
                        Text2d::new(""),
                        theme::bold(26.0),
                        TextColor(theme::CREAM),
                        Transform::from_xyz(0.0, 0.0, 0.1),
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
type NoSign = (Without<Token>, Without<SignPlace>);
type Signs<'a> = (
    &'a SignPlace,
    &'a mut Sprite,
    &'a mut Visibility,
    &'a mut Transform,
    &'a Children,
);
type NoToken = (Without<Token>, Without<Twin>);
type NoPlace = (Without<Token>, Without<Twin>, Without<SignPlace>);

/// Faces, rings, badges and halos as the picture says.
fn dress(
    shown: Res<Shown>,
    session: Res<Session>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut tokens: Query<Dressed>,
    mut parts: Query<Parts, NoSign>,
    mut twins: Query<(&mut Text2d, &mut Transform), (With<Twin>, Without<Token>)>,
    mut signs: Query<Signs, NoToken>,
    mut letters: Query<(&mut Text2d, &mut Transform), (With<Letters>, NoPlace)>,
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
        let told = badges::signs(session.rules(), who);
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
            if let Ok((mut text, mut place)) = twins.get_mut(*child) {
                let said = twin(&shown.view, who);
                if text.0 != said {
                    text.0 = said;
                }
                let at = Vec2::new(-0.48, 0.46) * size;
                place.translation = at.extend(place.translation.z);
                place.scale = Vec2::splat(legible(eye.grain()) * 0.62).extend(1.0);
            }
            if let Ok((number, mut sprite, mut seen, mut place, inside)) = signs.get_mut(*child) {
                let sign = told.get(number.0);
                *seen = match sign {
                    Some(_) => Visibility::Inherited,
                    None => Visibility::Hidden,
                };
                let Some(sign) = sign else { continue };
                let (side, at) = sign_place(number.0, size, eye.scale);
                sprite.image = pictures.sign(&mut images, sign.icon, sign.helps);
                sprite.custom_size = Some(Vec2::splat(side));
                place.translation = at.extend(place.translation.z);
                let said = sign.icon.map_or(sign.letters, |_| "");
                for child in inside {
                    if let Ok((mut text, mut place)) = letters.get_mut(*child) {
                        if text.0 != said {
                            text.0 = said.to_owned();
                        }
                        place.scale = Vec2::splat(side / 42.0).extend(1.0);
                    }
                }
            }
        }
    }
}

/// What tells one from others of its kind, on its slip.
fn twin(view: &View, who: &CombatantView) -> String {
    if who.dead || who.known != Awareness::Seen {
        return String::new();
    }
    match twins::twin(view, who) {
        twin if twin.is_empty() => twin,
        twin => format!(" {twin} "),
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
    fn signs_lie_inside_their_token_and_beside_each_other() {
        for scale in [0.5, 1.5, 3.0, 6.0] {
            let signs = (0..badges::MOST).map(|number| sign_place(number, TILE, scale));
            let signs = signs.map(|(side, at)| Rect::from_center_size(at, Vec2::splat(side)));
            let signs: Vec<_> = signs.collect();
            for (number, sign) in signs.iter().enumerate() {
                assert!(sign.min.cmpge(Vec2::splat(-TILE * 0.62)).all(), "{sign:?}");
                let others = &signs[..number];
                assert!(others.iter().all(|other| other.intersect(*sign).is_empty()));
            }
        }
    }

    #[test]
    fn those_who_share_a_square_stand_beside_its_middle() {
        assert_eq!(shared((0, 1)), (Vec2::ZERO, 1.0));
        let (one, two) = (shared((0, 2)).0, shared((1, 2)).0);
        assert!(one.distance(two) > TILE * 0.4 && one.x < 0.0 && two.x > 0.0);
    }
}
