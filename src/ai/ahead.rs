//! Looking ahead: what an action makes of the balance of forces if it succeeds, and if it fails.

use super::ground::Ground;
use crate::combat::battle::lookahead::Luck;
use crate::combat::{Ahead, Choice, DefenceChoice, Forecast, Request, Sight};

/// The chance of success that is assumed where none is known and the outcomes differ.
const EVEN: f64 = 0.5;

/// What an attack later in the turn has to gain for an action to come before it.
const PRELUDE: f64 = 0.3;

/// What an action gains beside leaving it, harm by its own attack aside, which is weighed by its
/// odds: the balance of forces afterwards, by the chance that the forecast gives, and the attack
/// that can still follow in the turn.
pub fn gain(
    battle: &Sight,
    ahead: &mut Ahead,
    ground: &Ground,
    choice: &Choice,
    forecast: &Forecast,
) -> f64 {
    let (now, attack) = ground.balance_now(battle);
    let side = ground.survey.side;
    let mut after = |luck| after(battle, ahead, ground, choice, luck);
    let (bad, chancy) = after(Luck::Against(side));
    // Luck is of no account where no die falls, or where the odds of the attack say it all.
    let attacks = forecast.attack.as_ref();
    let weighed = attacks.is_some() && forecast.success.is_none() && !forecast.hit_does_more;
    let (balance_after, follow) = if weighed || !chancy {
        bad
    } else {
        let (good, _) = after(Luck::With(side));
        let chance = forecast.success.or(attacks.map(|attack| attack.hit));
        let chance = chance.unwrap_or(EVEN);
        let mean = |good: f64, bad: f64| chance * good + (1.0 - chance) * bad;
        (mean(good.0, bad.0), mean(good.1, bad.1))
    };
    let gain = balance_after - now;
    match () {
        // What makes the attack of this turn better is done before it, all else after it.
        () if follow > attack + PRELUDE => gain + follow,
        // What takes nothing of the turn leaves the attack, and what it takes of that is its price.
        () if follow > 0.0 && ground.is_free(choice) => gain + follow - attack,
        () => gain,
    }
}

/// How the forces stand afterwards and what the best attack that can still follow is worth; and
/// whether dice had a say in it.
fn after(
    battle: &Sight,
    ahead: &mut Ahead,
    ground: &Ground,
    choice: &Choice,
    luck: Luck,
) -> ((f64, f64), bool) {
    let me = ground.survey.me;
    let asked = |request: &Request| answer(request, luck);
    let now = ground.forces(battle);
    let seen = ahead.forces_after(battle, (me, choice), now, luck, asked);
    let follow = ground.follow_up(&seen.attack_options, &seen.forces);
    ((ground.balance(&seen.forces), follow), seen.chancy)
}

/// What is answered on the way. Attacks of opportunity are weighed by their own odds.
fn answer(request: &Request, luck: Luck) -> Option<Choice> {
    let yes = Choice::Accept { mode: None };
    Some(match request {
        Request::Turn { .. } | Request::Deploy { .. } => return None,
        Request::Opportunity { .. }
        | Request::Readied { .. }
        | Request::ComeIn { .. }
        | Request::DefendOther { .. }
        | Request::Yield { .. }
        | Request::SpendPoint { .. }
        | Request::Respond { .. }
        | Request::Coverage { .. } => Choice::Decline,
        Request::Counter { .. } => match luck {
            Luck::With(_) => Choice::Decline,
            Luck::Against(_) => yes,
        },
        Request::Defence { options, .. } => {
            let dodge = DefenceChoice::Dodge { take_ten: false };
            let dodges = options.contains(&dodge);
            Choice::Defend(if dodges { dodge } else { *options.first()? })
        }
        Request::PushTo { squares, .. } => Choice::PushTo(*squares.first()?),
        Request::DropAt { squares, .. } => Choice::DropAt(*squares.first()?),
        Request::Help { allies, .. } => Choice::Pick(*allies.first()?),
    })
}
