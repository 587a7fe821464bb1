//! Sharing work among threads, with progress and a way to stop.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

/// How often the watch is asked.
const ASK_INTERVAL: Duration = Duration::from_millis(20);

/// How far a computation has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What is being done, in a few words.
    pub phase: &'static str,
    /// The distance, in turns, that is being decided, where there is one.
    pub distance: Option<u8>,
    /// How much of the whole is done, from 0 to 1.
    pub done: f64,
}

/// Threads that share one computation, and the caller who watches it.
pub(super) struct Workers<'a> {
    threads: usize,
    watch: &'a mut dyn FnMut(Progress) -> bool,
    progress: Progress,
    /// Units of work: those done before the present task, and the expected total.
    before: usize,
    total: usize,
}

impl<'a> Workers<'a> {
    /// So many threads for work that takes so many units in all, or about so many.
    pub(super) fn new(threads: usize, total: usize, watch: &'a mut dyn FnMut(Progress) -> bool) -> Self {
        let progress = Progress { phase: "", distance: None, done: 0.0 };
        Self { threads, watch, progress, before: 0, total }
    }

    /// What comes next, for those who watch.
    pub(super) fn announce(&mut self, phase: &'static str, distance: Option<u8>) {
        self.progress = Progress { phase, distance, ..self.progress };
    }

    /// Calls `work` for each number below `count`, in portions, on all threads. It returns how many
    /// units of work it did. The caller's watch is asked several times a second.
    pub(super) fn run(
        &mut self,
        count: usize,
        portion: usize,
        work: impl Fn(usize) -> usize + Sync,
    ) -> Result<(), Error> {
        let (next, units, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let running = AtomicUsize::new(self.threads);
        let caller = std::thread::current();
        let labour = || {
            // Also when the work panics, so that the caller does not wait for ever.
            let _done = Done { running: &running, caller: &caller };
            while !stop.load(Ordering::Relaxed) {
                let first = next.fetch_add(portion, Ordering::Relaxed);
                if first >= count {
                    break;
                }
                let done: usize = (first..count.min(first + portion)).map(&work).sum();
                units.fetch_add(done, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(labour);
            }
            while running.load(Ordering::Acquire) > 0 {
                let done = self.before + units.load(Ordering::Relaxed);
                self.progress.done = (done as f64 / self.total.max(1) as f64).min(1.0);
                if (self.watch)(self.progress) {
                    stop.store(true, Ordering::Relaxed);
                }
                std::thread::park_timeout(ASK_INTERVAL);
            }
        });
        self.before += units.into_inner();
        if stop.into_inner() { Err(Error::Stopped) } else { Ok(()) }
    }
}

/// Tells the caller that a worker has finished, in whatever way.
struct Done<'a> {
    running: &'a AtomicUsize,
    caller: &'a Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Release);
        self.caller.unpark();
    }
}
