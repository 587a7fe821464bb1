//! What exists for speed alone: rolls looked at together, and counting without visiting.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_visiting`.

mod count;
mod moves_by_roll;
mod pack;
mod rolls;

use super::action::{Action, Face};
use super::position::Position;
use crate::count::Count;
use crate::game::{Game, Turn};

impl Count for Position {
    #[inline(always)]
    fn each_candidate(&self, visit: impl FnMut(Action)) {
        self.each_action(visit);
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        match self.die {
            _ if self.is_over() => 0,
            None => Face::FACES as u64,
            Some(die) => self.count_with(die),
        }
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        if self.is_over() { 0 } else { self.count_two_plies() }
    }

    #[inline(always)]
    fn each_merged_pair(&self, visit: impl FnMut(Self, u64)) -> bool {
        let rolls = self.turn() == Turn::Chance;
        if rolls {
            self.each_after_roll(visit);
        }
        rolls
    }
}
