//! Any graph, with any stones, starts and numbers of steps.
//!
//! What is no graph is refused with an error that explains itself. On a small graph, what is reached, found and
//! counted is what a plain listing of all walks says. On any other, the answers agree with each other, as far as they
//! are found before the search is told to give up, which it does soon.

use crate::Source;
use crate::promises::{explains, patience};
use amduat::walk::{Graph, MAX_FIELDS};
use amduat::{Error, Field, FieldSet};

/// A plain listing goes on for so many walks.
const MANY: usize = 600;

/// A search asks so often before it is told to give up.
const PATIENCE: u32 = 1000;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let fields = match source.byte() {
        large @ 200.. => usize::from(large) - 190,
        small => usize::from(small) % 9,
    };
    let (start, end) = (source.byte(), source.byte());
    let (steps, stones) = (source.byte(), source.byte() % 8);
    let occupied: Vec<_> = (0..stones).map(|_| source.byte()).collect();
    let groups = (0..source.byte() % 4).map(|_| {
        let places = source.byte() % 5;
        (0..places).map(|_| source.byte().into()).collect::<Vec<usize>>()
    });
    let groups: Vec<_> = groups.collect();
    let mut edges = Vec::new();
    while !source.is_empty() {
        let (from, to) = (usize::from(source.byte()), usize::from(source.byte()));
        if from < 200 {
            // Both ways, as on most boards; numbers that are too large are for the refusals.
            edges.extend([(from, to), (to, from)]);
        } else {
            edges.push((from - 200, to));
        }
    }
    match Graph::new(fields, edges.iter().copied(), groups.iter().cloned()) {
        Err(error) => {
            let exists = |&number: &usize| number < fields;
            let sound = (1..=MAX_FIELDS).contains(&fields)
                && edges.iter().all(|(from, to)| from != to && exists(from) && exists(to))
                && groups.iter().flatten().all(exists);
            assert!(!sound || !groups.is_empty(), "a graph is refused: {error}");
            explains(&Error::Argument(error));
        }
        Ok(graph) => {
            let field = |number: u8| Field::wrapping(usize::from(number) % fields);
            let case = Case {
                graph,
                start: field(start),
                end: field(end),
                steps: steps.into(),
                occupied: occupied.into_iter().map(field).collect(),
            };
            case.check();
        }
    }
}

struct Case {
    graph: Graph,
    start: Field,
    end: Field,
    steps: u32,
    occupied: FieldSet,
}

/// All walks: how many have so many steps and end on each field.
type Listed = Vec<[u128; MAX_FIELDS]>;

impl Case {
    fn check(&self) {
        let mut listed: Listed = vec![[0; MAX_FIELDS]; MAX_FIELDS];
        let mut left = MANY;
        let used =
            self.occupied.iter().fold(self.graph.whole(self.start), |used, stone| used | self.graph.whole(stone));
        if self.list(self.start, 0, used, &mut listed, &mut left) {
            self.compare(&listed);
        }
        self.agree();
    }

    /// Lists all walks from a field, used fields excluded; says whether it was soon done.
    fn list(&self, field: Field, steps: usize, used: FieldSet, listed: &mut Listed, left: &mut usize) -> bool {
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        listed[steps][field.index()] += 1;
        let next = (0..self.graph.len()).map(Field::wrapping);
        let mut next = next.filter(|&next| self.graph.neighbours(field).contains(next) && !used.contains(next));
        next.all(|next| self.list(next, steps + 1, used | self.graph.whole(next), listed, left))
    }

    /// What is reached, found and counted is what was listed.
    fn compare(&self, listed: &Listed) {
        let &Self { ref graph, start, end, steps, occupied } = self;
        let none = [0; MAX_FIELDS];
        let exactly = listed.get(steps as usize).unwrap_or(&none);
        let ends: FieldSet = (0..graph.len()).map(Field::wrapping).filter(|end| exactly[end.index()] > 0).collect();
        assert_eq!(graph.reach(start, steps, occupied), ends, "reach");
        assert_eq!(graph.can_walk(start, steps, occupied), !ends.is_empty(), "can walk");
        let (all, to_end) = (exactly.iter().sum::<u128>(), exactly[end.index()]);
        assert_eq!(graph.walks(start, steps, occupied).count() as u128, all, "walks");
        assert_eq!(graph.walks_to(start, end, steps, occupied).count() as u128, to_end, "walks to");
        assert_eq!(graph.count(start, Some(steps), occupied, None), Ok(all), "count");
        assert_eq!(graph.count(start, Some(steps), occupied, Some(end)), Ok(to_end), "count to");
        let everywhere = listed.iter().flatten().sum();
        assert_eq!(graph.count(start, None, occupied, None), Ok(everywhere), "count of any length");
        let there = listed.iter().map(|ends| ends[end.index()]).sum();
        assert_eq!(graph.count(start, None, occupied, Some(end)), Ok(there), "count to, of any length");
    }

    /// What is reached is found and counted, and nothing else is.
    fn agree(&self) {
        let &Self { ref graph, start, end, steps, occupied } = self;
        let reach = graph.reach_watched(start, steps, occupied, &mut patience(PATIENCE));
        let witness = graph.witness_watched(start, end, steps, occupied, &mut patience(PATIENCE));
        let count = graph.count_watched(start, Some(steps), occupied, Some(end), &mut patience(PATIENCE));
        if let (Ok(reach), Ok(witness)) = (&reach, &witness) {
            assert_eq!(reach.contains(end), witness.is_some(), "reach and witness");
        }
        if let (Ok(reach), Ok(count)) = (&reach, &count) {
            assert_eq!(reach.contains(end), *count > 0, "reach and count");
        }
        if let Ok(Some(walk)) = &witness {
            self.prove(walk);
        }
        let all = graph.count_watched(start, Some(steps), occupied, None, &mut patience(PATIENCE));
        let any = graph.count_watched(start, None, occupied, None, &mut patience(PATIENCE));
        let ends = graph.count_watched(start, None, occupied, Some(end), &mut patience(PATIENCE));
        if let (Ok(all), Ok(count)) = (&all, &count) {
            assert!(all >= count, "to any field, and to one");
        }
        if let (Ok(any), Ok(all), Ok(ends)) = (any, all, ends) {
            assert!(any >= all && any >= ends, "of any length, and of one");
        }
    }

    /// A witness is a walk.
    fn prove(&self, walk: &[Field]) {
        let &Self { ref graph, start, end, steps, occupied } = self;
        assert_eq!((walk[0], walk[walk.len() - 1], walk.len()), (start, end, steps as usize + 1), "the ends of a walk");
        let mut used = occupied.iter().fold(graph.whole(start), |used, stone| used | graph.whole(stone));
        for step in walk.windows(2) {
            assert!(graph.neighbours(step[0]).contains(step[1]) && !used.contains(step[1]), "no step: {step:?}");
            used |= graph.whole(step[1]);
        }
    }
}
