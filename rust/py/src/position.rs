//! `amduat.Position` and the functions that make positions.

use crate::action::{Action, given};
use crate::bridge::{OrRaise, number, type_name};
use amduat::{AnyAction, AnyPosition, OptionValue, Player, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};
use std::hash::{Hash, Hasher};

/// What `current_player` says when chance acts.
pub(crate) const CHANCE: i32 = -1;

/// What `current_player` says when the game is over.
pub(crate) const OVER: i32 = amduat::learn::OVER;

/// What one piece adds to the total of its player in a game played for points, and why.
#[pyclass(frozen, get_all, eq, hash, module = "amduat")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ScoredPiece {
    /// Whose total it adds to, counted from 0.
    player: usize,
    /// Where it stands.
    field: String,
    /// What is counted for it: pairs of a field and the points there.
    counted: Vec<(String, i32)>,
    /// The sum of what is counted.
    points: i32,
}

#[pymethods]
impl ScoredPiece {
    fn __repr__(&self) -> String {
        format!("<ScoredPiece {} of player {}: {:+}>", self.field, self.player, self.points)
    }
}

/// A position of a game: immutable, compared and hashed by content.
#[pyclass(frozen, eq, module = "amduat")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position(pub(crate) AnyPosition);

impl Position {
    /// The position of the core inside.
    pub(crate) fn any(&self) -> AnyPosition {
        self.0
    }

    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.0.each_action(|action| actions.push(Action(action)));
        actions
    }
}

#[pymethods]
impl Position {
    /// Reads the canonical text of a position, as `parse` does.
    #[new]
    #[pyo3(signature = (game, text, /))]
    fn new(py: Python<'_>, game: &Bound<'_, PyString>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        parse(py, game, text)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().name
    }

    /// How many players take part.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// One more than the highest index of an action of this game.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.info().num_actions
    }

    /// The player to decide, counted from 0, or `CHANCE`, or `OVER`.
    #[getter]
    fn current_player(&self) -> i32 {
        match self.0.turn() {
            Turn::Player(player) => player.index() as i32,
            Turn::Chance => CHANCE,
            Turn::Over => OVER,
        }
    }

    /// Whose turn it is, counted from 0, also while chance acts; None when the game is over.
    #[getter]
    fn turn_owner(&self) -> Option<usize> {
        self.0.turn_owner().map(Player::index)
    }

    /// What comes next, in one word of the game; `over` when the game is.
    #[getter]
    fn phase(&self) -> &'static str {
        self.0.state().phase
    }

    /// The field whose stone may not be moved; None without a ban.
    #[getter]
    fn ban(&self) -> Option<String> {
        self.0.state().ban.map(|field| self.0.field_name(field))
    }

    /// What the dice show, from the roll to the end of the turn; else empty.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.state().dice)
    }

    /// The faces of each die; empty for games without dice.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let faces = self.0.state().faces.into_iter().map(|die| PyTuple::new(py, die));
        PyTuple::new(py, faces.collect::<PyResult<Vec<_>>>()?)
    }

    /// The tile in hand, `?` while nobody has seen it; None without one.
    #[getter]
    fn hand(&self) -> Option<String> {
        self.0.state().hand
    }

    /// The players who have taken a place, counted from 0, the first first.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.state().places.into_iter().map(Player::index))
    }

    /// What is off the board, by kind: one number for each player, or a single one for a common pile.
    #[getter]
    fn reserves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reserves = PyDict::new(py);
        for (kind, counts) in self.0.state().reserves {
            reserves.set_item(kind, PyTuple::new(py, counts)?)?;
        }
        Ok(reserves)
    }

    /// Whether a die is to be rolled or a tile drawn.
    #[getter]
    fn is_chance(&self) -> bool {
        self.0.turn() == Turn::Chance
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn() == Turn::Over
    }

    /// All legal actions in ascending order of their index; the outcomes where chance acts.
    fn legal_actions(&self) -> Vec<Action> {
        self.actions()
    }

    /// Whether an action, or its text, is legal here. A text that is no action of the game is not.
    #[pyo3(signature = (action, /))]
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(text) = action.cast::<PyString>() {
            let action = AnyAction::parse(self.game(), &text.to_string_lossy());
            return Ok(action.is_ok_and(|action| self.0.is_legal(action)));
        }
        Ok(self.0.is_legal(given(self.game(), action)?))
    }

    /// The position after a legal action, given as an Action or its text.
    #[pyo3(signature = (action, /))]
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let action_given = given(self.game(), action)?;
        self.0.play(action_given).or_raise(action.py()).map(Self)
    }

    /// The outcomes and their probabilities where chance acts, else an empty list.
    fn chance_outcomes(&self) -> Vec<(Action, f64)> {
        if !self.is_chance() {
            return Vec::new();
        }
        let weigh = |action: Action| {
            let (weight, total) = self.0.probability(action.0);
            (action, f64::from(weight) / f64::from(total))
        };
        self.actions().into_iter().map(weigh).collect()
    }

    /// The result for each player, from -1 to 1; all zero while the game runs.
    fn returns(&self) -> Vec<f64> {
        self.0.returns()[..self.0.players()].to_vec()
    }

    /// The totals of a game played for points, as they stand; None for other games.
    fn scores(&self) -> Option<Vec<i32>> {
        self.0.scores()
    }

    /// How the scores come about, piece by piece; an empty list for games not played for points.
    fn scored_pieces(&self) -> Vec<ScoredPiece> {
        let named = |piece: amduat::ScoredPiece| ScoredPiece {
            player: piece.player.index(),
            field: self.0.field_name(piece.field),
            points: piece.points(),
            counted: piece.counted.iter().map(|&(field, points)| (self.0.field_name(field), points)).collect(),
        };
        self.0.scored_pieces().into_iter().map(named).collect()
    }

    /// The fields of one walk that makes this move, start first.
    #[pyo3(signature = (action, /))]
    fn path(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let action_given = given(self.game(), action)?;
        self.0.path(action_given).or_raise(action.py())
    }

    /// All walks that make this move.
    #[pyo3(signature = (action, /))]
    fn walks(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
        let action_given = given(self.game(), action)?;
        self.0.walks(action_given).or_raise(action.py())
    }

    /// What a legal action brings about besides itself, one sentence each: stones hit, trapped or lost.
    #[pyo3(signature = (action, /))]
    fn events(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let action_given = given(self.game(), action)?;
        self.0.events(action_given).or_raise(action.py())
    }

    /// What stands on the board: pairs of field and piece, in the words of the notation.
    fn pieces(&self) -> Vec<(String, String)> {
        self.0.pieces()
    }

    /// What a player, counted from 0, is called.
    #[pyo3(signature = (player, /))]
    fn player_name(&self, player: &Bound<'_, PyAny>) -> PyResult<String> {
        let player = number("player", player, 0..=self.0.players() - 1)?;
        Ok(self.0.player_name(Player::new(player)))
    }

    /// One sentence: who has to do what, or who has won and why.
    fn describe(&self) -> String {
        self.0.describe()
    }

    /// A drawing of the board for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("amduat.svg")?.getattr("draw")?.call1((slf,))?.extract()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("amduat.parse('{}', '{}')", self.game(), self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.0.hash(&mut hasher);
        hasher.finish()
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

/// The start position of a game, with its options as keywords.
#[pyfunction]
#[pyo3(signature = (game, /, **options))]
pub(crate) fn start(
    py: Python<'_>,
    game: &Bound<'_, PyString>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Position> {
    let mut given = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        given.push((name.str()?.to_string_lossy().into_owned(), option_value(&value, true)?));
    }
    AnyPosition::start(&game.to_string_lossy(), given).or_raise(py).map(Position)
}

/// An option as Python gives it. A list may have plain values only: one within another may have no end.
fn option_value(value: &Bound<'_, PyAny>, may_be_list: bool) -> PyResult<OptionValue> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(OptionValue::Flag(flag.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        // Beyond 64 bits any number is out of every option's range.
        return Ok(OptionValue::Number(value.extract().unwrap_or(i64::MAX)));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(OptionValue::Text(text.to_string_lossy().into_owned()));
    }
    if may_be_list && let Ok(items) = value.try_iter() {
        // No option takes more than a handful of values; the rest need not be read to be refused.
        let items: PyResult<Vec<_>> = items.take(100).map(|item| option_value(&item?, false)).collect();
        return items.map(OptionValue::List);
    }
    let kind = type_name(value);
    Err(PyTypeError::new_err(format!("an option is a number, a text, a bool or a list of these, not {kind}")))
}

/// Reads the canonical text of a position.
#[pyfunction]
#[pyo3(signature = (game, text, /))]
pub(crate) fn parse(py: Python<'_>, game: &Bound<'_, PyString>, text: &Bound<'_, PyString>) -> PyResult<Position> {
    AnyPosition::parse(&game.to_string_lossy(), &text.to_string_lossy()).or_raise(py).map(Position)
}
