//! What is asked about walks, with the fields that matter for it.

use super::graph::Graph;
use crate::field::{Field, FieldSet};

/// Which walks are meant: from where, to where, and of how many steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkQuestion<'a> {
    pub(super) graph: &'a Graph,
    pub(super) start: Field,
    /// The last field, if it is given.
    pub(super) end: Option<Field>,
    /// The number of steps, if it is given.
    pub(super) steps: Option<u32>,
    /// The fields that may be entered, among them no place of the start.
    pub(super) free: FieldSet,
}

impl WalkQuestion<'_> {
    /// The most steps a walk can have.
    pub(super) fn longest(&self) -> u32 {
        let fields = self.free.len();
        self.steps.map_or(fields, |steps| steps.min(fields))
    }

    /// The fields that a walk can enter, as far as distances and dead ends tell. Without a given end, dead ends are
    /// good to end on.
    pub(super) fn of_use(&self) -> FieldSet {
        let &Self { graph, start, free, .. } = self;
        let longest = self.longest() as usize;
        let Some(end) = self.end else {
            return union(Layers::new(|field| graph.neighbours(field), start, free).take(longest));
        };
        // Of a whole field only the place that is the end can be of use.
        let free = free - (graph.whole(end) - end.set());
        if !free.contains(end) {
            return FieldSet::EMPTY;
        }
        let before = predecessors(graph);
        let onward: Vec<_> = Layers::new(|field| graph.neighbours(field), start, free).take(longest).collect();
        let back = Layers::new(|field| before[field.index()], end, free - end.set());
        let back: Vec<_> = std::iter::once(end.set()).chain(back).take(longest).collect();
        // From the start and to the end it may be as far together as the walk is long.
        let near = onward.iter().enumerate().map(|(steps, &fields)| {
            let left = back.len().min(longest - steps);
            fields & union(back[..left].iter().copied())
        });
        without_dead_ends(graph, &before, start, end, union(near))
    }
}

/// The fields one step away, two steps, and so on, each at its least distance, as long as there are any.
pub(super) struct Layers<W> {
    ways: W,
    last: FieldSet,
    free: FieldSet,
}

impl<W: Fn(Field) -> FieldSet> Layers<W> {
    /// The layers around a field, on free fields, where `ways` gives the next fields of each.
    pub(super) fn new(ways: W, field: Field, free: FieldSet) -> Self {
        Self { ways, last: field.set(), free }
    }
}

impl<W: Fn(Field) -> FieldSet> Iterator for Layers<W> {
    type Item = FieldSet;

    #[inline]
    fn next(&mut self) -> Option<FieldSet> {
        self.last = union(self.last.iter().map(&self.ways)) & self.free;
        self.free -= self.last;
        Some(self.last).filter(|last| !last.is_empty())
    }
}

/// All fields of some sets.
#[inline]
pub(super) fn union(sets: impl Iterator<Item = FieldSet>) -> FieldSet {
    sets.fold(FieldSet::EMPTY, |all, set| all | set)
}

/// For each field, the fields from which a step leads to it.
pub(super) fn predecessors(graph: &Graph) -> [FieldSet; super::MAX_FIELDS] {
    let mut before = [FieldSet::EMPTY; super::MAX_FIELDS];
    for from in FieldSet::first(graph.len()) {
        for to in graph.neighbours(from) {
            before[to.index()] |= from.set();
        }
    }
    before
}

/// What is left of `fields` when those are taken out, again and again, that a walk from `head` to `end` cannot
/// enter and leave.
pub(super) fn without_dead_ends(
    graph: &Graph,
    before: &[FieldSet; super::MAX_FIELDS],
    head: Field,
    end: Field,
    mut fields: FieldSet,
) -> FieldSet {
    let mut in_doubt = fields - end.set();
    while let Some(field) = in_doubt.take_lowest() {
        let whole = graph.whole(field);
        let inward = before[field.index()] & ((fields | head.set()) - whole - end.set());
        let outward = graph.neighbours(field) & (fields - whole);
        let either = inward | outward;
        if inward.is_empty() || outward.is_empty() || either.len() == 1 {
            fields -= field.set();
            in_doubt |= either & (fields - end.set());
        }
    }
    fields
}
