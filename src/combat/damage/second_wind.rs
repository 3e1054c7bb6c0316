//! The second wind: fate points for hit points, once a battle.

use crate::combat::action::legality::refusal;
use crate::combat::checks;
use crate::combat::contract::event::{EventKind, Pool};
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::damage;
use crate::combat::state::chapters::Wounding;
use crate::combat::state::{Access, State};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::rules::{Stat, Topic};

/// Whether a combatant can take its second wind: once a battle, for fate points.
pub fn legal(state: &State, seat: Seat, points: u8) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(state.rules(), Topic::SecondWind, reason));
    let vitals = state.get(seat).vitals;
    if vitals.second_wind_used {
        return refuse("You have already used your second wind in this battle.");
    }
    if vitals.fate < i32::from(points) {
        return refuse(&format!(
            "You need {points} fate points for a second wind, you have {}.",
            vitals.fate
        ));
    }
    Ok(())
}

/// Spends points and regains hit points: the dice and the level times a stat, 1 at least.
pub fn second_wind(
    battle: &mut Access<Wounding>,
    seat: Seat,
    points: u8,
    heals: &str,
    per_level: Option<Stat>,
) {
    let vitals = battle.vitals_mut(seat);
    vitals.second_wind_used = true;
    vitals.fate -= i32::from(points);
    let left = vitals.fate;
    battle.emit(
        &[Topic::SecondWind],
        EventKind::PoolChanged {
            seat,
            pool: Pool::Fate,
            left,
        },
    );
    // The loader has read these dice before; nothing is thrown for dice that are none.
    let dice: Option<DiceExpr> = heals.parse().ok();
    let thrown = dice.map_or(0, |dice| {
        battle
            .dice_mut()
            .0
            .throw(RollLabel::new(seat.0, Purpose::Healing), &dice)
            .total
    });
    let each = per_level.map_or(0, |stat| checks::tally(battle, seat, stat, &[]).total);
    let amount = thrown + battle.who(seat).level * each;
    damage::heal(battle, seat, amount.max(1));
}
