//! Walks in any direction from the heavenly fields, all at once.
//!
//! Sets of fields are moved step by step, and no walk turns round at once. That finds the ends of all true
//! walks, and perhaps ends of walks that meet themselves on a field other than their start. Such a walk has
//! gone round in four steps or more; without the round it would be a walk of at least four steps less to the
//! same end. So only ends so near to the start are in doubt. For them the first step is made singly and
//! the rest is swept again.

use super::board::{FIELDS, FREE, FREE_TO_THRONES, FRONTS, ROWS, WIDE_COLUMNS};
use super::sweep::{NOT_BOTTOM, NOT_TOP};
use crate::field::{Field, FieldSet};
use crate::walk::MAX_STEPS;

/// The least number of steps that lead back to a field.
const ROUND: u32 = 4;

/// The columns with four rows.
const WIDE: FieldSet = FieldSet(FieldSet::first(FIELDS).0 & !FieldSet::first(WIDE_COLUMNS).0);

/// Where walks of so many steps, 7 at most, end on free fields or, with the last step, on one of these `thrones`.
/// No throne is among the free fields.
pub(super) fn ends(start: Field, steps: u32, free: FieldSet, thrones: FieldSet) -> FieldSet {
    let roam = Roam { thrones };
    let ends = roam.sweep(start, steps, free & WIDE);
    let doubtful = ends & near(start, steps);
    let straight = if steps == STRAIGHT { straight_back(start, free) } else { FieldSet::EMPTY };
    if doubtful.is_empty() {
        return ends | straight;
    }
    (ends - roam.missing(start, steps, free & WIDE, doubtful)) | straight
}

struct Roam {
    thrones: FieldSet,
}

impl Roam {
    /// What of `wanted`, ends in doubt, is no end of a true walk.
    fn missing(&self, field: Field, steps: u32, free: FieldSet, mut wanted: FieldSet) -> FieldSet {
        for step in FREE.neighbours(field) & free {
            let rest = free - step.set();
            let ends = self.sweep(step, steps - 1, rest);
            let doubtful = wanted & ends & near(step, steps - 1);
            wanted -= ends - doubtful;
            if !doubtful.is_empty() {
                wanted = (wanted - doubtful) | self.missing(step, steps - 1, rest, doubtful);
            }
            if wanted.is_empty() {
                break;
            }
        }
        wanted
    }

    /// Where walks end that never turn round at once.
    #[inline(always)]
    fn sweep(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        // A step up leads to no bottom field, a step down to no top field.
        let (higher, lower) = (free & NOT_BOTTOM, free & NOT_TOP);
        // Nothing keeps the first step from any direction.
        let (mut ahead, mut back) = (start.set(), start.set());
        let (mut above, mut below) = (FieldSet::EMPTY, FieldSet::EMPTY);
        let mut before = FieldSet::EMPTY;
        for _ in 0..steps {
            let (along, across) = (ahead | back, above | below);
            before = along | across;
            ahead = FieldSet((ahead | across).0 << ROWS) & free;
            back = FieldSet((back | across).0 >> ROWS) & free;
            above = FieldSet((above | along).0 >> 1) & higher;
            below = FieldSet((below | along).0 << 1) & lower;
        }
        // A throne is one step back from its front.
        let thrones = FieldSet((before & FRONTS).0 >> ROWS) & self.thrones;
        ahead | back | above | below | thrones
    }
}

/// Where ends of walks are in doubt.
#[inline(always)]
fn near(start: Field, steps: u32) -> FieldSet {
    // A walk of four steps goes round only to its start, which is not free.
    if steps <= ROUND { FieldSet::EMPTY } else { WITHIN[(steps - ROUND) as usize & MAX_STEPS][start.index()] }
}

/// For each number of steps and field, the fields at the ends of walks that may use fields twice, on an
/// empty board.
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

/// The steps of the only walks that leave the columns with four rows: straight back from the first heavenly
/// column along the top or the bottom.
const STRAIGHT: u32 = 7;
const STRAIGHT_WALKS: [(usize, usize); 2] = [(39, 13), (42, 14)];

/// The end of such a walk.
fn straight_back(start: Field, free: FieldSet) -> FieldSet {
    for (from, to) in STRAIGHT_WALKS {
        let way = (1..STRAIGHT as usize).map(|steps| Field::wrapping(from - ROWS * steps));
        let end = Field::wrapping(to).set();
        if start.index() == from && (way.collect::<FieldSet>() | end) - free == FieldSet::EMPTY {
            return end;
        }
    }
    FieldSet::EMPTY
}

#[cfg(test)]
mod tests {
    use super::super::board::{HEAVENLY, IN_PLAY, THRONES};
    use super::*;

    /// On any set of free fields, however few or many: far from what a game can show.
    #[test]
    fn ends_are_those_of_the_plain_search() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut doubtful = 0;
        for round in 0..20_000 {
            let mut free = FieldSet(random.u64(..) | random.u64(..)) & IN_PLAY;
            if round % 2 == 0 {
                free |= FieldSet(random.u64(..) | random.u64(..)) & IN_PLAY;
            }
            for start in HEAVENLY - THRONES {
                let free = free - start.set();
                let steps = 1 + random.u32(..STRAIGHT);
                for (graph, thrones) in [(&FREE, FieldSet::EMPTY), (&FREE_TO_THRONES, THRONES & free)] {
                    let plain = graph.reach_free(start, steps, free);
                    let found = ends(start, steps, free - THRONES, thrones);
                    assert_eq!(found, plain, "{start:?}, {steps} steps, {free:?}");
                    let swept = Roam { thrones }.sweep(start, steps, (free - THRONES) & WIDE);
                    doubtful += (swept - found).len();
                }
            }
        }
        assert!(doubtful > 1000, "{doubtful}");
    }
}
