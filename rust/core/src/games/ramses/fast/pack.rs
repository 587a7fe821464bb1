//! Positions in 51 bits, and which of them are alike: those upside down, and those with the sides exchanged.
//!
//! Equals: `Position::new` with the same stones; `turned` equals the symmetry of `observe`.
//! Proved by: `packed_positions_read_back`, `alike_positions_have_alike_lines`, `turned_boards_are_symmetries`.

use super::super::position::{Part, Position, STONES, Side};
use crate::field::{Field, FieldSet};
use crate::pack::{Pack, Packed};

/// Bits of a place.
const PLACE: usize = 6;

/// Bits of the stones of a side.
const SIDE: usize = PLACE * STONES;

/// Where the places of a row begin that changes places with another one.
const ROW: u32 = 12;
const LOWER_ROW: u32 = 24;

#[inline(always)]
fn places(stones: FieldSet) -> u64 {
    stones.iter().fold(0, |packed, place| packed << PLACE | place.index() as u64)
}

#[inline(always)]
fn stones(packed: u64) -> FieldSet {
    (0..STONES).map(|stone| Field::wrapping((packed >> (PLACE * stone)) as usize)).collect()
}

#[inline(always)]
fn upside_down(stones: FieldSet) -> FieldSet {
    let row = FieldSet::first(ROW as usize).0;
    let middle = stones.0 & row << ROW;
    FieldSet((stones.0 & row) << LOWER_ROW | middle | stones.0 >> LOWER_ROW & row)
}

impl Pack for Position {
    fn words(&self) -> usize {
        1
    }

    #[inline(always)]
    fn pack(&self) -> Packed {
        let [light, dark] = Side::BOTH.map(|side| places(self.stones(side)));
        let turn = (self.side() as u64) << 2 | (self.part() as u64) << 1 | u64::from(self.opening());
        [turn << (2 * SIDE) | dark << SIDE | light, 0, 0]
    }

    #[inline(always)]
    fn unpack(&self, [packed, ..]: Packed) -> Self {
        let turn = packed >> (2 * SIDE);
        let side = Side::BOTH[(turn >> 2 & 1) as usize];
        let part = if turn >> 1 & 1 == 0 { Part::Own } else { Part::Other };
        Self::new([stones(packed), stones(packed >> SIDE)], side, part, turn & 1 == 1)
    }

    const IMAGES: usize = 2;

    #[inline(always)]
    fn turned(&self, image: usize) -> Self {
        if image == 0 {
            return *self;
        }
        let stones = Side::BOTH.map(|side| upside_down(self.stones(side)));
        Self::new(stones, self.side(), self.part(), self.opening())
    }

    /// The side to move is the light one.
    #[inline(always)]
    fn anonymous(&self) -> Self {
        let stones = [self.stones(self.side()), self.stones(self.side().other())];
        Self::new(stones, Side::Light, self.part(), self.opening())
    }
}
