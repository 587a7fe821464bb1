//! Sums over the neighbours of all cells at once.
//!
//! Equals: for each cell, the sum over the cells of `BESIDE`.
//! Proved by: `grids_say_what_lies_beside`.

use super::super::board::{CELLS, LENGTH, file_and_rank};
use crate::field::{Field, FieldSet};

/// How many places a grid has from one file to the next: a rank more on either side, always empty, so
/// that every cell has four neighbours.
const STRIDE: usize = LENGTH + 2;

/// A number for each cell.
pub(in super::super) struct Grid([i8; STRIDE * STRIDE]);

impl Default for Grid {
    fn default() -> Self {
        Self([0; STRIDE * STRIDE])
    }
}

/// For each cell its place in a grid.
static PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut number = 0;
    while number < CELLS {
        let (file, rank) = file_and_rank(Field::wrapping(number));
        places[number] = ((file + 1) * STRIDE + rank + 1) as u8;
        number += 1;
    }
    places
};

impl Grid {
    #[inline(always)]
    pub(in super::super) fn fill(&mut self, cells: FieldSet, number: i8) {
        for cell in cells {
            self.0[usize::from(PLACES[cell.index() % CELLS]) % self.0.len()] = number;
        }
    }

    /// The sums of the numbers beside each cell.
    #[inline(always)]
    pub(in super::super) fn around(&self) -> Self {
        let Self(numbers) = self;
        let mut sums = Self::default();
        for place in STRIDE..numbers.len() - STRIDE {
            let (above, below) = (numbers[place - STRIDE], numbers[place + STRIDE]);
            sums.0[place] = above + below + numbers[place - 1] + numbers[place + 1];
        }
        sums
    }

    #[inline(always)]
    pub(in super::super) fn at(&self, cell: Field) -> i32 {
        self.0[usize::from(PLACES[cell.index() % CELLS]) % self.0.len()].into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::BESIDE;
    use super::super::super::position::Position;
    use super::super::super::position::pieces::{Piece, Tile};
    use super::*;
    use crate::evaluate::Evaluate;
    use crate::game::{Game, Player};
    use crate::options::Options;
    use crate::playout;

    /// Along random games: what the grids say is what the cells beside say, one by one.
    #[test]
    fn grids_say_what_lies_beside() {
        let mut random = fastrand::Rng::with_seed(3);
        let options = Options::new(Position::INFO.options, []).expect("no options are needed");
        for _ in 0..50 {
            let mut position = Position::start(&options).expect("these options are valid");
            while let Some(action) = playout::choose(&position, &mut random, &mut Vec::new()) {
                position = position.play(action);
                let (board, empty) = (position.board(), position.board().empty());
                let mut tiles = Grid::default();
                let mut gaps = Grid::default();
                gaps.fill(empty, 1);
                for tile in Tile::all() {
                    tiles.fill(board.cells(Piece::Tile(tile)), tile.points() as i8);
                }
                let (worth, open) = (tiles.around(), gaps.around());
                for (number, beside) in BESIDE.into_iter().enumerate() {
                    let points = |cell| match board.piece(cell) {
                        Some(Piece::Tile(tile)) => tile.points(),
                        _ => 0,
                    };
                    assert_eq!(worth.at(Field::wrapping(number)), beside.iter().map(points).sum(), "{position}");
                    assert_eq!(open.at(Field::wrapping(number)), (beside & empty).len() as i32, "{position}");
                }
                for number in 0..position.players() {
                    let points = position.board().points(Player::new(number)) as f32 / 5.0;
                    assert!((position.features()[number][0] - points).abs() < 1e-6, "{position}");
                }
            }
        }
    }
}
