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
    /// The walk so far, start excluded; one frame per step taken.
    frames: Vec<Frame>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    field: Field,
    free: FieldSet,
    untried: FieldSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Fresh,
    Running,
    Done,
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
        let mut walks = Self { graph, start, steps, toward, frames: Vec::new(), stage: Stage::Fresh };
        let first = walks.frame(start, free | walks.graph.whole(start));
        walks.frames.push(first);
        walks
    }

    fn frame(&self, field: Field, free: FieldSet) -> Frame {
        let free = free - self.graph.whole(field);
        let left = self.steps - self.frames.len();
        let untried = match left {
            0 => FieldSet::EMPTY,
            _ => self.graph.neighbours(field) & free & self.toward[left - 1],
        };
        Frame { field, free, untried }
    }

    /// The next walk, asking `watch` at every step whether to give up; after that the search can go on.
    ///
    /// # Errors
    /// [`Stopped`] when `watch` said so.
    pub fn advance(&mut self, watch: &mut impl FnMut() -> bool) -> Result<Option<Vec<Field>>, Stopped> {
        if self.stage == Stage::Fresh {
            self.stage = Stage::Running;
            if self.steps == 0 {
                self.stage = Stage::Done;
                return Ok(self.toward[0].contains(self.start).then(|| vec![self.start]));
            }
        }
        while self.stage == Stage::Running {
            if watch() {
                return Err(Stopped);
            }
            let Some(top) = self.frames.last_mut() else {
                self.stage = Stage::Done;
                break;
            };
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
