//! Many walks at once: sets of fields moved step by step.

use super::board::{FIELDS, IN_PLAY, ROWS, WIDE_COLUMNS};
use crate::field::{Field, FieldSet};

/// The fields from which a step forward leads to a number higher by 2; from the others it is 4.
const NARROW: FieldSet = FieldSet(IN_PLAY.0 & FieldSet::first(WIDE_COLUMNS - 1).0);

/// The fields of the columns that have all rows, without their top and without their bottom field.
pub(super) const NOT_TOP: FieldSet = rows(1, ROWS);
pub(super) const NOT_BOTTOM: FieldSet = rows(0, ROWS - 1);

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

// One step from fields in play, regardless of walls: whoever sweeps leaves the thrones out.

fn forward(fields: FieldSet) -> FieldSet {
    FieldSet((fields & NARROW).0 << 2 | (fields - NARROW).0 << 4)
}

fn up(fields: FieldSet) -> FieldSet {
    FieldSet((fields & NOT_TOP).0 >> 1)
}

fn down(fields: FieldSet) -> FieldSet {
    FieldSet((fields & NOT_BOTTOM).0 << 1)
}

/// The fields one step forward or across.
pub(super) fn onward(fields: FieldSet) -> FieldSet {
    forward(fields) | up(fields) | down(fields)
}

/// Where walks can be after some steps forward and across on free fields.
///
/// All that is asked of them is never to turn round at once: a walk that does not step backward can meet
/// itself in no other way.
#[inline(always)]
pub(super) fn sweep(starts: FieldSet, steps: u32, free: FieldSet) -> FieldSet {
    // Nothing keeps the first step from any direction.
    let (mut ahead, mut above, mut below) = (starts, FieldSet::EMPTY, FieldSet::EMPTY);
    for _ in 0..steps {
        (ahead, above, below) =
            (forward(ahead | above | below) & free, up(ahead | above) & free, down(ahead | below) & free);
    }
    ahead | above | below
}

#[cfg(test)]
mod tests {
    use super::super::board::{ONWARD, THRONES};
    use super::*;

    #[test]
    fn steps_are_the_edges_of_the_board() {
        let ordinary = IN_PLAY - THRONES;
        for field in ordinary {
            assert_eq!(onward(field.set()) & ordinary, ONWARD.neighbours(field), "{field:?}");
            assert_eq!(sweep(field.set(), 1, ordinary), ONWARD.neighbours(field), "{field:?}");
        }
    }
}
