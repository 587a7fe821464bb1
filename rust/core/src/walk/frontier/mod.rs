//! Counting walks without listing them: by a frontier.
//!
//! The fields are done one after the other. What of a walk lies on the fields done so far is a number of
//! *stretches*, and all that matters of them for the rest are their ends on the *frontier*: the fields done that are
//! joined with fields still to come. So walks whose stretches end alike are counted together. On a board eight fields
//! wide there are some thousand different states, however many billions of walks there are.
//!
//! Each field on the frontier has a slot with a code: untouched, used up, or the open end of a stretch, with the slot
//! of its other end. A field that comes is left out, or made part of a stretch, or joins two of them. A field with an
//! open end may not leave the frontier, except as the end of the whole walk. Whole fields have slots too: one place
//! of them is used at most.
//!
//! Equals: the counts of [`listing`](super::listing).
//! Proved by: `frontiers_count_as_many_walks_as_are_listed`.

mod codes;
mod order;
mod plan;
mod run;
mod states;
mod sums;

use super::question::WalkQuestion;
use codes::Codes;
use plan::Frontier;
use sums::{OfAnyLength, OfEachLength, Sums, WhichLengths};

/// How many bytes the states of one frontier may take, about. Two frontiers are kept at a time.
pub(super) const LIMIT: usize = 512 << 20;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The watch said so.
    Stopped,
    /// The frontier has more fields, or more states, than there is room for.
    TooWide,
    /// The count is 2^128 - 1 or more.
    TooLarge,
}

/// Walks to be counted by a frontier: those of at least one step.
pub(super) struct FrontierCount {
    frontier: Frontier,
    steps: Option<u32>,
    /// How many bytes the states may take.
    limit: usize,
}

impl FrontierCount {
    /// The plan for a question; `None` if the frontier has too many fields.
    pub(super) fn new(question: &WalkQuestion<'_>) -> Option<Self> {
        Some(Self { frontier: Frontier::new(question)?, steps: question.steps, limit: LIMIT })
    }

    /// The same, but the states may take so many bytes.
    pub(super) fn within(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// About how many states there will be.
    pub(super) fn states(&self) -> f64 {
        self.frontier.states
    }

    /// How many walks there are.
    pub(super) fn count(&self, watch: &mut dyn FnMut() -> bool) -> Result<u128, Halt> {
        let counts = match self.steps {
            None => self.run(&OfAnyLength, 0, watch),
            Some(steps) => self.run(&OfEachLength(steps), steps, watch),
        }?;
        match counts.last().copied().unwrap_or_default() {
            sums::TOO_LARGE => Err(Halt::TooLarge),
            count => Ok(count),
        }
    }

    /// Whether there is any walk.
    pub(super) fn exists(&self, watch: &mut dyn FnMut() -> bool) -> Result<bool, Halt> {
        let Some(steps) = self.steps else { return self.count(watch).map(|count| count > 0) };
        Ok(self.run(&WhichLengths, steps, watch)?[0] != 0)
    }

    fn run<S: Sums>(&self, sums: &S, steps: u32, watch: &mut dyn FnMut() -> bool) -> Result<Vec<S::Word>, Halt> {
        let (frontier, limits) = (&self.frontier, (steps, self.limit));
        match (frontier.slots <= u64::SLOTS, frontier.directed) {
            (true, false) => run::run::<u64, S, false>(frontier, sums, limits, watch),
            (true, true) => run::run::<u64, S, true>(frontier, sums, limits, watch),
            (false, false) => run::run::<u128, S, false>(frontier, sums, limits, watch),
            (false, true) => run::run::<u128, S, true>(frontier, sums, limits, watch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, random_graph};
    use super::*;
    use crate::field::{Field, FieldSet};
    use crate::walk::{Graph, listing};
    use fastrand::Rng;
    use std::ops::RangeInclusive;

    fn never() -> bool {
        false
    }

    /// Counts in every way there is: as it is done, with the widest states and as if steps had a direction, and by
    /// listing.
    fn counts(question: &WalkQuestion<'_>) -> [u128; 3] {
        let plan = FrontierCount::new(question).expect("the graph is small");
        let limits = (question.steps.unwrap_or(0), LIMIT);
        let wide = match question.steps {
            None => run::run::<u128, _, true>(&plan.frontier, &OfAnyLength, limits, &mut never),
            Some(steps) => run::run::<u128, _, true>(&plan.frontier, &OfEachLength(steps), limits, &mut never),
        };
        let wide = wide.map(|counts| counts.last().copied().expect("there is a sum"));
        let [count, wide] = [plan.count(&mut never), wide].map(|count| count.expect("nothing stops it"));
        assert_eq!(plan.exists(&mut never), Ok(count > 0), "{question:?}");
        [count, wide, listing::count(question, &mut never)]
    }

    /// The slow twin: all walks, one by one.
    #[test]
    fn frontiers_count_as_many_walks_as_are_listed() {
        let mut random = Rng::with_seed(6);
        let (mut walks, mut one_way, mut with_whole_fields) = (0, 0, 0);
        for _ in 0..500 {
            let graph = random_graph(&mut random);
            let start = Field::wrapping(random.usize(..graph.len()));
            let occupied = FieldSet(random.u64(..) & random.u64(..) & random.u64(..)) & FieldSet::first(graph.len());
            let free = graph.free(start, occupied);
            let listed: Vec<_> = (1..=free.len()).flat_map(|steps| graph.walks(start, steps, occupied)).collect();
            for end in free.iter().map(Some).chain([None]) {
                for steps in (1..=free.len()).map(Some).chain([None]) {
                    let question = WalkQuestion { graph: &graph, start, end, steps, free };
                    let meant = |walk: &&Vec<Field>| {
                        steps.is_none_or(|steps| walk.len() == steps as usize + 1)
                            && end.is_none_or(|end| walk.last() == Some(&end))
                    };
                    let expected = listed.iter().filter(meant).count() as u128;
                    assert_eq!(counts(&question), [expected; 3], "{question:?}");
                }
            }
            let question = WalkQuestion { graph: &graph, start, end: None, steps: None, free };
            let directed = FrontierCount::new(&question).is_some_and(|plan| plan.frontier.directed);
            let whole = free.iter().any(|field| graph.whole(field) != field.set());
            walks += listed.len();
            one_way += if directed { listed.len() } else { 0 };
            with_whole_fields += if whole { listed.len() } else { 0 };
        }
        let enough = walks > 20_000 && one_way > 5000 && with_whole_fields > 5000;
        assert!(enough, "{walks}, {one_way}, {with_whole_fields}");
    }

    #[test]
    fn larger_boards_too() {
        // A board with a whole field of three scattered places, and with some steps that go one way only.
        let mut graph = grid(6, 4).with_whole_field(FieldSet(1 << 3 | 1 << 8 | 1 << 16));
        for field in [0, 5, 13, 20] {
            graph = graph.with_edge(field, field + 3);
        }
        let mut walks = 0;
        for end in [None, Some(Field::wrapping(23))] {
            for steps in [Some(9), Some(12), Some(17), None] {
                let start = Field::wrapping(1);
                let free = graph.free(start, Field::wrapping(14).set());
                let question = WalkQuestion { graph: &graph, start, end, steps, free };
                let [count, wide, listed] = counts(&question);
                assert_eq!([count, wide], [listed; 2], "{question:?}");
                walks += count;
            }
        }
        assert!(walks > 5000, "{walks}");
    }

    fn from_corner_to_corner(graph: &Graph, steps: Option<u32>) -> WalkQuestion<'_> {
        let (start, end) = (Field::wrapping(0), Field::wrapping(graph.len() - 1));
        WalkQuestion { graph, start, end: Some(end), steps, free: graph.free(start, FieldSet::EMPTY) }
    }

    /// Fields all joined with each other.
    fn full(size: usize) -> Graph {
        let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        Graph::new(size, pairs.filter(|(from, to)| from != to), []).expect("the graph is valid")
    }

    /// With as many slots as are needed, and up to the last that there is.
    #[test]
    fn frontiers_of_all_widths_count_alike() {
        let (mut narrow, mut wide, mut too_wide) = (0, 0, 0);
        for first_pair in [None, Some(1), Some(2)] {
            for size in 6..26 {
                // Pairs of places side by side; neither start nor end is one.
                let pairs = (first_pair.unwrap_or(size)..size - 2).step_by(2);
                let graph =
                    pairs.clone().fold(full(size), |graph, place| graph.with_whole_field(FieldSet(0b11 << place)));
                let question = from_corner_to_corner(&graph, Some(3));
                // A slot for each field and for each pair; but the first place of a pair has left when the last field comes.
                let (most, least) = (size + pairs.len(), size + pairs.len() - usize::from(pairs.len() > 0));
                // Around the most that narrow and wide states have room for.
                if !(8..=12).contains(&most) && !(20..=23).contains(&most) {
                    continue;
                }
                if let Some(plan) = FrontierCount::new(&question) {
                    let slots = plan.frontier.slots;
                    assert!((least..=most).contains(&slots), "{slots}, {size}");
                    assert_eq!(plan.count(&mut never), Ok(listing::count(&question, &mut never)), "{size}");
                    *if slots <= u64::SLOTS { &mut narrow } else { &mut wide } += 1;
                } else {
                    assert!(most > u128::SLOTS, "{size}");
                    too_wide += 1;
                }
            }
        }
        assert!(narrow > 3 && wide > 6 && too_wide > 2, "{narrow}, {wide}, {too_wide}");
    }

    /// Slots are given back, those of whole fields too: thirty pairs of places in a row, each joined with the next.
    #[test]
    fn slots_are_used_again() {
        let pairs = (0..60).flat_map(|from| (0..60).map(move |to| (from, to)));
        let edges = pairs.filter(|&(from, to): &(usize, usize)| (from / 2).abs_diff(to / 2) == 1);
        let graph =
            Graph::new(60, edges, (0..30).map(|pair| vec![2 * pair, 2 * pair + 1])).expect("the graph is valid");
        let plan = FrontierCount::new(&from_corner_to_corner(&graph, None)).expect("the graph is narrow");
        assert_eq!(plan.count(&mut never), Ok(1 << 28));
        assert!(plan.frontier.slots <= 6, "{}", plan.frontier.slots);
    }

    #[test]
    fn what_is_too_wide_is_not_counted() {
        assert!(FrontierCount::new(&from_corner_to_corner(&full(30), None)).is_none());
        let graph = full(10);
        let plan = FrontierCount::new(&from_corner_to_corner(&graph, None)).expect("ten fields are not too many");
        // Eight fields between start and end, in any number and order.
        let plan = plan.within(LIMIT);
        assert_eq!(plan.count(&mut never), Ok(109_601));
        assert_eq!(plan.within(1 << 14).count(&mut never), Err(Halt::TooWide));
    }

    #[test]
    fn a_watch_ends_the_count() {
        let graph = grid(8, 8);
        let plan = FrontierCount::new(&from_corner_to_corner(&graph, None)).expect("the grid is narrow");
        let mut asked = 0;
        let mut watch = || {
            asked += 1;
            asked == 1000
        };
        assert_eq!(plan.count(&mut watch), Err(Halt::Stopped));
    }

    /// Sums in which each walk counts as many.
    struct Heavy<S>(S, u128);

    impl<S: Sums<Word = u128>> Sums for Heavy<S> {
        type Word = u128;
        const BY_LENGTH: bool = S::BY_LENGTH;
        fn words(&self) -> usize {
            self.0.words()
        }
        fn set_one(&self, sum: &mut [u128]) {
            sum[0] = self.1;
        }
        fn matters(&self, sum: &[u128], longer: u32, lengths: &RangeInclusive<u32>) -> bool {
            self.0.matters(sum, longer, lengths)
        }
        fn add(&self, to: &mut [u128], sum: &[u128], longer: u32, lengths: &RangeInclusive<u32>) {
            self.0.add(to, sum, longer, lengths);
        }
    }

    /// A walk from 0 by 1 to 14; from 1 another way leads to the twelve others, and none leads out of them.
    fn trap() -> Graph {
        let pairs = (2..14).flat_map(|from| (2..14).map(move |to| (from, to)));
        let edges =
            pairs.filter(|&(from, to): &(usize, usize)| from != to && ((from - 2) / 3).abs_diff((to - 2) / 3) < 2);
        let graph = Graph::new(15, edges, []).expect("the graph is valid");
        graph.with_edges(0, 1).with_edges(1, 14).with_edges(1, 2)
    }

    /// As much as fits is counted; what does not fit is too large, unless it leads nowhere.
    #[test]
    fn what_does_not_fit_stays_too_large() {
        // Some steps of the third graph go one way only.
        let one_way = grid(4, 4).with_edge(5, 10).with_edge(9, 6).with_edge(2, 7);
        for graph in [grid(3, 3), grid(4, 4), one_way, trap()] {
            for steps in [None, Some(2), Some(10)] {
                let question = from_corner_to_corner(&graph, steps);
                let walks = listing::count(&question, &mut never);
                let plan = FrontierCount::new(&question).expect("the graph is narrow");
                for most in [1, 2, 3, 6, 11, 12, 50, 183, 184, 391, 392] {
                    let weight = u128::MAX / most;
                    let count = match steps {
                        None => plan.run(&Heavy(OfAnyLength, weight), 0, &mut never),
                        Some(steps) => plan.run(&Heavy(OfEachLength(steps), weight), steps, &mut never),
                    };
                    let count = count.map(|counts| counts.last().copied());
                    assert_eq!(count, Ok(Some(weight.saturating_mul(walks))), "{most}, {steps:?} on {graph:?}");
                }
            }
        }
    }
}
