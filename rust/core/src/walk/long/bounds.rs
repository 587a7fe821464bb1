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
        let ends = match self.colour {
            None => near,
            Some(colour) if steps.is_multiple_of(2) => near & colour,
            Some(colour) => near - colour,
        };
        let room = ends.lowest().is_some_and(|end| self.has_room(end, steps, near));
        if room { ends } else { FieldSet::EMPTY }
    }

    /// Whether the fields are enough for so many steps to an end.
    pub(super) fn has_room(&self, end: Field, steps: u32, fields: FieldSet) -> bool {
        if self.fields_in(fields) < steps {
            return false;
        }
        let Some(colour) = self.colour else { return true };
        // The walk changes its colour with each step: half of its fields are of the colour of the end.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::samples::{grid, random_graph};
    use fastrand::Rng;

    /// The slow twin of what is possible: the fields at each distance one by one, and colours by what each step joins.
    fn plain(graph: &Graph, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        let fields = free | start.set();
        let mut far = [None; MAX_FIELDS];
        far[start.index()] = Some(0);
        for distance in 0..graph.len() as u32 {
            let last: FieldSet = fields.iter().filter(|from| far[from.index()] == Some(distance)).collect();
            for from in last {
                for to in graph.neighbours(from) & fields {
                    far[to.index()] = far[to.index()].or(Some(distance + 1));
                }
            }
        }
        let got_to = |field: &Field| far[field.index()].is_some();
        let odd = |field: Field| far[field.index()].is_some_and(|distance| distance % 2 == 1);
        let mut joined =
            fields.iter().filter(got_to).flat_map(|a| (graph.neighbours(a) & fields).iter().map(move |b| (a, b)));
        let two_colours = joined.all(|(a, b)| odd(a) != odd(b));
        let near: Vec<Field> =
            free.iter().filter(|field| far[field.index()].is_some_and(|distance| distance <= steps)).collect();
        // Whole fields are used once, whatever they are named after.
        let different = |fields: &[Field]| {
            let mut whole: Vec<_> = fields.iter().map(|&field| graph.whole(field).0).collect();
            whole.sort_unstable();
            whole.dedup();
            whole.len() as u32
        };
        if different(&near) < steps {
            return FieldSet::EMPTY;
        }
        if !two_colours {
            return near.into_iter().collect();
        }
        let (ends, others): (Vec<_>, Vec<_>) = near.into_iter().partition(|&field| odd(field) == (steps % 2 == 1));
        // The last field of the walk is an end, and from there every other one is of the same colour.
        let used = |first: u32| (first..=steps).step_by(2).count() as u32;
        if different(&ends) >= used(1) && different(&others) >= used(2) {
            ends.into_iter().collect()
        } else {
            FieldSet::EMPTY
        }
    }

    #[test]
    fn what_is_possible_is_what_distances_colours_and_room_tell() {
        let mut random = Rng::with_seed(13);
        let (mut possible, mut without_room, mut coloured) = (0, 0, 0);
        for round in 0..4000 {
            let graph = match round % 4 {
                0 => grid(random.usize(1..=5), random.usize(1..=4)),
                1 => grid(4, 4).with_whole_field(FieldSet(0b1001 << random.u32(..12))),
                // No field is by itself: pairs of both colours, or of the same.
                2 => {
                    let (first, second) = random.choice([(0b11, 0b1100), (0b101, 0b1010)]).expect("there are two");
                    (0..4).fold(grid(4, 4), |graph, row| {
                        let pair = |places: u64| FieldSet(places << (4 * row));
                        graph.with_whole_field(pair(first)).with_whole_field(pair(second))
                    })
                }
                _ => random_graph(&mut random),
            };
            let start = Field::wrapping(random.usize(..graph.len()));
            let occupied = FieldSet(random.u64(..) & random.u64(..)) & FieldSet::first(graph.len());
            let free = graph.free(start, occupied);
            let board = Bounded::new(&graph, start, free);
            for steps in 1..=free.len() + 1 {
                let found = board.possible(start, steps, free);
                assert_eq!(
                    found,
                    plain(&graph, start, steps, free),
                    "from {start:?}, {steps} on {free:?} of {graph:?}"
                );
                possible += found.len();
                coloured += u32::from(board.colour.is_some());
                without_room += u32::from(found.is_empty());
            }
        }
        assert!(possible > 10_000 && without_room > 3000 && coloured > 5000, "{possible}, {without_room}, {coloured}");
    }
}
