//! The two dice of a player and what they show.

use std::fmt;

/// How many faces a die has.
pub(super) const FACES: usize = 6;

/// The highest number a face can show.
pub(super) const HIGHEST: usize = 9;

/// A die: six faces from 0 to 9 in ascending order, each as likely as the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die([u8; FACES]);

impl Die {
    /// A die with these faces, put in order; `None` if one is above 9.
    pub fn new(mut faces: [u8; 6]) -> Option<Self> {
        faces.sort_unstable();
        (usize::from(faces[FACES - 1]) <= HIGHEST).then_some(Self(faces))
    }

    /// The faces in ascending order.
    pub const fn faces(&self) -> &[u8; 6] {
        &self.0
    }

    /// The numbers the die can show, ascending, each once.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = u8> + '_ {
        // The faces are in order, so equal ones are side by side.
        self.0.iter().enumerate().filter(|&(i, face)| i == 0 || self.0[i - 1] != *face).map(|(_, &face)| face)
    }

    /// How many faces show this number.
    pub fn weight(&self, number: u8) -> u32 {
        self.0.iter().map(|&face| u32::from(face == number)).sum()
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_list(f, self.0)
    }
}

/// The dice of a game; both players have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    /// Says how far an own stone moves.
    pub own: Die,
    /// Says how far one of the opponent's stones moves.
    pub other: Die,
}

impl Dice {
    /// The dice of the game, unless the options say otherwise (PHARAO-R1).
    pub const DEFAULT: Self = Self { own: Die([0, 0, 1, 2, 3, 4]), other: Die([0, 0, 1, 1, 2, 2]) };
}

/// What both dice show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Roll {
    /// Steps for an own stone.
    pub own: u8,
    /// Steps for one of the opponent's stones.
    pub other: u8,
}

impl Roll {
    /// Stands for nothing rolled.
    pub(super) const NONE: Self = Self { own: 0, other: 0 };
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.own, self.other)
    }
}
