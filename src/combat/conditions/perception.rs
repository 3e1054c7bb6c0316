//! Who perceives whom: by the eye and by awareness. What stands between the two is cover's answer.

use crate::combat::conditions::senses::reach;
use crate::combat::conditions::{self, has, holds, veils};
use crate::combat::contract::{Awareness, Seat};
use crate::combat::state::{ActiveCondition, State};
use crate::content::terrain::Concealment;
use crate::grid::{Area, distance};
use crate::rules::{Capability, Flag, Sense, Topic};

/// Why an observer does not see a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// The observer does not know of its enemies yet.
    Unaware,
    /// The observer has forgotten it for this round.
    Forgotten,
    /// The subject keeps out of its sight.
    Hidden,
    Invisible,
    Blind,
    /// Darkness, fog, undergrowth.
    Ground,
    /// It is farther away than the observer perceives anything.
    Far,
    /// The observer is inside something solid.
    Within,
}

impl Unseen {
    /// What a log line or a refusal cites.
    pub fn topic(self) -> Topic {
        match self {
            Self::Unaware => Topic::Unaware,
            Self::Forgotten => Topic::Forgotten,
            Self::Hidden => Topic::Hiding,
            _ => Topic::Concealment,
        }
    }

    /// Whether the subject itself sees to it that it is not seen, so that its attacks are not expected.
    pub fn startles(self) -> bool {
        matches!(self, Self::Hidden | Self::Invisible | Self::Forgotten)
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
    let kept = blocked_at(state, (observer, from), (subject, to));
    of_kept(state, (observer, from), (subject, to), kept)
}

/// How an observer would perceive a subject if its Will save against forgetting it succeeded (EP-FADE-02).
pub fn at_best(state: &State, observer: Seat, from: Area, subject: Seat, to: Area) -> Perception {
    let kept = match hiding(state, observer, subject) {
        Some(Unseen::Hidden) => Some(Unseen::Hidden),
        _ => noticing_at(state, (observer, from), (subject, to)),
    };
    of_kept(state, (observer, from), (subject, to), kept)
}

/// How one perceives another of whom something may keep it wherever the ground is clear.
fn of_kept(
    state: &State,
    (observer, from): (Seat, Area),
    (subject, to): (Seat, Area),
    kept: Option<Unseen>,
) -> Perception {
    let (hidden, unseen) = match kept {
        Some(why) => (Concealment::Total, Some(why)),
        None => match veils::ground(state, observer, from, to) {
            Concealment::None => (Concealment::None, None),
            _ if senses(state, (observer, from), (subject, to)) => (Concealment::None, None),
            Concealment::Total => (Concealment::Total, Some(Unseen::Ground)),
            less => (less, None),
        },
    };
    let unaware = state.enemies(observer, subject) && is_unaware(state, observer);
    let (known, why) = match unseen {
        _ if unaware => (Awareness::Unknown, Some(Unseen::Unaware)),
        Some(why @ (Unseen::Forgotten | Unseen::Hidden | Unseen::Far)) => {
            (Awareness::Unknown, Some(why))
        }
        Some(Unseen::Within) => (Awareness::Square, Some(Unseen::Within)),
        Some(why) if is_located(state, (observer, from), (subject, to)) => {
            (Awareness::Square, Some(why))
        }
        Some(why) => (Awareness::Unknown, Some(why)),
        None => (Awareness::Seen, None),
    };
    Perception { known, why, hidden }
}

/// Whether an observer does not perceive its enemies yet: one that strikes before its first turn does, surprised as it
/// is (EP-INIT-05).
pub(crate) fn is_unaware(state: &State, observer: Seat) -> bool {
    let strikes = Capability::StrikesWhileFlatFooted;
    has(state, observer, Flag::Unaware) && !state.who(observer).capabilities.contains(&strikes)
}

/// Whether `observer` at `from` sees `subject` at `to`.
pub fn sees(state: &State, observer: Seat, from: Area, subject: Seat, to: Area) -> bool {
    at(state, observer, from, subject, to).known == Awareness::Seen
}

/// What keeps an observer from seeing a subject wherever the two are.
pub fn blocked(state: &State, observer: Seat, subject: Seat) -> Option<Unseen> {
    let known = &state.who(observer).capabilities;
    let senses = known.iter().any(|c| matches!(c, Capability::Senses(..)));
    hiding(state, observer, subject).or_else(|| blinding(state, observer, subject, senses))
}

/// The same where the two are, so that senses count as far as they reach.
fn blocked_at(
    state: &State,
    (observer, from): (Seat, Area),
    (subject, to): (Seat, Area),
) -> Option<Unseen> {
    hiding(state, observer, subject).or_else(|| noticing_at(state, (observer, from), (subject, to)))
}

/// What keeps an observer from noticing a subject that neither hides from it nor is forgotten.
fn noticing_at(
    state: &State,
    (observer, from): (Seat, Area),
    (subject, to): (Seat, Area),
) -> Option<Unseen> {
    limit(state, (observer, from), to).or_else(|| {
        let why = blinding(state, observer, subject, false)?;
        (!senses(state, (observer, from), (subject, to))).then_some(why)
    })
}

/// What keeps an observer from perceiving whatever is there: one inside something solid notices only what is
/// beside it, and that not well (EP-INC-05).
fn limit(state: &State, (observer, from): (Seat, Area), to: Area) -> Option<Unseen> {
    let near = |least: u32| distance(from, to, state.rules().policies.movement.diagonals) <= least;
    let mut active = conditions::in_force(state, observer);
    let most = active.find_map(|(_, def)| def.sees_to);
    if most.is_some_and(|most| !near(u32::from(most))) {
        return Some(Unseen::Far);
    }
    match veils::is_within(state, from) && from != to {
        true if near(1) => Some(Unseen::Within),
        true => Some(Unseen::Far),
        false => None,
    }
}

/// What the subject does so that this very observer does not perceive it, whatever its senses.
fn hiding(state: &State, observer: Seat, subject: Seat) -> Option<Unseen> {
    let table = &state.rules().conditions;
    let (mut faded, mut remembered, mut hidden) = (false, false, false);
    for active in state.conditions(subject) {
        let def = &table[active.condition];
        faded |= def.fades.is_some();
        if active.about == Some(observer) {
            remembered |= def.flags.contains(&Flag::Remembered);
            hidden |= def.flags.contains(&Flag::Hidden);
        }
    }
    if faded && !remembered && state.enemies(observer, subject) {
        Some(Unseen::Forgotten)
    } else {
        hidden.then_some(Unseen::Hidden)
    }
}

/// Whether an observer does not remember that a subject is there at all.
pub fn forgets(state: &State, observer: Seat, subject: Seat) -> bool {
    hiding(state, observer, subject) == Some(Unseen::Forgotten)
}

/// Whether an observer has tried to remember a subject since its last turn began, with or without success (EP-FADE-01).
pub fn has_tried(state: &State, observer: Seat, subject: Seat) -> bool {
    let tried = |c: &ActiveCondition| is_memory(state, observer, c);
    state.conditions(subject).iter().any(tried)
}

/// Whether a condition is what came of an observer's trying to remember its bearer.
pub fn is_memory(state: &State, observer: Seat, active: &ActiveCondition) -> bool {
    let known = &state.book.known;
    active.about == Some(observer)
        && [known.remembered, known.forgotten].contains(&Some(active.condition))
}

/// Whether an observer has forgotten a subject and has not tried yet to remember it since its last turn began: it
/// may before it strikes (EP-FADE-01).
pub fn is_untried(state: &State, observer: Seat, subject: Seat) -> bool {
    forgets(state, observer, subject) && !has_tried(state, observer, subject)
}

/// Whether darkness, fog or the like keep an observer from seeing a subject clearly, or it does not see it
/// at all, whether or not that hides.
pub fn is_screened(state: &State, one: (Seat, Area), other: (Seat, Area)) -> bool {
    let ((observer, from), (subject, to)) = (one, other);
    let dim = veils::ground(state, observer, from, to) != Concealment::None;
    (dim || blinding(state, observer, subject, false).is_some()) && !senses(state, one, other)
}

/// What keeps eyes from seeing; `senses`: the observer does not depend on them.
fn blinding(state: &State, observer: Seat, subject: Seat, senses: bool) -> Option<Unseen> {
    if senses {
        None
    } else if has(state, subject, Flag::Invisible) || is_beyond(state, observer, subject) {
        Some(Unseen::Invisible)
    } else if has(state, observer, Flag::Blind) {
        Some(Unseen::Blind)
    } else {
        None
    }
}

/// Whether a condition with this flag is in force on a combatant about another.
fn has_about(state: &State, seat: Seat, flag: Flag, other: Seat) -> bool {
    let rules = state.rules();
    let mut active = state.conditions(seat).iter();
    active.any(|c| c.about == Some(other) && rules.flags(c.condition).has(flag))
}

/// Whether an observer perceives a subject by a sense that needs no light and no eyes.
fn senses(state: &State, (observer, from): (Seat, Area), (subject, to): (Seat, Area)) -> bool {
    if eludes(state, observer, subject) {
        return false;
    }
    reach(state, (observer, from), to, |sense| match sense {
        Sense::Blindsense => !has(state, observer, Flag::Deaf) && silence(state, subject) == 0,
        Sense::Tremorsense => treads(state, observer) && treads(state, subject),
        Sense::Darkvision | Sense::Scent => false,
    })
}

/// Whether a combatant touches the ground that it is over.
fn treads(state: &State, seat: Seat) -> bool {
    let hovers = state.who(seat).capabilities.contains(&Capability::Hovers);
    !conditions::is_capable(state, seat, Capability::IgnoresFooting) && !hovers
}

/// Whether two are on different planes.
pub fn apart(state: &State, one: Seat, other: Seat) -> bool {
    has(state, one, Flag::Ethereal) != has(state, other, Flag::Ethereal)
}

/// Whether a subject is on another plane, where it is unseen from the observer's (EP-ETHER-04).
fn is_beyond(state: &State, observer: Seat, subject: Seat) -> bool {
    has(state, subject, Flag::Ethereal) && apart(state, observer, subject)
}

/// Whether no sense finds a subject, unless both are on the same other plane (EP-ETHER-04).
fn eludes(state: &State, observer: Seat, subject: Seat) -> bool {
    let together = has(state, subject, Flag::Ethereal) && !apart(state, observer, subject);
    has(state, subject, Flag::BeyondSenses) && !together
}

/// How much harder senses other than sight find a subject, which then do not find it of themselves (EP-INC-08).
fn silence(state: &State, subject: Seat) -> i32 {
    let quiet =
        conditions::capabilities(state, subject).filter_map(|capability| match capability {
            Capability::Silent(points) => Some(i32::from(points)),
            _ => None,
        });
    quiet.max().unwrap_or(0)
}

/// What a subject adds to the number that a search has to reach of an observer that goes by other senses than
/// sight.
pub fn muffled(state: &State, observer: Seat, subject: Seat) -> i32 {
    let known = &state.who(observer).capabilities;
    let other =
        |c: &Capability| matches!(c, Capability::Senses(sense, _) if *sense != Sense::Darkvision);
    match known.iter().any(other) {
        true => silence(state, subject),
        false => 0,
    }
}

/// Whether an observer knows the square of a subject that it does not see.
fn is_located(state: &State, (observer, from): (Seat, Area), (subject, to): (Seat, Area)) -> bool {
    let revealed = |square| state.kinds(square).any(|def| def.reveals);
    !state.rules().hides_unseen_squares()
        || !state.enemies(observer, subject)
        || has_about(state, subject, Flag::Located, observer)
        || holds::joins(state, observer, subject)
        || to.squares().any(revealed)
            && !has(state, observer, Flag::Blind)
            && treads(state, subject)
            && !is_beyond(state, observer, subject)
        || silence(state, subject) == 0
            && !eludes(state, observer, subject)
            && reach(state, (observer, from), to, |sense| sense == Sense::Scent)
}

/// Whether a combatant does not expect attacks of this attacker.
pub fn unaware_of(state: &State, seat: Seat, attacker: Seat) -> bool {
    let startles = state.rules().policies.attack.defence.is_answered();
    has(state, seat, Flag::Unaware) || startles && startled_by(state, seat, attacker).is_some()
}

/// What this attacker does so that a combatant does not see its attack coming.
pub fn startled_by(state: &State, seat: Seat, attacker: Seat) -> Option<Unseen> {
    let why = match state.area(seat).zip(state.area(attacker)) {
        Some((from, to)) => blocked_at(state, (seat, from), (attacker, to)),
        None => blocked(state, seat, attacker),
    };
    why.filter(|why| why.startles())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::grid::Square;

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

    #[test]
    fn from_inside_a_wall_one_notices_what_is_beside_it() {
        let scene = Scene::new(ruleset("epic_path"), &["#.A.a"]);
        let (one, other) = (scene.seat('A'), scene.seat('a'));
        scene.scripted(&[]).read(|state| {
            let space = |x| Area::single(Square::new(x, 0));
            let seen = |to| at(state, one, space(0), other, space(to));
            assert_eq!(seen(2).known, Awareness::Unknown);
            let beside = seen(1);
            assert_eq!(beside.known, Awareness::Square);
            assert_eq!(beside.hidden, Concealment::Total);
        });
    }
}
