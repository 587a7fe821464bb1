//! Notation: `2,3,4,5@10 19,20,21,22@10 L own !` is a position.

use super::board;
use super::position::{Part, Position, Side};
use super::possible;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The parts of a position.
pub(super) const PARTS: [&str; 5] = ["light", "dark", "side", "part", "opening"];

/// A place, written as its field and, on a long field, what it is beside: `12`, `5@10`.
pub(super) struct Place(pub(super) Field);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match board::name(self.0) {
            (field, None) => write!(f, "{field}"),
            (field, Some(beside)) => write!(f, "{field}@{beside}"),
        }
    }
}

pub(super) fn place(part: &'static str, input: &str) -> Result<Field, ParseError> {
    let (number, beside) = match input.split_once('@') {
        None => (input, None),
        Some((number, beside)) => (number, Some(beside)),
    };
    let number = notation::number(part, number, "a field", 1..=22)?;
    let place = match (number, beside) {
        (5 | 22, Some(beside)) => {
            let beside = notation::number(part, beside, "the middle-row field beside the place", 10..=17)?;
            board::long_field(number, beside)
        }
        (5 | 22, None) => {
            let reason = format!("a long field needs its place, {number}@10 to {number}@17");
            return Err(ParseError::new(part, input, reason));
        }
        (_, Some(_)) => {
            let reason = "only the long fields 5 and 22 have places";
            return Err(ParseError::new(part, input, reason));
        }
        (_, None) => board::field(number),
    };
    Ok(Field::wrapping(place))
}

fn stones(part: &'static str, input: &str) -> Result<FieldSet, ParseError> {
    let places = notation::list(input).map(|item| place(part, item)).collect::<Result<Vec<_>, _>>()?;
    notation::ascending(part, input, &places, |&place| Place(place).to_string())?;
    Ok(places.into_iter().collect())
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [light, dark, side, part, opening] = notation::fields(text, &PARTS)?;
        let stones = [stones("light", light)?, stones("dark", dark)?];
        let side = notation::choice("side", side, &[("L", Side::Light), ("D", Side::Dark)])?;
        let part = notation::choice("part", part, &[("own", Part::Own), ("other", Part::Other)])?;
        let opening = notation::choice("opening", opening, &[("!", true), ("-", false)])?;
        let position = Self::new(stones, side, part, opening);
        possible::check(&position)?;
        Ok(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_list(f, self.stones(Side::Light).iter().map(Place))?;
        f.write_str(" ")?;
        notation::write_list(f, self.stones(Side::Dark).iter().map(Place))?;
        f.write_str(match self.side() {
            Side::Light => " L",
            Side::Dark => " D",
        })?;
        f.write_str(match self.part() {
            Part::Own => " own",
            Part::Other => " other",
        })?;
        f.write_str(if self.opening() { " !" } else { " -" })
    }
}
