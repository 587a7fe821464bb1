//! Where stones can walk, swept over the board all at once and remembered: the same few stones around a
//! stone occur all over the tree.
//!
//! Equals: `reach` and `can_walk` of the board's graphs; descents are those that `DESCENT.reach` finds.
//! Proved by: `walks_onward_are_those_of_the_plain_search`,
//! `walks_from_heavenly_fields_are_those_of_the_plain_search`, `descents_are_those_of_the_plain_search`.

use super::super::board::{
    DESCENT_REVERSED, EARTHLY, EXITS, FIELDS, FIRST_HEAVENLY, FREE_TO_THRONES, IN_PLAY, ONWARD, THRONES, UNDERWORLD,
};
use super::super::position::STONES;
use super::super::rules::StoneKind;
use super::sweeps;
use crate::field::{Field, FieldSet};
use crate::walk::{Vicinity, WideMemo, per_thread};

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

/// What a thread remembers of walks.
#[derive(Default)]
pub(in super::super) struct WalkMemory {
    onward: WideMemo,
    /// Walks from heavenly fields. Descents are here too: they are asked for from the underworld,
    /// which is no heavenly field.
    heavenly: WideMemo,
}

per_thread! {
    WalkMemory,
    /// What this thread remembers of walks.
    pub(in super::super) fn walks
}

impl WalkMemory {
    /// Where a stone of the underworld or of the earthly realm can go, forward and across.
    #[inline(always)]
    pub(in super::super) fn onward(&self, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = ONWARD_VICINITY.question(start, steps, stones);
        FieldSet(self.onward.answer(question, || onward(start, steps, stones).0))
    }

    /// Where a stone of the heavenly fields can go. Only a personal one enters a throne.
    #[inline(always)]
    pub(in super::super) fn heavenly(&self, kind: StoneKind, start: Field, steps: u32, stones: FieldSet) -> FieldSet {
        let question = HEAVENLY_VICINITY.question(start, steps, stones);
        FieldSet(match kind {
            StoneKind::Neutral => self.heavenly.answer(question, || heavenly(start, steps, stones, FieldSet::EMPTY).0),
            StoneKind::Personal => {
                self.heavenly.answer(question | PERSONAL, || heavenly(start, steps, stones, THRONES).0)
            }
        })
    }

    /// Whether a personal stone of the heavenly fields can walk so far, its target apart.
    #[inline(always)]
    pub(in super::super) fn can_walk(&self, start: Field, steps: u32, stones: FieldSet) -> bool {
        let question = HEAVENLY_VICINITY.question(start, steps, stones) | TRAP;
        self.heavenly.answer(question, || can_walk(start, steps, stones).into()) != 0
    }

    /// The stones of the earthly realm that can walk into the underworld, in at least one step.
    #[inline(always)]
    pub(in super::super) fn descending(&self, steps: u32, stones: FieldSet) -> FieldSet {
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
    sweeps::forward(starts, steps, free)
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
            sweeps::one_forward(sweeps::forward(exits & free, inner, free))
        }
        None => exits,
    };
    starts & EARTHLY
}

#[inline(never)]
fn can_walk(start: Field, steps: u32, stones: FieldSet) -> bool {
    FREE_TO_THRONES.can_walk_free(start, steps, IN_PLAY - stones)
}

/// Where a stone of the heavenly fields can go, and onto which thrones.
#[inline(never)]
fn heavenly(start: Field, steps: u32, stones: FieldSet, thrones: FieldSet) -> FieldSet {
    let free = IN_PLAY - stones;
    sweeps::anywhere(start, steps, free - THRONES, thrones & free)
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{DESCENT, FREE, HEAVENLY};
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
        let walks = walks();
        each_crowd(|stones| {
            for start in (stones & EARTHLY) | UNDERWORLD.set() {
                for steps in 1..=7 {
                    let plain = ONWARD.reach(start, steps, stones);
                    assert_eq!(onward(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                    assert_eq!(walks.onward(start, steps, stones), plain, "{start:?}, {steps} steps, {stones:?}");
                }
            }
        });
    }

    #[test]
    fn walks_from_heavenly_fields_are_those_of_the_plain_search() {
        let walks = walks();
        each_crowd(|stones| {
            for start in stones & HEAVENLY {
                for (kind, graph) in [(StoneKind::Neutral, &FREE), (StoneKind::Personal, &FREE_TO_THRONES)] {
                    for steps in 1..=7 {
                        let plain = graph.reach(start, steps, stones);
                        let remembered = walks.heavenly(kind, start, steps, stones);
                        assert_eq!(remembered, plain, "{kind:?} {start:?}, {steps} steps, {stones:?}");
                        if kind == StoneKind::Personal {
                            assert_eq!(walks.can_walk(start, steps, stones), !plain.is_empty());
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn descents_are_those_of_the_plain_search() {
        let walks = walks();
        let mut found = 0;
        each_crowd(|stones| {
            for steps in 1..=7 {
                let descending = walks.descending(steps, stones);
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
