//! Remembering the answers of searches.
//!
//! In a tree of positions the same question comes again and again: where can the stone on this field
//! walk in so many steps, given the stones near it? A [`Memo`] is a table in which each question has
//! one slot. A question that finds another one in its slot is answered anew and takes its place. The
//! whole question is stored with the answer, so an answer is never taken for another's.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::Graph;
use crate::field::{Field, FieldSet};
use std::cell::Cell;

/// How many bits the number of a slot has. The table then takes 1 MiB, which the second-level caches
/// of ordinary machines hold.
const SLOT_BITS: u32 = 16;

const SLOTS: usize = 1 << SLOT_BITS;

/// A table of questions and answers, both numbers of 64 bits. Made for one thread.
#[derive(Debug)]
pub struct Memo {
    /// As many as the number of a slot can say, so that none has to be checked.
    slots: Box<[Cell<Slot>; SLOTS]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    question: u64,
    answer: u64,
}

impl Default for Memo {
    fn default() -> Self {
        Self::new()
    }
}

impl Memo {
    /// A table that remembers nothing yet.
    pub fn new() -> Self {
        // Made on the heap: the stack may be too small for it.
        match vec![Cell::new(Slot::default()); SLOTS].into_boxed_slice().try_into() {
            Ok(slots) => Self { slots },
            // The slice was made with exactly this length, two lines above.
            Err(_) => unreachable!("the length is right"),
        }
    }

    /// The answer to a question, which must not be 0: remembered, or found by `search`.
    #[inline(always)]
    pub fn answer(&self, question: u64, search: impl FnOnce() -> u64) -> u64 {
        // Multiplying by 2^64 / golden ratio spreads questions that differ in few bits.
        let slot = question.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOT_BITS);
        let slot = &self.slots[slot as usize];
        let known = slot.get();
        if known.question == question {
            return known.answer;
        }
        let answer = search();
        slot.set(Slot { question, answer });
        answer
    }
}

/// The most steps for which a [`Vicinity`] is known.
pub const MAX_STEPS: usize = 15;

const FIELD_BITS: u32 = 6;

/// How many pairs of a field and a number of steps there are. Those of the same number of steps are
/// side by side: all stones that are asked about one after the other move equally far as a rule.
const CASES: usize = (MAX_STEPS + 1) << FIELD_BITS;

/// For each field and number of steps, the fields that matter for walks from there: those that such
/// a walk could touch on an empty board, the start excluded.
#[derive(Clone, Debug)]
pub struct Vicinity([FieldSet; CASES]);

impl Vicinity {
    /// The vicinities on a board.
    pub const fn new(graph: &Graph) -> Self {
        let mut vicinity = [FieldSet::EMPTY; CASES];
        let mut start = 0;
        while start < graph.len() {
            let own = graph.whole(Field::wrapping(start));
            let mut reached = Field::wrapping(start).set();
            let mut steps = 1;
            while steps <= MAX_STEPS {
                reached = wider(graph, reached);
                vicinity[steps << FIELD_BITS | start] = FieldSet(reached.0 & !own.0);
                steps += 1;
            }
            start += 1;
        }
        Self(vicinity)
    }

    /// The fields that matter for walks of so many steps, [`MAX_STEPS`] at most.
    pub const fn fields(&self, start: Field, steps: usize) -> FieldSet {
        self.0[(steps & MAX_STEPS) << FIELD_BITS | start.index()]
    }

    /// A question to a [`Memo`] about walks of `steps` steps, from 1 to [`MAX_STEPS`], when stones
    /// stand on `occupied`: two situations with the same question have the same walks. Boards have
    /// up to 53 fields.
    #[inline(always)]
    pub fn question(&self, start: Field, steps: u32, occupied: FieldSet) -> u64 {
        let case = (steps as usize & MAX_STEPS) << FIELD_BITS | start.index();
        (occupied & self.0[case]).0 | (case as u64) << 54
    }
}

/// The fields and their neighbours, whole fields with all places.
const fn wider(graph: &Graph, fields: FieldSet) -> FieldSet {
    let mut wider = fields;
    let mut rest = fields.0;
    while rest != 0 {
        let next = graph.neighbours(Field::wrapping(rest.trailing_zeros() as usize));
        let mut more = next.0 & !wider.0;
        while more != 0 {
            wider = wider.union(graph.whole(Field::wrapping(more.trailing_zeros() as usize)));
            more &= !wider.0;
        }
        rest &= rest - 1;
    }
    wider
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_remembered_until_another_takes_the_slot() {
        let memo = Memo::new();
        let mut searches = 0;
        for round in 0..3 {
            for question in 1..=1000 {
                let answer = memo.answer(question, || {
                    searches += 1;
                    question * question
                });
                assert_eq!(answer, question * question, "round {round}");
            }
        }
        // A thousand questions in 65,536 slots: few share one.
        assert!((1000..1100).contains(&searches), "{searches}");
        // Many more questions than slots: every answer is still right.
        for question in (1..=1_000_000).chain(1..=1000) {
            assert_eq!(memo.answer(question, || question * question), question * question);
        }
    }
}
