//! Many walks at once: sets of fields moved step by step.

use super::board::{FIELDS, IN_PLAY, ROWS, WIDE_COLUMNS};
use crate::field::{Field, FieldSet};

/// The fields from which a step forward leads to a number higher by 2; from the others it is 4.
const NARROW: FieldSet = FieldSet(IN_PLAY.0 & FieldSet::first(WIDE_COLUMNS - 1).0);

/// The fields to which those steps lead. The others in play are entrances and exits.
const BEHIND_NARROW: FieldSet = FieldSet(NARROW.0 << 2);
const BEHIND_WIDE: FieldSet = FieldSet((IN_PLAY.0 & !NARROW.0) << 4 & IN_PLAY.0);

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

// One step from fields in play, regardless of walls: whoever sweeps leaves the thrones out.

fn forward(fields: FieldSet) -> FieldSet {
    FieldSet((fields & NARROW).0 << 2 | (fields - NARROW).0 << 4)
}

fn backward(fields: FieldSet) -> FieldSet {
    FieldSet((fields & BEHIND_NARROW).0 >> 2 | (fields & BEHIND_WIDE).0 >> 4)
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

/// The fields one step away in any direction.
pub(super) fn anywhere(fields: FieldSet) -> FieldSet {
    onward(fields) | backward(fields)
}

/// The directions of steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Up,
    Down,
}

/// Where walks can be after some steps and one step before, if all that is asked of them is never to
/// step in one of the directions, if one is given, and never to turn round at once.
///
/// A walk that does without one of the directions meets itself only if it turns round at once: so
/// this finds the ends of all true walks of that kind and nothing else. Of walks in all directions it
/// finds more, but true walks end nowhere else.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the direction is known at each call and leaves less to do")]
pub(super) fn sweep(starts: FieldSet, steps: u32, free: FieldSet, never: Option<Direction>) -> Swept {
    let open = |direction| if never == Some(direction) { FieldSet::EMPTY } else { free };
    // Nothing keeps the first step from any direction.
    let (mut ahead, mut back, mut above, mut below) = (starts, starts, FieldSet::EMPTY, FieldSet::EMPTY);
    let mut before = FieldSet::EMPTY;
    for _ in 0..steps {
        let (along, across) = (ahead | back, above | below);
        before = along | across;
        (ahead, back, above, below) = (
            forward(ahead | across) & open(Direction::Forward),
            backward(back | across) & open(Direction::Backward),
            up(above | along) & open(Direction::Up),
            down(below | along) & open(Direction::Down),
        );
    }
    Swept { before, ends: ahead | back | above | below }
}

/// What a sweep has found.
#[derive(Clone, Copy)]
pub(super) struct Swept {
    /// Where the walks can be one step before the end.
    pub(super) before: FieldSet,
    /// Where they can end.
    pub(super) ends: FieldSet,
}

#[cfg(test)]
mod tests {
    use super::super::board::{FREE, ONWARD, THRONES};
    use super::*;

    #[test]
    fn steps_are_the_edges_of_the_board() {
        let ordinary = IN_PLAY - THRONES;
        for field in ordinary {
            let sweep = |never| sweep(field.set(), 1, ordinary, never).ends;
            assert_eq!(onward(field.set()) & ordinary, ONWARD.neighbours(field), "{field:?}");
            assert_eq!(anywhere(field.set()) & ordinary, FREE.neighbours(field), "{field:?}");
            assert_eq!(sweep(Some(Direction::Backward)), ONWARD.neighbours(field), "{field:?}");
            assert_eq!(sweep(None), FREE.neighbours(field), "{field:?}");
        }
    }
}
