//! Numbers in words.

/// A chance in per cent, never rounded to what is not certain.
pub fn percent(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    match rounded as i32 {
        100 if chance < 1.0 => "99\u{a0}%".into(),
        0 if chance > 0.0 => "1\u{a0}%".into(),
        n => format!("{n}\u{a0}%"),
    }
}
