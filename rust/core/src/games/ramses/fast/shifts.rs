//! The board as shifts of bits: the rows lie above each other, so one step of many walks is a few of them.
//!
//! Equals: [`GRAPH`], and `WalkBoard::around` folded over the neighbours of each place.
//! Proved by: `steps_of_many_are_the_steps_of_each`.

use super::super::board::{GRAPH, LONG_FIELDS, field, places};
use crate::field::{Field, FieldSet};
use crate::walk::WalkBoard;

/// The board of RAMSES for the walk search.
pub(super) struct Shifts;

/// The places from which a step to the right leads to the next place, and from which one to the left does.
const RIGHTWARD: FieldSet = FieldSet(places(0, 3).0 | places(12, 11).0 | places(24, 3).0);
const LEFTWARD: FieldSet = FieldSet(RIGHTWARD.0 << 1);

/// One for each of the fields 4 and 21, as far apart as they are.
const DOORS: u64 = 1 | 1 << (field(21) - field(4));

impl WalkBoard for Shifts {
    const HAS_WHOLE_FIELDS: bool = true;

    #[inline(always)]
    fn neighbours(&self, place: Field) -> FieldSet {
        GRAPH.neighbours(place)
    }

    #[inline(always)]
    fn whole(&self, place: Field) -> FieldSet {
        GRAPH.whole(place)
    }

    #[inline(always)]
    fn around(&self, places: FieldSet) -> FieldSet {
        let set = places.0;
        let along = (set & RIGHTWARD.0) << 1 | (set & LEFTWARD.0) >> 1;
        let across = set << 12 | set >> 12;
        // Both long fields at once. The eight places are those just above the field before the long one:
        // times 0xff0 enters all of them, and adding as much to any of them carries beyond the last.
        let into_long = (set >> field(4) & DOORS) * 0xff0;
        let out_of_long = ((set & (DOORS * 0xff0)) + DOORS * 0xff0) >> 9 & DOORS << field(4);
        FieldSet(along | across | into_long | out_of_long)
    }

    #[inline(always)]
    fn places(&self) -> FieldSet {
        LONG_FIELDS[0] | LONG_FIELDS[1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::PLACES;
    use super::*;

    #[test]
    fn steps_of_many_are_the_steps_of_each() {
        let mut random = fastrand::Rng::with_seed(10);
        for round in 0..100_000 {
            let places = if round < PLACES { 1 << round } else { random.u64(..) & random.u64(..) };
            let places = FieldSet(places) & FieldSet::first(PLACES);
            let around = Shifts.around(places) & FieldSet::first(PLACES);
            assert_eq!(around, WalkBoard::around(&GRAPH, places), "{places:?}");
        }
    }
}
