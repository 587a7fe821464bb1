//! The occupied fields in 22 bits, so that a question about walks has 32 and two fit where one would.
//!
//! Equals: `GRAPH.free(start, stones)`, and the stones within reach of a walk as a part of the question.
//! Proved by: `walks_are_those_of_the_plain_search`.

use super::super::board::{GRAPH, LONG_FIELDS, PLACES};
use crate::field::{Field, FieldSet};
use crate::walk::{MAX_STEPS, Vicinity};

/// The occupied fields as walks see them, one bit for each of the 22: a stone on a long field occupies it wholly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Occupied(u32);

/// How many fields there are, long fields as one.
const FIELDS: u32 = 22;

/// The bits of the long fields in a [`Occupied`], and how much higher the fields between them are as places.
const UPPER_BIT: u32 = 4;
const LOWER_BIT: u32 = 21;
const SHIFT: u32 = 7;
const UPPER_ROW: u64 = (1 << UPPER_BIT) - 1;
const BETWEEN: u64 = (1 << LOWER_BIT) - (2 << UPPER_BIT);

impl Occupied {
    #[inline(always)]
    pub(super) const fn new(stones: FieldSet) -> Self {
        let long =
            (stones.meets(LONG_FIELDS[0]) as u64) << UPPER_BIT | (stones.meets(LONG_FIELDS[1]) as u64) << LOWER_BIT;
        Self((stones.0 & UPPER_ROW | stones.0 >> SHIFT & BETWEEN | long) as u32)
    }

    /// With one stone more.
    #[inline(always)]
    pub(super) fn with(self, place: Field) -> Self {
        Self(self.0 | ALONE[place.index()])
    }

    /// The places that a walk from `start` may enter.
    #[inline(always)]
    pub(super) fn free(self, start: Field) -> FieldSet {
        let occupied = u64::from(self.0);
        let taken = |bit: u32, long: FieldSet| if occupied >> bit & 1 == 1 { long } else { FieldSet::EMPTY };
        let ordinary = FieldSet(occupied & UPPER_ROW | (occupied & BETWEEN) << SHIFT);
        let long = taken(UPPER_BIT, LONG_FIELDS[0]) | taken(LOWER_BIT, LONG_FIELDS[1]);
        FieldSet::first(PLACES) - ordinary - long - GRAPH.whole(start)
    }

    /// What is asked about walks of `steps` steps, 15 at most.
    #[inline(always)]
    pub(super) fn question(self, start: Field, steps: u32) -> Question {
        const CASES: usize = (MAX_STEPS + 1) << 6;
        /// For each number of steps and place, the fields that matter for walks from there.
        static NEAR: [u32; CASES] = {
            let vicinity = Vicinity::new(&GRAPH);
            let mut near = [0; CASES];
            let mut case = 0;
            while case < CASES {
                near[case] = Occupied::new(vicinity.fields(Field::wrapping(case & 63), case >> 6)).0;
                case += 1;
            }
            near
        };
        let case = (steps as usize & MAX_STEPS) << 6 | start.index();
        let near = NEAR[case];
        Question { asked: self.0 & near | (case as u32) << FIELDS, near }
    }
}

/// For each place, what one stone there occupies.
static ALONE: [u32; 64] = {
    let mut alone = [0; 64];
    let mut place = 0;
    while place < 64 {
        alone[place] = Occupied::new(Field::wrapping(place).set()).0;
        place += 1;
    }
    alone
};

/// What is asked about walks: two situations with the same question have the same walks.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The occupied fields that matter, and above them the start and the number of steps, so never 0.
    asked: u32,
    /// The fields that matter.
    near: u32,
}

impl Question {
    /// The question as a number.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        self.asked
    }

    /// The same with one stone more on the board.
    #[inline(always)]
    pub(super) fn with(self, place: Field) -> Self {
        Self { asked: self.asked | ALONE[place.index()] & self.near, near: self.near }
    }
}
