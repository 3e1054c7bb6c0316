//! What stands on the border between two squares: walls, fences, hedges.

use super::TILE;
use super::canvas::{Canvas, Hand, roundish};
use super::palette::*;

/// Pixels across a drawing of a border.
pub const THICK: u32 = 40;

const FULL: f32 = TILE as f32;
const HALF: f32 = THICK as f32 / 2.0;

/// How something on a border is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Style {
    Wall,
    Parapet,
    Merlons,
    Hedge,
    Curtain,
    Railing,
    Window,
    Fence,
    Boards,
    Palisade,
}

impl Style {
    /// Every style, in order.
    pub const ALL: [Self; 10] = [
        Self::Wall,
        Self::Parapet,
        Self::Merlons,
        Self::Hedge,
        Self::Curtain,
        Self::Railing,
        Self::Window,
        Self::Fence,
        Self::Boards,
        Self::Palisade,
    ];
}

/// The drawing for a name; names that say nothing get a fence.
pub fn named(name: &str) -> Style {
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| name.contains(w));
    let words: [(&[&str], Style); 9] = [
        (&["parapet", "low_wall"], Style::Parapet),
        (&["merlon", "battlement"], Style::Merlons),
        (&["wall", "masonry", "stone"], Style::Wall),
        (&["curtain", "cloth"], Style::Curtain),
        (&["hedge", "bush", "reed"], Style::Hedge),
        (&["window", "glass", "pane"], Style::Window),
        (&["railing", "bars", "grate"], Style::Railing),
        (&["palisade", "stakes"], Style::Palisade),
        (&["boards", "high_fence"], Style::Boards),
    ];
    let meant = words.into_iter().find(|(words, _)| has(words));
    meant.map_or(Style::Fence, |(_, style)| style)
}

/// Where a bar lies on the drawing: along the border from `from` to `to`, `low` to `high` across it.
struct Frame {
    upright: bool,
}

impl Frame {
    fn point(&self, along: f32, across: f32) -> (f32, f32) {
        // The drawing reaches half its thickness beyond both ends, so that corners close.
        let along = along + HALF;
        if self.upright {
            (across, along)
        } else {
            (along, across)
        }
    }

    fn bar(&self, canvas: &mut Canvas, along: (f32, f32), across: (f32, f32), ink: Ink) {
        let (x, y) = self.point(along.0, across.0);
        let (right, bottom) = self.point(along.1, across.1);
        canvas.rectangle(x, y, right - x, bottom - y, ink);
    }
}

/// Draws one border: [`TILE`] and [`THICK`] pixels long, [`THICK`] wide, its middle on the border.
pub fn paint(style: Style, upright: bool) -> Canvas {
    let (long, wide) = (TILE + THICK, THICK);
    let mut canvas = match upright {
        true => Canvas::new(wide, long),
        false => Canvas::new(long, wide),
    };
    let mut hand = Hand::new(style as u64 * 31 + u64::from(upright) + 7);
    let frame = Frame { upright };
    match style {
        Style::Wall => wall(&mut canvas, &frame),
        Style::Parapet => slab(&mut canvas, &frame, 4.5, STONE.mixed(PAPER, 150)),
        Style::Merlons => merlons(&mut canvas, &frame),
        Style::Hedge => hedge(&mut canvas, &mut hand, &frame),
        Style::Curtain => curtain(&mut canvas, &frame),
        Style::Railing => posts(&mut canvas, &frame, (9, 2.5), STONE.mixed(INK, 150)),
        Style::Window => window(&mut canvas, &frame),
        Style::Fence => posts(&mut canvas, &frame, (4, 5.0), PLANKS),
        Style::Boards => boards(&mut canvas, &frame),
        Style::Palisade => posts(&mut canvas, &frame, (11, 5.0), WOOD.mixed(PLANKS, 90)),
    }
    canvas
}

fn wall(canvas: &mut Canvas, frame: &Frame) {
    let (low, high) = (HALF - 7.0, HALF + 7.0);
    frame.bar(
        canvas,
        (-4.0, FULL + 10.0),
        (low + 2.0, high + 5.0),
        INK.alpha(80),
    );
    frame.bar(canvas, (-8.0, FULL + 8.0), (low - 1.0, high + 1.0), INK);
    frame.bar(
        canvas,
        (-6.0, FULL + 6.0),
        (low + 1.5, high - 1.5),
        STONE.mixed(PAPER, 60),
    );
    for joint in 0..5 {
        let at = FULL * joint as f32 / 4.0;
        let (from, to) = (frame.point(at, low + 2.0), frame.point(at, high - 2.0));
        canvas.line(from, to, INK.alpha(130), 1.5);
    }
}

/// A plain bar from end to end, `half` its thickness, with its shadow.
fn slab(canvas: &mut Canvas, frame: &Frame, half: f32, ink: Ink) {
    let (low, high) = (HALF - half, HALF + half);
    let shadow = (low + 2.0, high + 5.0);
    frame.bar(canvas, (-4.0, FULL + 10.0), shadow, INK.alpha(80));
    frame.bar(canvas, (-6.0, FULL + 6.0), (low - 2.0, high + 2.0), INK);
    frame.bar(canvas, (-4.0, FULL + 4.0), (low, high), ink);
}

/// Teeth of stone with gaps between them, on a low wall.
fn merlons(canvas: &mut Canvas, frame: &Frame) {
    slab(canvas, frame, 3.0, STONE.mixed(PAPER, 150));
    let tooth = FULL / 4.0;
    for nth in 0..4 {
        let (from, to) = (nth as f32 * tooth + 4.0, (nth + 1) as f32 * tooth - 4.0);
        frame.bar(
            canvas,
            (from - 2.0, to + 2.0),
            (HALF - 10.0, HALF + 10.0),
            INK,
        );
        let stone = STONE.mixed(PAPER, 60);
        frame.bar(canvas, (from, to), (HALF - 8.0, HALF + 8.0), stone);
    }
}

/// Cloth in folds.
fn curtain(canvas: &mut Canvas, frame: &Frame) {
    let folds = 10;
    let at = |fold: i32| {
        let side = if fold % 2 == 0 { -2.5 } else { 2.5 };
        frame.point(FULL * fold as f32 / folds as f32, HALF + side)
    };
    for (wider, ink) in [(2.0, INK), (0.0, RED)] {
        for fold in 0..=folds {
            let (x, y) = at(fold);
            canvas.disc(x, y, 6.0 + wider, ink);
        }
    }
    for fold in 0..folds {
        canvas.line(at(fold), at(fold + 1), RED.mixed(INK, 120), 1.5);
    }
}

/// Glass in a frame.
fn window(canvas: &mut Canvas, frame: &Frame) {
    slab(canvas, frame, 4.0, ICE.mixed(SHALLOWS, 120));
    for bar in 0..=4 {
        let at = FULL * bar as f32 / 4.0;
        frame.bar(canvas, (at - 2.0, at + 2.0), (HALF - 6.0, HALF + 6.0), WOOD);
    }
}

/// Boards side by side.
fn boards(canvas: &mut Canvas, frame: &Frame) {
    slab(canvas, frame, 5.0, PLANKS);
    for joint in 1..12 {
        let at = FULL * joint as f32 / 12.0;
        let (from, to) = (frame.point(at, HALF - 5.0), frame.point(at, HALF + 5.0));
        canvas.line(from, to, INK.alpha(150), 1.5);
    }
}

fn hedge(canvas: &mut Canvas, hand: &mut Hand, frame: &Frame) {
    let leaves = 7;
    for pass in 0..2 {
        for leaf in 0..=leaves {
            let at = FULL * leaf as f32 / leaves as f32;
            let (x, y) = frame.point(at, HALF + hand.between(-1.5, 1.5));
            let shape = roundish(hand, x, y, 11.0, 8);
            if pass == 0 {
                let fallen: Vec<_> = shape.iter().map(|p| (p.0 + 2.5, p.1 + 4.0)).collect();
                canvas.blob(&fallen, INK.alpha(70));
            } else {
                canvas.blob(&shape, LEAF.mixed(GRASS, 40));
                canvas.blob_line(&shape, INK.alpha(200), 1.6);
            }
        }
    }
}

/// Posts and the rails between them.
fn posts(canvas: &mut Canvas, frame: &Frame, (count, radius): (u32, f32), ink: Ink) {
    frame.bar(canvas, (0.0, FULL), (HALF + 3.0, HALF + 8.0), INK.alpha(60));
    frame.bar(canvas, (0.0, FULL), (HALF - 3.5, HALF + 3.5), INK);
    frame.bar(canvas, (0.0, FULL), (HALF - 1.8, HALF + 1.8), ink);
    for post in 0..=count {
        let (x, y) = frame.point(FULL * post as f32 / count as f32, HALF);
        canvas.disc(x, y, radius + 2.0, INK);
        canvas.disc(x, y, radius, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_is_drawn_both_ways() {
        for style in Style::ALL {
            let [lying, upright] = [false, true].map(|upright| paint(style, upright));
            assert_eq!(
                (lying.width(), lying.height()),
                (upright.height(), upright.width())
            );
            assert!(lying.rgba().iter().any(|part| *part != 0), "{style:?}");
        }
        assert_eq!(named("thin_wall"), Style::Wall);
        assert_eq!(named("high_fence"), Style::Boards);
        assert_eq!(named("pales"), Style::Fence);
    }

    #[test]
    fn no_two_styles_look_alike() {
        let drawings = Style::ALL.map(|style| paint(style, false).rgba().to_vec());
        for (at, one) in drawings.iter().enumerate() {
            assert!(!drawings[at + 1..].contains(one), "{:?}", Style::ALL[at]);
        }
    }
}
