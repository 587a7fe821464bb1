//! Sets of colourings of one shape, as bits: seventy positions handled at once.
//!
//! What a stone can do depends on where all stones stand, not on their colours (but for the ban on
//! moving the opponent's stones from hieroglyph fields). So a move of the stone with rank `i` among
//! the eight takes all colourings in which that stone is own, 35 of them, along together. Such a
//! *slice* has one bit for each choice of the three other own stones among the seven that stay, and
//! that choice means the same before and after the move: moving costs nothing but cutting the slice
//! out of one shape and putting it into another.

use super::index::{COLOURINGS, HALF, OWN_STONES, colouring};

/// A set of colourings of a shape: 35 bits for those in which the last stone is own, and 35 for
/// those in which it is the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Colours(pub(super) [u64; 2]);

/// The lowest 35 bits.
pub(super) const SLICE: u64 = (1 << HALF) - 1;

/// Slices are cut and put together seven bits at a time.
const CHUNK: usize = 7;
const CHUNKS: usize = HALF / CHUNK;

/// The seven stones that stay, when stone `i` is taken out of a set of eight.
const fn without(stones: u8, i: usize) -> u8 {
    let below = (1u8 << i) - 1;
    stones & below | (stones >> 1) & !below
}

/// For each stone, the colourings in which it is own, in the order of the bits of a slice.
pub(super) const OWN_COLOURINGS: [[u8; HALF]; 8] = {
    let mut table = [[0; HALF]; 8];
    let mut i = 0;
    while i < 8 {
        let mut c = 0;
        while c < COLOURINGS {
            if OWN_STONES[c] >> i & 1 == 1 {
                // A slice numbers its bits as if the moved stone came last.
                table[i][colouring(without(OWN_STONES[c], i) | 128)] = c as u8;
            }
            c += 1;
        }
        i += 1;
    }
    table
};

/// For the moved stone, the half and seven bits of it: the bits of the slice.
static CUT: [[[[u64; 1 << CHUNK]; CHUNKS]; 2]; 8] = {
    let mut table = [[[[0; 1 << CHUNK]; CHUNKS]; 2]; 8];
    let mut at = 0;
    while at < 8 * HALF {
        let (i, bit) = (at / HALF, at % HALF);
        let c = OWN_COLOURINGS[i][bit] as usize;
        let (half, place) = (c / HALF, c % HALF);
        let mut value = 0;
        while value < 1 << CHUNK {
            if value >> (place % CHUNK) & 1 == 1 {
                table[i][half][place / CHUNK][value] |= 1 << bit;
            }
            value += 1;
        }
        at += 1;
    }
    table
};

/// The opposite: for the moved stone and seven bits of the slice, the bits of both halves.
static PUT: [[[[u64; 2]; 1 << CHUNK]; CHUNKS]; 8] = {
    let mut table = [[[[0; 2]; 1 << CHUNK]; CHUNKS]; 8];
    let mut at = 0;
    while at < 8 * HALF {
        let (i, bit) = (at / HALF, at % HALF);
        let c = OWN_COLOURINGS[i][bit] as usize;
        let mut value = 0;
        while value < 1 << CHUNK {
            if value >> (bit % CHUNK) & 1 == 1 {
                table[i][bit / CHUNK][value][c / HALF] |= 1 << (c % HALF);
            }
            value += 1;
        }
        at += 1;
    }
    table
};

impl Colours {
    /// No colouring.
    pub(super) const NONE: Self = Self([0; 2]);

    /// One colouring.
    pub(super) const fn one(colouring: usize) -> Self {
        let mut colours = Self::NONE;
        colours.0[colouring / HALF] = 1 << (colouring % HALF);
        colours
    }

    /// All colourings that satisfy a condition on the set of own stones, by rank.
    pub(super) fn all_with(mut condition: impl FnMut(u8) -> bool) -> Self {
        let mut colours = Self::NONE;
        for (c, &own) in OWN_STONES.iter().enumerate() {
            if condition(own) {
                colours = colours.or(Self::one(c));
            }
        }
        colours
    }

    /// Whether there is none.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// How many there are.
    pub(super) const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Those of both sets.
    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Those of either set.
    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Those that are not in the set.
    #[inline]
    pub(super) const fn not(self) -> Self {
        Self([!self.0[0] & SLICE, !self.0[1] & SLICE])
    }

    /// Whether a colouring is in the set.
    #[inline]
    pub(super) const fn contains(self, colouring: usize) -> bool {
        self.0[colouring / HALF] >> (colouring % HALF) & 1 == 1
    }

    /// The colourings with own and other exchanged.
    #[inline]
    pub(super) const fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// The slice of those in which stone `i` is own.
    #[inline]
    pub(super) fn own_slice(self, i: usize) -> u64 {
        let (first, second) = (&CUT[i & 7][0], &CUT[i & 7][1]);
        let mut slice = 0;
        let mut chunk = 0;
        while chunk < CHUNKS {
            slice |= first[chunk][(self.0[0] >> (chunk * CHUNK) & 127) as usize];
            slice |= second[chunk][(self.0[1] >> (chunk * CHUNK) & 127) as usize];
            chunk += 1;
        }
        slice
    }

    /// The colourings of a slice in which stone `i` is own.
    #[inline]
    pub(super) fn from_own_slice(slice: u64, i: usize) -> Self {
        let mut colours = Self::NONE;
        let mut chunk = 0;
        while chunk < CHUNKS {
            let [first, second] = PUT[i & 7][chunk][(slice >> (chunk * CHUNK) & 127) as usize];
            colours.0[0] |= first;
            colours.0[1] |= second;
            chunk += 1;
        }
        colours
    }

    /// The colourings in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let bits = |half: usize| {
            let mut rest = self.0[half];
            std::iter::from_fn(move || {
                let lowest = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(half * HALF + lowest)
            })
        };
        bits(0).chain(bits(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_put_back_where_they_were_cut() {
        for i in 0..8 {
            let with_stone = Colours::all_with(|own| own >> i & 1 == 1);
            assert_eq!(with_stone.len(), 35);
            assert_eq!(with_stone.own_slice(i), SLICE);
            assert_eq!(with_stone.not().own_slice(i), 0);
            assert_eq!(Colours::from_own_slice(SLICE, i), with_stone);
            assert_eq!(with_stone.swapped(), with_stone.not());
        }
    }

    #[test]
    fn a_bit_of_a_slice_is_the_same_stones_wherever_the_moved_stone_stands() {
        for (bit, &stones) in OWN_STONES[..HALF].iter().enumerate() {
            let staying = without(stones, 7);
            for i in 0..8 {
                let colours = Colours::from_own_slice(1 << bit, i);
                let found: Vec<_> = colours.iter().collect();
                assert_eq!(found.len(), 1);
                assert_eq!(OWN_STONES[found[0]] >> i & 1, 1);
                assert_eq!(without(OWN_STONES[found[0]], i), staying);
                assert!(colours.contains(found[0]));
            }
        }
    }
}
