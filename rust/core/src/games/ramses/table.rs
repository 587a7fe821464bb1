//! Remembering walks in little space: what is asked all the time should fit in the nearest caches.
//!
//! A question says which of the 22 fields are occupied, so it has 32 bits together with a place and a number of
//! steps. Multiplying by an odd number loses nothing. The upper bits of the product say the slot and the lower
//! ones are kept there beside the answer, so an answer is never taken for another's.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::PLACES;
use crate::field::FieldSet;
use std::cell::Cell;

/// How many bits the number of a slot has. The table then takes 1 MiB, which the second-level caches
/// of ordinary machines hold.
const SLOT_BITS: u32 = 17;

const SLOTS: usize = 1 << SLOT_BITS;

/// Above the answer, what is left of the question and one bit more that says that the slot is taken.
const MARK: u32 = 64 - (32 - SLOT_BITS) - 1;

const _: () = assert!(PLACES <= MARK as usize);

/// A table of questions and sets of places. A question that finds another one in its slot takes its place.
pub(super) struct Table {
    slots: Box<[Cell<u64>; SLOTS]>,
}

impl Table {
    /// A table that remembers nothing yet.
    pub(super) fn new() -> Self {
        // Made on the heap: the stack may be too small for it.
        match vec![Cell::new(0); SLOTS].into_boxed_slice().try_into() {
            Ok(slots) => Self { slots },
            // The slice was made with exactly this length, two lines above.
            Err(_) => unreachable!("the length is right"),
        }
    }

    /// The answer to a question: remembered, or found by `search`.
    #[inline(always)]
    pub(super) fn answer(&self, question: u32, search: impl FnOnce() -> FieldSet) -> FieldSet {
        // 2^32 / golden ratio spreads questions that differ in few bits.
        let product = question.wrapping_mul(0x9E37_79B9);
        let slot = &self.slots[(product >> (32 - SLOT_BITS)) as usize];
        let mark = (u64::from(product) | 1 << (32 - SLOT_BITS)) << MARK;
        let known = slot.get() ^ mark;
        if known >> MARK == 0 {
            return FieldSet(known);
        }
        let answer = search();
        slot.set(answer.0 | mark);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_remembered_until_another_takes_the_slot() {
        let (table, fresh) = (Table::new(), Table::new());
        let mut searches = 0;
        for round in 0..3 {
            for question in 1..=1000 {
                let answer = table.answer(question, || {
                    searches += 1;
                    FieldSet(u64::from(question) << 20)
                });
                assert_eq!(answer, FieldSet(u64::from(question) << 20), "round {round}");
            }
        }
        assert!((1000..1100).contains(&searches), "{searches}");
        // Many more questions than slots, of all sizes: every answer is still right.
        for question in (1..=2_000_000u32).map(|number| number.wrapping_mul(2_000_003)).chain(1..=1000) {
            let answer = FieldSet(u64::from(question) << 4 & FieldSet::first(PLACES).0);
            assert_eq!(Table::answer(&fresh, question, || answer), answer);
        }
    }
}
