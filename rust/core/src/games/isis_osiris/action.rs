//! Actions: `@c4` places a pawn, `draw` takes a tile, `=+2` shows it, `c4` lays it, `pass` does nothing.

use super::board::CELLS;
use super::position::pieces::Tile;
use super::text::{Cell, cell, tile};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::GameAction;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// What a player decides, or what chance shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A pawn is placed on this cell.
    PlacePawn(Field),
    /// The tile in hand is placed on this cell.
    PlaceTile(Field),
    /// Chance: the drawn tile is of this kind.
    Show(Tile),
    /// A tile is taken from the reserve.
    Draw,
    /// Neither pawns nor tiles are left to the player.
    Pass,
}

const FIRST_TILE: usize = CELLS;
const FIRST_SHOW: usize = FIRST_TILE + CELLS;
const DRAW: usize = FIRST_SHOW + Tile::KINDS;
const PASS: usize = DRAW + 1;

/// One more than the highest index.
pub(super) const NUM_ACTIONS: usize = PASS + 1;

impl GameAction for Action {
    fn index(self) -> usize {
        match self {
            Self::PlacePawn(cell) => cell.index(),
            Self::PlaceTile(cell) => FIRST_TILE + cell.index(),
            Self::Show(tile) => FIRST_SHOW + tile.index(),
            Self::Draw => DRAW,
            Self::Pass => PASS,
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        match index {
            0..FIRST_TILE => Field::new(index).map(Self::PlacePawn),
            FIRST_TILE..FIRST_SHOW => Field::new(index - FIRST_TILE).map(Self::PlaceTile),
            FIRST_SHOW..DRAW => Tile::new(index - FIRST_SHOW).map(Self::Show),
            DRAW => Some(Self::Draw),
            PASS => Some(Self::Pass),
            _ => None,
        }
    }

    /// `place` a pawn, `draw` a tile, `show` what it is (chance), `lay` it, or `pass`.
    fn kind(self) -> &'static str {
        match self {
            Self::PlacePawn(_) => "place",
            Self::PlaceTile(_) => "lay",
            Self::Show(_) => "show",
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }

    fn is_chance(self) -> bool {
        matches!(self, Self::Show(_))
    }

    fn target(self) -> Option<Field> {
        match self {
            Self::PlacePawn(cell) | Self::PlaceTile(cell) => Some(cell),
            Self::Show(_) | Self::Draw | Self::Pass => None,
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        let action = match text {
            "draw" => Some(Self::Draw),
            "pass" => Some(Self::Pass),
            _ => match (text.strip_prefix('@'), text.strip_prefix('=')) {
                (Some(input), _) => cell(input).map(Self::PlacePawn),
                (_, Some(input)) => tile(input).map(Self::Show),
                _ => cell(text).map(Self::PlaceTile),
            },
        };
        action.ok_or_else(|| {
            let reason = "expected a pawn placed such as `@c4`, `draw`, a tile shown such as `=+2`, \
                          a tile placed such as `c4`, or `pass`";
            ParseError::new("action", text, reason)
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlacePawn(cell) => write!(f, "@{}", Cell(*cell)),
            Self::PlaceTile(cell) => Cell(*cell).fmt(f),
            Self::Show(tile) => write!(f, "={tile}"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
        }
    }
}
