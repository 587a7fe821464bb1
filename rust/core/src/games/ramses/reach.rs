//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{self, GRAPH, LONG_FIELDS, PLACES};
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

    fn free(self, start: Field) -> FieldSet {
        FieldSet::first(PLACES) - self.0 - GRAPH.whole(start)
    }
}

/// A question to a memo: start, steps and the occupied places in the vicinity. Never 0, since no
/// stone moves 0 steps.
#[inline(always)]
fn question(start: Field, steps: u32, crowd: Crowd) -> u64 {
    let near = crowd.0 & VICINITY.of(start, steps);
    near.0 | (start.index() as u64) << 40 | u64::from(steps) << 48
}

impl Memory {
    /// Where the stone on `start` can go.
    #[inline(always)]
    pub(super) fn reach(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        let search = || GRAPH.reach_free(start, steps, crowd.free(start)).0;
        FieldSet(self.reaches.answer(question(start, steps, crowd), search))
    }

    /// The cut of the stone on `start`: a place is in it when all its walks use it, so that a stone
    /// put there would keep it from moving. Without any walk, every place is in the cut.
    #[inline(always)]
    pub(super) fn cut(&self, start: Field, steps: u32, crowd: Crowd) -> FieldSet {
        FieldSet(self.cuts.answer(question(start, steps, crowd), || cut(start, steps, crowd.free(start)).0))
    }
}

#[inline(never)]
fn cut(start: Field, steps: u32, free: FieldSet) -> FieldSet {
    let mut cut = FieldSet::first(PLACES);
    narrow(start, steps, free, FieldSet::EMPTY, &mut cut);
    cut
}

/// Takes from `cut` what some walk does not use. `used` are the places of the walk so far.
fn narrow(place: Field, steps: u32, free: FieldSet, used: FieldSet, cut: &mut FieldSet) {
    if steps == 0 {
        *cut &= used;
        return;
    }
    for step in GRAPH.neighbours(place) & free {
        let whole = GRAPH.whole(step);
        narrow(step, steps - 1, free - whole, used | whole, cut);
        if cut.is_empty() {
            return;
        }
    }
}

/// How many steps a stone moves once one stone has been added to `stones`: in its row, in its column,
/// or elsewhere.
pub(super) struct StepsAfter {
    pub(super) row: (FieldSet, u32),
    pub(super) column: (FieldSet, u32),
    pub(super) elsewhere: u32,
}

impl StepsAfter {
    #[inline(always)]
    pub(super) fn new(place: Field, stones: FieldSet) -> Self {
        let (row, column) = board::LINES[place.index() % PLACES];
        let (in_row, in_column) = ((row & stones).len(), (column & stones).len());
        Self {
            row: (row, in_column.max(in_row + 1)),
            column: (column, in_row.max(in_column + 1)),
            elsewhere: in_row.max(in_column),
        }
    }
}
