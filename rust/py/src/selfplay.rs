//! `amduat.learn.SelfPlay`: games that a function plays against itself.

use crate::bridge::{OrRaise, number, released};
use crate::evaluator::Judge;
use crate::guided::{callable, guidance};
use crate::learn::Written;
use crate::position;
use amduat::AnyPosition;
use amduat::learn::{AnySelfPlay, GameState, SelfPlaySettings};
use amduat::search::Policy;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::{Mutex, MutexGuard};

/// A game that was played against itself: for each decision the observation, how often each action was tried, which
/// are legal, the action taken and who decided; then the results by player, and whether it was cut off.
type Played<'py> = (
    u64,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
    Vec<f64>,
    bool,
);

/// A game as plain values: its number, what was played, the policies and the seed.
type PlainGame = (u64, Vec<u16>, Vec<Policy>, u64);

/// Games that a function plays against itself, many at once.
#[pyclass(frozen, module = "amduat.learn")]
pub(crate) struct SelfPlay {
    start: AnyPosition,
    evaluate: Py<PyAny>,
    games: Mutex<AnySelfPlay>,
}

impl SelfPlay {
    fn lock(&self) -> PyResult<MutexGuard<'_, AnySelfPlay>> {
        self.games.try_lock().map_err(|_| PyRuntimeError::new_err("another thread is using these games"))
    }
}

#[pymethods]
impl SelfPlay {
    /// Games from the start that the options say.
    #[new]
    #[pyo3(signature = (
        game, evaluate, games, simulations, seed, exploration, noise, temperature, cooling, max_plies, **options
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyString>,
        evaluate: &Bound<'_, PyAny>,
        games: &Bound<'_, PyAny>,
        simulations: &Bound<'_, PyAny>,
        seed: u64,
        exploration: Option<f32>,
        noise: Option<f32>,
        temperature: Option<f32>,
        cooling: &Bound<'_, PyAny>,
        max_plies: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let start = position::start(py, game, options)?.any();
        let plies = |name, value: &Bound<'_, PyAny>, least| number(name, value, least..=u32::MAX as usize);
        let settings = SelfPlaySettings {
            games: number("games", games, 1..=SelfPlaySettings::MOST)?,
            simulations: plies("simulations", simulations, 1)? as u32,
            seed,
            guidance: guidance(None, exploration, noise, temperature)?,
            cooling: plies("cooling", cooling, 0)? as u32,
            max_plies: plies("max_plies", max_plies, 1)? as u32,
        };
        let games = Mutex::new(start.self_play(settings).or_raise(py)?);
        Ok(Self { start, evaluate: callable(evaluate)?, games })
    }

    /// Plays on until a game has ended, and returns it.
    fn play<'py>(&self, py: Python<'py>) -> PyResult<Played<'py>> {
        let mut guard = self.lock()?;
        let games = &mut *guard;
        let game = Judge::ask(&self.evaluate, py, &self.start, |judge, poll| games.play(judge, poll))?;
        let (rows, actions) = (game.actions.len(), self.start.info().num_actions);
        let numbers = amduat::games::observation(self.start.info().name).or_raise(py)?.len();
        let observations = PyArray1::from_vec(py, game.observations).reshape([rows, numbers])?;
        let policies = Written::<f32>::new(py, &[rows, actions])?;
        let masks = Written::<bool>::new(py, &[rows, actions])?;
        {
            let (mut shares, mut legal) = (policies.write(py)?, masks.write(py)?);
            let (shares, legal) = (shares.as_slice_mut()?, legal.as_slice_mut()?);
            for (row, policy) in game.policies.iter().enumerate() {
                for &(index, share) in policy {
                    shares[row * actions + usize::from(index)] = share;
                    legal[row * actions + usize::from(index)] = true;
                }
            }
        }
        let returns = game.returns[..self.start.players()].to_vec();
        Ok((
            game.number,
            observations.into_any(),
            policies.0.into_bound(py).into_any(),
            masks.0.into_bound(py).into_any(),
            PyArray1::from_iter(py, game.actions.into_iter().map(i64::from)),
            PyArray1::from_vec(py, game.players),
            returns,
            game.truncated,
        ))
    }

    /// The next number and the running games, as plain values.
    fn state(&self) -> PyResult<(u64, Vec<PlainGame>)> {
        let (next, states) = self.lock()?.state();
        Ok((next, states.into_iter().map(|game| (game.number, game.played, game.policies, game.seed)).collect()))
    }

    /// Goes on from what `state` has returned.
    #[pyo3(signature = (next, games, /))]
    fn restore(&self, py: Python<'_>, next: u64, games: Vec<PlainGame>) -> PyResult<()> {
        let state = |(number, played, policies, seed)| GameState { number, played, policies, seed };
        let states: Vec<_> = games.into_iter().map(state).collect();
        let mut guard = self.lock()?;
        let games = &mut *guard;
        released(py, |_| games.restore(next, &states))
    }
}
