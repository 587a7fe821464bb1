//! Tiles and pawns, and what lies where.

use super::super::board::{BESIDE, CELLS};
use crate::field::{Field, FieldSet};
use crate::game::Player;

/// How many tiles there are, those left out of the game included.
pub const TILES: u8 = 22;

/// A kind of tile: `+1` to `+4` or `-1` to `-4`, in this order.
///
/// The two low bits of the number are one less than the points without their sign, the third bit
/// is the sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds there are.
    pub const KINDS: usize = 8;

    /// All kinds in ascending order of their number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::KINDS as u8).map(Self)
    }

    /// The kind with this number, if there is one.
    pub const fn new(number: usize) -> Option<Self> {
        if number < Self::KINDS { Some(Self(number as u8)) } else { None }
    }

    /// The number of the kind, below [`KINDS`](Self::KINDS).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the tile adds to a pawn beside it.
    pub const fn points(self) -> i32 {
        let points = (self.0 & 3) as i32 + 1;
        if self.0 & 4 == 0 { points } else { -points }
    }

    /// OSIRIS-R1: how many tiles of this kind there are.
    pub const fn copies(self) -> u8 {
        [2, 6, 2, 1][(self.0 & 3) as usize]
    }
}

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A pawn of this player.
    Pawn(Player),
    /// A tile, face down for people.
    Tile(Tile),
}

impl Piece {
    /// Four bits: a tile has the highest bit and its number, a pawn the next and its player's.
    const fn code(self) -> usize {
        match self {
            Self::Pawn(player) => 4 | player.index() & 3,
            Self::Tile(tile) => 8 | tile.index(),
        }
    }
}

/// What lies where: one set of cells for each bit of the pieces' codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board([FieldSet; 4]);

impl Board {
    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> FieldSet {
        let [_, _, pawns, tiles] = self.0;
        FieldSet::first(CELLS) - (pawns | tiles)
    }

    /// One set of cells for each bit of the codes.
    pub(in super::super) const fn sets(&self) -> [FieldSet; 4] {
        self.0
    }

    /// The board with these sets.
    pub(in super::super) const fn from_sets(sets: [FieldSet; 4]) -> Self {
        Self(sets)
    }

    /// The cells with tiles.
    pub const fn tiles(&self) -> FieldSet {
        self.0[3]
    }

    /// The cells where exactly this piece lies.
    #[inline(always)]
    pub fn cells(&self, piece: Piece) -> FieldSet {
        let code = piece.code();
        let with_bit = |bit: usize| if code >> bit & 1 == 1 { self.0[bit] } else { !self.0[bit] };
        with_bit(0) & with_bit(1) & with_bit(2) & with_bit(3)
    }

    /// How many of this piece lie on the board.
    #[inline(always)]
    pub fn count(&self, piece: Piece) -> u8 {
        self.cells(piece).len() as u8
    }

    /// What lies on a cell, if anything.
    pub fn piece(&self, cell: Field) -> Option<Piece> {
        let bit = |bit: usize| usize::from(self.0[bit].contains(cell)) << bit;
        let code = bit(0) | bit(1) | bit(2) | bit(3);
        match code {
            0..4 => None,
            4..8 => Some(Piece::Pawn(Player::new(code & 3))),
            _ => Tile::new(code & 7).map(Piece::Tile),
        }
    }

    /// Lays a piece on an empty cell.
    #[inline]
    pub fn lay(&mut self, cell: Field, piece: Piece) {
        let code = piece.code() as u64;
        for (bit, cells) in self.0.iter_mut().enumerate() {
            cells.0 |= (code >> bit & 1) << cell.index();
        }
    }

    /// The points of all pawns of a player: for each the sum of the tiles beside it.
    pub fn points(&self, player: Player) -> i32 {
        let [ones, twos, minus, tiles] = self.0;
        // The codes of the tiles hold the points in binary, less the one that every tile has.
        let sum = |cells: FieldSet| (cells.len() + (cells & ones).len() + 2 * (cells & twos).len()) as i32;
        let worth = |pawn: Field| {
            let beside = BESIDE[pawn.index() % CELLS] & tiles;
            sum(beside - minus) - sum(beside & minus)
        };
        self.cells(Piece::Pawn(player)).iter().map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_come_in_their_numbers() {
        let points: Vec<_> = Tile::all().map(Tile::points).collect();
        assert_eq!(points, [1, 2, 3, 4, -1, -2, -3, -4]);
        assert_eq!(Tile::all().map(Tile::copies).sum::<u8>(), TILES);
        assert!(Tile::all().all(|tile| Tile::new(tile.index()) == Some(tile)));
        assert_eq!(Tile::new(Tile::KINDS), None);
    }

    #[test]
    fn pieces_lie_where_they_were_laid() {
        let pawns = (0..4).map(|player| Piece::Pawn(Player::new(player)));
        let pieces: Vec<_> = pawns.chain(Tile::all().map(Piece::Tile)).collect();
        let mut board = Board::default();
        for (number, &piece) in pieces.iter().enumerate() {
            board.lay(Field::wrapping(3 * number), piece);
        }
        for (number, &piece) in pieces.iter().enumerate() {
            assert_eq!(board.cells(piece), Field::wrapping(3 * number).set());
            assert_eq!(board.piece(Field::wrapping(3 * number)), Some(piece));
        }
        assert_eq!(board.empty().len() as usize, CELLS - pieces.len());
        assert!(board.empty().iter().all(|cell| board.piece(cell).is_none()));
        assert_eq!(board.tiles().len() as usize, Tile::KINDS);
    }
}
