//! How many moves a stone has with each roll, remembered.
//!
//! How a stone can move depends on the few fields around it alone, and the same neighbours occur all over
//! the tree.
//!
//! Equals: `Walker::landings` with each roll, counted.
//! Proved by: `rolls_are_counted_apart`, `counts_are_those_of_visiting`.

use super::super::action::Face;
use super::super::position::back::Back;
use super::super::position::stone::Stone;
use super::super::rules::walker::Walker;
use super::rolls::Rolls;
use crate::walk::{WideMemo, per_thread};

/// How many moves there are with each roll: a byte for each, that of a 1 the lowest.
///
/// The three stones of a player have at most 21 moves with a roll, so no byte overflows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct MovesByRoll(u64);

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101;

impl MovesByRoll {
    /// One with each roll.
    pub(super) const ONE: Self = Self(ONES);

    /// The moves of a stone that is not covered, on the back from which it has been lifted.
    #[inline(never)]
    fn of_stone(back: &Back, stone: Stone) -> Self {
        let walker = Walker::new(back, stone);
        let moves = Face::ALL.iter().rev().fold(0, |moves, &die| moves << 8 | u64::from(walker.landings(die).len()));
        Self(moves)
    }

    /// The moves with this roll.
    #[inline(always)]
    pub(super) const fn with(self, die: Face) -> u64 {
        self.0 >> (8 * (die.steps() - 1)) & 0xFF
    }

    /// The moves with any roll.
    #[inline(always)]
    pub(super) const fn total(self) -> u64 {
        // The sixth byte of the product is the sum of the six bytes.
        self.0.wrapping_mul(ONES) >> 40 & 0xFF
    }

    #[inline(always)]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// A one for each roll with which there are moves.
    #[inline(always)]
    const fn any(self) -> u64 {
        // Adding 127 carries into the highest bit of every byte but the zeros.
        (self.0 + 0x7F * ONES) >> 7 & ONES
    }

    /// The rolls with which there are moves.
    #[inline(always)]
    pub(super) const fn rolls(self) -> Rolls {
        // The factor brings the lowest bit of each byte into the highest byte of the product.
        Rolls(self.any().wrapping_mul(0x0102_0408_1020_4080) >> 56 << 1)
    }

    /// These moves where there are any, and the others with the rolls that leave none.
    #[inline(always)]
    pub(super) const fn or_else(self, other: Self) -> Self {
        Self(self.0 | other.0 & !(self.any() * 0xFF))
    }
}

/// What a thread remembers of moves.
#[derive(Default)]
pub(super) struct MoveMemory(WideMemo);

per_thread! {
    MoveMemory,
    /// What this thread remembers of moves.
    pub(super) fn memory
}

impl MoveMemory {
    /// The moves of a stone that is not covered and not finished.
    #[inline(always)]
    pub(super) fn moves(&self, back: &Back, stone: Stone) -> MovesByRoll {
        let back = back.without(stone);
        MovesByRoll(self.0.answer(question(&back, stone), || MovesByRoll::of_stone(&back, stone).0))
    }
}

/// As many fields as the highest roll on either side of a stone.
const AROUND: u32 = Face::FACES as u32;

/// What the moves of a stone depend on: the stone itself, and what stands on the fields around it.
/// Never 0.
#[inline(always)]
fn question(back: &Back, stone: Stone) -> u64 {
    let field = stone.field().index() as u32;
    let first = field.max(AROUND) - AROUND;
    let around = |fields: u64| fields >> first & ((1 << (2 * AROUND + 1)) - 1);
    let stand = u64::from(field << 1) | stone.facing() as u64;
    1 << 63 | stand << 48 | around(back.occupied().0) << 32 | around(back.doubles().0) << 16 | around(back.headward().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves with these numbers, that of a 1 first.
    fn by_roll(moves: [u8; Face::FACES]) -> MovesByRoll {
        MovesByRoll(moves.into_iter().rev().fold(0, |all, moves| all << 8 | u64::from(moves)))
    }

    #[test]
    fn rolls_are_counted_apart() {
        let (some, others) = (by_roll([3, 0, 21, 1, 0, 0]), by_roll([5, 2, 0, 7, 0, 21]));
        assert_eq!(Face::ALL.map(|die| some.with(die)), [3, 0, 21, 1, 0, 0]);
        assert_eq!(some.total(), 25);
        assert_eq!(some.rolls(), Rolls(0b001_1010));
        assert_eq!(some.or_else(others), by_roll([3, 2, 21, 1, 0, 21]));
        assert_eq!(some.or_else(others).or_else(MovesByRoll::ONE), by_roll([3, 2, 21, 1, 1, 21]));
        assert_eq!(by_roll([21; 6]).total(), 126);
        assert_eq!(MovesByRoll::ONE.rolls(), Rolls::ALL);
        assert_eq!(MovesByRoll::default().rolls(), Rolls(0));
    }
}
