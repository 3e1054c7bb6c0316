//! [`State`]: the battle as the rules read it.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{StaticSystemParam, SystemParam};

use crate::combat::contract::seat::Seat;
use crate::combat::state::access::{Chapter, Right};
use crate::combat::state::column::{Column, Held};
use crate::combat::state::list::battle;
use crate::combat::state::parts::*;

macro_rules! define_state {
    (
        []
        fixed { $($fixed:ident: $Fixed:ident,)* }
        kept { $($kept:ident $kept_mut:ident: $Kept:ident,)* }
        derived { $($derived:ident $derived_mut:ident: $Derived:ident,)* }
        shared { $($shared:ident $shared_mut:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident: $Own:ident,)* }
    ) => {
        /// The battle as the rules read it: every component by seat, and the resources.
        ///
        /// It is lent as `&State`. An [`Access`](super::Access) dereferences to it, so a rule that
        /// writes hands its access to a rule that reads.
        pub struct State<'w> {
            $(pub $fixed: Column<'w, $Fixed>,)*
            $(pub $kept: Column<'w, $Kept>,)*
            $(pub $derived: Column<'w, $Derived>,)*
            $(pub $shared: Held<'w, $Shared>,)*
            $(pub $own: Held<'w, $Own>,)*
        }

        /// One combatant, to read.
        #[derive(Clone, Copy)]
        pub struct Fighter<'a> {
            $(pub $fixed: &'a $Fixed,)*
            $(pub $kept: &'a $Kept,)*
            $(pub $derived: &'a $Derived,)*
        }

        impl State<'_> {
            /// One combatant, to read.
            ///
            /// # Panics
            /// As [`Column`]'s index.
            // Inlined, only the columns that the caller looks at are fetched.
            #[inline(always)]
            pub fn get(&self, seat: Seat) -> Fighter<'_> {
                Fighter {
                    $($fixed: &self.$fixed[seat],)*
                    $($kept: &self.$kept[seat],)*
                    $($derived: &self.$derived[seat],)*
                }
            }
        }

        impl<'w> State<'w> {
            /// The same battle, for a look at it with some columns in another state.
            pub(crate) fn again(&self) -> State<'_> {
                State {
                    $($fixed: Column::read(self.$fixed.all()),)*
                    $($kept: Column::read(self.$kept.all()),)*
                    $($derived: Column::read(self.$derived.all()),)*
                    $($shared: Held::Read(&self.$shared),)*
                    $($own: Held::Read(&self.$own),)*
                }
            }
        }

        /// What is asked of Bevy for the combatants: each group of the list is a tuple, which may
        /// have fifteen members.
        type Columns<W> = (
            ($(&'static $Fixed,)*),
            ($(<<W as Chapter>::$Kept as Right>::Column<$Kept>,)*),
            ($(<<W as Chapter>::$Derived as Right>::Column<$Derived>,)*),
        );

        /// A chapter's access as a system parameter: declares to Bevy what `W` may write, and that
        /// it reads the rest.
        #[derive(SystemParam)]
        pub struct Writes<'w, 's, W: Chapter> {
            combatants: Query<'w, 's, Columns<W>>,
            $($shared: StaticSystemParam<'w, 's, <<W as Chapter>::$Shared as Right>::Held<$Shared>>,)*
            $($own: StaticSystemParam<'w, 's, <<W as Chapter>::$Own as Right>::Held<$Own>>,)*
        }

        impl<W: Chapter> Writes<'_, '_, W> {
            /// Looks every column up, once for a run of a system.
            ///
            /// # Panics
            /// If no combatant takes part: a battle is refused without two sides.
            #[inline]
            pub(super) fn look_up(&mut self) -> State<'_> {
                let (($($fixed,)*), ($($kept,)*), ($($derived,)*)) =
                    only(self.combatants.contiguous_iter_mut());
                State {
                    $($fixed: Column::read($fixed),)*
                    $($kept: W::$Kept::column($kept),)*
                    $($derived: W::$Derived::column($derived),)*
                    $($shared: W::$Shared::held(&mut self.$shared),)*
                    $($own: W::$Own::held(&mut self.$own),)*
                }
            }
        }

        type Looks = (
            ($(&'static $Fixed,)*),
            ($(&'static $Kept,)*),
            ($(&'static $Derived,)*),
        );

        /// A kept query through which a battle that is only borrowed can be read.
        pub struct Reader(QueryState<Looks>);

        impl Reader {
            /// Prepares the query. The combatants have to be there already: a reader does not
            /// notice archetypes that come later.
            pub fn new(world: &mut World) -> Self {
                Self(world.query())
            }

            /// The battle, to read.
            ///
            /// # Panics
            /// If no combatant takes part or a resource is missing: every one is inserted when the
            /// battle is built and none is ever removed.
            pub fn state<'w>(&self, world: &'w World) -> State<'w> {
                let (($($fixed,)*), ($($kept,)*), ($($derived,)*)) =
                    only(self.0.query_manual(world).contiguous_iter_inner());
                State {
                    $($fixed: Column::read($fixed),)*
                    $($kept: Column::read($kept),)*
                    $($derived: Column::read($derived),)*
                    $($shared: Held::Read(world.resource()),)*
                    $($own: Held::Read(world.resource()),)*
                }
            }
        }
    };
}

battle!(define_state);

/// The columns of the only table: all combatants have the same components from first to last.
#[inline]
fn only<T, E>(tables: Result<impl Iterator<Item = T>, E>) -> T {
    match tables.ok().and_then(|mut tables| tables.next()) {
        Some(columns) => columns,
        None => unreachable!("a battle without combatants"),
    }
}
