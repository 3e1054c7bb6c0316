//! The phases of an attack, with dice.

use crate::combat::attack::bands::{Bands, Severity};
use crate::combat::attack::short::Short;
use crate::combat::attack::situation::Notes;
use crate::combat::attack::{
    Situation, at_hand, begun, cited, concealment, defence, legal, noticing, objects, shield,
    spent, unseen,
};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::contract::{
    AttackOutcome, DefenceChoice, EventKind, Layer, Miss, Request, Seat, Trigger, Yielding,
};
use crate::combat::damage::coverage::Protection;
use crate::combat::damage::{Harm, coverage};
use crate::combat::equipment::arms;
use crate::combat::state::step::attack::Phase;
use crate::combat::state::step::blow::Entry;
use crate::combat::state::{Acting, Attack, AttackOrder, Blow, Rolled, Sequel, State, powers};
use crate::combat::{checks, conditions, damage};
use crate::dice::Purpose;
use crate::rules::{Edge, Occasion, Tally, Topic};

/// Whether an attack goes on or is over (or waits).
enum Next {
    On(Phase),
    Done,
}

pub(crate) fn run(battle: &mut Acting, mut attack: Attack) {
    if battle.mode(&attack.order).is_none() {
        return;
    }
    loop {
        let next = match attack.phase {
            Phase::Begin => begin(battle, &mut attack),
            Phase::Declare => declare(battle, &mut attack),
            Phase::Roll => roll(battle, &mut attack),
            Phase::Answer => answer(battle, &mut attack),
            Phase::Protect => protect(battle, &mut attack),
            Phase::Land => land(battle, &mut attack),
            Phase::Cover => cover(battle, &mut attack),
            Phase::Shielded(by) => shielded(battle, &attack, by),
        };
        match next {
            Next::On(phase) => attack.phase = phase,
            Next::Done => return,
        }
    }
}

/// Offers readied actions. The attack waits below them and looks again whether it is possible.
fn begin(battle: &mut Acting, attack: &mut Attack) -> Next {
    let (attacker, target) = (attack.order.attacker, attack.order.target);
    let asked = begun::answering(battle, target);
    if asked.is_empty() && !battle.all().any(|s| battle.get(s).readied.0.is_some()) {
        return Next::On(Phase::Declare);
    }
    attack.phase = Phase::Declare;
    battle.push(attack.clone());
    let depth = battle.depth();
    for seat in asked {
        (battle.on.may_answer)(battle, seat, attacker, Occasion::Attacked);
    }
    begun::attack(battle, attacker, Some(target));
    battle.order_interrupts(depth);
    Next::Done
}

fn declare(battle: &mut Acting, attack: &mut Attack) -> Next {
    let order = &attack.order;
    if let Some(order) = at_hand::with_what_is_left(battle, order) {
        attack.order = order.clone();
        battle.push(attack.clone());
        if attack.touch.is_none() {
            (battle.on.changes_weapon)(battle, &order);
        }
        return Next::Done;
    }
    if legal(battle, order, None).is_err() {
        let (attacker, target) = (order.attacker, order.target);
        let topics = [Topic::AttackRoll, Topic::Prevented];
        battle.fail(&topics, (attacker, target), Miss::Interrupted);
        return Next::Done;
    }
    let model = battle.rules().policies.attack.defence;
    if model.is_answered() && defence::declare(battle, attack) {
        return Next::Done;
    }
    Next::On(Phase::Roll)
}

fn roll(battle: &mut Acting, attack: &mut Attack) -> Next {
    let order = &attack.order;
    let situation = match attack.touch {
        None => Situation::of(battle, order, None),
        Some(_) => Situation::of_touch(battle, order),
    };
    let Some(situation) = situation else {
        return fail(battle, order, Miss::Interrupted, Topic::AttackRoll);
    };
    let notes = match battle.log.closed {
        true => Notes::new(),
        false => cited::topics(battle, order, &situation),
    };
    let Situation {
        attack: bonus,
        edge,
        defence,
        raised,
        cover,
        concealment,
        bands,
        sneak,
        notes: _,
    } = situation;
    let check = checks::d20(battle, order.attacker, Purpose::Attack, bonus, edge);
    let (natural, total) = (check.natural, check.total());
    let (outcome, severity) = (bands.outcome(natural), bands.severity(natural));
    attack.rolled = Rolled {
        natural,
        total,
        needed: bands.needed,
        threat: severity == Severity::Threat,
        critical: severity == Severity::Critical,
        certain: outcome == AttackOutcome::AutomaticHit,
        answered: None,
        concealment,
        misses_to: bands.misses_to,
        confirms_from: bands.confirms_from,
        sneak,
        past: false,
    };
    attack.bonus = attack.rolled.threat.then(|| check.bonus.clone());
    if natural <= bands.misses_to
        && let Some(at) = unseen::gone_by(battle, order)
    {
        let seat = order.attacker;
        let told = false;
        battle.emit(
            &[Topic::UnseenSquare],
            EventKind::StruckAtNothing { seat, at, told },
        );
        spent::spend(battle, order);
        spent::settle(battle, order);
        return Next::Done;
    }
    announce(battle, order, check, defence, outcome, &notes);
    // Neither a low die nor a miss by the number tells that the square was the wrong one (EP-INVIS-08).
    if order.at_square.is_some() && natural > attack.rolled.misses_to {
        let (observer, subject) = (order.attacker, order.target);
        noticing::locate(battle, observer, subject, Topic::UnseenSquare);
    }
    spent::spend(battle, order);
    let model = battle.rules().policies.attack.defence;
    let answers = outcome.hits() && model.is_answered();
    if !answers {
        spent::settle(battle, order);
    }
    match outcome {
        AttackOutcome::AutomaticMiss if natural > 1 => {
            fail(battle, &attack.order, Miss::Concealment, Topic::Concealment)
        }
        AttackOutcome::AutomaticMiss => {
            fail(battle, &attack.order, Miss::Natural, Topic::NaturalOne)
        }
        AttackOutcome::Miss => {
            let numbers = (total, bands.needed, raised);
            let short = Short::of(battle, order, numbers, cover);
            missed(battle, attack, short)
        }
        _ if answers => Next::On(Phase::Answer),
        _ => Next::On(Phase::Land),
    }
}

/// Tells the roll with everything that matters about it.
fn announce(
    battle: &mut Acting,
    order: &AttackOrder,
    check: crate::rules::Check,
    defence: Tally,
    outcome: AttackOutcome,
    notes: &[Topic],
) {
    let mut topics = Notes::from_slice(&[Topic::AttackRoll]);
    let natural = match outcome {
        AttackOutcome::AutomaticHit => Some(Topic::NaturalTwenty),
        AttackOutcome::AutomaticMiss if check.natural == 1 => Some(Topic::NaturalOne),
        _ => None,
    };
    let edge = check.edge != Edge::None;
    let kept = natural.filter(|_| edge).map(|_| Topic::KeptDie);
    let noted = notes.iter().copied();
    topics.extend(natural.into_iter().chain(kept).chain(noted));
    let kind = EventKind::AttackRolled {
        attacker: order.attacker,
        target: order.target,
        mode: order.mode,
        check,
        defence,
        opportunity: order.opportunity,
        outcome,
    };
    battle.emit(&topics, kind);
}

/// A miss by the number, which may have struck something else instead.
fn missed(battle: &mut Acting, attack: &mut Attack, short: Short) -> Next {
    let order = &attack.order;
    match short {
        Short::Shield => return Next::On(Phase::Shielded(order.target)),
        Short::Nothing => {
            let wasted = matches!(attack.answer, Some(DefenceChoice::Block { .. }));
            let topics = [Topic::Defence, Topic::DefenceWasted];
            let topics = if wasted { &topics } else { &topics[..1] };
            battle.fail(topics, (order.attacker, order.target), Miss::Defence);
            return Next::Done;
        }
        Short::Shaft => return fail(battle, order, Miss::Cover, Topic::CoverShaft),
        Short::Cover | Short::Thing(_) => {
            let next = fail(battle, order, Miss::Cover, Topic::CoverStruck);
            if let Short::Thing(at) = short {
                objects::land(battle, order, at);
            }
            return next;
        }
        Short::InTheWay(by) => {
            strike_cover(battle, attack, by, Topic::CoverHit);
        }
        Short::Dodged(_) => attack.rolled.past = true,
    }
    attack.rolled.threat = false;
    attack.rolled.sneak = 0;
    match short {
        Short::Dodged(by) if conditions::able(battle, by) => {
            // It may dodge aside, or stay and take the shot itself.
            attack.phase = Phase::Land;
            let request = Request::Yield {
                seat: by,
                by: attack.order.attacker,
                what: Yielding::Shot,
            };
            battle.ask(request, attack.clone());
            Next::Done
        }
        // A combatant that is in the way and cannot choose dodges aside; the shot goes on.
        _ => Next::On(Phase::Land),
    }
}

/// The shot goes at the combatant that is in the way.
pub(crate) fn strike_cover(battle: &mut Acting, attack: &mut Attack, by: Seat, topic: Topic) {
    fail(battle, &attack.order, Miss::Cover, topic);
    attack.order.target = by;
    attack.rolled.concealment = 0;
    attack.rolled.past = false;
}

/// The target's own answer to an attack that would hit.
fn answer(battle: &mut Acting, attack: &mut Attack) -> Next {
    if defence::ask_own(battle, attack) {
        return Next::Done;
    }
    let stopped = defence::answer_own(battle, attack);
    if stopped.is_some() {
        spent::settle(battle, &attack.order);
    }
    match stopped {
        None => Next::On(Phase::Protect),
        Some(Miss::Blocked) => Next::On(Phase::Shielded(attack.order.target)),
        Some(why) => fail(battle, &attack.order, why, Topic::ActiveDefence),
    }
}

/// A neighbour's shield, if the target's own answer was not enough.
fn protect(battle: &mut Acting, attack: &mut Attack) -> Next {
    let certain = attack.rolled.certain;
    if !certain && defence::ask_protectors(battle, attack, true) {
        return Next::Done;
    }
    let stopped = match certain {
        true => None,
        false => defence::answer_protector(battle, attack),
    };
    spent::settle(battle, &attack.order);
    stopped.map_or(Next::On(Phase::Land), |by| Next::On(Phase::Shielded(by)))
}

fn land(battle: &mut Acting, attack: &mut Attack) -> Next {
    let target = attack.order.target;
    if concealment::misses(battle, target, attack.rolled.concealment) {
        return fail(battle, &attack.order, Miss::Concealment, Topic::Concealment);
    }
    if attack.rolled.threat {
        attack.rolled.critical = confirm(battle, attack);
    }
    spent::strike(battle, &attack.order);
    let critical = attack.rolled.critical;
    let ability = battle.mode(&attack.order).and_then(|mode| mode.ability);
    if attack.touch.is_none() {
        // Below what the hit sets off: interrupts come before reactions (AM-ECON-07, AM-ECON-08).
        let attacker = attack.order.attacker;
        (battle.on.may_answer)(battle, target, attacker, Occasion::Hit);
    }
    let mut topics = Notes::from_slice(&[Topic::AttackRoll]);
    topics.extend(attack.rolled.past.then_some(Topic::CoverDodges));
    topics.extend(shield::hangs_idle(battle, attack).then_some(Topic::ShieldIdle));
    hit(battle, (attack.order.attacker, target), critical, &topics);
    if let Some(declared) = attack.touch.take() {
        (battle.on.touched)(battle, &declared);
        return Next::Done;
    }
    if let Some(ability) = ability {
        (battle.on.ability_lands)(battle, &attack.order, ability, critical);
        return Next::Done;
    }
    Next::On(Phase::Cover)
}

/// Notes that a blow of the first has landed on the second, rolled for or not, and lets go off what
/// waits for that. It stands below the blow itself: what the blow does is done when they act.
pub(crate) fn hit(
    battle: &mut Acting,
    (attacker, target): (Seat, Seat),
    critical: bool,
    topics: &[Topic],
) {
    let hits = battle.vitals[target].hits.wrapping_add(1);
    battle.vitals_mut(target).hits = hits;
    let landed = EventKind::AttackLanded {
        attacker,
        target,
        critical,
    };
    battle.emit(topics, landed);
    noticing::is_struck(battle, target, attacker);
    let who = Some(target);
    (battle.on.sets_off)(battle, attacker, Trigger::IsHit { who });
}

fn confirm(battle: &mut Acting, attack: &mut Attack) -> bool {
    let bonus = RollBonus::again(attack.bonus.take().unwrap_or_default());
    let attacker = attack.order.attacker;
    let Rolled {
        needed,
        answered,
        misses_to,
        confirms_from,
        ..
    } = attack.rolled;
    let bands = Bands {
        misses_to,
        confirms_from,
        ..Bands::of(&battle.rules().policies.attack, bonus.total, needed, 20)
    };
    let check = checks::d20(battle, attacker, Purpose::Confirm, bonus, Edge::None);
    let confirmed = bands.confirms(check.natural, answered);
    let kind = EventKind::CriticalThreat {
        attacker,
        check,
        confirmed,
    };
    let mut topics = Notes::from_slice(&[Topic::CriticalThreat, Topic::CriticalConfirm]);
    topics.extend((attack.rolled.natural < 20).then_some(Topic::WideThreat));
    topics.extend(owes_training(battle, attack).then_some(Topic::WiderThreat));
    battle.emit(&topics, kind);
    confirmed
}

/// Whether an attack threatens only because its attacker has learnt to widen the range.
fn owes_training(state: &State, attack: &Attack) -> bool {
    let wider = arms::wider_threat(&state.who(attack.order.attacker).capabilities);
    let mode = state.mode(&attack.order);
    let own = mode.map_or(0, |mode| i32::from(mode.threat) + i32::from(wider));
    wider > 0 && attack.rolled.natural < own
}

/// Decides what a hit strikes, then rolls its damage.
fn cover(battle: &mut Acting, attack: &mut Attack) -> Next {
    let order = &attack.order;
    let Some(kind) = battle
        .mode(order)
        .map(|mode| damage::kind_in(mode, order.manner))
    else {
        return Next::Done;
    };
    let asked = coverage::ask(
        battle,
        order.target,
        Some(order.attacker),
        kind,
        attack.takes_ten,
    );
    let entry = match asked {
        Protection::Request(request) => {
            battle.ask(request, attack.clone());
            return Next::Done;
        }
        Protection::Bare => Entry::Struck(Layer::Body),
        Protection::Check { takes_ten } => {
            let critical = attack.rolled.critical.then_some(Topic::CoverageCritical);
            let apart = shield::covers_unaware(battle, order).then_some(Topic::ShieldApart);
            let also: Vec<Topic> = critical.into_iter().chain(apart).collect();
            let target = order.target;
            let struck = coverage::check(battle, target, kind, takes_ten, &also);
            Entry::Struck(struck)
        }
    };
    strike(battle, attack, order.target, entry);
    Next::Done
}

/// A shield takes the blow: damage is rolled and goes there.
fn shielded(battle: &mut Acting, attack: &Attack, by: Seat) -> Next {
    let (attacker, target) = (attack.order.attacker, attack.order.target);
    let blocks = matches!(attack.answer, Some(DefenceChoice::Block { .. }));
    let unexpected = !blocks && attack.protector.is_none();
    let ranged = battle.mode(&attack.order).is_some_and(|mode| mode.ranged);
    let topics: &[Topic] = match (unexpected, ranged) {
        (true, true) => &[Topic::UnawareShield, Topic::UnawareShot],
        (true, false) => &[Topic::UnawareShield, Topic::UnawareMelee],
        (false, _) if by != target => &[Topic::ShieldDefence, Topic::DefendSuffers],
        (false, _) => &[Topic::ShieldDefence],
    };
    battle.fail(topics, (attacker, target), Miss::Blocked);
    spent::strike(battle, &attack.order);
    // A touch that meets a shield does nothing to it.
    let touch = battle
        .mode(&attack.order)
        .is_some_and(|mode| mode.ability.is_some());
    if attack.touch.is_none() && !touch {
        onto_shield(battle, attack, by);
    }
    Next::Done
}

/// The blow lands on the shield of this combatant.
pub(super) fn onto_shield(battle: &mut Acting, attack: &Attack, by: Seat) {
    strike(battle, attack, by, Entry::Shield);
}

/// Rolls the damage of an attack and sends it on.
fn strike(battle: &mut Acting, attack: &Attack, target: Seat, entry: Entry) {
    let order = &attack.order;
    let blocked = entry == Entry::Shield;
    let critical = attack.rolled.critical && !blocked;
    let Some(mode) = battle.mode(order) else {
        return;
    };
    let sneak = if blocked { 0 } else { attack.rolled.sneak };
    let harm = Harm::of_hit(battle, order, mode, critical, sneak);
    let melee = !mode.ranged;
    let bodily = melee && (mode.natural || mode.unarmed) && mode.ability.is_none();
    let blow = Blow {
        target,
        by: Some(order.attacker),
        amount: 0,
        kind: damage::kind_in(mode, order.manner),
        also: Vec::new(),
        unresisted: false,
        natures: damage::substance::of_attack(battle, order.attacker, mode),
        nonlethal: damage::is_nonlethal(battle, mode, order.manner),
        material: Some(mode.material),
        carries: mode.carries,
        entry,
        finishing: false,
        from: None,
        cause: None,
    };
    if !blocked {
        if let Some(declared) = &attack.sequel {
            battle.push(Sequel((**declared).clone()));
        }
        if melee {
            (battle.on.may_follow)(battle, order);
        }
        if bodily && powers::blows_carry_touch(battle, order.attacker) {
            (battle.on.touches)(battle, order.attacker, Some(target));
        }
    }
    let amount = damage::roll(battle, order, target, harm);
    // A shield that takes the blow keeps the rest off as well.
    let also = if blocked {
        Vec::new()
    } else {
        damage::roll_also(battle, order, target, harm)
    };
    let blow = Blow {
        amount,
        also,
        ..blow
    };
    battle.push(blow);
}

/// The attack comes to nothing.
fn fail(battle: &mut Acting, order: &AttackOrder, why: Miss, topic: Topic) -> Next {
    battle.fail(&[topic], (order.attacker, order.target), why);
    Next::Done
}
