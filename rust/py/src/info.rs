//! What is known of a game before any position of it.

use crate::bridge::OrRaise;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyString, PyTuple};

/// An option of a game's start position.
#[pyclass(frozen, get_all, eq, hash, module = "amduat")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct OptionInfo {
    /// The keyword.
    name: &'static str,
    /// The value used when the option is not given, as text.
    default: &'static str,
    /// The values it takes and what they mean.
    help: &'static str,
}

#[pymethods]
impl OptionInfo {
    fn __repr__(&self) -> String {
        format!("<OptionInfo {}={}: {}>", self.name, self.default, self.help)
    }
}

/// One named part of an observation.
#[pyclass(frozen, get_all, eq, hash, module = "amduat")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ObservationSlice {
    /// Where it begins.
    start: usize,
    /// Where it ends.
    stop: usize,
    /// How many planes there are.
    planes: Option<usize>,
    /// What the numbers mean.
    help: &'static str,
}

#[pymethods]
impl ObservationSlice {
    /// Its shape: (planes, fields), or (numbers,).
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let count = self.stop - self.start;
        match self.planes {
            Some(planes) => PyTuple::new(py, [planes, count / planes.max(1)]),
            None => PyTuple::new(py, [count]),
        }
    }

    fn __repr__(&self) -> String {
        format!("<ObservationSlice {}:{} {}>", self.start, self.stop, self.help)
    }
}

/// What is the same for all positions of a game.
#[pyclass(frozen, eq, hash, module = "amduat")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct GameInfo(&'static str);

impl GameInfo {
    fn get(&self, py: Python<'_>) -> PyResult<&'static amduat::Info> {
        amduat::games::info(self.0).or_raise(py)
    }
}

#[pymethods]
impl GameInfo {
    /// The name in programs and on the command line.
    #[getter]
    fn name(&self) -> &'static str {
        self.0
    }

    /// The name for people.
    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.get(py)?.title)
    }

    /// The numbers of players that can take part, as a range.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyRange>> {
        let (least, most) = self.get(py)?.players;
        PyRange::new(py, least as isize, most as isize + 1)
    }

    /// One more than the highest index of an action.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.num_actions)
    }

    /// Whether any position waits for chance.
    #[getter]
    fn has_chance(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.get(py)?.has_chance)
    }

    /// The options that `start` takes.
    #[getter]
    fn options(&self, py: Python<'_>) -> PyResult<Vec<OptionInfo>> {
        let option = |o: &amduat::OptionInfo| OptionInfo { name: o.name, default: o.default, help: o.help };
        Ok(self.get(py)?.options.iter().map(option).collect())
    }

    /// The shape of an observation: (numbers,).
    #[getter]
    fn observation_shape(&self, py: Python<'_>) -> PyResult<(usize,)> {
        Ok((amduat::games::observation(self.0).or_raise(py)?.len(),))
    }

    /// Rises whenever the meaning of a number in an observation changes.
    #[getter]
    fn observation_version(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(amduat::games::observation(self.0).or_raise(py)?.version)
    }

    /// The named parts of an observation, in their order.
    #[getter]
    fn observation_slices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let slices = PyDict::new(py);
        for (segment, numbers) in amduat::games::observation(self.0).or_raise(py)?.slices() {
            let planes = segment.is_planes.then_some(segment.count);
            let slice = ObservationSlice { start: numbers.start, stop: numbers.end, planes, help: segment.help };
            slices.set_item(segment.name, slice)?;
        }
        Ok(slices)
    }

    fn __repr__(&self) -> String {
        format!("amduat.info('{}')", self.0)
    }
}

/// Name, title, options and number of actions of a game.
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn info(py: Python<'_>, game: &Bound<'_, PyString>) -> PyResult<GameInfo> {
    Ok(GameInfo(amduat::games::info(&game.to_string_lossy()).or_raise(py)?.name))
}
