//! `amduat.Searcher` and what it finds.

use crate::action::Action;
use crate::bridge::{OrRaise, bad_argument, number, released, threads, type_name};
use crate::evaluator::Judge;
use crate::pharao::LookedUp;
use crate::position::Position;
use crate::solve::Solution;
use amduat::search::{AnyGuided, AnySearcher, Guidance, Limits, Method, Policy, Report, Request, Settings};
use amduat::{AnyAction, AnyPosition, Turn};
use amduat_solve::ramses::PerfectPlay;
use numpy::{PyArray1, PyArrayMethods};
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
#[pyclass(frozen, module = "amduat")]
pub(crate) struct Choice {
    players: usize,
    found: amduat::search::Choice<AnyAction>,
}

#[pymethods]
impl Choice {
    /// The action, or the outcome where chance acts.
    #[getter]
    fn action(&self) -> Action {
        Action(self.found.action)
    }

    /// The expected result for each player after it, from -1 to 1.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.found.values[..self.players].to_vec()
    }

    /// The best line that begins with it.
    #[getter]
    fn pv(&self) -> Vec<Action> {
        self.found.pv.iter().copied().map(Action).collect()
    }

    /// How often it was tried; 0 where the method does not count that.
    #[getter]
    fn visits(&self) -> u64 {
        self.found.visits
    }

    /// Whether the values follow from the rules, or from tables of solved positions, without any estimate.
    #[getter]
    fn exact(&self) -> bool {
        self.found.exact
    }

    /// If the game is decided, after how many plies it ends.
    #[getter]
    fn plies_to_end(&self) -> Option<u32> {
        self.found.plies_to_end
    }

    fn __repr__(&self) -> String {
        format!("<Choice {} {:?}>", self.found.action, self.values())
    }
}

/// What a search has found.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct SearchResult {
    position: AnyPosition,
    report: Report<AnyAction>,
    /// How often each action was tried, as shares by index; known with an evaluator only.
    policy: Option<Policy>,
}

#[pymethods]
impl SearchResult {
    /// The position that was searched.
    #[getter]
    fn position(&self) -> Position {
        Position(self.position)
    }

    /// The best action; None where chance acts.
    #[getter]
    fn action(&self) -> Option<Action> {
        self.report.action.map(Action)
    }

    /// The expected result for the player to move (the first player where chance acts).
    #[getter]
    fn value(&self) -> f64 {
        let player = match self.position.turn() {
            Turn::Player(player) => player.index(),
            _ => 0,
        };
        self.report.values[player]
    }

    /// The expected result for each player, from -1 to 1.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.report.values[..self.position.players()].to_vec()
    }

    /// The best line of play, as far as it is known; it ends where chance acts.
    #[getter]
    fn pv(&self) -> Vec<Action> {
        self.report.pv.iter().copied().map(Action).collect()
    }

    /// How deep the search has looked: half-moves without chance, turns with chance, the longest
    /// line of the tree for simulations.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// How many nodes were visited, or how many simulations made.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// How many actions were played in all.
    #[getter]
    fn plies(&self) -> u64 {
        self.report.plies
    }

    /// How many positions were looked up in tables.
    #[getter]
    fn table_hits(&self) -> u64 {
        self.report.table_hits
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.elapsed.as_secs_f64()
    }

    /// Nodes, or simulations, per second.
    #[getter]
    fn nodes_per_second(&self) -> f64 {
        self.report.speed()
    }

    /// Whether the values follow from the rules, or from tables of solved positions, without any estimate.
    #[getter]
    fn exact(&self) -> bool {
        self.report.exact
    }

    /// If the game is decided, after how many plies it ends when the winner hurries and the loser
    /// resists; known without chance only. Perfect play knows it in the last turn, before that turns
    /// only: see `amduat.ramses.value`.
    #[getter]
    fn plies_to_end(&self) -> Option<u32> {
        self.report.plies_to_end
    }

    /// The best actions, the best first, as many as were asked for; all outcomes where chance acts.
    #[getter]
    fn choices(&self) -> Vec<Choice> {
        let players = self.position.players();
        self.report.choices.iter().map(|found| Choice { players, found: found.clone() }).collect()
    }

    /// How often each action was tried, as shares that add up to 1, by the index of the action: float32 of shape
    /// `(num_actions,)`. A proven win takes all, a proven loss nothing. None without `evaluate`.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<f32>>>> {
        let Some(policy) = &self.policy else { return Ok(None) };
        let shares = PyArray1::zeros(py, self.position.info().num_actions, false);
        let mut written = shares.readwrite();
        for &(index, share) in policy {
            written.as_slice_mut()?[usize::from(index)] = share;
        }
        drop(written);
        Ok(Some(shares))
    }

    fn __repr__(&self) -> String {
        let action = self.report.action.map_or_else(|| "-".to_string(), |action| action.to_string());
        let exact = if self.report.exact { ", exact" } else { "" };
        let (depth, nodes) = (self.report.depth, self.report.nodes);
        format!("<SearchResult {action} {:+.3}, depth {depth}, {nodes} nodes{exact}>", self.value())
    }
}

/// Searches positions, and keeps what it learns for the next move of the same game.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct Searcher {
    settings: Settings,
    /// Whether games are looked up that are solved; the method of the settings does not matter then.
    perfect: bool,
    tables: LookedUp,
    state: Mutex<Option<AnySearcher>>,
    guide: Option<Guide>,
    stop: AtomicBool,
}

/// A function that guides the search, and what was found with it.
struct Guide {
    evaluate: Py<PyAny>,
    guidance: Guidance,
    state: Mutex<Option<AnyGuided>>,
}

/// The method that looks games up.
const PERFECT: &str = "perfect";

/// Clears a request to stop when the search that it was for ends, in whatever way.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[pymethods]
impl Searcher {
    /// A searcher with these settings.
    #[new]
    #[pyo3(signature = (
        *, method = "auto", threads = None, seed = 0, memory = None, weights = None, tables = None,
        evaluate = None, batch = None, exploration = None, noise = None, temperature = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        method: &str,
        threads: Option<&Bound<'_, PyAny>>,
        seed: u64,
        memory: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyDict>>,
        tables: Option<&Bound<'_, PyAny>>,
        evaluate: Option<&Bound<'_, PyAny>>,
        batch: Option<&Bound<'_, PyAny>>,
        exploration: Option<f32>,
        noise: Option<f32>,
        temperature: Option<f32>,
    ) -> PyResult<Self> {
        let guidance = guidance(batch, exploration, noise, temperature)?;
        let alone = [
            (method != "auto", "method"),
            (weights.is_some(), "weights"),
            (tables.is_some(), "tables"),
            (threads.is_some_and(|threads| threads.extract::<usize>().is_ok_and(|threads| threads > 1)), "threads"),
        ];
        if evaluate.is_some()
            && let Some((_, field)) = alone.iter().find(|(given, _)| *given)
        {
            return Err(bad_argument(py, "evaluate", *field, "is not used with it; one thread asks the function"));
        }
        let lonely = [(batch.is_some(), "batch"), (exploration.is_some(), "exploration"), (noise.is_some(), "noise")];
        let lonely = lonely.into_iter().chain([(temperature.is_some(), "temperature")]);
        if evaluate.is_none()
            && let Some((_, field)) = lonely.into_iter().find(|(given, _)| *given)
        {
            return Err(bad_argument(py, field, "", "is used with `evaluate` only"));
        }
        let perfect = method == PERFECT;
        let known = Method::WORDS.iter().find(|(word, _)| *word == method).map(|(_, known)| *known);
        let method = known.or(perfect.then(Method::default)).ok_or_else(|| {
            let words: Vec<_> = Method::WORDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            bad_argument(py, "method", method, &format!("expected {}, `{PERFECT}`", words.join(", ")))
        })?;
        let threads = self::threads(threads, || 1)?;
        let memory =
            memory.map(|memory| number("memory", memory, 1..=MAX_MEMORY)).transpose()?.map(|memory| memory << 20);
        let mut given = Vec::new();
        for (name, weight) in weights.into_iter().flatten() {
            given.push((name.extract()?, weight.extract()?));
        }
        let settings = Settings { method, threads, seed, memory, weights: given };
        let tables = LookedUp::new(tables)?;
        settings.check().or_raise(py)?;
        let guide = evaluate.map(|evaluate| callable(evaluate)).transpose()?;
        let guide = guide.map(|evaluate| Guide { evaluate, guidance, state: Mutex::new(None) });
        Ok(Self { settings, perfect, tables, state: Mutex::new(None), guide, stop: AtomicBool::new(false) })
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
        if let Some(guide) = &self.guide {
            let stop = Stop(&self.stop);
            let request = Request { limits, lines, played: &played, stop: stop.0 };
            return self.guided(py, guide, position, &request);
        }
        if let (true, AnyPosition::Pharao(position)) = (self.perfect, &position) {
            self.tables.ensure(py, position)?;
        }
        let Ok(mut guard) = self.state.try_lock() else { return Err(searching()) };
        let stop = Stop(&self.stop);
        let state: &mut Option<AnySearcher> = &mut guard;
        let searcher = match state {
            Some(searcher) if searcher.game() == position.info().name => searcher,
            other => other.insert(self.searcher(py, &position)?),
        };
        let mut raised = None;
        let result = released(py, |poll| {
            let mut inform = |report: Report<AnyAction>| {
                let Some(on_info) = on_info.as_ref().filter(|_| raised.is_none()) else { return };
                let called = Python::attach(|py| {
                    on_info.call1(py, (SearchResult { position, report, policy: None },)).map(drop)
                });
                if let Err(error) = called {
                    raised = Some(error);
                    stop.0.store(true, Ordering::Relaxed);
                }
            };
            let request = Request { limits, lines, played: &played, stop: stop.0 };
            searcher.search(&position, &request, poll, &mut inform)
        });
        match raised {
            Some(error) => Err(error),
            None => Ok(SearchResult { position, report: result?, policy: None }),
        }
    }

    /// Ends the search that another thread has started, or else the next one as soon as it begins; it
    /// returns what it has found so far. With `False` such a request is taken back, for one that may have
    /// come too late.
    #[pyo3(signature = (requested = true))]
    fn stop(&self, requested: bool) {
        self.stop.store(requested, Ordering::Relaxed);
    }

    /// Forgets what earlier searches have found.
    fn forget(&self) -> PyResult<()> {
        let busy = || PyRuntimeError::new_err("this searcher is searching; stop it first");
        *self.state.try_lock().map_err(|_| busy())? = None;
        if let Some(guide) = &self.guide {
            *guide.state.try_lock().map_err(|_| busy())? = None;
        }
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Settings { method, threads, seed, memory, weights } = &self.settings;
        let method = if self.perfect { PERFECT } else { method.word() };
        let memory = memory.map_or_else(|| "None".to_string(), |bytes| (bytes >> 20).to_string());
        let weights = match &weights[..] {
            [] => "None".to_string(),
            given => {
                let dict = PyDict::new(py);
                given.iter().try_for_each(|(name, weight)| dict.set_item(name, shortest(*weight)))?;
                dict.repr()?.to_string()
            }
        };
        if let Some(Guide { evaluate, guidance, .. }) = &self.guide {
            let Guidance { batch, exploration, noise, temperature } = guidance;
            let evaluate = evaluate.bind(py).repr()?;
            return Ok(format!(
                "amduat.Searcher(evaluate={evaluate}, batch={batch}, seed={seed}, memory={memory}, \
                 exploration={exploration}, noise={noise}, temperature={temperature})"
            ));
        }
        let tables = match self.tables {
            LookedUp::AtHand => "",
            LookedUp::Nothing => ", tables=False",
            LookedUp::Given(_) => ", tables=…",
        };
        Ok(format!(
            "amduat.Searcher(method='{method}', threads={threads}, seed={seed}, memory={memory}, \
             weights={weights}{tables})"
        ))
    }
}

impl Searcher {
    /// Searches with the function as a guide.
    fn guided(
        &self,
        py: Python<'_>,
        guide: &Guide,
        position: AnyPosition,
        request: &Request<'_, AnyPosition>,
    ) -> PyResult<SearchResult> {
        let Ok(mut guard) = guide.state.try_lock() else { return Err(searching()) };
        let state: &mut Option<AnyGuided> = &mut guard;
        let searcher = match state {
            Some(searcher) if searcher.game() == position.info().name => searcher,
            other => {
                let Settings { seed, memory, .. } = self.settings;
                other.insert(position.guided(guide.guidance, seed, memory).or_raise(py)?)
            }
        };
        let found =
            Judge::ask(&guide.evaluate, py, &position, |judge, poll| searcher.search(&position, request, judge, poll));
        let (report, policy) = found?;
        Ok(SearchResult { position, report, policy: Some(policy) })
    }

    /// What searches positions of this game.
    fn searcher(&self, py: Python<'_>, position: &AnyPosition) -> PyResult<AnySearcher> {
        if let AnyPosition::Pharao(_) = position {
            return self.tables.searcher(py, &self.settings);
        }
        if !self.perfect {
            return position.searcher(&self.settings).or_raise(py);
        }
        PerfectPlay::solved(position).or_raise(py)?;
        // The package knows where its solution is, and opens it once.
        let solution = py.import("amduat.ramses")?.call_method0("solution")?.cast_into::<Solution>()?;
        Ok(Box::new(PerfectPlay::new(solution.get().0.clone())))
    }
}

fn searching() -> PyErr {
    PyRuntimeError::new_err("this searcher is searching already; use one for each thread")
}

/// A function given as an argument.
pub(crate) fn callable(evaluate: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if evaluate.is_callable() {
        return Ok(evaluate.clone().unbind());
    }
    Err(PyTypeError::new_err(format!("evaluate must be a function, not {}", type_name(evaluate))))
}

/// How an evaluator is used, checked.
pub(crate) fn guidance(
    batch: Option<&Bound<'_, PyAny>>,
    exploration: Option<f32>,
    noise: Option<f32>,
    temperature: Option<f32>,
) -> PyResult<Guidance> {
    let usual = Guidance::default();
    let guidance = Guidance {
        batch: batch.map_or(Ok(usual.batch), |batch| number("batch", batch, 1..=Guidance::MOST))?,
        exploration: exploration.unwrap_or(usual.exploration),
        noise: noise.unwrap_or(usual.noise),
        temperature: temperature.unwrap_or(usual.temperature),
    };
    Python::attach(|py| guidance.check().or_raise(py))?;
    Ok(guidance)
}

/// A weight as it is written: the shortest decimal that stands for it.
fn shortest(weight: f32) -> f64 {
    weight.to_string().parse().unwrap_or_default()
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
        dict.set_item(info.name, shortest(info.default))?;
    }
    Ok(dict)
}
