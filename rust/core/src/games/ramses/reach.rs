//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{GRAPH, PLACES};
use super::crowd::{Crowd, Question};
use super::table::Table;
use super::walks;
use crate::field::{Field, FieldSet};
use std::rc::Rc;

/// What this thread remembers of walks.
pub(super) struct Memory {
    reaches: Table,
    bottlenecks: Table,
}

thread_local! {
    static MEMORY: Rc<Memory> = Rc::new(Memory { reaches: Table::new(), bottlenecks: Table::new() });
}

/// The memory of this thread.
#[inline(always)]
pub(super) fn memory() -> Rc<Memory> {
    MEMORY.with(Rc::clone)
}

impl Memory {
    /// Where the stone on `start` can go.
    #[inline(always)]
    pub(super) fn reach(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        self.reach_asked(crowd.question(start, steps), start, || steps, || crowd)
    }

    /// As [`reach`](Self::reach), when the question is known and the rest hardly ever needed.
    #[inline(always)]
    pub(super) fn reach_asked(
        &self,
        question: Question,
        start: Field,
        steps: impl Fn() -> u32,
        crowd: impl Fn() -> Crowd,
    ) -> FieldSet {
        self.reaches.answer(question.number(), || {
            let free = crowd().free(start);
            walks::ends(GRAPH.neighbours(start) & free, steps(), free)
        })
    }

    /// The places that all walks of the stone on `start` have in common: wherever else a stone is put,
    /// this one can still walk. Without any walk, all places.
    #[inline(always)]
    pub(super) fn bottleneck(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        self.bottlenecks.answer(crowd.question(start, steps).number(), || {
            let free = crowd.free(start);
            walks::shared(GRAPH.neighbours(start) & free, steps, free, FieldSet::first(PLACES))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::random_position;
    use super::super::rules::Side;
    use super::*;

    /// With the crowds of random positions, asked twice: the second answer is remembered.
    #[test]
    fn answers_are_those_of_all_walks() {
        let mut random = fastrand::Rng::with_seed(9);
        let memory = memory();
        for _ in 0..4000 {
            let position = random_position(&mut random);
            let stones = position.stones(Side::Light) | position.stones(Side::Dark);
            let (start, steps) = (random.choice(stones), random.u32(1..=9));
            let Some(start) = start else { continue };
            let (mut ends, mut shared) = (FieldSet::EMPTY, FieldSet::first(PLACES));
            for walk in GRAPH.walks(start, steps, stones) {
                let used = walk[1..].iter().fold(FieldSet::EMPTY, |used, &place| used | GRAPH.whole(place));
                ends |= walk.last().map_or(FieldSet::EMPTY, |end| end.set());
                shared &= used;
            }
            let crowd = Crowd::new(stones);
            let one_by_one = stones.iter().fold(Crowd::new(FieldSet::EMPTY), Crowd::with);
            assert_eq!(crowd, one_by_one);
            assert_eq!(crowd.free(start), GRAPH.free(start, stones));
            for _ in 0..2 {
                assert_eq!(memory.reach(start, steps, crowd), ends, "{position} {start:?} {steps}");
                assert_eq!(memory.bottleneck(start, steps, crowd), shared, "{position} {start:?} {steps}");
            }
            assert_eq!(crowd.allows_walk(start, steps), !ends.is_empty(), "{position} {start:?} {steps}");
        }
    }
}
