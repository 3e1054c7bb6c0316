//! `check`: every mistake in content, with its place.

use std::path::Path;

use super::Stop;
use super::arguments::Check;
use super::out::{self, say};
use crate::content::{self, Findings, data_root};
use crate::rules::counted;

pub(super) fn run(data: Option<&Path>, asked: &Check) -> Result<(), Stop> {
    let root = data_root(data).map_err(Stop::unreadable)?;
    let findings = content::check(&root, &asked.paths);
    report(&findings)
}

fn report(findings: &Findings) -> Result<(), Stop> {
    out::findings(findings);
    let (errors, all) = (findings.errors(), findings.len());
    let warnings = counted(all - errors, "warning");
    say!("{}, {warnings}", counted(errors, "mistake"));
    if errors > 0 {
        Err(Stop::found(""))
    } else {
        Ok(())
    }
}
