//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.
//!
//! Equals: `GRAPH.reach`, `GRAPH.can_walk`, and the places that all of `GRAPH.walks` have in common.
//! Proved by: `walks_are_those_of_the_plain_search`.

use super::super::board::{GRAPH, PLACES};
use super::occupied::{Occupied, Question};
use super::shifts::Shifts;
use crate::field::{Field, FieldSet};
use crate::walk::memo::NARROW_ANSWER;
use crate::walk::{NarrowMemo, per_thread, search};

const _: () = assert!(PLACES <= NARROW_ANSWER as usize);

/// What a thread remembers of walks.
#[derive(Default)]
pub(in super::super) struct WalkMemory {
    reaches: NarrowMemo,
    bottlenecks: NarrowMemo,
}

per_thread! {
    WalkMemory,
    /// What this thread remembers of walks.
    pub(in super::super) fn walks
}

/// Onto which places a first step may lead.
#[inline(always)]
fn next(start: Field, free: FieldSet) -> FieldSet {
    GRAPH.neighbours(start) & free
}

impl WalkMemory {
    /// Where the stone on `start` can go.
    #[inline(always)]
    pub(super) fn reach(&self, start: Field, steps: u32, occupied: Occupied) -> FieldSet {
        self.reach_asked(occupied.question(start, steps), start, || steps, || occupied)
    }

    /// As [`reach`](Self::reach), when the question is known and the rest hardly ever needed.
    #[inline(always)]
    pub(super) fn reach_asked(
        &self,
        question: Question,
        start: Field,
        steps: impl Fn() -> u32,
        occupied: impl Fn() -> Occupied,
    ) -> FieldSet {
        FieldSet(self.reaches.answer(question.number(), || {
            let free = occupied().free(start);
            search::ends(&Shifts, next(start, free), steps(), free, &mut || false).0
        }))
    }

    /// The places that all walks of the stone on `start` have in common: wherever else a stone is put,
    /// this one can still walk. Without any walk, all places.
    #[inline(always)]
    pub(super) fn bottlenecks(&self, start: Field, steps: u32, occupied: Occupied) -> FieldSet {
        FieldSet(self.bottlenecks.answer(occupied.question(start, steps).number(), || {
            let free = occupied.free(start);
            search::bottlenecks(&Shifts, next(start, free), steps, free, FieldSet::first(PLACES)).0
        }))
    }
}

/// Whether the stone on `start` has any walk. To find one is quicker than to remember them all.
#[inline(always)]
pub(super) fn exist(start: Field, steps: u32, occupied: Occupied) -> bool {
    let free = occupied.free(start);
    search::exists(&Shifts, next(start, free), steps, free)
}

#[cfg(test)]
mod tests {
    use super::super::twin::random_position;
    use super::*;

    /// With the stones of random positions, asked twice: the second answer is remembered.
    #[test]
    fn walks_are_those_of_the_plain_search() {
        let mut random = fastrand::Rng::with_seed(9);
        let walks = walks();
        for _ in 0..4000 {
            let position = random_position(&mut random);
            let stones = position.all();
            let (start, steps) = (random.choice(stones), random.u32(1..=9));
            let Some(start) = start else { continue };
            let (mut ends, mut shared) = (FieldSet::EMPTY, FieldSet::first(PLACES));
            for walk in GRAPH.walks(start, steps, stones) {
                let used = walk[1..].iter().fold(FieldSet::EMPTY, |used, &place| used | GRAPH.whole(place));
                ends |= walk.last().map_or(FieldSet::EMPTY, |end| end.set());
                shared &= used;
            }
            let occupied = Occupied::new(stones);
            let one_by_one = stones.iter().fold(Occupied::new(FieldSet::EMPTY), Occupied::with);
            assert_eq!(occupied, one_by_one);
            assert_eq!(occupied.free(start), GRAPH.free(start, stones));
            for _ in 0..2 {
                assert_eq!(walks.reach(start, steps, occupied), ends, "{position} {start:?} {steps}");
                assert_eq!(walks.bottlenecks(start, steps, occupied), shared, "{position} {start:?} {steps}");
            }
            assert_eq!(exist(start, steps, occupied), !ends.is_empty(), "{position} {start:?} {steps}");
        }
    }
}
