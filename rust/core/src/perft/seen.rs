//! Remembering counts: the same position is reached along many lines.

use crate::count::Count;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The counts of positions met before, as far as memory allows: each position has one slot, and the
/// newest keeps it. Whole positions are compared, so no count is ever taken for another's.
pub(super) struct Seen<G> {
    slots: Vec<Option<Remembered<G>>>,
}

#[derive(Clone, Copy)]
struct Remembered<G> {
    position: G,
    depth: u32,
    lines: u128,
}

impl<G: Count> Seen<G> {
    /// Room for as many counts as fit into so many bytes; none for 0.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<Option<Remembered<G>>>();
        // A power of two, so that a slot is found by a shift.
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        Self { slots: vec![None; slots] }
    }

    #[inline]
    fn slot(&self, position: &G, depth: u32) -> usize {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        depth.hash(&mut hasher);
        hasher.finish() as usize & (self.slots.len() - 1)
    }

    /// The count of this position and depth, if it is remembered.
    #[inline]
    pub(super) fn lines(&self, position: &G, depth: u32) -> Option<u128> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(position, depth)]
            .as_ref()
            .filter(|slot| slot.depth == depth && slot.position == *position)
            .map(|slot| slot.lines)
    }

    /// Remembers a count.
    #[inline]
    pub(super) fn remember(&mut self, position: &G, depth: u32, lines: u128) {
        if !self.slots.is_empty() {
            let slot = self.slot(position, depth);
            self.slots[slot] = Some(Remembered { position: *position, depth, lines });
        }
    }
}
