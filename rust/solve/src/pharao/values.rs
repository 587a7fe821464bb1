//! The values of a layer, and sets of fields by their numbers.

use super::blocks::{Block, copied};
use super::index::{Layer, choose, rank, sets};
use super::reach::BITS;
use crate::memory::reserved;
use amduat::games::pharao::board::{BOARD, FIELDS};
use amduat::{Error, Field, FieldSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// A certain win. Values are chances in parts of it.
pub(super) const ONE: u32 = u32::MAX;

/// The values of all placements of a layer, for the side about to roll.
pub(super) struct Values {
    pub(super) layer: Layer,
    values: Vec<AtomicU32>,
}

impl Values {
    /// All the same.
    pub(super) fn new(layer: Layer, value: u32) -> Result<Self, Error> {
        Ok(Self { layer, values: reserved(layer.placements(), || AtomicU32::new(value))? })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value with this number.
    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> u32 {
        self.values[number].load(Ordering::Relaxed)
    }

    /// Replaces the value with this number.
    #[inline(always)]
    pub(super) fn set(&self, number: usize, value: u32) {
        self.values[number].store(value, Ordering::Relaxed);
    }

    /// The values of a block, as many as there are from its beginning.
    #[inline(always)]
    pub(super) fn block(&self, begin: usize) -> Block<u32> {
        copied(&self.values[begin..], |value| value.load(Ordering::Relaxed))
    }

    /// Replaces the values of a block.
    #[inline(always)]
    pub(super) fn put(&self, begin: usize, block: &Block<u32>) {
        self.values[begin..].iter().zip(block).for_each(|(value, new)| value.store(*new, Ordering::Relaxed));
    }

    /// The values of a row.
    pub(super) fn row(&self, row: usize) -> &[AtomicU32] {
        let entries = self.layer.entries();
        &self.values[row * entries..(row + 1) * entries]
    }
}

/// The number of each set with one field more, by the number of the set and the field.
pub(super) struct Joined {
    fields: usize,
    ranks: Vec<u16>,
}

impl Joined {
    /// For sets of `count` out of so many fields. For a field that a set has already it is one past all numbers.
    pub(super) fn new(fields: usize, count: usize) -> Self {
        let mut ranks = Vec::with_capacity(choose(fields, count) * fields);
        let none = choose(fields, count + 1) as u16;
        for set in sets(fields, count) {
            for field in (0..fields).map(Field::wrapping) {
                ranks.push(if set.contains(field) { none } else { rank(set | field.set()) as u16 });
            }
        }
        Self { fields, ranks }
    }

    /// The numbers for a set, by the field.
    #[inline(always)]
    pub(super) fn with(&self, set: usize) -> &[u16] {
        &self.ranks[set * self.fields..][..self.fields]
    }
}

/// The fields of the board that some stones leave over, numbered without gaps.
pub(super) struct Left {
    pub(super) fields: FieldSet,
    /// The field with each number, and the number of each field.
    field: [Field; BITS],
    number: [u8; BITS],
}

impl Left {
    pub(super) fn by(stones: FieldSet) -> Self {
        let mut left = Self { fields: BOARD - stones, field: [Field::wrapping(0); BITS], number: [0; BITS] };
        for (number, field) in left.fields.iter().enumerate() {
            left.field[number % BITS] = field;
            left.number[field.index()] = number as u8;
        }
        left
    }

    /// The set of fields with these numbers.
    #[inline(always)]
    pub(super) fn spread(&self, numbers: FieldSet) -> FieldSet {
        let mut fields = FieldSet::EMPTY;
        for number in numbers {
            fields |= self.field[number.index()].set();
        }
        fields
    }

    /// The numbers of those of these fields that are left.
    pub(super) fn numbers(&self, fields: FieldSet) -> FieldSet {
        (fields & self.fields).iter().map(|field| Field::wrapping(self.number(field))).collect()
    }

    #[inline(always)]
    pub(super) fn number(&self, field: Field) -> usize {
        self.number[field.index()].into()
    }
}

const _: () = assert!(choose(FIELDS - 1, 4) <= u16::MAX as usize, "the number of a set fits");
