//! [`Access`]: the right to write a part of the battle, and to read all of it.

use std::marker::PhantomData;
use std::ops::Deref;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ContiguousQueryData, QueryItem};

use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Watching;
use crate::combat::state::column::{Column, Held};
use crate::combat::state::list::battle;
use crate::combat::state::parts::*;
use crate::combat::state::view::{State, Writes};

/// What Bevy gives for a column: a slice, or a slice that can be written.
type Found<'w, 's, Q> = <Q as ContiguousQueryData>::Contiguous<'w, 's>;

/// What a chapter may do with one component: [`Read`] or [`Write`].
pub trait Right: 'static {
    /// How Bevy is asked for it.
    type Data<C: Component<Mutability = Mutable>>: ContiguousQueryData + 'static;

    /// The column of all combatants that Bevy found.
    fn column<'w, C: Component<Mutability = Mutable>>(
        found: Found<'w, '_, Self::Data<C>>,
    ) -> Column<'w, C>;

    /// The component of the common entity.
    fn held<'w, C: Component<Mutability = Mutable>>(
        found: QueryItem<'w, '_, Self::Data<C>>,
    ) -> Held<'w, C>;
}

/// May be read.
pub struct Read;

/// May be read and written.
pub struct Write;

impl Right for Read {
    type Data<C: Component<Mutability = Mutable>> = &'static C;

    #[inline]
    fn column<'w, C: Component<Mutability = Mutable>>(
        found: Found<'w, '_, Self::Data<C>>,
    ) -> Column<'w, C> {
        Column::read(found)
    }

    #[inline]
    fn held<'w, C: Component<Mutability = Mutable>>(
        found: QueryItem<'w, '_, Self::Data<C>>,
    ) -> Held<'w, C> {
        Held::Read(found)
    }
}

impl Right for Write {
    type Data<C: Component<Mutability = Mutable>> = &'static mut C;

    #[inline]
    fn column<'w, C: Component<Mutability = Mutable>>(
        found: Found<'w, '_, Self::Data<C>>,
    ) -> Column<'w, C> {
        Column::write(found)
    }

    #[inline]
    fn held<'w, C: Component<Mutability = Mutable>>(
        found: QueryItem<'w, '_, Self::Data<C>>,
    ) -> Held<'w, C> {
        Held::Write(found)
    }
}

/// Something that a chapter can be given the right to write.
pub trait Part {}

/// This chapter may write `P`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not write `{P}`",
    note = "see the list of chapters in state/chapters.rs"
)]
pub trait MayWrite<P: Part> {}

/// This chapter may write everything that `V` may, and can lend it that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not write everything that `{V}` may, so it cannot lend it",
    note = "see the list of chapters in state/chapters.rs"
)]
pub trait Includes<V> {}

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
        /// What the systems of one chapter may do with each component. The macro
        /// [`chapter!`] implements it.
        pub trait Chapter: 'static {
            $(type $Kept: Right;)*
            $(type $Derived: Right;)*
            $(type $Shared: Right;)*
            $(type $Own: Right;)*
        }

        /// The rights of a chapter that writes nothing.
        // Each chapter takes from here what it does not write.
        #[allow(dead_code)]
        pub(super) mod reading {
            $(pub type $Kept = super::Read;)*
            $(pub type $Derived = super::Read;)*
            $(pub type $Shared = super::Read;)*
            $(pub type $Own = super::Read;)*
        }

        $(impl Part for $Kept {})*
        $(impl Part for $Derived {})*
        $(impl Part for $Shared {})*
        $(impl Part for $Own {})*

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

/// Declares a chapter: `chapter!(/** doc */ Name writes This, That);`
macro_rules! chapter {
    ($(#[$doc:meta])* $Name:ident writes $($Part:ident),* $(,)?) => {
        $(#[$doc])*
        pub enum $Name {}

        $(impl $crate::combat::state::access::MayWrite<$Part> for $Name {})*

        impl<W> $crate::combat::state::access::Includes<$Name> for W
        where
            W: $($crate::combat::state::access::MayWrite<$Part> +)*
        {}

        const _: () = {
            #[allow(unused_imports)]
            use $crate::combat::state::access::{Write, reading::*};
            // A name declared here goes before the one of the same name in `reading`.
            $(type $Part = Write;)*
            $crate::combat::state::list::battle!(implement_chapter $Name);
        };
    };
}

macro_rules! implement_chapter {
    (
        [$Name:ident]
        fixed { $($fixed:tt)* }
        kept { $($kept:ident $kept_mut:ident: $Kept:ident,)* }
        derived { $($derived:ident $derived_mut:ident: $Derived:ident,)* }
        shared { $($shared:ident $shared_mut:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident: $Own:ident,)* }
    ) => {
        impl $crate::combat::state::access::Chapter for $Name {
            $(type $Kept = $Kept;)*
            $(type $Derived = $Derived;)*
            $(type $Shared = $Shared;)*
            $(type $Own = $Own;)*
        }
    };
}

pub(crate) use {chapter, implement_chapter};
