//! Fields of a board and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// One field of a board (or one *place* of a long field): a number from 0 to 63.
///
/// What the number means, and how it is written, is the business of each board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

impl Field {
    /// The field with this number; `None` above 63.
    pub const fn new(number: usize) -> Option<Self> {
        if number < 64 { Some(Self(number as u8)) } else { None }
    }

    /// The field with the lowest six bits of `number`: for callers that know it to be below 64.
    pub const fn wrapping(number: usize) -> Self {
        Self((number & 63) as u8)
    }

    /// The number of the field, always below 64.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that holds this field alone.
    pub const fn set(self) -> FieldSet {
        FieldSet(1 << (self.0 & 63))
    }
}

/// A set of fields, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldSet(pub u64);

impl FieldSet {
    /// The set without fields.
    pub const EMPTY: Self = Self(0);

    /// The `count` lowest fields, 64 at most.
    pub const fn first(count: usize) -> Self {
        if count >= 64 { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether the set has no field.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many fields the set has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has this field.
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field.index() & 1 == 1
    }

    /// Whether the two sets share a field.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The fields of either set, usable in constants.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same set with one stone moved: without `from`, with `to`.
    #[must_use]
    pub const fn moved(self, from: Field, to: Field) -> Self {
        Self(self.0 & !from.set().0 | to.set().0)
    }

    /// The fields in ascending order.
    #[inline]
    pub const fn iter(self) -> Fields {
        Fields(self.0)
    }

    /// Takes the field with the lowest number out of the set.
    #[inline]
    pub fn take_lowest(&mut self) -> Option<Field> {
        let field = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(field)
    }

    /// The field with the lowest number.
    pub const fn lowest(self) -> Option<Field> {
        if self.0 == 0 { None } else { Some(Field(self.0.trailing_zeros() as u8)) }
    }
}

impl FieldSet {
    /// The field with the highest number.
    pub const fn highest(self) -> Option<Field> {
        if self.0 == 0 { None } else { Some(Field(63 - self.0.leading_zeros() as u8)) }
    }
}

impl fmt::Debug for FieldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Field::index)).finish()
    }
}

impl From<Field> for FieldSet {
    fn from(field: Field) -> Self {
        field.set()
    }
}

impl FromIterator<Field> for FieldSet {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> Self {
        fields.into_iter().fold(Self::EMPTY, |set, field| set | field.set())
    }
}

/// The fields of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Fields(u64);

impl Iterator for Fields {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        let field = FieldSet(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(field)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Fields {}

impl IntoIterator for FieldSet {
    type Item = Field;
    type IntoIter = Fields;

    fn into_iter(self) -> Fields {
        self.iter()
    }
}

impl BitOr for FieldSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for FieldSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for FieldSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for FieldSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl Sub for FieldSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for FieldSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Not for FieldSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_iterate_in_ascending_order() {
        let set: FieldSet = [9, 0, 63, 17].into_iter().filter_map(Field::new).collect();
        assert_eq!(set.iter().map(Field::index).collect::<Vec<_>>(), [0, 9, 17, 63]);
        assert_eq!(set.len(), 4);
        assert_eq!(format!("{set:?}"), "{0, 9, 17, 63}");
    }

    #[test]
    fn numbers_above_63_are_no_fields() {
        assert_eq!(Field::new(64), None);
        assert_eq!(FieldSet::first(64), !FieldSet::EMPTY);
        assert_eq!(FieldSet::first(3).0, 0b111);
    }
}
