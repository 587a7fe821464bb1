//! `amduat.Searcher`.

use crate::bridge::{OrRaise, bad_argument, number, released, threads, type_name};
use crate::found::SearchResult;
use crate::guided::{Guide, guidance};
use crate::pharao::LookedUp;
use crate::position::Position;
use crate::solve::Solution;
use amduat::search::{AnySearcher, Limits, Method, Report, Request, Settings};
use amduat::{AnyAction, AnyPosition};
use amduat_solve::ramses::PerfectPlay;
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

/// The most memory, in mebibytes.
const MAX_MEMORY: usize = 1 << 16;

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
        let given = [("batch", batch.is_some()), ("exploration", exploration.is_some()), ("noise", noise.is_some())];
        let given = given.into_iter().chain([("temperature", temperature.is_some())]);
        let mut excess = given.filter(|(_, given)| evaluate.is_none() && *given);
        if let Some((field, _)) = excess.next() {
            return Err(bad_argument(py, field, "", "is used with `evaluate` only"));
        }
        let several = threads.is_some_and(|threads| threads.extract::<usize>().is_ok_and(|threads| threads > 1));
        let others = [("method", method != "auto"), ("weights", weights.is_some()), ("threads", several)];
        let others = others.into_iter().chain([("tables", tables.is_some())]);
        let mut excess = others.filter(|(_, given)| evaluate.is_some() && *given);
        if let Some((field, _)) = excess.next() {
            return Err(bad_argument(py, "evaluate", field, "is not used with it; one thread asks the function"));
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
        let guide = evaluate.map(|evaluate| Guide::new(evaluate, guidance)).transpose()?;
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
            if on_info.is_some() {
                return Err(bad_argument(py, "evaluate", "on_info", "is not used with it; only the end is told"));
            }
            let stop = Stop(&self.stop);
            let request = Request { limits, lines, played: &played, stop: stop.0 };
            return guide.search(py, &self.settings, position, &request);
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
        if self.guide.as_ref().is_some_and(|guide| !guide.forget()) {
            return Err(busy());
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
        if let Some(guide) = &self.guide {
            return guide.describe(py, *seed, &memory);
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

pub(crate) fn searching() -> PyErr {
    PyRuntimeError::new_err("this searcher is searching already; use one for each thread")
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
                return Err(bad_argument(seconds.py(), "seconds", number, "must be zero or more"));
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
