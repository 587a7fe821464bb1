//! States of the frontier in one number: a code of six bits for each slot, and one bit more.

use std::fmt::Debug;

/// No walk has touched the field in this slot; or nothing is in it.
pub(super) const UNTOUCHED: u32 = 0;
/// The field, or the whole field, in this slot is used up.
pub(super) const USED: u32 = 1;
/// The field is the open end of the stretch that begins with the start of the walk.
pub(super) const FROM_START: u32 = 2;
/// The field is the open end of the stretch that leads to the end of the walk.
pub(super) const TO_END: u32 = 3;
/// The field is an open end of a stretch whose other end is in the slot with this number less.
pub(super) const STRETCH: u32 = 4;
/// Set beside [`STRETCH`] where steps have a direction: the field is the beginning of its stretch.
pub(super) const BEGINNING: u32 = 32;

const CODE_BITS: u32 = 6;

/// A state of the frontier.
pub(super) trait Codes: Copy + Eq + Debug {
    /// How many slots there is room for.
    const SLOTS: usize;
    /// The state in which nothing is on the frontier.
    const NOTHING: Self;
    /// The code in a slot.
    fn code(self, slot: u32) -> u32;
    /// The state with another code in a slot.
    fn with(self, slot: u32, code: u32) -> Self;
    /// Whether the walk has got an end that was not given.
    fn is_ended(self) -> bool;
    /// The state after the walk has got its end.
    fn ended(self) -> Self;
    /// How many fields are open ends of stretches.
    fn open(self) -> u32;
    /// A set of slots, for [`untouched`](Self::untouched).
    fn spread(slots: u32) -> Self;
    /// How many of the slots in a set are untouched.
    fn untouched(self, slots: Self) -> u32;
    /// A number to find the state by in a table: the upper bits are the most mixed.
    fn hash(self) -> u64;
}

/// 2^64 / golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

macro_rules! codes {
    ($word:ty, $slots:expr, |$state:ident| $hash:expr) => {
        const _: () = {
            /// The lowest bit of each slot.
            const EACH: $word = ((1 << ($slots * CODE_BITS)) - 1) / 63;
            /// All bits of each slot but the highest.
            const LOW: $word = EACH * 31;
            /// The highest bit of each slot.
            const HIGH: $word = EACH << (CODE_BITS - 1);

            impl Codes for $word {
                const SLOTS: usize = $slots;
                const NOTHING: Self = 0;

                #[inline(always)]
                fn code(self, slot: u32) -> u32 {
                    (self >> (slot * CODE_BITS)) as u32 & 63
                }

                #[inline(always)]
                fn with(self, slot: u32, code: u32) -> Self {
                    let shift = slot * CODE_BITS;
                    self & !(63 << shift) | (code as $word) << shift
                }

                #[inline(always)]
                fn is_ended(self) -> bool {
                    self >> (<$word>::BITS - 1) != 0
                }

                #[inline(always)]
                fn ended(self) -> Self {
                    self | 1 << (<$word>::BITS - 1)
                }

                #[inline(always)]
                fn open(self) -> u32 {
                    // Whatever is above 1 is open: adding to the upper bits carries into the highest one then.
                    (((self >> 1 & LOW) + LOW) & HIGH).count_ones()
                }

                #[inline(always)]
                fn spread(slots: u32) -> Self {
                    (0..$slots).filter(|slot| slots >> slot & 1 == 1).fold(0, |all, slot| all | 1 << (slot * CODE_BITS))
                }

                #[inline(always)]
                fn untouched(self, slots: Self) -> u32 {
                    let touched = (((self & LOW) + LOW) | self) & HIGH;
                    (slots & !(touched >> (CODE_BITS - 1))).count_ones()
                }

                #[inline(always)]
                fn hash(self) -> u64 {
                    let $state = self;
                    $hash
                }
            }
        };
    };
}

codes!(u64, 10, |state| (state ^ state >> 32).wrapping_mul(GOLDEN));
codes!(u128, 21, |state| {
    let folded = state as u64 ^ ((state >> 64) as u64).wrapping_mul(GOLDEN).rotate_left(29);
    (folded ^ folded >> 32).wrapping_mul(GOLDEN)
});

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The slow twin: the codes of a state in a list.
    fn check<C: Codes>() {
        let mut random = Rng::with_seed(3);
        for _ in 0..2000 {
            let codes: Vec<u32> = (0..C::SLOTS).map(|_| random.u32(..64) * random.u32(..2)).collect();
            let mut state = (0..).zip(&codes).fold(C::NOTHING, |state, (slot, &code)| state.with(slot, code));
            if random.bool() {
                state = state.ended();
                assert!(state.is_ended());
            } else {
                assert!(!state.is_ended());
            }
            assert!((0..).zip(&codes).all(|(slot, &code)| state.code(slot) == code));
            assert_eq!(state.open() as usize, codes.iter().filter(|&&code| code > USED).count());
            let slots = random.u32(..1 << C::SLOTS);
            let untouched = (0..).zip(&codes).filter(|&(slot, &code)| slots >> slot & 1 == 1 && code == UNTOUCHED);
            assert_eq!(state.untouched(C::spread(slots)) as usize, untouched.count());
        }
    }

    #[test]
    fn codes_are_kept_slot_by_slot() {
        check::<u64>();
        check::<u128>();
    }
}
