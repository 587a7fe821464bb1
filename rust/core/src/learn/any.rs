//! Batches of any game.

use super::arrays::Arrays;
use super::batch::{Batch, BatchSettings};
use super::row::RowState;
use crate::error::{Error, ParseError};
use crate::games::{AnyPosition, Registered, Visitor};

/// A batch of one game that takes positions of any.
pub type AnyBatch = Box<dyn Rows>;

/// What plays many games at once, whichever game that is. See [`Batch`], whose methods these are.
#[allow(clippy::missing_errors_doc, reason = "they are those of the batch")]
pub trait Rows: Send {
    /// Begins all games anew and writes everything.
    fn begin(&mut self, arrays: Arrays<'_>) -> Result<(), Error>;

    /// Begins the games of these rows anew.
    fn reset(&mut self, rows: &[usize], arrays: Arrays<'_>) -> Result<(), Error>;

    /// Plays one action in every row.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Error>;

    /// A legal action at random for each row.
    fn random_actions(&mut self, actions: &mut [i64]);

    /// Where the legal actions of each row begin among those of all, with their number at the end; and these, by index.
    fn legal(&self) -> (Vec<i64>, Vec<i64>);

    /// Where the games stand.
    fn positions(&self) -> Vec<AnyPosition>;

    /// Goes on from another position in a row.
    fn set(&mut self, row: usize, position: &AnyPosition, arrays: Arrays<'_>) -> Result<(), Error>;

    /// What is needed to go on later.
    fn state(&self) -> Vec<RowState<AnyPosition>>;

    /// Goes on from such states.
    fn restore(&mut self, states: &[RowState<AnyPosition>], arrays: Arrays<'_>) -> Result<(), Error>;
}

/// The position in its own type.
fn own<G: Registered>(position: &AnyPosition) -> Result<&G, Error> {
    G::unwrap(position).ok_or_else(|| {
        let reason = format!("is not a position of {}", G::INFO.name);
        Error::Argument(ParseError::new("position", position, reason))
    })
}

impl<G: Registered> Rows for Batch<G> {
    fn begin(&mut self, arrays: Arrays<'_>) -> Result<(), Error> {
        self.begin(arrays)
    }

    fn reset(&mut self, rows: &[usize], arrays: Arrays<'_>) -> Result<(), Error> {
        self.reset(rows, arrays)
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Error> {
        self.step(actions, arrays)
    }

    fn random_actions(&mut self, actions: &mut [i64]) {
        self.random_actions(actions);
    }

    fn legal(&self) -> (Vec<i64>, Vec<i64>) {
        let (mut offsets, mut indices) = (vec![0], Vec::new());
        self.each_legal(|legal| {
            indices.extend(legal.iter().copied().map(i64::from));
            offsets.push(indices.len() as i64);
        });
        (offsets, indices)
    }

    fn positions(&self) -> Vec<AnyPosition> {
        self.positions().map(|position| position.wrap()).collect()
    }

    fn set(&mut self, row: usize, position: &AnyPosition, arrays: Arrays<'_>) -> Result<(), Error> {
        self.set(row, own(position)?, arrays)
    }

    fn state(&self) -> Vec<RowState<AnyPosition>> {
        let any = |state: RowState<G>| RowState {
            position: state.position.wrap(),
            seeds: state.seeds,
            plies: state.plies,
            ended: state.ended,
        };
        self.state().into_iter().map(any).collect()
    }

    fn restore(&mut self, states: &[RowState<AnyPosition>], arrays: Arrays<'_>) -> Result<(), Error> {
        let own = |state: &RowState<AnyPosition>| {
            let position = *own(&state.position)?;
            Ok(RowState { position, seeds: state.seeds, plies: state.plies, ended: state.ended })
        };
        let states: Result<Vec<_>, Error> = states.iter().map(own).collect();
        self.restore(&states?, arrays)
    }
}

struct NewBatch(BatchSettings);

impl Visitor for NewBatch {
    type Output = Result<AnyBatch, Error>;

    fn visit<G: Registered>(self, start: &G) -> Self::Output {
        Ok(Box::new(Batch::new(start, self.0)?))
    }
}

impl AnyPosition {
    /// Many games from here on; see [`Batch::new`].
    ///
    /// # Errors
    /// As [`Batch::new`].
    pub fn batch(&self, settings: BatchSettings) -> Result<AnyBatch, Error> {
        self.accept(NewBatch(settings))
    }
}
