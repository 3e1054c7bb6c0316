//! Lines between combatants: of sight, of those who flank together, and who could strike whom where a
//! way ends.

use bevy::prelude::*;

use super::labels::{DANGER, Sketch};
use crate::combat::{AttackForecast, Request, Seat, Sheltered};
use crate::game::plan::{Exchange, Plan};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, layer, middle};
use crate::game::session::Session;
use crate::game::{Screen, words};
use crate::grid::Area;
use crate::rules::Topic;

/// The line of sight of a shot, free and past cover.
pub const SIGHT: Color = Color::srgb(0.98, 0.95, 0.84);
pub const COVERED: Color = Color::srgb(0.98, 0.74, 0.28);
/// The line between two who flank a target.
pub const FLANK: Color = Color::srgb(0.62, 0.88, 0.42);

/// An attack that is pointed at: from where, with what odds.
struct Aimed<'a> {
    by: Seat,
    from: Area,
    to: Area,
    mode: u8,
    odds: &'a AttackForecast,
}

fn aimed<'a>(plan: &'a Plan, shown: &Shown) -> Option<Aimed<'a>> {
    let preview = plan.preview.as_ref()?;
    let by = plan.options.actor?;
    let area = |seat: Seat| shown.view.combatants.get(seat.index())?.area;
    let own = area(by)?;
    if let Some(up) = &preview.approach {
        let end = preview.forecast.path.as_ref()?.squares.last()?;
        return Some(Aimed {
            by,
            from: own.moved_to(*end),
            to: area(up.target)?,
            mode: up.mode,
            odds: &up.odds,
        });
    }
    let target = plan.target_at(shown, preview.at)?;
    Some(Aimed {
        by,
        from: own,
        to: area(target.seat)?,
        mode: target.mode()?,
        odds: target.odds.as_ref().filter(|_| target.refusal.is_none())?,
    })
}

/// Draws what matters between the attacker and the target that is pointed at.
pub(super) fn of_attack(
    commands: &mut Commands,
    plan: &Plan,
    session: &Session,
    shown: &Shown,
    cover: &Handle<Image>,
    size: f32,
) {
    let Some(aimed) = aimed(plan, shown) else {
        return;
    };
    let (from, to) = (middle(aimed.from), middle(aimed.to));
    let covered = aimed.odds.notes.contains(&Topic::Cover);
    if words::is_ranged(session, aimed.by, aimed.mode) {
        let color = if covered { COVERED } else { SIGHT };
        dashes(commands, from, to, color, size);
    }
    if covered {
        let beside = to + (from - to).normalize_or_zero() * TILE * 0.52;
        shield(commands, cover, beside, size);
    }
    let partner =
        session
            .battle
            .flanks_with(aimed.by, aimed.mode, aimed.odds.target, aimed.from.anchor);
    let partner = partner.and_then(|seat| shown.view.combatants.get(seat.index()));
    if let Some(area) = partner.and_then(|who| who.area) {
        line(
            commands,
            from,
            middle(area),
            FLANK.with_alpha(0.85),
            7.0 * size,
        );
    }
}

/// Draws who would strike whom while that is asked about; where the target stands.
pub(super) fn of_question(
    commands: &mut Commands,
    session: &Session,
    shown: &Shown,
    size: f32,
) -> Option<Area> {
    let (by, target) = session.question().and_then(striker_and_target)?;
    let area = |seat: Seat| shown.view.combatants.get(seat.index())?.area;
    let (from, to) = (area(by)?, area(target)?);
    dashes(commands, middle(from), middle(to), DANGER, size * 1.3);
    Some(to)
}

/// Whom an attack that is asked about comes from, and whom it is meant for.
fn striker_and_target(request: &Request) -> Option<(Seat, Seat)> {
    match request {
        Request::Opportunity { seat, target, .. } | Request::Counter { seat, target, .. } => {
            Some((*seat, *target))
        }
        Request::Defence { seat, attacker, .. } | Request::Coverage { seat, attacker, .. } => {
            Some((*attacker, *seat))
        }
        Request::DefendOther {
            target: Sheltered::Combatant(target),
            attacker,
            ..
        } => Some((*attacker, *target)),
        _ => None,
    }
}

/// Draws lines from those who could strike at the end of a way.
pub(super) fn of_exchanges(
    commands: &mut Commands,
    shown: &Shown,
    (exchanges, end): (&[Exchange], Area),
    size: f32,
) {
    let strikers = exchanges.iter().filter(|one| one.theirs.is_some());
    let strikers = strikers.filter_map(|one| shown.view.combatants.get(one.seat.index())?.area);
    let color = DANGER.with_alpha(0.45);
    for area in strikers {
        line(commands, middle(area), middle(end), color, 3.0 * size);
    }
}

pub(super) fn line(commands: &mut Commands, from: Vec2, to: Vec2, color: Color, width: f32) {
    let way = to - from;
    commands.spawn((
        Sketch,
        Sprite::from_color(color, Vec2::new(way.length(), width)),
        Transform::from_translation((from + way / 2.0).extend(layer::PATH + 0.6))
            .with_rotation(Quat::from_rotation_z(way.to_angle())),
        DespawnOnExit(Screen::Battle),
    ));
}

/// A line of dashes, so that no way is taken for it.
fn dashes(commands: &mut Commands, from: Vec2, to: Vec2, color: Color, size: f32) {
    let (way, dash) = (to - from, TILE * 0.22);
    let count = (way.length() / (2.0 * dash)).floor().max(1.0);
    for number in 0..count as u32 {
        let begin = from + way * (number as f32 + 0.25) / count;
        let end = from + way * (number as f32 + 0.75) / count;
        line(
            commands,
            begin,
            end,
            Color::BLACK.with_alpha(0.5),
            7.0 * size,
        );
        line(commands, begin, end, color, 4.0 * size);
    }
}

/// A shield on the side of the target that is covered.
fn shield(commands: &mut Commands, image: &Handle<Image>, at: Vec2, size: f32) {
    let side = 30.0 * size;
    for (color, side, height) in [
        (Color::BLACK.with_alpha(0.7), side * 1.25, 2.2),
        (COVERED, side, 2.3),
    ] {
        commands.spawn((
            Sketch,
            Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(side)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::PATH + height)),
            DespawnOnExit(Screen::Battle),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Cause;

    #[test]
    fn a_question_about_an_attack_tells_who_strikes_whom() {
        let mine = Request::Opportunity {
            seat: Seat(0),
            target: Seat(1),
            cause: Cause::Standing,
        };
        assert_eq!(striker_and_target(&mine), Some((Seat(0), Seat(1))));
        let turn = Request::Turn { seat: Seat(0) };
        assert_eq!(striker_and_target(&turn), None);
    }
}
