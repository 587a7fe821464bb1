//! What exists for speed alone: swept and remembered walks, counting without visiting, sampling.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod pack;
mod replies;
mod sample;
mod sweeps;
mod walks;

pub(super) use walks::{WalkMemory, walks};

use super::action::Action;
use super::position::Position;
use crate::count::Count;

impl Count for Position {
    const SAMPLES: bool = true;

    #[inline(always)]
    fn sample_action(&self, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
        self.sample(&walks(), pick)
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&walks())
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        self.count_two_plies(&walks())
    }
}
