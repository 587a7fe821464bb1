//! What exists for speed alone: remembered walks, and counting without visiting.
//!
//! Equals: the defaults of [`Count`], which walk through the rules.
//! Proved by: `counts_are_those_of_the_twin`, `merged_pairs_stand_for_all_lines`.

mod count;
mod mobility;
mod occupied;
mod pack;
mod shifts;
#[cfg(test)]
mod twin;
mod walks;

pub(super) use mobility::Mobility;
pub(super) use walks::{WalkMemory, walks};

use super::action::Action;
use super::position::{Part, Position};
use crate::count::Count;
use crate::game::Game;

impl Count for Position {
    const CANDIDATES_ARE_LEGAL: bool = false;

    #[inline(always)]
    fn each_candidate(&self, mut visit: impl FnMut(Action)) {
        if self.with_three_on_hieroglyphs().is_some() {
            return;
        }
        let walks = &walks();
        let mobility = Mobility::new(walks, self.all());
        for from in self.movable() {
            for to in self.targets(&mobility, from) {
                visit(Action { from, to });
            }
        }
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        if self.with_three_on_hieroglyphs().is_some() {
            return 0;
        }
        let walks = &walks();
        let mobility = Mobility::new(walks, self.all());
        match self.part() {
            Part::Own => self.count_own(&mobility),
            Part::Other => self.movable().iter().map(|from| u64::from(mobility.reach(from).len())).sum(),
        }
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        if self.with_three_on_hieroglyphs().is_some() { 0 } else { self.count_two_plies(&walks()) }
    }

    /// The second part of a turn and the first part of the next move stones of the same side, and many
    /// pairs of moves can be made in either order.
    #[inline(always)]
    fn each_merged_pair(&self, mut visit: impl FnMut(Self, u64)) -> bool {
        if self.part() == Part::Own {
            return false;
        }
        let moved = self.moved_side();
        let mut results = Vec::with_capacity(512);
        self.each_candidate(|other| {
            let next = self.play(other);
            next.each_candidate(|own| results.push(next.play(own).stones(moved)));
        });
        results.sort_unstable();
        for same in results.chunk_by(PartialEq::eq) {
            let mut stones = [self.stones(moved.other()); 2];
            stones[moved as usize] = same[0];
            visit(Self::new(stones, moved, Part::Other, false), same.len() as u64);
        }
        true
    }
}
