//! Positions in few bits: what a game adds to its rules so that many positions can be kept, compared and merged.

use crate::count::Count;

/// The most words of a packed position.
pub const MOST_WORDS: usize = 3;

/// A position in few bits. Different positions are different, what never changes in a game aside: the number of
/// players, how it ends, the faces of the dice.
pub type Packed = [u64; MOST_WORDS];

/// How positions of a game are packed, and which of them are alike.
///
/// Positions are alike if as many lines of any length start in one as in the other. They are merged in counting.
pub trait Pack: Count {
    /// How many words the positions of this game take; the others are 0.
    fn words(&self) -> usize;

    /// The position in few bits.
    fn pack(&self) -> Packed;

    /// The position that was packed, of the same game as this one: what never changes is taken from here.
    #[must_use]
    fn unpack(&self, packed: Packed) -> Self;

    /// How many ways there are to turn or mirror the board without changing the rules, one that changes nothing
    /// included. They form a group.
    const IMAGES: usize = 1;

    /// The position on the board turned or mirrored in this way; itself for 0.
    #[must_use]
    fn turned(&self, image: usize) -> Self {
        let _ = image;
        *self
    }

    /// A position like this one without what makes no difference to the lines that follow: who of the players is
    /// who, what was rolled and is used up.
    #[must_use]
    fn anonymous(&self) -> Self {
        *self
    }
}

/// One for all positions that are alike, packed.
#[inline(always)]
pub fn representative<G: Pack>(position: &G) -> Packed {
    let position = position.anonymous();
    (1..G::IMAGES).fold(position.pack(), |least, image| least.min(position.turned(image).pack()))
}
