//! Actions as data: type, cost, provocation, target, procedure.
//!
//! Screen, terminal, computer player and `Battle::options` all read these entries, so that a new
//! action from a known procedure needs no Rust.

use serde::{Deserialize, Serialize};

use super::manoeuvre::Force;
use super::move_mode::{ChargeDef, ChargeEnd, LeapDef, MoveDef};
use super::{Ability, Stat};

/// An action of the ruleset's `actions.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionDef {
    pub name: String,
    /// One line for the tooltip.
    #[serde(default)]
    pub text: String,
    /// Rules by id.
    #[serde(default)]
    pub rules: Vec<String>,
    pub cost: Cost,
    /// What it costs a combatant that has a single action in the turn; `None`: the same, but what
    /// fills a round is not possible then.
    #[serde(default)]
    pub restricted_cost: Option<Cost>,
    #[serde(default)]
    pub provokes: Provokes,
    #[serde(default)]
    pub target: Targeting,
    pub procedure: Procedure,
    /// Nothing but free actions may follow in the turn.
    #[serde(default)]
    pub ends_turn: bool,
    /// Only with a shield in hand that can block.
    #[serde(default)]
    pub needs_shield: bool,
    /// May be readied.
    #[serde(default)]
    pub readyable: bool,
    /// May be made in place of a melee attack: a single one, that at the end of a charge, any of a
    /// full attack, one of opportunity.
    #[serde(default)]
    pub replaces_attack: bool,
    /// A combatant that takes it covers no distance at all in the turn, not even by a free step.
    #[serde(default)]
    pub still: bool,
    /// May be begun in a turn with a single action and finished in the next turn.
    #[serde(default)]
    pub startable: bool,
    /// With this base attack bonus or more it costs nothing in a turn with a plain move, once.
    #[serde(default)]
    pub free_on_the_move: Option<i32>,
    /// Taken out of turn, in answer to this, once between two of its own turns.
    #[serde(default)]
    pub answers: Option<Occasion>,
    /// Only for those with this trait.
    #[serde(default)]
    pub needs_trait: Option<String>,
    /// Whom the computer player and the marks on the map offer as its target; `None`: as `target`
    /// says.
    #[serde(default)]
    pub aims_at: Option<AimsAt>,
    /// The shelf of the action bar that it stands on.
    #[serde(default)]
    pub shelf: Shelf,
    /// Open words by which conditions forbid it. The engine reads one of them itself:
    /// `on_restive_mount`.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Where it stands in the action bar; small numbers first.
    #[serde(default)]
    pub place: u8,
    /// Key on the screen, one letter.
    #[serde(default)]
    pub key: Option<char>,
}

/// A shelf of the action bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shelf {
    Attack,
    Move,
    /// Grabs, shoves, trips and whatever else is done to an enemy.
    Manoeuvre,
    /// Spells, breath and other special abilities.
    Ability,
    /// Waiting, watching, helping, guarding.
    Guard,
    Gear,
    #[default]
    Other,
}

/// Whom an action is offered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimsAt {
    /// An enemy that still stands.
    Enemy,
    /// Any enemy.
    AnyEnemy,
    /// Anybody of the own side.
    Friend,
    /// A friend out of the fight.
    FallenFriend,
}

/// What has to be chosen from a list for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A weapon.
    Weapon,
    /// A weapon, and the square that it falls into.
    Dropped,
    /// An action that takes two turns.
    LongAction,
    /// An ability of one's own.
    Ability,
}

/// What an action does to the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnAct {
    /// Put the turn off.
    Delay,
    /// Name an action and a trigger.
    Ready,
    /// Do nothing but gather one's wits: the place in the order becomes that of a rolled 20.
    Refocus,
    /// Begin an action that is too long for the turn.
    Start,
    /// Nothing more: the turn ends.
    End,
    Surrender,
}

/// The slot of the turn's budget that an action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// No time at all.
    None,
    Free,
    Swift,
    Move,
    Standard,
    FullRound,
}

/// What can be answered out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// An enemy attacks: an interrupt, settled before the attack is rolled.
    Attacked,
    /// An attack has hit and its damage is done: a reaction.
    Hit,
}

/// Whether the act itself invites attacks of opportunity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provokes {
    #[default]
    No,
    /// From everyone who threatens.
    Yes,
    /// From the target of the act only.
    FromTarget,
    /// Only when the attack in it is a ranged one.
    IfRanged,
}

/// What must be chosen along with the action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Targeting {
    #[default]
    None,
    /// Squares: those of a way, or the one that the action is done to.
    Path,
    /// A target within the reach or range of the chosen attack form.
    Attack,
    /// An adjacent enemy.
    AdjacentEnemy,
    /// Any enemy that is seen.
    SeenEnemy,
    /// An adjacent friend.
    AdjacentAlly,
    /// An enemy that can be charged; the path follows from it.
    ChargeTarget,
    /// Any combatant that the ability can be used on, itself included.
    Combatant,
    /// Several of them.
    Combatants,
    /// One of them, or a square.
    CombatantOrSquare,
    /// The corner around which an area lies, named by the square south-east of it.
    Corner,
    /// A square in whose direction an area extends.
    Direction,
}

/// What happens. One variant per procedure of the engine, with the numbers that vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// One attack with any form.
    Attack,
    /// All attacks of the turn, one after another.
    FullAttack,
    /// Movement along a path.
    Move(MoveDef),
    /// Exactly one square that never provokes.
    Step,
    /// In a straight line to a free square, past the ground between.
    Leap(LeapDef),
    /// Open or close a door in an adjacent square.
    Door,
    /// Push a heavy object in an adjacent square one square further.
    PushObject,
    /// A check of `Stat::Bluff` against this number and the target's `Stat::Perception`: it gets the
    /// condition.
    Bluff {
        difficulty: i32,
        condition: String,
    },
    /// Turn a space that is longer than wide by a quarter, once a turn.
    Turn,
    /// Get onto an adjacent friend that can be ridden.
    Mount,
    /// Get off into an adjacent square.
    Dismount,
    /// A check of `Stat::Ride` to control a mount that is not used to war.
    ControlMount {
        difficulty: i32,
    },
    /// A save for the mount against this condition on it.
    CalmMount {
        condition: String,
    },
    /// Strike at a square in which an unseen combatant may be.
    StrikeSquare,
    /// One blow at a thing on the map; `careful`: it lies still for a whole round.
    StrikeObject {
        careful: bool,
    },
    /// One blow at a thing in a combatant's hand, which is harder to hit.
    StrikeHeld,
    /// Rid itself of a condition, where an attempt is asked for if it succeeds.
    Shed {
        condition: String,
        #[serde(default)]
        attempt: Option<Attempt>,
    },
    /// Movement along the lane and one melee attack.
    Charge(ChargeDef),
    /// Rise from prone as an action of its own.
    StandUp,
    /// Fall prone at will.
    DropProne,
    /// Take a condition upon itself (total defence, defend, fighting defensively), and what
    /// follows in the same action.
    Assume {
        condition: String,
        then: Follow,
    },
    /// Put the turn off.
    Delay,
    /// Name an action and a trigger.
    Ready,
    /// Opposed or touch-and-check attempt to make the target prone.
    Trip,
    Grab,
    /// What a won check in a grapple does.
    Grapple(GrappleMove),
    /// Get out of a hold by force.
    Escape,
    /// Get out of a hold by skill: `Stat::EscapeArtist`, or `Stat::Resilience` where holds are a matter
    /// of power.
    Wriggle,
    BullRush,
    /// Move a combatant within so many squares, by a capability of this kind; no other combatant has
    /// the action at all.
    Force {
        kind: Force,
        within: u8,
    },
    CoupDeGrace,
    /// A check of `Stat::Medicine` to stabilise a dying friend; heals these dice if any, and the
    /// bonus of the check on top where `adds_skill`.
    FirstAid {
        difficulty: i32,
        heals: Option<String>,
        adds_skill: bool,
        /// A step that provokes nothing goes with it, before or after.
        #[serde(default)]
        steps: bool,
        /// Things by id, one of which has to be in hand; none is needed if empty.
        #[serde(default)]
        kit: Vec<String>,
    },
    /// Spend fate points, regain hit points, once per battle: these dice and the level times
    /// `per_level`, if any.
    SecondWind {
        points: u8,
        heals: String,
        per_level: Option<Stat>,
    },
    /// Draw a weapon or change the one in hand.
    Draw,
    /// Pick up a weapon from the ground.
    PickUp,
    /// Load a weapon that takes so long: any, or only these by id.
    Reload {
        #[serde(default)]
        weapons: Vec<String>,
    },
    /// One attack with a weapon that takes two hands, thrown with one; also with one that is not
    /// meant to be thrown.
    Hurl,
    /// Let go of a weapon in hand: it lies in its own square.
    Drop,
    /// Put a weapon in hand away.
    Sheathe,
    /// Take something out of the pack into a free hand.
    Retrieve,
    /// Opposed attack rolls to strike a weapon out of the target's hand.
    Disarm,
    /// Opposed attack rolls to land a blow on a weapon or shield in the target's hand.
    Sunder,
    /// An attack roll at an enemy against this number; if it succeeds, a friend in melee with that
    /// enemy gets the condition, against that enemy only.
    Aid {
        against: i32,
        condition: String,
        /// Only for friends who grapple that enemy.
        #[serde(default)]
        grapple: bool,
    },
    /// `Stat::Bluff` against `Stat::SenseMotive`: the target gets the condition, against the one who
    /// feints only.
    Feint {
        condition: String,
    },
    /// Do nothing but concentrate: the place in the order becomes that of a rolled 20.
    Refocus,
    /// Begin an action that is too long for the turn.
    Start,
    /// Nothing that the rules decide.
    Nothing,
    /// Use the special ability of this id.
    Ability(String),
    /// Touch with what is held: free in the turn in which it was made ready.
    Touch,
    /// Go on concentrating on what needs it.
    Maintain,
    /// Stop concentrating.
    Cease,
    /// Let go of a combatant that it holds.
    LetGo,
    /// End an ability of its own that is in force.
    Dismiss,
    /// Go on with an ability that takes several rounds.
    KeepOn,
    /// Readied only: undo what an enemy is about to do by the same ability, told by a check of
    /// `Stat::Spellcraft` against this difficulty and the level.
    Counter {
        difficulty: i32,
    },
    /// Gather energy: the condition until the next turn, and then, if no damage was dealt in
    /// between, energy as much as the level. With `fate`, each fate point adds one more.
    Gather {
        condition: String,
        #[serde(default)]
        fate: bool,
    },
    /// An attack; if it hits, a check of this number against a difficulty rids the friends who see
    /// or hear it of some conditions and gives them another until the end of its next turn.
    Rally {
        stat: Stat,
        difficulty: i32,
        lifts: Vec<String>,
        gives: String,
    },
    /// A check of this number that has no other effect in battle than its result; with `once`, one
    /// only once between two of its own turns.
    Check {
        stat: Stat,
        difficulty: i32,
        #[serde(default)]
        once: bool,
    },
    /// Nothing more: the turn ends.
    EndTurn,
    Surrender,
}

/// What a won check in a grapple does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrappleMove {
    /// Damage of a bare hand.
    Damage,
    /// The other is pinned for a round.
    Pin,
    /// The pin of an opponent on a friend is broken.
    Free,
}

/// What comes after a condition was assumed, as part of the same action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    #[default]
    Nothing,
    /// One attack.
    Attack,
    /// All attacks of a full attack.
    FullAttack,
}

/// A check that has to succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// A number of the creature against a difficulty.
    Stat(Stat, i32),
    /// A bare ability against a difficulty.
    Ability(Ability, i32),
}

/// What others ask of an action without knowing the procedures.
impl ActionDef {
    /// Whether it contains an attack that the combatant makes itself.
    pub fn is_attack(&self) -> bool {
        match self.procedure {
            Procedure::Attack
            | Procedure::FullAttack
            | Procedure::Hurl
            | Procedure::Charge(_)
            | Procedure::Trip
            | Procedure::Grab
            | Procedure::Grapple(_)
            | Procedure::BullRush
            | Procedure::StrikeSquare
            | Procedure::StrikeObject { .. }
            | Procedure::StrikeHeld
            | Procedure::Force { .. }
            | Procedure::Disarm
            | Procedure::Sunder
            | Procedure::Aid { .. }
            | Procedure::Rally { .. }
            | Procedure::CoupDeGrace => true,
            Procedure::Assume { then, .. } => then != Follow::Nothing,
            _ => false,
        }
    }

    /// Whom it is offered for; `None`: for nobody in particular.
    pub fn offered_for(&self) -> Option<AimsAt> {
        self.aims_at.or(match self.target {
            Targeting::Attack
            | Targeting::AdjacentEnemy
            | Targeting::SeenEnemy
            | Targeting::ChargeTarget => Some(AimsAt::Enemy),
            Targeting::AdjacentAlly => Some(AimsAt::Friend),
            _ => None,
        })
    }

    /// Whether it is one attack and nothing else.
    pub fn is_plain_attack(&self) -> bool {
        self.procedure == Procedure::Attack
    }

    /// Whether it is all attacks of the turn and nothing else.
    pub fn is_plain_full_attack(&self) -> bool {
        self.procedure == Procedure::FullAttack
    }

    /// Whether it is one attack with a weapon of two hands, thrown with one.
    pub fn is_hurled(&self) -> bool {
        self.procedure == Procedure::Hurl
    }

    /// Whether it makes all attacks of the turn.
    pub fn strikes_all(&self) -> bool {
        match &self.procedure {
            Procedure::FullAttack => true,
            Procedure::Assume { then, .. } => *then == Follow::FullAttack,
            _ => false,
        }
    }

    /// Whether it is made of attacks, in place of which something else can be tried.
    pub fn strikes(&self) -> bool {
        matches!(
            self.procedure,
            Procedure::Attack
                | Procedure::FullAttack
                | Procedure::Charge(_)
                | Procedure::Assume {
                    then: Follow::Attack | Follow::FullAttack,
                    ..
                }
        )
    }

    /// The condition that is taken on with its declaration.
    pub fn stance(&self) -> Option<&str> {
        match &self.procedure {
            Procedure::Assume { condition, .. } => Some(condition),
            _ => None,
        }
    }

    /// The condition that it brings from its start: its stance, or that of running or charging.
    pub fn from_start(&self) -> Option<&str> {
        match &self.procedure {
            Procedure::Move(def) => def.condition.as_deref(),
            Procedure::Charge(def) => def.condition.as_deref(),
            _ => self.stance(),
        }
    }

    pub fn movement(&self) -> Option<&MoveDef> {
        match &self.procedure {
            Procedure::Move(def) => Some(def),
            _ => None,
        }
    }

    pub fn charge(&self) -> Option<&ChargeDef> {
        match &self.procedure {
            Procedure::Charge(def) => Some(def),
            _ => None,
        }
    }

    pub fn leap(&self) -> Option<LeapDef> {
        match &self.procedure {
            Procedure::Leap(def) => Some(*def),
            _ => None,
        }
    }

    /// Whether it is one square that never provokes.
    pub fn is_step(&self) -> bool {
        self.procedure == Procedure::Step
    }

    /// Whether it leads to another square by the combatant's own feet.
    pub fn walks(&self) -> bool {
        self.movement().is_some() || self.is_step() || self.leap().is_some()
    }

    /// Whether it covers more distance than a step.
    pub fn covers_distance(&self) -> bool {
        self.movement().is_some() || self.charge().is_some()
    }

    /// Whether it is rising from the ground as an action of its own.
    pub fn is_rising(&self) -> bool {
        self.procedure == Procedure::StandUp
    }

    /// Whether it opens and closes doors.
    pub fn is_door(&self) -> bool {
        self.procedure == Procedure::Door
    }

    /// Whether it is a blow at a thing on the map.
    pub fn is_strike_object(&self) -> bool {
        matches!(self.procedure, Procedure::StrikeObject { .. })
    }

    /// Whether it is a bull rush of its own.
    pub fn is_bull_rush(&self) -> bool {
        match &self.procedure {
            Procedure::BullRush => true,
            Procedure::Charge(def) => def.ends == ChargeEnd::BullRush,
            _ => false,
        }
    }

    /// Whether it undoes what an enemy is about to bring about.
    pub fn counters(&self) -> bool {
        matches!(self.procedure, Procedure::Counter { .. })
    }

    /// Whether it is a touch with what is held.
    pub fn is_touch(&self) -> bool {
        self.procedure == Procedure::Touch
    }

    /// Whether fate points make it gather more energy.
    pub fn gathers_by_fate(&self) -> bool {
        matches!(self.procedure, Procedure::Gather { fate: true, .. })
    }

    /// The special ability that it uses.
    pub fn ability(&self) -> Option<&str> {
        match &self.procedure {
            Procedure::Ability(id) => Some(id),
            _ => None,
        }
    }

    /// What it does to the order of turns.
    pub fn turn_act(&self) -> Option<TurnAct> {
        match self.procedure {
            Procedure::Delay => Some(TurnAct::Delay),
            Procedure::Ready => Some(TurnAct::Ready),
            Procedure::Refocus => Some(TurnAct::Refocus),
            Procedure::Start => Some(TurnAct::Start),
            Procedure::EndTurn => Some(TurnAct::End),
            Procedure::Surrender => Some(TurnAct::Surrender),
            _ => None,
        }
    }

    /// What has to be chosen from a list for it.
    pub fn subject(&self) -> Option<Subject> {
        match self.procedure {
            Procedure::Drop => Some(Subject::Dropped),
            Procedure::Draw
            | Procedure::PickUp
            | Procedure::Sheathe
            | Procedure::Retrieve
            | Procedure::Reload { .. } => Some(Subject::Weapon),
            Procedure::Start => Some(Subject::LongAction),
            Procedure::Dismiss => Some(Subject::Ability),
            _ => None,
        }
    }

    /// Whether a thing of this name, held in hand, is what it takes.
    pub fn is_done_with(&self, thing: &str) -> bool {
        match &self.procedure {
            Procedure::FirstAid { kit, .. } => kit.iter().any(|name| name == thing),
            _ => false,
        }
    }

    /// Whether it bears a tag.
    pub fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }
}
