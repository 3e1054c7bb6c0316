//! Names in the play of a scenario: what is done, refused and expected.

use super::Reader;
use crate::scenario::drawing::sides;
use crate::scenario::format::{Expect, Line, Scripted};
use crate::scenario::notation::misread;
use crate::scenario::stage::KINDS;

impl Reader<'_> {
    pub(super) fn line(&mut self, line: &Line) {
        match line {
            Line::Do(who, scripted) => {
                self.fighter(*who);
                self.within(1, |r| r.scripted(scripted));
            }
            Line::Refused(who, scripted, rule) => {
                self.fighter(*who);
                self.within(1, |r| r.scripted(scripted));
                if !rule.is_empty() {
                    let rules = self.rules;
                    self.within(2, |r| r.on("rule", &rules.compendium, rule));
                }
            }
            Line::Expect(expected) | Line::ExpectNot(expected) => {
                self.within(0, |r| r.expected(expected));
            }
            Line::NextBattle { fresh, repairs, .. } => {
                fresh.iter().for_each(|who| self.fighter(*who));
                for mending in repairs {
                    self.fighter(mending.by);
                    self.fighter(mending.of);
                }
            }
        }
    }

    fn scripted(&mut self, scripted: &Scripted) {
        use Scripted as S;
        match scripted {
            S::Act {
                action,
                at,
                item,
                instead,
                begins,
                several,
                with,
                ..
            } => {
                self.within("action", |r| r.action(action));
                if let Some(mode) = with {
                    self.within("with", |r| r.mode(mode, false));
                }
                at.iter().chain(several).for_each(|who| self.fighter(*who));
                let worn = ["shield", "helmet"];
                let worn = item.as_deref().is_some_and(|item| worn.contains(&item));
                if let Some(item) = item.as_ref().filter(|_| at.is_none() || !worn) {
                    self.within("item", |r| r.weapon(item));
                }
                if let Some(id) = instead {
                    self.within("instead", |r| r.action(id));
                }
                if let Some(id) = begins {
                    self.within("begins", |r| r.action(id));
                }
            }
            S::Aside { action, at, item } => {
                self.within("action", |r| r.action(action));
                at.iter().for_each(|who| self.fighter(*who));
                if let Some(item) = item {
                    self.within("item", |r| r.weapon(item));
                }
            }
            S::Ready {
                action, who, doing, ..
            } => {
                self.within("action", |r| r.action(action));
                who.iter().for_each(|who| self.fighter(*who));
                if let Some(id) = doing {
                    self.within("doing", |r| r.action(id));
                }
            }
            S::Attack(who) | S::Charge(who) | S::Pick(who) => self.fighter(*who),
            S::AttackWith(who, mode) => {
                self.fighter(*who);
                self.within(1, |r| r.mode(mode, false));
            }
            S::YesWith(mode) => self.mode(mode, false),
            S::YesInstead(action) => self.action(action),
            S::Move(_)
            | S::EndTurn
            | S::Yes
            | S::No
            | S::NotThisMove
            | S::Nothing
            | S::Dodge
            | S::Block
            | S::DodgeTen
            | S::BlockTen
            | S::PushTo(..)
            | S::DropAt(..)
            | S::Place(_)
            | S::Surrender => {}
        }
    }

    fn expected(&mut self, expected: &Expect) {
        use Expect as X;
        let rules = self.rules;
        match expected {
            X::HitPoints(who, _)
            | X::Nonlethal(who, _)
            | X::Dealt(who, _)
            | X::Rested(who, ..)
            | X::ConstitutionLost(who, _)
            | X::Lost(who, ..)
            | X::Dead(who)
            | X::Standing(who)
            | X::Turn(who)
            | X::Initiative(who, _)
            | X::Defence(who, _)
            | X::ShieldUses(who, _)
            | X::Temporary(who, _)
            | X::Armour(who, ..)
            | X::Shield(who, _)
            | X::Helmet(who, _) => self.fighter(*who),
            X::At(who, x, y) | X::Threatens(who, x, y) => {
                self.fighter(*who);
                self.square(*x, *y);
            }
            X::Perceives(who, whom, _) => {
                self.fighter(*who);
                self.fighter(*whom);
            }
            X::Has(who, id) => {
                self.fighter(*who);
                self.on("condition", &rules.conditions, id);
            }
            X::Repair(by, of, ..) => {
                self.fighter(*by);
                self.fighter(*of);
            }
            X::NoRepair(by, of, _, _, rule) => {
                self.fighter(*by);
                self.fighter(*of);
                if !rule.is_empty() {
                    self.on("rule", &rules.compendium, rule);
                }
            }
            X::Wounds(who, name, _) => {
                self.fighter(*who);
                let grades = &rules.policies.damage.grades;
                let known = grades.iter().map(|grade| grade.name.as_str());
                self.name("grade of wounds", name, known);
            }
            X::Asks(who, kind) => {
                if *who != '-' {
                    self.fighter(*who);
                }
                self.name("request", kind, KINDS.into_iter());
            }
            X::Order(letters) => letters.iter().for_each(|who| self.fighter(*who)),
            X::Points(who, id, _) => {
                self.fighter(*who);
                self.on("pool", &rules.pools, id);
            }
            X::UsesLeft(who, id, _) | X::Charged(who, id) => {
                self.fighter(*who);
                self.ability(id);
            }
            X::Event(line) | X::Told(line, _) => {
                let letters: Vec<char> = self.scenario.fighters.keys().copied().collect();
                match misread(line, rules, self.catalogue, &letters) {
                    Some((message, nearest)) => self.report(message, nearest),
                    None => self.places(line),
                }
            }
            X::Cites(id) => self.on("rule", &rules.compendium, id),
            X::Reaches(who, action, (x, y), _) | X::CanReach(who, action, (x, y)) => {
                self.fighter(*who);
                self.action(action);
                self.square(*x, *y);
            }
            X::Chance(who, action, target, _) | X::MeanDamage(who, action, target, _) => {
                self.fighter(*who);
                self.action(action);
                self.fighter(*target);
            }
            X::HitChance(who, target, _) => {
                self.fighter(*who);
                self.fighter(*target);
            }
            X::Over(side) if side.is_empty() => {}
            X::Over(side) => self.side(side),
            X::Offered(action) | X::GoesOn(action) => self.action(action),
            X::Attacks(who, modes) => {
                self.fighter(*who);
                modes.iter().for_each(|mode| self.mode(mode, true));
            }
            X::Targets(action, targets) => {
                self.action(action);
                targets.iter().for_each(|target| self.fighter(*target));
            }
            X::Action(action, cost, _) => {
                self.action(action);
                self.on("cost", &rules.costs, cost);
            }
            X::Holds(who, weapon) => {
                self.fighter(*who);
                self.weapon(weapon);
            }
            X::Lies(weapon, x, y) => {
                self.weapon(weapon);
                self.square(*x, *y);
            }
            X::Opportunities(_)
            | X::OpportunityAttacks(_)
            | X::Rolled(_)
            | X::Round(_)
            | X::Surprise => {}
        }
    }

    /// Squares and sides in an event, whose form is known to be right.
    fn places(&mut self, line: &str) {
        let squares = line.split(' ').filter_map(|word| word.split_once(','));
        for (x, y) in squares {
            if let (Ok(x), Ok(y)) = (x.parse(), y.parse()) {
                self.square(x, y);
            }
        }
        if let Some(side) = line.strip_prefix("won by side ") {
            let most = sides(self.scenario).len();
            if !side.parse().is_ok_and(|side| (1..=most).contains(&side)) {
                self.report(format!("there is no side {side}: there are {most}"), None);
            }
        }
    }
}
