//! The search for walks by depth, the last two steps of all walks at once.
//!
//! All searches begin with the set `next` of the fields onto which the first step may lead, and with
//! the fields that are `free`: the start is not among them, and whole fields are free with all their
//! places or not at all. Places of one whole field that can be entered together are.

use super::board::WalkBoard;
use crate::field::{Field, FieldSet};

/// A search was given up because its watch said so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Runs a search that asks `watch` now and then whether to give up. Once it has said so it is not asked
/// again, and what the search then returns means nothing.
pub(super) fn watched<T>(
    watch: &mut (impl FnMut() -> bool + ?Sized),
    search: impl FnOnce(&mut dyn FnMut() -> bool) -> T,
) -> Result<T, Stopped> {
    let mut stopped = false;
    let found = search(&mut || {
        stopped = stopped || watch();
        stopped
    });
    if stopped { Err(Stopped) } else { Ok(found) }
}

/// Where walks of `steps` steps (not 0) end.
pub fn ends<B: WalkBoard>(
    board: &B,
    mut next: FieldSet,
    steps: u32,
    free: FieldSet,
    watch: &mut (impl FnMut() -> bool + ?Sized),
) -> FieldSet {
    match steps {
        1 => return next,
        2 => return board.around(next) & free,
        3 => return ends_of_three(board, next, free),
        _ => {}
    }
    let (mut found, wanted) = (FieldSet::EMPTY, free);
    while let Some((_, onward, free)) = take_step(board, &mut next, free) {
        if watch() || found == wanted {
            break;
        }
        found |=
            if steps == 4 { ends_of_three(board, onward, free) } else { ends(board, onward, steps - 1, free, watch) };
    }
    found
}

/// As [`ends`], for three steps.
#[inline(always)]
fn ends_of_three<B: WalkBoard>(board: &B, mut next: FieldSet, free: FieldSet) -> FieldSet {
    let mut found = FieldSet::EMPTY;
    while let Some((_, onward, free)) = take_step(board, &mut next, free) {
        found |= board.around(onward) & free;
    }
    found
}

/// Where walks end with each number of steps, 1 first, as many as there is room for.
pub fn ends_by_steps<B: WalkBoard>(board: &B, next: FieldSet, ends: &mut [FieldSet], free: FieldSet) {
    let Some((here, further)) = ends.split_first_mut() else { return };
    *here |= next;
    if further.is_empty() {
        return;
    }
    let mut next = next;
    while let Some((_, onward, free)) = take_step(board, &mut next, free) {
        ends_by_steps(board, onward, further, free);
    }
}

/// Whether there is any walk of `steps` steps (not 0).
pub fn exists<B: WalkBoard>(board: &B, mut next: FieldSet, steps: u32, free: FieldSet) -> bool {
    match steps {
        1 => return !next.is_empty(),
        2 => return board.around(next).meets(free),
        _ => {}
    }
    while let Some((_, onward, free)) = take_step(board, &mut next, free) {
        if if steps == 3 { board.around(onward).meets(free) } else { exists(board, onward, steps - 1, free) } {
            return true;
        }
    }
    false
}

/// How many walks of `steps` steps (not 0) begin on a field.
pub fn count<B: WalkBoard>(
    board: &B,
    field: Field,
    steps: u32,
    free: FieldSet,
    watch: &mut (impl FnMut() -> bool + ?Sized),
) -> u64 {
    let next = board.neighbours(field) & free;
    if steps == 1 {
        return next.len().into();
    }
    if watch() {
        return 0;
    }
    next.iter().map(|step| count(board, step, steps - 1, free - board.whole(step), watch)).sum()
}

/// The bottlenecks: the fields, of those `in_question`, that all walks of `steps` steps (not 0) use.
/// Without any walk, all of these.
///
/// A stone that is put on any other field leaves a walk.
pub fn bottlenecks<B: WalkBoard>(
    board: &B,
    mut next: FieldSet,
    steps: u32,
    free: FieldSet,
    mut in_question: FieldSet,
) -> FieldSet {
    match steps {
        1 => return bottlenecks_of_one(board, next, in_question),
        2 => return bottlenecks_of_two(board, next, free, in_question),
        _ => {}
    }
    while let Some((field, onward, free)) = take_step(board, &mut next, free) {
        let beyond = in_question - field;
        let beyond = if steps == 3 {
            bottlenecks_of_two(board, onward, free, beyond)
        } else {
            bottlenecks(board, onward, steps - 1, free, beyond)
        };
        in_question = in_question & field | beyond;
        if in_question.is_empty() {
            break;
        }
    }
    in_question
}

/// As [`bottlenecks`], for two steps.
#[inline(always)]
fn bottlenecks_of_two<B: WalkBoard>(
    board: &B,
    mut next: FieldSet,
    free: FieldSet,
    mut in_question: FieldSet,
) -> FieldSet {
    let ends = board.around(next) & free;
    if ends.is_empty() {
        return in_question;
    }
    if !in_question.meets(next | ends | board.places()) {
        return FieldSet::EMPTY;
    }
    while let Some((field, onward, _)) = take_step(board, &mut next, free) {
        in_question = in_question & field | bottlenecks_of_one(board, onward, in_question - field);
    }
    in_question
}

/// As [`bottlenecks`], for one step.
#[inline(always)]
fn bottlenecks_of_one<B: WalkBoard>(board: &B, next: FieldSet, in_question: FieldSet) -> FieldSet {
    match next.lowest() {
        None => in_question,
        Some(only) if (next - board.whole(only)).is_empty() => in_question & board.whole(only),
        Some(_) => FieldSet::EMPTY,
    }
}

/// Takes the lowest field out of `next` and steps on it: its places, where the walk can go on to, and
/// what is free then.
#[inline(always)]
fn take_step<B: WalkBoard>(board: &B, next: &mut FieldSet, free: FieldSet) -> Option<(FieldSet, FieldSet, FieldSet)> {
    if !B::HAS_WHOLE_FIELDS {
        let step = next.take_lowest()?;
        let free = free - step.set();
        return Some((step.set(), board.neighbours(step) & free, free));
    }
    let step = next.lowest()?;
    let whole = board.whole(step);
    let (entered, free) = (*next & whole, free - whole);
    *next -= whole;
    let onward = if entered == step.set() { board.neighbours(step) } else { board.around(entered) };
    Some((whole, onward & free, free))
}

#[cfg(test)]
mod tests {
    use super::super::samples::random_graph;
    use super::*;
    use crate::walk::Graph;
    use fastrand::Rng;

    /// The slow twin: every walk is listed, and its fields are looked at one by one.
    #[test]
    fn searches_agree_with_the_list_of_walks() {
        let mut random = Rng::with_seed(4);
        let (mut found, mut narrow) = (0, 0);
        for _ in 0..4000 {
            let graph = random_graph(&mut random);
            let all = FieldSet::first(graph.len());
            let start = Field::wrapping(random.usize(..graph.len()));
            let occupied = FieldSet(random.u64(..) & random.u64(..)) & all;
            let free = graph.free(start, occupied);
            let next = graph.neighbours(start) & free;
            let mut by_steps = [FieldSet::EMPTY; 8];
            ends_by_steps(&graph, next, &mut by_steps, free);
            for steps in 1..=8 {
                let walks: Vec<_> = graph.walks(start, steps, occupied).collect();
                let last: FieldSet = walks.iter().filter_map(|walk| walk.last().copied()).collect();
                let used = |walk: &Vec<Field>| walk[1..].iter().fold(FieldSet::EMPTY, |used, &f| used | graph.whole(f));
                let shared = walks.iter().fold(all, |shared, walk| shared & used(walk));
                let case = format!("{graph:?}, from {start:?}, {steps} steps, {occupied:?}");
                assert_eq!(ends(&graph, next, steps, free, &mut || false), last, "{case}");
                assert_eq!(by_steps[steps as usize - 1], last, "{case}");
                assert_eq!(exists(&graph, next, steps, free), !walks.is_empty(), "{case}");
                assert_eq!(count(&graph, start, steps, free, &mut || false), walks.len() as u64, "{case}");
                assert_eq!(bottlenecks(&graph, next, steps, free, all), shared, "{case}");
                // Of whole fields, perhaps some places are in question and others are not.
                let in_question = FieldSet(random.u64(..)) & all;
                let found_in_question = bottlenecks(&graph, next, steps, free, in_question);
                assert_eq!(found_in_question, shared & in_question, "{case}, {in_question:?}");
                found += walks.len();
                narrow += usize::from(!walks.is_empty() && !shared.is_empty());
            }
        }
        assert!(found > 50_000 && narrow > 1000, "{found}, {narrow}");
    }

    #[test]
    fn a_watch_ends_the_search_and_is_not_asked_again() {
        let full = (0..12).flat_map(|from| (0..12).map(move |to| (from, to))).filter(|(from, to)| from != to);
        let graph = Graph::new(12, full, []).expect("the graph is valid");
        let mut asked = 0;
        let mut watch = || {
            asked += 1;
            asked == 5
        };
        let start = Field::wrapping(0);
        let others = FieldSet::first(12) - start.set();
        assert_eq!(watched(&mut watch, |watch| count(&graph, start, 11, others, watch)), Err(Stopped));
        assert_eq!(asked, 5);
        // Where all fields are found there is nothing left to search for.
        assert_eq!(graph.reach(start, 9, FieldSet::EMPTY), others);
    }
}
