//! Counting: how many lines of exactly so many plies start in a position.
//!
//! Chance plies count like any other, each outcome once and not weighted; a line that ends early
//! counts nothing. Counts are exact up to 128 bits, and an [`Error::Overflow`] beyond.

mod any;
mod seen;

use crate::count::Count;
use crate::error::{Error, ParseError};
use crate::processor;
use seen::Seen;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The deepest count; far beyond what can be counted, near enough to bound the recursion.
pub const MAX_DEPTH: u32 = 250;

/// The most threads a count is spread over.
pub const MAX_THREADS: usize = 1024;

/// The most memory for remembering counts, in MiB.
pub const MAX_HASH_MB: usize = 1 << 20;

/// How many inner nodes are counted between two questions to the caller.
const NODES_PER_POLL: u32 = 256;

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
    /// How many MiB of memory may be used to remember counts of positions already met; 0 for none.
    /// Whole positions are remembered, so counts stay exact.
    pub hash_mb: usize,
}

impl Plan {
    /// A count on one thread that remembers nothing.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1, hash_mb: 0 }
    }

    fn check(self) -> Result<(), Error> {
        let limits = [
            ("depth", self.depth as usize, 0, MAX_DEPTH as usize),
            ("threads", self.threads, 1, MAX_THREADS),
            ("hash_mb", self.hash_mb, 0, MAX_HASH_MB),
        ];
        for (name, value, least, most) in limits {
            if value < least || value > most {
                let reason = format!("must be from {least} to {most}");
                return Err(Error::Argument(ParseError::new(name, value, reason)));
            }
        }
        Ok(())
    }
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
    let Some(depth) = plan.depth.checked_sub(1) else {
        return Err(Error::Argument(ParseError::new("depth", plan.depth, "must be at least 1 to divide")));
    };
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    let roots: Vec<_> = actions.iter().enumerate().map(|(i, &action)| (i, position.play(action))).collect();
    let counts = count(&roots, actions.len(), Plan { depth, ..plan }, poll)?;
    Ok(actions.into_iter().zip(counts).collect())
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
    let batch = tasks.len().div_ceil(threads * BATCHES_PER_THREAD).max(1);
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let totals = Mutex::new(Ok(vec![0u128; groups]));
    // Every worker takes the next task until none is left, and adds its own sums at the end.
    let work = |mut watch: Watch<'_>| {
        let mut sums = Ok(vec![0u128; groups]);
        let mut counter = Counter { watch: &mut watch, seen: Seen::new(plan.hash_mb / threads) };
        // Neighbours in the list are neighbours in the tree, and what is remembered of one serves the next.
        while let Some(tasks) = tasks.get(next.fetch_add(batch, Ordering::Relaxed)..) {
            if tasks.is_empty() || counter.watch.stopped() {
                break;
            }
            for task in tasks.iter().take(batch) {
                let lines = leaves(&task.position, task.depth, &mut counter);
                let lines = lines.and_then(|lines| lines.checked_mul(task.times).ok_or(Error::Overflow));
                sums = sums.and_then(|sums| add(sums, task.group, lines?));
            }
        }
        let mut totals = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let merged = std::mem::replace(&mut *totals, Ok(Vec::new())).and_then(|totals| {
            sums?.into_iter().enumerate().try_fold(totals, |totals, (group, lines)| add(totals, group, lines))
        });
        *totals = merged;
    };
    on_threads(threads.min(tasks.len().div_ceil(batch)), &stop, poll, &work);
    if stop.into_inner() {
        return Err(Error::Stopped);
    }
    totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs `work` on so many threads, the calling one included, which also asks `poll` until all are done.
pub(crate) fn on_threads(
    threads: usize,
    stop: &AtomicBool,
    poll: &mut dyn FnMut() -> bool,
    work: &(impl Fn(Watch<'_>) + Sync),
) {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(Watch::new(stop, None)))).collect();
        work(Watch::new(stop, Some(&mut *poll)));
        while workers.iter().any(|worker| !worker.is_finished()) {
            if poll() {
                stop.store(true, Ordering::Relaxed);
            }
            std::thread::park_timeout(std::time::Duration::from_millis(1));
        }
    });
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

/// Tells a worker whether to give up: the caller's thread asks the caller, the others are told.
pub(crate) struct Watch<'a> {
    stop: &'a AtomicBool,
    poll: Option<&'a mut dyn FnMut() -> bool>,
    nodes: u32,
}

impl<'a> Watch<'a> {
    fn new(stop: &'a AtomicBool, poll: Option<&'a mut dyn FnMut() -> bool>) -> Self {
        Self { stop, poll, nodes: 0 }
    }

    /// As [`stopped`](Self::stopped), asking the caller at once.
    pub(crate) fn stopped_now(&mut self) -> bool {
        if self.poll.as_mut().is_some_and(|poll| poll()) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn stopped(&mut self) -> bool {
        if let Some(poll) = &mut self.poll {
            self.nodes = self.nodes.wrapping_add(1);
            if self.nodes.is_multiple_of(NODES_PER_POLL) && poll() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// What one thread counts with.
struct Counter<'a, 'w, G> {
    watch: &'a mut Watch<'w>,
    seen: Seen<G>,
}

/// Counts the lines below a position, with the instructions that this processor has.
///
/// When stopped it returns soon, with a count that means nothing.
fn leaves<G: Count>(position: &G, depth: u32, counter: &mut Counter<'_, '_, G>) -> Result<u128, Error> {
    #[cfg(target_arch = "x86_64")]
    if processor::is_modern() {
        #[allow(unsafe_code, reason = "the compiler cannot know what the processor was found to have")]
        // SAFETY: all features that the function is compiled for have just been detected.
        return unsafe { leaves_modern(position, depth, counter) };
    }
    leaves_anywhere(position, depth, counter)
}

fn leaves_anywhere<G: Count>(position: &G, depth: u32, counter: &mut Counter<'_, '_, G>) -> Result<u128, Error> {
    expand(position, depth, counter, leaves_anywhere)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn leaves_modern<G: Count>(position: &G, depth: u32, counter: &mut Counter<'_, '_, G>) -> Result<u128, Error> {
    expand(position, depth, counter, |position, depth, counter| leaves_modern(position, depth, counter))
}

/// One node of the recursion. Inlined, so that it is compiled for the processor of its caller.
#[inline(always)]
#[allow(clippy::inline_always, reason = "see above")]
fn expand<G: Count>(
    position: &G,
    depth: u32,
    counter: &mut Counter<'_, '_, G>,
    recurse: impl Fn(&G, u32, &mut Counter<'_, '_, G>) -> Result<u128, Error>,
) -> Result<u128, Error> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(position.count_actions().into()),
        _ => {}
    }
    if let Some(lines) = counter.seen.lines(position, depth) {
        return Ok(lines);
    }
    let mut total = Ok(0u128);
    if depth == 2 {
        total = Ok(position.count_pairs().into());
    } else if !counter.watch.stopped() {
        let merged = depth > 3
            && position.each_merged_pair(|next, times| {
                if let Ok(sum) = total {
                    total = recurse(&next, depth - 2, counter).and_then(|lines| {
                        let lines = lines.checked_mul(times.into());
                        lines.and_then(|lines| sum.checked_add(lines)).ok_or(Error::Overflow)
                    });
                }
            });
        if !merged {
            position.each_candidate(|action| {
                if let Ok(sum) = total {
                    total = recurse(&position.play(action), depth - 1, counter)
                        .and_then(|lines| sum.checked_add(lines).ok_or(Error::Overflow));
                }
            });
        }
    }
    if let Ok(lines) = total {
        counter.seen.remember(position, depth, lines);
    }
    total
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
