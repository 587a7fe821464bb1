//! The board as shifts of bits, in the directions in which stones walk.
//!
//! Equals: `ONWARD.reach` for walks that never step backward, `FREE.reach` and `FREE_TO_THRONES.reach` for
//! those that do.
//! Proved by: `steps_are_the_edges_of_the_board`, `ends_in_any_direction_are_those_of_the_plain_search`.

use super::super::board::{FIELDS, FREE, FREE_TO_THRONES, FRONTS, IN_PLAY, ROWS, WIDE_COLUMNS};
use crate::field::{Field, FieldSet};
use crate::walk::sweep::{self, Directions, Nearness, Swept, sweep};

/// The fields from which a step forward leads to a number higher by 2; from the others it is 4.
const NARROW: FieldSet = FieldSet(IN_PLAY.0 & FieldSet::first(WIDE_COLUMNS - 1).0);

/// The fields of the columns that have all rows, without their top and without their bottom field.
const NOT_TOP: FieldSet = rows(1, ROWS);
const NOT_BOTTOM: FieldSet = rows(0, ROWS - 1);

const fn rows(first: usize, end: usize) -> FieldSet {
    let mut fields = FieldSet::EMPTY;
    let mut field = WIDE_COLUMNS;
    while field < FIELDS {
        let row = (field - WIDE_COLUMNS) % ROWS;
        if first <= row && row < end {
            fields = fields.union(Field::wrapping(field).set());
        }
        field += 1;
    }
    fields
}

/// Steps forward, up and down, regardless of walls: the thrones must not be among the free fields.
struct Forward;

impl Directions<3> for Forward {
    const OPPOSITE: [usize; 3] = [3, 2, 1];

    #[inline(always)]
    fn step(direction: usize, fields: FieldSet) -> FieldSet {
        match direction {
            0 => FieldSet((fields & NARROW).0 << 2 | (fields - NARROW).0 << ROWS),
            1 => FieldSet((fields & NOT_TOP).0 >> 1),
            _ => FieldSet((fields & NOT_BOTTOM).0 << 1),
        }
    }

    const TARGETS: [FieldSet; 3] = [IN_PLAY; 3];
}

/// The fields one step forward or across.
pub(super) fn one_forward(fields: FieldSet) -> FieldSet {
    (0..3).fold(FieldSet::EMPTY, |all, direction| all | Forward::step(direction, fields))
}

/// Where walks can be after some steps forward and across on free fields. A walk that does not step
/// backward can meet itself only by turning round at once, so all of them are true walks.
#[inline(always)]
pub(super) fn forward(starts: FieldSet, steps: u32, free: FieldSet) -> FieldSet {
    sweep::<Forward, 3>(starts, steps, free).0
}

/// Steps in any direction in the columns with four rows.
struct Anywhere;

impl Directions<4> for Anywhere {
    const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

    #[inline(always)]
    fn step(direction: usize, fields: FieldSet) -> FieldSet {
        match direction {
            0 => FieldSet(fields.0 << ROWS),
            1 => FieldSet(fields.0 >> ROWS),
            2 => FieldSet(fields.0 >> 1),
            _ => FieldSet(fields.0 << 1),
        }
    }

    // A step up leads to no bottom field, a step down to no top field.
    const TARGETS: [FieldSet; 4] = [WIDE, WIDE, NOT_BOTTOM, NOT_TOP];
}

/// The columns with four rows.
const WIDE: FieldSet = FieldSet(FieldSet::first(FIELDS).0 & !FieldSet::first(WIDE_COLUMNS).0);

/// The board for stones of the heavenly fields, which may enter these thrones with their last step.
struct Heavenly {
    thrones: FieldSet,
}

impl Swept for Heavenly {
    #[inline(always)]
    fn neighbours(&self, field: Field) -> FieldSet {
        FREE.neighbours(field)
    }

    #[inline(always)]
    fn sweep(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        let (ends, before) = sweep::<Anywhere, 4>(start.set(), steps, free);
        // A throne is one step back from its front.
        ends | (FieldSet((before & FRONTS).0 >> ROWS) & self.thrones)
    }

    #[inline(always)]
    fn nearness(&self) -> &Nearness {
        static NEARNESS: Nearness = Nearness::new(&FREE_TO_THRONES);
        &NEARNESS
    }
}

/// Where walks of so many steps, 7 at most, from a heavenly field end on free fields or, with the last
/// step, on one of these `thrones`. No throne is among the free fields.
pub(super) fn anywhere(start: Field, steps: u32, free: FieldSet, thrones: FieldSet) -> FieldSet {
    let straight = if steps == STRAIGHT { straight_back(start, free) } else { FieldSet::EMPTY };
    sweep::ends(&Heavenly { thrones }, start, steps, free & WIDE) | straight
}

/// The steps of the only walks that leave the columns with four rows: straight back from the first heavenly
/// column along the top or the bottom.
const STRAIGHT: u32 = 7;
const STRAIGHT_WALKS: [(usize, usize); 2] = [(39, 13), (42, 14)];

/// The end of such a walk.
fn straight_back(start: Field, free: FieldSet) -> FieldSet {
    for (from, to) in STRAIGHT_WALKS {
        let way = (1..STRAIGHT as usize).map(|steps| Field::wrapping(from - ROWS * steps));
        let end = Field::wrapping(to).set();
        if start.index() == from && (way.collect::<FieldSet>() | end) - free == FieldSet::EMPTY {
            return end;
        }
    }
    FieldSet::EMPTY
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{HEAVENLY, ONWARD, THRONES};
    use super::*;

    #[test]
    fn steps_are_the_edges_of_the_board() {
        let ordinary = IN_PLAY - THRONES;
        for field in ordinary {
            assert_eq!(one_forward(field.set()) & ordinary, ONWARD.neighbours(field), "{field:?}");
            assert_eq!(forward(field.set(), 1, ordinary), ONWARD.neighbours(field), "{field:?}");
        }
    }

    /// On any set of free fields, however few or many: far from what a game can show.
    #[test]
    fn ends_in_any_direction_are_those_of_the_plain_search() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut doubtful = 0;
        for round in 0..20_000 {
            let mut free = FieldSet(random.u64(..) | random.u64(..)) & IN_PLAY;
            if round % 2 == 0 {
                free |= FieldSet(random.u64(..) | random.u64(..)) & IN_PLAY;
            }
            for start in HEAVENLY - THRONES {
                let free = free - start.set();
                let steps = 1 + random.u32(..STRAIGHT);
                for (graph, thrones) in [(&FREE, FieldSet::EMPTY), (&FREE_TO_THRONES, THRONES & free)] {
                    let plain = graph.reach_free(start, steps, free);
                    let found = anywhere(start, steps, free - THRONES, thrones);
                    assert_eq!(found, plain, "{start:?}, {steps} steps, {free:?}");
                    let swept = Heavenly { thrones }.sweep(start, steps, (free - THRONES) & WIDE);
                    doubtful += (swept - found).len();
                }
            }
        }
        assert!(doubtful > 1000, "{doubtful}");
    }
}
