//! Runs the program as a user does, from the folder of the sources.

use std::process::{Command, Output};

/// What it does with these arguments.
pub fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_opportunist"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs")
}

/// What it has printed.
pub fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
