//! From one ply to the next, on all threads.

use super::store::{Intake, Layer, Reached, Store};
use crate::error::Error;
use crate::pack::Packed;
use crate::run::processor::compiled_twice;
use crate::run::{self, Portions, Watch};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many positions a thread takes at a time.
const SLICE: usize = 256;

/// How many sections a store has for each thread, and in all, at least.
const SECTIONS_PER_THREAD: usize = 64;
const SECTIONS: usize = 512;

/// From so many positions the sections of the next ply are guessed.
const EXAMPLES: usize = 512;

/// The threads that count, and who may stop them.
pub(super) struct Crew<'a> {
    pub(super) threads: usize,
    pub(super) poll: &'a mut dyn FnMut() -> bool,
}

/// The way from one ply to the next.
pub(super) trait NextPly: Sync {
    /// Calls `visit` with what follows from a position, packed, and how many lines lead there.
    fn each_following(&self, packed: Packed, visit: impl FnMut(&Packed, u64));
}

compiled_twice! {
    /// Puts what follows from some positions into a store.
    fn follow<S: NextPly, const W: usize>(
        step: &S,
        slice: &[Reached<W>],
        intake: &mut Intake<'_, W>,
        watch: &mut Watch<'_>,
    ) -> () {
        for entry in slice {
            if watch.node().is_err() {
                return;
            }
            step.each_following(entry.packed(), |packed, lines| match entry.times.checked_mul(lines) {
                Some(times) => intake.add(Reached::new(packed, times)),
                None => (0..lines).for_each(|_| intake.add(Reached::new(packed, entry.times))),
            });
        }
    }
}

/// Positions whose followers are yet to be found, a slice at a time.
pub(super) struct Queue<'a, const W: usize> {
    slices: Vec<&'a [Reached<W>]>,
    portions: Portions,
}

impl<'a, const W: usize> Queue<'a, W> {
    pub(super) fn new(layer: &'a Layer<W>) -> Self {
        let slices: Vec<_> = layer.iter().flat_map(|run| run.chunks(SLICE)).collect();
        let portions = Portions::new(slices.len() as u64, 1);
        Self { slices, portions }
    }

    /// How many slices there are in all.
    pub(super) fn len(&self) -> usize {
        self.slices.len()
    }

    /// The first of all positions.
    pub(super) fn first(&self) -> Option<&Reached<W>> {
        self.slices.first().and_then(|slice| slice.first())
    }

    /// The next positions; `None` when all are taken.
    pub(super) fn take(&self) -> Option<&'a [Reached<W>]> {
        self.portions.take().map(|numbers| self.slices[numbers.start as usize])
    }

    fn examples(&self, step: &impl NextPly) -> Vec<[u64; W]> {
        let count: usize = self.slices.iter().map(|slice| slice.len()).sum();
        let mut examples = Vec::new();
        for entry in self.slices.iter().copied().flatten().step_by(count.div_ceil(EXAMPLES).max(1)) {
            step.each_following(entry.packed(), |packed, _| examples.push(Reached::new(packed, 1).key));
        }
        examples
    }
}

impl Crew<'_> {
    /// An empty store within so many bytes, for what follows from these positions, as far as it is not below
    /// `least`.
    pub(super) fn store<const W: usize>(
        &self,
        queue: &Queue<'_, W>,
        step: &impl NextPly,
        least: [u64; W],
        room: usize,
    ) -> Store<W> {
        let mut examples = queue.examples(step);
        examples.retain(|example| *example >= least);
        let sections = SECTIONS.max(SECTIONS_PER_THREAD * self.threads);
        Store::new(room / size_of::<Reached<W>>(), examples, sections).from(least)
    }

    /// Puts what follows from the next positions into a store until it is full, and says whether none are left.
    pub(super) fn fill<const W: usize>(
        &mut self,
        queue: &Queue<'_, W>,
        step: &impl NextPly,
        store: &Store<W>,
    ) -> Result<bool, Error> {
        let done = AtomicBool::new(true);
        let work = |mut watch: Watch<'_>| {
            let mut intake = Intake::new(store);
            while watch.look().is_ok() {
                if store.is_full() {
                    done.store(false, Ordering::Relaxed);
                    break;
                }
                let Some(slice) = queue.take() else { break };
                follow(step, slice, &mut intake, &mut watch);
            }
            intake.finish();
        };
        run::on_threads(self.threads.min(queue.len()), self.poll, &work)?;
        Ok(done.into_inner())
    }

    /// The positions of a store, each once.
    pub(super) fn layer<const W: usize>(&mut self, store: Store<W>) -> Result<Layer<W>, Error> {
        let portions = Portions::new(store.sections() as u64, 1);
        let finish = |mut watch: Watch<'_>| {
            while watch.look().is_ok()
                && let Some(numbers) = portions.take()
            {
                numbers.for_each(|number| store.finish(number as usize));
            }
        };
        run::on_threads(self.threads.min(store.sections()), self.poll, &finish)?;
        Ok(store.into_layer())
    }
}

/// How many bytes the positions of a ply take.
pub(super) fn bytes<const W: usize>(layer: &Layer<W>) -> usize {
    layer.iter().map(Vec::capacity).sum::<usize>() * size_of::<Reached<W>>()
}
