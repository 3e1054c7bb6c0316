//! One component of every combatant, and one of the common entity: to read, or to read and write.

use std::ops::{Deref, Index};

use bevy_ecs::change_detection::ContiguousComponentTicksMut;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;

use crate::combat::contract::Seat;

/// One component of every combatant that no rule writes, by seat.
pub struct Slice<'w, C>(pub &'w [C]);

impl<C> Copy for Slice<'_, C> {}

impl<C> Clone for Slice<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, C> Slice<'w, C> {
    /// Every combatant's, by seat.
    #[inline]
    pub fn all(&self) -> &'w [C] {
        self.0
    }
}

impl<C> Index<Seat> for Slice<'_, C> {
    type Output = C;

    /// # Panics
    /// As [`Column`]'s.
    #[inline]
    fn index(&self, seat: Seat) -> &C {
        &self.0[seat.index()]
    }
}

/// One component of every combatant, by seat.
///
/// Reading marks nothing. Asking for one combatant's component mutably marks that one as changed.
pub struct Column<'w, C> {
    values: Values<'w, C>,
    /// When each was changed last; `None` if the column may only be read.
    ticks: Option<ContiguousComponentTicksMut<'w>>,
    /// Whether a value was requested for writing; see [`Column::take_written`].
    written: bool,
}

// Both variants lie alike in memory, so reading does not branch.
enum Values<'w, C> {
    Read(&'w [C]),
    Write(&'w mut [C]),
}

impl<'w, C> Column<'w, C> {
    /// A column to read.
    pub(super) fn read(values: &'w [C]) -> Self {
        let values = Values::Read(values);
        Self {
            values,
            ticks: None,
            written: false,
        }
    }

    /// A column to write.
    pub(super) fn write(column: ContiguousMut<'w, C>) -> Self {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Self {
            values: Values::Write(values),
            ticks: Some(ticks),
            written: false,
        }
    }

    /// Whether a value was requested for writing since the last call.
    #[inline]
    pub(super) fn take_written(&mut self) -> bool {
        std::mem::take(&mut self.written)
    }

    /// Every combatant's, by seat.
    #[inline]
    pub fn all(&self) -> &[C] {
        match &self.values {
            Values::Read(values) => values,
            Values::Write(values) => values,
        }
    }

    /// One combatant's, to change; marked as changed.
    ///
    /// # Panics
    /// As [`Index`], and if the column was opened to be read: no [right](super::access) is given over such a one.
    #[inline]
    pub(super) fn write_one(&mut self, seat: Seat) -> &mut C {
        let (Values::Write(values), Some(ticks)) = (&mut self.values, &mut self.ticks) else {
            unreachable!("a column that was opened to be read is written");
        };
        self.written = true;
        let now = ticks.this_run();
        ticks.changed_mut()[seat.index()] = now;
        &mut values[seat.index()]
    }
}

impl<C> Index<Seat> for Column<'_, C> {
    type Output = C;

    /// # Panics
    /// Seats are handed out by the battle, so a seat without a combatant is a defect of the engine;
    /// choices with unknown seats are refused before they get here.
    #[inline]
    fn index(&self, seat: Seat) -> &C {
        &self.all()[seat.index()]
    }
}

/// A component of the common entity: to read, or to read and write.
pub enum Held<'w, C: Component<Mutability = Mutable>> {
    Read(&'w C),
    Write { held: Mut<'w, C>, written: bool },
}

impl<C: Component<Mutability = Mutable>> Deref for Held<'_, C> {
    type Target = C;

    #[inline]
    fn deref(&self) -> &C {
        match self {
            Held::Read(held) => held,
            Held::Write { held, .. } => held,
        }
    }
}

impl<'w, C: Component<Mutability = Mutable>> Held<'w, C> {
    /// A component to write.
    pub(super) fn to_write(held: Mut<'w, C>) -> Self {
        Self::Write {
            held,
            written: false,
        }
    }

    /// Whether it was requested for writing since the last call.
    #[inline]
    pub(super) fn take_written(&mut self) -> bool {
        match self {
            Self::Read(_) => false,
            Self::Write { written, .. } => std::mem::take(written),
        }
    }

    /// The component, to change; marked as changed.
    #[inline]
    pub(super) fn write(&mut self) -> &mut C {
        match self {
            Held::Read(_) => unreachable!("what was opened to be read is written"),
            Held::Write { held, written } => {
                *written = true;
                held
            }
        }
    }
}
