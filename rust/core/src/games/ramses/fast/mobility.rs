//! Where the stones on the board can walk in one part of a turn, and which targets of an own part leave no
//! second part.
//!
//! Equals: `GRAPH.reach` and `GRAPH.can_walk` with the steps of each stone; `legal_targets` equals the
//! targets to which `is_legal`.
//! Proved by: `counts_are_those_of_the_twin`, `one_more_stone_raises_the_steps_where_it_is_said_to`.

use super::super::action::Action;
use super::super::board::{self, HIEROGLYPHS, PLACES, ROW_AND_COLUMN};
use super::super::position::{Part, Position, STONES};
use super::occupied::{Occupied, Question};
use super::walks::{self, WalkMemory};
use crate::field::{Field, FieldSet};

/// The stones as one part of a turn sees them.
#[derive(Clone, Copy)]
pub(in super::super) struct Mobility<'a> {
    walks: &'a WalkMemory,
    stones: FieldSet,
    occupied: Occupied,
}

/// A stone that stays while another one moves, and whose walks are asked about for each target of that.
#[derive(Clone, Copy)]
pub(super) struct Bystander {
    place: Field,
    steps: u32,
    /// Where one more stone makes it one step more.
    raising: FieldSet,
    /// What is asked about walks of so many steps, and of one more.
    questions: [Question; 2],
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    pub(in super::super) fn new(walks: &'a WalkMemory, stones: FieldSet) -> Self {
        Self { walks, stones, occupied: Occupied::new(stones) }
    }

    #[inline(always)]
    pub(super) fn walks(&self) -> &'a WalkMemory {
        self.walks
    }

    /// With one stone more.
    #[inline(always)]
    pub(super) fn with(self, place: Field) -> Self {
        Self { walks: self.walks, stones: self.stones | place.set(), occupied: self.occupied.with(place) }
    }

    /// Where the stone on `from` can walk.
    #[inline(always)]
    pub(in super::super) fn reach(&self, from: Field) -> FieldSet {
        self.walks.reach(from, board::steps(from, self.stones), self.occupied)
    }

    /// In how many ways one of the `movers` can walk after one more stone was put on one of `targets`.
    #[inline(always)]
    pub(super) fn walks_after(&self, movers: FieldSet, targets: FieldSet) -> u32 {
        let mut count = 0;
        for mover in movers {
            let (steps, raising) = steps_and_raising(mover, self.stones);
            for target in targets {
                let steps = steps + u32::from(raising.contains(target));
                count += self.walks.reach(mover, steps, self.occupied.with(target)).len();
            }
        }
        count
    }

    /// The stone on `place`, before the moved one is put down.
    #[inline(always)]
    pub(super) fn bystander(&self, place: Field) -> Bystander {
        let (steps, raising) = steps_and_raising(place, self.stones);
        let questions = [steps, steps + 1].map(|steps| self.occupied.question(place, steps));
        Bystander { place, steps, raising, questions }
    }

    /// Where a bystander can walk once the moved stone stands on `target`.
    #[inline(always)]
    pub(super) fn reach_after(&self, bystander: &Bystander, target: Field) -> FieldSet {
        let raised = bystander.raising.contains(target);
        let question = bystander.questions[usize::from(raised)].with(target);
        let steps = || bystander.steps + u32::from(raised);
        self.walks.reach_asked(question, bystander.place, steps, || self.occupied.with(target))
    }

    /// The targets to which a stone can perhaps not move without keeping all of `others` from walking.
    ///
    /// A target does so only if it is a bottleneck for each of them. Taking a stone away blocks no walk and
    /// makes none longer; putting it on the target may make walks one step longer. Walks of so many
    /// steps are asked about last: there are fewer of them, and other stones settle most targets.
    #[inline(always)]
    pub(super) fn doubtful(&self, others: FieldSet, targets: FieldSet) -> FieldSet {
        let mut doubtful = targets;
        for stone in others {
            if doubtful.is_empty() {
                return doubtful;
            }
            let (steps, raising) = steps_and_raising(stone, self.stones);
            doubtful &= self.walks.bottlenecks(stone, steps, self.occupied) | raising;
        }
        for stone in others {
            if doubtful.is_empty() {
                return doubtful;
            }
            let (steps, raising) = steps_and_raising(stone, self.stones);
            if doubtful.meets(raising) {
                doubtful &= self.walks.bottlenecks(stone, steps + 1, self.occupied) | !raising;
            }
        }
        doubtful
    }

    /// Whether any of these stones can walk as far as it has to.
    #[inline(always)]
    pub(in super::super) fn any_can_walk(&self, movable: FieldSet) -> bool {
        movable.iter().any(|from| walks::exist(from, board::steps(from, self.stones), self.occupied))
    }
}

/// How many steps a stone among `stones` moves, and the places where one more stone makes it one more.
#[inline(always)]
fn steps_and_raising(place: Field, stones: FieldSet) -> (u32, FieldSet) {
    let (row, column) = ROW_AND_COLUMN[place.index() % PLACES];
    let (in_row, in_column) = ((row & stones).len(), (column & stones).len());
    let row = if in_row >= in_column { row } else { FieldSet::EMPTY };
    let column = if in_column >= in_row { column } else { FieldSet::EMPTY };
    (in_row.max(in_column), row | column)
}

impl Position {
    /// Where each movable stone, in ascending order, can legally go while the game runs.
    #[inline(always)]
    pub(in super::super) fn legal_targets(&self, walks: &WalkMemory) -> [FieldSet; STONES] {
        let mobility = Mobility::new(walks, self.all());
        let mut targets = [FieldSet::EMPTY; STONES];
        let mut doubtful = FieldSet::EMPTY;
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            *targets = self.targets(&mobility, from);
            doubtful |= *targets;
        }
        if self.part() == Part::Other {
            return targets;
        }
        // Hardly any target is left in doubt; only those are looked at singly.
        let doubtful = mobility.doubtful(self.stones(self.side().other()) - HIEROGLYPHS, doubtful);
        for (from, targets) in self.movable().iter().zip(&mut targets) {
            for to in *targets & doubtful {
                if !self.completes(walks, Action { from, to }) {
                    *targets -= to.set();
                }
            }
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_stone_raises_the_steps_where_it_is_said_to() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..10_000 {
            let stones = FieldSet(random.u64(..) & random.u64(..) & random.u64(..)) & FieldSet::first(PLACES);
            for stone in stones {
                let (steps_now, raising) = steps_and_raising(stone, stones);
                assert_eq!(steps_now, board::steps(stone, stones));
                for more in FieldSet::first(PLACES) - stones {
                    let raised = board::steps(stone, stones | more.set()) - steps_now;
                    assert_eq!(raised, u32::from(raising.contains(more)), "{stones:?} {stone:?} {more:?}");
                }
            }
        }
    }
}
