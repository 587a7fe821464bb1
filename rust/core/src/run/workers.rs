//! Numbered pieces of work shared among threads, with progress and a way to stop.

use super::threads::with_helpers;
use super::watch::{Control, Watch};
use crate::error::Error;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The numbers below a limit, in portions that threads take one after the other.
pub struct Portions {
    next: AtomicU64,
    count: u64,
    portion: u64,
}

impl Portions {
    /// The numbers below `count`, so many at a time, at least one.
    pub fn new(count: u64, portion: u64) -> Self {
        Self { next: AtomicU64::new(0), count, portion: portion.max(1) }
    }

    /// How many portions there are in all.
    pub fn len(&self) -> u64 {
        self.count.div_ceil(self.portion)
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The next portion, which no other thread gets; `None` when all are taken.
    pub fn take(&self) -> Option<Range<u64>> {
        let first = self.next.fetch_add(self.portion, Ordering::Relaxed);
        (first < self.count).then(|| first..self.count.min(first.saturating_add(self.portion)))
    }
}

/// How far a computation has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What is being done, in a few words.
    pub phase: &'static str,
    /// The step of the phase, where it has steps that are counted.
    pub step: Option<u32>,
    /// How much of the whole is done, from 0 to 1.
    pub done: f64,
}

/// Threads that share one computation of several phases, and the caller who watches it.
pub struct Workers<'a> {
    threads: usize,
    watch: &'a mut dyn FnMut(Progress) -> bool,
    progress: Progress,
    /// Units of work: those done before the present task, and the expected total.
    before: usize,
    total: usize,
}

impl<'a> Workers<'a> {
    /// So many threads for work that takes so many units in all, or about so many. Once `watch` returns
    /// true, the computation is given up.
    pub fn new(threads: usize, total: usize, watch: &'a mut dyn FnMut(Progress) -> bool) -> Self {
        let progress = Progress { phase: "", step: None, done: 0.0 };
        Self { threads, watch, progress, before: 0, total }
    }

    /// What comes next, for those who watch.
    pub fn announce(&mut self, phase: &'static str, step: Option<u32>) {
        self.progress = Progress { phase, step, ..self.progress };
    }

    /// Calls `work` for each number below `count`, in portions, on all threads. It returns how many
    /// units of work it did. Meanwhile the caller is asked on its own thread, several times a second.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the caller has asked for it.
    pub fn run(&mut self, count: usize, portion: usize, work: impl Fn(usize) -> usize + Sync) -> Result<(), Error> {
        let (portions, units) = (Portions::new(count as u64, portion as u64), AtomicUsize::new(0));
        let labour = |mut watch: Watch<'_>| {
            while watch.look().is_ok()
                && let Some(numbers) = portions.take()
            {
                let done: usize = numbers.map(|number| work(number as usize)).sum();
                units.fetch_add(done, Ordering::Relaxed);
            }
        };
        let mut poll = || {
            let done = self.before + units.load(Ordering::Relaxed);
            self.progress.done = (done as f64 / self.total.max(1) as f64).min(1.0);
            (self.watch)(self.progress)
        };
        let control = Control::unlimited();
        // The calling thread only asks: a portion may take long.
        with_helpers(&control, &mut poll, |_| (), (0..self.threads).map(|_| &labour));
        self.before += units.into_inner();
        if control.is_interrupted() { Err(Error::Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_number_is_worked_on_once() {
        for (count, portion) in [(0, 5), (1, 5), (99, 5), (100, 1)] {
            let (done, mut watch) = (Mutex::new(Vec::new()), |_| false);
            let mut workers = Workers::new(3, count, &mut watch);
            let work = |number| {
                done.lock().unwrap().push(number);
                1
            };
            workers.run(count, portion, work).unwrap();
            assert_eq!(workers.before, count);
            let mut done = done.into_inner().unwrap();
            done.sort_unstable();
            assert!(done.into_iter().eq(0..count));
        }
    }

    #[test]
    fn progress_is_told_and_the_answer_heeded() {
        let mut told = Vec::new();
        let mut watch = |progress: Progress| {
            told.push(progress);
            told.len() > 2
        };
        let mut workers = Workers::new(2, 10, &mut watch);
        workers.announce("sleeping", Some(7));
        let sleep = |_| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            1
        };
        assert_eq!(workers.run(10_000, 1, sleep), Err(Error::Stopped));
        assert!(told.iter().all(|progress| (progress.phase, progress.step) == ("sleeping", Some(7))));
        assert!(told[0].done < told[2].done && told[2].done <= 1.0);
    }
}
