//! Notation: `r,r,12+/r,^12-,60+ 1 4 - all` is a position; `=4`, `12:15+`, `r:4-`, `61:f`, `2:r` and
//! `pass` are actions.

use super::board::{BACK, Facing, HEAD, LAST, TAIL};
use super::places::Places;
use super::ply::{Die, Move, Ply};
use super::rules::{EndRule, Position};
use super::stone::Stone;
use super::stones::{EACH, Stones};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::{Game, MAX_PLAYERS, Player, Turn};
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// A field of the back and a facing, `12+`, at the end of `input`. Errors quote all of it.
fn stand(part: &'static str, input: &str, stand: &str, expected: &str) -> Result<(Field, Facing), ParseError> {
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
    for field in BACK {
        let here = stones.all().iter().filter(|stone| stone.field() == field);
        let (tops, grounds): (Vec<&Stone>, Vec<&Stone>) = here.partition(|stone| stone.is_top());
        let reason = match (grounds.len(), tops.len()) {
            (0 | 1, 0) | (1, 1) => continue,
            (0, 1) => format!("a top stone on field {}, but no stone below it", field.index()),
            (2, 0) => format!("two stones on field {}, but none is the top one, marked `^`", field.index()),
            (0, 2) => format!("two top stones on field {}; one of them is the lower one", field.index()),
            (grounds, tops) => {
                format!("{} stones on field {}; it holds two at most", grounds + tops, field.index())
            }
        };
        return Err(ParseError::new("stones", input, reason));
    }
    Ok((stones, players))
}

fn player(part: &'static str, input: &str, players: usize) -> Result<Player, ParseError> {
    notation::number(part, input, "a player", 1..=players).map(|number| Player::new(number - 1))
}

fn die(input: &str) -> Result<Option<Die>, ParseError> {
    match input {
        "-" => Ok(None),
        _ => notation::number("die", input, "`-` or a roll", 1..=Die::FACES).map(Die::new),
    }
}

/// The places as written, if they fit the stones.
fn places(input: &str, stones: &Stones, players: usize, end: EndRule) -> Result<Places, ParseError> {
    let error = |reason: String| Err(ParseError::new("places", input, reason));
    let mut places = Places::NONE;
    for item in notation::list(input) {
        let player = player("places", item, players)?;
        if places.as_slice().contains(&player) {
            return error(format!("player {} is named twice", player.index() + 1));
        }
        places.take(player);
    }
    let (finished, playing): (Vec<_>, Vec<_>) =
        (0..players).map(Player::new).partition(|&player| stones.have_finished(player));
    let last = match playing.as_slice() {
        [last] if end == EndRule::All => Some(*last),
        _ => None,
    };
    let named = places.as_slice();
    if let Some(missing) = finished.iter().find(|player| !named.contains(player)) {
        return error(format!("player {} has finished, but is missing", missing.index() + 1));
    }
    for (place, &player) in named.iter().enumerate() {
        let number = player.index() + 1;
        match last {
            _ if finished.contains(&player) => {}
            Some(last) if last == player && place + 1 == players => {}
            Some(last) if last == player => {
                return error(format!("player {number} has not finished and takes the last place"));
            }
            _ => return error(format!("player {number} has not finished")),
        }
    }
    match last {
        Some(last) if !named.contains(&last) => {
            error(format!("player {} is the last one left and takes the last place, but is missing", last.index() + 1))
        }
        _ => Ok(places),
    }
}

/// Refuses more finished players than there can be.
fn check_finished(input: &str, stones: &Stones, players: usize, end: EndRule) -> Result<(), ParseError> {
    let finished = (0..players).filter(|&player| stones.have_finished(Player::new(player))).count();
    let reason = match end {
        EndRule::First if finished > 1 => {
            format!("{finished} players have finished, but the game ends with the first")
        }
        EndRule::All if finished == players => {
            "all players have finished, but the game ends when one is left".to_string()
        }
        _ => return Ok(()),
    };
    Err(ParseError::new("stones", input, reason))
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [stone_list, side_text, die_text, place_list, end] =
            notation::fields(text, &["stones", "side", "die", "places", "end"])?;
        let (stones, players) = stones(stone_list)?;
        let side = player("side", side_text, players)?;
        let die = die(die_text)?;
        let end = notation::choice("end", end, &EndRule::WORDS)?;
        check_finished(stone_list, &stones, players, end)?;
        let places = places(place_list, &stones, players, end)?;
        let position = Self::new(stones, players, side, die, places, end);
        if position.turn() == Turn::Over {
            if die.is_some() {
                return Err(ParseError::new("die", die_text, "the game is over; expected `-`"));
            }
            // With `first` the winner moved last, with `all` only one player is left anyway.
            let next = position.next_side(places.as_slice().first().copied().unwrap_or(side));
            if side != next {
                let reason =
                    format!("the game is over; expected {}, the next player who has not finished", next.index() + 1);
                return Err(ParseError::new("side", side_text, reason));
            }
        } else if stones.have_finished(side) {
            return Err(ParseError::new("side", side_text, "the player has finished and has no more turns"));
        }
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

impl FromStr for Ply {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        let no_action = |reason: &str| ParseError::new("action", text, reason);
        let expected = "expected a roll such as =4, a move such as 12:15+, r:4-, 61:f or 2:r, or `pass`";
        if text == "pass" {
            return Ok(Self::Pass);
        }
        if let Some(roll) = text.strip_prefix('=') {
            let roll = notation::number("die", roll, "a roll", 1..=Die::FACES)?;
            return Die::new(roll).map(Self::Roll).ok_or_else(|| no_action(expected));
        }
        let (from, to) = text.split_once(':').ok_or_else(|| no_action(expected))?;
        let from = match from {
            "r" => HEAD,
            _ => Field::wrapping(notation::number("from", from, "`r` or a back field", 1..=LAST)?),
        };
        let (to, facing) = match to {
            "r" => (HEAD, Facing::Headward),
            "f" => (TAIL, Facing::Tailward),
            _ => stand("to", to, to, "expected `r`, `f`, or a back field and a facing such as 15+ or 15-")?,
        };
        let step = Move::new(from, to, facing);
        step.map(Self::Move).ok_or_else(|| no_action("a stone that enters ends its move on the back"))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = match self {
            Self::Roll(die) => return write!(f, "={}", die.steps()),
            Self::Pass => return f.write_str("pass"),
            Self::Move(step) => step,
        };
        match step.from() {
            HEAD => f.write_str("r:")?,
            from => write!(f, "{}:", from.index())?,
        }
        match step.to() {
            HEAD => f.write_str("r"),
            TAIL => f.write_str("f"),
            to => write!(f, "{}{}", to.index(), step.facing().sign()),
        }
    }
}
