//! The best ends of walks from all fields, for several boards at once.
//!
//! A field has a number for each of several boards, side by side: in one step of the processor all of them are worked
//! on. Before and after the board lie files that are never free, so that a step leads to the same distance everywhere.
//!
//! A walk of up to three steps never uses a field twice if it never turns back at once. A walk of four might also
//! come back to where it began, around four fields; these walks are left out.
//!
//! Whoever goes on in either of two directions that are at a right angle goes around a *corner*. Who has come by one
//! step may go on around the two corners that do not lead back, so what corners lead to is found first.
//!
//! Equals: the best worth in `GRAPH.reach` for each start.
//! Proved by: `best_ends_are_those_of_the_graph`.

use super::reach::LONGEST;
use amduat::games::pharao::board::FIELDS;
use amduat::{Field, FieldSet};

/// How many fields a file has, and how many fields lie before and after the board: as many as two steps can lead off.
const FILE: usize = 3;
const MARGIN: usize = 2 * FILE;

/// How many numbers lie side by side: as many as fit into a register of most processors.
pub(super) const WIDTH: usize = 8;

/// A number for each of several boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [u32; WIDTH]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0; WIDTH]);

    #[inline(always)]
    fn max(mut self, other: Self) -> Self {
        for lane in 0..WIDTH {
            self.0[lane] = self.0[lane].max(other.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for lane in 0..WIDTH {
            self.0[lane] &= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for lane in 0..WIDTH {
            self.0[lane] |= other.0[lane];
        }
        self
    }
}

/// The numbers of each field, with margins.
pub(super) type Board = [Lanes; MARGIN + FIELDS + MARGIN];

pub(super) const EMPTY: Board = [Lanes::ZERO; MARGIN + FIELDS + MARGIN];

/// The place of a field on a board.
#[inline(always)]
pub(super) const fn place(field: Field) -> usize {
    MARGIN + field.index()
}

/// A step up a file, and one to the next file. Boards for each way to step have the order up, down, on, back; those
/// for corners, up and on, up and back, down and on, down and back.
const UP: usize = 1;
const ON: usize = FILE;

/// What comes after a step, around each corner, and for who has come by each way: around the corners that do not lead
/// back. Boards are numbered as told above.
struct After {
    around: [Board; 4],
    come: [Board; 4],
}

const NOTHING: After = After { around: [EMPTY; 4], come: [EMPTY; 4] };

/// The fields over which stones can walk, one on each board, and what is found about walks there.
pub(super) struct BestEnds {
    /// All bits where a field is free, none elsewhere.
    free: Board,
    /// What each field is worth as an end: nothing where it is not free.
    pub(super) worth: Board,
    /// The best ends one and two steps on.
    next: After,
    second: After,
    /// From each free field, the highest worth of an end of one to four steps.
    pub(super) best: [Board; LONGEST],
}

impl BestEnds {
    pub(super) const fn new() -> Self {
        Self { free: EMPTY, worth: EMPTY, next: NOTHING, second: NOTHING, best: [EMPTY; LONGEST] }
    }

    /// Walks go over these fields of the boards from now on. They may begin on any of them.
    #[inline(always)]
    pub(super) fn set_free(&mut self, free: [FieldSet; WIDTH]) {
        let bits = free.map(|free| free.0 as u32);
        for (field, lanes) in self.free[MARGIN..MARGIN + FIELDS].iter_mut().enumerate() {
            for (lane, bits) in lanes.0.iter_mut().zip(bits) {
                // The bit of the field, in all places.
                *lane = ((bits << (31 - field)) as i32 >> 31) as u32;
            }
        }
    }

    /// Finds the best ends of one and of two steps.
    #[inline(always)]
    pub(super) fn find_two(&mut self) {
        let [one, two, ..] = &mut self.best;
        step(&self.free, [&self.worth; 4], one, &mut self.next);
        leave(&self.next.come, two);
    }

    /// Finds the best ends of one to four steps.
    #[inline(always)]
    pub(super) fn find(&mut self) {
        let [one, two, three, four] = &mut self.best;
        step(&self.free, [&self.worth; 4], one, &mut self.next);
        let [up, down, on, back] = &self.next.come;
        step(&self.free, [up, down, on, back], two, &mut self.second);
        leave(&self.second.come, three);
        leave_twice(&self.free, &self.next, &self.second, four);
    }
}

/// One step more, given the best that comes after it for each way to make it: the best of all, and what comes after.
#[inline(always)]
fn step(free: &Board, ends: [&Board; 4], best: &mut Board, after: &mut After) {
    for file in (MARGIN..MARGIN + FIELDS).step_by(FILE) {
        for rank in 0..FILE {
            let here = file + rank;
            let up = if rank < FILE - 1 { ends[0][here + UP] } else { Lanes::ZERO };
            let down = if rank > 0 { ends[1][here - UP] } else { Lanes::ZERO };
            let (on, back) = (ends[2][here + ON], ends[3][here - ON]);
            let around = [up.max(on), up.max(back), down.max(on), down.max(back)].map(|best| best.and(free[here]));
            let [up_on, up_back, down_on, down_back] = around;
            for (board, around) in after.around.iter_mut().zip(around) {
                board[here] = around;
            }
            let (up, down) = (up_on.max(up_back), down_on.max(down_back));
            // Nobody comes from off the board.
            if rank > 0 {
                after.come[0][here] = up;
            }
            if rank < FILE - 1 {
                after.come[1][here] = down;
            }
            after.come[2][here] = up_on.max(down_on);
            after.come[3][here] = up_back.max(down_back);
            best[here] = up.max(down);
        }
    }
}

/// The best of all ways to step away.
#[inline(always)]
fn leave(come: &[Board; 4], best: &mut Board) {
    for file in (MARGIN..MARGIN + FIELDS).step_by(FILE) {
        for rank in 0..FILE {
            let here = file + rank;
            let mut found = come[2][here + ON].max(come[3][here - ON]);
            if rank < FILE - 1 {
                found = found.max(come[0][here + UP]);
            }
            if rank > 0 {
                found = found.max(come[1][here - UP]);
            }
            best[here] = found;
        }
    }
}

/// The best of all ways to make two steps and then two more, but for those around four fields.
#[inline(always)]
fn leave_twice(free: &Board, next: &After, second: &After, best: &mut Board) {
    let mut begun = [Lanes::ZERO; FILE];
    for file in (MARGIN..MARGIN + FIELDS).step_by(FILE) {
        let mut found = begun;
        begun = [Lanes::ZERO; FILE];
        // Two steps that turn, from each of four fields to the one across.
        for rank in 0..FILE - 1 {
            let (a, b) = (file + rank, file + rank + UP);
            let (c, d) = (a + ON, b + ON);
            let ([a_free, b_free], [c_free, d_free]) = ([free[a], free[b]], [free[c], free[d]]);
            // Three of them in a row, then a step off to either side.
            let all = a_free.and(b_free).and(c_free.and(d_free));
            let off_b_or_c = all.and(next.around[1][b].max(next.around[2][c]));
            let off_a_or_d = all.and(next.around[3][a].max(next.around[0][d]));
            // Or on from the one across, by either of the ways that led there.
            let (by_b_or_c, by_a_or_d) = (b_free.or(c_free), a_free.or(d_free));
            found[rank] = found[rank].max(off_b_or_c.max(by_b_or_c.and(second.around[0][d])));
            begun[rank + 1] = begun[rank + 1].max(off_b_or_c.max(by_b_or_c.and(second.around[3][a])));
            found[rank + 1] = found[rank + 1].max(off_a_or_d.max(by_a_or_d.and(second.around[2][c])));
            begun[rank] = begun[rank].max(off_a_or_d.max(by_a_or_d.and(second.around[1][b])));
        }
        // Two steps straight on.
        for (rank, found) in found.iter().enumerate() {
            let here = file + rank;
            let on = free[here + ON].and(second.come[2][here + 2 * ON]);
            let back = free[here - ON].and(second.come[3][here - 2 * ON]);
            best[here] = found.max(on.max(back));
        }
        best[file] = best[file].max(free[file + UP].and(second.come[0][file + 2 * UP]));
        best[file + 2 * UP] = best[file + 2 * UP].max(free[file + UP].and(second.come[1][file]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amduat::games::pharao::board::{BOARD, GRAPH};

    #[test]
    fn best_ends_are_those_of_the_graph() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut walks = BestEnds::new();
        for round in 0..1000 {
            let some = |nth: usize| (0..(round + nth) % 12).map(|_| Field::wrapping(random.usize(..FIELDS))).collect();
            let stones: [FieldSet; WIDTH] = std::array::from_fn(some);
            walks.set_free(stones.map(|stones| BOARD - stones));
            walks.worth = EMPTY;
            for (lane, stones) in stones.into_iter().enumerate() {
                (BOARD - stones).iter().for_each(|field| walks.worth[place(field)].0[lane] = random.u32(..));
            }
            walks.find_two();
            let two = [walks.best[0], walks.best[1]];
            walks.find();
            for (lane, stones) in stones.into_iter().enumerate() {
                for start in BOARD - stones {
                    for (best, steps) in walks.best.iter().zip(1..) {
                        let ends = GRAPH.reach(start, steps, stones);
                        let expected = ends.iter().map(|end| walks.worth[place(end)].0[lane]).max().unwrap_or(0);
                        assert_eq!(best[place(start)].0[lane], expected, "{start:?}, {steps} steps, {stones:?}");
                        if let Some(two) = two.get(steps as usize - 1) {
                            assert_eq!(two[place(start)].0[lane], expected);
                        }
                    }
                }
            }
        }
    }
}
