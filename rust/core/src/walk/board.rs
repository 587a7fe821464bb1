//! What the search for walks has to know of a board.

use crate::field::{Field, FieldSet};

/// A board as the search for walks sees it. A [`Graph`](super::Graph) is one; a board whose steps are
/// shifts of bits can say so, and is searched many walks at a time.
pub trait WalkBoard {
    /// Whether some fields have several places, which are used up together.
    const HAS_WHOLE_FIELDS: bool = false;

    /// The fields one step away from a field.
    fn neighbours(&self, field: Field) -> FieldSet;

    /// All places of the whole field that `field` belongs to; of an ordinary field, itself.
    #[inline]
    fn whole(&self, field: Field) -> FieldSet {
        field.set()
    }

    /// The fields one step away from any of these, steps within a whole field excepted; and perhaps
    /// some that are not on the board.
    #[inline]
    fn around(&self, fields: FieldSet) -> FieldSet {
        fields.iter().fold(FieldSet::EMPTY, |around, field| around | (self.neighbours(field) - self.whole(field)))
    }

    /// The fields of which a step takes more than itself.
    #[inline]
    fn places(&self) -> FieldSet {
        if Self::HAS_WHOLE_FIELDS { !FieldSet::EMPTY } else { FieldSet::EMPTY }
    }
}
