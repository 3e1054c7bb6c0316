//! Plays events into a picture of its own, at its own pace, and never reads ahead.

mod staging;

pub use staging::takes_time;
use staging::{cue, length};

use bevy::prelude::*;

use super::awake::Awake;
use super::intent::Pace;
use super::known;
use super::session::Session;
use super::sounds::{self, Heard};
use super::{FrameSet, Menu, Screen};
use crate::combat::contract::{Awareness, CombatantView, Event, EventKind};
use crate::combat::{Battle, Seat, SideId, Upper, View};
use crate::content::TerrainDef;
use crate::grid::{Area, Square};
use crate::rules::{ConditionId, TerrainId};

/// The battle as far as it has been shown.
#[derive(Resource)]
pub struct Shown {
    pub view: View,
    /// The side whose knowledge the picture shows; `None`: everything.
    pub eyes: Option<SideId>,
    /// How many events have been played.
    pub played: usize,
    /// It stands still when so many have been.
    pub stops_at: usize,
    /// Everything has been played, and the picture agrees with the battle.
    pub settled: bool,
    /// Grows whenever the picture changes.
    pub revision: u32,
    /// The ground of every square, in reading order.
    pub ground: Vec<TerrainId>,
    /// What lies on it, by square and layer.
    pub upper: Upper,
    /// Grows whenever the ground changes.
    pub ground_revision: u32,
    wait: f32,
}

/// How fast events are played.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(pub u8);

/// Whether tokens move and shake, or are at once where they go.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation(pub bool);

impl Speed {
    /// What the button says.
    pub const NAMES: [&str; 4] = ["slow", "normal", "fast", "instant"];

    /// How many times normal; `None`: without any delay.
    pub fn factor(self) -> Option<f32> {
        [Some(0.5), Some(1.0), Some(2.5), None]
            .get(usize::from(self.0))
            .copied()
            .flatten()
    }
}

/// Something that the board animates.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Cue {
    /// A token walks one square, in so many seconds.
    Walk {
        seat: Seat,
        to: Square,
        seconds: f32,
    },
    /// A token lunges at another.
    Lunge { seat: Seat, at: Seat, seconds: f32 },
    /// A missile flies.
    Shot { from: Seat, to: Seat, seconds: f32 },
    /// A token was struck, and flashes.
    Struck { seat: Seat },
    /// Words rise from a token.
    Word {
        seat: Seat,
        text: String,
        tone: Tone,
    },
    /// Everything jumps to where it belongs.
    Reset,
}

/// The tone of a line or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
    Title,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Cue>();
    let playing = in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.add_systems(Update, advance.in_set(FrameSet::Play).run_if(playing));
}

impl Shown {
    /// The picture of a battle before its first event.
    pub fn before(session: &Session) -> Self {
        // Even of a battle that is over nobody knew more at its beginning.
        let (battle, eyes) = (&session.battle, session.viewer());
        let mut view = known::view(battle, eyes);
        (view.round, view.earlier) = (0, 0);
        view.order.clear();
        view.current = None;
        view.over = None;
        for (who, setup) in view.combatants.iter_mut().zip(&battle.setup().combatants) {
            let known = setup.at.filter(|_| who.known != Awareness::Unknown);
            who.area = known.map(|at| Area::new(at, who.footprint));
            who.hit_points = setup.hit_points.unwrap_or(who.max_hit_points);
            who.initiative = None;
            who.dead = false;
            who.standing = true;
            who.conditions.clear();
        }
        let catalogue = battle.catalogue();
        let first = battle.setup().terrain.iter();
        let first = first.map(|name| catalogue.terrain.id(name));
        let ground = first.collect::<Option<_>>();
        let ground = ground.unwrap_or_else(|| battle.terrain().to_vec());
        let first = battle.setup().upper.iter();
        let first =
            first.map(|(at, layer, name)| Some(((*at, *layer), catalogue.terrain.id(name)?)));
        let upper = first.collect::<Option<_>>();
        let upper = upper.unwrap_or_else(|| battle.upper().clone());
        Self {
            view,
            eyes,
            played: 0,
            stops_at: usize::MAX,
            settled: false,
            revision: 1,
            ground,
            upper,
            ground_revision: 1,
            wait: 0.3,
        }
    }

    /// Goes back to before the first event.
    pub fn reset(&mut self, session: &Session) {
        let (revision, ground) = (self.revision + 1, self.ground_revision + 1);
        *self = Self::before(session);
        (self.revision, self.ground_revision) = (revision, ground);
    }

    /// Comes after another picture on the screen: whatever draws by the revision has to draw anew.
    pub fn follow(&mut self, last: &Self) {
        self.revision = self.revision.max(last.revision) + 1;
        self.ground_revision = self.ground_revision.max(last.ground_revision) + 1;
    }

    /// Takes over what happens until so many events have happened, without playing it.
    pub fn show(&mut self, battle: &Battle, events: usize) {
        let (from, events) = (self.played, battle.events().iter().take(events));
        for event in events.skip(from) {
            self.apply(event, battle);
            self.played += 1;
        }
    }

    /// Goes back to where the battle is, without playing anything.
    pub fn rewind(&mut self, session: &Session) {
        self.played = session.battle.events().len();
        self.catch_up(session);
        self.wait = 0.0;
        self.settled = false;
        self.revision += 1;
    }

    /// Makes the picture agree with the battle.
    fn catch_up(&mut self, session: &Session) {
        let battle = &session.battle;
        self.eyes = session.eyes();
        self.view = known::view(battle, self.eyes);
        if self.ground != battle.terrain() || self.upper != *battle.upper() {
            self.ground = battle.terrain().to_vec();
            self.upper.clone_from(battle.upper());
            self.ground_revision += 1;
        }
    }

    fn one(&mut self, seat: Seat) -> Option<&mut CombatantView> {
        self.view.combatants.get_mut(seat.index())
    }

    /// The same if anything is known of where it is.
    fn known(&mut self, seat: Seat) -> Option<&mut CombatantView> {
        let known = |who: &&mut CombatantView| who.known != Awareness::Unknown;
        self.one(seat).filter(known)
    }

    /// Whether a combatant is seen, so that its sheet can be read.
    pub fn is_seen(&self, seat: Seat) -> bool {
        let who = self.view.combatants.get(seat.index());
        who.is_some_and(|who| who.known == Awareness::Seen)
    }

    /// Loses sight of a combatant that goes where nobody knows it to be.
    fn lose(&mut self, seat: Seat) {
        if let Some(who) = self.one(seat) {
            (who.known, who.area) = (Awareness::Unknown, None);
            known::veil(who);
        }
    }

    /// Takes note of a combatant of which nothing was known, and which one is told of now.
    fn find(&mut self, seat: Seat, battle: &Battle) {
        let Some(side) = self.eyes.filter(|_| self.known(seat).is_none()) else {
            return;
        };
        // The battle is where this stretch of events has led, by whose end it may be lost again.
        let lost = battle.known_to(side, seat) == Awareness::Unknown;
        let view = known::view(battle, Some(side).filter(|_| !lost));
        if let (Some(who), Some(found)) = (self.one(seat), view.combatants.get(seat.index())) {
            *who = found.clone();
            who.area = None;
        }
    }

    /// Changes the picture as an event says.
    fn apply(&mut self, event: &Event, battle: &Battle) {
        self.revision += 1;
        if self.eyes.is_some_and(|side| !event.is_seen_by(side)) {
            match &event.kind {
                EventKind::Placed { seat, .. } | EventKind::Moved { seat, .. } => self.lose(*seat),
                EventKind::TurnBegan { .. } | EventKind::TurnEnded { .. } => {
                    self.view.current = None;
                }
                _ => {}
            }
            return;
        }
        match &event.kind {
            EventKind::Placed { seat, at } | EventKind::Moved { seat, to: at, .. } => {
                self.find(*seat, battle);
                if let Some(who) = self.known(*seat) {
                    let area = who.area.unwrap_or(Area::new(*at, who.footprint));
                    who.area = Some(area.moved_to(*at));
                }
            }
            EventKind::SpaceChanged { seat, area } | EventKind::Arrived { seat, area } => {
                self.find(*seat, battle);
                if let Some(who) = self.known(*seat) {
                    who.area = Some(*area);
                }
            }
            EventKind::InitiativeRolled { seat, check } => {
                if let Some(who) = self.one(*seat) {
                    who.initiative = Some(check.total());
                }
            }
            EventKind::Order { seats } => self.view.order.clone_from(seats),
            EventKind::RoundBegan { round } => {
                if *round == 1 && self.view.round > 1 {
                    // Another encounter of the same battle.
                    self.view.earlier = self.view.rounds();
                }
                self.view.round = *round;
                self.view.surprise = *round == 0;
            }
            EventKind::TurnBegan { seat } => self.view.current = Some(*seat),
            EventKind::TurnEnded { .. } => self.view.current = None,
            EventKind::Hurt {
                seat,
                hit_points,
                nonlethal,
                amount,
                grade,
                ..
            } => {
                if let Some(who) = self.one(*seat) {
                    who.hit_points = *hit_points;
                    who.nonlethal += if *nonlethal { *amount } else { 0 };
                    grade.iter().for_each(|grade| who.grades.count(*grade));
                }
            }
            EventKind::Healed {
                seat, hit_points, ..
            } => {
                if let Some(who) = self.one(*seat) {
                    who.hit_points = *hit_points;
                }
            }
            EventKind::ConditionBegan { seat, condition } => {
                self.condition(*seat, *condition, true)
            }
            EventKind::ConditionEnded { seat, condition } => {
                self.condition(*seat, *condition, false);
            }
            EventKind::Died { seat } => {
                if let Some(who) = self.one(*seat) {
                    (who.dead, who.standing) = (true, false);
                }
            }
            EventKind::Left { seat } => {
                if let Some(who) = self.one(*seat) {
                    who.area = None;
                }
            }
            EventKind::WeaponDropped { weapon, at, .. } => {
                self.view.dropped.push((*at, *weapon));
            }
            EventKind::WeaponTaken { seat, weapon } => {
                let area = self.view.combatants.get(seat.index()).and_then(|w| w.area);
                let mut lying = self.view.dropped.iter();
                let taken = lying.position(|(at, what)| {
                    what == weapon && area.is_some_and(|area| area.contains(*at))
                });
                if let Some(taken) = taken {
                    self.view.dropped.remove(taken);
                }
            }
            EventKind::GroundChanged {
                at, layer, terrain, ..
            } => {
                let index = battle.dimensions().index(*at);
                let ground = index.and_then(|i| self.ground.get_mut(i));
                let kind = battle.catalogue().terrain.get(*terrain);
                match ground.filter(|_| *layer == 0) {
                    Some(ground) => *ground = *terrain,
                    None if kind.is_none_or(TerrainDef::is_bare) => {
                        self.upper.remove(&(*at, *layer));
                    }
                    None => {
                        self.upper.insert((*at, *layer), *terrain);
                    }
                }
                self.ground_revision += 1;
            }
            EventKind::BattleEnded { winner, .. } => self.view.over = Some(*winner),
            _ => {}
        }
    }

    fn condition(&mut self, seat: Seat, condition: ConditionId, begins: bool) {
        if let Some(who) = self.one(seat) {
            who.conditions.retain(|c| *c != condition);
            if begins {
                who.conditions.push(condition);
            }
        }
    }
}

/// Takes up another pace; true if the rest is to be shown at once.
fn skips(mut paces: MessageReader<Pace>, speed: &mut ResMut<Speed>) -> bool {
    let mut skips = false;
    for pace in paces.read() {
        match pace {
            Pace::Speed(wanted) => speed.0 = wanted % Speed::NAMES.len() as u8,
            Pace::Skip => skips = true,
        }
    }
    skips || speed.factor().is_none()
}

/// Plays as many events as the time allows.
pub(super) fn advance(
    time: Res<Time>,
    mut speed: ResMut<Speed>,
    menu: Res<State<Menu>>,
    paces: MessageReader<Pace>,
    session: Res<Session>,
    mut shown: ResMut<Shown>,
    mut cues: MessageWriter<Cue>,
    mut heard: MessageWriter<Heard>,
    animation: Option<Res<Animation>>,
    mut awake: ResMut<Awake>,
) {
    let moves = animation.is_none_or(|animation| animation.0);
    let skip = skips(paces, &mut speed);
    let still = [
        Menu::Pause,
        Menu::Rulebook,
        Menu::Options,
        Menu::Keys,
        Menu::Legend,
    ];
    if still.contains(menu.get()) {
        return;
    }
    let total = session.battle.events().len();
    if shown.played >= total {
        if shown.settled && shown.eyes != session.eyes() {
            // Another side has taken the seat.
            shown.catch_up(&session);
            shown.revision += 1;
            cues.write(Cue::Reset);
            awake.stir();
        }
        if !shown.settled {
            shown.wait -= time.delta_secs();
            awake.stir();
            if shown.wait <= 0.0 || skip {
                shown.catch_up(&session);
                shown.settled = true;
                shown.revision += 1;
                cues.write(Cue::Reset);
            }
        }
        return;
    }
    let stop = shown.stops_at.min(total);
    if shown.played >= stop {
        return;
    }
    awake.stir();
    shown.settled = false;
    let factor = speed.factor().unwrap_or(1.0);
    shown.wait -= time.delta_secs();
    let mut signal = None;
    while shown.played < stop && (shown.wait <= 0.0 || skip) {
        let event = &session.battle.events()[shown.played];
        shown.apply(event, &session.battle);
        shown.played += 1;
        // Whatever holds before the first turn is seen on the tokens; it need not be played.
        let overture =
            shown.view.current.is_none() && matches!(event.kind, EventKind::ConditionBegan { .. });
        let seen = visible(event, &session) && !overture;
        let seconds = if seen { length(event) / factor } else { 0.0 };
        shown.wait = seconds;
        if !seen {
            continue;
        }
        let sound = sounds::of(shown.played - 1, &session, &shown.view);
        if skip {
            signal = sound.filter(|sound| sound.is_signal()).or(signal);
        } else {
            cue(event, seconds, &session, &mut |cue| {
                cues.write_batch(animated(cue, moves));
            });
            heard.write_batch(sound.map(Heard));
        }
    }
    if skip {
        shown.wait = 0.0;
        // Of what is skipped, only where it leads is heard: to your turn, or to the end.
        heard.write_batch(signal.map(Heard));
    }
}

/// A cue as the board takes it up: where nothing is to move, tokens jump, and neither lunge nor shake.
fn animated(cue: Cue, moves: bool) -> Option<Cue> {
    match cue {
        cue if moves => Some(cue),
        Cue::Walk { seat, to, .. } => Some(Cue::Walk {
            seat,
            to,
            seconds: 0.0,
        }),
        Cue::Lunge { .. } | Cue::Shot { .. } | Cue::Struck { .. } => None,
        Cue::Word { .. } | Cue::Reset => Some(cue),
    }
}

/// Whether the person before the screen may see an event.
pub fn visible(event: &Event, session: &Session) -> bool {
    match (&event.seen_by, session.viewer()) {
        (Some(sides), Some(viewer)) => sides.contains(&viewer),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn without_animation_tokens_jump_and_nothing_shakes() {
        let seat = Seat(0);
        let walk = |seconds| Cue::Walk {
            seat,
            to: Square::new(1, 1),
            seconds,
        };
        assert_eq!(animated(walk(0.2), false), Some(walk(0.0)));
        assert_eq!(animated(Cue::Struck { seat }, false), None);
        assert_eq!(animated(walk(0.2), true), Some(walk(0.2)));
    }

    /// It comes into sight and is lost again before the picture has caught up with the battle.
    #[test]
    fn one_that_is_seen_to_go_somewhere_is_known_until_it_is_lost() {
        let scene = Scene::new(ruleset("epic_path"), &["A..b", "...."]);
        let scene = scene.change('b', |c| c.conditions.push("invisible".into()));
        let (session, mut shown) = table(&scene);
        let seat = scene.seat('b');
        let known = |shown: &Shown| {
            let who = &shown.view.combatants[seat.index()];
            (who.known, who.area.map(|area| area.anchor))
        };
        assert_eq!(known(&shown), (Awareness::Unknown, None));
        let kind = EventKind::Moved {
            seat,
            from: Square::new(3, 0),
            to: Square::new(3, 1),
            cost_twelfths: 12,
            forced: false,
        };
        let moved = |sides: &[u8]| Event {
            kind: kind.clone(),
            rules: Vec::new(),
            seen_by: Some(sides.iter().copied().map(SideId).collect()),
            depth: 0,
        };
        shown.apply(&moved(&[0, 1]), &session.battle);
        assert_eq!(known(&shown), (Awareness::Seen, Some(Square::new(3, 1))));
        shown.apply(&moved(&[1]), &session.battle);
        assert_eq!(known(&shown), (Awareness::Unknown, None));
    }
}
