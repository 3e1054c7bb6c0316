//! What a player has chosen for good: kept between starts, in a RON file in the folder for settings.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::FrameSet;
use super::intent::SettingEdit;
use super::interface::SCALES;
use super::keymap::{self, ChosenKeys, FUNCTIONS, Keys};
use super::notice::Notice;
use super::playback::{Animation, Speed};
use crate::ai::Player;
use crate::art::palette::COLOUR_SETS;
use crate::content::{self, source};
use crate::files;

/// The options of the game.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The interface's scale in per cent; `None`: as the window allows.
    pub scale: Option<u16>,
    /// How fast events are played, a number among [`Speed::NAMES`].
    pub speed: u8,
    /// A turn with something left in it is ended only after a question.
    pub ask_before_end: bool,
    /// A way on which a blow may fell the walker is gone only at a second click.
    pub ask_on_way: bool,
    /// A battle is left only at a second click.
    pub ask_before_leaving: bool,
    /// Tokens walk, lunge and shake; if not, they are at once where they belong.
    pub animated: bool,
    /// A turn ends by itself when only free actions are left in it.
    pub end_by_itself: bool,
    /// People who share the screen play with open cards: it does not go dark between their turns.
    pub open_table: bool,
    /// How loud sounds are, in per cent.
    pub volume: u8,
    /// Nothing is heard, however loud it would be.
    pub muted: bool,
    /// The colours that tell things apart, a number among [`COLOUR_SETS`].
    pub colours: u8,
    /// The keys that were changed.
    pub keys: ChosenKeys,
    /// What comes up for the first time is explained.
    pub hints: bool,
    /// The hints that were told, by id.
    pub told: Vec<String>,
    /// What was chosen on the set-up screen; `None` before the first time.
    pub last: Option<LastSetup>,
}

/// The choices of the set-up screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastSetup {
    /// By id.
    pub level: String,
    /// By id.
    pub ruleset: String,
    /// By side of the level.
    pub players: Vec<Player>,
    /// By id; it begins with that level.
    #[serde(default)]
    pub journey: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: None,
            speed: 1,
            ask_before_end: true,
            ask_on_way: true,
            ask_before_leaving: false,
            animated: true,
            end_by_itself: false,
            open_table: false,
            volume: 75,
            muted: false,
            colours: 0,
            keys: ChosenKeys::new(),
            hints: true,
            told: Vec::new(),
            last: None,
        }
    }
}

/// Where the settings are kept, and what the file holds.
#[derive(Resource, Clone, Debug)]
struct Kept {
    file: PathBuf,
    settings: Settings,
}

pub(super) fn plugin(app: &mut App) {
    let file = file();
    let (settings, told) = Settings::read(&file);
    if let Some(told) = told {
        app.insert_resource(Notice(Some(Err(told))));
    }
    app.insert_resource(Speed(settings.speed));
    app.insert_resource(Kept {
        file,
        settings: settings.clone(),
    });
    app.insert_resource(settings);
    app.add_systems(Update, (choose, animate).chain().in_set(FrameSet::Apply));
    app.add_systems(Update, (note_speed, keep).chain().in_set(FrameSet::Show));
}

/// Where the settings are kept: where `OPPORTUNIST_CONFIG` says, or in the folder for a user's settings.
fn file() -> PathBuf {
    let home = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    let folder = home("OPPORTUNIST_CONFIG")
        .or_else(|| home("XDG_CONFIG_HOME").map(|config| config.join("opportunist")))
        .or_else(|| home("HOME").map(|home| home.join(".config/opportunist")));
    folder.unwrap_or_default().join("options.ron")
}

impl Settings {
    /// Reads the settings; what to tell if there are some that cannot be read. The file is then kept
    /// under another name.
    fn read(file: &Path) -> (Self, Option<String>) {
        let text = match files::read_text(file, files::CONTENT_LIMIT) {
            Ok(text) => text,
            Err(why) if why.kind() == ErrorKind::NotFound => return (Self::default(), None),
            Err(why) => return (Self::default(), Some(set_aside(file, &why.to_string()))),
        };
        match content::read_text::<Self>(file, &text) {
            Ok(settings) => (settings.possible(), None),
            Err(findings) => {
                let first = findings.iter().next();
                let told = first.map(|one| format!("line {}: {}", one.line, one.words()));
                (
                    Self::default(),
                    Some(set_aside(file, &told.unwrap_or_default())),
                )
            }
        }
    }

    /// The same with every number where it can be.
    fn possible(mut self) -> Self {
        let (smallest, largest) = SCALES;
        let percent = |scale: f32| (scale * 100.0).round() as u16;
        let (smallest, largest) = (percent(smallest), percent(largest));
        self.scale = self.scale.map(|scale| scale.clamp(smallest, largest));
        self.speed = self.speed.min(Speed::NAMES.len() as u8 - 1);
        self.volume = self.volume.min(100);
        self.colours = self.colours.min(COLOUR_SETS.len() as u8 - 1);
        keymap::possible(&mut self.keys);
        self
    }

    /// Writes the settings.
    fn write(&self, file: &Path) -> Result<(), String> {
        let pretty = ron::ser::PrettyConfig::default();
        let text = source::options().to_string_pretty(self, pretty);
        let text = text.map_err(|e| e.to_string())?;
        files::write(file, text + "\n").map_err(|e| e.to_string())
    }

    /// Whether an option is as this would make it.
    pub fn is(&self, edit: &SettingEdit) -> bool {
        match edit {
            SettingEdit::Scale(scale) => self.scale == *scale,
            SettingEdit::Speed(speed) => self.speed == *speed,
            SettingEdit::AskBeforeEnd(asks) => self.ask_before_end == *asks,
            SettingEdit::AskOnWay(asks) => self.ask_on_way == *asks,
            SettingEdit::AskBeforeLeaving(asks) => self.ask_before_leaving == *asks,
            SettingEdit::Animated(moves) => self.animated == *moves,
            SettingEdit::EndByItself(ends) => self.end_by_itself == *ends,
            SettingEdit::OpenTable(open) => self.open_table == *open,
            SettingEdit::Volume(volume) => !self.muted && self.volume == *volume,
            SettingEdit::Muted(muted) => self.muted == *muted,
            SettingEdit::Hints(hints) => self.hints == *hints,
            SettingEdit::Colours(colours) => self.colours == *colours,
            SettingEdit::Key(number, key) => {
                let keys = Keys::of(&self.keys);
                let function = FUNCTIONS.get(*number);
                function.is_some_and(|function| keys.pressed_for(function.key) == *key)
            }
            SettingEdit::FirstKeys => self.keys.is_empty(),
        }
    }
}

/// Gives settings that cannot be read another name; what to tell about it.
fn set_aside(file: &Path, why: &str) -> String {
    let aside = file.with_extension("ron.unreadable");
    let kept = match std::fs::rename(file, &aside) {
        Ok(()) => format!("You find them in {}.", aside.display()),
        Err(why) => format!("{} could not be kept: {why}.", file.display()),
    };
    format!("Your options could not be read, and are as on the first day: {why}. {kept}")
}

/// Takes up what was chosen.
fn choose(
    mut edits: MessageReader<SettingEdit>,
    mut settings: ResMut<Settings>,
    mut speed: ResMut<Speed>,
) {
    for edit in edits.read() {
        match edit {
            SettingEdit::Scale(scale) => settings.scale = *scale,
            SettingEdit::Speed(wanted) => *speed = Speed(*wanted),
            SettingEdit::AskBeforeEnd(asks) => settings.ask_before_end = *asks,
            SettingEdit::AskOnWay(asks) => settings.ask_on_way = *asks,
            SettingEdit::AskBeforeLeaving(asks) => settings.ask_before_leaving = *asks,
            SettingEdit::Animated(moves) => settings.animated = *moves,
            SettingEdit::EndByItself(ends) => settings.end_by_itself = *ends,
            SettingEdit::OpenTable(open) => settings.open_table = *open,
            SettingEdit::Volume(volume) => (settings.volume, settings.muted) = (*volume, false),
            SettingEdit::Muted(muted) => settings.muted = *muted,
            SettingEdit::Hints(hints) => {
                settings.hints = *hints;
                settings.told.clear();
            }
            SettingEdit::Colours(colours) => settings.colours = *colours,
            SettingEdit::Key(number, key) => {
                if let Some(function) = FUNCTIONS.get(*number) {
                    settings.keys = Keys::of(&settings.keys).with(function, *key);
                }
            }
            SettingEdit::FirstKeys => settings.keys.clear(),
        }
    }
}

/// Tells the playback whether to animate.
fn animate(settings: Res<Settings>, mut commands: Commands) {
    if settings.is_changed() {
        commands.insert_resource(Animation(settings.animated));
    }
}

/// The speed is changed in the battle as well.
fn note_speed(speed: Res<Speed>, mut settings: ResMut<Settings>) {
    if speed.is_changed() && settings.speed != speed.0 {
        settings.speed = speed.0;
    }
}

/// Writes the settings when they have changed.
fn keep(settings: Res<Settings>, mut kept: ResMut<Kept>, mut notice: ResMut<Notice>) {
    if !settings.is_changed() || kept.settings == *settings {
        return;
    }
    kept.settings = settings.clone();
    if let Err(why) = settings.write(&kept.file) {
        notice.0 = Some(Err(format!("Your options could not be kept: {why}.")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Profile;

    fn some() -> Settings {
        Settings {
            scale: Some(140),
            speed: 3,
            ask_before_end: false,
            ask_on_way: false,
            ask_before_leaving: true,
            animated: false,
            end_by_itself: true,
            open_table: true,
            volume: 25,
            muted: true,
            colours: 2,
            keys: [("threat".to_owned(), "T".to_owned())].into(),
            hints: false,
            told: vec!["marks".into()],
            last: Some(LastSetup {
                level: "ford".into(),
                ruleset: "amorphous".into(),
                players: vec![Player::Person, Player::Computer(Profile::default())],
                journey: None,
            }),
        }
    }

    #[test]
    fn settings_are_the_same_after_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("opportunist/options.ron");
        assert_eq!(Settings::read(&file), (Settings::default(), None));
        some().write(&file).unwrap();
        assert_eq!(Settings::read(&file), (some(), None));
    }

    #[test]
    fn what_a_file_does_not_say_is_as_at_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("options.ron");
        std::fs::write(&file, "(scale: 9000, speed: 250, volume: 200)").unwrap();
        let (read, told) = Settings::read(&file);
        let wanted = Settings {
            scale: Some(200),
            speed: 3,
            volume: 100,
            ..Settings::default()
        };
        assert_eq!((read, told), (wanted, None));
    }

    #[test]
    fn a_byte_order_mark_is_read_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("options.ron");
        std::fs::write(&file, "\u{feff}(scale: 150)").unwrap();
        let (read, told) = Settings::read(&file);
        assert_eq!((read.scale, told), (Some(150), None));
    }

    #[test]
    fn settings_that_cannot_be_read_are_told_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("options.ron");
        for wrong in [&b"(scale: \"large\")"[..], b"(scael: 100)", b"\xFF\xFE"] {
            std::fs::write(&file, wrong).unwrap();
            let (read, told) = Settings::read(&file);
            assert_eq!(read, Settings::default());
            assert!(told.unwrap().starts_with("Your options could not be read"));
            assert!(!file.exists());
            let aside = folder.path().join("options.ron.unreadable");
            assert_eq!(std::fs::read(aside).unwrap(), wrong);
        }
    }
}
