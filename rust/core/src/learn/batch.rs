//! Many games at once: one action in each of them, one call for all.

use super::arrays::{Arrays, Widths};
use super::row::{self, Course, Row, RowState};
use crate::count::Count;
use crate::error::{Error, ParseError};
use crate::game::{GameAction, Turn};
use crate::observe::Observe;
use crate::run::{self, Team};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What stands for the player to move in a game that has ended.
pub const OVER: i32 = -4;

/// When a game that has ended gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Autoreset {
    /// In the step that ends it; its last observation is kept in an array of its own.
    #[default]
    SameStep,
    /// In the step after, whose action is passed over.
    NextStep,
    /// When the caller says so; until then actions are passed over.
    Disabled,
}

impl Autoreset {
    /// The names of the ways.
    pub const WORDS: [(&'static str, Self); 3] =
        [("same_step", Self::SameStep), ("next_step", Self::NextStep), ("disabled", Self::Disabled)];
}

/// How the games of a batch are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchSettings {
    /// How many games.
    pub size: usize,
    /// The seed of all dice and of actions at random.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// When new games begin.
    pub autoreset: Autoreset,
    /// A game of so many plies is cut off.
    pub max_plies: u32,
}

impl BatchSettings {
    /// The most games.
    pub const MOST: usize = 1 << 22;
}

/// Many games from the same start.
pub struct Batch<G: Count> {
    rows: Vec<Row<G>>,
    course: Course<G>,
    widths: Widths,
    team: Team,
}

impl<G: Count + Observe> Batch<G> {
    /// Games from this start. Before anything else [`begin`](Self::begin) is called with the arrays, which hold zeros.
    ///
    /// # Errors
    /// A size or a number of threads out of range, or a start at which the game is over.
    pub fn new(start: &G, settings: BatchSettings) -> Result<Self, Error> {
        run::check_threads(settings.threads)?;
        let BatchSettings { size, seed, threads, autoreset, max_plies } = settings;
        for (field, value, most) in [("size", size, BatchSettings::MOST), ("max_plies", max_plies as usize, usize::MAX)]
        {
            if value == 0 || value > most {
                return Err(Error::Argument(ParseError::new(field, value, format!("must be from 1 to {most}"))));
            }
        }
        running(start, "start")?;
        let widths =
            Widths { observation: G::OBSERVATION.len(), actions: G::INFO.num_actions, players: start.players() };
        let course = Course {
            start: *start,
            max_plies,
            same_step: autoreset == Autoreset::SameStep,
            next_step: autoreset == Autoreset::NextStep,
        };
        let rows = (0..size as u64).map(|number| Row::new(*start, seed, number)).collect();
        Ok(Self { rows, course, widths, team: Team::new(threads.min(size)) })
    }

    /// Does the same work with portions of the rows on all threads.
    fn on_rows<T: Send>(
        &mut self,
        arrays: T,
        split: impl Fn(T, usize) -> (T, T),
        work: impl Fn(usize, &mut [Row<G>], T, &Course<G>) + Sync,
    ) {
        let threads = self.team.threads();
        if threads == 1 {
            return work(0, &mut self.rows, arrays, &self.course);
        }
        let each = self.rows.len().div_ceil(threads);
        let (mut portions, mut rest, mut first) = (Vec::with_capacity(threads), Some(arrays), 0);
        for rows in self.rows.chunks_mut(each) {
            let Some(all) = rest.take() else { break };
            let (own, others) = split(all, rows.len());
            rest = Some(others);
            let count = rows.len();
            portions.push(Mutex::new(Some((first, rows, own))));
            first += count;
        }
        let course = &self.course;
        self.team.run(&|number| {
            let portion =
                portions.get(number).map(|portion| portion.lock().unwrap_or_else(PoisonError::into_inner).take());
            if let Some((first, rows, own)) = portion.flatten() {
                work(first, rows, own, course);
            }
        });
    }

    /// Refuses arrays that do not have a row for each game.
    fn check(&self, arrays: &Arrays<'_>) -> Result<(), Error> {
        if arrays.fit(self.rows.len(), self.widths) {
            return Ok(());
        }
        let reason = format!("do not have {} rows of the right length", self.rows.len());
        Err(Error::Argument(ParseError::new("arrays", self.rows.len(), reason)))
    }

    /// Begins all games anew and writes everything.
    ///
    /// # Errors
    /// Arrays of the wrong size.
    pub fn begin(&mut self, arrays: Arrays<'_>) -> Result<(), Error> {
        self.check(&arrays)?;
        let widths = self.widths;
        self.on_rows(
            arrays,
            |arrays, rows| arrays.split(rows, widths),
            |_, rows, mut arrays, course| {
                for (number, row) in rows.iter_mut().enumerate() {
                    row.begin(course.start);
                    row.refresh(&mut arrays.row(number, widths));
                }
            },
        );
        Ok(())
    }

    /// Begins the games of these rows anew.
    ///
    /// # Errors
    /// Arrays of the wrong size, or a row that there is not.
    pub fn reset(&mut self, rows: &[usize], mut arrays: Arrays<'_>) -> Result<(), Error> {
        self.check(&arrays)?;
        rows.iter().try_for_each(|&row| self.existing(row))?;
        for &row in rows {
            self.rows[row].begin(self.course.start);
            self.rows[row].refresh(&mut arrays.row(row, self.widths));
        }
        Ok(())
    }

    /// Plays one action in every row, given by its index, lets chance act, and writes what has changed. In rows whose
    /// game has ended the action is passed over.
    ///
    /// # Errors
    /// Arrays of the wrong size; an action that is not legal, with its row. Nothing has changed then.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Error> {
        self.check(&arrays)?;
        if actions.len() != self.rows.len() {
            let reason = format!("expected {} actions, one for each row", self.rows.len());
            return Err(Error::Argument(ParseError::new("actions", actions.len(), reason)));
        }
        // All are looked at before the first is played.
        let wrong = AtomicUsize::new(usize::MAX);
        self.on_rows(actions, <[i64]>::split_at, |first, rows, actions, _| {
            let is_wrong = |(row, &action): (&Row<G>, &i64)| {
                let legal = u16::try_from(action).is_ok_and(|action| row.legal.binary_search(&action).is_ok());
                !legal && !row.ended
            };
            if let Some(number) = rows.iter().zip(actions).position(is_wrong) {
                wrong.fetch_min(first + number, Ordering::Relaxed);
            }
        });
        let number = wrong.into_inner();
        if let Some(row) = self.rows.get(number) {
            return Err(illegal(&row.position, number, actions[number]));
        }
        let widths = self.widths;
        self.on_rows(
            arrays,
            |arrays, rows| arrays.split(rows, widths),
            |first, rows, mut arrays, course| {
                row::step_all(rows, &actions[first..], course, &mut arrays, widths);
            },
        );
        Ok(())
    }

    /// A legal action at random for each row, by its index; −1 where the game has ended.
    pub fn random_actions(&mut self, actions: &mut [i64]) {
        let fits = actions.len() == self.rows.len();
        if fits {
            self.on_rows(actions, <[i64]>::split_at_mut, |_, rows, actions, _| {
                actions.iter_mut().zip(rows).for_each(|(action, row)| *action = row.choose());
            });
        }
    }

    /// Calls `visit` with the indices of the legal actions of each row.
    pub fn each_legal(&self, mut visit: impl FnMut(&[u16])) {
        self.rows.iter().for_each(|row| visit(&row.legal));
    }

    /// Where the games stand.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        self.rows.iter().map(|row| &row.position)
    }

    /// Goes on from another position in a row, after whatever chance does there first.
    ///
    /// # Errors
    /// Arrays of the wrong size, a row that there is not, a game that is over, or another number of players.
    pub fn set(&mut self, row: usize, position: &G, mut arrays: Arrays<'_>) -> Result<(), Error> {
        self.check(&arrays)?;
        self.existing(row)?;
        self.fitting(position)?;
        running(position, "position")?;
        self.rows[row].begin(*position);
        self.rows[row].refresh(&mut arrays.row(row, self.widths));
        Ok(())
    }

    /// What is needed to go on later.
    pub fn state(&self) -> Vec<RowState<G>> {
        self.rows.iter().map(Row::state).collect()
    }

    /// Goes on from such states, one for each row.
    ///
    /// # Errors
    /// Arrays of the wrong size, another number of rows, another number of players, or a position that waits for chance.
    pub fn restore(&mut self, states: &[RowState<G>], mut arrays: Arrays<'_>) -> Result<(), Error> {
        self.check(&arrays)?;
        if states.len() != self.rows.len() {
            let reason = format!("expected {} rows", self.rows.len());
            return Err(Error::Argument(ParseError::new("state", states.len(), reason)));
        }
        for state in states {
            self.fitting(&state.position)?;
            if state.position.turn() == Turn::Chance {
                let reason = "waits for chance, which a row never does";
                return Err(Error::Argument(ParseError::new("state", state.position, reason)));
            }
        }
        for (number, (row, state)) in self.rows.iter_mut().zip(states).enumerate() {
            row.restore(state);
            row.refresh(&mut arrays.row(number, self.widths));
        }
        Ok(())
    }

    fn existing(&self, row: usize) -> Result<(), Error> {
        if row < self.rows.len() {
            return Ok(());
        }
        Err(Error::Argument(ParseError::new("row", row, format!("the rows are 0 to {}", self.rows.len() - 1))))
    }

    fn fitting(&self, position: &G) -> Result<(), Error> {
        if position.players() == self.widths.players {
            return Ok(());
        }
        let reason = format!("is played by {}, the batch by {}", position.players(), self.widths.players);
        Err(Error::Argument(ParseError::new("position", position, reason)))
    }
}

fn running<G: Count>(position: &G, field: &'static str) -> Result<(), Error> {
    if position.turn() == Turn::Over {
        return Err(Error::Argument(ParseError::new(field, position, "the game is over")));
    }
    Ok(())
}

/// Why an index is refused in a row.
#[cold]
fn illegal<G: Count>(position: &G, row: usize, index: i64) -> Error {
    let action = usize::try_from(index).ok().and_then(G::Action::from_index);
    let Some(action) = action else {
        let reason = format!("in row {row}: no action has this index; they are below {}", G::INFO.num_actions);
        return Error::Action(G::INFO.name, ParseError::new("actions", index, reason));
    };
    let reason = position.refusal(action).unwrap_or_else(|| "is not legal".to_string());
    let reason = format!("in row {row}, {action}: {reason}");
    Error::Illegal(G::INFO.name, ParseError::new("actions", index, reason))
}
