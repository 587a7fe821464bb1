//! Positions in 52 bits, and which of them are alike: those with the sides exchanged, and those that differ in what
//! a die showed that is used up.
//!
//! Equals: `Position::new` with the same stones and roll.
//! Proved by: `packed_positions_read_back`, `alike_positions_have_alike_lines`.

use super::super::board::{FIELDS, STONES};
use super::super::position::dice::Roll;
use super::super::position::{Phase, Position, Side};
use crate::field::{Field, FieldSet};
use crate::pack::{Pack, Packed};

/// Bits of a field, and what stands for no stone.
const FIELD: usize = 5;
const NONE: u64 = FIELDS as u64 + 1;

/// Bits of the stones of a side.
const SIDE: usize = FIELD * STONES;

const PHASES: [Phase; 6] = [Phase::Roll, Phase::Rescue, Phase::Own, Phase::Pull, Phase::Other, Phase::Over];

#[inline(always)]
fn fields(stones: FieldSet) -> u64 {
    let mut rest = stones.iter();
    (0..STONES).fold(0, |packed, _| packed << FIELD | rest.next().map_or(NONE, |field| field.index() as u64))
}

#[inline(always)]
fn stones(packed: u64) -> FieldSet {
    let numbers = (0..STONES).map(|stone| packed >> (FIELD * stone) & ((1 << FIELD) - 1));
    numbers.filter(|&number| number != NONE).map(|number| Field::wrapping(number as usize)).collect()
}

impl Pack for Position {
    fn words(&self) -> usize {
        1
    }

    #[inline(always)]
    fn pack(&self) -> Packed {
        let turn = (self.side as u64) << 3 | self.phase as u64;
        let roll = u64::from(self.roll.own) << 4 | u64::from(self.roll.other);
        let [lower, upper] = self.stones.map(fields);
        [((turn << 8 | roll) << SIDE | lower) << SIDE | upper, 0, 0]
    }

    #[inline(always)]
    fn unpack(&self, [packed, ..]: Packed) -> Self {
        let rest = packed >> (2 * SIDE);
        let roll = Roll { own: (rest >> 4 & 15) as u8, other: (rest & 15) as u8 };
        let phase = PHASES[(rest >> 8 & 7) as usize % PHASES.len()];
        let side = Side::BOTH[(rest >> 11 & 1) as usize];
        Self::new([stones(packed >> SIDE), stones(packed)], side, phase, roll, self.dice)
    }

    /// The side to act is Lower Egypt; and in the other part of a turn, the die for the own part is used up.
    #[inline(always)]
    fn anonymous(&self) -> Self {
        let mut roll = self.roll;
        if self.phase == Phase::Other {
            roll.own = 0;
        }
        let stones = [self.stones(self.side), self.stones(self.side.other())];
        Self { stones, side: Side::Lower, roll, ..*self }
    }
}
