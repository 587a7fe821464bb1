//! Notation: `13,20 44,0 2 - first` is a position; `0-13`, `P46-44`, `*41` and `pass` are actions.

use super::act::{Act, Move};
use super::board::{FIELDS, FIRST_HEAVENLY, THRONES, UNDERWORLD};
use super::position::{End, Personal, Position, STONES};
use super::rules::ENDS;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::game::MAX_PLAYERS;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The highest field.
const LAST: usize = FIELDS - 1;

fn field(part: &'static str, input: &str, first: usize) -> Result<Field, ParseError> {
    notation::number(part, input, "a field", first..=LAST).map(Field::wrapping)
}

fn neutrals(input: &str) -> Result<FieldSet, ParseError> {
    let part = "neutrals";
    let fields = notation::list(input).map(|item| field(part, item, 1)).collect::<Result<Vec<_>, _>>()?;
    notation::ascending(part, input, &fields, |field| format!("field {}", field.index()))?;
    let fields: FieldSet = fields.into_iter().collect();
    if let Some(throne) = (fields & THRONES).lowest() {
        let reason = format!("a neutral stone is on throne {}; only personal stones enter thrones", throne.index());
        return Err(ParseError::new(part, input, reason));
    }
    Ok(fields)
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

/// Whether a position read from outside is a possible one; each check returns the reason if not.
impl Position {
    /// One stone on a field, seven in all.
    fn check_stones(&self) -> Result<(), String> {
        let mut stones = self.neutrals;
        let mut count = stones.len();
        for personal in self.personals() {
            let Personal::On(field) = *personal else { continue };
            if field != UNDERWORLD && stones.contains(field) {
                return Err(format!("field {} already holds a stone", field.index()));
            }
            stones |= field.set();
            count += 1;
        }
        if count > STONES {
            return Err(format!("there are {STONES} stones, neutral and personal ones together; found {count}"));
        }
        Ok(())
    }

    /// Places and thrones fit the way the game ends.
    fn check_winners(&self) -> Result<(), String> {
        let finished = self.finished();
        let enthroned = self.personals_in_play() & THRONES;
        match self.end {
            End::First if finished > 0 => return Err("places are played for only with the end `all`".into()),
            End::First if enthroned.len() > 1 => {
                return Err("both thrones are taken, but the first stone on one ends the game".into());
            }
            End::All if !enthroned.is_empty() => {
                return Err("with the end `all` no stone stays on a throne; its owner has a place instead".into());
            }
            End::First | End::All => {}
        }
        for place in 1..=finished {
            if !self.personals().contains(&Personal::Finished(place)) {
                return Err(format!("{finished} have finished, but none as x{place}; each place is taken once"));
            }
        }
        if finished == self.players {
            return Err("all have finished; the last player gets no place".into());
        }
        Ok(())
    }

    /// The player to move is in the game and, after a win, the next in order.
    fn check_side(&self) -> Result<(), String> {
        if let Personal::Finished(place) = self.own() {
            return Err(format!("this player has finished as x{place}"));
        }
        if let Some((winner, _)) = self.enthroned() {
            let next = (winner.index() + 1) % self.personals().len();
            if next != usize::from(self.side) {
                return Err(format!("player {} has won, so the next in order is {}", winner.index() + 1, next + 1));
            }
        }
        Ok(())
    }

    /// The ban is on a neutral stone, in a game that goes on.
    fn check_ban(&self) -> Result<(), String> {
        match self.ban {
            Some(_) if self.is_over() => Err("the game is over; the personal stone that ended it causes no ban".into()),
            Some(UNDERWORLD) if self.neutrals_in_underworld() == 0 => {
                Err("no neutral stone is in the underworld".into())
            }
            Some(field) if field != UNDERWORLD && !self.neutrals.contains(field) => {
                Err(format!("no neutral stone is on field {}", field.index()))
            }
            None | Some(_) => Ok(()),
        }
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [stones, owned, mover, banned, ending] =
            notation::fields(text, &["neutrals", "personals", "side", "ban", "end"])?;
        let neutrals = neutrals(stones)?;
        let (personals, players) = personals(owned)?;
        let side = notation::number("side", mover, "the player to move", 1..=players)? as u8 - 1;
        let ban = ban(banned)?;
        let end = notation::choice("end", ending, &ENDS)?;
        let position = Self { neutrals, personals, players: players as u8, side, ban, end };
        let impossible = |part, input| move |reason: String| ParseError::new(part, input, reason);
        if neutrals.len() > STONES {
            let reason = format!("there are {STONES} stones, found {}", neutrals.len());
            return Err(ParseError::new("neutrals", stones, reason));
        }
        position.check_stones().map_err(impossible("personals", owned))?;
        position.check_winners().map_err(impossible("personals", owned))?;
        position.check_side().map_err(impossible("side", mover))?;
        position.check_ban().map_err(impossible("ban", banned))?;
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
            End::First => " first",
            End::All => " all",
        })
    }
}

impl FromStr for Act {
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

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neutral(Move { from, to }) => write!(f, "{}-{}", from.index(), to.index()),
            Self::Personal(Move { from, to }) => write!(f, "P{}-{}", from.index(), to.index()),
            Self::Flip(field) => write!(f, "*{}", field.index()),
            Self::Pass => f.write_str("pass"),
        }
    }
}
