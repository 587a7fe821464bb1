//! Notation: `2,3,4,5@10 19,20,21,22@10 L own !` is a position, `5@10-17` a move.

use super::board::{self, GRAPH};
use super::rules::{Move, Part, Position, STONES, Side};
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::notation;
use std::fmt;
use std::str::FromStr;

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

fn place(part: &'static str, input: &str) -> Result<Field, ParseError> {
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
    let set: FieldSet = places.iter().copied().collect();
    if set.len() as usize != STONES {
        let reason = format!("a side has exactly {STONES} stones, found {}", set.len());
        return Err(ParseError::new(part, input, reason));
    }
    for place in set {
        if (GRAPH.whole(place) & set).len() > 1 {
            let reason = format!("two stones on long field {}; it holds one", board::name(place).0);
            return Err(ParseError::new(part, input, reason));
        }
    }
    Ok(set)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [light, dark, side, part, opening] = notation::fields(text, &["light", "dark", "side", "part", "opening"])?;
        let both = [stones("light", light)?, stones("dark", dark)?];
        for place in both[1] {
            if GRAPH.whole(place).meets(both[0]) {
                let reason = format!("field {} already holds a light stone", board::name(place).0);
                return Err(ParseError::new("dark", dark, reason));
            }
        }
        let side = notation::choice("side", side, &[("L", Side::Light), ("D", Side::Dark)])?;
        let part = notation::choice("part", part, &[("own", Part::Own), ("other", Part::Other)])?;
        let first_turn = notation::choice("opening", opening, &[("!", true), ("-", false)])?;
        if first_turn && part == Part::Other {
            let reason = "marks the own part of the first turn, but the part is `other`";
            return Err(ParseError::new("opening", opening, reason));
        }
        Ok(Self::new(both, side, part, first_turn))
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

impl FromStr for Move {
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Place(self.from), Place(self.to))
    }
}
