//! What can be wrong with input from outside.

use std::error::Error as StdError;
use std::fmt;

/// How much of a bad input an error quotes.
const QUOTED: usize = 80;

/// A piece of input that cannot be used: which part of the whole it is, what it says, and why not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParseError {
    /// The part of the input, named as in the notation: `light`, `side`, `action`, `depth`, …
    pub field: &'static str,
    /// The offending text, cut to a readable length.
    pub input: String,
    /// Why it is refused.
    pub reason: String,
}

impl ParseError {
    /// An error that quotes `input`, shortened where it is long.
    pub fn new(field: &'static str, input: impl fmt::Display, reason: impl Into<String>) -> Self {
        Self { field, input: shortened(input.to_string()), reason: reason.into() }
    }
}

/// As much of a text from outside as is quoted.
pub(crate) fn shortened(mut text: String) -> String {
    if let Some((cut, _)) = text.char_indices().nth(QUOTED) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: {}", self.field, self.input, self.reason)
    }
}

impl StdError for ParseError {}

/// Everything that can go wrong between a caller and a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The name belongs to no registered game.
    Game(ParseError),
    /// A text that is no position of the game, or an impossible one.
    Position(&'static str, ParseError),
    /// A text or number that is no action of the game.
    Action(&'static str, ParseError),
    /// An option the game does not have, or a value it does not take.
    Option(&'static str, ParseError),
    /// An action that is not legal in the position.
    Illegal(&'static str, ParseError),
    /// A number out of range: a depth, a thread count.
    Argument(ParseError),
    /// A count beyond 128 bits.
    Overflow,
    /// The caller asked for the computation to stop.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) | Self::Argument(error) => error.fmt(f),
            Self::Position(game, error) => write!(f, "{game} position: {error}"),
            Self::Action(game, error) => write!(f, "{game} action: {error}"),
            Self::Option(game, error) => write!(f, "{game} option: {error}"),
            Self::Illegal(game, error) => write!(f, "{game}: {error}"),
            Self::Overflow => write!(f, "the count does not fit into 128 bits"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl StdError for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_input_is_quoted_in_part() {
        let error = ParseError::new("side", "ä".repeat(1000), "is too long");
        assert_eq!(error.input.chars().count(), QUOTED + 1);
        assert!(error.to_string().starts_with("side \"ää"));
    }
}
