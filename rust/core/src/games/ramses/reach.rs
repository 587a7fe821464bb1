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

/// How many steps a stone moves after one stone has left and another has come: in its row, in its
/// column, or elsewhere.
pub(super) struct StepsAfter {
    row: FieldSet,
    column: FieldSet,
    in_row: u32,
    in_column: u32,
}

impl StepsAfter {
    #[inline(always)]
    pub(super) fn new(place: Field, stones: FieldSet) -> Self {
        let (row, column) = board::LINES[place.index() % PLACES];
        Self { row, column, in_row: (row & stones).len(), in_column: (column & stones).len() }
    }

    /// How many steps it moves as things are.
    #[inline(always)]
    pub(super) fn now(&self) -> u32 {
        self.in_row.max(self.in_column)
    }

    /// The targets of a stone that leaves `from`, grouped by how many steps this stone moves then.
    #[inline(always)]
    pub(super) fn groups(&self, from: Field, targets: FieldSet) -> [(FieldSet, u32); 3] {
        let in_row = self.in_row - u32::from(self.row.contains(from));
        let in_column = self.in_column - u32::from(self.column.contains(from));
        let (row, column) = (targets & self.row, targets & self.column);
        [
            (row, in_column.max(in_row + 1)),
            (column, in_row.max(in_column + 1)),
            (targets - row - column, in_row.max(in_column)),
        ]
    }
}

/// A stone of the opponent that could make the second part, with its cuts for as many steps as it
/// moves now, one fewer and one more: no own part changes it by more.
pub(super) struct Second {
    after: StepsAfter,
    fewest: u32,
    cuts: [FieldSet; 3],
}

impl Second {
    #[inline(always)]
    pub(super) fn new(memory: &Memory, stone: Field, stones: FieldSet, crowd: Crowd) -> Self {
        let after = StepsAfter::new(stone, stones);
        let now = after.now();
        // A stone that is alone in its lines cannot become more so; the first cut is then not used.
        let fewer = if now > 1 { memory.cut(stone, now - 1, crowd) } else { FieldSet::first(PLACES) };
        let cuts = [fewer, memory.cut(stone, now, crowd), memory.cut(stone, now + 1, crowd)];
        Self { after, fewest: now - 1, cuts }
    }

    /// Those targets of the own stone on `from` after which this stone might not be able to move.
    /// It surely can after the others, for its walks do not even need the field that is left.
    #[inline(always)]
    pub(super) fn doubtful(&self, from: Field, targets: FieldSet) -> FieldSet {
        let [row, column, elsewhere] = self.after.groups(from, targets);
        let cut = |(group, steps): (FieldSet, u32)| group & self.cuts[(steps - self.fewest) as usize % 3];
        cut(row) | cut(column) | cut(elsewhere)
    }
}
