//! Actions that have been declared.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{Aim, Choice, Manner, Seat};
use crate::rules::{ActionId, Modifier};

/// An action that has been declared and paid for and is about to take effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredAction {
    pub seat: Seat,
    pub action: ActionId,
    pub aim: Aim,
    pub mode: Option<u8>,
    pub manner: Manner,
    /// Taken out of turn, as a readied action.
    pub readied: bool,
    /// What it costs the disabled was paid when it was readied.
    #[serde(default)]
    pub strained: bool,
    /// Modifiers of the attack that it takes the place of.
    #[serde(default)]
    pub extra: Vec<Modifier>,
    /// How many times its performer had taken damage when it was declared.
    #[serde(default)]
    pub wounds: u16,
    /// How many attacks had hit the performer when it was declared.
    pub hits: u16,
    /// The primitive of its program that waits for an answer or an attack: its place among all.
    #[serde(default)]
    pub at: u8,
    /// The bonus of the check that led there.
    #[serde(default)]
    pub bonus: i32,
    /// Those who may interrupt its attack have been asked along with those whom it provokes.
    #[serde(default)]
    pub announced: bool,
}

impl DeclaredAction {
    /// A action of the own turn, with no mode chosen and in the usual manner.
    pub fn new(seat: Seat, action: ActionId, aim: Aim) -> Self {
        Self {
            seat,
            action,
            aim,
            mode: None,
            manner: Manner::default(),
            readied: false,
            strained: false,
            extra: Vec::new(),
            wounds: 0,
            hits: 0,
            at: 0,
            bonus: 0,
            announced: false,
        }
    }

    /// The action that a choice stands for. `seat` does it, unless the choice names another.
    pub fn of(seat: Seat, choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Act {
                action,
                aim,
                mode,
                manner,
            } => Some(Self {
                mode: *mode,
                manner: *manner,
                ..Self::new(seat, *action, aim.clone())
            }),
            Choice::FreeAction {
                seat,
                action,
                aim,
                mode,
            } => Some(Self {
                mode: *mode,
                ..Self::new(*seat, *action, aim.clone())
            }),
            _ => None,
        }
    }

    /// The combatants at which it is aimed, if it is aimed at several.
    pub fn several(&self) -> &[Seat] {
        match &self.aim {
            Aim::Several(targets) => targets,
            _ => &[],
        }
    }

    /// Whom it is aimed at.
    pub fn target(&self) -> Option<Seat> {
        match &self.aim {
            Aim::At(target)
            | Aim::Part(target, _)
            | Aim::Charge(target, _)
            | Aim::Held(target, _) => Some(*target),
            _ => None,
        }
    }
}

/// An action that has been chosen and is to be declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen(pub DeclaredAction);

/// An action whose attack has hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequel(pub DeclaredAction);
