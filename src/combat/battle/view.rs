//! A plain picture of a battle for screens, computer players and tests.

use crate::combat::action::amount;
use crate::combat::attack::{at_hand, full_attack, shield};
use crate::combat::battle::Battle;
use crate::combat::conditions::knowledge;
use crate::combat::contract::{
    AbilityView, AttackModeView, Awareness, BudgetView, CombatantView, GearView, Seat, SideId,
    SideView, View, WornView,
};
use crate::combat::equipment::handling;
use crate::combat::flow::victory;
use crate::combat::movement::allowance;
use crate::combat::state::gear::shield_points;
use crate::combat::state::{AttackMode, Mark, State};
use crate::combat::{ability, checks, conditions, economy, opportunity};
use crate::grid::Square;
use crate::rules::{ActionId, Aspect, DefenceModel, Flag, Modifier, Modifiers, Stat, Tally};

/// The battle as it is.
pub fn of(state: &State) -> View {
    let sides = &state.sides.list;
    View {
        round: state.rounds.round,
        earlier: state.rounds.earlier,
        surprise: state.rounds.surprise,
        order: order(state),
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
        dropped: {
            let lying = state.field.dropped.iter();
            lying.map(|(at, piece)| (*at, piece.weapon)).collect()
        },
        over: state.rounds.over.map(|outcome| outcome.winner),
    }
}

/// The battle as one side knows it: where it does not know where an enemy is, the picture says neither that nor
/// in what state it is. `known`: the battle as that side knows it.
pub fn of_side(state: &State, known: &State, side: SideId) -> View {
    let mut view = of(known);
    view.order = order(state);
    for one in &mut view.combatants {
        veil(state, side, one);
    }
    view
}

/// Takes away what a side does not know of a combatant that it does not see.
pub fn veil(state: &State, side: SideId, one: &mut CombatantView) {
    one.known = knowledge::known_to(state, side, one.seat);
    if one.known == Awareness::Seen {
        return;
    }
    // Everyone learns who is beaten.
    one.standing = victory::counts(state, one.seat);
    one.hit_points = one.max_hit_points;
    one.nonlethal = 0;
    one.conditions.clear();
    if one.known == Awareness::Square {
        return;
    }
    one.area = None;
    one.budget = BudgetView::default();
    one.gear = GearView::default();
    one.modes.clear();
    one.held.clear();
    one.carried.clear();
    one.abilities.clear();
    (one.opportunities_left, one.temporary) = (0, 0);
    (one.held_touch, one.busy, one.readied) = (None, None, None);
    one.delaying = false;
}

/// Order of turns of the combatants that still fight.
fn order(state: &State) -> Vec<Seat> {
    let all = state.order.0.iter().copied();
    all.filter(|seat| conditions::present(state, *seat))
        .collect()
}

/// What there is to see of one combatant.
pub fn combatant(state: &State, seat: Seat) -> CombatantView {
    let fighter = state.get(seat);
    let (who, vitals) = (fighter.who, fighter.vitals);
    let defence = match state.rules().policies.attack.defence {
        DefenceModel::FixedNumber => Stat::Defence,
        DefenceModel::ThresholdThenOpposed => Stat::PassiveDefence,
    };
    let squares = |stat| {
        let total = checks::tally(state, seat, stat, &[]).total;
        u16::try_from(total).unwrap_or(0)
    };
    CombatantView {
        seat,
        side: who.side,
        name: who.name.clone(),
        monster: who.monster,
        size: who.size,
        footprint: who.footprint,
        known: Awareness::Seen,
        area: state.area(seat),
        hit_points: vitals.hit_points,
        max_hit_points: vitals.ceiling(),
        nonlethal: vitals.nonlethal,
        lost: vitals.lost,
        grades: vitals.grades,
        initiative: fighter.initiative.count,
        conditions: state.conditions(seat).iter().map(|c| c.condition).collect(),
        standing: victory::counts(state, seat),
        dead: conditions::has(state, seat, Flag::Dead),
        speed: squares(Stat::Speed),
        fly_speed: squares(Stat::FlySpeed),
        swim_speed: squares(Stat::SwimSpeed),
        defence: checks::tally(state, seat, defence, &[]).total,
        modes: modes(state, seat),
        held: fighter.hands.in_hand().collect(),
        carried: {
            let hands = fighter.hands;
            let with = hands
                .carried
                .iter()
                .chain(&hands.stored)
                .chain(&hands.hidden);
            with.map(|piece| piece.weapon).collect()
        },
        budget: budget(state, seat),
        points: vitals.points,
        shield_uses: shield::uses(state, seat),
        opportunities_left: opportunity::left(state, seat),
        gear: gear(state, seat),
        shield_at: fighter.hands.shield_at,
        abilities: abilities(state, seat),
        temporary: conditions::temporary(state, seat),
        held_touch: fighter.repertoire.touch.map(|touch| touch.ability),
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
        let known = ability::known(state, seat, ability)?;
        let action = state.rules().actions.id(table.name(ability))?;
        Some(AbilityView {
            ability,
            action,
            left: known.left,
        })
    });
    known.collect()
}

fn modes(state: &State, seat: Seat) -> Vec<AttackModeView> {
    let usable = at_hand::modes(state, seat);
    let fighter = state.get(seat);
    fighter
        .modes
        .0
        .iter()
        .zip(usable)
        .map(|(mode, (i, usable))| {
            let bonus: i32 = mode.damage_bonus.iter().map(|m| m.value).sum();
            let attack = mode.attack.iter().map(|m| m.value).sum();
            let (attack_now, bonus_now) = match state.conditions(seat).is_empty() {
                true => (attack, bonus),
                false => now(state, seat, mode, (attack, bonus)),
            };
            let further: i32 = mode.also.iter().map(|(dice, _)| dice.mean_x2()).sum();
            AttackModeView {
                name: mode.name.clone(),
                weapon: mode.weapon,
                mean_damage_x2: mode.damage.mean_x2() + 2 * bonus + further,
                nearest: u16::from(mode.reach.min),
                attacks: full_attack::count(state, seat, i),
                carries: mode.carries,
                off_hand: mode.off_hand,
                nonlethal: mode.nonlethal,
                ranged: mode.ranged,
                kinds: mode.kinds.clone(),
                attack,
                attack_now,
                damage: match bonus_now {
                    0 => mode.damage.to_string(),
                    bonus => format!("{}{bonus:+}", mode.damage),
                },
                reach: u16::from(mode.reach.max),
                ready: usable.is_ok() && !mode.improvised,
                improvised: mode.improvised,
                alike: at_hand::alike(state, seat, i),
            }
        })
        .collect()
}

/// The bonuses of an attack and of its damage with what conditions add to them now.
fn now(state: &State, seat: Seat, mode: &AttackMode, plain: (i32, i32)) -> (i32, i32) {
    let stacking = &state.rules().policies.stacking;
    let added = |aspects: &[Aspect], own: &[Modifier]| {
        let mut parts = Modifiers::from_slice(own);
        let without = Tally::sum(parts.clone(), stacking, &[]).total;
        for aspect in aspects {
            conditions::effects(state, seat, *aspect, Some(mode.ranged), &mut parts);
        }
        Tally::sum(parts, stacking, &[]).total - without
    };
    (
        plain.0 + added(&[Aspect::AttackRoll, Aspect::Rolls], &mode.attack),
        plain.1 + added(&[Aspect::Damage], &mode.damage_bonus),
    )
}

fn budget(state: &State, seat: Seat) -> BudgetView {
    let budget = state.get(seat).budget;
    let steps = state.rules().policies.economy.free_step.exists();
    let left = allowance::left(state, seat);
    let moved = budget.moved > 0 || economy::ledger::counts_as_moved(state, seat);
    BudgetView {
        purse: economy::purse(state, seat),
        free_step: steps && !budget.has(Mark::Stepped) && !moved,
        postpones: budget.postponed.is_some(),
        movement_left: left.map_or(0, |(_, left)| u16::try_from(left.0).unwrap_or(u16::MAX)),
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
            let full = shield_points(state.rules(), def);
            view(&def.name, full, worn.hit_points, worn.condition)
        }),
    }
}

impl Battle {
    /// The squares into which a combatant can drop things, those of its own space first.
    pub fn drop_squares(&self, seat: Seat) -> Vec<Square> {
        self.read(|state| match state.knows(seat) {
            true => handling::drop_squares(state, seat),
            false => Vec::new(),
        })
    }

    /// The highest amount that a combatant can choose for an action; 0 where there is nothing to choose.
    pub fn most_chosen(&self, seat: Seat, action: ActionId) -> u8 {
        let def = self.rules().actions.get(action);
        self.read(|state| match def.filter(|_| state.knows(seat)) {
            Some(def) => amount::most(state, seat, def),
            None => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::combat::testkit::testing::{Scene, ruleset};

    /// SP-KIDO-20: what a form adds to the blows of its bearer is told with them.
    #[test]
    fn an_attack_is_told_with_what_conditions_add_to_it() {
        let map = ["A...b."];
        let scene = Scene::new(ruleset("spiritual_pressure"), &map)
            .change('A', |who| who.conditions = vec!["final_release".into()]);
        let view = scene.seeded(1).view();
        let blow = |seat: usize| {
            let mode = &view.combatants[seat].modes[0];
            (mode.attack, mode.attack_now, mode.damage.as_str())
        };
        assert_eq!(blow(0), (5, 7, "1d8+4"));
        assert_eq!(blow(1), (5, 5, "1d8"));
    }
}
