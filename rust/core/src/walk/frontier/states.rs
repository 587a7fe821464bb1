//! A table of states of the frontier, each with its sum.

use super::codes::Codes;
use super::sums::Sums;

/// The states after some fields, each once, with their sums.
pub(super) struct States<C, S: Sums> {
    /// For each place of the table the number of its state and 1, or 0. A power of two of them.
    places: Vec<u32>,
    codes: Vec<C>,
    sums: Vec<S::Word>,
    words: usize,
}

/// How many places the smallest table has.
const SMALLEST: usize = 256;

impl<C: Codes, S: Sums> States<C, S> {
    /// A table without states.
    pub(super) fn new(sums: &S) -> Self {
        Self { places: vec![0; SMALLEST], codes: Vec::new(), sums: Vec::new(), words: sums.words() }
    }

    /// Takes all states out.
    pub(super) fn clear(&mut self) {
        // As large as needed for as many states again: what is cleared costs time.
        let size = (self.codes.len() * 4).next_power_of_two().clamp(SMALLEST, self.places.len());
        self.places.truncate(size);
        self.places.fill(0);
        self.codes.clear();
        self.sums.clear();
    }

    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
            + self.codes.capacity() * size_of::<C>()
            + self.sums.capacity() * size_of::<S::Word>()
    }

    /// The states with their sums.
    pub(super) fn iter(&self) -> impl Iterator<Item = (C, &[S::Word])> {
        self.codes.iter().copied().zip(self.sums.chunks_exact(self.words))
    }

    /// The sum of a state, which is zero if the state is new.
    #[inline(always)]
    pub(super) fn sum_of(&mut self, state: C) -> &mut [S::Word] {
        if self.codes.len() * 4 >= self.places.len() {
            self.grow();
        }
        let number = match find(&self.places, &self.codes, state) {
            Ok(number) => number,
            Err(place) => {
                self.codes.push(state);
                self.sums.resize(self.sums.len() + self.words, S::Word::default());
                self.places[place] = self.codes.len() as u32;
                self.codes.len() - 1
            }
        };
        &mut self.sums[number * self.words..][..self.words]
    }

    #[cold]
    fn grow(&mut self) {
        self.places = vec![0; self.places.len() * 2];
        for (number, &state) in (1..).zip(&self.codes) {
            if let Err(place) = find(&self.places, &[], state) {
                self.places[place] = number;
            }
        }
    }
}

/// The number of a state, or the empty place where it belongs. Without states to compare with, always the latter.
#[inline(always)]
fn find<C: Codes>(places: &[u32], states: &[C], state: C) -> Result<usize, usize> {
    let last = places.len() - 1;
    let mut place = (state.hash() >> (64 - places.len().ilog2())) as usize & last;
    loop {
        match places[place] {
            0 => return Err(place),
            number if states.get(number as usize - 1) == Some(&state) => return Ok(number as usize - 1),
            _ => place = (place + 1) & last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sums::OfEachLength;
    use super::*;
    use fastrand::Rng;
    use std::collections::HashMap;

    /// The slow twin: the table of the standard library.
    #[test]
    fn states_are_found_again_with_their_sums() {
        let mut random = Rng::with_seed(18);
        let mut states = States::<u64, _>::new(&OfEachLength(1));
        for (number, different) in [(10, 5), (20_000, 15_000), (300, 100), (3000, 3_000_000), (0, 1), (2000, 1)] {
            states.clear();
            let mut twin = HashMap::new();
            for _ in 0..number {
                let state = random.u64(..different).wrapping_mul(0x1001_0010_0100_1001);
                let sum = states.sum_of(state);
                assert_eq!(sum, twin.get(&state).unwrap_or(&[0, 0]));
                sum[1] += 1;
                twin.insert(state, [0, sum[1]]);
                // There are always places enough that are empty, and not many more after a larger table was cleared.
                assert!(states.codes.len() * 4 <= states.places.len() + 4);
                // A number, a state and two words each.
                assert!(states.bytes() >= states.places.len() * 4 + states.codes.len() * (8 + 32));
            }
            assert_eq!(states.iter().count(), twin.len());
            assert!(states.iter().all(|(state, sum)| twin[&state] == sum));
        }
        let large = states.bytes();
        states.clear();
        assert!(states.places.len() == SMALLEST && states.bytes() <= large);
    }
}
