//! Where stones can walk, found fast and remembered.
//!
//! Walks that never step backward, and short ones, need no search: they are swept over the board all
//! at once. Longer ones in any direction are searched for. All are remembered, since the same few
//! stones around a stone occur all over the tree.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{
    DESCENT_REVERSED, EARTHLY, EXITS, FIELDS, FIRST_HEAVENLY, FREE, FREE_TO_THRONES, FRONTS, IN_PLAY, ONWARD, THRONES,
    UNDERWORLD,
};
use super::moves::Kind;
use super::position::STONES;
use super::sweep::{self, Direction, sweep};
use crate::field::{Field, FieldSet};
use crate::walk::{Graph, MAX_STEPS, Memo, Vicinity};
use std::rc::Rc;

/// Which fields matter for a walk of each kind.
static ONWARD_VICINITY: Vicinity = Vicinity::new(&ONWARD);
static HEAVENLY_VICINITY: Vicinity = Vicinity::new(&FREE_TO_THRONES);
static DESCENT_VICINITY: Vicinity = Vicinity::new(&DESCENT_REVERSED);

/// Marks questions about the targets of personal stones and about whether one is trapped. The board
/// leaves these bits of a question free.
const PERSONAL: u64 = 1 << FIELDS;
const TRAP: u64 = 1 << (FIELDS + 1);

/// For each number of stones in play and field, the stones (0 for those of the underworld) for whose
/// walks it may matter whether a stone is there.
static CONCERNED: [[FieldSet; 64]; STONES as usize + 1] = {
    let mut concerned = [[FieldSet::EMPTY; 64]; STONES as usize + 1];
    let mut in_play = 0;
    while in_play <= STONES as usize {
        let mut start = 0;
        while start < FIELDS {
            let stone = Field::wrapping(start);
            let vicinity = match start {
                0 => ONWARD_VICINITY.fields(stone, STONES as usize - in_play),
                1..FIRST_HEAVENLY => ONWARD_VICINITY.fields(stone, in_play),
                _ => HEAVENLY_VICINITY.fields(stone, in_play),
            };
            let mut rest = vicinity.0;
            while rest != 0 {
                let field = rest.trailing_zeros() as usize;
                concerned[in_play][field] = concerned[in_play][field].union(stone.set());
                rest &= rest - 1;
            }
            start += 1;
        }
        in_play += 1;
    }
    concerned
};

/// For each field, the stones, 0 for those of the underworld, whose walks may change when a stone
/// comes there or goes away. The walks of all others stay as they are.
pub(super) type Concerned = &'static [FieldSet; 64];

/// Which stones are concerned when so many are in play.
#[inline(always)]
pub(super) fn concerned(in_play: u32) -> Concerned {
    &CONCERNED[in_play.min(STONES) as usize]
}

/// What this thread remembers of walks.
pub(super) struct Memory {
    onward: Memo,
    /// Walks from heavenly fields. Descents are here too: they are asked for from the underworld,
    /// which is no heavenly field.
    heavenly: Memo,
}

thread_local! {
    static MEMORY: Rc<Memory> = Rc::new(Memory { onward: Memo::new(), heavenly: Memo::new() });
}

/// The memory of this thread.
#[inline(always)]
pub(super) fn memory() -> Rc<Memory> {
    MEMORY.with(Rc::clone)
}

impl Memory {
    /// Where a stone of the underworld or of the earthly realm can go, forward and across.
    #[inline(always)]
    pub(super) fn onward(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = ONWARD_VICINITY.question(start, steps, stones);
        FieldSet(self.onward.answer(question, || onward(start, steps, stones).0))
    }

    /// Where a stone of the heavenly fields can go. Only a personal one enters a throne.
    #[inline(always)]
    pub(super) fn heavenly(&self, kind: Kind, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = HEAVENLY_VICINITY.question(start, steps, stones);
        FieldSet(match kind {
            Kind::Neutral => self.heavenly.answer(question, || heavenly(&FREE, start, steps, stones).0),
            Kind::Personal => {
                self.heavenly.answer(question | PERSONAL, || heavenly(&FREE_TO_THRONES, start, steps, stones).0)
            }
        })
    }

    /// Whether a personal stone of the heavenly fields can walk so far, its target apart.
    #[inline(always)]
    pub(super) fn can_walk(&self, start: Field, steps: u32, stones: FieldSet) -> bool {
        let question = HEAVENLY_VICINITY.question(start, steps, stones) | TRAP;
        self.heavenly.answer(question, || can_walk(start, steps, stones).into()) != 0
    }

    /// The stones of the earthly realm that can walk into the underworld, in at least one step.
    #[inline(always)]
    pub(super) fn descending(&self, steps: u32, stones: FieldSet) -> FieldSet {
        let question = DESCENT_VICINITY.question(UNDERWORLD, steps, stones);
        FieldSet(self.heavenly.answer(question, || descending(steps, stones).0)) & stones
    }
}

#[inline(never)]
fn onward(start: Field, steps: u32, stones: FieldSet) -> FieldSet {
    let free = IN_PLAY - stones - THRONES;
    let (starts, steps) = match steps.checked_sub(1) {
        Some(rest) if start == UNDERWORLD => (ONWARD.neighbours(UNDERWORLD) & free, rest),
        _ => (start.set(), steps),
    };
    sweep(starts, steps, free, Some(Direction::Backward)).ends
}

/// The fields from which a stone could walk into the underworld.
///
/// Such walks are followed backwards from their common end: up to the last step they use free fields
/// only, and there any stone may have begun, so one sweep answers for all stones.
#[inline(never)]
fn descending(steps: u32, stones: FieldSet) -> FieldSet {
    let exits: FieldSet = EXITS.into_iter().map(Field::wrapping).collect();
    let starts = match steps.checked_sub(2) {
        Some(inner) => {
            let free = EARTHLY - stones;
            sweep::onward(sweep(exits & free, inner, free, Some(Direction::Backward)).ends)
        }
        None => exits,
    };
    starts & EARTHLY
}

#[inline(never)]
fn can_walk(start: Field, steps: u32, stones: FieldSet) -> bool {
    FREE_TO_THRONES.can_walk_free(start, steps, IN_PLAY - stones)
}

/// Where a stone of the heavenly fields can go on one of the graphs for them.
#[inline(never)]
fn heavenly(graph: &Graph, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
    let free = IN_PLAY - stones;
    let sweep = |never| {
        let swept = sweep(start.set(), steps, free - THRONES, never);
        // A throne is entered with the last step, and neutral stones have no edge to it.
        swept.ends | (thrones_ahead(graph, swept.before) & free)
    };
    if steps <= 4 {
        // Four steps in the four directions lead back to the start, so one direction is not used.
        let [a, b] = [Direction::Forward, Direction::Backward].map(|never| sweep(Some(never)));
        let [c, d] = [Direction::Up, Direction::Down].map(|never| sweep(Some(never)));
        return a | b | c | d;
    }
    let wanted = sweep(None);
    wanted - missing(graph, start, steps, free - THRONES, wanted)
}

/// The thrones one step from these fields.
fn thrones_ahead(graph: &Graph, fields: FieldSet) -> FieldSet {
    FRONTS.iter().fold(FieldSet::EMPTY, |thrones, front| {
        if fields.contains(front) { thrones | (graph.neighbours(front) & THRONES) } else { thrones }
    })
}

/// What of `wanted` no walk of three steps or more ends on. Looks only where something wanted may
/// still be found.
fn missing(graph: &Graph, field: Field, steps: u32, free: FieldSet, mut wanted: FieldSet) -> FieldSet {
    for step in FREE.neighbours(field) & free {
        if !WITHIN[(steps - 1) as usize & MAX_STEPS][step.index()].meets(wanted) {
            continue;
        }
        let rest = free - step.set();
        if steps > 3 {
            wanted = missing(graph, step, steps - 1, rest, wanted);
        } else {
            let last_but_one = FREE.neighbours(step) & rest;
            wanted -= sweep::anywhere(last_but_one) & rest;
            if wanted.meets(THRONES) {
                wanted -= thrones_ahead(graph, last_but_one);
            }
        }
    }
    wanted
}

/// For each number of steps and field, the fields at the ends of walks that may use fields twice, on
/// an empty board: beyond them nothing can be found.
static WITHIN: [[FieldSet; 64]; MAX_STEPS + 1] = {
    let mut within = [[FieldSet::EMPTY; 64]; MAX_STEPS + 1];
    let mut field = 0;
    while field < FIELDS {
        let mut ends = Field::wrapping(field).set();
        let mut steps = 0;
        while steps <= MAX_STEPS {
            within[steps][field] = ends;
            let (mut rest, mut next) = (ends.0, FieldSet::EMPTY);
            while rest != 0 {
                next = next.union(FREE_TO_THRONES.neighbours(Field::wrapping(rest.trailing_zeros() as usize)));
                rest &= rest - 1;
            }
            ends = next;
            steps += 1;
        }
        field += 1;
    }
    within
};

#[cfg(test)]
mod tests {
    use super::super::board::{DESCENT, HEAVENLY};
    use super::*;

    /// Random stones, crowded together to the left, in the middle or to the right.
    fn each_crowd(mut visit: impl FnMut(FieldSet)) {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for round in 0..6000 {
            let (first, fields) = [(1, 50), (1, 24), (15, 28), (31, 20)][round % 4];
            let count = 1 + random(7);
            let stones: FieldSet = (0..count).map(|_| Field::wrapping((first + random(fields)) as usize)).collect();
            visit(stones - THRONES);
        }
    }

    #[test]
    fn walks_onward_are_those_of_the_plain_search() {
        let memory = memory();
        each_crowd(|stones| {
            for start in (stones & EARTHLY) | UNDERWORLD.set() {
                for steps in 1..=7 {
                    let plain = ONWARD.reach(start, steps, stones);
                    assert_eq!(onward(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                    assert_eq!(memory.onward(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                }
            }
        });
    }

    #[test]
    fn walks_from_heavenly_fields_are_those_of_the_plain_search() {
        let memory = memory();
        each_crowd(|stones| {
            for start in stones & HEAVENLY {
                for (kind, graph) in [(Kind::Neutral, &FREE), (Kind::Personal, &FREE_TO_THRONES)] {
                    for steps in 1..=7 {
                        let plain = graph.reach(start, steps, stones);
                        let remembered = memory.heavenly(kind, start, steps, stones);
                        assert_eq!(remembered, plain, "{kind:?} {start:?}, {steps} steps, {stones:?}");
                        if kind == Kind::Personal {
                            assert_eq!(memory.can_walk(start, steps, stones), !plain.is_empty());
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn descents_are_those_of_the_plain_search() {
        let memory = memory();
        let mut found = 0;
        each_crowd(|stones| {
            for steps in 1..=7 {
                let descending = memory.descending(steps, stones);
                assert_eq!(descending - EARTHLY, FieldSet::EMPTY);
                for from in stones & EARTHLY {
                    let plain = DESCENT.reach(from, steps, stones).contains(UNDERWORLD);
                    assert_eq!(descending.contains(from), plain, "{from:?}, {steps} steps, {stones:?}");
                    found += u32::from(plain);
                }
            }
        });
        assert!(found > 1000);
    }
}
