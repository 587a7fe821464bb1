//! `amduat.learn`: positions as arrays, and games in bulk.

use crate::bridge::{OrRaise, bad_argument, number, released, threads, type_name};
use crate::position::{self, Position};
use amduat::learn::{AnyBatch, Arrays, Autoreset, BatchSettings, RowState};
use amduat::{AnyPosition, Error, Player};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::{Mutex, PoisonError};

/// The version of what `Batch.state` returns.
const STATE_VERSION: u32 = 1;

/// A position as numbers, seen by a seat; by the player whose turn it is if none is given.
#[pyfunction]
#[pyo3(signature = (position, /, seat = None))]
pub(crate) fn observe<'py>(
    position: &Bound<'py, Position>,
    seat: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let (py, position) = (position.py(), position.get().any());
    let seat = seat.map(|seat| number("seat", seat, 0..=position.players() - 1)).transpose()?;
    let numbers = position.observe(seat.map(Player::new)).or_raise(py)?;
    Ok(PyArray1::from_vec(py, numbers))
}

/// Which actions are legal, by their index; none where chance acts.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn mask<'py>(position: &Bound<'py, Position>) -> Bound<'py, PyArray1<bool>> {
    PyArray1::from_vec(position.py(), position.get().any().mask())
}

/// Whole numbers for Python.
type Indices<'py> = Bound<'py, PyArray1<i64>>;

/// A name, and for each number of the image of an observation, and for each action, which one becomes it.
type Permutations<'py> = (&'static str, Indices<'py>, Indices<'py>);

/// The symmetries of a game's rules.
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn symmetries<'py>(py: Python<'py>, game: &Bound<'py, PyString>) -> PyResult<Vec<Permutations<'py>>> {
    let game = game.to_string_lossy();
    let observation = amduat::games::observation(&game).or_raise(py)?;
    let mut found = Vec::new();
    for (index, symmetry) in observation.symmetries.iter().enumerate() {
        if let Some((numbers, actions)) = amduat::games::permutations(&game, index).or_raise(py)? {
            let array = |indices: Vec<usize>| PyArray1::from_iter(py, indices.into_iter().map(|index| index as i64));
            found.push((symmetry.name, array(numbers), array(actions)));
        }
    }
    Ok(found)
}

/// An array that Rust writes and Python reads.
pub(crate) struct Written<T>(pub(crate) Py<PyArrayDyn<T>>);

impl<T: Element> Written<T> {
    /// Zeros. Python allocates them, which raises where there is no room.
    pub(crate) fn new(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        let zeros = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, numpy::dtype::<T>(py)))?;
        Ok(Self(zeros.cast_into::<PyArrayDyn<T>>()?.unbind()))
    }

    pub(crate) fn write<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        let busy = |_| PyRuntimeError::new_err("another thread is using this batch");
        self.0.bind(py).try_readwrite().map_err(busy)
    }

    /// The array, which cannot be written through this view.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.0.bind(py).call_method0("view")?;
        view.getattr("flags")?.setattr("writeable", false)?;
        Ok(view)
    }
}

/// The arrays of a batch.
struct BatchArrays {
    observations: Written<f32>,
    masks: Written<bool>,
    players: Written<i32>,
    rewards: Written<f32>,
    over: Written<bool>,
    truncated: Written<bool>,
    finals: Written<f32>,
}

impl BatchArrays {
    fn new(py: Python<'_>, start: &AnyPosition, size: usize) -> PyResult<Self> {
        let numbers = amduat::games::observation(start.info().name).or_raise(py)?.len();
        Ok(Self {
            observations: Written::new(py, &[size, numbers])?,
            masks: Written::new(py, &[size, start.info().num_actions])?,
            players: Written::new(py, &[size])?,
            rewards: Written::new(py, &[size, start.players()])?,
            over: Written::new(py, &[size])?,
            truncated: Written::new(py, &[size])?,
            finals: Written::new(py, &[size, numbers])?,
        })
    }

    /// Does something with all arrays, without the interpreter lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(Arrays<'_>) -> Result<T, Error> + Send) -> PyResult<T> {
        let (mut observations, mut masks) = (self.observations.write(py)?, self.masks.write(py)?);
        let (mut players, mut rewards) = (self.players.write(py)?, self.rewards.write(py)?);
        let (mut over, mut truncated) = (self.over.write(py)?, self.truncated.write(py)?);
        let mut finals = self.finals.write(py)?;
        let arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            players: players.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            over: over.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
        };
        released(py, |_| work(arrays))
    }
}

/// Many games at once: one action in each of them, one call for all.
#[pyclass(frozen, module = "amduat.learn")]
pub(crate) struct Batch {
    start: AnyPosition,
    size: usize,
    autoreset: &'static str,
    rows: Mutex<AnyBatch>,
    arrays: BatchArrays,
}

impl Batch {
    /// Does something with the games and the arrays.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyBatch, Arrays<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let rows = &self.rows;
        self.arrays.with(py, |arrays| work(&mut rows.lock().unwrap_or_else(PoisonError::into_inner), arrays))
    }

    /// Asks something of the games alone.
    fn ask<T: Send>(&self, py: Python<'_>, question: impl FnOnce(&mut AnyBatch) -> T + Send) -> PyResult<T> {
        let rows = &self.rows;
        released(py, |_| Ok(question(&mut rows.lock().unwrap_or_else(PoisonError::into_inner))))
    }
}

#[pymethods]
impl Batch {
    /// `size` games from the start that the options say.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    #[pyo3(signature = (game, size, seed, threads = None, *, autoreset = "same_step", max_plies = None, **options))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyString>,
        size: &Bound<'_, PyAny>,
        seed: u64,
        threads: Option<&Bound<'_, PyAny>>,
        autoreset: &str,
        max_plies: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let start = position::start(py, game, options)?.any();
        let size = number("size", size, 1..=BatchSettings::MOST)?;
        let threads = self::threads(threads, || 1)?;
        let Some(&(word, way)) = Autoreset::WORDS.iter().find(|(word, _)| *word == autoreset) else {
            let words: Vec<_> = Autoreset::WORDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            return Err(bad_argument(py, "autoreset", autoreset, &format!("expected {}", words.join(", "))));
        };
        let max_plies = max_plies.map(|plies| number("max_plies", plies, 1..=u32::MAX as usize)).transpose()?;
        let max_plies = max_plies.map_or(u32::MAX, |plies| plies as u32);
        let settings = BatchSettings { size, seed, threads, autoreset: way, max_plies };
        let rows = start.batch(settings).or_raise(py)?;
        let arrays = BatchArrays::new(py, &start, size)?;
        let batch = Self { start, size, autoreset: word, rows: Mutex::new(rows), arrays };
        batch.with(py, |rows, arrays| rows.begin(arrays))?;
        Ok(batch)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.start.info().name
    }

    /// How many games there are.
    #[getter]
    fn size(&self) -> usize {
        self.size
    }

    /// When a game that has ended gives way to a new one.
    #[getter]
    fn autoreset(&self) -> &'static str {
        self.autoreset
    }

    /// What the players to move see: float32 of shape `(size, *observation_shape)`.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.observations.read(py)
    }

    /// Which actions are legal: bool of shape `(size, num_actions)`.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.masks.read(py)
    }

    /// The players to move: int32 of shape `(size,)`; `amduat.OVER` in a game that has ended.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.players.read(py)
    }

    /// The results of the games that the last step has ended, else 0: float32 of shape `(size, players)`.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.rewards.read(py)
    }

    /// Whether the last step has ended a game or cut it off: bool of shape `(size,)`.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.over.read(py)
    }

    /// Whether the last step has cut a game off, which `over` says too: bool of shape `(size,)`.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.truncated.read(py)
    }

    /// With `same_step`, the last observation of the game before, where `over` says so: as `observations`.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays.finals.read(py)
    }

    /// Plays one action in every row, given by its index, and lets chance act until a player has to decide.
    #[pyo3(signature = (actions, /))]
    fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = actions.py();
        let actions = indices("actions", actions)?;
        let actions = actions.as_slice()?;
        self.with(py, |rows, arrays| rows.step(actions, arrays))
    }

    /// A legal action at random for each row; -1 where the game has ended.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::zeros(py, self.size, false);
        {
            let mut written = actions.readwrite();
            let written = written.as_slice_mut()?;
            self.ask(py, |rows| rows.random_actions(written))?;
        }
        Ok(actions)
    }

    /// The legal actions in ragged form: those of row `i` are `indices[offsets[i]:offsets[i + 1]]`.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Indices<'py>, Indices<'py>)> {
        let (offsets, indices) = self.ask(py, |rows| rows.legal())?;
        Ok((PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, indices)))
    }

    /// Where the games stand.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let positions = self.ask(py, |rows| rows.positions())?;
        Ok(positions.into_iter().map(Position).collect())
    }

    /// Goes on from another position in a row, after whatever chance does there first.
    #[pyo3(signature = (row, position, /))]
    fn set(&self, py: Python<'_>, row: &Bound<'_, PyAny>, position: &Bound<'_, Position>) -> PyResult<()> {
        let row = number("row", row, 0..=self.size - 1)?;
        let position = position.get().any();
        self.with(py, |rows, arrays| rows.set(row, &position, arrays))
    }

    /// Begins the games of these rows anew, or all.
    #[pyo3(signature = (rows = None, /))]
    fn reset(&self, py: Python<'_>, rows: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(given) = rows else {
            return self.with(py, |rows, arrays| rows.begin(arrays));
        };
        let given = indices("rows", given)?;
        let mut numbers = Vec::new();
        for &row in given.as_slice()? {
            let number = usize::try_from(row).ok().filter(|&row| row < self.size);
            numbers.push(
                number.ok_or_else(|| bad_argument(py, "rows", row, &format!("the rows are 0 to {}", self.size - 1)))?,
            );
        }
        self.with(py, |rows, arrays| rows.reset(&numbers, arrays))
    }

    /// What is needed to go on later, elsewhere too: a dict of plain values.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let states = self.ask(py, |rows| rows.state())?;
        let plain = |state: RowState<AnyPosition>| {
            (state.position.to_string(), state.seeds[0], state.seeds[1], state.plies, state.ended)
        };
        let dict = PyDict::new(py);
        dict.set_item("version", STATE_VERSION)?;
        dict.set_item("game", self.game())?;
        dict.set_item("start", self.start.to_string())?;
        dict.set_item("rows", states.into_iter().map(plain).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// Goes on from what `state` has returned.
    #[pyo3(signature = (state, /))]
    fn restore(&self, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = state.py();
        for (name, expected) in
            [("version", STATE_VERSION.to_string()), ("game", self.game().into()), ("start", self.start.to_string())]
        {
            let found =
                state.get_item(name)?.map_or(Ok(String::new()), |value| Ok::<_, PyErr>(value.str()?.to_string()))?;
            if found != expected {
                return Err(bad_argument(py, "state", found, &format!("its {name} must be {expected}")));
            }
        }
        let refused = |_| bad_argument(py, "state", "rows", "expected a list of (position, seed, seed, plies, ended)");
        let rows = state.get_item("rows")?.ok_or_else(|| bad_argument(py, "state", "rows", "is missing"))?;
        let rows: Vec<(String, u64, u64, u32, bool)> = rows.extract().map_err(refused)?;
        let read = |(text, chance, choice, plies, ended): (String, u64, u64, u32, bool)| {
            let position = AnyPosition::parse(self.game(), &text)?;
            Ok(RowState { position, seeds: [chance, choice], plies, ended })
        };
        let states: Vec<_> = rows.into_iter().map(read).collect::<Result<_, Error>>().or_raise(py)?;
        self.with(py, |rows, arrays| rows.restore(&states, arrays))
    }

    fn __len__(&self) -> usize {
        self.size
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.size, self.game())
    }
}

/// Whole numbers as Python gives them, in an array or a list.
fn indices<'py>(field: &'static str, values: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = values.cast::<PyArray1<i64>>()
        && array.is_contiguous()
    {
        return Ok(array.readonly());
    }
    let py = values.py();
    let array = py.import("numpy")?.call_method1("asarray", (values,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let (length, dimensions) = (array.getattr("size")?.extract::<usize>()?, array.getattr("ndim")?.extract::<usize>()?);
    if !matches!(&*kind, "i" | "u") && length > 0 {
        let message = format!("{field} must be integers, not {}", array.getattr("dtype")?);
        return Err(PyTypeError::new_err(message));
    }
    if dimensions != 1 {
        return Err(bad_argument(py, field, array.getattr("shape")?, "expected one dimension"));
    }
    let array = array.call_method1("astype", ("int64",))?;
    Ok(array.cast::<PyArray1<i64>>().map_err(|_| PyTypeError::new_err(type_name(&array)))?.readonly())
}
