//! The search for walks: exactly `n` steps from field to neighbouring field, never onto an occupied
//! field and never onto a field twice, the start included.
//!
//! A [`Graph`] holds up to 64 fields with directed edges. Fields may be joined into a *whole field*:
//! several places that are used up together, as the eight places of a long field in RAMSES are. A
//! walk touches at most one place of a whole field, and a stone on one place occupies them all.
//!
//! Three questions are answered, each for a start, a number of steps and the occupied fields:
//! which fields can be reached ([`Graph::reach`]), along which walks ([`Graph::walks`],
//! [`Graph::walks_to`]) and how many there are ([`Graph::count`]).
//!
//! ```
//! use amduat::{Field, FieldSet, walk::Graph};
//!
//! // Four fields in a ring: 0 - 1 - 2 - 3 - 0.
//! let ring = Graph::new(4, [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)], [])?;
//! let field = Field::wrapping;
//! assert_eq!(ring.reach(field(0), 2, FieldSet::EMPTY), field(2).set());
//! assert_eq!(ring.count(field(0), 2, FieldSet::EMPTY), 2);
//! assert_eq!(ring.reach(field(0), 3, FieldSet::EMPTY), field(1).set() | field(3).set());
//! assert_eq!(ring.reach(field(0), 3, field(1).set()), FieldSet::EMPTY);
//! # Ok::<(), amduat::ParseError>(())
//! ```
//!
//! The time is exponential in the number of steps at worst (asking for walks over every field is the
//! Hamiltonian path problem), so each search has a variant that asks a `watch` now and then whether
//! to give up.

mod memo;

pub use memo::{MAX_STEPS, Memo, Vicinity};

use crate::error::ParseError;
use crate::field::{Field, FieldSet};

/// The most fields a graph can have.
pub const MAX_FIELDS: usize = 64;

/// A search was given up because its watch said so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A board as the walk search sees it: fields, directed edges and whole fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    fields: u8,
    next: [FieldSet; MAX_FIELDS],
    whole: [FieldSet; MAX_FIELDS],
}

impl Graph {
    /// A graph from outside data: `edges` are ordered pairs, `whole_fields` disjoint sets of fields.
    ///
    /// # Errors
    /// More than 64 fields, a field that does not exist, an edge from a field to itself, or a field
    /// that belongs to two whole fields.
    pub fn new(
        fields: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
        whole_fields: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, ParseError> {
        if fields == 0 || fields > MAX_FIELDS {
            let reason = format!("a graph has from 1 to {MAX_FIELDS} fields");
            return Err(ParseError::new("fields", fields, reason));
        }
        let exists = |part, number: usize| {
            if number < fields {
                Ok(Field::wrapping(number))
            } else {
                let reason = format!("the fields are numbered from 0 to {}", fields - 1);
                Err(ParseError::new(part, number, reason))
            }
        };
        let mut graph = Self::empty(fields);
        for (from, to) in edges {
            let (a, b) = (exists("edges", from)?, exists("edges", to)?);
            if a == b {
                let reason = "an edge joins two different fields";
                return Err(ParseError::new("edges", format!("({from}, {to})"), reason));
            }
            graph.next[a.index()] |= b.set();
        }
        for group in whole_fields {
            let mut places = FieldSet::EMPTY;
            for &number in &group {
                let place = exists("whole_fields", number)?;
                if graph.whole[number] != place.set() || places.contains(place) {
                    let reason = "a field belongs to one whole field at most, and once";
                    return Err(ParseError::new("whole_fields", number, reason));
                }
                places |= place.set();
            }
            graph = graph.with_whole_field(places);
        }
        Ok(graph)
    }

    /// A graph with `fields` fields (64 at most) and no edges, for boards built at compile time.
    pub const fn empty(fields: usize) -> Self {
        let mut whole = [FieldSet::EMPTY; MAX_FIELDS];
        let mut i = 0;
        while i < MAX_FIELDS {
            whole[i] = Field::wrapping(i).set();
            i += 1;
        }
        let fields = if fields > MAX_FIELDS { MAX_FIELDS } else { fields };
        Self { fields: fields as u8, next: [FieldSet::EMPTY; MAX_FIELDS], whole }
    }

    /// The graph with one more edge, in this direction only.
    #[must_use]
    pub const fn with_edge(mut self, from: usize, to: usize) -> Self {
        let neighbours = self.next[from & 63];
        self.next[from & 63] = neighbours.union(Field::wrapping(to).set());
        self
    }

    /// The graph with an edge in both directions.
    #[must_use]
    pub const fn with_edges(self, a: usize, b: usize) -> Self {
        self.with_edge(a, b).with_edge(b, a)
    }

    /// The graph with these fields joined into one whole field.
    #[must_use]
    pub const fn with_whole_field(mut self, places: FieldSet) -> Self {
        let mut i = 0;
        while i < MAX_FIELDS {
            if places.contains(Field::wrapping(i)) {
                self.whole[i] = places;
            }
            i += 1;
        }
        self
    }

    /// How many fields there are.
    pub const fn len(&self) -> usize {
        self.fields as usize
    }

    /// Whether the graph has no field at all.
    pub const fn is_empty(&self) -> bool {
        self.fields == 0
    }

    /// The fields one step away.
    #[inline]
    pub const fn neighbours(&self, field: Field) -> FieldSet {
        self.next[field.index()]
    }

    /// All places of the whole field that `field` belongs to; of an ordinary field, itself.
    #[inline]
    pub const fn whole(&self, field: Field) -> FieldSet {
        self.whole[field.index()]
    }

    /// The fields that may be entered on a walk from `start` when stones stand on `occupied`.
    #[inline]
    pub fn free(&self, start: Field, occupied: FieldSet) -> FieldSet {
        let used = occupied.iter().fold(self.whole(start), |used, field| used | self.whole(field));
        FieldSet::first(self.len()) - used
    }

    /// The fields in which a walk of exactly `steps` steps can end.
    #[inline]
    pub fn reach(&self, start: Field, steps: u32, occupied: FieldSet) -> FieldSet {
        self.reach_free(start, steps, self.free(start, occupied))
    }

    /// As [`reach`](Self::reach), with the fields that may be entered instead of the occupied ones.
    /// `free` must not hold any place of the start, and whole fields only entire.
    #[inline]
    pub fn reach_free(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        if steps == 0 {
            return start.set();
        }
        let mut found = FieldSet::EMPTY;
        // A search that never asks to stop cannot be stopped.
        let _ = self.collect(start, steps, free, &mut found, free, &mut || false);
        found
    }

    /// As [`reach`](Self::reach), asking `watch` at every inner step whether to give up.
    ///
    /// # Errors
    /// [`Stopped`] when `watch` said so.
    pub fn reach_watched(
        &self,
        start: Field,
        steps: u32,
        occupied: FieldSet,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<FieldSet, Stopped> {
        if steps == 0 {
            return Ok(start.set());
        }
        let free = self.free(start, occupied);
        if steps > free.len() {
            return Ok(FieldSet::EMPTY);
        }
        let mut found = FieldSet::EMPTY;
        self.collect(start, steps, free, &mut found, free, watch)?;
        Ok(found)
    }

    /// Depth-first search; stops early once `found` holds all of `wanted`.
    #[inline]
    fn collect(
        &self,
        field: Field,
        steps: u32,
        free: FieldSet,
        found: &mut FieldSet,
        wanted: FieldSet,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<(), Stopped> {
        let next = self.neighbours(field) & free;
        if steps == 1 {
            *found |= next;
            return Ok(());
        }
        if watch() {
            return Err(Stopped);
        }
        if steps == 2 {
            for step in next {
                *found |= self.neighbours(step) & (free - self.whole(step));
            }
            return Ok(());
        }
        for step in next {
            self.collect(step, steps - 1, free - self.whole(step), found, wanted, watch)?;
            if *found == wanted {
                break;
            }
        }
        Ok(())
    }

    /// Whether any walk of exactly `steps` steps exists.
    #[inline]
    pub fn can_walk(&self, start: Field, steps: u32, occupied: FieldSet) -> bool {
        self.can_walk_free(start, steps, self.free(start, occupied))
    }

    /// As [`can_walk`](Self::can_walk), with the fields that may be entered.
    pub fn can_walk_free(&self, field: Field, steps: u32, free: FieldSet) -> bool {
        let next = self.neighbours(field) & free;
        match steps {
            0 => return true,
            1 => return !next.is_empty(),
            _ => {}
        }
        for step in next {
            if self.can_walk_free(step, steps - 1, free - self.whole(step)) {
                return true;
            }
        }
        false
    }

    /// How many walks of exactly `steps` steps there are.
    pub fn count(&self, start: Field, steps: u32, occupied: FieldSet) -> u64 {
        self.count_watched(start, steps, occupied, &mut || false).unwrap_or(0)
    }

    /// As [`count`](Self::count), asking `watch` at every inner step whether to give up.
    ///
    /// # Errors
    /// [`Stopped`] when `watch` said so.
    pub fn count_watched(
        &self,
        start: Field,
        steps: u32,
        occupied: FieldSet,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<u64, Stopped> {
        if steps == 0 {
            return Ok(1);
        }
        let free = self.free(start, occupied);
        if steps > free.len() {
            return Ok(0);
        }
        self.tally(start, steps, free, watch)
    }

    fn tally(
        &self,
        field: Field,
        steps: u32,
        free: FieldSet,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<u64, Stopped> {
        let next = self.neighbours(field) & free;
        if steps == 1 {
            return Ok(next.len().into());
        }
        if watch() {
            return Err(Stopped);
        }
        next.iter().try_fold(0, |total, step| Ok(total + self.tally(step, steps - 1, free - self.whole(step), watch)?))
    }

    /// All walks of exactly `steps` steps, in lexicographic order of their fields.
    pub fn walks(&self, start: Field, steps: u32, occupied: FieldSet) -> Walks<&Self> {
        Walks::new(self, start, None, steps, occupied)
    }

    /// All walks of exactly `steps` steps that end on `end`, in lexicographic order.
    pub fn walks_to(&self, start: Field, end: Field, steps: u32, occupied: FieldSet) -> Walks<&Self> {
        Walks::new(self, start, Some(end), steps, occupied)
    }

    /// One walk of exactly `steps` steps from `start` to `end`, if there is any.
    pub fn witness(&self, start: Field, end: Field, steps: u32, occupied: FieldSet) -> Option<Vec<Field>> {
        self.walks_to(start, end, steps, occupied).next()
    }
}

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
    state: State,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    field: Field,
    free: FieldSet,
    untried: FieldSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
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
        let mut walks = Self { graph, start, steps, toward, frames: Vec::new(), state: State::Fresh };
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
        if self.state == State::Fresh {
            self.state = State::Running;
            if self.steps == 0 {
                self.state = State::Done;
                return Ok(self.toward[0].contains(self.start).then(|| vec![self.start]));
            }
        }
        while self.state == State::Running {
            if watch() {
                return Err(Stopped);
            }
            let Some(top) = self.frames.last_mut() else {
                self.state = State::Done;
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
