//! What a search has found: `SearchResult`, and `Choice` for one of the actions.

use crate::action::Action;
use crate::position::Position;
use amduat::search::{Policy, Report};
use amduat::{AnyAction, AnyPosition, Turn};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// What a search has found out about one action.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct Choice {
    players: usize,
    found: amduat::search::Choice<AnyAction>,
}

#[pymethods]
impl Choice {
    /// The action, or the outcome where chance acts.
    #[getter]
    fn action(&self) -> Action {
        Action(self.found.action)
    }

    /// The expected result for each player after it, from -1 to 1.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.found.values[..self.players].to_vec()
    }

    /// The best line that begins with it.
    #[getter]
    fn pv(&self) -> Vec<Action> {
        self.found.pv.iter().copied().map(Action).collect()
    }

    /// How often it was tried; 0 where the method does not count that.
    #[getter]
    fn visits(&self) -> u64 {
        self.found.visits
    }

    /// Whether the values follow from the rules, or from tables of solved positions, without any estimate.
    #[getter]
    fn exact(&self) -> bool {
        self.found.exact
    }

    /// If the game is decided, after how many plies it ends.
    #[getter]
    fn plies_to_end(&self) -> Option<u32> {
        self.found.plies_to_end
    }

    fn __repr__(&self) -> String {
        format!("<Choice {} {:?}>", self.found.action, self.values())
    }
}

/// What a search has found.
#[pyclass(frozen, module = "amduat")]
pub(crate) struct SearchResult {
    pub(crate) position: AnyPosition,
    pub(crate) report: Report<AnyAction>,
    /// How often each action was tried, as shares by index; known with an evaluator only.
    pub(crate) policy: Option<Policy>,
}

#[pymethods]
impl SearchResult {
    /// The position that was searched.
    #[getter]
    fn position(&self) -> Position {
        Position(self.position)
    }

    /// The best action; None where chance acts.
    #[getter]
    fn action(&self) -> Option<Action> {
        self.report.action.map(Action)
    }

    /// The expected result for the player to move (the first player where chance acts).
    #[getter]
    fn value(&self) -> f64 {
        let player = match self.position.turn() {
            Turn::Player(player) => player.index(),
            _ => 0,
        };
        self.report.values[player]
    }

    /// The expected result for each player, from -1 to 1.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.report.values[..self.position.players()].to_vec()
    }

    /// The best line of play, as far as it is known; it ends where chance acts.
    #[getter]
    fn pv(&self) -> Vec<Action> {
        self.report.pv.iter().copied().map(Action).collect()
    }

    /// How deep the search has looked: half-moves without chance, turns with chance, the longest
    /// line of the tree for simulations.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// How many nodes were visited, or how many simulations made.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// How many actions were played in all.
    #[getter]
    fn plies(&self) -> u64 {
        self.report.plies
    }

    /// How many positions were looked up in tables.
    #[getter]
    fn table_hits(&self) -> u64 {
        self.report.table_hits
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.elapsed.as_secs_f64()
    }

    /// Nodes, or simulations, per second.
    #[getter]
    fn nodes_per_second(&self) -> f64 {
        self.report.speed()
    }

    /// Whether the values follow from the rules, or from tables of solved positions, without any estimate.
    #[getter]
    fn exact(&self) -> bool {
        self.report.exact
    }

    /// If the game is decided, after how many plies it ends when the winner hurries and the loser
    /// resists; known without chance only. Perfect play knows it in the last turn, before that turns
    /// only: see `amduat.ramses.value`.
    #[getter]
    fn plies_to_end(&self) -> Option<u32> {
        self.report.plies_to_end
    }

    /// The best actions, the best first, as many as were asked for; all outcomes where chance acts.
    #[getter]
    fn choices(&self) -> Vec<Choice> {
        let players = self.position.players();
        self.report.choices.iter().map(|found| Choice { players, found: found.clone() }).collect()
    }

    /// How often each action was tried, as shares that add up to 1, by the index of the action: float32 of shape
    /// `(num_actions,)`. A proven win takes all, a proven loss nothing. None without `evaluate`.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<f32>>>> {
        let Some(policy) = &self.policy else { return Ok(None) };
        let shares = PyArray1::zeros(py, self.position.info().num_actions, false);
        let mut written = shares.readwrite();
        for &(index, share) in policy {
            written.as_slice_mut()?[usize::from(index)] = share;
        }
        drop(written);
        Ok(Some(shares))
    }

    fn __repr__(&self) -> String {
        let action = self.report.action.map_or_else(|| "-".to_string(), |action| action.to_string());
        let exact = if self.report.exact { ", exact" } else { "" };
        let (depth, nodes) = (self.report.depth, self.report.nodes);
        format!("<SearchResult {action} {:+.3}, depth {depth}, {nodes} nodes{exact}>", self.value())
    }
}
