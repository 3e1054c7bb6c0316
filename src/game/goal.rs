//! What a battle is about: in words, with how far it has come, and where on the map.

use super::playback::Shown;
use super::session::Session;
use super::words;
use crate::combat::SideId;
use crate::content::Objective;
use crate::grid::SquareSet;

/// What there is to do, as the viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    pub words: String,
    /// How far it has come, of how much.
    pub progress: Option<(u16, u16)>,
    /// Whether the progress is good for the viewer; `None`: for none in particular.
    pub welcome: Option<bool>,
}

/// The goal and its progress, as far as the picture has come.
pub fn of(session: &Session, shown: &Shown) -> Goal {
    let sides = session.battle.sides();
    let viewer = session.viewer();
    let side = |id: &str| {
        let at = sides.list.iter().position(|side| side.id == id)?;
        u8::try_from(at).ok().map(SideId)
    };
    let place = |zone: &str| zone.replace('_', " ");
    match &sides.objective {
        Objective::DefeatAll => {
            let foes = shown.view.combatants.iter();
            let foes = foes.filter(|who| who.standing && !who.dead);
            match viewer {
                Some(side) => Goal {
                    words: match foes.filter(|who| who.side != side).count() {
                        // Before the battle not everyone stands on the map.
                        _ if shown.view.round == 0 && !shown.view.surprise => {
                            "Defeat all enemies".into()
                        }
                        1 => "Defeat all enemies: 1 is left".into(),
                        left => format!("Defeat all enemies: {left} are left"),
                    },
                    ..Goal::default()
                },
                None => Goal {
                    words: "The last side able to fight wins".into(),
                    ..Goal::default()
                },
            }
        }
        Objective::Hold { zone, rounds } => {
            let held = sides.held.iter().enumerate();
            let leader = held.max_by_key(|(_, held)| **held);
            let (holder, held) = leader.map_or((0, 0), |(side, held)| (side, *held));
            let holder = u8::try_from(holder).ok().map(SideId);
            let zone = place(zone);
            let by = holder.filter(|_| held > 0);
            Goal {
                words: match by {
                    Some(side) if Some(side) != viewer => {
                        let side = words::side(session, side);
                        format!("{side} hold the {zone}: take it back")
                    }
                    _ => format!("Hold the {zone}, with no enemy in it"),
                },
                progress: Some((held, *rounds)),
                welcome: by.and(viewer).map(|viewer| by == Some(viewer)),
            }
        }
        Objective::Reach {
            side: id,
            zone,
            count,
        } => {
            let zone = place(zone);
            let whose = side(id);
            let ours = viewer.map(|viewer| whose == Some(viewer));
            Goal {
                words: match (ours, whose) {
                    (Some(true), _) | (_, None) => format!("Bring {count} of you to the {zone}"),
                    (Some(false), Some(side)) => {
                        let side = session.cast.side_within(side);
                        format!("Keep {side} from the {zone}")
                    }
                    (None, Some(side)) => {
                        let side = words::side(session, side);
                        format!("{side}: bring {count} to the {zone}")
                    }
                },
                progress: Some((sides.arrived.len() as u16, u16::from(*count))),
                welcome: ours,
            }
        }
        Objective::Survive { side: id, rounds } => {
            let ours = viewer.map(|viewer| side(id) == Some(viewer));
            let who = side(id).map_or("", |side| words::side(session, side));
            let within = side(id).map_or_else(String::new, |side| session.cast.side_within(side));
            Goal {
                words: match ours {
                    Some(true) => format!("Hold out to the end of round {rounds}"),
                    Some(false) => format!("Defeat {within} before round {rounds} ends"),
                    None => format!("{who}: hold out to the end of round {rounds}"),
                },
                progress: Some((shown.view.rounds().saturating_sub(1), *rounds)),
                welcome: ours,
            }
        }
    }
}

/// The place on the map that it is about, if it is about one.
pub fn place(session: &Session) -> Option<&SquareSet> {
    let (Objective::Hold { zone, .. } | Objective::Reach { zone, .. }) =
        &session.battle.sides().objective
    else {
        return None;
    };
    let zones = session.battle.zones().iter();
    zones
        .into_iter()
        .find(|(name, _)| name == zone)
        .map(|(_, squares)| squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    fn goal(objective: Objective) -> Goal {
        let mut scene = Scene::new(ruleset("classic_d20"), &["A...b.", "......"]);
        scene.setup.objective = objective;
        let (session, shown) = table(&scene);
        of(&session, &shown)
    }

    #[test]
    fn enemies_are_not_counted_before_they_are_placed() {
        let scene = Scene::new(ruleset("classic_d20"), &["A...b.", "......"]);
        let (session, mut shown) = table(&scene);
        shown.view.round = 0;
        assert_eq!(of(&session, &shown).words, "Defeat all enemies");
    }

    #[test]
    fn each_goal_is_told_from_the_viewers_side() {
        let all = goal(Objective::DefeatAll);
        assert_eq!(all.words, "Defeat all enemies: 1 is left");
        let hold = goal(Objective::Hold {
            zone: "old_bridge".into(),
            rounds: 3,
        });
        assert_eq!(hold.words, "Hold the old bridge, with no enemy in it");
        assert_eq!((hold.progress, hold.welcome), (Some((0, 3)), None));
        let reach = |side: &str| {
            goal(Objective::Reach {
                side: side.into(),
                zone: "ship".into(),
                count: 2,
            })
        };
        let scene = Scene::new(ruleset("classic_d20"), &["A...b.", "......"]);
        let (session, _) = table(&scene);
        let ids: Vec<_> = session
            .battle
            .sides()
            .list
            .iter()
            .map(|s| s.id.clone())
            .collect();
        assert_eq!(reach(&ids[0]).words, "Bring 2 of you to the ship");
        assert!(reach(&ids[1]).words.starts_with("Keep "));
        assert_eq!(reach(&ids[1]).welcome, Some(false));
    }
}
