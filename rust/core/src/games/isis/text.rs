//! Notation: `13,20 44,0 2 - first` is a position.

use super::board::FIELDS;
use super::position::{EndRule, Personal, Position};
use super::possible;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::MAX_PLAYERS;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The parts of a position.
pub(super) const PARTS: [&str; 5] = ["neutrals", "personals", "side", "ban", "end"];

/// The highest field.
pub(super) const LAST: usize = FIELDS - 1;

/// A field from `first` on.
pub(super) fn field(part: &'static str, input: &str, first: usize) -> Result<Field, ParseError> {
    notation::number(part, input, "a field", first..=LAST).map(Field::wrapping)
}

fn neutrals(input: &str) -> Result<FieldSet, ParseError> {
    let part = "neutrals";
    let fields = notation::list(input).map(|item| field(part, item, 1)).collect::<Result<Vec<_>, _>>()?;
    notation::ascending(part, input, &fields, |field| format!("field {}", field.index()))?;
    Ok(fields.into_iter().collect())
}

fn personal(input: &str) -> Result<Personal, ParseError> {
    let part = "personals";
    if input == "-" {
        return Ok(Personal::Unclaimed);
    }
    if let Some(place) = input.strip_prefix('x') {
        let place = notation::number(part, place, "a place after `x`", 1..=MAX_PLAYERS - 1)?;
        return Ok(Personal::Finished(place as u8));
    }
    if !input.starts_with(|first: char| first.is_ascii_digit()) {
        let reason = "expected `-`, the field of the stone, or a place such as x1";
        return Err(ParseError::new(part, input, reason));
    }
    field(part, input, 0).map(Personal::On)
}

/// The entries, filled up to the highest number of players, and how many were given.
fn personals(input: &str) -> Result<([Personal; MAX_PLAYERS], usize), ParseError> {
    let entries = input.split(',').map(personal).collect::<Result<Vec<_>, _>>()?;
    if !(2..=MAX_PLAYERS).contains(&entries.len()) {
        let reason = format!("expected one entry for each of 2 to {MAX_PLAYERS} players, found {}", entries.len());
        return Err(ParseError::new("personals", input, reason));
    }
    let mut personals = [Personal::Unclaimed; MAX_PLAYERS];
    personals[..entries.len()].copy_from_slice(&entries);
    Ok((personals, entries.len()))
}

fn ban(input: &str) -> Result<Option<Field>, ParseError> {
    if input == "-" { Ok(None) } else { field("ban", input, 0).map(Some) }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [stones, owned, mover, banned, ending] = notation::fields(text, &PARTS)?;
        let neutrals = neutrals(stones)?;
        let (personals, players) = personals(owned)?;
        let side = notation::number("side", mover, "the player to move", 1..=players)? as u8 - 1;
        let ban = ban(banned)?;
        let end = notation::choice("end", ending, &EndRule::WORDS)?;
        let position = Self { neutrals, personals, players: players as u8, side, ban, end };
        possible::check(&position)?;
        Ok(position)
    }
}

impl fmt::Display for Personal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclaimed => f.write_str("-"),
            Self::On(field) => write!(f, "{}", field.index()),
            Self::Finished(place) => write!(f, "x{place}"),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_list(f, self.neutrals.iter().map(Field::index))?;
        f.write_str(" ")?;
        notation::write_list(f, self.personals())?;
        write!(f, " {} ", self.side + 1)?;
        notation::write_list(f, self.ban.map(Field::index))?;
        f.write_str(match self.end {
            EndRule::First => " first",
            EndRule::All => " all",
        })
    }
}
