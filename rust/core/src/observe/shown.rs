//! Rewriting an observation in place: only the numbers that have changed are written.
//!
//! Equals: [`numbers`](super::numbers), which writes all of them.
//! Proved by: `rewriting_is_writing_anew`, and in Python by `test_the_slow_twin_plays_the_same`.

use super::{Canvas, Observe};
use crate::field::FieldSet;

/// The most words with a bit for each number; a longer observation is refused by the compiler.
const MOST_WORDS: usize = 20;

/// Which numbers of a written observation are 1, and which are something between 0 and 1. One bit each.
///
/// Most of the time goes into memory that is not near. What stays is not touched.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    words: Vec<[u64; 2]>,
}

/// What is to be written: the ones as bits, to be compared with those before; the others are written at once.
struct Draft<'a> {
    marks: [[u64; 2]; MOST_WORDS],
    numbers: &'a mut [f32],
}

impl Canvas for &mut Draft<'_> {
    #[inline(always)]
    fn write(&mut self, place: usize, number: f32) {
        let is_part = number < 1.0;
        if is_part {
            self.numbers[place] = number;
        }
        self.marks[place / 64 % MOST_WORDS][usize::from(is_part)] |= 1 << (place % 64);
    }

    #[inline(always)]
    fn mark(&mut self, plane: usize, fields: FieldSet) {
        let (word, shift) = (plane / 64 % MOST_WORDS, plane % 64);
        self.marks[word][0] |= fields.0 << shift;
        // The fields that reach over into the next word; shifted twice, as by 64 is not allowed.
        self.marks[(word + 1) % MOST_WORDS][0] |= fields.0 >> 1 >> (63 - shift);
    }
}

impl Shown {
    /// Writes the viewer's observation in place of the one that was written before, or of zeros.
    #[inline(always)]
    pub(crate) fn rewrite<G: Observe>(&mut self, position: &G, numbers: &mut [f32]) {
        let words = const {
            let words = G::OBSERVATION.len().div_ceil(64);
            assert!(words <= MOST_WORDS, "the observation is too long");
            words
        };
        let mut now = Draft { marks: [[0; 2]; MOST_WORDS], numbers: &mut *numbers };
        position.observe(position.viewer(), &mut now);
        let now = now.marks;
        self.words.resize(words, [0; 2]);
        for (word, (before, [whole, part])) in self.words.iter_mut().zip(now).enumerate() {
            let gone = (before[0] | before[1]) & !(whole | part);
            let come = whole & !before[0];
            let mut changed = gone | come;
            while changed != 0 {
                let bit = changed & changed.wrapping_neg();
                numbers[word * 64 + changed.trailing_zeros() as usize] = f32::from(u8::from(come & bit != 0));
                changed ^= bit;
            }
            *before = [whole, part];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{AnyPosition, Registered, Visitor};
    use crate::observe::numbers;
    use crate::playout;
    use crate::run::Rng;

    struct Follow;

    impl Visitor for Follow {
        type Output = ();

        fn visit<G: Registered>(self, start: &G) {
            let (mut rng, mut actions) = (Rng::with_seed(3), Vec::new());
            let (mut shown, mut written) = (Shown::default(), vec![0.0; G::OBSERVATION.len()]);
            for _ in 0..20 {
                let mut position = *start;
                for _ in 0..rng.usize(1..300) {
                    shown.rewrite(&position, &mut written);
                    assert_eq!(written, numbers(&position, position.viewer()), "{position}");
                    let Some(action) = playout::choose(&position, &mut rng, &mut actions) else { break };
                    position = position.play(action);
                }
            }
        }
    }

    #[test]
    fn rewriting_is_writing_anew() {
        for info in crate::GAMES {
            AnyPosition::start(info.name, []).expect("the defaults are valid").accept(Follow);
        }
    }
}
