//! What the ground does to those who come upon it: it harms, and it holds.

use smallvec::SmallVec;

use crate::combat::conditions;
use crate::combat::conditions::{breath, planes};
use crate::combat::contract::{HurtBy, Seat};
use crate::combat::damage::wound::{self, Harmful};
use crate::combat::damage::{dying, resistance, substance};
use crate::combat::movement::{fall, inhale, snare, terrain};
use crate::combat::state::{Inhaling, Laid, State, Wounding, powers};
use crate::content::terrain::Hazard;
use crate::grid::{Area, Square, SquareSet};
use crate::rules::{TerrainId, Topic};

/// Times that ground which throws a combatant elsewhere does so in a row.
const THROWS: usize = 4;

/// Lets the ground take effect on every combatant that has come to other squares, and again on one that it throws
/// elsewhere. A walk does so at each square; after a step it concerns combatants that were thrown or dropped.
pub(crate) fn tread(battle: &mut Wounding) {
    for throws in 0..=THROWS {
        let is_due = |seat: &Seat| battle.place[*seat].entered_from.is_some();
        let due: SmallVec<[Seat; 4]> = battle.all().filter(is_due).collect();
        for &seat in &due {
            let from = battle.place_mut(seat).entered_from.take();
            if let (Some(from), Some(to)) = (from, battle.area(seat))
                && throws < THROWS
            {
                harm(battle, seat, from, to);
            }
        }
        if due.is_empty() {
            return;
        }
    }
}

/// Harms the combatant that entered `to` from `from` by the hazards of the newly entered squares, and
/// holds it where they hold.
fn harm(battle: &mut Wounding, seat: Seat, from: Area, to: Area) {
    if !battle.field.hazards.touches(to) {
        return;
    }
    let entered: Vec<Square> = terrain::newly_entered(from, to).collect();
    harm_in(battle, seat, &entered, Meets::Anew);
    if planes::is_here(battle, seat) {
        snare::spring(battle, seat, &entered, Some(from));
    }
}

/// What in a square harms a combatant, and by what it lies there: the ground on its own plane, what an ability has laid
/// there or to where it reaches, and nothing to whose keyword it is immune (EP-ETHER-01, EP-INC-02).
pub(crate) fn of(
    state: &State,
    seat: Seat,
    square: Square,
) -> impl Iterator<Item = (Hazard, TerrainId, Option<Laid>)> {
    let kinds = state.field.kinds_at(square);
    kinds.filter_map(move |(layer, id)| {
        let hazard = state.book.catalogue.terrain.get(id)?.harm()?;
        let mut laid = powers::laid(state, square, layer, id).peekable();
        if laid.peek().is_none() {
            return planes::is_here(state, seat).then_some((hazard, id, None));
        }
        let one = laid.find(|laid| touches(state, seat, *laid))?;
        Some((hazard, id, Some(one)))
    })
}

/// Whether what an ability has laid upon the ground does anything to a combatant there.
pub(crate) fn touches(state: &State, seat: Seat, laid: Laid) -> bool {
    let Some(def) = state.rules().abilities.get(laid.ability) else {
        return false;
    };
    let mut keywords = def.keywords.iter();
    let immune = keywords.any(|kind| resistance::is_immune(state, seat, *kind));
    !immune && planes::touched(state, seat, laid, substance::crosses_planes(def))
}

/// What the damage of a hazard is: of the world around, or of the ability that has laid it there.
pub(super) fn harmful(state: &State, hazard: &Hazard, laid: Option<Laid>) -> Harmful {
    let plain = Harmful::plain((hazard.kind, hazard.nonlethal));
    let def = laid.and_then(|laid| Some((laid, state.rules().abilities.get(laid.ability)?)));
    match def {
        None => plain,
        Some((laid, def)) => Harmful {
            natures: substance::of_ability(state, laid.by, def),
            unresisted: def.ignores_resistance,
            ..plain
        },
    }
}

/// How a combatant meets the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    /// It comes upon it.
    Anew,
    /// It has been there before, and falls no more.
    Again,
    /// It has been above it, and falls.
    Falling,
    /// It has been above it, and has fallen.
    Fallen,
}

/// A combatant comes down where it was in the air: the ground harms and holds it as if entered.
pub(super) fn come_down(battle: &mut Wounding, seat: Seat) {
    let how = match battle.place[seat].aloft {
        true => Meets::Anew,
        false => Meets::Fallen,
    };
    meet(battle, seat, |_| true, how);
}

/// A combatant whose wings fail falls to where there is nothing beneath it.
pub(super) fn fall_from_the_air(battle: &mut Wounding, seat: Seat) {
    let area = battle.area(seat).into_iter();
    let beneath: Vec<Square> = area.flat_map(Area::squares).collect();
    harm_in(battle, seat, &beneath, Meets::Falling);
}

/// The ground beneath a combatant has become something else: it harms and holds as if entered.
pub(crate) fn come_upon(battle: &mut Wounding, seat: Seat, changed: &SquareSet) {
    meet(battle, seat, |square| changed.contains(square), Meets::Anew);
}

/// What lies in these squares beneath a combatant harms and holds it as if entered.
fn meet(battle: &mut Wounding, seat: Seat, those: impl Fn(Square) -> bool, how: Meets) {
    let area = battle.area(seat).into_iter();
    let beneath = area.flat_map(Area::squares);
    let beneath: Vec<Square> = beneath.filter(|square| those(*square)).collect();
    harm_in(battle, seat, &beneath, how);
    if planes::is_here(battle, seat) {
        snare::spring(battle, seat, &beneath, None);
    }
}

/// The hazards that take effect on a combatant that meets these squares: of several squares under a large
/// creature one is enough, with everything in it that hurts.
pub(super) fn met(
    state: &State,
    seat: Seat,
    squares: impl IntoIterator<Item = Square>,
    how: Meets,
) -> Vec<(Hazard, TerrainId, Option<Laid>)> {
    let takes_effect = |(hazard, ..): &(Hazard, TerrainId, Option<Laid>)| match how {
        Meets::Anew => true,
        Meets::Again | Meets::Fallen => !hazard.fall,
        Meets::Falling => hazard.fall,
    };
    for square in squares {
        let harm: Vec<_> = of(state, seat, square).filter(takes_effect).collect();
        if !harm.is_empty() {
            return harm;
        }
    }
    Vec::new()
}

/// Harms a combatant by the hazards of these squares.
fn harm_in(battle: &mut Wounding, seat: Seat, squares: &[Square], how: Meets) {
    for (hazard, terrain, laid) in met(battle, seat, squares.iter().copied(), how) {
        if !conditions::present(battle, seat) {
            continue;
        }
        if hazard.fall {
            fall::begin(battle, seat, hazard, false);
            continue;
        }
        if hazard.inhaled {
            let inhaling = Inhaling {
                seat,
                hazard,
                laid,
                cause: battle.log.cause,
            };
            inhale::begin(battle, inhaling);
            continue;
        }
        let topic = match how {
            Meets::Again => Topic::HazardStays,
            Meets::Anew | Meets::Falling | Meets::Fallen => Topic::Hazard,
        };
        let from = HurtBy::Ground(terrain);
        strike(battle, seat, (&hazard, from, laid), topic);
    }
}

/// Whether the ground will hurt a combatant at the start of its turn.
pub fn hurts_here(state: &State, seat: Seat) -> bool {
    let hurts = |square: Square| {
        let mut harm = of(state, seat, square);
        let spared = |hazard: &Hazard| hazard.inhaled && breath::spared(state, seat).is_some();
        harm.any(|(hazard, ..)| !hazard.fall && !spared(&hazard))
    };
    let place = state.area(seat);
    state.rules().policies.damage.hazard_when_staying
        && place.is_some_and(|area| state.field.hazards.touches(area) && area.squares().any(hurts))
}

/// Harms the combatant that stands in a hazard at the start of its turn, where staying hurts.
pub fn harm_here(battle: &mut Wounding, seat: Seat) {
    if !hurts_here(battle, seat) {
        return;
    }
    let Some(area) = battle.area(seat) else {
        return;
    };
    let squares: Vec<Square> = area.squares().collect();
    harm_in(battle, seat, &squares, Meets::Again);
}

/// Does to a combatant what this does, unless its resistance withstands what has laid it there.
pub(crate) fn strike(
    battle: &mut Wounding,
    seat: Seat,
    (hazard, from, laid): (&Hazard, HurtBy, Option<Laid>),
    topic: Topic,
) {
    if laid.is_some_and(|laid| (battle.on.withstood)(battle, laid, seat)) {
        return;
    }
    let cause = laid.map_or_else(|| battle.driver(seat), |laid| Some(laid.by));
    let before = battle.blame(cause);
    if hazard.deadly {
        dying::kill(battle, seat, topic);
    } else {
        let what = harmful(battle, hazard, laid).from(from);
        wound::roll_harm(battle, seat, &hazard.damage, what, topic);
    }
    battle.blame(before);
}
