//! In which order the fields are done: the fewer of them are on the frontier, the fewer states there are.

use crate::field::{Field, FieldSet};
use crate::walk::{Graph, MAX_FIELDS};

/// Fields to be put in order.
pub(super) struct Unordered<'a> {
    pub(super) graph: &'a Graph,
    pub(super) fields: FieldSet,
    /// What each field is joined with, in whatever direction.
    pub(super) joined: &'a [FieldSet; MAX_FIELDS],
}

/// About so many times as many states there are for each field more on the frontier.
const STATES_PER_FIELD: f64 = 2.5;

impl Unordered<'_> {
    /// The fields in a good order, and about how many states all frontiers together have.
    pub(super) fn best_order(&self) -> (Vec<Field>, f64) {
        let given: Vec<Field> = self.fields.iter().collect();
        let cost = self.cost(&given);
        let mut best = (given, cost);
        for first in self.fields {
            let order = self.greedy(first);
            let cost = self.cost(&order);
            if cost < best.1 {
                best = (order, cost);
            }
        }
        best
    }

    /// An order that begins with a field and goes on with the one that leaves the fewest on the frontier; of several
    /// with one whose neighbour has waited longest.
    fn greedy(&self, first: Field) -> Vec<Field> {
        let mut order = vec![first];
        let mut waiting = vec![first];
        let mut to_come = self.fields - first.set();
        while !to_come.is_empty() {
            waiting.retain(|field| self.joined[field.index()].meets(to_come));
            let mut seen = FieldSet::EMPTY;
            let mut best = None;
            for &old in &waiting {
                for field in (self.joined[old.index()] & to_come) - seen {
                    let growth = self.growth(field, to_come);
                    if best.is_none_or(|(least, _)| growth < least) {
                        best = Some((growth, field));
                    }
                }
                seen |= self.joined[old.index()];
            }
            // Where nothing is joined with what is done, anything may come next.
            let Some(next) = best.map(|(_, field)| field).or(to_come.lowest()) else { break };
            to_come -= next.set();
            order.push(next);
            waiting.push(next);
        }
        order
    }

    /// How many slots more are needed once a field has come.
    fn growth(&self, field: Field, to_come: FieldSet) -> i32 {
        let rest = to_come - field.set();
        let joined = self.joined[field.index()];
        let leaving = (joined - to_come).iter().filter(|old| !self.joined[old.index()].meets(rest)).count();
        let places = self.graph.whole(field) & self.fields;
        let opens = places.len() > 1 && (places - to_come).is_empty();
        let closes = places.len() > 1 && !places.meets(rest);
        i32::from(joined.meets(rest)) + i32::from(opens) - i32::from(closes) - leaving as i32
    }

    /// About how many states all frontiers of an order have together.
    fn cost(&self, order: &[Field]) -> f64 {
        let mut to_come = self.fields;
        let mut slots = 0;
        let mut cost = 0.0;
        for &field in order {
            slots += self.growth(field, to_come);
            to_come -= field.set();
            cost += STATES_PER_FIELD.powi(slots);
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::samples::{grid, random_graph};
    use fastrand::Rng;

    /// The slow twin: what is on the frontier once some fields are done, looked at field by field.
    fn slots(unordered: &Unordered<'_>, done: FieldSet) -> usize {
        let to_come = unordered.fields - done;
        let waiting = done.iter().filter(|field| unordered.joined[field.index()].meets(to_come)).count();
        let mut wholes: Vec<_> =
            unordered.fields.iter().map(|field| unordered.graph.whole(field) & unordered.fields).collect();
        wholes.sort_unstable_by_key(|places| places.0);
        wholes.dedup();
        waiting + wholes.into_iter().filter(|places| places.meets(done) && places.meets(to_come)).count()
    }

    fn cost(unordered: &Unordered<'_>, order: &[Field]) -> f64 {
        let mut done = FieldSet::EMPTY;
        let states = order.iter().map(|field| {
            done |= field.set();
            2.5_f64.powi(slots(unordered, done) as i32)
        });
        states.sum()
    }

    #[test]
    fn the_best_order_is_the_best_of_those_that_grow_least() {
        let mut random = Rng::with_seed(17);
        let mut better = 0;
        for round in 0..500 {
            let graph = if round % 5 == 0 { grid(5, 4) } else { random_graph(&mut random) };
            let fields = FieldSet(random.u64(..) | random.u64(..)) & FieldSet::first(graph.len());
            let mut joined = [FieldSet::EMPTY; MAX_FIELDS];
            for from in fields {
                for to in graph.neighbours(from) & fields {
                    joined[from.index()] |= to.set();
                    joined[to.index()] |= from.set();
                }
            }
            let unordered = Unordered { graph: &graph, fields, joined: &joined };
            let given: Vec<_> = fields.iter().collect();
            let mut costs = vec![cost(&unordered, &given)];
            for first in fields {
                let order = unordered.greedy(first);
                assert_eq!(order[0], first);
                costs.push(cost(&unordered, &order));
                // Whatever comes next grows least of what is joined with what has come.
                let mut done = first.set();
                for &next in &order[1..] {
                    let grown = |field: Field| slots(&unordered, done | field.set());
                    let beside: FieldSet =
                        (fields - done).iter().filter(|field| joined[field.index()].meets(done)).collect();
                    assert!(beside.contains(next) || beside.is_empty());
                    assert_eq!(beside.iter().map(grown).min().unwrap_or(grown(next)), grown(next), "{order:?}");
                    done |= next.set();
                }
                assert_eq!(done, fields);
            }
            let (order, states) = unordered.best_order();
            assert_eq!(order.iter().copied().collect::<FieldSet>(), fields);
            let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
            assert!((states - least).abs() <= least * 1e-9, "{states}, {costs:?}");
            assert!((states - cost(&unordered, &order)).abs() <= least * 1e-9);
            better += usize::from(least < costs[0]);
        }
        assert!(better > 300, "{better}");
    }
}
