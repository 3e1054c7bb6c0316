//! What a chapter may do with each component of a battle, and how it says so.

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ContiguousQueryData, QueryItem};

use crate::combat::state::column::{Column, Held};
use crate::combat::state::list::battle;

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

/// This chapter may write `P`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not write `{P}`",
    note = "see the list of chapters in state/chapters.rs"
)]
pub trait MayWrite<P> {}

/// This chapter may write everything that `V` may, and can lend it that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not write everything that `{V}` may, so it cannot lend it",
    note = "see the list of chapters in state/chapters.rs"
)]
pub trait Includes<V> {}

macro_rules! define_rights {
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
    };
}

battle!(define_rights);

/// Declares a chapter: `chapter!(/** doc */ Name writes This, That);`
macro_rules! chapter {
    ($(#[$doc:meta])* $Name:ident writes $($Part:ident),* $(,)?) => {
        $(#[$doc])*
        pub enum $Name {}

        $(impl $crate::combat::state::rights::MayWrite<$Part> for $Name {})*

        impl<W> $crate::combat::state::rights::Includes<$Name> for W
        where
            W: $($crate::combat::state::rights::MayWrite<$Part> +)*
        {}

        const _: () = {
            #[allow(unused_imports)]
            use $crate::combat::state::rights::{Write, reading::*};
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
        impl $crate::combat::state::rights::Chapter for $Name {
            $(type $Kept = $Kept;)*
            $(type $Derived = $Derived;)*
            $(type $Shared = $Shared;)*
            $(type $Own = $Own;)*
        }
    };
}

pub(crate) use {chapter, implement_chapter};
