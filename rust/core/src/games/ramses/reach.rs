//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{GRAPH, LONG_FIELDS, PLACES};
use crate::field::{Field, FieldSet};
use crate::walk::{Memo, Vicinity};
use std::rc::Rc;

/// Which places matter for a walk.
static VICINITY: Vicinity = Vicinity::new(&GRAPH);

/// What this thread remembers of walks.
pub(super) struct Memory {
    reaches: Memo,
    bottlenecks: Memo,
}

thread_local! {
    static MEMORY: Rc<Memory> = Rc::new(Memory { reaches: Memo::new(), bottlenecks: Memo::new() });
}

/// The memory of this thread.
#[inline(always)]
pub(super) fn memory() -> Rc<Memory> {
    MEMORY.with(Rc::clone)
}

/// The occupied places as walks see them: a stone on a long field occupies it wholly.
#[derive(Clone, Copy)]
pub(super) struct Crowd(FieldSet);

impl Crowd {
    #[inline(always)]
    pub(super) fn new(stones: FieldSet) -> Self {
        let [upper, lower] = LONG_FIELDS.map(|long| if stones.meets(long) { long } else { FieldSet::EMPTY });
        Self(stones | upper | lower)
    }

    /// With one stone more.
    #[inline(always)]
    pub(super) fn with(self, place: Field) -> Self {
        Self(self.0 | GRAPH.whole(place))
    }

    /// Whether the stone on `start` has any walk.
    #[inline(always)]
    pub(super) fn allows_walk(self, start: Field, steps: u32) -> bool {
        GRAPH.can_walk_free(start, steps, self.free(start))
    }

    #[inline(always)]
    fn free(self, start: Field) -> FieldSet {
        FieldSet::first(PLACES) - self.0 - GRAPH.whole(start)
    }
}

impl Memory {
    /// Where the stone on `start` can go.
    #[inline(always)]
    pub(super) fn reach(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        let search = || GRAPH.reach_free(start, steps, crowd.free(start)).0;
        FieldSet(self.reaches.answer(VICINITY.question(start, steps, crowd.0), search))
    }

    /// The places that two different walks of the stone on `start` have in common: wherever else a stone
    /// is put, this one can still walk. Without any walk, all places.
    #[inline(always)]
    pub(super) fn bottleneck(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        let search = || bottleneck(start, steps, crowd.free(start)).0;
        FieldSet(self.bottlenecks.answer(VICINITY.question(start, steps, crowd.0), search))
    }
}

/// Compares the first walk with the last: of all walks, those two have least in common.
#[inline(never)]
fn bottleneck(start: Field, steps: u32, free: FieldSet) -> FieldSet {
    match (walk_over(start, steps, free, FieldSet::lowest), walk_over(start, steps, free, FieldSet::highest)) {
        (Some(first), Some(last)) => first & last,
        _ => FieldSet::first(PLACES),
    }
}

/// The places that one walk uses, whole fields with all places. Of the ways to go on, it tries the
/// `preferred` ones first.
#[inline]
fn walk_over(
    place: Field,
    steps: u32,
    free: FieldSet,
    preferred: impl Fn(FieldSet) -> Option<Field> + Copy,
) -> Option<FieldSet> {
    let mut next = GRAPH.neighbours(place) & free;
    while let Some(step) = preferred(next) {
        let whole = GRAPH.whole(step);
        if steps == 1 {
            return Some(whole);
        }
        if let Some(used) = walk_over(step, steps - 1, free - whole, preferred) {
            return Some(used | whole);
        }
        next -= step.set();
    }
    None
}
