//! Everything that matters for one attack before a die is rolled: its bonus, its edge, the number
//! to reach. Resolution and forecasts both start here.

use crate::combat::attack::AttackOrder;
use crate::combat::attack::bluff;
use crate::combat::attack::concealment;
use crate::combat::attack::cover;
use crate::combat::attack::cover::Cover;
use crate::combat::attack::critical::Terms;
use crate::combat::attack::defence;
use crate::combat::conditions;
use crate::combat::contract::seat::Seat;
use crate::combat::movement::mount;
use crate::combat::state::State;
use crate::combat::state::combatant::AttackMode;
use crate::combat::threat;
use crate::combat::threat::flanking;
use crate::grid::{Area, distance};
use crate::rules::attack::{Flanking, IntoMelee, RangeRule};
use crate::rules::check::Edge;
use crate::rules::condition::Aspect;
use crate::rules::{Capability, Flag, Modifier, ModifierKind, Source, Stat, Tally, Topic};

/// An attack as it would be rolled now.
#[derive(Clone, Debug)]
pub struct Situation {
    pub attack: Tally,
    pub edge: Edge,
    /// The number to reach.
    pub defence: Tally,
    /// How much of it is the shield of a target that does not expect the attack: a total that falls
    /// short by no more than this strikes the shield.
    pub raised: i32,
    pub cover: Cover,
    /// Miss chance in percent.
    pub concealment: u8,
    pub terms: Terms,
    /// Extra d6 of damage against a target that cannot guard itself.
    pub sneak: u8,
    /// What matters here, for the log and the tooltip.
    pub notes: Vec<Topic>,
}

/// A modifier of the situation.
pub fn modifier(arena: &State, topic: Topic, kind: ModifierKind, value: i32) -> Modifier {
    Modifier {
        kind,
        value,
        source: Source::Topic(topic),
        rule: arena.cite(topic),
    }
}

impl Situation {
    /// An attack as it stands; `from`: as if the attacker stood there.
    pub fn of(arena: &State, order: &AttackOrder, from: Option<Area>) -> Option<Self> {
        Self::build(arena, order, from, false)
    }

    /// The same for an attack that only has to touch.
    pub fn of_touch(arena: &State, order: &AttackOrder) -> Option<Self> {
        Self::build(arena, order, None, true)
    }

    fn build(arena: &State, order: &AttackOrder, from: Option<Area>, touch: bool) -> Option<Self> {
        let attacker = arena.get(order.attacker);
        let form = attacker.forms.0.get(usize::from(order.form))?;
        let touch = touch || form.touch;
        let from = from.or(arena.area(order.attacker))?;
        let to = arena.area(order.target)?;
        let mut bonus = Bonus {
            arena,
            order,
            form,
            from,
            to,
            parts: Vec::new(),
            notes: Vec::new(),
        };
        let flanks = bonus.collect();
        let Bonus {
            parts, mut notes, ..
        } = bonus;
        let attack = Tally::sum(parts, &arena.rules().policies.stacking, &[]);
        let cover = cover::of(arena, order.attacker, from, order.target, form.ranged);
        if cover.bonus != 0 {
            notes.push(Topic::Cover);
        }
        if touch {
            notes.push(Topic::TouchAttack);
        }
        let (defence, raised) = defence::to_reach(arena, order, form.ranged, cover, touch);
        let concealment = concealment::percent(arena, order.attacker, from, order.target);
        if concealment > 0 {
            notes.push(Topic::Concealment);
        }
        let edge = edge(arena, order, flanks, &mut notes);
        let policies = &arena.rules().policies;
        let away = distance(from, to, policies.movement.diagonals);
        let most = policies.attack.sneak_range;
        let near = most.is_none_or(|most| away <= u32::from(most));
        let immune = is_immune(arena, order.target);
        let exact = concealment == 0 && !immune && (!form.ranged || near);
        let sneak = if exact {
            sneak_dice(arena, order, flanks)
        } else {
            0
        };
        let terms = Terms {
            needed: defence.total,
            threat: form.threat,
            immune,
            exposed: conditions::has(arena, order.target, Flag::HitsAreCritical),
        };
        Some(Self {
            attack,
            edge,
            defence,
            raised,
            cover,
            concealment,
            terms,
            sneak,
            notes,
        })
    }
}

/// Whether critical hits do nothing to a combatant.
pub fn is_immune(arena: &State, seat: Seat) -> bool {
    arena
        .who(seat)
        .capabilities
        .contains(&Capability::ImmuneToCriticals)
}

fn edge(arena: &State, order: &AttackOrder, flanks: bool, notes: &mut Vec<Topic>) -> Edge {
    let (attacker, target) = (order.attacker, order.target);
    let advantage = flanks && arena.rules().policies.attack.flanking == Flanking::Advantage
        || bluff::is_open(arena, attacker, target);
    let disadvantage = conditions::has(arena, attacker, Flag::Disadvantage);
    let edge = Edge::of(advantage, disadvantage);
    match edge {
        Edge::Advantage => notes.push(Topic::Advantage),
        Edge::Disadvantage => notes.push(Topic::Disadvantage),
        Edge::None => {}
    }
    edge
}

/// Extra dice for whoever knows where to strike a target that is flanked or denied its Dexterity.
pub fn sneak_dice(arena: &State, order: &AttackOrder, flanks: bool) -> u8 {
    let capabilities = &arena.who(order.attacker).capabilities;
    let dice = capabilities.iter().find_map(|c| match c {
        Capability::SneakAttack(dice) => Some(*dice),
        _ => None,
    });
    match dice {
        Some(dice) => {
            let ranged = super::form(arena, order).map(|form| form.ranged);
            let open =
                flanks || defence::denied_dexterity(arena, order.target, order.attacker, ranged);
            if open { dice } else { 0 }
        }
        None => 0,
    }
}

/// The parts of an attack bonus, collected one rule after another.
struct Bonus<'a> {
    arena: &'a State<'a>,
    order: &'a AttackOrder,
    form: &'a AttackMode,
    from: Area,
    to: Area,
    parts: Vec<Modifier>,
    notes: Vec<Topic>,
}

impl Bonus<'_> {
    /// Collects everything; tells whether the target is flanked.
    fn collect(&mut self) -> bool {
        let (arena, order, ranged) = (self.arena, self.order, self.form.ranged);
        self.parts
            .reserve(self.form.attack.len() + order.extra.len() + 4);
        self.parts.extend_from_slice(&self.form.attack);
        self.parts.extend_from_slice(&order.extra);
        let stat = if ranged {
            Stat::RangedAttack
        } else {
            Stat::MeleeAttack
        };
        for aspect in [Aspect::AttackRoll, Aspect::Stat(stat)] {
            conditions::effects_between(
                arena,
                order.attacker,
                Some(order.target),
                aspect,
                Some(ranged),
                &mut self.parts,
            );
        }
        conditions::effects_between(
            arena,
            order.target,
            Some(order.attacker),
            Aspect::AttackedBy,
            Some(ranged),
            &mut self.parts,
        );
        let flanks = flanking::flanks(arena, order.attacker, self.from, order.target, ranged);
        if flanks {
            self.notes.push(Topic::Flanking);
            if let Flanking::Bonus(value) = arena.rules().policies.attack.flanking {
                self.part(Topic::Flanking, ModifierKind::Flanking, value);
            }
        }
        if ranged {
            self.range();
            self.shooting_into_melee();
        } else {
            self.higher_ground();
        }
        if order.manner.other_lethality {
            let penalty = arena.rules().policies.damage.nonlethal.penalty();
            self.add(Topic::Nonlethal, ModifierKind::Untyped, penalty);
        }
        flanks
    }

    fn part(&mut self, topic: Topic, kind: ModifierKind, value: i32) {
        self.parts.push(modifier(self.arena, topic, kind, value));
    }

    fn add(&mut self, topic: Topic, kind: ModifierKind, value: i32) {
        self.part(topic, kind, value);
        self.notes.push(topic);
    }

    fn range(&mut self) {
        let policies = &self.arena.rules().policies;
        let RangeRule::Increments { penalty, .. } = policies.attack.range else {
            return;
        };
        let away = distance(self.from, self.to, policies.movement.diagonals);
        let increment = u32::from(self.form.increment).max(1);
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
        let rule = self.arena.rules().policies.attack.into_melee;
        if let Some(rule) = rule
            && endangers_friend(self.arena, self.order, self.to, rule)
        {
            self.add(
                Topic::ShootingIntoMelee,
                ModifierKind::Untyped,
                rule.penalty,
            );
        }
    }

    fn higher_ground(&mut self) {
        let value = self.arena.rules().policies.attack.higher_ground;
        if value == 0 {
            return;
        }
        let (mine, its) = (self.from.nearest_to(self.to), self.to.nearest_to(self.from));
        let higher = cover::height(self.arena, mine) > cover::height(self.arena, its);
        if higher || mount::looks_down(self.arena, self.order.attacker, self.order.target) {
            self.add(Topic::HigherGround, ModifierKind::Untyped, value);
        }
    }
}

/// Whether somebody has attacked another in melee since its own turn began, and both still stand
/// within its reach.
fn has_attacked(arena: &State, by: Seat, whom: Seat) -> bool {
    let fighter = arena.get(by);
    fighter.reactions.attacked.contains(&whom)
        && conditions::able(arena, by)
        && arena
            .area(whom)
            .is_some_and(|area| !threat::forms_reaching(arena, by, area).is_empty())
}

/// Whether a shot at this target is a shot into a friend's melee: one of the two threatens the
/// other, and no part of the target is far enough from all friends to aim at.
fn endangers_friend(arena: &State, order: &AttackOrder, to: Area, rule: IntoMelee) -> bool {
    let (side, target) = (arena.who(order.attacker).side, order.target);
    let friends = || {
        arena.all().filter(move |f| {
            *f != order.attacker
                && *f != target
                && arena.who(*f).side == side
                && conditions::present(arena, *f)
                && (conditions::able(arena, *f) || has_attacked(arena, target, *f))
        })
    };
    if arena.who(target).side == side {
        return false;
    }
    // Whoever can do nothing is in melee only with those who really attack it.
    let engaged = friends().any(|friend| {
        has_attacked(arena, target, friend)
            || has_attacked(arena, friend, target)
            || conditions::able(arena, target)
                && (threat::threatens(arena, friend, target)
                    || threat::threatens(arena, target, friend))
    });
    if !engaged {
        return false;
    }
    let Some(waived_at) = rule.waived_at else {
        return true;
    };
    let diagonals = arena.rules().policies.movement.diagonals;
    let is_far = |square| {
        friends()
            .filter_map(|f| arena.area(f))
            .all(|area| distance(Area::single(square), area, diagonals) >= u32::from(waived_at))
    };
    !to.squares().any(is_far)
}
