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

#[cfg(test)]
mod tests {
    use super::super::samples::random_graph;
    use super::*;
    use fastrand::Rng;

    /// The slow twin of what is of use: distances by trying every step again and again, then the fields that no two
    /// others can be before and after, one by one.
    fn plain(question: &WalkQuestion<'_>) -> FieldSet {
        let &WalkQuestion { graph, start, end, free, .. } = question;
        let longest = question.longest() as usize;
        let leads = |from: Field, to: Field| graph.neighbours(from).contains(to);
        // How far each field is from another, over fields that are free; no way is longer than 64 steps.
        let far = |from: Field, free: FieldSet, leads: &dyn Fn(Field, Field) -> bool| {
            let mut far = [1000; super::super::MAX_FIELDS];
            far[from.index()] = 0;
            for _ in 0..graph.len() {
                for a in free | from.set() {
                    for b in free.iter().filter(|&b| leads(a, b)) {
                        far[b.index()] = far[b.index()].min(far[a.index()] + 1);
                    }
                }
            }
            far
        };
        let Some(end) = end else {
            let far = far(start, free, &leads);
            return free.iter().filter(|field| far[field.index()] <= longest).collect();
        };
        let free: FieldSet = free.iter().filter(|&field| field == end || !graph.whole(end).contains(field)).collect();
        if !free.contains(end) {
            return FieldSet::EMPTY;
        }
        let (onward, back) = (far(start, free, &leads), far(end, free - end.set(), &|a, b| leads(b, a)));
        let near = |field: &Field| onward[field.index()] + back[field.index()] <= longest;
        let mut fields: FieldSet = free.iter().filter(near).collect();
        let dead = |field: Field, fields: FieldSet| {
            let others = fields - graph.whole(field);
            let before = ((others - end.set()) | start.set()).iter().filter(|&before| leads(before, field));
            let after = |before: Field| others.iter().any(|after| after != before && leads(field, after));
            field != end && !before.into_iter().any(after)
        };
        while let Some(field) = fields.iter().find(|&field| dead(field, fields)) {
            fields -= field.set();
        }
        fields
    }

    #[test]
    fn what_is_of_use_is_what_distances_and_dead_ends_tell() {
        let mut random = Rng::with_seed(12);
        let (mut of_use, mut of_none) = (0, 0);
        for _ in 0..1000 {
            let graph = random_graph(&mut random);
            let start = Field::wrapping(random.usize(..graph.len()));
            let occupied = FieldSet(random.u64(..) & random.u64(..) & random.u64(..)) & FieldSet::first(graph.len());
            let free = graph.free(start, occupied);
            for end in FieldSet::first(graph.len()).iter().map(Some).chain([None]) {
                for steps in (0..=free.len() + 1).map(Some).chain([None]) {
                    let question = WalkQuestion { graph: &graph, start, end, steps, free };
                    let found = question.of_use();
                    assert_eq!(found, plain(&question), "{question:?}");
                    of_use += found.len();
                    of_none += free.len() - found.len();
                }
            }
        }
        assert!(of_use > 50_000 && of_none > 50_000, "{of_use}, {of_none}");
    }
}
