//! Preview: who would strike at a mover, on which square, and with what odds.

use crate::combat::attack::odds;
use crate::combat::conditions::{knowledge, perception};
use crate::combat::contract::{Cause, OpportunityForecast, Seat};
use crate::combat::opportunity::{is_answered, is_hidden, may_take, order, rank};
use crate::combat::state::{AttackOrder, Plan, State};
use crate::combat::threat;
use crate::grid::{Area, Dimensions, Square, SquareSet};
use crate::rules::Moving;

/// A combatant that may strike at a mover.
#[derive(Clone, Debug)]
pub struct Watch {
    pub by: Seat,
    /// Where the mover exposes itself to it.
    pub squares: SquareSet,
    /// How many attacks it has left for this mover.
    pub left: u8,
    /// How many of them for leaving squares.
    pub moving: u8,
    /// The mover does not see it where it starts.
    pub unseen: bool,
}

/// How many spaces of a way are safe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelter {
    /// The first so many.
    pub spaces: usize,
    /// Only from those whom the mover sees.
    pub from_seen: bool,
    /// The space that the mover enters first: who stands there may strike where the rules say so.
    pub entered: Option<Area>,
}

impl Shelter {
    /// Whether the space with this number is safe from an enemy.
    fn covers(self, state: &State, target: Seat, space: usize, watch: &Watch) -> bool {
        let into = |to| enters(state, target, watch.by, to);
        space < self.spaces && !(self.from_seen && watch.unseen) && !self.entered.is_some_and(into)
    }
}

/// Whether one so small that it may go into the spaces of others lays itself open to an enemy by moving
/// into this space (SP-MVT-13).
pub(crate) fn enters(state: &State, target: Seat, by: Seat, to: Area) -> bool {
    let rules = &state.rules().policies.movement;
    let small = (rules.shares_up_to).is_some_and(|most| state.who(target).size <= most);
    rules.entering_provokes && small && state.area(by).is_some_and(|space| space.overlaps(to))
}

/// Every combatant that may strike at `target` for leaving squares within `range` of where it is, in the
/// order in which they are asked.
pub fn watches(state: &State, target: Seat, range: u32) -> Vec<Watch> {
    let Some(area) = state.area(target) else {
        return Vec::new();
    };
    let watch = |by: Seat| watch(state, by, target, area, range);
    let mut watches: Vec<Watch> = state.all().filter_map(watch).collect();
    watches.sort_by_key(|watch| state.initiative[watch.by].turn());
    watches
}

/// Those of them of whom the side of the mover knows.
fn foreseen(state: &State, target: Seat, range: u32) -> Vec<Watch> {
    let mut watches = watches(state, target, range);
    watches.retain(|watch| is_foreseen(state, target, watch.by));
    watches
}

/// Whether the side of a mover knows of one that may strike at it.
pub(crate) fn is_foreseen(state: &State, target: Seat, by: Seat) -> bool {
    !knowledge::is_unknown(state, state.who(target).side, by)
}

fn watch(state: &State, by: Seat, target: Seat, area: Area, range: u32) -> Option<Watch> {
    let threatened = &state.threatened[by].0;
    let reach = i32::try_from(range).unwrap_or(i32::MAX / 2);
    let near = threatened.any_in(
        area.left() - reach,
        area.top() - reach,
        area.right() + reach,
        area.bottom() + reach,
    );
    let cause = Cause::Leaving(area.anchor);
    let may = near
        && state.enemies(by, target)
        && state.opportunities[by].0 > 0
        && (perception::blocked(state, by, target).is_none()
            || perception::is_untried(state, by, target))
        && !is_answered(state, by, target, cause);
    if !may {
        return None;
    }
    let mut squares = threatened.clone();
    if area.footprint.is_single() {
        let from = state.area(by)?;
        let exposed = |square: &Square| {
            let at = Area::single(*square);
            is_open(state, from, at) || !is_hidden(state, by, target, at)
        };
        for square in threatened.iter().filter(|square| !exposed(square)) {
            squares.remove(square);
        }
    }
    let left = state.opportunities[by].0;
    let (left, moving) = match state.rules().policies.threat.moving {
        Moving::EachSquare => (left, left),
        Moving::OncePerAction => (1, 1),
        Moving::OncePerOwnTurn => (left, 1),
    };
    Some(Watch {
        by,
        squares,
        left,
        moving,
        unseen: is_unseen(state, target, by),
    })
}

/// Whether a mover does not see an enemy from where it is.
pub(super) fn is_unseen(state: &State, target: Seat, by: Seat) -> bool {
    let places = state.area(target).zip(state.area(by));
    places.is_some_and(|(from, to)| !perception::sees(state, target, from, by, to))
}

/// Whether two neighbours have nothing around them that could give cover.
fn is_open(state: &State, from: Area, at: Area) -> bool {
    let (left, right) = (at.left().min(from.left()), at.right().max(from.right()));
    let (top, bottom) = (at.top().min(from.top()), at.bottom().max(from.bottom()));
    let screens = &state.field.screens;
    from.is_adjacent(at)
        && !screens.any_in(left - 1, top - 1, right + 1, bottom + 1)
        && !state
            .field
            .shelters
            .any_in(left - 1, top - 1, right + 1, bottom + 1)
}

/// Who may strike at a mover, laid out by square for the search of ways.
#[derive(Clone, Debug)]
pub struct Exposure {
    dimensions: Dimensions,
    pub watches: Vec<Watch>,
    /// One bit for each of the first 32 watches, by square in reading order; empty if no combatant
    /// watches.
    masks: Vec<u32>,
    /// Every combatant strikes once at most, at a mover of a single square, so that bits can be
    /// counted.
    once: bool,
}

impl Exposure {
    /// The exposure of `target` within `range` squares.
    pub fn new(state: &State, target: Seat, range: u32) -> Self {
        let dimensions = state.field.dimensions;
        let watches = foreseen(state, target, range);
        let place = state.area(target);
        let once = watches.len() <= 32
            && place.is_some_and(|area| area.footprint.is_single())
            && watches
                .iter()
                .all(|watch| watch.left.min(watch.moving) == 1);
        let mut masks = vec![
            0;
            if watches.is_empty() {
                0
            } else {
                dimensions.len()
            }
        ];
        for (bit, watch) in watches.iter().take(32).enumerate() {
            for square in watch.squares.iter() {
                if let Some(i) = dimensions.index(square) {
                    masks[i] |= 1 << bit;
                }
            }
        }
        Self {
            dimensions,
            watches,
            masks,
            once,
        }
    }

    fn mask(&self, square: Square) -> u32 {
        let mask = self
            .dimensions
            .index(square)
            .and_then(|i| self.masks.get(i));
        mask.copied().unwrap_or(0)
    }

    /// How many watch each square, in reading order, none where the mover is `sheltered`; empty if
    /// no combatant watches.
    pub fn surcharge(&self, sheltered: Option<Area>) -> Vec<u8> {
        let count = |mask: &u32| mask.count_ones() as u8;
        let mut surcharge: Vec<u8> = self.masks.iter().map(count).collect();
        for square in sheltered.into_iter().flat_map(Area::squares) {
            if let Some(entry) = self
                .dimensions
                .index(square)
                .and_then(|i| surcharge.get_mut(i))
            {
                *entry = 0;
            }
        }
        surcharge
    }

    /// How many attacks of opportunity it invites to stand up in `rises`, if that comes first, and to
    /// leave these spaces one after another.
    pub fn count(
        &self,
        state: &State,
        target: Seat,
        rises: Option<Area>,
        left: &[Area],
        shelter: Shelter,
    ) -> u32 {
        if self.once && rises.is_none() && !shelter.from_seen {
            let open = left.iter().skip(shelter.spaces);
            let masks = open.map(|area| self.mask(area.anchor));
            return masks.fold(0, |all, mask| all | mask).count_ones();
        }
        provoked(state, target, &self.watches, rises, (left, shelter)).len() as u32
    }
}

/// Who strikes while `target` stands up in `rises`, if it does, and leaves these spaces one after
/// another, if every combatant takes every chance. The first of them may be sheltered.
pub fn provoked(
    state: &State,
    target: Seat,
    watches: &[Watch],
    rises: Option<Area>,
    (spaces, shelter): (&[Area], Shelter),
) -> Vec<(Seat, Cause, Area)> {
    let mut used = vec![(0u8, 0u8); watches.len()];
    let mut found = Vec::new();
    let standing = rises.map(|area| (Cause::Standing, usize::MAX, area));
    let leaving = spaces.iter().enumerate();
    let leaving = leaving.map(|(i, &area)| (Cause::Leaving(area.anchor), i, area));
    for (cause, space, area) in standing.into_iter().chain(leaving) {
        let moves = cause != Cause::Standing;
        for (watch, (all, moving)) in watches.iter().zip(&mut used) {
            let strikes = *all < watch.left
                && (!moves || *moving < watch.moving)
                && !shelter.covers(state, target, space, watch)
                && watch.squares.touches(area)
                && (area.footprint.is_single() || !is_hidden(state, watch.by, target, area));
            if strikes {
                *all += 1;
                *moving += u8::from(moves);
                found.push((watch.by, cause, area));
            }
        }
    }
    found
}

/// One attack of opportunity without its odds; `None` if nothing in hand reaches.
fn expected(
    state: &State,
    by: Seat,
    target: Seat,
    cause: Cause,
    at: Area,
) -> Option<(OpportunityForecast, AttackOrder)> {
    let mut modes = threat::modes_reaching(state, by, at);
    rank(state, by, &mut modes);
    let mode = *modes.first()?;
    let expected = OpportunityForecast {
        by,
        cause,
        at: at.anchor,
        hit: 0.0,
        mean_damage: 0.0,
    };
    Some((expected, order(by, target, mode, cause)))
}

/// The attacks of opportunity that a provocation at `at` would invite, with their odds, from those of whom the side
/// of `target` knows.
pub fn forecast(
    state: &State,
    target: Seat,
    cause: Cause,
    at: Area,
    only: Option<Seat>,
) -> Vec<OpportunityForecast> {
    threat::threateners(state, target, at)
        .into_iter()
        .filter(|&by| only.is_none_or(|only| only == by))
        .filter(|&by| is_foreseen(state, target, by))
        .filter(|&by| may_take(state, by, target, at, cause))
        .filter_map(|by| expected(state, by, target, cause, at))
        .map(|(mut forecast, order)| {
            let odds = odds::of_attack(state, &order, None);
            (forecast.hit, forecast.mean_damage) = (odds.hit, odds.damage.mean());
            forecast
        })
        .collect()
}

/// The attacks of opportunity on a planned way. Their odds are left open: a rehearsal, which puts the
/// mover where it will be, fills them in.
pub fn on_the_way(state: &State, target: Seat, plan: &Plan) -> Vec<OpportunityForecast> {
    of_plan(state, target, plan)
        .into_iter()
        .filter_map(|(by, cause, at)| expected(state, by, target, cause, at))
        .map(|(forecast, _)| forecast)
        .collect()
}

/// Who strikes at a mover on a planned way, as far as its side knows of them: why, and where.
pub fn of_plan(state: &State, target: Seat, plan: &Plan) -> Vec<(Seat, Cause, Area)> {
    let range = u32::try_from(plan.squares.len()).unwrap_or(u32::MAX);
    let rises = plan
        .move_mode
        .rise
        .is_some_and(|rise| rise.provokes)
        .then_some(plan.move_mode.area);
    let watches = foreseen(state, target, range);
    let spaces = plan.exposed();
    provoked(state, target, &watches, rises, (&spaces, plan.shelter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::movement;
    use crate::combat::testkit::skirmish::*;
    use crate::combat::testkit::testing::SYSTEMS;
    use crate::rules::{Abilities, Ability, Capability};

    fn reflexes(draft: &mut Draft) {
        draft
            .capabilities
            .push(Capability::ExtraOpportunities(Ability::Dexterity));
        draft.abilities = Abilities {
            dexterity: 14,
            ..Abilities::default()
        };
    }

    /// Of an enemy of which its side knows nothing a mover foresees nothing (EP-INVIS-01).
    #[test]
    fn what_a_side_does_not_know_it_does_not_fear() {
        use crate::combat::contract::Choice;
        use crate::combat::testkit::testing::{Scene, action, ruleset};
        let dangers = |hidden: bool| {
            let scene = Scene::new(ruleset("epic_path"), &["Ab....", "......"]);
            let conditions = hidden.then(|| "invisible".into());
            let scene = scene.change('b', |c| c.conditions.extend(conditions));
            let battle = scene.seeded(1);
            let walk = action(&battle, "move");
            let forecast = battle.forecast(&Choice::walk(walk, path(&[(0, 1), (1, 1)])));
            assert_eq!(forecast.refusal, None);
            let reached = battle.reachable(walk);
            let mut near = reached.squares.iter();
            let near = near.find(|(to, ..)| *to == Square::new(1, 1));
            let counted = near.map(|(_, _, attacks)| usize::from(*attacks));
            let foreseen = forecast.path.map(|path| path.opportunities.len());
            assert_eq!(foreseen, counted);
            foreseen
        };
        assert_eq!(dangers(false), Some(1));
        assert_eq!(dangers(true), Some(0));
    }

    /// What is shown before equals what happens.
    #[test]
    fn the_forecast_names_the_attacks_that_then_happen() {
        let map = ".b...c... A........ .........";
        let way = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];
        for system in SYSTEMS {
            let mut s = Skirmish::new(system, map, |_, draft| reflexes(draft));
            let (seat, action) = (s.seat('A'), s.action("move"));
            let squares = path(&way);
            let foreseen = s.with(|battle| {
                let plan = movement::price::plan(battle, seat, action, &squares);
                of_plan(battle, seat, &plan.unwrap())
            });
            let foreseen: Vec<_> = foreseen
                .iter()
                .map(|(by, _, at)| (*by, at.anchor))
                .collect();
            s.walk('A', "move", &way);
            let struck = s.strikes.clone();
            let struck: Vec<_> = struck.iter().map(|&(by, _, at)| (s.seat(by), at)).collect();
            assert_eq!(foreseen, struck, "{system}");
        }
    }
}
