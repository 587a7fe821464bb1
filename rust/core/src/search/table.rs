//! The transposition table: what earlier search has found out about a position.
//!
//! Threads share it without locks. A slot is two words, the key and the data, and the key is stored
//! combined with the data: when two threads write the same slot at once, the halves of different
//! entries do not fit together and the slot reads as empty.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A hasher for positions: short, with every bit of the input spread over all bits of the result.
struct Mixer(u64);

const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(SPREAD);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32) ^ SPREAD);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.mix(number as u64);
    }
}

/// The key of a position.
#[inline]
pub(super) fn key(position: &impl Hash) -> u64 {
    let mut mixer = Mixer(SPREAD);
    position.hash(&mut mixer);
    mixer.finish()
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is at least this.
    Lower = 1,
    /// It is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    /// What a search with this window says by the value it has found.
    pub(super) fn of<V: PartialOrd + Copy>(value: V, (alpha, beta): (V, V)) -> Self {
        match value {
            _ if value >= beta => Self::Lower,
            _ if value <= alpha => Self::Upper,
            _ => Self::Exact,
        }
    }
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The value, 32 bits that only the search understands.
    pub(super) value: u32,
    /// The index of the best action.
    pub(super) action: u16,
    /// How deep the search was.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the value rests on the rules alone, not on any estimate.
    pub(super) proven: bool,
}

const PROVEN: u64 = 1 << 58;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.value)
            | u64::from(self.action) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | if self.proven { PROVEN } else { 0 }
            | u64::from(age) << 59
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let (value, action, depth) = (data as u32, (data >> 32) as u16, (data >> 48) as u8);
        Some(Self { value, action, depth, bound, proven: data & PROVEN != 0 })
    }
}

/// The ages that searches go through, so that entries of old ones give way.
const AGES: u8 = 32;

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

struct Slot([AtomicU64; 2]);

impl Slot {
    #[inline]
    fn read(&self) -> (u64, u64) {
        let [key, data] = [0, 1].map(|half| self.0[half].load(Ordering::Relaxed));
        (key ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.0[0].store(key ^ data, Ordering::Relaxed);
        self.0[1].store(data, Ordering::Relaxed);
    }
}

/// The table. Each key has two slots: one keeps the deeper search, the other the later one.
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    age: u8,
}

impl TranspositionTable {
    /// A table of at most so many bytes, and of at least one pair of slots.
    pub(super) fn new(bytes: usize) -> Self {
        let pairs = (bytes / (2 * size_of::<Slot>())).max(1);
        let pairs = 1usize << pairs.ilog2();
        let empty = || Slot([AtomicU64::new(0), AtomicU64::new(0)]);
        Self { slots: (0..2 * pairs).map(|_| empty()).collect(), age: 0 }
    }

    /// A new search begins.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn pair(&self, key: u64) -> &[Slot] {
        // The length is a power of two.
        let first = key as usize & (self.slots.len() - 2);
        &self.slots[first..first + 2]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.pair(key).iter().map(Slot::read).find(|&(found, _)| found == key).and_then(|(_, data)| Entry::unpack(data))
    }

    /// Keeps an entry, in place of a shallower one or of the one that was kept last.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let [deep, late] = self.pair(key) else { return };
        let (found, data) = deep.read();
        let yields =
            found == key || age_of(data) != self.age || Entry::unpack(data).is_none_or(|old| entry.depth >= old.depth);
        let slot = if yields { deep } else { late };
        slot.write(key, entry.pack(self.age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { value: 0xDEAD_BEEF, action: 5214, depth, bound: Bound::Upper, proven: true }
    }

    #[test]
    fn entries_are_read_as_written() {
        let table = TranspositionTable::new(1 << 12);
        assert_eq!(table.get(0), None);
        for key in [0, 1, u64::MAX, 0x1234_5678_9ABC_DEF0] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for proven in [true, false] {
                    let entry = Entry { bound, proven, ..entry(200) };
                    table.put(key, entry);
                    assert_eq!(table.get(key), Some(entry));
                }
            }
        }
    }

    #[test]
    fn the_deeper_entry_stays_until_it_is_old() {
        let mut table = TranspositionTable::new(1);
        table.put(1, entry(9));
        table.put(2, entry(3));
        table.put(3, entry(4));
        assert_eq!([1, 2, 3].map(|key| table.get(key).map(|entry| entry.depth)), [Some(9), None, Some(4)]);
        table.grow_older();
        table.put(4, entry(1));
        assert_eq!([1, 3, 4].map(|key| table.get(key).map(|entry| entry.depth)), [None, Some(4), Some(1)]);
    }

    #[test]
    fn keys_differ_where_positions_do() {
        let keys: std::collections::HashSet<_> =
            (0u64..1000).flat_map(|a| (0u8..100).map(move |b| key(&(a, b)))).collect();
        assert_eq!(keys.len(), 100_000);
    }
}
