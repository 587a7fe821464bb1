//! Actions: `0-13` and `P46-44` move a stone, `*41` flips one, `pass` does nothing.

use super::board::{FIELDS, FIRST_HEAVENLY};
use super::text::{LAST, field};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::GameAction;
use crate::notation;
use std::fmt;
use std::str::FromStr;

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

/// One more than the highest index.
pub(super) const NUM_ACTIONS: usize = PASS + 1;

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
pub enum Action {
    /// A neutral stone is moved.
    Neutral(Move),
    /// The player's own personal stone is moved.
    Personal(Move),
    /// The neutral stone on this heavenly field becomes the player's personal stone.
    Flip(Field),
    /// Nothing else is possible.
    Pass,
}

impl GameAction for Action {
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

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        if text == "pass" {
            return Ok(Self::Pass);
        }
        if let Some(flipped) = text.strip_prefix('*') {
            let what = "the heavenly field of the flipped stone";
            let flipped = notation::number("action", flipped, what, FIRST_HEAVENLY..=LAST)?;
            return Ok(Self::Flip(Field::wrapping(flipped)));
        }
        let (personal, fields) = text.strip_prefix('P').map_or((false, text), |fields| (true, fields));
        let Some((from, to)) = fields.split_once('-') else {
            let reason = "expected a move such as 0-13 or P46-44, a flip such as *41, or pass";
            return Err(ParseError::new("action", text, reason));
        };
        let moved = Move { from: field("from", from, 0)?, to: field("to", to, 0)? };
        if moved.from == moved.to {
            return Err(ParseError::new("action", text, "a stone moves to another field"));
        }
        Ok(if personal { Self::Personal(moved) } else { Self::Neutral(moved) })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neutral(Move { from, to }) => write!(f, "{}-{}", from.index(), to.index()),
            Self::Personal(Move { from, to }) => write!(f, "P{}-{}", from.index(), to.index()),
            Self::Flip(field) => write!(f, "*{}", field.index()),
            Self::Pass => f.write_str("pass"),
        }
    }
}
