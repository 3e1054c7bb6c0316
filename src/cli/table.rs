//! Tables that are read as they are, and as Markdown.

use std::fmt::Write;

/// Lines of as many cells, the first one the heading, as a Markdown table with straight columns.
pub(super) fn aligned(text: &mut String, lines: &[Vec<String>]) {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (number, line) in lines.iter().enumerate() {
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(text, "| {cell:<width$} ");
        }
        text.push_str("|\n");
        if number == 0 {
            for width in &widths {
                let _ = write!(text, "| {} ", "-".repeat(*width));
            }
            text.push_str("|\n");
        }
    }
}
