//! The two dice of a player and what they show.

use std::fmt;

/// How many faces a die has.
pub(in super::super) const FACES: usize = 6;

/// The highest number a face can show.
pub(in super::super) const HIGHEST: usize = 9;

/// A die: six faces from 0 to 9 in ascending order, each as likely as the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die {
    faces: [u8; FACES],
    /// The numbers on the faces, one bit each.
    numbers: u16,
}

impl Die {
    /// A die with these faces, put in order; `None` if one is above 9.
    pub fn new(mut faces: [u8; 6]) -> Option<Self> {
        faces.sort_unstable();
        (usize::from(faces[FACES - 1]) <= HIGHEST).then(|| Self::with_ascending(faces))
    }

    const fn with_ascending(faces: [u8; FACES]) -> Self {
        let (mut numbers, mut i) = (0, 0);
        while i < FACES {
            numbers |= 1 << faces[i];
            i += 1;
        }
        Self { faces, numbers }
    }

    /// The faces in ascending order.
    pub const fn faces(&self) -> &[u8; 6] {
        &self.faces
    }

    /// The numbers the die can show, ascending, each once.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        let mut rest = self.numbers;
        std::iter::from_fn(move || {
            let number = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(number)
        })
    }

    /// How many different numbers the die can show.
    #[inline]
    pub(in super::super) const fn count(&self) -> u32 {
        self.numbers.count_ones()
    }

    /// The highest number.
    #[inline]
    pub(in super::super) const fn highest(&self) -> u32 {
        self.faces[FACES - 1] as u32
    }

    /// How many faces show this number.
    pub fn weight(&self, number: u8) -> u32 {
        self.faces.iter().map(|&face| u32::from(face == number)).sum()
    }

    /// The mean of what the numbers are worth, over all faces.
    pub(in super::super) fn mean(&self, worth: impl Fn(u8) -> f32) -> f32 {
        self.numbers().map(|number| self.weight(number) as f32 * worth(number)).sum::<f32>() / FACES as f32
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_list(f, self.faces)
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
    pub const DEFAULT: Self =
        Self { own: Die::with_ascending([0, 0, 1, 2, 3, 4]), other: Die::with_ascending([0, 0, 1, 1, 2, 2]) };

    /// What the dice show in one of the 36 ways they can fall, which are counted by the number of the own die and
    /// then by that of the other.
    #[inline]
    pub(in super::super) fn pair(&self, way: u32) -> (u8, u8) {
        let face = |die: &Die, number: u32| die.faces[number as usize % FACES];
        let own = face(&self.own, way / FACES as u32);
        let lower: u32 = self.own.faces.iter().map(|&face| u32::from(face < own)).sum();
        let left = way.saturating_sub(lower * FACES as u32);
        (own, face(&self.other, left / self.own.weight(own).max(1)))
    }

    /// How many different rolls there are.
    #[inline]
    pub(in super::super) const fn rolls(&self) -> u64 {
        (self.own.count() * self.other.count()) as u64
    }
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
    pub(in super::super) const NONE: Self = Self { own: 0, other: 0 };
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.own, self.other)
    }
}
