//! Answers to an attack: the number to reach, dodge, block, shielding a neighbour.

use bevy_ecs::prelude::*;

use crate::combat::attack;
use crate::combat::attack::cover::Cover;
use crate::combat::attack::shield;
use crate::combat::attack::{Attack, AttackOrder};
use crate::combat::checks;
use crate::combat::conditions;
use crate::combat::contract::event::{EventKind, Miss, Pool};
use crate::combat::contract::request::{Choice, DefenceChoice, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::dice::Purpose;
use crate::rules::attack::DefenceModel;
use crate::rules::check::Edge;
use crate::rules::modifier::Denial;
use crate::rules::{Capability, Check, Flag, Modifier, ModifierKind, Stat, Tally, Topic};

/// The number that an attack has to reach, and how much of it is the shield of a target that does
/// not expect the attack.
pub fn to_reach(
    arena: &State,
    order: &AttackOrder,
    ranged: bool,
    cover: Cover,
    touch: bool,
) -> (Tally, i32) {
    match arena.rules().policies.attack.defence {
        DefenceModel::FixedNumber => (fixed(arena, order, ranged, cover, touch), 0),
        DefenceModel::ThresholdThenOpposed => threshold(arena, order, ranged, cover),
    }
}

/// The defence number of a target; `touch`: without what only keeps weapons from the skin.
fn fixed(arena: &State, order: &AttackOrder, ranged: bool, cover: Cover, touch: bool) -> Tally {
    let (target, attacker) = (order.target, order.attacker);
    let mut extra = Vec::new();
    situational(arena, cover, &mut extra);
    slip_away(arena, order, &mut extra);
    if !touch {
        return checks::tally_against(
            arena,
            target,
            Stat::Defence,
            Some(attacker),
            Some(ranged),
            &extra,
        );
    }
    let mut denials = conditions::denials(arena, target, Some(attacker), Some(ranged));
    let kinds = [
        ModifierKind::Armour,
        ModifierKind::Shield,
        ModifierKind::NaturalArmour,
    ];
    denials.extend(kinds.map(|kind| Denial {
        kind,
        why: Topic::TouchAttack,
        voids: false,
    }));
    let both = (target, Some(attacker));
    checks::tally_between(arena, both, Stat::Defence, Some(ranged), &extra, &denials)
}

fn threshold(arena: &State, order: &AttackOrder, ranged: bool, cover: Cover) -> (Tally, i32) {
    let (attacker, target) = (arena.get(order.attacker), arena.get(order.target));
    let mut extra = Vec::new();
    let size = target.who.size.modifier() - attacker.who.size.modifier();
    extra.push(attack::modifier(
        arena,
        Topic::Size,
        ModifierKind::Size,
        size,
    ));
    situational(arena, cover, &mut extra);
    let raised = if unaware_of(arena, order.target, order.attacker) {
        shield::coverage_of_unaware(arena, order.target)
    } else {
        0
    };
    if raised > 0 {
        extra.push(attack::modifier(
            arena,
            Topic::UnawareShield,
            ModifierKind::Shield,
            raised,
        ));
    }
    let stat = Stat::PassiveDefence;
    let attacker = Some(order.attacker);
    let tally = checks::tally_against(arena, order.target, stat, attacker, Some(ranged), &extra);
    (tally, raised)
}

fn situational(arena: &State, cover: Cover, extra: &mut Vec<Modifier>) {
    if cover.bonus != 0 {
        extra.push(attack::modifier(
            arena,
            Topic::Cover,
            ModifierKind::Cover,
            cover.bonus,
        ));
    }
}

/// What helps against opportunity attacks: a dodge bonus, so it belongs to whatever dodges.
fn slip_away(arena: &State, order: &AttackOrder, extra: &mut Vec<Modifier>) {
    if order.opportunity {
        for capability in &arena.who(order.target).capabilities {
            if let Capability::DodgeOpportunities(value) = *capability {
                let topic = Topic::OpportunityAttack;
                let value = i32::from(value);
                extra.push(attack::modifier(arena, topic, ModifierKind::Dodge, value));
            }
        }
    }
}

/// The defence of somebody in the line of a shot: without and with its Dexterity and dodging.
pub fn in_the_way(arena: &State, seat: Seat, attacker: Seat) -> (i32, i32) {
    let tally = checks::tally_against(arena, seat, Stat::Defence, Some(attacker), Some(true), &[]);
    let nimble = [ModifierKind::Dexterity, ModifierKind::Dodge]
        .map(|kind| tally.of_kind(kind).max(0))
        .into_iter()
        .sum::<i32>();
    (tally.total - nimble, tally.total)
}

/// Whether a combatant does not expect attacks of this attacker.
pub fn unaware_of(arena: &State, seat: Seat, attacker: Seat) -> bool {
    conditions::has(arena, seat, Flag::Unaware)
        || conditions::has(arena, attacker, Flag::Invisible)
            && arena.rules().policies.attack.defence == DefenceModel::ThresholdThenOpposed
}

/// Whether a combatant is denied its Dexterity bonus against this attacker.
pub fn denied_dexterity(arena: &State, seat: Seat, attacker: Seat, ranged: Option<bool>) -> bool {
    let denials = conditions::denials(arena, seat, Some(attacker), ranged);
    denials.iter().any(|d| d.kind == ModifierKind::Dexterity)
}

pub(crate) fn denies(
    arena: &State,
    seat: Seat,
    attacker: Option<Seat>,
    kind: ModifierKind,
) -> bool {
    conditions::denials(arena, seat, attacker, None)
        .iter()
        .any(|d| d.kind == kind)
}

/// The ways in which a target may answer an attack, `Nothing` first.
pub fn options(arena: &State, seat: Seat, attacker: Seat) -> Vec<DefenceChoice> {
    let mut list = vec![DefenceChoice::Nothing];
    let helpless = [Flag::Helpless, Flag::NoActiveDefence]
        .iter()
        .any(|f| conditions::has(arena, seat, *f));
    if helpless || unaware_of(arena, seat, attacker) {
        return list;
    }
    let may_take_ten = !conditions::has(arena, seat, Flag::NoTakingTen);
    list.push(DefenceChoice::Dodge { take_ten: false });
    if may_take_ten && !denied_dexterity(arena, seat, attacker, None) {
        list.push(DefenceChoice::Dodge { take_ten: true });
    }
    if shield::may_block(arena, seat) {
        list.push(DefenceChoice::Block { take_ten: false });
        if may_take_ten && !denies(arena, seat, Some(attacker), ModifierKind::Wisdom) {
            list.push(DefenceChoice::Block { take_ten: true });
        }
    }
    list
}

/// The bonus of an answer to an attack.
pub fn bonus(arena: &State, order: &AttackOrder, choice: DefenceChoice) -> Option<Tally> {
    let ranged = attack::form(arena, order).is_some_and(|form| form.ranged);
    match choice {
        DefenceChoice::Nothing => None,
        DefenceChoice::Dodge { .. } => {
            let mut extra = Vec::new();
            slip_away(arena, order, &mut extra);
            Some(checks::tally_against(
                arena,
                order.target,
                Stat::ActiveDefence,
                Some(order.attacker),
                Some(ranged),
                &extra,
            ))
        }
        DefenceChoice::Block { .. } => Some(shield::bonus(
            arena,
            order.target,
            order.attacker,
            ranged,
            0,
            &[],
        )),
    }
}

/// Asks for what has to be declared before the roll; whether the attack waits now.
pub(crate) fn declare(arena: &mut Arena, attack: &mut Attack) -> bool {
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    if attack.answer.is_none() {
        let options = options(arena, target, attacker);
        if options.len() == 1 {
            attack.answer = Some(DefenceChoice::Nothing);
        } else if !has_combat_sense(arena, target) {
            let request = Request::Defence {
                seat: target,
                attacker,
                total: None,
                options,
            };
            return wait(arena, attack, request);
        }
    }
    ask_protectors(arena, attack, false)
}

/// Asks those who see the result before they choose.
pub(crate) fn ask_own(arena: &mut Arena, attack: &mut Attack) -> bool {
    if attack.answer.is_some() {
        return false;
    }
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    let options = options(arena, target, attacker);
    let total = Some(attack.rolled.total);
    wait(
        arena,
        attack,
        Request::Defence {
            seat: target,
            attacker,
            total,
            options,
        },
    )
}

/// Asks the next neighbour who could shield the target: those who know the result (`sees`) after
/// the target's own answer, the others before the roll.
pub(crate) fn ask_protectors(arena: &mut Arena, attack: &mut Attack, sees: bool) -> bool {
    if attack.protector.is_some() {
        return false;
    }
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    let next = arena.all().find(|seat| {
        shield::may_protect(arena, *seat, target, attacker)
            && has_combat_sense(arena, *seat) == sees
            && !attack.declined.contains(seat)
    });
    let Some(seat) = next else { return false };
    let total = sees.then_some(attack.rolled.total);
    wait(
        arena,
        attack,
        Request::DefendOther {
            seat,
            target,
            attacker,
            total,
        },
    )
}

fn has_combat_sense(arena: &State, seat: Seat) -> bool {
    arena
        .who(seat)
        .capabilities
        .contains(&Capability::CombatSense)
}

fn wait(arena: &mut Arena, attack: &Attack, request: Request) -> bool {
    arena.push(Step::Attack(attack.clone()));
    arena.ask(request);
    true
}

/// Makes the target's own answer; why the attack fails, if it does.
pub(crate) fn answer_own(arena: &mut Arena, attack: &mut Attack) -> Option<Miss> {
    let choice = attack.answer?;
    let bonus = match choice {
        // The use was spent with the declaration and must not be counted twice.
        DefenceChoice::Block { .. } => {
            let ranged = attack::form(arena, &attack.order).is_some_and(|form| form.ranged);
            let AttackOrder {
                attacker, target, ..
            } = attack.order;
            shield::bonus(arena, target, attacker, ranged, 1, &[])
        }
        choice => bonus(arena, &attack.order, choice)?,
    };
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    let (purpose, taken, topic, why) = match choice {
        DefenceChoice::Block { take_ten } => (
            Purpose::ShieldDefence,
            take_ten,
            Topic::ShieldDefence,
            Miss::Blocked,
        ),
        DefenceChoice::Dodge { take_ten } => (
            Purpose::Defence,
            take_ten,
            Topic::ActiveDefence,
            Miss::Dodged,
        ),
        DefenceChoice::Nothing => return None,
    };
    let check = check(arena, target, purpose, taken, bonus);
    let stopped = beats(attack, check.total());
    attack.rolled.answered = Some(check.total());
    let kind = EventKind::Defended {
        seat: target,
        attacker,
        choice,
        check: Some(check),
        stopped,
    };
    let topics = [topic, Topic::TakeTen];
    arena.emit(if taken { &topics } else { &topics[..1] }, kind);
    stopped.then_some(why)
}

/// The bonus with which a neighbour would hold its shield before the target.
pub fn protection(arena: &State, order: &AttackOrder, by: Seat) -> Tally {
    for_another(arena, order, by, 0)
}

/// `spent`: how many of the uses counted belong to this very block.
fn for_another(arena: &State, order: &AttackOrder, by: Seat, spent: u8) -> Tally {
    let ranged = attack::form(arena, order).is_some_and(|form| form.ranged);
    let topic = Topic::DefendOther;
    let value = arena.rules().policies.attack.blocks.for_another;
    let penalty = attack::modifier(arena, topic, ModifierKind::Untyped, value);
    shield::bonus(arena, by, order.attacker, ranged, spent, &[penalty])
}

/// Rolls the shield of a protector; who takes the blow, if it does.
pub(crate) fn answer_protector(arena: &mut Arena, attack: &mut Attack) -> Option<Seat> {
    let seat = attack.protector?;
    let attacker = attack.order.attacker;
    let topic = Topic::DefendOther;
    let bonus = for_another(arena, &attack.order, seat, 1);
    let check = check(arena, seat, Purpose::ProtectorDefence, false, bonus);
    let stopped = beats(attack, check.total());
    attack.rolled.answered = attack.rolled.answered.max(Some(check.total()));
    let choice = DefenceChoice::Block { take_ten: false };
    let kind = EventKind::Defended {
        seat,
        attacker,
        choice,
        check: Some(check),
        stopped,
    };
    arena.emit(&[topic, Topic::ShieldDefence], kind);
    stopped.then_some(seat)
}

/// A defence must exceed the attack, and nothing stops a natural 20.
fn beats(attack: &Attack, defence: i32) -> bool {
    !attack.rolled.certain && defence > attack.rolled.total
}

fn check(arena: &mut Arena, seat: Seat, purpose: Purpose, taken: bool, bonus: Tally) -> Check {
    if taken {
        checks::taken(bonus)
    } else {
        checks::d20(arena, seat, purpose, bonus, Edge::None)
    }
}

/// Takes the answer to a defence, protection or coverage request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let spends = match (&request, &choice) {
        (Request::Defence { seat, .. }, Choice::Defend(DefenceChoice::Block { .. }))
        | (Request::DefendOther { seat, .. }, Choice::Accept { .. }) => Some(*seat),
        _ => None,
    };
    if let Some(seat) = spends {
        shield::spend(arena, seat);
        let (left, _) = shield::uses(arena, seat);
        let kind = EventKind::PoolChanged {
            seat,
            pool: Pool::ShieldUses,
            left: i32::from(left),
        };
        arena.emit(&[Topic::ShieldUses], kind);
    }
    let takes_ten = matches!(choice, Choice::Accept { .. });
    match arena.stack.0.last_mut() {
        Some(Step::Attack(attack)) => match (request, choice) {
            (Request::Defence { .. }, Choice::Defend(choice)) => attack.answer = Some(choice),
            (Request::DefendOther { seat, .. }, Choice::Accept { .. }) => {
                attack.protector = Some(seat);
            }
            (Request::DefendOther { seat, .. }, _) => attack.declined.push(seat),
            (Request::Coverage { .. }, _) => attack.takes_ten = Some(takes_ten),
            // Whatever else comes lets the attack pass.
            _ => attack.answer = Some(DefenceChoice::Nothing),
        },
        Some(Step::Blow(blow)) => blow.take_ten(takes_ten),
        _ => {}
    }
}

/// What a sensible defender answers: blocks while it can, dodges otherwise, takes 10 on coverage
/// only where that is certain to help; shields nobody.
pub fn usual(request: &Request) -> Option<Choice> {
    match request {
        Request::Defence { options, .. } => {
            let block = DefenceChoice::Block { take_ten: false };
            let dodge = DefenceChoice::Dodge { take_ten: false };
            let best = [block, dodge].into_iter().find(|c| options.contains(c));
            Some(Choice::Defend(best.unwrap_or(DefenceChoice::Nothing)))
        }
        Request::DefendOther { .. } => Some(Choice::Decline),
        Request::Coverage {
            bonus, difficulty, ..
        } => Some(if 10 + bonus >= *difficulty {
            Choice::Accept { form: None }
        } else {
            Choice::Decline
        }),
        _ => None,
    }
}
