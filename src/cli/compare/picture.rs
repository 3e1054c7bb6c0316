//! The picture of a comparison: a panel for each figure, in it a line of bars for each rule system.

mod panels;

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Comparison;
use crate::art::palette::{INK, Ink, PAPER, PAPER_DARK};
use crate::art::{Canvas, typeface};
use panels::{Lane, Panel};

/// Pixels of the whole picture from left to right, and of its heading from top to bottom.
const WIDTH: u32 = 1800;
const HEAD: u32 = 170;
/// Pixels of a panel's title and legend, of its axis, of one rule system in it, and of the systems' names.
const TITLE: u32 = 104;
const AXIS: u32 = 44;
const ROW: u32 = 54;
const NAMES: u32 = 205;
/// How far below the middle words are drawn to stand in the middle: letters hang in the upper part of the
/// room that the plotting library gives them.
const SINK: i32 = 4;
/// Panels side by side.
const COLUMNS: usize = 2;

/// The typefaces by the names under which the plotting library knows them.
const BODY: &str = "body";
const HEADING: &str = "heading";

type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// The picture as PNG.
///
/// # Errors
/// When drawing or encoding fails.
pub(super) fn draw(comparison: &Comparison) -> Result<Vec<u8>, String> {
    let panels = panels::all(comparison);
    let systems = u32::try_from(comparison.accounts.len()).unwrap_or(1).max(1);
    let rows = u32::try_from(panels.len().div_ceil(COLUMNS)).unwrap_or(1);
    let height = HEAD + rows * (TITLE + AXIS + ROW * systems) + 24;
    let mut pixels = vec![0; (WIDTH * height * 3) as usize];
    let backend = BitMapBackend::with_buffer(&mut pixels, (WIDTH, height));
    paint(&backend.into_drawing_area(), comparison, &panels).map_err(|e| e.to_string())?;
    let canvas = Canvas::of_pixels(WIDTH, height, &pixels);
    canvas.ok_or("the picture is too large")?.png()
}

fn paint(page: &Area<'_>, comparison: &Comparison, panels: &[Panel]) -> Drawn {
    for (name, style, bytes) in [
        (BODY, FontStyle::Normal, typeface::BODY),
        (BODY, FontStyle::Bold, typeface::BOLD),
        (HEADING, FontStyle::Normal, typeface::TITLE),
    ] {
        register_font(name, style, bytes).map_err(|_| "a typeface cannot be read")?;
    }
    page.fill(&rgb(PAPER))?;
    let (head, body) = page.split_vertically(HEAD);
    heading(&head, comparison)?;
    let (body, _) = body.split_vertically(body.dim_in_pixel().1 - 24);
    let areas = body.split_evenly((panels.len().div_ceil(COLUMNS), COLUMNS));
    for (area, panel) in areas.iter().zip(panels) {
        self::panel(page, area, comparison, panel)?;
    }
    page.present()?;
    Ok(())
}

fn heading(head: &Area<'_>, comparison: &Comparison) -> Drawn {
    let under = match comparison.accounts.as_slice() {
        [only] => only.rules.clone(),
        all => format!("{} rule systems", in_words(all.len())),
    };
    let title = format!("{} under {under}", comparison.level);
    head.draw_text(&title, &style(HEADING, 56, INK), (44, 26))?;
    head.draw_text(&comparison.goal, &bold(26, INK), (46, 98))?;
    head.draw_text(&comparison.terms, &style(BODY, 24, faded()), (46, 132))?;
    Ok(())
}

/// Small numbers as words.
fn in_words(count: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven"];
    let word = count.checked_sub(2).and_then(|n| words.get(n));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn panel(page: &Area<'_>, area: &Area<'_>, comparison: &Comparison, panel: &Panel) -> Drawn {
    let (title, body) = area.split_vertically(TITLE);
    title.draw_text(panel.title, &style(HEADING, 34, INK), (46, 22))?;
    legend(&title, panel)?;
    let count = comparison.accounts.len() as f64;
    let mut chart = ChartBuilder::on(&body)
        .margin_left(44)
        .margin_right(40)
        .x_label_area_size(AXIS)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(0.0..panel.most, 0.0..count)?;
    let number = |value: &f64| format!("{value:.0}{}", panel.unit);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(6)
        .x_max_light_lines(1)
        .bold_line_style(rgb(PAPER_DARK))
        .light_line_style(TRANSPARENT)
        .axis_style(rgb(faded()))
        .x_label_style(style(BODY, 20, faded()))
        .x_label_formatter(&number)
        .draw()?;
    let right = Pos::new(HPos::Right, VPos::Center);
    for (i, account) in comparison.accounts.iter().enumerate() {
        let top = count - i as f64;
        let middle = chart.plotting_area().map_coordinate(&(0.0, top - 0.5));
        let name = bold(23, INK).pos(right);
        page.draw_text(&account.rules, &name, (middle.0 - 14, middle.1 + SINK))?;
        let lanes = panel.rows.get(i).map_or(&[][..], Vec::as_slice);
        let share = 0.72 / lanes.len().max(1) as f64;
        for (n, lane) in lanes.iter().enumerate() {
            let high = top - 0.14 - share * n as f64;
            let bars = lane.bars.iter().map(|bar| {
                let corners = [(bar.from, high), (bar.to, high - share)];
                Rectangle::new(corners, rgb(bar.ink).filled())
            });
            chart.draw_series(bars)?;
            let at = |x: f64| {
                let place = (x, high - share / 2.0);
                chart.plotting_area().map_coordinate(&place)
            };
            let tall = (share * f64::from(ROW)) as u32;
            words(page, lane, tall.min(20), at)?;
            if let Some(mark) = lane.mark {
                let (x, y) = at(mark);
                let half = tall.cast_signed() / 2;
                let corners = [(x - 3, y - half), (x + 3, y + half)];
                page.draw(&Rectangle::new(corners, rgb(INK).filled()))?;
            }
        }
    }
    Ok(())
}

/// What stands in the bars of a lane, where there is room for it, and behind them.
fn words(page: &Area<'_>, lane: &Lane, size: u32, at: impl Fn(f64) -> (i32, i32)) -> Drawn {
    let inside = bold(size, PAPER).pos(Pos::new(HPos::Center, VPos::Center));
    for bar in lane.bars.iter().filter(|bar| !bar.said.is_empty()) {
        let (from, to) = (at(bar.from), at(bar.to));
        let (wide, _) = page.estimate_text_size(&bar.said, &inside)?;
        if to.0 - from.0 > wide.cast_signed() + 8 {
            let middle = from.0.midpoint(to.0);
            page.draw_text(&bar.said, &inside, (middle, from.1 + SINK))?;
        }
    }
    let end = lane.bars.iter().map(|bar| bar.to).fold(0.0, f64::max);
    let (x, y) = at(end);
    let behind = style(BODY, size, INK).pos(Pos::new(HPos::Left, VPos::Center));
    page.draw_text(&lane.said, &behind, (x + 10, y + SINK))?;
    Ok(())
}

/// What the colours of a panel mean, below its title.
fn legend(title: &Area<'_>, panel: &Panel) -> Drawn {
    let written = style(BODY, 21, INK);
    let mut x = 46;
    for (name, ink) in &panel.legend {
        let corners = [(x, 69), (x + 19, 88)];
        title.draw(&Rectangle::new(corners, rgb(*ink).filled()))?;
        x += 28;
        title.draw_text(name, &written, (x, 72))?;
        let (wide, _) = title.estimate_text_size(name, &written)?;
        x += wide.cast_signed() + 26;
    }
    Ok(())
}

/// Ink for what matters less.
fn faded() -> Ink {
    INK.mixed(PAPER, 90)
}

fn rgb(ink: Ink) -> RGBColor {
    RGBColor(ink.0, ink.1, ink.2)
}

fn style(face: &str, size: u32, ink: Ink) -> TextStyle<'_> {
    (face, size).into_font().color(&rgb(ink))
}

fn bold(size: u32, ink: Ink) -> TextStyle<'static> {
    (BODY, size, FontStyle::Bold).into_font().color(&rgb(ink))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::SideFigures;
    use crate::cli::compare::account::{Account, Ends, SideAccount};
    use crate::combat::contract::EndReason;

    /// Blue has won these battles of four under a system, red the others.
    fn account(rules: &str, blue: usize) -> Account {
        let side = |name: &str, wins: usize| SideAccount {
            name: name.to_owned(),
            wins: Ends::of(std::iter::repeat_n(EndReason::Defeat, wins)),
            figures: SideFigures {
                attacks: 10,
                hits: 4,
                ..SideFigures::default()
            },
        };
        Account {
            rules: rules.to_owned(),
            battles: 4,
            sides: vec![side("Blue", blue), side("Red", 4 - blue)],
            draws: Ends::default(),
            rounds: [4, 6, 9],
        }
    }

    /// How many pixels of a picture have the colour of a side.
    fn colour(accounts: &[Account], side: usize) -> usize {
        let comparison = Comparison {
            level: "The mill".to_owned(),
            goal: "Defeat all enemies.".to_owned(),
            terms: "4 battles.".to_owned(),
            accounts: accounts.to_vec(),
        };
        let png = draw(&comparison).expect("a picture");
        let map = tiny_skia::Pixmap::decode_png(&png).expect("it is one");
        let ink = crate::art::palette::side(side);
        let pixels = map.pixels().iter();
        pixels
            .filter(|p| (p.red(), p.green(), p.blue()) == (ink.0, ink.1, ink.2))
            .count()
    }

    #[test]
    fn the_more_a_side_wins_the_more_there_is_of_its_colour() {
        let (one, three) = ([account("Classic d20", 1)], [account("Classic d20", 3)]);
        assert!(colour(&one, 0) < colour(&three, 0));
        assert!(colour(&one, 1) > colour(&three, 1));
    }

    #[test]
    fn every_system_adds_a_line() {
        let systems = [account("Classic d20", 2), account("Amorphous", 2)];
        assert!(colour(&systems, 0) > colour(&systems[..1], 0));
    }
}
