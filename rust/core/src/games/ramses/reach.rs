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
    cuts: Memo,
}

thread_local! {
    static MEMORY: Rc<Memory> = Rc::new(Memory { reaches: Memo::new(), cuts: Memo::new() });
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

    /// The cut of the stone on `start`: a place is in it when all its walks use it, so that a stone
    /// put there would keep it from moving. Without any walk, every place is in the cut.
    #[inline(always)]
    pub(super) fn cut(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        FieldSet(self.cuts.answer(VICINITY.question(start, steps, crowd.0), || cut(start, steps, crowd.free(start)).0))
    }
}

/// A place is in the cut if it is on some walk and no walk avoids it.
fn cut(start: Field, steps: u32, free: FieldSet) -> FieldSet {
    let Some(mut cut) = used_by_a_walk(start, steps, free) else { return FieldSet::first(PLACES) };
    // Often a second walk has nothing in common with the first.
    if used_by_a_walk(start, steps, free - cut).is_some() {
        return FieldSet::EMPTY;
    }
    let mut unasked = cut;
    while let Some(place) = unasked.lowest() {
        let whole = GRAPH.whole(place);
        unasked -= whole;
        if let Some(used) = used_by_a_walk(start, steps, free - whole) {
            cut &= used;
            unasked &= used;
        }
    }
    cut
}

/// The places that one walk uses, whole fields with all places.
fn used_by_a_walk(place: Field, steps: u32, free: FieldSet) -> Option<FieldSet> {
    let next = GRAPH.neighbours(place) & free;
    if steps == 1 {
        return next.lowest().map(|last| GRAPH.whole(last));
    }
    next.iter().find_map(|step| {
        let whole = GRAPH.whole(step);
        used_by_a_walk(step, steps - 1, free - whole).map(|used| used | whole)
    })
}
