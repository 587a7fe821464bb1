//! A position: the stones, whose turn it is, what comes next, what was rolled, and the dice.

pub(super) mod dice;

use super::board::WATER;
use crate::field::FieldSet;
use crate::game::Player;
use dice::{Dice, Roll};

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Lower Egypt, brown: player 0.
    Lower,
    /// Upper Egypt, yellow: player 1.
    Upper,
}

impl Side {
    /// Both, in the order of the players.
    pub const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }

    pub(super) const fn player(self) -> Player {
        Player::new(self as usize)
    }

    /// The word of the notation for the stones of this side.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The dice are to be rolled.
    Roll,
    /// A stone is drowning and the rescue field is held: pull or forfeit, before the own part.
    Rescue,
    /// An own stone is to be moved; if one is drowning, onto the rescue field, unless it is
    /// forfeited.
    Own,
    /// The own part has just reached the rescue field: the drowning stone is to be pulled.
    Pull,
    /// One of the opponent's stones is to be moved.
    Other,
    /// The game has ended.
    Over,
}

/// A position of PHARAO.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) stones: [FieldSet; 2],
    pub(super) dice: Dice,
    pub(super) roll: Roll,
    pub(super) side: Side,
    pub(super) phase: Phase,
}

const _: () = assert!(size_of::<Position>() <= 64, "positions are copied at every ply");

impl Position {
    /// `roll` is [`Roll::NONE`] in the phases without one, so that equal positions are equal values.
    pub(super) const fn new(stones: [FieldSet; 2], side: Side, phase: Phase, roll: Roll, dice: Dice) -> Self {
        Self { stones, dice, roll, side, phase }
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> FieldSet {
        self.stones[side as usize]
    }

    /// Whose turn it is, or who has won.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What comes next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// What the dice show, from the roll to the end of the turn.
    pub const fn roll(&self) -> Option<Roll> {
        match self.phase {
            Phase::Roll | Phase::Over => None,
            _ => Some(self.roll),
        }
    }

    /// The dice of both players.
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// Whether a stone of the side to act is drowning, at a moment when one can be.
    #[inline(always)]
    pub(super) fn is_drowning(&self) -> bool {
        self.stones(self.side).contains(WATER)
    }
}
