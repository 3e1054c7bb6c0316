//! [`State`]: the battle as the rules read it.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use crate::combat::contract::Seat;
use crate::combat::state::column::{Column, Held};
use crate::combat::state::list::battle;
use crate::combat::state::listeners::Listeners;
use crate::combat::state::parts::*;
use crate::combat::state::rights::{Chapter, Right};

macro_rules! define_state {
    (
        []
        fixed { $($fixed:ident: $Fixed:ident,)* }
        kept { $($kept:ident $kept_mut:ident: $Kept:ident,)* }
        derived { $($derived:ident $derived_mut:ident: $Derived:ident,)* }
        shared { $($shared:ident $shared_mut:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident: $Own:ident,)* }
    ) => {
        /// The battle as the rules read it: every component by seat, and those of the common entity.
        ///
        /// It is lent as `&State`. An [`Access`](super::Access) dereferences to it, so a rule that
        /// writes hands its access to a rule that reads.
        pub struct State<'w> {
            $(pub $fixed: Column<'w, $Fixed>,)*
            $(pub $kept: Column<'w, $Kept>,)*
            $(pub $derived: Column<'w, $Derived>,)*
            $(pub $shared: Held<'w, $Shared>,)*
            $(pub $own: Held<'w, $Own>,)*
            /// Enemies of which the side whose knowledge this is knows nothing; empty in the battle itself.
            pub unknown: &'w [Seat],
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
                    unknown: self.unknown,
                }
            }
        }

        /// What is asked of Bevy for the combatants: each group of the list is a tuple, which may
        /// have fifteen members.
        type Columns<W> = (
            ($(&'static $Fixed,)*),
            ($(<<W as Chapter>::$Kept as Right>::Data<$Kept>,)*),
            ($(<<W as Chapter>::$Derived as Right>::Data<$Derived>,)*),
        );

        /// What is asked of Bevy for the battle as a whole.
        type Common<W> = (
            ($(<<W as Chapter>::$Shared as Right>::Data<$Shared>,)*),
            ($(<<W as Chapter>::$Own as Right>::Data<$Own>,)*),
        );

        /// A chapter's access as a system parameter: declares to Bevy what `W` may write, and that
        /// it reads the rest.
        #[derive(SystemParam)]
        pub struct Writes<'w, 's, W: Chapter> {
            combatants: Query<'w, 's, Columns<W>>,
            common: Query<'w, 's, Common<W>>,
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
                let (($($shared,)*), ($($own,)*)) = single(self.common.single_mut());
                State {
                    $($fixed: Column::read($fixed),)*
                    $($kept: W::$Kept::column($kept),)*
                    $($derived: W::$Derived::column($derived),)*
                    $($shared: W::$Shared::held($shared),)*
                    $($own: W::$Own::held($own),)*
                    unknown: &[],
                }
            }
        }

        type Looks = (
            ($(&'static $Fixed,)*),
            ($(&'static $Kept,)*),
            ($(&'static $Derived,)*),
        );

        type CommonLooks = (($(&'static $Shared,)*), ($(&'static $Own,)*));

        /// Kept queries through which a battle that is only borrowed can be read.
        pub struct Reader(QueryState<Looks>, QueryState<CommonLooks>);

        impl Reader {
            /// Prepares the queries. Everything has to be there already: a reader does not notice
            /// archetypes that come later.
            pub fn new(world: &mut World) -> Self {
                Self(world.query(), world.query())
            }

            /// The battle, to read.
            ///
            /// # Panics
            /// If no combatant takes part: a battle is refused without two sides.
            pub fn state<'w>(&self, world: &'w World) -> State<'w> {
                let (($($fixed,)*), ($($kept,)*), ($($derived,)*)) =
                    only(self.0.query_manual(world).contiguous_iter_inner());
                let (($($shared,)*), ($($own,)*)) =
                    single(self.1.query_manual(world).single_inner());
                State {
                    $($fixed: Column::read($fixed),)*
                    $($kept: Column::read($kept),)*
                    $($derived: Column::read($derived),)*
                    $($shared: Held::Read($shared),)*
                    $($own: Held::Read($own),)*
                    unknown: &[],
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

/// The components of the common entity: it is spawned with the battle and never despawned.
#[inline]
fn single<T, E>(found: Result<T, E>) -> T {
    match found {
        Ok(common) => common,
        Err(_) => unreachable!("a battle without its common entity"),
    }
}
