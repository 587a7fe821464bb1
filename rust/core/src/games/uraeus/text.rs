//! Notation: `r,r,12+/r,^12-,60+ 1 4 - all` is a position.

use super::action::Face;
use super::board::{Facing, LAST};
use super::position::places::Places;
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use super::possible;
use super::rules::stones::{EACH, Stones};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The parts of a position.
pub(super) const PARTS: [&str; 5] = ["stones", "side", "die", "places", "end"];

/// A field of the back and a facing, `12+`, at the end of `input`. Errors quote all of it.
pub(super) fn stand(
    part: &'static str,
    input: &str,
    stand: &str,
    expected: &str,
) -> Result<(Field, Facing), ParseError> {
    for (sign, facing) in [('+', Facing::Tailward), ('-', Facing::Headward)] {
        if let Some(number) = stand.strip_suffix(sign) {
            let field = notation::number(part, number, "a back field", 1..=LAST);
            let field = field.map_err(|error| ParseError::new(part, input, error.reason))?;
            return Ok((Field::wrapping(field), facing));
        }
    }
    Err(ParseError::new(part, input, expected))
}

fn stone(input: &str) -> Result<Stone, ParseError> {
    match input {
        "f" => return Ok(Stone::FINISHED),
        "r" => return Ok(Stone::RESERVE),
        _ => {}
    }
    let (top, ground) = match input.strip_prefix('^') {
        None => (false, input),
        Some(ground) => (true, ground),
    };
    let expected = "expected a stone: `f`, `r`, or a back field and a facing such as 12+, 12- or ^12+";
    let (field, facing) = stand("stones", input, ground, expected)?;
    Ok(Stone::on(field, facing).with_top(top))
}

fn stones_of(player: usize, input: &str) -> Result<[Stone; EACH], ParseError> {
    let stones = input.split(',').map(stone).collect::<Result<Vec<_>, _>>()?;
    let Ok(own) = <[Stone; EACH]>::try_from(stones.as_slice()) else {
        let reason = format!("a player has exactly {EACH} stones, found {} of player {player}", stones.len());
        return Err(ParseError::new("stones", input, reason));
    };
    for pair in own.windows(2) {
        // Two stones in the same place are refused later, with a better reason.
        if pair[0] > pair[1] && !pair[0].shares_place(pair[1]) {
            let reason = format!(
                "{} comes before {}; `f` is first, then `r`, then fields ascending, a lower stone before the top one",
                pair[0], pair[1]
            );
            return Err(ParseError::new("stones", input, reason));
        }
    }
    Ok(own)
}

fn stones(input: &str) -> Result<(Stones, usize), ParseError> {
    let players = input.split('/').count();
    if !(2..=MAX_PLAYERS).contains(&players) {
        let reason = format!("expected the stones of 2 to {MAX_PLAYERS} players separated by `/`, found {players}");
        return Err(ParseError::new("stones", input, reason));
    }
    let all = (1..).zip(input.split('/')).map(|(player, own)| stones_of(player, own));
    let stones = Stones::from_players(&all.collect::<Result<Vec<_>, _>>()?);
    Ok((stones, players))
}

fn player(part: &'static str, input: &str, players: usize) -> Result<Player, ParseError> {
    notation::number(part, input, "a player", 1..=players).map(|number| Player::new(number - 1))
}

fn die(input: &str) -> Result<Option<Face>, ParseError> {
    match input {
        "-" => Ok(None),
        _ => notation::number("die", input, "`-` or a roll", 1..=Face::FACES).map(Face::new),
    }
}

fn places(input: &str, players: usize) -> Result<Places, ParseError> {
    let mut places = Places::NONE;
    for item in notation::list(input) {
        let player = player("places", item, players)?;
        if places.as_slice().contains(&player) {
            let reason = format!("player {} is named twice", player.index() + 1);
            return Err(ParseError::new("places", input, reason));
        }
        places.take(player);
    }
    Ok(places)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [stone_list, side, die_text, place_list, end] = notation::fields(text, &PARTS)?;
        let (stones, players) = stones(stone_list)?;
        let side = player("side", side, players)?;
        let die = die(die_text)?;
        let end = notation::choice("end", end, &EndRule::WORDS)?;
        let places = places(place_list, players)?;
        let position = Self::new(stones, players, side, die, places, end);
        possible::check(&position)?;
        Ok(position)
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FINISHED => f.write_str("f"),
            Self::RESERVE => f.write_str("r"),
            _ => {
                let top = if self.is_top() { "^" } else { "" };
                write!(f, "{top}{}{}", self.field().index(), self.facing().sign())
            }
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in 0..self.players() {
            f.write_str(if player > 0 { "/" } else { "" })?;
            notation::write_list(f, self.stones(Player::new(player)))?;
        }
        write!(f, " {} ", self.side().index() + 1)?;
        match self.die() {
            None => f.write_str("-")?,
            Some(die) => write!(f, "{}", die.steps())?,
        }
        f.write_str(" ")?;
        notation::write_list(f, self.places().iter().map(|player| player.index() + 1))?;
        f.write_str(match self.end() {
            EndRule::All => " all",
            EndRule::First => " first",
        })
    }
}
