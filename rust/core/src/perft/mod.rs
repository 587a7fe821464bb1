//! Counting: how many lines of exactly so many plies start in a position.
//!
//! Chance plies count like any other, each outcome once and not weighted; a line that ends early
//! counts nothing. Counts are exact up to 128 bits, and an [`Error::Overflow`] beyond.
//!
//! Direct counting goes through all lines. Merged counting goes ply by ply and counts on once from positions to
//! which several lines lead. [`distinct()`] says how many different positions there are.

mod any;
mod distinct;
mod expand;
mod frontier;
mod merged;
mod store;

pub use distinct::{Ply, distinct};
pub use frontier::{MAX_FRONTIER, frontier};

use crate::count::Count;
use crate::error::{Error, ParseError};
use crate::game::Game;
use crate::pack::Pack;
use crate::run::processor::compiled_twice;
use crate::run::{self, Portions, Watch};
use expand::Crew;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// The deepest count; far beyond what can be counted, near enough to bound the recursion.
pub const MAX_DEPTH: u32 = 250;

/// How much memory positions that are merged may take, in MiB.
pub const MEMORY: RangeInclusive<usize> = 1..=1 << 20;

/// How many pieces of work each thread should find.
const TASKS_PER_THREAD: usize = 1024;

/// How often each thread should come for more, so that all finish at about the same time.
const BATCHES_PER_THREAD: usize = 64;

/// How a count is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many plies each line has.
    pub depth: u32,
    /// How many threads share the work.
    pub threads: usize,
}

impl Plan {
    /// A count on one thread.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1 }
    }

    fn check(self) -> Result<(), Error> {
        run::check_threads(self.threads)?;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(Error::Argument(ParseError::new("depth", self.depth, format!("must be from 0 to {MAX_DEPTH}"))))
    }
}

/// How many bytes of so many MiB positions may take: sorting them takes some too.
const fn room(memory: usize) -> usize {
    (memory << 20) / 8 * 7
}

fn check_memory(memory: usize) -> Result<(), Error> {
    if MEMORY.contains(&memory) {
        return Ok(());
    }
    let reason = format!("must be from {} to {}", MEMORY.start(), MEMORY.end());
    Err(Error::Argument(ParseError::new("memory", memory, reason)))
}

/// The number of lines of exactly `depth` plies from `position`.
///
/// `poll` is called every now and then on the calling thread; once it returns true the count is
/// given up.
///
/// # Errors
/// A number of the plan out of range, [`Error::Overflow`], or [`Error::Stopped`].
pub fn perft<G: Count>(position: &G, plan: Plan, poll: &mut dyn FnMut() -> bool) -> Result<u128, Error> {
    plan.check()?;
    let counts = count(&[(0, *position)], 1, plan, poll)?;
    Ok(counts[0])
}

/// For each legal action in turn, the number of lines of exactly `depth` plies that begin with it.
///
/// # Errors
/// As [`perft`]; a depth of 0 is out of range too, since such a line begins with no action.
pub fn divide<G: Count>(
    position: &G,
    plan: Plan,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Vec<(G::Action, u128)>, Error> {
    plan.check()?;
    let (actions, plan) = first_actions(position, plan)?;
    let roots: Vec<_> = actions.iter().enumerate().map(|(i, &action)| (i, position.play(action))).collect();
    let counts = count(&roots, actions.len(), plan, poll)?;
    Ok(actions.into_iter().zip(counts).collect())
}

/// The legal actions, and the plan for what follows them.
fn first_actions<G: Game>(position: &G, plan: Plan) -> Result<(Vec<G::Action>, Plan), Error> {
    let Some(depth) = plan.depth.checked_sub(1) else {
        return Err(Error::Argument(ParseError::new("depth", plan.depth, "must be at least 1 to divide")));
    };
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    Ok((actions, Plan { depth, ..plan }))
}

/// As [`perft()`], by merging positions that are alike within so many MiB: the counts are the same, and of deep
/// lines they are found much sooner.
///
/// # Errors
/// As [`perft()`]; or a memory that is not among [`MEMORY`].
pub fn merged<G: Pack>(position: &G, plan: Plan, memory: usize, poll: &mut dyn FnMut() -> bool) -> Result<u128, Error> {
    plan.check()?;
    check_memory(memory)?;
    if let Some(lines) = position.count_lines(plan.depth) {
        return lines;
    }
    merged::count(position, plan.depth, room(memory), Crew { threads: plan.threads, poll })
}

/// As [`divide`], with the lines behind each action counted as [`merged()`] does.
///
/// # Errors
/// As [`divide`]; or a memory that is not among [`MEMORY`].
pub fn divide_merged<G: Pack>(
    position: &G,
    plan: Plan,
    memory: usize,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Vec<(G::Action, u128)>, Error> {
    plan.check()?;
    let (actions, plan) = first_actions(position, plan)?;
    actions.into_iter().map(|action| Ok((action, merged(&position.play(action), plan, memory, poll)?))).collect()
}

/// Counts the lines below each root, keeping `groups` sums apart: a root `(i, position)` adds to
/// sum `i`.
fn count<G: Count>(
    roots: &[(usize, G)],
    groups: usize,
    plan: Plan,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Vec<u128>, Error> {
    if let Some(counts) = known(roots, groups, plan.depth) {
        return counts;
    }
    let threads = plan.threads;
    let tasks = split(roots, plan.depth, threads);
    let portions = Portions::new(tasks.len() as u64, tasks.len().div_ceil(threads * BATCHES_PER_THREAD) as u64);
    let totals = Mutex::new(Ok(vec![0u128; groups]));
    // Every worker takes the next tasks until none is left, and adds its own sums at the end.
    let work = |mut watch: Watch<'_>| {
        let mut sums = Ok(vec![0u128; groups]);
        while watch.look().is_ok()
            && let Some(numbers) = portions.take()
        {
            for task in &tasks[numbers.start as usize..numbers.end as usize] {
                let lines = leaves(&task.position, task.depth, &mut watch);
                let lines = lines.and_then(|lines| lines.checked_mul(task.times).ok_or(Error::Overflow));
                sums = sums.and_then(|sums| add(sums, task.group, lines?));
            }
        }
        let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
        let merged = std::mem::replace(&mut *totals, Ok(Vec::new())).and_then(|totals| {
            sums?.into_iter().enumerate().try_fold(totals, |totals, (group, lines)| add(totals, group, lines))
        });
        *totals = merged;
    };
    run::on_threads(threads.min(portions.len() as usize), poll, &work)?;
    totals.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The counts of a game that knows them without walking the tree.
fn known<G: Count>(roots: &[(usize, G)], groups: usize, depth: u32) -> Option<Result<Vec<u128>, Error>> {
    let mut sums = Ok(vec![0u128; groups]);
    for (group, position) in roots {
        let lines = position.count_lines(depth)?;
        sums = sums.and_then(|sums| add(sums, *group, lines?));
    }
    Some(sums)
}

fn add(mut sums: Vec<u128>, group: usize, lines: u128) -> Result<Vec<u128>, Error> {
    sums[group] = sums[group].checked_add(lines).ok_or(Error::Overflow)?;
    Ok(sums)
}

/// A piece of work: the lines below a position, which count several times where several lines lead there.
#[derive(Clone, Copy)]
struct Task<G> {
    group: usize,
    times: u128,
    depth: u32,
    position: G,
}

/// Plays out the first plies until there are enough positions to share among the threads.
fn split<G: Count>(roots: &[(usize, G)], depth: u32, threads: usize) -> Vec<Task<G>> {
    let task = |&(group, position): &(usize, G)| Task { group, times: 1, depth, position };
    let mut tasks: Vec<_> = roots.iter().map(task).collect();
    while threads > 1 && tasks.len() < threads * TASKS_PER_THREAD && tasks.iter().any(|task| task.depth > 4) {
        let mut deeper = Vec::new();
        for task in tasks {
            let Task { group, times, depth, position } = task;
            if depth <= 4 {
                deeper.push(task);
                continue;
            }
            let merged = position.each_merged_pair(|position, lines| {
                deeper.push(Task { group, times: times * u128::from(lines), depth: depth - 2, position });
            });
            if !merged {
                position.each_candidate(|action| {
                    deeper.push(Task { group, times, depth: depth - 1, position: position.play(action) });
                });
            }
        }
        tasks = deeper;
    }
    tasks
}

compiled_twice! {
    /// Counts the lines below a position. When it has to end it returns soon, with a count that means nothing.
    fn leaves<G: Count>(position: &G, depth: u32, watch: &mut Watch<'_>) -> Result<u128, Error>,
    recursing as deeper
    {
        match depth {
            0 => return Ok(1),
            1 => return Ok(position.count_actions().into()),
            _ => {}
        }
        let mut total = Ok(0u128);
        if depth == 2 {
            total = Ok(position.count_pairs().into());
        } else if watch.node().is_ok() {
            let merged = depth > 3
                && position.each_merged_pair(|next, times| {
                    if let Ok(sum) = total {
                        total = deeper(&next, depth - 2, watch).and_then(|lines| {
                            let lines = lines.checked_mul(times.into());
                            lines.and_then(|lines| sum.checked_add(lines)).ok_or(Error::Overflow)
                        });
                    }
                });
            if !merged {
                position.each_candidate(|action| {
                    if let Ok(sum) = total {
                        total = deeper(&position.play(action), depth - 1, watch)
                            .and_then(|lines| sum.checked_add(lines).ok_or(Error::Overflow));
                    }
                });
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_128_bits_are_an_error() {
        assert_eq!(add(vec![1, u128::MAX - 1], 1, 1), Ok(vec![1, u128::MAX]));
        assert_eq!(add(vec![1, u128::MAX], 1, 1), Err(Error::Overflow));
    }
}
