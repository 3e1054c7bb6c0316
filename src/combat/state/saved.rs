//! Every combatant's components taken out and put back, copied and spawned.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::combat::state::access::Turning;
use crate::combat::state::list::battle;
use crate::combat::state::listeners::Above;
use crate::combat::state::parts::*;
use crate::combat::state::view::State;

macro_rules! define_saved {
    (
        []
        fixed { $($fixed:ident: $Fixed:ident,)* }
        kept { $($kept:ident $kept_mut:ident $KeptRight:ident: $Kept:ident,)* }
        derived { $($derived:ident: $Derived:ident,)* }
        told { $($told:ident: $Told:ident,)* }
        shared { $($shared:ident $shared_mut:ident $SharedRight:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident $OwnRight:ident: $Own:ident,)* }
    ) => {
        /// All components of one combatant, to spawn it with: at once, so that every combatant is
        /// in one archetype and lies in its table in the order of the seats.
        #[derive(Bundle, Clone)]
        pub struct Combatant {
            $(pub $fixed: $Fixed,)*
            $(pub $kept: $Kept,)*
            $(pub $derived: $Derived,)*
        }

        impl Combatant {
            /// A copy of one of a battle.
            pub fn of(state: &State, seat: Seat) -> Self {
                Self {
                    $($fixed: state.$fixed[seat].clone(),)*
                    $($kept: state.$kept[seat].clone(),)*
                    $($derived: state.$derived[seat].clone(),)*
                }
            }
        }

        /// The components that a snapshot keeps, by seat. (`#[serde(flatten)]` in `Snapshot`.)
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Columns {
            $(pub $kept: Vec<$Kept>,)*
        }

        impl Columns {
            /// Takes them out.
            pub fn of(state: &State) -> Self {
                Self { $($kept: state.$kept.all().to_vec(),)* }
            }

            /// Takes them out once more; what is the same stays as it is.
            pub fn retake(&mut self, state: &State) {
                $(
                    for (old, new) in self.$kept.iter_mut().zip(state.$kept.all()) {
                        if old != new {
                            old.clone_from(new);
                        }
                    }
                )*
            }

            /// Whether nothing about a combatant has changed since.
            pub fn agree(&self, state: &State, seat: Seat) -> bool {
                $(self.$kept.get(seat.index()) == Some(&state.$kept[seat]))&&*
            }

            /// Whether they are those of so many combatants.
            pub fn fits(&self, combatants: usize) -> bool {
                [$(self.$kept.len(),)*].iter().all(|len| *len == combatants)
            }

            /// Puts them back. Only what differs counts as changed.
            pub fn restore(&self, battle: &mut Turning) {
                $(
                    for (seat, value) in battle.all().zip(&self.$kept) {
                        if battle.$kept[seat] != *value {
                            battle.$kept_mut(seat).clone_from(value);
                        }
                    }
                )*
            }
        }

        /// All components of the common entity, to spawn it with.
        #[derive(Bundle)]
        pub struct Common {
            $(pub $told: $Told,)*
            $(pub $shared: $Shared,)*
            $(pub $own: $Own,)*
        }

        impl Common {
            /// A copy of those of a battle, with an empty log and these dice.
            pub fn of(state: &State, log: Log, dice: BattleDice) -> Self {
                Self {
                    $($told: state.$told.clone(),)*
                    $($shared: state.$shared.clone(),)*
                    log,
                    dice,
                }
            }
        }
    };
}

battle!(define_saved);
