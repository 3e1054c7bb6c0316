//! The pen: a picture and the strokes of a hand that never lies quite still.

use tiny_skia::{
    BlendMode, FillRule, FilterQuality, IntSize, LineCap, LineJoin, Paint, Path, PathBuilder,
    Pixmap, PixmapPaint, PremultipliedColorU8, Rect, Shader, Stroke, Transform,
};

use super::palette::Ink;

/// Small random numbers for drawing. Not for rules: nothing here decides anything.
#[derive(Clone, Copy, Debug)]
pub struct Hand(u64);

impl Hand {
    /// A hand that draws the same way for the same number.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 40) as f32 / (1u64 << 24) as f32;
        low + (high - low) * unit
    }

    /// A number from 0 to `count` - 1.
    pub fn below(&mut self, count: u32) -> u32 {
        ((self.next() >> 33) % u64::from(count.max(1))) as u32
    }

    /// True once in `of` times.
    pub fn once_in(&mut self, of: u32) -> bool {
        self.below(of) == 0
    }
}

/// A picture being drawn.
pub struct Canvas {
    map: Pixmap,
    to: Transform,
}

impl Canvas {
    /// A finished picture: three bytes a pixel, red, green and blue, row by row. `None` if there are not as
    /// many as such a picture has.
    pub fn of_pixels(width: u32, height: u32, pixels: &[u8]) -> Option<Self> {
        let opaque = |of: &[u8]| [of[0], of[1], of[2], u8::MAX];
        let data = pixels.chunks_exact(3).flat_map(opaque).collect();
        let map = Pixmap::from_vec(data, IntSize::from_wh(width, height)?)?;
        let to = Transform::identity();
        Some(Self { map, to })
    }

    /// An empty, transparent picture; a side of 0 pixels counts as 1.
    ///
    /// # Panics
    /// When the picture would not fit into memory; sizes come from this room only.
    pub fn new(width: u32, height: u32) -> Self {
        let map = Pixmap::new(width.max(1), height.max(1)).expect("a drawing fits into memory");
        Self {
            map,
            to: Transform::identity(),
        }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.map.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.map.height()
    }

    /// From now on coordinates go through this transformation.
    pub fn place(&mut self, to: Transform) {
        self.to = to;
    }

    /// Covers everything.
    pub fn cover(&mut self, ink: Ink) {
        self.map.fill(ink.color());
    }

    /// Fills a path.
    pub fn fill(&mut self, path: &Path, ink: Ink) {
        self.map
            .fill_path(path, &paint(ink), FillRule::Winding, self.to, None);
    }

    /// Draws along a path.
    pub fn stroke(&mut self, path: &Path, ink: Ink, width: f32) {
        self.map
            .stroke_path(path, &paint(ink), &round(width), self.to, None);
    }

    /// Takes away what is drawn, inside a path or along it.
    pub fn erase(&mut self, path: &Path, width: Option<f32>) {
        let rubber = Paint {
            blend_mode: BlendMode::DestinationOut,
            ..paint(Ink::solid(0, 0, 0))
        };
        match width {
            None => self
                .map
                .fill_path(path, &rubber, FillRule::Winding, self.to, None),
            Some(width) => self
                .map
                .stroke_path(path, &rubber, &round(width), self.to, None),
        }
    }

    /// Takes away everything outside a circle.
    pub fn keep_disc(&mut self, x: f32, y: f32, radius: f32) {
        let (width, height) = (self.width() as f32, self.height() as f32);
        let mut path = PathBuilder::new();
        path.push_circle(x, y, radius);
        if let Some(all) = Rect::from_xywh(0.0, 0.0, width, height) {
            path.push_rect(all);
        }
        let rubber = Paint {
            blend_mode: BlendMode::DestinationOut,
            ..paint(Ink::solid(0, 0, 0))
        };
        if let Some(path) = path.finish() {
            self.map
                .fill_path(&path, &rubber, FillRule::EvenOdd, self.to, None);
        }
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, ink: Ink) {
        self.polygon(
            &[
                (x, y),
                (x + width, y),
                (x + width, y + height),
                (x, y + height),
            ],
            ink,
        );
    }

    /// A filled circle.
    pub fn disc(&mut self, x: f32, y: f32, radius: f32, ink: Ink) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, ink);
        }
    }

    /// A circle drawn as a line.
    pub fn ring(&mut self, x: f32, y: f32, radius: f32, ink: Ink, width: f32) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.stroke(&path, ink, width);
        }
    }

    /// A straight line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink, width: f32) {
        self.trace(&[from, to], ink, width);
    }

    /// A line through points.
    pub fn trace(&mut self, points: &[(f32, f32)], ink: Ink, width: f32) {
        if let Some(path) = polyline(points, false) {
            self.stroke(&path, ink, width);
        }
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: &[(f32, f32)], ink: Ink) {
        if let Some(path) = polyline(points, true) {
            self.fill(&path, ink);
        }
    }

    /// A smooth closed shape through points, filled.
    pub fn blob(&mut self, points: &[(f32, f32)], ink: Ink) {
        if let Some(path) = smooth(points) {
            self.fill(&path, ink);
        }
    }

    /// The outline of [`Canvas::blob`].
    pub fn blob_line(&mut self, points: &[(f32, f32)], ink: Ink, width: f32) {
        if let Some(path) = smooth(points) {
            self.stroke(&path, ink, width);
        }
    }

    /// A line as drawn by hand: it trembles and its ends are not quite where they should be.
    pub fn sketch(
        &mut self,
        hand: &mut Hand,
        from: (f32, f32),
        to: (f32, f32),
        ink: Ink,
        width: f32,
    ) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        let steps = (length / 14.0).ceil().max(2.0) as usize;
        let points: Vec<_> = (0..=steps)
            .map(|i| {
                let t = i as f32 / steps as f32;
                let shake = hand.between(-0.9, 0.9);
                (
                    from.0 + dx * t - dy / length * shake,
                    from.1 + dy * t + dx / length * shake,
                )
            })
            .collect();
        self.trace(&points, ink, width);
    }

    /// Lays another picture on this one.
    // A map has up to 65,536 squares: whole pixels are copied, without the pipeline that could also turn them.
    pub fn lay(&mut self, x: i32, y: i32, other: &Canvas) {
        let (across, down) = (i64::from(x), i64::from(y));
        let width = i64::from(self.width());
        let from = (-across).max(0);
        let to = i64::from(other.width()).min(width - across);
        let from_row = (-down).max(0);
        let to_row = i64::from(other.height()).min(i64::from(self.height()) - down);
        if from >= to {
            return;
        }
        let wide = i64::from(other.width());
        for row in from_row..to_row {
            let upper = (row * wide + from) as usize..(row * wide + to) as usize;
            let start = ((row + down) * width + across + from) as usize;
            let lower = start..start + upper.len();
            let upper = &other.map.pixels()[upper];
            for (below, above) in self.map.pixels_mut()[lower].iter_mut().zip(upper) {
                *below = over(*above, *below);
            }
        }
    }

    /// Lays another picture on this one, made larger or smaller.
    pub fn lay_scaled(&mut self, other: &Canvas, scale: f32) {
        let soft = PixmapPaint {
            quality: FilterQuality::Bilinear,
            ..PixmapPaint::default()
        };
        let to = Transform::from_scale(scale, scale);
        self.map
            .draw_pixmap(0, 0, other.map.as_ref(), &soft, to, None);
    }

    /// The picture at half its size, each pixel the mean of four.
    pub fn halved(&self) -> Self {
        let mut half = Self::new(self.width() / 2, self.height() / 2);
        let (wide, width) = (self.width() as usize, half.width() as usize);
        let full = self.map.data();
        for (i, byte) in half.map.data_mut().iter_mut().enumerate() {
            let (x, y, channel) = (i / 4 % width, i / 4 / width, i % 4);
            let at = |dx: usize, dy: usize| {
                let index = ((2 * y + dy) * wide + 2 * x + dx) * 4 + channel;
                u16::from(full.get(index).copied().unwrap_or(0))
            };
            *byte = ((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8;
        }
        half
    }

    /// The picture as straight (not premultiplied) RGBA bytes, row by row.
    pub fn rgba(&self) -> Vec<u8> {
        let straight = |p: &tiny_skia::PremultipliedColorU8| {
            let c = p.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        };
        self.map.pixels().iter().flat_map(straight).collect()
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// When encoding fails.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        self.map.encode_png().map_err(|e| e.to_string())
    }
}

/// One pixel over another.
fn over(above: PremultipliedColorU8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let hidden = u16::from(u8::MAX - above.alpha());
    let mixed = |above: u8, below: u8| {
        above.saturating_add(((u16::from(below) * hidden + 127) / 255) as u8)
    };
    let alpha = mixed(above.alpha(), below.alpha());
    let part = |above, below| mixed(above, below).min(alpha);
    let (red, green) = (
        part(above.red(), below.red()),
        part(above.green(), below.green()),
    );
    PremultipliedColorU8::from_rgba(red, green, part(above.blue(), below.blue()), alpha)
        .unwrap_or(above)
}

fn paint(ink: Ink) -> Paint<'static> {
    Paint {
        shader: Shader::SolidColor(ink.color()),
        anti_alias: true,
        ..Paint::default()
    }
}

fn round(width: f32) -> Stroke {
    Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

fn polyline(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    for point in rest {
        path.line_to(point.0, point.1);
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// A closed curve that bends at every point instead of breaking there.
fn smooth(points: &[(f32, f32)]) -> Option<Path> {
    let middle = |a: (f32, f32), b: (f32, f32)| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let (first, last) = (*points.first()?, *points.last()?);
    let mut path = PathBuilder::new();
    let start = middle(last, first);
    path.move_to(start.0, start.1);
    for (i, point) in points.iter().enumerate() {
        let to = middle(*point, points[(i + 1) % points.len()]);
        path.quad_to(point.0, point.1, to.0, to.1);
    }
    path.close();
    path.finish()
}

/// Points of a roughly round shape.
pub fn roundish(hand: &mut Hand, x: f32, y: f32, radius: f32, corners: u32) -> Vec<(f32, f32)> {
    (0..corners)
        .map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / corners as f32;
            let r = radius * hand.between(0.82, 1.14);
            (x + r * angle.cos(), y + r * angle.sin())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_draws_the_same_way_twice() {
        let (mut a, mut b) = (Hand::new(7), Hand::new(7));
        assert!((0..20).all(|_| a.below(1000) == b.below(1000)));
        assert!((0..100).all(|_| (2.0..=3.0).contains(&a.between(2.0, 3.0))));
    }

    #[test]
    fn half_a_picture_keeps_its_colour() {
        let mut canvas = Canvas::new(16, 8);
        canvas.cover(Ink::solid(10, 200, 30));
        let half = canvas.halved();
        assert_eq!((half.width(), half.height()), (8, 4));
        assert!(half.rgba().chunks(4).all(|p| p == [10, 200, 30, 255]));
    }

    #[test]
    fn a_filled_disc_leaves_the_corners_transparent() {
        let mut canvas = Canvas::new(20, 20);
        canvas.disc(10.0, 10.0, 8.0, Ink::solid(200, 10, 10));
        let bytes = canvas.rgba();
        assert_eq!(bytes[3], 0);
        let middle = (10 * 20 + 10) * 4;
        assert_eq!(&bytes[middle..middle + 4], [200, 10, 10, 255]);
    }
}
