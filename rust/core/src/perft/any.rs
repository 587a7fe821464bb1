//! Counting from positions of any game.

use super::{Plan, Ply, distinct, divide, divide_merged, frontier, merged, perft};
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
        Ok(wrapped::<G>(divide(position, self.0, self.1)?))
    }
}

fn wrapped<G: Registered>(counts: Vec<(G::Action, u128)>) -> Vec<(AnyAction, u128)> {
    counts.into_iter().map(|(action, count)| (G::wrap_action(action), count)).collect()
}

struct Merged<'a>(Plan, usize, &'a mut dyn FnMut() -> bool);

impl Visitor for Merged<'_> {
    type Output = Result<u128, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        merged(position, self.0, self.1, self.2)
    }
}

struct DivideMerged<'a>(Plan, usize, &'a mut dyn FnMut() -> bool);

impl Visitor for DivideMerged<'_> {
    type Output = Result<Vec<(AnyAction, u128)>, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        Ok(wrapped::<G>(divide_merged(position, self.0, self.1, self.2)?))
    }
}

struct CountDistinct<'a>(Plan, usize, &'a mut dyn FnMut() -> bool);

impl Visitor for CountDistinct<'_> {
    type Output = Result<Vec<Ply>, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        distinct(position, self.0, self.1, self.2)
    }
}

struct WholeFrontier<'a>(u32, &'a mut dyn FnMut() -> bool);

impl Visitor for WholeFrontier<'_> {
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

    /// The number of lines, found by merging within so many MiB; see [`merged()`].
    ///
    /// # Errors
    /// As [`merged()`].
    pub fn perft_merged(&self, plan: Plan, memory: usize, poll: &mut dyn FnMut() -> bool) -> Result<u128, Error> {
        self.accept(Merged(plan, memory, poll))
    }

    /// The number of lines that begin with each action, found by merging; see [`divide_merged`].
    ///
    /// # Errors
    /// As [`divide_merged`].
    pub fn divide_merged(
        &self,
        plan: Plan,
        memory: usize,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<(AnyAction, u128)>, Error> {
        self.accept(DivideMerged(plan, memory, poll))
    }

    /// How many different positions there are after each number of plies; see [`distinct()`].
    ///
    /// # Errors
    /// As [`distinct()`].
    pub fn distinct(&self, plan: Plan, memory: usize, poll: &mut dyn FnMut() -> bool) -> Result<Vec<Ply>, Error> {
        self.accept(CountDistinct(plan, memory, poll))
    }

    /// The different positions after exactly so many plies, and how many lines lead to each; see [`frontier()`].
    ///
    /// # Errors
    /// As [`frontier()`].
    pub fn frontier(&self, plies: u32, poll: &mut dyn FnMut() -> bool) -> Result<Vec<(Self, u128)>, Error> {
        self.accept(WholeFrontier(plies, poll))
    }
}
