//! Actions: `a2-b2` moves a stone, `forfeit` gives one up, `=3,1` is a roll.

use super::board::FIELDS;
use super::position::dice::{HIGHEST, Roll};
use super::text::{Name, field, roll};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::GameAction;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// How many numbers a face can show.
const NUMBERS: usize = HIGHEST + 1;

/// Indices: first the moves by their two fields, then the forfeit, then the rolls.
const FORFEIT: usize = FIELDS * FIELDS;
const FIRST_ROLL: usize = FORFEIT + 1;

/// One more than the highest index.
pub(super) const NUM_ACTIONS: usize = FIRST_ROLL + NUMBERS * NUMBERS;

/// A decision of the player, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A stone is moved: in the own part, in the other part, or pulled out of the water, as the
    /// phase says.
    Move {
        /// Where the stone stood.
        from: Field,
        /// Where it stands then.
        to: Field,
    },
    /// The drowning stone is given up.
    Forfeit,
    /// Chance: both dice are rolled.
    Roll(Roll),
}

impl GameAction for Action {
    fn index(self) -> usize {
        match self {
            Self::Move { from, to } => from.index() * FIELDS + to.index(),
            Self::Forfeit => FORFEIT,
            Self::Roll(Roll { own, other }) => FIRST_ROLL + usize::from(own) * NUMBERS + usize::from(other),
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        match index {
            0..FORFEIT => {
                let (from, to) = (index / FIELDS, index % FIELDS);
                (from != to).then(|| Self::Move { from: Field::wrapping(from), to: Field::wrapping(to) })
            }
            FORFEIT => Some(Self::Forfeit),
            FIRST_ROLL..NUM_ACTIONS => {
                let index = index - FIRST_ROLL;
                Some(Self::Roll(Roll { own: (index / NUMBERS) as u8, other: (index % NUMBERS) as u8 }))
            }
            _ => None,
        }
    }

    /// `move` for a stone that is moved or pulled, `forfeit` or `roll`.
    fn kind(self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Forfeit => "forfeit",
            Self::Roll(_) => "roll",
        }
    }

    fn is_chance(self) -> bool {
        matches!(self, Self::Roll(_))
    }

    fn source(self) -> Option<Field> {
        match self {
            Self::Move { from, .. } => Some(from),
            Self::Forfeit | Self::Roll(_) => None,
        }
    }

    fn target(self) -> Option<Field> {
        match self {
            Self::Move { to, .. } => Some(to),
            Self::Forfeit | Self::Roll(_) => None,
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        if text == "forfeit" {
            return Ok(Self::Forfeit);
        }
        if let Some(shown) = text.strip_prefix('=') {
            return roll("roll", shown).map(Self::Roll);
        }
        let Some((from, to)) = text.split_once('-') else {
            let reason = "expected a move such as a2-b2, a roll such as =3,1, or `forfeit`";
            return Err(ParseError::new("action", text, reason));
        };
        let (from, to) = (field("from", from)?, field("to", to)?);
        if from == to {
            return Err(ParseError::new("action", text, "a stone moves to another field"));
        }
        Ok(Self::Move { from, to })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{}-{}", Name(*from), Name(*to)),
            Self::Forfeit => f.write_str("forfeit"),
            Self::Roll(roll) => write!(f, "={roll}"),
        }
    }
}
