//! The board of RAMSES as data.
//!
//! ```text
//! | 1| 2| 3| 4|          5            |
//! | 6| 7| 8| 9|10|11|12|13|14|15|16|17|
//! |18|19|20|21|          22           |
//! ```
//!
//! The walk search sees 36 *places*: every ordinary field is one, and each of the long fields 5 and
//! 22 has eight, one beside each of 10 to 17. Places are numbered in the order of the notation, so
//! that ascending places are ascending fields.

use crate::field::{Field, FieldSet};
use crate::walk::Graph;

/// How many places there are.
pub const PLACES: usize = 36;

/// How many places a long field has.
const LONG: usize = 8;

/// The first place of the upper and of the lower long field.
const UPPER: usize = 4;
const LOWER: usize = 28;

/// The middle-row field beside the first place of a long field.
const FIRST_BESIDE: usize = 10;

/// The place of an ordinary field, numbered as on the board.
pub const fn field(number: usize) -> usize {
    match number {
        1..=4 => number - 1,
        6..=21 => number + 6,
        _ => PLACES,
    }
}

/// The place of the long field 5 or 22 that is beside this middle-row field.
pub const fn long_field(number: usize, beside: usize) -> usize {
    match number {
        5 => UPPER + beside - FIRST_BESIDE,
        22 => LOWER + beside - FIRST_BESIDE,
        _ => PLACES,
    }
}

/// The board's field number of a place and, on a long field, the middle-row field beside it.
pub const fn name(place: Field) -> (usize, Option<usize>) {
    let place = place.index();
    match place {
        0..4 => (place + 1, None),
        4..12 => (5, Some(place - UPPER + FIRST_BESIDE)),
        12..28 => (place - 6, None),
        _ => (22, Some(place - LOWER + FIRST_BESIDE)),
    }
}

/// So many places from the first one on.
pub(super) const fn places(first: usize, count: usize) -> FieldSet {
    FieldSet(FieldSet::first(count).0 << first)
}

/// The hieroglyph fields 1, 9, 13, 17 and 18.
pub const HIEROGLYPHS: FieldSet =
    FieldSet(1 << field(1) | 1 << field(9) | 1 << field(13) | 1 << field(17) | 1 << field(18));

/// The long fields 5 and 22.
pub const LONG_FIELDS: [FieldSet; 2] = [places(UPPER, LONG), places(LOWER, LONG)];

/// The board for the walk search: steps between neighbours, the long fields as whole fields.
pub static GRAPH: Graph = {
    let mut graph = Graph::empty(PLACES).with_whole_field(LONG_FIELDS[0]).with_whole_field(LONG_FIELDS[1]);
    let mut column = 0;
    while column < 12 {
        let middle = field(6) + column;
        if column < 11 {
            graph = graph.with_edges(middle, middle + 1);
        }
        if column < 4 {
            let (top, bottom) = (field(1) + column, field(18) + column);
            graph = graph.with_edges(top, middle).with_edges(middle, bottom);
            if column < 3 {
                graph = graph.with_edges(top, top + 1).with_edges(bottom, bottom + 1);
            }
        } else {
            let (top, bottom) = (UPPER + column - 4, LOWER + column - 4);
            graph = graph.with_edges(top, middle).with_edges(middle, bottom);
            graph = graph.with_edges(field(4), top).with_edges(field(21), bottom);
        }
        column += 1;
    }
    graph
};

/// The three rows; a long field is in its row with all its places.
const ROWS: [FieldSet; 3] = [places(0, 12), places(12, 12), places(24, 12)];

/// For each place, the places of its row and of its column.
pub static ROW_AND_COLUMN: [(FieldSet, FieldSet); PLACES] = {
    let mut both = [(FieldSet::EMPTY, FieldSet::EMPTY); PLACES];
    let mut place = 0;
    while place < PLACES {
        // Each row of the drawing has twelve columns, and so has each row of places.
        let column = place % 12;
        let column = FieldSet(1 << column | 1 << (column + 12) | 1 << (column + 24));
        both[place] = (ROWS[place / 12], column);
        place += 1;
    }
    both
};

/// How many steps a stone moves: as many as there are stones in its row or in its column,
/// whichever is more, itself included.
#[inline(always)]
pub fn steps(place: Field, stones: FieldSet) -> u32 {
    let (row, column) = ROW_AND_COLUMN[place.index() % PLACES];
    (row & stones).len().max((column & stones).len())
}
