//! Work on several threads, while the calling one answers to its caller.

use super::watch::{Control, Watch};
use crate::error::{Error, ParseError};
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

/// The most threads a computation is spread over.
pub const MAX_THREADS: usize = 1024;

/// How many threads a computation may be spread over.
pub const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS;

/// How often the caller is asked while the calling thread waits for the others.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The number of threads, if it is among [`THREADS`].
///
/// # Errors
/// A number out of range.
pub fn check_threads(threads: usize) -> Result<usize, Error> {
    if THREADS.contains(&threads) {
        return Ok(threads);
    }
    let reason = format!("must be from {} to {}", THREADS.start(), THREADS.end());
    Err(Error::Argument(ParseError::new("threads", threads, reason)))
}

/// Runs the same work on so many threads, the calling one included, which also asks `poll` until all are
/// done.
///
/// # Errors
/// [`Error::Stopped`] if `poll` has asked for it.
pub fn on_threads(
    threads: usize,
    poll: &mut dyn FnMut() -> bool,
    work: &(impl Fn(Watch<'_>) + Sync),
) -> Result<(), Error> {
    let control = Control::unlimited();
    with_helpers(&control, poll, work, (1..threads).map(|_| work));
    if control.is_interrupted() { Err(Error::Stopped) } else { Ok(()) }
}

/// Runs `own` on the calling thread and each of the helpers on one of its own; says what they return.
///
/// The calling thread asks `poll` while `own` counts nodes, and until the helpers are done; once it returns
/// true the [`Control`] is interrupted. A panic is passed on when all have ended, soon after it.
pub fn with_helpers<R, T: Send, H: FnOnce(Watch<'_>) -> T + Send>(
    control: &Control<'_>,
    poll: &mut dyn FnMut() -> bool,
    own: impl FnOnce(Watch<'_>) -> R,
    helpers: impl IntoIterator<Item = H>,
) -> (R, Vec<T>) {
    let running = AtomicUsize::new(0);
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let (running, caller) = (&running, &caller);
        // Also when the work panics: no thread works or waits in vain.
        let ending = Ending { control, waiting: None };
        let start = |helper: H| {
            running.fetch_add(1, Ordering::Relaxed);
            scope.spawn(move || {
                let _ending = Ending { control, waiting: Some((running, caller)) };
                helper(Watch::new(control, None))
            })
        };
        let helpers: Vec<_> = helpers.into_iter().map(start).collect();
        let result = own(Watch::new(control, Some(&mut *poll)));
        while running.load(Ordering::Acquire) > 0 {
            if poll() {
                control.interrupt();
            }
            std::thread::park_timeout(POLL_INTERVAL);
        }
        drop(ending);
        let join =
            |helper: std::thread::ScopedJoinHandle<'_, T>| helper.join().unwrap_or_else(|why| resume_unwind(why));
        (result, helpers.into_iter().map(join).collect())
    })
}

/// What is done when a thread ends its work, in whatever way.
struct Ending<'a> {
    control: &'a Control<'a>,
    /// How many are running, and who waits for them.
    waiting: Option<(&'a AtomicUsize, &'a Thread)>,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.control.finish();
        }
        if let Some((running, caller)) = self.waiting {
            running.fetch_sub(1, Ordering::Release);
            caller.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

    #[test]
    fn threads_are_checked() {
        assert_eq!([1, MAX_THREADS].map(check_threads), [Ok(1), Ok(MAX_THREADS)]);
        for wrong in [0, MAX_THREADS + 1] {
            let message = check_threads(wrong).unwrap_err().to_string();
            assert_eq!(message, format!("threads \"{wrong}\": must be from 1 to 1024"));
        }
    }

    #[test]
    fn all_threads_work_and_tell_what_they_did() {
        let count = Mutex::new(0);
        on_threads(5, &mut || false, &|_| *count.lock().unwrap() += 1).unwrap();
        assert_eq!(count.into_inner().unwrap(), 5);
        let helpers = (1..4).map(|number| move |_: Watch<'_>| number);
        assert_eq!(with_helpers(&Control::unlimited(), &mut || false, |_| 0, helpers), (0, vec![1, 2, 3]));
    }

    #[test]
    fn the_caller_can_give_it_up_at_any_time() {
        let endless = |mut watch: Watch<'_>| while watch.node().is_ok() {};
        for threads in [1, 3] {
            assert_eq!(on_threads(threads, &mut || true, &endless), Err(Error::Stopped));
        }
        // Also when the calling thread has nothing more to do.
        let control = Control::unlimited();
        with_helpers(&control, &mut || true, |_| (), [endless]);
        assert!(control.is_interrupted());
    }

    #[test]
    fn a_panic_ends_all_threads_and_is_passed_on() {
        let endless = |mut watch: Watch<'_>| while watch.node().is_ok() {};
        let own = |_: Watch<'_>| panic!("on purpose");
        let all = || with_helpers(&Control::unlimited(), &mut || false, own, [endless]);
        assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
        let all = || with_helpers(&Control::unlimited(), &mut || false, endless, [own]);
        assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
    }
}
