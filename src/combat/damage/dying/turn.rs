//! What wounds do with time: burning, bleeding, saves, becoming stable.

use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::damage::dying::{drains, kill, lose_point, shock, stabilise};
use crate::combat::damage::wound::{self, Harmful};
use crate::combat::state::{ActiveCondition, Ending, Wounding};
use crate::combat::{checks, conditions, damage};
use crate::dice::Purpose;
use crate::rules::{Clock, DamageKind, Edge, Flag, Saves, Stat, Tally, Tick, Topic};

/// Ongoing damage, bleeding and stabilising rolls that fall at the start of a turn.
pub fn start_of_turn(battle: &mut Wounding, seat: Seat) {
    harm_of_turn(battle, seat);
    strikes(battle, seat, Tick::StartOfTurn);
}

/// What hurts at the start of a turn, without the clock of the dying.
pub fn harm_of_turn(battle: &mut Wounding, seat: Seat) {
    if battle.rules().policies.turn.ongoing_and_saves {
        extra_saves(battle, seat);
        suffer(battle, seat);
    }
    smoulder(battle, seat);
    (battle.on.turn_starts)(battle, seat);
}

/// The clock of the dying, where it strikes now: stable, or one point less.
fn strikes(battle: &mut Wounding, seat: Seat, now: Tick) {
    if let Clock::Percent { stabilises, at } = battle.rules().policies.dying.clock
        && at == now
        && conditions::has(battle, seat, Flag::Dying)
        && conditions::present(battle, seat)
        && !steadies(battle, seat, stabilises)
    {
        lose_point(battle, seat);
    }
}

/// Ongoing damage that is rolled anew each turn: flames.
fn smoulder(battle: &mut Wounding, seat: Seat) {
    let burning: Vec<_> = conditions::in_force(battle, seat)
        .filter_map(|(id, def)| {
            let kind = def.ongoing.unwrap_or_default();
            let by = conditions::first_source(battle, seat, id);
            Some((def.ongoing_dice?, (kind, def.nonlethal), by))
        })
        .collect();
    for (dice, kind, by) in burning {
        if conditions::present(battle, seat) {
            let before = battle.blame(by);
            wound::roll_harm(battle, seat, &dice, Harmful::plain(kind), Topic::Ongoing);
            battle.blame(before);
        }
    }
}

/// Ongoing damage: of each kind only the highest counts.
fn suffer(battle: &mut Wounding, seat: Seat) {
    let mut kinds: Vec<((DamageKind, bool), i32, Option<Seat>)> = Vec::new();
    for active in battle.conditions(seat) {
        let def = &battle.rules().conditions[active.condition];
        let Some(kind) = def.ongoing.map(|kind| (kind, def.nonlethal)) else {
            continue;
        };
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, amount, by)) if active.amount > *amount => {
                (*amount, *by) = (active.amount, active.by);
            }
            Some(_) => {}
            None => kinds.push((kind, active.amount, active.by)),
        }
    }
    for ((kind, nonlethal), amount, by) in kinds {
        let before = battle.blame(by);
        damage::wear(battle, seat, (amount, kind), nonlethal);
        battle.blame(before);
    }
}

/// Rolls whether the dying become stable.
fn steadies(battle: &mut Wounding, seat: Seat, percent: u8) -> bool {
    let purpose = Purpose::Stabilise;
    let success = checks::percent(battle, seat, purpose, percent, Topic::Stabilise);
    if success {
        stabilise(battle, seat);
    }
    success
}

/// Saves that fall at the end of a turn.
pub fn end_of_turn(battle: &mut Wounding, seat: Seat) {
    if !conditions::present(battle, seat) {
        return;
    }
    if battle.rules().policies.turn.ongoing_and_saves {
        let mut pending = Vec::new();
        for active in battle.conditions(seat) {
            if active.ends == Ending::SaveEnds {
                pending.push(*active);
            }
        }
        pending.sort_by_key(|active: &ActiveCondition| active.since);
        for active in pending {
            save_from(battle, seat, active, &[]);
        }
    }
    save_from_death(battle, seat);
}

/// The clock of the dying strikes once, whenever that is in a round.
pub(crate) fn clock(battle: &mut Wounding, seat: Seat) {
    for tick in [Tick::StartOfTurn, Tick::EndOfRound] {
        strikes(battle, seat, tick);
    }
    save_from_death(battle, seat);
}

/// The clock of the dying goes on where a combatant that cannot act has no turn.
pub fn missed_turn(battle: &mut Wounding, seat: Seat) {
    strikes(battle, seat, Tick::StartOfTurn);
    save_from_death(battle, seat);
}

/// A save that ends a condition.
fn save_from(battle: &mut Wounding, seat: Seat, active: ActiveCondition, topics: &[Topic]) {
    let (bonus, _) = checks::help(battle, seat, active.condition);
    let made = checks::save_with(battle, seat, Stat::Will, 0, &bonus, topics).0;
    if made {
        conditions::end_one(battle, seat, active);
    }
}

/// Saves that traits grant as the turn begins, before ongoing damage.
fn extra_saves(battle: &mut Wounding, seat: Seat) {
    let bears = battle.conditions(seat).iter().copied();
    let mut pending: Vec<_> = bears
        .filter(|active| active.ends == Ending::SaveEnds)
        .filter(|active| checks::help(battle, seat, active.condition).1)
        .collect();
    pending.sort_by_key(|active| active.since);
    for active in pending {
        save_from(battle, seat, active, &[Topic::ExtraSave]);
    }
}

/// Dying is not a condition that bonuses against conditions help with: the die is bare.
fn save_from_death(battle: &mut Wounding, seat: Seat) {
    let clock = battle.rules().policies.dying.clock;
    let Clock::Saves {
        failures,
        difficulty,
        ..
    } = clock
    else {
        return;
    };
    if !conditions::has(battle, seat, Flag::Dying) || !conditions::present(battle, seat) {
        return;
    }
    let usual = match battle.rules().policies.saves {
        Saves::Flat { succeeds_on } => succeeds_on,
        Saves::BonusAgainstDifficulty => 10,
    };
    let difficulty = difficulty.map_or(usual, i32::from);
    let check = checks::d20(
        battle,
        seat,
        Purpose::Save,
        RollBonus::of_save(Tally::default()),
        Edge::None,
    );
    let success = check.total() >= difficulty;
    let worn = conditions::in_force(battle, seat).any(|(_, def)| def.ongoing.is_some());
    let topics = [Topic::Stabilise, Topic::SavingThrow, Topic::DyingOngoing];
    battle.emit(
        &topics[..2 + usize::from(worn)],
        EventKind::Saved {
            seat,
            save: None,
            check,
            difficulty,
            success,
        },
    );
    if success {
        stabilise(battle, seat);
        return;
    }
    let vitals = battle.vitals_mut(seat);
    vitals.failures = vitals.failures.saturating_add(1);
    if vitals.failures >= failures {
        kill(battle, seat, Topic::Dead);
    }
}

/// Stabilising rolls that fall at the end of a round.
pub fn end_of_round(battle: &mut Wounding) {
    for seat in battle.all() {
        strikes(battle, seat, Tick::EndOfRound);
    }
}

/// What a standard action costs the disabled, after it is done, unless it has raised their hit points, which were
/// so many `before` (SP-DYING-05).
pub fn after_strenuous(battle: &mut Wounding, seat: Seat, before: i32) {
    if !conditions::has(battle, seat, Flag::Disabled)
        || !conditions::able(battle, seat)
        || battle.vitals[seat].hit_points > before
    {
        return;
    }
    lose_point(battle, seat);
    if drains(battle, seat) && conditions::present(battle, seat) {
        shock(battle, seat, 1);
    }
}
