//! Where to go: squares worth a look, and what standing there is worth.

use super::distances::{Distances, FAR};
use super::evaluate::{self, Odds};
use super::objective::{Pull, Task, task_of};
use super::profile::Profile;
use super::purse::Purse;
use super::survey::{Other, Survey, rough_chance};
use crate::combat::{Aim, Battle, Choice, Manner, Seat};
use crate::grid::{Square, flank::opposite};
use crate::rules::{ActionCost, ActionId, Flag, Procedure};

/// Squares that are looked at closely for one way of moving.
const CLOSE_LOOK: usize = 6;
/// Points for each step nearer to the fight.
const STEP: f64 = 2.0;
/// What an attack in the next turn counts beside one now.
const PROSPECT: f64 = 0.25;
/// What a move must gain to be worth the trouble.
const TROUBLE: f64 = 0.6;

/// Everything about the ground that stays the same through one decision.
pub struct Ground<'a> {
    pub survey: &'a Survey,
    pub profile: &'a Profile,
    pull: Option<Pull>,
    /// Steps to the nearest enemy.
    steps: Distances,
    /// Points for each step nearer.
    step: f64,
    /// Price of a single and of a full attack, where they can be made in this turn.
    single: Option<ActionCost>,
    full: Option<ActionCost>,
    rises: f64,
}

/// An attack from a place: what it is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strike {
    pub single: f64,
    pub full: f64,
}

impl<'a> Ground<'a> {
    /// Looks at the ground.
    pub fn of(battle: &Battle, survey: &'a Survey, profile: &'a Profile) -> Self {
        let goals = survey.foes.iter().flat_map(|foe| foe.area.squares());
        let steps = Distances::over(battle, survey.area.footprint, goals);
        let price = |full: bool| {
            survey.actions.iter().find(|(id, _)| {
                let procedure = &survey.rules.actions[*id].procedure;
                match procedure {
                    Procedure::Attack => !full,
                    Procedure::FullAttack => full,
                    _ => false,
                }
            })
        };
        let patience = match task_of(battle, survey.side) {
            Task::HoldOut => 0.3,
            Task::Hurry => 1.5,
            _ => 1.0,
        };
        let prone = survey.has(Flag::Prone);
        Self {
            survey,
            profile,
            pull: Pull::of(battle, survey, profile),
            steps,
            step: STEP * patience,
            single: price(false).map(|(_, cost)| *cost),
            full: price(true).map(|(_, cost)| *cost),
            rises: if prone { 8.0 } else { 0.0 },
        }
    }

    /// What standing there until the next turn is worth, attacks of this turn aside.
    pub fn standing(&self, anchor: Square, strike: Strike) -> f64 {
        let area = self.survey.area_at(anchor);
        let mut points = -evaluate::exposure(self.survey, area, self.profile);
        points += PROSPECT * strike.single;
        if strike.single <= 0.0 {
            points -= match self.steps.from(anchor) {
                FAR => self.step * 60.0,
                steps => self.step * f64::from(steps.min(60)),
            };
        }
        points + self.pull.as_ref().map_or(0.0, |pull| pull.at(area))
    }

    /// Steps to the nearest enemy from here.
    pub fn steps(&self, anchor: Square) -> u16 {
        self.steps.from(anchor)
    }

    /// What attacks from a place gain in this turn with what the purse then holds.
    fn now(&self, strike: Strike, purse: Option<Purse>) -> f64 {
        let Some(purse) = purse else { return 0.0 };
        let economy = &self.survey.rules.policies.economy;
        let pays =
            |cost: Option<ActionCost>| cost.is_some_and(|c| purse.less(c, economy).is_some());
        let mut best: f64 = 0.0;
        if pays(self.single) {
            best = best.max(strike.single);
        }
        if pays(self.full) {
            best = best.max(strike.full);
        }
        best
    }

    /// The best attack from a place, by exact odds.
    pub fn strike(&self, battle: &mut Battle, anchor: Option<Square>) -> Strike {
        let from = anchor.map_or(self.survey.area, |a| self.survey.area_at(a));
        let mut best = Strike::default();
        for (index, form) in self.survey.own().forms.iter().enumerate() {
            if !form.ready || form.off_hand {
                continue;
            }
            for foe in &self.survey.foes {
                if !self.survey.strikes(form, from, foe.area) {
                    continue;
                }
                let me = self.survey.me;
                let Some(odds) = odds(battle, me, index as u8, foe.seat, anchor) else {
                    continue;
                };
                let mut single = evaluate::attack(odds, foe.life, foe.health, self.profile);
                if form.ranged {
                    single -= self.shooting_cost(from);
                }
                best.single = best.single.max(single);
                best.full = best.full.max(evaluate::full_attack(single, form.attacks));
            }
        }
        best
    }

    /// What shooting under threat costs, roughly.
    fn shooting_cost(&self, from: crate::grid::Area) -> f64 {
        let life = evaluate::own_life(self.survey);
        let watched = self.survey.foes.iter().filter(|foe| {
            foe.watchful
                && foe
                    .threatens
                    .as_ref()
                    .is_some_and(|squares| squares.touches(from))
        });
        watched
            .map(|foe| evaluate::loss(foe.punch, life, self.profile))
            .sum()
    }

    /// The gain of moving by this action, best destinations first.
    pub fn moves(
        &self,
        battle: &mut Battle,
        action: ActionId,
        cost: ActionCost,
        here: f64,
    ) -> Vec<(f64, Choice)> {
        let field = battle.reachable(action);
        let economy = &self.survey.rules.policies.economy;
        let purse = self.survey.purse.less(cost, economy);
        let mut looks: Vec<(f64, Square, u8)> = field
            .squares
            .iter()
            .filter(|(square, ..)| *square != self.survey.area.anchor)
            .map(|(square, _, invites)| (self.glance(*square, *invites, purse), *square, *invites))
            .collect();
        if looks.len() > CLOSE_LOOK {
            looks
                .select_nth_unstable_by(CLOSE_LOOK, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            looks.truncate(CLOSE_LOOK);
        }
        looks.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut moves = Vec::with_capacity(looks.len());
        for (_, square, invites) in looks {
            let strike = self.strike(battle, Some(square));
            let spent = if matches!(cost, ActionCost::None | ActionCost::Free) {
                0.0
            } else {
                TROUBLE
            };
            let gain = self.now(strike, purse) + self.standing(square, strike) - here - spent;
            // What it would cost can only make it worse.
            if gain + self.rises <= 0.0 {
                continue;
            }
            let Some(way) = battle.way(action, square) else {
                continue;
            };
            let choice = walk(action, way);
            let mut points = gain + self.rises;
            if invites > 0 {
                let life = evaluate::own_life(self.survey);
                if let Some(path) = battle.forecast(&choice).path {
                    points -= evaluate::opportunities(&path.opportunities, life, self.profile);
                }
            }
            moves.push((points, choice));
        }
        moves
    }

    /// A quick guess at the gain of a square, to find those worth a close look.
    fn glance(&self, square: Square, invites: u8, purse: Option<Purse>) -> f64 {
        let area = self.survey.area_at(square);
        let mut strike = Strike::default();
        for form in self
            .survey
            .own()
            .forms
            .iter()
            .filter(|form| form.ready && !form.off_hand)
        {
            for foe in &self.survey.foes {
                if !self.survey.strikes(form, area, foe.area) {
                    continue;
                }
                let mut chance = rough_chance(
                    form.attack,
                    self.survey.view.combatants[foe.seat.index()].defence,
                );
                if !form.ranged && self.flanks(area, foe) {
                    chance += 0.1;
                }
                let mean = chance * f64::from(form.mean_damage_x2) / 2.0;
                let odds = Odds {
                    hit: chance,
                    mean,
                    down: 0.0,
                };
                let single = evaluate::attack(odds, foe.life, foe.health, self.profile);
                strike.single = strike.single.max(single);
                strike.full = strike.full.max(evaluate::full_attack(single, form.attacks));
            }
        }
        let fear = f64::from(invites) * 6.0 * Profile::factor(self.profile.caution);
        self.now(strike, purse) + self.standing(square, strike) - fear
    }

    /// Whether a friend stands across from there.
    fn flanks(&self, area: crate::grid::Area, foe: &Other) -> bool {
        area.is_adjacent(foe.area)
            && self.survey.friends.iter().any(|friend| {
                friend.reach > 0
                    && friend.area.is_adjacent(foe.area)
                    && opposite(area, foe.area, friend.area)
            })
    }
}

/// A walk along these squares.
pub fn walk(action: ActionId, way: Vec<Square>) -> Choice {
    Choice::Act {
        action,
        aim: Aim::Along(way),
        form: None,
        manner: Manner::default(),
    }
}

/// The odds of an attack, if it can be made at all.
pub fn odds(
    battle: &mut Battle,
    attacker: Seat,
    form: u8,
    target: Seat,
    from: Option<Square>,
) -> Option<Odds> {
    if !battle.can_attack(attacker, form, target, from) {
        return None;
    }
    Some(Odds::from(
        &battle.attack_odds(attacker, form, target, from),
    ))
}
