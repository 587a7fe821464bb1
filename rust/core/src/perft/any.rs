//! Counting from positions of any game.

use super::{Plan, divide, frontier, perft};
use crate::error::Error;
use crate::games::{AnyAction, AnyPosition, Registered, Visitor};

struct Perft<'a>(Plan, &'a mut dyn FnMut() -> bool);

impl Visitor for Perft<'_> {
    type Output = Result<u128, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        perft(position, self.0, self.1)
    }
}

struct Divide<'a>(Plan, &'a mut dyn FnMut() -> bool);

impl Visitor for Divide<'_> {
    type Output = Result<Vec<(AnyAction, u128)>, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        let counts = divide(position, self.0, self.1)?;
        Ok(counts.into_iter().map(|(action, count)| (G::wrap_action(action), count)).collect())
    }
}

struct Frontier<'a>(u32, &'a mut dyn FnMut() -> bool);

impl Visitor for Frontier<'_> {
    type Output = Result<Vec<(AnyPosition, u128)>, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        let positions = frontier(position, self.0, self.1)?;
        Ok(positions.into_iter().map(|(position, lines)| (position.wrap(), lines)).collect())
    }
}

impl AnyPosition {
    /// The number of lines of exactly `depth` plies; see [`perft()`].
    ///
    /// # Errors
    /// As [`perft()`].
    pub fn perft(&self, plan: Plan, poll: &mut dyn FnMut() -> bool) -> Result<u128, Error> {
        self.accept(Perft(plan, poll))
    }

    /// The number of lines that begin with each action; see [`divide`].
    ///
    /// # Errors
    /// As [`divide`].
    pub fn divide(&self, plan: Plan, poll: &mut dyn FnMut() -> bool) -> Result<Vec<(AnyAction, u128)>, Error> {
        self.accept(Divide(plan, poll))
    }

    /// The different positions after exactly so many plies, and how many lines lead to each; see [`frontier()`].
    ///
    /// # Errors
    /// As [`frontier()`].
    pub fn frontier(&self, plies: u32, poll: &mut dyn FnMut() -> bool) -> Result<Vec<(Self, u128)>, Error> {
        self.accept(Frontier(plies, poll))
    }
}
