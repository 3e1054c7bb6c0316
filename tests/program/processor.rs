//! The time of a processor that a process has had, to tell a hang from a busy machine.

use std::sync::LazyLock;
use std::time::Instant;

/// Seconds of a processor that the process has had; the seconds of the clock where the system does not say.
pub fn worked() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after.split_whitespace().skip(11).take(2);
    let ticks = ticks.map(str::parse::<u64>).sum::<Result<u64, _>>();
    match ticks {
        Ok(ticks) if ticks > 0 => ticks / 100,
        _ => BEGAN.elapsed().as_secs(),
    }
}
