//! Faster than one sweep after the other: each iterate is mixed from several (Anderson's method).
//!
//! A sweep makes of values `x` the values `g`; solved they are when the *residual* `f = g − x` is nothing. Left to
//! itself the residual shrinks as slowly as the chance that a game is still undecided. But a residual that shrinks by
//! the same factor in every sweep can be seen and taken away: of the differences between the last few iterates, those
//! multiples are subtracted that would have left the smallest residual. The differences need not be exact, so they are
//! kept with 16 bits.

use super::blocks::{BLOCK, Block, copied, differences, highest, product, rough, scaled, stepped, subtract};
use super::values::Values;
use crate::memory::reserved;
use crate::processor::compiled_twice;
use crate::stream::{Sealed, Sealing};
use amduat::Error;
use amduat::run::Workers;
use std::sync::atomic::{AtomicI16, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many values a thread takes at a time. What is added up is added up by portions, in their order, so that the
/// result is the same whatever the number of threads.
const PORTION: usize = 1 << 16;

/// The highest number that 16 bits hold.
const HIGHEST: f64 = i16::MAX as f64;

/// Numbers with 16 bits and a common scale.
struct Rough {
    numbers: Vec<AtomicI16>,
    scale: f64,
}

impl Rough {
    fn new(length: usize) -> Result<Self, Error> {
        Ok(Self { numbers: reserved(length, || AtomicI16::new(0))?, scale: 0.0 })
    }

    /// The numbers of a block.
    #[inline(always)]
    fn block(&self, begin: usize) -> Block<i16> {
        copied(&self.numbers[begin..], |number| number.load(Ordering::Relaxed))
    }

    /// Puts the numbers in the place of a block that come closest with a scale.
    #[inline(always)]
    fn put(&self, begin: usize, values: &Block, scale: f64) {
        let rough = rough(values, scale);
        self.numbers[begin..].iter().zip(&rough).for_each(|(number, rough)| number.store(*rough, Ordering::Relaxed));
    }
}

/// How the last iterates differed.
struct Past {
    /// From one iterate to the next, and from its residual to the next one's; in the newest, the residual itself.
    step: Rough,
    residual: Rough,
}

/// The last iterates of a layer.
pub(super) struct Mixing {
    past: Vec<Past>,
    spare: Vec<Past>,
}

impl Mixing {
    /// Remembers so many differences.
    pub(super) fn new(length: usize, depth: usize) -> Result<Self, Error> {
        let past = || Ok(Past { step: Rough::new(length)?, residual: Rough::new(length)? });
        Ok(Self { past: Vec::new(), spare: (0..depth).map(|_| past()).collect::<Result<_, Error>>()? })
    }

    /// Puts the next iterate in the place of `x`, of which a sweep has made `g`; says how large the residual was.
    ///
    /// # Errors
    /// The watch said to stop.
    pub(super) fn mix(&mut self, x: &Values, g: &Values, workers: &mut Workers<'_>) -> Result<f64, Error> {
        let length = x.len();
        let largest = highest_of(length, workers, |begin, highest| raise_to_residuals(x, g, begin, highest))?;
        let before = match self.past.last_mut() {
            Some(last) => {
                let scale = largest / HIGHEST + last.residual.scale;
                std::mem::replace(&mut last.residual.scale, scale)
            }
            None => 0.0,
        };
        let count = self.past.len();
        let sums = sums(length, workers, count * (count + 1), |begin, sums| {
            add_products(&self.past, before, x, g, begin, sums);
        })?;
        let weights = weights(&sums, count);
        // The newest difference takes the place of the oldest, which is needed until then, block by block.
        let newest = self.spare.pop();
        let is_full = newest.is_none();
        self.past.extend(newest);
        let Some(place) = (if is_full { self.past.first() } else { self.past.last() }) else {
            each(length, workers, |begin| replace(x, g, begin))?;
            return Ok(largest);
        };
        let highest_step = highest_of(length, workers, |begin, highest| {
            raise_to_steps(&self.past, &weights, x, g, begin, highest);
        })?;
        let (step_scale, residual_scale) = (highest_step / HIGHEST, largest / HIGHEST);
        each(length, workers, |begin| {
            step(&self.past, &weights, x, g, begin, place, (step_scale, residual_scale));
        })?;
        if is_full {
            self.past.rotate_left(1);
        }
        if let Some(last) = self.past.last_mut() {
            (last.step.scale, last.residual.scale) = (step_scale, residual_scale);
        }
        Ok(largest)
    }

    /// How many bytes [`write`](Self::write) writes for so many values, at most so many differences being remembered.
    pub(super) fn bytes(length: usize, depth: usize) -> u64 {
        8 + depth as u64 * 2 * (8 + 2 * length as u64)
    }

    /// Writes all that is remembered.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&self, file: &mut Sealing) -> Result<(), Error> {
        file.add(&(self.past.len() as u64).to_le_bytes())?;
        for past in self.past.iter().chain(&self.spare) {
            for rough in [&past.step, &past.residual] {
                file.add(&rough.scale.to_le_bytes())?;
                for numbers in rough.numbers.chunks(PORTION) {
                    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.load(Ordering::Relaxed).to_le_bytes()).collect();
                    file.add(&bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Reads what was written.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn read(&mut self, file: &mut Sealed) -> Result<(), Error> {
        self.spare.append(&mut self.past);
        let mut number = [0; 8];
        file.read(&mut number)?;
        let count = (u64::from_le_bytes(number) as usize).min(self.spare.len());
        for past in &mut self.spare {
            for rough in [&mut past.step, &mut past.residual] {
                file.read(&mut number)?;
                rough.scale = f64::from_le_bytes(number);
                for numbers in rough.numbers.chunks(PORTION) {
                    let mut bytes = vec![0; 2 * numbers.len()];
                    file.read(&mut bytes)?;
                    for (number, bytes) in numbers.iter().zip(bytes.as_chunks().0) {
                        number.store(i16::from_le_bytes(*bytes), Ordering::Relaxed);
                    }
                }
            }
        }
        self.past = self.spare.drain(..count).collect();
        Ok(())
    }
}

/// The residuals of a block.
#[inline(always)]
fn residuals(x: &Values, g: &Values, begin: usize) -> Block {
    differences(&g.block(begin), &x.block(begin))
}

/// The steps of a block: its residuals less so many times the differences.
#[inline(always)]
fn steps(past: &[Past], weights: &[f64], residuals: &Block, begin: usize) -> Block {
    let mut steps = *residuals;
    for (past, weight) in past.iter().zip(weights) {
        for rough in [&past.step, &past.residual] {
            subtract(&mut steps, &scaled(&rough.block(begin), rough.scale), *weight);
        }
    }
    steps
}

compiled_twice! {
    fn raise_to_residuals(x: &Values, g: &Values, begin: usize, raised: &mut f64) {
        *raised = raised.max(highest(&residuals(x, g, begin)));
    }
}

compiled_twice! {
    fn raise_to_steps(past: &[Past], weights: &[f64], x: &Values, g: &Values, begin: usize, raised: &mut f64) {
        *raised = raised.max(highest(&steps(past, weights, &residuals(x, g, begin), begin)));
    }
}

compiled_twice! {
    /// Makes of the newest residuals, kept with the scale before, how they differ from those of today; and adds the
    /// products of all differences with one another and, last in each row, with the residuals of today.
    fn add_products(past: &[Past], before: f64, x: &Values, g: &Values, begin: usize, sums: &mut [f64]) {
        let residuals = residuals(x, g, begin);
        if let Some(Past { residual: last, .. }) = past.last() {
            let mut difference = residuals;
            subtract(&mut difference, &scaled(&last.block(begin), before), 1.0);
            last.put(begin, &difference, last.scale);
        }
        let all: Vec<_> = past.iter().map(|one| scaled(&one.residual.block(begin), one.residual.scale)).collect();
        let row = past.len() + 1;
        for (nth, own) in all.iter().enumerate() {
            for (other, others) in all[..nth].iter().enumerate() {
                let product = product(own, others);
                sums[nth * row + other] += product;
                sums[other * row + nth] += product;
            }
            sums[nth * row + nth] += product(own, own);
            sums[nth * row + past.len()] += product(own, &residuals);
        }
    }
}

compiled_twice! {
    /// Puts the next iterate in the place of a block, and remembers its steps and residuals with these scales.
    fn step(
        past: &[Past],
        weights: &[f64],
        x: &Values,
        g: &Values,
        begin: usize,
        place: &Past,
        scales: (f64, f64),
    ) {
        let residuals = residuals(x, g, begin);
        let steps = steps(past, weights, &residuals, begin);
        place.step.put(begin, &steps, scales.0);
        place.residual.put(begin, &residuals, scales.1);
        x.put(begin, &stepped(&x.block(begin), &steps));
    }
}

fn replace(x: &Values, g: &Values, begin: usize) {
    x.put(begin, &g.block(begin));
}

/// The multiples of the differences that would have left the smallest residual, by least squares.
fn weights(sums: &[f64], count: usize) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = sums.chunks_exact(count + 1).map(<[f64]>::to_vec).collect();
    for (nth, row) in rows.iter_mut().enumerate() {
        row[nth] *= 1.0 + 1e-9;
    }
    solved(rows)
}

/// The solution of linear equations, each with its right side last.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for nth in 0..count {
        let (done, rest) = rows.split_at_mut(nth + 1);
        let pivot = &done[nth];
        for row in rest {
            let factor = if pivot[nth] == 0.0 { 0.0 } else { row[nth] / pivot[nth] };
            row.iter_mut().zip(pivot).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    let mut solution = vec![0.0; count];
    for nth in (0..count).rev() {
        let row = &rows[nth];
        let known: f64 = (nth + 1..count).map(|other| row[other] * solution[other]).sum();
        solution[nth] = if row[nth] == 0.0 { 0.0 } else { (row[count] - known) / row[nth] };
    }
    solution
}

/// Where the blocks of a portion begin.
fn blocks(portion: usize, length: usize) -> impl Iterator<Item = usize> {
    (portion * PORTION..length.min((portion + 1) * PORTION)).step_by(BLOCK)
}

fn each(length: usize, workers: &mut Workers<'_>, work: impl Fn(usize) + Sync) -> Result<(), Error> {
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        blocks(portion, length).for_each(&work);
        0
    })
}

/// The highest number to which any block raises it.
fn highest_of(length: usize, workers: &mut Workers<'_>, raise: impl Fn(usize, &mut f64) + Sync) -> Result<f64, Error> {
    let highest = Mutex::new(0f64);
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        let mut found = 0.0;
        blocks(portion, length).for_each(|begin| raise(begin, &mut found));
        let mut highest = highest.lock().unwrap_or_else(PoisonError::into_inner);
        *highest = highest.max(found);
        0
    })?;
    Ok(highest.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Sums of several things over all blocks.
fn sums(
    length: usize,
    workers: &mut Workers<'_>,
    count: usize,
    add: impl Fn(usize, &mut [f64]) + Sync,
) -> Result<Vec<f64>, Error> {
    let portions = Mutex::new(vec![Vec::new(); length.div_ceil(PORTION)]);
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        let mut sums = vec![0.0; count];
        blocks(portion, length).for_each(|begin| add(begin, &mut sums));
        portions.lock().unwrap_or_else(PoisonError::into_inner)[portion] = sums;
        0
    })?;
    let mut total = vec![0.0; count];
    for sums in portions.into_inner().unwrap_or_else(PoisonError::into_inner) {
        total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
    }
    Ok(total)
}
