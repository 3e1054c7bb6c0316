//! Marked squares: how far a move goes, what can be chosen, and what the enemy threatens.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::terrain;
use crate::art::mark;
use crate::art::palette::ColourSet;
use crate::combat::contract::{AbilityForecast, Affected, CombatantView};
use crate::combat::{Aim, Awareness, Choice, Seat};
use crate::game::colours::Colours;
use crate::game::pictures::image;
use crate::game::plan::{Plan, offer};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, layer};
use crate::game::session::{Session, playing};
use crate::game::theme::color;
use crate::game::{FrameSet, Screen};
use crate::grid::{Area, Dimensions, Direction, Square};
use crate::rules::Targeting;

/// The layer of squares that can be reached, chosen or deployed to.
#[derive(Component)]
struct ReachLayer;

/// The layer of squares on whose way you would be attacked.
#[derive(Component)]
struct RiskLayer;

/// The layer of threatened squares.
#[derive(Component)]
struct ThreatLayer;

/// The layer of squares that the enemy pointed at could strike at after its move.
#[derive(Component)]
struct StrikeLayer;

/// The textures of the layer after the outlines: the same in dashes, and a wash.
const DASHED: u32 = mark::OUTLINES;
const WASH: u32 = 2 * mark::OUTLINES;

pub const CHOICE: Color = Color::srgba(0.92, 0.66, 0.16, 0.85);
/// So many squares are washed and not outlined.
const FEW: usize = 24;
/// Where something can be aimed at.
pub const SPOT: Color = Color::srgba(0.92, 0.66, 0.16, 0.42);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        (tint_reach, tint_risk, tint_threat)
            .in_set(FrameSet::Show)
            .run_if(playing()),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let dims = session.battle.dimensions();
    let hidden = |_| {
        (
            TileTextureIndex(0),
            TileColor::default(),
            TileVisible(false),
        )
    };
    let outlines = (0..mark::OUTLINES).map(mark::outline);
    let dashed = (0..mark::OUTLINES).map(mark::dashed);
    let textures = outlines.chain(dashed).chain([mark::wash()]);
    let textures = textures.map(|drawing| images.add(image(&drawing)));
    let texture = TilemapTexture::Vector(textures.collect());
    let reach = terrain::layer(&mut commands, dims, (layer::REACH, TILE), texture, hidden);
    commands.entity(reach).insert(ReachLayer);
    let texture = TilemapTexture::Single(images.add(image(&mark::warning())));
    let risk = terrain::layer(&mut commands, dims, (layer::RISK, TILE), texture, hidden);
    commands.entity(risk).insert(RiskLayer);
    let outlines = (0..mark::OUTLINES).map(mark::dashed);
    let outlines = outlines.map(|drawing| images.add(image(&drawing)));
    let texture = TilemapTexture::Vector(outlines.collect());
    let size = (layer::STRIKES, TILE);
    let strikes = terrain::layer(&mut commands, dims, size, texture, hidden);
    commands.entity(strikes).insert(StrikeLayer);
    let texture = TilemapTexture::Single(images.add(image(&mark::hatched())));
    let threat = terrain::layer(&mut commands, dims, (layer::THREAT, TILE), texture, hidden);
    commands.entity(threat).insert(ThreatLayer);
}

type Tile<'a> = (
    &'a mut TileTextureIndex,
    &'a mut TileColor,
    &'a mut TileVisible,
);

fn tint_reach(
    plan: Res<Plan>,
    session: Res<Session>,
    shown: Res<Shown>,
    colours: Res<Colours>,
    storage: Single<&TileStorage, With<ReachLayer>>,
    mut tiles: Query<Tile>,
    mut last: Local<u32>,
) {
    if *last == plan.revision && !colours.is_changed() {
        return;
    }
    *last = plan.revision;
    clear(&storage, &mut tiles);
    let dims = session.battle.dimensions();
    let mut tint = |square: Square, color: Color, texture: u32| {
        set(dims, &storage, &mut tiles, square, color, texture);
    };
    let zone = plan.deployment.iter().flat_map(|d| d.zone.iter());
    let answers = session.question().filter(|_| shown.settled);
    let answers = answers.map_or_else(Vec::new, offer::squares);
    for square in zone.chain(answers.into_iter().map(|(at, _)| at)) {
        tint(square, CHOICE, WASH);
    }
    reach(&plan, &shown, &colours.0, &mut tint);
    aims(&plan, &session, &shown, &colours.0, &mut tint);
    charges(&plan, &colours.0, &mut tint);
}

/// How far a movement goes: a line around all that it reaches and still leaves an attack, and one around what a longer
/// one, or one in the place of the attack, reaches beyond.
fn reach(
    plan: &Plan,
    shown: &Shown,
    colours: &ColourSet,
    tint: &mut impl FnMut(Square, Color, u32),
) {
    let actor = plan.options.actor;
    let actor = actor.and_then(|seat| shown.view.combatants.get(seat.index()));
    let own = actor.and_then(|who| who.area).map(|area| area.anchor);
    let mut region: BTreeSet<Square> = own.into_iter().collect();
    let all = plan.options.reaches.iter();
    let all = all.flat_map(|reach| reach.field.squares.iter().map(move |at| (reach, at)));
    let (near, far): (Vec<_>, Vec<_>) = all.partition(|(reach, (_, cost, _))| reach.is_near(*cost));
    let looks = colours.reach.map(color).into_iter().zip([0, DASHED]);
    let bands = [near, far].into_iter().zip(looks);
    for (band, (color, dashes)) in bands.filter(|(band, _)| !band.is_empty()) {
        let inner = region.clone();
        region.extend(band.iter().map(|(_, (square, ..))| *square));
        for (_, (square, ..)) in band {
            if !inner.contains(square) {
                tint(*square, color, dashes + sides(*square, &region));
            }
        }
        if let Some(own) = own.filter(|_| inner.len() == 1) {
            tint(own, color, dashes + sides(own, &region));
        }
    }
}

/// The sides of a square beyond which a region ends.
pub(super) fn sides(square: Square, region: &BTreeSet<Square>) -> u32 {
    [
        (Direction::North, mark::NORTH),
        (Direction::East, mark::EAST),
        (Direction::South, mark::SOUTH),
        (Direction::West, mark::WEST),
    ]
    .into_iter()
    .filter(|(direction, _)| !region.contains(&(square + *direction)))
    .fold(0, |sides, (_, side)| sides | side)
}

/// Squares that can be aimed at, and what an ability would cover.
fn aims(
    plan: &Plan,
    session: &Session,
    shown: &Shown,
    colours: &ColourSet,
    tint: &mut impl FnMut(Square, Color, u32),
) {
    let dims = session.battle.dimensions();
    // Where everything is possible a tint says nothing, and hides what would be covered.
    let everywhere = plan.targeting(session) == Some(Targeting::Direction)
        || plan.options.squares.len() * 10 > 9 * dims.squares().count();
    let catalogue = &session.start.catalogue;
    let open = |square: &&Square| {
        let ground = dims.index(**square).and_then(|i| shown.ground.get(i));
        let layers = (**square, 0)..=(**square, u8::MAX);
        let upper = shown.upper.range(layers).map(|(_, terrain)| terrain);
        let mut kinds = ground.into_iter().chain(upper);
        !kinds.any(|kind| {
            catalogue
                .terrain
                .get(*kind)
                .is_some_and(|def| def.blocks_sight)
        })
    };
    let squares = plan.options.squares.iter().filter(open);
    let squares: BTreeSet<Square> = squares.filter(|_| !everywhere).copied().collect();
    for square in &squares {
        // A wide range is a line around it, so that the map can still be seen.
        match squares.len() > FEW {
            true => tint(*square, CHOICE, sides(*square, &squares)),
            false => tint(*square, SPOT, WASH),
        }
    }
    let forecast = plan.preview.as_ref().map(|preview| &preview.forecast);
    let ability = forecast
        .filter(|forecast| forecast.refusal.is_none())
        .and_then(|forecast| forecast.ability.as_ref());
    if let Some(ability) = ability {
        let kind = (plan.options.actor).is_some_and(|actor| is_kind(session, actor, ability));
        let wash = color(if kind { colours.blessed } else { colours.area });
        for square in ability.squares.iter().filter(open) {
            tint(*square, wash, WASH);
        }
    }
}

/// Whether an ability only does good, and only to the side of its user.
fn is_kind(session: &Session, user: Seat, ability: &AbilityForecast) -> bool {
    let side = |seat| session.battle.side_of(seat);
    let mut affected = ability.affected.iter();
    affected.any(Affected::is_helped)
        && (ability.affected.iter()).all(|one| side(one.seat) == side(user) && !one.is_harmed())
}

/// The ways of charges; the one that is pointed at stands out.
fn charges(plan: &Plan, colours: &ColourSet, tint: &mut impl FnMut(Square, Color, u32)) {
    let targets = &plan.options.targets;
    for square in targets.iter().flat_map(|target| &target.lane) {
        tint(*square, color(colours.lane), WASH);
    }
    // Where a charge could end otherwise.
    let ways = targets.iter().flat_map(|target| &target.ways);
    for square in ways.filter_map(|way| way.last()) {
        tint(*square, SPOT, WASH);
    }
    let meant = plan.preview.as_ref().and_then(|p| p.choice.as_ref());
    if let Some(Choice::Act {
        aim: Aim::Charge(_, way),
        ..
    }) = meant
    {
        for square in way {
            tint(*square, color(colours.lane), WASH);
        }
        if let Some(end) = way.last() {
            tint(*end, CHOICE, WASH);
        }
    }
}

fn tint_risk(
    plan: Res<Plan>,
    session: Res<Session>,
    storage: Single<&TileStorage, With<RiskLayer>>,
    mut tiles: Query<Tile>,
    mut last: Local<u32>,
) {
    if *last == plan.revision {
        return;
    }
    *last = plan.revision;
    let dims = session.battle.dimensions();
    clear(&storage, &mut tiles);
    let reached = plan.options.reaches.iter();
    let reached = reached.flat_map(|reach| &reach.field.squares);
    for (square, ..) in reached.filter(|(.., attacks)| *attacks > 0) {
        set(dims, &storage, &mut tiles, *square, Color::WHITE, 0);
    }
}

fn tint_threat(
    plan: Res<Plan>,
    session: Res<Session>,
    shown: Res<Shown>,
    colours: Res<Colours>,
    storage: Single<&TileStorage, With<ThreatLayer>>,
    strikes: Single<&TileStorage, With<StrikeLayer>>,
    mut tiles: Query<Tile>,
    mut last: Local<(u32, u32, Option<Seat>)>,
) {
    let pointed = enemy_at(&plan, &session, &shown);
    let now = (plan.revision, shown.revision, pointed);
    if *last == now && !colours.is_changed() {
        return;
    }
    *last = now;
    let (battle, dims) = (session.sight(), session.battle.dimensions());
    clear(&storage, &mut tiles);
    // The enemy pointed at shows its own.
    let own = pointed.map(|seat| battle.threatened_squares(seat));
    let all = plan.threat.iter().chain(&own);
    clear(&strikes, &mut tiles);
    // Nobody stands in a wall.
    let open = |square: &Square| battle.holds(Area::single(*square));
    let next = pointed.map(|seat| battle.strikes_next(seat));
    let next: BTreeSet<_> = next
        .iter()
        .flat_map(|set| set.iter().filter(open))
        .collect();
    for square in &next {
        let (tint, sides) = (color(colours.0.threat), sides(*square, &next));
        set(dims, &strikes, &mut tiles, *square, tint, sides);
    }
    for square in all.flat_map(|set| set.iter()).filter(open) {
        set(
            dims,
            &storage,
            &mut tiles,
            square,
            color(colours.0.threat),
            0,
        );
    }
}

/// The enemy under the pointer, as the one who acts or the viewer sees it.
fn enemy_at(plan: &Plan, session: &Session, shown: &Shown) -> Option<Seat> {
    let square = plan.cursor.square?;
    let own = plan.options.actor.map(|seat| session.battle.side_of(seat));
    let own = own.or(session.viewer())?;
    let mut all = shown.view.combatants.iter();
    let there = |who: &&CombatantView| who.area.is_some_and(|area| area.contains(square));
    let seen = |who: &CombatantView| who.standing && who.known == Awareness::Seen;
    let enemy = all.find(|who| seen(who) && who.side != own && there(who))?;
    Some(enemy.seat)
}

fn clear(storage: &TileStorage, tiles: &mut Query<Tile>) {
    for entity in storage.iter().flatten() {
        if let Ok((_, _, mut visible)) = tiles.get_mut(*entity) {
            visible.set_if_neq(TileVisible(false));
        }
    }
}

fn set(
    dims: Dimensions,
    storage: &TileStorage,
    tiles: &mut Query<Tile>,
    square: Square,
    color: Color,
    texture: u32,
) {
    let entity = storage.checked_get(&terrain::tile_pos(dims, square));
    if let Some((mut index, mut tint, mut visible)) = entity.and_then(|e| tiles.get_mut(e).ok()) {
        index.0 = texture;
        tint.0 = color;
        visible.0 = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::dice::Distribution;
    use crate::game::testing::table;

    #[test]
    fn a_region_is_drawn_around_not_through() {
        let at = Square::new;
        let region = BTreeSet::from([at(1, 1), at(2, 1), at(1, 2)]);
        assert_eq!(sides(at(1, 1), &region), mark::NORTH | mark::WEST);
        let end = mark::NORTH | mark::EAST | mark::SOUTH;
        assert_eq!(sides(at(2, 1), &region), end);
    }

    #[test]
    fn what_harms_your_own_side_has_the_colour_of_danger() {
        let scene = Scene::new(ruleset("classic_d20"), &["ABc"]);
        let (session, _) = table(&scene);
        let [own, friend, enemy] = ['A', 'B', 'c'].map(|letter| scene.seat(letter));
        let kind = |affected: Vec<Affected>| {
            let ability = AbilityForecast {
                affected,
                ..AbilityForecast::default()
            };
            is_kind(&session, own, &ability)
        };
        let helped = |seat| Affected {
            alters: true,
            ..Affected::nothing(seat)
        };
        let hindered = |seat| Affected {
            hinders: true,
            ..helped(seat)
        };
        let burnt = |seat| Affected {
            damage: Distribution::certain(3),
            ..Affected::nothing(seat)
        };
        assert!(kind(vec![helped(own), Affected::nothing(friend)]));
        assert!(!kind(vec![burnt(friend)]) && !kind(vec![hindered(friend)]));
        assert!(!kind(vec![helped(own), burnt(friend)]));
        assert!(!kind(vec![helped(enemy)]) && !kind(Vec::new()));
    }
}
