//! Faster than one sweep after the other: each iterate is mixed from several (Anderson's method).
//!
//! A sweep makes of values `x` the values `g`; solved they are when the *residual* `f = g − x` is nothing. Left to
//! itself the residual shrinks as slowly as the chance that a game is still undecided. But a residual that shrinks by
//! the same factor in every sweep can be seen and taken away: of the differences between the last few iterates, those
//! multiples are subtracted that would have left the smallest residual. The differences need not be exact, so they are
//! kept with 16 bits.

use super::values::{ONE, Values};
use crate::memory::reserved;
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

    #[inline(always)]
    fn get(&self, number: usize) -> f64 {
        f64::from(self.numbers[number].load(Ordering::Relaxed)) * self.scale
    }

    #[inline(always)]
    fn set(&self, number: usize, value: f64, scale: f64) {
        let value = if scale > 0.0 { (value / scale).round() } else { 0.0 };
        self.numbers[number].store(value as i16, Ordering::Relaxed);
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
        let residual = |number: usize| f64::from(g.get(number)) - f64::from(x.get(number));
        let largest = highest(length, workers, residual)?;
        if let Some(past) = self.past.last_mut() {
            let scale = largest / HIGHEST + past.residual.scale;
            each(length, workers, |number| {
                past.residual.set(number, residual(number) - past.residual.get(number), scale);
            })?;
            past.residual.scale = scale;
        }
        let weights = self.weights(length, workers, residual)?;
        // The newest difference takes the place of the oldest, which is needed until then, number by number.
        let newest = self.spare.pop();
        let is_full = newest.is_none();
        self.past.extend(newest);
        let Some(place) = (if is_full { self.past.first() } else { self.past.last() }) else {
            each(length, workers, |number| x.set(number, g.get(number)))?;
            return Ok(largest);
        };
        let step = |number: usize| {
            let mixed = self.past.iter().zip(&weights);
            mixed.fold(residual(number), |step, (past, weight)| {
                step - weight * (past.step.get(number) + past.residual.get(number))
            })
        };
        let step_scale = highest(length, workers, step)? / HIGHEST;
        let residual_scale = largest / HIGHEST;
        each(length, workers, |number| {
            let (residual, step, old) = (residual(number), step(number), x.get(number));
            place.step.set(number, step, step_scale);
            place.residual.set(number, residual, residual_scale);
            x.set(number, (f64::from(old) + step).round().clamp(0.0, f64::from(ONE)) as u32);
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

    /// The multiples of the differences that would have left the smallest residual, by least squares.
    fn weights(
        &self,
        length: usize,
        workers: &mut Workers<'_>,
        residual: impl Fn(usize) -> f64 + Sync,
    ) -> Result<Vec<f64>, Error> {
        let count = self.past.len();
        let sums = sums(length, workers, count * (count + 1), |number, sums| {
            let residual = residual(number);
            for (row, past) in sums.chunks_exact_mut(count + 1).zip(&self.past) {
                let own = past.residual.get(number);
                for (sum, other) in row[..count].iter_mut().zip(&self.past) {
                    *sum += own * other.residual.get(number);
                }
                row[count] += own * residual;
            }
        })?;
        let mut rows: Vec<Vec<f64>> = sums.chunks_exact(count + 1).map(<[f64]>::to_vec).collect();
        for (nth, row) in rows.iter_mut().enumerate() {
            row[nth] *= 1.0 + 1e-9;
        }
        Ok(solved(rows))
    }
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

fn each(length: usize, workers: &mut Workers<'_>, work: impl Fn(usize) + Sync) -> Result<(), Error> {
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        (portion * PORTION..length.min((portion + 1) * PORTION)).for_each(&work);
        0
    })
}

/// The highest absolute value.
fn highest(length: usize, workers: &mut Workers<'_>, value: impl Fn(usize) -> f64 + Sync) -> Result<f64, Error> {
    let highest = Mutex::new(0f64);
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        let numbers = portion * PORTION..length.min((portion + 1) * PORTION);
        let found = numbers.fold(0f64, |highest, number| highest.max(value(number).abs()));
        let mut highest = highest.lock().unwrap_or_else(PoisonError::into_inner);
        *highest = highest.max(found);
        0
    })?;
    Ok(highest.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Sums of several things over all numbers.
fn sums(
    length: usize,
    workers: &mut Workers<'_>,
    count: usize,
    add: impl Fn(usize, &mut [f64]) + Sync,
) -> Result<Vec<f64>, Error> {
    let portions = Mutex::new(vec![Vec::new(); length.div_ceil(PORTION)]);
    workers.run(length.div_ceil(PORTION), 1, |portion| {
        let mut sums = vec![0.0; count];
        (portion * PORTION..length.min((portion + 1) * PORTION)).for_each(|number| add(number, &mut sums));
        portions.lock().unwrap_or_else(PoisonError::into_inner)[portion] = sums;
        0
    })?;
    let mut total = vec![0.0; count];
    for sums in portions.into_inner().unwrap_or_else(PoisonError::into_inner) {
        total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
    }
    Ok(total)
}
