//! Answers to an attack: the number to reach, dodge, block, shielding a neighbour.

use crate::combat::attack::cover::Cover;
use crate::combat::attack::shield;
use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::perception;
use crate::combat::contract::{
    Choice, DefenceChoice, DefenceChoices, EventKind, Miss, Refusal, Request, Seat, Sheltered,
};
use crate::combat::state::refusal::refusal;
use crate::combat::state::{Acting, Attack, AttackOrder, Rolling, State};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::rules::{
    Capability, Check, Counted, DefenceModel, Denial, Edge, Flag, Modifier, ModifierKind,
    Modifiers, Stat, Tally, Topic, UsedUp,
};

/// The number that an attack has to reach, and how much of it is the shield of a target that does
/// not expect the attack.
pub fn to_reach(
    state: &State,
    order: &AttackOrder,
    ranged: bool,
    cover: Cover,
    touch: bool,
) -> (Tally, i32) {
    match state.rules().policies.attack.defence {
        DefenceModel::FixedNumber => (fixed(state, order, ranged, cover, touch), 0),
        DefenceModel::ThresholdThenOpposed => threshold(state, order, ranged, cover),
    }
}

/// The defence number of a target; `touch`: without what only keeps weapons from the skin.
fn fixed(state: &State, order: &AttackOrder, ranged: bool, cover: Cover, touch: bool) -> Tally {
    let (target, attacker) = (order.target, order.attacker);
    let mut extra = Modifiers::new();
    situational(state, cover, &mut extra);
    slip_away(state, order, &mut extra);
    if !touch {
        return checks::tally_against(
            state,
            target,
            Stat::Defence,
            Some(attacker),
            Some(ranged),
            &extra,
        );
    }
    let mut denials = conditions::denials(state, target, Some(attacker), Some(ranged));
    let kinds = [
        ModifierKind::Armour,
        ModifierKind::ArmourEnhancement,
        ModifierKind::Shield,
        ModifierKind::NaturalArmour,
    ];
    denials.extend(kinds.map(|kind| Denial {
        kind,
        mark: Counted::Denied(Topic::TouchAttack),
        voids: false,
    }));
    let both = (target, Some(attacker));
    checks::tally_between(state, both, Stat::Defence, Some(ranged), &extra, &denials)
}

fn threshold(state: &State, order: &AttackOrder, ranged: bool, cover: Cover) -> (Tally, i32) {
    let (attacker, target) = (state.get(order.attacker), state.get(order.target));
    let mut extra = Modifiers::new();
    let size = target.who.size.modifier() - attacker.who.size.modifier();
    extra.push(checks::modifier(
        state,
        Topic::Size,
        ModifierKind::Size,
        size,
    ));
    situational(state, cover, &mut extra);
    let raised = if perception::unaware_of(state, order.target, order.attacker) {
        shield::coverage_of_unaware(state, order.target)
    } else {
        0
    };
    if raised > 0 {
        extra.push(checks::modifier(
            state,
            Topic::UnawareShield,
            ModifierKind::Shield,
            raised,
        ));
    }
    let stat = Stat::PassiveDefence;
    let attacker = Some(order.attacker);
    let tally = checks::tally_against(state, order.target, stat, attacker, Some(ranged), &extra);
    (tally, raised)
}

fn situational(state: &State, cover: Cover, extra: &mut Modifiers) {
    if cover.bonus != 0 {
        let topic = match cover.by {
            Some(_) => Topic::CreatureCover,
            None => Topic::Cover,
        };
        extra.push(checks::modifier(
            state,
            topic,
            ModifierKind::Cover,
            cover.bonus,
        ));
    }
}

/// What helps against attacks of opportunity on those who leave a threatened square (AH-CHAR-03): a dodge
/// bonus, so it belongs to whatever dodges.
fn slip_away(state: &State, order: &AttackOrder, extra: &mut Modifiers) {
    if order.leaving {
        for capability in &state.who(order.target).capabilities {
            if let Capability::DodgeOpportunities(value) = *capability {
                let topic = Topic::OpportunityAttack;
                let kind = ModifierKind::Dodge;
                let bonus = checks::modifier(state, topic, kind, i32::from(value));
                let own = state.cite(Topic::OpportunityDodge);
                let rule = own.or(bonus.rule);
                extra.push(Modifier { rule, ..bonus });
            }
        }
    }
}

/// The defence of a combatant in the line of a shot: without and with its Dexterity and dodging.
pub fn in_the_way(state: &State, seat: Seat, attacker: Seat) -> (i32, i32) {
    let tally = checks::tally_against(state, seat, Stat::Defence, Some(attacker), Some(true), &[]);
    let nimble = [ModifierKind::Dexterity, ModifierKind::Dodge]
        .map(|kind| tally.of_kind(kind).max(0))
        .into_iter()
        .sum::<i32>();
    (tally.total - nimble, tally.total)
}

/// Whether a combatant is denied a bonus of this kind, against this attacker if there is one and
/// against this kind of attack if one is meant.
pub(crate) fn denies(
    state: &State,
    seat: Seat,
    attacker: Option<Seat>,
    ranged: Option<bool>,
    kind: ModifierKind,
) -> bool {
    conditions::denials(state, seat, attacker, ranged)
        .iter()
        .any(|d| d.kind == kind)
}

/// The ways in which a target may answer an attack, `Nothing` first.
pub fn options(state: &State, order: &AttackOrder) -> DefenceChoices {
    let (seat, attacker) = (order.target, order.attacker);
    let ranged = state.mode(order).map(|mode| mode.ranged);
    let denies = |kind| denies(state, seat, Some(attacker), ranged, kind);
    let mut list = DefenceChoices::from_elem(DefenceChoice::Nothing, 1);
    let helpless = [Flag::Helpless, Flag::NoActiveDefence]
        .iter()
        .any(|f| conditions::has(state, seat, *f));
    if helpless || perception::unaware_of(state, seat, attacker) {
        return list;
    }
    let may_take_ten = !conditions::has(state, seat, Flag::NoTakingTen);
    list.push(DefenceChoice::Dodge { take_ten: false });
    if may_take_ten && !denies(ModifierKind::Dexterity) {
        list.push(DefenceChoice::Dodge { take_ten: true });
    }
    if shield::may_block(state, seat) {
        list.push(DefenceChoice::Block { take_ten: false });
        if may_take_ten && !denies(ModifierKind::Wisdom) {
            list.push(DefenceChoice::Block { take_ten: true });
        }
    }
    list
}

/// The bonus of an answer to an attack.
pub fn bonus(state: &State, order: &AttackOrder, choice: DefenceChoice) -> Option<RollBonus> {
    let ranged = state.mode(order).is_some_and(|mode| mode.ranged);
    match choice {
        DefenceChoice::Nothing => None,
        DefenceChoice::Dodge { .. } => {
            let mut extra = Modifiers::new();
            slip_away(state, order, &mut extra);
            let own = checks::tally_against(
                state,
                order.target,
                Stat::ActiveDefence,
                Some(order.attacker),
                Some(ranged),
                &extra,
            );
            Some(RollBonus::of(state, order.target, own))
        }
        DefenceChoice::Block { .. } => {
            let own = shield::bonus(state, order, order.target, 0, &[]);
            Some(RollBonus::of(state, order.target, own))
        }
    }
}

/// Asks for what has to be declared before the roll; whether the attack waits now.
pub(crate) fn declare(battle: &mut Acting, attack: &mut Attack) -> bool {
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    if attack.answer.is_none() {
        let options = options(battle, &attack.order);
        if options.len() == 1 {
            attack.answer = Some(DefenceChoice::Nothing);
        } else if !has_combat_sense(battle, target) {
            let request = Request::Defence {
                seat: target,
                attacker,
                total: None,
                options,
            };
            return wait(battle, attack, request);
        }
    }
    ask_protectors(battle, attack, false)
}

/// Asks those who see the result before they choose.
pub(crate) fn ask_own(battle: &mut Acting, attack: &mut Attack) -> bool {
    if attack.answer.is_some() {
        return false;
    }
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    let options = options(battle, &attack.order);
    let total = Some(attack.rolled.total);
    wait(
        battle,
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
pub(crate) fn ask_protectors(battle: &mut Acting, attack: &mut Attack, sees: bool) -> bool {
    if attack.protector.is_some() {
        return false;
    }
    let AttackOrder {
        attacker, target, ..
    } = attack.order;
    let next = battle.all().find(|seat| {
        shield::may_protect(battle, *seat, target, attacker)
            && has_combat_sense(battle, *seat) == sees
            && !attack.declined.contains(seat)
    });
    let Some(seat) = next else { return false };
    let total = sees.then_some(attack.rolled.total);
    wait(
        battle,
        attack,
        Request::DefendOther {
            seat,
            target: Sheltered::Combatant(target),
            attacker,
            total,
        },
    )
}

pub(crate) fn has_combat_sense(state: &State, seat: Seat) -> bool {
    state
        .who(seat)
        .capabilities
        .contains(&Capability::CombatSense)
}

fn wait(battle: &mut Acting, attack: &Attack, request: Request) -> bool {
    battle.ask(request, attack.clone());
    true
}

/// Makes the target's own answer; why the attack fails, if it does.
pub(crate) fn answer_own(battle: &mut Acting, attack: &mut Attack) -> Option<Miss> {
    let choice = attack.answer?;
    let bonus = match choice {
        // The use was spent with the declaration and must not be counted twice.
        DefenceChoice::Block { .. } => {
            let target = attack.order.target;
            let own = shield::bonus(battle, &attack.order, target, 1, &[]);
            RollBonus::of(battle, target, own)
        }
        choice => bonus(battle, &attack.order, choice)?,
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
    let check = check(battle, target, purpose, taken, bonus);
    use_up(battle, &attack.order, target);
    let stopped = beats(attack, check.total());
    let total = check.total();
    attack.rolled.answered = Some(total);
    let topics = own_topics(battle, attack, choice, topic, (total, &check.bonus));
    let kind = EventKind::Defended {
        seat: target,
        attacker,
        choice,
        check: Some(check),
        stopped,
    };
    battle.emit(&topics, kind);
    stopped.then_some(why)
}

/// What the target's own answer is and means.
fn own_topics(
    state: &State,
    attack: &Attack,
    choice: DefenceChoice,
    topic: Topic,
    (total, bonus): (i32, &Tally),
) -> Vec<Topic> {
    let target = attack.order.target;
    let blocks = matches!(choice, DefenceChoice::Block { .. });
    let ten = match choice {
        DefenceChoice::Block { take_ten: true } => Some(Topic::ShieldTen),
        DefenceChoice::Dodge { take_ten: true } => Some(Topic::TakeTen),
        _ => None,
    };
    let shot = blocks && state.mode(&attack.order).is_some_and(|mode| mode.ranged);
    let trained = blocks && shield::is_trained(state, target);
    let fails = blocks && total <= attack.rolled.total;
    let mut topics = vec![topic];
    topics.extend(ten);
    topics.extend(trained.then_some(Topic::ShieldTrained));
    topics.extend(shot.then_some(Topic::ShieldShot));
    topics.extend(fails.then_some(Topic::ShieldFails));
    topics.extend((total == attack.rolled.total).then_some(Topic::DefenceTie));
    topics.extend(has_combat_sense(state, target).then_some(Topic::DefenceKnowing));
    topics.extend(attack.order.opportunity.then_some(Topic::DefenceOutOfTurn));
    let spared = !blocks && shield::may_block(state, target);
    topics.extend(spared.then_some(Topic::ShieldSpared));
    let natural = ten.is_none() && matches!(total - bonus.total, 1 | 20);
    topics.extend(natural.then_some(Topic::DefenceNatural));
    let idle = conditions::has(state, target, Flag::FlatFooted);
    topics.extend(idle.then_some(Topic::DefenceIdle));
    let outranked = bonus.parts.iter().any(|p| p.counted == Counted::Outranked);
    topics.extend(outranked.then_some(Topic::Stacking));
    topics
}

/// Why a target may not answer like this.
pub(crate) fn refused(state: &State, request: (Seat, Seat), choice: DefenceChoice) -> Refusal {
    let (seat, attacker) = request;
    if perception::unaware_of(state, seat, attacker) {
        let reason = "You are not aware of this attack.";
        return refusal(state, Topic::Unaware, reason);
    }
    let blocks = matches!(choice, DefenceChoice::Block { .. });
    if let Some(refused) = shield::why_not(state, seat).filter(|_| blocks) {
        return refused;
    }
    let topic = if blocks {
        Topic::ShieldTen
    } else {
        Topic::TakeTen
    };
    refusal(state, topic, "You cannot take 10 against this attack.")
}

/// Whether a neighbour holds its shield before the target, and then whether it takes 10: as one can
/// that is granted its Wisdom, and only then does it step in (AH-SD-06, AH-SD-11).
pub(crate) fn steps_in(choice: &Choice) -> Option<bool> {
    match choice {
        Choice::Accept { .. } => Some(false),
        Choice::Defend(DefenceChoice::Block { take_ten: true }) => Some(true),
        _ => None,
    }
}

/// Whether a neighbour may take 10 as it steps in.
pub(crate) fn may_step_in_with_ten(state: &State, seat: Seat) -> bool {
    !conditions::has(state, seat, Flag::NoTakingTen)
}

/// The bonus with which a neighbour would hold its shield before the target.
pub fn protection(state: &State, order: &AttackOrder, by: Seat) -> RollBonus {
    for_another(state, order, by, 0)
}

/// `spent`: how many of the uses counted belong to this very block.
fn for_another(state: &State, order: &AttackOrder, by: Seat, spent: u8) -> RollBonus {
    let topic = Topic::DefendOther;
    let value = state.rules().policies.attack.blocks.for_another;
    let penalty = checks::modifier(state, topic, ModifierKind::Untyped, value);
    let own = shield::bonus(state, order, by, spent, &[penalty]);
    RollBonus::of(state, by, own)
}

/// Rolls the shield of a protector; who takes the blow, if it does.
pub(crate) fn answer_protector(battle: &mut Acting, attack: &mut Attack) -> Option<Seat> {
    let seat = attack.protector?;
    let attacker = attack.order.attacker;
    let topic = Topic::DefendOther;
    let bonus = for_another(battle, &attack.order, seat, 1);
    let take_ten = attack.protects_with_ten;
    let purpose = Purpose::ProtectorDefence;
    let check = check(battle, seat, purpose, take_ten, bonus);
    use_up(battle, &attack.order, seat);
    let stopped = beats(attack, check.total());
    let second = attack.rolled.answered.is_some();
    attack.rolled.answered = attack.rolled.answered.max(Some(check.total()));
    let choice = DefenceChoice::Block { take_ten };
    let kind = EventKind::Defended {
        seat,
        attacker,
        choice,
        check: Some(check),
        stopped,
    };
    let mut topics = vec![topic, Topic::ShieldDefence];
    topics.extend(take_ten.then_some(Topic::ShieldTen));
    topics.extend(second.then_some(Topic::DefendSecond));
    topics.extend(has_combat_sense(battle, seat).then_some(Topic::DefendKnowing));
    battle.emit(&topics, kind);
    stopped.then_some(seat)
}

/// Ends what a dodge or block of this attack uses up on the one that makes it.
fn use_up(battle: &mut Acting, order: &AttackOrder, seat: Seat) {
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let by = UsedUp::ByDefence;
    conditions::used_up::by(battle, seat, order.attacker, by, ranged);
}

/// A defence must exceed the attack, and nothing stops a natural 20.
fn beats(attack: &Attack, defence: i32) -> bool {
    !attack.rolled.certain && defence > attack.rolled.total
}

fn check(
    battle: &mut Rolling,
    seat: Seat,
    purpose: Purpose,
    taken: bool,
    bonus: RollBonus,
) -> Check {
    if taken {
        checks::taken(bonus)
    } else {
        checks::d20(battle, seat, purpose, bonus, Edge::None)
    }
}

/// What a sensible defender answers: blocks while it can, dodges otherwise, takes 10 on coverage
/// only where that is certain to help; shields no combatant.
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
            Choice::Accept { mode: None }
        } else {
            Choice::Decline
        }),
        _ => None,
    }
}
