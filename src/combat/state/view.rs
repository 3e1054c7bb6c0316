//! [`State`]: the battle as the rules read it.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use crate::combat::contract::Seat;
use crate::combat::state::access::Turning;
use crate::combat::state::column::{Column, Held, Slice};
use crate::combat::state::list::battle;
use crate::combat::state::listeners::Above;
use crate::combat::state::parts::*;

macro_rules! define_state {
    (
        []
        fixed { $($fixed:ident: $Fixed:ident,)* }
        kept { $($kept:ident $kept_mut:ident $KeptRight:ident: $Kept:ident,)* }
        derived { $($derived:ident: $Derived:ident,)* }
        told { $($told:ident: $Told:ident,)* }
        shared { $($shared:ident $shared_mut:ident $SharedRight:ident: $Shared:ident,)* }
        own { $($own:ident $own_mut:ident $OwnRight:ident: $Own:ident,)* }
    ) => {
        /// The battle as the rules read it: every component by seat, and those of the common entity.
        ///
        /// It is lent as `&State`. Every [right to write](super::access) dereferences to it, so a rule that
        /// writes hands its right to a rule that reads.
        pub struct State<'w> {
            $(pub $fixed: Slice<'w, $Fixed>,)*
            $(pub $kept: Column<'w, $Kept>,)*
            $(pub $derived: Slice<'w, $Derived>,)*
            $(pub $told: &'w $Told,)*
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
                    $($fixed: self.$fixed,)*
                    $($kept: Column::read(self.$kept.all()),)*
                    $($derived: self.$derived,)*
                    $($told: self.$told,)*
                    $($shared: Held::Read(&self.$shared),)*
                    $($own: Held::Read(&self.$own),)*
                    unknown: self.unknown,
                }
            }
        }

        /// What is asked of Bevy for the combatants: each group of the list is a tuple, which may
        /// have fifteen members.
        type Columns = (
            ($(&'static $Fixed,)*),
            ($(&'static mut $Kept,)*),
            ($(&'static $Derived,)*),
        );

        /// What is asked of Bevy for the battle as a whole.
        type Common = (
            ($(&'static $Told,)*),
            ($(&'static mut $Shared,)*),
            ($(&'static mut $Own,)*),
        );

        /// The battle as a system parameter, to write.
        #[derive(SystemParam)]
        pub struct Writes<'w, 's> {
            combatants: Query<'w, 's, Columns>,
            common: Query<'w, 's, Common>,
        }

        impl Writes<'_, '_> {
            /// Looks every column up, in the first line of a system.
            ///
            /// # Panics
            /// If no combatant takes part: a battle is refused without two sides.
            #[inline]
            pub fn open(&mut self) -> Turning<'_> {
                let (($($fixed,)*), ($($kept,)*), ($($derived,)*)) =
                    only(self.combatants.contiguous_iter_mut());
                let (($($told,)*), ($($shared,)*), ($($own,)*)) =
                    single(self.common.single_mut());
                Turning::over(State {
                    $($fixed: Slice($fixed),)*
                    $($kept: Column::write($kept),)*
                    $($derived: Slice($derived),)*
                    $($told,)*
                    $($shared: Held::to_write($shared),)*
                    $($own: Held::to_write($own),)*
                    unknown: &[],
                })
            }
        }

        /// The battle as a system parameter, to read.
        #[derive(SystemParam)]
        pub struct Reads<'w, 's> {
            combatants: Query<'w, 's, Looks>,
            common: Query<'w, 's, CommonLooks>,
        }

        impl<'w> Reads<'w, '_> {
            /// The battle, to read.
            ///
            /// # Panics
            /// As [`Writes::open`].
            pub fn state(self) -> State<'w> {
                let (($($fixed,)*), ($($kept,)*), ($($derived,)*)) =
                    only(self.combatants.contiguous_iter_inner());
                let (($($told,)*), ($($shared,)*), ($($own,)*)) = single(self.common.single_inner());
                State {
                    $($fixed: Slice($fixed),)*
                    $($kept: Column::read($kept),)*
                    $($derived: Slice($derived),)*
                    $($told,)*
                    $($shared: Held::Read($shared),)*
                    $($own: Held::Read($own),)*
                    unknown: &[],
                }
            }
        }

        type Looks = (
            ($(&'static $Fixed,)*),
            ($(&'static $Kept,)*),
            ($(&'static $Derived,)*),
        );

        type CommonLooks = (
            ($(&'static $Told,)*),
            ($(&'static $Shared,)*),
            ($(&'static $Own,)*),
        );

        /// Kept queries through which a battle that is only borrowed can be read.
        pub struct Reader(QueryState<Looks>, QueryState<CommonLooks>);

        impl Reader {
            /// Prepares the queries. Everything has to be there already: a reader does not notice
            /// archetypes that come later.
            pub fn new(world: &mut World) -> Self {
                Self(world.query(), world.query())
            }

            /// The parameter of a system that reads, for a world that is only borrowed.
            pub fn reads<'w>(&self, world: &'w World) -> Reads<'w, '_> {
                Reads {
                    combatants: self.0.query_manual(world),
                    common: self.1.query_manual(world),
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
