//! Boards as data: fields, directed edges, whole fields.

use super::board::WalkBoard;
use super::long;
use super::search::{self, Stopped};
use super::walks::Walks;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};

/// The most fields a graph can have.
pub const MAX_FIELDS: usize = 64;

/// Walks up to this length, those of the games, are searched for plainly.
const SHORT: u32 = 9;

/// A walk is found soon in less than so many steps.
const SOON: u32 = 512;

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

    /// The fields one step away from a field.
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
        match steps {
            0 => start.set(),
            1..=SHORT => search::ends(self, self.neighbours(start) & free, steps, free, &mut || false),
            _ => self.reach_far(start, steps, free, &mut || false).unwrap_or_default(),
        }
    }

    /// As [`reach_free`](Self::reach_free), of any number of steps but 0, with a watch.
    #[cold]
    fn reach_far(
        &self,
        start: Field,
        steps: u32,
        free: FieldSet,
        watch: &mut dyn FnMut() -> bool,
    ) -> Result<FieldSet, Stopped> {
        if steps > free.len() { Ok(FieldSet::EMPTY) } else { long::reach(self, start, steps, free, watch) }
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
        let free = self.free(start, occupied);
        match steps {
            0 => Ok(start.set()),
            _ => self.reach_far(start, steps, free, watch),
        }
    }

    /// Whether any walk of exactly `steps` steps exists.
    #[inline]
    pub fn can_walk(&self, start: Field, steps: u32, occupied: FieldSet) -> bool {
        self.can_walk_free(start, steps, self.free(start, occupied))
    }

    /// As [`can_walk`](Self::can_walk), with the fields that may be entered.
    #[inline]
    pub fn can_walk_free(&self, start: Field, steps: u32, free: FieldSet) -> bool {
        steps == 0 || search::exists(self, self.neighbours(start) & free, steps, free)
    }

    /// All walks of exactly `steps` steps, in lexicographic order of their fields.
    pub fn walks(&self, start: Field, steps: u32, occupied: FieldSet) -> Walks<&Self> {
        Walks::new(self, start, None, steps, occupied)
    }

    /// All walks of exactly `steps` steps that end on `end`, in lexicographic order.
    pub fn walks_to(&self, start: Field, end: Field, steps: u32, occupied: FieldSet) -> Walks<&Self> {
        Walks::new(self, start, Some(end), steps, occupied)
    }

    /// One walk of exactly `steps` steps from `start` to `end`, if there is any: where it is soon found, the first of
    /// them.
    pub fn witness(&self, start: Field, end: Field, steps: u32, occupied: FieldSet) -> Option<Vec<Field>> {
        self.witness_watched(start, end, steps, occupied, &mut || false).unwrap_or(None)
    }

    /// As [`witness`](Self::witness), asking `watch` again and again whether to give up.
    ///
    /// # Errors
    /// [`Stopped`] when `watch` said so.
    pub fn witness_watched(
        &self,
        start: Field,
        end: Field,
        steps: u32,
        occupied: FieldSet,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<Option<Vec<Field>>, Stopped> {
        let mut left = SOON;
        let first = self.walks_to(start, end, steps, occupied).advance(&mut || {
            left = left.saturating_sub(1);
            left == 0
        });
        match first {
            Ok(first) => Ok(first),
            Err(Stopped) => long::witness(self, (start, end), steps, self.free(start, occupied), watch),
        }
    }
}

impl WalkBoard for Graph {
    const HAS_WHOLE_FIELDS: bool = true;

    #[inline]
    fn neighbours(&self, field: Field) -> FieldSet {
        Self::neighbours(self, field)
    }

    #[inline]
    fn whole(&self, field: Field) -> FieldSet {
        Self::whole(self, field)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, hopeless};
    use super::*;

    fn field(number: usize) -> Field {
        Field::wrapping(number)
    }

    #[test]
    fn graphs_from_outside_are_checked() {
        fn graph(fields: usize, edges: &[(usize, usize)], whole_fields: &[&[usize]]) -> Result<Graph, String> {
            let whole_fields = whole_fields.iter().map(|places| places.to_vec());
            Graph::new(fields, edges.iter().copied(), whole_fields).map_err(|error| error.to_string())
        }
        fn refused(fields: usize, edges: &[(usize, usize)], whole_fields: &[&[usize]]) -> String {
            graph(fields, edges, whole_fields).expect_err("it is no graph")
        }
        for fields in [1, 2, MAX_FIELDS] {
            assert_eq!(graph(fields, &[], &[]).map(|graph| graph.len()), Ok(fields));
        }
        for fields in [0, MAX_FIELDS + 1, usize::MAX] {
            let reason = format!("fields \"{fields}\": a graph has from 1 to 64 fields");
            assert_eq!(refused(fields, &[], &[]), reason);
        }
        assert_eq!(refused(3, &[(0, 2), (0, 3)], &[]), "edges \"3\": the fields are numbered from 0 to 2");
        assert_eq!(refused(3, &[(64, 0)], &[]), "edges \"64\": the fields are numbered from 0 to 2");
        assert_eq!(refused(3, &[(2, 2)], &[]), "edges \"(2, 2)\": an edge joins two different fields");
        assert_eq!(refused(3, &[], &[&[1, 3]]), "whole_fields \"3\": the fields are numbered from 0 to 2");
        let once = "a field belongs to one whole field at most, and once";
        assert_eq!(refused(5, &[], &[&[0, 1], &[2, 1]]), format!("whole_fields \"1\": {once}"));
        assert_eq!(refused(5, &[], &[&[3, 4, 3]]), format!("whole_fields \"3\": {once}"));
    }

    #[test]
    fn boards_built_at_compile_time_are_those_of_data() {
        const BUILT: Graph =
            Graph::empty(5).with_edge(0, 1).with_edge(0, 2).with_edges(2, 3).with_whole_field(FieldSet(0b11000));
        let data = Graph::new(5, [(0, 1), (0, 2), (2, 3), (3, 2)], [vec![3, 4]]);
        assert_eq!(data, Ok(BUILT));
        assert_eq!(Graph::empty(65).len(), MAX_FIELDS);
        assert!(Graph::empty(0).is_empty() && !BUILT.is_empty());
        // Both places of the whole field are used up, by a stone there or by the start.
        assert_eq!(BUILT.free(field(0), field(4).set()), FieldSet(0b00110));
        assert_eq!(BUILT.free(field(3), FieldSet::EMPTY), FieldSet(0b00111));
    }

    /// The same questions on a row of fields, whose answers are plain, by all that answers them.
    #[test]
    fn walks_along_a_row_lead_to_its_fields() {
        let fields = 20;
        let row = (1..fields).fold(Graph::empty(fields), |graph, field| graph.with_edge(field - 1, field));
        let start = field(0);
        for steps in 0..=fields as u32 + 1 {
            for stone in 1..=fields {
                let occupied = if stone < fields { field(stone).set() } else { FieldSet::EMPTY };
                let expected = if (steps as usize) < stone { field(steps as usize).set() } else { FieldSet::EMPTY };
                let case = format!("{steps} steps, a stone on {stone}");
                assert_eq!(row.reach(start, steps, occupied), expected, "{case}");
                assert_eq!(row.reach_watched(start, steps, occupied, &mut || false), Ok(expected), "{case}");
                assert_eq!(row.can_walk(start, steps, occupied), !expected.is_empty(), "{case}");
                for end in FieldSet::first(fields) {
                    let walk = expected.contains(end).then(|| FieldSet::first(steps as usize + 1).iter().collect());
                    assert_eq!(row.witness(start, end, steps, occupied), walk, "{case} to {end:?}");
                }
            }
        }
    }

    /// Walks that are too many to be listed are looked for all the same.
    #[test]
    fn long_walks_are_found() {
        let graph = grid(8, 8);
        let free = graph.free(field(0), FieldSet::EMPTY);
        for (end, steps) in [(63, 62), (63, 30), (56, 63), (54, 40)] {
            let walk = graph.witness(field(0), field(end), steps, FieldSet::EMPTY).expect("there are such walks");
            assert_eq!(
                (walk.len(), walk.first(), walk.last()),
                (steps as usize + 1, Some(&field(0)), Some(&field(end)))
            );
            assert!(walk.windows(2).all(|pair| graph.neighbours(pair[0]).contains(pair[1])), "{walk:?}");
            assert_eq!(walk.iter().copied().collect::<FieldSet>().len(), steps + 1, "{walk:?}");
            assert!(graph.reach_free(field(0), steps, free).contains(field(end)));
        }
    }

    #[test]
    fn the_witness_of_a_short_walk_is_the_first_one() {
        let graph = grid(6, 6);
        for (end, steps) in [(35, 10), (35, 12), (21, 8), (7, 6), (7, 8)] {
            let first = graph.walks_to(field(0), field(end), steps, FieldSet::EMPTY).next();
            assert!(first.is_some());
            assert_eq!(graph.witness(field(0), field(end), steps, FieldSet::EMPTY), first, "{end}, {steps}");
        }
    }

    #[test]
    fn a_watch_ends_all_that_is_long() {
        let graph = grid(8, 8);
        // While it is searched for plainly, and while one walk after the other is looked for.
        for last in [1, 2, 399, 400, 420] {
            let mut asked = 0;
            let mut watch = || {
                asked += 1;
                asked == last
            };
            assert_eq!(graph.reach_watched(field(0), 40, FieldSet::EMPTY, &mut watch), Err(Stopped));
            assert_eq!(asked, last);
        }
    }

    #[test]
    fn a_watch_ends_what_takes_long() {
        let graph = hopeless();
        let mut asked = 0;
        let mut watch = || {
            asked += 1;
            asked % 1000 == 0
        };
        assert_eq!(graph.reach_watched(field(0), 63, FieldSet::EMPTY, &mut watch), Err(Stopped));
        assert_eq!(graph.witness_watched(field(0), field(63), 63, FieldSet::EMPTY, &mut watch), Err(Stopped));
        assert_eq!(asked, 2000);
    }
}
