//! The picture of the battle: as far as it has been shown, and as far as those before the screen know it.

use bevy::prelude::*;

use crate::combat::contract::{Awareness, CombatantView, Event, EventKind};
use crate::combat::{Battle, Seat, SideId, Upper, View};
use crate::content::TerrainDef;
use crate::game::known;
use crate::game::session::Session;
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
    pub(super) wait: f32,
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
    pub(super) fn catch_up(&mut self, session: &Session) {
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
    pub(super) fn apply(&mut self, event: &Event, battle: &Battle) {
        self.revision += 1;
        if self.eyes.is_some_and(|side| !event.is_seen_by(side)) {
            match &event.kind {
                EventKind::Placed { seat, .. }
                | EventKind::Moved { seat, .. }
                | EventKind::Arrived { seat, .. } => self.lose(*seat),
                // The door is seen, not who has opened it.
                EventKind::GroundChanged {
                    at, layer, terrain, ..
                } => self.change_ground(battle, (*at, *layer), *terrain),
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
            } => self.change_ground(battle, (*at, *layer), *terrain),
            EventKind::BattleEnded { winner, .. } => self.view.over = Some(*winner),
            _ => {}
        }
    }

    fn change_ground(&mut self, battle: &Battle, (at, layer): (Square, u8), terrain: TerrainId) {
        let index = battle.dimensions().index(at);
        let ground = index.and_then(|i| self.ground.get_mut(i));
        let kind = battle.catalogue().terrain.get(terrain);
        match ground.filter(|_| layer == 0) {
            Some(ground) => *ground = terrain,
            None if kind.is_none_or(TerrainDef::is_bare) => {
                self.upper.remove(&(at, layer));
            }
            None => {
                self.upper.insert((at, layer), terrain);
            }
        }
        self.ground_revision += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

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
            cause: None,
            depth: 0,
        };
        shown.apply(&moved(&[0, 1]), &session.battle);
        assert_eq!(known(&shown), (Awareness::Seen, Some(Square::new(3, 1))));
        shown.apply(&moved(&[1]), &session.battle);
        assert_eq!(known(&shown), (Awareness::Unknown, None));
    }
}
