//! The attacks of a full attack, one after another over several choices.

use std::borrow::Cow;

use crate::combat::attack::at_hand;
use crate::combat::checks::modifier;
use crate::combat::contract::Seat;
use crate::combat::state::full_attack::Entry;
use crate::combat::state::{
    Acting, AttackMode, DeclaredAction, Deed, FullAttack, Mark, Source, State,
};
use crate::combat::{conditions, economy};
use crate::rules::{ActionDef, ActionId, Capability, Flag, Modifier, ModifierKind, Topic};

/// All attacks of a full attack begun with this mode. With a weapon in each hand either may begin.
fn attacks<'a>(
    state: &'a State,
    seat: Seat,
    mode: u8,
    both_weapons: bool,
) -> impl Iterator<Item = Entry> + 'a {
    let modes = &state.get(seat).modes.0;
    let first = modes.get(usize::from(mode));
    let body = first.filter(|first| first.natural);
    let held = first.filter(|first| !first.natural);
    let pair = held.filter(|_| both_weapons);
    let pair = pair.and_then(|held| pair_with(state, seat, mode, held));
    let (strong, off) = pair.map_or((mode, None), |(strong, off)| (strong, Some(off)));
    let (main, other) = off.map_or((0, 0), |off| penalties(state, seat, strong, off));
    let entry = |source, mode, lower_by, two_weapons| Entry {
        mode,
        place: 0,
        lower_by,
        two_weapons,
        source,
        linked_to: None,
    };
    // A body strikes with everything it has, the primary weapon first.
    let bodily = (0..modes.len() as u8).filter(move |i| {
        let mode = &modes[usize::from(*i)];
        body.is_some_and(|first| mode.natural && mode.ranged == first.ranged)
    });
    let further = held.and_then(|_| modes.get(usize::from(strong)));
    let further = further.map_or(&[][..], |held| &held.iterations);
    let all = bodily.map(move |i| entry(Source::Natural, i, 0, 0));
    let begins = off == Some(mode);
    // How often the other hand strikes, each time along with a blow of the main hand.
    let often = off.map_or(0, |_| off_hand_attacks(state, seat));
    let main_hand = held.into_iter().flat_map(move |_| {
        let first = (Source::Weapon, 0);
        let rest = further.iter().map(|lower| (Source::Further, *lower));
        std::iter::once(first).chain(rest)
    });
    let bonus = first.filter(|_| conditions::has(state, seat, Flag::BonusAttack));
    let blows = (0..)
        .zip(main_hand)
        .flat_map(move |(nth, (source, lower))| {
            let doubled = off.filter(|_| nth < often);
            // The blows before this one, and those of the other hand along with them.
            let before = nth + nth.min(often);
            let first = begins && nth == 0;
            let own = entry(source, strong, lower, main);
            let beside = doubled.map(|off| Entry {
                linked_to: Some(before + u8::from(first)),
                ..entry(Source::OffHand, off, lower, other)
            });
            let pair = if first {
                [beside, Some(own)]
            } else {
                [Some(own), beside]
            };
            pair.into_iter().flatten()
        });
    all.chain(blows)
        .chain(bonus.map(move |_| entry(Source::Bonus, strong, 0, main)))
        .zip(0..)
        .map(|(entry, place)| Entry { place, ..entry })
}

/// How many attacks a full attack begun with this mode has.
pub fn count(state: &State, seat: Seat, mode: u8) -> u8 {
    attacks(state, seat, mode, false).count() as u8
}

/// The main hand's mode and the off hand's, one of which is this one.
fn pair_with(state: &State, seat: Seat, mode: u8, begun: &AttackMode) -> Option<(u8, u8)> {
    let modes = &state.get(seat).modes.0;
    let others = (0..modes.len() as u8).filter(|i| {
        let other = &modes[usize::from(*i)];
        *i != mode
            && !other.natural
            && other.off_hand != begun.off_hand
            && other.ranged == begun.ranged
            && at_hand::usable(state, seat, *i).is_ok()
            && are_both_held(state, seat, begun, other)
    });
    // The other end of the same weapon before anything else.
    let other = others.min_by_key(|i| modes[usize::from(*i)].weapon != begun.weapon)?;
    Some(match begun.off_hand {
        true => (other, mode),
        false => (mode, other),
    })
}

/// Whether there is a weapon for each of two modes: of one kind it takes two, or one with two ends.
fn are_both_held(state: &State, seat: Seat, one: &AttackMode, other: &AttackMode) -> bool {
    let Some(weapon) = one.weapon.filter(|weapon| other.weapon == Some(*weapon)) else {
        return true;
    };
    let held = state.get(seat).hands.in_hand();
    state.book.catalogue.weapons[weapon].double || held.filter(|held| *held == weapon).count() > 1
}

/// How often the off hand strikes in a full attack with two weapons.
fn off_hand_attacks(state: &State, seat: Seat) -> u8 {
    let known = state.who(seat).capabilities.iter();
    let often = known.filter_map(|known| match known {
        Capability::OffHandAttacks(often) => Some(*often),
        _ => None,
    });
    often.max().unwrap_or(1)
}

/// What fighting with two weapons takes from the main and from the off hand.
fn penalties(state: &State, seat: Seat, main: u8, off: u8) -> (i32, i32) {
    let Some(rule) = state.rules().policies.attack.two_weapons else {
        return (0, 0);
    };
    let fighter = state.get(seat);
    let has = |capability| fighter.who.capabilities.contains(&capability);
    let mode = |index: u8| fighter.modes.0.get(usize::from(index));
    let weapon = |index: u8| mode(index).and_then(|mode| mode.weapon);
    // The other end of a double weapon counts as light.
    let weapons = &state.book.catalogue.weapons;
    let double = weapon(off).is_some_and(|id| weapons[id].double) && weapon(off) == weapon(main);
    let light = double || mode(off).is_some_and(|mode| mode.light || mode.unarmed);
    let (mut main_hand, mut off_hand) = (rule.main, rule.off);
    if light {
        main_hand += rule.light;
        off_hand += rule.light;
    }
    if has(Capability::TwoWeaponFighting) {
        main_hand += rule.skill.0;
        off_hand += rule.skill.1;
    }
    if has(Capability::Ambidexterity) {
        off_hand += rule.ambidexterity;
    }
    (main_hand.min(0), off_hand.min(0))
}

/// The full attack of this action as it is before its next attack. As long as no attack of it was made it is
/// what the weapon makes of it that is chosen now.
fn of<'a>(state: &'a State, declared: &DeclaredAction) -> Option<Cow<'a, FullAttack>> {
    let budget = state.get(declared.seat).budget;
    let known = &budget.full_attack;
    let begun = is_under_way(state, declared.seat, declared.action);
    if begun && (known.has_struck() || declared.mode.is_none()) {
        return Some(Cow::Borrowed(known));
    }
    let both = declared.manner.both_weapons;
    let attacks = attacks(state, declared.seat, declared.mode?, both);
    let led = match begun {
        true => known.led,
        false => leads(state, declared.seat, declared.action),
    };
    let mut list = FullAttack::default();
    list.begin(declared.action, attacks, led);
    let traded = if begun { known.traded } else { 0 };
    for _ in 0..traded {
        list.trade_worst();
    }
    Some(Cow::Owned(list))
}

/// Whether an action goes on with the full attack under way: its own, or of attacks at those who are seen and at
/// squares the other kind.
pub(crate) fn is_under_way(state: &State, seat: Seat, action: ActionId) -> bool {
    let belongs = |id: ActionId| {
        let def = state.rules().actions.get(id);
        def.is_some_and(ActionDef::is_of_full_attack)
    };
    let known = state.get(seat).budget.full_attack.action;
    known.is_some_and(|known| known == action || belongs(known) && belongs(action))
}

/// Whether another standard action of the turn stands for the first attack.
pub(crate) fn leads(state: &State, seat: Seat, action: ActionId) -> bool {
    let budget = state.get(seat).budget;
    let cost = state.rules().usual_cost(action);
    budget.has(Mark::Led) && budget.slots.standard == 0 && cost.is_some_and(|cost| cost.goes_on)
}

/// Whether something is done in place of the worst attack, and not of the next (EP-FULL-13).
pub(crate) fn gives_worst(state: &State, declared: &DeclaredAction) -> bool {
    let actions = &state.rules().actions;
    let instead = declared.manner.instead.and_then(|id| actions.get(id));
    let whole = actions
        .get(declared.action)
        .is_some_and(ActionDef::strikes_all);
    whole && !declared.readied && instead.is_some_and(|def| def.replaces_worst)
}

/// The next attack of a full attack: its mode and its own modifiers.
pub fn next(state: &State, declared: &DeclaredAction) -> Option<(u8, Vec<Modifier>)> {
    let list = of(state, declared)?;
    if gives_worst(state, declared) {
        // What takes its place is no attack and has none of its penalties.
        let worst = list.worst()?;
        return Some((declared.mode.unwrap_or(worst.mode), Vec::new()));
    }
    let next = *list.next()?;
    let mode = match list.has_struck() {
        true => weapon(state, declared, &next),
        false => next.mode,
    };
    let attack = Entry { mode, ..next };
    let mut extra = Vec::new();
    if attack.lower_by != 0 {
        let kind = ModifierKind::Iteration;
        extra.push(modifier(state, Topic::Iteration, kind, attack.lower_by));
    }
    extra.extend(in_parts(state, declared.seat, &attack));
    Some((attack.mode, extra))
}

/// How many attacks are left of this full attack, whether it has begun or would begin now, and the modifiers of
/// the next one alone; `None`: no attack with the chosen mode.
pub fn left(state: &State, declared: &DeclaredAction) -> Option<(u8, Vec<Modifier>)> {
    let list = of(state, declared)?;
    let (mode, extra) = next(state, declared)?;
    let same = declared.mode == Some(mode);
    let left = u8::try_from(list.rest.len()).unwrap_or(u8::MAX);
    same.then_some((left, extra))
}

/// What fighting with two weapons takes from this attack: the full penalty, then what makes it smaller.
fn in_parts(state: &State, seat: Seat, attack: &Entry) -> Vec<Modifier> {
    let Some(rule) = state.rules().policies.attack.two_weapons else {
        return Vec::new();
    };
    if attack.two_weapons == 0 {
        return Vec::new();
    }
    let fighter = state.get(seat);
    let has = |capability| fighter.who.capabilities.contains(&capability);
    let mode = fighter.modes.0.get(usize::from(attack.mode));
    let bare = mode.is_some_and(|mode| mode.unarmed);
    let weapon = mode.and_then(|mode| mode.weapon);
    let double = weapon.is_some_and(|id| state.book.catalogue.weapons[id].double);
    let off = attack.source == Source::OffHand;
    let (full, skill) = match off {
        true => (rule.off, rule.skill.1),
        false => (rule.main, rule.skill.0),
    };
    let mut left = attack.two_weapons - full;
    let mut parts = vec![(Topic::TwoWeapons, full)];
    let mut spares = |topic, applies: bool, value: i32| {
        let value = if applies { value.min(left) } else { 0 };
        left -= value;
        parts.push((topic, value));
    };
    let skilled = has(Capability::TwoWeaponFighting);
    let both = off && has(Capability::Ambidexterity);
    spares(Topic::TwoWeaponSkill, skilled, skill);
    spares(Topic::OffHandSkill, both, rule.ambidexterity);
    spares(Topic::DoubleWeapon, double, rule.light);
    let light = match off && bare {
        true => Topic::UnarmedOffHand,
        false => Topic::LightOffHand,
    };
    spares(light, true, rule.light);
    let parts = parts.into_iter().filter(|(_, value)| *value != 0);
    let kind = ModifierKind::TwoWeapons;
    let parts = parts.map(|(topic, value)| modifier(state, topic, kind, value));
    parts.collect()
}

/// What helps a combatant that sets out to fight with both weapons.
pub(crate) fn feat(state: &State, declared: &DeclaredAction) -> Option<Topic> {
    const FEATS: [Capability; 2] = [Capability::TwoWeaponFighting, Capability::Ambidexterity];
    let known = &state.who(declared.seat).capabilities;
    let trained = FEATS.iter().any(|feat| known.contains(feat));
    (declared.manner.both_weapons && trained).then_some(Topic::FeatInUse)
}

/// What the next attack of the main hand is made with: any weapon or unarmed strike that is chosen,
/// else the one with which it was begun, else whatever is ready (CD-ATT-06).
fn weapon(state: &State, declared: &DeclaredAction, next: &Entry) -> u8 {
    let modes = &state.get(declared.seat).modes.0;
    let held = |mode: &u8| {
        let of = modes.get(usize::from(*mode));
        of.is_some_and(|of| !(of.natural || of.off_hand && next.two_weapons != 0))
    };
    let ready = |mode: &u8| held(mode) && at_hand::usable(state, declared.seat, *mode).is_ok();
    match next.source {
        Source::Natural | Source::OffHand => next.mode,
        Source::Weapon | Source::Further | Source::Bonus => (declared.mode.filter(held))
            .or_else(|| Some(next.mode).filter(ready))
            .or_else(|| (0..modes.len() as u8).find(ready))
            .unwrap_or(next.mode),
    }
}

/// Counts the attack of this action as made, if it is one of a full attack, or as given up for what is
/// done in place of the worst.
pub fn take(battle: &mut Acting, declared: &DeclaredAction) {
    let def = battle.rules().actions.get(declared.action);
    if declared.readied || !def.is_some_and(ActionDef::strikes_all) {
        return;
    }
    let Some(mut list) = of(battle, declared).map(Cow::into_owned) else {
        return;
    };
    match gives_worst(battle, declared) {
        true => list.trade_worst(),
        false => list.take(),
    }
    battle.budget_mut(declared.seat).full_attack = list;
}

/// Whether there is an attack to give up: of the full attack under way, or of one that begins with that.
pub fn tradable(state: &State, seat: Seat) -> bool {
    state.get(seat).budget.full_attack.worst().is_some() || opening(state, seat).is_some()
}

/// The full attack that begins with an attack given up, where the rules have that (EP-FULL-11): by the weapon
/// in hand that has most of them.
fn opening(state: &State, seat: Seat) -> Option<FullAttack> {
    let begun = state.get(seat).budget.full_attack.action.is_some();
    if begun || !state.rules().policies.attack.trades_first {
        return None;
    }
    let mut actions = state.rules().actions.iter();
    let (action, _) = actions.find(|(action, def)| {
        def.is_plain_full_attack() && economy::affords(state, seat, *action).is_ok()
    })?;
    let modes = (0..state.get(seat).modes.0.len() as u8)
        .filter(|mode| at_hand::usable(state, seat, *mode).is_ok());
    let lists = modes.map(|mode| {
        let mut list = FullAttack::default();
        let led = leads(state, seat, action);
        list.begin(action, attacks(state, seat, mode, false), led);
        list
    });
    let lists = lists.filter(|list| list.worst().is_some());
    lists.rev().max_by_key(|list| list.rest.len())
}

/// Gives the worst attack up, of the full attack under way or of one that begins with that and is paid for now.
pub(crate) fn give_up(battle: &mut Acting, seat: Seat) {
    if let Some(list) = opening(battle, seat) {
        let led_by = economy::ledger::led_by(battle, seat).filter(|_| list.led);
        let paid = list.action.and_then(|action| {
            let cost = economy::cost(battle, seat, action)?;
            let deed = Deed {
                action,
                cost,
                // It is one action with the one that stands for its first attack (EP-AOO-10).
                serial: led_by.unwrap_or(battle.rounds.serial),
                opening: false,
                leads: false,
            };
            let cost = battle.rules().costs.get(cost)?;
            Some((deed, economy::pay(battle, seat, action, cost).ok()?))
        });
        let Some((deed, left)) = paid else { return };
        let budget = battle.budget_mut(seat);
        budget.deeds.push(deed);
        budget.slots = left.slots;
        budget.marks.set(Mark::Closed, left.closed);
        budget.moving = None;
        budget.full_attack = list;
    }
    battle.budget_mut(seat).full_attack.trade_worst();
}
