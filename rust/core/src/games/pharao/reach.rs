//! Where stones can walk, remembered: the same few stones around a stone occur all over the tree.

use super::board::{BOARD, GRAPH, WATER};
use super::dice::HIGHEST;
use crate::field::{Field, FieldSet};
use crate::walk::{Vicinity, WideMemo};
use std::rc::Rc;

/// Which fields matter for a walk.
static VICINITY: Vicinity = Vicinity::new(&GRAPH);

/// Marks questions about fans without the water. The board leaves this bit of a question free.
const DRY: u64 = 1 << super::board::FIELDS;

/// What this thread remembers of walks.
pub(super) struct Memory {
    reaches: WideMemo,
    cuts: WideMemo,
    fans: WideMemo,
}

thread_local! {
    static MEMORY: Rc<Memory> = Rc::new(Memory { reaches: WideMemo::new(), cuts: WideMemo::new(), fans: WideMemo::new() });
}

/// The memory of this thread.
#[inline(always)]
pub(super) fn memory() -> Rc<Memory> {
    MEMORY.with(Rc::clone)
}

/// The fields in whose occupation a walk of so many steps is interested.
#[inline(always)]
pub(super) fn vicinity(start: Field, steps: u32) -> FieldSet {
    VICINITY.fields(start, steps as usize)
}

impl Memory {
    /// Where the stone on `start` can go in at least one step.
    #[inline(always)]
    pub(super) fn reach(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = VICINITY.question(start, steps, stones);
        FieldSet(self.reaches.answer(question, || GRAPH.reach(start, steps, stones).0))
    }

    /// The cut of the stone on `start`: a field is in it when all its walks use it, so that a stone
    /// put there would keep it from moving. Without any walk, every field is in the cut.
    #[inline(always)]
    pub(super) fn cut(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = VICINITY.question(start, steps, stones);
        FieldSet(self.cuts.answer(question, || cut(start, steps, stones).0))
    }

    /// How many fields the stone on `start` can reach with each number of steps up to `longest`.
    #[inline(always)]
    pub(super) fn fan(&self, start: Field, longest: u32, stones: FieldSet) -> Fan {
        let question = VICINITY.question(start, longest, stones);
        Fan(self.fans.answer(question, || fan(start, longest, stones, BOARD).0))
    }

    /// As [`fan`](Self::fan), the water not counted.
    #[inline(always)]
    pub(super) fn dry_fan(&self, start: Field, longest: u32, stones: FieldSet) -> Fan {
        let question = VICINITY.question(start, longest, stones) | DRY;
        Fan(self.fans.answer(question, || fan(start, longest, stones, BOARD - WATER.set()).0))
    }
}

#[inline(never)]
fn cut(start: Field, steps: u32, stones: FieldSet) -> FieldSet {
    let mut cut = BOARD;
    narrow(start, steps, BOARD - stones, FieldSet::EMPTY, &mut cut);
    cut
}

/// Takes from `cut` what some walk does not use. `used` are the fields of the walk so far.
fn narrow(field: Field, steps: u32, free: FieldSet, used: FieldSet, cut: &mut FieldSet) {
    if steps == 0 {
        *cut &= used;
        return;
    }
    for step in GRAPH.neighbours(field) & free {
        narrow(step, steps - 1, free - step.set(), used | step.set(), cut);
        if cut.is_empty() {
            return;
        }
    }
}

/// How many bits a number of targets has in a [`Fan`]: enough for those of all stones of a side.
const LANE: u32 = 7;

const _: () = assert!(LANE * HIGHEST as u32 <= u64::BITS && super::board::STONES * super::board::FIELDS < 1 << LANE);

/// Numbers of targets by the number of steps, from 1 to the highest of a die, side by side in one
/// word: so those of several stones are added up at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fan(u64);

impl Fan {
    /// How many targets there are with so many steps, which must not be 0.
    #[inline(always)]
    pub(super) fn targets(self, steps: u32) -> u64 {
        self.0 >> (LANE * (steps - 1)) & ((1 << LANE) - 1)
    }
}

impl std::ops::AddAssign for Fan {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

#[inline(never)]
fn fan(start: Field, longest: u32, stones: FieldSet, counted: FieldSet) -> Fan {
    let mut reached = [FieldSet::EMPTY; HIGHEST + 1];
    let last = (longest as usize).min(HIGHEST);
    spread(start, &mut reached[..last], BOARD - stones);
    let lanes = reached[..last].iter().enumerate();
    Fan(lanes.map(|(lane, &fields)| u64::from((fields & counted).len()) << (LANE * lane as u32)).sum())
}

/// Adds the ends of all walks from a field, by their number of steps.
fn spread(field: Field, reached: &mut [FieldSet], free: FieldSet) {
    let Some((here, further)) = reached.split_first_mut() else { return };
    let next = GRAPH.neighbours(field) & free;
    *here |= next;
    if further.is_empty() {
        return;
    }
    for step in next {
        spread(step, further, free - step.set());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each_crowd(mut visit: impl FnMut(FieldSet)) {
        let mut seed = 11u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for round in 0..3000 {
            let (first, fields) = [(0, 30), (0, 15), (12, 12), (18, 12)][round % 4];
            let count = 1 + random(8);
            visit((0..count).map(|_| Field::wrapping((first + random(fields)) as usize)).collect());
        }
    }

    #[test]
    fn remembered_walks_are_those_of_the_plain_search() {
        let memory = memory();
        each_crowd(|stones| {
            for start in stones {
                for steps in 1..=6 {
                    let plain = GRAPH.reach(start, steps, stones);
                    assert_eq!(memory.reach(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                    for longest in steps..=6 {
                        let (all, dry) = (memory.fan(start, longest, stones), memory.dry_fan(start, longest, stones));
                        assert_eq!(all.targets(steps), u64::from(plain.len()));
                        assert_eq!(dry.targets(steps), u64::from((plain - WATER.set()).len()));
                    }
                }
            }
        });
    }

    #[test]
    fn a_stone_can_walk_unless_its_cut_is_taken() {
        let memory = memory();
        each_crowd(|stones| {
            for start in stones {
                for steps in 1..=4 {
                    let cut = memory.cut(start, steps, stones);
                    for field in BOARD - stones {
                        let can_walk = GRAPH.can_walk(start, steps, stones | field.set());
                        assert_eq!(can_walk, !cut.contains(field), "{start:?}, {steps} steps, {stones:?}, {field:?}");
                    }
                }
            }
        });
    }
}
