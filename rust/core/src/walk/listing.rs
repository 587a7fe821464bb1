//! Counting walks one by one, the last step of all at once.

use super::graph::Graph;
use super::question::{WalkQuestion, predecessors, union};
use super::search;
use crate::field::{Field, FieldSet};

/// How many walks of at least one step there are. What is said after `watch` has returned true means nothing.
pub(super) fn count(question: &WalkQuestion<'_>, watch: &mut dyn FnMut() -> bool) -> u128 {
    let &WalkQuestion { graph, start, end, steps, .. } = question;
    let free = question.of_use();
    let listing = Listing { graph, toward: toward(question, free) };
    match (steps, end) {
        (Some(steps), None) => search::count(graph, start, steps, free, watch).into(),
        (Some(steps), Some(_)) => listing.exactly(start, steps as usize, free, watch),
        (None, None) => listing.anywhere(start, free, watch),
        (None, Some(end)) => listing.to(start, end, free - end.set(), watch),
    }
}

/// For each number of steps to go, the fields from which so many lead to the end of the walk, perhaps on some field
/// twice.
fn toward(question: &WalkQuestion<'_>, free: FieldSet) -> Vec<FieldSet> {
    let (Some(end), Some(steps)) = (question.end, question.steps) else { return Vec::new() };
    let before = predecessors(question.graph);
    let mut toward = vec![end.set()];
    let mut last = end.set();
    for _ in 0..steps {
        last = union(last.iter().map(|field| before[field.index()])) & free;
        toward.push(last);
    }
    toward
}

struct Listing<'a> {
    graph: &'a Graph,
    toward: Vec<FieldSet>,
}

impl Listing<'_> {
    /// Walks of so many steps, not 0, to the end.
    fn exactly(&self, field: Field, steps: usize, free: FieldSet, watch: &mut dyn FnMut() -> bool) -> u128 {
        let next = self.graph.neighbours(field) & free & self.toward[steps - 1];
        if steps == 1 {
            return next.len().into();
        }
        if watch() {
            return 0;
        }
        next.iter().map(|step| self.exactly(step, steps - 1, free - self.graph.whole(step), watch)).sum()
    }

    /// Walks of any length but 0 to any field.
    fn anywhere(&self, field: Field, free: FieldSet, watch: &mut dyn FnMut() -> bool) -> u128 {
        if watch() {
            return 0;
        }
        let next = self.graph.neighbours(field) & free;
        next.iter().map(|step| 1 + self.anywhere(step, free - self.graph.whole(step), watch)).sum()
    }

    /// Walks of any length to `end`, which is not among the free fields.
    fn to(&self, field: Field, end: Field, free: FieldSet, watch: &mut dyn FnMut() -> bool) -> u128 {
        if watch() {
            return 0;
        }
        let next = self.graph.neighbours(field);
        let further = (next & free).iter().map(|step| self.to(step, end, free - self.graph.whole(step), watch));
        further.sum::<u128>() + u128::from(next.contains(end))
    }
}
