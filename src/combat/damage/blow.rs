//! Blows on their way: what shield, helmet, armour and hide take of them.

use crate::combat::contract::{EventKind, Layer, Seat};
use crate::combat::damage::coverage::Protection;
use crate::combat::damage::layers::{LayerResult, Past};
use crate::combat::damage::wound::{Wound, finish, inflict};
use crate::combat::damage::{coverage, layers, resistance};
use crate::combat::state::gear::DESTROYED;
use crate::combat::state::step::blow::Entry;
use crate::combat::state::{Acting, Answered, Blow, State, Wounding};
use crate::content::equipment::Material;
use crate::rules::{DamageKind, Topic};
/// Takes the answer to a coverage request.
pub fn answer(battle: &mut Wounding, (mut blow, _, choice): Answered<Blow>) {
    blow.take_ten(choice.accepts());
    battle.push(blow);
}

/// Takes a blow through its layers to the body.
pub fn advance(battle: &mut Acting, mut blow: Blow) {
    loop {
        match blow.entry {
            Entry::Shield => {
                let Some(entry) = shield(battle, &mut blow) else {
                    return;
                };
                blow.entry = entry;
            }
            Entry::Uncovered(decided) => {
                let Blow {
                    target, by, kind, ..
                } = blow;
                let layer = match coverage::ask(battle, target, by, kind, decided) {
                    Protection::Request(request) => {
                        return battle.ask(request, blow);
                    }
                    Protection::Bare => Layer::Body,
                    Protection::Check { takes_ten } => {
                        coverage::check(battle, target, kind, takes_ten, &[])
                    }
                };
                blow.entry = Entry::Struck(layer);
            }
            Entry::Struck(layer) => {
                let rolled = blow.amount + blow.also.iter().map(|(more, _)| more).sum::<i32>();
                let amount = protect(battle, &blow, layer);
                let Blow {
                    target,
                    by,
                    kind,
                    also,
                    unresisted,
                    natures,
                    nonlethal,
                    from,
                    ..
                } = blow;
                let parts = std::iter::once((amount, kind)).chain(also);
                let amount = resistance::sum(battle, target, parts, natures, unresisted);
                let wound = Wound {
                    nonlethal,
                    from,
                    ..Wound::of(amount, kind)
                };
                inflict(battle, target, by, wound);
                if blow.finishing {
                    finish(battle, target, (rolled, amount));
                }
                if let (Some(carries), Some(by)) = (blow.carries, by)
                    && amount > 0
                {
                    (battle.on.carried)(battle, by, target, carries);
                }
                return;
            }
        }
    }
}

/// A shield takes what it can; where the rest goes.
fn shield(battle: &mut Acting, blow: &mut Blow) -> Option<Entry> {
    let seat = blow.target;
    let Some(item) = layers::item(battle, seat, Layer::Shield) else {
        return Some(Entry::Uncovered(None));
    };
    let (toll, past) = layers::shield_meets(&item, blow.amount, blow.kind, blow.material);
    keep(battle, seat, Layer::Shield, toll);
    let harmless = layers::is_harmless(item.material, blow.material, blow.kind);
    let dulled = past == Past::Lost && blow.amount > toll.ignored + toll.absorbed;
    let topic = match past {
        _ if harmless => Some(Topic::ShieldHarmless),
        _ if dulled => Some(Topic::ShieldDulls),
        Past::Armour if toll.passed > 0 => Some(Topic::ShieldPassed),
        _ if toll.absorbed > 0 && toll.condition != DESTROYED => Some(Topic::ShieldHolds),
        _ => None,
    };
    tell(battle, seat, Layer::Shield, toll, topic);
    if toll.condition == DESTROYED {
        let how = match past {
            Past::Uncovered => Topic::ShieldOverrun,
            Past::Armour | Past::Lost => Topic::ShieldSpent,
        };
        ruin(battle, seat, Layer::Shield, Some(how));
    }
    blow.amount = toll.passed;
    match past {
        _ if blow.amount <= 0 => None,
        Past::Lost => None,
        Past::Uncovered => Some(Entry::Uncovered(None)),
        Past::Armour => Some(Entry::Struck(layers::below_shield(battle, seat))),
    }
}

/// Takes a blow through helmet or armour and hide; what reaches the body.
fn protect(battle: &mut Acting, blow: &Blow, layer: Layer) -> i32 {
    let seat = blow.target;
    let mut amount = blow.amount;
    if let Some(item) = layers::item(battle, seat, layer) {
        let toll = item.meets(amount, blow.kind, blow.material);
        let soft = layers::is_harmless(item.material, blow.material, blow.kind);
        let soft = soft.then_some(Topic::ArmourHarmless);
        let stops = (amount > 0 && toll.passed == 0).then_some(Topic::ArmourStops);
        wear(battle, seat, layer, item, toll, soft.or(stops));
        amount = toll.passed;
    }
    if layer == Layer::Body || amount <= 0 {
        return amount;
    }
    let hide = coverage::natural_armour(battle, seat).min(amount);
    if hide > 0 && is_bodily(blow.kind) {
        amount -= hide;
        let toll = LayerResult {
            ignored: hide,
            passed: amount,
            ..LayerResult::default()
        };
        tell(battle, seat, Layer::NaturalArmour, toll, None);
    }
    amount
}

/// One layer and the hide below it, as blows of one kind meet them: asked once, then for blow
/// after blow, without wear.
pub(crate) struct Guarded {
    item: Option<layers::Item>,
    /// What the hide below keeps off.
    hide: i32,
    kind: DamageKind,
    material: Option<Material>,
}

impl Guarded {
    pub fn of(
        state: &State,
        seat: Seat,
        layer: Layer,
        kind: DamageKind,
        material: Option<Material>,
    ) -> Self {
        let bare = layer == Layer::Body || !is_bodily(kind);
        Self {
            item: layers::item(state, seat, layer),
            hide: if bare {
                0
            } else {
                coverage::natural_armour(state, seat)
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
pub(crate) fn is_bodily(kind: DamageKind) -> bool {
    matches!(
        kind,
        DamageKind::Slashing | DamageKind::Piercing | DamageKind::Bludgeoning
    )
}

/// Writes back what is left of what a combatant wears.
pub(crate) fn keep(battle: &mut Acting, seat: Seat, layer: Layer, toll: LayerResult) {
    if let Some(thing) = layer.worn() {
        let gear = battle.gear_mut(seat);
        gear.mark(thing, toll.left, toll.condition);
    }
}

/// Tells that something worn is no more; `how`: what else the line cites.
pub(crate) fn ruin(battle: &mut Acting, seat: Seat, layer: Layer, how: Option<Topic>) {
    let topic = match layer {
        Layer::Helmet => Topic::HelmetDestroyed,
        Layer::Shield => Topic::ShieldDestroyed,
        _ => Topic::ArmourDestroyed,
    };
    let topics: Vec<Topic> = std::iter::once(topic).chain(how).collect();
    battle.emit(&topics, EventKind::ItemDestroyed { seat, layer });
}

/// Writes back and tells what a blow did to something worn.
pub(crate) fn wear(
    battle: &mut Acting,
    seat: Seat,
    layer: Layer,
    before: layers::Item,
    toll: LayerResult,
    why: Option<Topic>,
) {
    keep(battle, seat, layer, toll);
    tell(battle, seat, layer, toll, why);
    if toll.condition == DESTROYED {
        ruin(battle, seat, layer, None);
    } else if toll.condition != before.condition {
        let condition = toll.condition;
        let topics = [Topic::ArmourWorsens, Topic::ArmourOverflow];
        let over = toll.absorbed > before.hit_points;
        battle.emit(
            if over { &topics } else { &topics[..1] },
            EventKind::ArmourWorsened { seat, condition },
        );
    }
}

fn tell(battle: &mut Acting, seat: Seat, layer: Layer, toll: LayerResult, why: Option<Topic>) {
    let topic = match layer {
        Layer::Shield => Topic::ShieldDamage,
        Layer::Helmet => Topic::Helmet,
        Layer::Armour | Layer::Body => Topic::ArmourDamage,
        Layer::NaturalArmour => Topic::NaturalArmour,
    };
    let LayerResult {
        ignored,
        absorbed,
        passed,
        left,
        ..
    } = toll;
    let topics: Vec<Topic> = std::iter::once(topic).chain(why).collect();
    battle.emit(
        &topics,
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
