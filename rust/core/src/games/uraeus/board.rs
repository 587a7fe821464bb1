//! The snake as data: a line of fields from the head to the tail.

use crate::field::{Field, FieldSet};

/// The head, where stones begin.
pub const HEAD: Field = Field::wrapping(0);

/// The tail, where stones finish.
pub const TAIL: Field = Field::wrapping(63);

/// The last field of the back; the first is 1.
pub const LAST: usize = 62;

/// The fields on which stones stand: 1 to 62.
pub const BACK: FieldSet = FieldSet(FieldSet::first(LAST + 1).0 & !1);

/// The scale fields, to which hit stones go back.
pub const SCALES: FieldSet = FieldSet(1 << 21 | 1 << 30 | 1 << 37 | 1 << 41 | 1 << 53);

/// The goose fields 59 to 62, from which a stone must move on.
pub const GEESE: FieldSet = FieldSet(0b1111 << 59);

/// The two ways along the snake: the way a stone faces, and the way it travels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Facing {
    /// Towards the tail, written `+`.
    Tailward,
    /// Towards the head, written `-`.
    Headward,
}

impl Facing {
    /// The other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Tailward => Self::Headward,
            Self::Headward => Self::Tailward,
        }
    }

    /// The sign in the notation.
    pub const fn sign(self) -> char {
        match self {
            Self::Tailward => '+',
            Self::Headward => '-',
        }
    }

    /// The field so many steps from `field` in this direction, if the snake is that long.
    pub const fn ahead(self, field: Field, steps: usize) -> Option<Field> {
        match self {
            Self::Tailward => Field::new(field.index() + steps),
            Self::Headward if steps <= field.index() => Field::new(field.index() - steps),
            Self::Headward => None,
        }
    }
}

/// The scale field to which a stone hit on `field` goes back; `None` stands for the reserve.
pub const fn scale_behind(field: Field) -> Option<Field> {
    let behind = SCALES.0 & FieldSet::first(field.index()).0;
    if behind == 0 { None } else { Some(Field::wrapping(behind.ilog2() as usize)) }
}
