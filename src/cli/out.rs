//! Standard output and standard error. Control characters in names and texts from files are replaced.
//!
//! The reader may leave early: `verify | head` closes the pipe after ten lines. That is not an error.
//! The rest of the output is dropped, the command runs to its end (a record is still written), and
//! its exit code does not change. `sim --json`, which does nothing but print, ends there.

use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Result, Write, stderr, stdout};
use std::sync::Mutex;

use crate::content::{Findings, plain};

/// Why nothing more is printed, once something went wrong with it.
static FAILED: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Prints a line.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::out::line(format_args!($($text)*)) };
}
pub(super) use say;

/// Prints a line, or nothing if the output is closed.
pub(super) fn line(text: Arguments) {
    // What goes wrong is remembered and told by `close`.
    let _ = writeln!(Out, "{text}");
}

/// Prints text that ends its own lines, or nothing if the output is closed.
pub(super) fn text(text: &str) {
    let _ = Out.write_all(text.as_bytes());
}

/// Prints findings, which make their excerpts plain themselves, with colours on a terminal.
pub(super) fn findings(findings: &Findings) {
    let excerpts = findings.pretty(stdout().is_terminal());
    attempt(|| stdout().write_all(excerpts.as_bytes()));
}

/// Prints findings on standard error.
pub(super) fn complain_of(findings: &Findings) {
    let excerpts = findings.pretty(stderr().is_terminal());
    // If standard error is closed, there is no reader to tell.
    let _ = stderr().write_all(excerpts.as_bytes());
}

/// Prints a message on standard error.
pub(super) fn complain(text: &str) {
    // If standard error is closed, there is no reader to tell.
    let _ = writeln!(stderr(), "{}", plain(text));
}

/// Whether the reader has closed the output, so that nothing more is printed.
pub(super) fn is_closed() -> bool {
    FAILED.lock().is_ok_and(|failed| failed.is_some())
}

/// Ends printing; tells why not everything was printed, unless the reader simply left.
pub(super) fn close() -> Result<()> {
    let _ = Out.flush();
    let failed = FAILED.lock().ok().and_then(|mut failed| failed.take());
    match failed {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// The standard output for plain text, until its reader closes it. Writing to it never fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        attempt(|| stdout().write_all(plain(&text).as_bytes()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        attempt(|| stdout().flush());
        Ok(())
    }
}

/// Writes unless an earlier write failed.
fn attempt(print: impl FnOnce() -> Result<()>) {
    let Ok(mut failed) = FAILED.lock() else {
        return;
    };
    if failed.is_none() {
        *failed = print().err();
    }
}
