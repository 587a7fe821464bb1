//! Arithmetic with many numbers at once. They are copied from where all threads see them into blocks, on which the
//! processor works several numbers at a time.
//!
//! What is added up is added up in the same order on every processor.
//!
//! Equals: the same with each number by itself.
//! Proved by: `blocks_are_worked_on_number_by_number`.

use super::values::ONE;

/// How many numbers a block has: as many as stay close to the processor.
pub(super) const BLOCK: usize = 512;

/// Numbers next to each other.
pub(super) type Block<T = f64> = [T; BLOCK];

/// How many sums are added up side by side.
const LANES: usize = 8;

/// The largest step of a value, up or down.
const LARGEST_STEP: f64 = i32::MAX as f64;

/// Copies numbers into a block; what they do not fill is zero.
#[inline(always)]
pub(super) fn copied<A, T: Copy + Default>(from: &[A], load: impl Fn(&A) -> T) -> Block<T> {
    let mut block = [T::default(); BLOCK];
    block.iter_mut().zip(from).for_each(|(to, from)| *to = load(from));
    block
}

/// How much higher the first numbers are.
#[inline(always)]
pub(super) fn differences(higher: &Block<u32>, lower: &Block<u32>) -> Block {
    let mut block = [0.0; BLOCK];
    for (number, block) in block.iter_mut().enumerate() {
        *block = f64::from(higher[number]) - f64::from(lower[number]);
    }
    block
}

/// Numbers of 16 bits, times a scale.
#[inline(always)]
pub(super) fn scaled(rough: &Block<i16>, scale: f64) -> Block {
    let mut block = [0.0; BLOCK];
    block.iter_mut().zip(rough).for_each(|(block, rough)| *block = f64::from(*rough) * scale);
    block
}

/// The numbers of 16 bits that come closest with a scale.
#[inline(always)]
pub(super) fn rough(block: &Block, scale: f64) -> Block<i16> {
    let parts = if scale > 0.0 { scale.recip() } else { 0.0 };
    let mut rough = [0; BLOCK];
    rough.iter_mut().zip(block).for_each(|(rough, value)| *rough = (value * parts).round_ties_even() as i32 as i16);
    rough
}

/// The highest absolute value.
#[inline(always)]
pub(super) fn highest(block: &Block) -> f64 {
    let mut lanes = [0f64; LANES];
    for values in block.as_chunks().0 {
        for (lane, value) in lanes.iter_mut().zip(values as &[f64; LANES]) {
            *lane = if value.abs() > *lane { value.abs() } else { *lane };
        }
    }
    lanes.into_iter().fold(0.0, f64::max)
}

/// The sum of the products.
#[inline(always)]
pub(super) fn product(one: &Block, other: &Block) -> f64 {
    let mut lanes = [0f64; LANES];
    for (one, other) in one.as_chunks().0.iter().zip(other.as_chunks::<LANES>().0) {
        for (lane, (one, other)) in lanes.iter_mut().zip((one as &[f64; LANES]).iter().zip(other)) {
            *lane += one * other;
        }
    }
    lanes.into_iter().sum()
}

/// Subtracts so many times the others.
#[inline(always)]
pub(super) fn subtract(block: &mut Block, others: &Block, times: f64) {
    block.iter_mut().zip(others).for_each(|(value, other)| *value -= times * other);
}

/// Values after these steps.
#[inline(always)]
pub(super) fn stepped(values: &Block<u32>, steps: &Block) -> Block<u32> {
    let mut stepped = [0; BLOCK];
    for (number, stepped) in stepped.iter_mut().enumerate() {
        let step = steps[number].round_ties_even().clamp(-LARGEST_STEP, LARGEST_STEP) as i32;
        *stepped = (i64::from(values[number]) + i64::from(step)).clamp(0, i64::from(ONE)) as u32;
    }
    stepped
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_worked_on_number_by_number() {
        let mut random = fastrand::Rng::with_seed(4);
        for length in [0, 1, 7, BLOCK - 1, BLOCK, BLOCK + 3] {
            let (high, low): (Vec<u32>, Vec<u32>) = (0..length).map(|_| (random.u32(..), random.u32(..))).unzip();
            let [high, low] = [high, low].map(|numbers| copied(&numbers, |number| *number));
            let apart = differences(&high, &low);
            let small = std::array::from_fn(|number| if number < length { random.i16(-9_000..9_000) } else { 0 });
            let coarse = scaled(&small, 0.5);
            assert_eq!(rough(&coarse, 0.5), small);
            assert_eq!(rough(&coarse, 0.0), [0; BLOCK]);
            let mut less = apart;
            subtract(&mut less, &coarse, 2.0);
            let next = stepped(&high, &less);
            for number in 0..BLOCK {
                assert_eq!(apart[number], f64::from(high[number]) - f64::from(low[number]));
                assert_eq!(less[number], apart[number] - f64::from(small[number]));
                let step = (less[number] as i64).clamp(-i64::from(i32::MAX), i64::from(i32::MAX));
                assert_eq!(i64::from(next[number]), (i64::from(high[number]) + step).clamp(0, i64::from(ONE)));
            }
            assert_eq!(highest(&apart), apart.iter().fold(0.0, |highest: f64, value| highest.max(value.abs())));
            let products: f64 = coarse.iter().zip(&coarse).map(|(one, other)| one * other).sum();
            assert_eq!(product(&coarse, &coarse), products);
        }
    }
}
