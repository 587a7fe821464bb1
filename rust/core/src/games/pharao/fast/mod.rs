//! What exists for speed alone: remembered walks, and counting without visiting.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod pack;
mod shifts;
mod walks;

pub(super) use walks::{WalkMemory, walks};

use super::position::Position;
use crate::count::Count;

impl Count for Position {
    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&walks())
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        self.count_two_plies(&walks())
    }
}
