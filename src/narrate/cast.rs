//! The names of combatants, actions and things in a battle.

use std::sync::Arc;

use crate::combat::contract::Wearable;
use crate::combat::{Seat, SideId, Trigger, View};
use crate::content::{Catalogue, WeaponDef};
use crate::grid::Square;
use crate::rules::{
    AbilityId, ActionId, ConditionId, PoolId, RuleId, Ruleset, TerrainId, Topic, WeaponId,
    with_article,
};

/// The names that sentences about a battle need. They never change in it.
#[derive(Clone, Debug)]
pub struct Cast {
    pub rules: Arc<Ruleset>,
    pub catalogue: Arc<Catalogue>,
    names: Vec<String>,
    /// The side of each.
    of: Vec<SideId>,
    /// The side that reads; `None`: one that may know everything.
    reader: Option<SideId>,
    modes: Vec<Vec<String>>,
    sides: Vec<String>,
}

impl Cast {
    /// The cast of a battle as seen now.
    pub fn new(view: &View, rules: Arc<Ruleset>, catalogue: Arc<Catalogue>) -> Self {
        let names = view.combatants.iter().map(|c| c.name.clone()).collect();
        let modes = view
            .combatants
            .iter()
            .map(|c| c.modes.iter().map(|f| f.name.clone()).collect())
            .collect();
        let sides = view.sides.iter().map(|s| s.name.clone()).collect();
        Self {
            rules,
            catalogue,
            names,
            of: view.combatants.iter().map(|c| c.side).collect(),
            reader: None,
            modes,
            sides,
        }
    }

    /// The same for a reader of this side, who is not told what the others keep to themselves.
    pub fn read_by(&self, reader: Option<SideId>) -> Self {
        Self {
            reader,
            ..self.clone()
        }
    }

    /// Whether the plans of a combatant are the reader's to know.
    pub fn confides(&self, seat: Seat) -> bool {
        let side = self.of.get(seat.index());
        self.reader.is_none_or(|reader| side == Some(&reader))
    }

    /// The name of a combatant.
    pub fn name(&self, seat: Seat) -> &str {
        self.names
            .get(seat.index())
            .map_or("a combatant", String::as_str)
    }

    /// What a combatant wears, with whose it is.
    pub fn worn(&self, owner: Seat, item: Wearable) -> String {
        format!("{}'s {}", self.name(owner), worn_thing(item))
    }

    /// The name of a side.
    pub fn side(&self, side: SideId) -> &str {
        self.sides
            .get(side.index())
            .map_or("a side", String::as_str)
    }

    /// The name of a side within a sentence.
    pub fn side_within(&self, side: SideId) -> String {
        let name = self.side(side);
        let band = name.strip_prefix("The ");
        band.map_or_else(|| name.to_owned(), |band| format!("the {band}"))
    }

    /// That a side wins: most are bands, some are a single name.
    pub fn wins(&self, side: SideId) -> String {
        let name = self.side(side);
        let many = name.starts_with("The ") || name.ends_with('s');
        format!("{name} {}", if many { "win" } else { "wins" })
    }

    /// The name of one of a combatant's ways to attack.
    pub fn mode(&self, seat: Seat, mode: u8) -> &str {
        self.modes
            .get(seat.index())
            .and_then(|modes| modes.get(usize::from(mode)))
            .map_or("weapon", String::as_str)
    }

    /// The name of an action.
    pub fn action(&self, action: ActionId) -> &str {
        self.rules
            .actions
            .get(action)
            .map_or("action", |a| a.name.as_str())
    }

    /// That a combatant takes an action, in a clause.
    pub fn acts(&self, seat: Seat, action: ActionId, target: Option<Seat>) -> String {
        let other = target.filter(|target| !self.is_ability(action) || *target != seat);
        let target = other.map_or("", |target| self.name(target));
        match self.told(seat, action) {
            Some(told) if !target.is_empty() && self.is_ability(action) => {
                format!("{told} on {target}")
            }
            Some(told) if target.is_empty() => {
                let told = told.replace("{}", "");
                told.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Some(told) => told.replace("{}", target),
            None if target.is_empty() => {
                format!(
                    "{}: {}",
                    self.name(seat),
                    self.action(action).to_lowercase()
                )
            }
            None => {
                let action = self.action(action).to_lowercase();
                format!("{}: {action}, {target}", self.name(seat))
            }
        }
    }

    /// What a readied action waits for, in a clause.
    pub fn trigger(&self, trigger: Trigger) -> String {
        use Trigger as T;
        let (who, does) = match trigger {
            T::Attacks { who } => (who, "attacks".to_owned()),
            T::ComesInReach { who } => (who, "comes into reach".to_owned()),
            T::Moves { who } => (who, "moves away".to_owned()),
            T::Uses { who } => (who, "begins to use an ability".to_owned()),
            T::Acts { who, action: None } => (who, "does anything".to_owned()),
            T::Acts {
                who,
                action: Some(action),
            } => (
                who,
                format!("begins this: {}", self.action(action).to_lowercase()),
            ),
            T::IsAttacked { who } => (who, "is attacked".to_owned()),
            T::IsHit { who } => (who, "is hit".to_owned()),
            T::Drops { who } => (who, "goes down".to_owned()),
            T::Enters { who, at, anyone } => {
                let does = format!("comes to {}", super::place(at));
                if anyone && who.is_none() {
                    return format!("anyone {does}");
                }
                (who, does)
            }
        };
        let who = who.map_or("an enemy", |who| self.name(who));
        format!("{who} {does}")
    }

    /// That a combatant moves by an action, `{}` being the distance.
    pub fn walks(&self, seat: Seat, action: ActionId) -> String {
        self.told(seat, action)
            .unwrap_or_else(|| format!("{}, {{}}", self.acts(seat, action, None)))
    }

    fn is_ability(&self, action: ActionId) -> bool {
        let def = self.rules.actions.get(action);
        def.is_some_and(|def| def.ability().is_some())
    }

    /// What the log says about an action, if that is not its name; `{}` is the target or the distance.
    fn told(&self, seat: Seat, action: ActionId) -> Option<String> {
        let def = self.rules.actions.get(action);
        let told = def.filter(|def| !def.told.is_empty())?;
        Some(format!("{} {}", self.name(seat), told.told))
    }

    /// What the rule system calls the number that an attack has to reach, such as "AC".
    pub fn defence(&self) -> &str {
        &self.rules.policies.defence_name
    }

    /// A point of the rules in words.
    pub fn topic(&self, topic: Topic) -> String {
        self.rules.policies.names.topic(topic)
    }

    /// Points of a pool in words.
    pub fn points(&self, pool: PoolId, points: i32) -> String {
        let pool = self.rules.pools.get(pool);
        pool.map_or_else(|| format!("{points} points"), |def| def.count(points))
    }

    /// The name of a special ability.
    pub fn ability(&self, ability: AbilityId) -> &str {
        self.rules
            .abilities
            .get(ability)
            .map_or("ability", |a| a.name.as_str())
    }

    /// The name of a condition.
    pub fn condition(&self, condition: ConditionId) -> &str {
        self.rules
            .conditions
            .get(condition)
            .map_or("condition", |c| c.name.as_str())
    }

    /// The line for a layer of a square that becomes this.
    pub fn becomes(&self, at: Square, layer: u8, terrain: TerrainId) -> String {
        let place = super::place(at);
        match self.catalogue.terrain.get(terrain) {
            Some(def) if layer > 0 && def.is_bare() => {
                format!("There is only the ground left at {place}.")
            }
            Some(def) if !def.told.is_empty() => def.told.replace("{}", &place),
            _ => format!(
                "The ground at {place} changes: {}.",
                self.terrain(terrain).to_lowercase()
            ),
        }
    }

    /// The name of a kind of ground.
    pub fn terrain(&self, terrain: TerrainId) -> &str {
        let def = self.catalogue.terrain.get(terrain);
        def.map_or("something else", |def| def.name.as_str())
    }

    /// Damage that does not kill, as the rule system calls it.
    pub fn nonlethal(&self) -> String {
        format!("{} damage", self.rules.policies.damage.nonlethal_name)
    }

    /// A wound of a grade in a sentence, such as "a light wound".
    pub fn wound(&self, grade: u8) -> Option<String> {
        let grades = &self.rules.policies.damage.grades;
        let grade = grades.get(usize::from(grade))?;
        Some(with_article(&format!("{} wound", grade.name)))
    }

    /// A weapon in a sentence, such as "a longsword".
    pub fn a_weapon(&self, weapon: WeaponId) -> String {
        let def = self.catalogue.weapons.get(weapon);
        def.map_or("a weapon".to_owned(), WeaponDef::with_article)
    }

    /// The name of a weapon.
    pub fn weapon(&self, weapon: WeaponId) -> &str {
        self.catalogue
            .weapons
            .get(weapon)
            .map_or("weapon", |w| w.name.as_str())
    }

    /// The printed id of a rule.
    pub fn rule(&self, rule: RuleId) -> &str {
        self.rules.rule_name(rule)
    }
}

/// The word for what wears out on a body.
pub(super) fn worn_thing(item: Wearable) -> &'static str {
    match item {
        Wearable::Armour => "armour",
        Wearable::Helmet => "helmet",
        Wearable::Shield => "shield",
    }
}
