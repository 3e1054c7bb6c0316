//! Ctrl-C in a command that can end with what it has done so far.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Stop;

/// The exit code of a command that was stopped.
const STOPPED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Lets the first Ctrl-C ask the command to end, and the second one end the program.
pub(super) fn listen() {
    let heard = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STOPPED));
        }
    };
    // Without a handler, the first Ctrl-C ends the program.
    let _ = ctrlc::set_handler(heard);
}

/// Whether the command was asked to end.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The end of a command that was asked to end.
pub(super) fn stop(message: String) -> Stop {
    Stop {
        code: STOPPED,
        message,
    }
}
