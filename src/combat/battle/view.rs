//! A plain picture of a battle for screens, computer players and tests.

use serde::{Deserialize, Serialize};

use crate::combat::action::legality;
use crate::combat::attack::{full_attack, shield};
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::flow::victory;
use crate::combat::state::State;
use crate::combat::state::combatant::Budget;
use crate::combat::threat::opportunity;
use crate::combat::{ability, checks, conditions};
use crate::grid::{Area, Footprint, Square};
use crate::rules::attack::DefenceModel;
use crate::rules::damage::DamageKind;
use crate::rules::economy::FreeStep;
use crate::rules::{
    AbilityId, ActionCost, ActionId, ConditionId, Flag, MonsterId, Ruleset, Size, Stat, WeaponId,
};

/// The whole battle as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub round: u16,
    pub surprise: bool,
    /// Order of turns, first to last; those without a turn left out.
    pub order: Vec<Seat>,
    pub current: Option<Seat>,
    /// By seat.
    pub combatants: Vec<CombatantView>,
    pub sides: Vec<SideView>,
    /// Weapons on the ground.
    pub dropped: Vec<(Square, WeaponId)>,
    pub over: Option<Option<SideId>>,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideView {
    /// Id in the level file.
    pub id: String,
    pub name: String,
    pub surrendered: bool,
}

/// One combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatantView {
    pub seat: Seat,
    pub side: SideId,
    pub name: String,
    pub monster: Option<MonsterId>,
    pub size: Size,
    pub footprint: Footprint,
    /// `None` before it is placed and after it has left.
    pub area: Option<Area>,
    pub hit_points: i32,
    pub max_hit_points: i32,
    pub nonlethal: i32,
    pub constitution_lost: i32,
    pub initiative: Option<i32>,
    pub conditions: Vec<ConditionId>,
    /// Able to act and fight.
    pub standing: bool,
    pub dead: bool,
    pub speed: u16,
    pub defence: i32,
    pub forms: Vec<FormView>,
    /// Weapons in hand.
    pub held: Vec<WeaponId>,
    /// Weapons and tools on the belt and in the pack.
    pub carried: Vec<WeaponId>,
    pub budget: BudgetView,
    pub energy: i32,
    pub fate: i32,
    pub shield_uses: (u8, u8),
    pub opportunities_left: u8,
    pub gear: GearView,
    /// Special abilities by id.
    pub abilities: Vec<AbilityView>,
    /// Temporary hit points.
    pub temporary: i32,
    /// The ability whose touch is held ready.
    pub charged: Option<AbilityId>,
    /// The ability that takes rounds and is under way.
    pub busy: Option<AbilityId>,
    pub readied: Option<ActionId>,
    pub delaying: bool,
}

/// One way to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormView {
    pub name: String,
    /// The weapon of it; `None` for stat blocks that name none.
    pub weapon: Option<WeaponId>,
    pub ranged: bool,
    /// Bonus before situation.
    pub attack: i32,
    /// Damage as text, such as `1d8+3`.
    pub damage: String,
    /// Kinds of damage to choose from.
    pub kinds: Vec<DamageKind>,
    /// Twice the mean damage before situation, so that it is whole.
    pub mean_damage_x2: i32,
    /// Smallest distance in squares that it strikes at.
    pub nearest: u16,
    /// Largest distance in squares.
    pub reach: u16,
    /// Attacks with it in a full attack.
    pub attacks: u8,
    /// Held in the off hand.
    pub off_hand: bool,
    /// Can be used now (in hand, loaded) in an attack like any other.
    pub ready: bool,
    /// Not meant to be thrown: only by an action of its own.
    pub improvised: bool,
}

/// What is left of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetView {
    pub standard: u8,
    pub movement: u8,
    pub swift: u8,
    pub free_step: bool,
    /// Movement under way that can be continued, in twelfths of a square.
    pub movement_left: u16,
    /// Only a single action: surprise round, disabled, staggered, slowed.
    pub restricted: bool,
    /// The turn must end.
    pub ended: bool,
}

/// The state of armour and shield where they wear out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GearView {
    pub armour: Option<WornView>,
    pub helmet: Option<WornView>,
    pub shield: Option<WornView>,
}

/// One worn item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WornView {
    pub name: String,
    pub hit_points: i32,
    pub max_hit_points: i32,
    /// 0 mint, 1 damaged, 2 battered, 3 ruined, 4 destroyed.
    pub condition: u8,
}

/// A special ability that a combatant knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbilityView {
    pub ability: AbilityId,
    /// The action by which it is used.
    pub action: ActionId,
    /// Uses left in this battle; `None`: as often as it likes.
    pub left: Option<u8>,
}

/// One entry of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOption {
    pub action: ActionId,
    pub cost: ActionCost,
    /// Why it cannot be taken now.
    pub refusal: Option<crate::combat::contract::request::Refusal>,
}

/// The battle as it is.
pub fn of(state: &State) -> View {
    let sides = &state.sides.list;
    View {
        round: state.rounds.round,
        surprise: state.rounds.surprise,
        order: state
            .rounds
            .order
            .iter()
            .copied()
            .filter(|seat| conditions::present(state, *seat))
            .collect(),
        current: state.rounds.current,
        combatants: state.all().map(|seat| combatant(state, seat)).collect(),
        sides: sides
            .iter()
            .map(|side| SideView {
                id: side.id.clone(),
                name: side.name.clone(),
                surrendered: side.surrendered,
            })
            .collect(),
        dropped: state.field.dropped.clone(),
        over: state.rounds.over.map(|outcome| outcome.winner),
    }
}

fn combatant(state: &State, seat: Seat) -> CombatantView {
    let fighter = state.get(seat);
    let (who, vitals) = (fighter.who, fighter.vitals);
    let defence = match state.rules().policies.attack.defence {
        DefenceModel::FixedNumber => Stat::Defence,
        DefenceModel::ThresholdThenOpposed => Stat::PassiveDefence,
    };
    CombatantView {
        seat,
        side: who.side,
        name: who.name.clone(),
        monster: who.monster,
        size: who.size,
        footprint: who.footprint,
        area: state.area(seat),
        hit_points: vitals.hit_points,
        max_hit_points: vitals.max,
        nonlethal: vitals.nonlethal,
        constitution_lost: vitals.constitution_lost,
        initiative: fighter.initiative.count,
        conditions: state.conditions(seat).iter().map(|c| c.condition).collect(),
        standing: victory::counts(state, seat),
        dead: conditions::has(state, seat, Flag::Dead),
        speed: u16::try_from(checks::tally(state, seat, Stat::Speed, &[]).total).unwrap_or(0),
        defence: checks::tally(state, seat, defence, &[]).total,
        forms: forms(state, seat),
        held: fighter.hands.held.clone(),
        carried: {
            let hands = fighter.hands;
            hands.carried.iter().chain(&hands.stored).copied().collect()
        },
        budget: budget(state.rules(), fighter.budget),
        energy: vitals.energy,
        fate: vitals.fate,
        shield_uses: shield::uses(state, seat),
        opportunities_left: opportunity::left(state, seat),
        gear: gear(state, seat),
        abilities: abilities(state, seat),
        temporary: vitals.temporary,
        charged: fighter.repertoire.charge.map(|charge| charge.ability),
        busy: fighter
            .repertoire
            .casting
            .as_ref()
            .map(|casting| casting.ability),
        readied: fighter.readied.0.as_ref().map(|readied| readied.action),
        delaying: fighter.initiative.delaying,
    }
}

fn abilities(state: &State, seat: Seat) -> Vec<AbilityView> {
    let table = &state.rules().abilities;
    let known = table.iter().filter_map(|(ability, _)| {
        let knack = ability::knack(state, seat, ability)?;
        let action = state.rules().actions.id(table.name(ability))?;
        Some(AbilityView {
            ability,
            action,
            left: knack.left,
        })
    });
    known.collect()
}

fn forms(state: &State, seat: Seat) -> Vec<FormView> {
    let usable = legality::forms(state, seat);
    let fighter = state.get(seat);
    fighter
        .forms
        .0
        .iter()
        .zip(usable)
        .map(|(form, (i, usable))| {
            let bonus: i32 = form.damage_bonus.iter().map(|m| m.value).sum();
            let further: i32 = form.also.iter().map(|(dice, _)| dice.mean_x2()).sum();
            FormView {
                name: form.name.clone(),
                weapon: form.weapon,
                mean_damage_x2: form.damage.mean_x2() + 2 * bonus + further,
                nearest: u16::from(form.reach.min),
                attacks: full_attack::count(state, seat, i),
                off_hand: form.off_hand,
                ranged: form.ranged,
                kinds: form.kinds.clone(),
                attack: form.attack.iter().map(|m| m.value).sum(),
                damage: match bonus {
                    0 => form.damage.to_string(),
                    bonus => format!("{}{bonus:+}", form.damage),
                },
                reach: u16::from(form.reach.max),
                ready: usable.is_ok() && !form.improvised,
                improvised: form.improvised,
            }
        })
        .collect()
}

fn budget(rules: &Ruleset, budget: &Budget) -> BudgetView {
    let steps = rules.policies.economy.free_step != FreeStep::Absent;
    BudgetView {
        standard: budget.standard,
        movement: budget.movement,
        swift: budget.swift,
        free_step: steps && !budget.stepped && budget.moved == 0,
        restricted: budget.restricted,
        movement_left: budget.moving.map_or(0, |(_, left)| left),
        ended: budget.closed,
    }
}

fn gear(state: &State, seat: Seat) -> GearView {
    let catalogue = &state.book.catalogue;
    let gear = state.get(seat).gear;
    let view = |name: &str, full: i32, hit_points: i32, condition: u8| WornView {
        name: name.to_owned(),
        hit_points,
        max_hit_points: full,
        condition,
    };
    GearView {
        armour: gear.armour.map(|worn| {
            let def = &catalogue.armours[worn.item];
            view(&def.name, def.hit_points, worn.hit_points, worn.condition)
        }),
        helmet: gear.helmet.map(|worn| {
            let def = &catalogue.helmets[worn.item];
            view(&def.name, def.hit_points, worn.hit_points, worn.condition)
        }),
        shield: gear.shield.map(|worn| {
            let def = &catalogue.shields[worn.item];
            view(&def.name, def.hit_points, worn.hit_points, worn.condition)
        }),
    }
}
