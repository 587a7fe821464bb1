//! How many walks there are: by listing where that is soon done, else by a frontier.

use super::frontier::{FrontierCount, Halt, LIMIT};
use super::graph::Graph;
use super::listing;
use super::question::WalkQuestion;
use super::search::{self, Stopped};
use crate::error::Error;
use crate::field::{Field, FieldSet};

/// Walks are few if they are listed in so many steps: about the time that it takes to plan a frontier.
const FEW: u64 = 16_384;

/// Listing goes on for a step for each state that the frontier is expected to have, but not for more than so many.
const MANY: f64 = 4_194_304.0;

impl Graph {
    /// How many walks there are: of exactly `steps` steps or, if that is `None`, of any number; to `end`, or to any
    /// field. The walk without a step is one, to its start.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the count does not fit into 128 bits.
    pub fn count(
        &self,
        start: Field,
        steps: Option<u32>,
        occupied: FieldSet,
        end: Option<Field>,
    ) -> Result<u128, Error> {
        self.count_watched(start, steps, occupied, end, &mut || false)
    }

    /// As [`count`](Self::count), asking `watch` again and again whether to give up.
    ///
    /// # Errors
    /// [`Error::Overflow`], and [`Error::Stopped`] when `watch` said so.
    pub fn count_watched(
        &self,
        start: Field,
        steps: Option<u32>,
        occupied: FieldSet,
        end: Option<Field>,
        watch: &mut impl FnMut() -> bool,
    ) -> Result<u128, Error> {
        let question = WalkQuestion { graph: self, start, end, steps, free: self.free(start, occupied) };
        let standing = u128::from(steps.unwrap_or(0) == 0 && end.is_none_or(|end| end == start));
        let of_use = question.of_use();
        let never = steps.is_some_and(|steps| steps == 0 || steps > of_use.len());
        if never || end.is_some_and(|end| !of_use.contains(end)) {
            return Ok(standing);
        }
        let question = WalkQuestion { free: of_use, ..question };
        match search::watched(watch, |watch| count(&question, LIMIT, watch)) {
            Ok(Ok(count)) => count.checked_add(standing).ok_or(Error::Overflow),
            Ok(Err(Halt::TooLarge)) => Err(Error::Overflow),
            Ok(Err(Halt::TooWide | Halt::Stopped)) | Err(Stopped) => Err(Error::Stopped),
        }
    }
}

/// How many walks of at least one step there are. The states of a frontier may take `limit` bytes.
fn count(question: &WalkQuestion<'_>, limit: usize, watch: &mut dyn FnMut() -> bool) -> Result<u128, Halt> {
    if let Some(count) = listed_within(FEW, question, watch) {
        return Ok(count);
    }
    let Some(frontier) = FrontierCount::new(question) else { return Ok(listing::count(question, watch)) };
    let steps = frontier.states().min(MANY) as u64;
    // What has been listed is listed again, which matters only if it is not much less.
    if steps > 4 * FEW
        && let Some(count) = listed_within(steps, question, watch)
    {
        return Ok(count);
    }
    match frontier.within(limit).count(watch) {
        Err(Halt::TooWide) => Ok(listing::count(question, watch)),
        answer => answer,
    }
}

/// How many walks there are, if they can be listed in so many steps.
fn listed_within(mut steps: u64, question: &WalkQuestion<'_>, watch: &mut dyn FnMut() -> bool) -> Option<u128> {
    let count = listing::count(question, &mut || {
        steps = steps.saturating_sub(1);
        steps == 0 || watch()
    });
    (steps > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::super::samples::grid;
    use super::*;

    /// Sequence A007764 of the On-Line Encyclopedia of Integer Sequences.
    #[test]
    fn corner_to_corner() {
        let known = [1, 2, 12, 184, 8512, 1_262_816, 575_780_564, 789_360_053_252];
        for (size, count) in (1..).zip(known) {
            let end = Field::wrapping(size * size - 1);
            let found = grid(size, size).count(Field::wrapping(0), None, FieldSet::EMPTY, Some(end));
            assert_eq!(found, Ok(count), "{size}");
        }
    }

    #[test]
    fn a_walk_without_a_step_leads_to_its_start() {
        let graph = grid(3, 1);
        let count = |steps, end: Option<usize>| {
            graph.count(Field::wrapping(1), steps, Field::wrapping(2).set(), end.map(Field::wrapping))
        };
        assert_eq!([Some(0), Some(1), Some(2), None].map(|steps| count(steps, None)), [Ok(1), Ok(1), Ok(0), Ok(2)]);
        assert_eq!([Some(0), Some(1), None].map(|steps| count(steps, Some(1))), [Ok(1), Ok(0), Ok(1)]);
        assert_eq!([Some(0), Some(1), None].map(|steps| count(steps, Some(0))), [Ok(0), Ok(1), Ok(1)]);
        assert_eq!([Some(0), Some(1), None].map(|steps| count(steps, Some(2))), [Ok(0), Ok(0), Ok(0)]);
    }

    /// Of 40 fields all joined with each other, far too many for a frontier.
    #[test]
    fn what_is_too_wide_for_a_frontier_is_listed() {
        let pairs = (0..40).flat_map(|from| (0..40).map(move |to| (from, to)));
        let graph = Graph::new(40, pairs.filter(|(from, to)| from != to), []).expect("the graph is valid");
        let count = |steps, end| graph.count(Field::wrapping(0), Some(steps), FieldSet::EMPTY, end);
        assert_eq!(count(4, None), Ok(39 * 38 * 37 * 36));
        assert_eq!(count(4, Some(Field::wrapping(7))), Ok(38 * 37 * 36));
    }

    /// Ten fields all joined with each other have more states than there is room for; the walks are listed then.
    #[test]
    fn what_has_too_many_states_is_listed() {
        let pairs = (0..10).flat_map(|from| (0..10).map(move |to| (from, to)));
        let graph = Graph::new(10, pairs.filter(|(from, to)| from != to), []).expect("the graph is valid");
        let (start, end) = (Field::wrapping(0), Some(Field::wrapping(9)));
        let question =
            WalkQuestion { graph: &graph, start, end, steps: None, free: graph.free(start, FieldSet::EMPTY) };
        let mut never = || false;
        let frontier = FrontierCount::new(&question).expect("the graph is narrow").within(1 << 14);
        assert_eq!(frontier.count(&mut never), Err(Halt::TooWide));
        assert_eq!(count(&question, 1 << 14, &mut never), Ok(109_601));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        // Sixteen rows of four fields, all joined with those of their own row and of the next.
        let pairs = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
        let edges = pairs.filter(|&(from, to): &(usize, usize)| from != to && (from / 4).abs_diff(to / 4) < 2);
        let graph = Graph::new(64, edges, []).expect("the graph is valid");
        let count = |steps, end| graph.count(Field::wrapping(0), steps, FieldSet::EMPTY, end);
        assert_eq!([None, Some(58)].map(|steps| count(steps, None)), [Err(Error::Overflow), Err(Error::Overflow)]);
        // 99 % of what fits.
        assert!(count(Some(59), None).is_ok_and(|count| count > u128::MAX / 100 * 99));
        assert_eq!(count(Some(2), Some(Field::wrapping(8))), Ok(4));
    }

    /// Three fields in a row, and on the one in the middle a part of the board from which no way leads back: there are
    /// more ways into it than fit, and only one that counts.
    #[test]
    fn what_leads_nowhere_always_fits() {
        let pairs = (0..60).flat_map(|from| (0..60).map(move |to| (from, to)));
        let edges = pairs.filter(|&(from, to): &(usize, usize)| from != to && (from / 5).abs_diff(to / 5) < 2);
        let graph = Graph::new(63, edges, []).expect("the graph is valid");
        let graph = graph.with_edges(60, 61).with_edges(61, 62).with_edges(61, 0);
        let end = Some(Field::wrapping(62));
        let counts =
            [None, Some(2), Some(50)].map(|steps| graph.count(Field::wrapping(60), steps, FieldSet::EMPTY, end));
        assert_eq!(counts, [Ok(1), Ok(1), Ok(0)]);
    }

    #[test]
    fn all_counts_ask_the_watch() {
        let graph = grid(8, 8);
        for (steps, end) in [(None, None), (None, Some(63)), (Some(20), None), (Some(20), Some(63))] {
            for last in [1, 2, 100] {
                let mut asked = 0;
                let mut watch = || {
                    asked += 1;
                    asked == last
                };
                let end = end.map(Field::wrapping);
                let count = graph.count_watched(Field::wrapping(0), steps, FieldSet::EMPTY, end, &mut watch);
                assert_eq!((count, asked), (Err(Error::Stopped), last), "{steps:?} {end:?}");
            }
        }
    }

    #[test]
    fn a_watch_ends_the_count() {
        for (width, height) in [(2, 32), (8, 8)] {
            let graph = grid(width, height);
            // While walks are listed, and while the narrow one has a frontier.
            for last in [1, 100, FEW + 80] {
                let mut asked = 0;
                let mut watch = || {
                    asked += 1;
                    asked >= last
                };
                let count = graph.count_watched(Field::wrapping(0), None, FieldSet::EMPTY, None, &mut watch);
                assert_eq!(count, Err(Error::Stopped));
                assert_eq!(asked, last);
            }
        }
    }
}
