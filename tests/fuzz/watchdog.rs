//! Inputs that take too long, and the memory of the process.

use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use crate::processor::worked;

/// Seconds after which an input counts as a hang: a hundred times the usual in the slowest profile. The process has to
/// have had half of them of a processor, or the machine is busy with something else.
const HANG: u64 = 60;

/// An input that is being read, with its number, and the time that the process had had when it began.
type Running = (u64, (Instant, u64), Vec<u8>);

static RUNNING: LazyLock<Mutex<Vec<Running>>> = LazyLock::new(|| {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let running = RUNNING.lock().expect("nobody panics with it");
            let hangs = |one: &&Running| {
                let (begin, had) = one.1;
                begin.elapsed() > Duration::from_secs(HANG) && worked() - had > HANG / 2
            };
            if let Some((.., input)) = running.iter().find(hangs) {
                let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("hangs");
                let kept = std::fs::write(&file, input);
                eprintln!(
                    "an input takes more than {HANG} s: {} ({kept:?})",
                    file.display()
                );
                std::process::abort();
            }
        }
    });
    Mutex::new(Vec::new())
});

/// Runs something with an input, and ends the process if it hangs.
pub fn watched<R>(input: &[u8], run: impl FnOnce() -> R) -> R {
    static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let lock = || RUNNING.lock().expect("nobody panics with it");
    lock().push((number, (Instant::now(), worked()), input.to_vec()));
    let result = run();
    lock().retain(|(other, ..)| *other != number);
    result
}

/// The most memory that the process has had, in bytes; 0 where the system does not say.
pub fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}
