//! The board as shifts of bits: one step of many walks at once.
//!
//! Equals: [`GRAPH`](super::super::board::GRAPH), and `WalkBoard::around` folded over the neighbours of each field.
//! Proved by: `steps_of_many_are_the_steps_of_each`.

use super::super::board::{BOARD, FIELDS, GRAPH, RANKS};
use crate::field::{Field, FieldSet};
use crate::walk::WalkBoard;

/// The board of PHARAO for the walk search.
pub(super) struct Shifts;

/// The fields of the highest rank.
const HIGHEST_RANK: FieldSet = {
    let mut fields = FieldSet::EMPTY;
    let mut field = RANKS - 1;
    while field < FIELDS {
        fields = fields.union(Field::wrapping(field).set());
        field += RANKS;
    }
    fields
};

/// The fields of the lowest rank.
const LOWEST_RANK: FieldSet = FieldSet(HIGHEST_RANK.0 >> (RANKS - 1));

impl WalkBoard for Shifts {
    #[inline(always)]
    fn neighbours(&self, field: Field) -> FieldSet {
        GRAPH.neighbours(field)
    }

    #[inline(always)]
    fn around(&self, fields: FieldSet) -> FieldSet {
        let across = (fields - HIGHEST_RANK).0 << 1 | (fields - LOWEST_RANK).0 >> 1;
        FieldSet(across | fields.0 << RANKS | fields.0 >> RANKS) & BOARD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_many_are_the_steps_of_each() {
        let mut random = fastrand::Rng::with_seed(12);
        for round in 0..100_000 {
            let fields = if round < FIELDS { 1 << round } else { random.u64(..) & random.u64(..) };
            let fields = FieldSet(fields) & BOARD;
            assert_eq!(Shifts.around(fields), WalkBoard::around(&GRAPH, fields), "{fields:?}");
        }
    }
}
