//! The best ends of walks from all fields at once.
//!
//! The board lies in a row of numbers, file after file, each with one place more than it has ranks. So a step is the
//! same distance everywhere, and the places in between, like those before and after the board, are never free. All
//! fields are worked on side by side.
//!
//! A walk of up to three steps never uses a field twice if it never turns back at once. A walk of four might also
//! come back to where it began, around four fields; these walks are left out.
//!
//! Equals: the best worth in `GRAPH.reach` for each start.
//! Proved by: `best_ends_are_those_of_the_graph`.

use super::reach::LONGEST;
use amduat::games::pharao::board::FIELDS;
use amduat::{Field, FieldSet};

/// How many places a file takes, one of them between files.
const FILE: usize = 4;
const FILES: usize = FIELDS / (FILE - 1);

/// How many places the board takes, and as many before and after it as two steps can lead off it.
pub(super) const LANES: usize = FILES * FILE;
const MARGIN: usize = 2 * FILE;

/// A number for each place of the board.
pub(super) type Lanes = [u32; LANES];

/// The same with margins.
type Board = [u32; MARGIN + LANES + MARGIN];

const EMPTY: Board = [0; MARGIN + LANES + MARGIN];

/// The place of a field.
#[inline(always)]
pub(super) const fn lane(field: Field) -> usize {
    PLACES[field.index()] as usize
}

const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut field = 0;
    while field < FIELDS {
        places[field] = (field + field / (FILE - 1)) as u8;
        field += 1;
    }
    places
};

/// Eight places, as many as fit into a register of most processors.
const WIDTH: usize = 8;
type Vector = [u32; WIDTH];
const VECTORS: usize = LANES / WIDTH;

/// A step up or down a file, and one to the next file. Boards for each way to step have the order up, down, on, back.
const UP: isize = 1;
const ON: isize = FILE as isize;

/// The places that are so far from those of a vector.
#[inline(always)]
fn at(board: &Board, vector: usize, distance: isize) -> Vector {
    let first = (MARGIN + vector * WIDTH).wrapping_add_signed(distance);
    let mut found = [0; WIDTH];
    found.copy_from_slice(&board[first..first + WIDTH]);
    found
}

#[inline(always)]
fn put(board: &mut Board, vector: usize, values: Vector) {
    board[MARGIN + vector * WIDTH..][..WIDTH].copy_from_slice(&values);
}

#[inline(always)]
fn max(mut a: Vector, b: Vector) -> Vector {
    for lane in 0..WIDTH {
        a[lane] = a[lane].max(b[lane]);
    }
    a
}

#[inline(always)]
fn and(mut a: Vector, b: Vector) -> Vector {
    for lane in 0..WIDTH {
        a[lane] &= b[lane];
    }
    a
}

/// The fields over which a stone can walk, and what is found about walks there.
pub(super) struct BestEnds {
    /// All bits where a field is free, none elsewhere.
    free: Board,
    worth: Board,
    /// The best end one, two and three steps on, for who has come by each way to step.
    next: [Board; 4],
    second: [Board; 4],
    third: [Board; 4],
    /// The best end two steps on, for who has come one step by each way and then one by a turn off it.
    turned: [[Board; 2]; 4],
}

impl BestEnds {
    pub(super) const fn new() -> Self {
        Self {
            free: EMPTY,
            worth: EMPTY,
            next: [EMPTY; 4],
            second: [EMPTY; 4],
            third: [EMPTY; 4],
            turned: [[EMPTY; 2]; 4],
        }
    }

    /// Walks go over these fields from now on. They may begin on any of them.
    #[inline(always)]
    pub(super) fn set_free(&mut self, free: FieldSet) {
        for (file, lanes) in self.free[MARGIN..MARGIN + LANES].chunks_exact_mut(FILE).enumerate() {
            let bits = (free.0 >> (file * (FILE - 1))) as u32;
            for (rank, lane) in lanes[..FILE - 1].iter_mut().enumerate() {
                *lane = (bits >> rank & 1).wrapping_neg();
            }
        }
    }

    /// From each field the highest worth of an end of one and of two steps.
    #[inline(always)]
    pub(super) fn best_of_two(&mut self, worth: &Lanes, best: &mut [Lanes; 2]) {
        self.worth[MARGIN..MARGIN + LANES].copy_from_slice(worth);
        let [one, two] = best;
        step(&self.free, [&self.worth; 4], one, &mut self.next);
        leave(&self.next, two);
    }

    /// From each field the highest worth of an end of one to four steps.
    #[inline(always)]
    pub(super) fn best(&mut self, worth: &Lanes, best: &mut [Lanes; LONGEST]) {
        self.worth[MARGIN..MARGIN + LANES].copy_from_slice(worth);
        let [one, two, three, four] = best;
        step(&self.free, [&self.worth; 4], one, &mut self.next);
        let [up, down, on, back] = &self.next;
        step(&self.free, [up, down, on, back], two, &mut self.second);
        leave(&self.second, three);
        turn(&self.free, &self.worth, &self.next, &mut self.turned);
        complete(&self.free, &self.second, &self.turned, &mut self.third);
        leave(&self.third, four);
    }
}

/// One step more, given the best that comes after it for each way to make it: the best of all, and for who has
/// come here by each way, the best of going on by any but the opposite.
#[inline(always)]
fn step(free: &Board, ends: [&Board; 4], best: &mut Lanes, boards: &mut [Board; 4]) {
    for vector in 0..VECTORS {
        let free = at(free, vector, 0);
        let (up, down) = (at(ends[0], vector, UP), at(ends[1], vector, -UP));
        let (on, back) = (at(ends[2], vector, ON), at(ends[3], vector, -ON));
        let (across, along) = (max(up, down), max(on, back));
        best[vector * WIDTH..][..WIDTH].copy_from_slice(&max(across, along));
        put(&mut boards[0], vector, and(free, max(up, along)));
        put(&mut boards[1], vector, and(free, max(down, along)));
        put(&mut boards[2], vector, and(free, max(on, across)));
        put(&mut boards[3], vector, and(free, max(back, across)));
    }
}

/// The best end two steps on, for who has come one step by a way and then one by a turn off it. Who turns to the
/// same side again must not do it a third time, which would lead back to the beginning.
#[inline(always)]
fn turn(free: &Board, worth: &Board, next: &[Board; 4], boards: &mut [[Board; 2]; 4]) {
    for vector in 0..VECTORS {
        let here = at(free, vector, 0);
        let (up, down) = (at(&next[0], vector, UP), at(&next[1], vector, -UP));
        let (on, back) = (at(&next[2], vector, ON), at(&next[3], vector, -ON));
        // The fields beside the one that was left before the turn: straight back twice, or back and on with the turn.
        let (up_on, up_back) = (at(worth, vector, UP + ON), at(worth, vector, UP - ON));
        let (down_on, down_back) = (at(worth, vector, ON - UP), at(worth, vector, -UP - ON));
        let behind = (at(free, vector, -UP), at(worth, vector, -2 * UP));
        put_both(&mut boards[0], vector, here, behind, up, [on, back], [down_on, down_back]);
        let behind = (at(free, vector, UP), at(worth, vector, 2 * UP));
        put_both(&mut boards[1], vector, here, behind, down, [on, back], [up_on, up_back]);
        let behind = (at(free, vector, -ON), at(worth, vector, -2 * ON));
        put_both(&mut boards[2], vector, here, behind, on, [up, down], [up_back, down_back]);
        let behind = (at(free, vector, ON), at(worth, vector, 2 * ON));
        put_both(&mut boards[3], vector, here, behind, back, [up, down], [up_on, down_on]);
    }
}

/// The best end three steps on, for who has come by each way.
#[inline(always)]
fn complete(free: &Board, second: &[Board; 4], turned: &[[Board; 2]; 4], boards: &mut [Board; 4]) {
    for vector in 0..VECTORS {
        let free = at(free, vector, 0);
        let up = max(at(&turned[0][0], vector, ON), at(&turned[0][1], vector, -ON));
        let down = max(at(&turned[1][0], vector, ON), at(&turned[1][1], vector, -ON));
        let on = max(at(&turned[2][0], vector, UP), at(&turned[2][1], vector, -UP));
        let back = max(at(&turned[3][0], vector, UP), at(&turned[3][1], vector, -UP));
        put(&mut boards[0], vector, and(free, max(up, at(&second[0], vector, UP))));
        put(&mut boards[1], vector, and(free, max(down, at(&second[1], vector, -UP))));
        put(&mut boards[2], vector, and(free, max(on, at(&second[2], vector, ON))));
        put(&mut boards[3], vector, and(free, max(back, at(&second[3], vector, -ON))));
    }
}

/// Puts the best of going straight on, of turning off, or of turning off and around, for both turns.
#[inline(always)]
fn put_both(
    boards: &mut [Board; 2],
    vector: usize,
    free: Vector,
    (behind, twice): (Vector, Vector),
    straight: Vector,
    turns: [Vector; 2],
    beside: [Vector; 2],
) {
    for turn in 0..2 {
        let best = max(max(straight, turns[turn]), and(behind, max(twice, beside[turn])));
        put(&mut boards[turn], vector, and(free, best));
    }
}

/// The best of all ways to step away.
#[inline(always)]
fn leave(ends: &[Board; 4], best: &mut Lanes) {
    for vector in 0..VECTORS {
        let across = max(at(&ends[0], vector, UP), at(&ends[1], vector, -UP));
        let along = max(at(&ends[2], vector, ON), at(&ends[3], vector, -ON));
        best[vector * WIDTH..][..WIDTH].copy_from_slice(&max(across, along));
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
        let (mut best, mut best_of_two) = ([[0; LANES]; LONGEST], [[0; LANES]; 2]);
        for round in 0..5000 {
            let stones = (0..round % 12).map(|_| Field::wrapping(random.usize(..FIELDS))).collect::<FieldSet>();
            let mut worth = [0; LANES];
            (BOARD - stones).iter().for_each(|field| worth[lane(field)] = random.u32(..));
            walks.set_free(BOARD - stones);
            walks.best(&worth, &mut best);
            walks.best_of_two(&worth, &mut best_of_two);
            assert_eq!(best_of_two, best[..2]);
            for start in BOARD - stones {
                for (best, steps) in best.iter().zip(1..) {
                    let ends = GRAPH.reach(start, steps, stones);
                    let expected = ends.iter().map(|end| worth[lane(end)]).max().unwrap_or(0);
                    assert_eq!(best[lane(start)], expected, "{start:?}, {steps} steps, {stones:?}");
                }
            }
        }
    }
}
