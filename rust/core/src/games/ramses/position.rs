//! A position: the stones, whose turn it is and which part of it comes next.

use super::board::HIEROGLYPHS;
use crate::field::FieldSet;
use crate::game::Player;

/// Stones of each side.
pub const STONES: usize = 4;

/// So many own stones on hieroglyph fields win.
const WINNING: u32 = 3;

/// The two colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Player 0.
    Light,
    /// Player 1.
    Dark,
}

impl Side {
    /// Both, in the order of the players.
    pub const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    pub(super) const fn player(self) -> Player {
        Player::new(self as usize)
    }
}

/// The two parts of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// One of the mover's own stones is moved.
    Own,
    /// One of the opponent's stones is moved, by the same player.
    Other,
}

/// A position of RAMSES.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [FieldSet; 2],
    side: Side,
    part: Part,
    opening: bool,
}

const _: () = assert!(size_of::<Position>() <= 64, "positions are copied at every ply");

impl Position {
    /// A position with these stones, light ones first. Whether it is possible is not checked.
    pub const fn new(stones: [FieldSet; 2], side: Side, part: Part, opening: bool) -> Self {
        Self { stones, side, part, opening }
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> FieldSet {
        self.stones[side as usize]
    }

    /// The stones of both sides.
    pub const fn all(&self) -> FieldSet {
        self.stones[0].union(self.stones[1])
    }

    /// Whose turn it is, in both its parts.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Which part of the turn comes next.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// Whether this is the own part of the first turn, which may not end on a hieroglyph field.
    pub const fn opening(&self) -> bool {
        self.opening
    }

    /// The side whose stones are moved in this part.
    pub(super) const fn moved_side(&self) -> Side {
        match self.part {
            Part::Own => self.side,
            Part::Other => self.side.other(),
        }
    }

    /// The stones that may be moved in this part if they can walk: not the opponent's on hieroglyph fields.
    pub(super) fn movable(&self) -> FieldSet {
        let stones = self.stones(self.moved_side());
        match self.part {
            Part::Own => stones,
            Part::Other => stones - HIEROGLYPHS,
        }
    }

    /// The side with three stones on hieroglyph fields. There are five such fields, so one at most.
    pub(super) fn with_three_on_hieroglyphs(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| wins(self.stones(side)))
    }
}

/// Whether a side with these stones has won.
#[inline(always)]
pub(super) fn wins(stones: FieldSet) -> bool {
    (stones & HIEROGLYPHS).len() >= WINNING
}
