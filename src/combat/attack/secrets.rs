//! What happens out of the sight of a side.

use crate::combat::conditions;
use crate::combat::conditions::knowledge;
use crate::combat::contract::{EventKind, Seat, SideId};
use crate::combat::state::State;
use crate::dice::Purpose;
use crate::rules::{ConditionId, Flag};

/// Sides that may see an event; `None`: all. Deeds and harm of a combatant unknown to a side are not logged for it.
/// Hiding is logged only for the hiding side, finding only for the side that finds.
pub(crate) fn seen_by(state: &State, kind: &EventKind) -> Option<Vec<SideId>> {
    use EventKind as E;
    let own = |seat: Seat| Some(vec![state.who(seat).side]);
    match kind {
        E::Checked {
            seat,
            purpose: Purpose::Hide | Purpose::Spot,
            ..
        }
        | E::Searched {
            seat,
            purpose: Purpose::Spot,
            ..
        } if state.book.known.hidden.is_some() => own(*seat),
        // Those for whom it lies in wait do not see the ambush being laid.
        E::Checked {
            seat,
            purpose: Purpose::Ambush,
            ..
        }
        | E::Located { observer: seat, .. } => own(*seat),
        E::NotPrepared { side } => Some(vec![*side]),
        E::ConditionBegan { seat, condition } | E::ConditionEnded { seat, condition } => {
            let bears = |flag| bears(state, *condition, flag);
            if bears(Flag::Hidden) {
                own(*seat)
            } else if bears(Flag::Located) {
                others(state, *seat)
            } else if under_way(state) && (bears(Flag::Invisible) || bears(Flag::Ethereal)) {
                // Everyone sees it vanish.
                None
            } else {
                known_by(state, *seat, nobody)
            }
        }
        // A side that does not notice the attacker does not learn of the opportunity.
        E::Provoked { seat, by, .. } => match known_by(state, *by, nobody) {
            None => known_by(state, *seat, nobody),
            told => told,
        },
        // An attack or an ability would reveal an unknown combatant.
        E::ReadiedFired { seat, .. }
        | E::StruckAtNothing { seat, .. }
        | E::ObjectStruck { seat, .. }
        | E::OpportunityTaken { seat, .. }
        | E::ActionBegun { seat, .. }
        | E::UseSpent { seat, .. }
        | E::AbilityLost { seat, .. }
        | E::TouchHeld { seat, .. }
        | E::AreaCovered { seat, .. }
        | E::AmountRolled { seat, .. }
        | E::AbilityEnded { seat, .. }
        | E::Landed { seat, .. }
        | E::Checked { seat, .. }
        | E::Searched { seat, .. }
        | E::Contest { seat, .. }
        | E::AttackRolled { attacker: seat, .. }
        | E::CriticalThreat { attacker: seat, .. }
        | E::AttackLanded { attacker: seat, .. }
        | E::AttackFailed { attacker: seat, .. }
        | E::TargetChosen { attacker: seat, .. }
        | E::DamageRolled { attacker: seat, .. } => known_by(state, *seat, surprised),
        E::Moved { seat, .. }
        | E::Placed { seat, .. }
        | E::Arrived { seat, .. }
        | E::MovementStopped { seat, .. }
        | E::SpaceChanged { seat, .. }
        | E::NearestChosen { seat, .. }
        | E::Acted { seat, .. }
        | E::TurnBegan { seat }
        | E::TurnEnded { seat }
        | E::Delayed { seat, .. }
        | E::Readied { seat, .. }
        | E::ReadiedLost { seat, .. }
        | E::OpportunityDeclined { seat, .. }
        | E::CoverageRolled { seat, .. }
        | E::LayerTook { seat, .. }
        | E::ArmourWorsened { seat, .. }
        | E::ItemDestroyed { seat, .. }
        | E::ThingStruck { seat, .. }
        | E::Hurt { seat, .. }
        | E::DamageAdjusted { seat, .. }
        | E::Unaffected { seat, .. }
        | E::NotInhaled { seat, .. }
        | E::ScoreLowered { seat, .. }
        | E::Healed { seat, .. }
        | E::TemporaryHitPoints { seat, .. }
        | E::TakesHold { seat, .. }
        | E::Saved { seat, .. }
        | E::PercentRolled { seat, .. }
        | E::PoolChanged { seat, .. }
        | E::ShieldUsed { seat, .. }
        | E::WeaponDrawn { seat, .. }
        | E::WeaponTaken { seat, .. }
        | E::WeaponSheathed { seat, .. }
        | E::Reloaded { seat, .. }
        | E::WeaponDropped { seat, .. }
        | E::GroundChanged { seat, .. } => known_by(state, *seat, nobody),
        // The attacker meets the answers to its attack, and everyone learns who is out of the fight.
        E::BattleBegan
        | E::WithoutOpportunities
        | E::InitiativeRolled { .. }
        | E::InitiativeTie { .. }
        | E::Order { .. }
        | E::RoundBegan { .. }
        | E::Defended { .. }
        | E::ConcealmentRolled { .. }
        | E::Yielded { .. }
        | E::Died { .. }
        | E::Left { .. }
        | E::Recovery { .. }
        | E::Worn { .. }
        | E::Repaired { .. }
        | E::SideSurrendered { .. }
        | E::BattleEnded { .. } => None,
    }
}

/// All sides but that of a combatant.
fn others(state: &State, seat: Seat) -> Option<Vec<SideId>> {
    let side = state.who(seat).side;
    Some(sides(state).filter(|other| *other != side).collect())
}

fn sides(state: &State) -> impl Iterator<Item = SideId> + use<> {
    let all = 0..state.sides.list.len();
    all.filter_map(|side| u8::try_from(side).ok().map(SideId))
}

/// The sides that know of a combatant, and those that are told all the same; `None`: all.
fn known_by(state: &State, seat: Seat, told: fn(&State, SideId) -> bool) -> Option<Vec<SideId>> {
    let all = || sides(state);
    let knows = |side: &SideId| !knowledge::is_unknown(state, *side, seat) || told(state, *side);
    (!all().all(|side| knows(&side))).then(|| all().filter(knows).collect())
}

/// Whether a side is taken by surprise, all of it: it sees the one that strikes as the blow comes.
fn surprised(state: &State, side: SideId) -> bool {
    let mut own = state.all().filter(|one| state.who(*one).side == side);
    own.all(|one| !conditions::able(state, one) || conditions::has(state, one, Flag::Unaware))
}

/// Whether the first round, of surprise or not, has begun.
fn under_way(state: &State) -> bool {
    state.rounds.surprise || state.rounds.elapsed() > 0
}

fn nobody(_: &State, _: SideId) -> bool {
    false
}

fn bears(state: &State, condition: ConditionId, flag: Flag) -> bool {
    let def = state.rules().conditions.get(condition);
    def.is_some_and(|def| def.flags.contains(&flag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Battle;
    use crate::combat::contract::{Aim, Awareness, Choice, Event};
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::grid::Square;
    use crate::rules::Uses;

    /// A has gone down by a square.
    fn walked(scene: &Scene) -> Battle {
        let mut battle = scene.scripted(&[]);
        let walk = battle.rules().actions.id("move").unwrap();
        let way = vec![Square::new(0, 1)];
        battle.submit(Choice::walk(walk, way)).unwrap();
        battle
    }

    fn last(battle: &Battle, wanted: fn(&EventKind) -> bool) -> &Event {
        let mut events = battle.events().iter().rev();
        events.find(|event| wanted(&event.kind)).unwrap()
    }

    #[test]
    fn a_side_is_not_told_where_an_enemy_goes_that_it_does_not_see() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a", "...."]);
        let scene = scene.change('A', |c| c.conditions.push("invisible".into()));
        let battle = walked(&scene);
        let event = last(&battle, |kind| matches!(kind, EventKind::Moved { .. }));
        assert!(event.is_seen_by(SideId(0)) && !event.is_seen_by(SideId(1)));
        let known = |side| {
            let view = battle.view_of(SideId(side));
            (view.combatants[0].known, view.combatants[0].area.is_some())
        };
        assert_eq!(known(0), (Awareness::Seen, true));
        assert_eq!(known(1), (Awareness::Unknown, false));
    }

    /// What a side is told of a battle, as a log.
    fn told_to(battle: &Battle, side: SideId) -> Vec<&EventKind> {
        let events = battle.events().iter();
        let seen = events.filter(|event| event.is_seen_by(side));
        seen.map(|event| &event.kind).collect()
    }

    #[test]
    fn who_misses_unseen_is_not_named_to_the_other_side_and_who_hits_gives_away_where_it_is() {
        let scene = Scene::new(ruleset("epic_path"), &["Aa"]);
        let scene = scene.change('A', |c| c.conditions.push("invisible".into()));
        let struck = |dice: &[u32]| {
            let mut battle = scene.scripted(dice);
            let attack = battle.rules().actions.id("attack").unwrap();
            let blow = Choice::act_at(attack, 0, scene.seat('a'));
            battle.submit(blow).unwrap();
            battle
        };
        let rolled = |kind: &&EventKind| {
            matches!(
                kind,
                EventKind::AttackRolled { .. } | EventKind::AttackFailed { .. }
            )
        };
        let missed = struck(&[2]);
        let count = |side| {
            let told = told_to(&missed, SideId(side)).into_iter();
            told.filter(rolled).count()
        };
        assert_eq!((count(0), count(1)), (2, 0));
        let hit = struck(&[19, 4]);
        let hurt = |kind: &&EventKind| matches!(kind, EventKind::DamageRolled { .. });
        let told = told_to(&hit, SideId(1)).into_iter();
        assert_eq!(told.filter(hurt).count(), 1);
    }

    #[test]
    fn an_ability_of_one_that_is_not_seen_is_felt_and_not_named() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a"]);
        let scene = scene
            .change('A', |c| c.conditions.push("invisible".into()))
            .block('A', |block| {
                block.knows.insert("force_dart".into(), Uses::AtWill);
            });
        let mut battle = scene.scripted(&[3]);
        let dart = battle.rules().actions.id("force_dart").unwrap();
        battle
            .submit(Choice::aimed(dart, Aim::At(scene.seat('a'))))
            .unwrap();
        let named = |kind: &&EventKind| {
            matches!(
                kind,
                EventKind::Acted { .. } | EventKind::AmountRolled { .. }
            )
        };
        let count = |side| {
            let told = told_to(&battle, SideId(side)).into_iter();
            told.filter(named).count()
        };
        assert_eq!((count(0), count(1)), (2, 0));
        let hurt = |kind: &&EventKind| matches!(kind, EventKind::Hurt { .. });
        let felt = told_to(&battle, SideId(1)).into_iter();
        assert_eq!(felt.filter(hurt).count(), 1);
    }

    #[test]
    fn an_ambush_is_laid_unseen_by_those_whom_it_is_for() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a"]).beginning();
        let battle = scene.scripted(&[]);
        let check = |purpose| EventKind::Checked {
            seat: Seat(0),
            purpose,
            check: crate::combat::checks::taken(Default::default()),
            against: 10,
            success: true,
        };
        let seen = battle.read(|state| seen_by(state, &check(Purpose::Ambush)));
        assert_eq!(seen, Some(vec![SideId(0)]));
        let unready = EventKind::NotPrepared { side: SideId(1) };
        let seen = battle.read(|state| seen_by(state, &unready));
        assert_eq!(seen, Some(vec![SideId(1)]));
    }

    #[test]
    fn the_blind_are_not_told_where_others_go() {
        let scene = Scene::new(ruleset("epic_path"), &["A..a", "...."]);
        let scene = scene.change('a', |c| c.conditions.push("blind".into()));
        let mut battle = walked(&scene);
        let event = last(&battle, |kind| matches!(kind, EventKind::Moved { .. }));
        assert!(!event.is_seen_by(SideId(1)));
        battle.submit(Choice::EndTurn).unwrap();
        let ended = last(&battle, |kind| matches!(kind, EventKind::TurnEnded { .. }));
        assert!(!ended.is_seen_by(SideId(1)));
    }

    #[test]
    fn what_all_can_see_is_told_to_all() {
        let battle = walked(&Scene::new(ruleset("epic_path"), &["A..a", "...."]));
        assert!(battle.events().iter().all(|event| event.seen_by.is_none()));
    }
}
