//! What exists for speed alone: counting by a formula, and sums over all cells at once.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod grid;
mod pack;

pub(super) use grid::Grid;

use super::action::Action;
use super::position::pieces::{TILES, Tile};
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

    #[inline(always)]
    fn sample_outcome(&self, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        let unseen = u32::from(TILES).saturating_sub(self.board.tiles().len());
        if self.hand != Hand::Covered || unseen == 0 || self.board.empty().is_empty() {
            return None;
        }
        let mut left = pick(unseen);
        let drawn = Tile::all().find(|&tile| {
            let copies = u32::from(self.unseen(tile));
            let found = left < copies;
            left = left.wrapping_sub(copies);
            found
        });
        drawn.map(Action::Show)
    }

    fn count_lines(&self, depth: u32) -> Option<Result<u128, Error>> {
        Some(count::count(self, depth))
    }
}
