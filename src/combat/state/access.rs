//! Five nested rights to write a battle, from the narrowest to the widest.
//!
//! [`Rolling`] throws dice and tells what came of it; [`Afflicting`] also moves combatants, imposes and ends
//! conditions, and takes things out of hands; [`Wounding`] also takes hit points and puts steps on the stack;
//! [`Acting`] also spends actions; [`Turning`] also changes the order of turns. Each dereferences to the next
//! narrower one and the last to [`State`], so a function takes the smallest right that it needs, and a caller that
//! has more passes `battle` as it is.

use std::ops::{Deref, DerefMut};

use crate::combat::contract::Seat;
use crate::combat::state::list::battle;
use crate::combat::state::parts::*;
use crate::combat::state::view::State;

/// Dice and log.
pub struct Rolling<'w>(State<'w>);

/// Also places, conditions, hands and the field.
pub struct Afflicting<'w>(Rolling<'w>);

/// Also hit points, readied actions, abilities, the stack and requests.
pub struct Wounding<'w>(Afflicting<'w>);

/// Also actions, reactions, armour and stamina.
pub struct Acting<'w>(Wounding<'w>);

/// Also initiative, rounds and sides: everything that a battle keeps.
pub struct Turning<'w>(Acting<'w>);

impl<'w> Rolling<'w> {
    fn whole(&mut self) -> &mut State<'w> {
        &mut self.0
    }
}

impl<'w> Turning<'w> {
    /// The widest right to a battle whose columns can be written.
    pub(super) fn over(state: State<'w>) -> Self {
        Self(Acting(Wounding(Afflicting(Rolling(state)))))
    }
}

impl<'w> Deref for Rolling<'w> {
    type Target = State<'w>;

    #[inline]
    fn deref(&self) -> &State<'w> {
        &self.0
    }
}

macro_rules! nest {
    ($($Wide:ident in $Narrow:ident,)*) => {$(
        impl<'w> Deref for $Wide<'w> {
            type Target = $Narrow<'w>;

            #[inline]
            fn deref(&self) -> &$Narrow<'w> {
                &self.0
            }
        }

        impl DerefMut for $Wide<'_> {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }
    )*};
}

nest! {
    Afflicting in Rolling,
    Wounding in Afflicting,
    Acting in Wounding,
    Turning in Acting,
}

macro_rules! define_access {
    (
        []
        fixed { $($fixed:tt)* }
        kept { $($kept:ident $kept_mut:ident $KeptRight:ident: $Kept:ident,)* }
        derived { $($derived:tt)* }
        told { $($told:tt)* }
        shared { $($shared:ident $shared_mut:ident $SharedRight:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident $OwnRight:ident: $Own:ident,)* }
    ) => {
        $(
            impl $KeptRight<'_> {
                /// This component of one combatant, to change; it counts as changed.
                ///
                /// # Panics
                /// As the index of [`Column`](super::column::Column).
                #[inline]
                pub fn $kept_mut(&mut self, seat: Seat) -> &mut $Kept {
                    self.whole().$kept.write_one(seat)
                }
            }
        )*
        define_access!(@held $($shared $shared_mut $SharedRight $Shared)* $($own $own_mut $OwnRight $Own)*);
    };
    (@held $($held:ident $held_mut:ident $Right:ident $Held:ident)*) => {
        $(
            impl $Right<'_> {
                /// This component of the common entity, to change; it counts as changed.
                #[inline]
                pub fn $held_mut(&mut self) -> &mut $Held {
                    self.whole().$held.write()
                }
            }
        )*
    };
}

battle!(define_access);

impl Turning<'_> {
    /// Whether the source of any derived component was written since the last call. A test that derives everything from
    /// scratch finds a source that is missing here.
    pub fn take_touched(&mut self) -> bool {
        let battle = self.whole();
        // Every column is reset, so the list is not cut short.
        [
            battle.place.take_written(),
            battle.vitals.take_written(),
            battle.conditions.take_written(),
            battle.reactions.take_written(),
            battle.silenced.take_written(),
            battle.hands.take_written(),
            battle.gear.take_written(),
            battle.initiative.take_written(),
            battle.repertoire.take_written(),
            battle.field.take_written(),
        ]
        .contains(&true)
    }
}
