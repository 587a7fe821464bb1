//! Counting actions and pairs of plies without visiting their ends.
//!
//! Equals: `each_action`, counted one by one, and after each action once more.
//! Proved by: `counts_are_those_of_the_twin`, `merged_pairs_stand_for_all_lines`.

use super::super::action::Action;
use super::super::board::HIEROGLYPHS;
use super::super::position::{Part, Position, STONES};
use super::mobility::Mobility;
use super::walks::WalkMemory;
use crate::field::{Field, FieldSet};
use crate::game::Game;

impl Position {
    /// How many legal own parts there are, while the game runs.
    #[inline(always)]
    pub(super) fn count_own(&self, mobility: &Mobility<'_>) -> u64 {
        let mut count = 0;
        let mut targets = FieldSet::EMPTY;
        for from in self.movable() {
            let reached = self.targets(mobility, from);
            count += u64::from(reached.len());
            targets |= reached;
        }
        let doubtful = mobility.doubtful(self.stones(self.side().other()) - HIEROGLYPHS, targets);
        if doubtful.is_empty() { count } else { count - self.incomplete(mobility, doubtful) }
    }

    /// How many own parts that end on one of `doubtful` leave no second part.
    #[inline(always)]
    fn incomplete(&self, mobility: &Mobility<'_>, doubtful: FieldSet) -> u64 {
        let mut count = 0;
        for from in self.movable() {
            for to in self.targets(mobility, from) & doubtful {
                count += u64::from(!self.completes(mobility.walks(), Action { from, to }));
            }
        }
        count
    }

    /// How many lines of two plies there are, while the game runs.
    #[inline(always)]
    pub(super) fn count_two_plies(&self, walks: &WalkMemory) -> u64 {
        let mobility = Mobility::new(walks, self.all());
        let moved = self.stones(self.moved_side());
        let fixed = self.stones(self.moved_side().other());
        let mut count = 0;
        for from in self.movable() {
            let kept = moved - from.set();
            // RAMSES-R2, RAMSES-R3: nothing follows a third stone on a hieroglyph field.
            let wins = if (kept & HIEROGLYPHS).len() == 2 { HIEROGLYPHS } else { FieldSet::EMPTY };
            let targets = self.targets(&mobility, from) - wins;
            let without = Mobility::new(walks, kept | fixed);
            match self.part() {
                Part::Own => count += u64::from(without.walks_after(fixed - HIEROGLYPHS, targets)),
                Part::Other => count += self.count_own_after(&without, from, targets),
            }
        }
        count
    }

    /// How many own parts follow when the stone on `from` is put on one of `targets`.
    #[inline(always)]
    fn count_own_after(&self, without: &Mobility<'_>, from: Field, targets: FieldSet) -> u64 {
        let kept = self.stones(self.moved_side()) - from.set();
        let others = self.stones(self.side()) - HIEROGLYPHS;
        let mut bystanders = [without.bystander(from); STONES - 1];
        for (bystander, place) in bystanders.iter_mut().zip(kept) {
            *bystander = without.bystander(place);
        }
        let mut count = 0;
        for to in targets {
            let mobility = without.with(to);
            let mut ends = mobility.reach(to);
            let mut parts = ends.len();
            for bystander in &bystanders {
                let reached = without.reach_after(bystander, to);
                parts += reached.len();
                ends |= reached;
            }
            count += u64::from(parts);
            let doubtful = mobility.doubtful(others, ends);
            if !doubtful.is_empty() {
                count -= self.play(Action { from, to }).incomplete(&mobility, doubtful);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::super::twin::{actions, lines, random_position};
    use super::*;
    use crate::count::Count;

    #[test]
    fn counts_are_those_of_the_twin() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut illegal, mut stuck) = (0, 0);
        for _ in 0..3000 {
            let position = random_position(&mut random);
            let mut visited = Vec::new();
            position.each_action(|action| visited.push(action));
            assert_eq!(visited, actions(&position), "{position}");
            assert_eq!(position.count_actions(), lines(&position, 1), "{position}");
            assert_eq!(position.count_pairs(), lines(&position, 2), "{position}");
            position.each_candidate(|_| illegal += 1);
            illegal -= visited.len();
            stuck += usize::from(visited.is_empty());
        }
        // What is rare was met all the same.
        assert!(illegal > 20, "{illegal}");
        assert!(stuck > 20, "{stuck}");
    }

    #[test]
    fn merged_pairs_stand_for_all_lines() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut merged = 0;
        for _ in 0..300 {
            let position = random_position(&mut random);
            let mut sum = 0;
            let done = position.each_merged_pair(|next, times| {
                merged += times - 1;
                sum += times * lines(&next, 1);
            });
            assert_eq!(done, position.part() == Part::Other);
            assert!(!done || sum == lines(&position, 3), "{position}");
        }
        assert!(merged > 1000, "{merged}");
    }
}
