//! What is added up over the walks that lead to a state.

use std::ops::RangeInclusive;

/// A count that has got there is too large, and stays there. Not all walks that a state stands for lead on, so what is
/// too large on the way need not matter in the end.
pub(super) const TOO_LARGE: u128 = u128::MAX;

/// A kind of sum: how many walks there are, of any length or of each, or of which lengths there are any.
pub(super) trait Sums {
    /// What a sum is made of.
    type Word: Copy + Default;

    /// Whether only walks of some lengths matter.
    const BY_LENGTH: bool;

    /// How many words make a sum.
    fn words(&self) -> usize;

    /// The sum of one walk without a step, in words that are zero.
    fn set_one(&self, sum: &mut [Self::Word]);

    /// Whether anything in a sum has one of these lengths once it is made longer.
    fn matters(&self, sum: &[Self::Word], longer: u32, lengths: &RangeInclusive<u32>) -> bool;

    /// Adds to a sum what another one has of these lengths once it is made longer by some steps.
    fn add(&self, to: &mut [Self::Word], sum: &[Self::Word], longer: u32, lengths: &RangeInclusive<u32>);
}

/// How many walks there are, of any length.
pub(super) struct OfAnyLength;

impl Sums for OfAnyLength {
    type Word = u128;

    const BY_LENGTH: bool = false;

    fn words(&self) -> usize {
        1
    }

    fn set_one(&self, sum: &mut [u128]) {
        sum[0] = 1;
    }

    #[inline(always)]
    fn matters(&self, _: &[u128], _: u32, _: &RangeInclusive<u32>) -> bool {
        true
    }

    #[inline(always)]
    fn add(&self, to: &mut [u128], sum: &[u128], _: u32, _: &RangeInclusive<u32>) {
        to[0] = to[0].saturating_add(sum[0]);
    }
}

/// How many walks there are of each length up to this one.
pub(super) struct OfEachLength(pub(super) u32);

impl Sums for OfEachLength {
    type Word = u128;

    const BY_LENGTH: bool = true;

    fn words(&self) -> usize {
        self.0 as usize + 1
    }

    fn set_one(&self, sum: &mut [u128]) {
        sum[0] = 1;
    }

    #[inline(always)]
    fn matters(&self, sum: &[u128], longer: u32, lengths: &RangeInclusive<u32>) -> bool {
        part(sum, longer, lengths).iter().any(|&count| count != 0)
    }

    #[inline(always)]
    fn add(&self, to: &mut [u128], sum: &[u128], longer: u32, lengths: &RangeInclusive<u32>) {
        let first = (*lengths.start()).max(longer) as usize;
        for (to, &count) in to[first..].iter_mut().zip(part(sum, longer, lengths)) {
            *to = to.saturating_add(count);
        }
    }
}

/// The part of a sum by lengths that has one of `lengths` once it is made longer.
#[inline(always)]
fn part<'a>(sum: &'a [u128], longer: u32, lengths: &RangeInclusive<u32>) -> &'a [u128] {
    let first = lengths.start().saturating_sub(longer) as usize;
    let after = (lengths.end() + 1).saturating_sub(longer) as usize;
    // Where no length is left they are next to each other.
    &sum[first..after]
}

/// Of which lengths there are any walks: one bit each.
pub(super) struct WhichLengths;

impl WhichLengths {
    #[inline(always)]
    fn longer(sum: &[u64], longer: u32, lengths: &RangeInclusive<u32>) -> u64 {
        if lengths.is_empty() {
            return 0;
        }
        (sum[0] << longer) & (u64::MAX << lengths.start()) & (u64::MAX >> (63 - lengths.end()))
    }
}

impl Sums for WhichLengths {
    type Word = u64;

    const BY_LENGTH: bool = true;

    fn words(&self) -> usize {
        1
    }

    fn set_one(&self, sum: &mut [u64]) {
        sum[0] = 1;
    }

    #[inline(always)]
    fn matters(&self, sum: &[u64], longer: u32, lengths: &RangeInclusive<u32>) -> bool {
        Self::longer(sum, longer, lengths) != 0
    }

    #[inline(always)]
    fn add(&self, to: &mut [u64], sum: &[u64], longer: u32, lengths: &RangeInclusive<u32>) {
        to[0] |= Self::longer(sum, longer, lengths);
    }
}
