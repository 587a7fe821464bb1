//! A position: the board, what each player has left, whose turn it is, and the tile in hand.

pub(super) mod pieces;

use crate::game::{MAX_PLAYERS, Player};
use pieces::{Board, Piece, Tile};

/// The tiles that can still be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reserve {
    /// How many each player has; those beyond the number of players have none.
    Own([u8; MAX_PLAYERS]),
    /// Variant II: how many are left in the pile of all.
    Common(u8),
}

impl Reserve {
    /// How many tiles this player can draw from.
    #[inline]
    pub fn left(&self, player: Player) -> u8 {
        match self {
            Self::Own(tiles) => tiles.get(player.index()).copied().unwrap_or(0),
            Self::Common(tiles) => *tiles,
        }
    }

    pub(super) fn take(&mut self, player: Player) {
        let tiles = match self {
            Self::Own(tiles) => tiles.get_mut(player.index()),
            Self::Common(tiles) => Some(tiles),
        };
        if let Some(tiles) = tiles {
            *tiles = tiles.saturating_sub(1);
        }
    }
}

/// The tile a player has drawn and not placed yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// None.
    Empty,
    /// One that nobody has seen: chance acts.
    Covered,
    /// One that all have seen and that must be placed.
    Shown(Tile),
}

/// How many pawns and how many own tiles each player begins with.
pub(super) const fn material(players: usize) -> (u8, u8) {
    match players {
        2 => (8, 11),
        3 => (6, 7),
        _ => (5, 5),
    }
}

/// A position of ISIS & OSIRIS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) players: u8,
    pub(super) pawns: [u8; MAX_PLAYERS],
    pub(super) reserve: Reserve,
    pub(super) side: Player,
    pub(super) hand: Hand,
}

impl Position {
    /// What lies where.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many pawns a player has left to place.
    #[inline]
    pub fn pawns_left(&self, player: Player) -> u8 {
        self.pawns.get(player.index()).copied().unwrap_or(0)
    }

    /// The tiles left to draw.
    pub const fn reserve(&self) -> Reserve {
        self.reserve
    }

    /// Whose turn it is, also while chance acts; on a full board, whose turn it would be.
    pub const fn side(&self) -> Player {
        self.side
    }

    /// The tile that is drawn and not placed yet.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// OSIRIS-R2: how many tiles of a kind nobody has seen, in reserves or left out of the game.
    #[inline(always)]
    pub fn unseen(&self, tile: Tile) -> u8 {
        let in_hand = u8::from(self.hand == Hand::Shown(tile));
        tile.copies().saturating_sub(self.board.count(Piece::Tile(tile)) + in_hand)
    }
}
