//! Counting lines and positions.

use crate::bridge::{number, released, threads};
use crate::position::Position;
use amduat::perft::{MAX_DEPTH, MAX_HASH_MB, Plan};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The number of lines of exactly `depth` plies, chance plies included.
#[pyfunction]
#[pyo3(
    signature = (position, depth, threads = None, hash_mb = None),
    text_signature = "(position, depth, threads=1, hash_mb=0)"
)]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    hash_mb: Option<&Bound<'_, PyAny>>,
) -> PyResult<u128> {
    let plan = plan(depth, threads, hash_mb)?;
    let position = position.get().0;
    released(py, |poll| position.perft(plan, poll))
}

/// For each legal action, by its text, the number of lines of exactly `depth` plies that begin with it.
#[pyfunction]
#[pyo3(
    signature = (position, depth, threads = None, hash_mb = None),
    text_signature = "(position, depth, threads=1, hash_mb=0)"
)]
pub(crate) fn divide<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    depth: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    hash_mb: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let plan = plan(depth, threads, hash_mb)?;
    let position = position.get().0;
    let counts = PyDict::new(py);
    for (action, count) in released(py, |poll| position.divide(plan, poll))? {
        counts.set_item(action.to_string(), count)?;
    }
    Ok(counts)
}

fn plan(
    depth: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    hash_mb: Option<&Bound<'_, PyAny>>,
) -> PyResult<Plan> {
    let depth = number("depth", depth, 0..=MAX_DEPTH as usize)? as u32;
    let threads = self::threads(threads, || 1)?;
    let hash_mb = hash_mb.map_or(Ok(0), |hash_mb| number("hash_mb", hash_mb, 0..=MAX_HASH_MB))?;
    Ok(Plan { depth, threads, hash_mb })
}

/// The different positions after exactly `plies` plies, each with the number of lines that lead to it, in the order
/// in which they are met first: pieces into which a large count falls.
#[pyfunction]
#[pyo3(signature = (position, plies, /))]
pub(crate) fn frontier(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    plies: &Bound<'_, PyAny>,
) -> PyResult<Vec<(Position, u128)>> {
    let plies = number("plies", plies, 0..=MAX_DEPTH as usize)? as u32;
    let position = position.get().0;
    let positions = released(py, |poll| position.frontier(plies, poll))?;
    Ok(positions.into_iter().map(|(position, lines)| (Position(position), lines)).collect())
}
