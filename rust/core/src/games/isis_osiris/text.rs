//! Notation: `....../....../..A.../....../....../+2..... 7,8 11,10 1 -` is a position.

use super::board::{self, LENGTH};
use super::position::pieces::{Board, Piece, TILES, Tile};
use super::position::{Hand, Position, Reserve, material};
use super::possible;
use crate::error::{ParseError, shortened};
use crate::field::Field;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The parts of a position.
pub(super) const PARTS: [&str; 5] = ["board", "pawns", "tiles", "side", "drawn"];

/// A cell, written as its file and its rank: `c4`.
pub(super) struct Cell(pub(super) Field);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = board::file_and_rank(self.0);
        write!(f, "{}{}", char::from(b'a' + file as u8), rank + 1)
    }
}

/// The cell that is written like this, if any is.
pub(super) fn cell(input: &str) -> Option<Field> {
    match *input.as_bytes() {
        [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => {
            Some(board::cell(usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.points())
    }
}

/// The tile that is written like this, if any is.
pub(super) fn tile(input: &str) -> Option<Tile> {
    let (first, points) = match *input.as_bytes() {
        [b'+', points @ b'1'..=b'4'] => (0, points),
        [b'-', points @ b'1'..=b'4'] => (Tile::KINDS / 2, points),
        _ => return None,
    };
    Tile::new(first + usize::from(points - b'1'))
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pawn(player) => write!(f, "{}", char::from(b'A' + (player.index() & 3) as u8)),
            Self::Tile(tile) => tile.fmt(f),
        }
    }
}

/// Takes one cell off the front of a rank: what lies there and the rest of the text.
fn take_cell(rank: &str) -> Option<(Option<Piece>, &str)> {
    let (piece, length) = match rank.as_bytes().first()? {
        b'.' => (None, 1),
        letter @ b'A'..=b'D' => (Some(Piece::Pawn(Player::new(usize::from(letter - b'A')))), 1),
        _ => (Some(Piece::Tile(tile(rank.get(..2)?)?)), 2),
    };
    Some((piece, rank.get(length..)?))
}

fn board(input: &str) -> Result<Board, ParseError> {
    let ranks = input.split('/').count();
    if ranks != LENGTH {
        let reason = format!("expected {LENGTH} ranks separated by `/`, found {ranks}");
        return Err(ParseError::new("board", input, reason));
    }
    let mut board = Board::default();
    for (rank, text) in (0..LENGTH).rev().zip(input.split('/')) {
        let mut rest = text;
        let mut files = 0;
        while !rest.is_empty() {
            let Some((piece, after)) = take_cell(rest) else {
                let reason = format!(
                    "cannot read rank {} from {:?} on: a cell is `.`, a pawn `A` to `D`, \
                     or a tile `+1` to `+4` or `-1` to `-4`",
                    rank + 1,
                    shortened(rest.to_string())
                );
                return Err(ParseError::new("board", text, reason));
            };
            if let Some(piece) = piece.filter(|_| files < LENGTH) {
                board.lay(board::cell(files, rank), piece);
            }
            files += 1;
            rest = after;
        }
        if files != LENGTH {
            let reason = format!("rank {} has {files} cells instead of {LENGTH}", rank + 1);
            return Err(ParseError::new("board", text, reason));
        }
    }
    Ok(board)
}

/// Reads one number for each player.
fn each(field: &'static str, input: &str, what: &str, most: u8) -> Result<[u8; MAX_PLAYERS], ParseError> {
    let mut numbers = [0; MAX_PLAYERS];
    for (number, item) in numbers.iter_mut().zip(notation::list(input)) {
        *number = notation::number(field, item, what, 0..=most.into())? as u8;
    }
    Ok(numbers)
}

fn reserve(input: &str, players: usize, most: u8) -> Result<Reserve, ParseError> {
    match notation::list(input).count() {
        1 => {
            let pile = notation::number("tiles", input, "the tiles in the common pile", 0..=TILES.into())?;
            Ok(Reserve::Common(pile as u8))
        }
        count if count == players => Ok(Reserve::Own(each("tiles", input, "the tiles a player has left", most)?)),
        count => {
            let reason = format!(
                "expected one number for the common pile or one for each of the {players} players, found {count}"
            );
            Err(ParseError::new("tiles", input, reason))
        }
    }
}

fn hand(input: &str) -> Result<Hand, ParseError> {
    match input {
        "-" => Ok(Hand::Empty),
        "?" => Ok(Hand::Covered),
        _ => tile(input).map(Hand::Shown).ok_or_else(|| {
            let reason = "expected `-`, `?` or the tile in hand, `+1` to `+4` or `-1` to `-4`";
            ParseError::new("drawn", input, reason)
        }),
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [cells, pawns, tiles, side, drawn] = notation::fields(text, &PARTS)?;
        let board = board(cells)?;
        let players = notation::list(pawns).count();
        if !(2..=MAX_PLAYERS).contains(&players) {
            let reason = format!("expected the pawns left of 2 to {MAX_PLAYERS} players, found {players}");
            return Err(ParseError::new("pawns", pawns, reason));
        }
        let (most_pawns, most_tiles) = material(players);
        let position = Self {
            board,
            players: players as u8,
            pawns: each("pawns", pawns, "the pawns a player has left", most_pawns)?,
            reserve: reserve(tiles, players, most_tiles)?,
            side: Player::new(notation::number("side", side, "a player", 1..=players)? - 1),
            hand: hand(drawn)?,
        };
        possible::check(&position)?;
        Ok(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..LENGTH).rev() {
            for file in 0..LENGTH {
                match self.board.piece(board::cell(file, rank)) {
                    None => f.write_str(".")?,
                    Some(piece) => piece.fmt(f)?,
                }
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        notation::write_list(f, &self.pawns[..self.players()])?;
        f.write_str(" ")?;
        match self.reserve {
            Reserve::Own(tiles) => notation::write_list(f, &tiles[..self.players()])?,
            Reserve::Common(tiles) => tiles.fmt(f)?,
        }
        write!(f, " {} ", self.side.index() + 1)?;
        match self.hand {
            Hand::Empty => f.write_str("-"),
            Hand::Covered => f.write_str("?"),
            Hand::Shown(tile) => tile.fmt(f),
        }
    }
}
