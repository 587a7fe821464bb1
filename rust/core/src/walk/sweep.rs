//! Many walks at once: sets of fields moved step by step.
//!
//! A sweep follows all walks that never turn round at once. On a board without a step backward that is
//! all that is asked of them ([`sweep`]): they can meet themselves in no other way. On other boards it
//! finds the ends of all true walks, and perhaps ends of walks that meet themselves on a field other
//! than their start. Such a walk has gone round in [`ROUND`] steps or more; without the round it would
//! be a walk of so many steps less to the same end. So only ends so near to the start are in doubt, and
//! for them the first step is made singly and the rest is swept again ([`ends`]).

use super::graph::Graph;
use super::memo::MAX_STEPS;
use crate::field::{Field, FieldSet};

/// The least number of steps that lead back to a field without turning round at once, on any board made
/// of squares.
pub const ROUND: u32 = 4;

/// A board whose steps go in `N` directions, each a shift of the whole set of fields.
pub trait Directions<const N: usize> {
    /// For each direction the one that undoes it; `N` where none does. If the first direction has an
    /// opposite, all have.
    const OPPOSITE: [usize; N];

    /// One step in a direction. It may lead to fields that [`TARGETS`](Self::TARGETS) rules out.
    fn step(direction: usize, fields: FieldSet) -> FieldSet;

    /// The fields on which a step in each direction may end.
    const TARGETS: [FieldSet; N];
}

/// Where walks can be after some steps on free fields, if they never turn round at once, and where they
/// can be one step before.
#[inline(always)]
pub fn sweep<D: Directions<N>, const N: usize>(starts: FieldSet, steps: u32, free: FieldSet) -> (FieldSet, FieldSet) {
    let targets = D::TARGETS.map(|targets| targets & free);
    // For each direction, where walks are that came by it. Nothing keeps the first step from any
    // direction: whatever has an opposite is told of the starts twice.
    let mut came = [FieldSet::EMPTY; N];
    came[0] = starts;
    if D::OPPOSITE[0] < N {
        came[D::OPPOSITE[0]] = starts;
    }
    let mut before = FieldSet::EMPTY;
    for _ in 0..steps {
        let mut next = [FieldSet::EMPTY; N];
        before = all(came);
        for direction in 0..N {
            let mut others = FieldSet::EMPTY;
            for (other, &fields) in came.iter().enumerate() {
                if other != D::OPPOSITE[direction] {
                    others |= fields;
                }
            }
            next[direction] = D::step(direction, others) & targets[direction];
        }
        came = next;
    }
    (all(came), before)
}

#[inline(always)]
fn all<const N: usize>(sets: [FieldSet; N]) -> FieldSet {
    sets.into_iter().fold(FieldSet::EMPTY, |all, set| all | set)
}

/// A board whose walks are swept although they may meet themselves.
pub trait Swept {
    /// The fields one step away from a field.
    fn neighbours(&self, field: Field) -> FieldSet;

    /// Where walks of `steps` steps on free fields end if they never turn round at once.
    fn sweep(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet;

    /// Which fields are near to each other.
    fn nearness(&self) -> &Nearness;
}

/// Where true walks of `steps` steps, 1 to [`MAX_STEPS`], end.
#[inline(always)]
pub fn ends<B: Swept>(board: &B, start: Field, steps: u32, free: FieldSet) -> FieldSet {
    let ends = board.sweep(start, steps, free);
    let doubtful = ends & board.nearness().doubtful(start, steps);
    if doubtful.is_empty() { ends } else { ends - missing(board, start, steps, free, doubtful) }
}

/// What of `wanted`, ends in doubt, is no end of a true walk.
fn missing<B: Swept>(board: &B, field: Field, steps: u32, free: FieldSet, mut wanted: FieldSet) -> FieldSet {
    for step in board.neighbours(field) & free {
        let rest = free - step.set();
        let ends = board.sweep(step, steps - 1, rest);
        let doubtful = wanted & ends & board.nearness().doubtful(step, steps - 1);
        wanted -= ends - doubtful;
        if !doubtful.is_empty() {
            wanted = (wanted - doubtful) | missing(board, step, steps - 1, rest, doubtful);
        }
        if wanted.is_empty() {
            break;
        }
    }
    wanted
}

/// For each field and number of steps, the fields at the ends of walks that may use fields twice, on an
/// empty board.
#[derive(Clone, Debug)]
pub struct Nearness([[FieldSet; 64]; MAX_STEPS + 1]);

impl Nearness {
    /// The nearness of the fields of a board.
    pub const fn new(graph: &Graph) -> Self {
        let mut near = [[FieldSet::EMPTY; 64]; MAX_STEPS + 1];
        let mut field = 0;
        while field < graph.len() {
            let mut ends = Field::wrapping(field).set();
            let mut steps = 0;
            while steps <= MAX_STEPS {
                near[steps][field] = ends;
                let (mut rest, mut next) = (ends.0, FieldSet::EMPTY);
                while rest != 0 {
                    next = next.union(graph.neighbours(Field::wrapping(rest.trailing_zeros() as usize)));
                    rest &= rest - 1;
                }
                ends = next;
                steps += 1;
            }
            field += 1;
        }
        Self(near)
    }

    /// Where the ends of swept walks are in doubt.
    #[inline(always)]
    fn doubtful(&self, start: Field, steps: u32) -> FieldSet {
        // A walk of as many steps as a round goes round only to its start, which is not free.
        if steps <= ROUND { FieldSet::EMPTY } else { self.0[(steps - ROUND) as usize & MAX_STEPS][start.index()] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::grid;
    use super::*;
    use crate::walk::search;
    use fastrand::Rng;

    const WIDTH: usize = 6;
    const FIELDS: usize = 5 * WIDTH;

    /// A board of five rows, stepped on by shifts.
    struct Rows {
        graph: Graph,
        nearness: Nearness,
    }

    const LEFT: FieldSet = FieldSet(0b00_0001_0000_0100_0001_0000_0100_0001);

    impl Directions<4> for Rows {
        const OPPOSITE: [usize; 4] = [1, 0, 3, 2];
        const TARGETS: [FieldSet; 4] = {
            let all = FieldSet::first(FIELDS);
            [all, all, FieldSet(all.0 & !LEFT.0), FieldSet(all.0 & !(LEFT.0 << (WIDTH - 1)))]
        };

        fn step(direction: usize, fields: FieldSet) -> FieldSet {
            match direction {
                0 => FieldSet(fields.0 << WIDTH),
                1 => FieldSet(fields.0 >> WIDTH),
                2 => FieldSet(fields.0 << 1),
                _ => FieldSet(fields.0 >> 1),
            }
        }
    }

    impl Swept for Rows {
        fn neighbours(&self, field: Field) -> FieldSet {
            self.graph.neighbours(field)
        }

        fn sweep(&self, start: Field, steps: u32, free: FieldSet) -> FieldSet {
            sweep::<Self, 4>(start.set(), steps, free).0
        }

        fn nearness(&self) -> &Nearness {
            &self.nearness
        }
    }

    /// The slow twin: the plain search, for as many steps as there may be.
    #[test]
    fn swept_walks_end_where_the_plain_search_says() {
        let graph = grid(WIDTH, FIELDS / WIDTH);
        let board = Rows { nearness: Nearness::new(&graph), graph };
        let mut random = Rng::with_seed(15);
        let (mut found, mut met_themselves) = (0, 0);
        for _ in 0..1500 {
            let start = Field::wrapping(random.usize(..FIELDS));
            // Up to half of the fields are taken, so that there are few walks of many steps.
            let free = (FieldSet::first(FIELDS) - start.set()) - FieldSet(random.u64(..) & random.u64(..));
            for steps in 1..=MAX_STEPS as u32 {
                let plain =
                    search::ends(&board.graph, board.graph.neighbours(start) & free, steps, free, &mut || false);
                assert_eq!(ends(&board, start, steps, free), plain, "from {start:?}, {steps} steps on {free:?}");
                found += plain.len();
                met_themselves += (board.sweep(start, steps, free) - plain).len();
            }
        }
        assert!(found > 50_000 && met_themselves > 5000, "{found}, {met_themselves}");
    }
}
