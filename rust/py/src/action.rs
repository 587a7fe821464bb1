//! `amduat.Action`.

use crate::bridge::{self, OrRaise};
use amduat::AnyAction;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// One action of a game: immutable, ordered by its index, written as one word.
#[pyclass(frozen, eq, ord, hash, module = "amduat")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Action(pub(crate) AnyAction);

#[pymethods]
impl Action {
    /// Reads the notation of an action.
    #[new]
    #[pyo3(signature = (game, text, /))]
    fn new(py: Python<'_>, game: &Bound<'_, PyString>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        AnyAction::parse(&game.to_string_lossy(), &text.to_string_lossy()).or_raise(py).map(Self)
    }

    /// The action of a game that has this index.
    #[staticmethod]
    #[pyo3(signature = (game, index, /))]
    fn from_index(py: Python<'_>, game: &Bound<'_, PyString>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let info = amduat::games::info(&game.to_string_lossy()).or_raise(py)?;
        let index = bridge::number("index", index, 0..=info.num_actions - 1)?;
        AnyAction::from_index(info.name, index).or_raise(py).map(Self)
    }

    /// The name of the game it belongs to.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().name
    }

    /// A number below `num_actions`, different for each action of the game.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    /// What is done, in one word of the game: `move`, `roll`, `pass`, …
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Whether chance brings it about, not a player.
    #[getter]
    fn is_chance(&self) -> bool {
        self.0.is_chance()
    }

    /// The field that a piece leaves; None where none does.
    #[getter]
    fn source(&self) -> Option<String> {
        self.0.source()
    }

    /// The field that a piece comes to, or that is acted on; None where there is none.
    #[getter]
    fn target(&self) -> Option<String> {
        self.0.target()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("amduat.Action('{}', '{}')", self.game(), self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, String)) {
        (py.get_type::<Self>().into_any(), (self.game(), self.0.to_string()))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// An action as callers may give it: an [`Action`] or its text.
pub(crate) fn given(game: &'static str, action: &Bound<'_, PyAny>) -> PyResult<AnyAction> {
    if let Ok(action) = action.cast::<Action>() {
        return Ok(action.get().0);
    }
    if let Ok(text) = action.cast::<PyString>() {
        // A text with lone surrogates is no action either.
        let text = text.to_string_lossy();
        return AnyAction::parse(game, &text).or_raise(action.py());
    }
    let kind = bridge::type_name(action);
    Err(pyo3::exceptions::PyTypeError::new_err(format!("an action is an Action or its text, not {kind}")))
}
