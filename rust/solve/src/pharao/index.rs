//! How placements are numbered.
//!
//! A placement is seen by the side about to roll: its *own* stones and those of the *other* side. Placements with
//! the same numbers of stones make a [`Layer`]. Within it they stand in *rows*, one for each set of fields that the
//! other side's stones can take; a row has one entry for each set that the own stones can take among the fields
//! left over, which are numbered anew without gaps:
//!
//! ```text
//! number = rank(other) × entries of a row + rank(own, squeezed)
//! ```
//!
//! The rank of a set is its place among all sets of its size, ordered as numbers of which it is the bits: with
//! fields c₁ < c₂ < …, it is the sum of the binomials C(cᵢ, i). So sets that share all stones but the lowest follow
//! one another, wherever the rest is.

use amduat::FieldSet;
use amduat::games::pharao::board::{FIELDS, STONES};
use std::fmt;

/// Binomials: in how many ways `k` of `n` fields can be taken.
const CHOOSE: [[u32; STONES + 2]; FIELDS + 1] = {
    let mut choose = [[0; STONES + 2]; FIELDS + 1];
    let mut n = 0;
    while n <= FIELDS {
        choose[n][0] = 1;
        let mut k = 1;
        while k < STONES + 2 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// In how many ways `k` of `n` fields can be taken, for as many as there are.
#[inline(always)]
pub(super) const fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// The number of a set among the sets of its size.
#[inline(always)]
pub(super) fn rank(set: FieldSet) -> usize {
    set.iter().zip(1..).map(|(field, nth)| choose(field.index(), nth)).sum()
}

/// The fields of a set numbered anew, as if those in `gone`, none of which it has, did not exist.
#[inline(always)]
pub(super) fn squeezed(set: FieldSet, gone: FieldSet) -> FieldSet {
    let mut bits = set.0;
    let mut left = gone.0;
    while left != 0 {
        // From the highest on, so that those still to go keep their numbers.
        let below = (1 << left.ilog2()) - 1;
        bits = bits & below | bits >> 1 & !below;
        left &= below;
    }
    FieldSet(bits)
}

/// All sets of `count` of the lowest `fields` fields, in the order of their ranks.
pub(super) fn sets(fields: usize, count: usize) -> impl Iterator<Item = FieldSet> {
    let mut bits = FieldSet::first(count).0;
    (0..choose(fields, count)).map(move |_| {
        let set = FieldSet(bits);
        // The next higher number with as many bits.
        let lowest = bits & bits.wrapping_neg();
        let carried = bits + lowest;
        bits = carried | (bits ^ carried).checked_div(lowest).map_or(0, |moved| moved >> 2);
        set
    })
}

/// How many stones there are: of the side about to roll, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layer {
    /// Stones of the side about to roll.
    pub own: usize,
    /// Stones of its opponent.
    pub other: usize,
}

/// Written as `4v3`.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.own, self.other)
    }
}

impl Layer {
    /// All layers, those with fewer stones first.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=2 * STONES).flat_map(|total| {
            let owns = (1..=STONES.min(total - 1)).filter(move |own| total - own <= STONES);
            owns.map(move |own| Self { own, other: total - own })
        })
    }

    /// What those who watch a computation are told.
    pub(super) const fn phase(self) -> &'static str {
        const PHASES: [[&str; STONES]; STONES] = [
            ["1 stone against 1", "1 stone against 2", "1 stone against 3", "1 stone against 4"],
            ["2 stones against 1", "2 stones against 2", "2 stones against 3", "2 stones against 4"],
            ["3 stones against 1", "3 stones against 2", "3 stones against 3", "3 stones against 4"],
            ["4 stones against 1", "4 stones against 2", "4 stones against 3", "4 stones against 4"],
        ];
        PHASES[(self.own - 1) % STONES][(self.other - 1) % STONES]
    }

    /// The layer after the turn, when the other side is about to roll and no stone was lost.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// How many rows there are.
    pub(super) const fn rows(self) -> usize {
        choose(FIELDS, self.other)
    }

    /// How many entries a row has.
    pub(super) const fn entries(self) -> usize {
        choose(FIELDS - self.other, self.own)
    }

    /// How many placements there are.
    pub const fn placements(self) -> usize {
        self.rows() * self.entries()
    }

    /// The number of a placement of this layer.
    #[inline]
    pub(super) fn number(self, own: FieldSet, other: FieldSet) -> usize {
        rank(other) * self.entries() + rank(squeezed(own, other))
    }
}
