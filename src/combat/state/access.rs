//! [`Access`]: the right to write a part of the battle, and to read all of it.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::combat::contract::Seat;
use crate::combat::state::chapters::Watching;
use crate::combat::state::list::battle;
use crate::combat::state::listeners::Listeners;
use crate::combat::state::parts::*;
use crate::combat::state::rights::{Chapter, Includes, MayWrite};
use crate::combat::state::view::{State, Writes};

/// The right to write what the chapter `W` may write, and to read everything.
///
/// It dereferences to [`State`], so it can be handed to every rule that only reads. To a rule of
/// another chapter that writes less, hand [`lend`](Access::lend).
pub struct Access<'a, 'w, W> {
    state: &'a mut State<'w>,
    chapter: PhantomData<fn() -> W>,
}

impl<'w, W> Access<'_, 'w, W> {
    /// The battle, to read.
    #[inline]
    pub fn state(&self) -> &State<'w> {
        self.state
    }

    /// The narrower right of another chapter.
    #[inline]
    pub fn lend<V>(&mut self) -> Access<'_, 'w, V>
    where
        W: Includes<V>,
    {
        Access {
            state: self.state,
            chapter: PhantomData,
        }
    }
}

impl<'w, W> Deref for Access<'_, 'w, W> {
    type Target = State<'w>;

    #[inline]
    fn deref(&self) -> &State<'w> {
        self.state
    }
}

/// A state whose columns have been looked up for one run of a system. It lends the access.
pub struct Opened<'w, W> {
    state: State<'w>,
    chapter: PhantomData<fn() -> W>,
}

impl<'w, W> Opened<'w, W> {
    /// What the chapter may.
    #[inline]
    pub fn access(&mut self) -> Access<'_, 'w, W> {
        Access {
            state: &mut self.state,
            chapter: PhantomData,
        }
    }
}

/// Everything, to read: the parameter of a system that is asked for something.
pub type Reads<'w, 's> = Writes<'w, 's, Watching>;

impl Reads<'_, '_> {
    /// Looks the columns up.
    pub fn state(&mut self) -> State<'_> {
        self.look_up()
    }
}

impl<W: Chapter> Writes<'_, '_, W> {
    /// Looks the columns up; done once, in the first line of a system.
    #[inline]
    pub fn open(&mut self) -> Opened<'_, W> {
        Opened {
            state: self.look_up(),
            chapter: PhantomData,
        }
    }
}

macro_rules! define_access {
    (
        []
        fixed { $($fixed:ident: $Fixed:ident,)* }
        kept { $($kept:ident $kept_mut:ident: $Kept:ident,)* }
        derived { $($derived:ident $derived_mut:ident: $Derived:ident,)* }
        shared { $($shared:ident $shared_mut:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident: $Own:ident,)* }
    ) => {
        impl<W> Access<'_, '_, W> {
            define_access!(@column $($kept_mut $kept $Kept)* $($derived_mut $derived $Derived)*);
            define_access!(@held $($shared_mut $shared $Shared)* $($own_mut $own $Own)*);
        }
    };
    (@column $($name:ident $column:ident $C:ident)*) => {
        $(
            /// This component of one combatant, to change; it counts as changed.
            ///
            /// # Panics
            /// As the index of [`Column`].
            #[inline]
            pub fn $name(&mut self, seat: Seat) -> &mut $C
            where
                W: MayWrite<$C>,
            {
                self.state.$column.write_one(seat)
            }
        )*
    };
    (@held $($name:ident $held:ident $R:ident)*) => {
        $(
            /// This component of the common entity, to change; it counts as changed.
            #[inline]
            pub fn $name(&mut self) -> &mut $R
            where
                W: MayWrite<$R>,
            {
                self.state.$held.write()
            }
        )*
    };
}

battle!(define_access);
