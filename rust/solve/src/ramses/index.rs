//! A dense number for every placement of the eight stones, and back.
//!
//! A position at the start of a turn is given by the stones of the player to move (*own*) and those
//! of the opponent (*other*); light and dark do not matter. Its number is
//!
//! ```text
//! index = shape × 70 + colouring
//! ```
//!
//! The **shape** is the set of the eight places without their colours. There are 20 ordinary fields
//! and two long fields of eight places, of which at most one is taken on each:
//!
//! | long fields taken | shapes                      | number of the shape                          |
//! |-------------------|-----------------------------|----------------------------------------------|
//! | none              | C(20,8) = 125,970           | `rank`                                       |
//! | upper             | C(20,7) × 8 = 620,160       | 125,970 + `rank` × 8 + `upper`               |
//! | lower             | C(20,7) × 8 = 620,160       | 746,130 + `rank` × 8 + `lower`               |
//! | both              | C(20,6) × 64 = 2,480,640    | 1,366,290 + `rank` × 64 + `upper` × 8 + `lower` |
//!
//! `rank` is the colexicographic rank of the ordinary fields among the sets of the same size, the
//! ordinary fields numbered from 0 in the order of the board; `upper` and `lower` are the places on
//! the long fields, 0 beside field 10 to 7 beside field 17.
//!
//! The **colouring** says which four of the eight stones, in ascending order of their places, are
//! own. If the last stone is own it is the rank of the other three own stones among the first seven;
//! if the last stone is the opponent's it is 35 plus the rank of the opponent's other three. So swapping the
//! colours adds or subtracts 35.

use amduat::FieldSet;
use amduat::games::ramses::{Part, Position, Side};

/// The number of shapes.
pub const SHAPES: usize = BOTH + 64 * binomial(20, 6);

/// The number of ways to give four of eight stones to one side.
pub const COLOURINGS: usize = 70;

/// The number of placements of four stones a side.
pub const PLACEMENTS: usize = SHAPES * COLOURINGS;

/// The first shape with a stone on the upper, on the lower, on both long fields.
pub(super) const UPPER: usize = binomial(20, 8);
pub(super) const LOWER: usize = UPPER + 8 * binomial(20, 7);
pub(super) const BOTH: usize = LOWER + 8 * binomial(20, 7);

/// Half of the colourings: those in which a given stone is own.
pub(super) const HALF: usize = COLOURINGS / 2;

/// How many ways there are to choose `k` of `n`.
pub(super) const fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let mut ways = 1;
    let mut i = 0;
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// The rank of a set of small numbers among the sets of its size, in colexicographic order.
const fn rank_of(mut set: usize, mut smaller: usize) -> u32 {
    let mut rank = 0;
    while set != 0 {
        smaller += 1;
        rank += binomial(set.trailing_zeros() as usize, smaller);
        set &= set - 1;
    }
    rank as u32
}

/// The ranks of sets of the ten lowest numbers, and how many numbers they have.
static LOW_RANKS: [(u16, u16); 1024] = {
    let mut ranks = [(0, 0); 1024];
    let mut set = 0usize;
    while set < 1024 {
        ranks[set] = (rank_of(set, 0) as u16, set.count_ones() as u16);
        set += 1;
    }
    ranks
};

/// What the numbers from 10 on add to the rank, by how many lower numbers the set has.
static HIGH_RANKS: [[u32; 12]; 1024] = {
    let mut ranks = [[0; 12]; 1024];
    let mut set = 0;
    while set < 1024 {
        let mut smaller = 0;
        while smaller <= 10 {
            ranks[set][smaller] = rank_of(set << 10, smaller);
            smaller += 1;
        }
        set += 1;
    }
    ranks
};

/// The rank of a set of ordinary fields among those of the same size.
#[inline]
pub(super) fn rank(set: u32) -> usize {
    let (low, smaller) = LOW_RANKS[(set & 1023) as usize];
    low as usize + HIGH_RANKS[(set >> 10 & 1023) as usize][smaller as usize] as usize
}

/// How many sets of `k` elements there are below each number, for the opposite of [`rank`].
static SETS: [[u32; 21]; 9] = {
    let mut sets = [[0; 21]; 9];
    let mut k = 0;
    while k < 9 {
        let mut n = 0;
        while n < 21 {
            sets[k][n] = binomial(n, k) as u32;
            n += 1;
        }
        k += 1;
    }
    sets
};

/// The set of `size` ordinary fields that has this rank.
pub(super) fn unrank(rank: usize, size: usize) -> u32 {
    let (mut rank, mut set, mut number) = (rank as u32, 0, 20);
    for sets in SETS[1..=size].iter().rev() {
        number -= 1;
        while sets[number] > rank {
            number -= 1;
        }
        rank -= sets[number];
        set |= 1 << number;
    }
    set
}

/// The ranks of the three-element sets of seven stones, and the sets by their rank.
const TRIPLE_RANKS: [u8; 128] = {
    let mut ranks = [0; 128];
    let mut set = 0usize;
    while set < 128 {
        if set.count_ones() == 3 {
            ranks[set] = rank_of(set, 0) as u8;
        }
        set += 1;
    }
    ranks
};

/// For each colouring the own stones, as a set of ranks among the eight.
pub(super) const OWN_STONES: [u8; COLOURINGS] = {
    let mut colourings = [0; COLOURINGS];
    let mut set = 0usize;
    while set < 128 {
        if set.count_ones() == 3 {
            let triple = TRIPLE_RANKS[set] as usize;
            colourings[triple] = set as u8 | 128;
            colourings[HALF + triple] = !set as u8 & 127;
        }
        set += 1;
    }
    colourings
};

/// The colouring in which these of the eight stones are own.
#[inline]
pub(super) const fn colouring(own: u8) -> usize {
    if own & 128 != 0 {
        TRIPLE_RANKS[(own & 127) as usize] as usize
    } else {
        HALF + TRIPLE_RANKS[(!own & 127) as usize] as usize
    }
}

/// A set of places split into ordinary fields, renumbered from 0 to 19, and the two long fields.
#[inline]
pub(super) const fn split(places: FieldSet) -> (u32, u32, u32) {
    let places = places.0;
    let ordinary = (places & 0xf | places >> 8 & 0xffff0) as u32;
    (ordinary, (places >> 4 & 0xff) as u32, (places >> 28 & 0xff) as u32)
}

/// The opposite of [`split`].
pub(super) const fn join(ordinary: u32, upper: u32, lower: u32) -> FieldSet {
    let ordinary = ordinary as u64;
    FieldSet(ordinary & 0xf | (ordinary & 0xffff0) << 8 | (upper as u64) << 4 | (lower as u64) << 28)
}

/// The number of the shape of these eight places.
#[inline]
pub fn shape(places: FieldSet) -> usize {
    let (ordinary, upper, lower) = split(places);
    let rank = rank(ordinary);
    let (u, l) = (upper.trailing_zeros() as usize & 7, lower.trailing_zeros() as usize & 7);
    match (upper != 0, lower != 0) {
        (false, false) => rank,
        (true, false) => UPPER + rank * 8 + u,
        (false, true) => LOWER + rank * 8 + l,
        (true, true) => BOTH + rank * 64 + u * 8 + l,
    }
}

/// The places of a shape.
pub fn places(shape: usize) -> FieldSet {
    if shape < UPPER {
        join(unrank(shape, 8), 0, 0)
    } else if shape < LOWER {
        let rest = shape - UPPER;
        join(unrank(rest / 8, 7), 1 << (rest % 8), 0)
    } else if shape < BOTH {
        let rest = shape - LOWER;
        join(unrank(rest / 8, 7), 0, 1 << (rest % 8))
    } else {
        let rest = shape - BOTH;
        join(unrank(rest / 64, 6), 1 << (rest / 8 % 8), 1 << (rest % 8))
    }
}

/// The number of a placement: four own places and four of the opponent's, at most one stone on
/// each long field.
#[inline]
pub fn index(own: FieldSet, other: FieldSet) -> usize {
    let all = own | other;
    let mut mine = 0u8;
    for place in own {
        mine |= 1 << (all.0 & (place.set().0 - 1)).count_ones().min(7);
    }
    shape(all) * COLOURINGS + colouring(mine)
}

/// The own and the opponent's places of the placement with this number, which must be below
/// [`PLACEMENTS`].
pub fn placement(index: usize) -> (FieldSet, FieldSet) {
    let all = places(index / COLOURINGS);
    coloured(all, index % COLOURINGS)
}

/// The position in which a placement is seen by this side, at the start of a turn that is not the
/// first of the game.
pub fn position(number: usize, side: Side) -> Position {
    let (own, other) = placement(number);
    let stones = match side {
        Side::Light => [own, other],
        Side::Dark => [other, own],
    };
    Position::new(stones, side, Part::Own, false)
}

/// The own and the opponent's places of a shape in a colouring.
pub(super) fn coloured(all: FieldSet, colouring: usize) -> (FieldSet, FieldSet) {
    let mine = OWN_STONES[colouring];
    let own = all.iter().enumerate().filter(|(nth, _)| mine >> nth & 1 == 1).map(|(_, place)| place).collect();
    (own, all - own)
}

/// The places with the upper and the lower row exchanged: everything in the rules is symmetric.
#[inline]
pub const fn mirror(places: FieldSet) -> FieldSet {
    let row = 0xfff;
    let places = places.0;
    FieldSet(places >> 24 & row | places & row << 12 | (places & row) << 24)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_placements_as_counted_by_hand() {
        assert_eq!(SHAPES, 3_846_930);
        assert_eq!(PLACEMENTS, 269_285_100);
    }

    #[test]
    fn shapes_are_numbered_without_gaps() {
        for number in 0..SHAPES {
            let all = places(number);
            assert_eq!(all.len(), 8);
            assert_eq!(shape(all), number);
        }
    }

    #[test]
    fn placements_read_back() {
        for number in (0..PLACEMENTS).step_by(997) {
            let (own, other) = placement(number);
            assert_eq!((own.len(), other.len()), (4, 4));
            assert_eq!(index(own, other), number);
            let swapped = index(other, own);
            assert_eq!(swapped, if number % 70 < 35 { number + 35 } else { number - 35 });
            assert_eq!(mirror(mirror(own)), own);
            assert_eq!(mirror(own | other), mirror(own) | mirror(other));
        }
    }
}
