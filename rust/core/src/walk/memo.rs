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

/// A table of questions and answers, both numbers of 64 bits. Made for one thread.
#[derive(Debug)]
pub struct Memo {
    slots: Box<[Cell<Slot>]>,
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
        Self { slots: vec![Cell::new(Slot::default()); 1 << SLOT_BITS].into_boxed_slice() }
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
pub const MAX_STEPS: usize = 9;

/// For each field and number of steps, the fields that matter for walks from there: those that such
/// a walk could touch on an empty board, the start excluded.
#[derive(Clone, Debug)]
pub struct Vicinity([[FieldSet; MAX_STEPS + 1]; super::MAX_FIELDS]);

impl Vicinity {
    /// The vicinities on a board.
    pub const fn new(graph: &Graph) -> Self {
        let mut vicinity = [[FieldSet::EMPTY; MAX_STEPS + 1]; super::MAX_FIELDS];
        let mut start = 0;
        while start < graph.len() {
            let own = graph.whole(Field::wrapping(start));
            let mut reached = Field::wrapping(start).set();
            let mut steps = 1;
            while steps <= MAX_STEPS {
                let mut wider = reached;
                let mut rest = reached.0;
                while rest != 0 {
                    let next = graph.neighbours(Field::wrapping(rest.trailing_zeros() as usize));
                    let mut more = next.0 & !wider.0;
                    while more != 0 {
                        let field = Field::wrapping(more.trailing_zeros() as usize);
                        wider = wider.union(graph.whole(field));
                        more &= !wider.0;
                    }
                    rest &= rest - 1;
                }
                reached = wider;
                vicinity[start][steps] = FieldSet(reached.0 & !own.0);
                steps += 1;
            }
            start += 1;
        }
        Self(vicinity)
    }

    /// The fields that matter for a walk of so many steps; beyond [`MAX_STEPS`], those for that many.
    #[inline(always)]
    pub fn of(&self, start: Field, steps: u32) -> FieldSet {
        self.0[start.index()][(steps as usize).min(MAX_STEPS)]
    }
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
