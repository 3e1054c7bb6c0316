//! Threatened squares: who threatens what, kept up to date.
//!
//! A combatant threatens what it could strike in melee with what is in its hands. The sets are
//! derived: [`threatened_squares`] keeps them.

pub(crate) mod flanking;

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Seat, Seats};
use crate::combat::equipment::{grip, numbers, room, two_hands};
use crate::combat::state::attack_mode::ModesAtHand;
use crate::combat::state::combatant::*;
use crate::combat::state::{Field, Hands, Reads, Repertoire, State, Supposed, powers};
use crate::grid::{Area, SquareSet, reached_squares};
use crate::rules::{Capability, Flag, Flags, Threatens};

/// What a threat depends on.
type ThreatChanged = Or<(
    Changed<Place>,
    Changed<Conditions>,
    Changed<Hands>,
    Changed<Gear>,
    Changed<Silenced>,
    Changed<Repertoire>,
)>;

/// The squares that each combatant threatens, derived anew for those whose place, conditions or means
/// of attack have changed, and for all where the ground has: a door opens, a wall falls.
pub(crate) fn threatened_squares(
    changed: Query<&Identity, ThreatChanged>,
    ground: Query<(), Changed<Field>>,
    mut battle: ParamSet<(Reads, Query<(&Identity, &mut Threatened)>)>,
    mut spare: Local<Vec<SquareSet>>,
) {
    let all = !ground.is_empty();
    if changed.is_empty() && !all {
        return;
    }
    let mut fresh: Vec<(Seat, SquareSet)> = Vec::new();
    let state = battle.p0().state();
    let seats = state.all().filter(|_| all);
    for seat in seats.chain(changed.iter().map(|who| who.seat).filter(|_| !all)) {
        let mut squares = spare.pop().unwrap_or_default();
        fill(&state, seat, &mut squares);
        within(&state, seat, &mut squares);
        fresh.push((seat, squares));
    }
    for (who, mut threatened) in &mut battle.p1() {
        if let Some((_, squares)) = fresh.iter_mut().find(|(seat, _)| *seat == who.seat) {
            std::mem::swap(&mut threatened.0, squares);
        }
    }
    spare.extend(fresh.into_iter().map(|(_, squares)| squares));
}

/// The squares that a combatant threatens as things are, as far as it reaches from its space.
fn fill(state: &State, seat: Seat, squares: &mut SquareSet) {
    squares.reset(state.field.dimensions);
    let stands = state
        .area(seat)
        .filter(|_| conditions::present(state, seat));
    if let Some(area) = stands {
        fill_from(state, seat, area, squares);
    }
}

/// Adds what a combatant threatens around this space.
fn fill_from(state: &State, seat: Seat, area: Area, squares: &mut SquareSet) {
    if !is_silent(state, seat) {
        reach_of(state, seat, area, squares);
        walled_off(state, area, squares);
    }
}

/// The squares that a combatant would threaten around it if it stood here, also one that has no place yet.
pub(crate) fn around_from(state: &State, by: Seat, area: Area) -> SquareSet {
    let mut squares = SquareSet::new(state.field.dimensions);
    fill_from(state, by, area, &mut squares);
    squares
}

/// Adds the space of a combatant that strikes at those who share it.
fn within(state: &State, seat: Seat, squares: &mut SquareSet) {
    let stands = state
        .area(seat)
        .filter(|_| conditions::present(state, seat) && !is_silent(state, seat));
    let modes = &state.get(seat).modes.0;
    let strikes = |area: &Area| {
        let mut modes = armed(state, seat, modes);
        modes.any(|(_, mode)| mode.strikes_within() && !room::lacks(state, mode, *area))
    };
    for square in stands.filter(strikes).into_iter().flat_map(Area::squares) {
        squares.insert(square);
    }
}

/// The squares that a combatant threatens around it. That it threatens those who share its space goes without
/// saying (EP-AOO-03).
pub(crate) fn around(state: &State, by: Seat) -> SquareSet {
    let mut squares = SquareSet::new(state.field.dimensions);
    fill(state, by, &mut squares);
    squares
}

/// Takes out what walls keep from a combatant.
fn walled_off(state: &State, area: Area, squares: &mut SquareSet) {
    let reached: Vec<_> = squares.iter().collect();
    for square in reached {
        if state.is_walled_off(area, Area::single(square)) {
            squares.remove(square);
        }
    }
}

/// Lets what follows from a supposed place and supposed conditions follow.
pub(crate) fn suppose(state: &State, supposed: &mut Supposed, seat: Seat) {
    let attacks = numbers::supposed(&supposed.state(state), seat);
    supposed.attacks(state, seat, attacks);
    let there = supposed.state(state);
    let mut squares = SquareSet::new(state.field.dimensions);
    fill(&there, seat, &mut squares);
    within(&there, seat, &mut squares);
    let stands = there
        .area(seat)
        .filter(|_| conditions::present(&there, seat));
    supposed.threatens(seat, squares);
    supposed.stands(seat, stands);
}

/// Whether a combatant threatens nothing at present, whatever it holds.
fn is_silent(state: &State, seat: Seat) -> bool {
    let fighter = state.get(seat);
    let able = match state.rules().policies.threat.threatens {
        Threatens::EveryArmedReach => true,
        Threatens::WithCapability => fighter
            .who
            .capabilities
            .contains(&Capability::ThreatensSquares),
    };
    const SILENT: Flags = Flags::of(&[
        Flag::NoActions,
        Flag::NoAttacks,
        Flag::ThreatensNothing,
        Flag::Helpless,
    ]);
    !able
        || fighter.silenced.0
        || conditions::has_any(state, seat, SILENT)
        || perception::is_unaware(state, seat)
        || is_absorbed(state, seat)
}

/// Whether a combatant is at something that takes rounds and leaves it no eye for anything else.
fn is_absorbed(state: &State, seat: Seat) -> bool {
    let rules = state.rules();
    let casting = state.get(seat).repertoire.casting.as_ref();
    let casting = casting.filter(|casting| casting.under_way && !casting.lost);
    let def = casting.and_then(|casting| rules.abilities.get(casting.ability));
    let kind = def.and_then(|def| rules.policies.abilities.kinds.get(&def.kind));
    kind.is_some_and(|kind| kind.absorbs)
}

/// Adds the squares that the armed melee modes of a combatant reach from `area`.
fn reach_of(state: &State, seat: Seat, area: Area, squares: &mut SquareSet) {
    let (metric, dimensions) = (state.rules().policies.threat.reach, state.field.dimensions);
    let modes = &state.get(seat).modes.0;
    let mut done = Vec::new();
    for (_, mode) in armed(state, seat, modes) {
        if room::lacks(state, mode, area) {
            continue;
        }
        if done.contains(&mode.reach) {
            continue;
        }
        if done.is_empty() {
            reached_squares(area, mode.reach, metric, dimensions, squares);
        } else {
            let mut more = SquareSet::new(dimensions);
            reached_squares(area, mode.reach, metric, dimensions, &mut more);
            squares.union(&more);
        }
        done.push(mode.reach);
    }
}

/// The melee modes with which a combatant counts as armed now.
fn armed<'a>(
    state: &'a State,
    seat: Seat,
    modes: &'a [AttackMode],
) -> impl Iterator<Item = (u8, &'a AttackMode)> {
    let is_armed = move |mode: &AttackMode| {
        !mode.ranged && is_armed(state, seat, mode) && in_hand(state, seat, mode)
    };
    (0..=u8::MAX)
        .zip(modes)
        .filter(move |(_, mode)| is_armed(mode))
}

/// Whether a combatant counts as armed with a mode: by what it is, or for the touch that a bare hand holds
/// ready (SP-UNARM-04).
pub(crate) fn is_armed(state: &State, seat: Seat, mode: &AttackMode) -> bool {
    mode.armed || mode.unarmed && powers::blows_carry_touch(state, seat)
}

/// Whether a mode can be used without drawing anything first.
pub fn in_hand(state: &State, seat: Seat, mode: &AttackMode) -> bool {
    if let Some(ability) = mode.ability {
        return powers::wields(state, seat, ability);
    }
    if two_hands::fits(state, seat, mode).is_err() {
        return false;
    }
    let hands = state.get(seat).hands;
    let unarmed = state.rules().policies.attack.unarmed;
    if mode.unarmed && !mode.natural && unarmed.arms() {
        return grip::free_hands(state, seat) > 0;
    }
    mode.natural || mode.unarmed || mode.weapon.is_none_or(|weapon| hands.holds(weapon))
}

/// The armed melee modes in hand with which `by` reaches `area` from where it stands, whether or
/// not it is in a state to use them.
pub fn modes_reaching(state: &State, by: Seat, area: Area) -> ModesAtHand {
    let metric = state.rules().policies.threat.reach;
    let Some(from) = state.area(by) else {
        return ModesAtHand::new();
    };
    armed(state, by, &state.get(by).modes.0)
        .filter(|(_, mode)| mode.reaches(from, area, metric) && !room::lacks(state, mode, from))
        .map(|(i, _)| i)
        .collect()
}

/// Enemies of `target` that threaten it at `area`, in order of initiative, then seat.
pub fn threateners(state: &State, target: Seat, area: Area) -> Seats {
    let threatens = |by: &Seat| threatens_at(state, *by, target, area);
    let mut seats: Seats = state.all().filter(threatens).collect();
    seats.sort_by_key(|seat| state.initiative[*seat].turn());
    seats
}

/// Whether `by` threatens `target` where it stands.
pub fn threatens(state: &State, by: Seat, target: Seat) -> bool {
    let area = state.area(target);
    area.is_some_and(|area| threatens_at(state, by, target, area))
}

fn threatens_at(state: &State, by: Seat, target: Seat, area: Area) -> bool {
    state.threatened[by].0.touches(area)
        && state.enemies(by, target)
        && !is_silent(state, by)
        && !planes::apart(state, by, target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::skirmish::*;
    use crate::grid::Square;

    fn threatens(skirmish: &mut Skirmish, by: char, at: (i16, i16)) -> bool {
        skirmish.threatened(by).contains(&Square::new(at.0, at.1))
    }

    /// CD-AOO-01, AH-AOO-02.
    #[test]
    fn a_swordsman_threatens_the_eight_squares_around_and_an_archer_nothing() {
        for system in [CLASSIC, HEROES] {
            let mut s = Skirmish::new(system, "..... ..... ..B.. ..... D....", |who, draft| {
                if who == 'D' {
                    draft.modes = vec![bow()];
                }
            });
            assert_eq!(s.threatened('B').len(), 8);
            assert!(!threatens(&mut s, 'B', (2, 2)));
            assert!(s.threatened('D').is_empty());
        }
    }

    /// CD-AOO-02.
    #[test]
    fn a_reach_weapon_threatens_two_squares_away_and_not_nearer() {
        let mut s = Skirmish::new(CLASSIC, "A..... ...... ...... ......", |_, draft| {
            draft.modes = vec![melee(2, 2)];
        });
        assert!(threatens(&mut s, 'A', (2, 0)) && threatens(&mut s, 'A', (2, 2)));
        assert!(!threatens(&mut s, 'A', (1, 0)) && !threatens(&mut s, 'A', (3, 0)));
    }

    /// A spear in one hand and a knife in the other threaten near and far.
    #[test]
    fn all_armed_modes_count_together() {
        let mut s = Skirmish::new(CLASSIC, "A..... ...... ......", |_, draft| {
            draft.modes = vec![melee(2, 2), melee(1, 1), bow()];
        });
        assert!(threatens(&mut s, 'A', (1, 0)) && threatens(&mut s, 'A', (2, 0)));
    }

    /// AM-THR-01, AM-THR-02.
    #[test]
    fn where_threat_is_a_talent_no_other_combatant_threatens() {
        let map = "........... ........... ........... ........... ........... .....A.B... \
                   ........... ........... ........... ...........";
        let mut s = Skirmish::new(AMORPHOUS, map, |who, draft| {
            draft.modes = vec![melee(1, 2)];
            if who == 'B' {
                draft.capabilities.clear();
            }
        });
        assert!(s.threatened('B').is_empty());
        for (at, expected) in [
            ((7, 7), true),
            ((5, 3), true),
            ((5, 6), true),
            ((8, 5), false),
        ] {
            assert_eq!(threatens(&mut s, 'A', at), expected, "{at:?}");
        }
    }

    /// AH-AOO-04.
    #[test]
    fn a_large_creature_reaches_out_from_all_its_squares() {
        let map = "....... ....... ..bb... ..bb... .......";
        let mut s = Skirmish::new(HEROES, map, |_, draft| draft.modes = vec![melee(1, 2)]);
        assert!(threatens(&mut s, 'b', (5, 2)));
        assert!(!threatens(&mut s, 'b', (6, 2)));
    }

    /// CD-AOO-12, and an unconscious combatant.
    #[test]
    fn grapplers_and_the_senseless_threaten_nothing_until_it_is_over() {
        for condition in ["grappling", "unconscious"] {
            let mut s = Skirmish::new(CLASSIC, "..B ...", |_, _| {});
            assert_eq!(s.threatened('B').len(), 3);
            s.impose('B', condition, None);
            assert!(s.threatened('B').is_empty(), "{condition}");
            let seat = s.seat('B');
            s.with(|battle| {
                let id = battle.rules().condition(condition);
                conditions::end_known(battle, seat, id);
            });
            assert_eq!(s.threatened('B').len(), 3, "{condition}");
        }
    }

    #[test]
    fn the_dead_stand_nowhere() {
        let mut s = Skirmish::new(CLASSIC, "B.", |_, _| {});
        assert_eq!(
            s.with(|battle| battle.occupancy.occupant(sq(0, 0))),
            Some(Seat(0))
        );
        s.impose('B', "dead", None);
        assert_eq!(s.with(|battle| battle.occupancy.occupant(sq(0, 0))), None);
        assert!(s.threatened('B').is_empty());
    }

    #[test]
    fn threateners_come_in_the_order_of_turns() {
        let mut s = Skirmish::new(CLASSIC, "bAc .d.", |_, _| {});
        let target = s.seat('A');
        let (b, c, d) = (s.seat('b'), s.seat('c'), s.seat('d'));
        s.with(|battle| {
            for (rank, seat) in (0..).zip([d, target, b, c]) {
                battle.initiative_mut(seat).rank = rank;
            }
            let area = battle.area(target).unwrap();
            assert_eq!(threateners(battle, target, area)[..], [d, b, c]);
            for seat in [b, c, d] {
                battle.initiative_mut(seat).count = None;
                battle.initiative_mut(seat).rank = 0;
            }
            assert_eq!(threateners(battle, target, area)[..], [b, c, d]);
        });
    }

    /// AM-ECON-04: silent from the declaration of a full-round action to its next turn.
    #[test]
    fn a_full_round_action_silences_until_the_next_own_turn() {
        use crate::combat::testkit::testing::{Scene, action, ruleset, until_turn};
        let scene = Scene::new(ruleset("amorphous"), &["A.......", ".......b"]);
        let scene = scene.block('A', |block| block.traits.push("opportunist".to_owned()));
        let mut battle = scene.seeded(1);
        let seat = Seat(0);
        until_turn(&mut battle, seat);
        assert_eq!(battle.threatened_squares(seat).count(), 3);
        let run = action(&battle, "run");
        battle
            .submit(crate::combat::Choice::walk(run, path(&[(1, 0), (2, 0)])))
            .unwrap();
        assert!(battle.threatened_squares(seat).is_empty());
        until_turn(&mut battle, Seat(1));
        let silent = battle.snapshot();
        assert!(battle.threatened_squares(seat).is_empty());
        until_turn(&mut battle, seat);
        assert_eq!(battle.threatened_squares(seat).count(), 5);
        battle.restore(&silent);
        assert!(battle.threatened_squares(seat).is_empty());
    }
}
