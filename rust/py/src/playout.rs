//! Random games.

use crate::bridge::{bad_argument, number, released, threads};
use crate::position::Position;
use amduat::MAX_PLAYERS;
use amduat::playout::DEFAULT_MAX_PLIES;
use pyo3::prelude::*;

/// What [`Playouts`] is made from, and taken apart to when it travels.
type Parts = (u64, u64, u64, Vec<f64>, Vec<u64>);

/// What came out of many random games.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct Playouts {
    players: usize,
    sums: amduat::playout::Playouts,
}

impl Playouts {
    fn finished(&self) -> u64 {
        self.sums.games - self.sums.unfinished
    }
}

#[pymethods]
impl Playouts {
    /// From sums: all games, those given up, all actions, and for each player returns and wins.
    #[new]
    #[pyo3(signature = (games, unfinished, plies, returns, wins))]
    #[allow(clippy::needless_pass_by_value, reason = "arguments of Python are made anew")]
    fn new(
        py: Python<'_>,
        games: u64,
        unfinished: u64,
        plies: u64,
        returns: Vec<f64>,
        wins: Vec<u64>,
    ) -> PyResult<Self> {
        let players = returns.len();
        if players > MAX_PLAYERS {
            return Err(bad_argument(py, "returns", players, &format!("there are at most {MAX_PLAYERS} players")));
        }
        if wins.len() != players {
            return Err(bad_argument(py, "wins", wins.len(), &format!("must be as many as returns, {players}")));
        }
        if unfinished > games {
            return Err(bad_argument(py, "unfinished", unfinished, &format!("must be from 0 to {games}")));
        }
        let mut sums = amduat::playout::Playouts { games, unfinished, plies, ..Default::default() };
        sums.returns[..players].copy_from_slice(&returns);
        sums.wins[..players].copy_from_slice(&wins);
        Ok(Self { players, sums })
    }

    /// What came out of both together.
    fn __add__(&self, other: &Bound<'_, Self>) -> PyResult<Self> {
        let other = other.get();
        if self.players != other.players {
            let reason = format!("must be as many as in the other games, {}", self.players);
            return Python::attach(|py| Err(bad_argument(py, "players", other.players, &reason)));
        }
        let mut sums = self.sums;
        sums.add(&other.sums);
        Ok(Self { players: self.players, sums })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, Parts) {
        let returns = self.sums.returns[..self.players].to_vec();
        let parts = (self.sums.games, self.sums.unfinished, self.sums.plies, returns, self.wins());
        (py.get_type::<Self>().into_any(), parts)
    }

    /// How many games were played.
    #[getter]
    fn games(&self) -> u64 {
        self.sums.games
    }

    /// How many of them were given up for their length.
    #[getter]
    fn unfinished(&self) -> u64 {
        self.sums.unfinished
    }

    /// How many actions were taken in all, chance outcomes included.
    #[getter]
    fn plies(&self) -> u64 {
        self.sums.plies
    }

    /// How many actions a game had on average.
    #[getter]
    fn mean_length(&self) -> f64 {
        self.sums.plies as f64 / self.sums.games.max(1) as f64
    }

    /// The mean result of each player over the finished games.
    #[getter]
    fn values(&self) -> Vec<f64> {
        let games = self.finished().max(1) as f64;
        self.sums.returns[..self.players].iter().map(|sum| sum / games).collect()
    }

    /// In how many games each player did best, alone or with others.
    #[getter]
    fn wins(&self) -> Vec<u64> {
        self.sums.wins[..self.players].to_vec()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Playouts: {} games, mean length {:.1}, wins {:?}, unfinished {}>",
            self.sums.games,
            self.mean_length(),
            self.wins(),
            self.sums.unfinished
        )
    }
}

/// Plays random games from a position on: players take any legal action with equal chance.
///
/// The games depend on the seed and their numbers alone, not on the number of threads; `first` is the number of the
/// first one. A game of more than `max_plies` actions is given up.
#[pyfunction]
#[pyo3(
    signature = (position, games, seed, threads = None, max_plies = None, first = None),
    text_signature = "(position, games, seed, threads=1, max_plies=100000, first=0)"
)]
pub(crate) fn playouts(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    max_plies: Option<&Bound<'_, PyAny>>,
    first: Option<&Bound<'_, PyAny>>,
) -> PyResult<Playouts> {
    let games = number("games", games, 0..=usize::MAX >> 1)? as u64;
    let first = first.map_or(Ok(0), |first| number("first", first, 0..=usize::MAX >> 1))? as u64;
    let seed = number("seed", seed, 0..=usize::MAX)? as u64;
    let threads = self::threads(threads, || 1)?;
    let max_plies = max_plies
        .map_or(Ok(DEFAULT_MAX_PLIES as usize), |plies| number("max_plies", plies, 1..=u32::MAX as usize))?
        as u32;
    let position = position.get().any();
    let sums = released(py, |poll| position.playouts(first..first + games, seed, max_plies, threads, poll))?;
    Ok(Playouts { players: position.players(), sums })
}
