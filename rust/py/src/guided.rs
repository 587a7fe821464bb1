//! Search with a function of Python as its guide.

use crate::bridge::{OrRaise, number, type_name};
use crate::evaluator::Judge;
use crate::found::SearchResult;
use crate::search::searching;
use amduat::AnyPosition;
use amduat::search::{AnyGuided, Guidance, Request, Settings};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Mutex;

/// A function that guides the search, and what was found with it.
pub(crate) struct Guide {
    evaluate: Py<PyAny>,
    guidance: Guidance,
    state: Mutex<Option<AnyGuided>>,
}

impl Guide {
    pub(crate) fn new(evaluate: &Bound<'_, PyAny>, guidance: Guidance) -> PyResult<Self> {
        Ok(Self { evaluate: callable(evaluate)?, guidance, state: Mutex::new(None) })
    }

    /// Searches a position.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        settings: &Settings,
        position: AnyPosition,
        request: &Request<'_, AnyPosition>,
    ) -> PyResult<SearchResult> {
        let Ok(mut guard) = self.state.try_lock() else { return Err(searching()) };
        let state: &mut Option<AnyGuided> = &mut guard;
        let searcher = match state {
            Some(searcher) if searcher.game() == position.info().name => searcher,
            other => other.insert(position.guided(self.guidance, settings.seed, settings.memory).or_raise(py)?),
        };
        let found =
            Judge::ask(&self.evaluate, py, &position, |judge, poll| searcher.search(&position, request, judge, poll));
        let (report, policy) = found?;
        Ok(SearchResult { position, report, policy: Some(policy) })
    }

    /// Forgets what earlier searches have found; says whether it could, which it cannot during a search.
    pub(crate) fn forget(&self) -> bool {
        self.state.try_lock().map(|mut state| *state = None).is_ok()
    }

    /// How the searcher is written in Python.
    pub(crate) fn describe(&self, py: Python<'_>, seed: u64, memory: &str) -> PyResult<String> {
        let Guidance { batch, exploration, noise, temperature } = self.guidance;
        let evaluate = self.evaluate.bind(py).repr()?;
        Ok(format!(
            "amduat.Searcher(evaluate={evaluate}, batch={batch}, seed={seed}, memory={memory}, \
             exploration={exploration}, noise={noise}, temperature={temperature})"
        ))
    }
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
