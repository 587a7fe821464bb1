//! Merged counting: ply by ply, with each position once and the number of lines that lead to it.
//!
//! Equals: direct counting.
//! Proved by: `merging_does_not_change_the_count`, `alike_positions_have_alike_lines`.

use super::expand::{Crew, NextPly, Queue, bytes};
use super::leaves;
use super::store::{Layer, Reached};
use crate::error::Error;
use crate::pack::{Pack, Packed, representative};
use crate::run::{self, Watch};
use std::sync::{Mutex, PoisonError};

/// The last plies are counted directly: games count so many at once.
const LAST: u32 = 2;

/// With less memory than this, in bytes, nothing more is merged.
const LEAST_ROOM: usize = 1 << 18;

/// The number of lines of exactly `depth` plies, found by merging within so many bytes.
pub(super) fn count<G: Pack>(position: &G, depth: u32, memory: usize, crew: Crew<'_>) -> Result<u128, Error> {
    let mut merging = Merging { root: *position, crew };
    match position.words() {
        1 => merging.count::<1>(merging.first(), depth, memory),
        2 => merging.count::<2>(merging.first(), depth, memory),
        _ => merging.count::<3>(merging.first(), depth, memory),
    }
}

/// A merged count.
struct Merging<'a, G> {
    /// Any position of the game that is counted: what never changes.
    root: G,
    crew: Crew<'a>,
}

impl<G: Pack> Merging<'_, G> {
    fn first<const W: usize>(&self) -> Layer<W> {
        vec![vec![Reached::new(&representative(&self.root), 1)]]
    }

    /// The number of lines of so many plies from all positions of a layer, with so many bytes of memory to use
    /// besides it.
    fn count<const W: usize>(&mut self, mut layer: Layer<W>, mut depth: u32, mut room: usize) -> Result<u128, Error> {
        while depth > LAST && room >= LEAST_ROOM {
            let queue = Queue::new(&layer);
            let Some(example) = queue.first() else { return Ok(0) };
            let pairs = depth > LAST + 1 && self.root.unpack(example.packed()).each_merged_pair(|_, _| ());
            let step = Alike { root: self.root, pairs };
            let rest = depth - if pairs { 2 } else { 1 };
            // What does not fit is counted in portions, and the deeper plies of each need memory too.
            let share = if rest > LAST { room - room / 3 } else { room };
            let (next, done) = self.following(&queue, &step, share)?;
            if !done {
                let mut total = self.count(next, rest, room - share)?;
                let mut done = false;
                while !done {
                    let next;
                    (next, done) = self.following(&queue, &step, share)?;
                    let lines = self.count(next, rest, room - share)?;
                    total = total.checked_add(lines).ok_or(Error::Overflow)?;
                }
                return Ok(total);
            }
            room = (room + bytes(&layer)).saturating_sub(bytes(&next));
            layer = next;
            depth = rest;
        }
        count_directly(&self.root, &layer, depth, &mut self.crew)
    }

    /// The positions that follow from the next ones, as far as there is room, and whether there are no more.
    fn following<const W: usize>(
        &mut self,
        queue: &Queue<'_, W>,
        step: &Alike<G>,
        room: usize,
    ) -> Result<(Layer<W>, bool), Error> {
        let store = self.crew.store(queue, step, [0; W], room);
        let done = self.crew.fill(queue, step, &store)?;
        Ok((self.crew.layer(store)?, done))
    }
}

/// The number of lines of so many plies from all positions of a layer, counted one position after the other.
pub(super) fn count_directly<G: Pack, const W: usize>(
    root: &G,
    layer: &Layer<W>,
    depth: u32,
    crew: &mut Crew<'_>,
) -> Result<u128, Error> {
    let queue = Queue::new(layer);
    let total = Mutex::new(Ok(0u128));
    let work = |mut watch: Watch<'_>| {
        let mut sum = Ok(0u128);
        while watch.look().is_ok()
            && let Some(slice) = queue.take()
        {
            for entry in slice {
                let lines = leaves(&root.unpack(entry.packed()), depth, &mut watch);
                sum = sum.and_then(|sum: u128| {
                    let lines = lines?.checked_mul(entry.times.into());
                    lines.and_then(|lines| sum.checked_add(lines)).ok_or(Error::Overflow)
                });
            }
        }
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *total, Ok(0));
        *total = before.and_then(|before| before.checked_add(sum?).ok_or(Error::Overflow));
    };
    run::on_threads(crew.threads.min(queue.len().max(1)), crew.poll, &work)?;
    total.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The next ply, or the next two where games merge them by themselves; of positions that are alike, one for all.
struct Alike<G> {
    root: G,
    pairs: bool,
}

impl<G: Pack> NextPly for Alike<G> {
    /// Positions may be among them that nothing can follow.
    #[inline(always)]
    fn each_following(&self, packed: Packed, mut visit: impl FnMut(&Packed, u64)) {
        let position = self.root.unpack(packed);
        if self.pairs && position.each_merged_pair(|next, lines| visit(&representative(&next), lines)) {
            return;
        }
        position.each_candidate(|action| {
            let next = position.play(action);
            if self.pairs {
                next.each_candidate(|action| visit(&representative(&next.play(action)), 1));
            } else {
                visit(&representative(&next), 1);
            }
        });
    }
}
