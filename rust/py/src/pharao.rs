//! `amduat.pharao`: the tables of the solved game.

use crate::action::Action;
use crate::bridge::{OrRaise, bad_argument, exception, number, threads, type_name};
use crate::position::Position;
use crate::solve::{cores, watched};
use amduat::games::pharao;
use amduat::search::{AnySearcher, Searcher, Settings};
use amduat::{AnyAction, AnyPosition};
use amduat_solve::pharao::{self as solve, Layer, Tables, Unknown};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;
use std::sync::Arc;

/// How many megabytes a computation may be allowed.
const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=1 << 24;

/// A position and what it is worth.
type Extreme = (Position, f64);

/// The tables at hand, each for so many stones of the side about to roll and of the other.
#[pyclass(frozen, module = "amduat.pharao", name = "Tables")]
pub(crate) struct PharaoTables(pub(crate) Arc<Tables>);

#[pymethods]
impl PharaoTables {
    /// No tables.
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// These tables and those in a folder.
    #[pyo3(signature = (folder, /))]
    #[allow(clippy::needless_pass_by_value, reason = "arguments of Python are made anew")]
    fn with_folder(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let mut tables = Tables::clone(&self.0);
        py.detach(|| tables.add(&folder)).or_raise(py)?;
        Ok(Self(Arc::new(tables)))
    }

    /// For which numbers of stones there are tables.
    #[getter]
    fn layers(&self) -> Vec<(usize, usize)> {
        self.0.layers().map(|layer| (layer.own, layer.other)).collect()
    }

    /// The chance of the player whose turn it is, and how far it can be off at most.
    #[pyo3(signature = (position, /))]
    fn value(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<(f64, f64)> {
        let position = of_pharao(position)?;
        let value = py.detach(|| self.0.value(&position)).map_err(|unknown| raised(py, &position, &unknown))?;
        Ok((value.win, value.error))
    }

    /// All actions that may be the best.
    #[pyo3(signature = (position, /))]
    fn best(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<Vec<Action>> {
        let position = of_pharao(position)?;
        let best = py.detach(|| self.0.best(&position)).map_err(|unknown| raised(py, &position, &unknown))?;
        Ok(best.into_iter().map(|action| Action(AnyAction::Pharao(action))).collect())
    }

    /// All actions with the chance that each leaves and how far that can be off, the best first.
    #[pyo3(signature = (position, /))]
    fn values(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<Vec<(Action, f64, f64)>> {
        let position = of_pharao(position)?;
        let values = py.detach(|| self.0.values(&position)).map_err(|unknown| raised(py, &position, &unknown))?;
        let wrapped = |(action, value): (_, solve::Chance)| (Action(AnyAction::Pharao(action)), value.win, value.error);
        Ok(values.into_iter().map(wrapped).collect())
    }

    /// Looks one turn ahead by the rules from so many positions of a layer: how many were looked at, the largest
    /// difference, and how many differences were too large.
    #[pyo3(signature = (own, other, positions, seed = 1, threads = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of a function of Python")]
    fn verify(
        &self,
        py: Python<'_>,
        own: &Bound<'_, PyAny>,
        other: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        seed: u64,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, f64, usize)> {
        let layer = Layer { own: number("own", own, 1..=4)?, other: number("other", other, 1..=4)? };
        let positions = number("positions", positions, 1..=usize::MAX)?;
        let threads = self::threads(threads, cores)?;
        let tables = &self.0;
        let checked = watched(py, progress, |watch| solve::verify(tables, layer, positions, seed, threads, watch))?;
        Ok((checked.positions, checked.largest, checked.wrong))
    }

    /// What the values of a layer look like: how many placements there are, their mean, the lowest and the highest with a
    /// position that has it, and how many are in each tenth from 0 to 1.
    #[pyo3(signature = (own, other, threads = None, progress = None))]
    fn survey(
        &self,
        py: Python<'_>,
        own: &Bound<'_, PyAny>,
        other: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(u64, f64, Extreme, Extreme, [u64; 10])> {
        let layer = Layer { own: number("own", own, 1..=4)?, other: number("other", other, 1..=4)? };
        let threads = self::threads(threads, cores)?;
        let tables = &self.0;
        let found = watched(py, progress, |watch| solve::survey(tables, layer, threads, watch))?;
        let wrapped = |extreme: solve::Extreme| (Position(AnyPosition::Pharao(extreme.position)), extreme.win);
        Ok((found.positions, found.mean, wrapped(found.lowest), wrapped(found.highest), found.tenths))
    }

    /// Plays games from a position, both sides by the tables: how many the player wins whose turn it is, how many the
    /// other, and how many plies they took together.
    #[pyo3(signature = (position, games, seed = 1, threads = None, progress = None))]
    fn play(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        games: &Bound<'_, PyAny>,
        seed: u64,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, usize, usize)> {
        let position = of_pharao(position)?;
        let games = number("games", games, 1..=usize::MAX)?;
        let threads = self::threads(threads, cores)?;
        let tables = &self.0;
        let won = watched(py, progress, |watch| solve::play_games(tables, &position, games, seed, threads, watch))?;
        Ok((won.first, won.second, won.plies))
    }
}

/// The tables in which a searcher looks positions up.
#[derive(Clone)]
pub(crate) enum LookedUp {
    /// Those at hand when they are first needed.
    AtHand,
    /// None at all.
    Nothing,
    /// These.
    Given(Arc<Tables>),
}

impl LookedUp {
    /// As an argument says: tables, true or nothing for those at hand, or false for none.
    pub(crate) fn new(given: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(given) = given else { return Ok(Self::AtHand) };
        if let Ok(tables) = given.cast::<PharaoTables>() {
            return Ok(Self::Given(tables.get().0.clone()));
        }
        match given.extract() {
            Ok(true) => Ok(Self::AtHand),
            Ok(false) => Ok(Self::Nothing),
            Err(_) => {
                Err(PyTypeError::new_err(format!("tables must be Tables, True or False, not {}", type_name(given))))
            }
        }
    }

    fn tables(&self, py: Python<'_>) -> PyResult<Option<Arc<Tables>>> {
        match self {
            Self::Nothing => Ok(None),
            Self::Given(tables) => Ok(Some(tables.clone())),
            // The package knows where its tables are, and opens them once.
            Self::AtHand => {
                let tables = py.import("amduat.pharao")?.call_method0("tables")?.cast_into::<PharaoTables>()?;
                Ok(Some(tables.get().0.clone()))
            }
        }
    }

    /// What searches positions of PHARAO, with these tables.
    pub(crate) fn searcher(&self, py: Python<'_>, settings: &Settings) -> PyResult<AnySearcher> {
        let searcher = Searcher::<pharao::Position>::new(settings.clone()).or_raise(py)?;
        Ok(Box::new(match self.tables(py)? {
            Some(tables) => searcher.knowing(tables),
            None => searcher,
        }))
    }

    /// Makes sure that a position is known.
    pub(crate) fn ensure(&self, py: Python<'_>, position: &pharao::Position) -> PyResult<()> {
        let tables = self.tables(py)?.unwrap_or_default();
        tables.value(position).map_err(|unknown| raised(py, position, &unknown))?;
        Ok(())
    }
}

/// Solves PHARAO with up to so many stones and writes the tables into a folder: for each table the numbers of stones,
/// the sweeps that it took, and how far a value can be off.
#[pyfunction]
#[pyo3(signature = (folder, stones = None, threads = None, memory = None, progress = None))]
#[allow(clippy::needless_pass_by_value, reason = "arguments of Python are made anew")]
pub(crate) fn solve_pharao(
    py: Python<'_>,
    folder: PathBuf,
    stones: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(usize, usize, u64, f64)>> {
    let most = *solve::STONES_IN_ALL.end();
    let stones = stones.map_or(Ok(most), |stones| number("stones", stones, solve::STONES_IN_ALL))?;
    let threads = self::threads(threads, cores)?;
    let memory = memory.map(|memory| number("memory", memory, MEGABYTES)).transpose()?;
    let bytes = memory.map(|megabytes| megabytes * 1_000_000);
    let reports = watched(py, progress, |watch| solve::solve(&folder, stones, threads, bytes, watch))?;
    Ok(reports.into_iter().map(|report| (report.layer.own, report.layer.other, report.sweeps, report.error)).collect())
}

/// The position of PHARAO, to which the tables belong.
fn of_pharao(position: &Bound<'_, Position>) -> PyResult<pharao::Position> {
    match position.get().any() {
        AnyPosition::Pharao(found) => Ok(found),
        other => {
            let reason = format!("is a position of {}; the tables are for pharao", other.info().name);
            Err(bad_argument(position.py(), "position", other, &reason))
        }
    }
}

/// The exception for a value that is not known.
fn raised(py: Python<'_>, position: &pharao::Position, unknown: &Unknown) -> PyErr {
    match unknown {
        Unknown::Failed(error) => exception(py, error),
        Unknown::Missing(layer) => missing(py, position, *layer).unwrap_or_else(|error| error),
    }
}

fn missing(py: Python<'_>, position: &pharao::Position, layer: Layer) -> PyResult<PyErr> {
    let class = py.import("amduat.errors")?.getattr("MissingTableError")?.cast_into::<PyType>()?;
    let file = solve::file_name(layer).display().to_string();
    let reason = format!("needs the table {file}, which is not at hand");
    let message = format!("position \"{position}\": {reason}");
    Ok(PyErr::from_value(class.call1((message, "position", position.to_string(), reason, file))?))
}
