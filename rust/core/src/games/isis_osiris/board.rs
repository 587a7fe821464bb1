//! The board of ISIS & OSIRIS as data: six by six cells and their neighbours.
//!
//! Cells are numbered by file and then by rank, so that `a1` is 0, `a2` is 1 and `f6` is 35.

use crate::field::{Field, FieldSet};

/// How many cells a rank or a file has.
pub const LENGTH: usize = 6;

/// How many cells there are.
pub const CELLS: usize = LENGTH * LENGTH;

/// The cell in this file and this rank, both counted from 0.
pub const fn cell(file: usize, rank: usize) -> Field {
    Field::wrapping(file * LENGTH + rank)
}

/// The file and the rank of a cell, both counted from 0.
pub const fn file_and_rank(cell: Field) -> (usize, usize) {
    (cell.index() / LENGTH, cell.index() % LENGTH)
}

/// For each cell, the cells orthogonally beside it.
pub static BESIDE: [FieldSet; CELLS] = {
    let mut beside = [FieldSet::EMPTY; CELLS];
    let mut number = 0;
    while number < CELLS {
        let (file, rank) = file_and_rank(Field::wrapping(number));
        let mut cells = FieldSet::EMPTY;
        if file > 0 {
            cells = cells.union(cell(file - 1, rank).set());
        }
        if file + 1 < LENGTH {
            cells = cells.union(cell(file + 1, rank).set());
        }
        if rank > 0 {
            cells = cells.union(cell(file, rank - 1).set());
        }
        if rank + 1 < LENGTH {
            cells = cells.union(cell(file, rank + 1).set());
        }
        beside[number] = cells;
        number += 1;
    }
    beside
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_two_to_four_neighbours() {
        let beside = |file, rank| BESIDE[cell(file, rank).index()];
        assert_eq!(beside(0, 0), cell(0, 1).set() | cell(1, 0).set());
        assert_eq!(beside(5, 5), cell(5, 4).set() | cell(4, 5).set());
        assert_eq!(beside(2, 3), cell(1, 3).set() | cell(3, 3).set() | cell(2, 2).set() | cell(2, 4).set());
        assert_eq!(BESIDE.iter().map(|cells| cells.len()).sum::<u32>(), 120);
    }
}
