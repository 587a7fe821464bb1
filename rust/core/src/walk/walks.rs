//! Walks one after the other, each with its fields: for showing them, and for questions about a few.

use super::graph::{Graph, MAX_FIELDS};
use super::search::Stopped;
use crate::field::{Field, FieldSet};

/// The walks of one search, one after the other, each with its start first.
///
/// Made by [`Graph::walks`] and [`Graph::walks_to`], or with [`Walks::new`] over any kind of
/// reference to a graph.
#[derive(Clone, Debug)]
pub struct Walks<G> {
    graph: G,
    start: Field,
    steps: usize,
    /// `toward[k]`: the fields worth standing on with `k` steps to go.
    toward: Vec<FieldSet>,
    /// One frame for each field of the walk so far, the start included. Without any the search is over.
    frames: Vec<Frame>,
    /// The walk without a step, if that is one and has not been given yet.
    standing: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    field: Field,
    free: FieldSet,
    untried: FieldSet,
}

impl<G: std::ops::Deref<Target = Graph>> Walks<G> {
    /// The walks of exactly `steps` steps, to `end` if one is given.
    pub fn new(graph: G, start: Field, end: Option<Field>, steps: u32, occupied: FieldSet) -> Self {
        let free = graph.free(start, occupied);
        let everywhere = free | start.set();
        // A walk uses each field once, so one of 64 steps or more does not exist.
        let steps = (steps as usize).min(MAX_FIELDS);
        let mut toward = vec![end.map_or(everywhere, Field::set)];
        for _ in 0..steps {
            let goal = toward.last().copied().unwrap_or_default();
            toward.push(match end {
                None => everywhere,
                Some(_) => everywhere.iter().filter(|&field| graph.neighbours(field).meets(goal)).collect(),
            });
        }
        let standing = steps == 0 && toward[0].contains(start);
        let mut walks = Self { graph, start, steps, toward, frames: Vec::new(), standing };
        if steps > 0 {
            let first = walks.frame(start, free);
            walks.frames.push(first);
        }
        walks
    }

    fn frame(&self, field: Field, free: FieldSet) -> Frame {
        let free = free - self.graph.whole(field);
        let left = self.steps - self.frames.len();
        Frame { field, free, untried: self.graph.neighbours(field) & free & self.toward[left - 1] }
    }

    /// The next walk, asking `watch` at every step whether to give up; after that the search can go on.
    ///
    /// # Errors
    /// [`Stopped`] when `watch` said so.
    pub fn advance(&mut self, watch: &mut impl FnMut() -> bool) -> Result<Option<Vec<Field>>, Stopped> {
        if std::mem::take(&mut self.standing) {
            return Ok(Some(vec![self.start]));
        }
        while let Some(top) = self.frames.last_mut() {
            if watch() {
                return Err(Stopped);
            }
            let free = top.free;
            let Some(step) = top.untried.take_lowest() else {
                self.frames.pop();
                continue;
            };
            if self.frames.len() == self.steps {
                let walk = self.frames.iter().map(|frame| frame.field).chain([step]);
                return Ok(Some(walk.collect()));
            }
            let frame = self.frame(step, free);
            self.frames.push(frame);
        }
        Ok(None)
    }
}

impl<G: std::ops::Deref<Target = Graph>> Iterator for Walks<G> {
    type Item = Vec<Field>;

    fn next(&mut self) -> Option<Vec<Field>> {
        self.advance(&mut || false).unwrap_or(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::grid;
    use super::*;

    /// Walks that were given up and gone on with at every step are the same walks.
    #[test]
    fn what_was_stopped_goes_on() {
        let graph = grid(4, 3);
        let (start, stone) = (Field::wrapping(1), Field::wrapping(6).set());
        for end in [None, Some(Field::wrapping(11))] {
            for steps in 0..12 {
                let at_once: Vec<_> = Walks::new(&graph, start, end, steps, stone).collect();
                let (mut walks, mut found, mut stops) = (Walks::new(&graph, start, end, steps, stone), Vec::new(), 0);
                loop {
                    let mut asked = false;
                    match walks.advance(&mut || std::mem::replace(&mut asked, true)) {
                        Ok(Some(walk)) => found.push(walk),
                        Ok(None) => break,
                        Err(Stopped) => stops += 1,
                    }
                }
                assert_eq!(found, at_once, "{steps} steps to {end:?}");
                assert!(stops > 0 || steps < 2 || at_once.is_empty(), "{steps} steps to {end:?}");
                assert_eq!(walks.next(), None);
            }
        }
    }

    #[test]
    fn a_walk_without_a_step_is_given_once() {
        let graph = grid(2, 1);
        let (start, other) = (Field::wrapping(0), Field::wrapping(1));
        let walks = |end| Walks::new(&graph, start, end, 0, FieldSet::EMPTY).collect::<Vec<_>>();
        assert_eq!([None, Some(start)].map(walks), [[[start]], [[start]]]);
        assert!(walks(Some(other)).is_empty());
    }
}
