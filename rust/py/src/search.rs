//! `amduat.Searcher` and what it finds.

use crate::action::Action;
use crate::bridge::{OrRaise, bad_argument, number, released, threads, type_name};
use crate::position::Position;
use amduat::search::{AnyRequest, AnySearcher, Limits, Method, Report, Settings};
use amduat::{AnyAction, AnyPosition, Turn};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The most nodes a search can be limited to.
const MAX_NODES: usize = usize::MAX >> 1;

/// The deepest limit.
const MAX_DEPTH: usize = 200;

/// The most memory, in megabytes.
const MAX_MEMORY: usize = 1 << 16;

/// What a search has found out about one action.
#[pyclass(frozen, get_all, module = "amduat")]
#[derive(Clone)]
pub(crate) struct Choice {
    /// The action, or the outcome where chance acts.
    action: Action,
    /// The expected result for each player after it, from -1 to 1.
    values: Vec<f64>,
    /// The best line that begins with it.
    pv: Vec<Action>,
    /// How often it was tried; 0 where the method does not count that.
    visits: u64,
    /// Whether the values follow from the rules alone.
    exact: bool,
    /// If the game is decided, after how many plies it ends.
    plies_to_end: Option<u32>,
}

#[pymethods]
impl Choice {
    fn __repr__(&self) -> String {
        format!("<Choice {} {:?}>", self.action.0, self.values)
    }
}

/// What a search has found.
#[pyclass(frozen, get_all, module = "amduat")]
#[derive(Clone)]
pub(crate) struct SearchResult {
    /// The position that was searched.
    position: Position,
    /// The best action; None where chance acts.
    action: Option<Action>,
    /// The expected result for each player, from -1 to 1.
    values: Vec<f64>,
    /// The best line of play, as far as it is known; it ends where chance acts.
    pv: Vec<Action>,
    /// How deep the search has looked: half-moves without chance, turns with chance, the longest
    /// line of the tree for simulations.
    depth: u32,
    /// How many nodes were visited, or how many simulations made.
    nodes: u64,
    /// How many actions were played in all.
    actions: u64,
    /// How long it took.
    seconds: f64,
    /// Whether the values follow from the rules alone, without any estimate.
    exact: bool,
    /// If the game is decided, after how many plies it ends when the winner hurries and the loser
    /// resists; known without chance only.
    plies_to_end: Option<u32>,
    /// The best actions, the best first, as many as were asked for; all outcomes where chance acts.
    choices: Vec<Choice>,
}

#[pymethods]
impl SearchResult {
    /// The expected result for the player to move (the first player where chance acts).
    #[getter]
    fn value(&self) -> f64 {
        let player = match self.position.0.turn() {
            Turn::Player(player) => player.index(),
            _ => 0,
        };
        self.values.get(player).copied().unwrap_or(0.0)
    }

    /// Nodes, or simulations, per second.
    #[getter]
    fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }

    fn __repr__(&self) -> String {
        let action = self.action.map_or_else(|| "-".to_string(), |action| action.0.to_string());
        let exact = if self.exact { ", exact" } else { "" };
        format!("<SearchResult {action} {:+.3}, depth {}, {} nodes{exact}>", self.value(), self.depth, self.nodes)
    }
}

impl SearchResult {
    fn new(position: AnyPosition, report: Report<AnyAction>) -> Self {
        let players = position.players();
        let line = |line: Vec<AnyAction>| line.into_iter().map(Action).collect();
        let choice = |choice: amduat::search::Choice<AnyAction>| Choice {
            action: Action(choice.action),
            values: choice.values[..players].to_vec(),
            pv: line(choice.line),
            visits: choice.visits,
            exact: choice.exact,
            plies_to_end: choice.plies_to_end,
        };
        Self {
            position: Position(position),
            action: report.action.map(Action),
            values: report.values[..players].to_vec(),
            pv: line(report.line),
            depth: report.depth,
            nodes: report.nodes,
            actions: report.actions,
            seconds: report.elapsed.as_secs_f64(),
            exact: report.exact,
            plies_to_end: report.plies_to_end,
            choices: report.choices.into_iter().map(choice).collect(),
        }
    }
}

/// Searches positions, and keeps what it learns for the next move of the same game.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct Searcher {
    settings: Settings,
    state: Mutex<Option<AnySearcher>>,
    stop: AtomicBool,
}

#[pymethods]
impl Searcher {
    /// A searcher with these settings.
    #[new]
    #[pyo3(signature = (*, method = "auto", threads = None, seed = 0, memory = None, weights = None))]
    fn new(
        py: Python<'_>,
        method: &str,
        threads: Option<&Bound<'_, PyAny>>,
        seed: u64,
        memory: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let known = Method::WORDS.iter().find(|(word, _)| *word == method);
        let method = known.map(|(_, known)| *known).ok_or_else(|| {
            let words: Vec<_> = Method::WORDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            bad_argument(py, "method", method, &format!("expected {}", words.join(", ")))
        })?;
        let threads = self::threads(threads, || 1)?;
        let memory =
            memory.map(|memory| number("memory", memory, 1..=MAX_MEMORY)).transpose()?.map(|memory| memory << 20);
        let mut given = Vec::new();
        for (name, weight) in weights.into_iter().flatten() {
            given.push((name.extract()?, weight.extract()?));
        }
        let settings = Settings { method, threads, seed, memory, weights: given };
        settings.check().or_raise(py)?;
        Ok(Self { settings, state: Mutex::new(None), stop: AtomicBool::new(false) })
    }

    /// Searches a position until a limit is reached; for a second if none is given.
    #[pyo3(signature = (position, *, seconds = None, nodes = None, depth = None, lines = None, played = None, on_info = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seconds: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        lines: Option<&Bound<'_, PyAny>>,
        played: Option<Vec<Bound<'_, Position>>>,
        on_info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        let limits = limits(seconds, nodes, depth)?;
        let lines = lines.map_or(Ok(1), |lines| number("lines", lines, 1..=MAX_NODES))?;
        let played: Vec<_> = played.unwrap_or_default().iter().map(|position| position.get().0).collect();
        let position = position.get().0;
        let on_info = on_info.map(|on_info| on_info.clone().unbind());
        let Ok(mut guard) = self.state.try_lock() else {
            return Err(PyRuntimeError::new_err("this searcher is searching already; use one for each thread"));
        };
        self.stop.store(false, Ordering::Relaxed);
        let mut raised = None;
        let state: &mut Option<AnySearcher> = &mut guard;
        let result = released(py, |poll| {
            let searcher = match state {
                Some(searcher) if searcher.game() == position.info().name => searcher,
                other => other.insert(position.searcher(self.settings.clone())?),
            };
            let mut inform = |report: Report<AnyAction>| {
                let Some(on_info) = on_info.as_ref().filter(|_| raised.is_none()) else { return };
                let called = Python::attach(|py| on_info.call1(py, (SearchResult::new(position, report),)).map(drop));
                if let Err(error) = called {
                    raised = Some(error);
                    self.stop.store(true, Ordering::Relaxed);
                }
            };
            let request = AnyRequest { limits, lines, played: &played, stop: &self.stop };
            searcher.search(&position, &request, poll, &mut inform)
        });
        match raised {
            Some(error) => Err(error),
            None => Ok(SearchResult::new(position, result?)),
        }
    }

    /// Ends a search that another thread has started; it returns what it has found so far.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forgets what earlier searches have found.
    fn forget(&self) -> PyResult<()> {
        match self.state.try_lock() {
            Ok(mut state) => *state = None,
            Err(_) => return Err(PyRuntimeError::new_err("this searcher is searching; stop it first")),
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        let words = Method::WORDS.iter().find(|(_, method)| *method == self.settings.method);
        let (word, threads) = (words.map_or("auto", |(word, _)| word), self.settings.threads);
        format!("amduat.Searcher(method='{word}', threads={threads}, seed={})", self.settings.seed)
    }
}

fn limits(
    seconds: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    let nodes = nodes.map(|nodes| number("nodes", nodes, 1..=MAX_NODES)).transpose()?.map(|nodes| nodes as u64);
    let depth = depth.map(|depth| number("depth", depth, 1..=MAX_DEPTH)).transpose()?.map(|depth| depth as u32);
    let time = match seconds {
        None if nodes.is_none() && depth.is_none() => Some(Duration::from_secs(1)),
        None => None,
        Some(seconds) => {
            let number: f64 = seconds
                .extract()
                .map_err(|_| PyTypeError::new_err(format!("seconds must be a number, not {}", type_name(seconds))))?;
            if number.is_nan() || number < 0.0 {
                return Err(bad_argument(seconds.py(), "seconds", number, "must not be negative"));
            }
            // More than can be counted, and infinity, mean: no limit.
            Duration::try_from_secs_f64(number).ok()
        }
    };
    Ok(Limits { time, nodes, depth })
}

/// What each player can expect at a glance, from -1 to 1; the result when the game is over.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn estimate(position: &Bound<'_, Position>) -> Vec<f64> {
    let position = position.get().0;
    position.estimate()[..position.players()].to_vec()
}

/// The features by which a position is judged, for each player.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn features<'py>(py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let position = position.get().0;
    let named = |features: &amduat::evaluate::Features| {
        let dict = PyDict::new(py);
        for (info, value) in position.weights().iter().zip(features) {
            dict.set_item(info.name, value)?;
        }
        Ok(dict)
    };
    position.features()[..position.players()].iter().map(named).collect()
}

/// The weights of a game's features.
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn weights<'py>(py: Python<'py>, game: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyDict>> {
    let start = AnyPosition::start(&game.to_string_lossy(), []).or_raise(py)?;
    let dict = PyDict::new(py);
    for info in start.weights() {
        // As written in the source: the shortest decimal that stands for the number.
        dict.set_item(info.name, info.default.to_string().parse::<f64>().unwrap_or_default())?;
    }
    Ok(dict)
}
