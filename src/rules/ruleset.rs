//! The ruleset: everything that one rule system is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::ability::AbilityLoss;
use super::aftermath::AftermathRules;
use super::attack::AttackRules;
use super::basics::Basics;
use super::damage::DamageRules;
use super::derive::Derivation;
use super::dying::{Dying, Saves, TurnRules, VictoryRules};
use super::economy::Economy;
use super::initiative::{Beginning, InitiativeRules};
use super::kind::AbilityRules;
use super::manoeuvre::Roll;
use super::manoeuvre::{BullRushRules, ForcedRules, GrappleRules, Manoeuvres};
use super::movement::MovementRules;
use super::names::Names;
use super::primitive::{Primitive, Term, Value};
use super::threat::ThreatRules;
use super::weapon::WeaponChange;
use super::{
    Ability, AbilityDef, AbilityId, ActionDef, ActionId, ConditionDef, ConditionId, CostDef,
    CostId, Flags, Forbids, Id, PoolDef, PoolId, Purse, RuleId, SkillDef, SkillId, Stacking, Table,
    Topic, TraitDef, TraitId,
};

/// One rule system, loaded and checked.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The folder's name.
    pub id: String,
    pub policies: Policies,
    pub costs: Table<CostId, CostDef>,
    pub skills: BTreeMap<SkillId, SkillDef>,
    pub actions: Table<ActionId, ActionDef>,
    pub abilities: Table<AbilityId, AbilityDef>,
    pub conditions: Table<ConditionId, ConditionDef>,
    pub pools: Table<PoolId, PoolDef>,
    pub traits: Table<TraitId, TraitDef>,
    pub compendium: Table<RuleId, Rule>,
    /// Its rules about what other systems have rules about as well, by subject.
    pub subjects: BTreeMap<String, Vec<RuleId>>,
    /// Rules by topic; the first is the one that refusals and modifiers name.
    cites: Vec<Vec<RuleId>>,
    /// Rules that actions and conditions name, by id.
    action_rules: Vec<Vec<RuleId>>,
    condition_rules: Vec<Vec<RuleId>>,
    prices: Vec<Price>,
    /// The actions that each condition forbids, in ascending order.
    barred: Vec<Vec<ActionId>>,
    /// The flags of each condition.
    flags: Vec<Flags>,
    basics: Basics,
    /// The abilities that can be used at any time, of their own accord.
    instants: Vec<ActionId>,
}

/// What an action can cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    pub usual: Option<CostId>,
    /// With a single action in the turn.
    pub restricted: Option<CostId>,
    /// In a surprise round.
    pub surprise: Option<CostId>,
    /// A lower one, and the least base attack bonus for it.
    pub cheaper: Option<(CostId, i32)>,
    /// Of the second half of an action that was begun in the turn before.
    pub finished: Option<CostId>,
}

/// The contents of `ruleset.ron`, `inherits` resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policies {
    pub name: String,
    /// Three sentences for the set-up screen: what is different to play.
    pub summary: String,
    /// What the system calls its defence number, such as "AC".
    pub defence_name: String,
    /// What it calls ability scores and saving throws, where it has names of its own.
    #[serde(default)]
    pub names: Names,
    pub stacking: Stacking,
    /// How a battle begins, stage by stage.
    pub beginning: Vec<Beginning>,
    pub initiative: InitiativeRules,
    pub economy: Economy,
    pub turn: TurnRules,
    pub movement: MovementRules,
    pub threat: ThreatRules,
    pub attack: AttackRules,
    pub damage: DamageRules,
    pub saves: Saves,
    pub dying: Dying,
    /// What lost points of ability scores do.
    #[serde(default)]
    pub ability_loss: AbilityLoss,
    pub victory: VictoryRules,
    pub manoeuvres: Manoeuvres,
    #[serde(default)]
    pub bull_rush: BullRushRules,
    #[serde(default)]
    pub grapple: GrappleRules,
    #[serde(default)]
    pub forced: ForcedRules,
    /// What lasts beyond a battle, and what rest gives back.
    #[serde(default)]
    pub aftermath: AftermathRules,
    /// Special abilities, where there are any.
    #[serde(default)]
    pub abilities: AbilityRules,
    /// The highest Dexterity bonus in suits of armour by id, where it is another than the equipment says.
    #[serde(default)]
    pub dexterity_limits: BTreeMap<String, i32>,
    /// The bonus of shields by id, where it is another than the equipment says.
    #[serde(default)]
    pub shield_bonuses: BTreeMap<String, i32>,
    /// What is different about weapons by id from what the equipment says.
    #[serde(default)]
    pub weapons: BTreeMap<String, WeaponChange>,
    pub derive: Derivation,
}

/// One rule of the compendium.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Stable id, such as `CD-AOO-03`.
    pub id: String,
    pub chapter: String,
    pub title: String,
    pub scope: Scope,
    pub text: String,
    /// It stands in the compendium of a ruleset that this one inherits from.
    #[serde(skip)]
    pub inherited: bool,
    /// Place in the order of reading: as in the file, rules of its own after inherited ones.
    #[serde(skip)]
    pub place: usize,
}

/// When a rule matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Battle,
    Before,
    After,
    /// For people at a table; the program has nothing to do.
    Table,
}

impl Ruleset {
    /// Whether the square of an unseen enemy has to be found (EP-INVIS-05).
    pub fn hides_unseen_squares(&self) -> bool {
        self.policies.attack.concealment.squares.are_found()
    }

    /// Whether there is anything to do with a tool of this name.
    pub fn has_use_for(&self, tool: &str) -> bool {
        let used = |(_, def): (AbilityId, &AbilityDef)| def.item.as_deref() == Some(tool);
        let kit = |(_, def): (ActionId, &ActionDef)| def.is_done_with(tool);
        self.abilities.iter().any(used) || self.actions.iter().any(kit)
    }

    /// Whether an ability ends what its user is casting already, because it takes concentration or
    /// rounds itself (SP-FULL-13).
    pub fn ends_long_cast(&self, def: &AbilityDef) -> bool {
        let kind = self.policies.abilities.kinds.get(&def.kind);
        def.rounds > 0 || kind.is_some_and(|kind| kind.concentration.is_some())
    }

    /// Whether an action uses an ability that can be used on the defensive.
    pub fn can_be_defensive(&self, def: &ActionDef) -> bool {
        let ability = def.ability().and_then(|id| self.abilities.by_name(id));
        let kind = ability.and_then(|def| self.policies.abilities.kinds.get(&def.kind));
        let rule = kind.and_then(|kind| kind.concentration);
        rule.is_some_and(|rule| rule.defensive.is_some())
    }

    /// What the first check of an action's program rolls, if it is a number of the user's.
    pub fn rolled_by(&self, action: ActionId) -> Option<Value> {
        let def = self.actions.get(action)?;
        let rolled = |what: &&Primitive| match what {
            Primitive::Check { roll, .. } | Primitive::Contest { roll, .. } => {
                roll.iter().find_map(|term| match term {
                    Term::Mine(value) => Some(*value),
                    _ => None,
                })
            }
            what => match self.policies.manoeuvres.of_family(what.family())?.roll {
                Roll::Stat(stat) => Some(Value::Stat(stat)),
                Roll::Strength | Roll::Planted => Some(Value::Ability(Ability::Strength)),
                Roll::Balance | Roll::Footing(_) | Roll::Attack => None,
            },
        };
        def.all().iter().find_map(rolled)
    }

    /// Whether a condition helps its bearer: neither it nor what comes along with it takes anything
    /// away.
    pub fn is_boon(&self, def: &ConditionDef) -> bool {
        let mut all = vec![def];
        let mut next = 0;
        while let Some(one) = all.get(next).copied() {
            let along = one.implies.iter().chain(&one.brings);
            for one in along.filter_map(|id| self.conditions.by_name(id)) {
                if !all.iter().any(|known| std::ptr::eq(*known, one)) {
                    all.push(one);
                }
            }
            next += 1;
        }
        all.into_iter().all(ConditionDef::helps)
    }

    /// Puts a ruleset together. `cites` maps topics to rules, one pair for each rule; topics left out
    /// cite nothing.
    pub fn new(
        id: String,
        policies: Policies,
        (costs, actions): (Table<CostId, CostDef>, Table<ActionId, ActionDef>),
        conditions: Table<ConditionId, ConditionDef>,
        traits: Table<TraitId, TraitDef>,
        compendium: Table<RuleId, Rule>,
        cites: impl IntoIterator<Item = (Topic, RuleId)>,
    ) -> Self {
        let mut table = vec![Vec::new(); Topic::ALL.len()];
        for (topic, rule) in cites {
            table[topic as usize].push(rule);
        }
        for topic in Topic::ALL {
            let mut wider = std::iter::successors(Some(*topic), |topic| topic.wider());
            let named = wider.find(|topic| !table[*topic as usize].is_empty());
            if let Some(named) = named.filter(|named| named != topic) {
                table[*topic as usize] = table[named as usize].clone();
            }
        }
        let known = |names: &[String]| names.iter().filter_map(|n| compendium.id(n)).collect();
        let action_rules = actions.iter().map(|(_, def)| known(&def.rules)).collect();
        let condition_rules = conditions
            .iter()
            .map(|(_, def)| known(&def.rules))
            .collect();
        let prices = actions.iter().map(|(_, def)| {
            let cost = |name: &Option<String>| name.as_ref().and_then(|name| costs.id(name));
            let cheaper = def.cheaper.as_ref();
            Price {
                usual: costs.id(&def.cost),
                restricted: cost(&def.restricted_cost),
                surprise: cost(&def.surprise_cost),
                cheaper: cheaper.and_then(|less| Some((costs.id(&less.cost)?, less.base_attack))),
                finished: cost(&def.startable),
            }
        });
        let prices: Vec<Price> = prices.collect();
        let usual = |action: ActionId| costs.get(prices.get(action.index())?.usual?);
        let basics = Basics::of(&actions, usual);
        let instants = actions.iter().filter(|(id, def)| {
            let any_time = usual(*id).is_some_and(|cost| cost.any_time);
            any_time && def.answers.is_none() && def.ability().is_some()
        });
        let instants = instants.map(|(id, _)| id).collect();
        let barred = conditions.iter().map(|(_, condition)| {
            let covered = actions.iter().filter(|(id, def)| {
                let name = actions.name(*id);
                condition.forbids.iter().any(|what| what.covers(name, def))
            });
            covered.map(|(id, _)| id).collect()
        });
        let barred = barred.collect();
        let flags = conditions.iter().map(|(_, def)| Flags::of(&def.flags));
        let flags = flags.collect();
        Self {
            id,
            policies,
            costs,
            skills: BTreeMap::new(),
            actions,
            abilities: Table::default(),
            conditions,
            pools: Table::default(),
            traits,
            compendium,
            subjects: BTreeMap::new(),
            cites: table,
            action_rules,
            condition_rules,
            prices,
            barred,
            flags,
            basics,
            instants,
        }
    }

    /// The plain actions.
    pub fn basics(&self) -> Basics {
        self.basics
    }

    /// The abilities that can be used at any time, of their own accord.
    pub fn instants(&self) -> &[ActionId] {
        &self.instants
    }

    /// What an action can cost.
    pub fn price(&self, action: ActionId) -> Price {
        let known = self.prices.get(action.index());
        known.copied().unwrap_or_default()
    }

    /// The plain move or flight in the course of which an action is made, if it is such a charge (AH-ALIST-18).
    pub fn made_in(&self, action: ActionId) -> Option<ActionId> {
        let charge = self.actions.get(action).and_then(ActionDef::charge);
        match charge.filter(|def| def.in_move)?.flies {
            true => self.basics().flight,
            false => self.basics().walk,
        }
    }

    /// What an action costs as a rule.
    pub fn usual_cost(&self, action: ActionId) -> Option<&CostDef> {
        self.costs.get(self.price(action).usual?)
    }

    /// What a purse holds once a cost is paid; no cost is paid with nothing.
    pub fn paid(&self, purse: Purse, cost: Option<CostId>) -> Option<Purse> {
        match cost {
            Some(cost) => purse.less(self.costs.get(cost)?).ok(),
            None => Some(purse),
        }
    }

    /// The rules that an action rests on.
    pub fn action_rules(&self, action: ActionId) -> &[RuleId] {
        self.action_rules
            .get(action.index())
            .map_or(&[], Vec::as_slice)
    }

    /// The rules that a condition rests on.
    pub fn condition_rules(&self, condition: ConditionId) -> &[RuleId] {
        self.condition_rules
            .get(condition.index())
            .map_or(&[], Vec::as_slice)
    }

    /// The same ruleset with special abilities, whose actions are among its actions already, and with
    /// the pools that they take from.
    #[must_use]
    pub fn with_abilities(
        mut self,
        abilities: Table<AbilityId, AbilityDef>,
        pools: Table<PoolId, PoolDef>,
    ) -> Self {
        (self.abilities, self.pools) = (abilities, pools);
        self
    }

    /// The same ruleset with skills.
    #[must_use]
    pub fn with_skills(mut self, skills: BTreeMap<String, SkillDef>) -> Self {
        let skills = skills.into_iter();
        let known = skills.filter_map(|(name, def)| Some((SkillId::named(&name)?, def)));
        self.skills = known.collect();
        self
    }

    /// The rule that a topic rests on in this system; of several the first.
    pub fn cite(&self, topic: Topic) -> Option<RuleId> {
        self.cited(topic).first().copied()
    }

    /// Every rule that a topic applies.
    pub fn cited(&self, topic: Topic) -> &[RuleId] {
        self.cites.get(topic as usize).map_or(&[], Vec::as_slice)
    }

    /// Every rule that some line, button or tooltip can cite: by a topic, an action, an ability, a
    /// condition, a pool or a trait.
    pub fn citable(&self) -> BTreeSet<RuleId> {
        let named = |rules: &[String]| {
            let known = rules.iter().filter_map(|name| self.compendium.id(name));
            known.collect::<Vec<_>>()
        };
        let topics = self.cites.iter().flatten().copied();
        let actions = self.actions.iter().flat_map(|(_, def)| named(&def.rules));
        let abilities = self.abilities.iter().flat_map(|(_, def)| named(&def.rules));
        let conditions = self
            .conditions
            .iter()
            .flat_map(|(_, def)| named(&def.rules));
        let pools = self.pools.iter().flat_map(|(_, def)| named(&def.rules));
        let kinds = self.policies.abilities.kinds.values();
        let kinds = kinds.flat_map(|kind| named(&kind.rules));
        let traits = self.traits.iter().flat_map(|(_, def)| named(&def.rules));
        let content = actions
            .chain(abilities)
            .chain(conditions)
            .chain(pools)
            .chain(kinds)
            .chain(traits);
        topics.chain(content).collect()
    }

    /// What players call a skill.
    pub fn skill_name(&self, skill: SkillId) -> &str {
        let known = self.skills.get(&skill);
        known.map_or_else(|| skill.name(), |def| def.name.as_str())
    }

    /// The printed id of a rule.
    pub fn rule_name(&self, rule: RuleId) -> &str {
        self.compendium.name(rule)
    }

    /// The condition of this name. Conditions that the engine itself imposes exist in every
    /// ruleset; the loader sees to it.
    pub fn condition(&self, name: &str) -> Option<ConditionId> {
        self.conditions.id(name)
    }

    /// The flags of a condition; none of one that belongs to another ruleset.
    #[inline]
    pub fn flags(&self, condition: ConditionId) -> Flags {
        let flags = self.flags.get(condition.index());
        flags.copied().unwrap_or_default()
    }

    /// The rules of the kind of ability that an action uses.
    pub fn kind_rules(&self, action: ActionId) -> &[String] {
        let ability = self.actions.get(action).and_then(ActionDef::ability);
        let def = ability.and_then(|name| self.abilities.get(self.abilities.id(name)?));
        let kind = def.and_then(|def| self.policies.abilities.kinds.get(&def.kind));
        kind.map_or(&[], |kind| &kind.rules)
    }

    /// Whether a condition forbids an action.
    pub fn forbids(&self, condition: ConditionId, action: ActionId) -> bool {
        let list = self.barred.get(condition.index());
        list.is_some_and(|list| list.binary_search(&action).is_ok())
    }

    /// The rule under which a condition forbids an action: the one that it names for it, or its first.
    pub fn forbidding(&self, condition: ConditionId, action: ActionId) -> Option<RuleId> {
        let first = self.condition_rules(condition).first().copied();
        let (name, def) = (self.actions.name(action), self.actions.get(action)?);
        let list = &self.conditions.get(condition)?.forbids;
        match list.iter().find(|what| what.covers(name, def)) {
            Some(Forbids::Under { rule, .. }) => self.compendium.id(rule).or(first),
            _ => first,
        }
    }

    /// Whether an id belongs to this ruleset.
    pub fn knows(&self, condition: ConditionId) -> bool {
        condition.index() < self.conditions.len()
    }
}
