//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.
//!
//! Equals: `GRAPH.reach`, its numbers of ends for each number of steps, and the fields without which
//! `GRAPH.can_walk` does not hold.
//! Proved by: `remembered_walks_are_those_of_the_plain_search`, `a_stone_can_walk_unless_a_bottleneck_is_taken`.

use super::super::board::{BOARD, FIELDS, STONES, WATER};
use super::super::position::dice::HIGHEST;
use super::shifts::Shifts;
use crate::field::{Field, FieldSet};
use crate::walk::{Vicinity, WalkBoard, WideMemo, per_thread, search};

/// Which fields matter for a walk.
static VICINITY: Vicinity = Vicinity::new(&super::super::board::GRAPH);

/// Marks questions about targets without the water. The board leaves this bit of a question free.
const DRY: u64 = 1 << FIELDS;

/// What a thread remembers of walks.
#[derive(Default)]
pub(in super::super) struct WalkMemory {
    reaches: WideMemo,
    bottlenecks: WideMemo,
    targets: WideMemo,
}

per_thread! {
    WalkMemory,
    /// What this thread remembers of walks.
    pub(in super::super) fn walks
}

/// The fields in whose occupation a walk of so many steps is interested.
#[inline(always)]
pub(super) fn vicinity(start: Field, steps: u32) -> FieldSet {
    VICINITY.fields(start, steps as usize)
}

impl WalkMemory {
    /// Where the stone on `start` can go in at least one step.
    #[inline(always)]
    pub(in super::super) fn reach(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = VICINITY.question(start, steps, stones);
        FieldSet(self.reaches.answer(question, || reach(start, steps, stones).0))
    }

    /// The fields that all walks of the stone on `start` use, so that a stone put there would keep it from
    /// moving. Without any walk, every field.
    #[inline(always)]
    pub(in super::super) fn bottlenecks(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = VICINITY.question(start, steps, stones);
        FieldSet(self.bottlenecks.answer(question, || bottlenecks(start, steps, stones).0))
    }

    /// How many fields the stone on `start` can reach with each number of steps up to `longest`.
    #[inline(always)]
    pub(super) fn targets(&self, start: Field, longest: u32, stones: FieldSet) -> TargetsBySteps {
        let question = VICINITY.question(start, longest, stones);
        TargetsBySteps(self.targets.answer(question, || targets(start, longest, stones, BOARD).0))
    }

    /// As [`targets`](Self::targets), the water not counted.
    #[inline(always)]
    pub(super) fn dry_targets(&self, start: Field, longest: u32, stones: FieldSet) -> TargetsBySteps {
        let question = VICINITY.question(start, longest, stones) | DRY;
        TargetsBySteps(self.targets.answer(question, || targets(start, longest, stones, BOARD - WATER.set()).0))
    }
}

#[inline(never)]
fn reach(start: Field, steps: u32, stones: FieldSet) -> FieldSet {
    let free = BOARD - stones - start.set();
    search::ends(&Shifts, Shifts.neighbours(start) & free, steps, free, &mut || false)
}

#[inline(never)]
fn bottlenecks(start: Field, steps: u32, stones: FieldSet) -> FieldSet {
    let free = BOARD - stones - start.set();
    search::bottlenecks(&Shifts, Shifts.neighbours(start) & free, steps, free, BOARD)
}

/// How many bits a number of targets has in a [`TargetsBySteps`]: enough for those of all stones of a side.
const LANE: u32 = 7;

const _: () = assert!(LANE * HIGHEST as u32 <= u64::BITS && STONES * FIELDS < 1 << LANE);

/// Numbers of targets by the number of steps, from 1 to the highest of a die, side by side in one
/// word: so those of several stones are added up at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TargetsBySteps(u64);

impl TargetsBySteps {
    /// How many targets there are with so many steps, which must not be 0.
    #[inline(always)]
    pub(super) fn with(self, steps: u32) -> u64 {
        self.0 >> (LANE * (steps - 1)) & ((1 << LANE) - 1)
    }
}

impl std::ops::AddAssign for TargetsBySteps {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

#[inline(never)]
fn targets(start: Field, longest: u32, stones: FieldSet, counted: FieldSet) -> TargetsBySteps {
    let mut ends = [FieldSet::EMPTY; HIGHEST];
    let last = (longest as usize).min(HIGHEST);
    let free = BOARD - stones - start.set();
    search::ends_by_steps(&Shifts, Shifts.neighbours(start) & free, &mut ends[..last], free);
    let lanes = ends[..last].iter().enumerate();
    TargetsBySteps(lanes.map(|(lane, &fields)| u64::from((fields & counted).len()) << (LANE * lane as u32)).sum())
}

#[cfg(test)]
mod tests {
    use super::super::super::board::GRAPH;
    use super::*;

    fn each_placement(mut visit: impl FnMut(FieldSet)) {
        let mut random = fastrand::Rng::with_seed(11);
        for round in 0..3000 {
            let (first, fields) = [(0, 30), (0, 15), (12, 12), (18, 12)][round % 4];
            let count = random.usize(1..=8);
            visit((0..count).map(|_| Field::wrapping(first + random.usize(..fields))).collect());
        }
    }

    #[test]
    fn remembered_walks_are_those_of_the_plain_search() {
        let walks = walks();
        each_placement(|stones| {
            for start in stones {
                for steps in 1..=6 {
                    let plain = GRAPH.reach(start, steps, stones);
                    assert_eq!(walks.reach(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                    for longest in steps..=6 {
                        let (all, dry) =
                            (walks.targets(start, longest, stones), walks.dry_targets(start, longest, stones));
                        assert_eq!(all.with(steps), u64::from(plain.len()));
                        assert_eq!(dry.with(steps), u64::from((plain - WATER.set()).len()));
                    }
                }
            }
        });
    }

    #[test]
    fn a_stone_can_walk_unless_a_bottleneck_is_taken() {
        let walks = walks();
        each_placement(|stones| {
            for start in stones {
                for steps in 1..=4 {
                    let bottlenecks = walks.bottlenecks(start, steps, stones);
                    for field in BOARD - stones {
                        let can_walk = GRAPH.can_walk(start, steps, stones | field.set());
                        assert_eq!(
                            can_walk,
                            !bottlenecks.contains(field),
                            "{start:?}, {steps} steps, {stones:?}, {field:?}"
                        );
                    }
                }
            }
        });
    }
}
