//! Counting lines without visiting their ends.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::HIEROGLYPHS;
use super::reach::Memory;
use super::rules::{Move, Part, Position, STONES};
use super::scene::Scene;
use crate::field::{Field, FieldSet};
use crate::game::Game;

impl Position {
    /// How many legal own parts there are, neither side being crowned.
    #[inline(always)]
    pub(super) fn count_own(&self, scene: &Scene<'_>) -> u64 {
        let mut count = 0;
        let mut targets = FieldSet::EMPTY;
        for from in self.movable() {
            let reached = self.targets(scene, from);
            count += u64::from(reached.len());
            targets |= reached;
        }
        let doubtful = scene.doubtful(self.stones(self.side().other()) - HIEROGLYPHS, targets);
        if doubtful.is_empty() { count } else { count - self.incomplete(scene, doubtful) }
    }

    /// How many own parts that end on one of `doubtful` leave no second part.
    #[inline(always)]
    fn incomplete(&self, scene: &Scene<'_>, doubtful: FieldSet) -> u64 {
        let mut count = 0;
        for from in self.movable() {
            for to in self.targets(scene, from) & doubtful {
                count += u64::from(!self.completes(scene.memory(), Move { from, to }));
            }
        }
        count
    }

    /// How many lines of two plies there are, no side being crowned.
    #[inline(always)]
    pub(super) fn count_two_plies(&self, memory: &Memory) -> u64 {
        let scene = Scene::new(memory, self.all());
        let moved = self.stones(self.moved_side());
        let fixed = self.stones(self.moved_side().other());
        let mut count = 0;
        for from in self.movable() {
            let kept = moved - from.set();
            // RAMSES-R2, RAMSES-R3: nothing follows a third stone on a hieroglyph field.
            let wins = if (kept & HIEROGLYPHS).len() == 2 { HIEROGLYPHS } else { FieldSet::EMPTY };
            let targets = self.targets(&scene, from) - wins;
            let lifted = Scene::new(memory, kept | fixed);
            match self.part() {
                Part::Own => count += u64::from(lifted.walks_after(fixed - HIEROGLYPHS, targets)),
                Part::Other => count += self.count_own_after(&lifted, from, targets),
            }
        }
        count
    }

    /// How many own parts follow when the stone on `from` is put on one of `targets`.
    #[inline(always)]
    fn count_own_after(&self, lifted: &Scene<'_>, from: Field, targets: FieldSet) -> u64 {
        let kept = self.stones(self.moved_side()) - from.set();
        let others = self.stones(self.side()) - HIEROGLYPHS;
        let mut waiting = [lifted.waiting(from); STONES - 1];
        for (waiting, place) in waiting.iter_mut().zip(kept) {
            *waiting = lifted.waiting(place);
        }
        let mut count = 0;
        for to in targets {
            let scene = lifted.with(to);
            let mut ends = scene.reach(to);
            let mut parts = ends.len();
            for waiting in &waiting {
                let reached = lifted.reach_after(waiting, to);
                parts += reached.len();
                ends |= reached;
            }
            count += u64::from(parts);
            let doubtful = scene.doubtful(others, ends);
            if !doubtful.is_empty() {
                count -= self.play(Move { from, to }).incomplete(&scene, doubtful);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::{actions, lines, random_position};
    use super::*;

    #[test]
    fn counts_are_those_of_the_plain_rules() {
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
