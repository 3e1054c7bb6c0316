//! What primitives ask of the place in which they stand.

use super::{
    AbilityPart, AttackPart, Carry, Channel, Family, Party, Perceive, Place, Plus, Posture,
    Primitive, Ride, StrikeAt, Term, TurnAct, special,
};

use crate::dice::DiceExpr;

/// What has to be chosen for a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The squares of a way, or the one that it is done to.
    Squares,
    /// One creature.
    Creature,
    /// One creature that is not only ever an ally.
    Enemy,
    /// One creature that is not only ever an enemy.
    Ally,
    /// Whom to charge.
    Lane,
    /// A thing, an action or a count from a list.
    Listed,
}

impl Needs {
    /// What it is, and how the target of an action says it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Squares => "squares: `target: path`",
            Self::Creature => {
                "a creature: `attack`, `adjacent_enemy`, `adjacent_ally` or `one((…))` as `target`"
            }
            Self::Enemy => {
                "an enemy: `attack`, `adjacent_enemy` or `one((whom: enemies))` as `target`"
            }
            Self::Ally => "an ally: `target: adjacent_ally`",
            Self::Lane => "an enemy to charge: `target: charge_target`",
            Self::Listed => "something from a list: `target: none`",
        }
    }
}

impl Primitive {
    /// What has to be chosen for it, its branches aside; `None`: nothing, or for `use` what the
    /// ability says.
    pub fn needs(&self) -> Option<Needs> {
        let about_target = self.parties().contains(&Some(Party::Target));
        match self {
            Self::Move(_) | Self::Step | Self::Leap(_) | Self::Ground(_) => Some(Needs::Squares),
            Self::Posture(Posture::QuarterTurn) | Self::Ride(Ride::Off) => Some(Needs::Squares),
            Self::Carry(Carry::Down | Carry::Off) => Some(Needs::Squares),
            Self::Strike(StrikeAt::Square | StrikeAt::Squares | StrikeAt::Object { .. }) => {
                Some(Needs::Squares)
            }
            Self::Attack { .. } | Self::Strike(StrikeAt::Held) | Self::Choose(..) => {
                Some(Needs::Enemy)
            }
            Self::Trip | Self::Disarm | Self::Sunder | Self::BullRush | Self::CoupDeGrace => {
                Some(Needs::Enemy)
            }
            Self::Grapple(what) => (!what.frees()).then_some(Needs::Enemy),
            Self::Force { .. } => Some(Needs::Enemy),
            Self::Check { roll, .. } if roll.iter().any(Term::is_attack) => Some(Needs::Enemy),
            Self::Contest { .. } | Self::Stabilise => Some(Needs::Creature),
            Self::Perceive(Perceive::Grope { .. }) => Some(Needs::Squares),
            Self::Channel(Channel::Touch) => Some(Needs::Creature),
            Self::Ride(Ride::On) | Self::Carry(Carry::Up) => Some(Needs::Ally),
            Self::Charge(_) => Some(Needs::Lane),
            Self::Handle(_) | Self::Turn(TurnAct::Delay | TurnAct::Ready | TurnAct::Start) => {
                Some(Needs::Listed)
            }
            Self::Posture(Posture::Up | Posture::Down)
            | Self::Ride(Ride::Obeys | Ride::Balks)
            | Self::Perceive(Perceive::Hide | Perceive::Search { .. })
            | Self::Channel(
                Channel::Maintain
                | Channel::Cease
                | Channel::Dismiss
                | Channel::KeepOn
                | Channel::Counter { .. },
            )
            | Self::Turn(TurnAct::Refocus | TurnAct::End | TurnAct::Surrender)
            | Self::Trade
            | Self::Use(_) => None,
            Self::Check { .. }
            | Self::Save { .. }
            | Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Renew { .. }
            | Self::Gather { .. } => {
                let lists = self.terms();
                let mut terms = lists.iter().flat_map(|(_, terms)| terms.iter());
                let theirs = terms.any(|term| matches!(term, Term::Theirs(_)));
                (about_target || theirs).then_some(Needs::Creature)
            }
        }
    }

    /// Whether its chapter has rules of its own for what it is aimed at.
    pub fn aims_itself(&self) -> bool {
        match self.family() {
            Family::General(_) => false,
            Family::Attack(part) => part != AttackPart::Trade,
            Family::Manoeuvre(_) | Family::Charge(_) | Family::Handling(_) => true,
            Family::Movement(_) | Family::Turn(_) | Family::Perception(_) => self.needs().is_some(),
            Family::Ability(part) => matches!(
                part,
                AbilityPart::Use(_) | AbilityPart::Channel(Channel::Touch | Channel::Dismiss)
            ),
        }
    }

    /// Whether these rules say how near an enemy has to be for it.
    pub fn reaches_itself(&self) -> bool {
        let held = *self == Self::Strike(StrikeAt::Held);
        let bodily = matches!(self.family(), Family::Manoeuvre(_)) && self.needs().is_some();
        held || bodily
    }

    /// The sums in it and the fields that have them.
    pub fn terms(&self) -> Vec<(&'static str, &[Term])> {
        if let Self::Gather { amount, .. } = self {
            return vec![("amount", amount)];
        }
        match self {
            Self::Check { roll, against, .. } | Self::Contest { roll, against, .. } => {
                vec![("roll", roll), ("against", against)]
            }
            Self::Save { difficulty, .. } => vec![("difficulty", difficulty)],
            Self::Gain { amount, .. } => vec![("amount", amount)],
            Self::Impose { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => Vec::new(),
            special!() => Vec::new(),
        }
    }

    /// To whom and about whom it is done.
    fn parties(&self) -> [Option<Party>; 2] {
        match self {
            Self::Impose { on, about, .. } => [Some(*on), *about],
            Self::Save { by, .. } => [Some(*by), None],
            Self::Damage { to, .. } => [Some(*to), None],
            Self::Push { .. } => [Some(Party::Target), None],
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => [self.done_to(), None],
            special!() => [self.done_to(), None],
        }
    }

    /// Of those, who has to be one combatant.
    fn single(&self) -> Option<Party> {
        match self {
            Self::Impose { about, .. } => *about,
            Self::Save { by, .. } => Some(*by),
            Self::Damage { to, .. } => Some(*to),
            Self::Check { .. }
            | Self::Contest { .. }
            | Self::Lift { .. }
            | Self::Heal { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Gain { .. }
            | Self::Stabilise
            | Self::Renew { .. }
            | Self::Choose(..) => None,
            special!() => None,
        }
    }

    /// Whether nothing comes of it, wherever it stands.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Damage { dice, .. } => {
                let dice: Option<DiceExpr> = dice.parse().ok();
                dice.is_some_and(|dice| dice.max() <= 0)
            }
            Self::Gain { amount, .. } => amount.is_empty(),
            Self::Lift {
                conditions,
                ongoing,
                ..
            } => conditions.is_empty() && !ongoing,
            Self::Choose(_, then) => then.is_empty(),
            // The roll of a check alone is an answer: what the user knows, or sees.
            Self::Check { roll, .. } => roll.is_empty() && self.branches().concat().is_empty(),
            Self::Contest { .. } | Self::Save { .. } => self.branches().concat().is_empty(),
            Self::Impose { .. }
            | Self::Heal { .. }
            | Self::Push { .. }
            | Self::Spend { .. }
            | Self::Stabilise
            | Self::Renew { .. } => false,
            special!() => false,
        }
    }

    /// What is wrong with it where it stands: it speaks of what is not there.
    pub fn misplaced(&self, place: &Place<'_>) -> Option<&'static str> {
        let around = || place.within.iter().rev();
        // The engine looks for these among what the action does whatever comes of its checks.
        if matches!(self, Self::Use(_) | Self::Gather { .. }) && !place.within.is_empty() {
            return Some("`use` and `gather` belong in the list of the action itself");
        }
        if let Self::Turn(act) = self {
            if !place.within.is_empty() {
                return Some(
                    "what is done to the order of turns belongs in the list of the action itself",
                );
            }
            if act.is_at_once() && !(place.is_first && place.is_last) {
                return Some(TurnAct::ALONE);
            }
        }
        if self.single().is_some_and(Party::is_many) {
            return Some("`allies` can be several, and this is one combatant");
        }
        // Who was picked is forgotten behind an attack.
        let mut near = around().take_while(|what| !matches!(what, Self::Attack { .. }));
        let picked = self.parties().contains(&Some(Party::Picked));
        if picked && !near.any(|what| matches!(what, Self::Choose(..))) {
            return Some(
                "`picked` is the ally of `choose`: it means something in its list only, before an attack",
            );
        }
        let adds = matches!(self, Self::Heal { plus, .. } if plus.contains(&Plus::CheckBonus));
        let rolls = |what: &&Self| matches!(what, Self::Check { .. } | Self::Contest { .. });
        let lacks = adds && !around().any(rolls);
        lacks.then_some("`check_bonus` is for the branches of `check` and `contest`")
    }

    /// Whether a term has no meaning in one of its sums, and why.
    pub fn misfit(&self, field: &str, terms: &[Term], term: Term) -> Option<&'static str> {
        let checks = matches!(self, Self::Check { .. }) && field == "roll";
        match term {
            Term::Attack | Term::Touch => (!checks || terms.len() > 1)
                .then_some("an attack roll stands alone, in the `roll` of a `check`"),
            Term::Theirs(_) => {
                (field == "amount").then_some("points are counted from `number` and `mine` alone")
            }
            Term::Number(_) | Term::Mine(_) | Term::EnemyLevel => None,
        }
    }
}
