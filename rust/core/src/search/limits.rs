//! How long a search may take, and how it learns that it has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ends a search. Whatever is reached first counts; a search without any limit goes on until it
/// is stopped or has proved its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// How long it may take.
    pub time: Option<Duration>,
    /// How many nodes it may visit, or how many simulations it may make.
    pub nodes: Option<u64>,
    /// How deep it may look: half-moves where there is no chance, whole turns where there is. A
    /// search by simulation ends when the longest line of its tree has so many plies.
    pub depth: Option<u32>,
}

/// How many nodes lie between two looks at the clock.
const NODES_PER_LOOK: u32 = 64;

/// The search has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended;

/// What all threads of one search share.
pub(super) struct Control<'a> {
    began: Instant,
    deadline: Option<Instant>,
    /// Set by whoever started the search, from another thread.
    stop: &'a AtomicBool,
    /// Set by the first thread once it is done, for the others.
    done: AtomicBool,
}

impl<'a> Control<'a> {
    pub(super) fn new(began: Instant, limits: &Limits, stop: &'a AtomicBool) -> Self {
        // A time so long that it cannot be added is no limit.
        let deadline = limits.time.and_then(|time| began.checked_add(time));
        Self { began, deadline, stop, done: AtomicBool::new(false) }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Tells the other threads that the search is over.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    fn has_ended(&self) -> bool {
        self.done.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One thread's view of the limits. The first thread also asks the caller whether to go on.
pub(super) struct Watch<'a> {
    control: &'a Control<'a>,
    poll: Option<&'a mut dyn FnMut() -> bool>,
    nodes: u64,
    limit: u64,
    until_look: u32,
    interrupted: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(control: &'a Control<'a>, nodes: Option<u64>, poll: Option<&'a mut dyn FnMut() -> bool>) -> Self {
        let limit = nodes.unwrap_or(u64::MAX);
        Self { control, poll, nodes: 0, limit, until_look: NODES_PER_LOOK, interrupted: false }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn node(&mut self) -> Result<(), Ended> {
        if self.nodes >= self.limit {
            return Err(Ended);
        }
        self.nodes += 1;
        self.until_look -= 1;
        if self.until_look == 0 { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and asks the caller.
    pub(super) fn look(&mut self) -> Result<(), Ended> {
        self.until_look = NODES_PER_LOOK;
        if let Some(poll) = &mut self.poll {
            self.interrupted = self.interrupted || poll();
        }
        if self.interrupted || self.control.has_ended() { Err(Ended) } else { Ok(()) }
    }

    /// How many nodes this thread has counted.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the caller has asked to give up.
    pub(super) const fn interrupted(&self) -> bool {
        self.interrupted
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }
}
