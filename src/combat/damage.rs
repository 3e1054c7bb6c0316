//! Blows: damage rolled, layers of protection, hit points.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::ability;
use super::arena::Arena;
use super::attack::{self, AttackOrder};
use super::components::Form;
use super::condition;
use super::coverage::{self, Asked};
use super::dying;
use super::event::{EventKind, Layer};
use super::gather;
use super::layers::{self, DESTROYED, Past, Toll};
use super::request::Manner;
use super::resistance::{self, Part};
use super::save;
use super::seat::Seat;
use super::step::Step;
use crate::content::equipment::Material;
use crate::dice::{Dice, Die, Purpose, RollLabel};
use crate::rules::condition::Aspect;
use crate::rules::damage::{DamageKind, Nonlethal};
use crate::rules::dying::Dying;
use crate::rules::{Stat, Tally, Topic};

/// Sides of the dice of extra damage.
const EXTRA_SIDES: u32 = 6;

/// A blow on its way through shield, armour and body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    pub target: Seat,
    pub by: Option<Seat>,
    pub amount: i32,
    pub kind: DamageKind,
    /// Damage of other kinds that comes along and that no armour stops.
    pub also: Vec<Part>,
    pub nonlethal: bool,
    /// What the weapon is made of, if it is a weapon.
    pub material: Option<Material>,
    /// What it meets next.
    pub entry: Entry,
    /// Meant to kill a helpless target: survivors must save.
    pub finishing: bool,
}

/// What a blow meets next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    Shield,
    /// A coverage check decides; whether 10 is taken, once that is decided.
    Uncovered(Option<bool>),
    Struck(Layer),
}

impl Blow {
    /// Takes the answer to a coverage request.
    pub fn take_ten(&mut self, takes_ten: bool) {
        if let Entry::Uncovered(decided) = &mut self.entry {
            *decided = Some(takes_ten);
        }
    }
}

/// How an attack's damage is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// How many times the weapon's damage is rolled.
    pub times: u8,
    /// All dice show their maximum and are not rolled.
    pub maximal: bool,
    /// Extra d6, rolled once.
    pub sneak: u8,
}

/// The kind of damage that a form deals.
pub fn kind_of(form: &Form) -> DamageKind {
    form.kinds.first().copied().unwrap_or_default()
}

/// The kind of damage of an attack made in this manner: the one chosen, if the form deals it.
pub fn kind_in(form: &Form, manner: Manner) -> DamageKind {
    let chosen = manner.kind.filter(|kind| form.kinds.contains(kind));
    chosen.unwrap_or_else(|| kind_of(form))
}

/// How many times damage is rolled: each multiplier adds what it has beyond one.
pub fn times(of_order: u8, multiplier: u8, critical: bool) -> u8 {
    let once_more = if critical { multiplier.max(1) - 1 } else { 0 };
    of_order.max(1).saturating_add(once_more)
}

/// Whether an attack deals nonlethal damage.
pub fn is_nonlethal(arena: &Arena, form: &Form, manner: Manner) -> bool {
    arena.rules().policies.damage.nonlethal == Nonlethal::SeparateTotal
        && form.nonlethal != manner.other_lethality
}

/// The bonus of each roll of an attack's damage.
pub fn bonus(arena: &Arena, seat: Seat, form: &Form) -> Tally {
    let mut parts = form.damage_bonus.clone();
    condition::effects(arena, seat, Aspect::Damage, Some(form.ranged), &mut parts);
    Tally::sum(parts, &arena.rules().policies.stacking, &[])
}

/// Rolls the damage of a hit.
pub(super) fn roll(arena: &mut Arena, order: &AttackOrder, target: Seat, harm: Harm) -> i32 {
    if attack::form(arena, order).is_none() {
        return 0;
    }
    let (dice, bonus, kind, rolled) = throw(arena, order, harm);
    let total = rolled.max(arena.rules().policies.damage.minimum);
    let mut topics = [Topic::Damage; 6];
    let mut used = 1;
    let several = order.times > 1;
    let critical = harm.times > order.times.max(1);
    let notes = [
        (harm.maximal || critical, Topic::CriticalDamage),
        (several, order.multiplied_by(arena)),
        (several && critical, Topic::Multipliers),
        (harm.sneak > 0, Topic::ExtraDamage),
        (rolled < total, Topic::MinimumDamage),
    ];
    for (_, topic) in notes.into_iter().filter(|(applies, _)| *applies) {
        topics[used] = topic;
        used += 1;
    }
    let attacker = order.attacker;
    let rolled = EventKind::DamageRolled {
        attacker,
        target,
        dice,
        bonus,
        kind,
        total,
    };
    arena.emit(&topics[..used], rolled);
    total
}

/// Throws the dice of a hit without telling: dice, bonus of each roll, kind and total.
pub(super) fn throw(
    arena: &mut Arena,
    order: &AttackOrder,
    harm: Harm,
) -> (Vec<Die>, Tally, DamageKind, i32) {
    let mut dice = Vec::new();
    let Some(form) = attack::form(arena, order) else {
        return (dice, Tally::default(), DamageKind::default(), 0);
    };
    let (expr, kind) = (form.damage, kind_in(form, order.manner));
    let bonus = bonus(arena, order.attacker, form);
    let mut total = 0;
    if harm.maximal {
        total += expr.max() + i32::from(harm.sneak) * EXTRA_SIDES as i32;
        total += bonus.total;
        return (dice, bonus, kind, total);
    }
    let label = |purpose| RollLabel::new(order.attacker.0, purpose);
    let thrower: &mut Dice = &mut arena.dice.0;
    for _ in 0..harm.times {
        total += bonus.total
            + expr.total(|sides| {
                let die = thrower.roll_die(label(Purpose::Damage), sides);
                dice.push(die);
                die.rolled
            });
    }
    for _ in 0..harm.sneak {
        let die = thrower.roll_die(label(Purpose::ExtraDamage), EXTRA_SIDES);
        total += die.rolled as i32;
        dice.push(die);
    }
    (dice, bonus, kind, total)
}

/// Rolls the damage of other kinds that comes along with a hit.
pub(super) fn roll_also(
    arena: &mut Arena,
    order: &AttackOrder,
    target: Seat,
    maximal: bool,
) -> Vec<Part> {
    let Some(also) = attack::form(arena, order).map(|form| form.also.clone()) else {
        return Vec::new();
    };
    let attacker = order.attacker;
    let mut parts = Vec::new();
    for (expr, kind) in also {
        let (total, dice) = if maximal {
            (expr.max(), Vec::new())
        } else {
            let label = RollLabel::new(attacker.0, Purpose::Damage);
            let thrown = arena.dice.0.throw(label, &expr);
            (thrown.total, thrown.dice)
        };
        let bonus = Tally::default();
        let rolled = EventKind::DamageRolled {
            attacker,
            target,
            dice,
            bonus,
            kind,
            total,
        };
        arena.emit(&[Topic::Damage, Topic::ExtraDamage], rolled);
        parts.push((total, kind));
    }
    parts
}

/// Takes a blow through its layers to the body.
pub fn advance(In(blow): In<Blow>, mut arena: Arena) {
    through(&mut arena, blow);
}

fn through(arena: &mut Arena, mut blow: Blow) {
    loop {
        match blow.entry {
            Entry::Shield => {
                let Some(entry) = shield(arena, &mut blow) else {
                    return;
                };
                blow.entry = entry;
            }
            Entry::Uncovered(decided) => {
                let Blow {
                    target, by, kind, ..
                } = blow;
                let layer = match coverage::ask(arena, target, by, kind, decided) {
                    Asked::Request(request) => {
                        arena.push(Step::Blow(blow));
                        arena.ask(request);
                        return;
                    }
                    Asked::Bare => Layer::Body,
                    Asked::Check { takes_ten } => coverage::check(arena, target, kind, takes_ten),
                };
                blow.entry = Entry::Struck(layer);
            }
            Entry::Struck(layer) => {
                let amount = protect(arena, &blow, layer);
                let Blow {
                    target,
                    by,
                    kind,
                    also,
                    nonlethal,
                    ..
                } = blow;
                let parts = std::iter::once((amount, kind)).chain(also);
                let amount = resistance::sum(arena, target, parts, false);
                wound(arena, target, by, amount, kind, nonlethal);
                if blow.finishing {
                    finish(arena, target, amount);
                }
                return;
            }
        }
    }
}

/// A shield takes what it can; where the rest goes.
fn shield(arena: &mut Arena, blow: &mut Blow) -> Option<Entry> {
    let seat = blow.target;
    let Some(item) = layers::item(arena, seat, Layer::Shield) else {
        return Some(Entry::Uncovered(None));
    };
    let (toll, past) = layers::shield_meets(&item, blow.amount, blow.kind, blow.material);
    if let Some(worn) = arena.get_mut(seat).gear.shield.as_mut() {
        (worn.hit_points, worn.condition) = (toll.left, toll.condition);
    }
    tell(arena, seat, Layer::Shield, toll);
    if toll.condition == DESTROYED {
        let layer = Layer::Shield;
        arena.emit(
            &[Topic::ShieldDamage],
            EventKind::ItemDestroyed { seat, layer },
        );
    }
    blow.amount = toll.passed;
    match past {
        _ if blow.amount <= 0 => None,
        Past::Lost => None,
        Past::Uncovered => Some(Entry::Uncovered(None)),
        Past::Armour => Some(Entry::Struck(layers::below_shield(arena, seat))),
    }
}

/// Takes a blow through helmet or armour and hide; what reaches the body.
fn protect(arena: &mut Arena, blow: &Blow, layer: Layer) -> i32 {
    let seat = blow.target;
    let mut amount = blow.amount;
    if let Some(item) = layers::item(arena, seat, layer) {
        let toll = item.meets(amount, blow.kind, blow.material);
        wear(arena, seat, layer, item.condition, toll);
        amount = toll.passed;
    }
    if layer == Layer::Body || amount <= 0 {
        return amount;
    }
    let hide = coverage::natural_armour(arena, seat).min(amount);
    if hide > 0 && is_bodily(blow.kind) {
        amount -= hide;
        let toll = Toll {
            ignored: hide,
            passed: amount,
            ..Toll::default()
        };
        tell(arena, seat, Layer::NaturalArmour, toll);
    }
    amount
}

/// One layer and the hide below it, as blows of one kind meet them: asked once, then for blow
/// after blow, without wear.
pub(super) struct Guarded {
    item: Option<layers::Item>,
    /// What the hide below keeps off.
    hide: i32,
    kind: DamageKind,
    material: Option<Material>,
}

impl Guarded {
    pub fn of(
        arena: &Arena,
        seat: Seat,
        layer: Layer,
        kind: DamageKind,
        material: Option<Material>,
    ) -> Self {
        let bare = layer == Layer::Body || !is_bodily(kind);
        Self {
            item: layers::item(arena, seat, layer),
            hide: if bare {
                0
            } else {
                coverage::natural_armour(arena, seat)
            },
            kind,
            material,
        }
    }

    /// What of a blow reaches the body.
    pub fn passes(&self, amount: i32) -> i32 {
        let meets = |item: &layers::Item| item.meets(amount, self.kind, self.material).passed;
        let amount = self.item.as_ref().map_or(amount, meets);
        if amount <= 0 {
            return amount;
        }
        amount - self.hide.min(amount)
    }
}

/// Whether hide and armour help at all against a kind.
pub(super) fn is_bodily(kind: DamageKind) -> bool {
    matches!(
        kind,
        DamageKind::Slashing | DamageKind::Piercing | DamageKind::Bludgeoning
    )
}

/// Writes back what a blow did to armour or a helmet.
fn wear(arena: &mut Arena, seat: Seat, layer: Layer, before: u8, toll: Toll) {
    let gear = arena.get_mut(seat).gear.into_inner();
    match layer {
        Layer::Armour => {
            if let Some(worn) = gear.armour.as_mut() {
                (worn.hit_points, worn.condition) = (toll.left, toll.condition);
            }
        }
        Layer::Helmet => {
            if let Some(worn) = gear.helmet.as_mut() {
                (worn.hit_points, worn.condition) = (toll.left, toll.condition);
            }
        }
        Layer::Shield | Layer::NaturalArmour | Layer::Body => {}
    }
    tell(arena, seat, layer, toll);
    if toll.condition == DESTROYED {
        arena.emit(
            &[Topic::ArmourDamage],
            EventKind::ItemDestroyed { seat, layer },
        );
    } else if toll.condition != before {
        let condition = toll.condition;
        arena.emit(
            &[Topic::ArmourDamage],
            EventKind::ArmourWorsened { seat, condition },
        );
    }
}

fn tell(arena: &mut Arena, seat: Seat, layer: Layer, toll: Toll) {
    let topic = match layer {
        Layer::Shield => Topic::ShieldDamage,
        Layer::Helmet => Topic::Helmet,
        Layer::Armour | Layer::Body => Topic::ArmourDamage,
        Layer::NaturalArmour => Topic::NaturalArmour,
    };
    let Toll {
        ignored,
        absorbed,
        passed,
        left,
        ..
    } = toll;
    arena.emit(
        &[topic],
        EventKind::LayerTook {
            seat,
            layer,
            ignored,
            absorbed,
            left,
            passed,
        },
    );
}

/// Harms what somebody wears: the first of shield, armour and helmet takes it all, less what it
/// ignores of edges.
pub(super) fn scorch(arena: &mut Arena, seat: Seat, amount: i32) {
    let worn = [Layer::Shield, Layer::Armour, Layer::Helmet];
    let found = worn
        .into_iter()
        .find_map(|layer| Some((layer, layers::item(arena, seat, layer)?)));
    let Some((layer, item)) = found.filter(|_| amount > 0) else {
        return;
    };
    let ward = item.wards.against(DamageKind::Slashing).unwrap_or_default();
    let ignored = ward.reduction.clamp(0, amount);
    let toll = item.absorb(ignored, amount - ignored, amount - ignored);
    let toll = Toll { passed: 0, ..toll };
    if layer == Layer::Shield
        && let Some(worn) = arena.get_mut(seat).gear.shield.as_mut()
    {
        (worn.hit_points, worn.condition) = (toll.left, toll.condition);
    }
    wear(arena, seat, layer, item.condition, toll);
}

/// Damage that meets no armour: hazards, ongoing damage.
pub fn hurt(arena: &mut Arena, target: Seat, by: Option<Seat>, amount: i32, kind: DamageKind) {
    hurt_by_parts(arena, target, by, &[(amount, kind)], false);
}

/// Damage of several kinds at once that meets no armour. `unresisted`: no resistance helps.
pub fn hurt_by_parts(
    arena: &mut Arena,
    target: Seat,
    by: Option<Seat>,
    parts: &[Part],
    unresisted: bool,
) {
    let amount = resistance::sum(arena, target, parts.iter().copied(), unresisted);
    let kind = parts.first().map_or(DamageKind::Untyped, |part| part.1);
    wound(arena, target, by, amount, kind, false);
}

/// Takes damage from the body.
fn wound(
    arena: &mut Arena,
    seat: Seat,
    by: Option<Seat>,
    amount: i32,
    kind: DamageKind,
    nonlethal: bool,
) {
    if amount <= 0 || !condition::present(arena, seat) {
        return;
    }
    gather::disturb(arena, seat);
    let drains = matches!(
        arena.rules().policies.dying,
        Dying::ConstitutionDrain { .. }
    ) && !dying::is_lifeless(arena, seat);
    let whole = amount;
    let amount = cushion(arena, seat, amount);
    if amount == 0 {
        return ability::struck(arena, seat, whole);
    }
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let mut bled = 0;
    if nonlethal {
        vitals.nonlethal = vitals.nonlethal.saturating_add(amount);
    } else if drains {
        // Hit points stop at nothing; what is left of the blow goes on.
        bled = (amount - vitals.hit_points.max(0)).max(0);
        vitals.hit_points -= amount - bled;
        vitals.constitution_lost += bled;
    } else {
        vitals.hit_points = vitals.hit_points.saturating_sub(amount);
    }
    let hit_points = vitals.hit_points;
    let topics: &[Topic] = if nonlethal {
        &[Topic::Nonlethal]
    } else {
        &[Topic::Damage]
    };
    arena.emit(
        topics,
        EventKind::Hurt {
            seat,
            amount,
            kind,
            hit_points,
            nonlethal,
        },
    );
    if bled > 0 {
        dying::tell_constitution(arena, seat, bled);
    }
    dying::wounded(arena, seat, bled);
    // Only a single attack or fall can be enormous; bleeding away is something else.
    if !nonlethal && by.is_some() {
        overwhelm(arena, seat, amount);
    }
    ability::struck(arena, seat, whole);
}

/// Takes what it can of a wound from temporary hit points; what is left of it.
fn cushion(arena: &mut Arena, seat: Seat, amount: i32) -> i32 {
    let vitals = arena.get_mut(seat).vitals.into_inner();
    let taken = vitals.temporary.clamp(0, amount);
    if taken == 0 {
        return amount;
    }
    vitals.temporary -= taken;
    let left = vitals.temporary;
    arena.emit(
        &[Topic::TemporaryHitPoints],
        EventKind::TemporaryHitPoints { seat, left },
    );
    amount - taken
}

/// One enormous blow may kill outright.
fn overwhelm(arena: &mut Arena, seat: Seat, amount: i32) {
    let Some(rule) = arena.rules().policies.damage.massive else {
        return;
    };
    if amount < rule.threshold || !condition::present(arena, seat) {
        return;
    }
    if !save::save(arena, seat, Stat::Fortitude, rule.difficulty) {
        dying::kill(arena, seat, Topic::MassiveDamage);
    }
}

/// A survivor of a finishing blow must save.
fn finish(arena: &mut Arena, seat: Seat, amount: i32) {
    if amount <= 0 || !condition::present(arena, seat) {
        return;
    }
    if save::save(arena, seat, Stat::Fortitude, 10 + amount) {
        return;
    }
    match arena.rules().policies.dying {
        Dying::SavesForTheImportant { .. } => dying::fell(arena, seat),
        _ => dying::kill(arena, seat, Topic::CoupDeGrace),
    }
}

/// Restores hit points.
pub fn heal(arena: &mut Arena, target: Seat, amount: i32) {
    if amount <= 0 || !condition::present(arena, target) {
        return;
    }
    dying::heal(arena, target, amount);
}
