//! What must hold after every decision of every battle.

use opportunist::combat::contract::CombatantView;
use opportunist::combat::{Battle, EventKind, Seat};
use opportunist::grid::Area;
use opportunist::rules::{Capability, Flag, Size};

/// Whether a trait of the combatant's monster says that it does not live.
fn is_lifeless(battle: &Battle, seat: Seat) -> bool {
    let view = battle.view();
    let monster = view.combatants[seat.index()].monster;
    let def = monster.and_then(|id| battle.catalogue().monsters.get(id));
    let mut traits = def.into_iter().flat_map(|def| &def.traits);
    traits.any(|name| {
        let known = battle.rules().traits.by_name(name);
        known.is_some_and(|known| known.grants.contains(&Capability::Lifeless))
    })
}

/// Looks at a battle after every decision and keeps the books.
pub struct Watch {
    /// Events already booked.
    seen: usize,
    /// Hit points by seat, from the events alone.
    hit_points: Vec<i32>,
    /// Where everyone is, from the events alone.
    places: Vec<Option<Area>>,
    deaths: Vec<Seat>,
    /// The combatant that must lose blood in the next event, and how much.
    bleeds: Option<(Seat, i32)>,
    /// Places are known only once the battle has begun.
    begun: bool,
}

impl Watch {
    /// Opens the books.
    pub fn over(battle: &mut Battle) -> Self {
        let view = battle.view();
        let mut watch = Self {
            seen: battle.events().len(),
            hit_points: view.combatants.iter().map(|one| one.hit_points).collect(),
            places: view.combatants.iter().map(|one| one.area).collect(),
            deaths: Vec::new(),
            bleeds: None,
            // Initiative may be rolled before that.
            begun: (battle.events().iter()).any(|event| event.kind == EventKind::BattleBegan),
        };
        watch.deaths.extend(
            view.combatants
                .iter()
                .filter(|one| one.dead)
                .map(|one| one.seat),
        );
        watch
    }

    /// Books what happened and compares it with the view.
    pub fn look(&mut self, battle: &mut Battle) -> Result<(), String> {
        let view = battle.view();
        for event in &battle.events()[self.seen..] {
            if let Some((total, parts)) = event.totals().into_iter().find(|(all, sum)| all != sum) {
                return Err(format!("the parts of {total} add up to {parts}: {event:?}"));
            }
            if let Some((who, bled)) = self.bleeds.take() {
                match event.kind {
                    EventKind::ScoreLowered { seat, amount, .. }
                        if (seat, amount) == (who, bled) => {}
                    _ => return Err(format!("{who:?} should bleed {bled}, {event:?}")),
                }
            }
            match &event.kind {
                EventKind::Hurt {
                    seat,
                    amount,
                    hit_points,
                    nonlethal,
                    ..
                } => {
                    if *amount < 0 {
                        return Err(format!("{seat:?} is hurt by {amount}"));
                    }
                    let book = &mut self.hit_points[seat.index()];
                    *book -= if *nonlethal { 0 } else { *amount };
                    if *book != *hit_points {
                        // Where hit points stop at nothing, the rest of the blow goes on as blood.
                        let bled = (*hit_points == 0).then_some((*seat, -*book));
                        if bled.is_none_or(|(_, bled)| bled <= 0) {
                            return Err(format!("{seat:?}: the events make {book}, {event:?}"));
                        }
                        // What has no life has no blood: it is destroyed at nothing.
                        (*book, self.bleeds) = (0, bled.filter(|_| !is_lifeless(battle, *seat)));
                    }
                }
                EventKind::Healed {
                    seat,
                    amount,
                    hit_points,
                } => {
                    let book = &mut self.hit_points[seat.index()];
                    *book += amount;
                    if *amount < 0 || *book != *hit_points {
                        return Err(format!("{seat:?}: the events make {book}, {event:?}"));
                    }
                }
                EventKind::BattleBegan => self.begun = true,
                EventKind::Moved { seat, from, to, .. } => {
                    let place = &mut self.places[seat.index()];
                    if place.map(|area| area.anchor) != Some(*from) {
                        return Err(format!("{seat:?} is at {place:?}, {event:?}"));
                    }
                    *place = place.map(|area| area.moved_to(*to));
                }
                EventKind::SpaceChanged { seat, area } => self.places[seat.index()] = Some(*area),
                EventKind::Placed { seat, at } => {
                    let footprint = view.combatants[seat.index()].footprint;
                    self.places[seat.index()] = Some(Area::new(*at, footprint));
                }
                EventKind::Left { seat } => self.places[seat.index()] = None,
                EventKind::Died { seat } => {
                    if self.deaths.contains(seat) {
                        return Err(format!("{seat:?} dies twice"));
                    }
                    self.deaths.push(*seat);
                }
                _ => {}
            }
        }
        self.seen = battle.events().len();
        let dimensions = battle.dimensions();
        for one in &view.combatants {
            let seat = one.seat;
            if one.hit_points != self.hit_points[seat.index()] {
                let book = self.hit_points[seat.index()];
                return Err(format!(
                    "{seat:?} has {} hit points, the events {book}",
                    one.hit_points
                ));
            }
            if one.hit_points > one.max_hit_points {
                return Err(format!("{seat:?} has more hit points than it can have"));
            }
            if let Some(area) = one.area {
                if !area.is_within(dimensions) {
                    return Err(format!("{seat:?} stands off the map"));
                }
                if self.begun && self.places[seat.index()] != Some(area) {
                    let book = self.places[seat.index()];
                    return Err(format!("{seat:?} is at {area:?}, by the events {book:?}"));
                }
            }
            if one.dead != self.deaths.contains(&seat) {
                return Err(format!("{seat:?}: dead {}, by the events not so", one.dead));
            }
        }
        alone(battle, &view)
    }
}

/// No combatant able to fight shares a square with another that is able to, unless they wrestle, one
/// rides the other, one of them is helpless, lies on the ground or is small enough to have room in the space of the
/// other, or it is the turn of one of them.
fn alone(battle: &Battle, view: &opportunist::combat::View) -> Result<(), String> {
    let rules = battle.rules();
    let flag = |seat: Seat, flag: Flag| {
        let conditions = &view.combatants[seat.index()].conditions;
        let mut known = conditions.iter().filter_map(|id| rules.conditions.get(*id));
        known.any(|condition| condition.flags.contains(&flag))
    };
    let wrestles = |seat| flag(seat, Flag::Grappling) || flag(seat, Flag::Held);
    let movement = &rules.policies.movement;
    let fits = |one: Size, other: Size| {
        let small = |most| one <= most && (other > most || movement.shares_with_small);
        movement.shares_up_to.is_some_and(small)
    };
    let rides = |rider, mount| flag(rider, Flag::Mounted) && flag(mount, Flag::Ridden);
    // Between two turns everyone stands somewhere for good.
    if !matches!(
        battle.request(),
        Some(opportunist::combat::Request::Turn { .. })
    ) {
        return Ok(());
    }
    let moving = battle.acting();
    for (i, one) in view.combatants.iter().enumerate() {
        for other in &view.combatants[i + 1..] {
            let (Some(a), Some(b)) = (one.area, other.area) else {
                continue;
            };
            let lies = flag(one.seat, Flag::Prone) || flag(other.seat, Flag::Prone);
            // Out of a grapple and not gone yet.
            let leaving = moving == Some(one.seat) || moving == Some(other.seat);
            let helpless = flag(one.seat, Flag::Helpless) || flag(other.seat, Flag::Helpless);
            let lawful = lies
                || helpless && movement.shares_with_helpless
                || leaving
                || !one.standing
                || !other.standing
                || wrestles(one.seat) && wrestles(other.seat)
                || fits(one.size, other.size)
                || fits(other.size, one.size)
                || rides(one.seat, other.seat)
                || rides(other.seat, one.seat);
            if a.overlaps(b) && !lawful {
                let told = |one: &CombatantView| {
                    let conditions = one.conditions.iter().map(|id| rules.conditions.name(*id));
                    let conditions: Vec<_> = conditions.collect();
                    format!("{:?} ({:?}, {conditions:?})", one.seat, one.size)
                };
                let (one, other) = (told(one), told(other));
                return Err(format!("{one} and {other} share {a:?} and {b:?}"));
            }
        }
    }
    Ok(())
}
