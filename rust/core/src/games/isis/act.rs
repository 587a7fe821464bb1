//! What a player can do in a turn.

use super::board::{FIELDS, FIRST_HEAVENLY};
use crate::field::Field;
use crate::game;

/// A stone moved from one field to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the stone stood.
    pub from: Field,
    /// Where it is put.
    pub to: Field,
}

/// How many pairs of fields there are.
const PAIRS: usize = FIELDS * FIELDS;

/// The index of the first flip; both kinds of moves come before.
const FLIPS: usize = 2 * PAIRS;

/// The index of the pass, behind the flips of the heavenly fields.
const PASS: usize = FLIPS + FIELDS - FIRST_HEAVENLY;

/// How many indices there are.
pub(super) const ACTS: usize = PASS + 1;

impl Move {
    fn index(self) -> usize {
        self.from.index() * FIELDS + self.to.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        let (from, to) = (index / FIELDS, index % FIELDS);
        (from != to).then(|| Self { from: Field::wrapping(from), to: Field::wrapping(to) })
    }
}

/// One action. The order is that of the index: neutral moves, personal moves, flips, the pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A neutral stone is moved.
    Neutral(Move),
    /// The player's own personal stone is moved.
    Personal(Move),
    /// The neutral stone on this heavenly field becomes the player's personal stone.
    Flip(Field),
    /// Nothing else is possible.
    Pass,
}

impl game::GameAction for Act {
    fn index(self) -> usize {
        match self {
            Self::Neutral(moved) => moved.index(),
            Self::Personal(moved) => PAIRS + moved.index(),
            // An earthly field has no flip; saturating keeps this total for a value made by hand.
            Self::Flip(field) => FLIPS + field.index().saturating_sub(FIRST_HEAVENLY),
            Self::Pass => PASS,
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        match index {
            0..PAIRS => Move::from_index(index).map(Self::Neutral),
            PAIRS..FLIPS => Move::from_index(index - PAIRS).map(Self::Personal),
            FLIPS..PASS => Field::new(index - FLIPS + FIRST_HEAVENLY).map(Self::Flip),
            PASS => Some(Self::Pass),
            _ => None,
        }
    }

    /// `move` for a neutral stone, `personal` for the player's own, `flip` or `pass`.
    fn kind(self) -> &'static str {
        match self {
            Self::Neutral(_) => "move",
            Self::Personal(_) => "personal",
            Self::Flip(_) => "flip",
            Self::Pass => "pass",
        }
    }

    fn source(self) -> Option<Field> {
        match self {
            Self::Neutral(moved) | Self::Personal(moved) => Some(moved.from),
            Self::Flip(_) | Self::Pass => None,
        }
    }

    fn target(self) -> Option<Field> {
        match self {
            Self::Neutral(moved) | Self::Personal(moved) => Some(moved.to),
            Self::Flip(field) => Some(field),
            Self::Pass => None,
        }
    }
}
