//! The answers to an attack of opportunity: every way to strike.

use super::answer::{Answer, no, possible, yes};
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, Manner, Seat};
use crate::game::session::Session;
use crate::rules::DamageKind;

/// Every way to make an attack of opportunity, or not to.
pub(super) fn opportunity(session: &Session, seat: Seat, target: Seat) -> Vec<Answer> {
    let mut ways: Vec<(String, Choice)> = Vec::new();
    for (mode, label) in modes(session, seat) {
        let choice = Choice::Accept { mode: Some(mode) };
        ways.push((format!("Attack: {label}"), choice));
    }
    let rules = session.start.rules.clone();
    let blow = rules.actions.iter().find(|(_, def)| def.is_plain_attack());
    if let Some((action, _)) = blow {
        let blow = |mode, manner| Choice::Act {
            action,
            aim: Aim::At(target),
            mode: Some(mode),
            manner,
        };
        for (mode, label) in other_lethality(session, seat) {
            let manner = Manner {
                other_lethality: true,
                ..Manner::default()
            };
            ways.push((label, blow(mode, manner)));
        }
        // A weapon of several kinds deals its first one unless another is meant.
        for (mode, label, kind) in other_kinds(session, seat) {
            let manner = Manner {
                kind: Some(kind),
                ..Manner::default()
            };
            let label = format!("Attack: {label}, {}", kind.label());
            ways.push((label, blow(mode, manner)));
        }
    }
    for (action, def) in rules.actions.iter().filter(|(_, def)| def.replaces_attack) {
        ways.push((def.name.clone(), Choice::aimed(action, Aim::At(target))));
    }
    let ways = ways.into_iter().enumerate();
    let ways = ways.filter_map(|(place, (label, choice))| {
        let answer = possible(session, label, choice)?;
        Some(Answer {
            place: Some(place),
            ..answer
        })
    });
    let mut answers: Vec<Answer> = ways.collect();
    if answers.is_empty() {
        answers.push(yes("Attack", String::new()));
    }
    answers.push(no("Let it pass"));
    let choice = Choice::DeclineMove;
    if session.battle.check(&choice).is_ok() {
        answers.push(Answer {
            choice,
            ..no("Ignore for this move")
        });
    }
    answers
}

/// The attack modes that are ready, with their names; of twins one.
pub(super) fn modes(session: &Session, seat: Seat) -> Vec<(u8, String)> {
    let ready = ready(session, seat).into_iter();
    ready.map(|(i, mode)| (i, mode.name)).collect()
}

fn ready(session: &Session, seat: Seat) -> Vec<(u8, AttackModeView)> {
    let mut view = session.view();
    let known = view.combatants.get_mut(seat.index());
    let known = known.map_or_else(Vec::new, |who| std::mem::take(&mut who.modes));
    let apart = session.battle.modes(seat);
    let apart = |i: &u8| apart.iter().any(|(mode, _)| mode == i);
    let modes = (0u8..).zip(known);
    modes.filter(|(i, mode)| mode.ready && apart(i)).collect()
}

/// The ways to attack that subdue with a weapon made to kill, and the other way round, where the rules
/// know the difference.
fn other_lethality(session: &Session, seat: Seat) -> Vec<(u8, String)> {
    let damage = &session.rules().policies.damage;
    if !damage.nonlethal.exists() {
        return Vec::new();
    }
    let ready = ready(session, seat).into_iter();
    ready
        .map(|(i, mode)| {
            let sort = unlike(session, &mode);
            (i, format!("Attack: {}, {sort} damage", mode.name))
        })
        .collect()
}

/// The sort of damage that a way to attack does not deal by itself: lethal, or what the rules call the other.
pub(super) fn unlike<'a>(session: &'a Session, mode: &AttackModeView) -> &'a str {
    match mode.nonlethal {
        true => "lethal",
        false => &session.rules().policies.damage.nonlethal_name,
    }
}

/// The ways to attack with a weapon of several kinds of damage that deal another than its first.
fn other_kinds(session: &Session, seat: Seat) -> Vec<(u8, String, DamageKind)> {
    let ready = ready(session, seat).into_iter();
    ready
        .flat_map(|(i, mode)| {
            let others = mode.kinds.into_iter().skip(1);
            others.map(move |kind| (i, mode.name.clone(), kind))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset, until_turn};
    use crate::game::testing::over;
    use crate::game::words::answers::answers;
    use crate::grid::Square;

    /// SP-NONL-06, CD-DMG-10: a blow out of turn may be meant to subdue like any other.
    #[test]
    fn an_attack_of_opportunity_asks_how_lethal_it_is_meant() {
        for (system, sorts) in [
            ("spiritual_pressure", &["", ", nonlethal damage"][..]),
            ("classic_d20", &["", ", subdual damage"]),
            ("age_of_heroes", &[""]),
        ] {
            let scene = Scene::new(ruleset(system), &["Ab...", "....."]);
            let mut battle = scene.seeded(1);
            let walk = battle.rules().actions.id("move").expect("an action");
            until_turn(&mut battle, scene.seat('b'));
            let way = vec![Square::new(2, 0), Square::new(3, 0)];
            battle.submit(Choice::walk(walk, way)).expect("a walk");
            let (session, _) = over(battle);
            let given = answers(&session);
            let blows: Vec<_> = given
                .iter()
                .filter(|answer| answer.label.starts_with("Attack: Sword"))
                .collect();
            let told: Vec<_> = blows.iter().map(|answer| answer.label.as_str()).collect();
            let wanted = sorts.iter().map(|sort| format!("Attack: Sword{sort}"));
            assert_eq!(told, wanted.collect::<Vec<_>>(), "{system}");
            if let [plain, other] = blows.as_slice() {
                assert_ne!(
                    plain.note, other.note,
                    "{system}: the penalty is in the odds"
                );
            }
        }
    }
}
