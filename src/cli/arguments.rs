//! The arguments of the command line and their help texts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::ai::Profile;
use crate::content::nearest::nearest;

/// Most threads of a command.
const JOBS_LIMIT: u64 = 256;

/// Most battles, journeys or changes of a command.
const BATTLES_LIMIT: u64 = 1_000_000;

/// Tactical skirmishes on a square grid, one warband and map under several d20-family rule systems.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "Without a command the game opens its set-up screen.\n\n\
    Exit codes: 0 success, 1 a mistake or difference was found, 2 wrong arguments, 3 unreadable content,\n\
    130 stopped with Ctrl-C."
)]
pub(super) struct Arguments {
    /// Folder with `assets` and `levels`. Without it: OPPORTUNIST_DATA, the program's own folder, or
    /// the source tree.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Open the game, on the set-up screen or straight in a level.
    #[command(after_help = computer_players())]
    Play(Play),
    /// Let the computer play a battle against itself many times, and print a summary.
    #[command(after_help = computer_players())]
    Sim(Sim),
    /// Let the computer play levels under every rule system, and say how even they are.
    #[command(after_help = computer_players())]
    Balance(Balance),
    /// Let the computer play one level under several rule systems, and set side by side what came of it.
    #[command(after_help = computer_players())]
    Compare(Compare),
    /// Let the computer play a journey from its first leg to its end.
    #[command(after_help = computer_players())]
    Journey(Travel),
    /// Play scenarios, the proofs of the rules, and list those that fail.
    Verify(Verify),
    /// Check content files and report every mistake with file, line and column.
    Check(Check),
    /// Play a saved battle again and compare every event.
    Replay(Replay),
    /// Watch a saved battle in the window, forth and back.
    Watch(Watch),
    /// Draw a level as a picture.
    Render(Render),
    /// Read the rules of a system, beside those of the other systems about the same.
    Rulebook(Rulebook),
}

impl Default for Command {
    fn default() -> Self {
        Self::Play(Play::default())
    }
}

/// `opportunist play bridge --rules amorphous --side west=human --side east=ai:guardian --seed 7`
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Play {
    /// Level or journey by id or file. Without one the set-up screen opens.
    pub level: Option<String>,
    /// Rule system by id, for example classic_d20.
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Option<String>,
    #[command(flatten)]
    pub players: Players,
    #[command(flatten)]
    pub options: Options,
    /// The same seed and choices give the same battle on every machine.
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Save the narrated battle to a file for `replay`, `watch` and the window.
    #[arg(long, value_name = "FILE", requires = "terminal")]
    pub record: Option<PathBuf>,
    /// Let the computer play against itself and print the log in the terminal, without a window.
    #[arg(long)]
    pub terminal: bool,
    /// Tell the battle in the terminal as this side sees it: without what it does not know.
    #[arg(long, value_name = "SIDE", requires = "terminal")]
    pub seen_by: Option<String>,
}

/// What some rule systems leave open.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Options {
    /// Play with or without attacks of opportunity, whatever the level says; for rule systems that
    /// leave it open.
    #[arg(long, value_name = "on|off", value_parser = switch)]
    pub attacks_of_opportunity: Option<bool>,
}

/// A number from `LEAST` to `MOST`.
fn number<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number from {LEAST} to {MOST}"))
}

fn seed(text: &str) -> Result<u64, String> {
    number::<u64, 0, { u64::MAX }>(text)
}

/// The path of a picture.
fn picture(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().map(|e| e.to_ascii_lowercase());
    match ending.is_some_and(|ending| ending == "png") {
        true => Ok(path),
        false => Err("expected a file name that ends in .png".to_owned()),
    }
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

/// Who plays which side.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Players {
    /// Who plays a side; repeat for each. Computer players are listed below.
    #[arg(long = "side", value_name = "NAME=human|ai[:PLAYER]", value_parser = side)]
    pub sides: Vec<(String, Player)>,
    /// The computer player of every side that you do not name with --side.
    #[arg(long, value_name = "PLAYER", value_parser = profile, default_value = "balanced")]
    pub ai: Profile,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Human,
    /// The computer, with this profile if the command line names one.
    Computer(Option<Profile>),
}

fn side(text: &str) -> Result<(String, Player), String> {
    let (name, player) = text
        .split_once('=')
        .ok_or("expected NAME=human, NAME=ai or NAME=ai:PLAYER")?;
    let player = match player.split_once(':') {
        None if player == "human" => Player::Human,
        None if player == "ai" => Player::Computer(None),
        Some(("ai", named)) => Player::Computer(Some(profile(named)?)),
        _ => {
            return Err(format!(
                "\"{player}\" cannot play a side; expected human, ai or ai:PLAYER"
            ));
        }
    };
    Ok((name.to_owned(), player))
}

fn profile(name: &str) -> Result<Profile, String> {
    Profile::named(name).ok_or_else(|| {
        let known = Profile::PRESETS.map(|preset| preset.name);
        match nearest(name, known) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => format!("there are {}", known.join(", ")),
        }
    })
}

/// The computer players, for the help texts.
fn computer_players() -> String {
    let line = |preset: &crate::ai::Preset| format!("  {:<11} {}", preset.name, preset.text);
    let lines: Vec<String> = Profile::PRESETS.iter().map(line).collect();
    format!("Computer players:\n{}", lines.join("\n"))
}

/// `opportunist sim bridge --rules classic_d20 --battles 1000 --side east=ai:fast --json`
///
/// Ctrl-C ends it with a summary of the battles that were played; a second one ends it at once.
#[derive(Clone, Debug, Args)]
pub(super) struct Sim {
    /// Level by id or file.
    pub level: String,
    /// Rule system by id.
    #[arg(long, value_name = "SYSTEM")]
    pub rules: String,
    #[command(flatten)]
    pub players: Players,
    #[command(flatten)]
    pub options: Options,
    /// How many battles to play. Battle number n uses seed + n.
    #[arg(long, default_value_t = 100, value_parser = number::<u32, 1, BATTLES_LIMIT>)]
    pub battles: u32,
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// Number of threads, at most 256. Without it, one per processor.
    #[arg(long, value_parser = number::<u16, 1, JOBS_LIMIT>)]
    pub jobs: Option<u16>,
    /// Print one line of JSON per battle as it ends, in the order of the seeds, and no summary.
    #[arg(long)]
    pub json: bool,
}

/// `opportunist balance --battles 60 --out docs/balance.md strand ford`
#[derive(Clone, Debug, Args)]
pub(super) struct Balance {
    /// Levels by id or file. Without any: every level.
    pub levels: Vec<String>,
    /// Rule system by id; repeat for each. Without any: all that do not inherit another.
    #[arg(long, value_name = "SYSTEM")]
    pub rules: Vec<String>,
    /// The computer player of every side.
    #[arg(long, value_name = "PLAYER", value_parser = profile, default_value = "balanced")]
    pub ai: Profile,
    #[command(flatten)]
    pub options: Options,
    /// How many battles to play of each level under each rule system. Battle number n uses seed + n.
    #[arg(long, default_value_t = 60, value_parser = number::<u32, 1, BATTLES_LIMIT>)]
    pub battles: u32,
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// Number of threads, at most 256. Without it, one per processor.
    #[arg(long, value_parser = number::<u16, 1, JOBS_LIMIT>)]
    pub jobs: Option<u16>,
    /// Write the tables to a Markdown page as well.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `opportunist compare strand --systems classic_d20,amorphous --battles 60 --png strand.png`
#[derive(Clone, Debug, Args)]
pub(super) struct Compare {
    /// Level by id or file.
    pub level: String,
    /// Rule systems by id, with commas between them. Without any: all that do not inherit another.
    #[arg(long, value_name = "SYSTEMS", value_delimiter = ',')]
    pub systems: Vec<String>,
    #[command(flatten)]
    pub players: Players,
    /// How many battles to play under each rule system. Battle number n uses seed + n.
    #[arg(long, default_value_t = 60, value_parser = number::<u32, 1, BATTLES_LIMIT>)]
    pub battles: u32,
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// Number of threads, at most 256. Without it, one per processor.
    #[arg(long, value_parser = number::<u16, 1, JOBS_LIMIT>)]
    pub jobs: Option<u16>,
    /// Draw the comparison as a picture as well.
    #[arg(long, value_name = "FILE.png", value_parser = picture)]
    pub png: Option<PathBuf>,
}

/// `opportunist journey salt_road --rules classic_d20 --times 40`
#[derive(Clone, Debug, Args)]
pub(super) struct Travel {
    /// Journey by id or file.
    pub journey: String,
    /// Rule system by id.
    #[arg(long, value_name = "SYSTEM")]
    pub rules: String,
    /// The computer player of the warband, and of its enemies unless you name theirs.
    #[arg(long, value_name = "PLAYER", value_parser = profile, default_value = "balanced")]
    pub ai: Profile,
    /// The computer player of the enemies.
    #[arg(long, value_name = "PLAYER", value_parser = profile)]
    pub enemies: Option<Profile>,
    #[command(flatten)]
    pub options: Options,
    /// How often to play it. Once it is told leg by leg; more often, how many came how far.
    #[arg(long, default_value_t = 1, value_parser = number::<u32, 1, BATTLES_LIMIT>)]
    pub times: u32,
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// A further file or folder of content, such as a level of your own on the way; repeat for each.
    #[arg(long, value_name = "PATH")]
    pub with: Vec<PathBuf>,
}

/// `opportunist verify --coverage tests/scenarios/classic_d20`
#[derive(Clone, Debug, Args)]
pub(super) struct Verify {
    /// Scenario files and folders.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Count the rules of each compendium that are proved, cited in a run, citable or never citable, and
    /// list those that lack something.
    #[arg(long)]
    pub coverage: bool,
    /// Fail if a rule system among the scenarios has fewer proved rules than this, in percent.
    #[arg(long, value_name = "PERCENT", requires = "coverage", value_parser = number::<u8, 0, 100>)]
    pub at_least: Option<u8>,
    /// A folder of house rules, with one folder per ruleset, to load as well.
    #[arg(long, value_name = "DIR")]
    pub rules_dir: Option<PathBuf>,
    /// Play every scenario under this rule system instead of its own, to see what a house rule changes.
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    /// Play only scenarios whose name or covered rules contain this text.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print the events of every scenario.
    #[arg(long)]
    pub events: bool,
    /// Rewrite the expected `events` of scenarios that list any, and show the changes. Every other
    /// expectation stays: a scenario that fails for another reason still fails.
    #[arg(long, conflicts_with = "rules")]
    pub bless: bool,
    /// Change one value of the ruleset at a time, play its scenarios, and list the changes that none
    /// of them notices.
    #[arg(long, conflicts_with_all = ["bless", "coverage", "events"])]
    pub mutate: bool,
    /// Try only so many changes of each ruleset, drawn at random.
    #[arg(long, value_name = "NUMBER", requires = "mutate", value_parser = number::<usize, 1, BATTLES_LIMIT>)]
    pub sample: Option<usize>,
    /// The same seed draws the same changes.
    #[arg(long, value_name = "SEED", requires = "sample", default_value_t = 1, value_parser = seed)]
    pub seed: u64,
}

impl Verify {
    /// The folder of house rules as a list, empty if none is given.
    pub fn rules_dir(&self) -> Vec<PathBuf> {
        self.rules_dir.iter().cloned().collect()
    }
}

/// `opportunist check levels/my_level.ron`
#[derive(Clone, Debug, Args)]
pub(super) struct Check {
    /// Files and folders to check. Without any: all content that is loaded.
    pub paths: Vec<PathBuf>,
}

/// `opportunist replay battle.json`
#[derive(Clone, Debug, Args)]
pub(super) struct Replay {
    /// A saved battle.
    pub file: PathBuf,
}

/// `opportunist watch ~/.local/share/opportunist/saves/bridge-classic_d20-1.json`
#[derive(Clone, Debug, Args)]
pub(super) struct Watch {
    /// A battle that the game has saved, or that `play --record` has written.
    pub file: PathBuf,
}

/// `opportunist render bridge bridge.png`
#[derive(Clone, Debug, Args)]
pub(super) struct Render {
    /// Level by id or file.
    pub level: String,
    /// The picture to write, in the format PNG.
    #[arg(value_name = "OUT.png", value_parser = picture)]
    pub out: PathBuf,
}

/// `opportunist rulebook amorphous charge`
#[derive(Clone, Debug, Args)]
pub(super) struct Rulebook {
    /// Rule system by id.
    pub system: String,
    /// The id of a rule, or words to look for. Without any: the table of contents.
    pub words: Vec<String>,
}
