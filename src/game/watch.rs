//! A recorded battle is watched: forth and back, by events, turns and rounds. Nothing in it can be
//! changed, and the battle that waits meanwhile is not touched.

use bevy::prelude::*;

use super::awake::Awake;
use super::intent::{WatchEdit, Way};
use super::plan::Plan;
use super::playback::{self, Cue, Shown};
use super::save::Resumed;
use super::session::{Session, playing};
use super::{FrameSet, Menu, Screen};
use crate::ai::{Player, Profile};
use crate::combat::{Battle, EventKind, SideId, Timeline};

/// A battle that is watched, and what waits meanwhile. While there is one, [`Session`] and [`Shown`]
/// are those of the watched battle.
#[derive(Resource)]
pub struct Watch {
    timeline: Timeline,
    /// How many entries of the record the battle on the screen has played.
    entries: usize,
    /// It stands still.
    pub paused: bool,
    /// It plays until so many events have been shown, paused or not, and then stands still.
    until: Option<usize>,
    /// It is over there, and then leaves by itself.
    recap: bool,
    back: Back,
}

/// Where to go when the watching ends.
pub enum Back {
    /// To the set-up.
    Setup,
    /// To the figures of this battle, which is over.
    Figures(Box<Session>),
    /// On with this battle.
    Play(Box<Session>),
}

pub(super) fn plugin(app: &mut App) {
    let watching = || playing().and_then(resource_exists::<Watch>);
    app.add_systems(OnExit(Screen::Battle), forget);
    app.add_systems(
        Update,
        (
            obey.in_set(FrameSet::Apply).run_if(watching()),
            hold.in_set(FrameSet::Play)
                .before(playback::advance)
                .run_if(watching()),
            feed.in_set(FrameSet::Play)
                .after(playback::advance)
                .run_if(watching()),
        ),
    );
}

impl Watch {
    /// Watches a battle from its beginning, or from where so many events have happened. Gives the session
    /// to put on the screen, and its picture. If the battle is over, everything in it can be seen.
    ///
    /// # Errors
    /// When the battle cannot be played again; the sentence says why.
    pub fn whole(of: &Session, from: Option<usize>) -> Result<(Self, Session, Shown), String> {
        let (mut watch, mut session) = Self::new(of)?;
        if session.battle.outcome().is_some() {
            let players = &mut session.start.players;
            players.fill(Player::Computer(Profile::default()));
        }
        let mut shown = Shown::before(&session);
        watch.seek(&mut session, &mut shown, from.unwrap_or_default());
        watch.paused = from.is_some();
        Ok((watch, session, shown))
    }

    /// Watches what the others did last.
    ///
    /// # Errors
    /// When there is nothing to watch, or it cannot be played again; the sentence says why.
    pub fn recap(of: &Session) -> Result<(Self, Session, Shown), String> {
        let side = of.viewer();
        let stretch = side.and_then(|side| others_last(&of.battle, side));
        let (from, to) = stretch.ok_or("Nothing has happened since your last turn.")?;
        let (mut watch, mut session) = Self::new(of)?;
        let mut picture = Shown::before(&session);
        watch.seek(&mut session, &mut picture, from);
        (watch.until, watch.recap) = (Some(to), true);
        Ok((watch, session, picture))
    }

    fn new(of: &Session) -> Result<(Self, Session), String> {
        let course = Timeline::of(&of.battle, |_, _| ());
        let course = course.ok_or("This battle has no beginning.")?;
        let (timeline, battle) = course.map_err(|why| why.to_string())?;
        let watch = Self {
            entries: timeline.entries(),
            timeline,
            paused: false,
            until: None,
            recap: false,
            back: Back::Setup,
        };
        let mut session = Session::over(battle, of.start.clone());
        session.seated = of.seated;
        session.revision = of.revision + 1;
        session.watched = true;
        Ok((watch, session))
    }

    /// Goes there when the watching ends.
    pub fn back_to(mut self, back: Back) -> Self {
        self.back = back;
        self
    }

    /// Whether it shows what the others did, and then ends.
    pub fn is_recap(&self) -> bool {
        self.recap
    }

    /// The course of the battle.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Whether it goes on by itself.
    pub fn runs(&self) -> bool {
        !self.paused
    }

    /// After how many events the picture stands still, having shown so many.
    fn stops_at(&self, shown: usize) -> usize {
        let held = if self.paused { shown } else { usize::MAX };
        self.until.unwrap_or(held)
    }

    /// Brings battle and picture to where so many events have happened, without playing anything.
    pub fn seek(&mut self, session: &mut Session, shown: &mut Shown, events: usize) {
        let events = events.min(self.timeline.events().len());
        let entries = self.timeline.entries_for(events);
        let midway = events < self.timeline.end_of(entries);
        let whole = if midway {
            entries.saturating_sub(1)
        } else {
            entries
        };
        self.bring(&mut session.battle, whole);
        if midway && entries == 0 {
            shown.reset(session);
        } else {
            shown.rewind(session);
        }
        if midway {
            self.bring(&mut session.battle, entries);
            shown.show(&session.battle, events);
        }
        session.revision += 1;
        self.until = None;
    }

    fn bring(&mut self, battle: &mut Battle, entries: usize) {
        self.timeline.bring(battle, self.entries, entries);
        self.entries = entries;
    }

    /// Where the picture goes from here by one event that one sees.
    fn event(&self, shown: usize, way: Way) -> usize {
        let seen = self.timeline.events().iter().enumerate();
        let mut seen = seen.filter(|(_, event)| playback::takes_time(event));
        let ends = |(number, _)| number + 1;
        match way {
            Way::On => seen
                .find(|(number, _)| *number >= shown)
                .map_or(self.timeline.events().len(), ends),
            Way::Back => seen.rfind(|(number, _)| number + 1 < shown).map_or(0, ends),
        }
    }

    /// Where it goes from here by one turn.
    fn turn(&self, shown: usize, way: Way) -> usize {
        let mut begun = self.timeline.turns().map(|(_, number)| number + 1);
        match way {
            Way::On => begun.find(|begun| *begun > shown),
            Way::Back => begun.rfind(|begun| *begun < shown).or(Some(0)),
        }
        .unwrap_or(self.timeline.events().len())
    }

    /// Where a round begins.
    fn round(&self, wanted: u16) -> Option<usize> {
        let mut rounds = self.timeline.rounds();
        rounds.find_map(|(round, number)| (round == wanted).then_some(number + 1))
    }
}

/// The last stretch in which others than this side had their turns: from the event after which it
/// begins to the one that ends it.
fn others_last(battle: &Battle, side: SideId) -> Option<(usize, usize)> {
    let turns: Vec<_> = battle
        .events()
        .iter()
        .enumerate()
        .filter_map(|(number, event)| match event.kind {
            EventKind::TurnBegan { seat } => Some((battle.side_of(seat) == side, number)),
            _ => None,
        })
        .collect();
    let last = turns.iter().rposition(|(own, _)| !own)?;
    let first = turns[..last].iter().rposition(|(own, _)| *own);
    let first = first.map_or(0, |own| own + 1);
    let end = turns.get(last + 1).map(|(_, number)| *number);
    Some((turns[first].1, end.unwrap_or(battle.events().len())))
}

/// Whether there is something that the others did, for a person to watch again.
pub fn can_recap(session: &Session) -> bool {
    let asked = session.asked();
    asked.is_some_and(|side| others_last(&session.battle, side).is_some())
}

/// Does what the one who watches wants.
fn obey(
    mut edits: MessageReader<WatchEdit>,
    mut watch: ResMut<Watch>,
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    mut cues: MessageWriter<Cue>,
    mut leave: Leave,
) {
    for edit in edits.read() {
        leave.awake.stir();
        let played = shown.played;
        let to = match edit {
            WatchEdit::Pause => {
                let runs = watch.until.is_some() || watch.runs();
                // At the end there is nothing left but to begin again.
                let ended = played >= watch.timeline.events().len() && !watch.recap;
                watch.paused = runs && !ended;
                if !watch.recap {
                    watch.until = None;
                }
                if !ended {
                    continue;
                }
                0
            }
            WatchEdit::Event(Way::On) => {
                watch.paused = true;
                watch.until = Some(watch.event(played, Way::On));
                continue;
            }
            WatchEdit::Event(Way::Back) => {
                watch.paused = true;
                watch.event(played, Way::Back)
            }
            WatchEdit::Turn(way) => watch.turn(played, *way),
            WatchEdit::Round(round) => match watch.round(*round) {
                Some(event) => event,
                None => continue,
            },
            WatchEdit::Begin => 0,
            WatchEdit::End => watch.timeline.events().len(),
            WatchEdit::Leave => {
                leave.go(&mut watch, &session);
                return;
            }
        };
        watch.seek(&mut session, &mut shown, to);
        cues.write(Cue::Reset);
    }
}

/// Nothing stays of a battle that was watched, once it has left the screen. Until then its session stays:
/// systems of the same frame still read it.
fn forget(session: Option<Res<Session>>, watch: Option<Res<Watch>>, mut commands: Commands) {
    if watch.is_none() && session.is_some_and(|session| session.watched) {
        commands.remove_resource::<Session>();
    }
}

/// The picture goes no further than is wanted.
fn hold(watch: Res<Watch>, mut shown: ResMut<Shown>) {
    let stop = watch.stops_at(shown.played);
    if shown.stops_at != stop {
        shown.stops_at = stop;
    }
}

/// Lets the battle go on by the next entry of its record, when everything has been shown.
fn feed(
    mut watch: ResMut<Watch>,
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    menu: Res<State<Menu>>,
    mut leave: Leave,
) {
    // Until the screen has taken up the picture of what is watched, the one on it is the old one.
    if *menu.get() != Menu::None || leave.resumed.0.is_some() {
        return;
    }
    if watch.until.is_some_and(|until| shown.played >= until) {
        if watch.recap {
            leave.go(&mut watch, &session);
            return;
        }
        (watch.until, watch.paused) = (None, true);
    }
    if watch.paused && watch.until.is_none() || !shown.settled {
        return;
    }
    leave.awake.stir();
    if watch.entries < watch.timeline.entries() {
        let next = watch.entries + 1;
        watch.bring(&mut session.battle, next);
        session.revision += 1;
        shown.settled = false;
    } else {
        watch.paused = true;
    }
}

/// What it takes to end the watching.
#[derive(bevy::ecs::system::SystemParam)]
struct Leave<'w, 's> {
    plan: ResMut<'w, Plan>,
    resumed: ResMut<'w, Resumed>,
    next_screen: ResMut<'w, NextState<Screen>>,
    awake: ResMut<'w, Awake>,
    commands: Commands<'w, 's>,
}

impl Leave<'_, '_> {
    fn go(&mut self, watch: &mut Watch, watched: &Session) {
        self.plan.forget();
        self.commands.remove_resource::<Watch>();
        match std::mem::replace(&mut watch.back, Back::Setup) {
            Back::Setup => self.next_screen.set(Screen::Setup),
            Back::Figures(session) => {
                self.commands.insert_resource(*session);
                self.next_screen.set(Screen::Victory);
            }
            Back::Play(mut session) => {
                // What was worked out for the watched battle does not hold for this one.
                session.revision = watched.revision + 1;
                let mut shown = Shown::before(&session);
                shown.rewind(&session);
                self.resumed.0 = Some(shown);
                self.commands.insert_resource(*session);
                self.next_screen.set(Screen::Battle);
            }
        }
    }
}

#[cfg(test)]
mod tests;
