//! What every combatant is worth and could do next, conditions included, for the balance of forces.

use crate::combat::action::legality;
use crate::combat::attack::{at_hand, full_attack, odds};
use crate::combat::conditions::fear;
use crate::combat::contract::{Aim, BestAbility, Seat, SideId};
use crate::combat::flow::victory;
use crate::combat::state::{AttackOrder, Columns, DeclaredAction, State};
use crate::combat::{ability, attack, checks, conditions};
use crate::grid::Area;
use crate::rules::{ActionDef, ActionId, Aspect, DefenceModel, Flag, Modifier, Stat};

/// Whether a combatant fights, is down, dying or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitness {
    Fighting,
    /// Out of the fight, and in no danger for the moment.
    Down,
    Dying,
    /// Dead, or gone for good.
    Lost,
}

/// What a combatant is worth in the balance of forces, conditions included.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitValue {
    pub seat: Seat,
    pub side: SideId,
    pub area: Option<Area>,
    pub fitness: Fitness,
    /// Damage that takes it out of the fight.
    pub life: i32,
    pub hit_points: i32,
    pub max_hit_points: i32,
    /// Squares of one move; 0 if it cannot leave its square.
    pub speed: u32,
    /// Nothing, a single action, a whole turn: 0, 1, 2.
    pub actions: u8,
    /// On the ground, and not yet up again.
    pub prone: bool,
    pub defence: i32,
    /// What conditions add to attacks on it, in melee and by missiles.
    pub open_to: [i32; 2],
    pub strikes: Vec<Strike>,
    /// Its attacks in the next turn on enemies against whom its chances differ from those against
    /// others.
    pub duels: Vec<AttackOption>,
    /// The best of its special abilities that it could use.
    pub spell: Option<BestAbility>,
}

/// An attack that could be made, by exact odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackOption {
    pub mode: u8,
    pub target: Seat,
    pub hit: f64,
    /// Mean damage, misses included.
    pub mean: f64,
    /// Chance that the target is out of the fight afterwards.
    pub down: f64,
    /// Attacks in a row: of a whole turn if that is possible, else one.
    pub attacks: u8,
}

/// A way to attack that is at hand, with what conditions make of it in the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub ranged: bool,
    pub nearest: u32,
    pub reach: u32,
    pub attack: i32,
    /// Twice the mean damage.
    pub mean_x2: i32,
    /// Attacks in a whole turn.
    pub attacks: u8,
}

/// Every combatant, by seat.
pub fn unit_values(state: &State) -> Vec<UnitValue> {
    state.all().map(|seat| force(state, seat)).collect()
}

/// Every combatant, by seat, where `known` is what they were worth when the snapshot was taken.
pub fn unit_values_since(state: &State, before: &Columns, known: &[UnitValue]) -> Vec<UnitValue> {
    let same = |seat: Seat| {
        let known = known.get(seat.index())?;
        let alone = known.duels.is_empty() && rivals(state, seat).is_empty();
        (alone && before.agree(state, seat)).then(|| known.clone())
    };
    let worth = |seat| same(seat).unwrap_or_else(|| force(state, seat));
    state.all().map(worth).collect()
}

fn force(state: &State, seat: Seat) -> UnitValue {
    let fighter = state.get(seat);
    let vitals = fighter.vitals;
    let has = |flag| conditions::has(state, seat, flag);
    let fitness = if !conditions::present(state, seat) {
        Fitness::Lost
    } else if victory::counts(state, seat) {
        Fitness::Fighting
    } else if has(Flag::Dying) {
        Fitness::Dying
    } else {
        Fitness::Down
    };
    let stuck = has(Flag::NoMovement) || has(Flag::Held);
    let actions = match () {
        () if has(Flag::NoActions) || has(Flag::Helpless) => 0,
        () if has(Flag::SingleAction) || has(Flag::SingleMove) => 1,
        () => 2,
    };
    let tally = |stat| checks::tally(state, seat, stat, &[]).total;
    let defence = match state.rules().policies.attack.defence {
        DefenceModel::FixedNumber => Stat::Defence,
        DefenceModel::ThresholdThenOpposed => Stat::PassiveDefence,
    };
    let critical = if has(Flag::HitsAreCritical) { 4 } else { 0 };
    // What conditions take from the defence against one kind of attack only.
    let plain = tally(defence);
    let free = state.conditions(seat).is_empty();
    let bared = |ranged| {
        let against = || checks::tally_against(state, seat, defence, None, Some(ranged), &[]).total;
        if free { 0 } else { plain - against() }
    };
    let against = |ranged| {
        lasting(state, seat, &[Aspect::AttackedBy], ranged, false) + critical + bared(ranged)
    };
    let speed = match stuck {
        true => 0,
        false => u32::try_from(tally(Stat::Speed)).unwrap_or(0),
    };
    UnitValue {
        seat,
        side: fighter.who.side,
        area: state.area(seat),
        fitness,
        life: vitals.hit_points - vitals.nonlethal,
        hit_points: vitals.hit_points,
        max_hit_points: vitals.ceiling(),
        speed: if conditions::is_slowed(state, seat) {
            speed / 2
        } else {
            speed
        },
        actions,
        prone: has(Flag::Prone),
        defence: plain,
        open_to: [against(false), against(true)],
        strikes: if has(Flag::NoAttacks) || fear::is_fleeing(state, seat) {
            Vec::new()
        } else {
            strikes(state, seat)
        },
        duels: duels(state, seat),
        spell: if actions > 0 {
            ability::might(state, seat)
        } else {
            None
        },
    }
}

/// Those with whom a combatant has something to settle: a condition on one of the two that concerns
/// the other alone, and that lasts until its next turn.
fn rivals(state: &State, seat: Seat) -> Vec<Seat> {
    let table = &state.rules().conditions;
    let mut list: Vec<Seat> = Vec::new();
    for bearer in state.all() {
        for active in state.conditions(bearer) {
            let def = &table[active.condition];
            let to_one = |flag| matches!(flag, &Flag::OpenToImposer | &Flag::FlatFootedToOne);
            let private = def.about_one || def.flags.iter().any(to_one);
            let over = conditions::is_over_by_turn(state, seat, active.ends);
            let other = active.about.or(active.by).filter(|_| private && !over);
            let rival = match other {
                Some(other) if bearer == seat => other,
                Some(other) if other == seat => bearer,
                _ => continue,
            };
            if state.enemies(seat, rival) && !list.contains(&rival) {
                list.push(rival);
            }
        }
    }
    list
}

fn duels(state: &State, seat: Seat) -> Vec<AttackOption> {
    let rivals = rivals(state, seat);
    let modes = 0..state.get(seat).modes.0.len() as u8;
    let pairs = rivals
        .iter()
        .flat_map(|rival| modes.clone().map(|mode| (mode, *rival)));
    pairs
        .filter_map(|(mode, rival)| {
            let attacks = full_attack::count(state, seat, mode);
            opening(state, seat, mode, rival, (attacks, Vec::new()))
        })
        .collect()
}

/// The attack of a mode on a combatant, if it can be made from where the two stand: so many of them, the first
/// with these modifiers of its own.
fn opening(
    state: &State,
    seat: Seat,
    mode: u8,
    target: Seat,
    (attacks, extra): (u8, Vec<Modifier>),
) -> Option<AttackOption> {
    if state.get(seat).modes.0[usize::from(mode)].off_hand {
        return None;
    }
    at_hand::usable(state, seat, mode).ok()?;
    let order = AttackOrder {
        extra,
        ..AttackOrder::plain(seat, target, mode)
    };
    attack::legal(state, &order, None).ok()?;
    let forecast = odds::of_attack(state, &order, None);
    Some(AttackOption {
        mode,
        target,
        hit: forecast.hit,
        mean: forecast.damage.mean(),
        down: forecast.down,
        attacks,
    })
}

/// Every attack that a combatant could still make in its turn.
pub fn attack_options(state: &State, seat: Seat) -> Vec<AttackOption> {
    let possible = |wanted: fn(&ActionDef) -> bool| {
        let mut actions = state.rules().actions.iter();
        let open = |action: ActionId| legality::available(state, seat, action).is_ok();
        let found = actions.find(|(action, def)| wanted(def) && open(*action));
        found.map(|(action, _)| action)
    };
    let single = possible(ActionDef::is_plain_attack);
    let whole = possible(ActionDef::is_plain_full_attack);
    let going = state.rounds.current == Some(seat) && victory::counts(state, seat);
    if !going || single.or(whole).is_none() {
        return Vec::new();
    }
    let enemies = state
        .all()
        .filter(|enemy| state.enemies(seat, *enemy) && victory::counts(state, *enemy));
    let modes = 0..state.get(seat).modes.0.len() as u8;
    let pairs = enemies.flat_map(|enemy| modes.clone().map(move |mode| (mode, enemy)));
    pairs
        .filter_map(|(mode, enemy)| {
            let left = whole.and_then(|action| {
                let aim = Aim::At(enemy);
                let declared = DeclaredAction {
                    mode: Some(mode),
                    ..DeclaredAction::new(seat, action, aim)
                };
                full_attack::left(state, &declared)
            });
            let attacks = left.or(single.map(|_| (1, Vec::new())))?;
            opening(state, seat, mode, enemy, attacks)
        })
        .collect()
}

fn strikes(state: &State, seat: Seat) -> Vec<Strike> {
    let modes = &state.get(seat).modes.0;
    let worse = if conditions::has(state, seat, Flag::Disadvantage) {
        -4
    } else {
        0
    };
    let own = |stat, ranged| {
        let aspects = [Aspect::AttackRoll, Aspect::Rolls, Aspect::Stat(stat)];
        lasting(state, seat, &aspects, ranged, true) + worse
    };
    let (melee, shot) = (own(Stat::MeleeAttack, false), own(Stat::RangedAttack, true));
    let hurt = |ranged| 2 * lasting(state, seat, &[Aspect::Damage], ranged, true);
    let known = (0..modes.len()).filter(|i| !modes[*i].off_hand);
    let barred = |i: &usize| attack::legal::no_shot(state, seat, &modes[*i]).is_some();
    known
        .filter(|i| !barred(i) && at_hand::usable(state, seat, *i as u8).is_ok())
        .map(|i| {
            let mode = &modes[i];
            let bonus = |list: &[Modifier]| list.iter().map(|m| m.value).sum::<i32>();
            Strike {
                ranged: mode.ranged,
                nearest: mode.reach.min.into(),
                reach: mode.reach.max.into(),
                attack: bonus(&mode.attack) + if mode.ranged { shot } else { melee },
                mean_x2: mode.damage.mean_x2() + 2 * bonus(&mode.damage_bonus) + hurt(mode.ranged),
                attacks: full_attack::count(state, seat, i as u8),
            }
        })
        .collect()
}

/// What conditions add to these aspects. `own_turn`: only those that are still in force when the
/// bearer has its next turn.
fn lasting(state: &State, seat: Seat, aspects: &[Aspect], ranged: bool, own_turn: bool) -> i32 {
    let rules = state.rules();
    let mut last = None;
    let conditions = state.conditions(seat).iter().filter(|active| {
        let over = own_turn && conditions::is_over_by_turn(state, seat, active.ends);
        last.replace(active.condition) != Some(active.condition) && !over
    });
    conditions
        .flat_map(|active| &rules.conditions[active.condition].effects)
        .filter(|effect| aspects.contains(&effect.on) && effect.when.admits(ranged))
        .map(|effect| effect.value)
        .sum()
}
