//! `amduat.walk`: the walk search by itself.

use crate::bridge::{OrRaise, number, released};
use amduat::{Error, Field, FieldSet, walk};
use pyo3::prelude::*;
use pyo3::types::{PySet, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};

/// A graph of up to 64 fields with directed edges, and the walks on it.
#[pyclass(frozen, eq, module = "amduat.walk")]
#[derive(PartialEq, Eq)]
pub(crate) struct Graph(Arc<walk::Graph>);

type Numbers<'py> = Option<&'py Bound<'py, PyAny>>;

impl Graph {
    fn field(&self, name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Field> {
        number(name, value, 0..=self.0.len() - 1).map(Field::wrapping)
    }

    fn fields(&self, name: &'static str, values: Numbers<'_>) -> PyResult<FieldSet> {
        let Some(values) = values else { return Ok(FieldSet::EMPTY) };
        let mut set = FieldSet::EMPTY;
        for value in values.try_iter()? {
            set |= self.field(name, &value?)?.set();
        }
        Ok(set)
    }
}

fn steps(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    number("steps", value, 0..=walk::MAX_FIELDS - 1).map(|steps| steps as u32)
}

fn numbers(py: Python<'_>, walk: Vec<Field>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, walk.into_iter().map(Field::index))
}

#[pymethods]
impl Graph {
    /// A graph with fields 0, 1, … below `fields`; `edges` are pairs (from, to); the fields of each
    /// of `whole_fields` are used up together.
    #[new]
    #[pyo3(signature = (fields, edges, whole_fields = None))]
    fn new(fields: &Bound<'_, PyAny>, edges: &Bound<'_, PyAny>, whole_fields: Numbers<'_>) -> PyResult<Self> {
        let py = fields.py();
        let fields = number("fields", fields, 1..=walk::MAX_FIELDS)?;
        let field = |name, value: &Bound<'_, PyAny>| number(name, value, 0..=fields - 1);
        let mut pairs = Vec::new();
        for edge in edges.try_iter()? {
            let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = edge?.extract()?;
            pairs.push((field("edges", &from)?, field("edges", &to)?));
            // Doubled edges are harmless, an endless iterable is not.
            if pairs.len() > walk::MAX_FIELDS * walk::MAX_FIELDS {
                return Err(crate::bridge::bad_argument(py, "edges", pairs.len(), "are more than 64 fields can have"));
            }
        }
        let mut groups = Vec::new();
        if let Some(whole_fields) = whole_fields {
            for group in whole_fields.try_iter()?.take(walk::MAX_FIELDS + 1) {
                let places: PyResult<Vec<_>> =
                    group?.try_iter()?.take(walk::MAX_FIELDS + 1).map(|place| field("whole_fields", &place?)).collect();
                groups.push(places?);
            }
        }
        let graph = walk::Graph::new(fields, pairs, groups).map_err(Error::Argument).or_raise(py)?;
        Ok(Self(Arc::new(graph)))
    }

    /// How many fields there are.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The fields in which a walk of exactly `steps` steps can end.
    #[pyo3(signature = (start, steps, occupied = None))]
    fn reach<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        steps: &Bound<'py, PyAny>,
        occupied: Numbers<'_>,
    ) -> PyResult<Bound<'py, PySet>> {
        let (start, steps) = (self.field("start", start)?, self::steps(steps)?);
        let occupied = self.fields("occupied", occupied)?;
        let reach = released(py, |poll| {
            self.0.reach_watched(start, steps, occupied, &mut every(poll)).map_err(|_| Error::Stopped)
        })?;
        PySet::new(py, reach.iter().map(Field::index))
    }

    /// How many walks there are: of exactly `steps` steps, or of any number; to `end`, or to any field.
    ///
    /// The walk without a step counts, to its start. Few walks are listed; where there are many, they are counted by a
    /// frontier, which takes milliseconds on narrow boards however many there are. A count beyond 128 bits is an
    /// `AmduatError`.
    ///
    ///     >>> from amduat.walk import Graph
    ///     >>> ladder = Graph(6, [(a, b) for a in range(6) for b in range(6) if abs(a - b) in (1, 3)])
    ///     >>> ladder.count(0, 3), ladder.count(0, 3, end=5), ladder.count(0, 3, [4], end=5)
    ///     (8, 4, 2)
    ///     >>> ladder.count(0, end=5) == sum(ladder.count(0, steps, end=5) for steps in range(6))
    ///     True
    #[pyo3(signature = (start, steps = None, occupied = None, end = None))]
    fn count(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        steps: Option<&Bound<'_, PyAny>>,
        occupied: Numbers<'_>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u128> {
        let (start, steps) = (self.field("start", start)?, steps.map(self::steps).transpose()?);
        let end = end.map(|end| self.field("end", end)).transpose()?;
        let occupied = self.fields("occupied", occupied)?;
        released(py, |poll| self.0.count_watched(start, steps, occupied, end, &mut every(poll)))
    }

    /// An iterator over all walks of exactly `steps` steps, to `end` if one is given.
    #[pyo3(signature = (start, steps, occupied = None, end = None))]
    fn walks(
        &self,
        start: &Bound<'_, PyAny>,
        steps: &Bound<'_, PyAny>,
        occupied: Numbers<'_>,
        end: Numbers<'_>,
    ) -> PyResult<Walks> {
        let (start, steps) = (self.field("start", start)?, self::steps(steps)?);
        let end = end.map(|end| self.field("end", end)).transpose()?;
        let walks = walk::Walks::new(self.0.clone(), start, end, steps, self.fields("occupied", occupied)?);
        Ok(Walks(Mutex::new(walks)))
    }

    /// One walk of exactly `steps` steps from `start` to `end`, or None. Where it is soon found it is the first in
    /// the order of `walks`.
    #[pyo3(signature = (start, end, steps, occupied = None))]
    fn witness<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        steps: &Bound<'py, PyAny>,
        occupied: Numbers<'_>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (start, end, steps) = (self.field("start", start)?, self.field("end", end)?, self::steps(steps)?);
        let occupied = self.fields("occupied", occupied)?;
        let walk = released(py, |poll| {
            self.0.witness_watched(start, end, steps, occupied, &mut every(poll)).map_err(|_| Error::Stopped)
        })?;
        walk.map(|walk| numbers(py, walk)).transpose()
    }
}

/// An iterator over walks, each a tuple of fields with the start first.
#[pyclass(frozen, module = "amduat.walk")]
pub(crate) struct Walks(Mutex<walk::Walks<Arc<walk::Graph>>>);

#[pymethods]
impl Walks {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let walk = released(py, |poll| {
            let mut walks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            walks.advance(&mut every(poll)).map_err(|_| Error::Stopped)
        })?;
        walk.map(|walk| numbers(py, walk)).transpose()
    }
}

/// Asks `poll` only at every 4096th call: the search calls it at every step.
fn every(poll: &mut dyn FnMut() -> bool) -> impl FnMut() -> bool {
    let mut calls = 0u32;
    move || {
        calls = calls.wrapping_add(1);
        calls.is_multiple_of(4096) && poll()
    }
}
