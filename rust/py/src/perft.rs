//! Counting lines and positions.

use crate::bridge::{number, released, threads};
use crate::position::Position;
use amduat::perft::{MAX_DEPTH, MEMORY, Plan};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How many MiB merged positions may take if nobody says otherwise.
const DEFAULT_MEMORY: usize = 1000;

/// The number of lines of exactly `depth` plies, chance plies included. With `merge`, equal positions are merged within
/// `memory` MiB, which is much faster for deep counts.
#[pyfunction]
#[pyo3(
    signature = (position, depth, threads = None, merge = false, memory = None),
    text_signature = "(position, depth, threads=1, merge=False, memory=1000)"
)]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    merge: bool,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<u128> {
    let (plan, memory) = (plan(depth, threads)?, self::memory(memory)?);
    let position = position.get().0;
    released(py, |poll| if merge { position.perft_merged(plan, memory, poll) } else { position.perft(plan, poll) })
}

/// For each legal action, by its text, the number of lines of exactly `depth` plies that begin with it.
#[pyfunction]
#[pyo3(
    signature = (position, depth, threads = None, merge = false, memory = None),
    text_signature = "(position, depth, threads=1, merge=False, memory=1000)"
)]
pub(crate) fn divide<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    depth: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    merge: bool,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (plan, memory) = (plan(depth, threads)?, self::memory(memory)?);
    let position = position.get().0;
    let divided =
        released(
            py,
            |poll| {
                if merge { position.divide_merged(plan, memory, poll) } else { position.divide(plan, poll) }
            },
        )?;
    let counts = PyDict::new(py);
    for (action, count) in divided {
        counts.set_item(action.to_string(), count)?;
    }
    Ok(counts)
}

/// How many different positions there are after each number of plies from 0 to `depth`, and how many lines lead there:
/// a list of pairs.
#[pyfunction]
#[pyo3(
    signature = (position, depth, threads = None, memory = None),
    text_signature = "(position, depth, threads=1, memory=1000)"
)]
pub(crate) fn distinct(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(u128, u128)>> {
    let (plan, memory) = (plan(depth, threads)?, self::memory(memory)?);
    let position = position.get().0;
    let plies = released(py, |poll| position.distinct(plan, memory, poll))?;
    Ok(plies.into_iter().map(|ply| (ply.positions, ply.lines)).collect())
}

fn plan(depth: &Bound<'_, PyAny>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Plan> {
    let depth = number("depth", depth, 0..=MAX_DEPTH as usize)? as u32;
    Ok(Plan { depth, threads: self::threads(threads, || 1)? })
}

fn memory(given: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    given.map_or(Ok(DEFAULT_MEMORY), |memory| number("memory", memory, MEMORY))
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
