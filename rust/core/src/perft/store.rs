//! The positions of one ply, packed, each with the number of lines that lead to it.
//!
//! They lie in parts, each with the positions of one range of packed positions. A part that is full is sorted, and
//! equal positions become one; it grows only if that does not help. So there is hardly more in memory than different
//! positions, and threads that add positions seldom meet.

use crate::pack::{MOST_WORDS, Packed};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A packed position and how many lines lead to it.
///
/// If the lines to a position are too many for 64 bits, it has several entries: their sum counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<const W: usize> {
    pub(super) key: [u64; W],
    pub(super) times: u64,
}

impl<const W: usize> Reached<W> {
    #[inline(always)]
    pub(super) fn new(packed: &Packed, times: u64) -> Self {
        Self { key: std::array::from_fn(|word| packed[word]), times }
    }

    #[inline(always)]
    pub(super) fn packed(&self) -> Packed {
        let mut packed = [0; MOST_WORDS];
        packed[..W].copy_from_slice(&self.key);
        packed
    }

    /// Takes up an equal position, unless the sum is too large.
    #[inline(always)]
    fn absorb(&mut self, other: &Self) -> bool {
        if self.key != other.key {
            return false;
        }
        let sum = self.times.checked_add(other.times);
        self.times = sum.unwrap_or(self.times);
        sum.is_some()
    }
}

/// Positions of one range.
struct Section<const W: usize> {
    entries: Vec<Reached<W>>,
    /// So many of them, from the first on, are sorted and different.
    merged: usize,
}

impl<const W: usize> Section<W> {
    /// Sorts, and makes one of equal positions.
    fn merge(&mut self) {
        if self.merged == self.entries.len() {
            return;
        }
        self.entries[self.merged..].sort_unstable_by_key(|entry| entry.key);
        if self.merged > 0 {
            // Two sorted runs, which this sort recognises.
            self.entries.sort_by_key(|entry| entry.key);
        }
        self.entries.dedup_by(|later, earlier| earlier.absorb(later));
        self.merged = self.entries.len();
    }
}

/// The positions of one ply, in sorted runs that follow each other.
pub(super) type Layer<const W: usize> = Vec<Vec<Reached<W>>>;

/// A place where threads put the positions of the next ply.
pub(super) struct Store<const W: usize> {
    /// The first key of each section but the first.
    bounds: Vec<[u64; W]>,
    sections: Vec<Mutex<Section<W>>>,
    /// Positions below this one are not wanted.
    least: [u64; W],
    /// So many sections, from the first on, are open; what belongs to the others is not wanted.
    open: AtomicUsize,
    /// For how many positions there is room, and for how many memory is taken.
    room: usize,
    taken: AtomicUsize,
    full: AtomicBool,
}

/// A section begins with room for so many positions.
const FIRST_ROOM: usize = 256;

impl<const W: usize> Store<W> {
    /// Room for so many positions, with sections of about the same size for positions such as these.
    pub(super) fn new(room: usize, mut examples: Vec<[u64; W]>, sections: usize) -> Self {
        examples.sort_unstable();
        examples.dedup();
        let sections = sections.clamp(1, 1 + examples.len() / 8).min(1 + room / (2 * FIRST_ROOM));
        let bounds: Vec<_> = (1..sections).map(|section| examples[section * examples.len() / sections]).collect();
        let section = || Mutex::new(Section { entries: Vec::new(), merged: 0 });
        Self {
            bounds,
            sections: std::iter::repeat_with(section).take(sections).collect(),
            least: [0; W],
            open: AtomicUsize::new(sections),
            room,
            taken: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        }
    }

    /// The same, but positions below this one are not wanted.
    #[must_use]
    pub(super) fn from(self, least: [u64; W]) -> Self {
        Self { least, ..self }
    }

    /// Makes room by closing the upper half of the open sections: what belongs to them is not wanted any more.
    /// Says whether that was possible.
    pub(super) fn shed(&self) -> bool {
        let open = self.open.load(Ordering::Relaxed);
        if open < 2 {
            return false;
        }
        self.open.store(open / 2, Ordering::Relaxed);
        for number in open / 2..open {
            let shed = std::mem::take(&mut self.section(number).entries);
            self.section(number).merged = 0;
            self.taken.fetch_sub(shed.capacity().min(self.taken.load(Ordering::Relaxed)), Ordering::Relaxed);
        }
        self.full.store(false, Ordering::Relaxed);
        true
    }

    /// The first position that was not wanted because it belongs to a closed section.
    pub(super) fn beyond(&self) -> Option<[u64; W]> {
        let open = self.open.load(Ordering::Relaxed);
        open.checked_sub(1).and_then(|last| self.bounds.get(last)).copied()
    }

    /// Whether no more positions shall be added. A few more still can be.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    fn section(&self, number: usize) -> MutexGuard<'_, Section<W>> {
        self.sections[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds positions that belong to one section.
    fn add(&self, number: usize, entries: &mut Vec<Reached<W>>) {
        let mut section = self.section(number);
        if section.entries.len() + entries.len() > section.entries.capacity() {
            section.merge();
            let (len, capacity) = (section.entries.len() + entries.len(), section.entries.capacity());
            if len > capacity - capacity / 4 {
                let mut more = (capacity / 2).max(FIRST_ROOM);
                if self.taken.fetch_add(more, Ordering::Relaxed) + more > self.room {
                    self.taken.fetch_sub(more, Ordering::Relaxed);
                    self.full.store(true, Ordering::Relaxed);
                    // What is under way still has to go somewhere, and sorting anew for each few costs too much.
                    more = (capacity / 16).max(entries.len());
                }
                let spare = (capacity + more).max(len) - section.entries.len();
                section.entries.reserve_exact(spare);
            }
        }
        section.entries.append(entries);
    }

    /// How many sections there are.
    pub(super) fn sections(&self) -> usize {
        self.sections.len()
    }

    /// Makes one of equal positions in a section, and gives back the memory that is not needed.
    pub(super) fn finish(&self, number: usize) {
        let mut section = self.section(number);
        section.merge();
        section.entries.shrink_to_fit();
    }

    /// The positions, once all sections are finished.
    pub(super) fn into_layer(self) -> Layer<W> {
        let sections = self.sections.into_iter();
        sections.map(|section| section.into_inner().unwrap_or_else(PoisonError::into_inner).entries).collect()
    }
}

/// Positions are handed over to a section so many at a time.
const HANDED_OVER: usize = 32;

/// One thread's way into a store.
pub(super) struct Intake<'a, const W: usize> {
    store: &'a Store<W>,
    /// Positions met lately, each in a slot of its own: those met again soon need not be handed over twice.
    recent: Vec<Reached<W>>,
    waiting: Vec<Vec<Reached<W>>>,
}

/// A power of two.
const RECENT: usize = 1 << 13;

impl<'a, const W: usize> Intake<'a, W> {
    pub(super) fn new(store: &'a Store<W>) -> Self {
        let waiting = || Vec::with_capacity(HANDED_OVER);
        Self {
            store,
            recent: vec![Reached { key: [0; W], times: 0 }; RECENT],
            waiting: std::iter::repeat_with(waiting).take(store.sections()).collect(),
        }
    }

    /// Adds a position.
    #[inline(always)]
    pub(super) fn add(&mut self, entry: Reached<W>) {
        let mixed = entry.key.iter().fold(0u64, |mixed, word| (mixed ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let slot = &mut self.recent[(mixed >> (64 - RECENT.ilog2())) as usize];
        if slot.absorb(&entry) {
            return;
        }
        let before = std::mem::replace(slot, entry);
        if before.times > 0 {
            self.hand_over(before);
        }
    }

    #[inline(always)]
    fn hand_over(&mut self, entry: Reached<W>) {
        let section = self.store.bounds.partition_point(|bound| *bound <= entry.key);
        if entry.key < self.store.least || section >= self.store.open.load(Ordering::Relaxed) {
            return;
        }
        let waiting = &mut self.waiting[section];
        waiting.push(entry);
        if waiting.len() == HANDED_OVER {
            self.store.add(section, waiting);
        }
    }

    /// Hands over what is left.
    pub(super) fn finish(mut self) {
        for slot in 0..RECENT {
            let entry = self.recent[slot];
            if entry.times > 0 {
                self.hand_over(entry);
            }
        }
        let open = self.store.open.load(Ordering::Relaxed);
        for (section, waiting) in self.waiting.iter_mut().enumerate().take(open) {
            self.store.add(section, waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(store: &Store<1>, entries: &[(u64, u64)]) {
        let mut intake = Intake::new(store);
        for &(key, times) in entries {
            intake.add(Reached { key: [key], times });
        }
        intake.finish();
    }

    fn filled(room: usize, entries: &[(u64, u64)]) -> Store<1> {
        let examples = (0..1000).map(|number| [number * 10]).collect();
        let store = Store::new(room, examples, 20);
        fill(&store, entries);
        store
    }

    fn entries(store: Store<1>) -> Vec<(u64, u64)> {
        (0..store.sections()).for_each(|section| store.finish(section));
        store.into_layer().into_iter().flatten().map(|entry| (entry.key[0], entry.times)).collect()
    }

    #[test]
    fn equal_positions_become_one_in_order() {
        let mixed: Vec<_> = (0..30_000).map(|number| (number * 7919 % 10_000, 1)).collect();
        assert_eq!(entries(filled(1 << 20, &mixed)), (0..10_000).map(|key| (key, 3)).collect::<Vec<_>>());
    }

    #[test]
    fn sums_too_large_for_64_bits_stay_apart() {
        let most = u64::MAX;
        assert_eq!(entries(filled(1 << 20, &[(5, most), (3, 1), (5, 2), (3, 1)])), [(3, 2), (5, most), (5, 2)]);
    }

    #[test]
    fn a_full_store_says_so_and_makes_room_from_above() {
        let many: Vec<_> = (0..10_000).map(|key| (key, 1)).collect();
        let store = filled(8000, &many);
        assert!(store.is_full() && store.shed() && !store.is_full());
        let beyond = store.beyond().unwrap()[0];
        assert!((4000..6000).contains(&beyond), "{beyond}");
        // Nothing was lost below, and nothing above is taken in any more.
        fill(&store, &many);
        assert_eq!(entries(store), (0..beyond).map(|key| (key, 2)).collect::<Vec<_>>());
        let store = filled(8000, &many[..1]).from([5]);
        fill(&store, &many[..10]);
        assert_eq!(entries(store), [(0, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1)]);
    }
}
