//! Actions: a stone moved from one place to another, written `5@10-17`.

use super::board::PLACES;
use super::text::{Place, place};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::GameAction;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// A stone moved from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// Where the stone stood.
    pub from: Field,
    /// Where it stands then.
    pub to: Field,
}

/// One more than the highest index.
pub(super) const NUM_ACTIONS: usize = PLACES * PLACES;

impl GameAction for Action {
    fn index(self) -> usize {
        self.from.index() * PLACES + self.to.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        let (from, to) = (index / PLACES, index % PLACES);
        (from < PLACES && from != to).then(|| Self { from: Field::wrapping(from), to: Field::wrapping(to) })
    }

    /// Always `move`.
    fn kind(self) -> &'static str {
        "move"
    }

    fn source(self) -> Option<Field> {
        Some(self.from)
    }

    fn target(self) -> Option<Field> {
        Some(self.to)
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        let Some((from, to)) = text.split_once('-') else {
            let reason = "expected two fields joined by `-`, such as 3-12 or 4-5@16";
            return Err(ParseError::new("action", text, reason));
        };
        let (from, to) = (place("from", from)?, place("to", to)?);
        if from == to {
            return Err(ParseError::new("action", text, "a stone moves to another field"));
        }
        Ok(Self { from, to })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Place(self.from), Place(self.to))
    }
}
