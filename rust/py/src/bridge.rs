//! The one way errors become exceptions, and the one way long calls run.

use amduat::{Error, ParseError};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyType};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How long a running computation leaves a pressed Ctrl-C unanswered.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The Python exception for an error of the core, with its parts as attributes.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let (class, parts) = match error {
        Error::Position(_, parts) => ("PositionError", Some(parts)),
        Error::Action(_, parts) => ("ActionError", Some(parts)),
        Error::Option(_, parts) => ("OptionError", Some(parts)),
        Error::Illegal(_, parts) => ("IllegalActionError", Some(parts)),
        Error::Game(parts) | Error::Argument(parts) => ("AmduatError", Some(parts)),
        _ => ("AmduatError", None),
    };
    match raise(py, class, &error.to_string(), parts) {
        Ok(exception) | Err(exception) => exception,
    }
}

fn raise(py: Python<'_>, class: &str, message: &str, parts: Option<&ParseError>) -> PyResult<PyErr> {
    let class = py.import("amduat.errors")?.getattr(class)?.cast_into::<PyType>()?;
    let parts = parts.map(|parts| (parts.field, &*parts.input, &*parts.reason));
    let exception = match parts {
        Some((field, input, reason)) => class.call1((message, field, input, reason))?,
        None => class.call1((message,))?,
    };
    Ok(PyErr::from_value(exception))
}

/// The exception for a bad argument.
pub(crate) fn bad_argument(py: Python<'_>, field: &'static str, input: impl std::fmt::Display, reason: &str) -> PyErr {
    exception(py, &Error::Argument(ParseError::new(field, input, reason)))
}

/// Turns a result of the core into one of Python.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception for the error.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| exception(py, &error))
    }
}

/// A whole number given as an argument, within `range`.
pub(crate) fn number(
    field: &'static str,
    value: &Bound<'_, PyAny>,
    range: std::ops::RangeInclusive<usize>,
) -> PyResult<usize> {
    // Whatever counts as an integer in Python does here: `operator.index`, as for list subscripts.
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    let value = if value.is_instance_of::<PyInt>() {
        value.clone()
    } else {
        let index = INDEX.import(py, "operator", "index")?;
        index
            .call1((value,))
            .map_err(|_| PyTypeError::new_err(format!("{field} must be an integer, not {}", type_name(value))))?
    };
    match value.extract::<usize>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let reason = format!("must be from {} to {}", range.start(), range.end());
            // A number too long for `str` is quoted by its size.
            let input = value.str().map_or_else(|_| "a huge number".to_string(), |text| text.to_string());
            Err(bad_argument(py, field, input, &reason))
        }
    }
}

/// A number of threads given as an argument, or the usual one.
pub(crate) fn threads(given: Option<&Bound<'_, PyAny>>, usual: impl FnOnce() -> usize) -> PyResult<usize> {
    given.map_or_else(|| Ok(usual()), |threads| number("threads", threads, amduat::run::THREADS))
}

/// What a value's type is called.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "?".to_string(), |name| name.to_string())
}

/// Runs `work` without the interpreter lock. The work gets a `poll` to call now and then; it returns
/// true once a signal handler has raised (Ctrl-C), and the exception is then passed on.
pub(crate) fn released<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        let mut raised = None;
        let mut last = Instant::now();
        let mut poll = || {
            if raised.is_none() && last.elapsed() >= POLL_INTERVAL {
                #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
                let signal = Python::attach(|py| py.check_signals());
                raised = signal.err();
                last = Instant::now();
            }
            raised.is_some()
        };
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut poll)));
        (result, raised)
    });
    match (result, raised) {
        (_, Some(exception)) => Err(exception),
        (Ok(result), None) => result.or_raise(py),
        (Err(_), None) => Err(PyRuntimeError::new_err("internal error in amduat; please report it")),
    }
}
