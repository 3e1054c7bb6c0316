//! What others ask of an action without knowing the primitives.

use super::{ActionDef, AimsAt, Subject};
use crate::rules::move_mode::{ChargeDef, ChargeEnd, LeapDef, MoveDef};
use crate::rules::primitive::{
    Carry, Channel, Circle, Family, Grapple, Ground, Handling, Perceive, Posture, Primitive, Ride,
    StrikeAt, TurnAct, Which,
};
use crate::rules::targeting::{Targeting, Whom};

impl ActionDef {
    /// The icon that stands for it, by name.
    pub fn icon(&self) -> &str {
        self.icon.as_deref().unwrap_or_else(|| self.shelf.icon())
    }

    /// Every primitive of the program, those of branches included.
    pub fn all(&self) -> Vec<&Primitive> {
        fn add<'a>(list: &'a [Primitive], all: &mut Vec<&'a Primitive>) {
            for what in list {
                all.push(what);
                for branch in what.branches() {
                    add(branch, all);
                }
            }
        }
        let mut all = Vec::new();
        add(&self.does, &mut all);
        all
    }

    /// The first primitive of the program, branches included, that gives something.
    pub fn find<'a, T>(&'a self, mut get: impl FnMut(&'a Primitive) -> Option<T>) -> Option<T> {
        fn first<'a, T>(
            list: &'a [Primitive],
            get: &mut impl FnMut(&'a Primitive) -> Option<T>,
        ) -> Option<T> {
            list.iter().find_map(|what| {
                let [one, other] = what.branches();
                get(what)
                    .or_else(|| first(one, get))
                    .or_else(|| first(other, get))
            })
        }
        first(&self.does, &mut get)
    }

    /// Whether it does nothing but put its user into a stance.
    pub fn is_mere_stance(&self) -> bool {
        self.does.is_empty() && self.stance().is_some()
    }

    /// Whether this is true of any primitive of the program, branches included.
    pub fn any(&self, mut test: impl FnMut(&Primitive) -> bool) -> bool {
        self.find(|what| test(what).then_some(())).is_some()
    }

    /// The words for the primitives of its program and for the end of its charge.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let ends = self.charge().and_then(|charge| charge.ends.word());
        self.all().into_iter().map(Primitive::word).chain(ends)
    }

    /// Which one of [`all`](Self::all) a part of the program is; the first of several that are alike.
    pub fn index_of(&self, what: Family<'_>) -> u8 {
        let index = self.all().into_iter().position(|one| one.family() == what);
        index
            .and_then(|index| u8::try_from(index).ok())
            .unwrap_or(0)
    }

    /// The primitive of this index.
    pub fn at(&self, index: u8) -> Option<&Primitive> {
        self.all().get(usize::from(index)).copied()
    }

    /// Points of a pool that its program takes if all succeeds, what follows from a hit aside.
    /// `good`: what follows from a primitive then.
    pub fn spends<'a>(&'a self, from: &str, good: &dyn Fn(&'a Primitive) -> &'a [Primitive]) -> u8 {
        fn points<'a>(
            list: &'a [Primitive],
            from: &str,
            good: &dyn Fn(&'a Primitive) -> &'a [Primitive],
        ) -> u8 {
            let points = list.iter().map(|what| {
                if let Primitive::Spend { pool, points, .. } = what
                    && pool == from
                {
                    return *points;
                }
                match what.is_general() {
                    true => points(good(what), from, good),
                    false => 0,
                }
            });
            points.fold(0, u8::saturating_add)
        }
        points(&self.does, from, good)
    }

    /// Whether it contains an attack that the combatant makes itself.
    pub fn is_attack(&self) -> bool {
        self.any(Primitive::is_attack)
    }

    /// The pool of which it takes points before anything else, and how many.
    pub fn pays(&self) -> Option<(&str, u8)> {
        match self.does.first()? {
            Primitive::Spend { pool, points, .. } => Some((pool, *points)),
            _ => None,
        }
    }

    /// Whether its entry says what it can be aimed at: general primitives lead it, what it takes
    /// aside, or nothing in it has rules of its own for its target.
    pub fn is_general(&self) -> bool {
        let first = usize::from(self.pays().is_some() && self.does.len() > 1);
        let leads = self.does.get(first).is_some_and(Primitive::is_general);
        leads || !self.does.iter().any(Primitive::aims_itself)
    }

    /// Whether what is done to its target first says how near that has to be.
    pub fn reaches_itself(&self) -> bool {
        let first = self.does.iter().find(|what| what.aims_itself());
        !self.is_general() && first.is_some_and(Primitive::reaches_itself)
    }

    /// Whom it is offered for; `None`: for nobody in particular.
    pub fn offered_for(&self) -> Option<AimsAt> {
        self.aims_at.or(match self.target {
            Targeting::Attack
            | Targeting::AdjacentEnemy
            | Targeting::Enemy
            | Targeting::ChargeTarget => Some(AimsAt::Enemy),
            Targeting::AdjacentAlly => Some(AimsAt::Ally),
            Targeting::One(rule) => match rule.whom {
                Whom::Enemies => Some(AimsAt::Enemy),
                Whom::Allies => Some(AimsAt::Ally),
                Whom::Anyone | Whom::Living | Whom::Lifeless => None,
            },
            Targeting::None
            | Targeting::Path
            | Targeting::Combatant
            | Targeting::Combatants
            | Targeting::CombatantOrSquare
            | Targeting::Corner
            | Targeting::Direction => None,
        })
    }

    /// Its attacks and what follows from a hit.
    pub fn attack(&self) -> Option<(Which, &[Primitive])> {
        self.find(|what| match what {
            Primitive::Attack { which, hits } => Some((*which, hits.as_slice())),
            _ => None,
        })
    }

    /// Whether it is these attacks and nothing else.
    fn is_plain(&self, which: Which) -> bool {
        let plain = |what: &Primitive| matches!(what, Primitive::Attack { which: one, hits } if *one == which && hits.is_empty());
        self.stance.is_none() && matches!(self.does.as_slice(), [what] if plain(what))
    }

    /// Whether it is one attack and nothing else.
    pub fn is_plain_attack(&self) -> bool {
        self.is_plain(Which::One)
    }

    /// Whether it is all attacks of the turn and nothing else.
    pub fn is_plain_full_attack(&self) -> bool {
        self.is_plain(Which::All)
    }

    /// Whether it is one attack with a weapon of two hands, thrown with one.
    pub fn is_hurled(&self) -> bool {
        self.attack()
            .is_some_and(|(which, _)| which == Which::Hurled)
    }

    /// Whether it strikes at a square, guessed or known.
    pub fn strikes_at_square(&self) -> bool {
        let strikes = |what: &Primitive| {
            matches!(
                what,
                Primitive::Strike(StrikeAt::Square | StrikeAt::Squares)
            )
        };
        self.any(strikes)
    }

    /// Whether it makes all attacks of the turn.
    pub fn strikes_all(&self) -> bool {
        let attacks = self.attack().is_some_and(|(which, _)| which == Which::All);
        attacks || self.strikes_at_squares()
    }

    /// Whether it makes all attacks of the turn, at squares.
    fn strikes_at_squares(&self) -> bool {
        self.any(|what| *what == Primitive::Strike(StrikeAt::Squares))
    }

    /// Whether its attacks and those of a plain full attack are one full attack.
    pub fn is_of_full_attack(&self) -> bool {
        self.is_plain_full_attack() || self.strikes_at_squares()
    }

    /// Whether it is made of attacks, in place of which something else can be tried.
    pub fn strikes(&self) -> bool {
        let attacks = matches!(self.attack(), Some((Which::One | Which::All, [])));
        attacks || self.charge().is_some()
    }

    /// The condition that is taken on with its declaration.
    pub fn stance(&self) -> Option<&str> {
        self.stance.as_deref()
    }

    /// The condition that it brings from its start: its stance, or that of running or charging.
    pub fn from_start(&self) -> Option<&str> {
        let moving = self.movement().and_then(|def| def.condition.as_deref());
        let charging = || self.charge().and_then(|def| def.condition.as_deref());
        self.stance().or(moving).or_else(charging)
    }

    /// Its movement along a path.
    pub fn movement(&self) -> Option<&MoveDef> {
        self.find(|what| match what {
            Primitive::Move(def) => Some(def),
            _ => None,
        })
    }

    /// Its charge.
    pub fn charge(&self) -> Option<&ChargeDef> {
        self.find(|what| match what {
            Primitive::Charge(def) => Some(def),
            _ => None,
        })
    }

    /// Its leap.
    pub fn leap(&self) -> Option<LeapDef> {
        self.find(|what| match what {
            Primitive::Leap(def) => Some(*def),
            _ => None,
        })
    }

    fn has_part(&self, wanted: &Primitive) -> bool {
        self.any(|what| what == wanted)
    }

    /// Whether it loads a weapon.
    pub fn loads(&self) -> bool {
        self.any(|what| matches!(what, Primitive::Handle(Handling::Load { .. })))
    }

    /// Whether it is one square that never provokes.
    pub fn is_step(&self) -> bool {
        self.has_part(&Primitive::Step)
    }

    /// Whether it is a step for which an attack is given up. It comes besides the free step and is no movement
    /// (EP-FULL-12, EP-MOVE-06).
    pub fn is_bonus_step(&self) -> bool {
        self.is_step() && self.has_part(&Primitive::Trade)
    }

    /// Whether it leads to another square by the combatant's own feet.
    pub fn walks(&self) -> bool {
        self.movement().is_some() || self.is_step() || self.leap().is_some()
    }

    /// Whether it covers more distance than a step.
    pub fn covers_distance(&self) -> bool {
        self.movement().is_some() || self.charge().is_some()
    }

    /// Whether movement of its performer is part of it, if only of one square (EP-FULL-16).
    pub fn leads_elsewhere(&self) -> bool {
        self.walks() || self.covers_distance()
    }

    /// Whether it is done to one square, and not along a way.
    pub fn is_done_to_a_square(&self) -> bool {
        self.any(|what| {
            matches!(
                what,
                Primitive::Leap(_)
                    | Primitive::Ground(_)
                    | Primitive::Strike(
                        StrikeAt::Square | StrikeAt::Squares | StrikeAt::Object { .. }
                    )
                    | Primitive::Ride(Ride::Off)
                    | Primitive::Carry(Carry::Down | Carry::Off)
                    | Primitive::Posture(Posture::QuarterTurn)
                    | Primitive::Perceive(Perceive::Grope { .. })
            )
        })
    }

    /// Whether it is rising from the ground as an action of its own.
    pub fn is_rising(&self) -> bool {
        self.has_part(&Primitive::Posture(Posture::Up))
    }

    /// Whether it is lying down at will.
    pub fn is_lying_down(&self) -> bool {
        self.has_part(&Primitive::Posture(Posture::Down))
    }

    /// Whether it opens and closes doors.
    pub fn is_door(&self) -> bool {
        self.has_part(&Primitive::Ground(Ground::Door))
    }

    /// Whether it is a blow at a thing on the map.
    pub fn is_strike_object(&self) -> bool {
        let strikes = |what: &Primitive| matches!(what, Primitive::Strike(StrikeAt::Object { .. }));
        self.any(strikes)
    }

    /// Whether it is a bull rush of its own.
    pub fn is_bull_rush(&self) -> bool {
        let ends = |def: &ChargeDef| def.ends == ChargeEnd::BullRush;
        self.has_part(&Primitive::BullRush) || self.charge().is_some_and(ends)
    }

    /// Whether it gets its user out of a hold.
    pub fn frees(&self) -> bool {
        self.any(|what| matches!(what, Primitive::Grapple(what) if what.frees()))
    }

    /// Whether it is of use only once one combatant holds another.
    pub fn needs_hold(&self) -> bool {
        self.any(|what| {
            matches!(what, Primitive::Grapple(what) if *what != Grapple::Grab)
                || matches!(what, Primitive::Choose(Circle::InGrapple, _))
        })
    }

    /// Whether hit points for its user are all that it is good for.
    pub fn only_heals_user(&self) -> bool {
        let part =
            |what: &Primitive| matches!(what, Primitive::Heal { .. } | Primitive::Spend { .. });
        self.heals_user() && self.stance().is_none() && !self.any(|what| !part(what))
    }

    /// Whether it rids its user of a condition, at once or by a check.
    pub fn sheds(&self) -> bool {
        let lifts =
            |what: &Primitive| matches!(what, Primitive::Lift { from, .. } if from.has_user());
        self.is_general() && self.any(lifts)
    }

    /// Whether it gives its user hit points back.
    pub fn heals_user(&self) -> bool {
        let heals = |what: &Primitive| matches!(what, Primitive::Heal { to, .. } if to.has_user());
        self.any(heals)
    }

    /// What it does with weapons and tools.
    pub fn handling(&self) -> Option<&Handling> {
        self.find(|what| {
            let Primitive::Handle(handling) = what else {
                return None;
            };
            let shield = matches!(handling, Handling::DropShield | Handling::PickUpShield);
            (!shield).then_some(handling)
        })
    }

    /// Whether it undoes what an enemy is about to bring about.
    pub fn counters(&self) -> bool {
        let counters =
            |what: &Primitive| matches!(what, Primitive::Channel(Channel::Counter { .. }));
        self.any(counters)
    }

    /// Whether it is a touch with what is held.
    pub fn is_touch(&self) -> bool {
        self.has_part(&Primitive::Channel(Channel::Touch))
    }

    /// Whether it finishes a helpless target off.
    pub fn finishes(&self) -> bool {
        self.has_part(&Primitive::CoupDeGrace)
    }

    /// The pool that it fills.
    pub fn fills(&self) -> Option<&str> {
        self.find(|what| match what {
            Primitive::Gather { pool, .. } | Primitive::Gain { pool, .. } => Some(pool.as_str()),
            _ => None,
        })
    }

    /// The special ability that it uses.
    pub fn ability(&self) -> Option<&str> {
        self.find(|what| match what {
            Primitive::Use(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// What it does to the order of turns.
    pub fn turn_act(&self) -> Option<TurnAct> {
        self.find(|what| match what {
            Primitive::Turn(act) => Some(*act),
            _ => None,
        })
    }

    /// What has to be chosen from a list for it.
    pub fn subject(&self) -> Option<Subject> {
        let handled = self.handling().and_then(|handling| match handling {
            Handling::Drop => Some(Subject::Dropped),
            Handling::DropShield | Handling::PickUpShield => None,
            Handling::Draw
            | Handling::DrawOne
            | Handling::PickUp
            | Handling::Sheathe
            | Handling::Retrieve
            | Handling::DrawHidden
            | Handling::Strap { .. }
            | Handling::Load { .. } => Some(Subject::Weapon),
        });
        let turn = self.turn_act().and_then(|act| match act {
            TurnAct::Start => Some(Subject::LongAction),
            TurnAct::Delay => Some(Subject::Count),
            TurnAct::Ready | TurnAct::Refocus | TurnAct::End | TurnAct::Surrender => None,
        });
        let dismisses = self.has_part(&Primitive::Channel(Channel::Dismiss));
        handled.or(turn).or(dismisses.then_some(Subject::Ability))
    }

    /// Whether a thing of this name, held in hand, is what it takes.
    pub fn is_done_with(&self, thing: &str) -> bool {
        self.kit.iter().any(|name| name == thing)
    }

    /// Whether it bears a tag: a word of its own, or one of [`words`](Self::words).
    pub fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag) || self.words().any(|word| word == tag)
    }
}
