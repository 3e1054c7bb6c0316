//! Handling weapons and things: drawing, sheathing, picking up, loading.

use crate::combat::conditions::planes;
use crate::combat::contract::{Aim, EventKind, Refusal, Seat};
use crate::combat::equipment::grip;
use crate::combat::state::hands::best;
use crate::combat::state::{Acting, Afflicting, Hands, Mark, Piece, State};
use crate::grid::{Area, Passage, Square};
use crate::rules::{ActionDef, Capability, Handling, LetsFall, PickUp, Reload, Topic, WeaponId};

/// Whether there is anything to draw, pick up or load.
pub fn possible(state: &State, seat: Seat, what: &Handling) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(topic(what), reason);
    match what {
        Handling::Draw if drawable(state, seat).next().is_none() => {
            refuse("You have no other weapon to draw.")
        }
        Handling::DrawOne if !draws_two(state, seat) => refuse("You draw a single weapon anyway."),
        Handling::Retrieve if state.get(seat).hands.stored.is_empty() => {
            refuse("You have nothing in your pack.")
        }
        Handling::DrawHidden if state.get(seat).hands.hidden.is_empty() => {
            refuse("You have no weapon hidden on you.")
        }
        Handling::Strap { on: true } if attached(state, seat, true).next().is_none() => {
            refuse("You have nothing with you to strap on.")
        }
        Handling::Strap { on: false } if attached(state, seat, false).next().is_none() => {
            refuse("You have nothing strapped on.")
        }
        Handling::PickUp if at_feet(state, seat).next().is_none() => {
            refuse("You have no weapon lying within reach.")
        }
        Handling::Load { .. } if empty(state, seat, what).next().is_none() => {
            refuse("You have nothing in hand that needs to be loaded in this way.")
        }
        Handling::Drop | Handling::Sheathe if loose(state, seat).next().is_none() => {
            refuse("You have no weapon in hand.")
        }
        Handling::PickUpShield => match state.get(seat).hands.shield_at {
            None => refuse("Your shield does not lie on the ground."),
            Some(at) if !is_near(state, seat, at) => {
                refuse("Your shield lies elsewhere: go where you let it fall.")
            }
            Some(_) if grip::free_hands(state, seat) == 0 => {
                refuse("You need a free hand for your shield.")
            }
            Some(_) => Ok(()),
        },
        Handling::Draw
        | Handling::DrawOne
        | Handling::PickUp
        | Handling::Drop
        | Handling::Sheathe
        | Handling::DropShield
        | Handling::Retrieve
        | Handling::DrawHidden
        | Handling::Strap { .. }
        | Handling::Load { .. } => Ok(()),
    }
}

/// Whether this very thing can be drawn, picked up or loaded.
pub fn legal(state: &State, seat: Seat, what: &Handling, aim: &Aim) -> Result<(), Refusal> {
    if matches!(what, Handling::DropShield | Handling::PickUpShield) {
        return possible(state, seat, what);
    }
    if let Aim::ItemAt(_, square) = aim
        && (*what != Handling::Drop || !drop_squares(state, seat).contains(square))
    {
        let reason = match state.rules().policies.movement.lets_fall {
            LetsFall::OwnSpace => "You can drop it only into a square of your own space.",
            LetsFall::Beside => "You can drop it only into your own space or beside it.",
        };
        return state.refuse(topic(what), reason);
    }
    if let Some(weapon) = item(state, seat, what, aim) {
        if *what == Handling::Retrieve && grip::free_hands(state, seat) == 0 {
            let reason = "You need a free hand to get something out of your pack.";
            return state.refuse(topic(what), reason);
        }
        let takes = match what {
            Handling::Draw | Handling::DrawOne | Handling::DrawHidden | Handling::PickUp => true,
            Handling::Strap { on } => *on,
            Handling::Drop
            | Handling::Sheathe
            | Handling::DropShield
            | Handling::PickUpShield
            | Handling::Retrieve
            | Handling::Load { .. } => false,
        };
        if takes && state.rules().policies.economy.free_hand && !has_room(state, seat, what, weapon)
        {
            return lacks_room(state, seat, what, weapon);
        }
        return Ok(());
    }
    state.refuse(topic(what), "You do not have that at hand.")
}

/// The squares into which a combatant can drop things, those of its own space first.
pub fn drop_squares(state: &State, seat: Seat) -> Vec<Square> {
    let Some(area) = state.area(seat) else {
        return Vec::new();
    };
    let mut squares: Vec<Square> = area.squares().collect();
    if state.rules().policies.movement.lets_fall.is_beside() {
        let map = &state.costs.map;
        let near = state.field.dimensions.squares().filter(|square| {
            let there = Area::single(*square);
            area.is_adjacent(there) && map.passage(*square) != Passage::Blocked
        });
        let open = near.filter(|square| !state.field.parts(area, Area::single(*square)));
        squares.extend(
            open.filter(|square| !area.contains(*square))
                .collect::<Vec<_>>(),
        );
    }
    squares
}

/// Whether there is a hand for a weapon: to draw it, as many as it takes; to pick it up, one.
fn has_room(state: &State, seat: Seat, what: &Handling, weapon: WeaponId) -> bool {
    match what {
        Handling::PickUp => grip::free_hands(state, seat) > 0,
        Handling::Draw
        | Handling::DrawOne
        | Handling::Drop
        | Handling::Sheathe
        | Handling::DropShield
        | Handling::PickUpShield
        | Handling::Retrieve
        | Handling::DrawHidden
        | Handling::Strap { .. }
        | Handling::Load { .. } => grip::has_room(state, seat, weapon),
    }
}

/// The refusal of a weapon for which hands are missing; a large one takes both.
fn lacks_room(state: &State, seat: Seat, what: &Handling, weapon: WeaponId) -> Result<(), Refusal> {
    if grip::free_hands(state, seat) == 0 {
        let reason = "You need a free hand: drop something or put it away first.";
        return state.refuse(topic(what), reason);
    }
    let def = state.book.catalogue.weapons.get(weapon);
    let large = def.is_some_and(|def| def.size > state.who(seat).size);
    let topic = if large {
        Topic::WeaponSize
    } else {
        topic(what)
    };
    let reason = "You need both hands for it: drop something or put it away first.";
    state.refuse(topic, reason)
}

/// The rule that an action of this kind rests on.
fn topic(what: &Handling) -> Topic {
    match what {
        Handling::Drop | Handling::DropShield => Topic::Drop,
        Handling::Retrieve => Topic::Retrieve,
        Handling::Sheathe => Topic::Sheathe,
        Handling::PickUp | Handling::PickUpShield => Topic::PickUp,
        Handling::DrawHidden => Topic::DrawHidden,
        Handling::Strap { .. } => Topic::Strap,
        Handling::Load { .. } => Topic::Loading,
        Handling::Draw | Handling::DrawOne => Topic::WeaponHandling,
    }
}

/// The kinds of these things, in their order.
fn kinds(things: &[Piece]) -> impl Iterator<Item = WeaponId> + '_ {
    things.iter().map(|piece| piece.weapon)
}

/// Weapons in hand that can be let go of.
fn loose(state: &State, seat: Seat) -> impl Iterator<Item = WeaponId> {
    let held = state.get(seat).hands.in_hand();
    held.filter(|weapon| !grip::is_fastened(state, *weapon) && !is_attached(state, *weapon))
}

/// Whether a weapon is strapped on rather than drawn.
fn is_attached(state: &State, weapon: WeaponId) -> bool {
    let weapons = &state.book.catalogue.weapons;
    weapons.get(weapon).is_some_and(|def| def.attached)
}

/// What can be drawn.
fn drawable(state: &State, seat: Seat) -> impl Iterator<Item = WeaponId> {
    let carried = kinds(&state.get(seat).hands.carried);
    carried.filter(|weapon| !is_attached(state, *weapon))
}

/// What can be strapped on, or off.
fn attached(state: &State, seat: Seat, on: bool) -> impl Iterator<Item = WeaponId> {
    let hands = state.get(seat).hands;
    let things = kinds(if on { &hands.carried } else { &hands.held });
    things.filter(|weapon| is_attached(state, *weapon))
}

/// Whether a combatant has something with it that is strapped on and off.
pub fn has_attached(state: &State, seat: Seat) -> bool {
    let mut all = state.get(seat).hands.all().map(|piece| piece.weapon);
    all.any(|weapon| is_attached(state, weapon))
}

/// Whether something on the ground of this square can be picked up.
fn is_near(state: &State, seat: Seat, square: Square) -> bool {
    let within = match state.rules().policies.movement.pick_up {
        PickUp::OwnSpace => 0,
        PickUp::NaturalReach => u32::from(state.who(seat).reach),
    };
    let area = state.area(seat).filter(|_| planes::is_here(state, seat));
    area.is_some_and(|area| {
        area.squares().any(|s| s.steps_to(square) <= within)
            && !state.is_walled_off(area, Area::single(square))
    })
}

/// Weapons on the ground that can be picked up.
fn at_feet(state: &State, seat: Seat) -> impl Iterator<Item = WeaponId> {
    let lying = state.field.dropped.iter();
    lying
        .filter(move |(square, _)| is_near(state, seat, *square))
        .map(|(_, piece)| piece.weapon)
}

/// Weapons in hand that this action loads, the empty ones first.
fn empty(state: &State, seat: Seat, what: &Handling) -> impl Iterator<Item = WeaponId> {
    let held = &state.get(seat).hands.held;
    let empty = held.iter().filter(|piece| piece.is_empty());
    let begun = held
        .iter()
        .filter(|piece| !piece.is_empty() && !piece.is_full());
    let unloaded = empty.chain(begun).map(|piece| piece.weapon);
    unloaded.filter(move |weapon| loads(state, what, *weapon))
}

/// Whether an action of this kind and cost loads a weapon.
fn loads(state: &State, what: &Handling, weapon: WeaponId) -> bool {
    let Handling::Load {
        weapons: named,
        slow,
    } = what
    else {
        return false;
    };
    let weapons = &state.book.catalogue.weapons;
    let reload = weapons.get(weapon).map(|weapon| weapon.reload);
    let fits = named.is_empty() || named.iter().any(|name| name == weapons.name(weapon));
    fits && (reload == Some(Reload::FullRound)) == *slow
}

/// Why an empty weapon does not shoot: under the rule of the action that loads it.
pub fn unloaded(state: &State, weapon: Option<WeaponId>) -> Refusal {
    let rules = state.rules();
    let fills = |def: &ActionDef| {
        let handling = def.handling().zip(weapon);
        handling.is_some_and(|(what, weapon)| loads(state, what, weapon))
    };
    let action = rules.actions.iter().find(|(_, def)| fills(def));
    let named = action.and_then(|(_, def)| rules.compendium.id(def.rules.first()?));
    Refusal {
        rule: named.or_else(|| rules.cite(Topic::WeaponHandling)),
        reason: "You have to load this weapon first.".into(),
    }
}

/// Whether a combatant has a weapon with it that is loaded like this.
pub fn has_to_load(state: &State, seat: Seat, what: &Handling) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let mut all = state.get(seat).hands.all().map(|piece| piece.weapon);
    all.any(|weapon| weapons[weapon].reload != Reload::None && loads(state, what, weapon))
}

/// Whether a loading action belongs into a combatant's dock: where it names the weapons that it
/// loads, only for those who carry one of them.
pub fn concerns(state: &State, seat: Seat, what: &Handling) -> bool {
    match what {
        Handling::Load { weapons, .. } if !weapons.is_empty() => {
            let hands = state.get(seat).hands;
            let mut all = hands.held.iter().chain(&hands.carried);
            all.any(|piece| loads(state, what, piece.weapon))
        }
        Handling::PickUpShield => state.get(seat).hands.shield_at.is_some(),
        Handling::Draw
        | Handling::DrawOne
        | Handling::PickUp
        | Handling::Drop
        | Handling::Sheathe
        | Handling::DropShield
        | Handling::Retrieve
        | Handling::DrawHidden
        | Handling::Strap { .. }
        | Handling::Load { .. } => true,
    }
}

/// A shot leaves a weapon that has to be loaded: after so many of them it is empty.
pub fn shoot(battle: &mut Afflicting, seat: Seat, weapon: WeaponId) {
    let holds = battle.book.catalogue.weapons.get(weapon).map(|w| w.shots);
    if let Some(piece) = battle.hands_mut(seat).next_shot(weapon) {
        piece.shoot(holds.unwrap_or(1));
    }
}

/// What the action is done to: the thing named, or the first there is.
fn item(state: &State, seat: Seat, what: &Handling, aim: &Aim) -> Option<WeaponId> {
    let fits = |weapon: &WeaponId| match aim {
        Aim::Item(named) | Aim::ItemAt(named, _) => weapon == named,
        _ => true,
    };
    match what {
        Handling::Retrieve => kinds(&state.get(seat).hands.stored).find(fits),
        Handling::Draw | Handling::DrawOne => drawable(state, seat).find(fits),
        Handling::Strap { on } => attached(state, seat, *on).find(fits),
        Handling::DrawHidden => kinds(&state.get(seat).hands.hidden).find(fits),
        Handling::PickUp => at_feet(state, seat).find(fits),
        Handling::Load { .. } => empty(state, seat, what).find(fits),
        Handling::Drop | Handling::Sheathe => loose(state, seat).find(fits),
        Handling::DropShield | Handling::PickUpShield => None,
    }
}

/// Draws, picks up or loads.
pub fn begin(battle: &mut Acting, seat: Seat, what: &Handling, aim: &Aim) {
    match what {
        Handling::DropShield => {
            let at = battle.area(seat).map(|area| area.anchor);
            battle.hands_mut(seat).shield_at = at;
        }
        Handling::PickUpShield => battle.hands_mut(seat).shield_at = None,
        Handling::Draw
        | Handling::DrawOne
        | Handling::PickUp
        | Handling::Drop
        | Handling::Sheathe
        | Handling::Retrieve
        | Handling::DrawHidden
        | Handling::Strap { .. }
        | Handling::Load { .. } => {}
    }
    let Some(weapon) = item(battle, seat, what, aim) else {
        return;
    };
    let kind = match what {
        Handling::Draw | Handling::DrawOne => {
            draw(battle, seat, weapon, *what == Handling::DrawOne);
            EventKind::WeaponDrawn { seat, weapon }
        }
        Handling::Drop => {
            let at = match aim {
                Aim::ItemAt(_, square) => Some(*square),
                _ => None,
            };
            if let Some(piece) = grip::lose(battle, seat, weapon) {
                grip::lay_at(battle, seat, piece, at, Topic::Drop);
            }
            return;
        }
        Handling::Retrieve => {
            let hands: &mut Hands = battle.hands_mut(seat);
            let piece = hands.unpack(weapon);
            hands.held.extend(piece);
            EventKind::WeaponDrawn { seat, weapon }
        }
        Handling::DrawHidden => {
            let hands: &mut Hands = battle.hands_mut(seat);
            let piece = hands.reveal(weapon);
            hands.held.extend(piece);
            EventKind::WeaponDrawn { seat, weapon }
        }
        Handling::Strap { on: true } => {
            let hands: &mut Hands = battle.hands_mut(seat);
            let piece = hands.unsheathe(weapon);
            hands.held.extend(piece);
            EventKind::WeaponDrawn { seat, weapon }
        }
        Handling::Strap { on: false } => {
            let piece = grip::lose(battle, seat, weapon);
            battle.hands_mut(seat).carried.extend(piece);
            EventKind::WeaponSheathed { seat, weapon }
        }
        Handling::Sheathe => return sheathe(battle, seat, weapon),
        Handling::PickUp => {
            let lying = battle.field.dropped.iter().enumerate();
            let near = lying.filter(|(_, (square, _))| is_near(battle, seat, *square));
            let Some(at) = best(near.map(|(at, (_, piece))| (at, piece)), weapon) else {
                return;
            };
            let (_, piece) = battle.field_mut().dropped.remove(at);
            let room =
                battle.rules().policies.economy.free_hand && grip::has_room(battle, seat, weapon);
            let hands: &mut Hands = battle.hands_mut(seat);
            if hands.held.is_empty() || room {
                hands.held.push(piece);
            } else {
                hands.carried.push(piece);
            }
            EventKind::WeaponTaken { seat, weapon }
        }
        Handling::DropShield | Handling::PickUpShield => return,
        Handling::Load { .. } => {
            let hands: &mut Hands = battle.hands_mut(seat);
            if let Some(piece) = hands.emptiest(weapon) {
                piece.load();
            }
            EventKind::Reloaded { seat, weapon }
        }
    };
    battle.emit(&[topic(what)], kind);
}

/// Takes a carried weapon in hand, `single` or with the one for the other hand. Where hands need not be free, what
/// they held is put away.
fn draw(battle: &mut Acting, seat: Seat, weapon: WeaponId, single: bool) {
    let free_hand = battle.rules().policies.economy.free_hand;
    let both = free_hand && !single;
    let second = both.then(|| second(battle, seat, weapon)).flatten();
    battle.budget_mut(seat).mark(Mark::Drew);
    let hands: &mut Hands = battle.hands_mut(seat);
    if !free_hand {
        let drawn = hands.unsheathe(weapon);
        let put_away = std::mem::take(&mut hands.held);
        hands.carried.extend(put_away);
        hands.held.extend(drawn);
        return;
    }
    for weapon in std::iter::once(weapon).chain(second) {
        let drawn = hands.unsheathe(weapon);
        hands.held.extend(drawn);
    }
    if let Some(weapon) = second {
        battle.emit(
            &[Topic::WeaponHandling],
            EventKind::WeaponDrawn { seat, weapon },
        );
    }
}

/// Whether a combatant handles two weapons in the time for one.
pub(crate) fn is_quick(state: &State, seat: Seat) -> bool {
    let capabilities = &state.who(seat).capabilities;
    capabilities.contains(&Capability::TwoWeaponFighting)
}

/// Whether a second weapon would be drawn along with any that a combatant can draw.
pub(crate) fn draws_two(state: &State, seat: Seat) -> bool {
    drawable(state, seat).any(|weapon| second(state, seat, weapon).is_some())
}

/// The weapon for the other hand that is drawn along with this one: the one meant for that hand, if there is any.
fn second(state: &State, seat: Seat, weapon: WeaponId) -> Option<WeaponId> {
    let one_handed = |w: WeaponId| grip::hands_for(&state.get(seat).modes.0, w) == 1;
    if !is_quick(state, seat) || !one_handed(weapon) || grip::free_hands(state, seat) < 2 {
        return None;
    }
    let mut others: Vec<WeaponId> = drawable(state, seat).collect();
    if let Some(at) = others.iter().position(|w| *w == weapon) {
        others.remove(at);
    }
    others.retain(|w| one_handed(*w));
    let off = |w: &WeaponId| {
        let modes = &state.get(seat).modes.0;
        modes
            .iter()
            .any(|mode| mode.weapon == Some(*w) && mode.off_hand)
    };
    let meant = others.iter().copied().find(off);
    meant.or_else(|| others.first().copied())
}

/// Puts a weapon away, or both of them where the rules put two away as one.
fn sheathe(battle: &mut Afflicting, seat: Seat, weapon: WeaponId) {
    let mut away = vec![weapon];
    if battle.rules().policies.economy.sheathes_two && is_quick(battle, seat) {
        let mut others: Vec<WeaponId> = loose(battle, seat).collect();
        if let Some(at) = others.iter().position(|w| *w == weapon) {
            others.remove(at);
        }
        away.extend(others);
    }
    for weapon in away {
        let piece = grip::lose(battle, seat, weapon);
        battle.hands_mut(seat).carried.extend(piece);
        battle.emit(
            &[Topic::Sheathe],
            EventKind::WeaponSheathed { seat, weapon },
        );
    }
}
