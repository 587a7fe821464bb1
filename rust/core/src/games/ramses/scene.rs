//! The stones on the board as one part of a turn sees them: where each can walk, and which targets of an own
//! part leave no second part.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board;
use super::crowd::{Crowd, Question};
use super::reach::Memory;
use crate::field::{Field, FieldSet};

/// What all walks of one part have in common.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    memory: &'a Memory,
    stones: FieldSet,
    crowd: Crowd,
}

/// A stone whose walks are asked about for many places of one more stone.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    place: Field,
    steps: u32,
    /// Where one more stone makes it one step more.
    raising: FieldSet,
    /// What is asked about walks of so many steps, and of one more.
    questions: [Question; 2],
}

impl<'a> Scene<'a> {
    #[inline(always)]
    pub(super) fn new(memory: &'a Memory, stones: FieldSet) -> Self {
        Self { memory, stones, crowd: Crowd::new(stones) }
    }

    #[inline(always)]
    pub(super) fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// With one stone more.
    #[inline(always)]
    pub(super) fn with(self, place: Field) -> Self {
        Self { memory: self.memory, stones: self.stones | place.set(), crowd: self.crowd.with(place) }
    }

    /// Where the stone on `from` can walk.
    #[inline(always)]
    pub(super) fn reach(&self, from: Field) -> FieldSet {
        self.memory.reach(from, board::steps(from, self.stones), self.crowd)
    }

    /// In how many ways one of the `movers` can walk after one more stone was put on one of `targets`.
    #[inline(always)]
    pub(super) fn walks_after(&self, movers: FieldSet, targets: FieldSet) -> u32 {
        let mut count = 0;
        for mover in movers {
            let (steps, raising) = board::steps_and_raising(mover, self.stones);
            for target in targets {
                let steps = steps + u32::from(raising.contains(target));
                count += self.memory.reach(mover, steps, self.crowd.with(target)).len();
            }
        }
        count
    }

    /// The stone on `place`, before one more stone is put down.
    #[inline(always)]
    pub(super) fn waiting(&self, place: Field) -> Waiting {
        let (steps, raising) = board::steps_and_raising(place, self.stones);
        let questions = [steps, steps + 1].map(|steps| self.crowd.question(place, steps));
        Waiting { place, steps, raising, questions }
    }

    /// Where a waiting stone can walk once one more stone stands on `target`.
    #[inline(always)]
    pub(super) fn reach_after(&self, waiting: &Waiting, target: Field) -> FieldSet {
        let raised = waiting.raising.contains(target);
        let question = waiting.questions[usize::from(raised)].with(target);
        let steps = || waiting.steps + u32::from(raised);
        self.memory.reach_asked(question, waiting.place, steps, || self.crowd.with(target))
    }

    /// The targets to which a stone can perhaps not move without keeping all of `others` from walking.
    ///
    /// A target does so only if it is a bottleneck for each of them. Taking a stone away blocks nobody and
    /// makes no walk longer; putting it on the target may make walks one step longer. Walks of so many
    /// steps are asked about last: there are fewer of them, and other stones settle most targets.
    #[inline(always)]
    pub(super) fn doubtful(&self, others: FieldSet, targets: FieldSet) -> FieldSet {
        let mut doubtful = targets;
        for stone in others {
            if doubtful.is_empty() {
                return doubtful;
            }
            let (steps, raising) = board::steps_and_raising(stone, self.stones);
            doubtful &= self.memory.bottleneck(stone, steps, self.crowd) | raising;
        }
        for stone in others {
            if doubtful.is_empty() {
                return doubtful;
            }
            let (steps, raising) = board::steps_and_raising(stone, self.stones);
            if doubtful.meets(raising) {
                doubtful &= self.memory.bottleneck(stone, steps + 1, self.crowd) | !raising;
            }
        }
        doubtful
    }

    /// Whether any of these stones can walk as far as it has to.
    #[inline(always)]
    pub(super) fn any_can_walk(&self, movable: FieldSet) -> bool {
        movable.iter().any(|from| self.crowd.allows_walk(from, board::steps(from, self.stones)))
    }
}
