//! Solutions of RAMSES with any bytes.
//!
//! With a right beginning and a right checksum around them, or as a whole file. They are refused, or read as they were
//! written; then every position has a value, and what is best is legal.

use crate::Source;
use crate::promises::explains;
use amduat::Game;
use amduat::games::ramses::Side;
use amduat_solve::ramses::Solution;
use amduat_solve::ramses::index::{PLACEMENTS, position};

/// How a solution begins.
const BEGINNING: &[u8] = b"amduatR\x01";

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let kind = source.byte();
    let numbers = [source.u32(), source.u32()];
    let contents = source.rest();
    let file = match kind {
        255 => contents.to_vec(),
        _ => [BEGINNING, &checksum(contents).to_le_bytes(), contents].concat(),
    };
    let solution = match Solution::read(file.clone()) {
        Err(error) => return explains(&error),
        Ok(solution) => solution,
    };
    assert_eq!(solution.bytes(), file, "is read as it was written");
    assert!(solution.positions() <= 64 * contents.len(), "no more positions than bytes can name");
    for number in numbers {
        let position =
            position(number as usize % PLACEMENTS, if kind.is_multiple_of(2) { Side::Light } else { Side::Dark });
        let mut legal = Vec::new();
        position.each_action(|action| legal.push(action));
        let value = solution.value(&position);
        assert!(!value.to_string().is_empty());
        // Where all is drawn, to look for the best takes long: many turns are looked at.
        if kind % 64 == 63 {
            let best = solution.best(&position);
            assert!(best.iter().all(|action| legal.contains(action)), "{position}: {best:?}");
        }
    }
}

/// The checksum of all files of solved games, as `sealed.rs` describes it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
