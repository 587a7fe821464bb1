//! The start position and its options (PHARAO-R1).

use super::board::START;
use super::dice::{Dice, Die, Roll};
use super::possible;
use super::rules::{Phase, Position, Side};
use super::text;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::notation;
use crate::options::{OptionInfo, Options};

/// What the options are called and take.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo { name: "own_die", default: "0,0,1,2,3,4", help: "the six faces of the die for own stones, 0 to 9" },
    OptionInfo {
        name: "other_die",
        default: "0,0,1,1,2,2",
        help: "the six faces of the die for the opponent's stones, 0 to 9",
    },
    OptionInfo { name: "lower", default: "a1,a2,b1,c1", help: "where the stones of Lower Egypt start, 1 to 4 fields" },
    OptionInfo { name: "upper", default: "b3,c3,d3,e3", help: "where the stones of Upper Egypt start, 1 to 4 fields" },
];

/// Lower Egypt rolls first.
pub(super) fn start(options: &Options) -> Result<Position, ParseError> {
    let dice = Dice {
        own: die(options, "own_die", Dice::DEFAULT.own)?,
        other: die(options, "other_die", Dice::DEFAULT.other)?,
    };
    let stones = [stones(options, "lower", START[0])?, stones(options, "upper", START[1])?];
    let position = Position::new(stones, Side::Lower, Phase::Roll, Roll::NONE, dice);
    possible::check(&position)?;
    Ok(position)
}

fn die(options: &Options, name: &'static str, default: Die) -> Result<Die, ParseError> {
    let Some(value) = options.get(name) else { return Ok(default) };
    let input = value.to_string();
    text::die(name, &input)
}

fn stones(options: &Options, name: &'static str, default: FieldSet) -> Result<FieldSet, ParseError> {
    let Some(value) = options.get(name) else { return Ok(default) };
    let input = value.to_string();
    let mut fields = text::fields(name, &input)?;
    fields.sort_unstable();
    notation::ascending(name, &input, &fields, |&field: &Field| text::Name(field).to_string())?;
    Ok(fields.into_iter().collect())
}
