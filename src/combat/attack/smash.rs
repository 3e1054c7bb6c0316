//! Blows at things before which a neighbour may hold its shield.

use crate::combat::attack::{defence, objects, resolve, shield, spent};
use crate::combat::contract::{Aim, Request, Seat, Sheltered};
use crate::combat::damage::Harm;
use crate::combat::state::step::smash::Smash;
use crate::combat::state::{
    Acting, Answered, Attack, AttackOrder, DeclaredAction, Mark, State, Turning, Wounding,
};
use crate::rules::ObjectRule;

/// Whether neighbours can come between a blow and a thing under these rules.
pub(super) fn is_possible(state: &State) -> bool {
    let rule = state.rules().policies.attack.objects;
    matches!(rule, ObjectRule::RelativeSize { .. })
}

/// Puts a blow at a thing on the stack; `careful`: it takes the whole round.
pub(super) fn begin(battle: &mut Wounding, declared: &DeclaredAction, careful: bool) {
    let Aim::Along(path) = &declared.aim else {
        return;
    };
    let &[at] = path.as_slice() else { return };
    let seat = declared.seat;
    // It is aimed at no combatant; the place of the target stays its own.
    let mut order = AttackOrder::plain(seat, seat, declared.mode.unwrap_or(0));
    order.manner = declared.manner;
    battle.push(Smash {
        declared: declared.clone(),
        at,
        careful,
        attack: Attack::new(order),
        hit: false,
    });
}

/// Takes the answer of a neighbour.
pub(crate) fn answer(battle: &mut Turning, (mut smash, request, choice): Answered<Smash>) {
    if let Request::DefendOther { seat, .. } = request {
        if let Some(ten) = defence::steps_in(&choice) {
            shield::take(battle, seat);
            smash.attack.protector = Some(seat);
            smash.attack.protects_with_ten = ten;
        } else {
            smash.attack.declined.push(seat);
        }
    }
    battle.push(smash);
}

/// Takes a blow on until it is over or has to ask.
pub(crate) fn advance(battle: &mut Acting, mut smash: Smash) {
    let (seat, at) = (smash.declared.seat, smash.at);
    if !smash.hit {
        if objects::within(battle, seat, smash.declared.mode, &[at]).is_err() {
            return;
        }
        let sure = objects::lands_of_itself(battle, &smash.declared, smash.careful);
        if !sure && ask(battle, &smash, false) {
            return;
        }
        battle.budget_mut(seat).mark(Mark::Attacked);
        spent::weapon_at(battle, seat, smash.attack.order.mode, at);
        smash.hit = true;
        smash.attack.rolled.certain = sure;
        if !sure {
            let rolled = objects::roll_at(battle, &smash.declared, at, smash.careful);
            let Some(rolled) = rolled.filter(|rolled| rolled.hits) else {
                return;
            };
            smash.attack.rolled.total = rolled.total;
            smash.attack.rolled.certain = rolled.certain;
        }
    }
    if !smash.attack.rolled.certain {
        if ask(battle, &smash, true) {
            return;
        }
        let attack = &mut smash.attack;
        if let Some(by) = defence::answer_protector(battle, attack) {
            return resolve::onto_shield(battle, attack, by);
        }
    }
    objects::break_it(battle, &smash.attack.order, at, Harm::ONCE);
}

/// Asks the next neighbour who could hold its shield before the thing: those who know the result
/// (`sees`) after the roll, the others before it.
fn ask(battle: &mut Acting, smash: &Smash, sees: bool) -> bool {
    if smash.attack.protector.is_some() {
        return false;
    }
    let Some(seat) = protector(battle, smash, sees) else {
        return false;
    };
    let request = Request::DefendOther {
        seat,
        target: Sheltered::Thing(smash.at),
        attacker: smash.declared.seat,
        total: sees.then_some(smash.attack.rolled.total),
    };
    battle.ask(request, smash.clone());
    true
}

fn protector(state: &State, smash: &Smash, sees: bool) -> Option<Seat> {
    let thing = (smash.at, objects::object(state, smash.at)?.size);
    state.all().find(|seat| {
        defence::has_combat_sense(state, *seat) == sees
            && !smash.attack.declined.contains(seat)
            && shield::may_protect_thing(state, *seat, thing, smash.declared.seat)
    })
}
