//! What can be asked on the command line. The help texts teach.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Tactical skirmishes on a square grid, one warband and map under several d20-family rule systems.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "Without a command the game opens its set-up screen.\n\n\
    Exit codes: 0 all is well, 1 something was found, 2 wrong arguments, 3 unreadable content."
)]
pub(super) struct Arguments {
    /// Folder with `assets` and `levels`; otherwise OPPORTUNIST_DATA, the program's own folder, or
    /// the source tree.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play scenarios, the proofs of the rules, and say which fail.
    Verify(Verify),
    /// Look through content files and report every mistake with its place.
    Check(Check),
    /// Draw a level as a picture.
    Render(Render),
}

/// `opportunist verify --coverage tests/scenarios/classic_d20`
#[derive(Clone, Debug, Args)]
pub(super) struct Verify {
    /// Scenario files and folders.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Count which rules of each compendium are proved, and name those that are not.
    #[arg(long)]
    pub coverage: bool,
    /// Fail if fewer rules of any system seen are proved than this many percent.
    #[arg(long, value_name = "PERCENT", requires = "coverage")]
    pub at_least: Option<u8>,
    /// A folder of house rules (one folder a ruleset), known in addition to the shipped ones.
    #[arg(long, value_name = "DIR")]
    pub rules_dir: Option<PathBuf>,
    /// Only scenarios whose name or covered rules contain this.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print the events of every scenario that is played.
    #[arg(long)]
    pub events: bool,
}

impl Verify {
    /// The folder of house rules, if there is one, as a list.
    pub fn rules_dir(&self) -> Vec<PathBuf> {
        self.rules_dir.iter().cloned().collect()
    }
}

/// `opportunist check levels/my_level.ron`
#[derive(Clone, Debug, Args)]
pub(super) struct Check {
    /// Files and folders; everything that is shipped if left out.
    pub paths: Vec<PathBuf>,
}

/// `opportunist render bridge bridge.png`
#[derive(Clone, Debug, Args)]
pub(super) struct Render {
    /// Level by id or file.
    pub level: String,
    /// The picture to write.
    pub out: PathBuf,
}
