//! The ground of one decision: what standing somewhere is worth, and what can be struck from there.

use crate::combat::contract::{AttackModeView, Awareness};
use std::cell::{OnceCell, RefCell};

use super::balance;
use super::evaluate::{self, Odds};
use super::hunt;
use super::objective::{Pull, Task, task_of};
use super::profile::Profile;
use super::reach;
use super::route::Route;
use super::survey::{Other, Survey, rough_chance};
use crate::combat::battle::assessment::{AttackOption, UnitValue};
use crate::combat::{Choice, Seat, Sight, Toll};
use crate::grid::flank::opposite;
use crate::grid::{Area, Square};
use crate::rules::{ActionDef, CostId, Purse};

/// Points for each step nearer to the fight.
const STEP: f64 = 2.0;
/// What an attack in the next turn counts beside one now.
const PROSPECT: f64 = 0.25;
/// What a loaded weapon counts beside an attack with it.
pub(super) const LOADED: f64 = 0.6;
/// What it is worth to have an enemy within reach of an ability in the next turn, once this one has gone into
/// something else.
const CAST: f64 = 6.0;
/// How much likelier a flanking attack hits, roughly.
const FLANKING: f64 = 0.1;

/// An attack from a place: what it is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strike {
    pub single: f64,
    pub full: f64,
}

impl Strike {
    /// What can be had of it where a single attack and a full one can be paid for.
    pub fn paid(self, (single, full): (bool, bool)) -> f64 {
        let mut best: f64 = 0.0;
        if single {
            best = best.max(self.single);
        }
        if full {
            best = best.max(self.full);
        }
        best
    }
}

/// An attack of a mode on an enemy by a quick guess, unflanked and flanked.
#[derive(Clone, Copy, Debug)]
struct Guess {
    mode: usize,
    enemy: usize,
    plain: Strike,
    flanked: Strike,
}

/// Odds that were asked for already: mode, target, place of the attacker.
type Asked = ((u8, Seat, Option<Square>), Option<Odds>);

/// Everything about the ground that stays the same through one decision.
pub struct Ground<'a> {
    pub survey: &'a Survey,
    pub profile: &'a Profile,
    /// What the level asks of the player's side.
    pub task: Task,
    pull: Option<Pull>,
    /// The way to the nearest enemy, or to where one may be.
    route: Route,
    /// Points for each step nearer.
    step: f64,
    /// Price of a single and of a full attack, where they can be made in this turn.
    single: Option<Option<CostId>>,
    full: Option<Option<CostId>>,
    guesses: Vec<Guess>,
    /// What could be shot with what is in hand once it is loaded.
    loadable: Vec<Guess>,
    /// The enemies that it sees, by number, and how far its harmful abilities reach, if it can use none of
    /// them in this turn any more.
    castable: Vec<(usize, u32)>,
    asked: RefCell<Vec<Asked>>,
    /// What every combatant is worth as things are.
    forces: OnceCell<Vec<UnitValue>>,
    /// The balance of forces as it is, and what the attacks still to be made are worth.
    now: OnceCell<(f64, f64)>,
}

impl<'a> Ground<'a> {
    /// Looks at the ground.
    pub fn of(battle: &Sight, survey: &'a Survey, profile: &'a Profile) -> Self {
        let enemies = survey.enemies.iter();
        let goals: Vec<Square> = match survey.enemies.is_empty() {
            true => hunt::goals(battle, survey),
            false => enemies.flat_map(|enemy| enemy.area.squares()).collect(),
        };
        let route = Route::to(battle, survey, &goals);
        let price = |wanted: fn(&ActionDef) -> bool| {
            let mut prices = survey.actions.iter();
            let found = prices.find(|(id, _)| wanted(&survey.rules.actions[*id]));
            found.map(|(_, cost)| *cost)
        };
        let task = task_of(battle, survey.side);
        let urgency = match task {
            Task::HoldOut => 0.3,
            Task::Hurry => 1.5,
            _ => 1.0,
        };
        // A hurt combatant that would not survive the fight does not hurry, but no combatant keeps away
        // until the end. The unhurt do not stand about while others fight.
        let deadliest = survey
            .enemies
            .iter()
            .map(|enemy| enemy.kill)
            .fold(0.0, f64::max);
        let own = survey.own();
        let lost = 1.0 - f64::from(own.hit_points) / f64::from(own.max_hit_points.max(1));
        let shy = 0.2 + 0.7 * (2.0 * lost).clamp(0.0, 1.0);
        let vigour = 1.0 - shy * deadliest * evaluate::patience(survey.view.rounds());
        Self {
            survey,
            profile,
            pull: Pull::of(battle, survey, profile),
            route,
            task,
            step: STEP * urgency * vigour,
            single: price(ActionDef::is_plain_attack),
            full: price(ActionDef::is_plain_full_attack),
            guesses: guesses(survey, profile, |mode| mode.ready && !mode.off_hand),
            loadable: guesses(survey, profile, |mode| {
                let held = |weapon| survey.own().held.contains(&weapon);
                !mode.ready && mode.ranged && !mode.improvised && mode.weapon.is_some_and(held)
            }),
            castable: match own.budget.purse.slots.standard {
                0 => castable(battle, survey),
                _ => Vec::new(),
            },
            asked: RefCell::default(),
            forces: OnceCell::new(),
            now: OnceCell::new(),
        }
    }

    /// What the ground does on a way through these spaces, in points.
    pub fn tolls(&self, battle: &Sight, way: &[Square]) -> f64 {
        let life = evaluate::own_life(self.survey);
        let starts = std::iter::once(self.survey.area.anchor).chain(way.iter().copied());
        starts
            .zip(way)
            .map(|(from, to)| {
                let [from, to] = [from, *to].map(|anchor| self.survey.area_at(anchor));
                evaluate::toll(self.toll(battle, Some(from), to), life, self.profile)
            })
            .sum()
    }

    /// Harm of the ground from one space to another. Ground that holds is no reason to stay where no way leads
    /// around it.
    fn toll(&self, battle: &Sight, from: Option<Area>, to: Area) -> Toll {
        let toll = battle.toll(self.survey.me, from, to);
        let pulled = || self.pull.as_ref().is_some_and(|pull| pull.route().mires());
        let holds = toll.holds && !self.route.mires() && !pulled();
        Toll { holds, ..toll }
    }

    /// What the ground does to the combatant that ends its turn there, in points: coming there, unless
    /// it is there already, and staying.
    pub fn footing(&self, battle: &Sight, anchor: Square) -> f64 {
        let (here, there) = (self.survey.area, self.survey.area_at(anchor));
        let life = evaluate::own_life(self.survey);
        let cost = |from| evaluate::toll(self.toll(battle, from, there), life, self.profile);
        let again = if battle.ground_hurts_again() {
            cost(None)
        } else {
            0.0
        };
        cost(Some(here)) + again
    }

    /// What standing there until the next turn is worth, attacks of this turn aside.
    pub fn standing(&self, anchor: Square, strike: Strike) -> f64 {
        let area = self.survey.area_at(anchor);
        let mut points = -evaluate::exposure(self.survey, area, self.profile);
        let next = self.next(area, strike);
        points += PROSPECT * next;
        if let Some(away) = self.survey.away_from_fled(area) {
            points += self.step * f64::from(away);
        } else if next <= 0.0 {
            points -= self.march(anchor);
        }
        points + self.pull.as_ref().map_or(0.0, |pull| pull.at(area))
    }

    /// Cost of the path to the fight from an anchor, in points; 0 where gaps bar the enemy but not the objective.
    pub fn march(&self, anchor: Square) -> f64 {
        let leads = |pull: &Pull| !pull.route().is_cut_off();
        match self.route.is_cut_off() && self.pull.as_ref().is_some_and(leads) {
            true => 0.0,
            false => self.step * f64::from(self.route.length(anchor)),
        }
    }

    /// Whether there are enemies within range and none that can be struck: something is in between.
    pub fn is_blind(&self, battle: &Sight) -> bool {
        self.guess(self.survey.area).single > 0.0 && self.strike(battle, None).single <= 0.0
    }

    /// What an attack from there in the next turn is worth; `strike` is one now. What only lacks loading
    /// is shot from there a turn later, and abilities are used again.
    pub fn next(&self, area: Area, strike: Strike) -> f64 {
        if strike.single > 0.0 {
            return strike.single;
        }
        let loaded = LOADED * self.best(&self.loadable, area, |_| true).single;
        let reached = |(enemy, reach): &(usize, u32)| {
            self.survey.away(self.survey.enemies[*enemy].area, area) <= *reach
        };
        match loaded <= 0.0 && self.castable.iter().any(reached) {
            true => CAST,
            false => loaded,
        }
    }

    /// How these forces stand for the player's side, in points.
    pub fn balance(&self, forces: &[UnitValue]) -> f64 {
        let diagonals = self.survey.rules.policies.movement.diagonals;
        balance::of(forces, self.survey.side, self.profile, diagonals)
    }

    /// What the best of these attacks is worth.
    pub fn follow_up(&self, attack_options: &[AttackOption], forces: &[UnitValue]) -> f64 {
        balance::follow_up(attack_options, forces, self.profile)
    }

    /// What every combatant is worth now. Asked once, remembered for the decision.
    pub fn forces(&self, battle: &Sight) -> &[UnitValue] {
        self.forces.get_or_init(|| battle.unit_values())
    }

    /// How the forces stand now, and what the attacks that are still possible in this turn are
    /// worth. Asked once, remembered for the decision.
    pub fn balance_now(&self, battle: &Sight) -> (f64, f64) {
        *self.now.get_or_init(|| {
            let forces = self.forces(battle);
            let attack_options = battle.attack_options(self.survey.me);
            (
                self.balance(forces),
                self.follow_up(&attack_options, forces),
            )
        })
    }

    /// Points for each step nearer to the fight.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Whether there is no way to an enemy but through what can be opened or broken.
    pub fn is_barred(&self) -> bool {
        self.route.is_barred()
    }

    /// Whether there is no way to an enemy at all.
    pub fn is_cut_off(&self) -> bool {
        self.route.is_cut_off()
    }

    /// Whether what bars this square bars the only way to an enemy or to the objective.
    pub fn leads_through(&self, square: Square) -> bool {
        let routes = [Some(&self.route), self.pull.as_ref().map(Pull::route)];
        let here = self.survey.area.anchor;
        let mut routes = routes.into_iter().flatten();
        routes.any(|route| route.leads_through(here, square))
    }

    /// Whether it runs for its life, and so does not strike.
    pub fn flees(&self) -> bool {
        !self.survey.fled.is_empty()
    }

    /// Steps to the nearest enemy from here.
    pub fn steps(&self, anchor: Square) -> u16 {
        self.route.steps(anchor)
    }

    /// What attacks from a place gain in this turn with what the turn then holds.
    pub fn now(&self, strike: Strike, purse: Option<Purse>) -> f64 {
        strike.paid(self.pays(purse))
    }

    /// Whether an action takes nothing of the turn.
    pub fn is_free(&self, choice: &Choice) -> bool {
        let Choice::Act { action, .. } = choice else {
            return false;
        };
        let mut prices = self.survey.actions.iter();
        let price = prices.find(|(id, _)| id == action).map(|(_, cost)| *cost);
        let held = self.survey.own().budget.purse;
        price.is_some_and(|cost| self.survey.rules.paid(held, cost) == Some(held))
    }

    /// Whether a purse pays for a single attack and for a full one.
    pub fn pays(&self, purse: Option<Purse>) -> (bool, bool) {
        let rules = &self.survey.rules;
        let pays = |cost: Option<Option<CostId>>| {
            cost.zip(purse)
                .is_some_and(|(cost, purse)| rules.paid(purse, cost).is_some())
        };
        (pays(self.single), pays(self.full))
    }

    /// The odds of an attack, if it can be made at all. Asked once, remembered for the decision.
    pub fn odds(
        &self,
        battle: &Sight,
        mode: u8,
        target: Seat,
        from: Option<Square>,
    ) -> Option<Odds> {
        let key = (mode, target, from);
        if let Some((_, odds)) = self.asked.borrow().iter().find(|(asked, _)| *asked == key) {
            return *odds;
        }
        let me = self.survey.me;
        let odds = battle
            .can_attack(me, mode, target, from)
            .then(|| Odds::from(&battle.attack_odds(me, mode, target, from)));
        self.asked.borrow_mut().push((key, odds));
        odds
    }

    /// The best attack from a place, by exact odds.
    pub fn strike(&self, battle: &Sight, anchor: Option<Square>) -> Strike {
        let from = anchor.map_or(self.survey.area, |a| self.survey.area_at(a));
        let mut best = Strike::default();
        if self.flees() {
            return best;
        }
        for guess in &self.guesses {
            let (mode, enemy) = self.pair(guess);
            if !self.survey.strikes(mode, from, enemy.area) {
                continue;
            }
            let Some(odds) = self.odds(battle, guess.mode as u8, enemy.seat, anchor) else {
                continue;
            };
            let mut single = evaluate::attack(odds, enemy.life, enemy.health, self.profile);
            if mode.ranged {
                single -= self.shooting_cost(from);
            }
            best.single = best.single.max(single);
            best.full = best.full.max(evaluate::full_attack(single, mode.attacks));
        }
        best
    }

    /// The best attack from a place by a quick guess, sight and cover aside.
    pub fn guess(&self, from: Area) -> Strike {
        self.best(&self.guesses, from, |_| true)
    }

    /// The best attack from a place by a quick guess, without attacks that a wall prevents.
    pub fn prospect(&self, battle: &Sight, anchor: Square) -> Strike {
        let me = self.survey.me;
        self.best(&self.guesses, self.survey.area_at(anchor), |guess| {
            let enemy = &self.survey.enemies[guess.enemy];
            battle.can_attack(me, guess.mode as u8, enemy.seat, Some(anchor))
        })
    }

    /// The best of these attacks from a place for which `can` holds; it is asked only of better ones.
    fn best(&self, guesses: &[Guess], from: Area, can: impl Fn(&Guess) -> bool) -> Strike {
        let mut best = Strike::default();
        if self.flees() {
            return best;
        }
        for guess in guesses {
            let (mode, enemy) = self.pair(guess);
            if !self.survey.strikes(mode, from, enemy.area) {
                continue;
            }
            let flanked = !mode.ranged && self.flanks(from, enemy);
            let strike = if flanked { guess.flanked } else { guess.plain };
            let better = strike.single > best.single || strike.full > best.full;
            if !better || !can(guess) {
                continue;
            }
            best.single = best.single.max(strike.single);
            best.full = best.full.max(strike.full);
        }
        best
    }

    fn pair(&self, guess: &Guess) -> (&AttackModeView, &Other) {
        (
            &self.survey.own().modes[guess.mode],
            &self.survey.enemies[guess.enemy],
        )
    }

    /// What shooting under threat costs, roughly.
    fn shooting_cost(&self, from: Area) -> f64 {
        let life = evaluate::own_life(self.survey);
        let watched = self.survey.enemies.iter().filter(|enemy| {
            enemy.watchful
                && enemy
                    .threatens
                    .as_ref()
                    .is_some_and(|squares| squares.touches(from))
        });
        watched
            .map(|enemy| evaluate::loss(enemy.punch, life, self.profile))
            .sum()
    }

    /// Whether an ally stands across from there.
    fn flanks(&self, from: Area, enemy: &Other) -> bool {
        from.is_adjacent(enemy.area)
            && self.survey.allies.iter().any(|ally| {
                ally.reach > 0
                    && ally.area.is_adjacent(enemy.area)
                    && opposite(from, enemy.area, ally.area)
            })
    }
}

/// The enemies that are seen now, each with the longest reach of the abilities that could harm it in the next turn.
fn castable(battle: &Sight, survey: &Survey) -> Vec<(usize, u32)> {
    let Some(reach) = reach::of(&survey.rules, survey.own()) else {
        return Vec::new();
    };
    let seen = |enemy: &Other| battle.perceives(survey.me, enemy.seat) == Some(Awareness::Seen);
    let seen = survey
        .enemies
        .iter()
        .enumerate()
        .filter(|(_, enemy)| seen(enemy));
    seen.map(|(number, _)| (number, reach)).collect()
}

fn guesses(
    survey: &Survey,
    profile: &Profile,
    wanted: impl Fn(&AttackModeView) -> bool,
) -> Vec<Guess> {
    let mut list = Vec::new();
    for (mode, known) in survey.own().modes.iter().enumerate() {
        if !wanted(known) {
            continue;
        }
        for (enemy, other) in survey.enemies.iter().enumerate() {
            let defence = survey.view.combatants[other.seat.index()].defence;
            let strike = |bonus: f64| {
                let hit = (rough_chance(known.attack, defence) + bonus).min(0.95);
                let mean = hit * f64::from(known.mean_damage_x2) / 2.0;
                let odds = Odds {
                    hit,
                    mean,
                    down: 0.0,
                };
                let single = evaluate::attack(odds, other.life, other.health, profile);
                Strike {
                    single,
                    full: evaluate::full_attack(single, known.attacks),
                }
            };
            list.push(Guess {
                mode,
                enemy,
                plain: strike(0.0),
                flanked: strike(FLANKING),
            });
        }
    }
    list
}
