//! Walking and flying of who can do both: a click on a square takes what serves better, and one key stands
//! for both.

use super::found::Reach;
use super::state::Plan;
use crate::game::keymap::letter_in_braces;
use crate::grid::Square;
use crate::rules::{ActionDef, ActionId, MoveDef, Ruleset};

/// The movement that differs from this one only in that it goes through the air, or on the ground.
pub fn twin(rules: &Ruleset, action: ActionId) -> Option<ActionId> {
    let way = rules.actions.get(action)?.movement()?;
    let other = |def: &ActionDef| {
        def.movement().is_some_and(|m| {
            m.flies != way.flies
                && *way
                    == MoveDef {
                        flies: way.flies,
                        ..m.clone()
                    }
        })
    };
    let mut all = rules.actions.iter();
    all.find(|(_, def)| other(def)).map(|(id, _)| id)
}

/// Movements that cost the same, each with the squares alone for which it is the better one: it goes on
/// with what is under way, it gives fewer attacks away, it leaves more of the way. On foot where nothing
/// speaks for the air.
pub(super) fn shared(mut reaches: Vec<Reach>) -> Vec<Reach> {
    let [ground, air] = reaches.as_mut_slice() else {
        return reaches;
    };
    let rank = |reach: &Reach, (_, spent, invites): (Square, u16, u8)| {
        let fresh = spent > reach.field.under_way;
        let share = u32::from(spent) * 1000 / u32::from(reach.field.budget.max(1));
        (fresh, invites, share)
    };
    let mut walked = Vec::new();
    for square in std::mem::take(&mut ground.field.squares) {
        let mut flown = air.field.squares.iter();
        let flown = flown.position(|(at, ..)| *at == square.0);
        let flies = flown.is_some_and(|at| rank(air, air.field.squares[at]) < rank(ground, square));
        if !flies {
            walked.push(square);
            flown.map(|at| air.field.squares.remove(at));
        }
    }
    ground.field.squares = walked;
    reaches
}

/// What the key of an action begins: the action itself, then its twin that has no key of its own, then
/// nothing again.
pub fn next(rules: &Ruleset, plan: &Plan, action: ActionId) -> Option<ActionId> {
    let twin = twin(rules, action).filter(|twin| rules.actions[*twin].key.is_none());
    let both = [Some(action), twin];
    let open = |action: &ActionId| plan.option(*action).is_some_and(|o| o.refusal.is_none());
    let open: Vec<_> = both.into_iter().flatten().filter(open).collect();
    let begun = plan.selection.action;
    let at = open.iter().position(|action| Some(*action) == begun);
    match at {
        // Begun once more, the last one is dropped.
        Some(at) => open.get(at + 1).copied().or(begun),
        None => open.first().copied(),
    }
}

/// The key of an action in braces: that of its twin, pressed twice, if it has none of its own.
pub fn key(rules: &Ruleset, action: ActionId) -> Option<String> {
    let own = |action| rules.actions.get(action)?.key.map(letter_in_braces);
    own(action).or_else(|| {
        let key = own(twin(rules, action)?)?;
        Some(format!("{key} {key}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::game::plan::{offer, refreshed};
    use crate::game::testing::meeting;

    const MAP: [&str; 3] = ["A.........", "..........", ".........b"];

    /// The action that a click on each of these squares takes.
    fn clicks(system: &str, creature: &str, squares: &[(i16, i16)]) -> Vec<String> {
        let (session, shown) = meeting(system, &MAP, &[('A', creature), ('b', "guard")]);
        let plan = refreshed(&session, &shown);
        let taken = squares.iter().map(|(x, y)| {
            match offer::on(&session, &shown, &plan, Square::new(*x, *y)) {
                Some(Choice::Act { action, .. }) => session.rules().actions.name(action).to_owned(),
                other => panic!("{other:?}"),
            }
        });
        taken.collect()
    }

    #[test]
    fn who_flies_better_than_it_walks_flies_at_a_click() {
        for system in [
            "spiritual_pressure",
            "classic_d20",
            "amorphous",
            "epic_path",
        ] {
            let taken = clicks(system, "stymphalian_bird", &[(1, 0), (5, 1)]);
            assert_eq!(taken, ["fly", "fly"], "{system}");
            let taken = clicks(system, "ghost", &[(1, 0), (5, 1)]);
            assert_eq!(taken, ["move", "move"], "{system}: both alike");
            let taken = clicks(system, "guard", &[(1, 0), (3, 1)]);
            assert_eq!(taken, ["move", "move"], "{system}");
        }
    }

    #[test]
    fn no_square_is_walked_and_flown_to() {
        let bird = [('A', "stymphalian_bird"), ('b', "guard")];
        let (session, shown) = meeting("spiritual_pressure", &MAP, &bird);
        let plan = refreshed(&session, &shown);
        let reaches = &plan.options.reaches;
        let bands: Vec<_> = reaches.iter().map(|reach| reach.band).collect();
        assert_eq!(bands, [0, 0, 1, 1]);
        for band in reaches.chunk_by(|a, b| a.band == b.band) {
            let squares = band.iter().flat_map(|reach| &reach.field.squares);
            let mut squares: Vec<_> = squares.map(|(square, ..)| *square).collect();
            let all = squares.len();
            squares.sort();
            squares.dedup();
            assert_eq!(squares.len(), all);
        }
    }

    #[test]
    fn the_key_of_the_walk_pressed_again_is_the_flight() {
        let bird = [('A', "stymphalian_bird"), ('b', "guard")];
        let (session, shown) = meeting("spiritual_pressure", &MAP, &bird);
        let mut plan = refreshed(&session, &shown);
        let rules = session.rules();
        let id = |name| rules.actions.id(name).expect("an action");
        let (walk, fly) = (id("move"), id("fly"));
        assert_eq!(next(rules, &plan, walk), Some(walk));
        plan.selection.action = Some(walk);
        assert_eq!(next(rules, &plan, walk), Some(fly));
        plan.selection.action = Some(fly);
        assert_eq!(next(rules, &plan, walk), Some(fly), "which drops it");
        assert_eq!(key(rules, fly).as_deref(), Some("{M} {M}"));
        assert_eq!(key(rules, walk).as_deref(), Some("{M}"));
    }
}
