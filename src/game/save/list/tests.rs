//! The list of saved battles: read beside the frames, a page at a time, faulty files named.

use std::time::Duration;

use bevy::state::app::StatesPlugin;

use super::*;
use crate::combat::Choice;
use crate::game::testing::{options, yard};

/// The set-up screen of a game with these saves.
fn screen(folder: &Folder) -> App {
    let mut app = App::new();
    let catalogue = yard().start.catalogue;
    app.add_plugins(StatesPlugin).init_state::<Screen>();
    app.insert_resource(Chosen::of(&options(&catalogue), None));
    app.insert_resource(folder.clone())
        .insert_resource(Library(catalogue));
    app.init_resource::<Notice>().init_resource::<Awake>();
    app.init_resource::<Assets<Image>>()
        .add_message::<Command>();
    plugin(&mut app);
    app.update();
    app
}

fn saves(app: &App) -> &Saves {
    app.world().resource::<Saves>()
}

/// Lets the game read on until nothing in the list is unread.
fn settled(app: &mut App) {
    let unread = |one: &Saved| one.contents == Contents::Unread;
    while saves(app).shown().iter().any(unread) {
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
}

fn order(app: &mut App, command: Command) {
    app.world_mut().write_message(command);
    app.update();
}

fn names(app: &App) -> Vec<&str> {
    saves(app)
        .others
        .iter()
        .map(|one| one.name.as_str())
        .collect()
}

fn shelf() -> (tempfile::TempDir, Folder) {
    let gone = tempfile::tempdir().unwrap();
    let folder = Folder::at(gone.path().to_owned());
    (gone, folder)
}

#[test]
fn saved_battles_are_told_apart_by_what_a_player_knows() {
    let (gone, folder) = shelf();
    folder.write("one", &yard()).unwrap().unwrap();
    let text = std::fs::read_to_string(folder.file("one")).unwrap();
    for (name, text) in [
        ("two.json", "{ not one"),
        ("three.txt", ""),
        ("._one.json", ""),
        ("cut.json", &text[..text.len() / 2]),
        ("changed.json", &text.replacen(",", ", ", 2)),
    ] {
        std::fs::write(gone.path().join(name), text).unwrap();
    }
    let mut app = screen(&folder);
    let unread = &saves(&app).others;
    assert!(unread.len() == 4 && unread.iter().all(|one| one.contents == Contents::Unread));
    settled(&mut app);
    let found = |name: &str| {
        saves(&app)
            .others
            .iter()
            .find(|one| one.name == name)
            .unwrap()
    };
    let one = found("one");
    assert_eq!(one.place, "Training ground, round 1");
    assert!(one.detail.starts_with("Classic d20 · "), "{}", one.detail);
    let picture = one.picture.as_ref().expect("a picture of the map");
    let images = app.world().resource::<Assets<Image>>();
    assert!(images.contains(&picture.image) && picture.size.max_element() > 40.0);
    for (name, why) in [
        ("two", "not a saved battle"),
        ("cut", "cut off: its end is missing"),
        ("changed", "damaged"),
    ] {
        let faulty = found(name);
        assert_eq!(faulty.contents, Contents::Faulty);
        assert!(faulty.detail.starts_with(why), "{}", faulty.detail);
    }
    order(&mut app, Command::Delete("cut".into()));
    assert!(!folder.file("cut").exists() && !names(&app).contains(&"cut"));
}

#[test]
fn a_damaged_autosave_is_not_the_battle_to_go_on_with() {
    let (_gone, folder) = shelf();
    folder.keep(&yard()).unwrap();
    assert_eq!(
        saves(&screen(&folder)).left.as_ref().unwrap().name,
        "autosave"
    );
    let own = folder.file(folder.slot());
    let text = std::fs::read_to_string(&own).unwrap();
    std::fs::write(&own, &text[..text.len() - 1]).unwrap();
    let app = screen(&folder);
    assert!(saves(&app).left.is_none());
    assert_eq!(saves(&app).others[0].contents, Contents::Faulty);
}

#[test]
fn the_slot_of_another_window_is_its_own_affair_until_that_is_gone() {
    let (_gone, folder) = shelf();
    let other = Folder::at(folder.path.clone());
    folder.keep(&yard()).unwrap();
    other.keep(&yard()).unwrap();
    assert!(names(&screen(&folder)).is_empty());
    drop(other);
    let mut app = screen(&folder);
    settled(&mut app);
    let left = "Training ground, round 1, left in another window";
    assert_eq!(saves(&app).others[0].place, left);
}

#[test]
fn hundreds_of_battles_are_there_at_once_and_read_as_the_list_grows() {
    let (gone, folder) = shelf();
    folder.write("one", &yard()).unwrap().unwrap();
    for n in 0..300 {
        std::fs::copy(folder.file("one"), folder.file(&format!("copy-{n}"))).unwrap();
    }
    #[cfg(unix)]
    let made = std::process::Command::new("mkfifo")
        .arg(gone.path().join("pipe.json"))
        .status();
    #[cfg(unix)]
    assert!(made.unwrap().success());
    let mut app = screen(&folder);
    assert_eq!(saves(&app).others.len(), 301);
    settled(&mut app);
    let read = |app: &App| {
        let read = saves(app).others.iter();
        read.filter(|one| one.contents == Contents::Battle).count()
    };
    assert_eq!((read(&app), saves(&app).hidden()), (PAGE, 301 - PAGE));
    order(&mut app, Command::ListOlder);
    settled(&mut app);
    assert_eq!(read(&app), 2 * PAGE);
}

#[test]
fn a_battle_that_leads_into_a_camp_says_so() {
    let (_gone, folder) = shelf();
    let mut session = yard();
    assert!(session.submit(Choice::Surrender), "{:?}", session.refusal);
    folder.keep(&session).unwrap();
    let left = saves(&screen(&folder)).left.clone().unwrap();
    assert_eq!(left.place, "Training ground, in camp");
}

#[test]
fn the_pause_menu_has_the_newest_that_can_be_loaded() {
    let (_gone, folder) = shelf();
    let session = yard();
    for name in ["one", "two", "autosave"] {
        folder.write(name, &session).unwrap().unwrap();
    }
    std::fs::write(folder.file("three"), "").unwrap();
    let content = session.start.catalogue.clone();
    let found = newest(&folder, &content, &mut Assets::default(), 3);
    assert_eq!(found.len(), 2);
    assert_eq!(
        newest(&folder, &content, &mut Assets::default(), 1).len(),
        1
    );
}
