//! What reaches the body: hit points lost and regained, and what a single wound can do at once.

use crate::combat::contract::{EventKind, HurtBy, Seat};
use crate::combat::damage::dice_sum::DiceSum;
use crate::combat::damage::{coverage, dying, resistance};
use crate::combat::state::{Blow, State, Wounding};
use crate::combat::{checks, conditions};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::rules::{Ability, DamageKind, FinishingBlow, FinishingDifficulty, Natures, Stat, Topic};

/// Damage that no blow deals.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Harmful {
    pub kind: DamageKind,
    pub nonlethal: bool,
    /// What it is against bodies without substance.
    pub natures: Natures,
    /// No resistance reduces it.
    pub unresisted: bool,
    /// What deals it.
    pub from: Option<HurtBy>,
}

impl Harmful {
    /// Of a kind, lethal or not, and of nothing but the world around.
    pub(crate) fn plain((kind, nonlethal): (DamageKind, bool)) -> Self {
        Self {
            kind,
            nonlethal,
            ..Self::default()
        }
    }

    /// The same, dealt by this.
    pub(crate) fn from(self, from: HurtBy) -> Self {
        let from = Some(from);
        Self { from, ..self }
    }
}

/// Damage that meets no armour, as it is; nonlethal where the ruleset knows such damage.
fn harm(battle: &mut Wounding, target: Seat, wound: Wound, what: Harmful) {
    let parts = [(wound.amount, wound.kind)];
    let (natures, unresisted) = (what.natures, what.unresisted);
    let amount = resistance::sum(battle, target, parts, natures, unresisted);
    let known = battle.rules().policies.damage.nonlethal.exists();
    let nonlethal = wound.nonlethal && known;
    let wound = Wound {
        amount,
        nonlethal,
        from: what.from,
        ..wound
    };
    inflict(battle, target, None, wound);
}

/// Damage that goes on turn after turn: flames, poison.
pub fn wear(
    battle: &mut Wounding,
    target: Seat,
    (amount, kind): (i32, DamageKind),
    nonlethal: bool,
) {
    let wound = Wound {
        continuing: true,
        nonlethal,
        ..Wound::of(amount, kind)
    };
    harm(battle, target, wound, Harmful::plain((kind, nonlethal)));
}

/// What reaches the body at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wound {
    pub amount: i32,
    pub kind: DamageKind,
    pub nonlethal: bool,
    /// It goes on turn after turn.
    pub continuing: bool,
    /// What deals it, if no combatant does.
    pub from: Option<HurtBy>,
}

impl Wound {
    /// An ordinary one.
    pub(crate) fn of(amount: i32, kind: DamageKind) -> Self {
        Self {
            amount,
            kind,
            nonlethal: false,
            continuing: false,
            from: None,
        }
    }
}

/// Takes damage from the body.
pub(crate) fn inflict(battle: &mut Wounding, seat: Seat, by: Option<Seat>, wound: Wound) {
    let Wound {
        amount,
        kind,
        nonlethal,
        continuing,
        from,
    } = wound;
    if amount <= 0 || !conditions::present(battle, seat) {
        return;
    }
    (battle.on.struck)(battle, seat);
    let drains = dying::drains(battle, seat);
    let whole = amount;
    let beside = battle.rules().policies.damage.nonlethal.beside_temporary();
    let amount = match nonlethal && beside {
        true => amount,
        false => cushion(battle, seat, amount),
    };
    if beside && amount < whole {
        dying::settle(battle, seat);
    }
    // Only a single attack or fall can be enormous; bleeding away is something else.
    let single = !nonlethal && by.is_some();
    if amount == 0 {
        if single {
            overwhelm(battle, seat, whole);
        }
        return (battle.on.wounded)(battle, seat, whole, continuing);
    }
    let floor = dying::floor(battle);
    let vitals = battle.vitals_mut(seat);
    vitals.wounds = vitals.wounds.wrapping_add(1);
    let left = vitals.hit_points;
    let mut bled = 0;
    if nonlethal {
        vitals.nonlethal = vitals.nonlethal.saturating_add(amount);
    } else if drains {
        // Hit points stop at nothing; what is left of the blow goes on.
        bled = (amount - vitals.hit_points.max(0)).max(0);
        vitals.hit_points -= amount - bled;
        vitals.lost = vitals.lost.and(Ability::Constitution, bled);
    } else {
        vitals.hit_points = left.saturating_sub(amount).max(floor.min(left));
    }
    let hit_points = vitals.hit_points;
    let grade = match nonlethal {
        true => None,
        false => grade(battle, seat, amount, amount > left.max(0)),
    };
    if let Some(grade) = grade {
        battle.vitals_mut(seat).grades.count(grade);
    }
    let first = if nonlethal {
        Topic::Nonlethal
    } else {
        Topic::Damage
    };
    let past = !nonlethal && coverage::is_past(battle, seat, kind);
    let others = [
        past.then_some(Topic::PastArmour),
        grade.map(|_| Topic::WoundGrade),
    ];
    let topics: Vec<Topic> = [first]
        .into_iter()
        .chain(others.into_iter().flatten())
        .collect();
    battle.emit(
        &topics,
        EventKind::Hurt {
            seat,
            amount,
            kind,
            hit_points,
            nonlethal,
            grade,
            from,
        },
    );
    if bled > 0 {
        dying::tell_constitution(battle, seat, bled);
    }
    if nonlethal {
        // It lowers no hit points, and leaves the stable stable (SP-NONL-01, SP-DYING-16).
        dying::settle(battle, seat);
    } else {
        dying::wounded(battle, seat, bled);
    }
    if single {
        overwhelm(battle, seat, whole);
    }
    (battle.on.wounded)(battle, seat, whole, continuing);
}

/// How bad a wound is, by its place in the ruleset's list.
fn grade(state: &State, seat: Seat, amount: i32, past_zero: bool) -> Option<u8> {
    let grades = &state.rules().policies.damage.grades;
    let maximum = state.vitals[seat].max;
    let found = grades
        .iter()
        .position(|grade| grade.fits(amount, maximum, past_zero));
    found.and_then(|place| u8::try_from(place).ok())
}

/// Takes what it can of a wound from temporary hit points; what is left of it.
fn cushion(battle: &mut Wounding, seat: Seat, amount: i32) -> i32 {
    let taken = conditions::temporary(battle, seat).clamp(0, amount);
    if taken == 0 {
        return amount;
    }
    let vitals = battle.vitals_mut(seat);
    vitals.temporary -= taken;
    let left = vitals.temporary;
    battle.emit(
        &[Topic::TemporaryHitPoints],
        EventKind::TemporaryHitPoints { seat, left },
    );
    amount - taken
}

/// One enormous blow may kill outright, however much of it temporary hit points have taken (SP-DYING-12).
fn overwhelm(battle: &mut Wounding, seat: Seat, amount: i32) {
    let Some(rule) = battle.rules().policies.damage.massive else {
        return;
    };
    if amount < rule.threshold || !conditions::present(battle, seat) {
        return;
    }
    if !checks::save(battle, seat, Stat::Fortitude, rule.difficulty) {
        dying::kill(battle, seat, Topic::MassiveDamage);
    }
}

/// A survivor of a finishing blow must save. `rolled`: its damage before anything has reduced it;
/// `amount`: what got through.
pub(crate) fn finish(battle: &mut Wounding, seat: Seat, (rolled, amount): (i32, i32)) {
    let rule = battle.rules().policies.dying.finishing_difficulty;
    let (difficulty, due) = match rule {
        FinishingDifficulty::TenAndDamage => {
            let survives = conditions::present(battle, seat);
            (10 + amount, amount > 0 && survives)
        }
        FinishingDifficulty::DamageRolled => (rolled, rolled > 0),
    };
    if !due {
        return;
    }
    if checks::save(battle, seat, Stat::Fortitude, difficulty) {
        return;
    }
    match battle.rules().policies.dying.finishing_blow {
        FinishingBlow::Fells => dying::fell(battle, seat, Topic::CoupDeGrace),
        FinishingBlow::Kills => dying::kill(battle, seat, Topic::CoupDeGrace),
    }
}

/// Rolls damage that no combatant deals, and deals it. Where armour is struck, a fall and what is sharp or
/// hard strike it as well (AH-COV-08).
pub(crate) fn roll_harm(
    battle: &mut Wounding,
    seat: Seat,
    dice: &DiceExpr,
    what: Harmful,
    topic: Topic,
) {
    let kind = what.kind;
    let label = RollLabel {
        who: seat.0,
        purpose: Purpose::Damage,
    };
    let mut sum = DiceSum::thrown(&mut battle.dice_mut().0, label, dice);
    let total = sum.total().max(0);
    sum.bring_to(Topic::MinimumDamage, total);
    let rolled = EventKind::DamageRolled {
        attacker: seat,
        target: seat,
        dice: sum.dice,
        bonus: sum.bonus,
        kind,
        total,
    };
    battle.emit(&[topic], rolled);
    let wound = Wound {
        nonlethal: what.nonlethal,
        continuing: topic == Topic::Ongoing,
        ..Wound::of(total, kind)
    };
    let guarded = topic != Topic::Ongoing && coverage::guard(battle, seat, None, kind).is_some();
    if guarded {
        battle.push(Blow {
            natures: what.natures,
            unresisted: what.unresisted,
            from: what.from,
            cause: battle.log.cause,
            ..Blow::of_ground(seat, total, kind)
        });
    } else {
        harm(battle, seat, wound, what);
    }
}
