//! Between two battles: what a rest makes of those who are left.

use crate::combat::Rest;
use crate::game::session::Session;
use crate::game::words;
use crate::narrate;
use crate::rules::Ability;

/// What each survivor has now and would have after the rest, such as `Brenn: 10 → 13 of 24`.
pub(super) fn lines(session: &Session, rest: Rest) -> Vec<String> {
    let view = session.battle.view();
    let survivors = session.battle.survivors();
    survivors
        .into_iter()
        .map(|seat| {
            let (who, after) = (
                &view.combatants[seat.index()],
                session.battle.rested(seat, rest),
            );
            let now = who.hit_points;
            let mut line = match after.hit_points {
                same if same == now => format!(
                    "{}: {} of {}",
                    who.name,
                    narrate::minus(now),
                    who.max_hit_points
                ),
                other => format!(
                    "{}: {} → {} of {}",
                    who.name,
                    narrate::minus(now),
                    narrate::minus(other),
                    who.max_hit_points
                ),
            };
            let mut also = |word: &str, before: i32, left: i32| {
                if before > 0 && before == left {
                    line.push_str(&format!(", {word} {before}"));
                } else if before > 0 {
                    line.push_str(&format!(", {word} {before} → {left}"));
                }
            };
            let nonlethal = &session.rules().policies.damage.nonlethal_name;
            also(nonlethal, who.nonlethal, after.nonlethal);
            for ability in Ability::ALL {
                let word = format!("{ability:?} lost");
                also(&word, who.lost.of(ability), after.lost.of(ability));
            }
            if let Some(unsure) = after.unsure {
                line.push_str(&words::unsure(unsure));
            }
            line
        })
        .collect()
}

/// How long it takes until all survivors are healed as the rules say.
pub(super) fn whole(session: &Session) -> String {
    let view = session.battle.view();
    let hurt = session.battle.survivors().into_iter().any(|seat| {
        let who = &view.combatants[seat.index()];
        who.hit_points < who.max_hit_points || who.nonlethal > 0 || who.lost.most() > 0
    });
    let side = session.battle.outcome().and_then(|outcome| outcome.winner);
    match side.and_then(|side| session.battle.rest_of(side)) {
        _ if !hurt => "All survivors are at full strength.".into(),
        None => "In this system wounds do not heal by themselves.".into(),
        Some((days, hours)) => {
            format!("Wounds heal by themselves in {}.", words::span(days, hours))
        }
    }
}
