//! Random numbers: one generator, and a seed of its own for each stream of them.

pub use fastrand::Rng;

/// The seed of stream `number` of all those that belong to `seed`: two rounds of a mixing function, so that
/// neighbours differ.
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut bits = seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2 {
        bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    bits ^ bits >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_neighbours_differ() {
        let mut seeds: Vec<_> = (0..100).flat_map(|seed| (0..100).map(move |number| mix(seed, number))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 10_000);
    }

    /// Seeds stand for the same games for ever, on every machine.
    #[test]
    fn seeds_stand_for_the_same_numbers() {
        let mut rng = Rng::with_seed(mix(7, 3));
        assert_eq!(
            [mix(7, 3), rng.u64(..), rng.u64(..)],
            [9_936_583_017_291_268_445, 15_008_246_466_381_685_308, 18_379_211_356_926_101_650]
        );
    }
}
