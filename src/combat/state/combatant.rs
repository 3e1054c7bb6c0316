//! The components of a combatant. One entity is one combatant; its archetype never changes.

use std::cmp::Reverse;

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::combat::contract::setup::Wearable;
use crate::combat::contract::{Seat, SideId, Trigger};
pub use crate::combat::state::attack_mode::{AttackMode, Attacks};
pub use crate::combat::state::budget::{Budget, Deed, Limit, Mark};
use crate::content::equipment::Weight;
use crate::grid::{Area, Footprint, SquareSet};
use crate::rules::{
    Abilities, ActionId, Adjustment, ArmourId, Capability, ConditionId, CostId, Flags, HelmetId,
    Losses, Modifier, MonsterId, Provokes, Ruleset, ShieldId, Size, SkillId, Slots, Stat, TraitId,
};

/// Who a combatant is. Never changes.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Identity {
    pub seat: Seat,
    pub side: SideId,
    pub name: String,
    pub monster: Option<MonsterId>,
    pub size: Size,
    pub footprint: Footprint,
    /// Natural reach, in squares.
    #[serde(default)]
    pub reach: u8,
    pub capabilities: Vec<Capability>,
    pub abilities: Abilities,
    pub level: i32,
    pub base_attack: i32,
    /// Further attacks of a full attack with a weapon, each so much lower than the first.
    #[serde(default)]
    pub iterations: Vec<i32>,
    pub heavy_armour: bool,
    #[serde(default)]
    pub load: Weight,
    /// Its own resistances, vulnerabilities and immunities.
    pub adjusts: Vec<Adjustment>,
    /// What its traits make of actions.
    pub changes: Vec<Change>,
    /// Its traits, those that the ruleset knows.
    pub traits: Vec<TraitId>,
}

/// What a trait makes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub action: ActionId,
    pub cost: Option<CostId>,
    pub provokes: Option<Provokes>,
}

/// The numbers of a combatant that has lost nothing of its abilities, from which its numbers now are
/// derived. Never changes.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[component(immutable)]
pub struct Unhurt {
    pub stats: Arc<Stats>,
    pub modes: Arc<Attacks>,
    /// The numbers without what it wears, for what can be shed and would make a difference.
    pub shed: Vec<(Shed, Arc<Stats>)>,
}

/// What of the things worn weighs on its bearer no more: armour that has fallen apart, a shield that is
/// no longer on the arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shed {
    pub armour: bool,
    pub shield: bool,
}

/// The derived numbers, part by part. They follow the scores of abilities; what else changes for a
/// time is a condition.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// The engine's own, by their places, as far as there are any.
    engine: Vec<Vec<Modifier>>,
    /// Skills, those that a rule or a stat block says anything of.
    skills: Vec<(SkillId, Vec<Modifier>)>,
    /// The losses that they take into account.
    #[serde(default)]
    pub lost: Losses,
    /// What has been shed, as far as they take that into account.
    #[serde(default)]
    pub shed: Shed,
}

impl Stats {
    /// The parts of one stat.
    #[inline]
    pub fn of(&self, stat: Stat) -> &[Modifier] {
        let parts = match stat.place() {
            Ok(place) => self.engine.get(place),
            Err(skill) => {
                let mut skills = self.skills.iter();
                skills.find_map(|(known, parts)| (*known == skill).then_some(parts))
            }
        };
        parts.map_or(&[], Vec::as_slice)
    }

    /// The parts of one stat, to be changed.
    pub fn of_mut(&mut self, stat: Stat) -> &mut Vec<Modifier> {
        let skill = match stat.place() {
            Ok(place) => {
                let length = self.engine.len().max(place + 1);
                self.engine.resize(length, Vec::new());
                return &mut self.engine[place];
            }
            Err(skill) => skill,
        };
        let known = self.skills.iter().position(|(known, _)| *known == skill);
        let at = known.unwrap_or_else(|| {
            self.skills.push((skill, Vec::new()));
            self.skills.len() - 1
        });
        &mut self.skills[at].1
    }

    /// The plain sum of one stat's parts, before stacking and situation.
    pub fn plain(&self, stat: Stat) -> i32 {
        self.of(stat).iter().map(|m| m.value).sum()
    }
}

/// Where a combatant is.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The space that it takes up; `None` before it is placed and after it has left.
    pub area: Option<Area>,
    /// Its wings keep it up, whatever the ground does: once they fail, it falls.
    pub aloft: bool,
    /// The space that it has left for this one, until the ground here has taken effect; never set between two steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered_from: Option<Area>,
}

impl Place {
    /// The place of a combatant that stands in a space, or nowhere.
    pub fn at(area: Option<Area>) -> Self {
        Self {
            area,
            ..Self::default()
        }
    }
}

/// A condition in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActiveCondition {
    pub condition: ConditionId,
    pub ends: Ending,
    /// Who imposed it, if that matters.
    pub by: Option<Seat>,
    /// A number that belongs to it, such as ongoing damage.
    pub amount: i32,
    /// The one other that it concerns, if it concerns one only.
    #[serde(default)]
    pub about: Option<Seat>,
    /// Counts the conditions of its bearer in the order in which they were received.
    #[serde(default)]
    pub since: u16,
}

/// When a condition in force ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ending {
    UntilEnded,
    /// At the start of this combatant's next turn.
    StartOfTurn(Seat),
    /// At the start of the turn after the one that this combatant has next, which it has put off.
    StartOfTurnAfter(Seat),
    /// At the end of this combatant's next or current turn.
    EndOfTurn(Seat),
    /// At the end of the turn that this combatant has next.
    EndOfNextTurn(Seat),
    /// Just before this initiative count of this round, as `Rounds::elapsed` counts them.
    AtCount {
        round: u16,
        count: i32,
    },
    SaveEnds,
    SurpriseEnds,
    EncounterEnds,
    NextAttack,
    /// Ends with the condition that brought it.
    With(ConditionId),
}

/// Conditions in force, sorted, and their flags. They sit in one component so that archetypes never change.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conditions {
    list: Vec<ActiveCondition>,
    /// Flags of all in the list. They follow from it, so no text keeps them.
    #[serde(skip)]
    flags: Flags,
}

impl Conditions {
    /// The conditions in force.
    #[inline]
    pub fn list(&self) -> &[ActiveCondition] {
        &self.list
    }

    /// The flags that any of them has.
    #[inline]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// Changes the list, and the flags with it.
    pub fn change<T>(
        &mut self,
        rules: &Ruleset,
        change: impl FnOnce(&mut Vec<ActiveCondition>) -> T,
    ) -> T {
        let result = change(&mut self.list);
        let all = self.list.iter().map(|active| rules.flags(active.condition));
        self.flags = all.fold(Flags::default(), Flags::and);
        result
    }
}

// Flags follow from the list.
impl PartialEq for Conditions {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Conditions {}

/// Limited reactions, renewed at the start of its own turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reactions {
    pub opportunities_used: u8,
    /// Movers that already provoked this combatant: who, and by what.
    pub provoked: SmallVec<[(Seat, Provocation); 4]>,
    pub shield_uses: u8,
    /// Actions taken in answer to something, and limited checks, since its own turn began.
    pub answered: Vec<ActionId>,
    /// Of these, what is limited by the round and was taken since its place in the order came, where it has put
    /// its turn off within the round: it counts in that turn (EP-ACT-09), and so does all else that is limited by the
    /// round.
    #[serde(default)]
    pub carried: Option<Vec<ActionId>>,
    /// Uses up to its place in the order, where it has put off a turn that has not begun (CD-AOO-09).
    #[serde(default)]
    pub before_place: Option<BeforePlace>,
    /// Actions taken that are possible once in a battle.
    pub once: Vec<ActionId>,
    /// What the next own turn lacks.
    pub owes: Slots,
    /// Whom it attacked in melee since its own turn began.
    pub attacked: Vec<Seat>,
    /// Whose opportunities it lets go by for the rest of an action, and the serial number of that
    /// action.
    pub waived: Option<(Seat, u32)>,
    /// Movers that it has let pass, and the serial number of their action, where an action provokes
    /// only once.
    pub passed: SmallVec<[(Seat, u32); 2]>,
    /// A long action that was begun, and the round in which it was, as `Rounds::elapsed` counts them.
    pub begun: Option<(ActionId, u16)>,
    /// On whom it was begun, and where the two stood.
    pub begun_on: Option<BegunOn>,
    /// Twelfths of a square covered since its own turn began, which untrained blocks ask for.
    pub moved: u16,
    /// Its attacks in a surprise round, and what its abilities did to enemies, since the last turn ended,
    /// no matter whose it was.
    #[serde(default)]
    pub noise: Vec<Noise>,
    /// It has chosen a square of a large target since its own turn began (EP-ATT-13).
    #[serde(default)]
    pub chose_square: bool,
    /// It has attacked or harmed another since its own turn began, and so reached out of whatever it is in
    /// (EP-INC-05).
    #[serde(default)]
    pub reached_out: bool,
}

/// Limited reactions that a combatant had used as its place in the order came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeforePlace {
    pub opportunities: u8,
    pub shield_uses: u8,
    /// Number of actions in `answered`.
    pub answered: usize,
}

impl Reactions {
    /// Renews the limits of a round.
    pub fn renew_round(&mut self) {
        self.opportunities_used = 0;
        self.shield_uses = 0;
        self.chose_square = false;
    }
}

/// What several provocations have in common that are a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Provocation {
    /// One action, by its serial number.
    Action(u32),
    /// Moving since the mover's own turn began.
    OwnTurn,
}

/// Whom a long action was begun on: it is finished on the same combatant, in the same place (AH-ACT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunOn {
    pub target: Seat,
    /// Where its user stood.
    pub here: Option<Area>,
    /// Where its target stood.
    pub there: Option<Area>,
}

/// What an attack in a surprise round, or an ability that befalls an enemy, can be noticed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noise {
    pub target: Seat,
    pub ranged: bool,
    /// It has struck its target, or the shield on its arm.
    pub hit: bool,
}

/// Whether it threatens nothing until its next turn, because of what it does. Not one of the
/// [`Reactions`]: those change with every attack, and the threatened squares follow from this.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silenced(pub bool);

/// A worn item that can be damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn<I> {
    pub item: I,
    pub hit_points: i32,
    /// 0 mint, 1 damaged, 2 battered, 3 ruined, 4 destroyed. Helmets and shields know 0 and 4.
    pub condition: u8,
    /// The worst condition that it has been in before this one.
    #[serde(default)]
    pub worst: u8,
}

impl<I> Worn<I> {
    /// The worst condition that it has ever been in.
    pub fn worst_ever(&self) -> u8 {
        self.worst.max(self.condition)
    }

    /// Writes down what is left of it.
    fn mark(&mut self, hit_points: i32, condition: u8) {
        self.worst = self.worst_ever();
        self.hit_points = hit_points;
        self.condition = condition;
    }
}

/// Armour, helmet and shield.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gear {
    pub armour: Option<Worn<ArmourId>>,
    pub helmet: Option<Worn<HelmetId>>,
    pub shield: Option<Worn<ShieldId>>,
}

impl Gear {
    /// Writes down what is left of a thing, if it is worn.
    pub fn mark(&mut self, thing: Wearable, hit_points: i32, condition: u8) {
        fn mark<I>(worn: &mut Option<Worn<I>>, hit_points: i32, condition: u8) {
            if let Some(worn) = worn {
                worn.mark(hit_points, condition);
            }
        }
        match thing {
            Wearable::Armour => mark(&mut self.armour, hit_points, condition),
            Wearable::Helmet => mark(&mut self.helmet, hit_points, condition),
            Wearable::Shield => mark(&mut self.shield, hit_points, condition),
        }
    }
}

/// The place in the order.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// The count, once rolled.
    pub count: Option<i32>,
    /// The place among those with the same count: how ties were broken, or who moved where.
    pub rank: u8,
    pub delaying: bool,
    /// The count is one that it named when it delayed, and its turn on that count is still to come.
    pub named_count: bool,
    /// It delayed to the count of others; from the next round on the tie rules order them.
    #[serde(default)]
    pub joined: bool,
    /// Those with whom it rolls and acts together, until it changes its count by itself.
    #[serde(default)]
    pub group: Option<u8>,
    pub had_first_turn: bool,
}

impl Initiative {
    /// What the order of turns goes by, the seat last.
    pub fn turn(&self) -> (Reverse<Option<i32>>, u8) {
        (Reverse(self.count), self.rank)
    }
}

/// How long a combatant has been running.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamina {
    /// Rounds of running without a break.
    pub rounds: u16,
    /// Checks made to go on.
    pub checks: u8,
    /// Ran in this turn.
    pub runs: bool,
}

/// A readied action.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readied(pub Option<Preparation>);

/// What is readied for what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparation {
    pub action: ActionId,
    pub trigger: Trigger,
    /// Round in which it was readied.
    pub round: u16,
    /// Enemies that are within its reach, so that coming within reach is noticed once.
    pub within: Vec<Seat>,
    /// Readying it has cost the disabled blood, so that taking it costs none.
    #[serde(default)]
    pub strained: bool,
}

/// How many attacks of opportunity a combatant can make as it is; derived from reactions, conditions and
/// place.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opportunities(pub u8);

/// The squares that a combatant threatens, derived from where it stands and what it holds: see
/// `threat::threatened_squares`.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Threatened(pub SquareSet);
