//! What a computer player looks at before a decision, gathered once.

use std::sync::Arc;

use crate::combat::contract::{AttackModeView, CombatantView, View};
use crate::combat::{Event, EventKind, Seat, SideId, Sight};
use crate::grid::{Area, Dimensions, Square, SquareSet, distance};
use crate::rules::{ActionId, CostId, Flag, Ruleset};

/// A combatant on the field, as an opponent or ally of the one who decides.
#[derive(Clone, Debug)]
pub struct Other {
    pub seat: Seat,
    pub area: Area,
    /// Damage that takes it out of the fight, at least 1.
    pub life: f64,
    /// Part of its life that is left, 0 to 1.
    pub health: f64,
    /// Damage that it deals to the one who decides in a turn of attacks, roughly.
    pub punch: f64,
    /// Chance that such a turn takes the one who decides out of the fight, roughly.
    pub kill: f64,
    /// A combatant of the other side stands next to it and strikes in melee.
    pub engaged: bool,
    /// Squares from which it strikes in melee; 0 if it does not.
    pub reach: u32,
    /// Squares that it shoots; 0 if it does not.
    pub range: u32,
    /// Squares of one move.
    pub speed: u32,
    /// Squares that it threatens, if an enemy.
    pub threatens: Option<SquareSet>,
    /// Has an attack of opportunity left.
    pub watchful: bool,
}

/// The battle as one combatant sees it.
#[derive(Clone, Debug)]
pub struct Survey {
    pub view: View,
    pub rules: Arc<Ruleset>,
    pub dims: Dimensions,
    pub me: Seat,
    pub side: SideId,
    /// Where it stands, if it stands anywhere.
    pub area: Area,
    /// Enemies able to fight of which its side knows.
    pub enemies: Vec<Other>,
    /// Allies able to fight, without itself.
    pub allies: Vec<Other>,
    /// Where those stand from whom it flees; none: it does not flee, or is cornered.
    pub fled: Vec<Area>,
    /// Prefers shooting.
    pub shooter: bool,
    /// Actions that can be taken now, with their price.
    pub actions: Vec<(ActionId, Option<CostId>)>,
}

impl Survey {
    /// Looks at the battle for one combatant.
    pub fn of(battle: &Sight, me: Seat) -> Self {
        let view = battle.view();
        let rules = Arc::clone(battle.rules());
        let own = &view.combatants[me.index()];
        let side = own.side;
        let area = own.area.unwrap_or_default();
        let (mut enemies, mut allies) = (Vec::new(), Vec::new());
        for one in &view.combatants {
            let Some(place) = one.area else { continue };
            if one.seat == me || !one.standing {
                continue;
            }
            let mut other = look(one, own, place);
            if one.side == side {
                allies.push(other);
            } else {
                other.threatens = Some(battle.threatened_squares(one.seat));
                enemies.push(other);
            }
        }
        for enemy in &mut enemies {
            let beset = |ally: &Other| ally.reach > 0 && ally.area.is_adjacent(enemy.area);
            enemy.engaged = allies.iter().any(beset);
        }
        let shooter = prefers_shooting(&own.modes);
        let dims = battle.dimensions();
        Self {
            view,
            rules,
            dims,
            me,
            side,
            area,
            enemies,
            allies,
            fled: battle.fled_from(me),
            shooter,
            actions: battle.open_actions(),
        }
    }

    /// The one who decides.
    pub fn own(&self) -> &CombatantView {
        &self.view.combatants[self.me.index()]
    }

    /// Squares from a space to the nearest combatant from whom it flees; `None`: it does not flee.
    pub fn away_from_fled(&self, at: Area) -> Option<u32> {
        let fled = self.fled.iter();
        fled.map(|source| self.away(at, *source)).min()
    }

    /// Whether one of its conditions has this flag.
    pub fn has(&self, flag: Flag) -> bool {
        flagged(&self.rules, self.own(), flag)
    }

    /// Its own space laid elsewhere.
    pub fn area_at(&self, anchor: Square) -> Area {
        self.area.moved_to(anchor)
    }

    /// Squares between two spaces as the system counts them.
    pub fn away(&self, a: Area, b: Area) -> u32 {
        distance(a, b, self.rules.policies.movement.diagonals)
    }

    /// How much what the way to an enemy invites counts. Those without reach get into no fight without it,
    /// again and again: the price is no reason to stay away for ever.
    pub fn daring(&self) -> f64 {
        let mut ready = self.own().modes.iter().filter(|mode| mode.ready);
        let within = ready.clone().next().is_some() && ready.all(|mode| mode.reach == 0);
        if within { 0.25 } else { 1.0 }
    }

    /// An enemy by seat.
    pub fn enemy(&self, seat: Seat) -> Option<&Other> {
        self.enemies.iter().find(|enemy| enemy.seat == seat)
    }

    /// Whether a mode may strike from one space to another, sight and cover aside.
    pub fn strikes(&self, mode: &AttackModeView, from: Area, to: Area) -> bool {
        let policies = &self.rules.policies;
        if mode.ranged {
            return self.away(from, to) <= u32::from(mode.reach);
        }
        let (dx, dy) = from.gap(to);
        let length = policies.threat.reach.length(dx, dy);
        length <= u32::from(mode.reach)
            && (length >= u32::from(mode.nearest) || !to.footprint.is_single())
    }
}

/// Whether a combatant has taken an action in the turn at hand.
pub fn done_this_turn(battle: &Sight, me: Seat, wanted: ActionId) -> bool {
    let began = |event: &&Event| !matches!(event.kind, EventKind::TurnBegan { .. });
    let mut turn = battle.events().iter().rev().take_while(began);
    turn.any(|event| match event.kind {
        EventKind::Acted { seat, action, .. } => seat == me && action == wanted,
        _ => false,
    })
}

/// Whether a combatant has done anything in the turn that lasts.
pub fn has_done_something(battle: &Sight, me: Seat) -> bool {
    let began = |event: &&Event| !matches!(event.kind, EventKind::TurnBegan { .. });
    let mut turn = battle.events().iter().rev().take_while(began);
    turn.any(|event| matches!(event.kind, EventKind::Acted { seat, .. } if seat == me))
}

/// Whether one of a combatant's conditions has this flag.
pub fn flagged(rules: &Ruleset, one: &CombatantView, flag: Flag) -> bool {
    one.conditions
        .iter()
        .filter_map(|id| rules.conditions.get(*id))
        .any(|condition| condition.flags.contains(&flag))
}

/// Whether the best ready mode shoots, by mean damage.
pub fn prefers_shooting(modes: &[AttackModeView]) -> bool {
    let best = |ranged| {
        modes
            .iter()
            .filter(|mode| mode.ranged == ranged && !mode.improvised)
            .map(|mode| mode.mean_damage_x2 + mode.attack)
            .max()
            .unwrap_or(i32::MIN)
    };
    // A javelin is as good as a club: only those who shoot clearly better stay away.
    best(true) != i32::MIN && best(true) > best(false).saturating_add(1)
}

/// The rough chance that an attack of this bonus reaches a defence number.
pub fn rough_chance(attack: i32, defence: i32) -> f64 {
    f64::from((21 + attack - defence).clamp(1, 19)) / 20.0
}

fn look(one: &CombatantView, own: &CombatantView, area: Area) -> Other {
    let usable = || one.modes.iter().filter(|mode| mode.ready);
    let punch = usable()
        .map(|mode| {
            let hits =
                rough_chance(mode.attack, own.defence) * (0.5 + 0.5 * f64::from(mode.attacks));
            hits * f64::from(mode.mean_damage_x2) / 2.0
        })
        .fold(0.0, f64::max);
    let life = f64::from((own.hit_points - own.nonlethal).max(1));
    let kill = usable()
        .map(|mode| {
            let hit = rough_chance(mode.attack, own.defence);
            let blows = 0.5 + 0.5 * f64::from(mode.attacks);
            let mean = blows * f64::from(mode.mean_damage_x2) / 2.0;
            hit * ((mean - 0.5 * life) / life).clamp(0.0, 1.0)
        })
        .fold(0.0, f64::max);
    let most = |ranged| {
        usable()
            .filter(|f| f.ranged == ranged)
            .map(|f| u32::from(f.reach))
            .max()
            .unwrap_or(0)
    };
    Other {
        seat: one.seat,
        area,
        life: f64::from((one.hit_points - one.nonlethal).max(1)),
        health: f64::from(one.hit_points.max(0)) / f64::from(one.max_hit_points.max(1)),
        punch,
        kill,
        engaged: false,
        reach: most(false),
        range: most(true),
        speed: u32::from(one.speed),
        threatens: None,
        watchful: one.opportunities_left > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(ranged: bool, attack: i32, mean_damage_x2: i32) -> AttackModeView {
        AttackModeView {
            name: String::new(),
            weapon: None,
            ranged,
            attack,
            attack_now: attack,
            damage: String::new(),
            kinds: Vec::new(),
            mean_damage_x2,
            nearest: 1,
            reach: 1,
            attacks: 1,
            carries: None,
            off_hand: false,
            nonlethal: false,
            ready: true,
            improvised: false,
            alike: 1,
        }
    }

    #[test]
    fn an_archer_with_a_knife_shoots_and_a_brute_with_a_javelin_does_not() {
        assert!(prefers_shooting(&[mode(true, 5, 9), mode(false, 2, 5)]));
        assert!(!prefers_shooting(&[mode(true, 2, 7), mode(false, 6, 15)]));
        assert!(!prefers_shooting(&[mode(false, 6, 15)]));
        assert!(prefers_shooting(&[mode(true, 0, 1)]));
    }

    #[test]
    fn a_natural_twenty_and_a_natural_one_stay_possible() {
        assert_eq!(rough_chance(5, 16), 0.5);
        assert_eq!(rough_chance(0, 99), 0.05);
        assert_eq!(rough_chance(99, 0), 0.95);
    }
}
