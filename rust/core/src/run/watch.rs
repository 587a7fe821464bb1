//! How long a computation may take, and how it learns that it has to end.

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

/// How many nodes lie between two looks at the clock and two questions to the caller.
const NODES_PER_LOOK: u64 = 64;

/// The computation has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

/// What all threads of one computation share.
pub struct Control<'a> {
    began: Instant,
    deadline: Option<Instant>,
    /// Set by whoever asked for the computation, from another thread.
    stop: Option<&'a AtomicBool>,
    /// Set by one thread for the others, once there is nothing more to do.
    finished: AtomicBool,
    /// Set when the caller's `poll` has asked to give up.
    interrupted: AtomicBool,
}

impl Control<'static> {
    /// For a computation that goes on until it is done or its caller gives it up.
    pub fn unlimited() -> Self {
        Self::new(None, None)
    }
}

impl<'a> Control<'a> {
    /// For a computation that begins now, may take so long, and can be ended by setting `stop`.
    pub fn new(time: Option<Duration>, stop: Option<&'a AtomicBool>) -> Self {
        let began = Instant::now();
        // A time so long that it cannot be added is no limit.
        let deadline = time.and_then(|time| began.checked_add(time));
        Self { began, deadline, stop, finished: AtomicBool::new(false), interrupted: AtomicBool::new(false) }
    }

    /// How long it has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Tells all threads that the computation is over.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Tells all threads that the caller has given the computation up.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether the caller has given it up.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn has_ended(&self) -> bool {
        self.is_interrupted()
            || self.finished.load(Ordering::Relaxed)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One thread's view of a computation: it counts nodes, and learns when to end. The calling thread also
/// asks the caller whether to go on.
pub struct Watch<'a> {
    control: &'a Control<'a>,
    poll: Option<&'a mut dyn FnMut() -> bool>,
    /// How many nodes may be counted before the next look, how many were when all of these are, and how
    /// many may be at all. So to count a node is to take one from a number.
    left: u64,
    granted: u64,
    limit: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(control: &'a Control<'a>, poll: Option<&'a mut dyn FnMut() -> bool>) -> Self {
        Self { control, poll, left: NODES_PER_LOOK, granted: NODES_PER_LOOK, limit: u64::MAX }
    }

    /// From now on, so many nodes may be counted; no limit for `None`.
    pub fn limit_nodes(&mut self, nodes: Option<u64>) {
        let counted = self.nodes();
        self.limit = nodes.map_or(u64::MAX, |nodes| counted.saturating_add(nodes));
        self.grant(counted);
    }

    fn grant(&mut self, counted: u64) {
        self.left = NODES_PER_LOOK.min(self.limit - counted);
        self.granted = counted + self.left;
    }

    /// Counts a node, and looks every now and then. Once it has to end, it says so every time.
    ///
    /// # Errors
    /// The computation has to end; the node is not counted then.
    #[inline]
    pub fn node(&mut self) -> Result<(), Ended> {
        if self.left == 0 {
            self.renew()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn renew(&mut self) -> Result<(), Ended> {
        if self.granted >= self.limit {
            return Err(Ended);
        }
        self.look()?;
        self.grant(self.granted);
        Ok(())
    }

    /// Asks the caller, and looks at the clock and at what the other threads say.
    ///
    /// # Errors
    /// The computation has to end.
    pub fn look(&mut self) -> Result<(), Ended> {
        if !self.control.is_interrupted() && self.poll.as_mut().is_some_and(|poll| poll()) {
            self.control.interrupt();
        }
        if self.control.has_ended() { Err(Ended) } else { Ok(()) }
    }

    /// How many nodes this thread has counted.
    pub const fn nodes(&self) -> u64 {
        self.granted - self.left
    }

    /// How long the computation has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many nodes are counted until the end, and what was counted then.
    fn run(watch: &mut Watch<'_>) -> u64 {
        let counted = (0..1000).take_while(|_| watch.node().is_ok()).count() as u64;
        assert_eq!(watch.nodes(), counted);
        assert!(counted == 1000 || watch.node().is_err());
        counted
    }

    #[test]
    fn nodes_are_limited_exactly() {
        let control = Control::unlimited();
        for limit in [0, 1, 63, 64, 65, 128, 200] {
            let mut watch = Watch::new(&control, None);
            watch.limit_nodes(Some(limit));
            assert_eq!(run(&mut watch), limit);
        }
        assert_eq!(run(&mut Watch::new(&control, None)), 1000);
    }

    #[test]
    fn whoever_ends_it_is_heeded_at_the_next_look() {
        let stop = AtomicBool::new(true);
        assert_eq!(run(&mut Watch::new(&Control::new(None, Some(&stop)), None)), NODES_PER_LOOK);
        assert_eq!(run(&mut Watch::new(&Control::new(Some(Duration::ZERO), None), None)), NODES_PER_LOOK);
        let control = Control::unlimited();
        assert_eq!(run(&mut Watch::new(&control, Some(&mut || true))), NODES_PER_LOOK);
        assert!(control.is_interrupted());
        let control = Control::unlimited();
        control.finish();
        assert_eq!(run(&mut Watch::new(&control, None)), NODES_PER_LOOK);
        assert!(!control.is_interrupted());
    }
}
