//! How the battle stands: the computer plays it to its end many times, on copies and beside the picture.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;

use crate::ai::{self, Profile};
use crate::combat::{Battle, SideId};
use crate::game::awake::Awake;
use crate::game::intent::Navigate;
use crate::game::session::Session;
use crate::game::widgets::{Look, button, column, label, parchment, tabbed, text, veil};
use crate::game::{FrameSet, Menu, theme};

/// How often the battle is played out.
const BATTLES: u32 = 40;
/// Decisions after which a battle counts as undecided.
const LONGEST: usize = 4000;

/// The battles that are being played, while the sheet is open.
#[derive(Resource)]
struct Trial(Arc<Tally>);

impl Drop for Trial {
    fn drop(&mut self) {
        self.0.stopped.store(true, Relaxed);
    }
}

/// How many have come to their end, and who won them.
struct Tally {
    played: AtomicU32,
    /// By side.
    won: Vec<AtomicU32>,
    stopped: AtomicBool,
}

/// The part of the sheet that says how far it has come.
#[derive(Component)]
struct Told;

/// The bar, of which so much is full.
#[derive(Component)]
struct Bar;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::Chances),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(OnExit(Menu::Chances), |mut commands: Commands| {
        commands.remove_resource::<Trial>();
    });
    app.add_systems(
        Update,
        tell.in_set(FrameSet::Show)
            .run_if(resource_exists::<Trial>.and_then(resource_exists::<Session>)),
    );
}

impl Tally {
    fn new(sides: usize) -> Self {
        Self {
            played: AtomicU32::new(0),
            won: (0..sides).map(|_| AtomicU32::new(0)).collect(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Plays so many battles on from here, each with dice of its own, until it is stopped.
    fn play(&self, from: &Battle, battles: u32) {
        for number in 1..=battles {
            if self.stopped.load(Relaxed) {
                return;
            }
            let mut copy = from.scratch(u64::from(number));
            let seed = u64::from(number);
            let played = ai::play_out(&mut copy, &[Profile::FAST], seed, LONGEST);
            let winner = played.outcome.and_then(|outcome| outcome.winner);
            if let Some(won) = winner.and_then(|side| self.won.get(side.index())) {
                won.fetch_add(1, Relaxed);
            }
            self.played.fetch_add(1, Relaxed);
        }
    }

    /// Who won how many of those played so far: you, if you play alone, or else every side by name.
    fn told(&self, session: &Session) -> Vec<String> {
        let played = self.played.load(Relaxed);
        let own = session.viewer().filter(|_| !session.shared());
        let sides = (0u8..).map(SideId).zip(&self.won);
        let mut lines: Vec<_> = sides
            .filter(|(side, _)| own.is_none_or(|own| own == *side))
            .map(|(side, won)| {
                let won = won.load(Relaxed);
                match own {
                    Some(_) => format!("You win {won} of {played}."),
                    None => format!("{}: {won} of {played}.", session.cast.side(side)),
                }
            })
            .collect();
        let decided: u32 = self.won.iter().map(|won| won.load(Relaxed)).sum();
        if played > decided {
            lines.push(format!("No side wins: {} of {played}.", played - decided));
        }
        lines
    }
}

fn spawn(mut commands: Commands, session: Res<Session>) {
    let tally = Arc::new(Tally::new(session.start.players.len()));
    // What the copies are made from can neither foresee nor disturb the dice of the battle itself.
    let from = session.battle.scratch_of(session.eyes(), 0);
    let playing = tally.clone();
    AsyncComputeTaskPool::get_or_init(Default::default)
        .spawn(async move { playing.play(&from, BATTLES) })
        .detach();
    commands.insert_resource(Trial(tally));
    commands
        .spawn((veil(), TabGroup::modal(), DespawnOnExit(Menu::Chances)))
        .with_children(|veil| {
            let sheet = Node {
                width: px(520),
                padding: UiRect::axes(px(30), px(24)),
                ..column(12.0)
            };
            veil.spawn((sheet, parchment())).with_children(|sheet| {
                sheet.spawn(text("How does it stand?", theme::title(26.0), theme::INK));
                let words = format!(
                    "The computer plays all sides from here to the end, {BATTLES} times, quickly and with \
                     other dice. It does not play as you would, and lets enemies of whom you know nothing come in from \
                     the edge of the map: take it as a hint."
                );
                sheet.spawn(text(words, theme::body(15.0), theme::INK));
                let trough = Node {
                    width: percent(100),
                    height: px(14),
                    border_radius: BorderRadius::all(px(7)),
                    ..default()
                };
                let full = Node {
                    width: percent(0),
                    height: percent(100),
                    border_radius: BorderRadius::all(px(7)),
                    ..default()
                };
                let trough = (trough, BackgroundColor(Color::srgba(0.2, 0.12, 0.06, 0.3)));
                sheet.spawn(trough).with_children(|trough| {
                    trough.spawn((Bar, full, BackgroundColor(theme::BRASS)));
                });
                sheet.spawn((Told, label("", theme::bold(18.0), theme::INK)));
                sheet.spawn((
                    button("Back (Esc)", Navigate::Close, Look::Main, true),
                    tabbed(),
                ));
            });
        });
}

fn tell(
    trial: Res<Trial>,
    session: Res<Session>,
    mut words: Single<&mut Text, With<Told>>,
    mut bar: Single<&mut Node, With<Bar>>,
    mut awake: ResMut<Awake>,
) {
    let played = trial.0.played.load(Relaxed);
    if played < BATTLES {
        awake.stir();
    }
    let said = match played {
        0 => "The first battle is being played …".to_owned(),
        _ => trial.0.told(&session).join("\n"),
    };
    if words.0 != said {
        words.0 = said;
        bar.width = percent(100.0 * played as f32 / BATTLES as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Player;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn a_battle_is_played_out_beside_itself_and_told_to_whom_it_concerns() {
        let scene = Scene::new(ruleset("classic_d20"), &["A..bcd"]);
        let scene = scene.change('A', |one| one.hit_points = Some(1));
        let (mut session, _) = table(&scene);
        let before = session.battle.digest();
        let tally = Tally::new(2);
        tally.play(&session.battle, 4);
        assert_eq!(session.battle.digest(), before);
        assert_eq!(tally.played.load(Relaxed), 4);
        let won: u32 = tally.won.iter().map(|won| won.load(Relaxed)).sum();
        assert!(won > 0 && tally.won[1].load(Relaxed) > tally.won[0].load(Relaxed));
        assert!(tally.told(&session)[0].starts_with("You win "));
        session.start.players = vec![Player::Person; 2];
        assert_eq!(tally.told(&session).len() as u32, 2 + u32::from(won < 4));
        tally.stopped.store(true, Relaxed);
        tally.play(&session.battle, 4);
        assert_eq!(
            tally.played.load(Relaxed),
            4,
            "a sheet that is shut plays no more"
        );
    }
}
