//! The chance of the side about to roll, by small networks that were fitted to the exact values: one for each number of
//! stones of both sides.
//!
//! The file `fitted.weights`, which `benches/fit.py` writes, begins with `amduatE1`. For each network follow the stones of
//! the side about to roll and of the other, a byte each, and then as 32-bit numbers, little-endian, the weights from each
//! field of own and of other stones to the first layer, its biases, the weights from there to the second, its biases, the
//! weights from there to the result, and its bias.

use super::super::board::{FIELDS, STONES};
use crate::field::FieldSet;
use std::sync::LazyLock;

/// How many numbers a layer has.
const HIDDEN: usize = 32;

/// What the file begins with.
const BEGINNING: &[u8] = b"amduatE1";

type Hidden = [f32; HIDDEN];

/// A network.
struct Network {
    own: [Hidden; FIELDS],
    other: [Hidden; FIELDS],
    first: Hidden,
    between: [Hidden; HIDDEN],
    second: Hidden,
    last: Hidden,
    bias: f32,
}

/// How many numbers a network has.
const SIZE: usize = 2 * FIELDS * HIDDEN + HIDDEN + HIDDEN * HIDDEN + HIDDEN + HIDDEN + 1;

/// The networks by the stones of the side about to roll and of the other.
type Networks = [[Option<Box<Network>>; STONES]; STONES];

static NETWORKS: LazyLock<Networks> = LazyLock::new(|| read(include_bytes!("fitted.weights")));

/// The networks of a file, as far as it can be read.
fn read(file: &[u8]) -> Networks {
    let mut networks = Networks::default();
    let records = file.strip_prefix(BEGINNING).unwrap_or_default().chunks_exact(2 + 4 * SIZE);
    for record in records {
        let (stones, numbers) = record.split_at(2);
        let place = networks.get_mut(usize::from(stones[0]).wrapping_sub(1));
        if let Some(place) = place.and_then(|row| row.get_mut(usize::from(stones[1]).wrapping_sub(1))) {
            *place = Some(Box::new(Network::read(numbers)));
        }
    }
    networks
}

impl Network {
    fn read(bytes: &[u8]) -> Self {
        let mut numbers = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let mut hidden = || -> Hidden { std::array::from_fn(|_| next()) };
        let (own, other) = (std::array::from_fn(|_| hidden()), std::array::from_fn(|_| hidden()));
        let first = hidden();
        let between = std::array::from_fn(|_| hidden());
        let (second, last) = (hidden(), hidden());
        Self { own, other, first, between, second, last, bias: next() }
    }

    #[inline(always)]
    fn logit(&self, own: FieldSet, other: FieldSet) -> f32 {
        let mut first = self.first;
        own.iter().for_each(|field| add(&mut first, &self.own[field.index()], 1.0));
        other.iter().for_each(|field| add(&mut first, &self.other[field.index()], 1.0));
        let mut second = self.second;
        for (weights, value) in self.between.iter().zip(first) {
            add(&mut second, weights, value.max(0.0));
        }
        second.iter().zip(&self.last).fold(self.bias, |sum, (value, weight)| sum + value.max(0.0) * weight)
    }
}

/// Adds so many times the weights.
#[inline(always)]
fn add(sums: &mut Hidden, weights: &Hidden, times: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += times * weight;
    }
}

/// The chance of the side about to roll as a logit, `ln(p / (1 − p))`, with the usual dice; `None` for numbers of stones
/// that no network was fitted to.
#[inline(always)]
pub(super) fn logit(own: FieldSet, other: FieldSet) -> Option<f32> {
    let row = NETWORKS.get((own.len() as usize).wrapping_sub(1))?;
    let network = row.get((other.len() as usize).wrapping_sub(1))?.as_ref()?;
    Some(network.logit(own, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Field;

    #[test]
    fn the_file_is_whole() {
        let file = include_bytes!("fitted.weights");
        let rest = file.strip_prefix(BEGINNING).unwrap();
        assert_eq!(rest.len() % (2 + 4 * SIZE), 0);
        let read = NETWORKS.iter().flatten().flatten().count();
        assert_eq!(read, STONES * STONES, "there is one for each number of stones");
        assert_eq!(read, rest.len() / (2 + 4 * SIZE));
        for network in NETWORKS.iter().flatten().flatten() {
            assert!(network.bias.is_finite() && network.own.iter().flatten().all(|weight| weight.is_finite()));
        }
        // What is no such file has no networks.
        for wrong in [&b""[..], b"amduatE2", &file[1..], &file[..file.len() - 4][..BEGINNING.len() + 100]] {
            assert!(super::read(wrong).iter().flatten().all(Option::is_none));
        }
    }

    #[test]
    fn networks_are_computed_as_they_were_fitted() {
        // Weights of one number each: own fields give 1, other fields −1 to the first place, and so on.
        let mut numbers = vec![0f32; SIZE];
        for field in 0..FIELDS {
            numbers[field * HIDDEN] = 1.0 + field as f32;
            numbers[(FIELDS + field) * HIDDEN + 1] = 2.0;
        }
        let between = 2 * FIELDS * HIDDEN + HIDDEN;
        numbers[between] = 3.0;
        numbers[between + HIDDEN + 1] = -5.0;
        numbers[between + HIDDEN * HIDDEN + 1] = 30.0;
        let last = between + HIDDEN * HIDDEN + HIDDEN;
        (numbers[last], numbers[last + 1], numbers[last + HIDDEN]) = (0.5, 0.25, -1.0);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let network = Network::read(&bytes);
        let set = |fields: &[usize]| fields.iter().map(|&field| Field::wrapping(field)).collect::<FieldSet>();
        // First layer 1 + 5 and 2 + 2; second 3 · 6 and 30 − 5 · 4.
        let found = network.logit(set(&[0, 4]), set(&[7, 9]));
        assert!((found - (0.5 * 18.0 + 0.25 * 10.0 - 1.0)).abs() < 1e-6, "{found}");
    }
}
