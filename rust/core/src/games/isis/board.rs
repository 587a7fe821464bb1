//! The board of ISIS as data.
//!
//! ```text
//! | 1| 3| 5| 7| 9|11|13|15|19|23|27|31|35|39|43|47|
//! |                    |16|20|24|28|32|36|40|44|48|
//! |          0         |17|21|25|29|33|37|41|45|49|
//! | 2| 4| 6| 8|10|12|14|18|22|26|30|34|38|42|46|50|
//! ```
//!
//! Field 0 is the underworld, 1 to 38 are the earthly realm, 39 to 50 the heavenly fields with the
//! thrones 44 and 45. *Forward* is to the right. The walk search knows the fields by these numbers.
//!
//! Which steps a stone may take depends on where its move starts (ISIS-R1), so there is one graph
//! for each kind of start. One-way doors and walls are edges that the graphs do not have; since no
//! edge leads off a throne, or away from 0 in the graphs that enter it, a walk can only end there.

use crate::field::{Field, FieldSet};
use crate::walk::Graph;

/// How many fields there are, the underworld included.
pub const FIELDS: usize = 51;

/// Field 0, which holds any number of stones.
pub const UNDERWORLD: Field = Field::wrapping(0);

/// Where the heavenly fields begin.
pub const FIRST_HEAVENLY: usize = 39;

/// The fields on which stones are in play.
pub const IN_PLAY: FieldSet = FieldSet(FieldSet::first(FIELDS).0 & !1);

/// The earthly realm, 1 to 38.
pub const EARTHLY: FieldSet = FieldSet(FieldSet::first(FIRST_HEAVENLY).0 & !1);

/// The heavenly fields, 39 to 50, thrones included.
pub const HEAVENLY: FieldSet = FieldSet(IN_PLAY.0 & !EARTHLY.0);

/// The thrones, each with the only field from which it is entered.
const THRONES_AND_FRONTS: [(usize, usize); 2] = [(44, 48), (45, 49)];

/// Both thrones.
pub const THRONES: FieldSet = FieldSet(1 << THRONES_AND_FRONTS[0].0 | 1 << THRONES_AND_FRONTS[1].0);

/// The fields in front of them.
pub(super) const FRONTS: FieldSet = FieldSet(1 << THRONES_AND_FRONTS[0].1 | 1 << THRONES_AND_FRONTS[1].1);

/// The fields entered from the underworld.
const ENTRANCES: [usize; 2] = [1, 2];

/// The fields from which the underworld is entered.
pub(super) const EXITS: [usize; 2] = [16, 17];

pub(super) const ROWS: usize = 4;
const COLUMNS: usize = 16;

/// The columns beside the underworld, which have an upper and a lower field only.
const NARROW_COLUMNS: usize = 7;

/// The first field behind them, where all columns have four fields.
pub(super) const WIDE_COLUMNS: usize = 2 * NARROW_COLUMNS + 1;

/// The field in this row and column, or the underworld.
const fn at(row: usize, column: usize) -> usize {
    match (column < NARROW_COLUMNS, row) {
        (true, 0) => 2 * column + 1,
        (true, 3) => 2 * column + 2,
        (true, _) => 0,
        (false, _) => 2 * NARROW_COLUMNS + ROWS * (column - NARROW_COLUMNS) + row + 1,
    }
}

/// Whether ordinary steps lead to and from this field; doors and thrones have steps of their own.
const fn ordinary(field: usize) -> bool {
    field != 0 && !THRONES.contains(Field::wrapping(field))
}

/// The ordinary steps across and, as wanted, forward and backward.
const fn steps(forward: bool, backward: bool) -> Graph {
    let mut graph = Graph::empty(FIELDS);
    let mut row = 0;
    while row < ROWS {
        let mut column = 0;
        while column < COLUMNS {
            let here = at(row, column);
            if row + 1 < ROWS && ordinary(here) && ordinary(at(row + 1, column)) {
                graph = graph.with_edges(here, at(row + 1, column));
            }
            if column + 1 < COLUMNS && ordinary(here) && ordinary(at(row, column + 1)) {
                let ahead = at(row, column + 1);
                if forward {
                    graph = graph.with_edge(here, ahead);
                }
                if backward {
                    graph = graph.with_edge(ahead, here);
                }
            }
            column += 1;
        }
        row += 1;
    }
    graph
}

/// For stones that start in the underworld or in the earthly realm: forward and across. The thrones
/// are out of reach, for the step onto one is a backward step.
pub static ONWARD: Graph = steps(true, false).with_edge(0, ENTRANCES[0]).with_edge(0, ENTRANCES[1]);

/// For stones of the earthly realm on their way into the underworld: backward and across.
pub static DESCENT: Graph = steps(false, true).with_edge(EXITS[0], 0).with_edge(EXITS[1], 0);

/// [`DESCENT`] walked the other way round.
pub static DESCENT_REVERSED: Graph = steps(true, false).with_edge(0, EXITS[0]).with_edge(0, EXITS[1]);

/// For neutral stones that start in the heavenly fields: any direction, never into the underworld.
pub static FREE: Graph = steps(true, true);

/// For personal stones that start in the heavenly fields: as [`FREE`], and onto the thrones.
pub static FREE_TO_THRONES: Graph = {
    let [(left, left_front), (right, right_front)] = THRONES_AND_FRONTS;
    steps(true, true).with_edge(left_front, left).with_edge(right_front, right)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_hold_all_fields_once() {
        let columns = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| at(row, column)));
        let fields: Vec<_> = columns.filter(|&field| field != 0).collect();
        assert_eq!(fields, (1..FIELDS).collect::<Vec<_>>());
    }

    #[test]
    fn the_descent_reversed_is_the_descent() {
        let field = Field::wrapping;
        for (a, b) in (0..FIELDS).flat_map(|a| (0..FIELDS).map(move |b| (a, b))) {
            let down = DESCENT.neighbours(field(a)).contains(field(b));
            assert_eq!(down, DESCENT_REVERSED.neighbours(field(b)).contains(field(a)), "{a} to {b}");
        }
    }

    #[test]
    fn doors_are_one_way_and_thrones_are_walled() {
        for graph in [&ONWARD, &DESCENT, &FREE, &FREE_TO_THRONES] {
            for (throne, front) in THRONES_AND_FRONTS {
                assert!(graph.neighbours(Field::wrapping(throne)).is_empty());
                let enters = |&field: &Field| graph.neighbours(field).contains(Field::wrapping(throne));
                let from: Vec<_> = IN_PLAY.iter().filter(enters).map(Field::index).collect();
                assert!(from.is_empty() || (from == [front] && graph == &FREE_TO_THRONES));
            }
        }
        let into_underworld = |graph: &Graph| {
            let enters = |&field: &Field| graph.neighbours(field).contains(UNDERWORLD);
            IN_PLAY.iter().filter(enters).map(Field::index).collect::<Vec<_>>()
        };
        assert_eq!(into_underworld(&DESCENT), EXITS);
        for graph in [&ONWARD, &FREE, &FREE_TO_THRONES] {
            assert!(into_underworld(graph).is_empty());
        }
    }
}
