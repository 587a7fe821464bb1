//! A position: the stones, whose turn it is, the roll if there is one, and the places taken.

pub(super) mod back;
pub(super) mod places;
pub(super) mod stone;

use super::action::Face;
use super::rules::stones::{EACH, Stones};
use crate::game::{Game, Player};
use places::Places;
use stone::Stone;

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndRule {
    /// When all places are taken.
    All,
    /// When the first player has finished.
    First,
}

impl EndRule {
    pub(super) const WORDS: [(&'static str, Self); 2] = [("all", Self::All), ("first", Self::First)];
}

/// A position of URÄUS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) stones: Stones,
    pub(super) players: u8,
    pub(super) side: Player,
    pub(super) die: Option<Face>,
    pub(super) places: Places,
    pub(super) end: EndRule,
}

impl Position {
    pub(super) fn new(
        stones: Stones,
        players: usize,
        side: Player,
        die: Option<Face>,
        places: Places,
        end: EndRule,
    ) -> Self {
        Self { stones, players: players as u8, side, die, places, end }
    }

    /// The three stones of a player, in the order of the notation.
    pub fn stones(&self, player: Player) -> [Stone; EACH] {
        self.stones.of(player)
    }

    /// Whose turn it is; when the game is over, whose turn it would be.
    pub const fn side(&self) -> Player {
        self.side
    }

    /// What was rolled; `None` before the roll.
    pub const fn die(&self) -> Option<Face> {
        self.die
    }

    /// The players who have taken a place, the first first.
    pub fn places(&self) -> &[Player] {
        self.places.as_slice()
    }

    /// When the game ends.
    pub const fn end(&self) -> EndRule {
        self.end
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        match self.end {
            EndRule::All => self.places.len() == self.players(),
            EndRule::First => !self.places.is_empty(),
        }
    }
}
