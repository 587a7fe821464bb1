//! What no walk can reach, told without searching.

use crate::field::{Field, FieldSet};
use crate::walk::question::{Layers, predecessors, union};
use crate::walk::{Graph, MAX_FIELDS};

/// A board with what helps to see that there is no walk.
pub(super) struct Bounded<'a> {
    pub(super) graph: &'a Graph,
    /// For each field, the fields from which a step leads to it.
    pub(super) before: [FieldSet; MAX_FIELDS],
    /// Whether every step can be made backward.
    pub(super) symmetric: bool,
    has_whole_fields: bool,
    /// One of the two colours of the fields, if every step goes from one colour to the other.
    colour: Option<FieldSet>,
}

impl<'a> Bounded<'a> {
    /// The board of walks from a start on free fields.
    pub(super) fn new(graph: &'a Graph, start: Field, free: FieldSet) -> Self {
        let before = predecessors(graph);
        let fields = free | start.set();
        let symmetric = fields.iter().all(|field| graph.neighbours(field) & fields == before[field.index()] & fields);
        let has_whole_fields = fields.iter().any(|field| graph.whole(field) != field.set());
        let mut board = Self { graph, before, symmetric, has_whole_fields, colour: None };
        board.colour = board.two_colours(start, fields);
        board
    }

    /// The colour of the start, if the fields that can be got to from it have two colours.
    fn two_colours(&self, start: Field, fields: FieldSet) -> Option<FieldSet> {
        let (mut colours, mut last) = ([start.set(), FieldSet::EMPTY], start.set());
        for step in 1.. {
            let around = union(last.iter().map(|field| self.graph.neighbours(field))) & fields;
            if around.meets(colours[1 - step % 2]) {
                return None;
            }
            last = around - colours[step % 2];
            if last.is_empty() {
                break;
            }
            colours[step % 2] |= last;
        }
        Some(colours[0])
    }

    /// The fields at most so many steps away from `head`, on free fields.
    pub(super) fn within(&self, head: Field, steps: u32, free: FieldSet) -> FieldSet {
        union(Layers::new(|field| self.graph.neighbours(field), head, free).take(steps as usize))
    }

    /// Where walks of so many steps may end, as far as distances and colours tell.
    pub(super) fn possible(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        let near = self.within(start, steps, free);
        if self.fields_in(near) < steps {
            return FieldSet::EMPTY;
        }
        let Some(same) = self.colour else { return near };
        let end_colour = if steps.is_multiple_of(2) { near & same } else { near - same };
        // The walk changes its colour with each step: half of its fields are of the colour of the end.
        let others = near - end_colour;
        let room = self.fields_in(end_colour) >= steps.div_ceil(2) && self.fields_in(others) >= steps / 2;
        if room { end_colour } else { FieldSet::EMPTY }
    }

    /// Whether the fields are enough for so many steps to an end.
    pub(super) fn has_room(&self, end: Field, steps: u32, fields: FieldSet) -> bool {
        let Some(colour) = self.colour else { return self.fields_in(fields) >= steps };
        let colour = if colour.contains(end) { colour } else { !colour };
        self.fields_in(fields & colour) >= steps.div_ceil(2) && self.fields_in(fields - colour) >= steps / 2
    }

    /// How many fields there are, whole fields counted once.
    fn fields_in(&self, fields: FieldSet) -> u32 {
        if !self.has_whole_fields {
            return fields.len();
        }
        let first = |&field: &Field| (self.graph.whole(field) & fields).lowest() == Some(field);
        fields.iter().filter(first).count() as u32
    }
}
