//! `amduat.ramses`: the solved game.

use crate::action::Action;
use crate::bridge::{OrRaise, bad_argument, number, released, threads};
use crate::position::Position;
use amduat::games::ramses::{self, Part, Side};
use amduat::run::{MAX_THREADS, Progress};
use amduat::{AnyAction, AnyPosition, Error};
use amduat_solve::ramses::{self as solve, index};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often Python is told how far a computation has come.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// What a position is worth for the player whose turn it is.
#[pyclass(frozen, eq, hash, module = "amduat.ramses")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value(solve::Value);

#[pymethods]
impl Value {
    /// `"win"`, `"loss"` or `"draw"`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.outcome()
    }

    /// The turns of both sides until the end under best play; None for a draw.
    #[getter]
    fn turns(&self) -> Option<u8> {
        self.0.turns()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.turns() {
            Some(turns) => format!("<Value outcome='{}' turns={turns}>", self.0.outcome()),
            None => format!("<Value outcome='{}' turns=None>", self.0.outcome()),
        }
    }
}

/// The lost positions of RAMSES, read from the bytes of their file, and perfect play from them.
#[pyclass(frozen, module = "amduat.ramses")]
pub(crate) struct Solution(pub(crate) Arc<solve::Solution>);

#[pymethods]
impl Solution {
    /// Reads the bytes of a solution file; they are refused if they are damaged.
    #[new]
    #[pyo3(signature = (data, /))]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        solve::Solution::read(data.to_vec()).or_raise(py).map(|solution| Self(Arc::new(solution)))
    }

    /// How many lost positions the file has, of two mirror images one.
    fn __len__(&self) -> usize {
        self.0.positions()
    }

    /// What a position is worth for the player whose turn it is.
    #[pyo3(signature = (position, /))]
    fn value(&self, position: &Bound<'_, Position>) -> PyResult<Value> {
        Ok(Value(self.0.value(&of_ramses(position)?)))
    }

    /// All actions that get the most out of a position, in ascending order; none when it is over.
    #[pyo3(signature = (position, /))]
    fn best(&self, position: &Bound<'_, Position>) -> PyResult<Vec<Action>> {
        let best = self.0.best(&of_ramses(position)?);
        Ok(best.into_iter().map(|action| Action(AnyAction::Ramses(action))).collect())
    }

    /// One of the best actions, in a draw the one that is hardest to answer; None when it is over.
    #[pyo3(signature = (position, /))]
    fn choose(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<Option<Action>> {
        let position = of_ramses(position)?;
        let chosen = py.detach(|| self.0.choose(&position));
        Ok(chosen.map(|action| Action(AnyAction::Ramses(action))))
    }
}

/// The value of every placement of the stones, as `solve_ramses` computes it.
#[pyclass(frozen, module = "amduat.ramses")]
pub(crate) struct Solved(solve::Solved);

#[pymethods]
impl Solved {
    /// The value of the placement with this number, for the player to move.
    #[pyo3(signature = (number, /))]
    fn value(&self, number: &Bound<'_, PyAny>) -> PyResult<Value> {
        Ok(Value(self.0.value(placement_number(number)?)))
    }

    /// The bytes of the solution file: all lost positions with their distances.
    fn file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let file = py.detach(|| self.0.file());
        PyBytes::new(py, &file)
    }

    /// How many placements have each value.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = py.detach(|| self.0.counts());
        as_dict(py, &counts)
    }

    /// The same for those that can come up at the start of a turn in a game from `start`.
    #[pyo3(signature = (start, progress = None))]
    fn reachable<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, Position>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let start = of_ramses(start)?;
        let counts = watched(py, progress, |watch| self.0.reachable(&start, watch))?;
        as_dict(py, &counts)
    }

    /// Checks every value, and a solution against them: for each check its name, how often it was
    /// made and how often it failed.
    #[pyo3(signature = (solution, progress = None))]
    fn verify(
        &self,
        py: Python<'_>,
        solution: &Bound<'_, Solution>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(&'static str, u64, u64)>> {
        let solution = &solution.get().0;
        let checks = watched(py, progress, |watch| self.0.verify(solution, watch))?;
        Ok(checks.into_iter().map(|check| (check.name, check.checked, check.wrong)).collect())
    }
}

/// Computes the value of every placement of the stones of RAMSES.
#[pyfunction]
#[pyo3(signature = (threads = None, progress = None))]
pub(crate) fn solve_ramses(
    py: Python<'_>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solved> {
    let threads = self::threads(threads, cores)?;
    watched(py, progress, |watch| solve::solve(threads, watch)).map(Solved)
}

/// The number of the placement of a position at the start of a turn.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn ramses_index(position: &Bound<'_, Position>) -> PyResult<usize> {
    let found = of_ramses(position)?;
    if found.part() == Part::Other {
        return Err(bad_argument(position.py(), "position", found, "is in the middle of a turn, and has no number"));
    }
    Ok(index::index(found.stones(found.side()), found.stones(found.side().other())))
}

/// The position with this number, light to move.
#[pyfunction]
#[pyo3(signature = (number, /))]
pub(crate) fn ramses_position(number: &Bound<'_, PyAny>) -> PyResult<Position> {
    let position = index::position(placement_number(number)?, Side::Light);
    Ok(Position(AnyPosition::Ramses(position)))
}

fn placement_number(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    number("number", value, 0..=index::PLACEMENTS - 1)
}

/// The position of RAMSES, which is the only game that is solved.
fn of_ramses(position: &Bound<'_, Position>) -> PyResult<ramses::Position> {
    match position.get().any() {
        AnyPosition::Ramses(found) => Ok(found),
        other => {
            let reason = format!("is a position of {}; the solution is for ramses", other.info().name);
            Err(bad_argument(position.py(), "position", other, &reason))
        }
    }
}

fn as_dict<'py>(py: Python<'py>, counts: &solve::Counts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("total", counts.total())?;
    dict.set_item("won", &counts.won)?;
    dict.set_item("lost", &counts.lost)?;
    dict.set_item("drawn", counts.drawn)?;
    dict.set_item("over_won", counts.over_won)?;
    dict.set_item("over_lost", counts.over_lost)?;
    Ok(dict)
}

/// As many threads as there are cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS))
}

/// Runs a computation without the interpreter lock, telling `progress` now and then how far it is.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut dyn FnMut(Progress) -> bool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let mut raised = None;
    let result = released(py, |poll| {
        let mut last = Instant::now();
        work(&mut |now: Progress| {
            if let (Some(progress), true) = (&progress, last.elapsed() >= REPORT_INTERVAL) {
                let told = Python::attach(|py| progress.call1(py, (now.phase, now.step, now.done)));
                raised = raised.take().or(told.err());
                last = Instant::now();
            }
            raised.is_some() || poll()
        })
    });
    raised.map_or(result, Err)
}
