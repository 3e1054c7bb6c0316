//! Everything that matters for one attack before a die is rolled: its bonus, its edge, the number
//! to reach. Resolution and forecasts both start here.

use smallvec::SmallVec;

use crate::combat::attack::bands::Bands;
use crate::combat::attack::cover::Cover;
use crate::combat::attack::legal::lethality_topic;
use crate::combat::attack::{concealment, cover, defence};
use crate::combat::checks::bonus::RollBonus;
use crate::combat::conditions::riding;
use crate::combat::contract::Seat;
use crate::combat::damage::substance;
use crate::combat::equipment::room;
use crate::combat::state::{AttackMode, AttackOrder, State};
use crate::combat::threat::flanking;
use crate::combat::{checks, conditions, threat};
use crate::grid::{Area, distance};
use crate::rules::{
    Aspect, Capability, Edge, Flag, Flanking, IntoMelee, MissDie, ModifierKind, Modifiers,
    RangeRule, Stat, Tally, Topic, TouchRule,
};

/// An attack as it would be rolled now.
#[derive(Clone, Debug)]
pub struct Situation {
    pub attack: RollBonus,
    pub edge: Edge,
    /// The number to reach.
    pub defence: Tally,
    /// How much of it is the shield of a target that does not expect the attack: a total that falls
    /// short by no more than this strikes the shield.
    pub raised: i32,
    pub cover: Cover,
    /// Miss chance in percent, where it has a die of its own.
    pub concealment: u8,
    /// What the natural results mean.
    pub bands: Bands,
    /// Extra d6 of damage against a target that cannot guard itself.
    pub sneak: u8,
    /// What matters here, for the log and the tooltip.
    pub notes: Notes,
}

impl Situation {
    /// An attack as it stands; `from`: as if the attacker stood there.
    pub fn of(state: &State, order: &AttackOrder, from: Option<Area>) -> Option<Self> {
        Self::build(state, order, from, false)
    }

    /// The same for an attack that only has to touch.
    pub fn of_touch(state: &State, order: &AttackOrder) -> Option<Self> {
        Self::build(state, order, None, true)
    }

    fn build(state: &State, order: &AttackOrder, from: Option<Area>, touch: bool) -> Option<Self> {
        let attacker = state.get(order.attacker);
        let mode = attacker.modes.0.get(usize::from(order.mode))?;
        let (bare, touch) = (touch, touch || substance::touches(state, order, mode));
        let from = from.or(state.area(order.attacker))?;
        let to = state.area(order.target)?;
        let mut bonus = Bonus {
            state,
            order,
            mode,
            from,
            to,
            parts: Modifiers::new(),
            notes: Notes::new(),
        };
        let flanks = bonus.collect();
        let cover = cover::of(state, order.attacker, from, order.target, mode.ranged);
        let cramped = room::penalty(state, mode, from);
        if cramped != 0 {
            bonus.add(Topic::Cramped, ModifierKind::Untyped, cramped);
        }
        if cover.penalty != 0 {
            bonus.add(Topic::SoftCover, ModifierKind::Untyped, cover.penalty);
        }
        let whole = match state.rules().policies.attack.touch {
            TouchRule::WholeDefence { bonus, hits_from } if touch => Some((bonus, hits_from)),
            TouchRule::WholeDefence { .. } | TouchRule::Skin => None,
        };
        if let Some((value, _)) = whole {
            bonus.part(Topic::TouchAttack, ModifierKind::Untyped, value);
        }
        let Bonus {
            parts, mut notes, ..
        } = bonus;
        let attack = Tally::sum(parts, &state.rules().policies.stacking, &[]);
        let attack = RollBonus::of(state, order.attacker, attack);
        if cover.bonus != 0 {
            notes.push(Topic::Cover);
        }
        if touch {
            notes.push(Topic::TouchAttack);
        }
        let bare_skin = touch && whole.is_none();
        let (defence, raised) = defence::to_reach(state, order, mode.ranged, cover, bare_skin);
        let hidden = concealment::number(state, order.attacker, from, order.target);
        if hidden > 0 {
            notes.push(Topic::Concealment);
        }
        let chosen = order.manner.kind.is_some() && mode.kinds.len() > 1;
        notes.extend(chosen.then_some(Topic::KindChosen));
        let edge = edge(state, order, flanks, &mut notes);
        let policies = &state.rules().policies;
        let away = distance(from, to, policies.movement.diagonals);
        let most = policies.attack.sneak_range;
        let near = most.is_none_or(|most| away <= u32::from(most));
        let immune = is_immune(state, order.target);
        notes.extend(immune.then_some(Topic::CriticalImmunity));
        let eluded = concealment::eludes(state, order, mode);
        let exact = hidden == 0 && eluded == 0 && !immune && (!mode.ranged || near);
        let sneak = if exact {
            sneak_dice(state, order, flanks)
        } else {
            0
        };
        let mut bands = Bands::of(&policies.attack, attack.total, defence.total, mode.threat);
        if let Some((_, hits_from)) = whole {
            bands = bands.touching(hits_from);
        }
        let concealment = match policies.attack.concealment.die {
            MissDie::Percent => hidden,
            MissDie::Attack => {
                bands = bands.concealed(hidden);
                0
            }
        };
        if eluded > 0 {
            bands = bands.concealed(eluded);
            notes.push(Topic::Eludes);
        }
        // A touch that begins a manoeuvre does no damage that a critical hit could multiply.
        if immune || bare {
            bands = bands.harmless();
        } else if conditions::has(state, order.target, Flag::HitsAreCritical) {
            bands = bands.exposed();
        }
        Some(Self {
            attack,
            edge,
            defence,
            raised,
            cover,
            concealment,
            bands,
            sneak,
            notes,
        })
    }
}

/// Whether critical hits do nothing to a combatant.
pub fn is_immune(state: &State, seat: Seat) -> bool {
    state
        .who(seat)
        .capabilities
        .contains(&Capability::ImmuneToCriticals)
}

fn edge(state: &State, order: &AttackOrder, flanks: bool, notes: &mut Notes) -> Edge {
    let (attacker, target) = (order.attacker, order.target);
    let advantage = flanks && state.rules().policies.attack.flanking.is_advantage()
        || conditions::is_open(state, attacker, target);
    let disadvantage = conditions::has(state, attacker, Flag::Disadvantage);
    let edge = Edge::of(advantage, disadvantage);
    notes.extend((advantage && disadvantage).then_some(Topic::EdgesCancel));
    match edge {
        Edge::Advantage => notes.push(Topic::Advantage),
        Edge::Disadvantage => notes.push(Topic::Disadvantage),
        Edge::None => {}
    }
    edge
}

/// Extra dice for the combatant that knows where to strike a target that is flanked or denied its
/// Dexterity.
pub fn sneak_dice(state: &State, order: &AttackOrder, flanks: bool) -> u8 {
    let capabilities = &state.who(order.attacker).capabilities;
    let dice = capabilities.iter().find_map(|c| match c {
        Capability::SneakAttack(dice) => Some(*dice),
        _ => None,
    });
    match dice {
        Some(dice) => {
            let ranged = state.mode(order).map(|mode| mode.ranged);
            let (attacker, dexterity) = (Some(order.attacker), ModifierKind::Dexterity);
            let open = flanks || defence::denies(state, order.target, attacker, ranged, dexterity);
            if open { dice } else { 0 }
        }
        None => 0,
    }
}

/// Notes on an attack; so many need no memory of their own.
pub type Notes = SmallVec<[Topic; 8]>;

/// The parts of an attack bonus, collected one rule after another.
struct Bonus<'a> {
    state: &'a State<'a>,
    order: &'a AttackOrder,
    mode: &'a AttackMode,
    from: Area,
    to: Area,
    parts: Modifiers,
    notes: Notes,
}

impl Bonus<'_> {
    /// Collects everything; tells whether the target is flanked.
    fn collect(&mut self) -> bool {
        let (state, order, ranged) = (self.state, self.order, self.mode.ranged);
        self.parts.extend_from_slice(&self.mode.attack);
        self.parts.extend_from_slice(&order.extra);
        let stat = if ranged {
            Stat::RangedAttack
        } else {
            Stat::MeleeAttack
        };
        for aspect in [Aspect::AttackRoll, Aspect::Stat(stat)] {
            conditions::effects_between(
                state,
                order.attacker,
                Some(order.target),
                aspect,
                Some(ranged),
                &mut self.parts,
            );
        }
        conditions::effects_between(
            state,
            order.target,
            Some(order.attacker),
            Aspect::AttackedBy,
            Some(ranged),
            &mut self.parts,
        );
        let flanks = flanking::flanks(state, order.attacker, self.from, order.target, ranged);
        if flanks {
            self.notes.push(Topic::Flanking);
            self.notes.extend(ranged.then_some(Topic::FlankingShot));
            let large = !self.from.footprint.is_single();
            self.notes.extend(large.then_some(Topic::FlankingLarge));
            if let Flanking::Bonus(value) = state.rules().policies.attack.flanking {
                self.part(Topic::Flanking, ModifierKind::Flanking, value);
            }
        }
        if ranged {
            self.notes.push(Topic::RangedBonus);
            self.range();
            self.shooting_into_melee();
        } else {
            self.notes.push(Topic::MeleeBonus);
            self.higher_ground();
        }
        let learnt = self.mode.unarmed
            && (state.who(order.attacker).capabilities).contains(&Capability::LethalAtWill);
        if order.manner.other_lethality && learnt {
            self.notes.push(Topic::LethalAtWill);
        } else if order.manner.other_lethality {
            let penalty = state.rules().policies.damage.nonlethal.penalty();
            self.add(lethality_topic(self.mode), ModifierKind::Untyped, penalty);
        }
        flanks
    }

    fn part(&mut self, topic: Topic, kind: ModifierKind, value: i32) {
        self.parts
            .push(checks::modifier(self.state, topic, kind, value));
    }

    fn add(&mut self, topic: Topic, kind: ModifierKind, value: i32) {
        self.part(topic, kind, value);
        self.notes.push(topic);
    }

    fn range(&mut self) {
        let policies = &self.state.rules().policies;
        let RangeRule::Increments { penalty, .. } = policies.attack.range else {
            return;
        };
        let away = distance(self.from, self.to, policies.movement.diagonals);
        let abilities = &self.state.rules().abilities;
        let ability = self.mode.ability.and_then(|id| abilities.get(id));
        let thrown = ability.and_then(|def| def.target.increment());
        let increment = u32::from(thrown.unwrap_or(self.mode.increment)).max(1);
        let beyond = away.saturating_sub(1) / increment;
        if beyond > 0 {
            self.add(
                Topic::RangeIncrement,
                ModifierKind::Range,
                penalty * beyond as i32,
            );
        }
    }

    fn shooting_into_melee(&mut self) {
        let rule = self.state.rules().policies.attack.into_melee;
        let Some(rule) = rule else { return };
        match engaged(self.state, self.order, self.to, rule) {
            Engaged::No => {}
            Engaged::Apart => self.notes.push(Topic::BesideTheMelee),
            Engaged::Close(only_attacked) => {
                let topic = Topic::ShootingIntoMelee;
                self.add(topic, ModifierKind::Untyped, rule.penalty);
                let defenceless = only_attacked.then_some(Topic::DefencelessInMelee);
                self.notes.extend(defenceless);
            }
        }
    }

    fn higher_ground(&mut self) {
        let value = self.state.rules().policies.attack.higher_ground;
        if value == 0 {
            return;
        }
        let (mine, its) = (self.from.nearest_to(self.to), self.to.nearest_to(self.from));
        let higher = cover::height(self.state, mine) > cover::height(self.state, its);
        if higher || riding::looks_down(self.state, self.order.attacker, self.order.target) {
            self.add(Topic::HigherGround, ModifierKind::Untyped, value);
        }
    }
}

/// Whether a combatant has attacked another in melee since its own turn began, and both still stand
/// within its reach.
fn has_attacked(state: &State, by: Seat, whom: Seat) -> bool {
    let fighter = state.get(by);
    fighter.reactions.attacked.contains(&whom)
        && conditions::able(state, by)
        && !conditions::has(state, by, Flag::ThreatensNothing)
        && state
            .area(whom)
            .is_some_and(|area| !threat::modes_reaching(state, by, area).is_empty())
}

/// Whether a combatant is in melee with all near it, whether or not they attack it.
fn holds_its_own(state: &State, seat: Seat) -> bool {
    conditions::able(state, seat) && !conditions::has(state, seat, Flag::EngagedIfAttacked)
}

/// Whether a target is in melee with an ally of the combatant that shoots at it.
enum Engaged {
    No,
    /// A part of it is far enough from all allies to aim at.
    Apart,
    /// `true`: it is one only because the defenceless are attacked.
    Close(bool),
}

/// Whether a shot at this target is a shot into an ally's melee: one of the two threatens the other.
fn engaged(state: &State, order: &AttackOrder, to: Area, rule: IntoMelee) -> Engaged {
    let (side, target) = (state.who(order.attacker).side, order.target);
    let allies = || {
        state.all().filter(move |f| {
            *f != order.attacker
                && *f != target
                && state.who(*f).side == side
                && conditions::present(state, *f)
                && (holds_its_own(state, *f) || has_attacked(state, target, *f))
        })
    };
    if state.who(target).side == side {
        return Engaged::No;
    }
    // A combatant that can do nothing is in melee only with those who really attack it.
    let fights = |ally: Seat| {
        let threaten =
            threat::threatens(state, ally, target) || threat::threatens(state, target, ally);
        threaten && holds_its_own(state, ally) && holds_its_own(state, target)
    };
    let attacked =
        |ally: Seat| has_attacked(state, target, ally) || has_attacked(state, ally, target);
    let only_attacked = !allies().any(fights);
    if only_attacked && !allies().any(attacked) {
        return Engaged::No;
    }
    let Some(waived_at) = rule.waived_at else {
        return Engaged::Close(only_attacked);
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let is_far = |square| {
        allies()
            .filter_map(|f| state.area(f))
            .all(|area| distance(Area::single(square), area, diagonals) >= u32::from(waived_at))
    };
    match to.squares().any(is_far) {
        true => Engaged::Apart,
        false => Engaged::Close(only_attacked),
    }
}
