//! Who perceives whom: by the eye and by awareness. What stands between the two is cover's answer.

use crate::combat::conditions::has;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::content::TerrainDef;
use crate::content::terrain::Concealment;
use crate::grid::line::trace;
use crate::grid::{Area, Crossing, Square, corners, distance};
use crate::rules::{DefenceModel, Flag, Policies, Topic};

/// What an observer knows of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awareness {
    Seen,
    /// It does not see the subject, but knows which square it is in.
    Square,
    /// It does not know that the subject is there.
    Unknown,
}

/// Why an observer does not see a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// The observer does not know of its enemies yet.
    Unaware,
    Invisible,
    Blind,
    /// Darkness, fog, undergrowth.
    Ground,
}

impl Unseen {
    /// What a log line or a refusal cites.
    pub fn topic(self) -> Topic {
        match self {
            Self::Unaware => Topic::Unaware,
            _ => Topic::Concealment,
        }
    }
}

/// How an observer perceives a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perception {
    pub known: Awareness,
    pub why: Option<Unseen>,
    /// How well the subject is hidden from the eye.
    pub hidden: Concealment,
}

/// How `observer` at `from` perceives `subject` at `to`.
pub fn at(state: &State, observer: Seat, from: Area, subject: Seat, to: Area) -> Perception {
    let (hidden, unseen) = match blocked(state, observer, subject) {
        _ if is_within(state, from) => (Concealment::Total, Some(Unseen::Ground)),
        Some(why) => (Concealment::Total, Some(why)),
        None => match ground(state, from, to) {
            Concealment::Total => (Concealment::Total, Some(Unseen::Ground)),
            less => (less, None),
        },
    };
    let unaware = state.enemies(observer, subject) && has(state, observer, Flag::Unaware);
    let apart = || !from.is_adjacent(to) && !from.overlaps(to);
    let (known, why) = match unseen {
        Some(why) if is_within(state, from) && apart() => (Awareness::Unknown, Some(why)),
        _ if unaware => (Awareness::Unknown, Some(Unseen::Unaware)),
        Some(why) => (Awareness::Square, Some(why)),
        None => (Awareness::Seen, None),
    };
    Perception { known, why, hidden }
}

/// Whether `observer` at `from` sees `subject` at `to`.
pub fn sees(state: &State, observer: Seat, from: Area, subject: Seat, to: Area) -> bool {
    at(state, observer, from, subject, to).known == Awareness::Seen
}

/// What keeps an observer from seeing a subject wherever the two are.
pub fn blocked(state: &State, observer: Seat, subject: Seat) -> Option<Unseen> {
    if has(state, subject, Flag::Invisible) {
        Some(Unseen::Invisible)
    } else if has(state, observer, Flag::Blind) {
        Some(Unseen::Blind)
    } else {
        None
    }
}

/// Whether a combatant does not expect attacks of this attacker.
pub fn unaware_of(state: &State, seat: Seat, attacker: Seat) -> bool {
    let startles = state.rules().policies.attack.defence == DefenceModel::ThresholdThenOpposed;
    has(state, seat, Flag::Unaware)
        || startles && blocked(state, seat, attacker) == Some(Unseen::Invisible)
}

/// How well the ground hides a combatant at `to` from a combatant at `from`: a large one as well as the
/// best seen of its squares. Dense fog hides less from next to it, and darkness nothing in the light
/// of a torch.
pub fn ground(state: &State, from: Area, to: Area) -> Concealment {
    let apart = || !from.is_adjacent(to) && !from.overlaps(to);
    if state.rules().policies.attack.concealment.by_lines && apart() {
        return along_lines(state, from, to);
    }
    let kind = |square, def: &TerrainDef| {
        if def.dark && is_lit(state, square) {
            return Concealment::None;
        }
        match def.near {
            Some(near) if from.is_adjacent(to) || from.overlaps(to) => near,
            _ => def.concealment,
        }
    };
    // Of several things in one square the one that hides best counts.
    let of = |square| {
        let kinds = state.kinds(square).map(|def| kind(square, def));
        kinds.max().unwrap_or_default()
    };
    to.squares().map(of).min().unwrap_or_default()
}

/// How well that hides which lines from the observer's best corner to the corners of a square of the subject
/// run through, the square itself included (EP-CONC-01). Darkness hides those in it alone.
fn along_lines(state: &State, from: Area, to: Area) -> Concealment {
    let (left, top) = (from.left().min(to.left()), from.top().min(to.top()));
    let (right, bottom) = (from.right().max(to.right()), from.bottom().max(to.bottom()));
    if !state.field.veils.any_in(left, top, right, bottom) {
        return Concealment::None;
    }
    let hides = |square| {
        let passes = |def: &TerrainDef| def.dark && (!to.contains(square) || is_lit(state, square));
        let kinds = state.kinds(square).filter(|def| !passes(def));
        kinds.map(|def| def.concealment).max().unwrap_or_default()
    };
    let line = |start, end| {
        let mut most = Concealment::None;
        trace(start, end, |crossing| {
            if let Crossing::Inside(square) = crossing {
                most = most.max(hides(square));
            }
            false
        });
        most
    };
    let worst = |start, square| {
        let ends = corners(Area::single(square));
        ends.map(|end| line(start, end)).max().unwrap_or_default()
    };
    let starts = corners(from);
    let ways = starts.flat_map(|start| to.squares().map(move |square| worst(start, square)));
    ways.min().unwrap_or_default()
}

/// Whether the ground hides a combatant at `at` at all: all of it, and from afar.
pub fn is_concealed(state: &State, at: Area) -> bool {
    let hides = |def: &TerrainDef, square| {
        def.concealment != Concealment::None && !(def.dark && is_lit(state, square))
    };
    at.squares()
        .all(|square| state.kinds(square).any(|def| hides(def, square)))
}

/// Whether a combatant at `to` stands in something that hides less from next to it.
pub fn is_in_fog(state: &State, to: Area) -> bool {
    let thins = |square| state.kinds(square).any(|def| def.near.is_some());
    to.squares().any(thins)
}

/// Whether several things in one square hide a combatant at `to`.
pub fn is_hidden_twice(state: &State, to: Area) -> bool {
    let hides = |def: &&TerrainDef| def.concealment != Concealment::None;
    let twice = |square| state.kinds(square).filter(hides).count() > 1;
    to.squares().any(twice)
}

/// Whether all of a space lies within solid things (EP-INC-05).
pub fn is_within(state: &State, at: Area) -> bool {
    let solid = &state.field.blocks_effect;
    solid.touches(at) && at.squares().all(|square| solid.contains(square))
}

/// Whether all of a space lies in darkness that no light takes away.
pub fn is_in_the_dark(state: &State, at: Area) -> bool {
    let dark = |square| state.kinds(square).any(|def| def.dark) && !is_lit(state, square);
    at.squares().all(dark)
}

/// Whether a combatant carries a light near enough.
pub fn is_lit(state: &State, square: Square) -> bool {
    let near = |light| reaches(&state.rules().policies, light, square);
    state
        .all()
        .any(|seat| has(state, seat, Flag::ShedsLight) && state.area(seat).is_some_and(near))
}

/// Whether a light that is carried there reaches a square.
pub fn reaches(policies: &Policies, light: Area, square: Square) -> bool {
    let radius = u32::from(policies.attack.concealment.torch);
    distance(light, Area::single(square), policies.movement.diagonals) <= radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};

    /// How A perceives a, and a perceives A, with a condition on A.
    fn both_ways(condition: Option<&str>) -> [(Awareness, Option<Unseen>); 2] {
        let scene = Scene::new(ruleset("classic_d20"), &["A.a"]).change('A', |c| {
            c.conditions.extend(condition.map(Into::into));
        });
        let (one, other) = (scene.seat('A'), scene.seat('a'));
        scene.scripted(&[]).read(|state| {
            [(one, other), (other, one)].map(|(observer, subject)| {
                let area = |seat| state.area(seat).unwrap();
                let answer = at(state, observer, area(observer), subject, area(subject));
                let sees = sees(state, observer, area(observer), subject, area(subject));
                assert_eq!(sees, answer.known == Awareness::Seen);
                (answer.known, answer.why)
            })
        })
    }

    #[test]
    fn it_is_an_answer_for_a_pair() {
        let seen = (Awareness::Seen, None);
        let square = |why| (Awareness::Square, Some(why));
        assert_eq!(both_ways(None), [seen, seen]);
        assert_eq!(both_ways(Some("blind")), [square(Unseen::Blind), seen]);
        let invisible = both_ways(Some("invisible"));
        assert_eq!(invisible, [seen, square(Unseen::Invisible)]);
        let unaware = (Awareness::Unknown, Some(Unseen::Unaware));
        assert_eq!(both_ways(Some("unaware")), [unaware, seen]);
        assert_eq!(Unseen::Unaware.topic(), Topic::Unaware);
    }
}
