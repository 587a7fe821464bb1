//! One stone: finished, in the reserve, or somewhere on the back.

use super::super::board::Facing;
use crate::field::Field;

const FACING_BIT: u8 = 1;
const TOP_BIT: u8 = 2;
const FIELD_SHIFT: u8 = 2;

/// Where a stone is and how it stands there.
///
/// Ascending order is the order of the notation: finished, in the reserve, then by field, and on
/// the same field the lower stone before the top one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
// Facing, layer and field, from the lowest bit up. Field 0 marks the stones that are off the back.
pub struct Stone(u8);

impl Stone {
    /// In the tail, done for this game.
    pub const FINISHED: Self = Self(0);

    /// Waiting to enter. URAEUS-R1: a stone that left over the head is here, like any other.
    pub const RESERVE: Self = Self(1);

    /// All of it in one number, different for each stone.
    pub(in super::super) const fn code(self) -> u8 {
        self.0
    }

    /// The stone with this number.
    pub(in super::super) const fn from_code(code: u8) -> Self {
        Self(code)
    }

    /// A stone that stands on a back field, with no other below it.
    pub const fn on(field: Field, facing: Facing) -> Self {
        Self((field.index() as u8) << FIELD_SHIFT | facing as u8)
    }

    /// The same stone as the top of a double, or as one that stands on the ground.
    #[must_use]
    pub const fn with_top(self, top: bool) -> Self {
        if top { Self(self.0 | TOP_BIT) } else { Self(self.0 & !TOP_BIT) }
    }

    /// Whether it stands on a back field.
    pub const fn is_on_back(self) -> bool {
        self.0 >> FIELD_SHIFT != 0
    }

    /// The back field it stands on; the head for a stone that is off the back.
    pub const fn field(self) -> Field {
        Field::wrapping((self.0 >> FIELD_SHIFT) as usize)
    }

    /// The way it faces. A stone off the back will enter facing the tail.
    pub const fn facing(self) -> Facing {
        if self.is_on_back() && self.0 & FACING_BIT != 0 { Facing::Headward } else { Facing::Tailward }
    }

    /// Whether it is the top stone of a double.
    pub const fn is_top(self) -> bool {
        self.0 & TOP_BIT != 0
    }

    /// Whether both are in the same layer on the same back field, which only one stone can be.
    pub(in super::super) const fn shares_place(self, other: Self) -> bool {
        self.is_on_back() && self.0 | FACING_BIT == other.0 | FACING_BIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_ordered_as_in_the_notation() {
        let on = |field, facing| Stone::on(Field::wrapping(field), facing);
        let ordered = [
            Stone::FINISHED,
            Stone::RESERVE,
            on(1, Facing::Headward),
            on(12, Facing::Headward),
            on(12, Facing::Tailward).with_top(true),
            on(62, Facing::Tailward),
        ];
        assert!(ordered.is_sorted());
    }
}
