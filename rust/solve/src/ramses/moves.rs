//! All moves on the board at once, by the seven stones that stay.
//!
//! When a stone moves, seven stay. Where it can walk depends on the fields these seven take (of 22,
//! the long fields as one each: C(22,7) = 170,544 sets) and on how many steps it makes; only the
//! steps depend on *which* place of a long field is taken, through the columns of 10 to 17. So the
//! walks are searched once for each set of fields, and serve up to 64 sets of places.

use super::index::{BOTH, LOWER, UPPER, binomial, join, mirror, rank, split, unrank};
use crate::memory::reserved;
use amduat::Error;
use amduat::games::ramses::board::{GRAPH, PLACES, ROW_AND_COLUMN};
use amduat::run::Workers;
use amduat::{Field, FieldSet};
use std::sync::{Mutex, PoisonError};

/// How many sets of seven fields a thread takes at a time.
pub(super) const PORTION: usize = 64;

/// The number of sets of fields that seven stones can take.
pub(super) const RESTS: usize = REST_BOTH + binomial(20, 5);

const REST_UPPER: usize = binomial(20, 7);
const REST_LOWER: usize = REST_UPPER + binomial(20, 6);
const REST_BOTH: usize = REST_LOWER + binomial(20, 6);

/// The number of sets of fields that eight stones can take; each holds up to 64 shapes.
pub(super) const GROUPS: usize = GROUP_BOTH + binomial(20, 6);

const GROUP_UPPER: usize = binomial(20, 8);
const GROUP_LOWER: usize = GROUP_UPPER + binomial(20, 7);
const GROUP_BOTH: usize = GROUP_LOWER + binomial(20, 7);

/// The group of a shape: which fields it takes, whatever the places on the long fields.
pub(super) const fn group_of(shape: usize) -> usize {
    if shape < UPPER {
        shape
    } else if shape < LOWER {
        GROUP_UPPER + (shape - UPPER) / 8
    } else if shape < BOTH {
        GROUP_LOWER + (shape - LOWER) / 8
    } else {
        GROUP_BOTH + (shape - BOTH) / 64
    }
}

/// The shapes of a group.
pub(super) const fn shapes_of(group: usize) -> std::ops::Range<usize> {
    let (first, count) = if group < GROUP_UPPER {
        (group, 1)
    } else if group < GROUP_LOWER {
        (UPPER + (group - GROUP_UPPER) * 8, 8)
    } else if group < GROUP_BOTH {
        (LOWER + (group - GROUP_LOWER) * 8, 8)
    } else {
        (BOTH + (group - GROUP_BOTH) * 64, 64)
    };
    first..first + count
}

/// Where the eighth stone can stand beside seven that stay.
#[derive(Clone, Copy, Default)]
pub(super) struct Spot {
    /// The place.
    pub(super) place: usize,
    /// How many of the seven have lower places: the rank of the eighth among all.
    pub(super) nth: usize,
    /// The shape of all eight, with the seven at the first of their places.
    pub(super) shape: usize,
    /// How much the number of the shape grows from one choice of places to the next.
    pub(super) stride: usize,
    /// The group of that shape.
    pub(super) group: usize,
}

/// Seven stones that stay, known by their fields; the places on long fields are chosen later.
pub(super) struct Rest {
    ordinary: u32,
    upper: bool,
    lower: bool,
    spots: [Spot; 29],
    len: usize,
}

impl Rest {
    /// The set of fields with this number.
    pub(super) fn new(number: usize) -> Self {
        let (ordinary, upper, lower) = if number < REST_UPPER {
            (unrank(number, 7), false, false)
        } else if number < REST_LOWER {
            (unrank(number - REST_UPPER, 6), true, false)
        } else if number < REST_BOTH {
            (unrank(number - REST_LOWER, 6), false, true)
        } else {
            (unrank(number - REST_BOTH, 5), true, true)
        };
        let mut rest = Self { ordinary, upper, lower, spots: [Spot::default(); 29], len: 0 };
        rest.find_spots();
        rest
    }

    fn find_spots(&mut self) {
        let (ordinary, upper, lower) = (self.ordinary, self.upper, self.lower);
        let taken = self.places(0);
        for place in 0..PLACES {
            let field = Field::wrapping(place);
            if GRAPH.whole(field).meets(taken) {
                continue;
            }
            let nth = (taken.0 & (field.set().0 - 1)).count_ones() as usize;
            let (shape, stride, group) = match place {
                4..12 => {
                    let rank = rank(ordinary);
                    if lower {
                        (BOTH + rank * 64 + (place - 4) * 8, 1, GROUP_BOTH + rank)
                    } else {
                        (UPPER + rank * 8 + place - 4, 0, GROUP_UPPER + rank)
                    }
                }
                28.. => {
                    let rank = rank(ordinary);
                    if upper {
                        (BOTH + rank * 64 + place - 28, 8, GROUP_BOTH + rank)
                    } else {
                        (LOWER + rank * 8 + place - 28, 0, GROUP_LOWER + rank)
                    }
                }
                _ => {
                    let number = if place < 4 { place } else { place - 8 };
                    let rank = rank(ordinary | 1 << number);
                    match (upper, lower) {
                        (false, false) => (rank, 0, rank),
                        (true, false) => (UPPER + rank * 8, 1, GROUP_UPPER + rank),
                        (false, true) => (LOWER + rank * 8, 1, GROUP_LOWER + rank),
                        (true, true) => (BOTH + rank * 64, 1, GROUP_BOTH + rank),
                    }
                }
            };
            self.spots[self.len] = Spot { place, nth, shape, stride, group };
            self.len += 1;
        }
    }

    /// Where the eighth stone can stand, in ascending order of the places.
    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots[..self.len]
    }

    /// In how many ways the places on the long fields can be chosen.
    pub(super) fn choices(&self) -> usize {
        match (self.upper, self.lower) {
            (false, false) => 1,
            (true, true) => 64,
            _ => 8,
        }
    }

    /// The seven places, for one choice.
    pub(super) fn places(&self, choice: usize) -> FieldSet {
        let (upper, lower) = match (self.upper, self.lower) {
            (false, false) => (0, 0),
            (true, false) => (1 << choice, 0),
            (false, true) => (0, 1 << choice),
            (true, true) => (1 << (choice / 8), 1 << (choice % 8)),
        };
        join(self.ordinary, upper, lower)
    }
}

/// The number of the set of fields that seven stones take.
#[inline]
pub(super) fn rest_of(staying: FieldSet) -> usize {
    let (ordinary, upper, lower) = split(staying);
    rank(ordinary)
        + match (upper != 0, lower != 0) {
            (false, false) => 0,
            (true, false) => REST_UPPER,
            (false, true) => REST_LOWER,
            (true, true) => REST_BOTH,
        }
}

/// The number of the set of fields that is the mirror image of this one.
pub(super) fn rest_image(rest: &Rest) -> usize {
    rest_of(mirror(rest.places(0)))
}

/// By place and by how many stones on long fields stand in its column: where a stone can walk.
type Targets = [[FieldSet; 3]; PLACES];

/// For every set of seven fields and every place of the eighth stone, where it can walk.
pub(super) struct Moves(Vec<Targets>);

/// How much memory the moves take.
pub(super) const MOVES_BYTES: usize = RESTS * size_of::<Targets>();

/// The places of both long fields.
const LONG_FIELDS: FieldSet = join(0, 0xff, 0xff);

impl Moves {
    /// Searches all walks.
    ///
    /// # Errors
    /// Too little memory, or the watch said to stop.
    pub(super) fn new(workers: &mut Workers<'_>) -> Result<Self, Error> {
        let mut moves = reserved(RESTS, || [[FieldSet::EMPTY; 3]; PLACES])?;
        let portions: Vec<_> = moves.chunks_mut(PORTION).map(Mutex::new).collect();
        workers.run(portions.len(), 1, |nth| {
            // Each portion is worked on once; the lock only tells the compiler so.
            let mut portion = portions[nth].lock().unwrap_or_else(PoisonError::into_inner);
            for (offset, targets) in portion.iter_mut().enumerate() {
                *targets = search(&Rest::new(nth * PORTION + offset));
            }
            portion.len()
        })?;
        Ok(Self(moves))
    }

    /// Where the eighth stone can walk from a place, when seven stones stay on these places, whose
    /// fields have this number.
    #[inline]
    pub(super) fn targets(&self, rest: usize, place: usize, staying: FieldSet) -> FieldSet {
        let beside = (ROW_AND_COLUMN[place].1 & staying & LONG_FIELDS).0;
        // There are two at most, and counting so far is quicker than counting bits.
        let count = usize::from(beside != 0) + usize::from(beside & beside.wrapping_sub(1) != 0);
        self.0[rest][place][count]
    }
}

/// Searches the walks for one set of seven fields.
fn search(rest: &Rest) -> Targets {
    let mut targets = [[FieldSet::EMPTY; 3]; PLACES];
    let staying = rest.places(0);
    for spot in rest.spots() {
        let place = Field::wrapping(spot.place);
        let free = GRAPH.free(place, staying);
        let (row, column) = ROW_AND_COLUMN[spot.place];
        let in_row = (row & staying).len() + 1;
        // In the column the stones on long fields are counted apart.
        let in_column = (column & (staying - LONG_FIELDS)).len() + 1;
        let mut known = (0, FieldSet::EMPTY);
        for (beside, reached) in (0..).zip(&mut targets[spot.place]) {
            let steps = in_row.max(in_column + beside);
            if known.0 != steps {
                known = (steps, GRAPH.reach_free(place, steps, free));
            }
            *reached = known.1;
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::super::index::{SHAPES, places, shape};
    use super::*;
    use amduat::games::ramses::board;

    #[test]
    fn groups_hold_their_shapes() {
        assert_eq!((RESTS, GROUPS), (170_544, 319_770));
        for group in 0..GROUPS {
            assert!(shapes_of(group).all(|shape| group_of(shape) == group));
        }
        assert_eq!(shapes_of(GROUPS - 1).end, SHAPES);
    }

    #[test]
    fn spots_add_the_eighth_stone() {
        for number in (0..RESTS).step_by(13) {
            let rest = Rest::new(number);
            for choice in 0..rest.choices() {
                let staying = rest.places(choice);
                assert_eq!(rest_of(staying), number);
                for spot in rest.spots() {
                    let all = staying | Field::wrapping(spot.place).set();
                    assert_eq!(shape(all), spot.shape + choice * spot.stride);
                    assert_eq!(group_of(shape(all)), spot.group);
                    assert_eq!(all.iter().nth(spot.nth).map(Field::index), Some(spot.place));
                }
            }
        }
    }

    #[test]
    fn stones_walk_as_in_the_rules() {
        let moves = Moves::new(&mut Workers::new(1, 1, &mut |_| false)).unwrap();
        for number in (0..SHAPES).step_by(101) {
            let all = places(number);
            for place in all {
                let staying = all - place.set();
                let targets = moves.targets(rest_of(staying), place.index(), staying);
                assert_eq!(targets, GRAPH.reach(place, board::steps(place, all), all));
            }
        }
    }
}
