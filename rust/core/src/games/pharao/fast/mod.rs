//! What exists for speed alone: remembered walks, and counting without visiting.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod pack;
mod shifts;
mod walks;

pub(super) use walks::{WalkMemory, walks};

use super::action::Action;
use super::position::dice::Roll;
use super::position::{Phase, Position};
use crate::count::Count;

impl Count for Position {
    #[inline(always)]
    fn count_actions(&self) -> u64 {
        self.count(&walks())
    }

    #[inline(always)]
    fn sample_outcome(&self, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        let (own, other) = self.dice.pair(if self.phase == Phase::Roll { pick(36) } else { return None });
        Some(Action::Roll(Roll { own, other }))
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        self.count_two_plies(&walks())
    }
}
