//! A Python function that judges positions, many at a time.

use crate::bridge::{bad_argument, released, type_name};
use amduat::search::{Answer, Evaluator};
use amduat::{AnyPosition, Error};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The function, what it takes, and what it has raised.
pub(crate) struct Judge {
    function: Py<PyAny>,
    players: usize,
    raised: Option<PyErr>,
}

impl Judge {
    /// The function, for games of as many players as this position has.
    fn new(function: &Py<PyAny>, py: Python<'_>, position: &AnyPosition) -> Self {
        Self { function: function.clone_ref(py), players: position.players(), raised: None }
    }

    /// Does something that asks the function, without the interpreter lock. What the function raises is raised.
    pub(crate) fn ask<T: Send>(
        function: &Py<PyAny>,
        py: Python<'_>,
        position: &AnyPosition,
        work: impl FnOnce(&mut dyn Evaluator, &mut dyn FnMut() -> bool) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let mut judge = Self::new(function, py, position);
        let result = released(py, |poll| work(&mut judge, poll));
        judge.raised.map_or(result, Err)
    }

    /// Calls the function and looks at the shapes of what it returns.
    fn call<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        observations: &[f32],
        masks: &[bool],
    ) -> PyResult<[PyReadonlyArray2<'py, f32>; 2]> {
        let observations = PyArray1::from_slice(py, observations).reshape([rows, observations.len() / rows])?;
        let actions = masks.len() / rows;
        let masks = PyArray1::from_slice(py, masks).reshape([rows, actions])?;
        let answer = self.function.bind(py).call1((observations, masks))?;
        let pair = answer.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2).ok_or_else(|| {
            PyTypeError::new_err(format!("evaluate must return (logits, values), not {}", type_name(&answer)))
        })?;
        let logits = array("logits", &pair.get_item(0)?, [rows, actions])?;
        Ok([logits, array("values", &pair.get_item(1)?, [rows, self.players])?])
    }
}

/// An array of this shape, whatever it was given as.
fn array<'py>(name: &str, given: &Bound<'py, PyAny>, shape: [usize; 2]) -> PyResult<PyReadonlyArray2<'py, f32>> {
    let py = given.py();
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (given, numpy::dtype::<f32>(py)))?;
    let found = array.getattr("shape")?;
    match array.cast::<PyArray2<f32>>() {
        Ok(array) if array.shape() == shape => Ok(array.readonly()),
        _ => {
            let reason = format!("{name} must have the shape ({}, {})", shape[0], shape[1]);
            Err(bad_argument(py, "evaluate", found, &reason))
        }
    }
}

impl Evaluator for Judge {
    fn evaluate(&mut self, rows: usize, observations: &[f32], masks: &[bool], answer: Answer<'_>) -> Result<(), Error> {
        Python::attach(|py| {
            let answered = self
                .call(py, rows, observations, masks)
                .and_then(|[logits, values]| Ok(answer(logits.as_slice()?, values.as_slice()?)));
            answered.unwrap_or_else(|error| {
                self.raised = Some(error);
                Err(Error::Stopped)
            })
        })
    }
}
