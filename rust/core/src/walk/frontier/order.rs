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
