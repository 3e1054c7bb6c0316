//! Turning the lifeless: how strong the turning is, whom it reaches, what it does.

use crate::combat::ability::{area, working};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::damage::dice_sum::DiceSum;
use crate::combat::damage::dying;
use crate::combat::state::{Acting, ActiveCondition, Rolling, Use};
use crate::combat::{checks, conditions};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::grid::distance;
use crate::rules::{
    Ability, AbilityDef, ConditionId, Duration, Edge, Modifier, ModifierKind, Source,
    SpecialEffect, Stacking, Stat, Tally, Topic,
};

/// Whether an ability drives off.
pub(crate) fn turns(def: &AbilityDef) -> bool {
    let turning = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Turn { .. });
    def.effects.iter().any(turning)
}

/// How far above or below its own level the effort reaches: one step for every three points.
fn steps(total: i32) -> i32 {
    (total - 10).div_euclid(3).clamp(-4, 4)
}

/// Whom the effort reaches, the nearest first.
pub(crate) fn chosen(battle: &mut Rolling, used: &Use) -> Vec<Seat> {
    let seat = used.seat;
    let charisma = battle.abilities(seat).modifier(Ability::Charisma);
    let part = Modifier {
        kind: ModifierKind::Charisma,
        value: charisma,
        source: Source::Ability(Ability::Charisma),
        rule: battle.cite(Topic::Turning),
    };
    let own = Tally::sum([part], &Stacking::Everything, &[]);
    let bonus = RollBonus::of(battle, seat, own);
    let purpose = Purpose::Check;
    let check = checks::d20(battle, seat, purpose, bonus, Edge::None);
    let highest = used.level + steps(check.total());
    let told = EventKind::Checked {
        seat,
        purpose,
        check,
        against: 10,
        success: highest > 0,
    };
    battle.emit(&[Topic::Turning], told);
    let label = RollLabel::new(seat.0, Purpose::Ability);
    let mut sum = DiceSum::thrown(&mut battle.dice_mut().0, label, &DiceExpr::dice(2, 6));
    let level = Source::Stat(Stat::CasterLevel);
    sum.add(Modifier::plain(ModifierKind::Level, used.level, level));
    sum.add(part);
    let mut left = sum.total();
    let (ability, total) = (used.ability, left);
    battle.emit(
        &[Topic::Turning],
        EventKind::AmountRolled {
            seat,
            ability,
            dice: sum.dice,
            bonus: sum.bonus,
            total,
        },
    );
    let diagonals = battle.rules().policies.movement.diagonals;
    let away = |target: &Seat| match (battle.area(seat), battle.area(*target)) {
        (Some(here), Some(there)) => distance(here, there, diagonals),
        _ => u32::MAX,
    };
    let mut targets = area::targets(battle, seat, ability, &used.aim);
    targets.sort_by_key(|target| (away(target), *target));
    targets.retain(|target| {
        let level = battle.who(*target).level;
        let reached = level <= highest && level <= left;
        left -= if reached { level } else { 0 };
        reached
    });
    targets
}

/// Destroys one of them or drives it off.
pub(crate) fn drive(
    battle: &mut Acting,
    used: &Use,
    target: Seat,
    (condition, rounds): (Option<ConditionId>, u16),
    spares: bool,
) {
    if !spares && used.level >= 2 * battle.who(target).level {
        return dying::kill(battle, target, Topic::Turning);
    }
    let Some(condition) = condition else { return };
    let ends = conditions::ending(battle, target, Duration::Rounds(rounds));
    let (by, amount) = (Some(used.seat), 0);
    conditions::impose(
        battle,
        target,
        ActiveCondition {
            condition,
            ends,
            by,
            amount,
            about: None,
            since: 0,
        },
    );
    working::note(battle, used, target, condition, false);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_reaches_one_level_more_for_every_three_points() {
        let table = [
            (0, -4),
            (1, -3),
            (3, -3),
            (4, -2),
            (9, -1),
            (10, 0),
            (12, 0),
            (13, 1),
            (21, 3),
            (22, 4),
            (30, 4),
        ];
        for (total, expected) in table {
            assert_eq!(steps(total), expected, "{total}");
        }
    }
}
