//! Where a stone can walk in one to four steps, looked up: the solver asks many billion times.
//!
//! Equals: `GRAPH.reach` for up to four steps.
//! Proved by: `walks_looked_up_are_those_of_the_graph`.

use amduat::games::pharao::board::{FIELDS, GRAPH};
use amduat::{Field, FieldSet};

/// How many fields a file of the board has.
const FILE: usize = 3;

/// A walk of three steps uses, before its last, only fields up to two files away.
const WINDOW_FILES: usize = 5;
const WINDOWS: usize = 1 << (FILE * WINDOW_FILES);

/// As many as a set has bits, so that every field has its place in a table.
pub(super) const BITS: usize = 64;

/// The most steps an own stone moves.
pub(super) const LONGEST: usize = 4;

/// For a stone on each rank and the free fields around it, where it can go in three steps.
pub(super) struct Reach {
    /// Fields relative to three files before the stone.
    thrice: Vec<u32>,
}

impl Reach {
    pub(super) fn new() -> Self {
        let mut thrice = vec![0; FILE * WINDOWS];
        for rank in 0..FILE {
            for window in 0..WINDOWS {
                // The window with one more file on each side, in which all is free.
                let free = FieldSet((window << FILE) as u64);
                let start = Field::wrapping(3 * FILE + rank);
                let mut ends = FieldSet::EMPTY;
                for first in around(start) & (free - start.set()) {
                    for second in around(first) & (free - start.set()) {
                        ends |= around(second) - first.set();
                    }
                }
                thrice[rank * WINDOWS + window] = ends.0 as u32;
            }
        }
        Self { thrice }
    }

    /// Where a stone on `start` can go in exactly three steps over free fields, of which `start` is none.
    #[inline(always)]
    pub(super) fn three(&self, start: Field, free: FieldSet) -> FieldSet {
        let (file, table) = TABLES[start.index()];
        let window = (free.0 << (2 * FILE)) >> file & (WINDOWS as u64 - 1);
        let ends = u64::from(self.thrice[table as usize + window as usize]);
        FieldSet(ends << file >> (3 * FILE)) & free
    }

    /// The same for one, two, three and four steps.
    #[inline(always)]
    pub(super) fn all(&self, start: Field, free: FieldSet) -> [FieldSet; LONGEST] {
        let one = NEIGHBOURS[start.index()] & free;
        let (mut two, mut four) = (FieldSet::EMPTY, FieldSet::EMPTY);
        for next in one {
            two |= NEIGHBOURS[next.index()];
            four |= self.three(next, free - next.set());
        }
        [one, two & free, self.three(start, free), four]
    }
}

/// For each field, how many fields are on the files before its own, and where the windows of its rank begin.
static TABLES: [(u8, u32); BITS] = {
    let mut tables = [(0, 0); BITS];
    let mut field = 0;
    while field < FIELDS {
        tables[field] = ((field / FILE * FILE) as u8, (field % FILE * WINDOWS) as u32);
        field += 1;
    }
    tables
};

/// The neighbours of each field.
static NEIGHBOURS: [FieldSet; BITS] = {
    let mut neighbours = [FieldSet::EMPTY; BITS];
    let mut field = 0;
    while field < FIELDS {
        neighbours[field] = GRAPH.neighbours(Field::wrapping(field));
        field += 1;
    }
    neighbours
};

/// The neighbours on a board that is long enough.
fn around(field: Field) -> FieldSet {
    let (bit, rank) = (field.set().0, field.index() % FILE);
    let across = if rank > 0 { bit >> 1 } else { 0 } | if rank + 1 < FILE { bit << 1 } else { 0 };
    FieldSet(across | bit << FILE | bit >> FILE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use amduat::games::pharao::board::BOARD;

    #[test]
    fn walks_looked_up_are_those_of_the_graph() {
        let reach = Reach::new();
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..20_000 {
            let stones = (0..round % 12).map(|_| Field::wrapping(random.usize(..FIELDS))).collect::<FieldSet>();
            for start in BOARD {
                let all = reach.all(start, BOARD - stones - start.set());
                for (ends, steps) in all.into_iter().zip(1..) {
                    assert_eq!(ends, GRAPH.reach(start, steps, stones), "{start:?}, {steps} steps, {stones:?}");
                }
            }
        }
    }
}
