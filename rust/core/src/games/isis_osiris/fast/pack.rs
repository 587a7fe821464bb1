//! Positions in 170 bits, and which of them are alike: those on a board turned or mirrored.
//!
//! Equals: the same position, cell by cell; `turned` equals the symmetries of `observe`.
//! Proved by: `packed_positions_read_back`, `alike_positions_have_alike_lines`, `turned_boards_are_symmetries`.

use super::super::board::CELLS;
use super::super::position::pieces::{Board, Piece, Tile};
use super::super::position::{Hand, Position, Reserve, material};
use crate::field::FieldSet;
use crate::game::{MAX_PLAYERS, Player};
use crate::observe::Observe;
use crate::pack::{Pack, Packed};

/// Bits of the fourth set of cells that are behind the first one; the others are behind the second one.
const BEHIND_FIRST: usize = 64 - CELLS;

/// Where the tiles left begin, and the bits of each player's.
const RESERVE: usize = 2 * CELLS - BEHIND_FIRST;
const TILES_LEFT: usize = 5;

/// Where the side and the hand begin, behind the third set.
const SIDE: usize = CELLS;
const HAND: usize = SIDE + 2;

/// Hands without a tile that was seen; other numbers are those of the tile.
const EMPTY: u64 = 8;
const COVERED: u64 = 9;

fn packed_reserve(reserve: Reserve) -> u64 {
    match reserve {
        Reserve::Own(tiles) => tiles.iter().rev().fold(0, |packed, &left| packed << TILES_LEFT | u64::from(left)),
        Reserve::Common(left) => left.into(),
    }
}

impl Pack for Position {
    fn words(&self) -> usize {
        3
    }

    fn pack(&self) -> Packed {
        let [first, second, third, fourth] = self.board.sets().map(|cells| cells.0);
        let hand = match self.hand {
            Hand::Empty => EMPTY,
            Hand::Covered => COVERED,
            Hand::Shown(tile) => tile.index() as u64,
        };
        [
            first | fourth << CELLS,
            second | (fourth >> BEHIND_FIRST) << CELLS | packed_reserve(self.reserve) << RESERVE,
            third | (self.side.index() as u64) << SIDE | hand << HAND,
        ]
    }

    fn unpack(&self, [first, second, third]: Packed) -> Self {
        let cells = FieldSet::first(CELLS).0;
        let behind = second >> CELLS & FieldSet::first(CELLS - BEHIND_FIRST).0;
        let fourth = first >> CELLS | behind << BEHIND_FIRST;
        let board = Board::from_sets([first & cells, second & cells, third & cells, fourth].map(FieldSet));
        let left = |player: usize| (second >> (RESERVE + TILES_LEFT * player) & 31) as u8;
        let players = usize::from(self.players);
        let pawns = |player: usize| {
            let placed = board.count(Piece::Pawn(Player::new(player)));
            if player < players { material(players).0.saturating_sub(placed) } else { 0 }
        };
        Self {
            board,
            players: self.players,
            pawns: std::array::from_fn(pawns),
            reserve: match self.reserve {
                Reserve::Own(_) => Reserve::Own(std::array::from_fn(left)),
                Reserve::Common(_) => Reserve::Common(left(0)),
            },
            side: Player::new((third >> SIDE & 3) as usize % MAX_PLAYERS),
            hand: match third >> HAND {
                EMPTY => Hand::Empty,
                tile => Tile::new(tile as usize).map_or(Hand::Covered, Hand::Shown),
            },
        }
    }

    const IMAGES: usize = 1 + Self::OBSERVATION.symmetries.len();

    fn turned(&self, image: usize) -> Self {
        let Some(symmetry) = image.checked_sub(1).and_then(|number| Self::OBSERVATION.symmetries.get(number)) else {
            return *self;
        };
        let turn = |cells: FieldSet| cells.iter().map(|cell| symmetry.image(cell)).collect();
        Self { board: Board::from_sets(self.board.sets().map(turn)), ..*self }
    }
}
