//! The typefaces, part of the program: what is written looks the same on every machine.

/// Running text.
pub const BODY: &[u8] = include_bytes!("../../assets/fonts/Lato-Regular.ttf");
/// Stressed text.
pub const BOLD: &[u8] = include_bytes!("../../assets/fonts/Lato-Bold.ttf");
/// Headings.
pub const TITLE: &[u8] = include_bytes!("../../assets/fonts/Vollkorn-SemiBold.ttf");
