//! Threads that stay: for work that comes again and again in small pieces, and for what threads remember.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a thread looks for what comes next before it goes to sleep: to wake it again takes longer than a small piece of
/// work.
const ATTENTION: Duration = Duration::from_micros(100);

/// What the members of a team do, each told its number.
type Task = &'static (dyn Fn(usize) + Sync);

/// How a task ended: with a panic that is to be passed on, or without.
type Finish = Result<(), Box<dyn Any + Send>>;

/// A thread besides the calling one.
struct Member {
    tasks: Option<Sender<Task>>,
    endings: Receiver<Finish>,
    thread: Option<JoinHandle<()>>,
}

/// Threads that wait for work, the calling one not counted, which works too.
pub struct Team {
    members: Vec<Member>,
}

/// Waits for the members that are at work when it is dropped, in whatever way.
struct Gathering<'a> {
    working: Vec<&'a Receiver<Finish>>,
    ending: Finish,
}

impl Gathering<'_> {
    fn gather(&mut self) {
        for member in self.working.drain(..) {
            // A member answers every task; only a thread that is gone does not, and it does no harm.
            let ending = attentively(member).unwrap_or(Ok(()));
            if self.ending.is_ok() {
                self.ending = ending;
            }
        }
    }
}

impl Drop for Gathering<'_> {
    fn drop(&mut self) {
        self.gather();
    }
}

impl Team {
    /// A team of so many threads, the calling one included.
    pub fn new(threads: usize) -> Self {
        Self { members: (1..threads).map(Member::new).collect() }
    }

    /// How many threads there are, the calling one included.
    pub fn threads(&self) -> usize {
        self.members.len() + 1
    }

    /// Lets all threads do the same work, each with its own number, the calling one with 0. Returns when all are
    /// done; a panic is passed on then.
    pub fn run(&mut self, work: &(dyn Fn(usize) + Sync)) {
        #[allow(unsafe_code, reason = "the compiler cannot know that all members are done before the work is gone")]
        // SAFETY: only the lifetime changes. Members use the work until they have answered, and `gathering` waits
        // for the answers of all who have got it before this function is left, also if it panics.
        let task: Task = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), Task>(work) };
        let mut gathering = Gathering { working: Vec::with_capacity(self.members.len()), ending: Ok(()) };
        for member in &self.members {
            if member.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok()) {
                gathering.working.push(&member.endings);
            }
        }
        work(0);
        gathering.gather();
        let ending = std::mem::replace(&mut gathering.ending, Ok(()));
        if let Err(why) = ending {
            resume_unwind(why);
        }
    }
}

impl Member {
    fn new(number: usize) -> Self {
        let (tasks, assigned) = channel::<Task>();
        let (answers, endings) = channel();
        let thread = std::thread::spawn(move || {
            while let Ok(task) = attentively(&assigned) {
                if answers.send(catch_unwind(AssertUnwindSafe(|| task(number)))).is_err() {
                    break;
                }
            }
        });
        Self { tasks: Some(tasks), endings, thread: Some(thread) }
    }
}

/// Receives what comes next, at first without sleeping.
fn attentively<T>(receiver: &Receiver<T>) -> Result<T, RecvError> {
    let began = Instant::now();
    while began.elapsed() < ATTENTION {
        for _ in 0..16 {
            match receiver.try_recv() {
                Ok(task) => return Ok(task),
                Err(TryRecvError::Disconnected) => return Err(RecvError),
                Err(TryRecvError::Empty) => std::hint::spin_loop(),
            }
        }
    }
    receiver.recv()
}

impl Drop for Member {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_member_works_once_each_time() {
        for threads in [1, 2, 5] {
            let mut team = Team::new(threads);
            assert_eq!(team.threads(), threads);
            for _ in 0..100 {
                let done = Mutex::new(Vec::new());
                team.run(&|number| done.lock().unwrap().push(number));
                let mut done = done.into_inner().unwrap();
                done.sort_unstable();
                assert!(done.into_iter().eq(0..threads));
            }
        }
    }

    #[test]
    fn a_panic_is_passed_on_when_all_are_done() {
        let mut team = Team::new(3);
        for culprit in 0..3 {
            let done = Mutex::new(0);
            let work = |number: usize| {
                assert!(number != culprit, "on purpose");
                std::thread::sleep(std::time::Duration::from_millis(2));
                *done.lock().unwrap() += 1;
            };
            assert!(catch_unwind(AssertUnwindSafe(|| team.run(&work))).is_err());
            assert_eq!(*done.lock().unwrap(), 2);
        }
        // The team goes on.
        team.run(&|_| ());
    }
}
