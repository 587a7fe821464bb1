//! What exists for speed alone: counting by a formula, and sums over all cells at once.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod grid;
mod pack;

pub(super) use grid::Grid;

use super::position::{Hand, Position};
use crate::count::Count;
use crate::error::Error;

impl Count for Position {
    #[inline]
    fn count_actions(&self) -> u64 {
        let empty = self.board.empty();
        if empty.is_empty() {
            return 0;
        }
        match self.hand {
            Hand::Empty => {
                let pawns = if self.can_place_pawn() { empty.len() } else { 0 };
                u64::from(pawns) + u64::from(self.can_draw()) + u64::from(self.must_pass())
            }
            Hand::Covered => self.outcomes().count() as u64,
            Hand::Shown(_) => empty.len().into(),
        }
    }

    fn count_lines(&self, depth: u32) -> Option<Result<u128, Error>> {
        Some(count::count(self, depth))
    }
}
