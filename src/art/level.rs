//! A whole level as one picture: for `render`, and for previews.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::Canvas;
use super::palette::{self, ColourSet, INK};
use super::tile::Painter;
use super::{TILE, border, mark, paper, tile, token};
use crate::content::level::{Mark, Objective};
use crate::content::{Catalogue, LevelDef};
use crate::grid::{Border, Dimensions, Footprint, Square};
use crate::rules::SpaceTable;

/// A token to be drawn on the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure<'a> {
    pub at: Square,
    /// The squares that it fills.
    pub space: Footprint,
    pub emblem: &'a str,
    pub side: usize,
}

/// What a level shows: its size, the drawing of every square, the figures on it.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    pub dims: Dimensions,
    pub drawings: Vec<&'a str>,
    /// The drawings of what lies upon single squares, the lower first.
    pub upper: Vec<(Square, &'a str)>,
    /// The drawings of what stands on borders.
    pub borders: Vec<(Border, border::Style)>,
    pub figures: Vec<Figure<'a>>,
    /// Squares in which a side may place its members.
    pub zones: Vec<(Square, usize)>,
    /// Squares that the battle is about.
    pub goal: BTreeSet<Square>,
}

impl<'a> Scene<'a> {
    /// Reads a level's drawing, with figures as large as this table of spaces makes them.
    pub fn of(level: &'a LevelDef, catalogue: &'a Catalogue, spaces: SpaceTable) -> Self {
        let width = level
            .map
            .iter()
            .map(|row| row.chars().count())
            .max()
            .unwrap_or(0);
        let dims = Dimensions::new(width as u16, level.map.len() as u16);
        let mut scene = Self {
            dims,
            drawings: vec![""; dims.len()],
            upper: (level.upper())
                .map(|(at, _, terrain)| (at, drawing(catalogue, terrain)))
                .collect(),
            borders: (level.bordered(dims).into_iter())
                .map(|(at, kind)| (at, border::named(self::border(catalogue, &kind))))
                .collect(),
            figures: Vec::new(),
            zones: Vec::new(),
            goal: BTreeSet::new(),
        };
        let goal = match &level.objective {
            Objective::Hold { zone, .. } | Objective::Reach { zone, .. } => Some(zone),
            Objective::DefeatAll | Objective::Survive { .. } => None,
        };
        let side_of = |id: &str| level.sides.iter().position(|s| s.id == id).unwrap_or(0);
        for (y, row) in level.map.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let at = Square::new(x as i16, y as i16);
                let terrain = match level.legend.get(&letter) {
                    Some(Mark::Terrain(terrain)) => terrain,
                    Some(Mark::Zone { zone, terrain }) => {
                        let owner = level
                            .sides
                            .iter()
                            .position(|s| s.deploy.as_ref() == Some(zone));
                        scene.zones.extend(owner.map(|side| (at, side)));
                        if goal == Some(zone) {
                            scene.goal.insert(at);
                        }
                        terrain
                    }
                    Some(Mark::Combatant {
                        side,
                        monster,
                        terrain,
                        ..
                    }) => {
                        let side = side_of(side);
                        scene
                            .figures
                            .push(figure(catalogue, spaces, monster, at, side));
                        terrain
                    }
                    None => continue,
                };
                if let Some(i) = dims.index(at) {
                    scene.drawings[i] = drawing(catalogue, terrain);
                }
            }
        }
        for (side, def) in level.sides.iter().enumerate() {
            for member in &def.members {
                scene.figures.extend(
                    member
                        .at
                        .map(|at| figure(catalogue, spaces, &member.monster, at, side)),
                );
            }
        }
        scene
    }
}

impl Scene<'_> {
    /// Lays the ground on a picture, with the first square's corner there and squares of so many pixels.
    fn lay_ground(&self, canvas: &mut Canvas, corner: u32, pixels: u32) {
        let tiles = tile::plan(self.dims, &self.drawings, &self.upper);
        let mut painter = Painter::new(pixels);
        let at = |n: i16| (corner + n as u32 * pixels) as i32;
        for (square, tile) in self.dims.squares().zip(tiles) {
            painter.lay(&tile, canvas, (at(square.x), at(square.y)));
        }
    }
}

/// The name of the drawing for a kind of terrain.
pub fn drawing<'a>(catalogue: &'a Catalogue, terrain: &'a str) -> &'a str {
    match catalogue.terrain.by_name(terrain) {
        Some(def) if !def.tile.is_empty() => &def.tile,
        _ => terrain,
    }
}

/// The name of the drawing for a kind of thing on borders.
pub fn border<'a>(catalogue: &'a Catalogue, kind: &'a str) -> &'a str {
    match catalogue.borders.by_name(kind) {
        Some(def) if !def.tile.is_empty() => &def.tile,
        _ => kind,
    }
}

fn figure<'a>(
    catalogue: &'a Catalogue,
    spaces: SpaceTable,
    monster: &str,
    at: Square,
    side: usize,
) -> Figure<'a> {
    let def = catalogue.monsters.by_name(monster);
    let space = def.map_or(Footprint::SINGLE, |d| spaces.footprint(d.size, d.body));
    let emblem = def.map_or("", |d| &d.token.emblem);
    Figure {
        at,
        space,
        emblem,
        side,
    }
}

/// Widest or highest map of a picture, in pixels.
const LARGEST: u32 = 6_144;

/// The level in its frame, in full size if it is no larger than [`LARGEST`].
pub fn picture(scene: &Scene) -> Canvas {
    let longest = u32::from(scene.dims.width.max(scene.dims.height));
    let full = TILE.min(LARGEST / longest.max(1)).max(1);
    let scale = full as f32 / TILE as f32;
    let (width, height) = (
        u32::from(scene.dims.width) * full,
        u32::from(scene.dims.height) * full,
    );
    let mut canvas = paper::mount(width, height);
    let at = |n: i16| (paper::MOUNT + n as u32 * full) as i32;
    scene.lay_ground(&mut canvas, paper::MOUNT, full);
    let mut drawn = BTreeMap::new();
    for (border, style) in &scene.borders {
        let [(x, y), _] = border.ends();
        let piece = drawn
            .entry((*style, border.upright))
            .or_insert_with(|| scaled(border::paint(*style, border.upright), scale));
        let thick = (border::THICK as f32 * scale / 2.0) as i32;
        let half = |n: i32| paper::MOUNT as i32 + n * full as i32 / 2 - thick;
        canvas.lay(half(x), half(y), piece);
    }
    let corner = paper::MOUNT as f32;
    let size = full as f32;
    for (square, side) in &scene.zones {
        let (x, y) = (at(square.x) as f32, at(square.y) as f32);
        canvas.rectangle(x, y, size, size, palette::side(*side).alpha(70));
    }
    mark_goal(&mut canvas, &scene.goal, (corner, size));
    for figure in &scene.figures {
        let side = figure.space.width.min(figure.space.depth).max(1);
        let size = full * u32::from(side);
        let mut piece = Canvas::new(size, size);
        let scale = size as f32 / token::SIZE as f32;
        piece.lay_scaled(
            &token::token(figure.emblem, figure.side, false, &palette::COLOUR_SETS[0]),
            scale,
        );
        piece.lay_scaled(
            &token::ring(token::RING_STEPS, &palette::COLOUR_SETS[0]),
            scale,
        );
        // Round tokens stand in the middle of a space that is longer than wide.
        let spare = |length: u8| (u32::from(length.saturating_sub(side)) * full / 2) as i32;
        let (x, y) = (spare(figure.space.width), spare(figure.space.depth));
        canvas.lay(at(figure.at.x) + x, at(figure.at.y) + y, &piece);
    }
    canvas
}

/// A drawing made smaller; it stays what it is in full size.
fn scaled(drawing: Canvas, scale: f32) -> Canvas {
    if scale >= 1.0 {
        return drawing;
    }
    let size = |pixels: u32| (pixels as f32 * scale).round().max(1.0) as u32;
    let mut small = Canvas::new(size(drawing.width()), size(drawing.height()));
    small.lay_scaled(&drawing, scale);
    small
}

/// Draws the border and the flag of the place that the battle is about, on squares of this size whose corner lies
/// there.
fn mark_goal(canvas: &mut Canvas, goal: &BTreeSet<Square>, (corner, full): (f32, f32)) {
    let at = |n: i16| corner + f32::from(n) * full;
    for square in goal {
        let (left, top) = (at(square.x), at(square.y));
        let (right, bottom) = (left + full, top + full);
        let sides = [
            (0, -1, (left, top), (right, top)),
            (1, 0, (right, top), (right, bottom)),
            (0, 1, (left, bottom), (right, bottom)),
            (-1, 0, (left, top), (left, bottom)),
        ];
        for (x, y, from, to) in sides {
            if !goal.contains(&Square::new(square.x + x, square.y + y)) {
                canvas.line(from, to, palette::GOAL, (full / 12.0).max(2.0));
            }
        }
    }
    // The flag stands in the corner that is read first.
    if let Some(first) = goal.iter().min_by_key(|square| (square.y, square.x)) {
        let size = full.max(FLAG);
        let mut flag = Canvas::new(size as u32, size as u32);
        flag.lay_scaled(&mark::flag(), size / TILE as f32);
        canvas.lay(at(first.x) as i32, at(first.y) as i32, &flag);
    }
}

/// The smallest flag that is seen, in pixels.
const FLAG: f32 = 22.0;

/// Pixels from which a token shows more than its side.
const FACES: f32 = 18.0;

/// The level as a small picture with this many pixels a square, in these colours: washes, and tokens or mere dots.
pub fn thumbnail(scene: &Scene, pixels: u32, colours: &ColourSet) -> Canvas {
    let (width, height) = (
        u32::from(scene.dims.width) * pixels,
        u32::from(scene.dims.height) * pixels,
    );
    let mut canvas = Canvas::new(width, height);
    canvas.cover(palette::PAPER);
    scene.lay_ground(&mut canvas, 0, pixels);
    let full = pixels as f32;
    for (border, style) in &scene.borders {
        let ink = match style {
            border::Style::Hedge => palette::LEAF,
            _ => INK,
        };
        let ends = (border.ends()).map(|(x, y)| (x as f32 * full / 2.0, y as f32 * full / 2.0));
        canvas.line(ends[0], ends[1], ink, (full / 8.0).max(1.5));
    }
    for (square, side) in &scene.zones {
        let (x, y) = (f32::from(square.x) * full, f32::from(square.y) * full);
        canvas.rectangle(x, y, full, full, colours.side(*side).alpha(110));
    }
    mark_goal(&mut canvas, &scene.goal, (0.0, full));
    for figure in &scene.figures {
        let space = figure.space;
        let (width, depth) = (f32::from(space.width) * full, f32::from(space.depth) * full);
        let extent = width.min(depth);
        let (x, y) = (f32::from(figure.at.x) * full, f32::from(figure.at.y) * full);
        let (x, y) = (x + width / 2.0, y + depth / 2.0);
        if extent >= FACES && !figure.emblem.is_empty() {
            let token = token::token(figure.emblem, figure.side, false, colours);
            let token = token.halved();
            let mut piece = Canvas::new(extent as u32, extent as u32);
            piece.lay_scaled(&token, extent / token.width() as f32);
            let corner = |at: f32| (at - extent / 2.0) as i32;
            canvas.lay(corner(x), corner(y), &piece);
        } else {
            canvas.disc(x, y, extent * 0.44, INK);
            canvas.disc(x, y, extent * 0.36, colours.side(figure.side));
        }
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::data_root;

    #[test]
    fn the_largest_map_has_a_picture_of_bounded_size() {
        let catalogue = Catalogue::load(&data_root(None).unwrap()).unwrap();
        let bridge = catalogue.levels.by_name("bridge").unwrap();
        let mut wide = bridge.clone();
        wide.map[0] = wide.map[0].repeat(256).chars().take(256).collect();
        let scene = Scene::of(&wide, &catalogue, SpaceTable::SquareSpaces);
        assert_eq!(scene.dims.width, 256);
        let picture = picture(&scene);
        assert_eq!(picture.width(), LARGEST + 2 * paper::MOUNT);
        assert_eq!(
            picture.height(),
            u32::from(scene.dims.height) * 24 + 2 * paper::MOUNT
        );
        let scene = Scene::of(bridge, &catalogue, SpaceTable::SquareSpaces);
        let width = u32::from(scene.dims.width) * TILE + 2 * paper::MOUNT;
        assert_eq!(super::picture(&scene).width(), width, "in full size");
    }

    #[test]
    fn the_place_that_a_battle_is_about_is_marked_on_its_picture() {
        let catalogue = Catalogue::load(&data_root(None).unwrap()).unwrap();
        let about = |level: &str| {
            let level = catalogue.levels.by_name(level).unwrap();
            Scene::of(level, &catalogue, SpaceTable::SquareSpaces)
        };
        let bridge = about("bridge");
        assert!(!bridge.goal.is_empty());
        let plain = Scene {
            goal: BTreeSet::new(),
            ..bridge.clone()
        };
        assert!(
            thumbnail(&bridge, 12, &palette::COLOUR_SETS[0]).rgba()
                != thumbnail(&plain, 12, &palette::COLOUR_SETS[0]).rgba()
        );
        assert!(about("meadow").goal.is_empty());
    }
}
